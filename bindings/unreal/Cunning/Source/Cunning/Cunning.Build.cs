using UnrealBuildTool;

public class Cunning : ModuleRules
{
	public Cunning(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		// Files of Private/Game know nothing of the engine and are compiled by themselves.
		bUseUnity = false;
		CppStandard = CppStandardVersion.Cpp17;

		PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine", "AIModule" });
		PrivateDependencyModuleNames.AddRange(new string[] { "CunningLibrary", "NavigationSystem", "Projects" });
		// Defines WITH_GAMEPLAY_DEBUGGER and depends on the debugger where it exists.
		SetupGameplayDebuggerSupport(Target);
	}
}
