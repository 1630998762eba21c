// The native library. `cargo xtask bindings --unreal FOLDER` puts headers and libraries beside this file.

using System.IO;
using UnrealBuildTool;

public class CunningLibrary : ModuleRules
{
	public CunningLibrary(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "include"));

		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			// A static library made with GNU tools does not link here, so Windows has a DLL with an import library.
			PublicAdditionalLibraries.Add(Path.Combine(ModuleDirectory, "lib", "Win64", "cunning.dll.lib"));
			// The module loads it from the plugin's folder before the first call.
			PublicDelayLoadDLLs.Add("cunning.dll");
			RuntimeDependencies.Add("$(PluginDir)/Binaries/ThirdParty/CunningLibrary/Win64/cunning.dll");
		}
		else if (Target.Platform == UnrealTargetPlatform.Mac)
		{
			PublicAdditionalLibraries.Add(Path.Combine(ModuleDirectory, "lib", "Mac", "libcunning.a"));
		}
		else if (Target.Platform == UnrealTargetPlatform.Linux || Target.Platform == UnrealTargetPlatform.LinuxArm64)
		{
			string Folder = Target.Platform == UnrealTargetPlatform.Linux ? "Linux" : "LinuxArm64";
			PublicAdditionalLibraries.Add(Path.Combine(ModuleDirectory, "lib", Folder, "libcunning.a"));
			PublicSystemLibraries.AddRange(new string[] { "pthread", "dl", "m" });
		}
		else
		{
			throw new BuildException("Cunning has no library for " + Target.Platform + ": build bindings/c for it.");
		}
	}
}
