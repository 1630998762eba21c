// Stand-in for Misc/Paths.h.

#pragma once

#include "CoreMinimal.h"

struct FPaths
{
	static FString GetPath(const FString& Path);
	static FString GetCleanFilename(const FString& Path);
	static FString GetExtension(const FString& Path);
	static FString Combine(const FString& A, const FString& B);
};
