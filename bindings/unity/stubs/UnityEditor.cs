// A stand-in for the part of Unity's editor that the package uses. Comments name pages of the Scripting Reference (2021.3).

using System;
using System.Collections.Generic;
using UnityEngine;

namespace UnityEditor
{
    // EditorWindow
    public class EditorWindow : ScriptableObject
    {
        // EditorWindow.GetWindow
        public static T GetWindow<T>(string title) where T : EditorWindow { return Activator.CreateInstance<T>(); }
        // EditorWindow.Repaint
        public void Repaint() { }
    }

    // EditorApplication
    public static class EditorApplication
    {
        // EditorApplication-isPlaying
        public static bool isPlaying { get; set; }
    }

    // MessageType
    public enum MessageType { None, Info, Warning, Error }

    // EditorGUILayout
    public static class EditorGUILayout
    {
        // EditorGUILayout.HelpBox
        public static void HelpBox(string message, MessageType type) { Screen.Lines.Add(message); }
        // EditorGUILayout.TextField
        public static string TextField(string label, string text) { return text; }
        // EditorGUILayout.LabelField
        public static void LabelField(string label, string label2) { Screen.Lines.Add(label + ": " + label2); }
        // EditorGUILayout.BeginScrollView
        public static Vector2 BeginScrollView(Vector2 scrollPosition) { return scrollPosition; }
        // EditorGUILayout.EndScrollView
        public static void EndScrollView() { }
        // EditorGUILayout.BeginHorizontal
        public static void BeginHorizontal() { }
        // EditorGUILayout.EndHorizontal
        public static void EndHorizontal() { }
    }

    // EditorGUIUtility
    public static class EditorGUIUtility
    {
        // EditorGUIUtility-systemCopyBuffer
        public static string systemCopyBuffer { get; set; }
    }

    // EditorPrefs
    public static class EditorPrefs
    {
        // EditorPrefs.GetString
        public static string GetString(string key, string defaultValue) { return defaultValue; }
    }

    // MenuItem
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class MenuItem : Attribute
    {
        // MenuItem-ctor
        public MenuItem(string itemName) { }
        // MenuItem-ctor
        public MenuItem(string itemName, bool isValidateFunction, int priority) { }
    }

    // ProjectWindowUtil
    public static class ProjectWindowUtil
    {
        // ProjectWindowUtil.CreateAssetWithContent
        public static void CreateAssetWithContent(string filename, string content) { Screen.Lines.Add(content); }
    }

    /// <summary>Not in Unity: what a window has drawn, and the button that is pressed.</summary>
    public static class Screen
    {
        /// <summary>Not in Unity: what was drawn.</summary>
        public static readonly List<string> Lines = new List<string>();
        /// <summary>Not in Unity: the text of the button that is pressed.</summary>
        public static string Pressed = "";
    }
}

namespace UnityEngine
{
    // GUILayoutOption
    public sealed class GUILayoutOption { }

    // GUILayout
    public static class GUILayout
    {
        // GUILayout.Button
        public static bool Button(string text, params GUILayoutOption[] options)
        {
            UnityEditor.Screen.Lines.Add("[" + text + "]");
            return UnityEditor.Screen.Pressed == text;
        }
    }
}

namespace UnityEditor.AssetImporters
{
    // AssetImporters.ScriptedImporter
    public abstract class ScriptedImporter
    {
        // AssetImporters.ScriptedImporter.OnImportAsset
        public abstract void OnImportAsset(AssetImportContext ctx);
    }

    // AssetImporters.ScriptedImporterAttribute
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class ScriptedImporterAttribute : Attribute
    {
        // AssetImporters.ScriptedImporterAttribute-ctor
        public ScriptedImporterAttribute(int version, string[] exts, string[] overrideExts) { }
    }

    // AssetImporters.AssetImportContext
    public sealed class AssetImportContext
    {
        /// <summary>Not in Unity: what the importer reported and depends on.</summary>
        public readonly List<string> Errors = new List<string>(), Depends = new List<string>();

        /// <summary>Not in Unity: an import of a file.</summary>
        public AssetImportContext(string path) { assetPath = path; }
        // AssetImporters.AssetImportContext-assetPath
        public string assetPath { get; private set; }
        // AssetImporters.AssetImportContext-mainObject
        public UnityEngine.Object mainObject { get; private set; }
        // AssetImporters.AssetImportContext.AddObjectToAsset
        public void AddObjectToAsset(string identifier, UnityEngine.Object obj) { }
        // AssetImporters.AssetImportContext.SetMainObject
        public void SetMainObject(UnityEngine.Object obj) { mainObject = obj; }
        // AssetImporters.AssetImportContext.DependsOnSourceAsset
        public void DependsOnSourceAsset(string path) { Depends.Add(path); }
        // AssetImporters.AssetImportContext.LogImportError
        public void LogImportError(string msg, UnityEngine.Object obj = null) { Errors.Add(msg); }
        // AssetImporters.AssetImportContext.LogImportWarning
        public void LogImportWarning(string msg, UnityEngine.Object obj = null) { Errors.Add(msg); }
    }
}
