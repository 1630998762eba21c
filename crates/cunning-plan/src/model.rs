//! The domain as the rest of the crate knows it: every name resolved, every rule of the language checked, nothing
//! ground yet.
//!
//! A [`PlanningDomain`] comes from a [`crate::Reader`] or a [`crate::Builder`] and does not change. Everything is kept in
//! file order, because order decides ties. Each declaration, condition, effect and number knows its [`SourceSpan`], so
//! that later stages can point at it; two models that say the same are equal wherever they were written.

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

/// A planning domain.
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
    /// Its name; empty if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its author says about it.
    pub fn doc(&self) -> Option<&str> {
        self.doc.as_deref()
    }

    /// The types.
    pub fn types(&self) -> &List<TypeId, Type> {
        &self.types
    }

    /// The objects of the closed types, type by type.
    pub fn objects(&self) -> &List<ObjectId, Object> {
        &self.objects
    }

    /// The facts.
    pub fn facts(&self) -> &List<FactId, Fact> {
        &self.facts
    }

    /// The tables.
    pub fn tables(&self) -> &List<TableId, Table> {
        &self.tables
    }

    /// The traits that actions and goals name, in the order of their first use, goals before actions.
    pub fn traits(&self) -> &List<TraitId, Trait> {
        &self.traits
    }

    /// The curves.
    pub fn curves(&self) -> &List<CurveId, Arc<Curve>> {
        &self.curves
    }

    /// How agents get about, if the domain says so.
    pub fn movement(&self) -> Option<&Movement> {
        self.movement.as_ref()
    }

    /// The actions, those of [`PlanningDomain::movement`] last.
    pub fn actions(&self) -> &List<ActionId, Action> {
        &self.actions
    }

    /// The goals.
    pub fn goals(&self) -> &List<GoalId, Goal> {
        &self.goals
    }

    /// What differs from the facts' defaults at the start; no ground fact twice.
    pub fn start(&self) -> &[Setting] {
        &self.start
    }

    /// What tools bind to the open types.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// The tests.
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// The files it was read from.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The action of a name.
    pub fn action_named(&self, name: &str) -> Option<ActionId> {
        self.actions.iter().find(|(_, action)| action.name == name).map(|(id, _)| id)
    }

    /// The fact of a name.
    pub fn fact_named(&self, name: &str) -> Option<FactId> {
        self.facts.iter().find(|(_, fact)| fact.name == name).map(|(id, _)| id)
    }

    /// The goal of a name.
    pub fn goal_named(&self, name: &str) -> Option<GoalId> {
        self.goals.iter().find(|(_, goal)| goal.name == name).map(|(id, _)| id)
    }

    /// The type of a name.
    pub fn type_named(&self, name: &str) -> Option<TypeId> {
        self.types.iter().find(|(_, ty)| ty.name == name).map(|(id, _)| id)
    }

    /// The objects of a type that the domain itself lists, in order: those of its closed parts.
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

    /// The name of an object that data name.
    pub fn object_name<'a>(&'a self, object: &'a ObjectName) -> &'a str {
        match object {
            ObjectName::Closed(id) => self.objects.get(*id).map_or("", |object| &object.name),
            ObjectName::Bound(name) => name,
        }
    }

    /// What an action that stands for a goal is expected to change: all that the goal wants.
    pub(crate) fn wanted_changes(&self, goal: GoalId) -> Vec<Change> {
        let want = self.goals.get(goal).map_or(&[][..], |goal| &goal.want);
        want.iter().filter_map(Condition::as_change).collect()
    }

    /// The value of a fact of a kind about which nothing is said.
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
