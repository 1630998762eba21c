// An agent of a world, from the game's point of view.

namespace Cunning
{
    /// <summary>An agent of a world. It stays the same object while the world closes and opens again, and every call is safe
    /// at any time: without a living agent it returns false and does nothing. Mistakes, such as an unknown fact, return
    /// false too and are logged once.</summary>
    public sealed class MindAgent
    {
        readonly MindWorld world;
        MindAgent commander;

        /// <summary>The archetype in the domain file.</summary>
        public readonly string Archetype;
        /// <summary>The display name.</summary>
        public readonly string Name;
        /// <summary>The seed of everything that is drawn at random for the agent.</summary>
        public readonly ulong Seed;
        /// <summary>What carries out the agent's steps.</summary>
        public readonly IAgentBody Body;
        /// <summary>The agent's place in the game; null if it has none.</summary>
        public readonly IPlaced Placed;
        /// <summary>The id in the minds; none while the agent is not alive. It changes when the world opens again.</summary>
        public AgentId Id { get; internal set; }
        /// <summary>The step that the agent performs.</summary>
        public readonly Step Step = new Step();
        /// <summary>Whether steps take time to stop: then report them with Stopped.</summary>
        public bool WindsDown;

        internal MindAgent(MindWorld world, string archetype, string name, ulong seed, IAgentBody body)
        {
            this.world = world;
            Archetype = archetype;
            Name = name;
            Seed = seed;
            Body = body;
            Placed = body as IPlaced;
            Id = AgentId.None;
        }

        /// <summary>Whether the agent exists in an open world.</summary>
        public bool IsAlive { get { return Id != AgentId.None && world.IsOpen; } }

        /// <summary>The agent's commander, or null. It is remembered until both are alive.</summary>
        public MindAgent Commander
        {
            get { return commander; }
            set
            {
                commander = value;
                world.ApplyCommander(this);
            }
        }

        /// <summary>Sets a belief with a confidence from 0 to 1.</summary>
        public bool Set(string fact, Value value, double confidence = 1)
        {
            return world.Set(this, fact, value, confidence);
        }

        /// <summary>Sets a belief about a member of a family, such as <c>sees[foe]</c>.</summary>
        public bool SetAbout(string fact, Value index, Value value, double confidence = 1)
        {
            return world.SetAbout(this, fact, index, value, confidence);
        }

        /// <summary>Sets a belief whose value is an object of the domain, by its name: <c>SetName("at", "gate")</c>. For what
        /// is set in every tick, pass the result of MindWorld.ObjectSymbol("place.gate") to Set instead, which allocates nothing.
        /// </summary>
        public bool SetName(string fact, string name) { return world.SetName(this, fact, name); }

        /// <summary>Whether the agent performs a step of an action.</summary>
        public bool IsDoing(string action) { return Step.Is(action); }

        /// <summary>Reports the step as done. The report is delivered at the beginning of the next tick.</summary>
        public bool Done() { return Report(Outcome.Done); }

        /// <summary>Reports the step as failed. The agent plans again.</summary>
        public bool Fail() { return Report(Outcome.Failed); }

        /// <summary>Reports that an agent that winds down has stopped its step.</summary>
        public bool Stopped() { return Step.IsStopping && Report(Outcome.Stopped); }

        bool Report(Outcome outcome)
        {
            if (!IsAlive || !Step.IsRunning || Step.IsCommand || Step.Outcome != Outcome.Running) return false;
            Step.Outcome = outcome;
            return true;
        }

        /// <summary>Orders the agent to pursue a goal and returns the id of the order, or null.</summary>
        public CommandId? Order(Order order) { return world.Give(this, order); }

        /// <summary>Stops the agent until it is released, for example for a cut scene.</summary>
        public bool Hold() { return world.Hold(this, true); }

        /// <summary>Releases a held agent.</summary>
        public bool Release() { return world.Hold(this, false); }

        /// <summary>What the agent is doing and why, for displays; null if it is not alive.</summary>
        public AgentSummary Summary() { return world.Summarize(this); }
    }

    /// <summary>An object of the game that agents know: an object of an open type, which comes and goes, or the place of an
    /// object that the domain file lists.</summary>
    public sealed class MindObject
    {
        /// <summary>The type in the domain file.</summary>
        public readonly string Type;
        /// <summary>The name; for an object of the domain file, its name there.</summary>
        public readonly string Name;
        /// <summary>The object's place in the game; null if it has none.</summary>
        public readonly IPlaced Placed;
        /// <summary>The id, which the world never uses again.</summary>
        public readonly ulong Id;

        internal Symbol Symbol = Symbol.None;

        internal MindObject(string type, string name, IPlaced placed, ulong id)
        {
            Type = type;
            Name = name;
            Placed = placed;
            Id = id;
        }

        /// <summary>The object as a value, for beliefs about it.</summary>
        public Value Value { get { return Symbol == Symbol.None ? Value.Object(Id) : (Value)Symbol; } }
    }
}
