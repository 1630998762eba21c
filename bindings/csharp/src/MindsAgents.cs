// Agents, orders, numbers, saves and explanations.

using System;
using Cunning.Native;

namespace Cunning
{
    public sealed unsafe partial class Minds
    {
        /// <summary>Adds an agent of an archetype.</summary>
        public AgentId Spawn(string archetype, Spawn options = null)
        {
            ulong agent = 0;
            using (var memory = new NativeMemory())
            {
                var of = memory.Text(archetype);
                if (options == null)
                {
                    Check(Library.cunning_spawn(raw, of, null, &agent));
                    return new AgentId(agent);
                }
                var traits = (CunningTrait*)memory.Block(options.Traits.Count * sizeof(CunningTrait));
                for (var at = 0; at < options.Traits.Count; at++)
                {
                    traits[at].name = memory.Text(options.Traits[at].Key);
                    traits[at].value = options.Traits[at].Value;
                }
                var spawn = new CunningSpawn
                {
                    struct_size = (uint)sizeof(CunningSpawn),
                    name = memory.Text(options.Name),
                    seed = options.Seed,
                    commander = options.Commander.Number,
                    traits = traits,
                    trait_count = (ulong)options.Traits.Count,
                };
                Check(Library.cunning_spawn(raw, of, &spawn, &agent));
            }
            return new AgentId(agent);
        }

        /// <summary>Removes an agent.</summary>
        public void Remove(AgentId agent) { Check(Library.cunning_remove(raw, agent.Number)); }

        /// <summary>Sets a belief about a member of a family by name, with a confidence from 0 to 1.</summary>
        public void Believe(AgentId agent, string fact, Value[] indices, Value value, double confidence)
        {
            using (var memory = new NativeMemory())
            {
                var name = memory.Text(fact);
                var first = memory.Values(indices);
                var given = memory.Value(value);
                var count = (ulong)indices.Length;
                Check(Library.cunning_believe(raw, agent.Number, name, first, count, given, confidence));
            }
        }

        /// <summary>Overwrites a number of a table, for one agent or, with AgentId.None, for all.</summary>
        public void SetTable(AgentId agent, string table, Value[] indices, double value)
        {
            using (var memory = new NativeMemory())
            {
                var name = memory.Text(table);
                var first = memory.Values(indices);
                Check(Library.cunning_set_table(raw, agent.Number, name, first, (ulong)indices.Length, value));
            }
        }

        /// <summary>Changes a trait of an agent.</summary>
        public void SetTrait(AgentId agent, string name, double value)
        {
            fixed (byte* bytes = text.Encode(name))
            {
                Check(Library.cunning_set_trait(raw, agent.Number, text.At(bytes), value));
            }
        }

        /// <summary>Binds an object of the game to an open type, by an id that the game chooses.</summary>
        public void Bind(string type, ulong id, string name = "")
        {
            using (var memory = new NativeMemory())
            {
                Check(Library.cunning_bind(raw, memory.Text(type), id, memory.Text(name)));
            }
        }

        /// <summary>Unbinds an object that no longer exists.</summary>
        public void Unbind(ulong id) { Check(Library.cunning_unbind(raw, id)); }

        /// <summary>Orders an agent to pursue a goal.</summary>
        public CommandId Order(AgentId agent, Order order)
        {
            ulong id = 0;
            using (var memory = new NativeMemory())
            {
                var args = (CunningArg*)memory.Block(order.Args.Count * sizeof(CunningArg));
                for (var at = 0; at < order.Args.Count; at++)
                {
                    args[at].param = memory.Text(order.Args[at].Key);
                    args[at].value = memory.Value(order.Args[at].Value);
                }
                var given = new CunningOrder
                {
                    struct_size = (uint)sizeof(CunningOrder),
                    flags = order.IsRigid ? Library.CUNNING_ORDER_RIGID : 0,
                    goal = memory.Text(order.Goal),
                    args = args,
                    arg_count = (ulong)order.Args.Count,
                    bias = order.Bias,
                    within_us = Micros(order.Within),
                };
                Check(Library.cunning_order(raw, agent.Number, &given, &id));
            }
            return new CommandId(id);
        }

        /// <summary>Withdraws an order.</summary>
        public void Withdraw(CommandId order) { Check(Library.cunning_withdraw(raw, order.Number)); }

        /// <summary>Sets the commander of an agent, or removes it with AgentId.None.</summary>
        public void SetCommander(AgentId agent, AgentId commander)
        {
            Check(Library.cunning_set_commander(raw, agent.Number, commander.Number));
        }

        /// <summary>Returns the commander of an agent, or AgentId.None.</summary>
        public AgentId Commander(AgentId agent)
        {
            ulong commander = 0;
            Check(Library.cunning_commander(raw, agent.Number, &commander));
            return new AgentId(commander);
        }

        /// <summary>Returns the direct subordinates of an agent.</summary>
        public AgentId[] Subordinates(AgentId agent)
        {
            ulong count = 0;
            var status = Library.cunning_subordinates(raw, agent.Number, null, 0, &count);
            if (status != Library.CUNNING_SHORT_BUFFER) Check(status);
            var ids = new ulong[count];
            fixed (ulong* first = ids)
            {
                Check(Library.cunning_subordinates(raw, agent.Number, first, count, &count));
            }
            return Array.ConvertAll(ids, id => new AgentId(id));
        }

        /// <summary>Stops an agent until it is released as often as it was held.</summary>
        public void Hold(AgentId agent) { Check(Library.cunning_hold(raw, agent.Number)); }
        /// <summary>Releases a held agent.</summary>
        public void Release(AgentId agent) { Check(Library.cunning_release(raw, agent.Number)); }
        /// <summary>Lets an agent live on without the game.</summary>
        public void Sleep(AgentId agent) { Check(Library.cunning_sleep(raw, agent.Number)); }
        /// <summary>Brings a sleeping agent back.</summary>
        public void Wake(AgentId agent) { Check(Library.cunning_wake(raw, agent.Number)); }

        /// <summary>Sets the importance of an agent, from 0 to 1.</summary>
        public void SetImportance(AgentId agent, double importance)
        {
            Check(Library.cunning_set_importance(raw, agent.Number, importance));
        }

        /// <summary>Puts an agent in quarantine because of an error of the game.</summary>
        public void Quarantine(AgentId agent, string reason)
        {
            fixed (byte* bytes = text.Encode(reason))
            {
                Check(Library.cunning_quarantine(raw, agent.Number, text.At(bytes)));
            }
        }

        /// <summary>Sets the polling interval of a sensor.</summary>
        public void PollSensor(string sensor, TimeSpan interval)
        {
            fixed (byte* bytes = text.Encode(sensor))
            {
                Check(Library.cunning_poll_sensor(raw, text.At(bytes), Micros(interval)));
            }
        }

        /// <summary>Records the position of an agent, so that the studio can draw it.</summary>
        public void NotePosition(AgentId agent, float x, float y, float z, float yaw)
        {
            Check(Library.cunning_note_position(raw, agent.Number, x, y, z, yaw));
        }

        /// <summary>A hash of everything that affects future decisions.</summary>
        public ulong Hash()
        {
            ulong hash = 0;
            Check(Library.cunning_hash(raw, &hash));
            return hash;
        }

        /// <summary>Saves all minds as bytes.</summary>
        public byte[] Save()
        {
            var buffer = new CunningBuffer();
            Check(Library.cunning_save(raw, &buffer));
            return Text.TakeBytes(ref buffer);
        }

        /// <summary>Restores minds from a save. Without ids, objects of the game keep theirs; else oldIds[i] becomes
        /// newIds[i], and the others no longer exist. The report is JSON.</summary>
        public static Minds Restore(byte[] bytes, Domain domain, ulong[] oldIds, ulong[] newIds, out string report)
        {
            CunningMinds* restored = null;
            var buffer = new CunningBuffer();
            var count = oldIds == null ? 0 : oldIds.Length;
            if (oldIds != null && newIds.Length != count) throw new ArgumentException("as many new ids as old ones");
            uint status;
            // An empty array has no address, so one id too many is pinned.
            var old = new ulong[count + 1];
            var mapped = new ulong[count + 1];
            for (var at = 0; at < count; at++) { old[at] = oldIds[at]; mapped[at] = newIds[at]; }
            fixed (byte* first = bytes)
            fixed (ulong* firstOld = old)
            fixed (ulong* firstNew = mapped)
            {
                status = Library.cunning_minds_restore(domain.Raw, null, first, (ulong)bytes.Length,
                    oldIds == null ? null : firstOld, firstNew, (ulong)count, &restored, &buffer);
            }
            report = Text.Take(ref buffer);
            if (status != Library.CUNNING_OK)
            {
                throw new CunningException(status, JsonValue.Read(report).TextOf("error"), report);
            }
            return new Minds(restored);
        }

        /// <summary>Copies the minds into a snapshot, whose memory is used again.</summary>
        public void CopyTo(Snapshot snapshot)
        {
            fixed (CunningSnapshot** place = &snapshot.Raw) Check(Library.cunning_snapshot(raw, place));
        }

        /// <summary>Rolls back to a snapshot of these minds.</summary>
        public void RollBack(Snapshot snapshot)
        {
            polled = taken = 0;
            Check(Library.cunning_rollback(raw, snapshot.Raw));
        }

        /// <summary>Continues with another version of the domain. Returns a report as JSON.</summary>
        public string Reload(Domain domain)
        {
            var buffer = new CunningBuffer();
            Check(Library.cunning_reload(raw, domain.Raw, &buffer));
            return Text.Take(ref buffer);
        }

        /// <summary>Opens a link for the studio and returns the address for <c>cunning studio --attach</c>.</summary>
        public string Attach()
        {
            var buffer = new CunningBuffer();
            Check(Library.cunning_attach(raw, &buffer));
            return Text.Take(ref buffer);
        }

        /// <summary>Records everything from now on.</summary>
        public void RecordStart() { Check(Library.cunning_record_start(raw)); }

        /// <summary>Returns what has been recorded since the last call.</summary>
        public byte[] RecordDrain()
        {
            var buffer = new CunningBuffer();
            Check(Library.cunning_record_drain(raw, &buffer));
            return Text.TakeBytes(ref buffer);
        }

        /// <summary>Ends the recording and returns the rest of it.</summary>
        public byte[] RecordEnd()
        {
            var buffer = new CunningBuffer();
            Check(Library.cunning_record_end(raw, &buffer));
            return Text.TakeBytes(ref buffer);
        }

        /// <summary>What an agent is doing, as JSON.</summary>
        public string Inspect(AgentId agent)
        {
            var buffer = new CunningBuffer();
            Check(Library.cunning_inspect(raw, agent.Number, &buffer));
            return Text.Take(ref buffer);
        }

        /// <summary>Why an agent does what it does, as JSON with <c>kind</c> and <c>text</c>.</summary>
        public string Why(AgentId agent)
        {
            var buffer = new CunningBuffer();
            Check(Library.cunning_why(raw, agent.Number, &buffer));
            return Text.Take(ref buffer);
        }

        /// <summary>The counters as JSON.</summary>
        public string Stats()
        {
            var buffer = new CunningBuffer();
            Check(Library.cunning_stats(raw, &buffer));
            return Text.Take(ref buffer);
        }
    }
}
