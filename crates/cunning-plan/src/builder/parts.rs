//! Builders of facts, tables, actions, goals and tests.

use std::ops::RangeInclusive;

use super::{all, table};
use crate::tree::{Node, NodeKind, Text};

/// The keys of a table, in the order in which they were set.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(Vec<(Text, Node)>);

impl Fields {
    /// Adds a key even if it exists already: setting a key twice is an error that the reader reports.
    pub(super) fn push(&mut self, key: &str, value: impl Into<Node>) {
        self.0.push((Text::nowhere(key), value.into()));
    }

    fn with(mut self, key: &str, value: impl Into<Node>) -> Self {
        self.set(key, value.into());
        self
    }

    /// Sets the value of a key; a later value replaces an earlier one.
    fn set(&mut self, key: &str, value: Node) {
        match self.0.iter_mut().find(|(name, _)| name.value == key) {
            Some((_, old)) => *old = value,
            None => self.push(key, value),
        }
    }

    /// Adds an entry to the list of a key.
    fn append(mut self, key: &str, member: impl Into<Node>) -> Self {
        let member = member.into();
        match self.0.iter_mut().find(|(name, _)| name.value == key) {
            Some((_, Node { kind: NodeKind::List(members), .. })) => members.push(member),
            Some((_, other)) => *other = all([member]),
            None => self.push(key, all([member])),
        }
        self
    }

    /// Adds an entry to the table of a key.
    fn insert(mut self, key: &str, inner: &str, value: impl Into<Node>) -> Self {
        let entry = (Text::nowhere(inner), value.into());
        match self.0.iter_mut().find(|(name, _)| name.value == key) {
            Some((_, Node { kind: NodeKind::Table(entries), .. })) => entries.push(entry),
            Some((_, other)) => *other = Node::nowhere(NodeKind::Table(vec![entry])),
            None => self.push(key, Node::nowhere(NodeKind::Table(vec![entry]))),
        }
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn into_node(self) -> Node {
        Node::nowhere(NodeKind::Table(self.0))
    }
}

/// Describes a fact. It needs a type.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct FactBuilder(pub(super) Fields);

impl FactBuilder {
    /// Makes it a bool fact.
    pub fn bool(self) -> Self {
        Self(self.0.with("type", "bool"))
    }

    /// Makes its value an object of a type.
    pub fn object(self, ty: &str) -> Self {
        Self(self.0.with("type", ty))
    }

    /// Makes its value an object of a type, or none.
    pub fn optional(self, ty: &str) -> Self {
        Self(self.0.with("type", format!("{ty}?")))
    }

    /// Makes its value an integer of a range.
    pub fn int(self, range: RangeInclusive<i64>) -> Self {
        Self(self.0.with("type", "int").with("min", *range.start()).with("max", *range.end()))
    }

    /// Makes it a family with one fact for each combination of objects.
    pub fn of<'a>(self, types: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("of", all(types)))
    }

    /// Sets the default value.
    pub fn default_value(self, value: impl Into<Node>) -> Self {
        Self(self.0.with("default", value))
    }

    /// Clamps values below the range to its lower end.
    pub fn clamp_low(self) -> Self {
        Self(self.0.insert("overflow", "low", "clamp"))
    }

    /// Clamps values above the range to its upper end.
    pub fn clamp_high(self) -> Self {
        Self(self.0.insert("overflow", "high", "clamp"))
    }

    /// Declares that the game sets the fact.
    pub fn sensed(self) -> Self {
        Self(self.0.with("sensed", true))
    }

    /// Documents the fact.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc))
    }
}

/// Describes a table of numbers.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct TableBuilder(Fields, Fields);

impl TableBuilder {
    /// Sets the types of the indices.
    pub fn of<'a>(self, types: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("of", all(types)), self.1)
    }

    /// Sets the number of all entries that are not listed.
    pub fn default_value(self, value: impl Into<Node>) -> Self {
        Self(self.0.with("default", value), self.1)
    }

    /// Sets the number of an entry; the objects are in the order of the indices.
    pub fn value<'a>(mut self, objects: impl IntoIterator<Item = &'a str>, value: impl Into<Node>) -> Self {
        let objects: Vec<&str> = objects.into_iter().collect();
        self.1.push(&objects.join(","), value);
        self
    }

    /// Documents the table.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc), self.1)
    }

    pub(super) fn into_node(self) -> Node {
        self.0.with("values", self.1.into_node()).into_node()
    }
}

/// Describes an action.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ActionBuilder(pub(super) Fields);

impl ActionBuilder {
    /// Adds a parameter for an object of a type.
    pub fn param(self, name: &str, ty: &str) -> Self {
        Self(self.0.insert("params", name, ty))
    }

    /// Adds a parameter for a number of a range.
    pub fn number(self, name: &str, range: RangeInclusive<i64>) -> Self {
        Self(self.0.insert("params", name, format!("{}..{}", range.start(), range.end())))
    }

    /// Sets the parameter or object that the agent must be near, as defined by
    /// [`Builder::movement`](super::Builder::movement).
    pub fn near(self, span: &str) -> Self {
        Self(self.0.with("near", span))
    }

    /// Adds a condition; all of them must hold.
    pub fn when(self, condition: impl Into<Node>) -> Self {
        Self(self.0.append("when", condition))
    }

    /// Adds an effect.
    pub fn then(self, effect: impl Into<Node>) -> Self {
        Self(self.0.append("then", effect))
    }

    /// Adds effects that happen only if conditions hold before the action.
    pub fn then_when<C: Into<Node>, E: Into<Node>>(
        self,
        when: impl IntoIterator<Item = C>,
        then: impl IntoIterator<Item = E>,
    ) -> Self {
        Self(self.0.append("then", table([("when", all(when)), ("then", all(then))])))
    }

    /// Adds a hoped-for effect: the planner counts on it, but agents believe it only when they observe it.
    pub fn hope(self, effect: impl Into<Node>) -> Self {
        Self(self.0.append("hope", effect))
    }

    /// Sets the goal that is planned for instead of effects.
    pub fn achieves(self, goal: &str) -> Self {
        Self(self.0.with("achieves", goal))
    }

    /// Sets the cost: a number or an expression.
    pub fn cost(self, cost: impl Into<Node>) -> Self {
        Self(self.0.with("cost", cost))
    }

    /// Adds a cost rule: the cost if the conditions hold and no earlier rule matched.
    pub fn cost_rule<C: Into<Node>>(self, when: impl IntoIterator<Item = C>, is: impl Into<Node>) -> Self {
        Self(self.0.append("cost", table([("when", all(when)), ("is", is.into())])))
    }

    /// Sets the check: a question to the game whose answer *no* forbids the action.
    pub fn check(self, check: &str) -> Self {
        Self(self.0.with("check", check))
    }

    /// Sets any other key.
    pub fn raw(self, key: &str, value: impl Into<Node>) -> Self {
        Self(self.0.with(key, value))
    }

    /// Documents the action.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc))
    }
}

/// Describes a goal.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct GoalBuilder(pub(super) Fields);

impl GoalBuilder {
    /// Adds a parameter for an object of a type.
    pub fn param(self, name: &str, ty: &str) -> Self {
        Self(self.0.insert("params", name, ty))
    }

    /// Adds a parameter for a number of a range.
    pub fn number(self, name: &str, range: RangeInclusive<i64>) -> Self {
        Self(self.0.insert("params", name, format!("{}..{}", range.start(), range.end())))
    }

    /// Adds a condition; all of them must hold.
    pub fn want(self, condition: impl Into<Node>) -> Self {
        Self(self.0.append("want", condition))
    }

    /// Sets any other key.
    pub fn raw(self, key: &str, value: impl Into<Node>) -> Self {
        Self(self.0.with(key, value))
    }

    /// Documents the goal.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc))
    }
}

/// Describes a test. It needs a goal.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct TestBuilder(pub(super) Fields);

impl TestBuilder {
    /// Sets the objects of an open type, replacing those of the domain.
    pub fn objects<'a>(self, ty: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.insert("objects", ty, all(names)))
    }

    /// Sets the value of a ground fact at the start.
    pub fn set(self, fact: &str, value: impl Into<Node>) -> Self {
        Self(self.0.insert("set", fact, value))
    }

    /// Sets the goal, with bound parameters as in `kill(f=orc)`.
    pub fn goal(self, goal: &str) -> Self {
        Self(self.0.with("goal", goal))
    }

    /// Sets the expected steps; `..` stands for any.
    pub fn plan<'a>(self, steps: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("plan", all(steps)))
    }

    /// Sets the expected cost.
    pub fn cost(self, cost: impl Into<Node>) -> Self {
        Self(self.0.with("cost", cost))
    }

    /// Expects that there is no plan.
    pub fn unsolvable(self) -> Self {
        Self(self.0.with("unsolvable", true))
    }

    /// Sets the actions that the plan must have.
    pub fn uses<'a>(self, actions: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("uses", all(actions)))
    }

    /// Sets the actions that the plan must not have.
    pub fn avoids<'a>(self, actions: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("avoids", all(actions)))
    }

    /// Documents the test.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc))
    }
}
