// Stand-in for Engine/World.h.

#pragma once

#include "GameFramework/Actor.h"
#include "Subsystems/WorldSubsystem.h"

// Engine/EngineTypes.h
enum ECollisionChannel
{
	ECC_WorldStatic,
	ECC_Visibility
};
// Engine/HitResult.h
struct FHitResult
{
};
// CollisionQueryParams.h
struct FCollisionQueryParams
{
	void AddIgnoredActor(const AActor* Actor) { StubIgnored.push_back(Actor); }
	std::vector<const AActor*> StubIgnored;
};

class UWorld : public UObject
{
public:
	template <class T>
	T* GetSubsystem()
	{
		for (UTickableWorldSubsystem* Subsystem : StubSubsystems)
		{
			if (T* Found = Cast<T>(Subsystem)) return Found;
		}
		T* Subsystem = NewObject<T>(this);
		if (!Subsystem->StubSupports(EWorldType::Game)) return nullptr;
		StubSubsystems.push_back(Subsystem);
		return Subsystem;
	}
	bool LineTraceSingleByChannel(FHitResult&, const FVector&, const FVector&, ECollisionChannel, const FCollisionQueryParams&) const
	{
		return StubHasWalls;
	}
	UWorld* GetWorld() const override { return const_cast<UWorld*>(this); }

	/** Adds an actor and begins it. */
	template <class T>
	T* StubSpawn(const TCHAR* Name, const FVector& Location, const std::function<void(T&)>& Prepare = [](T&) {})
	{
		T* Actor = NewObject<T>(this);
		Actor->StubName = Name;
		Actor->SetActorLocation(Location);
		Prepare(*Actor);
		StubActors.push_back(Actor);
		Actor->BeginPlay();
		return Actor;
	}
	/** Plays frames of equal length: actors tick first, then subsystems. */
	void StubPlay(int Frames, float Seconds)
	{
		for (int Frame = 0; Frame < Frames; Frame++)
		{
			for (std::size_t At = 0; At < StubActors.size(); At++)
			{
				if (!StubActors[At]->StubIsDestroyed) StubActors[At]->Tick(Seconds);
			}
			for (UTickableWorldSubsystem* Subsystem : StubSubsystems) Subsystem->Tick(Seconds);
		}
	}
	/** Ends the game. */
	void StubEnd()
	{
		for (AActor* Actor : StubActors)
		{
			if (!Actor->StubIsDestroyed) Actor->EndPlay(EEndPlayReason::EndPlayInEditor);
		}
		for (UTickableWorldSubsystem* Subsystem : StubSubsystems) Subsystem->Deinitialize();
	}

	bool StubHasWalls = false;
	std::vector<UTickableWorldSubsystem*> StubSubsystems;
	std::vector<AActor*> StubActors;
};
