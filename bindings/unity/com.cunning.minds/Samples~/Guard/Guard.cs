// This sample shows a guard who rings a bell: the agent decides, this script moves the body.

using Cunning.Unity;
using UnityEngine;

[RequireComponent(typeof(CunningAgent))]
public sealed class Guard : MonoBehaviour
{
    public float speed = 4;

    CunningAgent agent;

    void Awake() { agent = GetComponent<CunningAgent>(); }

    void Update()
    {
        if (agent.IsDoing("go"))
        {
            var target = agent.Target(0).position;
            transform.position = Vector3.MoveTowards(transform.position, target, speed * Time.deltaTime);
            if (Vector3.Distance(transform.position, target) < 0.01f) agent.Done();
        }
        else if (agent.IsDoing("ring"))
        {
            Debug.Log("Ding dong: " + name + " rings the bell.");
            agent.Done();
        }
    }
}
