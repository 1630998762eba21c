// An agent: the mind of an actor.

#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "CunningTypes.h"
#include "CunningAgentComponent.generated.h"

class UCunningDomainAsset;
class UEnvQuery;
struct FEnvQueryResult;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FCunningStepStarted, const FCunningStep&, Step);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FCunningStepStopped, const FCunningStep&, Step, ECunningStopReason, Reason);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FCunningSensorDue, const FString&, Sensor);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FCunningWentIdle, ECunningIdleReason, Reason);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FCunningOrderChanged, ECunningOrderState, State);

/**
 * Gives an actor a mind. The actor carries out the steps that it starts and reports them with Done or Fail.
 *
 * Names of the domain file are strings: an FName may change their case in shipping builds.
 */
UCLASS(Blueprintable, ClassGroup = (Cunning), meta = (BlueprintSpawnableComponent))
class CUNNING_API UCunningAgentComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	/** What the agent knows, can do and wants. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	TObjectPtr<UCunningDomainAsset> Domain;

	/** The archetype in the domain file. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	FString Archetype;

	/** The actor whose agent gives orders to this one. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	TObjectPtr<AActor> Commander;

	/** The sensors of the archetype with the seconds between polls; each poll is an event OnSensorDue. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	TMap<FString, float> Sensors;

	/**
	 * Questions of the domain that an Environment Query answers, by name: `position` with the place of the best item, every
	 * other question with its score. The querier is the owner.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	TMap<FString, TObjectPtr<UEnvQuery>> EnvironmentQueries;

	/** The seed of the agent's random traits. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	int32 Seed = 0;

	/** Whether steps take time to stop. Then call Stopped when a stopped step has ended. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	bool bWindsDown = false;

	/** A step has started: carry it out and report it with Done or Fail. */
	UPROPERTY(BlueprintAssignable, Category = "Cunning")
	FCunningStepStarted OnStepStarted;

	/** The current step has to stop. */
	UPROPERTY(BlueprintAssignable, Category = "Cunning")
	FCunningStepStopped OnStepStopped;

	/** A sensor is due: set what it perceives. */
	UPROPERTY(BlueprintAssignable, Category = "Cunning")
	FCunningSensorDue OnSensorDue;

	/** The agent has nothing to do. */
	UPROPERTY(BlueprintAssignable, Category = "Cunning")
	FCunningWentIdle OnWentIdle;

	/** The state of an order to the agent has changed. */
	UPROPERTY(BlueprintAssignable, Category = "Cunning")
	FCunningOrderChanged OnOrderChanged;

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

	/** Whether the agent exists. */
	UFUNCTION(BlueprintPure, Category = "Cunning")
	bool IsAlive() const;

	/** Sets a belief whose value is true or false. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool SetBool(const FString& Fact, bool bValue);

	/** Sets a belief whose value is a whole number. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool SetInteger(const FString& Fact, int32 Value);

	/** Sets a belief whose value is an object of the domain file, by name. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool SetName(const FString& Fact, const FString& Value);

	/** Sets a belief about an actor with a Cunning Object, such as sees[foe], with a confidence from 0 to 1. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool SetAbout(const FString& Fact, AActor* About, bool bValue, float Confidence = 1.0f);

	/** Whether the agent performs a step of an action. */
	UFUNCTION(BlueprintPure, Category = "Cunning")
	bool IsDoing(const FString& Action) const;

	/** The step to carry out. Without one, or after it was reported, its action is empty. */
	UFUNCTION(BlueprintPure, Category = "Cunning")
	FCunningStep GetStep() const;

	/** Reports the step as done. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool Done();

	/** Reports the step as failed: the agent plans again. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool Fail();

	/** Reports that an agent that winds down has stopped its step. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool Stopped();

	/** Orders the agent to pursue a goal; OnOrderChanged tells how it goes. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool OrderGoal(const FString& Goal, float Bias = 1.0f, bool bIsRigid = false);

	/** Stops the agent until it is released, for example for a cut scene. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool Hold();

	/** Releases a held agent. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	bool Release();

	/** What the agent is doing and why, for displays. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	FCunningSummary Summarize() const;

	/** Answers a check of an action. Override it in a Blueprint or a class; without that, every check passes. */
	UFUNCTION(BlueprintNativeEvent, Category = "Cunning")
	bool AnswerCheck(const FCunningStep& Question);
	virtual bool AnswerCheck_Implementation(const FCunningStep& Question);

private:
	friend struct FCunningMind;

	void OnQueryFinished(TSharedPtr<FEnvQueryResult> Result, uint64 Question, bool bIsPosition);

	TSharedPtr<struct FCunningMind> Mind;
};
