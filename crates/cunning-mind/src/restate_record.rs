//! Restates the recorded state of an agent after a reload: in the new ids, where they differ from the old ones. A
//! reader of a later tick then needs only the names in force at that tick.

use std::collections::BTreeMap;

use cunning_plan::{Arg, GroundFact};
use cunning_trace::{Cause, Event, List, Plan, PlanStep, Subject, Term};

use crate::agent::Agent;
use crate::compiled_archetype::CompiledArchetype;
use crate::engine::traits;
use crate::message::Value;
use crate::object_slots::Object;
use crate::record::MindRecorder;

impl MindRecorder {
    /// Records again what an agent is, believes, wants and does.
    pub(crate) fn restate_record(&mut self, agent: &Agent, archetype: &CompiledArchetype, now_ms: u64) {
        if !self.is_on() {
            return;
        }
        self.restate_identity(agent, archetype);
        self.restate_beliefs(agent, archetype, now_ms);
        self.restate_pursuit(agent, archetype);
    }

    /// Records the archetype and the traits again.
    fn restate_identity(&mut self, agent: &Agent, archetype: &CompiledArchetype) {
        let known = self.0.now(agent.id);
        let index = archetype.key.index as u32;
        if known.identity().is_some_and(|(before, _)| before != index) {
            let (name, commander, seed) = (agent.name.as_str(), agent.command.commander, agent.seed);
            self.0.record(agent.id, || Event::AgentAdded { archetype: index, name, commander, seed });
        }
        let drawn = traits(&archetype.spec, archetype.key.index, agent.seed, &[]);
        for (id, declared) in archetype.spec.planning.traits().iter() {
            let Some(value) = archetype.grounding.trait_in(&agent.beliefs.memory.state, &declared.name)
            else {
                continue;
            };
            let id = id.index() as u32;
            let recorded = known.entries().find_map(|latest| match latest.event {
                Event::TraitSet { id: own, value } if own == id => Some(value),
                _ => None,
            });
            let drawn = drawn.iter().find(|(name, _)| *name == declared.name).map(|(_, value)| value.get());
            if recorded.or(drawn) != Some(value.get()) {
                self.0.record(agent.id, || Event::TraitSet { id, value: value.get() });
            }
        }
    }

    fn restate_beliefs(&mut self, agent: &Agent, archetype: &CompiledArchetype, now_ms: u64) {
        let known = self.0.now(agent.id);
        let (grounding, start) = (&archetype.grounding, archetype.grounding.start());
        let mut believed: BTreeMap<(u32, Vec<Value>), GroundFact> = BTreeMap::new();
        for ground in grounding.ground_facts() {
            let args: Vec<Value> =
                grounding.indices_of(ground).into_iter().map(|arg| agent.value(arg)).collect();
            let is_of_nobody = args.contains(&Value::None);
            if let Some(id) = grounding.fact_of(ground).filter(|_| !is_of_nobody) {
                believed.insert((id.index() as u32, args), ground);
            }
        }
        for belief in known.beliefs() {
            let key = (belief.fact.id, belief.fact.args.iter().collect());
            if !believed.contains_key(&key) {
                self.0.record(agent.id, || Event::Forgot { fact: belief.fact });
            }
        }
        for ((id, args), ground) in believed {
            let value =
                grounding.value(&agent.beliefs.memory.state, ground).map(|value| agent.value_of(value));
            let said = known.belief(Term::new(id, &args[..])).map(|belief| belief.value);
            let said = said.or_else(|| grounding.value(&start, ground).map(|value| agent.value_of(value)));
            if said != value {
                self.belief(agent, archetype, ground, Cause::Reload, now_ms);
            }
        }
    }

    /// Records the goal, the remaining plan and the running step again.
    fn restate_pursuit(&mut self, agent: &Agent, archetype: &CompiledArchetype) {
        let known = self.0.now(agent.id);
        if let (Some(chosen), Some((_, before))) = (&agent.intention.chosen, known.goal()) {
            let value = |arg: &Option<Arg>| arg.map_or(Value::None, |arg| agent.value(arg));
            let args: Vec<Value> = chosen.args.iter().map(value).collect();
            let goal = archetype.goals[chosen.goal].goal.index() as u32;
            if Term::new(goal, &args[..]) != before {
                self.chosen(agent, archetype);
            }
        }
        if let (Some((_, before)), false) = (known.plan(), agent.execution.plan.is_empty()) {
            // Completed steps are no longer part of the plan.
            let costs: Vec<u64> = before.steps.iter().map(|step| step.cost).collect();
            let costs = &costs[costs.len().saturating_sub(agent.execution.plan.len())..];
            let actions: Vec<(u32, Vec<Value>)> = agent
                .execution
                .plan
                .iter()
                .map(|id| {
                    let args = archetype.grounding.bound_args(*id).map(|arg| agent.value(arg));
                    (archetype.grounding.action(*id).index() as u32, args.collect())
                })
                .collect();
            let steps: Vec<PlanStep<'_>> = actions
                .iter()
                .zip(costs)
                .map(|((id, args), cost)| PlanStep { action: Term::new(*id, &args[..]), cost: *cost })
                .collect();
            let plan = Plan { cost: costs.iter().sum(), steps: List::from(&steps[..]) };
            if plan != before {
                self.0.record(agent.id, || Event::PlanFound {
                    job: agent.execution.plan_job,
                    plan,
                    expanded: 0,
                });
            }
        }
        if let Some(running) = &agent.execution.running {
            let args: Vec<Value> =
                archetype.grounding.bound_args(running.action).map(|arg| agent.value(arg)).collect();
            let action = Term::new(archetype.grounding.action(running.action).index() as u32, &args[..]);
            let index = if agent.is_doing_fallback() { u32::MAX } else { agent.execution.at as u32 };
            let is_said = known
                .steps()
                .any(|step| (step.step, step.index, step.action) == (running.step.0, index, action));
            if !is_said {
                self.step_started(agent, archetype, running.step, running.action, true);
            }
        }
    }

    /// Records the types of the game's objects again. Objects that are left out are no longer bound.
    pub(crate) fn restate_objects(&mut self, objects: &BTreeMap<u64, Object>) {
        if !self.is_on() {
            return;
        }
        let known = self.0.now(Subject::World);
        for before in known.bindings() {
            let handle = before.handle;
            match objects.get(&handle) {
                None => self.0.record(Subject::World, || Event::Unbound { handle }),
                Some(object) if object.ty.index() as u32 != before.ty => {
                    let ty = object.ty.index() as u32;
                    self.0.record(Subject::World, || Event::Bound { ty, handle, name: &object.name });
                }
                Some(_) => {}
            }
        }
    }
}
