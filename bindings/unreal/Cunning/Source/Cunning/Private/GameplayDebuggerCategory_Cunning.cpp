#include "GameplayDebuggerCategory_Cunning.h"

#if WITH_GAMEPLAY_DEBUGGER

#include "CunningAgentComponent.h"
#include "GameFramework/Actor.h"

FGameplayDebuggerCategory_Cunning::FGameplayDebuggerCategory_Cunning()
{
	// Explanations take a moment: ten a second are enough to read.
	CollectDataInterval = 0.1f;
}

void FGameplayDebuggerCategory_Cunning::CollectData(APlayerController* OwnerPC, AActor* DebugActor)
{
	const UCunningAgentComponent* Agent =
		DebugActor ? DebugActor->FindComponentByClass<UCunningAgentComponent>() : nullptr;
	if (!Agent)
	{
		AddTextLine(TEXT("no Cunning Agent"));
		return;
	}
	const FCunningSummary Summary = Agent->Summarize();
	AddTextLine(FString(TEXT("{yellow}goal: {white}")) + Summary.Goal);
	for (const FString& Step : Summary.Plan)
	{
		AddTextLine(FString(TEXT("{yellow}step: {white}")) + Step);
	}
	AddTextLine(FString(TEXT("{yellow}why: {white}")) + Summary.Why);
}

TSharedRef<FGameplayDebuggerCategory> FGameplayDebuggerCategory_Cunning::MakeInstance()
{
	return MakeShareable(new FGameplayDebuggerCategory_Cunning());
}

#endif
