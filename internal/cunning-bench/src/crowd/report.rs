//! The results as a table and as JSON.

use serde::Serialize;

use crate::target::{self, Target};

/// The results of a crowd of one size.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    pub(super) agents: u32,
    pub(super) ticks: u32,
    /// The maximum number of expansions per tick.
    pub(super) budget: u64,
    /// The capacity of the plan cache.
    pub(super) cache: usize,
    /// The number of planning threads.
    pub(super) threads: usize,
    /// In wall-clock time.
    pub(super) wall_micros_p50: f64,
    pub(super) wall_micros_p99: f64,
    pub(super) micros_p50: f64,
    pub(super) micros_p99: f64,
    pub(super) micros_max: f64,
    pub(super) polls_per_tick: f64,
    pub(super) thoughts_per_tick: f64,
    pub(super) plans_per_tick: f64,
    pub(super) steps_per_tick: f64,
    /// Relative to the whole time of ticks, not only that of planning.
    pub(super) plans_per_second: f64,
    pub(super) plans_failed: u64,
    pub(super) mean_plan_steps: f64,
    /// The share of plans with five steps or more.
    pub(super) long_plans_percent: f64,
    pub(super) cache_hits_percent: f64,
    pub(super) expanded_per_tick: f64,
    pub(super) expanded_max: u64,
    pub(super) allocations_per_tick: f64,
    /// While only time passes and sensors are polled.
    pub(super) idle_thoughts: u64,
    pub(super) idle_allocations: u64,
    pub(super) idle_micros_p50: f64,
    pub(super) bytes_per_agent: f64,
    /// The share of agents that carry out a step.
    pub(super) acting_percent: f64,
    /// The number of plans still in progress after the last tick.
    pub(super) waiting: usize,
    pub(super) snapshots: Snapshots,
    /// The median time of the state hash at the end of a tick.
    pub(super) hash_micros: f64,
    /// The median time of a recorded tick.
    pub(super) recorded_micros: f64,
}

/// The time to snapshot, roll back, save and restore a crowd, in microseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Snapshots {
    pub(super) snapshot: f64,
    pub(super) rollback: f64,
    pub(super) save: f64,
    pub(super) restore: f64,
    pub(super) bytes: usize,
}

/// The crowd's planning problems for planners alone.
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
    /// The duration of the fixed loop before and after.
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
            "  µs per tick       p50 {:.0}, p99 {:.0}, max {:.0}; idle p50 {:.0}",
            self.micros_p50, self.micros_p99, self.micros_max, self.idle_micros_p50
        );
        println!("  wall clock        p50 {:.0}, p99 {:.0}", self.wall_micros_p50, self.wall_micros_p99);
        println!(
            "  per tick          {:.0} sensors polled, {:.1} thoughts, {:.1} plans, {:.1} steps started, {:.0} expansions (at most {})",
            self.polls_per_tick,
            self.thoughts_per_tick,
            self.plans_per_tick,
            self.steps_per_tick,
            self.expanded_per_tick,
            self.expanded_max
        );
        println!(
            "  plans             {:.2} steps on average, {:.1} % with five or more; {} goals without a plan",
            self.mean_plan_steps, self.long_plans_percent, self.plans_failed
        );
        println!(
            "  plans per second  {:.0} of the whole tick time; {:.1} % from the cache; {} in progress at the end",
            self.plans_per_second, self.cache_hits_percent, self.waiting
        );
        println!(
            "  memory            {:.0} bytes per agent; {:.1} allocations per tick, {} in all idle ticks ({} thoughts)",
            self.bytes_per_agent, self.allocations_per_tick, self.idle_allocations, self.idle_thoughts
        );
        println!(
            "  recorded          {:.0} µs per tick; the hash of the state takes {:.0} µs",
            self.recorded_micros, self.hash_micros
        );
        let Snapshots { snapshot, rollback, save, restore, bytes } = self.snapshots;
        println!(
            "  snapshots         {snapshot:.0} µs to take, {rollback:.0} to roll back; {save:.0} to save ({} bytes per agent), {restore:.0} to restore",
            bytes / self.agents.max(1) as usize
        );
        println!("  acting            {:.1} % of the agents carry out a step", self.acting_percent);
        println!();
    }
}

impl Report {
    /// Prints everything but the rows, which are printed as they come.
    pub(super) fn print(&self) {
        if let Some(planning) = &self.planning {
            println!("planning alone, without a cache, {} problems of the crowd", planning.questions);
            println!(
                "  cunning           {:.2} µs per plan, {:.0} plans/s, {:.1} expansions",
                planning.micros,
                1e6 / planning.micros,
                planning.expanded
            );
            if let Some(micros) = planning.dogoap_micros {
                println!("  dogoap            {micros:.0} µs per plan, {:.0} plans/s", 1e6 / micros);
                for row in self.rows.iter().filter(|row| row.cache > 0 && row.threads == 1) {
                    let tick = micros * row.plans_per_tick;
                    println!(
                        "  {:>6} agents     dogoap would plan for {tick:.0} µs per tick: {:.1} times our whole tick",
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
                    "{} agents, cache for {} plans: a tick on {} threads takes {:.2} of the wall-clock time on one",
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
            "µs: processor time of the game's thread for receiving percepts and reports and for the tick itself, without the game's own time."
        );
    }

    pub(super) fn json(&self) -> Result<String, String> {
        serde_json::to_string_pretty(self).map_err(|error| error.to_string())
    }
}
