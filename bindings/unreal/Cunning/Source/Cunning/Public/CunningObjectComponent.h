// An actor that agents know.

#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "CunningObjectComponent.generated.h"

class UCunningDomainAsset;

namespace cunning::game
{
	class World;
}

/**
 * An actor that agents know: an object of an open type, such as a foe, or the place of an object that the domain file lists,
 * such as `bell` of the type `place`.
 */
UCLASS(ClassGroup = (Cunning), meta = (BlueprintSpawnableComponent))
class CUNNING_API UCunningObjectComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	TObjectPtr<UCunningDomainAsset> Domain;

	/** The type in the domain file. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	FString Type;

	/** The name in the domain file; for open types any name. Empty: the name of the actor. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Cunning")
	FString ObjectName;

	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

	/** The id in the agents' world; 0 while the game does not play. */
	uint64 GetId() const { return Id; }

private:
	TSharedPtr<cunning::game::World> World;
	uint64 Id = 0;
};
