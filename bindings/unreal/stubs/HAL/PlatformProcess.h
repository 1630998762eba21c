// Stand-in for HAL/PlatformProcess.h.

#pragma once

#include "CoreMinimal.h"

struct FPlatformProcess
{
	static void* GetDllHandle(const TCHAR*) { return nullptr; }
	static void FreeDllHandle(void*) {}
};
