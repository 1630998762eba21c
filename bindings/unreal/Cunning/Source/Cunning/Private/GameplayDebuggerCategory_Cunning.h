// Shows goal, plan and reason of the selected actor's agent in the Gameplay Debugger.

#pragma once

#include "CoreMinimal.h"

#if WITH_GAMEPLAY_DEBUGGER

#include "GameplayDebuggerCategory.h"

class FGameplayDebuggerCategory_Cunning : public FGameplayDebuggerCategory
{
public:
	FGameplayDebuggerCategory_Cunning();

	virtual void CollectData(APlayerController* OwnerPC, AActor* DebugActor) override;

	static TSharedRef<FGameplayDebuggerCategory> MakeInstance();
};

#endif
