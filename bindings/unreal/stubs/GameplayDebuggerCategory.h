// Stand-in for GameplayDebuggerCategory.h.

#pragma once

#include "CoreMinimal.h"

class AActor;
class APlayerController;

class FGameplayDebuggerCategory
{
public:
	virtual ~FGameplayDebuggerCategory() = default;
	virtual void CollectData(APlayerController*, AActor*) {}
	std::vector<std::string> StubLines;

protected:
	void AddTextLine(const FString& Text) { StubLines.push_back(StubToUtf8(*Text)); }
	float CollectDataInterval = 0;
};
