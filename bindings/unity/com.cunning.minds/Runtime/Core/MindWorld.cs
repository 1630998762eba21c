// The agents of a game: opens and closes with it, ticks, and passes commands to bodies.

using System;
using System.Collections.Generic;

namespace Cunning
{
    /// <summary>The agents and objects of a game above one Minds. Agents and objects may be added before the world opens and
    /// stay known when it closes: a game that starts again opens the same world again. Use it on one thread.</summary>
    public sealed partial class MindWorld : IDisposable
    {
        readonly Action<string, object> log;
        readonly List<MindAgent> agents = new List<MindAgent>();
        readonly List<MindObject> objects = new List<MindObject>();
        readonly Dictionary<AgentId, MindAgent> alive = new Dictionary<AgentId, MindAgent>();
        readonly Dictionary<ulong, MindObject> bound = new Dictionary<ulong, MindObject>();
        readonly Dictionary<Symbol, MindObject> landmarks = new Dictionary<Symbol, MindObject>();
        /// <summary>Symbols of facts and of objects of the domain. Names that do not exist are none, so that a mistake
        /// costs an exception only once.</summary>
        readonly Dictionary<string, Symbol> facts = new Dictionary<string, Symbol>();
        readonly Dictionary<string, Symbol> names = new Dictionary<string, Symbol>();
        readonly List<KeyValuePair<string, TimeSpan>> sensors = new List<KeyValuePair<string, TimeSpan>>();
        readonly HashSet<string> mistakes = new HashSet<string>();
        readonly Question question = new Question();
        Minds minds;
        bool isTicking;
        ulong lastObject;

        /// <summary>Creates a closed world. Mistakes are passed to <c>log</c> once each, with the agent or object that they
        /// are about, or null.</summary>
        public MindWorld(Action<string, object> log) { this.log = log; }

        /// <summary>Whether the world is open.</summary>
        public bool IsOpen { get { return minds != null; } }
        /// <summary>The minds, for what this class does not offer; null while the world is closed.</summary>
        public Minds Minds { get { return minds; } }
        /// <summary>All agents in the order in which they were added.</summary>
        public IList<MindAgent> Agents { get { return agents; } }
        /// <summary>The number of ticks since the world was opened.</summary>
        public long Ticks { get; private set; }

        /// <summary>Opens the world with a domain and gives life to its agents, in the order in which they were added. A mistake
        /// in the domain is logged, and the world stays closed. An open world is closed first.</summary>
        public bool Open(IList<KeyValuePair<string, string>> sources)
        {
            Close();
            mistakes.Clear();
            try
            {
                using (var domain = Domain.Parse(sources)) minds = new Minds(domain);
            }
            catch (CunningException error)
            {
                Mistake(error.Message, null);
                return false;
            }
            foreach (var sensor in sensors) Poll(sensor.Key, sensor.Value);
            foreach (var known in objects) Bind(known);
            foreach (var agent in agents) Spawn(agent);
            foreach (var agent in agents) ApplyCommander(agent);
            return true;
        }

        /// <summary>Closes the world: its agents are no longer alive, and their steps have ended. It may be called at any time,
        /// also by a body during a tick.</summary>
        public void Close()
        {
            if (minds != null) minds.Dispose();
            minds = null;
            foreach (var agent in agents) Bury(agent);
            foreach (var known in objects) known.Symbol = Symbol.None;
            alive.Clear();
            bound.Clear();
            landmarks.Clear();
            facts.Clear();
            names.Clear();
            Ticks = 0;
        }

        /// <summary>Closes the world.</summary>
        public void Dispose() { Close(); }

        /// <summary>Continues with another version of the domain. With a mistake in it, the old version stays.</summary>
        public bool Reload(IList<KeyValuePair<string, string>> sources)
        {
            if (!IsOpen) return false;
            string report;
            mistakes.Clear();
            try
            {
                using (var domain = Domain.Parse(sources)) report = minds.Reload(domain);
            }
            catch (CunningException error)
            {
                Mistake(error.Message, null);
                return false;
            }
            facts.Clear();
            names.Clear();
            foreach (var id in JsonValue.Read(report)["removed"].Items)
            {
                MindAgent agent;
                if (!alive.TryGetValue(new AgentId(id.Whole), out agent)) continue;
                alive.Remove(agent.Id);
                Bury(agent);
                Mistake("the archetype `" + agent.Archetype + "` of the agent was removed from the domain", agent);
            }
            landmarks.Clear();
            foreach (var known in objects) if (known.Symbol != Symbol.None) Bind(known);
            return true;
        }

        /// <summary>Adds an agent of an archetype. It is alive at once if the world is open and has the archetype.</summary>
        public MindAgent Add(string archetype, string name, IAgentBody body, ulong seed = 0)
        {
            var agent = new MindAgent(this, archetype ?? "", name ?? "", seed, body);
            agents.Add(agent);
            if (IsOpen) Spawn(agent);
            return agent;
        }

        /// <summary>Removes an agent. Its step ends without a report.</summary>
        public void Remove(MindAgent agent)
        {
            if (agent == null || !agents.Remove(agent)) return;
            if (agent.IsAlive)
            {
                alive.Remove(agent.Id);
                try { minds.Remove(agent.Id); }
                catch (CunningException error) { Mistake(error.Message, agent); }
            }
            Bury(agent);
        }

        /// <summary>Adds an object: of an open type, or the place of an object that the domain file lists.</summary>
        public MindObject AddObject(string type, string name, IPlaced placed)
        {
            var added = new MindObject(type ?? "", name ?? "", placed, ++lastObject);
            objects.Add(added);
            if (IsOpen) Bind(added);
            return added;
        }

        /// <summary>Removes an object. Plans about it end.</summary>
        public void RemoveObject(MindObject known)
        {
            if (known == null || !objects.Remove(known)) return;
            if (known.Symbol != Symbol.None) landmarks.Remove(known.Symbol);
            if (!bound.Remove(known.Id) || !IsOpen) return;
            try { minds.Unbind(known.Id); }
            catch (CunningException error) { Mistake(error.Message, known); }
        }

        /// <summary>Sets how often a sensor is polled. Without an interval it is never polled.</summary>
        public void PollSensor(string sensor, TimeSpan interval)
        {
            sensors.RemoveAll(known => known.Key == sensor);
            sensors.Add(new KeyValuePair<string, TimeSpan>(sensor, interval));
            if (IsOpen) Poll(sensor, interval);
        }

        /// <summary>The object that a value refers to, or null.</summary>
        public MindObject Find(Value value)
        {
            MindObject found;
            if (value.Kind == ValueKind.Object) return bound.TryGetValue(value.AsObject, out found) ? found : null;
            if (value.Kind == ValueKind.Name) return landmarks.TryGetValue(value.AsName, out found) ? found : null;
            return null;
        }

        /// <summary>The living agent with an id, or null.</summary>
        public MindAgent Find(AgentId id)
        {
            MindAgent found;
            return alive.TryGetValue(id, out found) ? found : null;
        }

        /// <summary>The name of a value: of an object of the domain without its type, of an object of the game, or the value
        /// itself as a text.</summary>
        public string NameOf(Value value)
        {
            var found = Find(value);
            if (found != null) return found.Name;
            switch (value.Kind)
            {
                case ValueKind.Name:
                    if (!IsOpen) return "";
                    var name = minds.NameOf(value.AsName);
                    return name.Substring(name.IndexOf('.') + 1);
                case ValueKind.Bool: return value.AsBool ? "true" : "false";
                case ValueKind.Int: return value.AsInt.ToString(System.Globalization.CultureInfo.InvariantCulture);
                default: return "";
            }
        }

        /// <summary>The symbol of an object of the domain, named with its type: <c>place.gate</c>. A mistake is logged and
        /// returns none.</summary>
        public Symbol ObjectSymbol(string name) { return Look(names, NameKind.Object, name, null); }

        /// <summary>Opens a link for the studio and returns the address for <c>cunning studio --attach</c>, or null.</summary>
        public string Attach()
        {
            try { return IsOpen ? minds.Attach() : null; }
            catch (CunningException error)
            {
                Mistake(error.Message, null);
                return null;
            }
        }

        /// <summary>Logs a mistake unless it is known already.</summary>
        internal void Mistake(string message, object about)
        {
            var agent = about as MindAgent;
            var known = about as MindObject;
            var of = agent != null ? agent.Name : known != null ? known.Name : "";
            if (mistakes.Add(of + "\n" + message)) log(message, about);
        }

        void Spawn(MindAgent agent)
        {
            try
            {
                agent.Id = minds.Spawn(agent.Archetype, new Spawn { Name = agent.Name, Seed = agent.Seed });
                alive.Add(agent.Id, agent);
            }
            catch (CunningException error) { Mistake(error.Message, agent); }
            ApplyCommander(agent);
            foreach (var other in agents) if (other.Commander == agent) ApplyCommander(other);
        }

        static void Bury(MindAgent agent)
        {
            agent.Id = AgentId.None;
            agent.Step.End();
        }

        internal void ApplyCommander(MindAgent agent)
        {
            var commander = agent.Commander;
            if (!agent.IsAlive || commander != null && !commander.IsAlive) return;
            try { minds.SetCommander(agent.Id, commander == null ? AgentId.None : commander.Id); }
            catch (CunningException error) { Mistake(error.Message, agent); }
        }

        void Bind(MindObject known)
        {
            try
            {
                minds.Bind(known.Type, known.Id, known.Name);
                bound[known.Id] = known;
            }
            catch (CunningException error)
            {
                if (error.Code != "closed-type")
                {
                    Mistake(error.Message, known);
                    return;
                }
                known.Symbol = Look(names, NameKind.Object, known.Type + "." + known.Name, known);
                if (known.Symbol != Symbol.None) landmarks[known.Symbol] = known;
            }
        }

        void Poll(string sensor, TimeSpan interval)
        {
            try { minds.PollSensor(sensor, interval); }
            catch (CunningException error) { Mistake(error.Message, null); }
        }

        /// <summary>The symbol of a name from a table of those that were used before.</summary>
        Symbol Look(Dictionary<string, Symbol> known, NameKind kind, string name, object about)
        {
            var symbol = Symbol.None;
            if (!IsOpen || name == null || known.TryGetValue(name, out symbol)) return symbol;
            try { symbol = minds.Find(kind, name); }
            catch (CunningException error)
            {
                symbol = Symbol.None;
                Mistake(error.Message, about);
            }
            known.Add(name, symbol);
            return symbol;
        }
    }
}
