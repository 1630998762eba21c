//! An agent's beliefs: a value for every ground fact, with a confidence and a time for those that fade.

use cunning_plan::{FactValue, GroundActionId, GroundFact, Grounding, State};

use crate::compiled_archetype::{CompiledArchetype, Fading};
use crate::message::CERTAIN;
use crate::spec::Wake;
use crate::tick_context::TIME_MS_MAX;
use crate::wire::{wire_and_clone, wire_struct};

/// The beliefs of one agent.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) state: State,
    /// The trace of each fading ground fact of the archetype.
    traces: Vec<Trace>,
    /// For each ground fact that wakes by steps, its value when the agent last thought.
    thought: Vec<(GroundFact, i64)>,
    /// The number of changes.
    pub(crate) version: u64,
}

wire_and_clone!(Memory { state, traces, thought, version });
wire_struct!(Trace { confidence, at_ms, base, is_known });

/// The trace of a percept or of an effect of the agent's own steps.
#[derive(Clone, Copy, Debug)]
struct Trace {
    confidence: u32,
    at_ms: u64,
    /// The value at that time, for facts that drift.
    base: i64,
    /// Whether the fact is still to be forgotten.
    is_known: bool,
}

const MS_PER_HOUR: i128 = 3_600_000;
const NEVER: u64 = u64::MAX;

impl Memory {
    pub(crate) fn new(archetype: &CompiledArchetype, state: State, now_ms: u64) -> Self {
        let base = |fading: &Fading| int(archetype.grounding.value(&state, fading.fact));
        let trace =
            |fading: &Fading| Trace { confidence: 0, at_ms: now_ms, base: base(fading), is_known: false };
        let traces = archetype.fading.iter().map(trace).collect();
        let thought = stepped_facts(archetype)
            .map(|fact| (fact, int(archetype.grounding.value(&state, fact))))
            .collect();
        Self { state, traces, thought, version: 0 }
    }

    /// Returns whether the memory matches an archetype and its times and numbers are valid.
    pub(crate) fn fits(&self, archetype: &CompiledArchetype) -> bool {
        let stepped = self.thought.iter().map(|(fact, _)| *fact);
        self.traces.len() == archetype.fading.len()
            && self.traces.iter().all(|trace| trace.at_ms < TIME_MS_MAX && trace.confidence <= CERTAIN)
            && stepped.eq(stepped_facts(archetype))
    }

    /// Returns the memory of an agent after migration to another archetype, with the given beliefs. `fact` maps
    /// facts.
    pub(crate) fn carried(
        &self,
        (old, new): (&CompiledArchetype, &CompiledArchetype),
        state: State,
        fact: impl Fn(GroundFact) -> Option<GroundFact>,
        now_ms: u64,
    ) -> Self {
        let mut memory = Self::new(new, state, now_ms);
        for (fading, trace) in old.fading.iter().zip(&self.traces) {
            let at =
                fact(fading.fact).and_then(|fact| new.fading.iter().position(|known| known.fact == fact));
            if let Some(target) = at.and_then(|at| memory.traces.get_mut(at)) {
                *target = *trace;
            }
        }
        for (stepped, value) in &self.thought {
            let found =
                fact(*stepped).and_then(|fact| memory.thought.iter_mut().find(|(known, _)| *known == fact));
            if let Some((_, target)) = found {
                *target = *value;
            }
        }
        memory.version = self.version + 1;
        memory
    }

    /// Reads one number of the memory, for prefetching.
    pub(crate) fn touch(&self) -> u64 {
        self.traces.first().map_or(self.version, |trace| trace.at_ms)
    }

    /// Adopts a belief, unless its confidence is below the threshold at which the fact is forgotten. Returns `None` if
    /// the fact cannot have the value, and otherwise whether the agent should think again.
    pub(crate) fn believe(
        &mut self,
        archetype: &CompiledArchetype,
        fact: GroundFact,
        value: FactValue,
        confidence: u32,
        now_ms: u64,
    ) -> Option<bool> {
        let before = archetype.grounding.value(&self.state, fact)?;
        let fading = archetype.fading_at(fact).map(|at| &archetype.fading[at]);
        if fading.is_some_and(|fading| fading.forget_ms.is_some() && confidence < fading.threshold.max(1)) {
            return Some(false);
        }
        if !archetype.grounding.put(&mut self.state, fact, value) {
            return None;
        }
        let after = archetype.grounding.value(&self.state, fact)?;
        if let Some(at) = archetype.fading_at(fact) {
            self.traces[at] = Trace {
                confidence: confidence.min(CERTAIN),
                at_ms: now_ms,
                base: int(Some(after)),
                is_known: true,
            };
        }
        Some(self.changed(archetype, fact, before, after))
    }

    /// Handles a change of a belief. Returns whether the agent should think again.
    fn changed(
        &mut self,
        archetype: &CompiledArchetype,
        fact: GroundFact,
        before: FactValue,
        after: FactValue,
    ) -> bool {
        if before == after {
            return false;
        }
        self.version += 1;
        match &archetype.wakes[fact.index()] {
            Wake::Never => false,
            Wake::Change => true,
            Wake::Step(step) => {
                let thought = self.thought.iter().find(|(known, _)| *known == fact);
                thought.is_none_or(|(_, thought)| {
                    int(Some(after)).saturating_sub(*thought).saturating_abs() >= *step
                })
            }
            Wake::Cross(marks) => {
                let (before, after) = (int(Some(before)), int(Some(after)));
                marks.iter().any(|&mark| (before < mark) != (after < mark))
            }
        }
    }

    /// Marks the present values as the base of `wake` steps after the agent has thought.
    pub(crate) fn thought(&mut self, grounding: &Grounding) {
        for (fact, value) in &mut self.thought {
            *value = int(grounding.value(&self.state, *fact));
        }
    }

    /// Advances time: beliefs that have faded become unknown, and drifting values move. Calls `wakes` for each change
    /// that should make the agent think again.
    pub(crate) fn age(
        &mut self,
        archetype: &CompiledArchetype,
        now_ms: u64,
        mut wakes: impl FnMut(GroundFact),
    ) {
        for (at, fading) in archetype.fading.iter().enumerate() {
            let trace = self.traces[at];
            let is_over = trace.is_known && trace.unknown_at_ms(fading) <= now_ms;
            if !is_over && fading.drift_per_hour == 0 {
                continue;
            }
            let Some(before) = archetype.grounding.value(&self.state, fading.fact) else { continue };
            if is_over {
                self.forget(archetype, fading.fact, now_ms);
            } else {
                archetype.grounding.put(
                    &mut self.state,
                    fading.fact,
                    FactValue::Int(trace.value_at(fading, now_ms)),
                );
            }
            let Some(after) = archetype.grounding.value(&self.state, fading.fact) else { continue };
            if self.changed(archetype, fading.fact, before, after) {
                wakes(fading.fact);
            }
        }
    }

    /// Adopts the certain effects of a completed action and adds its hoped-for effects to `hoped`. Effects are as
    /// certain as percepts, and fade and drift like them.
    pub(crate) fn believe_effects(
        &mut self,
        archetype: &CompiledArchetype,
        action: GroundActionId,
        hoped: &mut Vec<(GroundFact, FactValue)>,
        now_ms: u64,
    ) {
        let traces = &mut self.traces;
        let renew = |fact: GroundFact, value: FactValue| {
            if let Some(at) = archetype.fading_at(fact) {
                let base = int(Some(value));
                traces[at] = Trace { confidence: CERTAIN, at_ms: now_ms, base, is_known: true };
            }
        };
        archetype.grounding.believe(action, &mut self.state, hoped, renew);
        self.version += 1;
    }

    /// Resets a fact to its default, which means unknown.
    pub(crate) fn forget(&mut self, archetype: &CompiledArchetype, fact: GroundFact, now_ms: u64) {
        archetype.grounding.reset(&mut self.state, fact);
        let base = int(archetype.grounding.value(&self.state, fact));
        if let Some(at) = archetype.fading_at(fact) {
            self.traces[at] = Trace { confidence: 0, at_ms: now_ms, base, is_known: false };
        }
    }

    /// Returns when time next changes a belief; `NEVER` if it does not.
    pub(crate) fn next_ms(&self, archetype: &CompiledArchetype, now_ms: u64) -> u64 {
        let next = |(fading, trace): (&Fading, &Trace)| {
            let unknown = if trace.is_known { trace.unknown_at_ms(fading) } else { NEVER };
            unknown.min(trace.moves_at_ms(fading, now_ms))
        };
        archetype.fading.iter().zip(&self.traces).map(next).min().unwrap_or(NEVER)
    }

    /// Returns the confidence in a fact, in millionths.
    pub(crate) fn confidence(&self, archetype: &CompiledArchetype, fact: GroundFact, now_ms: u64) -> u32 {
        match archetype.fading_at(fact) {
            Some(at) if self.traces[at].is_known => {
                self.traces[at].confidence_at(&archetype.fading[at], now_ms)
            }
            Some(_) => 0,
            None => CERTAIN,
        }
    }
}

impl Trace {
    fn confidence_at(&self, fading: &Fading, now_ms: u64) -> u32 {
        let Some(forget_ms) = fading.forget_ms else { return self.confidence };
        let lost = u128::from(now_ms.saturating_sub(self.at_ms)) * u128::from(CERTAIN)
            / u128::from(forget_ms.max(1));
        self.confidence.saturating_sub(u32::try_from(lost).unwrap_or(u32::MAX))
    }

    /// Returns the first time at which confidence is below the threshold or zero.
    fn unknown_at_ms(&self, fading: &Fading) -> u64 {
        let Some(forget_ms) = fading.forget_ms else { return NEVER };
        let lost_max = u64::from(self.confidence.saturating_sub(fading.threshold.max(1))) + 1;
        let takes = (lost_max * u64::from(forget_ms)).div_ceil(u64::from(CERTAIN));
        self.at_ms + takes
    }

    fn value_at(&self, fading: &Fading, now_ms: u64) -> i64 {
        let passed = i128::from(now_ms.saturating_sub(self.at_ms));
        let moved = i128::from(fading.drift_per_hour) * passed / (MS_PER_HOUR * 1_000_000);
        self.base.saturating_add(i64::try_from(moved).unwrap_or(0))
    }

    /// Returns the time at which a drifting value next changes by one.
    fn moves_at_ms(&self, fading: &Fading, now_ms: u64) -> u64 {
        if fading.drift_per_hour == 0 {
            return NEVER;
        }
        let moved = (self.value_at(fading, now_ms) - self.base).unsigned_abs();
        let each = i128::from(fading.drift_per_hour).unsigned_abs();
        let passed = (u128::from(moved) + 1) * (MS_PER_HOUR as u128 * 1_000_000);
        self.at_ms.saturating_add(u64::try_from(passed.div_ceil(each)).unwrap_or(NEVER))
    }
}

/// Iterates over the ground facts that wake by steps, in order.
fn stepped_facts(archetype: &CompiledArchetype) -> impl Iterator<Item = GroundFact> {
    let facts = archetype.grounding.ground_facts().zip(&archetype.wakes);
    facts.filter(|(_, wake)| matches!(wake, Wake::Step(_))).map(|(fact, _)| fact)
}

/// Returns a value as a number, for steps and crossings.
fn int(value: Option<FactValue>) -> i64 {
    match value {
        Some(FactValue::Int(value)) => value,
        Some(FactValue::Bool(value)) => i64::from(value),
        _ => 0,
    }
}
