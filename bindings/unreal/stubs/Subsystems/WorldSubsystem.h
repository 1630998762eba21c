// Stand-in for Subsystems/WorldSubsystem.h.

#pragma once

#include "UObject/Object.h"

// Engine/EngineTypes.h
namespace EWorldType
{
	enum Type { None, Game, Editor, PIE };
}

class UWorldSubsystem : public UObject
{
public:
	static UClass* StaticClass()
	{
		static UClass Class("UWorldSubsystem", UObject::StaticClass());
		return &Class;
	}
	virtual void Deinitialize() {}
	bool StubSupports(EWorldType::Type WorldType) const { return DoesSupportWorldType(WorldType); }

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type) const { return true; }
};

class UTickableWorldSubsystem : public UWorldSubsystem
{
public:
	static UClass* StaticClass()
	{
		static UClass Class("UTickableWorldSubsystem", UWorldSubsystem::StaticClass());
		return &Class;
	}
	virtual void Tick(float) {}
	virtual TStatId GetStatId() const = 0;
};
