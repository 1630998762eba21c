//! A planning problem as plain data: facts, ground actions, a goal and many starts.
//!
//! Each problem is written once in this form. Its text in our own language and the input of each peer are
//! generated from it, so that all contenders get the same problem.
//!
//! All effects of an action happen at once. An action whose effect would take a number out of its range is
//! not applicable, unless the number is clamped at that end. The cost of a plan is the sum of its steps.

use std::fmt::Write as _;

use cunning_oracle::{Step, Value};

/// The number of starts of a problem.
pub(crate) const STARTS: usize = 64;

/// The name of the goal in the text of a model.
pub(crate) const GOAL: &str = "goal";

/// A planning problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub(crate) facts: Vec<Fact>,
    pub(crate) actions: Vec<Action>,
    pub(crate) goal: Vec<Condition>,
    /// The values of all facts, for each start.
    pub(crate) starts: Vec<Vec<i64>>,
}

/// A fact.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// The values that a fact can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 0 or 1.
    Bool,
    /// A quantity.
    Int { min: i64, max: i64, overflow: Overflow },
    /// One of this many things, counted from 0; only equality is meaningful.
    Symbol(i64),
}

/// What happens at the ends of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overflow {
    /// The action is not applicable.
    Refuse,
    /// The value is clamped at the lower end; at the upper end the action is not applicable.
    ClampLow,
    /// The value is clamped at the upper end; at the lower end the action is not applicable.
    ClampHigh,
}

/// A ground action.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) name: String,
    /// The arguments, where the text of the problem has one action with parameters for many of these.
    pub(crate) args: Vec<(String, String)>,
    pub(crate) when: Vec<Condition>,
    pub(crate) then: Vec<Effect>,
    /// The cost, in millionths.
    pub(crate) cost_micros: u64,
}

/// A condition on one fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) fact: usize,
    pub(crate) test: Test,
}

/// A test of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Is(i64),
    AtLeast(i64),
    AtMost(i64),
}

/// A change of one fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    pub(crate) fact: usize,
    pub(crate) change: Change,
}

/// A change of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Become(i64),
    Add(i64),
}

impl Test {
    pub(crate) fn holds(self, value: i64) -> bool {
        match self {
            Self::Is(wanted) => value == wanted,
            Self::AtLeast(least) => value >= least,
            Self::AtMost(most) => value <= most,
        }
    }
}

impl Kind {
    /// The least and the greatest value.
    pub(crate) fn range(self) -> (i64, i64) {
        match self {
            Self::Bool => (0, 1),
            Self::Int { min, max, .. } => (min, max),
            Self::Symbol(count) => (0, count - 1),
        }
    }

    /// Converts a value to how the text of a model writes it.
    pub(crate) fn value(self, value: i64) -> Value {
        match self {
            Self::Bool => Value::Bool(value != 0),
            Self::Int { .. } | Self::Symbol(_) => Value::Int(value),
        }
    }

    /// Whether a value that this amount would take out of range is clamped instead.
    pub(crate) fn clamps(self, amount: i64) -> bool {
        match self {
            Self::Int { overflow: Overflow::ClampLow, .. } => amount < 0,
            Self::Int { overflow: Overflow::ClampHigh, .. } => amount > 0,
            Self::Bool | Self::Int { .. } | Self::Symbol(_) => false,
        }
    }
}

impl Action {
    /// A name that is unique among ground actions except for variants of this one: `go(gate,yard)`.
    pub(crate) fn key(&self) -> String {
        if self.args.is_empty() {
            return self.name.clone();
        }
        let values: Vec<&str> = self.args.iter().map(|(_, value)| value.as_str()).collect();
        format!("{}({})", self.name, values.join(","))
    }

    /// The action as a step of a plan.
    pub(crate) fn step(&self) -> Step {
        Step { action: self.name.clone(), args: self.args.clone() }
    }
}

/// Building a model from short strings as in our own language, separated by commas.
impl Model {
    /// Adds bools; `names` is separated by blanks.
    pub(crate) fn bools(mut self, names: &str) -> Self {
        let fact = |name: &str| Fact { name: name.into(), kind: Kind::Bool };
        self.facts.extend(names.split_whitespace().map(fact));
        self
    }

    /// Adds a quantity.
    pub(crate) fn int(self, name: &str, min: i64, max: i64) -> Self {
        self.fact(name, Kind::Int { min, max, overflow: Overflow::Refuse })
    }

    /// Adds a fact.
    pub(crate) fn fact(mut self, name: &str, kind: Kind) -> Self {
        self.facts.push(Fact { name: name.into(), kind });
        self
    }

    /// Adds an action that costs whole units.
    pub(crate) fn action(self, name: &str, when: &str, then: &str, cost: u64) -> Result<Self, String> {
        self.ground_action(name, &[], when, then, cost * 1_000_000)
    }

    /// Adds an action that binds parameters.
    pub(crate) fn ground_action(
        mut self,
        name: &str,
        args: &[(&str, &str)],
        when: &str,
        then: &str,
        cost_micros: u64,
    ) -> Result<Self, String> {
        let when = self.conditions(when)?;
        let then = words(then).map(|text| self.effect(text)).collect::<Result<_, _>>()?;
        let args = args.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        self.actions.push(Action { name: name.into(), args, when, then, cost_micros });
        Ok(self)
    }

    /// Sets the goal.
    pub(crate) fn goal(mut self, want: &str) -> Result<Self, String> {
        self.goal = self.conditions(want)?;
        Ok(self)
    }

    /// Creates the starts: all facts have their least value except those in `base`, and the facts in `varied`
    /// take their first values in all combinations, as many as given.
    pub(crate) fn starts(mut self, base: &[(&str, i64)], varied: &[(&str, i64)]) -> Result<Self, String> {
        let mut first: Vec<i64> = self.facts.iter().map(|fact| fact.kind.range().0).collect();
        for &(name, value) in base {
            first[self.fact_named(name)?] = value;
        }
        let mut starts = vec![first];
        for &(name, count) in varied {
            let fact = self.fact_named(name)?;
            let with = |start: &Vec<i64>, more: i64| {
                let mut start = start.clone();
                start[fact] += more;
                start
            };
            starts = (0..count).flat_map(|more| starts.iter().map(move |start| with(start, more))).collect();
        }
        if starts.len() != STARTS {
            return Err(format!("{} starts instead of {STARTS}", starts.len()));
        }
        self.starts = starts;
        Ok(self)
    }

    fn fact_named(&self, name: &str) -> Result<usize, String> {
        let found = self.facts.iter().position(|fact| fact.name == name);
        found.ok_or_else(|| format!("no fact `{name}`"))
    }

    fn conditions(&self, text: &str) -> Result<Vec<Condition>, String> {
        words(text)
            .map(|text| {
                let (name, test) = match *text.split_whitespace().collect::<Vec<_>>() {
                    [name] => (name, Test::Is(1)),
                    ["not", name] => (name, Test::Is(0)),
                    [name, "==", number] => (name, Test::Is(whole(number)?)),
                    [name, ">=", number] => (name, Test::AtLeast(whole(number)?)),
                    [name, "<=", number] => (name, Test::AtMost(whole(number)?)),
                    _ => return Err(format!("malformed condition: `{text}`")),
                };
                Ok(Condition { fact: self.fact_named(name)?, test })
            })
            .collect()
    }

    fn effect(&self, text: &str) -> Result<Effect, String> {
        let (name, change) = match *text.split_whitespace().collect::<Vec<_>>() {
            [name] => (name, Change::Become(1)),
            ["not", name] => (name, Change::Become(0)),
            [name, "=", number] => (name, Change::Become(whole(number)?)),
            [name, "+=", number] => (name, Change::Add(whole(number)?)),
            [name, "-=", number] => (name, Change::Add(-whole(number)?)),
            _ => return Err(format!("malformed effect: `{text}`")),
        };
        Ok(Effect { fact: self.fact_named(name)?, change })
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

fn whole(number: &str) -> Result<i64, String> {
    number.parse().map_err(|_| format!("malformed number: `{number}`"))
}

/// Reading a model.
impl Model {
    /// Returns the plan whose actions have these keys.
    pub(crate) fn steps<'a>(&self, keys: impl IntoIterator<Item = &'a str>) -> Vec<Step> {
        let step = |key: &str| self.actions.iter().find(|action| action.key() == key).map(Action::step);
        // An unknown key becomes a step that the judge rejects.
        keys.into_iter().map(|key| step(key).unwrap_or_else(|| Step::new(key, &[]))).collect()
    }

    /// Returns a start as the facts of a query.
    pub(crate) fn settings(&self, start: &[i64]) -> Vec<(String, Value)> {
        let set = |(fact, &value): (&Fact, &i64)| (fact.name.clone(), fact.kind.value(value));
        self.facts.iter().zip(start).map(set).collect()
    }

    /// Returns the greatest divisor of all costs in millionths: the unit for peers that count in integers.
    pub(crate) fn cost_unit_micros(&self) -> u64 {
        let divisor = |mut a: u64, mut b: u64| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        self.actions.iter().map(|action| action.cost_micros).fold(0, divisor).max(1)
    }

    /// Whether some effect may be clamped at the end of a range.
    pub(crate) fn clamps(&self) -> bool {
        self.actions.iter().flat_map(|action| &action.then).any(|effect| match effect.change {
            Change::Add(amount) => self.facts[effect.fact].kind.clamps(amount),
            Change::Become(_) => false,
        })
    }

    /// Returns the conditions of an action together with those that keep its effects in range, for peers
    /// without ranges. A bound that follows from a condition is left out.
    pub(crate) fn applicable_when(&self, action: &Action) -> Vec<Condition> {
        let mut when = action.when.clone();
        for effect in &action.then {
            let kind = self.facts[effect.fact].kind;
            let (min, max) = kind.range();
            let test = match effect.change {
                Change::Add(amount) if kind.clamps(amount) => continue,
                Change::Add(amount) if amount > 0 => Test::AtMost(max - amount),
                Change::Add(amount) if amount < 0 => Test::AtLeast(min - amount),
                Change::Add(_) | Change::Become(_) => continue,
            };
            let follows = |known: &Condition| {
                known.fact == effect.fact
                    && match (known.test, test) {
                        (Test::Is(value), _) => test.holds(value),
                        (Test::AtLeast(known), Test::AtLeast(least)) => known >= least,
                        (Test::AtMost(known), Test::AtMost(most)) => known <= most,
                        _ => false,
                    }
            };
            if !when.iter().any(follows) {
                when.push(Condition { fact: effect.fact, test });
            }
        }
        when
    }

    /// Returns the same problem without irrelevant facts and actions. It has the same optimum.
    ///
    /// A fact is relevant if the goal reads it, or if a relevant action reads it or adds to it (which its
    /// range may forbid). An action is relevant if it writes a relevant fact; any other can be removed from
    /// every plan.
    pub(crate) fn relevant(&self) -> Self {
        let mut matters = vec![false; self.facts.len()];
        for condition in &self.goal {
            matters[condition.fact] = true;
        }
        let writes =
            |action: &Action, matters: &[bool]| action.then.iter().any(|effect| matters[effect.fact]);
        loop {
            let before = matters.clone();
            for action in self.actions.iter().filter(|action| writes(action, &before)) {
                let added = action.then.iter().filter(|effect| matches!(effect.change, Change::Add(_)));
                let read = action.when.iter().map(|condition| condition.fact);
                for fact in read.chain(added.map(|effect| effect.fact)) {
                    matters[fact] = true;
                }
            }
            if matters == before {
                break;
            }
        }
        let kept: Vec<usize> = (0..self.facts.len()).filter(|&fact| matters[fact]).collect();
        let renumbered = |fact: usize| kept.iter().position(|&kept| kept == fact);
        let conditions = |conditions: &[Condition]| {
            let renumber = |condition: &Condition| {
                renumbered(condition.fact).map(|fact| Condition { fact, ..*condition })
            };
            conditions.iter().filter_map(renumber).collect()
        };
        let effects = |effects: &[Effect]| {
            let renumber = |effect: &Effect| renumbered(effect.fact).map(|fact| Effect { fact, ..*effect });
            effects.iter().filter_map(renumber).collect()
        };
        Self {
            facts: kept.iter().map(|&fact| self.facts[fact].clone()).collect(),
            actions: self
                .actions
                .iter()
                .filter(|action| writes(action, &matters))
                .map(|action| Action {
                    when: conditions(&action.when),
                    then: effects(&action.then),
                    ..action.clone()
                })
                .collect(),
            goal: conditions(&self.goal),
            starts: self.starts.iter().map(|start| kept.iter().map(|&fact| start[fact]).collect()).collect(),
        }
    }

    /// Returns the problem in our own language, without a start. Actions of the same name are distinguished
    /// by a number.
    pub(crate) fn to_toml(&self) -> String {
        let mut text = String::from("[facts]\n");
        for fact in &self.facts {
            // Writing to a string cannot fail.
            let _ = write!(text, "{} = {{ sensed = true, type = ", fact.name);
            let (min, max) = fact.kind.range();
            let _ = match fact.kind {
                Kind::Bool => writeln!(text, "'bool' }}"),
                Kind::Int { overflow: Overflow::ClampLow, .. } => {
                    writeln!(text, "'int', min = {min}, max = {max}, overflow = {{ low = 'clamp' }} }}")
                }
                Kind::Int { overflow: Overflow::ClampHigh, .. } => {
                    writeln!(text, "'int', min = {min}, max = {max}, overflow = {{ high = 'clamp' }} }}")
                }
                Kind::Int { .. } | Kind::Symbol(_) => {
                    writeln!(text, "'int', min = {min}, max = {max} }}")
                }
            };
        }
        for (number, action) in self.actions.iter().enumerate() {
            let is_alone = self.actions.iter().filter(|other| other.name == action.name).count() == 1;
            let name = if is_alone { action.name.clone() } else { format!("{}_{number}", action.name) };
            let when: Vec<String> = action.when.iter().map(|condition| self.show(*condition)).collect();
            let then: Vec<String> = action.then.iter().map(|effect| self.show_effect(*effect)).collect();
            let (whole, decimals) = (action.cost_micros / 1_000_000, action.cost_micros % 1_000_000);
            let _ = writeln!(text, "[action.{name}]\nwhen = {when:?}\nthen = {then:?}");
            let _ = writeln!(text, "cost = {whole}.{decimals:06}");
        }
        let want: Vec<String> = self.goal.iter().map(|condition| self.show(*condition)).collect();
        let _ = writeln!(text, "[goal.{GOAL}]\nwant = {want:?}");
        text
    }

    fn show(&self, condition: Condition) -> String {
        let Fact { name, kind } = &self.facts[condition.fact];
        match (condition.test, kind) {
            (Test::Is(0), Kind::Bool) => format!("not {name}"),
            (Test::Is(_), Kind::Bool) => name.clone(),
            (Test::Is(value), _) => format!("{name} == {value}"),
            (Test::AtLeast(value), _) => format!("{name} >= {value}"),
            (Test::AtMost(value), _) => format!("{name} <= {value}"),
        }
    }

    fn show_effect(&self, effect: Effect) -> String {
        let Fact { name, kind } = &self.facts[effect.fact];
        match (effect.change, kind) {
            (Change::Become(0), Kind::Bool) => format!("not {name}"),
            (Change::Become(_), Kind::Bool) => name.clone(),
            (Change::Become(value), _) => format!("{name} = {value}"),
            (Change::Add(amount), _) if amount < 0 => format!("{name} -= {}", -amount),
            (Change::Add(amount), _) => format!("{name} += {amount}"),
        }
    }
}
