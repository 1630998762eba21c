// The agents of a world: one for each domain, ticked together.

#pragma once

#include "CoreMinimal.h"
#include "Subsystems/WorldSubsystem.h"
#include "CunningWorldSubsystem.generated.h"

class UCunningDomainAsset;

namespace cunning::game
{
	class World;
}

/** Ticks the agents of a world. It starts with the first agent of a domain and ends with the world. */
UCLASS()
class CUNNING_API UCunningWorldSubsystem : public UTickableWorldSubsystem
{
	GENERATED_BODY()

public:
	virtual void Deinitialize() override;
	virtual void Tick(float DeltaTime) override;
	virtual TStatId GetStatId() const override;

	/** Sets how often agents think; the default is ten times a second. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	void SetTicksPerSecond(int32 TicksPerSecond);

	/** Sets the work that a tick may do for all agents of a domain; 1000 is enough for a few hundred agents. */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	void SetBudget(int32 Units);

	/**
	 * Opens a link for the studio and returns the address for `cunning studio --attach`; empty if that fails.
	 * Leave it out of shipping builds.
	 */
	UFUNCTION(BlueprintCallable, Category = "Cunning")
	FString AttachToStudio(UCunningDomainAsset* Domain);

	/** The agents of a domain, which are started if they are not yet; null without a domain. */
	TSharedPtr<cunning::game::World> FindOrOpen(UCunningDomainAsset* Domain);

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

private:
	/** The domains in the order in which they were opened, with the agents of each in Worlds. */
	UPROPERTY()
	TArray<TObjectPtr<UCunningDomainAsset>> Domains;

	TArray<TSharedPtr<cunning::game::World>> Worlds;
	TArray<int32> Revisions;
	TSharedPtr<struct FCunningClock> Clock;
	int32 Budget = 1000;
};
