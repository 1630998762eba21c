// A window that lists agents with goal, plan and reason.

using System;
using System.Diagnostics;
using UnityEditor;
using UnityEngine;
using Debug = UnityEngine.Debug;

namespace Cunning.Unity.Editor
{
    /// <summary>Lists the agents of all enabled worlds while the game plays: goal, plan and why.</summary>
    public sealed class CunningWindow : EditorWindow
    {
        const string CommandKey = "Cunning.Command";

        Vector2 scroll;
        string filter = "";
        string selected = "";

        [MenuItem("Window/Cunning/Agents")]
        static void Open() { GetWindow<CunningWindow>("Cunning Agents"); }

        /// <summary>Unity calls this ten times a second.</summary>
        void OnInspectorUpdate()
        {
            if (EditorApplication.isPlaying) Repaint();
        }

        void OnGUI()
        {
            if (!EditorApplication.isPlaying)
            {
                EditorGUILayout.HelpBox("Press Play to see the agents of the scene.", MessageType.Info);
                return;
            }
            filter = EditorGUILayout.TextField("Name contains", filter);
            scroll = EditorGUILayout.BeginScrollView(scroll);
            for (var at = 0; at < CunningWorld.All.Count; at++) Draw(CunningWorld.All[at]);
            EditorGUILayout.EndScrollView();
        }

        void Draw(CunningWorld world)
        {
            EditorGUILayout.BeginHorizontal();
            EditorGUILayout.LabelField(world.name, world.Minds.Ticks + " ticks");
            if (GUILayout.Button("Open in studio")) OpenStudio(world);
            EditorGUILayout.EndHorizontal();
            foreach (var row in AgentRows.Of(world.Minds, filter))
            {
                if (GUILayout.Button(row.Title)) selected = selected == row.Name ? "" : row.Name;
                if (selected == row.Name) EditorGUILayout.HelpBox(row.Details(), MessageType.None);
            }
        }

        /// <summary>Attaches the game and starts the studio, which opens in the browser. The command is `cunning` on the path, or
        /// what the preference `Cunning.Command` says.</summary>
        static void OpenStudio(CunningWorld world)
        {
            var address = world.AttachToStudio();
            if (address == null) return;
            var command = EditorPrefs.GetString(CommandKey, "cunning");
            var line = "studio --attach " + address;
            try
            {
                Process.Start(new ProcessStartInfo(command, line) { UseShellExecute = false });
            }
            catch (Exception error)
            {
                EditorGUIUtility.systemCopyBuffer = command + " " + line;
                Debug.LogWarning("Cannot start `" + command + "` (" + error.Message + "). The command is in the clipboard: run it in a "
                    + "terminal, or set the preference `" + CommandKey + "` to the path of the command.");
            }
        }
    }
}
