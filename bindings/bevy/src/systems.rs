//! What happens in a frame: minds hear what was told and reported, they think within the budget, and what they want
//! becomes components and events.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use cunning_mind::engine::{Command, Percept, Value};
use cunning_mind::{AgentId, StopReason};

use crate::belief::{Belief, Beliefs};
use crate::domain_minds::DomainMinds;
use crate::events::{
    CheckAsked, Ending, OrderReported, SensorDue, StepEnded, StepStarted, StepStopped, WentIdle,
};
use crate::mind::Mind;
use crate::minds::{Minds, called};
use crate::object::Object;
use crate::plugin::{MindBudget, StepPatience};
use crate::question::{self, PlaceAsked};
use crate::squad::{CommandedBy, Squad};
use crate::step::{Arg, CurrentStep, Report, WindsDown, Word};

const NS_PER_MS: u64 = 1_000_000;

/// An entity gets a mind, or another one.
pub(crate) fn on_mind(
    event: On<Insert, Mind>,
    mut minds: ResMut<Minds>,
    mut agents: Query<(&mut Mind, Option<&Name>)>,
) {
    if let Ok((mut mind, name)) = agents.get_mut(event.entity) {
        mind.agent = minds.spawn(event.entity, &mind, name);
    }
}

/// An entity loses its mind, or is despawned.
pub(crate) fn on_mind_gone(event: On<Discard, Mind>, mut minds: ResMut<Minds>, agents: Query<&Mind>) {
    if let Ok(mind) = agents.get(event.entity) {
        minds.remove(mind);
    }
}

pub(crate) fn on_object(
    event: On<Insert, Object>,
    mut minds: ResMut<Minds>,
    objects: Query<(&Object, Option<&Name>)>,
) {
    if let Ok((object, name)) = objects.get(event.entity) {
        minds.bind(event.entity, &object.ty, called(event.entity, name));
    }
}

/// An object gets a name, or another one.
pub(crate) fn on_name(event: On<Insert, Name>, mut minds: ResMut<Minds>, names: Query<&Name, With<Object>>) {
    if let Ok(name) = names.get(event.entity) {
        minds.rename(event.entity, name.as_str());
    }
}

pub(crate) fn on_object_gone(event: On<Discard, Object>, mut minds: ResMut<Minds>) {
    minds.unbind(event.entity);
}

/// Tells minds what a component says, whenever it changes. A mind changes when it gets its agent.
pub(crate) fn tell<B: Component + Belief>(
    mut agents: Query<(&B, &mut Beliefs), Or<(Changed<B>, Changed<Mind>)>>,
) {
    for (component, mut beliefs) in &mut agents {
        component.tell(&mut beliefs);
    }
}

/// Tells minds that such a component is gone.
pub(crate) fn untell<B: Component + Belief>(event: On<Remove, B>, mut agents: Query<&mut Beliefs>) {
    if let Ok(mut beliefs) = agents.get_mut(event.entity) {
        B::untell(&mut beliefs);
    }
}

/// Minds follow what the game says about who commands whom.
pub(crate) fn follow_squads(
    mut minds: ResMut<Minds>,
    changed: Query<Entity, (With<Mind>, Or<(Changed<CommandedBy>, Changed<Mind>)>)>,
    new_leaders: Query<&Squad, Changed<Mind>>,
    mut freed: RemovedComponents<CommandedBy>,
    agents: Query<(&Mind, Option<&CommandedBy>)>,
) {
    // In the order in which they came, which is the order in which orders are dealt out.
    let mut members: Vec<Entity> = changed.iter().collect();
    members.extend(new_leaders.iter().flat_map(Squad::iter));
    members.extend(freed.read());
    let mut seen = EntityHashSet::default();
    for member in members.into_iter().filter(|&member| seen.insert(member)) {
        let Ok((mind, commanded_by)) = agents.get(member) else { continue };
        let leader = commanded_by.and_then(|by| agents.get(by.0).ok()).map(|(leader, _)| leader);
        if leader.is_some_and(|leader| leader.domain != mind.domain) {
            minds.blunder(format!("{member} and its commander have minds of different domains"));
            continue;
        }
        let leader = leader.and_then(|leader| leader.agent);
        let (Some(agent), Some(domain_minds)) =
            (mind.agent, minds.domains.get_mut(usize::from(mind.domain.0)))
        else {
            continue;
        };
        let before = match leader {
            Some(leader) => domain_minds.leaders.insert(agent, leader),
            None => domain_minds.leaders.remove(&agent),
        };
        // Whose leader is gone may have another one already: that is for minds to know.
        let is_bereft = before.is_some_and(|before| domain_minds.set.inspect(before).is_none());
        if domain_minds.set.commander_of(agent) != leader && !(leader.is_none() && is_bereft) {
            domain_minds.set.set_commander(agent, leader);
        }
    }
}

/// Minds hear what was told, and how steps went.
pub(crate) fn hear(
    mut minds: ResMut<Minds>,
    mut told: Query<(&Mind, &mut Beliefs), Changed<Beliefs>>,
    mut steps: Query<(Entity, &Mind, &mut CurrentStep), Changed<CurrentStep>>,
    mut commands: Commands,
) {
    for (entity, mind, mut current) in &mut steps {
        if !current.has_report() {
            continue;
        }
        let Some((step, report)) = current.bypass_change_detection().take_report() else { continue };
        let Some(set) = minds.agents(mind.domain) else { continue };
        set.receive(&match report {
            Report::Done => Percept::Done(step.id),
            Report::Failed => Percept::Failed(step.id),
            Report::Running => Percept::Running(step.id),
            Report::Ended => Percept::Ended(step.id),
        });
        if matches!(report, Report::Done | Report::Failed) {
            let ending = if report == Report::Done { Ending::Done } else { Ending::Failed };
            commands.trigger(StepEnded { entity, step, ending });
        }
    } // What bodies tell counts more than what minds conclude from their deeds, so it comes after them.
    for (mind, mut beliefs) in &mut told {
        if minds.is_awaited(mind) {
            beliefs.bypass_change_detection().keep_latest();
            continue;
        }
        for told in std::mem::take(&mut beliefs.bypass_change_detection().told) {
            minds.tell(mind, &told);
        }
    }
}

/// Steps that nobody says anything about for too long fail, with a warning: a forgotten report hangs nobody.
pub(crate) fn lose_patience(
    time: Res<Time>,
    patience: Res<StepPatience>,
    mut steps: Query<(Entity, &mut CurrentStep)>,
    mut minds: ResMut<Minds>,
    mut looked: Local<Duration>,
    mut known: Local<BTreeMap<Entity, (Word, Duration)>>,
) {
    let Some(limit) = patience.0 else { return };
    let now = time.elapsed();
    // Often enough to be just, seldom enough to cost nothing.
    if now < *looked + limit / 8 {
        return;
    }
    *looked = now;
    let mut seen = BTreeMap::new();
    for (entity, mut current) in &mut steps {
        let Some(word) = current.last_word() else { continue };
        let before = known.get(&entity).filter(|(last, _)| *last == word);
        let since = before.map_or(now, |(_, since)| *since);
        seen.insert(entity, (word, since));
        if now < since + limit {
            continue;
        }
        let action = current.running().map(|step| step.action.clone()).unwrap_or_default();
        minds.blunder(format!(
            "nobody reported `{action}` for {limit:?}: it counts as failed. Say `done`, `failed` or `progressed`, or \
             give the action a `timeout`"
        ));
        current.failed();
    }
    *known = seen;
}

/// Minds think, all within one budget. Domains take turns in being first.
pub(crate) fn think(time: Res<Time>, budget: Res<MindBudget>, mut minds: ResMut<Minds>) {
    let minds = &mut *minds;
    let passed_ns = u64::try_from(time.delta().as_nanos()).unwrap_or(u64::MAX).saturating_add(minds.rest_ns);
    minds.rest_ns = passed_ns % NS_PER_MS;
    let dt_ms = u32::try_from(passed_ns / NS_PER_MS).unwrap_or(u32::MAX);
    let mut left = budget.0;
    let count = minds.domains.len();
    for turn in 0..count {
        let set = &mut minds.domains[(minds.first + turn) % count].set;
        let before = set.counters().expanded;
        set.tick(dt_ms, left);
        left = left.saturating_sub(set.counters().expanded - before);
    }
    minds.first = if count == 0 { 0 } else { (minds.first + 1) % count };
}

/// What minds want becomes components and events.
pub(crate) fn act(
    mut minds: ResMut<Minds>,
    mut steps: Query<(&mut CurrentStep, Has<WindsDown>)>,
    mut commands: Commands,
) {
    for at in 0..minds.domains.len() {
        settle(&mut minds.domains[at], &mut steps, &mut commands);
        // Whoever ends a step at once may begin another one by that.
        while !minds.domains[at].set.commands().is_empty() {
            let mut wanted = std::mem::take(&mut minds.domains[at].commands);
            minds.domains[at].set.take_commands(&mut wanted);
            for command in wanted.iter() {
                obey(&mut minds, at, command, &mut steps, &mut commands);
            }
            minds.domains[at].commands = wanted;
        }
        minds.domains[at].leaving.clear();
        tell_unanswered(&mut minds, at);
    }
}

/// What queries ask and nobody answers is a mistake of the game.
fn tell_unanswered(minds: &mut Minds, at: usize) {
    let DomainMinds { set, unanswered, .. } = &mut minds.domains[at];
    let count = set.unanswered().count();
    if std::mem::replace(unanswered, count) < count {
        let all: Vec<String> = set.unanswered().collect();
        for mistake in all {
            minds.blunder(mistake);
        }
    }
}

/// Steps that consist of orders end when those who got them have reported.
fn settle(
    domain_minds: &mut DomainMinds,
    steps: &mut Query<(&mut CurrentStep, Has<WindsDown>)>,
    commands: &mut Commands,
) {
    let DomainMinds { set, entities, commanding, .. } = domain_minds;
    commanding.retain(|agent, id| {
        let is_running = set.action_of(*id).is_some();
        if !is_running
            && let Some(&entity) = entities.get(agent)
            && let Ok((mut current, _)) = steps.get_mut(entity)
            && let Some(step) = current.stop(*id, false)
        {
            commands.trigger(StepEnded { entity, step, ending: Ending::Settled });
        }
        is_running
    });
}

fn obey(
    minds: &mut Minds,
    at: usize,
    command: Command<'_>,
    steps: &mut Query<(&mut CurrentStep, Has<WindsDown>)>,
    commands: &mut Commands,
) {
    let domain_minds = &minds.domains[at];
    let entity_of = |agent: AgentId| {
        domain_minds.entities.get(&agent).or_else(|| domain_minds.leaving.get(&agent)).copied()
    };
    match command {
        Command::Start { agent, step, action, args, resumed } => {
            let Some(step) = minds.step(at, step, action.index(), args) else { return };
            let entity = entity_of(agent);
            let spec = domain_minds.set.spec();
            let is_command = spec.actions.get(action.index()).is_some_and(|action| !action.orders.is_empty());
            if is_command {
                minds.domains[at].commanding.insert(agent, step.id);
            }
            if let Some(entity) = entity
                && let Ok((mut current, _)) = steps.get_mut(entity)
            {
                current.begin(step.clone(), is_command);
                commands.trigger(StepStarted { entity, step, resumed });
            }
        }
        Command::Stop { agent, step: id, reason } => {
            let entity = entity_of(agent);
            let is_leaving = domain_minds.leaving.contains_key(&agent);
            let stopped = entity.and_then(|entity| {
                let (mut current, winds_down) = steps.get_mut(entity).ok()?;
                let winds_down = winds_down && !is_leaving;
                current.stop(id, winds_down).map(|step| (entity, step, winds_down))
            });
            let Some((entity, step, winds_down)) = stopped else {
                minds.domains[at].set.receive(&Percept::Ended(id));
                return;
            };
            if !winds_down {
                minds.domains[at].set.receive(&Percept::Ended(id));
            }
            if reason == StopReason::TimedOut {
                minds.blunder(format!("`{}` took longer than its `timeout`", step.action));
            }
            commands.trigger(StepStopped { entity, step, reason });
        }
        Command::Idle { agent, why } => {
            if let Some(entity) = entity_of(agent) {
                commands.trigger(WentIdle { entity, why });
            }
        }
        Command::Sense { agent, sensor } => {
            if let (Some(entity), Some(sensor)) =
                (entity_of(agent), domain_minds.set.sensor_name(agent, sensor))
            {
                commands.trigger(SensorDue { entity, sensor: sensor.into() });
            }
        }
        Command::Ask { agent, question, action, args } => {
            let asked = domain_minds
                .set
                .spec()
                .planning
                .actions()
                .get(action)
                .and_then(|action| action.check.clone());
            let named = minds.named(at, action.index(), args);
            if let (Some(entity), Some(check), Some((_, args))) = (entity_of(agent), asked, named) {
                commands.trigger(CheckAsked { entity, question, check: check.into(), args });
            }
        }
        Command::OrderReport { agent, order, report, .. } => {
            if let Some(entity) = entity_of(agent) {
                commands.trigger(OrderReported { entity, order, state: report });
            }
        }
        Command::Query { agent, question, asked, of } => {
            let what = question::word(asked, domain_minds.set.spec());
            if let (Some(entity), Some(what)) = (entity_of(agent), what) {
                let place = |value: &Value| match value {
                    Value::None => Arg::Entity(entity),
                    value => domain_minds.arg(&minds.objects, *value),
                };
                commands.trigger(PlaceAsked { entity, question, what, of: of.iter().map(place).collect() });
            }
        }
    }
}

/// When a commander fell and somebody succeeded him, the components say so too.
pub(crate) fn follow_minds(
    minds: Res<Minds>,
    mut freed: RemovedComponents<CommandedBy>,
    agents: Query<&Mind, Without<CommandedBy>>,
    mut commands: Commands,
) {
    for entity in freed.read() {
        let Ok(mind) = agents.get(entity) else { continue };
        let Some(domain_minds) = minds.domains.get(usize::from(mind.domain.0)) else { continue };
        let leader = mind.agent.and_then(|agent| domain_minds.set.commander_of(agent));
        if let Some(leader) = leader.and_then(|leader| domain_minds.entities.get(&leader)) {
            commands.entity(entity).try_insert(CommandedBy(*leader));
        }
    }
}
