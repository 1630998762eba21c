// Loads the library where it is not linked, and registers the category of the Gameplay Debugger.

#include "CoreMinimal.h"
#include "CunningTypes.h"
#include "GameplayDebuggerCategory_Cunning.h"
#include "HAL/PlatformProcess.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"

#if WITH_GAMEPLAY_DEBUGGER
#include "GameplayDebugger.h"
#endif

DEFINE_LOG_CATEGORY(LogCunning);

class FCunningModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
#if PLATFORM_WINDOWS
		// The DLL is loaded late, so that it is found in the plugin's folder.
		const FString Folder = IPluginManager::Get().FindPlugin(TEXT("Cunning"))->GetBaseDir();
		const FString Path = FPaths::Combine(Folder, TEXT("Binaries/ThirdParty/CunningLibrary/Win64/cunning.dll"));
		Library = FPlatformProcess::GetDllHandle(*Path);
		if (!Library)
		{
			UE_LOG(LogCunning, Error, TEXT("cannot load %s; put the plugin together again with `cargo xtask bindings --unreal`"), *Path);
		}
#endif
#if WITH_GAMEPLAY_DEBUGGER
		IGameplayDebugger& Debugger = IGameplayDebugger::Get();
		Debugger.RegisterCategory(TEXT("Cunning"),
			IGameplayDebugger::FOnGetCategory::CreateStatic(&FGameplayDebuggerCategory_Cunning::MakeInstance),
			EGameplayDebuggerCategoryState::EnabledInGameAndSimulate);
		Debugger.NotifyCategoriesChanged();
#endif
	}

	virtual void ShutdownModule() override
	{
#if WITH_GAMEPLAY_DEBUGGER
		if (IGameplayDebugger::IsAvailable())
		{
			IGameplayDebugger::Get().UnregisterCategory(TEXT("Cunning"));
		}
#endif
#if PLATFORM_WINDOWS
		FPlatformProcess::FreeDllHandle(Library);
		Library = nullptr;
#endif
	}

private:
#if PLATFORM_WINDOWS
	void* Library = nullptr;
#endif
};

IMPLEMENT_MODULE(FCunningModule, Cunning)
