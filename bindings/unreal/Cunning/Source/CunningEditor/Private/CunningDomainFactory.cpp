#include "CunningDomainFactory.h"

#include "CunningDomainAsset.h"
#include "EditorFramework/AssetImportData.h"
#include "Misc/FeedbackContext.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"

UCunningDomainFactory::UCunningDomainFactory()
{
	SupportedClass = UCunningDomainAsset::StaticClass();
	bCreateNew = false;
	bEditorImport = true;
	bText = true;
	Formats.Add(TEXT("toml;Cunning domain"));
}

bool UCunningDomainFactory::FactoryCanImport(const FString& Filename)
{
	return FPaths::GetExtension(Filename) == TEXT("toml");
}

UObject* UCunningDomainFactory::FactoryCreateText(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
	UObject* Context, const TCHAR* Type, const TCHAR*& Buffer, const TCHAR* BufferEnd, FFeedbackContext* Warn)
{
	UCunningDomainAsset* Domain = NewObject<UCunningDomainAsset>(InParent, InClass, InName, Flags);
	Domain->SetText(GetCurrentFilename(), FString(static_cast<int32>(BufferEnd - Buffer), Buffer));
	Domain->AssetImportData = NewObject<UAssetImportData>(Domain, TEXT("AssetImportData"));
	Domain->AssetImportData->Update(GetCurrentFilename());
	if (!Domain->Mistakes.IsEmpty())
	{
		// The asset is made all the same: mending the file and importing it again mends the asset.
		Warn->Logf(ELogVerbosity::Error, TEXT("%s"), *Domain->Mistakes);
	}
	return Domain;
}

bool UCunningDomainFactory::CanReimport(UObject* Obj, TArray<FString>& OutFilenames)
{
	const UCunningDomainAsset* Domain = Cast<UCunningDomainAsset>(Obj);
	if (!Domain || !Domain->AssetImportData)
	{
		return false;
	}
	Domain->AssetImportData->ExtractFilenames(OutFilenames);
	return true;
}

void UCunningDomainFactory::SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths)
{
	UCunningDomainAsset* Domain = Cast<UCunningDomainAsset>(Obj);
	if (Domain && Domain->AssetImportData && NewReimportPaths.Num() == 1)
	{
		Domain->AssetImportData->UpdateFilenameOnly(NewReimportPaths[0]);
	}
}

EReimportResult::Type UCunningDomainFactory::Reimport(UObject* Obj)
{
	UCunningDomainAsset* Domain = Cast<UCunningDomainAsset>(Obj);
	if (!Domain || !Domain->AssetImportData)
	{
		return EReimportResult::Failed;
	}
	const FString Filename = Domain->AssetImportData->GetFirstFilename();
	FString Text;
	if (!FFileHelper::LoadFileToString(Text, *Filename))
	{
		return EReimportResult::Failed;
	}
	Domain->SetText(Filename, Text);
	Domain->AssetImportData->Update(Filename);
	Domain->MarkPackageDirty();
	return EReimportResult::Succeeded;
}

int32 UCunningDomainFactory::GetPriority() const
{
	return ImportPriority;
}
