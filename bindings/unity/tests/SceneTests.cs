// Plays the samples and the editor's window with the stand-in for Unity.

using System;
using System.Collections.Generic;
using System.IO;
using Cunning;
using Cunning.Unity;
using Cunning.Unity.Editor;
using NUnit.Framework;
using UnityEditor.AssetImporters;
using UnityEngine;

public sealed class SceneTests
{
    static readonly string Samples = Environment.GetEnvironmentVariable("CUNNING_SAMPLES");

    static CunningDomain Import(string path)
    {
        var context = new AssetImportContext(path);
        new CunningDomainImporter().OnImportAsset(context);
        CollectionAssert.AreEqual(new string[0], context.Errors);
        return (CunningDomain)context.mainObject;
    }

    static CunningDomain Sample(string name) { return Import(Path.Combine(Samples, name)); }

    static CunningAgent Find(string name)
    {
        foreach (var agent in CunningWorld.Active.Minds.Agents)
        {
            if (agent.Name == name) return (CunningAgent)agent.Body;
        }
        throw new AssertionException("no agent " + name);
    }

    [TearDown]
    public void Stop() { Player.Stop(); }

    [Test]
    public void GuardRingsTheBellWhenTheThiefArrives()
    {
        Player.Play<GuardScene>(scene => scene.domain = Sample("Guard/guard.cunning"));
        Player.Frames(100, 0.02f);
        CollectionAssert.AreEqual(new string[0], Player.Log);
        Player.Frames(200, 0.02f);
        CollectionAssert.AreEqual(new[] { "log Ding dong: guard rings the bell." }, Player.Log);
        Console.WriteLine("guard: {0}", Player.Log[0]);
    }

    [Test]
    public void WallHidesTheThief()
    {
        Player.Play<GuardScene>(scene => scene.domain = Sample("Guard/guard.cunning"));
        Player.Wall = new GameObject("wall").transform;
        Player.Frames(300, 0.02f);
        CollectionAssert.AreEqual(new string[0], Player.Log);
    }

    [Test]
    public void PlayModeRestartsWithoutDomainReload()
    {
        for (var session = 0; session < 3; session++)
        {
            Player.Play<GuardScene>(scene => scene.domain = Sample("Guard/guard.cunning"));
            Player.Frames(300, 0.02f);
            CollectionAssert.AreEqual(new[] { "log Ding dong: guard rings the bell." }, Player.Log);
            var guard = Find("guard");
            Player.Stop();
            Assert.IsTrue(CunningWorld.Active == null);
            Assert.IsFalse(guard.IsAlive || guard.Done() || guard.Set("sees_thief", true) || guard.IsDoing("go"));
            Assert.IsNull(guard.Step);
        }
    }

    [Test]
    public void DisabledWorldStartsAgain()
    {
        Player.Play<GuardScene>(scene => scene.domain = Sample("Guard/guard.cunning"));
        Player.Frames(10, 0.02f);
        var world = CunningWorld.Active;
        var guard = Find("guard");
        world.enabled = false;
        Assert.IsFalse(guard.IsAlive);
        Player.Frames(10, 0.02f);
        world.enabled = true;
        Assert.IsTrue(guard.IsAlive);
        Player.Frames(300, 0.02f);
        CollectionAssert.AreEqual(new[] { "log Ding dong: guard rings the bell." }, Player.Log);
    }

    [Test]
    public void SquadTakesTheHillUnderItsOfficer()
    {
        Player.Play<SquadScene>(scene => scene.domain = Sample("Squad/squad.cunning"));
        Player.Frames(500, 0.02f);
        Assert.AreEqual("log officer: take the hill!", Player.Log[0]);
        Assert.AreEqual("log officer fires a flare.", Player.Log[Player.Log.Count - 1]);
        for (var i = 1; i <= 3; i++)
        {
            Assert.IsTrue(Player.Log.Contains("log rifleman " + i + ": to the hill!"), string.Join("\n", Player.Log));
        }
    }

    [Test]
    public void VillagerEarnsBuysAndEats()
    {
        Player.Play<VillagerScene>(scene => scene.domain = Sample("Villager/villager.cunning"));
        Player.Frames(3000, 0.02f);
        foreach (var step in new[] { "go field", "work ", "go market", "buy ", "eat " })
        {
            Assert.IsTrue(Player.Log.Contains("log villager: " + step), step + " in " + string.Join(", ", Player.Log));
        }
        Assert.IsTrue(Player.Log.FindAll(line => line == "log villager: eat ").Count > 1);
    }

    [Test]
    public void AgentWithoutAWorldSaysSo()
    {
        Player.Play<Guard>(guard => guard.gameObject.AddComponent<CunningAgent>());
        Player.Frames(2, 0.02f);
        CollectionAssert.AreEqual(
            new[] { "error The Cunning Agent has no Cunning World: add one to the scene. (scene)" }, Player.Log);
    }

    [Test]
    public void ChangedFileIsReloadedWhileTheGamePlays()
    {
        var folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString())).FullName;
        var file = Path.Combine(folder, "guard.cunning");
        var text = File.ReadAllText(Path.Combine(Samples, "Guard/guard.cunning"));
        File.WriteAllText(file, text);
        var asset = Import(file);
        Player.Play<GuardScene>(scene => scene.domain = asset);
        Player.Frames(5, 0.02f);
        // Now it is the sight of the bell that the guard wants.
        asset.SetSources(DomainFiles.Collect("guard.cunning", text.Replace("when = [\"sees_thief\"]", "when = [\"not alarm\"]"), name => null));
        Player.Frames(200, 0.02f);
        CollectionAssert.AreEqual(new[] { "log Ding dong: guard rings the bell." }, Player.Log);
        Directory.Delete(folder, true);
    }

    [Test]
    public void MistakesOfAFileAreErrorsOfTheImport()
    {
        var file = Path.Combine(Path.GetTempPath(), Guid.NewGuid() + ".cunning");
        File.WriteAllText(file, "facts = { at = 'plaice' }");
        var context = new AssetImportContext(file);
        new CunningDomainImporter().OnImportAsset(context);
        File.Delete(file);
        Assert.AreEqual(1, context.Errors.Count);
        Assert.IsTrue(context.Errors[0].Contains("plaice"), context.Errors[0]);
        Assert.AreEqual(context.Errors[0], ((CunningDomain)context.mainObject).Mistakes);
    }

    [Test]
    public void WindowListsAgentsWithGoalPlanAndReason()
    {
        Player.Play<GuardScene>(scene => scene.domain = Sample("Guard/guard.cunning"));
        Player.Frames(125, 0.02f);
        UnityEditor.EditorApplication.isPlaying = true;
        UnityEditor.Screen.Lines.Clear();
        UnityEditor.Screen.Pressed = "guard: raise_alarm by go(bell)";
        var window = new CunningWindow();
        var draw = typeof(CunningWindow).GetMethod("OnGUI", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic);
        draw.Invoke(window, null);
        var text = string.Join("\n", UnityEditor.Screen.Lines);
        Assert.IsTrue(text.Contains("[Open in studio]\n[guard: raise_alarm by go(bell)]"), text);
        Assert.IsTrue(text.Contains("plan: go(bell), ring\nwhy: "), text);
    }

    [Test]
    public void TemplateIsADomain()
    {
        UnityEditor.Screen.Lines.Clear();
        var create = typeof(CunningDomainImporter).GetMethod("Create", System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic);
        create.Invoke(null, null);
        var sources = new List<KeyValuePair<string, string>>();
        sources.Add(new KeyValuePair<string, string>("new.cunning", UnityEditor.Screen.Lines[0]));
        Assert.IsNull(DomainFiles.Mistakes(sources));
    }
}
