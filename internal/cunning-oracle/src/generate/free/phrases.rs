//! Random conditions, effects and numbers that fit the types of a world.

use super::world::{Kind, World, reference};
use crate::generate::dice::Dice;
use crate::generate::model::ModelCondition;

/// A world in the scope of an action or goal with parameters.
pub(crate) struct Scope<'a> {
    pub(crate) world: &'a World,
    pub(crate) params: &'a [(String, String)],
}

impl Scope<'_> {
    /// Generates at most `max` conditions.
    pub(crate) fn conditions(&self, dice: &mut Dice, most: usize) -> Vec<ModelCondition> {
        let mut found = Vec::new();
        for _ in 0..=dice.below(most) {
            if dice.chance(12) {
                found.extend(self.disjunction(dice));
            } else {
                found.extend(self.condition(dice).map(ModelCondition::Text));
            }
        }
        found
    }

    fn disjunction(&self, dice: &mut Dice) -> Option<ModelCondition> {
        let mut alternatives = Vec::new();
        for _ in 0..dice.between(2, 3) {
            let mut members = Vec::new();
            for _ in 0..dice.between(1, 2) {
                members.extend(self.condition(dice).map(ModelCondition::Text));
            }
            if !members.is_empty() {
                alternatives.push(members);
            }
        }
        (!alternatives.is_empty()).then_some(ModelCondition::Any(alternatives))
    }

    /// Generates one condition as text.
    fn condition(&self, dice: &mut Dice) -> Option<String> {
        match dice.below(10) {
            0 if dice.chance(25) => self.parameter_with_object(dice),
            0 => self.between_parameters(dice),
            1..=2 => self.quantified(dice),
            _ => self.about_fact(dice),
        }
    }

    fn between_parameters(&self, dice: &mut Dice) -> Option<String> {
        let [(one, one_of), (other, other_of)] = self.params else {
            return self.about_fact(dice);
        };
        let are_numbers = (one_of.contains(".."), other_of.contains(".."));
        let relation = match are_numbers {
            (true, true) => dice.one_of(["==", "!=", "<", "<=", ">", ">="]),
            (false, false) if self.world.fits(one_of, other_of) || self.world.fits(other_of, one_of) => {
                dice.one_of(["==", "!=", "!="])
            }
            _ => return self.about_fact(dice),
        };
        Some(format!("{one} {relation} {other}"))
    }

    fn parameter_with_object(&self, dice: &mut Dice) -> Option<String> {
        let Some((name, of)) = dice.pick(self.params).filter(|(_, of)| !of.contains("..")) else {
            return self.about_fact(dice);
        };
        let object = dice.pick(&self.world.nameable(of)).cloned()?;
        Some(format!("{name} {} {object}", dice.one_of(["==", "!=", "!="])))
    }

    fn quantified(&self, dice: &mut Dice) -> Option<String> {
        let names = self.world.type_names();
        let of = (*dice.pick(&names)?).to_owned();
        let quantifier = dice.one_of(["some", "no", "every"]);
        let mut params = self.params.to_vec();
        params.push(("v".to_owned(), of.clone()));
        let inner = Scope { world: self.world, params: &params };
        // A body that does not use its variable is of little interest; a few are kept.
        let mut body = inner.about_fact(dice);
        for _ in 0..4 {
            if body.as_ref().is_some_and(|body| body.contains("[v") || body.ends_with(" v")) {
                break;
            }
            body = inner.about_fact(dice);
        }
        Some(format!("{quantifier} {of} v: {}", body?))
    }

    fn about_fact(&self, dice: &mut Dice) -> Option<String> {
        let fact = dice.below(self.world.facts.len());
        let left = self.reference(dice, fact)?;
        match &self.world.facts[fact].kind {
            Kind::Bool => Some(match dice.below(12) {
                0 => format!("{left} == {}", self.other_fact(dice, fact)?),
                1 => format!("{left} != {}", dice.one_of(["true", "false"])),
                2..=6 => format!("not {left}"),
                _ => left,
            }),
            Kind::Symbol { of, optional } => {
                let relation = dice.one_of(["==", "==", "!="]);
                let right = if dice.chance(12) {
                    self.other_fact(dice, fact)?
                } else {
                    self.object(dice, of, *optional)?
                };
                Some(format!("{left} {relation} {right}"))
            }
            Kind::Int { min, max } => {
                let relation = dice.one_of(["==", "!=", "<", "<=", ">", ">="]);
                let right = match dice.below(10) {
                    0 => self.other_fact(dice, fact)?,
                    1..=3 => self.number(dice),
                    _ => dice.between(*min, *max).to_string(),
                };
                Some(format!("{left} {relation} {right}"))
            }
        }
    }

    /// Generates two conditions that exclude each other.
    pub(crate) fn opposites(&self, dice: &mut Dice) -> Option<(String, String)> {
        let fact = dice.below(self.world.facts.len());
        let left = self.reference(dice, fact)?;
        Some(match &self.world.facts[fact].kind {
            Kind::Bool => (format!("not {left}"), left),
            Kind::Symbol { of, optional } => {
                let right = self.object(dice, of, *optional)?;
                (format!("{left} == {right}"), format!("{left} != {right}"))
            }
            Kind::Int { min, max } => {
                let bound = dice.between(*min, *max);
                (format!("{left} < {bound}"), format!("{left} >= {bound}"))
            }
        })
    }

    /// Generates an effect that changes the given fact.
    pub(crate) fn change(&self, dice: &mut Dice, fact: usize, reference: &str) -> String {
        match &self.world.facts[fact].kind {
            Kind::Bool => match dice.below(12) {
                0 => match self.other_fact(dice, fact) {
                    Some(other) => format!("{reference} = {other}"),
                    None => reference.to_owned(),
                },
                1..=4 => format!("not {reference}"),
                _ => reference.to_owned(),
            },
            Kind::Symbol { of, optional } => {
                let copied = if dice.chance(10) { self.other_fact(dice, fact) } else { None };
                match copied.or_else(|| self.object(dice, of, *optional)) {
                    Some(value) => format!("{reference} = {value}"),
                    // No value fits, so the fact keeps its value.
                    None => format!("{reference} = {reference}"),
                }
            }
            Kind::Int { min, max } => match dice.below(10) {
                0 => format!("{reference} = {}", dice.between(*min, *max)),
                1 => format!("{reference} = {}", self.number(dice)),
                2 => format!("{reference} += {}", self.number(dice)),
                3 => format!("{reference} -= {}", self.number(dice)),
                4..=6 => format!("{reference} -= {}", dice.between(1, 2)),
                _ => format!("{reference} += {}", dice.between(1, 2)),
            },
        }
    }

    /// Generates a fact with indices from the scope; `None` if an index has neither a parameter nor an object with a
    /// name.
    pub(crate) fn reference(&self, dice: &mut Dice, fact: usize) -> Option<String> {
        let fact = &self.world.facts[fact];
        let mut indices = Vec::new();
        for of in &fact.of {
            indices.push(self.index(dice, of)?);
        }
        Some(reference(&fact.name, &indices))
    }

    fn index(&self, dice: &mut Dice, of: &str) -> Option<String> {
        let params: Vec<&String> = self
            .params
            .iter()
            .filter(|(_, given)| self.world.fits(given, of))
            .map(|(name, _)| name)
            .collect();
        if !params.is_empty() && dice.chance(75) {
            return dice.pick(&params).map(|name| (*name).clone());
        }
        let named = dice.pick(&self.world.nameable(of)).cloned();
        named.or_else(|| params.first().map(|name| (*name).clone()))
    }

    fn object(&self, dice: &mut Dice, of: &str, optional: bool) -> Option<String> {
        if optional && dice.chance(20) {
            return Some("none".to_owned());
        }
        self.index(dice, of).or_else(|| optional.then(|| "none".to_owned()))
    }

    /// Returns another fact whose values all fit: of the same type, and not optional where `none` is not allowed.
    fn other_fact(&self, dice: &mut Dice, fact: usize) -> Option<String> {
        let fits = |other: usize| match (&self.world.facts[other].kind, &self.world.facts[fact].kind) {
            (Kind::Bool, Kind::Bool) | (Kind::Int { .. }, Kind::Int { .. }) => true,
            (Kind::Symbol { of, optional }, Kind::Symbol { of: wanted, optional: may_be_none }) => {
                of == wanted && (*may_be_none || !optional)
            }
            _ => false,
        };
        let others: Vec<usize> =
            (0..self.world.facts.len()).filter(|&other| other != fact && fits(other)).collect();
        let other = *dice.pick(&others)?;
        self.reference(dice, other)
    }

    /// Generates an integer expression. Some divide, possibly by zero in some states.
    fn number(&self, dice: &mut Dice) -> String {
        let one = self.plain_number(dice);
        if dice.chance(55) {
            return one;
        }
        let other = self.plain_number(dice);
        match dice.below(10) {
            0..=1 => format!("{one} + {other}"),
            2..=3 => format!("{one} - {other}"),
            4 => format!("{one} * {other}"),
            5 => format!("{one} / {other}"),
            6..=7 => format!("{one} / {}", self.int_fact(dice, true).unwrap_or(other)),
            8 => format!("{}({one}, {other})", dice.one_of(["min", "max"])),
            _ => format!("clamp({one}, 0, abs({other}))"),
        }
    }

    fn plain_number(&self, dice: &mut Dice) -> String {
        let found = match dice.below(6) {
            0..=1 => {
                let numbers: Vec<&String> =
                    self.params.iter().filter(|(_, of)| of.contains("..")).map(|(name, _)| name).collect();
                dice.pick(&numbers).map(|name| (*name).clone())
            }
            2..=3 => dice.pick(&self.world.model.tables).and_then(|table| {
                let indices: Option<Vec<String>> = table.of.iter().map(|of| self.index(dice, of)).collect();
                indices.map(|indices| reference(&table.name, &indices))
            }),
            // Facts that no action writes are constants; a few written ones are used too.
            4 => {
                let may_be_written = dice.chance(15);
                self.int_fact(dice, may_be_written)
            }
            _ => None,
        };
        found.unwrap_or_else(|| dice.between(0, 3).to_string())
    }

    /// Returns an int fact; one that no action writes, unless any is allowed.
    fn int_fact(&self, dice: &mut Dice, may_be_written: bool) -> Option<String> {
        let ints: Vec<usize> = (0..self.world.facts.len())
            .filter(|&fact| matches!(self.world.facts[fact].kind, Kind::Int { .. }))
            .filter(|&fact| may_be_written || self.world.facts[fact].is_constant)
            .collect();
        dice.pick(&ints).copied().and_then(|fact| self.reference(dice, fact))
    }

    /// Generates a cost expression; some are negative or divide by zero for some bindings.
    pub(crate) fn price(&self, dice: &mut Dice) -> String {
        let number = self.number(dice);
        let factor = dice.one_of(["0.5", "1.5", "0.25", "2"]);
        match dice.below(4) {
            0 => number,
            1 => format!("1 + ({number}) * {factor}"),
            2 => format!("max(0.5, {number})"),
            _ => format!("abs({number}) / 3 + {factor}"),
        }
    }
}
