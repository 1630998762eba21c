// Rows of a list of agents, for displays.

using System;
using System.Collections.Generic;

namespace Cunning
{
    /// <summary>An agent in a list.</summary>
    public readonly struct AgentRow
    {
        readonly MindAgent agent;
        readonly AgentSummary summary;

        internal AgentRow(MindAgent agent, AgentSummary summary)
        {
            this.agent = agent;
            this.summary = summary;
        }

        /// <summary>The name of the agent.</summary>
        public string Name { get { return agent.Name; } }

        /// <summary>Name, goal and current step in one line.</summary>
        public string Title
        {
            get
            {
                if (summary == null) return agent.Name + ": not alive";
                if (summary.Goal == "") return agent.Name + ": idle";
                return agent.Name + ": " + summary.Goal + (summary.Plan.Count > 0 ? " by " + summary.Plan[0] : "");
            }
        }

        /// <summary>Archetype, plan and reason, one per line.</summary>
        public string Details()
        {
            if (summary == null) return "The agent is not alive: see the console for the reason.";
            var plan = summary.Plan.Count == 0 ? "none" : string.Join(", ", new List<string>(summary.Plan).ToArray());
            return "archetype: " + summary.Archetype + "\nplan: " + plan + "\nwhy: " + summary.Why;
        }
    }

    /// <summary>Rows for a list of agents.</summary>
    public static class AgentRows
    {
        /// <summary>The agents of a world whose names contain a text, in the order in which they were added.</summary>
        public static List<AgentRow> Of(MindWorld world, string filter = "")
        {
            var rows = new List<AgentRow>();
            foreach (var agent in world.Agents)
            {
                if (agent.Name.IndexOf(filter ?? "", StringComparison.OrdinalIgnoreCase) < 0) continue;
                rows.Add(new AgentRow(agent, agent.Summary()));
            }
            return rows;
        }
    }
}
