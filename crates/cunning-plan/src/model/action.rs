//! Actions: parameters, conditions, effects and costs.

use super::{Condition, FactRef, GoalId, Number, ParamId, SourceSpan, Term, TypeId};

/// An action that agents can do. Each binding of its parameters is one ground action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The name of the action, which plans and orders use.
    pub name: String,
    /// Its parameters, in file order.
    pub params: Vec<Param>,
    /// The parameter or object that the agent must be near; the last condition of `when` requires it.
    pub near: Option<Term>,
    /// The conditions that must hold before the action.
    pub when: Vec<Condition>,
    /// What the action brings about.
    pub outcome: Outcome,
    /// Effects that the planner counts on, but that agents believe only when they observe them. Empty for
    /// [`Outcome::Achieves`].
    pub hope: Vec<Effect>,
    /// The cost of the action.
    pub cost: Cost,
    /// The name of a question to the game; the answer *no* forbids the action.
    pub check: Option<String>,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span of the name.
    pub span: SourceSpan,
}

/// A parameter of an action or goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name of the parameter, which conditions and effects use.
    pub name: String,
    /// The values that the parameter can have.
    pub kind: ParamKind,
    /// The query that chooses the candidates, without `query.`; `None` if all values are candidates.
    pub query: Option<String>,
    /// The source span of the declaration.
    pub span: SourceSpan,
}

/// The values that a parameter can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// An object of a type.
    Object(TypeId),
    /// An integer of a range, both ends included.
    Number {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
}

/// What an action brings about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Effects that happen at the same time.
    Effects(Vec<Effect>),
    /// A goal that is planned for when the step is reached. Its `want` holds only [`Equality::Equals`] conditions and
    /// int equalities without facts on the right.
    ///
    /// [`Equality::Equals`]: super::Equality::Equals
    Achieves {
        /// The goal to reach.
        goal: GoalId,
        /// For each parameter of the goal, the parameter of the action that binds it.
        args: Vec<ParamId>,
        /// The source span it was read from.
        span: SourceSpan,
    },
}

/// An effect of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An effect that always happens.
    Always(Change),
    /// An effect that happens only if its conditions hold before the action.
    When {
        /// The conditions that must hold before the action.
        when: Vec<Condition>,
        /// The changes that happen then.
        then: Vec<Change>,
        /// The author's comment, from the key `doc`.
        doc: Option<String>,
        /// The source span it was read from.
        span: SourceSpan,
    },
}

/// A new value of one fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The fact that changes.
    pub fact: FactRef,
    /// How the fact changes.
    pub kind: ChangeKind,
    /// The source span it was read from.
    pub span: SourceSpan,
}

/// How a fact changes. Everything is read in the state before the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A bool or object fact takes a value; `f` takes `true` and `not f` takes `false`.
    Assign(Term),
    /// An int fact takes a value, subject to its range.
    Set(Number),
    /// An int fact increases, subject to its range.
    Add(Number),
    /// An int fact decreases, subject to its range.
    Subtract(Number),
}

/// The cost of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A number, evaluated in millionths.
    Number(Number),
    /// Rules; the first one that matches counts. Without a match the action cannot be done.
    Rules(Vec<CostRule>),
}

/// One rule of a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostRule {
    /// The conditions under which the rule matches.
    pub when: Vec<Condition>,
    /// The cost in that case, evaluated in millionths.
    pub is: Number,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span it was read from.
    pub span: SourceSpan,
}

impl Action {
    /// Returns the effects that the planner uses: those of the outcome, then the hoped-for ones. Empty for
    /// [`Outcome::Achieves`].
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let certain = match &self.outcome {
            Outcome::Effects(effects) => effects.as_slice(),
            Outcome::Achieves { .. } => &[],
        };
        certain.iter().chain(&self.hope)
    }

    /// Returns all changes, hoped-for ones included, each with the conditions of its effect. Empty for
    /// [`Outcome::Achieves`].
    pub fn changes(&self) -> impl Iterator<Item = (&[Condition], &Change)> {
        self.effects().flat_map(Effect::changes)
    }
}

impl Effect {
    /// Returns the changes, each with the conditions of the effect.
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
