"""The environment passes PettingZoo's own tests, and is the same for the same seed."""

import unittest

import numpy as np
from pettingzoo.test import parallel_api_test, parallel_seed_test

from cunning.pettingzoo import ACTIONS, parallel_env


class Environment(unittest.TestCase):
    def test_api(self):
        parallel_api_test(parallel_env("squad", players=["red"]), num_cycles=300)

    def test_seeds(self):
        parallel_seed_test(lambda: parallel_env("squad", players=["red"], steps_max=40))

    def test_learner_beside_minds(self):
        env = parallel_env("squad", players=[parallel_env("squad").possible_agents[0]], steps_max=60)
        self.assertEqual(len(env.possible_agents), 1)
        env.reset(seed=3)
        while env.agents:
            _, rewards, ends, cuts, _ = env.step({agent: 0 for agent in env.agents})
        self.assertTrue(all(ends[agent] or cuts[agent] for agent in rewards))

    def test_scripted_team_fights(self):
        """A team that faces and shoots what it sees hits something in some run."""
        env = parallel_env("squad", players=["red"])
        shoot, wait = ACTIONS.index("shoot"), ACTIONS.index("wait")
        total = 0.0
        for seed in range(5):
            observations, _ = env.reset(seed=seed)
            while env.agents:
                actions = {agent: shoot if observations[agent][9] else wait for agent in env.agents}
                observations, rewards, *_ = env.step(actions)
                self.assertTrue(all(np.abs(seen).max() <= 1 for seen in observations.values()))
                total += sum(map(abs, rewards.values()))
        self.assertGreater(total, 0)


if __name__ == "__main__":
    unittest.main()
