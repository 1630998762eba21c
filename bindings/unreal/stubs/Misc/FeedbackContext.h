// Stand-in for Misc/FeedbackContext.h.

#pragma once

#include "CoreMinimal.h"

class FFeedbackContext
{
public:
	void Logf(ELogVerbosity::Type, const TCHAR* Format, const TCHAR* Argument) { StubLog("Import", Format, {Argument}); }
};
