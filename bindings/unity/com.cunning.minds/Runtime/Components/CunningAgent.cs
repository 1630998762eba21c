// An agent: the mind of a game object.

using System;
using UnityEngine;

namespace Cunning.Unity
{
    /// <summary>Gives a game object a mind. The object's scripts look at the step and carry it out:
    /// <c>if (agent.IsDoing("go")) { … agent.Done(); }</c>.</summary>
    [AddComponentMenu("Cunning/Cunning Agent")]
    [DefaultExecutionOrder(-300)]
    [DisallowMultipleComponent]
    public sealed class CunningAgent : MonoBehaviour, IAgentBody, IPlaced
    {
        [Tooltip("The archetype in the domain file.")]
        [SerializeField] string archetype = "";
        [Tooltip("Who gives orders to this agent.")]
        [SerializeField] CunningAgent commander;
        [Tooltip("The seed of the agent's random traits.")]
        [SerializeField] int seed;
        [Tooltip("Whether steps take time to stop. Then call Stopped when `Step.IsStopping` and it has ended.")]
        [SerializeField] bool windsDown;
        [Tooltip("The world; empty: the enabled one.")]
        [SerializeField] CunningWorld world;

        MindAgent agent;
        CunningSensor[] sensors = new CunningSensor[0];

        /// <summary>A step has started; it is the current Step.</summary>
        public event Action<CunningAgent> StepStarted;
        /// <summary>The current Step has to stop.</summary>
        public event Action<CunningAgent, StopReason> StepStopped;
        /// <summary>The agent has nothing to do.</summary>
        public event Action<CunningAgent, IdleReason> WentIdle;
        /// <summary>The state of an order to the agent has changed.</summary>
        public event Action<CunningAgent, CommandId, OrderState> OrderChanged;
        /// <summary>Answers checks of actions by name; without it all checks are answered with yes.</summary>
        public Func<CunningAgent, Question, bool> CheckAsked;
        /// <summary>Answers questions about positions before the world does; return null to leave a question to the world.
        /// </summary>
        public Func<CunningAgent, Question, Reply?> QuestionAsked;

        /// <summary>The agent below this component; null while it is not enabled.</summary>
        public MindAgent Mind { get { return agent; } }
        /// <summary>The world that the agent lives in.</summary>
        public CunningWorld World { get { return world; } }
        /// <summary>Whether the agent exists.</summary>
        public bool IsAlive { get { return agent != null && agent.IsAlive; } }
        /// <summary>The current step; null while the component is not enabled.</summary>
        public Step Step { get { return agent == null ? null : agent.Step; } }

        /// <summary>The agent's commander, or null.</summary>
        public CunningAgent Commander
        {
            get { return commander; }
            set
            {
                commander = value;
                if (agent != null) agent.Commander = commander == null ? null : commander.agent;
            }
        }

        Point IPlaced.Position { get { return Positions.ToPoint(transform.position); } }

        /// <summary>Sets the archetype before the component is enabled.</summary>
        public void Describe(string archetypeName, int seedOfTraits = 0)
        {
            archetype = archetypeName;
            seed = seedOfTraits;
        }

        /// <summary>Whether the agent performs a step of an action.</summary>
        public bool IsDoing(string action) { return agent != null && agent.IsDoing(action); }
        /// <summary>Reports the step as done.</summary>
        public bool Done() { return agent != null && agent.Done(); }
        /// <summary>Reports the step as failed.</summary>
        public bool Fail() { return agent != null && agent.Fail(); }
        /// <summary>Reports that an agent that winds down has stopped.</summary>
        public bool Stopped() { return agent != null && agent.Stopped(); }
        /// <summary>Sets a belief.</summary>
        public bool Set(string fact, Value value, double confidence = 1)
        {
            return agent != null && agent.Set(fact, value, confidence);
        }
        /// <summary>Sets a belief about an object, such as <c>sees[foe]</c>.</summary>
        public bool SetAbout(string fact, CunningObject about, Value value, double confidence = 1)
        {
            return agent != null && about != null && about.Object != null
                && agent.SetAbout(fact, about.Object.Value, value, confidence);
        }
        /// <summary>Sets a belief whose value is an object of the domain, by name.</summary>
        public bool SetName(string fact, string objectName) { return agent != null && agent.SetName(fact, objectName); }
        /// <summary>Orders the agent to pursue a goal.</summary>
        public CommandId? Order(Order order) { return agent == null ? null : agent.Order(order); }

        /// <summary>The object that an argument of the step names, or null: <c>agent.Target(0)</c> in <c>go(bell)</c> is the
        /// bell.</summary>
        public Transform Target(int argument)
        {
            if (agent == null || world == null) return null;
            var component = world.Minds.PlacedOf(agent.Step[argument]) as Component;
            return component == null ? null : component.transform;
        }

        /// <summary>The name of an argument of the step: <c>bell</c>.</summary>
        public string NameOf(int argument)
        {
            return agent == null || world == null ? "" : world.Minds.NameOf(agent.Step[argument]);
        }

        void OnEnable() { Join(false); }

        void Start()
        {
            Join(true);
            // A commander that is enabled later is known by now.
            Commander = commander;
        }

        void Join(bool isLastTry)
        {
            if (agent != null) return;
            if (world == null) world = CunningWorld.Active;
            if (world == null)
            {
                if (isLastTry) Debug.LogError("The Cunning Agent has no Cunning World: add one to the scene.", this);
                return;
            }
            sensors = GetComponentsInChildren<CunningSensor>();
            foreach (var sensor in sensors) world.Minds.PollSensor(sensor.Sensor, sensor.Interval);
            agent = world.Minds.Add(archetype, name, this, unchecked((ulong)seed));
            agent.WindsDown = windsDown;
            Commander = commander;
        }

        void OnDisable()
        {
            if (world != null) world.Minds.Remove(agent);
            agent = null;
        }

        void IAgentBody.StepStarted(MindAgent mind)
        {
            if (StepStarted != null) StepStarted(this);
        }

        void IAgentBody.StepStopped(MindAgent mind, StopReason reason)
        {
            if (StepStopped != null) StepStopped(this, reason);
        }

        void IAgentBody.Sense(MindAgent mind, string sensor)
        {
            foreach (var part in sensors)
            {
                if (part != null && part.isActiveAndEnabled && part.Sensor == sensor) part.Sense(this);
            }
        }

        bool IAgentBody.Check(MindAgent mind, Question check) { return CheckAsked == null || CheckAsked(this, check); }

        Reply IAgentBody.Answer(MindAgent mind, Question question)
        {
            var own = QuestionAsked == null ? null : QuestionAsked(this, question);
            return own ?? world.Answer(question);
        }

        void IAgentBody.WentIdle(MindAgent mind, IdleReason reason)
        {
            if (WentIdle != null) WentIdle(this, reason);
        }

        void IAgentBody.OrderChanged(MindAgent mind, CommandId order, OrderState state)
        {
            if (OrderChanged != null) OrderChanged(this, order, state);
        }
    }
}
