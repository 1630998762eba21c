//! Ways between cells as the doors are now: shortest paths, lengths, and detours around bodies.
//!
//! [`Paths`] is memory for answering, not an answer: keep one and ask it again. It notices by itself when doors
//! have changed or the world is another one, and what it remembers never changes an answer.

mod crowd;
mod field;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use cunning_search::{AStar, Dense, Engine, Limits, PathStep, Search, Status};
use cunning_walk::{Algorithm, Corners, Grid, Map, Octile, OctileDistance, PathFinder};

use crate::scene::Scene;
use crate::{AtDoors, Cell, DoorState, World};
use crowd::Crowd;
use field::Field;

/// How many expansions a detour may cost. Where there is none within that, waiting is better than searching.
const DETOUR_EXPANSIONS_MAX: u64 = 2000;
/// How much memory the distance fields of one network may take.
const FIELD_BYTES_MAX: usize = 1 << 23;

/// Memory for questions about ways. Diagonal moves never cut the corner of a wall or a closed door.
///
/// ```
/// use std::sync::{Arc, Mutex, PoisonError};
/// use cunning_arena::{AtDoors, Cell, Paths, Scene, World};
/// use cunning_diag::Source;
///
/// let text = "[scene]\nname = 'two rooms'\nmap = '''\n.....\n##+##\n.....\n'''\n";
/// let world = World::new(Arc::new(Scene::parse(&Source::new("rooms.toml", text))?));
/// let mut paths = Paths::default();
/// let (a, b) = (Cell::new(0, 0), Cell::new(0, 2));
/// assert_eq!(paths.length(&world, a, b, AtDoors::Open).map(|length| length.straight()), Some(6));
/// assert_eq!(paths.length(&world, a, b, AtDoors::Stop), None);
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
#[derive(Default)]
pub struct Paths {
    /// One for each way of dealing with doors.
    networks: [Option<Network>; 2],
}

/// What can be walked on with doors as they are.
struct Network {
    key: u64,
    grid: Arc<Grid>,
    finder: PathFinder,
    fields: Vec<Field>,
    /// Counts questions, to know which field was used last.
    clock: u64,
    crowd: Crowd,
    detour: AStar<Crowd>,
    steps: Vec<PathStep<Crowd>>,
}

/// Whether a walker who deals with doors in this manner can pass one.
pub(crate) fn is_passable(state: DoorState, manner: AtDoors) -> bool {
    state.is_open() || (manner == AtDoors::Open && state == DoorState::Closed)
}

impl Paths {
    /// Writes the shortest path from one cell to another, both included, and gives its length. Nothing is written
    /// when there is no way.
    pub fn find(
        &mut self,
        world: &World,
        from: Cell,
        to: Cell,
        doors: AtDoors,
        path: &mut Vec<Cell>,
    ) -> Option<Octile> {
        path.clear();
        let network = self.network(world, doors)?;
        let status = network.finder.find(from.position(), to.position()).ok()?;
        if status != Status::Solved {
            return None;
        }
        path.extend(network.finder.path().iter().map(|&cell| Cell::at(cell)));
        network.finder.length()
    }

    /// How long the shortest path between two cells is. The first question about a target measures the whole map;
    /// the next ones about it, from wherever, are looked up.
    pub fn length(&mut self, world: &World, from: Cell, to: Cell, doors: AtDoors) -> Option<Octile> {
        let network = self.network(world, doors)?;
        let (from, to) = (network.grid.cell(from.position())?, network.grid.cell(to.position())?);
        network.field(to).distance(from)
    }

    /// Writes a way around the bodies near `from`. The path stays as it was when none is found quickly.
    pub(crate) fn detour(
        &mut self,
        world: &World,
        from: Cell,
        to: Cell,
        doors: AtDoors,
        path: &mut Vec<Cell>,
    ) -> bool {
        let Some(network) = self.network(world, doors) else { return false };
        let grid = &network.grid;
        let (Some(start), Some(goal)) = (grid.cell(from.position()), grid.cell(to.position())) else {
            return false;
        };
        let mut distance = OctileDistance::new(grid, goal);
        if !network.crowd.gather(world, from, goal) {
            return false;
        }
        network.detour.start(&mut network.crowd, &mut distance, &Dense(start), &mut ());
        let status = network.detour.step(&mut network.crowd, &mut distance, DETOUR_EXPANSIONS_MAX, &mut ());
        if status != Status::Solved {
            return false;
        }
        network.detour.path_into(&mut network.steps);
        path.clear();
        path.extend(network.steps.iter().map(|step| Cell::at(grid.position(step.state.0))));
        true
    }

    fn network(&mut self, world: &World, doors: AtDoors) -> Option<&mut Network> {
        let key = world.door_keys[doors as usize];
        let slot = &mut self.networks[doors as usize];
        if slot.as_ref().is_none_or(|network| network.key != key) {
            *slot = Network::new(&world.scene, &world.state.doors, doors, key);
        }
        slot.as_mut()
    }
}

impl Network {
    fn new(scene: &Scene, doors: &[DoorState], manner: AtDoors, key: u64) -> Option<Self> {
        let is_free = |cell: Cell| {
            let door = scene.door_at(cell).and_then(|door| doors.get(door.index()));
            scene.terrain(cell).is_walkable() && door.is_none_or(|&state| is_passable(state, manner))
        };
        let row = |y: u16| -> String {
            (0..scene.width).map(|x| if is_free(Cell::new(x, y)) { '.' } else { '@' }).collect()
        };
        let rows: Vec<String> = (0..scene.height).map(row).collect();
        let grid = Arc::new(Grid::new(&Map::from_rows(&rows).ok()?, Corners::Strict));
        let cells = grid.width() * grid.height();
        Some(Self {
            key,
            finder: PathFinder::new(grid.clone(), Algorithm::Jps),
            fields: Vec::new(),
            clock: 0,
            crowd: Crowd::new(grid.clone()),
            detour: AStar::new(Limits { nodes_max: cells }),
            steps: Vec::new(),
            grid,
        })
    }

    /// The field of a target: one that is there already, or a new one in place of the one used least recently.
    fn field(&mut self, target: u32) -> &mut Field {
        self.clock += 1;
        let most = (FIELD_BYTES_MAX / Field::bytes(&self.grid)).clamp(2, 256);
        let place = self.fields.iter().position(|field| field.target() == target).unwrap_or_else(|| {
            if self.fields.len() < most {
                self.fields.push(Field::default());
                self.fields.len() - 1
            } else {
                let oldest = self.fields.iter().enumerate().min_by_key(|(_, field)| field.used);
                oldest.map_or(0, |(place, _)| place)
            }
        });
        let field = &mut self.fields[place];
        field.used = self.clock;
        if field.target() != target {
            field.measure(&self.grid, target);
        }
        field
    }
}

impl fmt::Debug for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Paths")
    }
}

/// The memory that a world keeps for its walkers. Path finders can be sent to another thread but not shared between
/// two; behind a lock, which nobody ever waits for, the world can be shared all the same.
#[derive(Debug, Default)]
pub(crate) struct OwnPaths(Mutex<Paths>);

impl OwnPaths {
    pub(crate) fn take(&mut self) -> Paths {
        std::mem::take(self.0.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn give_back(&mut self, paths: Paths) {
        *self.0.get_mut().unwrap_or_else(PoisonError::into_inner) = paths;
    }
}

impl Clone for OwnPaths {
    /// Memory is not copied: a clone begins with none.
    fn clone(&self) -> Self {
        Self::default()
    }
}
