//! Replay of recordings: applies the same inputs to a new engine and compares the state hashes.

use std::fmt;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_plan::Micros;
use cunning_plan::model::{FactId, GoalId, TableId, TypeId};
use cunning_trace::{Candidate, Event, Origin, Reader, Record, Report, Subject, Value};

use crate::engine::{MindConfig, MindEngine, Spawn};
use crate::error::MindError;
use crate::message::{AgentId, Order, OrderId, Percept, QuestionId, StepId};
use crate::read::read_with;
use crate::record::{ACT, CHOOSE, GRANT, QUERY_RUN, SAVED, SENSOR, THINK, WITHDRAWN};
use crate::spec::DomainSpec;

/// The result of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The number of replayed ticks.
    pub ticks: u64,
    /// The number of compared hashes.
    pub compared: u64,
    /// The first tick whose hash differs, if there is one.
    pub diverged: Option<u64>,
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.diverged {
            Some(tick) => write!(f, "diverged at tick {tick}"),
            None => write!(f, "{} ticks, {} hashes, all the same", self.ticks, self.compared),
        }
    }
}

/// Replays a recording with the spec and the configuration that it was made with.
pub fn replay<B: AsRef<[u8]>>(
    reader: &Reader<B>,
    spec: Arc<DomainSpec>,
    config: MindConfig,
) -> Result<Replayed, MindError> {
    let mut engine = MindEngine::new(spec, config);
    let mut saved = Vec::new();
    engine.answer_from_record();
    let mut replayed = Replayed { ticks: 0, compared: 0, diverged: None };
    for record in reader.records() {
        let record = record.map_err(|damage| MindError::malformed("recording", damage.to_string()))?;
        if let Event::Hash { hash } = record.event {
            replayed.compared += 1;
            if hash != engine.replay_hash() {
                replayed.diverged = Some(record.tick);
                return Ok(replayed);
            }
        }
        if record.origin == Origin::Input {
            replayed.ticks += u64::from(matches!(record.event, Event::Tick { .. }));
            match record.event {
                Event::Message { sort: SAVED, bytes } => {
                    let (is_last, part) = bytes
                        .split_first()
                        .ok_or_else(|| MindError::malformed("recording", "a message is cut short"))?;
                    saved.extend_from_slice(part);
                    if *is_last == 1 {
                        let spec = engine.spec().clone();
                        let restored = MindEngine::restore(&std::mem::take(&mut saved), spec, config, Some);
                        (engine, _) =
                            restored.map_err(|error| MindError::malformed("recording", error.to_string()))?;
                        engine.answer_from_record();
                    }
                }
                _ => apply(&mut engine, &record)?,
            }
            engine.clear_commands();
        }
    }
    Ok(replayed)
}

/// Applies an input that is a message of the engine.
fn apply_message(engine: &mut MindEngine, sort: u32, bytes: &[u8]) -> Result<(), MindError> {
    let number = || bytes.try_into().map_or(0, u64::from_le_bytes);
    match sort {
        THINK => engine.think(),
        CHOOSE => {
            engine.ask(None);
            engine.choose();
        }
        GRANT => {
            engine.plan_slice(number());
        }
        ACT => engine.act_on(),
        WITHDRAWN => {
            engine.withdraw(OrderId(number()));
        }
        QUERY_RUN => engine.take_from_budget(number()),
        SENSOR => {
            let (interval, name) = bytes
                .split_at_checked(4)
                .ok_or_else(|| MindError::malformed("recording", "a message is cut short"))?;
            let interval = interval.try_into().map_or(0, u32::from_le_bytes);
            engine.set_sensor(&String::from_utf8_lossy(name), interval);
        }
        _ => {}
    }
    Ok(())
}

fn apply(engine: &mut MindEngine, record: &Record<'_>) -> Result<(), MindError> {
    let agent = match record.subject {
        Subject::Agent(agent) => agent,
        Subject::World => AgentId(u64::MAX),
    };
    match record.event {
        Event::Tick { dt_ms, budget } => engine.pass(dt_ms, budget),
        Event::Message { sort, bytes } => apply_message(engine, sort, bytes)?,
        Event::QueryRun { query, candidates } => {
            let judged: Vec<Candidate> = candidates.iter().collect();
            engine.answer_as_recorded(agent, query as usize, judged);
        }
        Event::Reloaded { sources } => {
            let source = |source: cunning_trace::Source<'_>| Source::new(source.name, source.text);
            let sources: Vec<Source> = sources.iter().map(source).collect();
            let main = sources
                .first()
                .ok_or_else(|| MindError::malformed("recording", "the text of a reload is missing"))?;
            let loader = |name: &str| sources.iter().find(|source| source.name() == name).cloned();
            let (spec, _) =
                read_with(main, loader).map_err(|found| MindError::ForeignRecording(found.to_string()))?;
            engine.reload(Arc::new(spec))?;
        }
        Event::AgentAdded { archetype, name, commander, seed } => {
            let known = engine.spec().archetypes.get(archetype as usize).map(|known| known.name.clone());
            let known = known.ok_or_else(|| {
                MindError::ForeignRecording("it has an archetype that the domain does not have".to_owned())
            })?;
            let traits = Vec::new();
            engine.spawn(&known, Spawn { name: name.to_owned(), seed, commander, traits })?;
        }
        Event::TraitSet { id, value } => {
            let name =
                engine.spec().planning.traits().as_slice().get(id as usize).map(|known| known.name.clone());
            if let (Some(name), Some(value)) = (name, Micros::new(value)) {
                engine.set_trait(agent, &name, value)?;
            }
        }
        Event::TableSet { entry, value } => {
            let key: Vec<Value> = entry.args.iter().collect();
            let whose = (record.subject != Subject::World).then_some(agent);
            if let Some(value) = Micros::new(value) {
                engine.put_number(whose, TableId::new(entry.id), &key, value)?;
            }
        }
        Event::AgentRemoved { .. } => engine.remove(agent),
        Event::CommanderChanged { commander } => engine.set_commander(agent, commander),
        Event::ImportanceSet { importance } => engine.set_importance(agent, importance),
        Event::Quarantined { reason } => engine.quarantine(agent, reason),
        Event::Ordered { goal, terms, .. } => {
            let args: Vec<Option<Value>> =
                goal.args.iter().map(|value| (value != Value::None).then_some(value)).collect();
            let goal = GoalId::new(goal.id);
            engine.order(agent, Order { goal, args: &args, terms })?;
        }
        Event::Percept { fact, value, confidence, .. } => {
            let indices: Vec<Value> = fact.args.iter().collect();
            let fact = FactId::new(fact.id);
            engine.receive(&Percept::Set { agent, fact, indices: &indices, value, confidence });
        }
        Event::Bound { ty, handle, name } => {
            engine.receive(&Percept::Bind { ty: TypeId::new(ty), handle, name });
        }
        Event::Unbound { handle } => engine.receive(&Percept::Unbind { handle }),
        Event::StepReported { step, report, .. } => {
            let step = StepId(step);
            engine.receive(&match report {
                Report::Done => Percept::Done(step),
                Report::Failed => Percept::Failed(step),
                Report::Ended => Percept::Ended(step),
                _ => Percept::Running(step),
            });
        }
        Event::Answered { question, value } => {
            engine.receive(&Percept::Answer {
                question: QuestionId(question),
                yes: value == Value::Bool(true),
            });
        }
        Event::Held { .. } => engine.receive(&Percept::Hold(agent)),
        Event::Released => engine.receive(&Percept::Release(agent)),
        Event::Slept => engine.sleep(agent),
        Event::Woken => engine.wake(agent),
        _ => {}
    }
    Ok(())
}
