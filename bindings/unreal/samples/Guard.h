// This sample shows a guard who rings a bell: the agent decides, the actor moves.

#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"
#include "Guard.generated.h"

class UCunningAgentComponent;

UCLASS()
class AGuard : public AActor
{
	GENERATED_BODY()

public:
	AGuard();

	virtual void BeginPlay() override;
	virtual void Tick(float DeltaSeconds) override;

	UPROPERTY(VisibleAnywhere, Category = "Guard")
	TObjectPtr<UCunningAgentComponent> Agent;

	/** Whom the guard looks for. */
	UPROPERTY(EditAnywhere, Category = "Guard")
	TObjectPtr<AActor> Thief;

	/** How far it sees and how fast it walks, in centimetres. */
	UPROPERTY(EditAnywhere, Category = "Guard")
	float Sight = 2000.0f;

	UPROPERTY(EditAnywhere, Category = "Guard")
	float Speed = 400.0f;

private:
	UFUNCTION()
	void Look(const FString& Sensor);
};
