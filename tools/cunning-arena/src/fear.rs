//! What a seeker fears, for inspection: cells, and how much longer it believes the path from them to be than
//! the straight distance.

use std::collections::BTreeMap;

use crate::seeking::thousandths;
use crate::{ActorId, Cell, World};

/// The cells that a seeker fears.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fear {
    /// The cell that stands for the destination of its walk. `None` while it rests; `cells` then covers all
    /// destinations that it has knowledge of.
    pub to: Option<Cell>,
    /// The feared cells, each with the length that fear adds to the path from it in thousandths of a cell, in
    /// row order.
    pub cells: Vec<(Cell, u32)>,
}

impl World {
    /// Returns what an actor fears: on its current walk, or while it rests the maximum over all destinations
    /// that it has knowledge of. Returns `None` for actors without a navigator.
    pub fn fear_of(&self, actor: ActorId) -> Option<Fear> {
        self.scene().actors().get(actor.index())?.navigator?;
        let ground = self.ground()?;
        let Some(navigator) = self.actor(actor)?.navigator() else { return Some(Fear::default()) };
        let to = navigator.active_walk().map(|(goal, _)| goal);
        let goals: Vec<u32> = to.map_or_else(|| navigator.goals().collect(), |goal| vec![goal]);
        let mut most: BTreeMap<u32, u32> = BTreeMap::new();
        for goal in goals {
            for (state, fear_penalty) in
                navigator.fear(&**ground, &self.navigator_config(actor), goal).ok()?
            {
                let known = most.entry(state).or_default();
                *known = (*known).max(thousandths(ground, fear_penalty.over));
            }
        }
        let cell = |state: u32| Cell::at(ground.position(state));
        let cells = most.into_iter().filter(|(_, over)| *over > 0);
        Some(Fear { to: to.map(cell), cells: cells.map(|(state, over)| (cell(state), over)).collect() })
    }
}
