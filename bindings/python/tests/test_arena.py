"""Scenes with their minds, players, recordings and the lab."""

import tempfile
import unittest
from pathlib import Path

import cunning
import cunning.lab


class Scenes(unittest.TestCase):
    def test_scene_runs_to_its_end_the_same_every_time(self):
        scenario = cunning.Scenario("pirate")
        runs = [cunning.Simulation(scenario, 3, narrated=True) for _ in range(2)]
        outcomes = [run.run() for run in runs]
        self.assertEqual(outcomes[0], outcomes[1])
        self.assertEqual(runs[0].hash(), runs[1].hash())
        self.assertTrue(any(line["kind"] == "decision" for line in runs[0].lines()))

    def test_save_continues(self):
        scenario = cunning.Scenario("squad")
        run = cunning.Simulation(scenario, 1)
        run.tick(30)
        again = cunning.Simulation.restore(scenario, run.save())
        run.tick(30)
        again.tick(30)
        self.assertEqual(run.hash(), again.hash())

    def test_players_do_what_they_are_told(self):
        scenario = cunning.Scenario("squad", players=["red"])
        run = cunning.Simulation(scenario, 5)
        name = scenario.players[0]
        run.intend(name, "crouch")
        run.tick()
        self.assertTrue(run.actor(name)["is_crouched"])
        other = next(actor for actor in scenario.actors if actor not in scenario.players)
        with self.assertRaises(cunning.CunningError):
            run.intend(other, "crouch")
        with self.assertRaises(ValueError):
            run.intend(name, "dance")

    def test_unknown_scenes_and_players_have_suggestions(self):
        with self.assertRaisesRegex(cunning.UnknownName, "did you mean `pirate`"):
            cunning.Scenario("pirat")
        with self.assertRaisesRegex(cunning.DomainError, "red"):
            cunning.Scenario("squad", players=["rde"])

    def test_recorded_scene_can_be_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "squad.cunning"
            run = cunning.Simulation(cunning.Scenario("squad"), 2, record=path)
            run.tick(20)
            run.end_recording()
            recording = cunning.Recording(path)
            self.assertEqual(recording.last_tick, 20)
            self.assertGreater(len(recording.agents(10)), 3)


class Lab(unittest.TestCase):
    def test_quest_experiment_has_rows(self):
        rows = cunning.lab.quest()
        self.assertTrue(all(row["cost"] >= row["optimal"] for row in rows))
        self.assertTrue(all(row["cost"] <= row["bound"] * row["optimal"] * 1.000001 for row in rows))

    def test_self_knowledge_of_a_small_map(self):
        text = "type octile\nheight 3\nwidth 5\nmap\n.....\n@@@@.\n@@..@\n"
        rows = cunning.lab.fear(text, goals=1, seed=1)
        self.assertEqual(rows[-1]["beta"], 1.0)


class SceneFiles(unittest.TestCase):
    def test_scene_may_have_the_name_of_its_domain(self):
        scene = Path(__file__).parents[3] / "scenes" / "pirate.toml"
        file, built_in = cunning.Simulation(cunning.Scenario(scene)), cunning.Simulation(cunning.Scenario("pirate"))
        file.tick(20)
        built_in.tick(20)
        self.assertEqual(file.hash(), built_in.hash())

    def test_missing_scene_is_named(self):
        with self.assertRaisesRegex(cunning.UnknownName, "did you mean `pirate`"):
            cunning.Scenario("pirat")
        with self.assertRaisesRegex(FileNotFoundError, "no_such.toml"):
            cunning.Scenario("no_such.toml")


if __name__ == "__main__":
    unittest.main()
