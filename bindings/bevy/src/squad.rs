//! Squads as relationships: an entity that is [`CommandedBy`] another one takes its orders and is in its [`Squad`].
//!
//! Minds keep their own command hierarchy. It follows these components before minds think; when a commander is removed and
//! a subordinate succeeds it, the components follow the minds.

use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;

use crate::mind::Mind;
use crate::minds::Minds;

/// The commander of this entity. Both need a [`Mind`] of the same domain.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq))]
#[relationship(relationship_target = Squad)]
pub struct CommandedBy(pub Entity);

/// The entities that this entity commands.
#[derive(Component, Debug, Default)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Debug, from_reflect = false))]
#[relationship_target(relationship = CommandedBy)]
pub struct Squad(Vec<Entity>);

impl Squad {
    /// Iterates over the members, in the order in which they joined.
    pub fn iter(&self) -> impl Iterator<Item = Entity> {
        self.0.iter().copied()
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the squad has no members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Passes changed relationships to the minds.
pub(crate) fn update_commanders(
    mut minds: ResMut<Minds>,
    changed: Query<Entity, (With<Mind>, Or<(Changed<CommandedBy>, Changed<Mind>)>)>,
    new_leaders: Query<&Squad, Changed<Mind>>,
    mut freed: RemovedComponents<CommandedBy>,
    agents: Query<(&Mind, Option<&CommandedBy>)>,
) {
    // In the order in which they joined, in which orders are given too.
    let mut members: Vec<Entity> = changed.iter().collect();
    members.extend(new_leaders.iter().flat_map(Squad::iter));
    members.extend(freed.read());
    let mut seen = EntityHashSet::default();
    for member in members.into_iter().filter(|&member| seen.insert(member)) {
        let Ok((mind, commanded_by)) = agents.get(member) else { continue };
        let leader = commanded_by.and_then(|by| agents.get(by.0).ok()).map(|(leader, _)| leader);
        let Minds { domains, mistakes, .. } = &mut *minds;
        if leader.is_some_and(|leader| leader.domain != mind.domain) {
            mistakes.log(format!("{member} and its commander have minds of different domains"));
            continue;
        }
        let leader = leader.and_then(|leader| leader.agent);
        let (Some(agent), Some(domain)) = (mind.agent, domains.get_mut(mind.domain.index())) else {
            continue;
        };
        let before = match leader {
            Some(leader) => domain.leaders.insert(agent, leader),
            None => domain.leaders.remove(&agent),
        };
        // After the removal of a leader the minds may already have found a successor.
        let has_lost_leader = before.is_some_and(|before| !domain.minds.contains(before));
        if domain.minds.commander(agent) != leader
            && !(leader.is_none() && has_lost_leader)
            && let Err(error) = domain.minds.set_commander(agent, leader)
        {
            mistakes.log(format!("{member} cannot get a commander: {error}"));
        }
    }
}

/// Updates the relationships of squads whose commander was succeeded.
pub(crate) fn follow_successors(
    minds: Res<Minds>,
    mut freed: RemovedComponents<CommandedBy>,
    agents: Query<&Mind, Without<CommandedBy>>,
    mut commands: Commands,
) {
    for entity in freed.read() {
        let Ok(mind) = agents.get(entity) else { continue };
        let Some(domain) = minds.domains.get(mind.domain.index()) else { continue };
        let leader = mind.agent.and_then(|agent| domain.minds.commander(agent));
        if let Some(leader) = leader.and_then(|leader| domain.entities.get(&leader)) {
            commands.entity(entity).try_insert(CommandedBy(*leader));
        }
    }
}
