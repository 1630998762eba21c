// Builds the scene of the villager: add it to an empty object, drag villager.cunning to its field, and press Play.
// It uses SampleParts of the guard's sample: import that one too.

using Cunning.Unity;
using UnityEngine;

public sealed class VillagerScene : MonoBehaviour
{
    public CunningDomain domain;

    void Awake()
    {
        SampleParts.World(domain);
        SampleParts.Place("place", "home", new Vector3(0, 0, 0));
        SampleParts.Place("place", "field", new Vector3(8, 0, 0));
        SampleParts.Place("place", "market", new Vector3(0, 0, 8));
        var villager = SampleParts.Agent("villager", "villager", new Vector3(0, 0, 0));
        villager.AddComponent<Villager>();
        villager.SetActive(true);
    }
}
