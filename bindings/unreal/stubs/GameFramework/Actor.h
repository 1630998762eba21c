// Stand-in for GameFramework/Actor.h.

#pragma once

#include "Components/ActorComponent.h"

// Engine/EngineBaseTypes.h
struct FActorTickFunction
{
	bool bCanEverTick = false;
};

class AActor : public UObject
{
public:
	static UClass* StaticClass()
	{
		static UClass Class("AActor", UObject::StaticClass());
		return &Class;
	}
	UClass* GetClass() const override { return StaticClass(); }

	/** Begins the components, as the engine's function does. */
	virtual void BeginPlay()
	{
		for (UActorComponent* Component : StubComponents) Component->BeginPlay();
	}
	virtual void EndPlay(const EEndPlayReason::Type Reason)
	{
		for (UActorComponent* Component : StubComponents) Component->EndPlay(Reason);
	}
	virtual void Tick(float) {}
	bool Destroy()
	{
		EndPlay(EEndPlayReason::Destroyed);
		StubIsDestroyed = true;
		return true;
	}
	FVector GetActorLocation() const { return StubLocation; }
	bool SetActorLocation(const FVector& Location)
	{
		StubLocation = Location;
		return true;
	}
	template <class T>
	T* FindComponentByClass() const
	{
		for (UActorComponent* Component : StubComponents)
		{
			if (T* Found = Cast<T>(Component)) return Found;
		}
		return nullptr;
	}
	template <class T>
	T* CreateDefaultSubobject(FName)
	{
		T* Component = static_cast<T*>(StubKeep(new T()));
		Component->StubOwner = this;
		StubComponents.push_back(Component);
		return Component;
	}

	FActorTickFunction PrimaryActorTick;
	FVector StubLocation;
	bool StubIsDestroyed = false;
	std::vector<UActorComponent*> StubComponents;
};

inline UWorld* UActorComponent::GetWorld() const { return StubOwner ? StubOwner->GetWorld() : nullptr; }
