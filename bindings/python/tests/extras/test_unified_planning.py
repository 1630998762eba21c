"""The engine solves every example of unified-planning that it declares to support, and the plans are valid."""

import subprocess
import sys
import unittest
import warnings

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.shortcuts import (
    AnytimePlanner,
    InstantaneousAction,
    Int,
    MinimizeActionCosts,
    OneshotPlanner,
    Problem,
    UserType,
    get_environment,
)
from unified_planning.test.examples import get_example_problems

import cunning.unified_planning
from cunning.unified_planning import CunningEngine

get_environment().credits_stream = None
EXAMPLES = get_example_problems()
SUPPORTED = {name: case for name, case in EXAMPLES.items() if CunningEngine.supports(case.problem.kind)}


STEPS = 12
"""The number of cheap steps of `shortcut`."""


def shortcut():
    """A problem whose shortest plan is one dear leap, and whose cheapest plan has many steps."""
    problem = Problem("shortcut")
    place = UserType("place")
    places = [problem.add_object(f"p{at}", place) for at in range(STEPS + 1)]
    at = problem.add_fluent("at", default_initial_value=False, place=place)
    beside = problem.add_fluent("beside", default_initial_value=False, a=place, b=place)
    for one, other in zip(places, places[1:]):
        problem.set_initial_value(beside(one, other), True)
    problem.set_initial_value(at(places[0]), True)
    problem.add_goal(at(places[-1]))
    walk = InstantaneousAction("walk", a=place, b=place)
    walk.add_precondition(beside(walk.a, walk.b))
    leap = InstantaneousAction("leap", a=place, b=place)
    for action in (walk, leap):
        action.add_precondition(at(action.a))
        action.add_effect(at(action.a), False)
        action.add_effect(at(action.b), True)
        problem.add_action(action)
    problem.add_quality_metric(MinimizeActionCosts({walk: Int(1), leap: Int(100)}))
    return problem


def cost(plan):
    return sum({"walk": 1, "leap": 100}[step.action.name] for step in plan.actions)


FIRST = """
import cunning.unified_planning
from unified_planning.shortcuts import *

problem = Problem("lamp")
lit = problem.add_fluent("lit", default_initial_value=False)
light = InstantaneousAction("light")
light.add_effect(lit, True)
problem.add_action(light)
problem.add_goal(lit)
with OneshotPlanner(name="cunning") as planner:
    print(planner.solve(problem).plan)
"""
"""A program that imports the engine before anything of unified-planning, as the guide does."""


class Examples(unittest.TestCase):
    def test_engine_may_be_imported_first(self):
        run = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True)
        self.assertIn("light", run.stdout, run.stderr)

    def test_at_least_forty_examples_are_supported(self):
        self.assertGreaterEqual(len(SUPPORTED), 40, sorted(SUPPORTED))

    def test_supported_examples_are_solved_with_valid_plans(self):
        for name, case in SUPPORTED.items():
            with self.subTest(name), OneshotPlanner(name="cunning") as planner:
                result = planner.solve(case.problem, timeout=60)
                if not case.solvable:
                    self.assertIsNone(result.plan)
                    continue
                self.assertIsNotNone(result.plan, (result.status, result.log_messages))
                checked = SequentialPlanValidator().validate(case.problem, result.plan)
                self.assertTrue(checked, (result.plan, checked.reason))

    def test_metrics_are_optimal(self):
        for name in ["basic_with_costs", "travel", "travel_with_consumptions", "locations_connected_cost_minimize"]:
            case = EXAMPLES[name]
            with self.subTest(name), OneshotPlanner(
                problem_kind=case.problem.kind, optimality_guarantee="SOLVED_OPTIMALLY"
            ) as planner:
                self.assertEqual(planner.name, "cunning")
                result = planner.solve(case.problem)
                self.assertEqual(result.status, Status.SOLVED_OPTIMALLY)

    def test_anytime_plans_get_better_until_the_last(self):
        case = EXAMPLES["travel"]
        with AnytimePlanner(name="cunning") as planner:
            results = list(planner.get_solutions(case.problem))
        self.assertEqual(results[-1].status, Status.SOLVED_OPTIMALLY)
        self.assertTrue(all(result.status == Status.INTERMEDIATE for result in results[:-1]))

    def test_anytime_yields_each_better_plan(self):
        with AnytimePlanner(name="cunning") as planner:
            results = list(planner.get_solutions(shortcut()))
        costs = [cost(result.plan) for result in results[:-1]]
        self.assertGreaterEqual(len(costs), 2)
        self.assertEqual(costs, sorted(set(costs), reverse=True))
        self.assertEqual((results[-1].status, cost(results[-1].plan)), (Status.SOLVED_OPTIMALLY, STEPS))

    def test_optimal_only_with_the_proof(self):
        with OneshotPlanner(name="cunning", optimality_guarantee="SOLVED_OPTIMALLY") as planner:
            result = planner.solve(shortcut())
        self.assertEqual((result.status, cost(result.plan)), (Status.SOLVED_OPTIMALLY, STEPS))
        # A search that is cut off has a plan, and does not say that it is the cheapest.
        engine = CunningEngine()
        first = next(engine._search(shortcut(), None, is_anytime=True))
        self.assertEqual(first.status, Status.INTERMEDIATE)
        self.assertGreater(cost(first.plan), STEPS)

    def test_unsupported_problem_is_said_to_be_so(self):
        problem = EXAMPLES["matchcellar"].problem
        self.assertFalse(CunningEngine.supports(problem.kind))
        with OneshotPlanner(name="cunning") as planner, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = planner.solve(problem)
        self.assertEqual((result.status, result.plan), (Status.UNSUPPORTED_PROBLEM, None))


if __name__ == "__main__":
    unittest.main()
