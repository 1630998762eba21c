// Stand-in for Misc/FileHelper.h.

#pragma once

#include "CoreMinimal.h"

struct FFileHelper
{
	static bool LoadFileToString(FString& Result, const TCHAR* Filename);
};
