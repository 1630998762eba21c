//! The domain model: every name resolved, every rule of the language checked, nothing ground yet.
//!
//! A [`PlanningDomain`] comes from a [`crate::Reader`] or a [`crate::Builder`] and does not change. Everything is
//! kept in file order, because order breaks ties. Each declaration, condition, effect and number has its
//! [`SourceSpan`], so that later stages can refer to it; two models with the same content are equal wherever they
//! were written.

mod action;
mod condition;
mod curve;
mod facts;
mod goal;
mod list;
mod movement;
mod source_span;
mod types;

pub use action::{Action, Change, ChangeKind, Cost, CostRule, Effect, Outcome, Param, ParamKind};
pub use condition::{
    Comparison, Condition, ConditionKind, Equality, FactRef, Function, Index, Number, NumberKind, Operator,
    Quantifier, Term, Variable,
};
pub use curve::Curve;
pub use facts::{Fact, FactKind, Overflow, Setting, Table, TableValue, Trait, Value};
pub use goal::{Argument, ExpectedStep, Goal, Test};
pub use list::{ActionId, CurveId, FactId, GoalId, Id, List, ObjectId, ParamId, TableId, TraitId, TypeId};
pub use movement::Movement;
pub use source_span::{Files, SourceSpan};
pub use types::{Binding, Object, ObjectName, Type, TypeKind};

use std::sync::Arc;

/// A planning domain: types, facts, tables, actions, goals and tests, with every name resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanningDomain {
    pub(crate) name: String,
    pub(crate) doc: Option<String>,
    pub(crate) types: List<TypeId, Type>,
    pub(crate) objects: List<ObjectId, Object>,
    pub(crate) facts: List<FactId, Fact>,
    pub(crate) tables: List<TableId, Table>,
    pub(crate) traits: List<TraitId, Trait>,
    pub(crate) curves: List<CurveId, Arc<Curve>>,
    pub(crate) actions: List<ActionId, Action>,
    pub(crate) movement: Option<Movement>,
    pub(crate) goals: List<GoalId, Goal>,
    pub(crate) start: Vec<Setting>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) tests: Vec<Test>,
    pub(crate) files: Files,
}

impl PlanningDomain {
    /// Returns the name of the domain; empty if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the author's comment on the domain.
    pub fn doc(&self) -> Option<&str> {
        self.doc.as_deref()
    }

    /// Returns the types.
    pub fn types(&self) -> &List<TypeId, Type> {
        &self.types
    }

    /// Returns the objects of the closed types, type by type.
    pub fn objects(&self) -> &List<ObjectId, Object> {
        &self.objects
    }

    /// Returns the facts.
    pub fn facts(&self) -> &List<FactId, Fact> {
        &self.facts
    }

    /// Returns the tables.
    pub fn tables(&self) -> &List<TableId, Table> {
        &self.tables
    }

    /// Returns the traits that actions and goals name, in the order of their first use, goals before actions.
    pub fn traits(&self) -> &List<TraitId, Trait> {
        &self.traits
    }

    /// Returns the curves.
    pub fn curves(&self) -> &List<CurveId, Arc<Curve>> {
        &self.curves
    }

    /// Returns how agents move, if the domain has a `[move]` table.
    pub fn movement(&self) -> Option<&Movement> {
        self.movement.as_ref()
    }

    /// Returns the actions, those of [`PlanningDomain::movement`] last.
    pub fn actions(&self) -> &List<ActionId, Action> {
        &self.actions
    }

    /// Returns the goals.
    pub fn goals(&self) -> &List<GoalId, Goal> {
        &self.goals
    }

    /// Returns the initial values that differ from the facts' defaults; no ground fact occurs twice.
    pub fn start(&self) -> &[Setting] {
        &self.start
    }

    /// Returns the objects that tools bind to the open types.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// Returns the tests.
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// Returns the files the domain was read from.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Finds an action by its name.
    pub fn action_named(&self, name: &str) -> Option<ActionId> {
        self.actions.iter().find(|(_, action)| action.name == name).map(|(id, _)| id)
    }

    /// Finds a fact by its name.
    pub fn fact_named(&self, name: &str) -> Option<FactId> {
        self.facts.iter().find(|(_, fact)| fact.name == name).map(|(id, _)| id)
    }

    /// Finds a goal by its name.
    pub fn goal_named(&self, name: &str) -> Option<GoalId> {
        self.goals.iter().find(|(_, goal)| goal.name == name).map(|(id, _)| id)
    }

    /// Finds a type by its name.
    pub fn type_named(&self, name: &str) -> Option<TypeId> {
        self.types.iter().find(|(_, ty)| ty.name == name).map(|(id, _)| id)
    }

    /// Returns the objects that the domain lists for a type, in order: those of its closed parts.
    pub fn objects_of(&self, ty: TypeId) -> impl Iterator<Item = ObjectId> {
        let parts = self.types.get(ty).map_or(&[][..], |ty| &ty.parts);
        parts
            .iter()
            .flat_map(|&part| match &self.types[part].kind {
                TypeKind::Closed { objects } => objects.as_slice(),
                TypeKind::Open { .. } | TypeKind::Union { .. } => &[],
            })
            .copied()
    }

    /// Returns the name of an object.
    pub fn object_name<'a>(&'a self, object: &'a ObjectName) -> &'a str {
        match object {
            ObjectName::Closed(id) => self.objects.get(*id).map_or("", |object| &object.name),
            ObjectName::Bound(name) => name,
        }
    }

    /// Returns what an action that stands for a goal is expected to change: everything that the goal wants.
    pub(crate) fn wanted_changes(&self, goal: GoalId) -> Vec<Change> {
        let want = self.goals.get(goal).map_or(&[][..], |goal| &goal.want);
        want.iter().filter_map(Condition::as_change).collect()
    }

    /// Returns the default value of facts of a kind.
    pub(crate) fn plain_default(&self, kind: FactKind) -> Value {
        match kind {
            FactKind::Bool => Value::Bool(false),
            FactKind::Int { min, .. } => Value::Int(min),
            FactKind::Object { optional: true, .. } => Value::None,
            FactKind::Object { ty, .. } => self
                .objects_of(ty)
                .next()
                .map_or(Value::None, |first| Value::Object(ObjectName::Closed(first))),
        }
    }
}
