// This sample shows a villager with needs: the same few actions, another plan whenever hunger or coins change.

using Cunning.Unity;
using UnityEngine;

[RequireComponent(typeof(CunningAgent))]
public sealed class Villager : MonoBehaviour
{
    public float speed = 5;
    public float secondsPerTask = 1;

    CunningAgent agent;
    float worked;

    void Awake() { agent = GetComponent<CunningAgent>(); }

    void OnEnable() { agent.StepStarted += Begin; }

    void OnDisable() { agent.StepStarted -= Begin; }

    void Begin(CunningAgent who)
    {
        worked = 0;
        Debug.Log(name + ": " + agent.Step.Name + " " + agent.NameOf(0));
    }

    void Update()
    {
        if (agent.IsDoing("go"))
        {
            var target = agent.Target(0).position;
            transform.position = Vector3.MoveTowards(transform.position, target, speed * Time.deltaTime);
            if (Vector3.Distance(transform.position, target) < 0.01f) agent.Done();
            return;
        }
        // Everything else takes its time and succeeds.
        worked += Time.deltaTime;
        if (worked >= secondsPerTask) agent.Done();
    }
}
