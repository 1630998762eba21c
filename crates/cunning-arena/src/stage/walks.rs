//! How seekers found their way: a log of their walks, and in words what they shied from.
//!
//! The log is for whoever looks on, like narration: no part of the state, neither saved nor hashed.

use std::collections::{BTreeMap, BTreeSet};

use cunning_trace::Event;
use cunning_walk::knowledge::Source;

use super::{LineKind, Stage};
use crate::id::{IntentId, SpotId};
use crate::movement::step_cost;
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
    under_way: BTreeMap<ActorId, UnderWay>,
    count: BTreeMap<ActorId, u32>,
    done: Vec<SoughtWalk>,
}

#[derive(Debug)]
struct UnderWay {
    intent: IntentId,
    goal: Goal,
    /// At least the one where it began.
    cells: Vec<Cell>,
    /// In millionths of a cell.
    length: u64,
    through: BTreeSet<SpotId>,
    shied: Option<String>,
}

impl Stage {
    /// The walks of seekers that ended since the last call, in the order in which they ended.
    pub fn drain_walks(&mut self) -> std::vec::Drain<'_, SoughtWalk> {
        self.walks.done.drain(..)
    }

    /// Notes where seekers are.
    pub(super) fn follow_seekers(&mut self) {
        for (index, actor) in self.world.actors().iter().enumerate() {
            let Some(walk) = actor.legs.filter(|walk| walk.seeks) else { continue };
            let under_way = self.walks.under_way.entry(ActorId::new(index as u16)).or_insert(UnderWay {
                intent: walk.id,
                goal: walk.goal,
                cells: vec![actor.left],
                length: 0,
                through: BTreeSet::new(),
                shied: None,
            });
            under_way.pass(self.world.scene(), actor.cell());
        }
    }

    /// Notes what happened to a seeker's walk.
    pub(super) fn log_walk(&mut self, what: What) {
        match what {
            What::Shied { actor, intent, feared, source, cost, distance } => {
                let text = self.reason(feared, source, cost, distance);
                if let Some(role) = self.role_of.get(actor.index()).copied().flatten() {
                    let agent = self.roles[role].agent;
                    self.set(role).note(agent, || Event::Note { text: &text });
                    if self.is_watched {
                        self.say(Some(role), LineKind::Way, text.clone());
                    }
                }
                let under_way = self.walks.under_way.get_mut(&actor);
                if let Some(walk) = under_way.filter(|walk| walk.intent == intent) {
                    walk.shied = Some(text);
                }
            }
            What::Ended { actor, intent, result } => {
                let is_it = |walk: &UnderWay| walk.intent == intent;
                if self.walks.under_way.get(&actor).is_some_and(is_it)
                    && let Some(mut walk) = self.walks.under_way.remove(&actor)
                {
                    let scene = self.world.scene().clone();
                    if let Some(body) = self.world.actor(actor) {
                        walk.pass(&scene, body.cell());
                    }
                    let number = self.walks.count.entry(actor).or_default();
                    *number += 1;
                    let is_end = |cell: Option<&Cell>, spot: SpotId| {
                        let spot = scene.spots().get(spot.index());
                        cell.zip(spot).is_some_and(|(cell, spot)| spot.cells.contains(cell))
                    };
                    let (first, last) = (walk.cells.first().copied(), walk.cells.last().copied());
                    walk.through
                        .retain(|&spot| !is_end(first.as_ref(), spot) && !is_end(last.as_ref(), spot));
                    let name = |spot: SpotId| scene.spots().get(spot.index()).map(|spot| spot.name.clone());
                    let to = match walk.goal {
                        Goal::Spot(spot) => name(spot).unwrap_or_default(),
                        Goal::Cell(_) => String::new(),
                    };
                    let done = SoughtWalk {
                        who: scene.actors()[actor.index()].name.clone(),
                        number: *number,
                        to,
                        length: walk.length / 1000,
                        cells: walk.cells,
                        through: walk.through.iter().filter_map(|spot| name(*spot)).collect(),
                        is_arrived: result.is_ok(),
                        shied: walk.shied,
                    };
                    self.narrate_walk(actor, &done);
                    if self.walks.done.len() < WALKS_MAX {
                        self.walks.done.push(done);
                    }
                }
            }
            _ => {}
        }
    }

    fn narrate_walk(&mut self, actor: ActorId, walk: &SoughtWalk) {
        let role = self.role_of.get(actor.index()).copied().flatten().filter(|_| self.is_watched);
        if let Some(role) = role.filter(|_| walk.is_arrived) {
            let through = walk.through.join(", ");
            let way = if through.is_empty() { through } else { format!(" through {through}") };
            let text = format!("found the way to {}{way}: {} cells", walk.to, walk.length / 1000);
            self.say(Some(role), LineKind::Way, text);
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

impl UnderWay {
    /// Notes a cell and the places that it belongs to, if it is a new one.
    fn pass(&mut self, scene: &crate::Scene, cell: Cell) {
        let last = self.cells.last().copied().unwrap_or(cell);
        if cell == last {
            return;
        }
        self.length += u64::from(step_cost(last, cell));
        self.cells.push(cell);
        let spots = scene.spots().iter().enumerate().filter(|(_, spot)| spot.cells.contains(&cell));
        self.through.extend(spots.map(|(index, _)| SpotId::new(index as u16)));
    }
}
