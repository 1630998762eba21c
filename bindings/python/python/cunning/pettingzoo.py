"""A PettingZoo environment over scenes of the arena: learners play against, or beside, agents with minds.

>>> from cunning.pettingzoo import parallel_env
>>> env = parallel_env("squad", players=["red"])
>>> observations, infos = env.reset(seed=7)
"""

import math

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from . import CunningError, Scenario, Simulation

OTHERS = 8
"""How many visible actors an observation has, nearest first."""
STRIDE = 3
"""How many cells a walking action aims at."""
BURST = 3
"""How many rounds a shooting action fires."""
REACH = 32
"""The distance, in cells, that offsets of other actors are divided by."""

DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
ACTIONS = ["wait", *(f"walk {x:+} {y:+}" for x, y in DIRECTIONS), "shoot", "face", "reload", "crouch", "stand"]
"""What the numbers of actions mean. `shoot` and `face` are about the nearest visible enemy."""

OWN_FEATURES = 9
OTHER_FEATURES = 6


def parallel_env(scene="squad", players=("red",), **options):
    """Makes an environment; see `ArenaEnv`."""
    return ArenaEnv(scene, players, **options)


class ArenaEnv(ParallelEnv):
    """A scene in which learners drive some bodies, and minds the others.

    `players` are actors or teams by name. An observation is a vector of numbers from -1 to 1: position, health, rounds,
    suppression, stance and heading of the own body, then up to eight visible actors, nearest first, each with its
    offset, whether it is there, a friend and crouched, and its health. Rewards come at the end of the scene: 1 for a
    living member of the winning team, -1 for a living loser. An agent that dies leaves with reward 0.
    `options` are those of `cunning.Scenario`.
    """

    metadata = {"name": "cunning_arena_v0", "render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(
        self, scene="squad", players=("red",), *, ticks_per_step=5, steps_max=500, render_mode=None, **options
    ):
        players = [players] if isinstance(players, str) else list(players)
        self.scenario = Scenario(scene, players=players, **options)
        self.ticks_per_step = ticks_per_step
        self.steps_max = steps_max
        self.render_mode = render_mode
        self.possible_agents = self.scenario.players
        self.agents = []
        self.simulation = None
        self._steps = 0
        self._random = np.random.default_rng()
        size = OWN_FEATURES + OTHERS * OTHER_FEATURES
        self._observation_space = spaces.Box(-1.0, 1.0, (size,), np.float32)
        self._action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self._observation_space

    def action_space(self, agent):
        return self._action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.simulation = Simulation(self.scenario, int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self._steps = 0
        self._look()
        return {agent: self._observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions):
        if not self.agents:
            return {}, {}, {}, {}, {}
        for agent, action in actions.items():
            if agent in self.agents:
                self._act(agent, int(action))
        self.simulation.tick(self.ticks_per_step)
        self._steps += 1
        self._look()
        outcome = self.simulation.outcome
        is_late = self._steps >= self.steps_max
        agents, self.agents = self.agents, []
        observations, rewards, terminations, truncations, infos = {}, {}, {}, {}, {}
        for agent in agents:
            body = self._bodies[agent]
            observations[agent] = self._observe(agent)
            rewards[agent] = self._reward(body, outcome)
            terminations[agent] = not body["is_alive"] or outcome is not None
            truncations[agent] = is_late and not terminations[agent]
            infos[agent] = {"outcome": outcome["text"]} if outcome else {}
            if not terminations[agent] and not truncations[agent]:
                self.agents.append(agent)
        return observations, rewards, terminations, truncations, infos

    def render(self):
        if self.render_mode == "ansi" and self.simulation is not None:
            return self.simulation.picture()
        return None

    def close(self):
        self.simulation = None

    def _look(self):
        self._bodies = {body["name"]: body for body in self.simulation.actors()}

    @staticmethod
    def _reward(body, outcome):
        if outcome is None or outcome["winner"] is None or not body["is_alive"]:
            return 0.0
        return 1.0 if outcome["winner"] == body["team"] else -1.0

    def _visible(self, agent):
        """The living actors that an agent sees, nearest first."""
        x, y = self._bodies[agent]["cell"]
        bodies = [self._bodies[name] for name in self.simulation.visible(agent)]
        bodies = [body for body in bodies if body["is_alive"]]
        return sorted(bodies, key=lambda body: (math.dist((x, y), body["cell"]), body["name"]))

    def _act(self, agent, action):
        body = self._bodies[agent]
        x, y = body["cell"]
        name = ACTIONS[action]
        enemy = next((other for other in self._visible(agent) if other["team"] != body["team"]), None)
        try:
            if 1 <= action <= len(DIRECTIONS):
                (dx, dy), (width, height) = DIRECTIONS[action - 1], self.scenario.size
                to = min(max(x + dx * STRIDE, 0), width - 1), min(max(y + dy * STRIDE, 0), height - 1)
                self.simulation.intend(agent, "walk", to)
            elif name == "shoot" and enemy:
                self.simulation.intend(agent, "shoot", enemy["name"], BURST)
            elif name == "face" and enemy:
                self.simulation.intend(agent, "face", enemy["cell"])
            elif name in ("reload", "crouch", "stand"):
                self.simulation.intend(agent, name)
        except CunningError:
            pass  # A body that refuses an intent does nothing, as a body that fails at it.

    def _observe(self, agent):
        body = self._bodies[agent]
        (x, y), (width, height) = body["cell"], self.scenario.size
        dx, dy = body["heading"]
        length = math.hypot(dx, dy) or 1.0
        features = [
            2 * x / width - 1,
            2 * y / height - 1,
            body["health"] / 100,
            body["rounds"] / 100,
            body["suppression"] / SUPPRESSION_MAX,
            body["is_crouched"],
            dx / length,
            dy / length,
            body["is_busy"],
        ]
        for other in self._visible(agent)[:OTHERS] if body["is_alive"] else []:
            ox, oy = other["cell"]
            features += [
                1.0,
                (ox - x) / REACH,
                (oy - y) / REACH,
                other["team"] == body["team"],
                other["health"] / 100,
                other["is_crouched"],
            ]
        features += [0.0] * (self._observation_space.shape[0] - len(features))
        return np.clip(np.array(features, np.float32), -1.0, 1.0)


SUPPRESSION_MAX = 1000
"""The largest suppression of an actor."""
