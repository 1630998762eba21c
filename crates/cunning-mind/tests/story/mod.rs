//! An engine and its commands as text.

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{CERTAIN, Command, Percept, Value};
use cunning_mind::{AgentId, DomainSpec, MindConfig, MindEngine, Spawn, StepId};
use cunning_plan::PlanningDomain;

/// A recording in memory.
pub use cunning_mind::SharedBytes as File;

/// Returns the spec of a domain text without agents.
pub fn spec(text: &str) -> DomainSpec {
    let domain =
        cunning_plan::read(&Source::new("test.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    DomainSpec::plain(Arc::new(domain))
}

pub fn agents(spec: DomainSpec) -> MindEngine {
    MindEngine::new(Arc::new(spec), MindConfig::default())
}

pub fn spawn(set: &mut MindEngine) -> AgentId {
    set.spawn("agent", Spawn::default()).unwrap()
}

pub fn tell(set: &mut MindEngine, agent: AgentId, fact: &str, indices: &[Value], value: Value) {
    let fact = set.spec().planning.fact_named(fact).unwrap();
    set.receive(&Percept::Set { agent, fact, indices, value, confidence: CERTAIN });
}

pub fn belief(set: &MindEngine, agent: AgentId, fact: &str) -> (Value, u32) {
    set.belief(agent, set.spec().planning.fact_named(fact).unwrap(), &[]).unwrap()
}

/// Returns the commands of a tick as text.
pub fn said(set: &MindEngine) -> Vec<String> {
    let domain = &set.spec().planning;
    set.commands().iter().map(|command| show(domain, command)).collect()
}

fn show(domain: &PlanningDomain, command: Command<'_>) -> String {
    let value = |value: &Value| match value {
        Value::Object(id) => domain.objects().as_slice()[*id as usize].name.clone(),
        Value::Handle(handle) => format!("#{handle}"),
        Value::Int(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    let args = |args: &[Value]| args.iter().map(value).collect::<Vec<_>>().join(", ");
    match command {
        Command::Start { action, args: given, .. } => {
            format!("{}({})", domain.actions()[action].name, args(given))
        }
        Command::Ask { action, args: given, .. } => {
            format!("{}({})?", domain.actions()[action].name, args(given))
        }
        Command::Query { asked, of, .. } => format!("{asked:?}({})?", args(of)),
        Command::Stop { reason, .. } => format!("stop: {reason:?}"),
        Command::Sense { sensor, .. } => format!("sense {sensor}"),
        Command::Idle { why, .. } => format!("idle: {why:?}"),
        Command::OrderReport { goal, report, .. } => format!("{}: {report:?}", domain.goals()[goal].name),
    }
}

/// Returns the steps started in a tick, with their agents.
pub fn started(set: &MindEngine) -> Vec<(AgentId, StepId)> {
    let step = |command: Command<'_>| match command {
        Command::Start { agent, step, .. } => Some((agent, step)),
        _ => None,
    };
    set.commands().iter().filter_map(step).collect()
}

/// Clears the commands and advances time by a tenth of a second.
pub fn tick(set: &mut MindEngine) {
    set.clear_commands();
    set.tick(100, 1000);
}

/// Completes every started step, for some ticks.
pub fn live(set: &mut MindEngine, ticks: u32) -> Vec<String> {
    let mut story = Vec::new();
    for _ in 0..ticks {
        set.tick(100, 1000);
        story.extend(said(set));
        let steps = started(set);
        set.clear_commands();
        for (_, step) in steps {
            set.receive(&Percept::Done(step));
        }
    }
    story
}
