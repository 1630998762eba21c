"""Results as pandas tables."""

import unittest

import cunning

LAMP = """
facts = { lit = "bool" }
action.light = { then = ["lit"] }
goal.keep_lit = { want = ["lit"] }
agent.keeper = { actions = ["light"], goals = { keep_lit = 1 } }
"""


class Tables(unittest.TestCase):
    def test_plans_agents_and_recordings_are_tables(self):
        domain = cunning.Domain.from_str(LAMP)
        self.assertEqual(list(domain.plan("keep_lit").to_pandas()["action"]), ["light"])
        minds = cunning.Minds(domain)
        minds.record()
        minds.spawn("keeper", name="Ann")
        minds.tick()
        self.assertEqual(list(minds.to_pandas()["plan"]), ["light"])
        events = cunning.Recording.from_bytes(minds.end_recording()).to_pandas()
        self.assertIn("AgentAdded", set(events["kind"]))


if __name__ == "__main__":
    unittest.main()
