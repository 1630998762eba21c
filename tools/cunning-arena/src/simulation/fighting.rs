//! How each team fights: who sees, who shoots, from where and at what. The counters describe the ticks that this value
//! has run; they are neither saved nor hashed.

use super::Simulation;
use crate::world::{Event, EventKind, Intent, Target};
use crate::{Actor, ActorId, Shelter, World};

/// The counters of one team. Times are summed over its soldiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TeamFighting {
    /// The time that soldiers of the team were alive, in milliseconds.
    pub alive_ms: u64,
    /// The time in which a soldier saw an enemy.
    pub contact_ms: u64,
    /// The time in which an enemy saw the soldier.
    pub watched_ms: u64,
    /// The part of `watched_ms` in which the soldier had cover from all enemies that saw it.
    pub covered_ms: u64,
    /// The part of `watched_ms` in which the soldier walked.
    pub walking_ms: u64,
    /// The part of `watched_ms` in which the soldier fired.
    pub firing_ms: u64,
    /// The part of `watched_ms` in which the soldier reloaded.
    pub reloading_ms: u64,
    /// The part of `watched_ms` in which the soldier was pinned.
    pub pinned_ms: u64,
    /// The part of `watched_ms` in which neither body nor hands did anything.
    pub idle_ms: u64,
    /// The number of times a soldier came to see an enemy and fired before it lost sight of all of them.
    pub answers: u64,
    /// The time from sight to the first shot, summed over `answers`.
    pub answer_ms: u64,
    /// The number of fights in which the team fired first.
    pub first_shots: u64,
    /// The number of shots.
    pub shots: u64,
    /// The number of shots at targets without cover from the shooter.
    pub shots_at_exposed: u64,
    /// The number of shots at cells.
    pub shots_at_cells: u64,
    /// The number of hits.
    pub hits: u64,
    /// The distances of all shots at actors, in thousandths of a cell.
    pub distance: u64,
    /// The number of grenades that were thrown.
    pub grenades: u64,
    /// The damage that the team did to enemies.
    pub damage: u64,
    /// The damage that the team did to itself.
    pub own_damage: u64,
    /// The number of soldiers that died.
    pub deaths: u64,
}

impl TeamFighting {
    /// The counters with their names, in a fixed order.
    pub fn named(&self) -> [(&'static str, u64); 21] {
        [
            ("alive_ms", self.alive_ms),
            ("contact_ms", self.contact_ms),
            ("watched_ms", self.watched_ms),
            ("covered_ms", self.covered_ms),
            ("walking_ms", self.walking_ms),
            ("firing_ms", self.firing_ms),
            ("reloading_ms", self.reloading_ms),
            ("pinned_ms", self.pinned_ms),
            ("idle_ms", self.idle_ms),
            ("answers", self.answers),
            ("answer_ms", self.answer_ms),
            ("first_shots", self.first_shots),
            ("shots", self.shots),
            ("shots_at_exposed", self.shots_at_exposed),
            ("shots_at_cells", self.shots_at_cells),
            ("hits", self.hits),
            ("distance", self.distance),
            ("grenades", self.grenades),
            ("damage", self.damage),
            ("own_damage", self.own_damage),
            ("deaths", self.deaths),
        ]
    }
}

/// The counters of all teams, and what each soldier does about the enemies it sees.
#[derive(Clone, Debug, Default)]
pub(super) struct Fighting {
    teams: Vec<TeamFighting>,
    contacts: Vec<Contact>,
    has_fired: bool,
}

/// What a soldier does about the enemies it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contact {
    /// It sees none.
    None,
    /// It has seen one since this time and has not fired.
    Since(u64),
    /// It has fired.
    Answered,
}

impl Fighting {
    /// Starts to count.
    pub(super) fn new(world: &World) -> Self {
        Self {
            teams: vec![TeamFighting::default(); world.scene().teams().len()],
            contacts: vec![Contact::None; world.actors().len()],
            has_fired: false,
        }
    }

    /// Counts what an event says. Bodies are where they were when it happened.
    fn event(&mut self, world: &World, kind: EventKind) {
        // Actors may be added.
        self.contacts.resize(world.actors().len(), Contact::None);
        let Some(team) = team_of(world, kind) else { return };
        match kind {
            EventKind::Shot { shooter, at, hit } => {
                let first = !std::mem::replace(&mut self.has_fired, true);
                let contact = std::mem::replace(&mut self.contacts[shooter.index()], Contact::Answered);
                let Some(team) = self.teams.get_mut(team) else { return };
                team.first_shots += u64::from(first);
                team.shots += 1;
                team.hits += u64::from(hit.is_some());
                if let Contact::Since(seen_ms) = contact {
                    team.answers += 1;
                    team.answer_ms += world.time_ms().saturating_sub(seen_ms);
                }
                let from = world.actor(shooter).map(Actor::cell);
                match at {
                    Target::Cell(_) => team.shots_at_cells += 1,
                    Target::Actor(target) => {
                        let Some((from, to)) = from.zip(world.actor(target).map(Actor::cell)) else { return };
                        team.distance += u64::from(from.distance(to));
                        team.shots_at_exposed += u64::from(world.cover_from(to, from) == Shelter::None);
                    }
                }
            }
            EventKind::Hurt { actor, damage, .. } => {
                let is_own = specs_team(world, actor) == Some(team);
                let Some(team) = self.teams.get_mut(team) else { return };
                *(if is_own { &mut team.own_damage } else { &mut team.damage }) += u64::from(damage);
            }
            EventKind::Thrown { .. } => {
                if let Some(team) = self.teams.get_mut(team) {
                    team.grenades += 1;
                }
            }
            EventKind::Died { .. } => {
                if let Some(team) = self.teams.get_mut(team) {
                    team.deaths += 1;
                }
            }
            _ => {}
        }
    }

    /// Counts how the soldiers spent a tick.
    fn pass(&mut self, world: &World, dt_ms: u64) {
        self.contacts.resize(world.actors().len(), Contact::None);
        for (index, actor) in world.actors().iter().enumerate() {
            let id = ActorId::new(index as u16);
            let Some(team) = specs_team(world, id).filter(|_| actor.is_alive()) else { continue };
            let enemies = || {
                let all = (0..world.actors().len()).map(|other| ActorId::new(other as u16));
                all.filter(|other| specs_team(world, *other) != Some(team))
                    .filter(|other| world.actor(*other).is_some_and(Actor::is_alive))
            };
            let sees = enemies().any(|other| world.sees(id, other));
            let mut watchers = enemies().filter(|other| world.sees(*other, id)).peekable();
            let contact = &mut self.contacts[index];
            let Some(team) = self.teams.get_mut(team) else { continue };
            team.alive_ms += dt_ms;
            match *contact {
                _ if !sees => *contact = Contact::None,
                Contact::None => *contact = Contact::Since(world.time_ms()),
                Contact::Since(_) | Contact::Answered => {}
            }
            team.contact_ms += u64::from(sees) * dt_ms;
            if watchers.peek().is_none() {
                continue;
            }
            let covers = |other: ActorId| {
                let from = world.actor(other).map(Actor::cell);
                from.is_some_and(|from| world.cover_from(actor.cell(), from) != Shelter::None)
            };
            let doing = actor.doing().map(|(_, intent)| intent);
            let is_walking = actor.walking().is_some();
            team.watched_ms += dt_ms;
            team.covered_ms += u64::from(watchers.all(covers)) * dt_ms;
            team.walking_ms += u64::from(is_walking) * dt_ms;
            team.firing_ms += u64::from(matches!(doing, Some(Intent::Shoot { .. }))) * dt_ms;
            team.reloading_ms += u64::from(matches!(doing, Some(Intent::Reload))) * dt_ms;
            team.pinned_ms += u64::from(world.is_pinned(id)) * dt_ms;
            team.idle_ms += u64::from(doing.is_none() && !is_walking) * dt_ms;
        }
    }
}

fn specs_team(world: &World, actor: ActorId) -> Option<usize> {
    world.scene().actors().get(actor.index()).map(|spec| spec.team.index())
}

/// The team that an event is counted for.
fn team_of(world: &World, kind: EventKind) -> Option<usize> {
    match kind {
        EventKind::Shot { shooter: actor, .. }
        | EventKind::Thrown { actor, .. }
        | EventKind::Hurt { by: actor, .. }
        | EventKind::Died { actor, .. } => specs_team(world, actor),
        _ => None,
    }
}

impl Simulation {
    /// Counts from now on how each team fights.
    #[must_use]
    pub fn with_fighting(mut self) -> Self {
        self.fighting = Some(Fighting::new(&self.world));
        self
    }

    /// How each team has fought, in the order of the scene; empty unless the simulation was made with
    /// [`Simulation::with_fighting`].
    pub fn fighting(&self) -> &[TeamFighting] {
        self.fighting.as_ref().map_or(&[], |fighting| &fighting.teams)
    }

    /// Counts a tick.
    pub(super) fn count_fighting(&mut self, events: &[Event], dt_ms: u16) {
        if let Some(fighting) = &mut self.fighting {
            for event in events {
                fighting.event(&self.world, event.kind);
            }
            fighting.pass(&self.world, dt_ms.into());
        }
    }
}
