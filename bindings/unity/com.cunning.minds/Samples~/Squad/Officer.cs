// The officer of the squad.

using Cunning.Unity;
using UnityEngine;

[RequireComponent(typeof(CunningAgent))]
public sealed class Officer : MonoBehaviour
{
    CunningAgent agent;

    void Awake() { agent = GetComponent<CunningAgent>(); }

    void OnEnable() { agent.StepStarted += Shout; }

    void OnDisable() { agent.StepStarted -= Shout; }

    /// <summary>A step that consists of orders needs no report: it ends when the subordinates have reported.</summary>
    void Shout(CunningAgent who)
    {
        if (agent.Step.IsCommand) Debug.Log(name + ": take the " + agent.NameOf(0) + "!");
    }

    void Update()
    {
        if (!agent.IsDoing("fire_flare")) return;
        Debug.Log(name + " fires a flare.");
        agent.Done();
    }
}
