//! The final effects of actions on atoms: single atoms are added and deleted, and groups get values.

use cunning_diag::Collector;

use super::actions::{Assignment, Translated};
use super::conditions::{Arg, Condition, Literal};
use super::deletions;
use super::groups::Groups;
use super::params::Params;
use super::world::World;
use crate::codes;
use crate::limits::EFFECTS_MAX;
use crate::model::PredicateId;

/// An effect on atoms.
pub(super) enum Effect {
    /// An atom that is in no group is added or deleted.
    Atom(Assignment),
    /// An atom of a group holds, and no other one of its instance.
    Place { predicate: PredicateId, args: Vec<Arg> },
    /// No atom of the instance of an atom holds, because the atom does not.
    Remove { when: Condition, predicate: PredicateId, args: Vec<Arg> },
}

/// The effects of an action; `None` if there are too many, which is reported.
pub(super) fn effects(
    world: &World<'_>,
    groups: &Groups,
    translated: &Translated<'_>,
    collector: &mut Collector,
) -> Option<Vec<Effect>> {
    let params = Params::new(world, translated.action, &translated.condition);
    let (grouped, single): (Vec<Assignment>, Vec<Assignment>) =
        translated.assignments.iter().cloned().partition(|effect| groups.member(effect.predicate).is_some());
    let room = EFFECTS_MAX.saturating_sub(translated.deltas.len() + grouped.len());
    let Some(single) = deletions::after_additions(&params, single).filter(|list| list.len() <= room) else {
        let message =
            format!("the effects expand to more than {EFFECTS_MAX} when deletions exclude additions");
        collector.error(translated.action.name.span, codes::LIMIT, message);
        return None;
    };
    let mut all: Vec<Effect> = single.into_iter().map(Effect::Atom).collect();
    let mut placed: Vec<Instance> = Vec::new();
    for (effect, instance) in of_value(groups, &grouped, true) {
        if !placed.contains(&instance) {
            all.push(Effect::Place { predicate: effect.predicate, args: effect.args.clone() });
            placed.push(instance);
        }
    }
    // The deletions from one instance are one effect.
    let mut removed: Vec<(Instance, &Assignment, Vec<Condition>)> = Vec::new();
    for (effect, instance) in of_value(groups, &grouped, false) {
        if placed.contains(&instance) {
            continue;
        }
        let holds = Literal::Holds { predicate: effect.predicate, args: effect.args.clone(), value: true };
        let is_held = translated.condition.says(&holds);
        let held = if is_held { Condition::ALWAYS } else { holds.into() };
        let when = Condition::all([effect.when.clone(), held]);
        match removed.iter_mut().find(|(known, ..)| *known == instance) {
            Some((.., conditions)) => conditions.push(when),
            None => removed.push((instance, effect, vec![when])),
        }
    }
    all.extend(removed.into_iter().map(|(_, effect, conditions)| Effect::Remove {
        when: Condition::any(conditions),
        predicate: effect.predicate,
        args: effect.args.clone(),
    }));
    Some(all)
}

/// A group and the arguments that name an instance.
type Instance = (usize, Vec<Arg>);

/// The additions or deletions of atoms of groups, each with its instance.
fn of_value<'e>(
    groups: &Groups,
    effects: &'e [Assignment],
    value: bool,
) -> impl Iterator<Item = (&'e Assignment, Instance)> {
    effects.iter().filter(move |effect| effect.value == value).filter_map(|effect| {
        let member = groups.member(effect.predicate)?;
        Some((effect, (member.group, member.part.instance(&effect.args))))
    })
}
