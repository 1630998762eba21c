//! The map overlays of the selected agent: what it sees, where others are in cover from it, which cells were searched for
//! its path, and what it fears.

use std::sync::Arc;

use cunning_arena::{ActorId, Cell, Shelter, World};
use cunning_walk::{Algorithm, Corners, Grid, Map, PathFinder};
use serde::Serialize;

use crate::limits::EXPANSIONS_MAX;
use crate::protocol::RequestError;

/// One digit per cell, one text per row: `0` for no, `1` for yes, `2` for full cover. Fear uses digits up to
/// [`FEAR_LEVELS`].
type Rows = Vec<String>;

/// The map overlays of an agent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Overlay {
    /// The name of the agent.
    name: String,
    /// The cells that the agent sees.
    sight: Rows,
    /// The cells that are in low or full cover from the agent.
    cover: Rows,
    /// The cells that A* expands for the agent's path.
    expanded: Rows,
    /// The fear of agents that navigate by it.
    fear: Option<FearOverlay>,
}

/// How much longer than the plain estimate the agent believes the path from each cell to be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct FearOverlay {
    /// The destination; `None` means all places that the agent knows something about.
    destination: Option<String>,
    /// The smallest and the largest fear of a feared cell, in cells.
    least: f64,
    most: f64,
    /// Levels from the smallest to the largest fear.
    rows: Rows,
}

/// The number of levels of fear; each is one digit.
const FEAR_LEVELS: u64 = 9;

impl FearOverlay {
    fn new(world: &World, actor: ActorId) -> Option<Self> {
        let fear = world.fear_of(actor)?;
        let scene = world.scene();
        let overs = || fear.cells.iter().map(|(_, over)| u64::from(*over));
        let (least, most) = (overs().min().unwrap_or(0), overs().max().unwrap_or(0));
        let mut rows = vec![vec![0; scene.width().into()]; scene.height().into()];
        for &(cell, over) in &fear.cells {
            let share = (u64::from(over) - least) * (FEAR_LEVELS - 1);
            let step = 1 + share.checked_div(most - least).unwrap_or(FEAR_LEVELS - 1);
            if let Some(known) =
                rows.get_mut(usize::from(cell.y)).and_then(|row| row.get_mut(usize::from(cell.x)))
            {
                *known = step;
            }
        }
        let digits = |row: Vec<u64>| row.iter().map(u64::to_string).collect();
        let named = |cell: Cell| {
            let spot = scene.spots().iter().find(|spot| spot.centre == cell);
            spot.map_or_else(|| format!("{}, {}", cell.x, cell.y), |spot| spot.name.clone())
        };
        Some(Self {
            destination: fear.to.map(named),
            least: least as f64 / 1000.0,
            most: most as f64 / 1000.0,
            rows: rows.into_iter().map(digits).collect(),
        })
    }
}

impl Overlay {
    /// Makes the overlays of an actor.
    pub(crate) fn new(world: &World, name: &str) -> Result<Self, RequestError> {
        let scene = world.scene();
        let at = scene.actors().iter().position(|actor| actor.name == name);
        let id = at.map(|at| ActorId::new(at as u16));
        let actor = id.and_then(|id| Some((id, world.actor(id)?)));
        let (id, actor) =
            actor.ok_or_else(|| RequestError::new(format!("{name} has no body in the scene")))?;
        let rows = |letter: &dyn Fn(Cell) -> char| -> Rows {
            (0..scene.height())
                .map(|y| (0..scene.width()).map(|x| letter(Cell::new(x, y))).collect())
                .collect()
        };
        // The world stores the end of a path first.
        let expanded = expanded(world, actor.cell(), actor.path().first().copied());
        Ok(Self {
            name: name.to_owned(),
            sight: rows(&|cell| if world.sees_cell(id, cell) { '1' } else { '0' }),
            cover: rows(&|cell| match world.cover_from(cell, actor.cell()) {
                _ if !scene.terrain(cell).is_walkable() => '0',
                Shelter::None => '0',
                Shelter::Low => '1',
                Shelter::Full => '2',
            }),
            expanded: rows(&|cell| if expanded.contains(&cell) { '1' } else { '0' }),
            fear: FearOverlay::new(world, id),
        })
    }
}

/// The cells that A* expands on the path from one cell to another, with doors as they are.
fn expanded(world: &World, from: Cell, to: Option<Cell>) -> Vec<Cell> {
    let Some(to) = to.filter(|to| *to != from) else { return Vec::new() };
    let scene = world.scene();
    let is_closed = |cell: Cell| {
        let door = scene.doors().iter().position(|door| door.cell == cell);
        let state = door.and_then(|at| world.door(cunning_arena::DoorId::new(at as u16)));
        state == Some(cunning_arena::DoorState::Locked)
    };
    let letter = |cell: Cell| {
        if !scene.terrain(cell).is_walkable() || is_closed(cell) { '@' } else { '.' }
    };
    let rows: Vec<String> =
        (0..scene.height()).map(|y| (0..scene.width()).map(|x| letter(Cell::new(x, y))).collect()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let Ok(map) = Map::from_rows(&rows) else { return Vec::new() };
    let mut finder = PathFinder::new(Arc::new(Grid::new(&map, Corners::Strict)), Algorithm::AStar);
    let position = |cell: Cell| (u32::from(cell.x), u32::from(cell.y));
    if finder.start(position(from), position(to)).is_err() {
        return Vec::new();
    }
    let mut cells = Vec::new();
    finder.step_watched(EXPANSIONS_MAX, &mut |position: (u32, u32)| {
        cells.push(Cell::new(position.0 as u16, position.1 as u16));
    });
    cells.sort_unstable();
    cells.dedup();
    cells
}
