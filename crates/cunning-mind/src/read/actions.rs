//! How actions are carried out.

use cunning_plan::Owner;
use cunning_plan::model::Param;
use cunning_plan::problem::{Checked, Problem};
use cunning_plan::shape::text;
use cunning_plan::tree::Node;
use cunning_plan::{Micros, codes as plan_codes};

use super::units::{count, duration};
use super::{Context, LoreReader, claims, word};
use crate::codes;
use crate::limits::{FACTOR_MAX, RETRIES_MAX};
use crate::lore::{ActionLore, Interrupt, StopRule};

impl LoreReader {
    pub(super) fn read_actions(&mut self, context: &mut Context<'_, '_>) {
        let params: Vec<Vec<Param>> =
            context.domain().actions().as_slice().iter().map(|action| action.params.clone()).collect();
        self.actions = self.plain(&params, |candidates| ActionLore { candidates, ..ActionLore::default() });
        let sections = self.take(|owner| if let Owner::Action(id) = owner { Some(id) } else { None });
        for (id, section) in &sections {
            let (Some(lore), Some(params)) = (self.actions.get_mut(id.index()), params.get(id.index()))
            else {
                continue;
            };
            let checked = key(lore, &section.key.value, &section.value, params, context);
            context.keep(checked);
            let gives_orders =
                || sections.iter().any(|(other, section)| other == id && section.key.value == "orders");
            if section.key.value == "done" && !gives_orders() {
                let message = "`done` says when orders are fulfilled, and this action gives none";
                let problem = Problem::new(plan_codes::KEYS, message, section.key.place);
                context.keep::<()>(problem.fail());
            }
        }
    }
}

fn key(
    lore: &mut ActionLore,
    key: &str,
    node: &Node,
    params: &[Param],
    context: &mut Context<'_, '_>,
) -> Checked<()> {
    match key {
        "claims" => lore.claims = claims(node, params, "this action")?,
        "duration" => lore.duration_ms = Some(duration(node)?),
        "while" => lore.while_ = context.conditions(node, params),
        "grace" => lore.grace_ms = duration(node)?,
        "retries" => lore.retries = count(node, "`retries`", 0, RETRIES_MAX)?,
        "timeout" => lore.timeout_ms = Some(duration(node)?),
        "cooldown" => lore.cooldown_ms = duration(node)?,
        "interrupt" => lore.interrupt = interrupt(node)?,
        "stop" => lore.stop = word(node, &[("now", StopRule::Now), ("soon", StopRule::Soon)])?,
        "orders" => lore.orders = super::orders::orders(node, params, context)?,
        "done" => lore.done = super::orders::done(node, context)?,
        _ => {}
    }
    Ok(())
}

fn interrupt(node: &Node) -> Checked<Interrupt> {
    let written = text(node, "`any`, `never` or \"higher by 0.2\"")?;
    let Some(margin) = written.value.trim().strip_prefix("higher by") else {
        return word(node, &[("any", Interrupt::Any), ("never", Interrupt::Never)])
            .map_err(|problem| Box::new(problem.hint("write `any`, `never` or \"higher by 0.2\"")));
    };
    let margin = Micros::parse(margin.trim())
        .filter(|margin| Micros::ZERO <= *margin && Some(*margin) <= Micros::from_int(FACTOR_MAX));
    margin.map(Interrupt::HigherBy).ok_or_else(|| {
        let message = format!("`{}` says by how much with a number from 0 to {FACTOR_MAX}", written.value);
        Box::new(Problem::new(codes::RANGE, message, written.place))
    })
}
