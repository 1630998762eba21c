#include "CunningDomainAsset.h"

#include "CunningText.h"
#include "CunningTypes.h"
#include "Game/World.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"

void UCunningDomainAsset::SetText(const FString& FileName, const FString& Text)
{
	const FString Folder = FPaths::GetPath(FileName);
	const auto Read = [&Folder](const std::string& Name, std::string& Out)
	{
		FString Found;
		if (!FFileHelper::LoadFileToString(Found, *FPaths::Combine(Folder, CunningText::From(Name))))
		{
			return false;
		}
		Out = CunningText::To(Found);
		return true;
	};
	const cunning::game::Texts Texts =
		cunning::game::collect(CunningText::To(FPaths::GetCleanFilename(FileName)), CunningText::To(Text), Read);
	Sources.Reset();
	for (const auto& Source : Texts)
	{
		FCunningSource& Added = Sources.AddDefaulted_GetRef();
		Added.Name = CunningText::From(Source.first);
		Added.Text = CunningText::From(Source.second);
	}
	Mistakes = CunningText::From(cunning::game::mistakes(Texts));
	if (!Mistakes.IsEmpty())
	{
		UE_LOG(LogCunning, Error, TEXT("%s"), *Mistakes);
	}
	Revision++;
}
