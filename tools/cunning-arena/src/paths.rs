//! Shortest paths, distances, and detours around bodies, with doors as they are now.
//!
//! [`Paths`] is a cache: keep one and reuse it. It detects changed doors and other worlds by itself, and what
//! it caches never changes an answer.

mod crowd;
mod field;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use cunning_search::{AStar, Dense, Engine, Limits, PathStep, Search, Status};
use cunning_walk::{Corners, Grid, Map, Octile, OctileDistance, PathAlgorithm, PathFinder};

use crate::scene::Scene;
use crate::{Cell, DoorPolicy, DoorState, World};
use crowd::Crowd;
use field::Field;

/// The maximum number of expansions for a detour. If none is found within that, waiting is better.
const DETOUR_EXPANSIONS_MAX: u64 = 2000;
/// The maximum memory for the distance fields of one network.
const FIELD_BYTES_MAX: usize = 1 << 23;

/// Answers questions about paths and caches the results. Diagonal moves never cut the corner of a wall or a
/// closed door.
///
/// ```
/// use std::sync::{Arc, Mutex, PoisonError};
/// use cunning_arena::{DoorPolicy, Cell, Paths, Scene, World};
/// use cunning_diag::Source;
///
/// let text = "[scene]\nname = 'two rooms'\nmap = '''\n.....\n##+##\n.....\n'''\n";
/// let world = World::new(Arc::new(Scene::parse(&Source::new("rooms.toml", text))?));
/// let mut paths = Paths::default();
/// let (a, b) = (Cell::new(0, 0), Cell::new(0, 2));
/// assert_eq!(paths.length(&world, a, b, DoorPolicy::Open).map(|length| length.straight()), Some(6));
/// assert_eq!(paths.length(&world, a, b, DoorPolicy::Avoid), None);
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
#[derive(Default)]
pub struct Paths {
    /// One network for each door policy.
    networks: [Option<Network>; 2],
}

/// The walkable cells for one door policy.
struct Network {
    key: u64,
    grid: Arc<Grid>,
    finder: PathFinder,
    /// Finds paths on the map after half a turn; built when it is first needed.
    turned: Option<PathFinder>,
    fields: Vec<Field>,
    /// Counts queries, to find the least recently used field.
    clock: u64,
    crowd: Crowd,
    detour: AStar<Crowd>,
    steps: Vec<PathStep<Crowd>>,
}

/// Whether a walker with this policy can pass a door.
pub(crate) fn is_passable(state: DoorState, policy: DoorPolicy) -> bool {
    state.is_open() || (policy == DoorPolicy::Open && state == DoorState::Closed)
}

impl Paths {
    /// Writes the shortest path from one cell to another, both included, and returns its length. Without a
    /// path nothing is written.
    pub fn find(
        &mut self,
        world: &World,
        from: Cell,
        to: Cell,
        doors: DoorPolicy,
        path: &mut Vec<Cell>,
    ) -> Option<Octile> {
        path.clear();
        let network = self.network(world, doors)?;
        // Of several shortest paths the finder prefers directions. Paths to the left are found on the turned map, so that
        // walkers on a map that is the same after half a turn have the same paths from both sides.
        let is_turned = (to.x, to.y) < (from.x, from.y);
        let turn = |(x, y): (u32, u32)| {
            if is_turned { (network.grid.width() - 1 - x, network.grid.height() - 1 - y) } else { (x, y) }
        };
        let finder = if is_turned {
            let grid = &network.grid;
            network.turned.get_or_insert_with(|| PathFinder::new(turned(grid), PathAlgorithm::Jps))
        } else {
            &mut network.finder
        };
        let status = finder.find(turn(from.position()), turn(to.position())).ok()?;
        if status != Status::Solved {
            return None;
        }
        path.extend(finder.path().iter().map(|&cell| Cell::at(turn(cell))));
        finder.length()
    }

    /// Returns the length of the shortest path between two cells. The first query for a target computes the
    /// distances of the whole map; later ones are lookups.
    pub fn length(&mut self, world: &World, from: Cell, to: Cell, doors: DoorPolicy) -> Option<Octile> {
        let network = self.network(world, doors)?;
        let (from, to) = (network.grid.cell(from.position())?, network.grid.cell(to.position())?);
        network.field(to).distance(from)
    }

    /// Writes a path around the bodies near `from`. If none is found quickly, the path is unchanged.
    pub(crate) fn detour(
        &mut self,
        world: &World,
        from: Cell,
        to: Cell,
        doors: DoorPolicy,
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

    fn network(&mut self, world: &World, doors: DoorPolicy) -> Option<&mut Network> {
        let key = world.door_keys[doors as usize];
        let slot = &mut self.networks[doors as usize];
        if slot.as_ref().is_none_or(|network| network.key != key) {
            *slot = Network::new(&world.scene, &world.state.doors, doors, key);
        }
        slot.as_mut()
    }
}

impl Network {
    fn new(scene: &Scene, doors: &[DoorState], policy: DoorPolicy, key: u64) -> Option<Self> {
        let is_free = |cell: Cell| {
            let door = scene.door_at(cell).and_then(|door| doors.get(door.index()));
            scene.terrain(cell).is_walkable() && door.is_none_or(|&state| is_passable(state, policy))
        };
        let row = |y: u16| -> String {
            (0..scene.width).map(|x| if is_free(Cell::new(x, y)) { '.' } else { '@' }).collect()
        };
        let rows: Vec<String> = (0..scene.height).map(row).collect();
        let grid = Arc::new(Grid::new(&Map::from_rows(&rows).ok()?, Corners::Strict));
        let cells = grid.width() * grid.height();
        Some(Self {
            key,
            finder: PathFinder::new(grid.clone(), PathAlgorithm::Jps),
            turned: None,
            fields: Vec::new(),
            clock: 0,
            crowd: Crowd::new(grid.clone()),
            detour: AStar::new(Limits { nodes_max: cells, ..Limits::default() }),
            steps: Vec::new(),
            grid,
        })
    }

    /// Returns the field of a target: a cached one, or a new one that replaces the least recently used.
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

/// A grid after half a turn.
fn turned(grid: &Grid) -> Arc<Grid> {
    let (width, height) = (grid.width(), grid.height());
    let cell = |x: u32, y: u32| if grid.is_free((width - 1 - x, height - 1 - y)) { '.' } else { '@' };
    let rows: Vec<String> = (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect();
    // The rows of a grid make a map again.
    Map::from_rows(&rows)
        .map_or_else(|_| Arc::new(grid.clone()), |map| Arc::new(Grid::new(&map, Corners::Strict)))
}

impl fmt::Debug for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Paths")
    }
}

/// The cache that a world keeps for its walkers. Path finders are `Send` but not `Sync`; the uncontended lock
/// makes the world `Sync`.
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
    /// The cache is not copied: a clone starts with an empty one.
    fn clone(&self) -> Self {
        Self::default()
    }
}
