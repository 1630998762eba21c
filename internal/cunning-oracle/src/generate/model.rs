//! A domain as a structure that can be written as text and shrunk.
//!
//! Conditions, effects and numbers are expressions in text form; lists, groups and rules are structure. Nothing here checks
//! that a model is valid: the families build valid ones, and the shrinker tries what remains after a cut.

use crate::query::Value;

/// A whole domain.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// Types by name.
    pub types: Vec<(String, ModelType)>,
    /// Facts.
    pub facts: Vec<ModelFact>,
    /// Tables.
    pub tables: Vec<ModelTable>,
    /// Curves: names and points; numbers are decimal text.
    pub curves: Vec<(String, Vec<(String, String)>)>,
    /// How agents walk.
    pub movement: Option<ModelMovement>,
    /// Actions.
    pub actions: Vec<ModelAction>,
    /// Goals.
    pub goals: Vec<ModelGoal>,
    /// Start values by ground fact.
    pub start: Vec<(String, Value)>,
    /// Objects bound to open types.
    pub objects: Vec<(String, Vec<String>)>,
}

/// A type of a model.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelType {
    /// These objects and no others.
    Closed(Vec<String>),
    /// At most this many objects, bound elsewhere.
    Open(usize),
    /// The objects of other types.
    Union(Vec<String>),
}

/// A fact of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelFact {
    /// Its name.
    pub name: String,
    /// Its type as written, such as `bool` or `place?`.
    pub kind: String,
    /// The bounds of an int.
    pub range: Option<ModelRange>,
    /// The index types of a family.
    pub of: Vec<String>,
    /// The default value, if it is declared.
    pub default: Option<Value>,
}

/// The bounds of an int.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelRange {
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// Whether values below the least are clamped instead of making the action inapplicable.
    pub clamps_low: bool,
    /// Whether values above the greatest are clamped instead of making the action inapplicable.
    pub clamps_high: bool,
}

/// A table of a model; numbers are decimal text.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelTable {
    /// Its name.
    pub name: String,
    /// Its index types.
    pub of: Vec<String>,
    /// The value of entries that are not listed.
    pub default: String,
    /// Listed entries: key and value.
    pub values: Vec<(String, String)>,
}

/// The `[move]` of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelMovement {
    /// The fact that says where the agent is.
    pub fact: String,
    /// The table of travel costs.
    pub cost: Option<String>,
    /// The name of the action, if it is not `move`.
    pub name: Option<String>,
}

/// An action of a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelAction {
    /// Its name.
    pub name: String,
    /// Parameters with their types or ranges.
    pub params: Vec<(String, String)>,
    /// The parameter or object that it is done near.
    pub near: Option<String>,
    /// Its conditions.
    pub when: Vec<ModelCondition>,
    /// Its effects.
    pub then: Vec<ModelEffect>,
    /// Its hoped-for effects.
    pub hope: Vec<ModelEffect>,
    /// Its cost.
    pub cost: ModelCost,
    /// The check it names.
    pub check: Option<String>,
    /// The goal it stands for, instead of effects.
    pub achieves: Option<String>,
}

/// A goal of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelGoal {
    /// Its name.
    pub name: String,
    /// Parameters with their types or ranges.
    pub params: Vec<(String, String)>,
    /// The conditions of the goal.
    pub want: Vec<ModelCondition>,
}

/// A condition of a model.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelCondition {
    /// A condition as text.
    Text(String),
    /// A disjunction of conjunctions.
    Any(Vec<Vec<ModelCondition>>),
}

/// An effect of a model.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelEffect {
    /// An effect as text.
    Text(String),
    /// Effects under conditions.
    When(Vec<ModelCondition>, Vec<String>),
}

/// The cost of an action of a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum ModelCost {
    /// No cost is given.
    #[default]
    Default,
    /// A decimal number.
    Number(String),
    /// An expression.
    Expression(String),
    /// Rules: conditions and the cost, which is a number or an expression.
    Rules(Vec<(Vec<ModelCondition>, ModelCost)>),
}

impl From<&str> for ModelCondition {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for ModelCondition {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for ModelEffect {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for ModelEffect {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl ModelRange {
    /// Creates a range without clamping.
    pub fn refusing(min: i64, max: i64) -> Self {
        Self { min, max, clamps_low: false, clamps_high: false }
    }
}

// The families build models with these.
impl Model {
    pub(crate) fn closed(&mut self, name: &str, objects: &[String]) {
        self.types.push((name.to_owned(), ModelType::Closed(objects.to_vec())));
    }

    /// Adds a bool or a fact of a type.
    pub(crate) fn fact(&mut self, name: &str, kind: &str, of: &[&str]) {
        self.facts.push(ModelFact {
            name: name.to_owned(),
            kind: kind.to_owned(),
            range: None,
            of: texts(of),
            default: None,
        });
    }

    pub(crate) fn int(&mut self, name: &str, range: ModelRange, of: &[&str]) {
        self.fact(name, "int", of);
        if let Some(fact) = self.facts.last_mut() {
            fact.range = Some(range);
        }
    }

    pub(crate) fn table(&mut self, name: &str, of: &[&str], default: &str, values: Vec<(String, String)>) {
        self.tables.push(ModelTable {
            name: name.to_owned(),
            of: texts(of),
            default: default.to_owned(),
            values,
        });
    }

    pub(crate) fn goal(&mut self, name: &str, want: Vec<ModelCondition>) {
        self.goals.push(ModelGoal { name: name.to_owned(), params: Vec::new(), want });
    }

    pub(crate) fn start(&mut self, fact: &str, value: impl Into<Value>) {
        self.start.push((fact.to_owned(), value.into()));
    }
}

// The families build actions with these.
impl ModelAction {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    pub(crate) fn param(mut self, name: &str, of: &str) -> Self {
        self.params.push((name.to_owned(), of.to_owned()));
        self
    }

    pub(crate) fn when(mut self, condition: impl Into<ModelCondition>) -> Self {
        self.when.push(condition.into());
        self
    }

    pub(crate) fn then(mut self, effect: impl Into<ModelEffect>) -> Self {
        self.then.push(effect.into());
        self
    }

    pub(crate) fn cost(mut self, cost: ModelCost) -> Self {
        self.cost = cost;
        self
    }
}

pub(crate) fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

/// Returns `count` names with a common prefix.
pub(crate) fn numbered(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{prefix}{number}")).collect()
}
