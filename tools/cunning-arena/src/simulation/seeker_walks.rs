//! A log of how seekers found their way, and descriptions of what they avoided.
//!
//! Like narration, the log is not part of the state: it is neither saved nor hashed.

use std::collections::BTreeMap;

use cunning_trace::Event;
use cunning_walk::knowledge::Source;

use super::{LineKind, Simulation};
use crate::id::IntentId;
use crate::movement::step_cost;
use crate::scene::Spot;
use crate::seeking::Walked;
use crate::world::{EventKind, Goal};
use crate::{ActorId, Cell};

/// The maximum number of walks kept until [`Simulation::drain_walks`] takes them.
pub const WALKS_MAX: usize = 1 << 14;

/// A finished walk of an actor that found its way step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekerWalk {
    /// The name of the actor.
    pub actor: String,
    /// The number of the walk among the actor's walks, starting at 1.
    pub number: u32,
    /// The place that it led to; empty for a cell without a name.
    pub to: String,
    /// Its length, in thousandths of a cell.
    pub length: u64,
    /// The cells that it led over, starting with the first.
    pub cells: Vec<Cell>,
    /// The named places that it led through, in scene order, without those where it began and ended.
    pub through: Vec<String>,
    /// Whether the actor arrived.
    pub has_arrived: bool,
    /// What the actor avoided and why, if it avoided anything.
    pub avoided: Option<String>,
}

/// The walks so far.
#[derive(Debug, Default)]
pub(super) struct Walks {
    /// What the actors that are still walking avoid.
    avoided: BTreeMap<ActorId, (IntentId, String)>,
    count: BTreeMap<ActorId, u32>,
    done: Vec<SeekerWalk>,
}

impl Simulation {
    /// Returns the walks of seekers that ended since the last call, in the order in which they ended.
    pub fn drain_walks(&mut self) -> std::vec::Drain<'_, SeekerWalk> {
        self.walks.done.drain(..)
    }

    /// Logs an event of a seeker's walk.
    pub(super) fn log_walk(&mut self, what: EventKind) {
        match what {
            EventKind::Avoided { actor, intent, feared, source, cost, distance } => {
                let text = self.reason(feared, source, cost, distance);
                if let Some(instance) = self.instance_of.get(actor.index()).copied().flatten() {
                    let agent = self.instances[instance].agent;
                    self.engine(instance).note(agent, || Event::Note { text: &text });
                    if self.is_narrated {
                        self.narrate(Some(instance), LineKind::Navigation, text.clone());
                    }
                }
                self.walks.avoided.insert(actor, (intent, text));
            }
            EventKind::Ended { actor, intent, result } => {
                let walked = &mut self.world.walked;
                let Some(at) = walked.iter().position(|walk| walk.intent == intent) else { return };
                let Walked { goal, cells, .. } = walked.swap_remove(at);
                let scene = self.world.scene().clone();
                let is_at =
                    |spot: &Spot, cell: Option<&Cell>| cell.is_some_and(|cell| spot.cells.contains(cell));
                let is_passed = |spot: &&Spot| {
                    let is_end = is_at(spot, cells.first()) || is_at(spot, cells.last());
                    !is_end && cells.iter().any(|cell| is_at(spot, Some(cell)))
                };
                let through = scene.spots().iter().filter(is_passed).map(|spot| spot.name.clone()).collect();
                let to = match goal {
                    Goal::Spot(spot) => scene.spots().get(spot.index()).map(|spot| spot.name.clone()),
                    Goal::Cell(_) => None,
                };
                let steps = cells.windows(2).map(|step| u64::from(step_cost(step[0], step[1])));
                let avoided = self.walks.avoided.remove(&actor).filter(|(walk, _)| *walk == intent);
                let number = self.walks.count.entry(actor).or_default();
                *number += 1;
                let done = SeekerWalk {
                    actor: scene.actors()[actor.index()].name.clone(),
                    number: *number,
                    to: to.unwrap_or_default(),
                    length: steps.sum::<u64>() / 1000,
                    cells,
                    through,
                    has_arrived: result.is_ok(),
                    avoided: avoided.map(|(_, text)| text),
                };
                self.narrate_walk(actor, &done);
                if self.walks.done.len() < WALKS_MAX {
                    self.walks.done.push(done);
                }
            }
            _ => {}
        }
    }

    fn narrate_walk(&mut self, actor: ActorId, walk: &SeekerWalk) {
        let instance = self.instance_of.get(actor.index()).copied().flatten().filter(|_| self.is_narrated);
        if let Some(instance) = instance.filter(|_| walk.has_arrived) {
            let through = walk.through.join(", ");
            let through = if through.is_empty() { through } else { format!(" through {through}") };
            let text = format!("reached {}{through}: {} cells", walk.to, walk.length / 1000);
            self.narrate(Some(instance), LineKind::Navigation, text);
        }
    }

    /// Describes what an actor avoids, and why.
    fn reason(&self, feared: Cell, source: Source, cost: u32, distance: u32) -> String {
        let spots = self.world.scene().spots().iter().filter(|spot| spot.cells.contains(&feared));
        // The smallest place is the most specific.
        let place = spots.min_by_key(|spot| spot.cells.len());
        let place = place.map_or_else(|| format!("{},{}", feared.x, feared.y), |spot| spot.name.clone());
        let why = match source {
            Source::Own => "it got lost there",
            Source::Seen => "it saw another get lost there",
            Source::Computed => "it would get lost there",
        };
        let cells = |thousandths: u32| thousandths / 1000;
        format!(
            "avoids {place} because {why}: {} cells from there, {} in a straight line",
            cells(cost),
            cells(distance)
        )
    }
}
