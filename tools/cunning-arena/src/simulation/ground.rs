//! The geometry that answers the spatial queries of minds: positions, paths, lines of sight and cover.
//!
//! Coordinates of minds are cells: the centre of the cell in column 3 and row 5 is at (3, 5).

use std::collections::BTreeMap;

use cunning_mind::{AgentId, Geometry, Position, SpatialAnswer, Spot};
use cunning_plan::Micros;

use super::AgentInstance;
use super::body_action::cell_of;
use super::names::{Thing, Things, actor_of};
use super::scenario::AgentSpec;
use super::sightings::believed_cell;
use crate::{Actor, ActorId, Cell, DoorPolicy, Paths, Shelter, World};

const CELL: i64 = 1_000_000;
/// The distance from which on a comrade is safe from a grenade, in cells.
const CLEAR_CELLS: u64 = 4;

/// The world as seen by the queries of one domain's minds.
pub(super) struct Ground<'a> {
    pub(super) world: &'a World,
    pub(super) paths: &'a mut Paths,
    pub(super) things: &'a Things,
    pub(super) instances: &'a BTreeMap<AgentId, usize>,
    pub(super) agent_specs: &'a [AgentSpec],
    pub(super) states: &'a [AgentInstance],
    /// The agent instance that asks, if one does.
    pub(super) asker: Option<usize>,
}

impl Ground<'_> {
    fn actor(&self, spot: Spot) -> Option<ActorId> {
        match spot {
            Spot::Agent(agent) => {
                let instance = *self.instances.get(&agent)?;
                let subordinates =
                    self.agent_specs.iter().filter(|agent_spec| agent_spec.commander == Some(instance));
                let mut subordinates = subordinates.filter_map(|agent_spec| agent_spec.actor);
                let is_alive = |id: &ActorId| self.world.actor(*id).is_some_and(Actor::is_alive);
                // A commander without a body is where its first living subordinate is.
                self.agent_specs.get(instance)?.actor.or_else(|| subordinates.find(is_alive))
            }
            Spot::Object(handle) => actor_of(handle),
            Spot::Named(_) | Spot::Point(_) => None,
        }
    }

    /// The actor that something is, if the agent that asks sees it or is on its side.
    fn watched(&self, spot: Spot) -> Option<ActorId> {
        let actor = self.actor(spot)?;
        let asker = self.asker.and_then(|asker| self.agent_specs.get(asker));
        let team = self.world.scene().actors().get(actor.index())?.team;
        let is_watched = asker.is_none_or(|asker| {
            asker.team == team || asker.actor.is_some_and(|viewer| self.world.sees(viewer, actor))
        });
        is_watched.then_some(actor)
    }

    fn cell(&self, spot: Spot) -> Option<Cell> {
        if let Spot::Point(place) = spot {
            return cell_at(place);
        }
        if let Some(actor) = self.actor(spot) {
            return match self.asker {
                Some(asker) => {
                    let sightings = &self.states[asker].senses.sightings;
                    believed_cell(self.world, &self.agent_specs[asker], sightings, actor)
                }
                None => self.world.actor(actor).map(Actor::cell),
            };
        }
        let Spot::Named(object) = spot else { return None };
        let thing: Thing = self.things.object(cunning_plan::model::ObjectId::new(object));
        cell_of(self.world, self.world.scene(), thing)
    }
}

/// Returns the cell that contains a point.
pub(super) fn cell_at(place: Position) -> Option<Cell> {
    let coordinate = |value: i64| u16::try_from((value + CELL / 2).div_euclid(CELL)).ok();
    Some(Cell::new(coordinate(place.x)?, coordinate(place.y)?))
}

impl Geometry for Ground<'_> {
    fn position(&mut self, of: Spot) -> Option<Position> {
        let cell = self.cell(of)?;
        Some(Position { x: i64::from(cell.x) * CELL, y: i64::from(cell.y) * CELL, z: 0 })
    }

    /// The length in cells, assuming that closed doors are opened.
    fn path(&mut self, from: Spot, to: Spot) -> Option<Micros> {
        let (from, to) = (self.cell(from)?, self.cell(to)?);
        // Paths are symmetric, and most queries start at the agent itself, so the field around it is reused.
        let length = self.paths.length(self.world, to, from, DoorPolicy::Open)?;
        Micros::new(i64::from(length.straight()) * 1_000_000 + i64::from(length.diagonal()) * 1_414_214)
    }

    fn sees(&mut self, from: Spot, to: Spot) -> Option<bool> {
        Some(self.world.line_of_sight(self.cell(from)?, self.cell(to)?))
    }

    fn hides(&mut self, at: Spot, from: Spot) -> Option<bool> {
        Some(self.world.cover_from(self.cell(at)?, self.cell(from)?) != Shelter::None)
    }

    fn asked_by(&mut self, agent: AgentId) {
        self.asker = self.instances.get(&agent).copied();
    }

    /// `empty(c)` is whether a cell is walkable and no other actor stands there. `watched(c)` is the number of enemies that
    /// the agent knows of with a line of sight to a cell, `exposed(c)` the number of those from which it has no cover.
    /// `health(a)` and `suppression(a)` are those of
    /// an actor in sight or of a comrade; `pinned(a)` is whether it is pinned. `in_range(a, c)` is
    /// whether a cell is within the range of an actor's weapon, `throwable(a, c)` whether an actor could throw a grenade
    /// that it carries into a cell, and `clear(a, c)` whether no comrade of the actor is near the cell.
    fn named(&mut self, question: &str, of: &[Spot]) -> SpatialAnswer {
        let number = |number: u16| {
            Micros::from_int(number.into()).map_or(SpatialAnswer::Unknown, SpatialAnswer::Number)
        };
        match (question, of) {
            ("empty", &[spot]) => self.cell(spot).map_or(SpatialAnswer::Unknown, |cell| {
                let asker = self.asker.and_then(|asker| self.agent_specs.get(asker)?.actor);
                let is_other = |other: ActorId| Some(other) != asker;
                let is_taken = self.world.standing_at(cell).is_some_and(is_other);
                SpatialAnswer::Truth(self.world.is_walkable(cell) && !is_taken)
            }),
            ("health" | "suppression", &[spot]) => {
                let actor = self.watched(spot).and_then(|actor| self.world.actor(actor));
                actor.map_or(SpatialAnswer::Unknown, |actor| {
                    number(if question == "health" { actor.health() } else { actor.suppression() })
                })
            }
            ("pinned", &[spot]) => self
                .watched(spot)
                .map_or(SpatialAnswer::Unknown, |actor| SpatialAnswer::Truth(self.world.is_pinned(actor))),
            ("watched", &[spot]) => self.count_threats(spot, |shelter| shelter != Shelter::Full),
            ("exposed", &[spot]) => self.count_threats(spot, |shelter| shelter == Shelter::None),
            ("in_range", &[actor, at]) => match self.actor(actor).zip(self.cell(at)) {
                Some((actor, at)) => {
                    let (range, from) =
                        (self.world.range_of(actor), self.world.actor(actor).map(Actor::cell));
                    let is_near = |from: Cell| from.distance_squared(at) <= u64::from(range).pow(2);
                    SpatialAnswer::Truth(from.is_some_and(is_near))
                }
                None => SpatialAnswer::Unknown,
            },
            ("throwable", &[actor, at]) => match self.actor(actor).zip(self.cell(at)) {
                Some((actor, at)) => {
                    let items = self.world.scene().items().len();
                    let mut items = (0..items).map(|item| crate::ItemId::new(item as u16));
                    SpatialAnswer::Truth(items.any(|item| self.world.can_throw(actor, item, at)))
                }
                None => SpatialAnswer::Unknown,
            },
            ("clear", &[actor, at]) => match self.actor(actor).zip(self.cell(at)) {
                Some((actor, at)) => SpatialAnswer::Truth(self.is_clear(actor, at)),
                None => SpatialAnswer::Unknown,
            },
            _ => SpatialAnswer::Unknown,
        }
    }
}

impl Ground<'_> {
    /// Counts the enemies that the asker knows of by the shelter that a place has from them.
    fn count_threats(&self, spot: Spot, counts: impl Fn(Shelter) -> bool) -> SpatialAnswer {
        let (Some(cell), Some(asker)) = (self.cell(spot), self.asker) else { return SpatialAnswer::Unknown };
        let threats = self.states[asker].senses.sightings.cells();
        let count = threats.filter(|threat| counts(self.world.cover_from(cell, *threat))).count();
        Micros::from_int(count as i64).map_or(SpatialAnswer::Unknown, SpatialAnswer::Number)
    }

    /// Whether no living comrade is within [`CLEAR_CELLS`] of a cell, nor the actor itself.
    fn is_clear(&self, actor: ActorId, at: Cell) -> bool {
        let specs = self.world.scene().actors();
        let team = specs.get(actor.index()).map(|spec| spec.team);
        let mut bodies = self.world.actors().iter().zip(specs);
        !bodies.any(|(body, spec)| {
            let is_near = body.cell().distance_squared(at) <= CLEAR_CELLS * CLEAR_CELLS;
            body.is_alive() && Some(spec.team) == team && is_near
        })
    }
}
