//! How seekers found their way: a log of their walks, and in words what they shied from.
//!
//! The log is for whoever looks on, like narration: no part of the state, neither saved nor hashed.

use std::collections::BTreeMap;

use cunning_trace::Event;
use cunning_walk::knowledge::Source;

use super::{LineKind, Simulation};
use crate::id::IntentId;
use crate::movement::step_cost;
use crate::scene::Spot;
use crate::seeking::Walked;
use crate::world::{Goal, What};
use crate::{ActorId, Cell};

/// The most walks that are kept for whoever does not [take](Stage::drain_walks) them.
pub const WALKS_MAX: usize = 1 << 14;

/// A walk of somebody who found its way as it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoughtWalk {
    /// Who walked.
    pub who: String,
    /// Which of its walks it was, from 1.
    pub number: u32,
    /// The place it led to; empty if that has no name.
    pub to: String,
    /// How long it was, in thousandths of a cell.
    pub length: u64,
    /// The cells that it led over, the first one first.
    pub cells: Vec<Cell>,
    /// The named places that it led through, in the order of the scene; those where it began and ended aside.
    pub through: Vec<String>,
    /// Whether it arrived.
    pub is_arrived: bool,
    /// What it kept away from and why, if it did.
    pub shied: Option<String>,
}

/// The walks so far.
#[derive(Debug, Default)]
pub(super) struct Walks {
    /// What those who are on their way keep away from.
    shied: BTreeMap<ActorId, (IntentId, String)>,
    count: BTreeMap<ActorId, u32>,
    done: Vec<SoughtWalk>,
}

impl Simulation {
    /// The walks of seekers that ended since the last call, in the order in which they ended.
    pub fn drain_walks(&mut self) -> std::vec::Drain<'_, SoughtWalk> {
        self.walks.done.drain(..)
    }

    /// Notes what happened to a seeker's walk.
    pub(super) fn log_walk(&mut self, what: What) {
        match what {
            What::Shied { actor, intent, feared, source, cost, distance } => {
                let text = self.reason(feared, source, cost, distance);
                if let Some(instance) = self.instance_of.get(actor.index()).copied().flatten() {
                    let agent = self.instances[instance].agent;
                    self.set(instance).note(agent, || Event::Note { text: &text });
                    if self.is_watched {
                        self.say(Some(instance), LineKind::Way, text.clone());
                    }
                }
                self.walks.shied.insert(actor, (intent, text));
            }
            What::Ended { actor, intent, result } => {
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
                let shied = self.walks.shied.remove(&actor).filter(|(walk, _)| *walk == intent);
                let number = self.walks.count.entry(actor).or_default();
                *number += 1;
                let done = SoughtWalk {
                    who: scene.actors()[actor.index()].name.clone(),
                    number: *number,
                    to: to.unwrap_or_default(),
                    length: steps.sum::<u64>() / 1000,
                    cells,
                    through,
                    is_arrived: result.is_ok(),
                    shied: shied.map(|(_, text)| text),
                };
                self.narrate_walk(actor, &done);
                if self.walks.done.len() < WALKS_MAX {
                    self.walks.done.push(done);
                }
            }
            _ => {}
        }
    }

    fn narrate_walk(&mut self, actor: ActorId, walk: &SoughtWalk) {
        let instance = self.instance_of.get(actor.index()).copied().flatten().filter(|_| self.is_watched);
        if let Some(instance) = instance.filter(|_| walk.is_arrived) {
            let through = walk.through.join(", ");
            let way = if through.is_empty() { through } else { format!(" through {through}") };
            let text = format!("found the way to {}{way}: {} cells", walk.to, walk.length / 1000);
            self.say(Some(instance), LineKind::Way, text);
        }
    }

    /// What somebody keeps away from, and why.
    fn reason(&self, feared: Cell, source: Source, cost: u32, distance: u32) -> String {
        let spots = self.world.scene().spots().iter().filter(|spot| spot.cells.contains(&feared));
        // The smallest place says most.
        let place = spots.min_by_key(|spot| spot.cells.len());
        let place = place.map_or_else(|| format!("{},{}", feared.x, feared.y), |spot| spot.name.clone());
        let why = match source {
            Source::Own => "it was lost there",
            Source::Seen => "it saw somebody lost there",
            Source::Computed => "it would be lost there",
        };
        let cells = |thousandths: u32| thousandths / 1000;
        format!(
            "keeps away from {place} for fear, because {why}: {} cells from there, {} as the crow flies",
            cells(cost),
            cells(distance)
        )
    }
}
