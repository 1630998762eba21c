// The living agents of a game.

using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Cunning.Native;

namespace Cunning
{
    /// <summary>The properties of a new agent.</summary>
    public sealed class Spawn
    {
        /// <summary>The display name.</summary>
        public string Name = "";
        /// <summary>The seed of everything that is drawn at random for the agent.</summary>
        public ulong Seed;
        /// <summary>The agent's commander.</summary>
        public AgentId Commander = AgentId.None;
        /// <summary>Traits that are given instead of drawn.</summary>
        public readonly List<KeyValuePair<string, double>> Traits = new List<KeyValuePair<string, double>>();
    }

    /// <summary>An order of the game or a player to pursue a goal.</summary>
    public sealed class Order
    {
        /// <summary>The goal.</summary>
        public readonly string Goal;
        /// <summary>The arguments of the goal; the agent chooses the others.</summary>
        public readonly List<KeyValuePair<string, Value>> Args = new List<KeyValuePair<string, Value>>();
        /// <summary>What the order adds to the goal's score.</summary>
        public double Bias = 1;
        /// <summary>How long the order counts; zero for any time.</summary>
        public TimeSpan Within;
        /// <summary>Whether the goal takes precedence over all others as long as there is a plan for it.</summary>
        public bool IsRigid;

        public Order(string goal) { Goal = goal; }
    }

    /// <summary>A copy of minds in memory for rollback.</summary>
    public sealed unsafe class Snapshot : IDisposable
    {
        internal CunningSnapshot* Raw;

        ~Snapshot() { Dispose(); }

        /// <summary>Frees the copy.</summary>
        public void Dispose()
        {
            fixed (CunningSnapshot** place = &Raw) Library.cunning_snapshot_free(place);
            GC.SuppressFinalize(this);
        }
    }

    /// <summary>The living agents of a game. One thread at a time may use them. Ticks, beliefs by symbol, reports and answers
    /// allocate nothing.</summary>
    public sealed unsafe partial class Minds : IDisposable
    {
        const int Batch = 64;

        CunningMinds* raw;
        /// <summary>Commands that were polled, in memory that does not move.</summary>
        CunningCommand* commands;
        int polled, taken;
        readonly Utf8 text = new Utf8();
        readonly Dictionary<Symbol, string> names = new Dictionary<Symbol, string>();

        /// <summary>Creates minds without agents.</summary>
        public Minds(Domain domain)
        {
            if (Library.cunning_abi_version() != Library.CUNNING_ABI_VERSION)
            {
                throw new NotSupportedException("the native library has another version than this code");
            }
            CunningMinds* created = null;
            var status = Library.cunning_minds_new(domain.Raw, null, &created);
            if (status != Library.CUNNING_OK) throw new CunningException(status, "cannot create minds");
            Own(created);
        }

        Minds(CunningMinds* raw) { Own(raw); }
        ~Minds() { Dispose(); }

        void Own(CunningMinds* owned)
        {
            raw = owned;
            commands = (CunningCommand*)Marshal.AllocHGlobal(Batch * sizeof(CunningCommand));
        }

        /// <summary>Frees the minds.</summary>
        public void Dispose()
        {
            fixed (CunningMinds** place = &raw) Library.cunning_minds_free(place);
            if (commands != null) Marshal.FreeHGlobal((IntPtr)commands);
            commands = null;
            polled = taken = 0;
            GC.SuppressFinalize(this);
        }

        void Check(uint status)
        {
            if (status == Library.CUNNING_OK) return;
            if (raw == null) throw new ObjectDisposedException("Minds");
            CunningStr text;
            Library.cunning_last_error(raw, &text);
            throw new CunningException(status, Text.Read(text));
        }

        static ulong Micros(TimeSpan time) { return time.Ticks < 0 ? 0 : (ulong)time.Ticks / 10; }

        /// <summary>Runs a whole tick; then take the commands with TryNext.</summary>
        public void Tick(TimeSpan dt, ulong budget = 1000)
        {
            polled = taken = 0;
            Check(Library.cunning_tick(raw, Micros(dt), budget));
        }

        /// <summary>Begins a tick: time passes and sensors are polled.</summary>
        public void Begin(TimeSpan dt, ulong budget = 1000)
        {
            polled = taken = 0;
            Check(Library.cunning_begin(raw, Micros(dt), budget));
        }

        /// <summary>Runs the queries that are due.</summary>
        public void Ask() { Check(Library.cunning_ask(raw)); }

        /// <summary>Ends a tick: agents choose goals, plan and start steps.</summary>
        public void Think() { Check(Library.cunning_think(raw)); }

        /// <summary>Takes the next command, oldest first. Take all commands before the next tick.</summary>
        public bool TryNext(out Command command)
        {
            command = new Command();
            if (taken == polled)
            {
                if (commands == null) throw new ObjectDisposedException("Minds");
                ulong count = 0;
                taken = polled = 0;
                commands->struct_size = (uint)sizeof(CunningCommand);
                Check(Library.cunning_poll(raw, commands, Batch, &count));
                polled = (int)count;
            }
            if (taken == polled) return false;
            command.Raw = commands[taken++];
            return true;
        }

        /// <summary>Reports a step. A report about a step that has ended is counted and has no effect.</summary>
        public void Report(CommandId step, Outcome outcome)
        {
            Check(Library.cunning_report(raw, step.Number, (uint)outcome));
        }

        /// <summary>Reports that a step is done.</summary>
        public void Done(CommandId step) { Report(step, Outcome.Done); }

        /// <summary>Answers a check or a question about positions.</summary>
        public void Answer(Answer answer)
        {
            var given = answer.Raw;
            Check(Library.cunning_answer_many(raw, &given, 1));
        }

        /// <summary>Returns the symbol of a name. A mistyped name is an exception with a suggestion.</summary>
        public Symbol Find(NameKind kind, string name)
        {
            uint symbol = 0;
            fixed (byte* bytes = text.Encode(name))
            {
                Check(Library.cunning_symbol(raw, (uint)kind, text.At(bytes), &symbol));
            }
            return new Symbol(symbol);
        }

        /// <summary>Returns the symbol of a fact.</summary>
        public Symbol Fact(string name) { return Find(NameKind.Fact, name); }

        /// <summary>Returns the symbol of an action.</summary>
        public Symbol Action(string name) { return Find(NameKind.Action, name); }

        /// <summary>Returns the name of a symbol. Each name is read once, so this allocates nothing in the long run.
        /// </summary>
        public string NameOf(Symbol symbol)
        {
            string name;
            if (names.TryGetValue(symbol, out name)) return name;
            CunningStr text;
            Check(Library.cunning_symbol_name(raw, symbol.Number, &text, null, null));
            name = Text.Read(text);
            names.Add(symbol, name);
            return name;
        }

        /// <summary>Sets a belief of an agent.</summary>
        public void Set(AgentId agent, Symbol fact, Value value, double confidence = 1)
        {
            var belief = new CunningBelief
            {
                agent = agent.Number,
                fact = fact.Number,
                value = value.Raw,
                confidence = confidence,
            };
            Check(Library.cunning_set_many(raw, &belief, 1, null));
        }

        /// <summary>Sets a belief of an agent about a member of a family with one index.</summary>
        public void Set(AgentId agent, Symbol fact, Value index, Value value, double confidence = 1)
        {
            var indices = index.Raw;
            var belief = new CunningBelief
            {
                agent = agent.Number,
                fact = fact.Number,
                index_count = 1,
                indices = &indices,
                value = value.Raw,
                confidence = confidence,
            };
            Check(Library.cunning_set_many(raw, &belief, 1, null));
        }

        /// <summary>Sets a belief of an agent by name. Use a symbol for what is set in every tick.</summary>
        public void Set(AgentId agent, string fact, Value value) { Set(agent, Fact(fact), value); }

        /// <summary>Sets the beliefs of a batch in one call. It stops at the first mistake; Done has the number of those
        /// before it.</summary>
        public void Set(Beliefs beliefs)
        {
            ulong done = 0;
            var status = Library.cunning_set_many(raw, beliefs.Raw, (ulong)beliefs.Count, &done);
            beliefs.Done = (int)done;
            Check(status);
        }

        /// <summary>Returns what an agent believes of a fact, and how sure it is, from 0 to 1.</summary>
        public Value Get(AgentId agent, Symbol fact, out double confidence, params Value[] indices)
        {
            CunningValue value;
            double sure = 0;
            using (var memory = new NativeMemory())
            {
                var first = memory.Values(indices);
                var count = (ulong)indices.Length;
                Check(Library.cunning_get(raw, agent.Number, fact.Number, first, count, &value, &sure));
            }
            confidence = sure;
            return Value.From(value);
        }
    }

    /// <summary>Beliefs for a crowd, set in one call: fill it once and change the values.</summary>
    public sealed unsafe class Beliefs : IDisposable
    {
        internal CunningBelief* Raw;
        int capacity;
        /// <summary>Names and indices of the beliefs.</summary>
        readonly NativeMemory memory = new NativeMemory();

        /// <summary>The number of beliefs.</summary>
        public int Count { get; private set; }
        /// <summary>The number of beliefs that the last call has set.</summary>
        public int Done { get; internal set; }

        public Beliefs(int capacity = 64) { Reserve(Math.Max(capacity, 1)); }
        ~Beliefs() { Dispose(); }

        void Reserve(int wanted)
        {
            capacity = wanted;
            var bytes = (IntPtr)((long)capacity * sizeof(CunningBelief));
            var memory = Raw == null ? Marshal.AllocHGlobal(bytes) : Marshal.ReAllocHGlobal((IntPtr)Raw, bytes);
            Raw = (CunningBelief*)memory;
        }

        /// <summary>Adds a belief and returns its place.</summary>
        public int Add(AgentId agent, Symbol fact, Value value)
        {
            if (Raw == null) throw new ObjectDisposedException("Beliefs");
            if (Count == capacity) Reserve(capacity * 2);
            Raw[Count] = new CunningBelief
            {
                agent = agent.Number,
                fact = fact.Number,
                value = memory.Value(value),
                confidence = 1,
            };
            return Count++;
        }

        /// <summary>Adds a belief about a member of a family and returns its place.</summary>
        public int Add(AgentId agent, Symbol fact, Value value, params Value[] indices)
        {
            var at = Add(agent, fact, value);
            Raw[at].indices = memory.Values(indices);
            Raw[at].index_count = (uint)indices.Length;
            return at;
        }

        /// <summary>Changes the value of a belief.</summary>
        public void SetValue(int at, Value value)
        {
            if (at < 0 || at >= Count) throw new ArgumentOutOfRangeException("at");
            Raw[at].value = value.Raw;
        }

        /// <summary>Removes all beliefs and keeps the memory.</summary>
        public void Clear()
        {
            Count = 0;
            memory.Dispose();
        }

        /// <summary>Frees the memory.</summary>
        public void Dispose()
        {
            if (Raw != null) Marshal.FreeHGlobal((IntPtr)Raw);
            Raw = null;
            Count = capacity = 0;
            memory.Dispose();
            GC.SuppressFinalize(this);
        }
    }
}
