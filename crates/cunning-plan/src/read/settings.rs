//! `[start]`, and the `set` and `goal` of tests: data about ground facts.

use std::collections::BTreeMap;

use super::Context;
use super::names::Readable;
use crate::codes;
use crate::expr::{Expr, ExprKind, Word, parse_goal_call, parse_number};
use crate::limits::SETTINGS_MAX;
use crate::model::{Argument, FactId, GoalId, ParamId, ParamKind, Setting, SourceSpan};
use crate::read_error::{Checked, ReadError};
use crate::shape::read_error;
use crate::tree::{Node, Text};

impl Context<'_> {
    /// Reads ground facts with their values. Invalid entries are reported and left out.
    pub(super) fn settings(&mut self, entries: &[(Text, Node)]) -> Vec<Setting> {
        let mut settings: Vec<Setting> = Vec::with_capacity(entries.len().min(SETTINGS_MAX));
        if !self.fits("ground facts", entries, SETTINGS_MAX) {
            return settings;
        }
        let mut seen: BTreeMap<(FactId, String), SourceSpan> = BTreeMap::new();
        for (key, node) in entries {
            if self.problems.is_full() {
                break;
            }
            let checked = self.setting(key, node).and_then(|setting| {
                // `has[coin]` and `has[ coin ]` are two spellings of one fact.
                let spelling: String = key.value.split_whitespace().collect();
                match seen.insert((setting.fact, spelling), key.span) {
                    Some(first) => super::names::duplicate("value of", &key.value, key.span, first).fail(),
                    None => Ok(setting),
                }
            });
            settings.extend(self.problems.keep(checked));
        }
        settings
    }

    fn setting(&self, key: &Text, node: &Node) -> Checked<Setting> {
        let syntax = parse_number(&key.value).map_err(|error| Box::new(ReadError::syntax(error, key)))?;
        let (name, indices): (&str, &[Expr]) = match &syntax.kind {
            ExprKind::Name(name) => (name, &[]),
            ExprKind::Indexed { name, indices } => (&name.text, indices),
            _ => return read_error(codes::SYNTAX, "expected a fact, such as `at` or `has[coin]`", key.span),
        };
        let fact = match self.names.readables.get(name) {
            Some(Readable::Fact(id)) => *id,
            Some(Readable::Table(_)) => {
                return read_error(codes::TYPE, format!("`{name}` is a table, not a fact"), key.span);
            }
            None => {
                let facts = self.domain.facts.iter().map(|(_, fact)| fact.name.as_str());
                return self.names.unknown("fact", name, key.span).suggest(name, facts).fail();
            }
        };
        let declared = &self.domain.facts[fact];
        if declared.of.len() != indices.len() {
            let message = format!(
                "wrong number of indices for `{name}`: expected {}, found {}",
                declared.of.len(),
                indices.len()
            );
            return read_error(codes::INDICES, message, key.span);
        }
        let mut names = Vec::with_capacity(indices.len());
        for (&ty, index) in declared.of.iter().zip(indices) {
            let ExprKind::Name(object) = &index.kind else {
                return read_error(codes::TYPE, "expected an object as index", key.span_of(index.span));
            };
            names.push(self.object_name(ty, object, key.span_of(index.span))?);
        }
        let value = self.value(declared, node)?;
        Ok(Setting { fact, indices: names, value, span: key.span })
    }

    /// Reads a goal with some of its parameters bound, as in `kill(f=orc)`.
    pub(super) fn goal_call(&self, text: &Text) -> Checked<(GoalId, Vec<(ParamId, Argument)>)> {
        let call = parse_goal_call(&text.value).map_err(|error| Box::new(ReadError::syntax(error, text)))?;
        let goal = self.names.goal(&call.goal.text, text.span_of(call.goal.span))?;
        let mut args: Vec<(ParamId, Argument)> = Vec::with_capacity(call.args.len());
        for (name, value) in &call.args {
            let arg = self.argument(goal, name, value, text)?;
            if args.iter().any(|(param, _)| *param == arg.0) {
                let message = format!("the parameter `{}` is given twice", name.text);
                return read_error(codes::DUPLICATE, message, text.span_of(name.span));
            }
            args.push(arg);
        }
        Ok((goal, args))
    }

    fn argument(&self, goal: GoalId, name: &Word, value: &Expr, text: &Text) -> Checked<(ParamId, Argument)> {
        let params = &self.domain.goals[goal].params;
        let Some(at) = params.iter().position(|param| param.name == name.text) else {
            let what = format!("parameter of `{}` called", self.domain.goals[goal].name);
            let read_error = self.names.unknown(&what, &name.text, text.span_of(name.span));
            return read_error.suggest(&name.text, params.iter().map(|param| param.name.as_str())).fail();
        };
        let span = text.span_of(value.span);
        let argument = match (params[at].kind, &value.kind) {
            (ParamKind::Object(ty), ExprKind::Name(object)) => {
                Argument::Object(self.object_name(ty, object, span)?)
            }
            (ParamKind::Object(ty), _) => {
                let message =
                    format!("the parameter `{}` is of type `{}`", name.text, self.domain.types[ty].name);
                return read_error(codes::TYPE, message, span);
            }
            (ParamKind::Number { min, max }, ExprKind::Number(number)) => {
                let Some(number) = number.to_int().filter(|number| (min..=max).contains(number)) else {
                    let message =
                        format!("the parameter `{}` is a whole number from {min} to {max}", name.text);
                    return read_error(codes::VALUE, message, span);
                };
                Argument::Number(number)
            }
            (ParamKind::Number { min, max }, _) => {
                let message = format!("the parameter `{}` is a number from {min} to {max}", name.text);
                return read_error(codes::TYPE, message, span);
            }
        };
        Ok((ParamId::new(at as u32), argument))
    }
}
