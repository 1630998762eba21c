// What the stand-ins need beyond headers.

#include "CoreMinimal.h"
#include "EnvironmentQuery/EnvQueryManager.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "UObject/Object.h"

#include <codecvt>
#include <fstream>
#include <iterator>
#include <locale>

std::string StubToUtf8(const TCHAR* Text)
{
	return std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t>().to_bytes(Text);
}

std::u16string StubFromUtf8(const char* Text)
{
	return std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t>().from_bytes(Text);
}

std::vector<std::string>& StubLogged()
{
	static std::vector<std::string> Lines;
	return Lines;
}

void StubLog(const char* Verbosity, const TCHAR* Format, const std::vector<const TCHAR*>& Arguments)
{
	std::string Line = std::string(Verbosity) + ": " + StubToUtf8(Format);
	for (const TCHAR* Argument : Arguments)
	{
		const std::size_t At = Line.find("%s");
		if (At != std::string::npos) Line.replace(At, 2, StubToUtf8(Argument));
	}
	StubLogged().push_back(Line);
}

UObject* StubKeep(UObject* Object)
{
	static std::vector<std::unique_ptr<UObject>> Objects;
	Objects.emplace_back(Object);
	return Object;
}

std::vector<std::function<void()>>& StubQueries()
{
	static std::vector<std::function<void()>> Queries;
	return Queries;
}

bool FFileHelper::LoadFileToString(FString& Result, const TCHAR* Filename)
{
	std::ifstream File(StubToUtf8(Filename), std::ios::binary);
	if (!File) return false;
	const std::string Text((std::istreambuf_iterator<char>(File)), std::istreambuf_iterator<char>());
	Result = FString(StubFromUtf8(Text.c_str()).c_str());
	return true;
}

static FString Part(const FString& Path, char Separator, bool IsFirst)
{
	const std::string Text = StubToUtf8(*Path);
	const std::size_t At = Text.rfind(Separator);
	const std::string Found = IsFirst ? (At == std::string::npos ? std::string() : Text.substr(0, At))
									  : (At == std::string::npos ? Text : Text.substr(At + 1));
	return FString(StubFromUtf8(Found.c_str()).c_str());
}

FString FPaths::GetPath(const FString& Path) { return Part(Path, '/', true); }
FString FPaths::GetCleanFilename(const FString& Path) { return Part(Path, '/', false); }
FString FPaths::GetExtension(const FString& Path) { return Part(Path, '.', false); }
FString FPaths::Combine(const FString& A, const FString& B) { return A + TEXT("/") + B; }
