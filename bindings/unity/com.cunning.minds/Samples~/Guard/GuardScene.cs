// Builds the scene of the guard: add it to an empty object, drag guard.cunning to its field, and press Play.

using Cunning.Unity;
using UnityEngine;

public sealed class GuardScene : MonoBehaviour
{
    public CunningDomain domain;
    public float thiefArrives = 2;

    Transform thief;

    void Awake()
    {
        SampleParts.World(domain);
        SampleParts.Place("place", "gate", new Vector3(0, 0, 0));
        SampleParts.Place("place", "yard", new Vector3(0, 0, 5));
        SampleParts.Place("place", "bell", new Vector3(6, 0, 5));

        thief = GameObject.CreatePrimitive(PrimitiveType.Capsule).transform;
        thief.name = "thief";
        thief.position = new Vector3(0, 0, -50);

        var guard = SampleParts.Agent("guard", "guard", new Vector3(0, 0, 0));
        guard.AddComponent<CunningSight>().LookFor(thief, "sees_thief");
        guard.AddComponent<Guard>();
        guard.SetActive(true);
    }

    void Update()
    {
        if (Time.time > thiefArrives) thief.position = new Vector3(0, 0, 8);
    }
}
