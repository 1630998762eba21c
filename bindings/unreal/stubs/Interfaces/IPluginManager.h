// Stand-in for Interfaces/IPluginManager.h.

#pragma once

#include "CoreMinimal.h"

class IPlugin
{
public:
	FString GetBaseDir() const { return TEXT("Plugins/Cunning"); }
};

class IPluginManager
{
public:
	static IPluginManager& Get()
	{
		static IPluginManager Manager;
		return Manager;
	}
	TSharedPtr<IPlugin> FindPlugin(const FString&) { return MakeShared<IPlugin>(); }
};
