//! Builders of facts, tables, actions, goals and tests.

use std::ops::RangeInclusive;

use super::{all, table};
use crate::tree::{Node, NodeKind, Text};

/// The keys of a table, in the order they were said.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(Vec<(Text, Node)>);

impl Fields {
    /// Adds a key, also one that is there already: giving a key twice is an error that the reader reports.
    pub(super) fn push(&mut self, key: &str, value: impl Into<Node>) {
        self.0.push((Text::nowhere(key), value.into()));
    }

    fn with(mut self, key: &str, value: impl Into<Node>) -> Self {
        self.set(key, value.into());
        self
    }

    /// Gives a key its value; a later value replaces an earlier one.
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
    /// `false` or `true`.
    pub fn bool(self) -> Self {
        Self(self.0.with("type", "bool"))
    }

    /// An object of a type.
    pub fn object(self, ty: &str) -> Self {
        Self(self.0.with("type", ty))
    }

    /// An object of a type, or none.
    pub fn optional(self, ty: &str) -> Self {
        Self(self.0.with("type", format!("{ty}?")))
    }

    /// An integer of a range.
    pub fn int(self, range: RangeInclusive<i64>) -> Self {
        Self(self.0.with("type", "int").with("min", *range.start()).with("max", *range.end()))
    }

    /// Makes it a family with one fact for each combination of objects.
    pub fn of<'a>(self, types: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("of", all(types)))
    }

    /// The value when nothing is said.
    pub fn default_value(self, value: impl Into<Node>) -> Self {
        Self(self.0.with("default", value))
    }

    /// Values below the range stop at its lower end.
    pub fn clamp_low(self) -> Self {
        Self(self.0.insert("overflow", "low", "clamp"))
    }

    /// Values above the range stop at its upper end.
    pub fn clamp_high(self) -> Self {
        Self(self.0.insert("overflow", "high", "clamp"))
    }

    /// The game tells it.
    pub fn sensed(self) -> Self {
        Self(self.0.with("sensed", true))
    }

    /// Documents it.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc))
    }
}

/// Says a table of numbers.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct TableBuilder(Fields, Fields);

impl TableBuilder {
    /// The types of its indices.
    pub fn of<'a>(self, types: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("of", all(types)), self.1)
    }

    /// The number of all that is not listed.
    pub fn default_value(self, value: impl Into<Node>) -> Self {
        Self(self.0.with("default", value), self.1)
    }

    /// The number for some objects, in the order of the indices.
    pub fn value<'a>(mut self, objects: impl IntoIterator<Item = &'a str>, value: impl Into<Node>) -> Self {
        let objects: Vec<&str> = objects.into_iter().collect();
        self.1.push(&objects.join(","), value);
        self
    }

    /// Documents it.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc), self.1)
    }

    pub(super) fn into_node(self) -> Node {
        self.0.with("values", self.1.into_node()).into_node()
    }
}

/// Says an action.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ActionBuilder(pub(super) Fields);

impl ActionBuilder {
    /// A parameter that stands for an object of a type.
    pub fn param(self, name: &str, ty: &str) -> Self {
        Self(self.0.insert("params", name, ty))
    }

    /// A parameter that stands for a number of a range.
    pub fn number(self, name: &str, range: RangeInclusive<i64>) -> Self {
        Self(self.0.insert("params", name, format!("{}..{}", range.start(), range.end())))
    }

    /// The parameter or object that the agent must be near, as [`Builder::movement`](super::Builder::movement) has it.
    pub fn near(self, span: &str) -> Self {
        Self(self.0.with("near", span))
    }

    /// A condition; all of them must hold.
    pub fn when(self, condition: impl Into<Node>) -> Self {
        Self(self.0.append("when", condition))
    }

    /// An effect.
    pub fn then(self, effect: impl Into<Node>) -> Self {
        Self(self.0.append("then", effect))
    }

    /// Effects that happen only if conditions held before.
    pub fn then_when<C: Into<Node>, E: Into<Node>>(
        self,
        when: impl IntoIterator<Item = C>,
        then: impl IntoIterator<Item = E>,
    ) -> Self {
        Self(self.0.append("then", table([("when", all(when)), ("then", all(then))])))
    }

    /// An effect that is planned with, but believed only when it is seen.
    pub fn hope(self, effect: impl Into<Node>) -> Self {
        Self(self.0.append("hope", effect))
    }

    /// A goal that is planned for instead of effects.
    pub fn achieves(self, goal: &str) -> Self {
        Self(self.0.with("achieves", goal))
    }

    /// What it costs: a number or an expression.
    pub fn cost(self, cost: impl Into<Node>) -> Self {
        Self(self.0.with("cost", cost))
    }

    /// What it costs if conditions hold and no earlier rule matched.
    pub fn cost_rule<C: Into<Node>>(self, when: impl IntoIterator<Item = C>, is: impl Into<Node>) -> Self {
        Self(self.0.append("cost", table([("when", all(when)), ("is", is.into())])))
    }

    /// The question to the game whose answer *no* forbids it.
    pub fn check(self, check: &str) -> Self {
        Self(self.0.with("check", check))
    }

    /// Any other key.
    pub fn raw(self, key: &str, value: impl Into<Node>) -> Self {
        Self(self.0.with(key, value))
    }

    /// Documents it.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc))
    }
}

/// Says a goal.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct GoalBuilder(pub(super) Fields);

impl GoalBuilder {
    /// A parameter that stands for an object of a type.
    pub fn param(self, name: &str, ty: &str) -> Self {
        Self(self.0.insert("params", name, ty))
    }

    /// A parameter that stands for a number of a range.
    pub fn number(self, name: &str, range: RangeInclusive<i64>) -> Self {
        Self(self.0.insert("params", name, format!("{}..{}", range.start(), range.end())))
    }

    /// A condition; all of them must hold.
    pub fn want(self, condition: impl Into<Node>) -> Self {
        Self(self.0.append("want", condition))
    }

    /// Any other key.
    pub fn raw(self, key: &str, value: impl Into<Node>) -> Self {
        Self(self.0.with(key, value))
    }

    /// Documents it.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc))
    }
}

/// Describes a test. It needs a goal.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct TestBuilder(pub(super) Fields);

impl TestBuilder {
    /// The objects of an open type, in place of the domain's own.
    pub fn objects<'a>(self, ty: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.insert("objects", ty, all(names)))
    }

    /// The value of a ground fact at the start.
    pub fn set(self, fact: &str, value: impl Into<Node>) -> Self {
        Self(self.0.insert("set", fact, value))
    }

    /// The goal, with bound parameters as in `kill(f=orc)`.
    pub fn goal(self, goal: &str) -> Self {
        Self(self.0.with("goal", goal))
    }

    /// The steps; `..` stands for any.
    pub fn plan<'a>(self, steps: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("plan", all(steps)))
    }

    /// The cost.
    pub fn cost(self, cost: impl Into<Node>) -> Self {
        Self(self.0.with("cost", cost))
    }

    /// There must be no plan.
    pub fn unsolvable(self) -> Self {
        Self(self.0.with("unsolvable", true))
    }

    /// Actions that the plan must have.
    pub fn uses<'a>(self, actions: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("uses", all(actions)))
    }

    /// Actions that the plan must not have.
    pub fn avoids<'a>(self, actions: impl IntoIterator<Item = &'a str>) -> Self {
        Self(self.0.with("avoids", all(actions)))
    }

    /// Documents it.
    pub fn doc(self, doc: &str) -> Self {
        Self(self.0.with("doc", doc))
    }
}
