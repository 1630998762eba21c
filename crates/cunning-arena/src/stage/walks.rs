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
    /// Where it began.
    pub from: Cell,
    /// How long it was, in thousandths of a cell.
    pub length: u64,
    /// The named places that it led through, in the order of the scene, with those where it began and ended.
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
    from: Cell,
    at: Cell,
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
                from: actor.left,
                at: actor.left,
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
                        self.say(Some(role), LineKind::Fear, text.clone());
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
                    let name = |spot: SpotId| scene.spots().get(spot.index()).map(|spot| spot.name.clone());
                    let to = match walk.goal {
                        Goal::Spot(spot) => name(spot).unwrap_or_default(),
                        Goal::Cell(_) => String::new(),
                    };
                    let done = SoughtWalk {
                        who: scene.actors()[actor.index()].name.clone(),
                        number: *number,
                        to,
                        from: walk.from,
                        length: walk.length / 1000,
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
            let ends = |name: &&String| {
                let spot =
                    self.world.scene().spot(name).map(|spot| &self.world.scene().spots()[spot.index()]);
                spot.is_none_or(|spot| !spot.cells.contains(&walk.from)) && **name != walk.to
            };
            let through: Vec<&str> = walk.through.iter().filter(ends).map(String::as_str).collect();
            let way = if through.is_empty() { String::new() } else { format!(" by {}", through.join(", ")) };
            let text = format!("found the way to {}{way} in {} cells", walk.to, walk.length / 1000);
            self.say(Some(role), LineKind::Event, text);
        }
    }

    /// What somebody keeps away from, and why.
    fn reason(&self, feared: Cell, source: Source, cost: u32, distance: u32) -> String {
        let spots = self.world.scene().spots().iter().filter(|spot| spot.cells.contains(&feared));
        // The smallest place says most.
        let place = spots.min_by_key(|spot| spot.cells.len());
        let place = place.map_or_else(|| format!("{},{}", feared.x, feared.y), |spot| spot.name.clone());
        let why = match source {
            Source::Own => "was lost there",
            Source::Seen => "saw somebody lost there",
            Source::Computed => "would be lost there",
        };
        let cells = |thousandths: u32| thousandths / 1000;
        format!(
            "keeps away from {place} for fear: {why}, the rest of the way took {} cells where {} are the straight line",
            cells(cost),
            cells(distance)
        )
    }
}

impl UnderWay {
    fn pass(&mut self, scene: &crate::Scene, cell: Cell) {
        self.length += u64::from(step_cost(self.at, cell));
        if self.at != cell || self.through.is_empty() {
            for (index, spot) in scene.spots().iter().enumerate() {
                if spot.cells.contains(&cell) {
                    self.through.insert(SpotId::new(index as u16));
                }
            }
        }
        self.at = cell;
    }
}
