// Texts of the engine as texts of the library and back.

#pragma once

#include "CoreMinimal.h"

#include <string>
#include <string_view>

namespace CunningText
{
	inline std::string To(const FString& Text)
	{
		return std::string(TCHAR_TO_UTF8(*Text));
	}

	inline FString From(std::string_view Text)
	{
		return FString(UTF8_TO_TCHAR(std::string(Text).c_str()));
	}
}
