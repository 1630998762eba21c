//! The walks of agents that search their path as they go: one by one, summed up over many runs, and drawn.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cunning_arena::simulation::SeekerWalk;
use cunning_arena::{Cell, World, picture};
use cunning_diag::visible_line;
use cunning_draw::DrawError;
use cunning_sweep::Walk;
use serde::Serialize;

/// The same walk in many runs.
#[derive(Serialize)]
pub(crate) struct Walks {
    who: String,
    number: u32,
    to: String,
    count: u64,
    arrived: u64,
    /// The number of walks that fear changed.
    shied: u64,
    mean_cells: f64,
    /// The number of walks through each place.
    through: BTreeMap<String, u64>,
}

impl Walks {
    /// Sums up walks by agent, number and destination.
    pub(crate) fn of<'a>(walks: impl Iterator<Item = &'a Walk>) -> Vec<Self> {
        let mut all: BTreeMap<(&str, u32, &str), Vec<&Walk>> = BTreeMap::new();
        for walk in walks {
            all.entry((&walk.who, walk.number, &walk.to)).or_default().push(walk);
        }
        let sum = |((who, number, to), walks): ((&str, u32, &str), Vec<&Walk>)| {
            let mut through = BTreeMap::new();
            for place in walks.iter().flat_map(|walk| &walk.through) {
                *through.entry(place.clone()).or_default() += 1;
            }
            let count =
                |is_counted: fn(&Walk) -> bool| walks.iter().filter(|walk| is_counted(walk)).count() as u64;
            Self {
                who: who.to_owned(),
                number,
                to: to.to_owned(),
                count: walks.len() as u64,
                arrived: count(|walk| walk.arrived),
                shied: count(|walk| walk.shied.is_some()),
                mean_cells: walks.iter().map(|walk| walk.cells).sum::<f64>() / walks.len() as f64,
                through,
            }
        };
        all.into_iter().map(sum).collect()
    }

    pub(crate) fn sentence(&self) -> String {
        let Self { who, number, to, count: all, arrived, shied, mean_cells, .. } = self;
        let (who, to) = (visible_line(who), visible_line(to));
        let mut text = format!(
            "{who}, walk {number} to {to}: {arrived} of {all} arrived, {mean_cells:.1} cells on average, {shied} changed by fear"
        );
        for (place, count) in &self.through {
            let share = *count as f64 / *all as f64 * 100.0;
            // Writing to a String cannot fail.
            let _ = write!(text, "; {count} through {} ({share:.0} %)", visible_line(place));
        }
        text + "\n"
    }
}

/// Draws the world with the last walk of every agent.
pub(crate) fn picture(world: &World, walks: &[SeekerWalk]) -> Result<String, DrawError> {
    let last: BTreeMap<&str, &[Cell]> =
        walks.iter().map(|walk| (walk.actor.as_str(), walk.cells.as_slice())).collect();
    picture::svg_with_paths(world, &last.into_iter().collect::<Vec<_>>())
}
