//! Why a goal has its score, and what an agent would have to believe to choose it.

use cunning_plan::explain::explain_absence;
use cunning_plan::model::{ActionId, FactKind, GoalId, Number, NumberKind};
use cunning_plan::{Arg, FactValue, GroundFact, Show, State};
use cunning_trace::{Term, View};

use crate::decision_snapshot::DecisionSnapshot;
use crate::error::MindError;

/// The most facts whose values are varied to find a change, and the most values of each of them.
const FACTS_MAX: usize = 48;
const VALUES_MAX: usize = 256;
/// The most values of each fact when two facts are varied at once.
const PAIR_VALUES_MAX: usize = 12;

/// Why a goal has its score. Numbers are in millionths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalReasons {
    /// The score: relevance times weight; `None` if a number in it is undefined.
    pub score: Option<i64>,
    /// How much the goal matters now, from 0 to 1.
    pub relevance: Option<i64>,
    /// The weight of the goal for the archetype, as written.
    pub weight_text: String,
    /// The weight of the goal for the archetype.
    pub weight: Option<i64>,
    /// The rules of `relevance`, in order. Without rules the relevance is 1.
    pub rules: Vec<RuleReason>,
    /// Every fact, trait, table entry, curve and function in the weight and in the rule that counts.
    pub terms: Vec<ScoreTerm>,
    /// Whether the goal is met already.
    pub is_met: bool,
}

/// A rule of a goal's relevance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleReason {
    /// The conditions and the score of the rule, as written.
    pub text: String,
    /// Whether its conditions hold.
    pub holds: bool,
    /// Whether it is the rule that counts: the first one that holds.
    pub counts: bool,
    /// The score that the rule gives if its conditions hold.
    pub value: Option<i64>,
}

/// A part of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreTerm {
    /// The part, as written.
    pub text: String,
    /// What the term is worth with the beliefs of the agent.
    pub value: Option<i64>,
    /// The name of the curve, if the part is one.
    pub curve: Option<String>,
}

/// Another value of a belief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeliefChange {
    /// The fact to believe otherwise, with its indices.
    pub fact: String,
    /// The value that is believed.
    pub from: String,
    /// The value to believe instead.
    pub to: String,
}

impl DecisionSnapshot {
    /// Returns why a goal of the agent has its score; `None` if the agent does not have the goal.
    pub fn goal_reasons(&self, goal: GoalId) -> Option<GoalReasons> {
        let archetype = &self.archetype;
        let known = archetype.goals.iter().find(|known| known.goal == goal)?;
        let spec = archetype.spec.goals.get(goal.index())?;
        let domain = &archetype.spec.planning;
        let params = &domain.goals().get(goal)?.params;
        let open = vec![Arg::Number(0); params.len()];
        let show = Show::new(domain, params);
        let (_, weight) = archetype.definition().goals.iter().find(|(known, _)| *known == goal)?;
        let value = |number: &Number| {
            let number = archetype.grounding.number(number, &open).ok()?;
            number.value(&self.state).map(cunning_plan::Micros::get)
        };
        let mut rules = Vec::new();
        let mut terms = Vec::new();
        let mut relevance = if spec.relevance.is_empty() { Some(1_000_000) } else { Some(0) };
        let mut is_found = false;
        for rule in &spec.relevance {
            let holds = archetype.grounding.condition(&rule.when, &open);
            let holds = holds.is_ok_and(|condition| condition.holds(&self.state));
            let counts = holds && !is_found;
            is_found |= holds;
            let score = value(&rule.score);
            if counts {
                relevance = score.map(|score| score.clamp(0, 1_000_000));
                self.add_terms(&show, &rule.score, &value, &mut terms);
            }
            let when: Vec<String> = rule.when.iter().map(|condition| show.condition(condition)).collect();
            let mut text = show.number(&rule.score);
            if !when.is_empty() {
                text = format!("{text} if {}", when.join(" and "));
            }
            rules.push(RuleReason { text, holds, counts, value: score });
        }
        let unbound = Show::new(domain, &[]);
        self.add_terms(&unbound, weight, &value, &mut terms);
        let is_met = known.compiled_goal.as_ref().is_some_and(|goal| goal.is_met(&self.state));
        Some(GoalReasons {
            score: known.score(&self.state),
            relevance,
            weight_text: unbound.number(weight),
            weight: value(weight),
            rules,
            terms,
            is_met,
        })
    }

    /// Adds the parts of a number, the whole before its parts. Literals explain themselves.
    fn add_terms<'a>(
        &self,
        show: &Show<'a>,
        number: &'a Number,
        value: &dyn Fn(&Number) -> Option<i64>,
        terms: &mut Vec<ScoreTerm>,
    ) {
        let mut add = |curve: Option<String>| {
            let term = ScoreTerm { text: show.number(number), value: value(number), curve };
            if !terms.contains(&term) {
                terms.push(term);
            }
        };
        match &number.kind {
            NumberKind::Literal(_) | NumberKind::Param(_) => {}
            NumberKind::Table { .. } | NumberKind::Trait(_) | NumberKind::Fact(_) => add(None),
            NumberKind::Negated(inner) => self.add_terms(show, inner, value, terms),
            NumberKind::Binary { left, right, .. } => {
                self.add_terms(show, left, value, terms);
                self.add_terms(show, right, value, terms);
            }
            NumberKind::Call { args, .. } => {
                add(None);
                for arg in args {
                    self.add_terms(show, arg, value, terms);
                }
            }
            NumberKind::Curve { curve, at } => {
                let name = self.archetype.spec.planning.curves().get(*curve);
                add(name.map(|curve| curve.name.clone()));
                self.add_terms(show, at, value, terms);
            }
        }
    }

    /// Returns the smallest change of beliefs with which a goal would have the highest score of all goals that are not met:
    /// the fewest facts, and of these the nearest values. `extra` is what orders and stickiness add to the scores of goals, in
    /// millionths. Returns `None` if no change of at most two facts that the scores read is enough. The change is empty if the
    /// goal has the highest score already.
    pub fn smallest_change(&self, wanted: GoalId, extra: &[(GoalId, i64)]) -> Option<Vec<BeliefChange>> {
        let goals = &self.archetype.goals;
        let at = goals.iter().position(|known| known.goal == wanted)?;
        let extra_of =
            |goal: GoalId| extra.iter().filter(|(known, _)| *known == goal).map(|(_, more)| *more).sum();
        let extras: Vec<i64> = goals.iter().map(|known| extra_of(known.goal)).collect();
        let wins = |state: &State| {
            let total = |at: usize| {
                let is_met = goals[at].compiled_goal.as_ref().is_some_and(|goal| goal.is_met(state));
                let score = goals[at].score(state).filter(|_| !is_met)?;
                Some(score.saturating_add(extras[at])).filter(|total| *total > 0)
            };
            let own = total(at);
            own.is_some() && (0..goals.len()).all(|other| other == at || total(other) < own)
        };
        if wins(&self.state) {
            return Some(Vec::new());
        }
        let mut facts: Vec<GroundFact> =
            goals.iter().flat_map(crate::compiled_archetype::ArchetypeGoal::score_facts).collect();
        // The facts that the wanted goal reads come first.
        let own = goals[at].score_facts();
        facts.sort_unstable_by_key(|fact| (!own.contains(fact), *fact));
        facts.dedup();
        facts.truncate(FACTS_MAX);
        let grounding = &self.archetype.grounding;
        let values: Vec<Vec<FactValue>> = facts.iter().map(|fact| self.other_values(*fact)).collect();
        let with = |changes: &[(GroundFact, FactValue)]| {
            let mut state = self.state.clone();
            changes.iter().all(|(fact, value)| grounding.put(&mut state, *fact, *value)).then_some(state)
        };
        let nearest = |candidates: &mut dyn Iterator<Item = (usize, Vec<(GroundFact, FactValue)>)>| {
            let mut best: Option<(usize, Vec<(GroundFact, FactValue)>)> = None;
            for (distance, changes) in candidates {
                let is_nearer = best.as_ref().is_none_or(|(nearest, _)| distance < *nearest);
                if is_nearer && with(&changes).is_some_and(|state| wins(&state)) {
                    best = Some((distance, changes));
                }
            }
            best.map(|(_, changes)| changes)
        };
        let varied = |at: usize, most: usize| {
            let values = values[at].iter().take(most).enumerate();
            let fact = facts[at];
            values.map(move |(distance, value)| (distance, (fact, *value)))
        };
        let one = &mut (0..facts.len())
            .flat_map(|at| varied(at, VALUES_MAX))
            .map(|(far, change)| (far, vec![change]));
        let pairs = (0..facts.len()).flat_map(|one| (one + 1..facts.len()).map(move |two| (one, two)));
        let two = &mut pairs.flat_map(|(one, two)| {
            varied(one, PAIR_VALUES_MAX).flat_map(move |(far, first)| {
                varied(two, PAIR_VALUES_MAX)
                    .map(move |(farther, second)| (far + farther, vec![first, second]))
            })
        });
        let best = nearest(one).or_else(|| nearest(two));
        let change = |(fact, to): (GroundFact, FactValue)| BeliefChange {
            fact: grounding.show_fact(fact),
            from: grounding.value(&self.state, fact).map_or_else(String::new, |value| self.show_value(value)),
            to: self.show_value(to),
        };
        best.map(|changes| changes.into_iter().map(change).collect())
    }

    /// The other values of a fact, the nearest first.
    fn other_values(&self, fact: GroundFact) -> Vec<FactValue> {
        let (grounding, domain) = (&self.archetype.grounding, &self.archetype.spec.planning);
        let now = grounding.value(&self.state, fact);
        let kind = grounding.fact_of(fact).and_then(|fact| domain.facts().get(fact)).map(|fact| fact.kind);
        let mut values: Vec<FactValue> = match (kind, now) {
            (Some(FactKind::Bool), _) => vec![FactValue::Bool(false), FactValue::Bool(true)],
            (Some(FactKind::Int { min, max, .. }), Some(FactValue::Int(now))) => {
                let near =
                    (1..=VALUES_MAX as i64).flat_map(|by| [now.saturating_add(by), now.saturating_sub(by)]);
                near.chain([min, max])
                    .filter(|value| (min..=max).contains(value))
                    .map(FactValue::Int)
                    .collect()
            }
            (Some(FactKind::Object { ty, .. }), _) => {
                let slots = self.known.values().copied().map(FactValue::Slot);
                let objects = domain.objects_of(ty).map(FactValue::Object);
                std::iter::once(FactValue::None).chain(objects).chain(slots).collect()
            }
            _ => Vec::new(),
        };
        values.retain(|value| Some(*value) != now);
        values.truncate(VALUES_MAX);
        values
    }

    fn show_value(&self, value: FactValue) -> String {
        match value {
            FactValue::None => "none".to_owned(),
            FactValue::Bool(truth) => truth.to_string(),
            FactValue::Int(number) => number.to_string(),
            FactValue::Object(object) => {
                let object = self.archetype.spec.planning.objects().get(object);
                object.map_or_else(String::new, |object| object.name.clone())
            }
            FactValue::Slot(slot) => self.archetype.grounding.slot_name(slot).to_owned(),
        }
    }

    /// Explains in sentences why an action is not in the plan for a goal: what a plan with it would cost, or what it needs.
    /// `plan` is the recorded plan, if there was one.
    pub fn why_not(
        &mut self,
        world: &View,
        goal: Term<'_>,
        plan: Option<cunning_trace::Plan<'_>>,
        action: ActionId,
        expansions_max: u64,
    ) -> Result<String, MindError> {
        let args: Vec<Option<Arg>> = goal.args.iter().map(|value| self.arg(world, value)).collect();
        let plan = plan.and_then(|plan| self.recorded(world, plan));
        let goal = GoalId::new(goal.id);
        let situation = self.situation(goal, &args);
        let absence = explain_absence(&situation, plan.as_ref(), action, &[], expansions_max)?;
        let domain = &self.archetype.spec.planning;
        let action = domain.actions().get(action).map_or("", |action| action.name.as_str());
        let goal = domain.goals().get(goal).map_or("", |goal| goal.name.as_str());
        Ok(absence.tell(action, goal))
    }
}
