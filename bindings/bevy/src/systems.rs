//! The systems of a frame: minds receive beliefs and reports, think within the budget, and have their commands carried out.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use cunning_mind::{Budget, dispatch};

use crate::belief::{Belief, Beliefs};
use crate::events::{Ending, StepEnded};
use crate::host::BevyHost;
use crate::mind::Mind;
use crate::minds::{Minds, display_name};
use crate::object::Object;
use crate::plugin::{MindBudget, StepTimeout};
use crate::step::{CurrentStep, ProgressMark, Report, WindsDown};

pub(crate) fn on_mind_inserted(
    event: On<Insert, Mind>,
    mut minds: ResMut<Minds>,
    mut agents: Query<(&mut Mind, Option<&Name>)>,
) {
    if let Ok((mut mind, name)) = agents.get_mut(event.entity) {
        mind.agent = minds.spawn(event.entity, &mind, name);
    }
}

pub(crate) fn on_mind_removed(event: On<Discard, Mind>, mut minds: ResMut<Minds>, agents: Query<&Mind>) {
    if let Ok(mind) = agents.get(event.entity) {
        minds.remove(mind);
    }
}

pub(crate) fn on_object_inserted(
    event: On<Insert, Object>,
    mut minds: ResMut<Minds>,
    objects: Query<(&Object, Option<&Name>)>,
) {
    if let Ok((object, name)) = objects.get(event.entity) {
        minds.bind(event.entity, &object.ty, display_name(event.entity, name));
    }
}

pub(crate) fn on_object_removed(event: On<Discard, Object>, mut minds: ResMut<Minds>) {
    minds.unbind(event.entity);
}

pub(crate) fn on_object_named(
    event: On<Insert, Name>,
    mut minds: ResMut<Minds>,
    names: Query<&Name, With<Object>>,
) {
    if let Ok(name) = names.get(event.entity) {
        minds.rename(event.entity, name.as_str());
    }
}

/// Tells the facts of a component whenever it changes. A mind changes when it gets its agent.
pub(crate) fn tell_belief<B: Component + Belief>(
    mut agents: Query<(&B, &mut Beliefs), Or<(Changed<B>, Changed<Mind>)>>,
) {
    for (component, mut beliefs) in &mut agents {
        component.tell(&mut beliefs);
    }
}

/// Tells that such a component was removed.
pub(crate) fn untell_belief<B: Component + Belief>(event: On<Remove, B>, mut agents: Query<&mut Beliefs>) {
    if let Ok(mut beliefs) = agents.get_mut(event.entity) {
        B::untell(&mut beliefs);
    }
}

/// Passes reports of steps and beliefs to the minds.
pub(crate) fn perceive(
    mut minds: ResMut<Minds>,
    mut agents: Query<(&Mind, &mut Beliefs), Changed<Beliefs>>,
    mut steps: Query<(Entity, &Mind, &mut CurrentStep), Changed<CurrentStep>>,
    mut commands: Commands,
) {
    for (entity, mind, mut current) in &mut steps {
        if !current.has_report() {
            continue;
        }
        let Some((step, report)) = current.bypass_change_detection().take_report() else { continue };
        let Ok(minds) = minds.domain_mut(mind.domain) else { continue };
        let ending = match report {
            Report::Done => {
                minds.done(step.id);
                Ending::Done
            }
            Report::Failed => {
                minds.failed(step.id);
                Ending::Failed
            }
            Report::Running => {
                minds.running(step.id);
                continue;
            }
            Report::Stopped => {
                minds.stopped(step.id);
                continue;
            }
        };
        commands.trigger(StepEnded { entity, step, ending });
    }
    // Beliefs come after reports: what the game tells overrides the effects that a mind expects of a step.
    for (mind, mut beliefs) in &mut agents {
        if minds.is_awaited(mind) {
            beliefs.bypass_change_detection().keep_latest();
            continue;
        }
        for belief in std::mem::take(&mut beliefs.bypass_change_detection().pending) {
            minds.tell(mind, &belief);
        }
    }
}

/// Fails steps without a report for longer than the [`StepTimeout`], and logs them.
pub(crate) fn fail_unreported_steps(
    time: Res<Time>,
    timeout: Res<StepTimeout>,
    mut steps: Query<(Entity, &mut CurrentStep)>,
    mut minds: ResMut<Minds>,
    mut checked: Local<Duration>,
    mut known: Local<BTreeMap<Entity, (ProgressMark, Duration)>>,
) {
    let Some(limit) = timeout.0 else { return };
    let now = time.elapsed();
    // Looking at all steps in every frame would be wasteful.
    if now < *checked + limit / 8 {
        return;
    }
    *checked = now;
    let mut seen = BTreeMap::new();
    for (entity, mut current) in &mut steps {
        let Some(mark) = current.progress_mark() else { continue };
        let before = known.get(&entity).filter(|(last, _)| *last == mark);
        let since = before.map_or(now, |(_, since)| *since);
        seen.insert(entity, (mark, since));
        if now < since + limit {
            continue;
        }
        let action = current.running().map(|step| step.action.clone()).unwrap_or_default();
        minds.mistakes.log(format!(
            "`{action}` was not reported for {limit:?} and counts as failed; call `done`, `failed` or `progressed`, or \
             give the action a `timeout`"
        ));
        current.failed();
    }
    *known = seen;
}

/// Lets all minds think within one budget. Domains take turns in being first.
pub(crate) fn think(time: Res<Time>, budget: Res<MindBudget>, mut minds: ResMut<Minds>) {
    let Minds { domains, first, .. } = &mut *minds;
    let mut left = budget.0;
    let count = domains.len();
    for turn in 0..count {
        let minds = &mut domains[(*first + turn) % count].minds;
        let before = minds.stats().expanded;
        minds.tick(time.delta(), Budget::work(left));
        left = left.saturating_sub(minds.stats().expanded - before);
    }
    *first = if count == 0 { 0 } else { (*first + 1) % count };
}

/// Carries out the commands of all minds.
pub(crate) fn act(
    mut minds: ResMut<Minds>,
    steps: Query<(&'static mut CurrentStep, Has<WindsDown>)>,
    commands: Commands,
) {
    let count = minds.domains.len();
    let mut host = BevyHost { minds: &mut minds, domain: 0, steps, commands };
    for domain in 0..count {
        host.domain = domain;
        host.end_settled_steps();
        dispatch(&mut host);
        host.minds.domains[domain].leaving.clear();
        host.log_unanswered();
    }
}
