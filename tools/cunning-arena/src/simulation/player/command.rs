//! Orders in words: `ann, ben: hold mill`, `all: stop`.

use std::fmt;

use cunning_diag::did_you_mean;
use cunning_mind::engine::{Order, OrderTerms, Value};
use cunning_mind::{MindError, OrderId};
use cunning_plan::model::{GoalId, Param, ParamKind};

use crate::scene::OrderSpec;
use crate::simulation::Simulation;

/// The word for all friends that are alive.
pub const ALL: &str = "all";
/// The order that withdraws all others.
pub const STOP: &str = "stop";
/// How an order is recorded among the edits of a scene.
pub(in crate::simulation) const RECORDED_AS: &str = "order ";

/// Why a command was refused. Nothing was ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandError {
    /// The scene has no `[briefing]`.
    NotPlayable,
    /// The command is not written as `NAMES: ORDER TARGET …`.
    Form,
    /// No friend has this name; perhaps the other one was meant.
    UnknownFriend(String, Option<String>),
    /// The friend is dead.
    Dead(String),
    /// The scene has no such order; perhaps the other one was meant.
    UnknownOrder(String, Option<String>),
    /// The order cannot be given to this friend, whose archetype does not have the goal.
    ForeignOrder(String, String),
    /// The order needs other targets: what it takes.
    Targets(String, Vec<String>),
    /// The parameter does not take this target, or it is not known; perhaps the other one was meant.
    UnknownTarget(String, String, Option<String>),
    /// The minds refused the order.
    Minds(MindError),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut unknown = |message: String, meant: &Option<String>| match meant {
            Some(meant) => write!(f, "{message}; did you mean `{meant}`?"),
            None => f.write_str(&message),
        };
        match self {
            Self::NotPlayable => write!(f, "this scene cannot be played: it has no `[briefing]`"),
            Self::Form => write!(f, "expected `NAMES: ORDER TARGET`, as in `ann, ben: hold mill`"),
            Self::UnknownFriend(name, meant) => unknown(format!("there is no friend `{name}`"), meant),
            Self::Dead(name) => write!(f, "{name} is dead"),
            Self::UnknownOrder(name, meant) => unknown(format!("there is no order `{name}`"), meant),
            Self::ForeignOrder(name, order) => write!(f, "{name} cannot be ordered to `{order}`"),
            Self::Targets(order, takes) if takes.is_empty() => write!(f, "`{order}` takes no target"),
            Self::Targets(order, takes) => write!(f, "`{order}` takes: {}", takes.join(", ")),
            Self::UnknownTarget(param, name, meant) => {
                unknown(format!("`{name}` is not known as a target (`{param}`)"), meant)
            }
            Self::Minds(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CommandError {}

/// A command that can be carried out.
pub(super) enum Checked {
    Stop,
    Give { goal: GoalId, args: Vec<Option<Value>>, terms: OrderTerms },
}

impl Simulation {
    /// Gives an order of the player in words, between two ticks: `ann, ben: hold mill`. `all` stands for all friends that are
    /// alive, and the order `stop` withdraws the orders of the player. A new order replaces the earlier ones of the player.
    /// Returns how many friends were ordered. The recording keeps the command as an input.
    pub fn command(&mut self, text: &str) -> Result<usize, CommandError> {
        let (names, order) = text.split_once(':').ok_or(CommandError::Form)?;
        let names: Vec<&str> = names.split(',').map(str::trim).collect();
        let mut words = order.split_whitespace();
        let order = words.next().ok_or(CommandError::Form)?;
        self.give_order(&names, order, &words.collect::<Vec<_>>())
    }

    /// Gives an order of the player, as [`command`](Self::command) does, with its parts: the names of friends, the name of
    /// an order, and a target for each of its parameters.
    pub fn give_order(
        &mut self,
        names: &[&str],
        order: &str,
        targets: &[&str],
    ) -> Result<usize, CommandError> {
        let receivers = self.receivers(names)?;
        let mut checked = Vec::new();
        for &at in &receivers {
            checked.push((at, self.check_command(at, order, targets)?));
        }
        for (at, checked) in checked {
            self.carry_out(at, checked)?;
        }
        let mut text = format!("{}: {order}", names.join(", "));
        for target in targets {
            text.push(' ');
            text.push_str(target);
        }
        self.record_edit(&format!("{RECORDED_AS}{text}"));
        Ok(receivers.len())
    }

    /// The living friends with these names.
    pub(super) fn receivers(&self, names: &[&str]) -> Result<Vec<usize>, CommandError> {
        let friends = self.friend_instances();
        if friends.is_empty() {
            return Err(CommandError::NotPlayable);
        }
        let name_of = |at: usize| self.scenario.agent_specs[at].name.as_str();
        let mut receivers = Vec::new();
        for &name in names {
            if name == ALL {
                receivers.extend(friends.iter().filter(|at| !self.instances[**at].is_gone()));
                continue;
            }
            let Some(&at) = friends.iter().find(|at| name_of(**at) == name) else {
                let meant = did_you_mean(name, friends.iter().map(|at| name_of(*at)).chain([ALL]));
                return Err(CommandError::UnknownFriend(name.to_owned(), meant.map(str::to_owned)));
            };
            if self.instances[at].is_gone() {
                return Err(CommandError::Dead(name.to_owned()));
            }
            receivers.push(at);
        }
        receivers.sort_unstable();
        receivers.dedup();
        Ok(receivers)
    }

    pub(super) fn check_command(
        &self,
        at: usize,
        order: &str,
        targets: &[&str],
    ) -> Result<Checked, CommandError> {
        if order == STOP && targets.is_empty() {
            return Ok(Checked::Stop);
        }
        let orders = self.scenario.scene.orders();
        let Some(spec) = orders.iter().find(|spec| spec.name.text == order) else {
            let known = orders.iter().map(|spec| spec.name.text.as_str()).chain([STOP]);
            let meant = did_you_mean(order, known).map(str::to_owned);
            return Err(CommandError::UnknownOrder(order.to_owned(), meant));
        };
        let OrderSpec { goal, bias, within_ms, is_rigid, .. } = spec;
        let agent_spec = &self.scenario.agent_specs[at];
        let domain = &self.scenario.domains[agent_spec.domain_index].spec;
        let goal = domain.planning.goal_named(&goal.text).filter(|goal| {
            let archetype = domain.archetype_named(&agent_spec.archetype);
            archetype.is_some_and(|archetype| archetype.goals.iter().any(|(known, _)| known == goal))
        });
        let foreign = || CommandError::ForeignOrder(agent_spec.name.clone(), order.to_owned());
        let goal = goal.ok_or_else(foreign)?;
        let params = domain.planning.goals().get(goal).map_or(&[][..], |goal| &goal.params);
        if params.len() != targets.len() {
            let takes = params.iter().map(|param| param.name.clone()).collect();
            return Err(CommandError::Targets(order.to_owned(), takes));
        }
        let args = params.iter().zip(targets);
        let args =
            args.map(|(param, name)| self.target(agent_spec.domain_index, order, param, name).map(Some));
        let terms = OrderTerms {
            bias: i64::from(*bias) * 1000,
            within_ms: within_ms.map(|within_ms| u32::try_from(within_ms).unwrap_or(u32::MAX)),
            is_rigid: *is_rigid,
        };
        Ok(Checked::Give { goal, args: args.collect::<Result<_, _>>()?, terms })
    }

    /// Resolves the name of a target.
    fn target(
        &self,
        domain_index: usize,
        order: &str,
        param: &Param,
        name: &str,
    ) -> Result<Value, CommandError> {
        let planning = &self.scenario.domains[domain_index].spec.planning;
        let found = match param.kind {
            ParamKind::Number { min, max } => {
                let number = name.parse().ok().filter(|number| (min..=max).contains(number));
                number.map(Value::Int)
            }
            ParamKind::Object(ty) => {
                let named = |object: &cunning_plan::model::ObjectId| {
                    planning.objects().get(*object).is_some_and(|object| object.name == name)
                };
                let object = planning.objects_of(ty).find(named);
                let engine = self.domains[domain_index].minds.engine();
                let parts = planning.types().get(ty).map_or(&[][..], |ty| &ty.parts);
                let actor = self
                    .handle_named(name)
                    .filter(|handle| engine.object_type(*handle).is_some_and(|ty| parts.contains(&ty)));
                object.map(|object| Value::Object(object.index() as u32)).or(actor.map(Value::Handle))
            }
        };
        found.ok_or_else(|| {
            let known = self.order_targets(order, &param.name);
            let meant = did_you_mean(name, known.iter().map(|target| target.name.as_str()));
            CommandError::UnknownTarget(param.name.clone(), name.to_owned(), meant.map(str::to_owned))
        })
    }

    fn carry_out(&mut self, at: usize, command: Checked) -> Result<(), CommandError> {
        let agent = self.instances[at].agent;
        let engine = self.engine(at);
        let former: Vec<OrderId> = engine
            .orders_of(agent)
            .into_iter()
            .filter(|order| order.from.is_none())
            .map(|order| order.id)
            .collect();
        for order in former {
            engine.withdraw(order);
        }
        if let Checked::Give { goal, args, terms } = command {
            engine.order(agent, Order { goal, args: &args, terms }).map_err(CommandError::Minds)?;
        }
        Ok(())
    }

    /// Repeats a recorded command; `None` if the edit is not one.
    pub(in crate::simulation) fn repeat_command(&mut self, edit: &str) -> Option<Result<(), CommandError>> {
        edit.strip_prefix(RECORDED_AS).map(|command| self.command(command).map(|_| ()))
    }
}
