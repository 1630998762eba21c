// Imports domain files as assets.

using System;
using System.IO;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Cunning.Unity.Editor
{
    /// <summary>Imports files that end in <c>.cunning</c> as domains. Files that end in <c>.toml</c> belong to nothing in Unity;
    /// choose this importer in their inspector. Mistakes are errors of the import, with line, excerpt and hint.</summary>
    [ScriptedImporter(1, new[] { "cunning" }, new[] { "toml" })]
    public sealed class CunningDomainImporter : ScriptedImporter
    {
        public override void OnImportAsset(AssetImportContext ctx)
        {
            var folder = Path.GetDirectoryName(ctx.assetPath) ?? "";
            var sources = DomainFiles.Collect(Path.GetFileName(ctx.assetPath), File.ReadAllText(ctx.assetPath), name =>
            {
                var path = Path.Combine(folder, name).Replace('\\', '/');
                if (!File.Exists(path)) return null;
                // A change of the included file imports this one again.
                ctx.DependsOnSourceAsset(path);
                return File.ReadAllText(path);
            });
            var domain = ScriptableObject.CreateInstance<CunningDomain>();
            domain.SetSources(sources, Check(ctx, sources));
            ctx.AddObjectToAsset("domain", domain);
            ctx.SetMainObject(domain);
        }

        static string Check(AssetImportContext ctx, System.Collections.Generic.IList<System.Collections.Generic.KeyValuePair<string, string>> sources)
        {
            try
            {
                var mistakes = DomainFiles.Mistakes(sources);
                if (mistakes != null) ctx.LogImportError(mistakes);
                return mistakes;
            }
            catch (DllNotFoundException)
            {
                ctx.LogImportWarning("The domain is not checked: the package has no library for this editor. "
                    + "See `Platforms` in the package's README.");
                return null;
            }
        }

        /// <summary>Creates a domain file with a first agent.</summary>
        [MenuItem("Assets/Create/Cunning Domain", false, 90)]
        static void Create()
        {
            ProjectWindowUtil.CreateAssetWithContent("New Domain.cunning", Template);
        }

        const string Template =
@"# What agents know, can do and want.
[types]
place = [""gate"", ""bell""]

[facts]
at = ""place""
sees_thief = { type = ""bool"", sensed = true }
alarm = ""bool""

[action.go]
params = { to = ""place"" }
when = [""at != to""]
then = [""at = to""]

[action.ring]
when = [""at == bell""]
then = [""alarm""]

[goal.raise_alarm]
want = [""alarm""]
relevance = [{ when = [""sees_thief""], score = 1 }]

[agent.guard]
actions = [""go"", ""ring""]
goals = { raise_alarm = 1 }
sensors = [""eyes""]
";
    }
}
