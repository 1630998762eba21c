//! Answers queries: binds a query, searches, and returns a verdict.

use crate::domain::{Action, Condition, Fact, FactKind, NONE, Number, OracleDomain, Term};
use crate::error::{ErrorKind, OracleError};
use crate::instance::{Instance, Slots};
use crate::limits::{BINDINGS_MAX, FREE_VALUES_MAX, SLOTS_MAX};
use crate::query::{Limits, OracleQuery, Outcome, Step, Value, Verdict};
use crate::resolve::Scope;
use crate::search::{Budget, End, Freed, Move, Moves, Target, uniform_cost};
use crate::subgoal::{Job, Planned, Refined};
use std::collections::BTreeSet;

/// The action name of a step that made a freed condition true; no action of a domain can have it.
pub const FREE_ACTION: &str = "<free>";

impl OracleDomain {
    /// Answers a query by brute force: the best plan by (cost, steps), or the proof that there is none.
    ///
    /// ```
    /// use cunning_oracle::{Limits, OracleDomain, OracleQuery, Verdict};
    /// let domain = OracleDomain::parse("[facts]\nlit = 'bool'\n[goal.light]\nwant = ['lit']")?;
    /// let outcome = domain.solve(&OracleQuery::new("light"), Limits::default())?;
    /// assert_eq!(outcome.verdict, Verdict::Unsolvable);
    /// # Ok::<(), cunning_oracle::OracleError>(())
    /// ```
    pub fn solve(&self, query: &OracleQuery, limits: Limits) -> Result<Outcome, OracleError> {
        self.solve_with_free(query, &[], limits)
    }

    /// Answers a query as if, at any time and at no cost, each of the given ground conditions could be
    /// made true by changing the fact on its left. Such a step is called [`FREE_ACTION`].
    pub fn solve_with_free(
        &self,
        query: &OracleQuery,
        conditions: &[&str],
        limits: Limits,
    ) -> Result<Outcome, OracleError> {
        let instance = Instance::new(self, query)?;
        let target = instance.target(query)?;
        let mut freed = Vec::new();
        for condition in conditions {
            freed.push(instance.free(condition)?);
        }
        let moves = Moves { bindings: instance.ground_bindings()?, freed };
        let budget = Budget { states_max: limits.states_max, states: 0 };
        let mut job = Job { instance: &instance, moves: &moves, budget };
        let verdict = match job.plan(&instance.start, &target, 0) {
            Planned::Solved(Refined { path, cost, .. }) => Verdict::Solved {
                cost_micros: cost,
                steps: path.len(),
                plan: path.iter().map(|step| instance.step(&moves, conditions, *step)).collect(),
            },
            Planned::Unsolvable => Verdict::Unsolvable,
            Planned::LimitExceeded => Verdict::LimitExceeded,
        };
        Ok(Outcome { verdict, states: job.budget.states })
    }
}

/// One ground fact with its value in some state; objects by name.
pub(crate) struct GroundValue {
    pub(crate) fact: String,
    pub(crate) indices: Vec<String>,
    pub(crate) value: Value,
    /// Whether the value is the start value.
    pub(crate) is_start: bool,
}

impl OracleDomain {
    /// Returns a state as far from the query's start as any, regardless of its goal; `None` if there are more states
    /// than the limit.
    pub(crate) fn farthest(
        &self,
        query: &OracleQuery,
        limits: Limits,
    ) -> Result<Option<Vec<GroundValue>>, OracleError> {
        let instance = Instance::new(self, query)?;
        let moves = Moves { bindings: instance.ground_bindings()?, freed: Vec::new() };
        let never = Target { want: &[], bindings: Vec::new() };
        let mut budget = Budget { states_max: limits.states_max, states: 0 };
        let end = uniform_cost(&instance, &moves, &instance.start, &never, &BTreeSet::new(), &mut budget);
        let End::Dry(state) = end else {
            return Ok(None);
        };
        Ok(Some((0..state.len()).map(|address| instance.ground_value(address, &state)).collect()))
    }
}

impl Instance<'_> {
    fn ground_value(&self, address: usize, state: &[i32]) -> GroundValue {
        let fact = self.fact_at[address];
        let Fact { name, kind, of, .. } = &self.domain.vocabulary.facts[fact];
        let mut offset = address - self.bases[fact];
        let mut indices = Vec::new();
        for &of in of.iter().rev() {
            let object = self.members[of][offset % self.members[of].len()];
            offset /= self.members[of].len();
            indices.push(self.objects[object as usize].name.clone());
        }
        indices.reverse();
        let value = match (kind, state[address]) {
            (FactKind::Bool, value) => Value::Bool(value != 0),
            (FactKind::Int(_), value) => Value::Int(i64::from(value)),
            (FactKind::Symbol { .. }, NONE) => Value::Name("none".to_owned()),
            (FactKind::Symbol { .. }, object) => Value::Name(self.objects[object as usize].name.clone()),
        };
        let is_start = state[address] == self.start[address];
        GroundValue { fact: name.clone(), indices, value, is_start }
    }

    /// Returns the query's goal with every binding it allows.
    pub(crate) fn target(&self, query: &OracleQuery) -> Result<Target<'_>, OracleError> {
        let place = format!("goal.{}", query.goal);
        let Some(goal) = self.domain.goals.iter().find(|goal| goal.name == query.goal) else {
            return Err(OracleError::new(ErrorKind::Name, &place, "unknown goal"));
        };
        let mut fixed = Vec::new();
        for (name, text) in &query.args {
            let slot = goal.parameters.iter().position(|parameter| parameter.name == *name);
            let value = slot.and_then(|slot| self.argument(&goal.parameters[slot], text));
            let (Some(slot), Some(value)) = (slot, value) else {
                let message = format!("`{name}` cannot be bound to `{text}`");
                return Err(OracleError::new(ErrorKind::Name, &place, message));
            };
            fixed.retain(|(bound, _)| *bound != slot);
            fixed.push((slot, value));
        }
        let bindings = self.bindings(&goal.parameters, &fixed, &place)?;
        Ok(Target { want: &goal.want, bindings })
    }

    /// Returns for each action the bindings whose ground action exists and passes its check.
    fn ground_bindings(&self) -> Result<Vec<Vec<Slots>>, OracleError> {
        let mut total = 0;
        let mut all = Vec::new();
        for action in &self.domain.actions {
            let place = format!("action.{}", action.name);
            let mut bindings = self.bindings(&action.parameters, &[], &place)?;
            total += bindings.len();
            if total > BINDINGS_MAX {
                let message = format!("there are at most {BINDINGS_MAX} ground actions");
                return Err(OracleError::new(ErrorKind::Limit, &place, message));
            }
            bindings.retain(|slots| self.exists(action, &mut slots.clone()));
            all.push(bindings);
        }
        Ok(all)
    }

    /// Returns whether the ground action exists: its effects do not clash and its check is answered yes.
    fn exists(&self, action: &Action, slots: &mut Slots) -> bool {
        self.check_passes(action, slots) && !self.clashes(action, slots)
    }

    fn free(&self, text: &str) -> Result<Freed, OracleError> {
        let vocabulary = &self.domain.vocabulary;
        let mut traits = vocabulary.traits.clone();
        let condition =
            Scope::new(vocabulary, &self.objects, &mut traits, Vec::new()).condition(text, text)?;
        if traits.len() > vocabulary.traits.len() {
            return Err(OracleError::new(ErrorKind::Name, text, "the domain does not read this trait"));
        }
        let (Condition::Same { left: Term::Fact(fact), .. }
        | Condition::Compare { left: Number::Fact(fact), .. }) = &condition
        else {
            let message = "only a condition with a fact on its left can be freed";
            return Err(OracleError::new(ErrorKind::Unsupported, text, message));
        };
        let address = self.address(fact, &[0; SLOTS_MAX]);
        let values: Vec<i32> = self.values_at(address).take(FREE_VALUES_MAX + 1).collect();
        if values.len() > FREE_VALUES_MAX {
            let message = format!("a freed fact has at most {FREE_VALUES_MAX} values");
            return Err(OracleError::new(ErrorKind::Limit, text, message));
        }
        Ok(Freed { condition, address, values })
    }

    fn step(&self, moves: &Moves, conditions: &[&str], step: Move) -> Step {
        match step {
            Move::Act { action, binding } => {
                let slots = &moves.bindings[action][binding];
                let action = &self.domain.actions[action];
                let args = action.parameters.iter().zip(slots);
                let args = args.map(|(parameter, &value)| {
                    (parameter.name.clone(), self.argument_text(parameter, value))
                });
                Step { action: action.name.clone(), args: args.collect() }
            }
            Move::Free { condition, .. } => Step::new(FREE_ACTION, &[("condition", conditions[condition])]),
        }
    }
}
