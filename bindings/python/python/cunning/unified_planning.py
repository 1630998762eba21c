"""The engine `cunning` for the library unified-planning. Importing this module registers it.

>>> import cunning.unified_planning
>>> from unified_planning.shortcuts import OneshotPlanner
>>> with OneshotPlanner(name="cunning") as planner:
...     result = planner.solve(problem)
"""

import time
import warnings

from unified_planning.engines import (
    CompilationKind,
    Credits,
    Engine,
    LogLevel,
    LogMessage,
    OptimalityGuarantee,
    PlanGenerationResult,
    PlanGenerationResultStatus as Status,
)
from unified_planning.engines.compilers.state_invariants_remover import StateInvariantsRemover
from unified_planning.engines.compilers.usertype_fluents_remover import UsertypeFluentsRemover
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPException, UPUsageError
from unified_planning.io import PDDLReader, PDDLWriter
from unified_planning.model import ProblemKind
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
from unified_planning.plans import ActionInstance, SequentialPlan

from . import CunningError, PddlSearch
from ._rewrite import rewrite

SLICE_MAX = 2000
"""The most units of work between two looks at the clock. Slices grow to it from one unit, so that the first plans of a
short search are seen as well."""

SUPPORTED = {
    "set_problem_class": ["ACTION_BASED"],
    "set_problem_type": ["SIMPLE_NUMERIC_PLANNING", "GENERAL_NUMERIC_PLANNING"],
    "set_numbers": ["BOUNDED_TYPES"],
    "set_conditions_kind": [
        "NEGATIVE_CONDITIONS",
        "DISJUNCTIVE_CONDITIONS",
        "EQUALITIES",
        "EXISTENTIAL_CONDITIONS",
        "UNIVERSAL_CONDITIONS",
    ],
    "set_effects_kind": [
        "CONDITIONAL_EFFECTS",
        "INCREASE_EFFECTS",
        "DECREASE_EFFECTS",
        "FORALL_EFFECTS",
        "STATIC_FLUENTS_IN_NUMERIC_ASSIGNMENTS",
        "FLUENTS_IN_NUMERIC_ASSIGNMENTS",
    ],
    "set_typing": ["FLAT_TYPING", "HIERARCHICAL_TYPING"],
    "set_parameters": [
        "BOOL_FLUENT_PARAMETERS",
        "BOUNDED_INT_FLUENT_PARAMETERS",
        "BOOL_ACTION_PARAMETERS",
        "BOUNDED_INT_ACTION_PARAMETERS",
        "UNBOUNDED_INT_ACTION_PARAMETERS",
    ],
    "set_fluents_type": ["INT_FLUENTS", "REAL_FLUENTS", "OBJECT_FLUENTS"],
    "set_quality_metrics": ["ACTIONS_COST", "PLAN_LENGTH", "FINAL_VALUE"],
    "set_actions_cost_kind": [
        "STATIC_FLUENTS_IN_ACTIONS_COST",
        "INT_NUMBERS_IN_ACTIONS_COST",
        "REAL_NUMBERS_IN_ACTIONS_COST",
    ],
    "set_constraints_kind": ["STATE_INVARIANTS"],
}
"""The features that the engine declares, by the setter of `ProblemKind`."""


class _Translation:
    """A problem as PDDL, and what the actions of its plans stand for."""

    def __init__(self, problem):
        self.problem = problem
        simple, self.meaning = rewrite(problem)
        self.compiled = []
        for compiler, kind, is_needed in [
            (UsertypeFluentsRemover, CompilationKind.USERTYPE_FLUENTS_REMOVING, "has_object_fluents"),
            (StateInvariantsRemover, CompilationKind.STATE_INVARIANTS_REMOVING, "has_state_invariants"),
        ]:
            if getattr(simple.kind, is_needed)():
                result = compiler().compile(simple, kind)
                self.compiled.append(result)
                simple = result.problem
        self.simple = simple
        self.writer = PDDLWriter(simple)
        self.texts = self.writer.get_domain(), self.writer.get_problem()

    def plan(self, text):
        """Converts a plan of the search to a plan of the problem."""
        plan = PDDLReader(self.simple.environment).parse_plan_string(
            self.simple, text, self.writer.get_item_named
        )
        for result in reversed(self.compiled):
            plan = plan.replace_action_instances(result.map_back_action_instance)
        return SequentialPlan([self.instance(step) for step in plan.actions], self.problem.environment)

    def instance(self, step):
        action, fixed = self.meaning[step.action.name]
        em = self.problem.environment.expression_manager
        plain = iter(step.actual_parameters)
        values = [
            em.auto_promote(fixed[param.name])[0] if param.name in fixed else next(plain)
            for param in action.parameters
        ]
        return ActionInstance(action, values)


class CunningEngine(Engine, OneshotPlannerMixin, AnytimePlannerMixin):
    """Plans with Cunning, in this process.

    A problem with a metric is solved to the end: the plan is a cheapest one, or the best one so far when the time is
    over. Without a metric the first plan is the answer.
    """

    def __init__(self, **options):
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)
        if options:
            raise UPUsageError(f"unknown options of cunning: {', '.join(options)}")

    @property
    def name(self):
        return "cunning"

    @staticmethod
    def supported_kind():
        kind = ProblemKind(version=LATEST_PROBLEM_KIND_VERSION)
        for setter, features in SUPPORTED.items():
            for feature in features:
                getattr(kind, setter)(feature)
        return kind

    @staticmethod
    def supports(problem_kind):
        return problem_kind <= CunningEngine.supported_kind()

    @staticmethod
    def satisfies(optimality_guarantee):
        return optimality_guarantee in (
            OptimalityGuarantee.SATISFICING,
            OptimalityGuarantee.SOLVED_OPTIMALLY,
        )

    @staticmethod
    def ensures(anytime_guarantee):
        return anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY

    @staticmethod
    def get_credits(**kwargs):
        return Credits(
            name="Cunning",
            author="The Cunning developers",
            contact="",
            website="",
            license="MIT OR Apache-2.0",
            short_description="Plans for non-player characters: optimal, anytime and satisficing search.",
            long_description="Backward and forward search with landmark heuristics, and a lazy search that finds a "
            "first plan soon.",
        )

    def _solve(self, problem, heuristic=None, timeout=None, output_stream=None):
        if heuristic is not None:
            warnings.warn("cunning ignores the given heuristic", stacklevel=2)
        result = None
        for result in self._search(problem, timeout, is_anytime=False):
            pass
        return result

    def _get_solutions(self, problem, timeout=None, output_stream=None):
        yield from self._search(problem, timeout, is_anytime=True)

    def _search(self, problem, timeout, is_anytime):
        """Yields better and better plans; the last result is final."""
        begun = time.monotonic()
        has_metric = bool(problem.quality_metrics)
        goes_on = is_anytime or has_metric
        if not self.supports(problem.kind):
            text = "the problem has features that cunning does not declare to support"
            yield self._result(Status.UNSUPPORTED_PROBLEM, None, begun, text=text)
            return
        try:
            translation = _Translation(problem)
            search = PddlSearch(*translation.texts, mode="anytime" if goes_on else "first")
        except (CunningError, UPException, NotImplementedError) as error:
            yield self._result(Status.UNSUPPORTED_PROBLEM, None, begun, text=str(error))
            return
        best, plan, is_late, units = None, None, False, 1
        while search.status == "running" and not is_late:
            search.step(units)
            units = min(2 * units, SLICE_MAX)
            is_late = timeout is not None and time.monotonic() - begun > timeout
            cost = search.cost
            if cost is not None and (best is None or cost < best):
                best, plan = cost, translation.plan(search.plan())
                if is_anytime:
                    yield self._result(Status.INTERMEDIATE, plan, begun, search)
        if plan is None and search.cost is not None:
            plan = translation.plan(search.plan())
        if plan is not None:
            is_proved = has_metric and search.status == "solved" and search.bound is not None
            is_best = is_proved and search.bound >= search.cost
            status = Status.SOLVED_OPTIMALLY if is_best else Status.SOLVED_SATISFICING
        elif is_late:
            status = Status.TIMEOUT
        else:
            status = {
                "unsolvable": Status.UNSOLVABLE_PROVEN,
                "limit": Status.MEMOUT,
            }.get(search.status, Status.UNSOLVABLE_INCOMPLETELY)
        yield self._result(status, plan, begun, search)

    def _result(self, status, plan, begun, search=None, text=None):
        metrics = {"engine_internal_time": str(time.monotonic() - begun)}
        if search is not None:
            metrics.update((name, str(count)) for name, count in search.counters().items())
        messages = [LogMessage(LogLevel.ERROR, text)] if text else []
        return PlanGenerationResult(status, plan, self.name, metrics=metrics, log_messages=messages)


get_environment().factory.add_engine("cunning", __name__, "CunningEngine")
