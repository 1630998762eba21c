"""Agents: beliefs, commands, reports, batches, saves and recordings."""

import unittest

import cunning

BELL = """
types = { place = ["gate", "bell"], foe = { open = true, max = 2 } }
facts = { at = "place", alarm = "bool", sees = { type = "bool", of = ["foe"], sensed = true } }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
action.ring = { when = ["at == bell"], then = ["alarm"] }
goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["some foe f: sees[f]"], score = 1 }, { score = 0 }] }
agent.guard = { actions = ["go", "ring"], goals = { raise_alarm = 1 }, sensors = ["eyes"] }
"""


class Agents(unittest.TestCase):
    def setUp(self):
        self.domain = cunning.Domain.from_str(BELL)
        self.minds = cunning.Minds(self.domain)
        self.guard = self.minds.spawn("guard", name="Bo", seed=7)
        self.minds.bind("foe", 12, "thief")

    def play(self, ticks):
        """Carries out every step at once and returns what was done."""
        done = []
        for _ in range(ticks):
            for command in self.minds.tick(100):
                match command:
                    case cunning.Start(action, args):
                        done.append((action, args))
                        self.minds.done(command)
                    case cunning.Stop():
                        self.minds.stopped(command)
        return done

    def test_agent_acts_on_what_it_believes(self):
        self.assertEqual(self.play(3), [])
        self.minds[self.guard]["sees", cunning.Object(12)] = True
        self.assertEqual(self.play(5), [("go", {"to": "bell"}), ("ring", {})])
        self.assertIs(self.minds[self.guard]["alarm"], True)
        self.assertEqual(self.minds.belief(self.guard, "at"), ("bell", 1.0))

    def test_commands_show_what_they_say(self):
        self.minds.poll_sensor("eyes", 100)
        shown = repr(self.minds.tick(100))
        self.assertIn(f"Sense(agent={self.guard}, sensor='eyes')", shown)
        self.assertIn(f"Idle(agent={self.guard}, reason='nothing-matters')", shown)

    def test_batches_do_what_single_calls_do(self):
        one, other = cunning.Minds(self.domain), cunning.Minds(self.domain)
        for minds in (one, other):
            minds.bind("foe", 12, "thief")
        agents = [one.spawn("guard", seed=at) for at in range(20)]
        self.assertEqual(agents, [other.spawn("guard", seed=at) for at in range(20)])
        fact = ("sees", cunning.Object(12))
        for _ in range(3):
            for at, agent in enumerate(agents):
                one.set(agent, fact, at % 2 == 0)
                one.set(agent, "at", "gate")
            other.set_many([(agent, fact, at % 2 == 0) for at, agent in enumerate(agents)])
            other.set_all("at", agents, "gate")
            for minds in (one, other):
                steps = [command for command in minds.tick(100) if isinstance(command, cunning.Start)]
                if minds is one:
                    for step in steps:
                        minds.done(step)
                else:
                    minds.report_many(steps)
            self.assertEqual(one.hash(), other.hash())

    def test_failed_batch_says_how_far_it_came(self):
        rows = [(self.guard, "alarm", False), (self.guard, "at", "bell"), (self.guard, "alarm", 3)]
        with self.assertRaises(cunning.InvalidValue) as raised:
            self.minds.set_many(rows)
        self.assertEqual(raised.exception.done, 2)
        with self.assertRaisesRegex(ValueError, "1 values for 2 agents"):
            self.minds.set_all("alarm", [self.guard, self.guard], [True])

    def test_mistakes_are_errors_and_change_nothing(self):
        before = self.minds.hash()
        with self.assertRaisesRegex(cunning.UnknownName, "did you mean `alarm`"):
            self.minds[self.guard]["alram"] = True
        with self.assertRaises(cunning.InvalidValue):
            self.minds[self.guard]["alarm"] = 1
        with self.assertRaises(TypeError):
            self.minds[self.guard]["alarm"] = 0.5
        with self.assertRaises(cunning.CunningError) as raised:
            self.minds[99]
        self.assertEqual(raised.exception.code, "no-agent")
        with self.assertRaises(cunning.CunningError) as raised:
            self.minds.think()
        self.assertEqual(raised.exception.code, "wrong-order")
        with self.assertRaises(ValueError):
            self.minds.tick(float("nan"))
        self.assertEqual(self.minds.hash(), before)

    def test_saves_and_snapshots_continue_exactly(self):
        self.minds[self.guard].update({("sees", cunning.Object(12)): True}, at="gate")
        self.minds.tick(100)
        data, snapshot = self.minds.save(), self.minds.snapshot()
        later = [self.minds.tick(100) and self.minds.hash() for _ in range(3)]
        self.minds.rollback(snapshot)
        self.assertEqual([self.minds.tick(100) and self.minds.hash() for _ in range(3)], later)
        restored, report = cunning.Minds.restore(data, self.domain, {})
        self.assertEqual(report["lost"], [12])
        with self.assertRaises(cunning.CunningError) as raised:
            cunning.Minds.restore(b"not a save", self.domain)
        self.assertEqual(raised.exception.code, "bad-save")

    def test_recording_tells_what_agents_did(self):
        self.minds.record()
        self.minds[self.guard]["sees", cunning.Object(12)] = True
        self.play(4)
        recording = cunning.Recording.from_bytes(self.minds.end_recording())
        self.assertTrue(recording.is_complete)
        (bo,) = recording.agents()
        self.assertEqual((bo["name"], bo["beliefs"]["alarm"]), ("Bo", True))
        self.assertIn("StepStarted", [event["kind"] for event in recording.events(self.guard)])
        earlier = recording.agent(self.guard, recording.first_tick + 1)
        self.assertEqual(earlier["plan"], ["go(bell)", "ring"])

    def test_inspection_says_why(self):
        self.minds[self.guard]["sees", cunning.Object(12)] = True
        self.minds.tick(100)
        seen = self.minds.inspect(self.guard)
        self.assertEqual((seen["goal"], [step["text"] for step in seen["plan"]]), ("raise_alarm", ["go(bell)", "ring"]))
        self.assertEqual(self.minds.why(self.guard)["kind"], "pursues")
        self.assertGreater(self.minds.stats()["plans_found"], 0)
        self.assertEqual((len(self.minds), self.minds.agents(), self.guard in self.minds), (1, [self.guard], True))

    def test_game_shows_up_in_the_studio(self):
        self.assertIn("127.0.0.1", self.minds.attach())
        with self.assertRaises(cunning.CunningError):
            self.minds.record()


if __name__ == "__main__":
    unittest.main()
