//! Domains built in Rust.
//!
//! A builder can express everything a file can, in the same notation: conditions, effects and numbers are the strings
//! of the language. It makes the same tree that a file is parsed to and passes it to the same reader, so the model
//! and the checks are the same; diagnostics have no locations.

mod parts;

use std::ops::RangeInclusive;

use cunning_diag::Diagnostics;

pub use parts::{ActionBuilder, FactBuilder, GoalBuilder, TableBuilder, TestBuilder};

use crate::model::PlanningDomain;
use crate::read::read_tree;
use crate::tree::{Node, NodeKind, Text};
use parts::Fields;

/// A condition that holds if at least one of its members does. A member is a condition or, by [`all`], several.
pub fn any<T: Into<Node>>(members: impl IntoIterator<Item = T>) -> Node {
    table([("any", all(members))])
}

/// Several values as one: conditions that must hold together, or any list.
pub fn all<T: Into<Node>>(members: impl IntoIterator<Item = T>) -> Node {
    Node::nowhere(NodeKind::List(members.into_iter().map(Into::into).collect()))
}

/// A table with these keys, for [`Builder::raw`].
pub fn table<const N: usize>(entries: [(&str, Node); N]) -> Node {
    let entries = entries.into_iter().map(|(key, node)| (Text::nowhere(key), node)).collect();
    Node::nowhere(NodeKind::Table(entries))
}

/// Builds a domain piece by piece. The order of the calls is the file order.
///
/// ```
/// use cunning_plan::PlanningDomain;
///
/// let domain = PlanningDomain::builder("pirate")
///     .closed("place", ["beach", "tavern"])
///     .object("at", "place")
///     .bool("drunk")
///     .int("gold", 0..=9)
///     .action("go", |a| a.param("to", "place").when("at != to").then("at = to").cost(4))
///     .action("drink", |a| a.when("at == tavern").when("gold >= 3").then("drunk").then("gold -= 3"))
///     .goal("get_drunk", ["drunk"])
///     .start("gold", 5)
///     .build()
///     .expect("a valid domain");
/// assert_eq!(domain.actions().len(), 2);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    tables: Vec<(&'static str, Fields)>,
    others: Vec<(Text, Node)>,
}

impl PlanningDomain {
    /// Starts a domain with this name.
    pub fn builder(name: &str) -> Builder {
        let tables = [
            "domain", "types", "objects", "facts", "tables", "curve", "move", "query", "action", "goal",
            "start", "test",
        ];
        let builder =
            Builder { tables: tables.map(|table| (table, Fields::default())).into(), others: Vec::new() };
        builder.raw("domain", "name", name)
    }
}

impl Builder {
    /// Documents the domain.
    pub fn doc(self, doc: &str) -> Self {
        self.raw("domain", "doc", doc)
    }

    /// Adds a closed type with its objects.
    pub fn closed<'a>(self, name: &str, objects: impl IntoIterator<Item = &'a str>) -> Self {
        self.raw("types", name, all(objects))
    }

    /// Adds an open type, of which an agent knows at most `max` objects at a time.
    pub fn open(self, name: &str, max: u32) -> Self {
        self.raw("types", name, table([("open", true.into()), ("max", i64::from(max).into())]))
    }

    /// Adds a union of types.
    pub fn union<'a>(self, name: &str, members: impl IntoIterator<Item = &'a str>) -> Self {
        self.raw("types", name, any(members))
    }

    /// Sets the objects that tools bind to an open type.
    pub fn objects<'a>(self, open_type: &str, objects: impl IntoIterator<Item = &'a str>) -> Self {
        self.raw("objects", open_type, all(objects))
    }

    /// Adds a bool fact.
    pub fn bool(self, name: &str) -> Self {
        self.raw("facts", name, "bool")
    }

    /// Adds a fact whose value is an object of a type.
    pub fn object(self, name: &str, ty: &str) -> Self {
        self.raw("facts", name, ty)
    }

    /// Adds a fact whose value is an object of a type or none.
    pub fn optional(self, name: &str, ty: &str) -> Self {
        self.raw("facts", name, format!("{ty}?"))
    }

    /// Adds an int fact with its range.
    pub fn int(self, name: &str, range: RangeInclusive<i64>) -> Self {
        self.fact(name, |fact| fact.int(range))
    }

    /// Adds a fact with further properties: a family, a default, clamping.
    pub fn fact(self, name: &str, say: impl FnOnce(FactBuilder) -> FactBuilder) -> Self {
        self.raw("facts", name, say(FactBuilder::default()).0.into_node())
    }

    /// Adds a table of numbers.
    pub fn table(self, name: &str, say: impl FnOnce(TableBuilder) -> TableBuilder) -> Self {
        self.raw("tables", name, say(TableBuilder::default()).into_node())
    }

    /// Adds a curve through points, from left to right.
    pub fn curve<X: Into<Node>, Y: Into<Node>>(
        self,
        name: &str,
        points: impl IntoIterator<Item = (X, Y)>,
    ) -> Self {
        let points = points.into_iter().map(|(x, y)| all([x.into(), y.into()]));
        self.raw("curve", name, table([("points", all(points))]))
    }

    /// Makes agents walk: `fact` is where they are, and a table has the costs of moves.
    pub fn movement(self, fact: &str, cost: Option<&str>) -> Self {
        let moving = self.raw("move", "fact", fact);
        match cost {
            Some(table) => moving.raw("move", "cost", table),
            None => moving,
        }
    }

    /// Adds an action.
    pub fn action(self, name: &str, say: impl FnOnce(ActionBuilder) -> ActionBuilder) -> Self {
        self.raw("action", name, say(ActionBuilder::default()).0.into_node())
    }

    /// Adds a goal without parameters.
    pub fn goal<T: Into<Node>>(self, name: &str, want: impl IntoIterator<Item = T>) -> Self {
        let want = all(want);
        self.raw("goal", name, table([("want", want)]))
    }

    /// Adds a goal with further properties.
    pub fn goal_with(self, name: &str, say: impl FnOnce(GoalBuilder) -> GoalBuilder) -> Self {
        self.raw("goal", name, say(GoalBuilder::default()).0.into_node())
    }

    /// Sets the value of a ground fact at the start.
    pub fn start(self, fact: &str, value: impl Into<Node>) -> Self {
        self.raw("start", fact, value)
    }

    /// Adds a test.
    pub fn test(self, name: &str, say: impl FnOnce(TestBuilder) -> TestBuilder) -> Self {
        self.raw("test", name, say(TestBuilder::default()).0.into_node())
    }

    /// Sets any key of any top-level table, for features without a method.
    pub fn raw(mut self, top_level: &str, key: &str, value: impl Into<Node>) -> Self {
        let value = value.into();
        match self.tables.iter_mut().find(|(name, _)| *name == top_level) {
            Some((_, fields)) => fields.push(key, value),
            None => self.others.push((Text::nowhere(top_level), table([(key, value)]))),
        }
        self
    }

    /// Builds the domain, or returns all errors.
    pub fn build(self) -> Result<PlanningDomain, Diagnostics> {
        let tables = self.tables.into_iter().filter(|(_, fields)| !fields.is_empty());
        let tables = tables.map(|(name, fields)| (Text::nowhere(name), fields.into_node()));
        read_tree(tables.chain(self.others).collect())
    }
}
