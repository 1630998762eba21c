// Stand-in for UObject/Object.h, UObject/Class.h and UObject/UObjectGlobals.h.

#pragma once

#include "CoreMinimal.h"

class UObject;
class UWorld;

class UClass
{
public:
	UClass(const char* InName, const UClass* InParent) : Name(InName), Parent(InParent) {}
	bool IsChildOf(const UClass* Other) const { return this == Other || (Parent && Parent->IsChildOf(Other)); }

	const char* Name;
	const UClass* Parent;
};

enum EObjectFlags
{
	RF_NoFlags = 0
};

class UObject
{
public:
	virtual ~UObject() = default;
	static UClass* StaticClass()
	{
		static UClass Class("UObject", nullptr);
		return &Class;
	}
	virtual UClass* GetClass() const { return StaticClass(); }
	virtual UWorld* GetWorld() const { return StubWorld; }
	FString GetName() const { return StubName; }
	bool MarkPackageDirty() const { return true; }

	UWorld* StubWorld = nullptr;
	FString StubName = TEXT("Object");
};

/** Owns all objects until the program ends, in place of the garbage collector. */
UObject* StubKeep(UObject* Object);

template <class T>
T* Cast(UObject* Object)
{
	return Object && Object->GetClass()->IsChildOf(T::StaticClass()) ? static_cast<T*>(Object) : nullptr;
}
template <class T>
T* NewObject(UObject* Outer)
{
	T* Object = static_cast<T*>(StubKeep(new T()));
	Object->StubWorld = Outer ? Outer->GetWorld() : nullptr;
	return Object;
}
template <class T>
T* NewObject(UObject* Outer, FName)
{
	return NewObject<T>(Outer);
}
template <class T>
T* NewObject(UObject* Outer, const UClass*, FName, EObjectFlags)
{
	return NewObject<T>(Outer);
}
