//! Explanations as sentences.

use std::fmt;

use super::words::list;
use super::{
    Alternative, Answer, Benefit, DeadEnd, DeadEndExplanation, DeadEndReason, FailureExplanation, Link,
    Needed, Obstacle, PlanExplanation, Producer, Purpose, StepExplanation, Stuck,
};
use crate::plan::show_cost;

impl fmt::Display for PlanExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return writeln!(f, "`{}` is already met; there is nothing to do.", self.goal);
        }
        let steps = count(self.steps.len(), "step");
        writeln!(f, "A plan for `{}`, cost {} in {steps}:", self.goal, show_cost(self.cost_micros))?;
        for (at, step) in (1..).zip(&self.steps) {
            writeln!(f, "{at:>3}. {:<40} {:>10}", step.action, show_cost(step.cost_micros))?;
            writeln!(f, "     {}", step.tell_purpose())?;
            writeln!(f, "     {}", step.tell_alternative())?;
        }
        Ok(())
    }
}

impl StepExplanation {
    /// Returns the purpose of the step: which condition of which later step, or of the goal.
    pub fn tell_purpose(&self) -> String {
        match self.purposes.as_slice() {
            [] => "not needed for the goal".to_owned(),
            purposes => format!("for {}", all_purposes(purposes)),
        }
    }

    /// Returns the alternative to the step.
    pub fn tell_alternative(&self) -> String {
        match &self.alternative {
            Alternative::Other { steps, more_micros } => {
                format!("alternative: {} ({})", steps.join(", "), more(*more_micros))
            }
            Alternative::None => "no alternative".to_owned(),
            Alternative::Unknown => "unknown whether there is an alternative".to_owned(),
        }
    }
}

/// Formats a difference of costs.
pub(super) fn more(micros: i64) -> String {
    match micros {
        0 => "just as cheap".to_owned(),
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
        let what = match &purpose.benefit {
            Benefit::Condition(condition) => format!("`{condition}`"),
            Benefit::Possible => "the possibility".to_owned(),
            Benefit::Cheaper => "a lower cost".to_owned(),
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
        if self.after.is_empty() {
            return self.tell(&format!("No plan reaches `{}`", self.goal), f);
        }
        self.tell(&format!("After {} no plan reaches `{}`", list(&self.after), self.goal), f)
    }
}

impl FailureExplanation {
    /// Writes the explanation after a headline that says what fails.
    fn tell(&self, headline: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(reason) = &self.impossible {
            return writeln!(f, "{headline}: {reason}.");
        }
        let missing: Vec<String> = self.missing.iter().map(|missing| missing.condition.clone()).collect();
        let verb = if missing.len() == 1 { "is" } else { "are" };
        let missing = (!missing.is_empty()).then(|| format!("{} {verb} missing", list(&missing)));
        if let Some(checks) = &self.checks {
            let said_no =
                |(check, action): &(String, String)| format!("the check `{check}` does not allow `{action}`");
            let said_no: Vec<String> = checks.said_no.iter().map(said_no).collect();
            writeln!(f, "{headline}: {}.", said_no.join(" and "))?;
            let (cost, steps) = (show_cost(checks.cost_micros), checks.steps.join(", "));
            writeln!(f, "If allowed, there would be a plan of cost {cost}: {steps}.")?;
            if let Some(missing) = missing {
                writeln!(f, "Otherwise, {missing}:")?;
            }
        } else if !self.conflict.is_empty() {
            writeln!(f, "{headline}: {} can each be met, but not together.", list(&self.conflict))?;
            // The conflict itself is already explained.
            if let Some(missing) = missing.filter(|_| self.missing.iter().any(|one| one.chain.len() > 1)) {
                writeln!(f, "For that {missing}.")?;
            }
        } else {
            match missing {
                Some(missing) => writeln!(f, "{headline}: {missing}.")?,
                None => writeln!(f, "{headline}.")?,
            }
        }
        if self.way_count > 1 {
            let wants: Vec<String> = self.wants.iter().map(|want| want.condition.clone()).collect();
            writeln!(f, "Of {} alternatives, the closest one wants {}.", self.way_count, list(&wants))?;
        }
        let hopeless = self.wants.iter().filter(|want| want.alone == Answer::No);
        let hopeless: Vec<String> = hopeless.map(|want| want.condition.clone()).collect();
        if self.wants.len() > 1 && !hopeless.is_empty() {
            writeln!(f, "Of its conditions, {} cannot be met.", list(&hopeless))?;
        }
        let moment = if self.after.is_empty() { "at the start" } else { "then" };
        // Links that several chains share are written once.
        let mut told: Vec<&Link> = Vec::new();
        for link in self.missing.iter().flat_map(|missing| &missing.chain) {
            if !told.contains(&link) {
                link.tell(moment, f)?;
                told.push(link);
            }
        }
        if let Some(closest) = &self.closest {
            let conditions = list(&closest.conditions);
            match closest.steps.as_slice() {
                [] => writeln!(f, "At best: {conditions}, without doing anything.")?,
                steps => {
                    let cost = show_cost(closest.cost_micros);
                    writeln!(f, "At best: {conditions}, at cost {cost}: {}.", steps.join(", "))?;
                }
            }
        }
        if !self.is_complete {
            writeln!(f, "The budget was spent, so this explanation may be incomplete.")?;
        }
        Ok(())
    }
}

impl Link {
    /// Writes what prevents the condition at the start or at a later moment.
    fn tell(&self, moment: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { condition, fact, start, .. } = self;
        match (&self.stuck, self.producers.as_slice()) {
            (Some(stuck), _) => {
                let fate = match stuck {
                    Stuck::Unchanged => ", and no action changes it".to_owned(),
                    Stuck::Falls => ", and no action raises it".to_owned(),
                    Stuck::Rises => ", and no action lowers it".to_owned(),
                    Stuck::Never(value) => {
                        let again = if *start == value.to_string() { " again" } else { "" };
                        format!(", and no action makes it {value}{again}")
                    }
                    Stuck::Elsewhere(changes) => {
                        let one = |(action, change): &(String, String)| format!("`{action}` (`{change}`)");
                        let changes: Vec<String> = changes.iter().map(one).collect();
                        let changes = changes.join(" and ");
                        format!(" and changes by {changes}, which never leads to `{condition}`")
                    }
                };
                writeln!(f, "  `{fact}` is {start} {moment}{fate}.")
            }
            (None, _) if !self.takes.is_empty() => {
                writeln!(f, "  `{condition}` would require {}.", list(&self.takes))
            }
            (None, producers) if self.is_action => {
                producers.iter().try_for_each(|one| writeln!(f, "  {}.", predicate(one)))
            }
            (None, [only]) if self.more == 0 => {
                writeln!(f, "  `{condition}` is achieved {}{}.", through(only), relative(only))
            }
            (None, several) => {
                writeln!(f, "  `{condition}` is achieved")?;
                for one in several {
                    writeln!(f, "    {}{}", through(one), relative(one))?;
                }
                if self.more > 0 {
                    writeln!(f, "    or by {} more like these", self.more)?;
                }
                Ok(())
            }
        }
    }
}

/// By way of `at == bridge` from.
fn through(producer: &Producer) -> String {
    match producer.through.as_slice() {
        [] => "by ".to_owned(),
        through => {
            let through: Vec<String> = through.iter().rev().cloned().collect();
            format!("via {} by ", list(&through))
        }
    }
}

/// `buy(bottle)`, which needs `gold >= 3`.
fn relative(producer: &Producer) -> String {
    let action = &producer.action;
    match &producer.obstacle {
        Obstacle::Needs(needed) => format!("`{action}`, which needs {}", needs(needed)),
        Obstacle::Check(check) => format!("`{action}`, which the check `{check}` does not allow"),
        Obstacle::Undoes(undone) => format!("`{action}`, which undoes {}", list(undone)),
        Obstacle::Never(reason) => format!("`{action}`, which can never be done: {reason}"),
        Obstacle::Apart => format!("`{action}`, which can be done, but not together with the rest"),
    }
}

/// `buy(bottle)` needs `gold >= 3`.
fn predicate(producer: &Producer) -> String {
    let action = &producer.action;
    match &producer.obstacle {
        Obstacle::Needs(needed) => format!("`{action}` needs {}", needs(needed)),
        Obstacle::Check(check) => format!("the check `{check}` does not allow `{action}`"),
        Obstacle::Undoes(undone) => format!("`{action}` undoes {}", list(undone)),
        Obstacle::Never(reason) => format!("`{action}` can never be done: {reason}"),
        Obstacle::Apart => format!("`{action}` can be done, but not together with the rest"),
    }
}

fn needs(needed: &[Needed]) -> String {
    let one = |needed: &Needed| {
        let mut text = format!("`{}`", needed.condition);
        if let Some(because) = &needed.because {
            text = format!("{text} ({because})");
        }
        if needed.is_cycle { format!("{text} again: a cycle") } else { text }
    };
    let texts: Vec<String> = needed.iter().map(one).collect();
    texts.join(" and ")
}

impl super::AbsenceExplanation {
    /// Returns the explanation of an action, named as in the question, in sentences.
    pub fn tell(&self, action: &str, goal: &str) -> String {
        match self {
            Self::Used(steps) => {
                let steps: Vec<String> = steps.iter().map(usize::to_string).collect();
                format!("`{action}` is in the plan: step {}.\n", steps.join(" and "))
            }
            Self::Possible { steps, cost_micros, more_micros, is_needed } => {
                let (cost, steps) = (show_cost(*cost_micros), steps.join(", "));
                let more = more_micros.map_or_else(String::new, |micros| format!(", {}", more(micros)));
                if *is_needed {
                    format!("A plan with `{action}` costs {cost}{more}: {steps}.\n")
                } else {
                    format!(
                        "`{action}` does not help: a plan with it costs {cost}{more}, and works without it too: {steps}.\n"
                    )
                }
            }
            Self::Irrelevant => {
                format!("`{action}` does not help: it changes nothing that matters for `{goal}`.\n")
            }
            Self::Never(reason) => format!("`{action}` can never be done: {reason}.\n"),
            Self::Impossible(failure) => {
                Told { headline: format!("`{action}` cannot be done"), failure }.to_string()
            }
            Self::Spoils(failure) => {
                let headline = format!("`{action}` can be done, but not in a plan for `{goal}`");
                Told { headline, failure }.to_string()
            }
            Self::Unknown => format!("The budget was spent before there was an answer about `{action}`.\n"),
        }
    }
}

impl fmt::Display for DeadEndExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = &self.goal;
        if self.dead_ends.is_empty() {
            return writeln!(f, "It is unknown whether a plan reaches `{goal}`.");
        }
        writeln!(f, "Plans for `{goal}` need steps that stand for goals, and all of these are dead ends.")?;
        self.dead_ends.iter().try_for_each(|one| f.write_str(&one.tell(goal)))
    }
}

impl DeadEnd {
    /// Writes the reason of the dead end in a plan for a goal.
    fn tell(&self, outer: &str) -> String {
        let Self { action, goal, step, .. } = self;
        let plan = self.plan.join(", ");
        let what = format!("Plan {plan}: step {step}, `{action}`, stands for the goal `{goal}`");
        match &self.reason {
            DeadEndReason::NoPlan(failure) => format!("{what}.\n{}", indented(&failure.to_string())),
            DeadEndReason::Inner(inner) if inner.is_empty() => {
                format!("{what}, whose plans are dead ends too, as explained above.\n")
            }
            DeadEndReason::Inner(inner) => {
                let inner: String = inner.iter().map(|one| one.tell(goal)).collect();
                format!("{what}, whose plans are dead ends too.\n{}", indented(&inner))
            }
            DeadEndReason::Spoils { steps, next, unmet } => {
                let reached = if steps.is_empty() {
                    "which is already met".to_owned()
                } else {
                    format!("which is reached by {}", steps.join(", "))
                };
                let fails = match next {
                    Some(next) => format!("`{next}` cannot be done then"),
                    None => format!("`{outer}` is not met then"),
                };
                let why = match unmet.as_slice() {
                    [] => String::new(),
                    [_] => format!(": {} does not hold", list(unmet)),
                    _ => format!(": {} do not hold", list(unmet)),
                };
                format!("{what}, {reached}; but {fails}{why}.\n")
            }
            DeadEndReason::TooDeep => format!("{what}, but goals are nested too deeply there.\n"),
            DeadEndReason::Limit(limit) => format!("{what}; planning for it hit a limit: {limit}.\n"),
        }
    }
}

fn indented(text: &str) -> String {
    text.lines().flat_map(|line| ["  ", line, "\n"]).collect()
}

/// A failure with another headline.
struct Told<'a> {
    headline: String,
    failure: &'a FailureExplanation,
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failure.tell(&self.headline, f)
    }
}
