//! Reads `[test.…]`: planning problems with their expected results.

use super::Context;
use super::names::{check_title, duplicate};
use crate::codes;
use crate::limits::{TEST_STEPS_MAX, TESTS_MAX};
use crate::micros::Micros;
use crate::model::{ActionId, Binding, ExpectedStep, Test};
use crate::read_error::Checked;
use crate::shape::{Entries, bool, doc, get, list, number, read_error, table, text};
use crate::tree::{Node, Text};

const KEYS: [&str; 9] = ["objects", "set", "goal", "plan", "cost", "unsolvable", "uses", "avoids", "doc"];

impl Context<'_> {
    pub(super) fn tests(&mut self, declared: &[(Text, Node)]) {
        if !self.fits("tests", declared, TESTS_MAX) {
            return;
        }
        for (name, node) in declared {
            if self.problems.is_full() {
                return;
            }
            let checked = check_title(name).and_then(|()| {
                match self.domain.tests.iter().find(|test| test.name == name.value) {
                    Some(first) => duplicate("test", &name.value, name.span, first.span).fail(),
                    None => table(node, "a table"),
                }
            });
            let Some(entries) = self.problems.keep(checked) else { continue };
            let checked = self.test(name, entries);
            let test = self.problems.keep(checked);
            self.domain.tests.extend(test);
        }
    }

    fn test(&mut self, name: &Text, entries: &Entries) -> Checked<Test> {
        self.plain_keys(entries, &KEYS);
        let Some(node) = get(entries, "objects") else { return self.expectations(name, entries, None) };
        let bound = table(node, "a table of open types with their objects")?;
        // Its objects replace those of the domain, also by name.
        let outer = (self.names.take_bound(), std::mem::take(&mut self.domain.bindings));
        self.bindings(bound);
        let own = std::mem::replace(&mut self.domain.bindings, outer.1);
        let test = self.expectations(name, entries, Some(own));
        self.names.put_bound(outer.0);
        test
    }

    fn expectations(
        &mut self,
        name: &Text,
        entries: &Entries,
        objects: Option<Vec<Binding>>,
    ) -> Checked<Test> {
        let set = match get(entries, "set") {
            Some(node) => self.settings(table(node, "a table of facts")?),
            None => Vec::new(),
        };
        let Some(goal) = get(entries, "goal") else {
            return read_error(codes::KEYS, format!("the test `{}` needs a `goal`", name.value), name.span);
        };
        let (goal, args) = self.goal_call(text(goal, "the name of a goal")?)?;
        let plan = match get(entries, "plan") {
            Some(node) => Some(self.plan_steps(node)?),
            None => None,
        };
        let cost = match get(entries, "cost") {
            Some(node) => Some(test_cost(node)?),
            None => None,
        };
        let unsolvable = match get(entries, "unsolvable") {
            Some(node) => bool(node, "`true` or `false`")?,
            None => false,
        };
        if unsolvable {
            for key in ["plan", "cost", "uses", "avoids"] {
                if let Some(node) = get(entries, key) {
                    let message = format!("`{key}` cannot be combined with `unsolvable = true`");
                    return read_error(codes::TEST, message, node.span);
                }
            }
        }
        let uses = self.actions_of(get(entries, "uses"))?;
        let avoids = self.actions_of(get(entries, "avoids"))?;
        if let Some(&both) = uses.iter().find(|action| avoids.contains(action)) {
            let message = format!("a plan cannot both use and avoid `{}`", self.domain.actions[both].name);
            return read_error(codes::TEST, message, name.span);
        }
        let doc = doc(entries)?;
        let (name, span) = (name.value.clone(), name.span);
        Ok(Test { name, objects, set, goal, args, plan, cost, unsolvable, uses, avoids, doc, span })
    }

    fn plan_steps(&self, node: &Node) -> Checked<Vec<ExpectedStep>> {
        let steps = list(node, "a list of actions", TEST_STEPS_MAX)?;
        steps
            .iter()
            .map(|step| {
                let step = text(step, "the name of an action, or \"..\"")?;
                if step.value == ".." {
                    return Ok(ExpectedStep::Any);
                }
                self.names.action(&step.value, step.span).map(ExpectedStep::Action)
            })
            .collect()
    }

    fn actions_of(&self, node: Option<&Node>) -> Checked<Vec<ActionId>> {
        let Some(node) = node else { return Ok(Vec::new()) };
        let names = list(node, "a list of actions", TEST_STEPS_MAX)?;
        names
            .iter()
            .map(|name| {
                let name = text(name, "the name of an action")?;
                self.names.action(&name.value, name.span)
            })
            .collect()
    }
}

fn test_cost(node: &Node) -> Checked<Micros> {
    match number(node) {
        Some(Ok(cost)) if cost >= Micros::default() => Ok(cost),
        _ => read_error(codes::VALUE, "expected a cost: a number that is at least 0", node.span),
    }
}
