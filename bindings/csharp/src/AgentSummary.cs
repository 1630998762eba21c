// What an agent is doing and why, for displays.

using System.Collections.Generic;

namespace Cunning
{
    /// <summary>What an agent is doing and why, for displays and logs.</summary>
    public sealed class AgentSummary
    {
        /// <summary>The display name.</summary>
        public readonly string Name;
        /// <summary>The archetype.</summary>
        public readonly string Archetype;
        /// <summary>The goal; empty if the agent pursues none.</summary>
        public readonly string Goal;
        /// <summary>The steps of the plan, such as <c>go(bell)</c>. The first one may be running.</summary>
        public readonly IList<string> Plan;
        /// <summary>Whether the first step is running.</summary>
        public readonly bool IsActing;
        /// <summary>Why, in sentences.</summary>
        public readonly string Why;

        internal AgentSummary(string inspection, string why)
        {
            var agent = JsonValue.Read(inspection);
            Name = agent.TextOf("name") ?? "";
            Archetype = agent.TextOf("archetype") ?? "";
            Goal = agent.TextOf("goal") ?? "";
            IsActing = agent["is_acting"].Kind == JsonKind.True;
            var plan = new List<string>();
            foreach (var step in agent["plan"].Items) plan.Add(step.TextOf("text"));
            Plan = plan;
            Why = JsonValue.Read(why).TextOf("text") ?? "";
        }
    }

    public sealed unsafe partial class Minds
    {
        /// <summary>What an agent is doing and why. It allocates: for displays, not for every tick.</summary>
        public AgentSummary Summarize(AgentId agent) { return new AgentSummary(Inspect(agent), Why(agent)); }
    }
}
