"""Rewrites problems of unified-planning in terms of what the planner's PDDL reader understands.

| feature | becomes |
|---|---|
| parameters of actions that are numbers or truth values | one action for each value |
| parameters of fluents that are numbers or truth values | one fluent for each value |
| `f := f + 3`, and other linear arithmetic with constants | increase and decrease effects |
| bounds of numeric fluents | preconditions of the actions that could leave them |
| a metric on the final value of counters | action costs |
"""

from fractions import Fraction
from itertools import product

from unified_planning.exceptions import UPUsageError
from unified_planning.model import (
    Effect,
    EffectKind,
    Fluent,
    InstantaneousAction,
    Object,
    Parameter,
    Problem,
)
from unified_planning.model.metrics import MinimizeActionCosts, MinimizeExpressionOnFinalState
from unified_planning.model.walkers import Simplifier

VALUES_MAX = 10_000
"""The largest number of actions, fluents or costs that one of them is expanded to."""


def rewrite(problem):
    """Returns an equivalent problem, and what each of its actions stands for: an action and its fixed arguments."""
    return _Rewriting(problem).result()


def is_plain(type_):
    """Whether PDDL has parameters of this type."""
    return type_.is_user_type()


def values_of(type_, bounds=(None, None)):
    """Lists the values of a type of numbers or truth values. `bounds` hold where the type has none."""
    if type_.is_bool_type():
        return [False, True]
    if not type_.is_int_type():
        raise UPUsageError("real parameters are not supported")
    low = type_.lower_bound if type_.lower_bound is not None else bounds[0]
    high = type_.upper_bound if type_.upper_bound is not None else bounds[1]
    if low is None or high is None or high - low >= VALUES_MAX:
        raise UPUsageError("a parameter has too many values")
    return list(range(low, high + 1))


def linear(expression, fluent):
    """Returns `(a, b)` if the expression is `a * fluent + b` with constants, else none."""
    if expression == fluent:
        return Fraction(1), Fraction(0)
    if expression.is_int_constant() or expression.is_real_constant():
        return Fraction(0), Fraction(expression.constant_value())
    parts = [linear(arg, fluent) for arg in expression.args]
    if not parts or None in parts:
        return None
    if expression.is_plus():
        return sum(a for a, _ in parts), sum(b for _, b in parts)
    first, *rest = parts
    if expression.is_minus():
        return first[0] - sum(a for a, _ in rest), first[1] - sum(b for _, b in rest)
    if expression.is_times():
        for a, b in rest:
            if first[0] and a:
                return None
            first = (first[0] * b + a * first[1], first[1] * b)
        return first
    if expression.is_div() and all(a == 0 and b != 0 for a, b in rest):
        for _, b in rest:
            first = (first[0] / b, first[1] / b)
        return first
    return None


class _Rewriting:
    def __init__(self, problem):
        self.old = problem
        self.env = problem.environment
        self.em = self.env.expression_manager
        self.simplifier = Simplifier(self.env, problem)
        self.new = Problem(f"{problem.name or 'problem'}", self.env)
        self.flat = {}
        self.meaning = {}
        self.counters = {}

    def result(self):
        for type_ in self.old.user_types:
            self.new._add_user_type(type_)
        self.new.add_objects(self.old.all_objects)
        self.add_fluents()
        counted = self.counted_fluents()
        for action in self.old.actions:
            for copy, fixed in self.copies(action):
                self.meaning[copy.name] = (action, fixed)
                self.fill(copy, action, fixed, counted)
                self.new.add_action(copy)
        for goal in self.old.goals:
            self.new.add_goal(self.expression(goal, {}))
        for constraint in self.old.trajectory_constraints:
            self.new.add_trajectory_constraint(self.expression(constraint, {}))
        self.add_metrics(counted)
        return self.new, self.meaning

    # Fluents.

    def add_fluents(self):
        for fluent in self.old.fluents:
            odd = [at for at, param in enumerate(fluent.signature) if not is_plain(param.type)]
            if not odd:
                self.new.add_fluent(fluent)
                continue
            values = [values_of(fluent.signature[at].type) for at in odd]
            rest = [param for param in fluent.signature if is_plain(param.type)]
            for fixed in self.limited(product(*values)):
                name = "_".join([fluent.name, *(self.word(value) for value in fixed)])
                copy = Fluent(self.fresh(name), fluent.type, rest, self.env)
                self.flat[fluent, fixed] = copy
                self.new.add_fluent(copy)
        for fluent, value in self.old.initial_values.items():
            self.new.set_initial_value(self.expression(fluent, {}), self.expression(value, {}))

    @staticmethod
    def word(value):
        return str(value).lower().replace("-", "m")

    def fresh(self, name):
        while self.new.has_name(name) or self.old.has_name(name):
            name += "_"
        return name

    @staticmethod
    def limited(values):
        values = list(values)
        if len(values) > VALUES_MAX:
            raise UPUsageError("parameters have too many combinations of values")
        return values

    # Expressions.

    def expression(self, given, fixed):
        """Rewrites an expression with fixed values of parameters."""
        if given.is_parameter_exp() and given.parameter().name in fixed:
            return self.constant(fixed[given.parameter().name])
        args = [self.expression(arg, fixed) for arg in given.args]
        if given.is_fluent_exp():
            fluent = given.fluent()
            odd = [at for at, param in enumerate(fluent.signature) if not is_plain(param.type)]
            if odd:
                values = tuple(self.simplifier.simplify(args[at]).constant_value() for at in odd)
                copy = self.flat.get((fluent, values))
                if copy is None:
                    raise _NoSuchFluent
                return self.em.FluentExp(copy, [arg for at, arg in enumerate(args) if at not in odd])
        if not args:
            return given
        return self.em.create_node(given.node_type, tuple(args), given._content.payload)

    def constant(self, value):
        if isinstance(value, bool):
            return self.em.Bool(value)
        if isinstance(value, Object):
            return self.em.ObjectExp(value)
        value = Fraction(value)
        return self.em.Int(value.numerator) if value.denominator == 1 else self.em.Real(value)

    # Actions.

    def copies(self, action):
        """An empty copy of an action for each combination of its parameters that are not objects."""
        odd = [param for param in action.parameters if not is_plain(param.type)]
        plain = {param.name: param.type for param in action.parameters if is_plain(param.type)}
        if not odd:
            yield InstantaneousAction(action.name, plain, self.env), {}
            return
        values = [values_of(param.type, self.index_bounds(action, param)) for param in odd]
        for combination in self.limited(product(*values)):
            name = self.fresh("_".join([action.name, *map(self.word, combination)]))
            fixed = {param.name: value for param, value in zip(odd, combination)}
            yield InstantaneousAction(name, plain, self.env), fixed

    def index_bounds(self, action, param):
        """The bounds of the fluents that a parameter is an index of: beyond them the action is undefined."""
        lows, highs = [], []
        effects = [part for effect in action.effects for part in (effect.fluent, effect.value, effect.condition)]
        stack = [*action.preconditions, *effects]
        while stack:
            node = stack.pop()
            stack.extend(node.args)
            if node.is_fluent_exp():
                for arg, of in zip(node.args, node.fluent().signature):
                    if arg.is_parameter_exp() and arg.parameter() == param and of.type.is_int_type():
                        lows.append(of.type.lower_bound)
                        highs.append(of.type.upper_bound)
        known = [[bound for bound in bounds if bound is not None] for bounds in (lows, highs)]
        return max(known[0], default=None), min(known[1], default=None)

    def fill(self, copy, action, fixed, counted):
        """Adds preconditions and effects. A copy that names a fluent which does not exist can never happen."""
        try:
            conditions = [self.expression(condition, fixed) for condition in action.preconditions]
            effects = [self.effect(effect, fixed) for effect in action.effects]
        except _NoSuchFluent:
            copy.add_precondition(self.em.FALSE())
            return
        for effect in effects:
            if effect.fluent.fluent() in counted:
                self.count(copy, effect, counted[effect.fluent.fluent()])
            else:
                normal, guard = self.normal(effect)
                conditions.extend(guard)
                if normal is not None:
                    copy._add_effect_instance(normal)
        for condition in conditions:
            copy.add_precondition(condition)

    def effect(self, effect, fixed):
        fluent, value, condition = (
            self.expression(part, fixed) for part in (effect.fluent, effect.value, effect.condition)
        )
        return Effect(fluent, value, condition, effect.kind, effect.forall)

    def normal(self, effect):
        """Returns an effect without arithmetic, and the conditions that keep its fluent within its bounds."""
        type_ = effect.fluent.type
        if not (type_.is_int_type() or type_.is_real_type()):
            return effect, []
        if effect.is_assignment():
            form = linear(effect.value, effect.fluent)
        else:
            form = linear(effect.value, effect.fluent)
            sign = 1 if effect.is_increase() else -1
            form = (Fraction(1), sign * form[1]) if form and form[0] == 0 else None
        if form is None or form[0] not in (0, 1):
            return effect, []
        factor, amount = form
        make = lambda value, kind: Effect(
            effect.fluent, self.constant(value), effect.condition, kind, effect.forall
        )
        if factor == 0:
            return make(amount, EffectKind.ASSIGN), []
        if amount == 0:
            return None, []
        kind = EffectKind.INCREASE if amount > 0 else EffectKind.DECREASE
        bound = type_.upper_bound if amount > 0 else type_.lower_bound
        if bound is None:
            return make(abs(amount), kind), []
        compare = self.em.LE if amount > 0 else self.em.GE
        guard = compare(effect.fluent, self.constant(Fraction(bound) - amount))
        if effect.is_conditional():
            guard = self.em.Or(self.em.Not(effect.condition), guard)
        if effect.is_forall():
            guard = self.em.Forall(guard, *effect.forall)
        return make(abs(amount), kind), [guard]

    # Metrics.

    def counted_fluents(self):
        """The fluents of a metric on the final state, with their weights, if such a metric can become action costs."""
        metrics = self.old.quality_metrics
        if not metrics or not isinstance(metrics[0], MinimizeExpressionOnFinalState):
            return {}
        weights = {}
        self.weigh(metrics[0].expression, Fraction(1), weights)
        for action in self.old.actions:
            read = list(action.preconditions)
            for effect in action.effects:
                read += [effect.value, effect.condition, *effect.fluent.args]
                if effect.fluent.fluent() in weights and (
                    effect.is_assignment() or effect.is_conditional() or effect.is_forall()
                ):
                    raise UPUsageError("the metric is not a sum of costs of actions")
            self.check_unread(read, weights)
        self.check_unread(self.old.goals, weights)
        return weights

    def weigh(self, expression, factor, weights):
        if expression.is_fluent_exp() and not expression.args:
            weights[expression.fluent()] = weights.get(expression.fluent(), 0) + factor
        elif expression.is_plus():
            for arg in expression.args:
                self.weigh(arg, factor, weights)
        elif expression.is_times() and len(expression.args) == 2:
            first, second = expression.args
            if not first.is_constant():
                first, second = second, first
            if not first.is_constant():
                raise UPUsageError("the metric is not linear")
            self.weigh(second, factor * Fraction(first.constant_value()), weights)
        elif not expression.is_constant():
            raise UPUsageError("the metric is not a weighted sum of fluents")

    def check_unread(self, expressions, weights):
        stack = list(expressions)
        while stack:
            node = stack.pop()
            stack.extend(node.args)
            if node.is_fluent_exp() and node.fluent() in weights:
                raise UPUsageError("the metric reads a fluent that actions or goals read too")

    def count(self, copy, effect, weight):
        amount = self.em.Times(self.constant(weight if effect.is_increase() else -weight), effect.value)
        known = self.counters.get(copy.name)
        self.counters[copy.name] = amount if known is None else self.em.Plus(known, amount)

    def add_metrics(self, counted):
        if not counted:
            for metric in self.old.quality_metrics:
                if isinstance(metric, MinimizeActionCosts):
                    metric = MinimizeActionCosts(
                        {
                            action: self.expression(metric.get_action_cost(meant), fixed)
                            for action in self.new.actions
                            for meant, fixed in [self.meaning[action.name]]
                            if metric.get_action_cost(meant) is not None
                        },
                        environment=self.env,
                    )
                self.new.add_quality_metric(metric)
            return
        costs = {action: self.cost(action) for action in self.new.actions}
        self.new.add_quality_metric(MinimizeActionCosts(costs, environment=self.env))

    def cost(self, action):
        """The cost of an action: a number, or a new fluent with a number for each combination of its arguments."""
        amount = self.counters.get(action.name)
        if amount is None:
            return self.em.Int(0)
        simplifier = Simplifier(self.env, self.new)
        simple = simplifier.simplify(amount)
        if simple.is_constant():
            return self.positive(simple)
        table = Fluent(
            self.fresh(f"cost_{action.name}"),
            self.env.type_manager.RealType(),
            [Parameter(param.name, param.type, self.env) for param in action.parameters],
            self.env,
        )
        self.new.add_fluent(table)
        objects = [list(self.new.objects(param.type)) for param in action.parameters]
        for args in self.limited(product(*objects)):
            bound = {
                self.em.ParameterExp(param): self.em.ObjectExp(arg) for param, arg in zip(action.parameters, args)
            }
            value = simplifier.simplify(self.env.substituter.substitute(amount, bound))
            self.new.set_initial_value(table(*args), self.positive(value))
        return table(*action.parameters)

    @staticmethod
    def positive(value):
        if not value.is_constant() or value.constant_value() < 0:
            raise UPUsageError("a cost is negative or depends on the state")
        return value


class _NoSuchFluent(Exception):
    """An index is outside of the range of a fluent."""
