//! Explanations as sentences.

use std::fmt;

use super::words::list;
use super::{
    Alternative, Answer, FailureExplanation, Link, Missing, Needed, Obstacle, PlanExplanation, Producer,
    Purpose,
};
use crate::plan::show_cost;

impl fmt::Display for PlanExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return writeln!(f, "`{}` is met already; nothing to do.", self.goal);
        }
        let steps = count(self.steps.len(), "step");
        writeln!(f, "A plan for `{}`, cost {} in {steps}:", self.goal, show_cost(self.cost_micros))?;
        for (at, step) in (1..).zip(&self.steps) {
            writeln!(f, "{at:>3}. {:<40} {:>10}", step.action, show_cost(step.cost_micros))?;
            match step.purposes.as_slice() {
                [] => writeln!(f, "     for nothing that the goal needs")?,
                purposes => writeln!(f, "     for {}", all_purposes(purposes))?,
            }
            match &step.alternative {
                Alternative::Other { steps, more_micros } => {
                    writeln!(f, "     or else {}: {}", steps.join(", "), more(*more_micros))?;
                }
                Alternative::None => writeln!(f, "     there is no other way")?,
                Alternative::Unknown => writeln!(f, "     whether there is another way is open")?,
            }
        }
        Ok(())
    }
}

/// How much more something costs.
pub(super) fn more(micros: i64) -> String {
    match micros {
        0 => "just as good".to_owned(),
        1.. => format!("{} more", show_cost(micros.unsigned_abs())),
        _ => format!("{} less", show_cost(micros.unsigned_abs())),
    }
}

fn count(count: usize, what: &str) -> String {
    if count == 1 { format!("one {what}") } else { format!("{count} {what}s") }
}

/// `at == tavern` of steps 2 and 3, `drunk` of the goal.
fn all_purposes(purposes: &[Purpose]) -> String {
    let mut merged: Vec<(String, Vec<Option<usize>>)> = Vec::new();
    for purpose in purposes {
        let what = match &purpose.condition {
            Some(condition) => format!("`{condition}`"),
            None => "a lower cost".to_owned(),
        };
        match merged.iter_mut().find(|(known, _)| *known == what) {
            Some((_, steps)) => steps.push(purpose.step),
            None => merged.push((what, vec![purpose.step])),
        }
    }
    let one = |(what, steps): &(String, Vec<Option<usize>>)| {
        let of: Vec<String> = steps
            .iter()
            .map(|step| step.map_or_else(|| "the goal".to_owned(), |step| format!("step {step}")))
            .collect();
        format!("{what} of {}", of.join(" and "))
    };
    let texts: Vec<String> = merged.iter().map(one).collect();
    texts.join(", ")
}

impl fmt::Display for FailureExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(reason) = &self.impossible {
            return writeln!(f, "Nothing can meet `{}`: {reason}.", self.goal);
        }
        writeln!(f, "No plan reaches `{}`.", self.goal)?;
        self.body(f)
    }
}

impl FailureExplanation {
    /// Everything after the headline.
    pub(super) fn body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(checks) = &self.checks {
            for (check, action) in &checks.said_no {
                writeln!(f, "The check `{check}` said no to `{action}`.")?;
            }
            let (cost, steps) = (show_cost(checks.cost_micros), checks.steps.join(", "));
            writeln!(f, "With yes there is a plan of cost {cost}: {steps}.")?;
        }
        if self.way_count > 1 {
            let wants: Vec<String> = self.wants.iter().map(|want| want.condition.clone()).collect();
            writeln!(f, "Of {} ways to meet it the nearest wants {}.", self.way_count, list(&wants))?;
        }
        if !self.conflict.is_empty() {
            writeln!(f, "{} can each be met, but not together.", list(&self.conflict))?;
        } else if self.wants.len() > 1 {
            let hopeless = self.wants.iter().filter(|want| want.alone == Answer::No);
            let hopeless: Vec<String> = hopeless.map(|want| want.condition.clone()).collect();
            if !hopeless.is_empty() {
                writeln!(f, "It wants {}, which cannot be met.", list(&hopeless))?;
            }
        }
        for missing in &self.missing {
            write!(f, "{missing}")?;
        }
        if let Some(closest) = &self.closest {
            let conditions = list(&closest.conditions);
            match closest.steps.as_slice() {
                [] => writeln!(f, "At best: {conditions}, with nothing to do.")?,
                steps => {
                    let cost = show_cost(closest.cost_micros);
                    writeln!(f, "At best: {conditions}, at cost {cost}: {}.", steps.join(", "))?;
                }
            }
        }
        if !self.is_complete {
            writeln!(f, "The budget for explaining was spent; there may be more to it.")?;
        }
        Ok(())
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Missing: `{}`", self.condition)?;
        for (at, link) in self.chain.iter().enumerate() {
            link.tell(at + 1 == self.chain.len(), f)?;
        }
        Ok(())
    }
}

impl Link {
    fn tell(&self, is_last: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { condition, fact, start, .. } = self;
        match self.producers.as_slice() {
            [] => match self.changes.as_slice() {
                [] => writeln!(f, "  `{fact}` is {start} at the start, and no action changes it.")?,
                changes => {
                    let shown: Vec<String> =
                        changes.iter().map(|(action, change)| format!("`{action}` (`{change}`)")).collect();
                    let shown = shown.join(", ");
                    writeln!(
                        f,
                        "  `{fact}` is {start} at the start and changes only by {shown}: that never makes `{condition}` true."
                    )?;
                }
            },
            [only] if self.more == 0 => writeln!(f, "  `{condition}` comes from {}.", producer(only))?,
            several => {
                writeln!(f, "  `{condition}` comes from")?;
                for one in several {
                    writeln!(f, "    {};", producer(one))?;
                }
                if self.more > 0 {
                    writeln!(f, "    and {} more like these.", self.more)?;
                }
            }
        }
        if is_last && !self.producers.is_empty() {
            writeln!(f, "  `{fact}` is {start} at the start.")?;
        }
        Ok(())
    }
}

/// `buy(bottle)`, which needs `gold >= 3`.
fn producer(producer: &Producer) -> String {
    let action = match producer.through.as_slice() {
        [] => format!("`{}`", producer.action),
        through => {
            let through: Vec<String> = through.iter().rev().cloned().collect();
            format!("`{}` by way of {}", producer.action, list(&through))
        }
    };
    match &producer.obstacle {
        Obstacle::Needs(needed) => format!("{action}, which needs {}", needs(needed)),
        Obstacle::Check(check) => format!("{action}, to which the check `{check}` said no"),
        Obstacle::Undoes(undone) => format!("{action}, which undoes {}", list(undone)),
        Obstacle::Never(reason) => format!("{action}, which can never be done: {reason}"),
        Obstacle::Apart => format!("{action}, which can be done, but not together with the rest"),
    }
}

fn needs(needed: &[Needed]) -> String {
    let one = |needed: &Needed| {
        let mut text = format!("`{}`", needed.condition);
        if let Some(because) = &needed.because {
            text = format!("{text} ({because})");
        }
        if needed.is_circle { format!("{text} again: a circle") } else { text }
    };
    let texts: Vec<String> = needed.iter().map(one).collect();
    texts.join(" and ")
}

impl super::AbsenceExplanation {
    /// The explanation in sentences about an action, named as it was asked for.
    pub fn tell(&self, action: &str, goal: &str) -> String {
        match self {
            Self::Used(steps) => {
                let steps: Vec<String> = steps.iter().map(usize::to_string).collect();
                format!("`{action}` is in the plan: step {}.\n", steps.join(" and "))
            }
            Self::Possible { steps, cost_micros, more_micros } => {
                let cost = show_cost(*cost_micros);
                let more = more_micros.map_or_else(String::new, |micros| match micros {
                    0 => ", just as good".to_owned(),
                    _ => format!(", {}", more(micros)),
                });
                format!("A plan with `{action}` costs {cost}{more}: {}.\n", steps.join(", "))
            }
            Self::Irrelevant => {
                format!("`{action}` does not help: it changes nothing that matters for `{goal}`.\n")
            }
            Self::Never(reason) => format!("`{action}` can never be done: {reason}.\n"),
            Self::Impossible(failure) => format!("`{action}` cannot be done.\n{}", Body(failure)),
            Self::Spoils(failure) => {
                format!("`{action}` can be done, but not on the way to `{goal}`.\n{}", Body(failure))
            }
            Self::Unknown => format!("The budget was spent before an answer about `{action}`.\n"),
        }
    }
}

/// A failure without its headline.
struct Body<'a>(&'a FailureExplanation);

impl fmt::Display for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.impossible {
            Some(reason) => writeln!(f, "{reason}."),
            None => self.0.body(f),
        }
    }
}
