// Builds the parts of a scene, so that the samples need no scene files. In your game you do this in the editor.

using Cunning.Unity;
using UnityEngine;

public static class SampleParts
{
    /// <summary>A world with a domain.</summary>
    public static CunningWorld World(CunningDomain domain)
    {
        var holder = new GameObject("world");
        // Components start when their object is activated, with everything they need.
        holder.SetActive(false);
        var world = holder.AddComponent<CunningWorld>();
        world.Domain = domain;
        holder.SetActive(true);
        return world;
    }

    /// <summary>A place that the domain file lists.</summary>
    public static GameObject Place(string type, string name, Vector3 position)
    {
        var place = GameObject.CreatePrimitive(PrimitiveType.Cube);
        place.SetActive(false);
        place.name = name;
        place.transform.position = position;
        place.AddComponent<CunningObject>().Describe(type, name);
        place.SetActive(true);
        return place;
    }

    /// <summary>A body with an agent. Add what it needs, then activate it.</summary>
    public static GameObject Agent(string name, string archetype, Vector3 position)
    {
        var body = GameObject.CreatePrimitive(PrimitiveType.Capsule);
        body.SetActive(false);
        body.name = name;
        body.transform.position = position;
        body.AddComponent<CunningAgent>().Describe(archetype);
        return body;
    }
}
