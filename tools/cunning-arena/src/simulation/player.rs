//! A person's command of a team: the friends and what they do, the orders that may be given and to what, and how the game
//! stands. It knows no screen: terminals, browsers and engines show it and call [`Simulation::command`].
//!
//! The person is the game to the minds: orders go through [`MindEngine::order`](cunning_mind::MindEngine::order) like those
//! of any game, may lose against what a soldier sees, and are recorded as inputs, so that a replay repeats them.

mod command;
mod preview;
mod script;

use cunning_plan::model::{Param, ParamKind, TypeId};

use super::names::{actor_of, handle};
use super::{AgentInstance, Control, Simulation, body_action};
use crate::scene::{ObjectiveAim, OrderSpec, WinCondition};
use crate::world::Outcome;
use crate::{ActorId, Cell, TeamId};

pub use command::{ALL, CommandError, STOP};
pub use preview::{OrderPreview, Outlook};
pub(super) use script::mistakes;
pub use script::{ScriptError, ScriptedPlayer};

/// How long an enemy that is out of sight is a target.
const KNOWN_MS: u64 = 25_000;

/// An actor that the player commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Friend {
    /// The body that the player commands.
    pub actor: ActorId,
    /// The name by which orders address it.
    pub name: String,
    /// Its health; 0 if it is dead.
    pub health: u16,
    /// The health of an unhurt actor of its kind.
    pub health_max: u16,
    /// The goal that it pursues.
    pub goal: Option<String>,
    /// The step that it performs.
    pub step: Option<String>,
    /// The open orders of the player.
    pub orders: Vec<String>,
    /// Whether a person moves its body.
    pub is_driven: bool,
}

/// An order that the player may give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderOffer {
    /// The name of the order.
    pub name: String,
    /// A description for people.
    pub doc: String,
    /// The parameters of the order, each of which needs a target.
    pub params: Vec<OrderParam>,
}

/// A parameter of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderParam {
    /// The name of the parameter.
    pub name: String,
    /// What it takes.
    pub kind: TargetKind,
}

/// What a parameter of an order takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// An object of the domain, such as a place.
    Object,
    /// An actor that the team knows.
    Actor,
    /// A whole number in a range.
    Number {
        /// The smallest number.
        min: i64,
        /// The largest number.
        max: i64,
    },
}

/// A target that can be given to an order now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderTarget {
    /// The name by which an order takes it.
    pub name: String,
    /// Where it is, as far as the team knows.
    pub cell: Option<Cell>,
}

/// How an objective stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveState {
    /// The name of the objective.
    pub name: String,
    /// A description for people.
    pub doc: String,
    /// Whether it counts now.
    pub is_met: bool,
    /// The points for it now.
    pub points: u32,
    /// Whether reaching it wins.
    pub wins: bool,
}

/// How the game stands for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on.
    Open,
    /// The player's team has won.
    Won,
    /// Another team has won, the teams drew, or the time is up.
    Lost,
}

impl Simulation {
    /// The team that a person commands, if the scene can be played.
    pub fn player_team(&self) -> Option<TeamId> {
        self.scenario.scene.briefing().map(|briefing| briefing.team)
    }

    /// The actors that the player commands, dead or alive, in the order of the scene. Empty if the scene cannot be played.
    pub fn friends(&self) -> Vec<Friend> {
        self.friend_instances().into_iter().filter_map(|at| self.friend(at)).collect()
    }

    /// The agents of the player's team that have a body.
    fn friend_instances(&self) -> Vec<usize> {
        let team = self.player_team();
        let specs = self.scenario.agent_specs.iter().enumerate();
        specs.filter(|(_, spec)| spec.actor.is_some() && Some(spec.team) == team).map(|(at, _)| at).collect()
    }

    fn friend(&self, at: usize) -> Option<Friend> {
        let spec = &self.scenario.agent_specs[at];
        let actor = spec.actor?;
        let body = self.world.actor(actor)?;
        let scene = self.world.scene();
        let kind = scene.actors().get(actor.index()).and_then(|spec| scene.bodies().get(spec.body.index()));
        let engine = self.domains[spec.domain_index].minds.engine();
        let planning = &self.scenario.domains[spec.domain_index].spec.planning;
        let AgentInstance { agent, running, .. } = &self.instances[at];
        let goal = engine.goal_of(*agent).map(|(goal, args)| self.show_goal(spec.domain_index, goal, &args));
        let step = running
            .as_ref()
            .map(|running| super::narration::show_step(planning, self, running.action, &running.args));
        let orders = engine.orders_of(*agent).into_iter().filter(|order| order.from.is_none());
        let orders = orders.map(|order| self.show_goal(spec.domain_index, order.goal, &order.args)).collect();
        Some(Friend {
            actor,
            name: spec.name.clone(),
            health: if body.is_alive() { body.health() } else { 0 },
            health_max: kind.map_or(0, |kind| kind.health),
            goal,
            step,
            orders,
            is_driven: self.instances[at].control == Control::Person,
        })
    }

    /// The orders that the player may give, in the order of the scene.
    pub fn order_offers(&self) -> Vec<OrderOffer> {
        let offer = |order: &OrderSpec| {
            let params = self.order_params(order)?.iter().map(|param| OrderParam {
                name: param.name.clone(),
                kind: match param.kind {
                    ParamKind::Number { min, max } => TargetKind::Number { min, max },
                    ParamKind::Object(ty) if self.is_open(order, ty) => TargetKind::Actor,
                    ParamKind::Object(_) => TargetKind::Object,
                },
            });
            Some(OrderOffer {
                name: order.name.text.clone(),
                doc: order.doc.clone(),
                params: params.collect(),
            })
        };
        self.scenario.scene.orders().iter().filter_map(offer).collect()
    }

    /// The targets that a parameter of an order can be given now, in a fixed order. A number has none.
    pub fn order_targets(&self, order: &str, param: &str) -> Vec<OrderTarget> {
        let order = self.scenario.scene.orders().iter().find(|spec| spec.name.text == order);
        let Some((order, domain_index)) = order.and_then(|order| Some((order, self.domain_of(order)?)))
        else {
            return Vec::new();
        };
        let param = self.order_params(order).and_then(|all| all.iter().find(|known| known.name == param));
        let Some(ParamKind::Object(ty)) = param.map(|param| param.kind) else { return Vec::new() };
        let planning = &self.scenario.domains[domain_index].spec.planning;
        if !self.is_open(order, ty) {
            let things = &self.scenario.domains[domain_index].things;
            let target = |object: cunning_plan::model::ObjectId| {
                let cell = body_action::cell_of(&self.world, self.world.scene(), things.object(object));
                Some(OrderTarget { name: planning.objects().get(object)?.name.clone(), cell })
            };
            return planning.objects_of(ty).filter_map(target).collect();
        }
        let engine = self.domains[domain_index].minds.engine();
        let parts = planning.types().get(ty).map_or(&[][..], |ty| &ty.parts);
        let actors = self.domains[domain_index].bound.iter();
        let actors = actors.filter(|id| engine.object_type(**id).is_some_and(|ty| parts.contains(&ty)));
        let target = |actor: ActorId| {
            let is_alive = self.world.actor(actor).is_some_and(crate::Actor::is_alive);
            let name = self.world.scene().actors().get(actor.index())?.name.clone();
            let cell = self.known_cell(actor).filter(|_| is_alive)?;
            Some(OrderTarget { name, cell: Some(cell) })
        };
        actors.filter_map(|id| target(actor_of(*id)?)).collect()
    }

    /// The cell where the team takes an actor to be: its own cell if it is a friend, and otherwise the cell where a friend saw
    /// it last, unless that was long ago.
    fn known_cell(&self, actor: ActorId) -> Option<Cell> {
        let spec = self.world.scene().actors().get(actor.index())?;
        if Some(spec.team) == self.player_team() {
            return self.world.actor(actor).map(crate::Actor::cell);
        }
        let living = self.friend_instances().into_iter().filter(|at| !self.instances[*at].is_gone());
        let sightings = living.filter_map(|at| self.instances[at].senses.sightings.last(actor));
        let (cell, seen_ms) = sightings.max_by_key(|(cell, seen_ms)| (*seen_ms, *cell))?;
        (self.world.time_ms() < seen_ms + KNOWN_MS).then_some(cell)
    }

    /// The domain whose agents of the player's team know the goal of an order.
    fn domain_of(&self, order: &OrderSpec) -> Option<usize> {
        let instances = self.friend_instances().into_iter();
        let mut domains = instances.map(|at| self.scenario.agent_specs[at].domain_index);
        domains.find(|at| self.scenario.domains[*at].spec.planning.goal_named(&order.goal.text).is_some())
    }

    fn order_params(&self, order: &OrderSpec) -> Option<&[Param]> {
        let planning = &self.scenario.domains[self.domain_of(order)?].spec.planning;
        Some(&planning.goals().get(planning.goal_named(&order.goal.text)?)?.params)
    }

    /// Whether objects of a type are bound while the scene runs.
    fn is_open(&self, order: &OrderSpec, ty: TypeId) -> bool {
        let Some(domain_index) = self.domain_of(order) else { return false };
        let types = self.scenario.domains[domain_index].spec.planning.types();
        types.get(ty).is_some_and(|ty| ty.is_open(types))
    }

    /// How the objectives stand, in the order of the scene.
    pub fn objectives(&self) -> Vec<ObjectiveState> {
        let scene = self.world.scene();
        let alive = |team: TeamId| {
            let members = scene.actors().iter().zip(self.world.actors());
            members.filter(|(spec, actor)| spec.team == team && actor.is_alive()).count()
        };
        let state = |objective: &crate::scene::Objective| {
            let times = match &objective.aim {
                ObjectiveAim::Alive(team) => alive(*team),
                ObjectiveAim::Met(WinCondition::Dead(team)) => usize::from(alive(*team) == 0),
                ObjectiveAim::Met(WinCondition::ItemAt(item, site)) => {
                    usize::from(self.world.is_item_at(*item, *site))
                }
                ObjectiveAim::Met(WinCondition::Fact(fact)) => {
                    usize::from(self.player_team().is_some_and(|team| self.is_believed(team, fact)))
                }
            };
            ObjectiveState {
                name: objective.name.clone(),
                doc: objective.doc.clone(),
                is_met: times > 0,
                points: objective.score.saturating_mul(times as u32),
                wins: objective.wins,
            }
        };
        scene.objectives().iter().map(state).collect()
    }

    /// The points of all objectives.
    pub fn score(&self) -> u32 {
        self.objectives().iter().fold(0, |sum, objective| sum.saturating_add(objective.points))
    }

    /// How the game stands for the player's team.
    pub fn verdict(&self) -> Verdict {
        match self.outcome() {
            None => Verdict::Open,
            Some(Outcome::Won { team, .. }) if Some(team) == self.player_team() => Verdict::Won,
            Some(_) => Verdict::Lost,
        }
    }

    /// The handle of the actor with this name.
    fn handle_named(&self, name: &str) -> Option<u64> {
        self.world.scene().actor(name).map(handle)
    }
}
