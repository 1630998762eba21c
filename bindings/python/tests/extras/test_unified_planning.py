"""The engine solves every example of unified-planning that it declares to support, and the plans are valid."""

import unittest
import warnings

from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.shortcuts import AnytimePlanner, OneshotPlanner, get_environment
from unified_planning.test.examples import get_example_problems

import cunning.unified_planning
from cunning.unified_planning import CunningEngine

get_environment().credits_stream = None
EXAMPLES = get_example_problems()
SUPPORTED = {name: case for name, case in EXAMPLES.items() if CunningEngine.supports(case.problem.kind)}


class Examples(unittest.TestCase):
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

    def test_unsupported_problem_is_said_to_be_so(self):
        problem = EXAMPLES["matchcellar"].problem
        self.assertFalse(CunningEngine.supports(problem.kind))
        with OneshotPlanner(name="cunning") as planner, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = planner.solve(problem)
        self.assertEqual((result.status, result.plan), (Status.UNSUPPORTED_PROBLEM, None))


if __name__ == "__main__":
    unittest.main()
