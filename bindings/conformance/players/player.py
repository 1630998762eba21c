"""The player of the conformance scripts in Python: `player.py SCRIPT` prints the log. See ../README.md."""

import json
import sys

import cunning
from cunning import CunningError, Domain, Minds, Object, Point


def value(given):
    """Converts a value of a script."""
    if isinstance(given, dict):
        return Object(given["object"]) if "object" in given else Point.from_micros(*given["point"])
    return given


def key(given):
    """Converts a fact of a script: a name, or a list of a name and indices."""
    return given if isinstance(given, str) else (given[0], *map(value, given[1:]))


def numbered(ids, new):
    """Returns the number of an id, from 1; a new one gets the next number."""
    if new not in ids:
        ids.append(new)
    return ids.index(new) + 1


class Player:
    """Plays one script."""

    def __init__(self, script):
        self.script = script
        self.domain = self.domain_at(0)
        self.minds = Minds(self.domain)
        self.agents, self.orders, self.saves, self.snapshots, self.hashes = {}, {}, {}, {}, {}
        self.steps, self.checks, self.queries, self.running, self.stopping = [], [], [], [], []

    def domain_at(self, at):
        domain = self.script["domains"][at]
        return Domain.from_str("\n".join(domain["text"]), domain["name"])

    def play(self):
        for name, *args in self.script["steps"]:
            try:
                getattr(self, name)(*args)
            except CunningError as error:
                print(f"! {error.code}: {error}")

    def name_of(self, names, wanted):
        return next((name for name, known in reversed(names.items()) if known == wanted), "?")

    def agent_name(self, agent):
        return self.name_of(self.agents, agent)

    def shown(self, given):
        match given:
            case None:
                return "none"
            case bool():
                return "true" if given else "false"
            case Object():
                return f"#{given.id}"
            case cunning.Agent():
                return f"@{self.agent_name(given.id)}"
            case Point():
                return str(given.micros)
            case _:
                return str(given)

    def call(self, name, args):
        args = ", ".join(map(self.shown, args))
        return f"{name}({args})" if args else name

    def show(self, commands):
        for command in commands:
            print(self.line(command))

    def line(self, command):
        who = self.agent_name(command.agent)
        match command:
            case cunning.Start(action, args):
                if not command.is_command and command.step not in self.running:
                    self.running.append(command.step)
                at = numbered(self.steps, command.step)
                flags = " resumed" * command.resumed + " command" * command.is_command
                return f"start s{at} {who} {self.call(action, args.values())}{flags}"
            case cunning.Stop(step, reason):
                if step in self.running:
                    self.running.remove(step)
                self.stopping.append(step)
                return f"stop s{numbered(self.steps, step)} {who} {reason}"
            case cunning.Sense(sensor):
                return f"sense {who} {sensor}"
            case cunning.Ask(name, action, args):
                at = numbered(self.checks, command.check)
                return f"ask c{at} {who} {name} {self.call(action, args.values())}"
            case cunning.Query(name, subjects):
                call = self.call(name, subjects)
                self.queries.append([command, call, True])
                return f"query q{len(self.queries)} {who} {call}"
            case cunning.Idle(_, reason):
                return f"idle {who} {reason}"
            case cunning.Report(order, state):
                return f"report {self.name_of(self.orders, order)} {who} {command.goal} {state}"

    # Operations of scripts.

    def spawn(self, name, archetype, options={}):
        options = dict(options)
        if "commander" in options:
            options["commander"] = self.agents[options["commander"]]
        self.agents[name] = self.minds.spawn(archetype, **options)

    def remove(self, agent):
        self.minds.remove(self.agents[agent])

    def set(self, agent, fact, given):
        self.minds[self.agents[agent]][key(fact)] = value(given)

    def believe(self, agent, fact, given, confidence):
        self.minds.set(self.agents[agent], key(fact), value(given), confidence)

    def set_many(self, rows):
        rows = [(self.agents[agent], key(fact), value(given)) for agent, fact, given in rows]
        try:
            print(f"set_many {self.minds.set_many(rows)} of {len(rows)}")
        except CunningError as error:
            if hasattr(error, "done"):
                print(f"set_many {error.done} of {len(rows)}")
            raise

    def get(self, agent, fact):
        found, confidence = self.minds.belief(self.agents[agent], key(fact))
        name, *indices = [fact] if isinstance(fact, str) else fact
        indices = ", ".join(self.shown(value(index)) for index in indices)
        family = f"[{indices}]" if indices else ""
        print(f"get {agent} {name}{family} = {self.shown(found)} at {int(confidence * 1e6 + 0.5)}")

    def bind(self, type_name, id, name):
        self.minds.bind(type_name, id, name)

    def unbind(self, id):
        self.minds.unbind(id)

    def tick(self, ms, budget):
        self.show(self.minds.tick(ms, budget))
        print(f"# hash {self.minds.hash()}")

    def begin(self, ms, budget):
        self.show(self.minds.begin(ms, budget))

    def ask(self):
        self.show(self.minds.ask())

    def think(self):
        self.show(self.minds.think())
        print(f"# hash {self.minds.hash()}")

    def report(self, reports):
        for outcome, at in reports:
            step = self.steps[at - 1]
            self.minds.report_many([step], outcome)
            if outcome != "running":
                self.running = [known for known in self.running if known != step]
                self.stopping = [known for known in self.stopping if known != step]

    def reply(self):
        self.minds.report_many(self.stopping, "stopped")
        self.minds.report_many(self.running)
        self.stopping, self.running = [], []

    def answer(self, check, yes):
        self.minds.answer(self.checks[check - 1], yes)

    def answer_queries(self, answers):
        given = []
        for query in self.queries:
            command, call, is_open = query
            if is_open:
                query[2] = False
                answer = answers.get(call, answers.get(command.name))
                given.append((command, Point.from_micros(*answer) if isinstance(answer, list) else answer))
        self.minds.answer_queries(given)

    def order(self, name, agent, order):
        order = dict(order)
        args = {param: value(given) for param, given in order.pop("args", {}).items()}
        self.orders[name] = self.minds.order(self.agents[agent], order.pop("goal"), args, **order)

    def withdraw(self, name):
        self.minds.withdraw(self.orders[name])

    def set_commander(self, agent, commander):
        self.minds.set_commander(self.agents[agent], commander and self.agents[commander])

    def subordinates(self, agent):
        below = ", ".join(map(self.agent_name, self.minds.subordinates(self.agents[agent])))
        print(f"subordinates {agent} [{below}]")

    def hold(self, agent):
        self.minds.hold(self.agents[agent])

    def release(self, agent):
        self.minds.release(self.agents[agent])

    def sleep(self, agent):
        self.minds.sleep(self.agents[agent])

    def wake(self, agent):
        self.minds.wake(self.agents[agent])

    def quarantine(self, agent, reason):
        self.minds.quarantine(self.agents[agent], reason)

    def set_importance(self, agent, importance):
        self.minds.set_importance(self.agents[agent], importance)

    def set_trait(self, agent, name, number):
        self.minds.set_trait(self.agents[agent], name, number)

    def set_table(self, agent, entry, number):
        self.minds.set_table(agent and self.agents[agent], key(entry), number)

    def poll_sensor(self, sensor, ms):
        self.minds.poll_sensor(sensor, ms)

    def save(self, slot):
        self.saves[slot] = self.minds.save()

    def restore(self, slot, domain, ids):
        domain = self.domain_at(domain)
        ids = None if ids is None else {old: new for old, new in reversed(ids)}
        self.minds, report = Minds.restore(self.saves[slot], domain, ids)
        self.domain, self.snapshots = domain, {}
        print(f"restore lost {report['lost']}")

    def snapshot(self, slot):
        self.snapshots[slot] = self.minds.snapshot(self.snapshots.get(slot))

    def rollback(self, slot):
        self.minds.rollback(self.snapshots[slot])

    def reload(self, domain):
        domain = self.domain_at(domain)
        report = self.minds.reload(domain)
        self.domain = domain
        print(f"reload kept {report['plans_kept']} dropped {report['plans_dropped']}")

    def remember_hash(self, name):
        self.hashes[name] = self.minds.hash()

    def same_hash(self, name):
        print(f"same hash as {name}: {self.shown(self.hashes[name] == self.minds.hash())}")

    def inspect(self, agent):
        seen = self.minds.inspect(self.agents[agent])
        plan = ", ".join(step["text"] for step in seen["plan"])
        print(f"inspect {agent} goal {seen['goal'] or 'none'} plan [{plan}] acting {self.shown(seen['is_acting'])}")

    def why(self, agent):
        print(f"why {agent} {self.minds.why(self.agents[agent])['kind']}")

    def ignored(self):
        stats = self.minds.stats()
        print(f"ignored reports {stats['reports_ignored']} percepts {stats['percepts_ignored']}")

    def plan(self, request):
        facts = {key(row[:-1]): value(row[-1]) for row in request.get("set", [])}
        facts = {fact[0] if len(fact) == 1 else fact: given for fact, given in facts.items()}
        try:
            print(f"plan {self.domain.plan(request['goal'], facts, agent=request.get('agent'))}")
        except cunning.NoPlan:
            print("plan none")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        Player(json.load(file)).play()
