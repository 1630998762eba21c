// Stand-in for Components/ActorComponent.h.

#pragma once

#include "UObject/Object.h"

class AActor;

// Engine/EngineTypes.h
namespace EEndPlayReason
{
	enum Type { Destroyed, LevelTransition, EndPlayInEditor, RemovedFromWorld, Quit };
}

class UActorComponent : public UObject
{
public:
	static UClass* StaticClass()
	{
		static UClass Class("UActorComponent", UObject::StaticClass());
		return &Class;
	}
	virtual void BeginPlay() {}
	virtual void EndPlay(const EEndPlayReason::Type) {}
	AActor* GetOwner() const { return StubOwner; }
	UWorld* GetWorld() const override;

	AActor* StubOwner = nullptr;
};
