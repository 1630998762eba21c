// This sample shows a squad under an officer: orders go down, reports come back.

using Cunning.Unity;
using UnityEngine;

[RequireComponent(typeof(CunningAgent))]
public sealed class Rifleman : MonoBehaviour
{
    public float speed = 3;

    CunningAgent agent;

    void Awake() { agent = GetComponent<CunningAgent>(); }

    void OnEnable() { agent.StepStarted += Acknowledge; }

    void OnDisable() { agent.StepStarted -= Acknowledge; }

    void Acknowledge(CunningAgent who) { Debug.Log(name + ": to the " + agent.NameOf(0) + "!"); }

    void Update()
    {
        if (!agent.IsDoing("march")) return;
        var target = agent.Target(0).position;
        transform.position = Vector3.MoveTowards(transform.position, target, speed * Time.deltaTime);
        if (Vector3.Distance(transform.position, target) < 0.01f) agent.Done();
    }
}
