//! What lies over the map for one who is selected: what he sees, what protects from him, what was searched for the way that
//! he goes, and what he fears.

use std::sync::Arc;

use cunning_arena::{ActorId, Cell, Shelter, World};
use cunning_walk::{Algorithm, Corners, Grid, Map, PathFinder};
use serde::Serialize;

use crate::limits::EXPANSIONS_MAX;
use crate::wire::Refusal;

/// Cells by row, a letter each: `1` where it holds, `2` where it holds more, `0` where it does not. Fear goes up to
/// [`STEPS`].
type Rows = Vec<String>;

/// What lies over the map.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Overlay {
    /// Whose it is.
    name: String,
    /// Cells that are seen.
    sight: Rows,
    /// Cells that are protected from here: by low cover, or fully.
    cover: Rows,
    /// Cells that a search for the way expands.
    expanded: Rows,
    /// What is feared, for those who seek their way.
    fear: Option<FearMap>,
}

/// How much longer than it looks somebody believes the way from each cell to be.
#[derive(Clone, Debug, Serialize)]
struct FearMap {
    /// Where it is on its way to; without that, it is about any place that it knows something of.
    to: Option<String>,
    /// The least of those cells that are feared at all, and the most, in cells.
    least: f64,
    most: f64,
    /// Steps from the least to the most.
    rows: Rows,
}

/// The steps that fear is told in: a digit has no more.
const STEPS: u64 = 9;

impl FearMap {
    fn of(world: &World, who: ActorId) -> Option<Self> {
        let fear = world.fear_of(who)?;
        let scene = world.scene();
        let overs = || fear.cells.iter().map(|(_, over)| u64::from(*over));
        let (least, most) = (overs().min().unwrap_or(0), overs().max().unwrap_or(0));
        let mut rows = vec![vec![0; scene.width().into()]; scene.height().into()];
        for &(cell, over) in &fear.cells {
            let share = (u64::from(over) - least) * (STEPS - 1);
            let step = 1 + share.checked_div(most - least).unwrap_or(STEPS - 1);
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
            to: fear.to.map(named),
            least: least as f64 / 1000.0,
            most: most as f64 / 1000.0,
            rows: rows.into_iter().map(digits).collect(),
        })
    }
}

impl Overlay {
    /// For an actor of a world.
    pub(crate) fn of(world: &World, name: &str) -> Result<Self, Refusal> {
        let scene = world.scene();
        let at = scene.actors().iter().position(|actor| actor.name == name);
        let who = at.map(|at| ActorId::new(at as u16));
        let actor = who.and_then(|who| Some((who, world.actor(who)?)));
        let (who, actor) = actor.ok_or_else(|| Refusal::new(format!("{name} has no body")))?;
        let rows = |letter: &dyn Fn(Cell) -> char| -> Rows {
            (0..scene.height())
                .map(|y| (0..scene.width()).map(|x| letter(Cell::new(x, y))).collect())
                .collect()
        };
        // The end of a way comes first.
        let expanded = expanded(world, actor.cell(), actor.path().first().copied());
        Ok(Self {
            name: name.to_owned(),
            sight: rows(&|cell| if world.sees_cell(who, cell) { '1' } else { '0' }),
            cover: rows(&|cell| match world.cover_from(cell, actor.cell()) {
                _ if !scene.terrain(cell).is_walkable() => '0',
                Shelter::None => '0',
                Shelter::Low => '1',
                Shelter::Full => '2',
            }),
            expanded: rows(&|cell| if expanded.contains(&cell) { '1' } else { '0' }),
            fear: FearMap::of(world, who),
        })
    }
}

/// The cells that A* expands on the way from one cell to another, with doors as they are.
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
