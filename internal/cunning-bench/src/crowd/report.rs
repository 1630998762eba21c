//! What came out, as a table to read and as JSON.

use serde::Serialize;

use crate::target::{self, Target};

/// A crowd of one size.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    pub(super) agents: u32,
    pub(super) ticks: u32,
    /// How many expansions a tick may make.
    pub(super) budget: u64,
    /// How many plans are remembered.
    pub(super) cache: usize,
    /// How many threads search for plans.
    pub(super) threads: usize,
    /// By the clock on the wall.
    pub(super) wall_micros_p50: f64,
    pub(super) wall_micros_p99: f64,
    pub(super) micros_p50: f64,
    pub(super) micros_p99: f64,
    pub(super) micros_max: f64,
    pub(super) polls_per_tick: f64,
    pub(super) thoughts_per_tick: f64,
    pub(super) plans_per_tick: f64,
    pub(super) steps_per_tick: f64,
    /// In the whole time of ticks, not only that of planning.
    pub(super) plans_per_second: f64,
    pub(super) plans_failed: u64,
    pub(super) mean_plan_steps: f64,
    /// Plans of five steps and more.
    pub(super) long_plans_percent: f64,
    pub(super) cache_hits_percent: f64,
    pub(super) expanded_per_tick: f64,
    pub(super) expanded_max: u64,
    pub(super) allocations_per_tick: f64,
    /// While nothing happens but time and sensors.
    pub(super) idle_thoughts: u64,
    pub(super) idle_allocations: u64,
    pub(super) idle_micros_p50: f64,
    pub(super) bytes_per_agent: f64,
    /// Agents that carry out a step.
    pub(super) acting_percent: f64,
    /// Plans that are waited for after the last tick.
    pub(super) waiting: usize,
    pub(super) keeping: Keeping,
}

/// What it takes to keep a moment of a crowd and to come back to it, in µs.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Keeping {
    pub(super) snapshot: f64,
    pub(super) rollback: f64,
    pub(super) save: f64,
    pub(super) restore: f64,
    pub(super) bytes: usize,
}

/// The crowd's questions for planners alone.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Planning {
    pub(super) questions: usize,
    pub(super) micros: f64,
    pub(super) expanded: f64,
    pub(super) dogoap_micros: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) tick_ms: u32,
    /// What the fixed loop took before and after.
    pub(super) calibration_ms: [f64; 2],
    pub(super) rows: Vec<Row>,
    pub(super) planning: Option<Planning>,
    pub(super) targets: Vec<Target>,
}

impl Row {
    pub(super) fn print(&self) {
        println!(
            "{} agents on {}, {} ticks of {} ms, budget {} expansions, cache for {} plans",
            self.agents,
            if self.threads == 1 { "one thread".to_owned() } else { format!("{} threads", self.threads) },
            self.ticks,
            super::TICK_MS,
            self.budget,
            self.cache
        );
        println!(
            "  µs a tick         p50 {:.0}, p99 {:.0}, max {:.0}; idle p50 {:.0}",
            self.micros_p50, self.micros_p99, self.micros_max, self.idle_micros_p50
        );
        println!("  on the wall       p50 {:.0}, p99 {:.0}", self.wall_micros_p50, self.wall_micros_p99);
        println!(
            "  in a tick         {:.0} sensors polled, {:.1} thoughts, {:.1} plans, {:.1} steps begun, {:.0} expansions ({} at most)",
            self.polls_per_tick,
            self.thoughts_per_tick,
            self.plans_per_tick,
            self.steps_per_tick,
            self.expanded_per_tick,
            self.expanded_max
        );
        println!(
            "  plans             {:.2} steps on average, {:.1} % have five or more; {} goals had none",
            self.mean_plan_steps, self.long_plans_percent, self.plans_failed
        );
        println!(
            "  plans a second    {:.0} of a tick's whole time; {:.1} % from the cache; {} waited for in the end",
            self.plans_per_second, self.cache_hits_percent, self.waiting
        );
        println!(
            "  memory            {:.0} bytes an agent; {:.1} allocations a tick, {} in all idle ticks ({} thoughts in them)",
            self.bytes_per_agent, self.allocations_per_tick, self.idle_allocations, self.idle_thoughts
        );
        let Keeping { snapshot, rollback, save, restore, bytes } = self.keeping;
        println!(
            "  a moment          {snapshot:.0} µs to keep, {rollback:.0} to go back to; {save:.0} to save ({} bytes an agent), {restore:.0} to restore",
            bytes / self.agents.max(1) as usize
        );
        println!("  acting            {:.1} % of the agents carry out a step", self.acting_percent);
        println!();
    }
}

impl Report {
    /// Everything but the rows, which are printed as they come.
    pub(super) fn print(&self) {
        if let Some(planning) = &self.planning {
            println!("planning alone, without a cache, {} questions of the crowd", planning.questions);
            println!(
                "  cunning           {:.2} µs a plan, {:.0} plans/s, {:.1} expansions",
                planning.micros,
                1e6 / planning.micros,
                planning.expanded
            );
            if let Some(micros) = planning.dogoap_micros {
                println!("  dogoap            {micros:.0} µs a plan, {:.0} plans/s", 1e6 / micros);
                for row in self.rows.iter().filter(|row| row.cache > 0 && row.threads == 1) {
                    let tick = micros * row.plans_per_tick;
                    println!(
                        "  {:>6} agents     dogoap would plan for {tick:.0} µs in a tick: {:.1} times our whole tick",
                        row.agents,
                        tick / row.micros_p50
                    );
                }
            }
            println!();
        }
        target::print(&self.targets);
        println!();
        for one in self.rows.iter().filter(|row| row.threads == 1) {
            let same = |row: &&Row| row.agents == one.agents && row.cache == one.cache && row.threads > 1;
            for many in self.rows.iter().filter(same) {
                println!(
                    "{} agents, cache for {} plans: a tick on {} threads takes {:.2} of the time on one, by the wall",
                    one.agents,
                    one.cache,
                    many.threads,
                    many.wall_micros_p50 / one.wall_micros_p50
                );
            }
        }
        println!(
            "calibration: a fixed loop of 20 million steps took {:.1} ms before and {:.1} ms after.",
            self.calibration_ms[0], self.calibration_ms[1]
        );
        println!(
            "µs: processor time of the game's thread for taking percepts and reports in and for the tick itself; the game's own time is left out."
        );
    }

    pub(super) fn json(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|error| error.to_string())
    }
}
