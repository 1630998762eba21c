//! The queries of the benchmark asked by agents: one agent with the goal as an order, ticked with the default budget
//! until it acts, gives up or has had its time. What counts is the time of a tick, which must fit into a frame.

use std::time::Duration;

use cpu_time::ThreadTime;
use cunning_mind::{Budget, Command, Minds, Order};
use serde::Serialize;

use super::query::Query;
use super::suite::Game;
use crate::player::{self, Objects};

/// The length of a tick.
const TICK: Duration = Duration::from_millis(16);
/// The ticks after which an agent without a plan has none.
const TICKS_MAX: u32 = 400;

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
    let domain = player::domain(&game.name, game.source.text(), &*game.domain()?, &[goal], 0.0);
    let domain = domain.map_err(|error| failed(&error))?;
    let mut minds = Minds::new(&domain);
    let agent = minds.spawn(player::ARCHETYPE).map_err(|error| failed(&error))?;
    let (planning, request) = (domain.planning().clone(), game.request(query)?);
    let objects = Objects::bind(&planning, &mut minds).map_err(|error| failed(&error))?;
    let settings = planning.start().iter().chain(&request.set);
    objects.set(&mut minds, agent, settings).map_err(|error| failed(&error))?;
    let goal = planning.goals().get(request.goal).ok_or_else(|| failed(&"no goal"))?;
    let mut order = Order::goal(goal.name.clone()).bias(1.0).rigid();
    for (param, argument) in &request.args {
        order = order.arg(goal.params[param.index()].name.clone(), objects.argument(argument));
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
