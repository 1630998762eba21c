// Stand-in for GameplayDebugger.h.

#pragma once

#include "GameplayDebuggerCategory.h"

// GameplayDebuggerTypes.h
enum class EGameplayDebuggerCategoryState : uint8
{
	EnabledInGameAndSimulate,
	EnabledInGame,
	EnabledInSimulate,
	Disabled,
	Hidden
};

class IGameplayDebugger
{
public:
	class FOnGetCategory
	{
	public:
		static FOnGetCategory CreateStatic(TSharedRef<FGameplayDebuggerCategory> (*Function)()) { return {Function}; }
		TSharedRef<FGameplayDebuggerCategory> (*StubFunction)();
	};
	static IGameplayDebugger& Get()
	{
		static IGameplayDebugger Debugger;
		return Debugger;
	}
	static bool IsAvailable() { return true; }
	void RegisterCategory(FName, FOnGetCategory Category, EGameplayDebuggerCategoryState) { StubCategories.push_back(Category); }
	void UnregisterCategory(FName) { StubCategories.clear(); }
	void NotifyCategoriesChanged() {}

	std::vector<FOnGetCategory> StubCategories;
};
