// Builds the scene of the squad: add it to an empty object, drag squad.cunning to its field, and press Play.
// It uses SampleParts of the guard's sample: import that one too.

using Cunning.Unity;
using UnityEngine;

public sealed class SquadScene : MonoBehaviour
{
    public CunningDomain domain;
    public int riflemen = 3;

    void Awake()
    {
        SampleParts.World(domain);
        SampleParts.Place("place", "base", new Vector3(0, 0, 0));
        SampleParts.Place("place", "hill", new Vector3(10, 0, 0));

        var officer = SampleParts.Agent("officer", "officer", new Vector3(0, 0, 0));
        officer.AddComponent<Officer>();
        officer.SetActive(true);
        for (var i = 1; i <= riflemen; i++)
        {
            var rifleman = SampleParts.Agent("rifleman " + i, "rifleman", new Vector3(0, 0, i));
            rifleman.GetComponent<CunningAgent>().Commander = officer.GetComponent<CunningAgent>();
            rifleman.AddComponent<Rifleman>();
            rifleman.SetActive(true);
        }
    }
}
