// The player of the conformance scripts in C#: `Player.exe SCRIPT` prints the log. See ../README.md.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Cunning;

sealed class Player
{
    static readonly string[] Stops =
    {
        "replanned", "condition-lost", "object-lost", "timed-out", "ordered", "held", "removed", "reloaded",
    };
    static readonly string[] Idles = { "nothing-matters", "no-plan", "held", "quarantined" };
    static readonly string[] Orders =
    {
        "taken-up", "done", "lost", "withdrawn", "object-gone", "", "", "", "failed", "failed-no-plan", "failed-timed-out",
        "failed-steps-failed", "failed-foreign-goal", "failed-reloaded",
    };

    sealed class OpenQuery
    {
        public CommandId Id;
        public bool IsOpen;
        public string Call, Name;
    }

    readonly JsonValue script;
    readonly TextWriter log;
    Domain domain;
    Minds minds;
    readonly Dictionary<string, AgentId> agents = new Dictionary<string, AgentId>();
    readonly Dictionary<string, CommandId> orders = new Dictionary<string, CommandId>();
    readonly List<CommandId> steps = new List<CommandId>(), checks = new List<CommandId>();
    readonly List<CommandId> running = new List<CommandId>(), stopping = new List<CommandId>();
    readonly List<OpenQuery> queries = new List<OpenQuery>();
    readonly Dictionary<string, byte[]> saves = new Dictionary<string, byte[]>();
    readonly Dictionary<string, Snapshot> snapshots = new Dictionary<string, Snapshot>();
    readonly Dictionary<string, ulong> hashes = new Dictionary<string, ulong>();

    Player(JsonValue script, TextWriter log)
    {
        this.script = script;
        this.log = log;
        domain = DomainAt(0);
        minds = new Minds(domain);
    }

    static int Main(string[] args)
    {
        using (var log = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)))
        {
            log.NewLine = "\n";
            var player = new Player(JsonValue.Read(File.ReadAllText(args[0])), log);
            foreach (var step in player.script["steps"].Items)
            {
                try
                {
                    player.Perform(step.Items[0].Text, step.Items);
                }
                catch (CunningException error)
                {
                    log.WriteLine("! {0}: {1}", error.Code, error.Message);
                }
            }
            foreach (var snapshot in player.snapshots.Values) snapshot.Dispose();
            player.minds.Dispose();
            player.domain.Dispose();
        }
        return 0;
    }

    Domain DomainAt(ulong at)
    {
        var version = script["domains"].Items[(int)at];
        return Domain.Parse(version["name"].Text, string.Join("\n", version["text"].Items.Select(line => line.Text)));
    }

    AgentId Agent(JsonValue name) { return agents[name.Text]; }

    AgentId MaybeAgent(JsonValue name) { return name.Kind == JsonKind.Null ? AgentId.None : Agent(name); }

    string NameOf(AgentId agent)
    {
        return agents.Where(known => known.Value == agent).Select(known => known.Key).FirstOrDefault() ?? "?";
    }

    static Point PointOf(JsonValue json)
    {
        return new Point(json.Items[0].Integer, json.Items[1].Integer, json.Items[2].Integer);
    }

    static Value ValueOf(JsonValue json)
    {
        switch (json.Kind)
        {
            case JsonKind.Null: return Value.None;
            case JsonKind.False: return false;
            case JsonKind.True: return true;
            case JsonKind.Text: return Value.Named(json.Text);
            case JsonKind.Number: return json.Integer;
        }
        var item = json["object"];
        return item != null ? Value.Object(item.Whole) : (Value)PointOf(json["point"]);
    }

    static string FactName(JsonValue fact) { return fact.Kind == JsonKind.Text ? fact.Text : fact.Items[0].Text; }

    static Value[] Indices(JsonValue fact)
    {
        return fact.Kind == JsonKind.Text ? new Value[0] : fact.Items.Skip(1).Select(ValueOf).ToArray();
    }

    string Shown(Value value)
    {
        switch (value.Kind)
        {
            case ValueKind.Bool: return value.AsBool ? "true" : "false";
            case ValueKind.Int: return value.AsInt.ToString();
            case ValueKind.Name: return value.Text ?? minds.NameOf(value.AsName);
            case ValueKind.Object: return "#" + value.AsObject;
            case ValueKind.Agent: return "@" + NameOf(value.AsAgent);
            case ValueKind.Point:
                return "(" + value.AsPoint.X + ", " + value.AsPoint.Y + ", " + value.AsPoint.Z + ")";
            default: return "none";
        }
    }

    string Shown(IEnumerable<Value> values, string open, string close)
    {
        var shown = values.Select(Shown).ToArray();
        return shown.Length == 0 ? "" : open + string.Join(", ", shown) + close;
    }

    static int Numbered(List<CommandId> ids, CommandId id)
    {
        if (!ids.Contains(id)) ids.Add(id);
        return ids.IndexOf(id) + 1;
    }

    void Poll()
    {
        Command command;
        while (minds.TryNext(out command)) Log(command);
    }

    void Log(Command command)
    {
        var who = NameOf(command.Agent);
        var name = command.Name == Symbol.None ? "" : minds.NameOf(command.Name);
        var args = Shown(Enumerable.Range(0, command.ArgCount).Select(command.Arg).ToArray(), "(", ")");
        switch (command.Kind)
        {
            case CommandKind.Start:
                if (!command.IsCommand) Numbered(running, command.Id);
                log.WriteLine("start s{0} {1} {2}{3}{4}{5}", Numbered(steps, command.Id), who, name, args,
                    command.IsResumed ? " resumed" : "", command.IsCommand ? " command" : "");
                break;
            case CommandKind.Stop:
                running.Remove(command.Id);
                Numbered(stopping, command.Id);
                log.WriteLine("stop s{0} {1} {2}", Numbered(steps, command.Id), who, Stops[(int)command.StopReason]);
                break;
            case CommandKind.Sense:
                log.WriteLine("sense {0} {1}", who, name);
                break;
            case CommandKind.Ask:
                log.WriteLine("ask c{0} {1} {2} {3}{4}", Numbered(checks, command.Id), who, name,
                    minds.NameOf(command.Action), args);
                break;
            case CommandKind.Query:
                queries.Add(new OpenQuery { Id = command.Id, IsOpen = true, Call = name + args, Name = name });
                log.WriteLine("query q{0} {1} {2}", queries.Count, who, name + args);
                break;
            case CommandKind.Idle:
                log.WriteLine("idle {0} {1}", who, Idles[(int)command.IdleReason]);
                break;
            case CommandKind.Report:
                var order = orders.Where(known => known.Value == command.Id).Select(known => known.Key).FirstOrDefault();
                log.WriteLine("report {0} {1} {2} {3}", order ?? "?", who, name, Orders[(int)command.OrderState]);
                break;
        }
    }

    static TimeSpan Millis(JsonValue json) { return TimeSpan.FromMilliseconds(json.Whole); }

    void LogHash() { log.WriteLine("# hash {0:x16}", minds.Hash()); }

    void Perform(string name, List<JsonValue> step)
    {
        var a = step.Count > 1 ? step[1] : null;
        var b = step.Count > 2 ? step[2] : null;
        var c = step.Count > 3 ? step[3] : null;
        switch (name)
        {
            case "spawn": agents[a.Text] = Spawn(b.Text, c); break;
            case "remove": minds.Remove(Agent(a)); break;
            case "set": minds.Believe(Agent(a), FactName(b), Indices(b), ValueOf(c), 1); break;
            case "believe": minds.Believe(Agent(a), FactName(b), Indices(b), ValueOf(c), step[4].Number); break;
            case "set_many": SetMany(a); break;
            case "get": Get(a, b); break;
            case "bind": minds.Bind(a.Text, b.Whole, c.Text); break;
            case "unbind": minds.Unbind(a.Whole); break;
            case "tick": minds.Tick(Millis(a), b.Whole); Poll(); LogHash(); break;
            case "begin": minds.Begin(Millis(a), b.Whole); Poll(); break;
            case "ask": minds.Ask(); Poll(); break;
            case "think": minds.Think(); Poll(); LogHash(); break;
            case "report":
                foreach (var row in a.Items) Report(row.Items[0].Text, steps[(int)row.Items[1].Whole - 1]);
                break;
            case "reply":
                foreach (var id in stopping) minds.Report(id, Outcome.Stopped);
                foreach (var id in running) minds.Done(id);
                stopping.Clear();
                running.Clear();
                break;
            case "answer":
                minds.Answer(Answer.Check(checks[(int)a.Whole - 1], b.Kind == JsonKind.True));
                break;
            case "answer_queries": AnswerQueries(a); break;
            case "order": orders[a.Text] = minds.Order(Agent(b), OrderOf(c)); break;
            case "withdraw": minds.Withdraw(orders[a.Text]); break;
            case "set_commander": minds.SetCommander(Agent(a), MaybeAgent(b)); break;
            case "subordinates":
                var below = minds.Subordinates(Agent(a)).Select(NameOf).ToArray();
                log.WriteLine("subordinates {0} [{1}]", a.Text, string.Join(", ", below));
                break;
            case "hold": minds.Hold(Agent(a)); break;
            case "release": minds.Release(Agent(a)); break;
            case "sleep": minds.Sleep(Agent(a)); break;
            case "wake": minds.Wake(Agent(a)); break;
            case "quarantine": minds.Quarantine(Agent(a), b.Text); break;
            case "set_importance": minds.SetImportance(Agent(a), b.Number); break;
            case "set_trait": minds.SetTrait(Agent(a), b.Text, c.Number); break;
            case "set_table": minds.SetTable(MaybeAgent(a), FactName(b), Indices(b), c.Number); break;
            case "poll_sensor": minds.PollSensor(a.Text, Millis(b)); break;
            case "save": saves[a.Text] = minds.Save(); break;
            case "restore": Restore(saves[a.Text], b.Whole, c); break;
            case "snapshot":
                if (!snapshots.ContainsKey(a.Text)) snapshots[a.Text] = new Snapshot();
                minds.CopyTo(snapshots[a.Text]);
                break;
            case "rollback": minds.RollBack(snapshots[a.Text]); break;
            case "reload": Reload(a.Whole); break;
            case "remember_hash": hashes[a.Text] = minds.Hash(); break;
            case "same_hash":
                log.WriteLine("same hash as {0}: {1}", a.Text, hashes[a.Text] == minds.Hash() ? "true" : "false");
                break;
            case "inspect": Inspect(a); break;
            case "why": log.WriteLine("why {0} {1}", a.Text, JsonValue.Read(minds.Why(Agent(a)))["kind"].Text); break;
            case "ignored":
                var stats = JsonValue.Read(minds.Stats());
                log.WriteLine("ignored reports {0} percepts {1}", stats["reports_ignored"].Source,
                    stats["percepts_ignored"].Source);
                break;
            case "plan": Plan(a); break;
            default: throw new InvalidOperationException("unknown operation " + name);
        }
    }

    AgentId Spawn(string archetype, JsonValue options)
    {
        if (options == null) return minds.Spawn(archetype);
        var spawn = new Spawn();
        foreach (var option in options.Fields)
        {
            if (option.Key == "name") spawn.Name = option.Value.Text;
            else if (option.Key == "seed") spawn.Seed = option.Value.Whole;
            else if (option.Key == "commander") spawn.Commander = Agent(option.Value);
            else foreach (var given in option.Value.Fields)
            {
                spawn.Traits.Add(new KeyValuePair<string, double>(given.Key, given.Value.Number));
            }
        }
        return minds.Spawn(archetype, spawn);
    }

    void SetMany(JsonValue rows)
    {
        var facts = rows.Items.Select(row => minds.Fact(FactName(row.Items[1]))).ToArray();
        var done = 0;
        try
        {
            using (var beliefs = new Beliefs())
            {
                for (var at = 0; at < facts.Length; at++)
                {
                    var row = rows.Items[at].Items;
                    var indices = Indices(row[1]);
                    if (indices.Length == 0) beliefs.Add(Agent(row[0]), facts[at], ValueOf(row[2]));
                    else beliefs.Add(Agent(row[0]), facts[at], ValueOf(row[2]), indices);
                }
                try
                {
                    minds.Set(beliefs);
                }
                finally
                {
                    done = beliefs.Done;
                }
            }
        }
        finally
        {
            log.WriteLine("set_many {0} of {1}", done, facts.Length);
        }
    }

    void Get(JsonValue who, JsonValue fact)
    {
        double confidence;
        var symbol = minds.Fact(FactName(fact));
        var value = minds.Get(Agent(who), symbol, out confidence, Indices(fact));
        log.WriteLine("get {0} {1}{2} = {3} at {4}", who.Text, FactName(fact), Shown(Indices(fact), "[", "]"),
            Shown(value), (long)Math.Round(confidence * 1e6));
    }

    void Report(string outcome, CommandId step)
    {
        minds.Report(step, (Outcome)Enum.Parse(typeof(Outcome), outcome, true));
        if (outcome == "running") return;
        running.Remove(step);
        stopping.Remove(step);
    }

    void AnswerQueries(JsonValue answers)
    {
        foreach (var query in queries.Where(query => query.IsOpen).ToArray())
        {
            query.IsOpen = false;
            var answer = answers[query.Call] ?? answers[query.Name];
            if (answer == null || answer.Kind == JsonKind.Null) minds.Answer(Answer.Unknown(query.Id));
            else if (answer.Kind == JsonKind.Number) minds.Answer(Answer.Number(query.Id, answer.Number));
            else if (answer.Kind == JsonKind.List) minds.Answer(Answer.Position(query.Id, PointOf(answer)));
            else minds.Answer(Answer.Truth(query.Id, answer.Kind == JsonKind.True));
        }
    }

    Order OrderOf(JsonValue given)
    {
        var order = new Order(given["goal"].Text);
        if (given["bias"] != null) order.Bias = given["bias"].Number;
        if (given["within_ms"] != null) order.Within = Millis(given["within_ms"]);
        order.IsRigid = given["rigid"] != null;
        if (given["args"] != null)
        {
            foreach (var arg in given["args"].Fields)
            {
                order.Args.Add(new KeyValuePair<string, Value>(arg.Key, ValueOf(arg.Value)));
            }
        }
        return order;
    }

    void Restore(byte[] bytes, ulong at, JsonValue ids)
    {
        ulong[] oldIds = null, newIds = null;
        if (ids.Kind != JsonKind.Null)
        {
            oldIds = ids.Items.Select(pair => pair.Items[0].Whole).ToArray();
            newIds = ids.Items.Select(pair => pair.Items[1].Whole).ToArray();
        }
        var version = DomainAt(at);
        string report;
        var restored = Minds.Restore(bytes, version, oldIds, newIds, out report);
        minds.Dispose();
        domain.Dispose();
        minds = restored;
        domain = version;
        foreach (var snapshot in snapshots.Values) snapshot.Dispose();
        snapshots.Clear();
        var lost = JsonValue.Read(report)["lost"].Items.Select(id => id.Source).ToArray();
        log.WriteLine("restore lost [{0}]", string.Join(", ", lost));
    }

    void Reload(ulong at)
    {
        var version = DomainAt(at);
        var report = JsonValue.Read(minds.Reload(version));
        domain.Dispose();
        domain = version;
        log.WriteLine("reload kept {0} dropped {1}", report["plans_kept"].Source, report["plans_dropped"].Source);
    }

    void Inspect(JsonValue agent)
    {
        var seen = JsonValue.Read(minds.Inspect(Agent(agent)));
        var plan = seen["plan"].Items.Select(step => step["text"].Text).ToArray();
        log.WriteLine("inspect {0} goal {1} plan [{2}] acting {3}", agent.Text, seen["goal"].Text ?? "none",
            string.Join(", ", plan), seen["is_acting"].Source);
    }

    void Plan(JsonValue request)
    {
        try
        {
            log.WriteLine("plan {0}", JsonValue.Read(domain.Plan(request.Source))["text"].Text);
        }
        catch (CunningException error)
        {
            if (error.Code != "no-plan") throw;
            log.WriteLine("plan none");
        }
    }
}
