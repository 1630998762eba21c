// Stand-in for EditorFramework/AssetImportData.h.

#pragma once

#include "UObject/Object.h"

class UAssetImportData : public UObject
{
public:
	void Update(const FString& AbsoluteFilename) { StubFilename = AbsoluteFilename; }
	void UpdateFilenameOnly(const FString& InPath) { StubFilename = InPath; }
	void ExtractFilenames(TArray<FString>& AbsoluteFilenames) const { AbsoluteFilenames.Add(StubFilename); }
	FString GetFirstFilename() const { return StubFilename; }

	FString StubFilename;
};
