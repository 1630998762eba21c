// What Blueprints see of steps, reasons and plans.

#pragma once

#include "CoreMinimal.h"
#include "CunningTypes.generated.h"

class AActor;

CUNNING_API DECLARE_LOG_CATEGORY_EXTERN(LogCunning, Log, All);

/** Why a step has to stop. */
UENUM(BlueprintType)
enum class ECunningStopReason : uint8
{
	Replanned,
	ConditionLost,
	ObjectLost,
	TimedOut,
	Ordered,
	Held,
	Removed,
	Reloaded,
};

/** Why an agent has nothing to do. */
UENUM(BlueprintType)
enum class ECunningIdleReason : uint8
{
	NothingMatters,
	NoPlan,
	Held,
	Quarantined,
};

/** The state of an order. All but the first are final. */
UENUM(BlueprintType)
enum class ECunningOrderState : uint8
{
	TakenUp,
	Done,
	Lost,
	Withdrawn,
	ObjectGone,
	Failed = 8,
	NoPlan,
	TimedOut,
	StepsFailed,
	ForeignGoal,
	Reloaded,
};

/** The step that an agent performs, a check of it, or a question about positions. */
USTRUCT(BlueprintType)
struct CUNNING_API FCunningStep
{
	GENERATED_BODY()

	/** The action in the domain file; the name of a check or a question. */
	UPROPERTY(BlueprintReadOnly, Category = "Cunning")
	FString Action;

	/** The arguments as texts, in the order of the domain file. */
	UPROPERTY(BlueprintReadOnly, Category = "Cunning")
	TArray<FString> Arguments;

	/** The actors that the arguments name; null where an argument names none. */
	UPROPERTY(BlueprintReadOnly, Category = "Cunning")
	TArray<TObjectPtr<AActor>> Targets;

	/** Whether the step was already running before a save was restored or the agent woke up. */
	UPROPERTY(BlueprintReadOnly, Category = "Cunning")
	bool bIsResumed = false;

	/** Whether the step consists of orders: subordinates carry it out, and there is nothing to report. */
	UPROPERTY(BlueprintReadOnly, Category = "Cunning")
	bool bIsCommand = false;
};

/** What an agent is doing and why. */
USTRUCT(BlueprintType)
struct CUNNING_API FCunningSummary
{
	GENERATED_BODY()

	UPROPERTY(BlueprintReadOnly, Category = "Cunning")
	FString Goal;

	/** The steps of the plan, such as go(bell). */
	UPROPERTY(BlueprintReadOnly, Category = "Cunning")
	TArray<FString> Plan;

	/** The reason in sentences. */
	UPROPERTY(BlueprintReadOnly, Category = "Cunning")
	FString Why;
};
