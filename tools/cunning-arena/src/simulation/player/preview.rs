//! What the player's friends would do on an order, shown before it is given.

use cunning_mind::engine::{Foresight, Value};
use cunning_plan::model::ActionId;

use super::command::{Checked, CommandError};
use crate::movement::destination;
use crate::simulation::body_action::Knowledge;
use crate::simulation::sightings::believed_cell;
use crate::simulation::{Simulation, narration};
use crate::{Cell, DoorPolicy, Goal, Intent, Paths};

/// What a friend would do on an order, with its present beliefs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderPreview {
    /// The name of the friend.
    pub name: String,
    /// What it would do.
    pub outlook: Outlook,
}

/// What would come of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The goal is met already, or the order only withdraws others.
    NothingToDo,
    /// The friend would follow a plan.
    Plan {
        /// The steps in words.
        steps: Vec<String>,
        /// The cells that it would walk over, from where it stands.
        path: Vec<Cell>,
    },
    /// There is no plan.
    NoPlan {
        /// Why there is none.
        why: String,
        /// The names by which the text calls objects, and their names in the scene.
        objects: Vec<(String, String)>,
    },
    /// The friend knows nothing about the target.
    UnknownTarget,
    /// The search was cut off.
    Unclear,
}

impl Simulation {
    /// What friends would do on an order, without giving it: each plans with its present beliefs and at most
    /// `expansions_max` expansions. The arguments are those of [`give_order`](Self::give_order).
    pub fn preview_order(
        &self,
        names: &[&str],
        order: &str,
        targets: &[&str],
        expansions_max: u64,
    ) -> Result<Vec<OrderPreview>, CommandError> {
        let mut paths = Paths::default();
        let mut previews = Vec::new();
        for at in self.receivers(names)? {
            let spec = &self.scenario.agent_specs[at];
            let outlook = match self.check_command(at, order, targets)? {
                Checked::Stop => Outlook::NothingToDo,
                Checked::Give { goal, args, .. } => {
                    let engine = self.domains[spec.domain_index].minds.engine();
                    let agent = self.instances[at].agent;
                    self.outlook(at, engine.foresee(agent, goal, &args, expansions_max), &mut paths)
                }
            };
            previews.push(OrderPreview { name: spec.name.clone(), outlook });
        }
        Ok(previews)
    }

    fn outlook(&self, at: usize, foresight: Foresight, paths: &mut Paths) -> Outlook {
        let planning = &self.scenario_domain(at).spec.planning;
        match foresight {
            Foresight::Met => Outlook::NothingToDo,
            Foresight::Plan(plan) => {
                let step = |(action, args): &(ActionId, Vec<Value>)| {
                    narration::show_step(planning, self, *action, args)
                };
                Outlook::Plan { steps: plan.iter().map(step).collect(), path: self.path_of(at, &plan, paths) }
            }
            Foresight::NoPlan { why, objects } => {
                let name = |(slot, value): (String, Value)| (slot, narration::show(planning, self, value));
                Outlook::NoPlan { why: why.to_string(), objects: objects.into_iter().map(name).collect() }
            }
            Foresight::Unknown => Outlook::UnknownTarget,
            Foresight::Unclear(_) => Outlook::Unclear,
        }
    }

    /// The cells that a friend would walk over to perform the steps of a plan.
    fn path_of(&self, at: usize, plan: &[(ActionId, Vec<Value>)], paths: &mut Paths) -> Vec<Cell> {
        let spec = &self.scenario.agent_specs[at];
        let Some(actor) = spec.actor else { return Vec::new() };
        let Some(body) = self.world.actor(actor) else { return Vec::new() };
        let domain = self.scenario_domain(at);
        let known = |other| believed_cell(&self.world, spec, &self.instances[at].senses.sightings, other);
        let knowledge = Knowledge { known: &known, noise: None };
        let mut walked = vec![body.cell()];
        let mut part = Vec::new();
        for (action, args) in plan {
            let body_actions = domain.body_actions.get(action.index()).and_then(Option::as_ref);
            for body_action in body_actions.into_iter().flatten() {
                let intent =
                    body_action.intent(&self.world, actor, &knowledge, &domain.things, &spec.aliases, args);
                let Ok(Some(Intent::Walk { to, .. } | Intent::Seek { to })) = intent else { continue };
                let to: Goal = to;
                let (Some(from), Some(to)) = (walked.last().copied(), destination(&self.world, actor, to))
                else {
                    continue;
                };
                if paths.find(&self.world, from, to, DoorPolicy::Open, &mut part).is_some() {
                    walked.extend(part.iter().skip(1));
                }
            }
        }
        walked
    }
}
