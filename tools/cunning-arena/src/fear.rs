//! What a seeker fears, for whoever looks on: cells, and by how much it believes the way from them to be longer than it
//! looks. Looking changes nothing.

use std::collections::BTreeMap;

use crate::seeking::thousandths;
use crate::{ActorId, Cell, World};

/// What a seeker fears.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fear {
    /// The cell that stands for the place it is on its way to. Without one it rests, and `cells` is about any place that it
    /// knows something of.
    pub to: Option<Cell>,
    /// What fear adds to the way from a cell, in thousandths of a cell, in the order of the map's rows; cells that are not
    /// feared are left out.
    pub cells: Vec<(Cell, u32)>,
}

impl World {
    /// What an actor fears: on the walk under way, or while it rests the most of what it would fear on the way to any place
    /// that it knows something of. Nothing for those who do not seek their way.
    pub fn fear_of(&self, actor: ActorId) -> Option<Fear> {
        self.scene().actors().get(actor.index())?.config?;
        let ground = self.ground()?;
        let Some(navigator) = self.actor(actor)?.navigator() else { return Some(Fear::default()) };
        let to = navigator.active_walk().map(|(goal, _)| goal);
        let goals: Vec<u32> = to.map_or_else(|| navigator.goals().collect(), |goal| vec![goal]);
        let mut most: BTreeMap<u32, u32> = BTreeMap::new();
        for goal in goals {
            for (state, fear_penalty) in navigator.fear(&**ground, &self.config(actor), goal).ok()? {
                let known = most.entry(state).or_default();
                *known = (*known).max(thousandths(ground, fear_penalty.over));
            }
        }
        let cell = |state: u32| Cell::at(ground.position(state));
        let cells = most.into_iter().filter(|(_, over)| *over > 0);
        Some(Fear { to: to.map(cell), cells: cells.map(|(state, over)| (cell(state), over)).collect() })
    }
}
