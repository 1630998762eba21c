//! Reads the keys of `[facts]` and `[types]` about memory and object slots.

use cunning_plan::model::{FactKind, TypeKind};
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::{get, int, list, table, text};
use cunning_plan::tree::Node;
use cunning_plan::{Owner, codes as plan_codes};

use super::units::{duration, rate, share};
use super::{Context, DomainReader, as_text, word};
use crate::codes;
use crate::limits::CROSSINGS_MAX;
use crate::spec::{FactSpec, Scope, TypeSpec, Wake};

impl DomainReader {
    pub(super) fn read_types(&mut self, context: &mut Context<'_, '_>) {
        self.types = vec![TypeSpec::default(); context.domain().types().len()];
        let sections = self.take(|owner| if let Owner::Type(id) = owner { Some(id) } else { None });
        for (id, section) in sections {
            let checked = self.fill(id, &section.value, context);
            if let (Some(fill), Some(spec)) = (context.keep(checked), self.types.get_mut(id.index())) {
                spec.fill = Some(fill);
            }
        }
    }

    /// Resolves the query of a `fill`, whose candidates must be of this type.
    fn fill(
        &self,
        id: cunning_plan::model::TypeId,
        node: &Node,
        context: &Context<'_, '_>,
    ) -> Checked<usize> {
        let written = text(node, "a query such as \"query.worst_foes\"")?;
        let ty = &context.domain().types()[id];
        if !matches!(ty.kind, TypeKind::Open { .. }) {
            let message = format!("`fill` needs an open type, and `{}` is not open", ty.name);
            return ReadError::new(codes::FILL, message, node.span).fail();
        }
        let name = written.value.strip_prefix("query.").unwrap_or(&written.value);
        let Some(at) = self.queries.iter().position(|query| query.name == name) else {
            let read_error =
                ReadError::new(plan_codes::UNKNOWN_NAME, format!("unknown query `{name}`"), node.span);
            return read_error
                .follows_if(self.is_declared(name))
                .suggest(name, self.queries.iter().map(|query| query.name.as_str()))
                .fail();
        };
        if !written.value.starts_with("query.") {
            let message = "expected a query for `fill`";
            return ReadError::new(codes::FILL, message, node.span)
                .hint(format!("write \"query.{name}\""))
                .fail();
        }
        let of = self.queries[at].of;
        if of != id {
            let of = &context.domain().types()[of].name;
            let message = format!("the candidates of `query.{name}` are of type `{of}`, not `{}`", ty.name);
            return ReadError::new(codes::FILL, message, node.span).fail();
        }
        Ok(at)
    }

    pub(super) fn read_facts(&mut self, context: &mut Context<'_, '_>) {
        self.facts = vec![FactSpec::default(); context.domain().facts().len()];
        let sections = self.take(|owner| if let Owner::Fact(id) = owner { Some(id) } else { None });
        for (id, section) in sections {
            // A fact with an error of its own has no type to check against.
            let Some(kind) = context.domain().facts().get(id).map(|fact| fact.kind) else { continue };
            let Some(spec) = self.facts.get_mut(id.index()) else { continue };
            let checked = key(spec, &section.key.value, &section.value, kind, context);
            context.keep(checked);
        }
    }
}

fn key(
    spec: &mut FactSpec,
    key: &str,
    node: &Node,
    kind: FactKind,
    context: &mut Context<'_, '_>,
) -> Checked<()> {
    match key {
        "forget" => spec.forget_ms = Some(duration(node)?),
        "threshold" => spec.threshold = share(node, "`threshold`")?,
        "scope" => {
            let words = [("agent", Scope::Agent), ("squad", Scope::Squad), ("world", Scope::World)];
            spec.scope = word(node, &words)?;
        }
        "drift" if !matches!(kind, FactKind::Int { .. }) => {
            return ReadError::new(codes::DRIFT, "`drift` needs a fact of type `int`", node.span).fail();
        }
        "drift" => spec.drift_per_hour = rate(node)?,
        "wake" => spec.wake = wake(node, kind, context)?,
        _ => {}
    }
    Ok(())
}

fn wake(node: &Node, kind: FactKind, context: &mut Context<'_, '_>) -> Checked<Wake> {
    if as_text(node).is_some() {
        let wakes = word(node, &[("never", false), ("change", true)])?;
        return Ok(if wakes { Wake::Change } else { Wake::Never });
    }
    let entries = table(node, "`never`, `change`, `{ step = 10 }` or `{ cross = [20, 60] }`")?;
    context.keys(entries, &["step", "cross", "doc"]);
    let FactKind::Int { min, max, .. } = kind else {
        let message = "`step` and `cross` need a fact of type `int`; others take `change` or `never`";
        return ReadError::new(codes::WAKE, message, node.span).fail();
    };
    match (get(entries, "step"), get(entries, "cross")) {
        (Some(step), None) => {
            let found = int(step, "an integer")?;
            if found < 1 || found > max - min {
                let message = format!("`step` of this fact must be from 1 to {}, not {found}", max - min);
                return ReadError::new(codes::WAKE, message, step.span).fail();
            }
            Ok(Wake::Step(found))
        }
        (None, Some(cross)) => {
            let mut values: Vec<i64> = Vec::new();
            for member in list(cross, "a list of values", CROSSINGS_MAX)? {
                let value = int(member, "an integer")?;
                if !(min..=max).contains(&value) {
                    let message = format!("this fact is from {min} to {max} and never crosses {value}");
                    return ReadError::new(codes::WAKE, message, member.span).fail();
                }
                if values.last().is_some_and(|last| *last >= value) {
                    let message = "the values of `cross` must be in rising order";
                    return ReadError::new(codes::WAKE, message, member.span).fail();
                }
                values.push(value);
            }
            Ok(Wake::Cross(values))
        }
        _ => {
            let message = "`wake` needs either `step` or `cross`";
            ReadError::new(plan_codes::KEYS, message, node.span).fail()
        }
    }
}
