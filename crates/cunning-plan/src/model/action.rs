//! Actions: parameters, conditions, effects and costs.

use super::{Condition, FactRef, GoalId, Number, ParamId, SourceSpan, Term, TypeId};

/// Something an agent can do. Each binding of its parameters is one ground action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// Its parameters, in file order.
    pub params: Vec<Param>,
    /// What the agent must be near, a parameter or an object: the last condition of `when` says so.
    pub near: Option<Term>,
    /// What must hold before.
    pub when: Vec<Condition>,
    /// What it brings about.
    pub outcome: Outcome,
    /// What it is planned with like the effects of its outcome, while minds believe it only when they see it. None
    /// if it [`Outcome::Achieves`].
    pub hope: Vec<Effect>,
    /// What it costs.
    pub cost: Cost,
    /// The question to the game whose answer *no* forbids it.
    pub check: Option<String>,
    /// What its author says about it.
    pub doc: Option<String>,
    /// Where its name stands.
    pub span: SourceSpan,
}

/// A parameter of an action or goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub kind: ParamKind,
    /// The query (of a mind) that chooses the candidates, without `query.`; nothing if all are candidates.
    pub query: Option<String>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// What a parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// An object of a type.
    Object(TypeId),
    /// An integer of a range, both ends included.
    Number {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
}

/// What an action brings about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Effects, which happen all at once.
    Effects(Vec<Effect>),
    /// A goal that is planned for when its turn comes. Its `want` holds only [`Equality::Equals`] conditions and
    /// int equalities without facts on the right.
    ///
    /// [`Equality::Equals`]: super::Equality::Equals
    Achieves {
        /// The goal.
        goal: GoalId,
        /// For each parameter of the goal, the parameter of the action that binds it.
        args: Vec<ParamId>,
        /// Where it was said.
        span: SourceSpan,
    },
}

/// An effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Happens always.
    Always(Change),
    /// Happens if its conditions held before the action.
    When {
        /// The conditions.
        when: Vec<Condition>,
        /// What happens then.
        then: Vec<Change>,
        /// What its author says about it.
        doc: Option<String>,
        /// Where it was said.
        span: SourceSpan,
    },
}

/// A new value of one fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The fact.
    pub fact: FactRef,
    /// How it changes.
    pub kind: ChangeKind,
    /// Where it was said.
    pub span: SourceSpan,
}

/// How a fact changes. Everything is read in the state before the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A bool or object fact takes a value; `f` takes `true` and `not f` takes `false`.
    Assign(Term),
    /// An int fact takes a value, subject to its range.
    Set(Number),
    /// An int fact grows, subject to its range.
    Add(Number),
    /// An int fact shrinks, subject to its range.
    Subtract(Number),
}

/// What an action costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A number, evaluated in millionths.
    Number(Number),
    /// Rules of which the first that matches counts; without a match the action cannot be done.
    Rules(Vec<CostRule>),
}

/// A rule of a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostRule {
    /// When it matches.
    pub when: Vec<Condition>,
    /// What the action costs then, evaluated in millionths.
    pub is: Number,
    /// What its author says about it.
    pub doc: Option<String>,
    /// Where it was said.
    pub span: SourceSpan,
}

impl Action {
    /// What it is planned with: its effects and then what is hoped for; none if it [`Outcome::Achieves`].
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let certain = match &self.outcome {
            Outcome::Effects(effects) => effects.as_slice(),
            Outcome::Achieves { .. } => &[],
        };
        certain.iter().chain(&self.hope)
    }

    /// The changes it may bring about or is hoped to, each with the conditions of its effect; none if it
    /// [`Outcome::Achieves`].
    pub fn changes(&self) -> impl Iterator<Item = (&[Condition], &Change)> {
        self.effects().flat_map(Effect::changes)
    }
}

impl Effect {
    /// Its changes, each with the conditions of the effect.
    pub fn changes(&self) -> impl Iterator<Item = (&[Condition], &Change)> {
        let (when, then) = match self {
            Self::Always(change) => ([].as_slice(), std::slice::from_ref(change)),
            Self::When { when, then, .. } => (when.as_slice(), then.as_slice()),
        };
        then.iter().map(move |change| (when, change))
    }
}

impl ChangeKind {
    /// Calls `visit` with every fact that the new value reads.
    pub fn facts<'a>(&'a self, visit: &mut dyn FnMut(&'a FactRef)) {
        match self {
            Self::Assign(term) => term.fact().into_iter().for_each(visit),
            Self::Set(number) | Self::Add(number) | Self::Subtract(number) => number.facts(visit),
        }
    }
}
