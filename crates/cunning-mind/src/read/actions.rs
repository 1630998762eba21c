//! Reads how actions are carried out.

use cunning_plan::Owner;
use cunning_plan::model::Param;
use cunning_plan::read_error::{Checked, ReadError};
use cunning_plan::shape::text;
use cunning_plan::tree::Node;
use cunning_plan::{Micros, codes as plan_codes};

use super::units::{count, duration};
use super::{Context, DomainReader, claims, word};
use crate::codes;
use crate::limits::{FACTOR_MAX, RETRIES_MAX};
use crate::spec::{ActionSpec, Interrupt, StopRule};

impl DomainReader {
    pub(super) fn read_actions(&mut self, context: &mut Context<'_, '_>) {
        let params: Vec<Vec<Param>> =
            context.domain().actions().as_slice().iter().map(|action| action.params.clone()).collect();
        self.actions = self.plain(&params, |candidates| ActionSpec { candidates, ..ActionSpec::default() });
        let sections = self.take(|owner| if let Owner::Action(id) = owner { Some(id) } else { None });
        for (id, section) in &sections {
            let (Some(spec), Some(params)) = (self.actions.get_mut(id.index()), params.get(id.index()))
            else {
                continue;
            };
            let checked = key(spec, &section.key.value, &section.value, params, context);
            context.keep(checked);
            let gives_orders =
                || sections.iter().any(|(other, section)| other == id && section.key.value == "orders");
            if section.key.value == "done" && !gives_orders() {
                let message = "`done` without `orders`: it says when orders are fulfilled";
                let read_error = ReadError::new(plan_codes::KEYS, message, section.key.span);
                context.keep::<()>(read_error.fail());
            }
        }
    }
}

fn key(
    spec: &mut ActionSpec,
    key: &str,
    node: &Node,
    params: &[Param],
    context: &mut Context<'_, '_>,
) -> Checked<()> {
    match key {
        "claims" => spec.claims = claims(node, params, "this action")?,
        "duration" => spec.duration_ms = Some(duration(node)?),
        "while" => spec.while_ = context.conditions(node, params),
        "grace" => spec.grace_ms = duration(node)?,
        "retries" => spec.retries = count(node, "`retries`", 0, RETRIES_MAX)?,
        "timeout" => spec.timeout_ms = Some(duration(node)?),
        "cooldown" => spec.cooldown_ms = duration(node)?,
        "interrupt" => spec.interrupt = interrupt(node)?,
        "stop" => spec.stop = word(node, &[("now", StopRule::Now), ("soon", StopRule::Soon)])?,
        "orders" => spec.orders = super::orders::orders(node, params, context)?,
        "done" => spec.done = super::orders::done(node, context)?,
        _ => {}
    }
    Ok(())
}

fn interrupt(node: &Node) -> Checked<Interrupt> {
    let written = text(node, "`any`, `never` or \"higher by 0.2\"")?;
    let Some(margin) = written.value.trim().strip_prefix("higher by") else {
        return word(node, &[("any", Interrupt::Any), ("never", Interrupt::Never)])
            .map_err(|read_error| Box::new(read_error.hint("write `any`, `never` or \"higher by 0.2\"")));
    };
    let margin = Micros::parse(margin.trim())
        .filter(|margin| Micros::ZERO <= *margin && Some(*margin) <= Micros::from_int(FACTOR_MAX));
    margin.map(Interrupt::HigherBy).ok_or_else(|| {
        let message =
            format!("expected a number from 0 to {FACTOR_MAX} after `higher by`, found `{}`", written.value);
        Box::new(ReadError::new(codes::RANGE, message, written.span))
    })
}
