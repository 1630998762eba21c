// Stand-in for Modules/ModuleManager.h and Modules/ModuleInterface.h.

#pragma once

#include "CoreMinimal.h"

class IModuleInterface
{
public:
	virtual ~IModuleInterface() = default;
	virtual void StartupModule() {}
	virtual void ShutdownModule() {}
};
class FDefaultModuleImpl : public IModuleInterface
{
};
#define IMPLEMENT_MODULE(Class, Name) \
	IModuleInterface& StubModule##Name() \
	{                                 \
		static Class Module;          \
		return Module;                \
	}
