//! Reloading: running agents continue with a changed domain, matched by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use cunning_plan::{FactValue, GroundActionId, GroundFact, Micros, State};

use super::{MindEngine, traits};
use crate::agent::{Agent, Chosen, GoalState, ObjectSlot, Order, Phase, Running};
use crate::archetype_set::ArchetypeSet;
use crate::command::{Message, OrderMessage};
use crate::compiled_archetype::CompiledArchetype;
use crate::error::MindError;
use crate::message::{AgentId, OrderFailure, OrderId, OrderState, StopReason, Value};
use crate::migration::{Migration, Names};
use crate::query_runner::Answers;
use crate::record::Reason;
use crate::spec::DomainSpec;
use crate::tick_context::TickContext;
use crate::time::stagger;

/// The effects of a reload on running agents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReloadReport {
    /// Whether the new domain differs from the old one. If it does not, nothing has changed.
    pub is_changed: bool,
    /// Messages about names that no longer exist and values that had to be adjusted.
    pub notes: Vec<String>,
    /// The agents that were removed because their archetype no longer exists.
    pub removed: Vec<AgentId>,
    /// The game's orders that were dropped without a report because their goal or target no longer exists.
    pub orders_lost: Vec<OrderId>,
    /// The number of plans that continue.
    pub plans_kept: u64,
    /// The number of plans that were dropped because they can no longer be followed or no longer reach their goal.
    pub plans_dropped: u64,
}

impl fmt::Display for ReloadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_changed {
            return f.write_str("no changes");
        }
        write!(f, "{} plans kept, {} dropped", self.plans_kept, self.plans_dropped)?;
        self.notes.iter().try_for_each(|note| write!(f, "\n{note}"))
    }
}

/// What an agent becomes in the new domain.
struct Target {
    archetype: usize,
    traits: Vec<(String, Micros)>,
}

/// How often a value had to be adjusted, by the name of its fact or trait.
type Cuts = BTreeMap<String, u64>;

impl MindEngine {
    /// Continues with a changed domain. Agents keep, by name, their beliefs, goals, orders and plans.
    ///
    /// A plan is kept if its steps still exist, can be done and reach the goal; the running step then continues
    /// without a stop. Other steps are stopped with [`StopReason::Reloaded`]. All agents reconsider their goals.
    /// Numbers and traits beyond a new range are clamped to it. Agents whose archetype no longer exists are removed.
    /// Ids of facts, objects, actions and goals are those of the new domain from now on.
    ///
    /// Nothing changes if the domain is equal to the present one or cannot be grounded.
    pub fn reload(&mut self, spec: Arc<DomainSpec>) -> Result<ReloadReport, MindError> {
        if *spec == *self.spec {
            self.ctx.recorder.reloaded(&spec, false);
            return Ok(ReloadReport::default());
        }
        let mut report = ReloadReport { is_changed: true, ..ReloadReport::default() };
        let mut cuts = Cuts::new();
        let (archetypes, targets) = self.targets(&spec, &mut report, &mut cuts)?;
        self.ctx.recorder.reloaded(&spec, true);
        for agent in report.removed.clone() {
            self.take_out(agent);
        }
        let old = self.spec.clone();
        let names = Names::new(&old.planning, &spec.planning);
        report.notes.extend(names.gone());
        let old_kinds = std::mem::replace(&mut self.archetypes, archetypes);
        let mut passages: BTreeMap<(usize, usize), Migration> = BTreeMap::new();
        for (index, target) in targets.into_iter().enumerate() {
            let (Some(target), Some(agent)) = (target, self.agents[index].agent.as_deref_mut()) else {
                continue;
            };
            let archetypes = (&old_kinds[agent.archetype], &mut self.archetypes[target.archetype]);
            let key = (agent.archetype, target.archetype);
            let migration =
                passages.entry(key).or_insert_with(|| Migration::new(&names, archetypes.0, archetypes.1));
            let mut move_ =
                Move { names: &names, migration, ctx: &mut self.ctx, report: &mut report, cuts: &mut cuts };
            move_.agent(agent, archetypes, &target);
            self.ctx.recorder.restate_record(agent, &self.archetypes[target.archetype], self.ctx.now_ms);
            self.agents[index].timer_ms = u64::MAX;
        }
        let mut gone = Vec::new();
        self.objects.retain(|handle, object| {
            let ty = names.ty(object.ty);
            object.ty = ty.unwrap_or(object.ty);
            gone.extend(ty.is_none().then_some(*handle));
            ty.is_some()
        });
        for agent in self.agents.iter_mut().filter_map(|entry| entry.agent.as_deref_mut()) {
            for &handle in &gone {
                let archetype = &self.archetypes[agent.archetype];
                agent.end_orders_about(archetype, &mut self.ctx, Value::Handle(handle));
            }
        }
        self.ctx.recorder.restate_objects(&self.objects);
        let (numbers, refused) = self.numbers.carried(&names, &spec.planning, &self.archetypes.fixed);
        *self.numbers = numbers;
        report.notes.extend(refused);
        for agent in self.agents.iter_mut().filter_map(|entry| entry.agent.as_deref_mut()) {
            let archetype = &self.archetypes[agent.archetype];
            self.numbers.apply(archetype, agent.id, &mut agent.beliefs.memory.state);
        }
        rename(&mut self.ctx, &names);
        self.scheduler.clear();
        self.query_runner.clear();
        self.ctx.due.clear();
        self.spec = spec;
        for index in 0..self.agents.len() {
            self.list(index);
            self.settle(index);
        }
        self.deliver();
        let cut = |(what, count): (String, u64)| format!("{what} was adjusted for {count} agents");
        report.notes.extend(cuts.into_iter().map(cut));
        Ok(report)
    }

    /// Compiles the archetypes of the new domain and finds what each agent becomes. Changes nothing yet.
    fn targets(
        &self,
        spec: &Arc<DomainSpec>,
        report: &mut ReloadReport,
        cuts: &mut Cuts,
    ) -> Result<(ArchetypeSet, Vec<Option<Target>>), MindError> {
        let (mut archetypes, mut targets) = (ArchetypeSet::new(spec), Vec::new());
        let mut gone = BTreeSet::new();
        for entry in &self.agents {
            let Some(agent) = entry.agent.as_deref() else {
                targets.push(None);
                continue;
            };
            let old = &self.archetypes[agent.archetype];
            let name = &old.definition().name;
            let Some(index) = spec.archetypes.iter().position(|known| known.name == *name) else {
                gone.insert(name);
                report.removed.push(agent.id);
                targets.push(None);
                continue;
            };
            let kept = kept_traits(agent, old, spec, index, cuts);
            let traits = traits(spec, index, agent.seed, &kept);
            let archetype = archetypes.acquire(index, &traits, &self.sensors)?;
            targets.push(Some(Target { archetype, traits }));
        }
        report.notes.extend(
            gone.into_iter().map(|name| format!("archetype `{name}` was removed, and its agents with it")),
        );
        Ok((archetypes, targets))
    }
}

/// Returns the traits that an agent keeps. Where the file has changed, they are clamped to its new range.
fn kept_traits(
    agent: &Agent,
    old: &CompiledArchetype,
    spec: &DomainSpec,
    archetype: usize,
    cuts: &mut Cuts,
) -> Vec<(String, Micros)> {
    let mut kept = Vec::new();
    for declared in &spec.archetypes[archetype].traits {
        let (name, low, high) = declared;
        let Some(value) = old.grounding.trait_in(&agent.beliefs.memory.state, name) else { continue };
        let is_declared_alike = old.definition().traits.contains(declared);
        let within = if is_declared_alike { value } else { value.clamp(*low, *high) };
        if within != value {
            *cuts.entry(format!("trait `{name}`")).or_default() += 1;
        }
        kept.push((name.clone(), within));
    }
    kept
}

/// The migration of one agent.
struct Move<'a> {
    names: &'a Names<'a>,
    migration: &'a Migration,
    ctx: &'a mut TickContext,
    report: &'a mut ReloadReport,
    cuts: &'a mut Cuts,
}

impl Move<'_> {
    fn agent(
        &mut self,
        agent: &mut Agent,
        (old, new): (&CompiledArchetype, &mut CompiledArchetype),
        target: &Target,
    ) {
        let state = self.state(agent, old, new, &target.traits);
        let (names, migration) = (self.names, self.migration);
        let chosen = agent.intention.chosen.as_ref().and_then(|chosen| {
            let (goal, args) = migration
                .goal_with(names, (old, new), chosen.goal, &chosen.args, |arg| migration.arg(names, arg))?;
            Some(Chosen { goal, args, ..chosen.clone() })
        });
        let steps = agent
            .execution
            .plan
            .iter()
            .skip(agent.execution.at)
            .map(|id| migration.action(*id))
            .collect::<Option<Vec<_>>>();
        let hoped = |(fact, value): &(GroundFact, FactValue)| {
            Some((migration.fact(*fact)?, migration.value(names, *value)?))
        };
        let hoped: Vec<(GroundFact, FactValue)> = agent.execution.hoped.iter().filter_map(hoped).collect();
        let had_plan = !agent.execution.plan.is_empty();
        let is_kept = match (&chosen, &steps) {
            (Some(chosen), Some(steps)) if had_plan => leads_there(agent, new, chosen, steps, &hoped, &state),
            _ => false,
        };
        if had_plan {
            self.report.plans_kept += u64::from(is_kept);
            self.report.plans_dropped += u64::from(!is_kept);
        }
        if !is_kept {
            agent.stop_step(old, self.ctx, StopReason::Reloaded);
            agent.drop_plan(self.ctx, Reason::Reloaded);
        }
        if agent.intention.chosen.is_some() && chosen.is_none() {
            self.ctx.recorder.goal_ended(agent.id, Reason::Reloaded);
        }
        let running = agent
            .execution
            .running
            .and_then(|running| Some(Running { action: migration.action(running.action)?, ..running }));
        if running.is_none() {
            // The game was told to stop, and the agent does not wait for it.
            agent.end_step(self.ctx, Reason::Reloaded);
        }
        // Goals and ground actions have other ids now.
        agent.withdraw_former_orders(self.ctx);
        agent.command.given.iter_mut().for_each(|given| given.goal = None);
        agent.command.unfulfilled.clear();
        let orders = std::mem::take(&mut agent.command.orders);
        agent.command.orders = orders.iter().filter_map(|order| self.order(order, (old, new))).collect();
        agent.beliefs.memory =
            agent.beliefs.memory.carried((old, new), state, |fact| migration.fact(fact), self.ctx.now_ms);
        let known = |slot| {
            let before =
                agent.beliefs.object_slots.iter().find(|known| migration.slot(known.slot) == Some(slot));
            before.map_or(ObjectSlot::empty(slot), |before| ObjectSlot { slot, ..*before })
        };
        agent.beliefs.object_slots = new.all_slots().map(known).collect();
        let goals = |at: usize| (0..old.goals.len()).find(|goal| migration.goal(*goal) == Some(at));
        let goals = (0..new.goals.len())
            .map(|at| goals(at).map_or_else(GoalState::default, |goal| agent.intention.goals[goal]));
        agent.intention.goals = goals.collect();
        agent.execution.cooldowns.retain_mut(|(action, _)| {
            names.action(*action).is_some_and(|new| {
                *action = new;
                true
            })
        });
        let (id, now_ms) = (agent.id, self.ctx.now_ms);
        let due = |(name, interval_ms): (&String, &u32)| {
            let before = old.definition().sensors.iter().position(|known| known == name);
            before
                .and_then(|at| agent.beliefs.sensors.get(at).copied())
                .unwrap_or(now_ms + stagger(id, *interval_ms))
        };
        agent.beliefs.sensors = new.definition().sensors.iter().zip(&new.intervals_ms).map(due).collect();
        let first_ms = agent.beliefs.sensors.iter().copied().min().unwrap_or(u64::MAX);
        agent.beliefs.sense_ms = if agent.lifecycle.is_dormant() { u64::MAX } else { first_ms };
        agent.execution.claims.retain_mut(|object| {
            names.value(*object).is_some_and(|new| {
                *object = new;
                true
            })
        });
        agent.beliefs.unslotted.retain_mut(|(ty, _)| {
            names.ty(*ty).is_some_and(|new| {
                *ty = new;
                true
            })
        });
        // Queries start again.
        agent.beliefs.queries = vec![Answers { due_ms: now_ms, ..Answers::default() }; new.queries.len()];
        agent.execution.plan = steps.filter(|_| is_kept).unwrap_or_default();
        agent.execution.at = 0;
        (agent.archetype, agent.intention.chosen, agent.execution.running, agent.execution.hoped) =
            (target.archetype, chosen, running, hoped);
        (agent.intention.requested, agent.intention.is_awake) = (None, true);
        // All timers are computed again.
        agent.next_ms = now_ms;
        agent.set_replan(new, now_ms);
    }

    /// Returns the agent's beliefs in the new domain.
    fn state(
        &mut self,
        agent: &Agent,
        old: &CompiledArchetype,
        new: &CompiledArchetype,
        traits: &[(String, Micros)],
    ) -> State {
        let mut state = new.start(traits);
        let cuts = &mut *self.cuts;
        self.migration.carry(self.names, (old, &agent.beliefs.memory.state), (new, &mut state), |fact| {
            *cuts.entry(format!("`{}`", new.grounding.show_fact(fact))).or_default() += 1;
        });
        state
    }

    /// Returns an order in the new domain. If its goal no longer exists, the order is reported as failed, or listed
    /// as lost if the game gave it.
    fn order(
        &mut self,
        order: &Order,
        archetypes: (&CompiledArchetype, &CompiledArchetype),
    ) -> Option<Order> {
        let (names, args) = (self.names, &order.args);
        let found = self.migration.goal_with(names, archetypes, order.goal, args, |value| names.value(value));
        if let Some((goal, args)) = found {
            return Some(Order { goal, args, ..order.clone() });
        }
        match order.from {
            Some(to) => {
                self.ctx.messages.push(Message::Report {
                    to,
                    order: order.id,
                    state: OrderState::Failed(OrderFailure::Reloaded),
                });
            }
            None => self.report.orders_lost.push(order.id),
        }
        None
    }
}

/// Returns whether a plan still reaches its goal from the agent's beliefs and the hoped-for effects of the running
/// step.
fn leads_there(
    agent: &Agent,
    archetype: &mut CompiledArchetype,
    chosen: &Chosen,
    steps: &[GroundActionId],
    hoped: &[(GroundFact, FactValue)],
    state: &State,
) -> bool {
    let mut state = state.clone();
    let is_done = agent.execution.running.is_some_and(|running| running.phase == Phase::Hoping);
    if is_done {
        for (fact, value) in hoped {
            archetype.grounding.put(&mut state, *fact, *value);
        }
    }
    let mut left = steps.iter().skip(usize::from(is_done));
    left.all(|id| archetype.grounding.apply(*id, &mut state).is_some())
        && archetype
            .compiled_goal(chosen.goal, &chosen.args)
            .is_some_and(|compiled_goal| compiled_goal.is_met(&state))
}

/// Gives undelivered messages and commands the ids of the new domain. Those about something removed are dropped.
fn rename(ctx: &mut TickContext, names: &Names<'_>) {
    ctx.commands.rename(names);
    let holders = std::mem::take(&mut ctx.claims.holders);
    ctx.claims.holders =
        holders.into_iter().filter_map(|(object, holder)| Some((names.value(object)?, holder))).collect();
    let messages = std::mem::take(&mut ctx.messages);
    for message in messages {
        let Message::Order { to, order } = message else {
            ctx.messages.push(message);
            continue;
        };
        let args = order.args.iter().map(|arg| match arg {
            Some(value) => names.value(*value).map(Some),
            None => Some(None),
        });
        let (id, from) = (order.id, order.from);
        match (names.goal(order.goal), args.collect::<Option<Vec<_>>>()) {
            (Some(goal), Some(args)) => {
                ctx.messages.push(Message::Order { to, order: OrderMessage { goal, args, ..order } });
            }
            _ => {
                if let Some(from) = from {
                    ctx.messages.push(Message::Report {
                        to: from,
                        order: id,
                        state: OrderState::Failed(OrderFailure::Reloaded),
                    });
                }
            }
        }
    }
}
