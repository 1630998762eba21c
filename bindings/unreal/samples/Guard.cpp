#include "Guard.h"

#include "CunningAgentComponent.h"

AGuard::AGuard()
{
	PrimaryActorTick.bCanEverTick = true;
	Agent = CreateDefaultSubobject<UCunningAgentComponent>(TEXT("Agent"));
	Agent->Archetype = TEXT("guard");
	Agent->Sensors.Add(TEXT("eyes"), 0.2f);
}

void AGuard::BeginPlay()
{
	Super::BeginPlay();
	Agent->OnSensorDue.AddDynamic(this, &AGuard::Look);
}

void AGuard::Look(const FString& Sensor)
{
	const bool bSees = Thief && FVector::Dist(GetActorLocation(), Thief->GetActorLocation()) < Sight;
	Agent->SetBool(TEXT("sees_thief"), bSees);
}

void AGuard::Tick(float DeltaSeconds)
{
	Super::Tick(DeltaSeconds);
	const FCunningStep Step = Agent->GetStep();
	if (Step.Action == TEXT("go") && Step.Targets[0])
	{
		const FVector Target = Step.Targets[0]->GetActorLocation();
		SetActorLocation(FMath::VInterpConstantTo(GetActorLocation(), Target, DeltaSeconds, Speed));
		if (FVector::Dist(GetActorLocation(), Target) < 1.0)
		{
			Agent->Done();
		}
	}
	else if (Step.Action == TEXT("ring"))
	{
		UE_LOG(LogCunning, Display, TEXT("Ding dong: %s rings the bell."), *GetName());
		Agent->Done();
	}
}
