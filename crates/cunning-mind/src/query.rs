//! A query compiled for an archetype: what is asked of the game, and what is read from beliefs.

use std::collections::BTreeMap;

use cunning_plan::model::{
    Condition, ConditionKind, Curve, FactId, FactRef, Function, Index, Number, NumberKind, Operator, ParamId,
    Term, TypeId, TypeKind,
};
use cunning_plan::{Arg, GroundCondition, GroundNumber, Grounding, Micros, Slot, State};
use std::sync::Arc;

use crate::geometry::{SpatialAnswer, SpatialQuestion};
use crate::spec::{Candidates, DomainSpec, Query, QueryAsk, QueryNumber, QuerySubject};

/// A query compiled for an archetype. All of its agents share it; parts compiled on demand are cached here.
#[derive(Clone, Debug)]
pub(crate) struct ArchetypeQuery {
    /// The index in [`DomainSpec::queries`].
    pub(crate) query: usize,
    /// The questions about each candidate, tests first.
    pub(crate) asks: Vec<Ask>,
    tests: usize,
    score: Formula,
    /// The numbers of the score that are read from beliefs.
    numbers: Vec<Number>,
    conditions: BTreeMap<Arg, GroundCondition>,
    /// The conditions that are about no candidate. Unless they hold, there are no candidates.
    guard: Option<GroundCondition>,
    known: BTreeMap<(u32, Arg), GroundNumber>,
    /// The closed objects among the possible candidates.
    pub(crate) objects: Vec<u32>,
    /// The slots of the possible candidates of open types, or of the generated points.
    pub(crate) slots: Vec<Slot>,
    /// The open type that the query fills.
    pub(crate) fills: Option<TypeId>,
    /// Whether a goal uses the candidates.
    pub(crate) is_for_goals: bool,
    /// The facts whose changes make the query run at once: those that decide whether there are candidates, and if a goal
    /// uses them, all that it reads.
    pub(crate) urgent_facts: Vec<FactId>,
}

/// A question about a candidate.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) what: What,
    /// The question as the domain has it.
    pub(crate) name: String,
    pub(crate) of: Vec<QuerySubject>,
    is_negated: bool,
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The game.
    Game(SpatialQuestion),
    /// The claims: whether no other agent has claimed the candidate.
    Free,
    /// The claims: whether another agent has claimed the candidate.
    Claimed,
}

/// A score formula.
#[derive(Clone, Debug)]
enum Formula {
    Literal(Micros),
    /// One of the numbers read from beliefs.
    Known(u32),
    /// The answer to one of the questions.
    Ask(usize),
    Binary(Operator, Box<Formula>, Box<Formula>),
    Call(Function, Vec<Formula>),
    Curve(Arc<Curve>, Box<Formula>),
}

/// The built-in questions of queries, with their sources and numbers of arguments.
pub(crate) const QUESTIONS: [(&str, What, usize); 6] = [
    ("dist", What::Game(SpatialQuestion::Distance), 2),
    ("path", What::Game(SpatialQuestion::Path), 2),
    ("sees", What::Game(SpatialQuestion::Sees), 2),
    ("hides", What::Game(SpatialQuestion::Hides), 2),
    ("free", What::Free, 1),
    ("claimed", What::Claimed, 1),
];

impl DomainSpec {
    /// Returns the questions defined by the domain that its queries ask, each once, in file order.
    /// [`SpatialQuestion::Named`] is an index into this list.
    pub fn questions(&self) -> Vec<&str> {
        let is_own = |name: &&str| {
            *name != SpatialQuestion::Position.name() && QUESTIONS.iter().all(|(known, ..)| known != name)
        };
        self.asked_questions().into_iter().filter(is_own).collect()
    }

    /// Returns all questions that queries ask the game, including built-in ones, each once, in file order.
    pub fn asked_questions(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for query in &self.queries {
            let mut asks: Vec<&str> = query.tests.iter().map(|test| test.ask.name.as_str()).collect();
            query.score.visit(&mut |number| {
                if let QueryNumber::Ask(ask) = number {
                    asks.push(&ask.name);
                }
            });
            if !matches!(query.from, Candidates::Type(_)) {
                asks.push(SpatialQuestion::Position.name());
            }
            let is_claim = |name: &str| {
                let what = QUESTIONS.iter().find(|(known, ..)| *known == name).map(|(_, what, _)| *what);
                matches!(what, Some(What::Free | What::Claimed))
            };
            for name in asks {
                if !is_claim(name) && !found.contains(&name) {
                    found.push(name);
                }
            }
        }
        found
    }
}

impl ArchetypeQuery {
    pub(crate) fn new(spec: &DomainSpec, at: usize, grounding: &Grounding) -> Option<Self> {
        let query = spec.queries.get(at)?;
        let questions = spec.questions();
        let ask = |ask: &QueryAsk, is_negated: bool| {
            let what = QUESTIONS.iter().find(|(name, ..)| *name == ask.name).map_or_else(
                || {
                    let at = questions.iter().position(|name| *name == ask.name).unwrap_or(0);
                    What::Game(SpatialQuestion::Named(at as u32))
                },
                |(_, what, _)| *what,
            );
            Ask { what, name: ask.name.clone(), of: ask.of.clone(), is_negated }
        };
        let mut asks: Vec<Ask> = query.tests.iter().map(|test| ask(&test.ask, test.negated)).collect();
        let tests = asks.len();
        let mut numbers = Vec::new();
        let mut add = |known: &QueryAsk| {
            // A question that occurs twice is asked once.
            let same = |other: &Ask| other.name == known.name && other.of == known.of;
            if let Some(at) = asks.iter().position(same) {
                return at;
            }
            asks.push(ask(known, false));
            asks.len() - 1
        };
        let score = formula(spec, &query.score, &mut numbers, &mut add);
        let types = spec.planning.types();
        let parts = types.get(query.of).map_or(&[][..], |ty| &ty.parts);
        let open = parts.iter().filter(|&&part| matches!(types[part].kind, TypeKind::Open { .. }));
        let slots = open.flat_map(|&part| grounding.slots(part)).collect();
        let objects = match query.from {
            Candidates::Type(ty) => spec.planning.objects_of(ty).map(|id| id.index() as u32).collect(),
            Candidates::Ring { .. } | Candidates::Grid { .. } => Vec::new(),
        };
        let fills = types.iter().map(|(id, _)| id).find(|id| {
            let fill = spec.types.get(id.index()).and_then(|spec| spec.fill);
            fill == Some(at) && matches!(query.from, Candidates::Type(_))
        });
        let is_for_goals = spec.goals.iter().any(|goal| goal.candidates.contains(&Some(at)));
        Some(Self {
            urgent_facts: if is_for_goals { facts_of(query) } else { facts_of_guard(query) },
            query: at,
            asks,
            tests,
            score,
            numbers,
            conditions: BTreeMap::new(),
            guard: guard(query, grounding),
            known: BTreeMap::new(),
            objects,
            slots,
            fills,
            is_for_goals,
        })
    }

    /// Returns whether the conditions hold that are about no candidate.
    pub(crate) fn is_needed(&self, state: &State) -> bool {
        self.guard.as_ref().is_none_or(|guard| guard.holds(state))
    }

    /// Returns whether the agent's beliefs allow a candidate. Conditions about an object without a slot hold.
    pub(crate) fn is_believed(
        &mut self,
        query: &Query,
        grounding: &Grounding,
        state: &State,
        arg: Option<Arg>,
    ) -> bool {
        let Some(arg) = arg.filter(|_| !query.when.is_empty()) else { return true };
        let holds = |known: &GroundCondition| known.holds(state);
        if let Some(known) = self.conditions.get(&arg) {
            return holds(known);
        }
        let Ok(condition) = grounding.condition(&query.when, &[arg]) else { return false };
        holds(self.conditions.entry(arg).or_insert(condition))
    }

    /// Returns whether a candidate passes or fails a test by an answer; `None` if the answer does not decide.
    pub(crate) fn passes(&self, at: usize, answer: SpatialAnswer) -> Option<bool> {
        let is_test = at < self.tests;
        is_test.then(|| answer.truth().is_some_and(|truth| truth != self.asks[at].is_negated))
    }

    /// Returns the score of a candidate; `None` if it is undefined.
    pub(crate) fn score(
        &mut self,
        grounding: &Grounding,
        state: &State,
        arg: Option<Arg>,
        findings: &dyn Fn(usize) -> SpatialAnswer,
    ) -> Option<i64> {
        // Numbers about an object without a slot have their default.
        let arg = arg.or(self.slots.first().map(|slot| Arg::Slot(*slot)))?;
        for at in 0..self.numbers.len() as u32 {
            if !self.known.contains_key(&(at, arg)) {
                let number = grounding.number(&self.numbers[at as usize], &[arg]).ok()?;
                self.known.insert((at, arg), number);
            }
        }
        let known = |at: u32| self.known.get(&(at, arg))?.value(state);
        Some(self.score.value(&known, findings)?.get())
    }
}

/// The conditions of a query that are about no candidate.
fn guard_of(query: &Query) -> impl Iterator<Item = &Condition> {
    query.when.iter().filter(|condition| !is_about(condition, CANDIDATE))
}

/// Returns the facts that the conditions read that are about no candidate.
fn facts_of_guard(query: &Query) -> Vec<FactId> {
    let mut facts = Vec::new();
    guard_of(query).for_each(|condition| condition.facts(&mut |fact| facts.push(fact.fact)));
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// Compiles the conditions of a query that are about no candidate; `None` if there are none.
fn guard(query: &Query, grounding: &Grounding) -> Option<GroundCondition> {
    let about_none: Vec<Condition> = guard_of(query).cloned().collect();
    if about_none.is_empty() {
        return None;
    }
    // The candidate comes before the variables of quantifiers, and these conditions do not read it.
    grounding.condition(&about_none, &[Arg::Number(0)]).ok()
}

/// The parameter of a query's conditions that stands for the candidate.
const CANDIDATE: ParamId = ParamId::new(0);

/// Returns whether a condition reads a parameter.
fn is_about(condition: &Condition, param: ParamId) -> bool {
    let is_index = |index: &Index| *index == Index::Param(param);
    let in_fact = |fact: &FactRef| fact.indices.iter().any(is_index);
    let in_term = |term: &Term| match term {
        Term::Param(id) => *id == param,
        Term::Fact(fact) => in_fact(fact),
        Term::Bool(_) | Term::None | Term::Object(_) => false,
    };
    let in_number = |number: &Number| {
        let mut is_found = false;
        number.walk(&mut |part| {
            is_found |= match &part.kind {
                NumberKind::Param(id) => *id == param,
                NumberKind::Fact(fact) => in_fact(fact),
                NumberKind::Table { indices, .. } => indices.iter().any(is_index),
                _ => false,
            };
        });
        is_found
    };
    let mut is_found = false;
    condition.walk(&mut |part| {
        is_found |= match &part.kind {
            ConditionKind::Same { left, right, .. } => in_term(left) || in_term(right),
            ConditionKind::Compare { left, right, .. } => in_number(left) || in_number(right),
            _ => false,
        };
    });
    is_found
}

/// Returns the facts that a query reads: in its conditions, in its score, and as subjects of its questions.
fn facts_of(query: &Query) -> Vec<FactId> {
    let mut facts = Vec::new();
    query.when.iter().for_each(|condition| condition.facts(&mut |fact| facts.push(fact.fact)));
    let mut subjects: Vec<&QuerySubject> = query.tests.iter().flat_map(|test| &test.ask.of).collect();
    query.score.visit(&mut |number| match number {
        QueryNumber::Ask(ask) => subjects.extend(&ask.of),
        QueryNumber::Known(number) => number.facts(&mut |fact| facts.push(fact.fact)),
        _ => {}
    });
    if let Candidates::Ring { around, .. } | Candidates::Grid { around, .. } = &query.from {
        subjects.push(around);
    }
    facts.extend(subjects.iter().filter_map(|subject| match subject {
        QuerySubject::Fact(fact) => Some(*fact),
        QuerySubject::Oneself | QuerySubject::Candidate => None,
    }));
    facts.sort_unstable();
    facts.dedup();
    facts
}

fn formula(
    spec: &DomainSpec,
    number: &QueryNumber,
    numbers: &mut Vec<Number>,
    ask: &mut dyn FnMut(&QueryAsk) -> usize,
) -> Formula {
    match number {
        QueryNumber::Literal(value) => Formula::Literal(*value),
        QueryNumber::Known(number) => {
            numbers.push(number.clone());
            Formula::Known(numbers.len() as u32 - 1)
        }
        QueryNumber::Ask(known) => Formula::Ask(ask(known)),
        QueryNumber::Binary(operator, left, right) => {
            let left = formula(spec, left, numbers, ask);
            let right = formula(spec, right, numbers, ask);
            Formula::Binary(*operator, Box::new(left), Box::new(right))
        }
        QueryNumber::Call(function, args) => {
            Formula::Call(*function, args.iter().map(|arg| formula(spec, arg, numbers, ask)).collect())
        }
        QueryNumber::Curve(curve, inner) => match spec.planning.curves().get(*curve) {
            Some(curve) => Formula::Curve(curve.clone(), Box::new(formula(spec, inner, numbers, ask))),
            None => Formula::Literal(Micros::ZERO),
        },
    }
}

impl Formula {
    fn value(
        &self,
        known: &dyn Fn(u32) -> Option<Micros>,
        findings: &dyn Fn(usize) -> SpatialAnswer,
    ) -> Option<Micros> {
        match self {
            Self::Literal(value) => Some(*value),
            Self::Known(at) => known(*at),
            Self::Ask(at) => findings(*at).number(),
            Self::Binary(operator, left, right) => {
                let [left, right] = [left, right].map(|part| part.value(known, findings));
                let (left, right) = (i128::from(left?.get()), i128::from(right?.get()));
                let one = i128::from(Micros::ONE.get());
                let value = match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right / one,
                    Operator::Divide => (left * one).checked_div(right)?,
                };
                Micros::new(i64::try_from(value).ok()?)
            }
            Self::Call(function, args) => {
                let mut args = args.iter().map(|arg| arg.value(known, findings));
                let first = args.next()??;
                match function {
                    Function::Abs => Micros::new(first.get().abs()),
                    Function::Min => args.try_fold(first, |least, arg| Some(least.min(arg?))),
                    Function::Max => args.try_fold(first, |most, arg| Some(most.max(arg?))),
                    Function::Clamp => {
                        let (low, high) = (args.next()??, args.next()??);
                        Some(first.max(low).min(high))
                    }
                }
            }
            Self::Curve(curve, inner) => Some(curve.at(inner.value(known, findings)?)),
        }
    }
}
