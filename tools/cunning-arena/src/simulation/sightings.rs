//! Where enemies were last seen. A mind plans with these cells: the cell of an enemy out of sight is not known to it.

use cunning_encode::encode_struct;

use super::Simulation;
use super::scenario::{AgentSpec, SHARING};
use crate::{Actor, ActorId, Cell, World};

/// How long an enemy has to be out of sight before an empty cell proves that it has gone.
const GONE_MS: u64 = 1000;

/// The enemies that were seen, sorted by actor.
#[derive(Clone, Debug, Default)]
pub(super) struct Sightings {
    all: Vec<Sighting>,
    /// Those that were lost at the last reading, to be told to others. It is empty between readings.
    lost: Vec<Sighting>,
}

/// Where and when an actor was last seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sighting {
    actor: ActorId,
    cell: Cell,
    seen_ms: u64,
}

encode_struct!(Sighting { actor, cell, seen_ms });

impl Sightings {
    /// Remembers where an actor is seen now.
    pub(super) fn note(&mut self, world: &World, actor: ActorId) {
        let Some(cell) = world.actor(actor).map(Actor::cell) else { return };
        self.learn(Sighting { actor, cell, seen_ms: world.time_ms() });
    }

    /// Forgets the actors that are not where they were last seen, as far as the viewer sees. Returns them.
    pub(super) fn lose(&mut self, world: &World, viewer: ActorId) -> impl Iterator<Item = ActorId> {
        let is_gone = |known: &mut Sighting| {
            known.seen_ms + GONE_MS <= world.time_ms()
                && world.sees_cell(viewer, known.cell)
                && !world.sees(viewer, known.actor)
        };
        let before = self.lost.len();
        self.lost.extend(self.all.extract_if(.., is_gone));
        self.lost.iter().skip(before).map(|lost| lost.actor)
    }

    fn learn(&mut self, sighting: Sighting) {
        match self.all.binary_search_by_key(&sighting.actor, |known| known.actor) {
            Ok(at) if self.all[at].seen_ms > sighting.seen_ms => {}
            Ok(at) => self.all[at] = sighting,
            Err(at) => self.all.insert(at, sighting),
        }
    }

    fn cell(&self, actor: ActorId) -> Option<Cell> {
        let at = self.all.binary_search_by_key(&actor, |known| known.actor).ok()?;
        self.all.get(at).map(|known| known.cell)
    }

    /// Where and when an actor was last seen.
    pub(super) fn last(&self, actor: ActorId) -> Option<(Cell, u64)> {
        let at = self.all.binary_search_by_key(&actor, |known| known.actor).ok()?;
        self.all.get(at).map(|known| (known.cell, known.seen_ms))
    }

    /// The cells where enemies were last seen.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.all.iter().map(|known| known.cell)
    }

    /// Forgets an actor that is known to be dead.
    pub(super) fn forget(&mut self, actor: ActorId) {
        self.all.retain(|known| known.actor != actor);
    }

    pub(super) fn saved(&self) -> Vec<Sighting> {
        self.all.clone()
    }

    /// Restores saved sightings. Returns nothing if they do not fit the world.
    pub(super) fn restore(all: Vec<Sighting>, world: &World) -> Option<Self> {
        let is_sound = |known: &Sighting| {
            world.actor(known.actor).is_some() && world.scene().number(known.cell).is_some()
        };
        let is_sorted = all.is_sorted_by(|one, other| one.actor < other.actor);
        (is_sorted && all.iter().all(is_sound)).then(|| Self { all, lost: Vec::new() })
    }
}

/// The cell where an agent takes an actor to be: the true one of comrades and of actors in sight, and otherwise the cell
/// where the actor was last seen.
pub(super) fn believed_cell(
    world: &World,
    agent_spec: &AgentSpec,
    sightings: &Sightings,
    actor: ActorId,
) -> Option<Cell> {
    let is_comrade =
        world.scene().actors().get(actor.index()).is_some_and(|spec| spec.team == agent_spec.team);
    if is_comrade || agent_spec.actor.is_some_and(|viewer| world.sees(viewer, actor)) {
        world.actor(actor).map(Actor::cell)
    } else {
        sightings.cell(actor)
    }
}

impl Simulation {
    /// Tells the squad of an agent what it has just seen and lost: those under the same commander, and the commander.
    pub(super) fn share_sightings(&mut self, instance: usize) {
        let lost = std::mem::take(&mut self.instances[instance].senses.sightings.lost);
        let specs = &self.scenario.agent_specs;
        let shares = !self.scenario.settings.without.iter().any(|name| name == SHARING);
        let Some(commander) = specs[instance].commander.filter(|_| shares) else { return };
        let now_ms = self.world.time_ms();
        let seen: Vec<Sighting> = self.instances[instance].senses.sightings.all.clone();
        for (at, other) in self.instances.iter_mut().enumerate() {
            if at == instance || (at != commander && specs[at].commander != Some(commander)) {
                continue;
            }
            let known = &mut other.senses.sightings;
            seen.iter().filter(|seen| seen.seen_ms == now_ms).for_each(|seen| known.learn(*seen));
            known.all.retain(|known| {
                !lost.iter().any(|lost| lost.actor == known.actor && lost.seen_ms >= known.seen_ms)
            });
        }
    }
}
