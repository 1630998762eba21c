//! The queries of the benchmark asked by agents: one agent with the goal as an order, ticked with the default budget
//! until it acts, gives up or has had its time. What counts is the time of a tick, which must fit into a frame.

use std::time::Duration;

use cpu_time::ThreadTime;
use cunning_mind::{Budget, Command, Domain, GameObject, Minds, Order, Value, ValueRef};
use cunning_plan::model::{Argument, ObjectName, Value as Given};
use serde::Serialize;

use super::query::Query;
use super::suite::Game;

/// The length of a tick.
const TICK: Duration = Duration::from_millis(16);
/// The ticks after which an agent without a plan has none.
const TICKS_MAX: u32 = 400;
/// The archetype that is added to a domain.
const ARCHETYPE: &str = "player";

/// What the agent of a query did.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Decision {
    pub(crate) query: String,
    pub(crate) is_solvable: bool,
    /// The tick in which the first step started.
    pub(crate) acted_in_tick: Option<u32>,
    /// The processor time of each tick, in milliseconds.
    pub(crate) ticks_ms: Vec<f64>,
}

/// Asks one query.
pub(crate) fn ask(game: &Game, query: &Query) -> Result<Decision, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", query.name());
    let goal = query.goal.split_once('(').map_or(query.goal.as_str(), |(goal, _)| goal);
    let domain = domain(game, goal).map_err(|error| failed(&error))?;
    let mut minds = Minds::new(&domain);
    let agent = minds.spawn(ARCHETYPE).map_err(|error| failed(&error))?;
    let (planning, request) = (domain.planning().clone(), game.request(query)?);
    let bound: Vec<&str> =
        planning.bindings().iter().flat_map(|binding| binding.names.iter().map(String::as_str)).collect();
    for binding in planning.bindings() {
        let ty = planning.types().get(binding.ty).map_or("", |ty| ty.name.as_str());
        for name in &binding.names {
            let object = object(&bound, name).ok_or_else(|| failed(&"no such object"))?;
            minds.bind(ty, object, name).map_err(|error| failed(&error))?;
        }
    }
    let value = |name: &ObjectName| -> Value {
        let name = planning.object_name(name);
        object(&bound, name).map_or_else(|| Value::from(name), Value::from)
    };
    for setting in planning.start().iter().chain(&request.set) {
        let name = planning.facts().get(setting.fact).map_or("", |fact| fact.name.as_str());
        let indices: Vec<Value> = setting.indices.iter().map(&value).collect();
        let indices: Vec<ValueRef<'_>> = indices.iter().map(ValueRef::from).collect();
        let value = match &setting.value {
            Given::Bool(truth) => Value::from(*truth),
            Given::Int(number) => Value::from(*number),
            Given::Object(name) => value(name),
            Given::None => Value::None,
        };
        minds
            .set(agent, (name, indices.as_slice()), ValueRef::from(&value))
            .map_err(|error| failed(&error))?;
    }
    let goal = planning.goals().get(request.goal).ok_or_else(|| failed(&"no goal"))?;
    let mut order = Order::goal(goal.name.clone()).bias(1.0).rigid();
    for (param, argument) in &request.args {
        let param = goal.params[param.index()].name.clone();
        order = match argument {
            Argument::Object(name) => order.arg(param, value(name)),
            Argument::Number(number) => order.arg(param, *number),
        };
    }
    minds.order(agent, order).map_err(|error| failed(&error))?;
    let mut ticks_ms = Vec::new();
    let mut acted_in_tick = None;
    for tick in 1..=TICKS_MAX {
        let begin = ThreadTime::now();
        minds.tick(TICK, Budget::default());
        ticks_ms.push(begin.elapsed().as_secs_f64() * 1000.0);
        while let Some(command) = minds.next_command() {
            match command {
                Command::Start(_) => acted_in_tick = Some(tick),
                Command::Ask(check) => minds.answer(check.id, true),
                _ => {}
            }
        }
        if acted_in_tick.is_some() {
            break;
        }
    }
    Ok(Decision { query: query.name(), is_solvable: query.best.is_some(), acted_in_tick, ticks_ms })
}

/// The domain with an archetype that has all of its actions and one goal.
fn domain(game: &Game, goal: &str) -> Result<Domain, String> {
    let planning = game.domain()?;
    let list =
        |names: Vec<&str>| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let actions = list(planning.actions().as_slice().iter().map(|action| action.name.as_str()).collect());
    let text = format!(
        "{}\n[agent.{ARCHETYPE}]\nactions = [{actions}]\ngoals = {{ {goal} = 0 }}\n",
        game.source.text(),
    );
    Domain::from_str(&game.name, &text).map_err(|error| error.to_string())
}

/// The game's object that a name of an open type stands for.
fn object(bound: &[&str], name: &str) -> Option<GameObject> {
    bound.iter().position(|known| *known == name).map(|at| GameObject(at as u64))
}

/// Prints the figures of some decisions.
pub(crate) fn print(decisions: &[Decision]) {
    let mut ticks: Vec<f64> =
        decisions.iter().flat_map(|decision| decision.ticks_ms.iter().copied()).collect();
    ticks.sort_by(f64::total_cmp);
    let at = |share: f64| ticks.get(((ticks.len() as f64 * share) as usize).min(ticks.len() - 1)).copied();
    let solvable = decisions.iter().filter(|decision| decision.is_solvable);
    let mut acted: Vec<u32> = solvable.clone().filter_map(|decision| decision.acted_in_tick).collect();
    acted.sort_unstable();
    println!("{} of {} agents with a solvable goal acted", acted.len(), solvable.clone().count());
    if let (Some(middle), Some(last)) = (acted.get(acted.len() / 2), acted.last()) {
        println!("  ticks to the first step  p50 {middle}, worst {last}");
    }
    if let (Some(middle), Some(rare), Some(worst)) = (at(0.5), at(0.999), at(1.0)) {
        println!(
            "  time of a tick  p50 {middle:.3} ms, p99.9 {rare:.3} ms, worst {worst:.3} ms ({} ticks)",
            ticks.len()
        );
    }
    for decision in solvable.filter(|decision| decision.acted_in_tick.is_none()) {
        println!("  {} does nothing", decision.query);
    }
    let slow = decisions.iter().flat_map(|decision| {
        (1..)
            .zip(&decision.ticks_ms)
            .filter(|(_, ms)| **ms > 2.0)
            .map(|(tick, ms)| (*ms, tick, &decision.query))
    });
    let mut slow: Vec<(f64, u32, &String)> = slow.collect();
    slow.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("  {} ticks above 2 ms", slow.len());
    for (ms, tick, query) in slow.iter().take(10) {
        println!("    {ms:.2} ms in tick {tick} of {query}");
    }
}
