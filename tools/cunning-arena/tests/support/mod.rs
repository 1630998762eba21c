//! Worlds and scenes for tests.

pub mod castle;
pub mod plain_soldier;
pub mod scenarios;

use std::io::Write;
use std::sync::{Arc, Mutex};

use cunning_arena::scene::SceneChoices;
use cunning_arena::{ActorId, Cell, Event, EventKind, Failure, Goal, Intent, IntentId, Scene, World};
use cunning_diag::Source;

/// The scenes of the project.
pub const SCENES: [&str; 8] =
    ["pirate", "squad", "rooms", "outpost", "village", "castle", "quest", "skirmish"];

/// Returns the text of a scene of the project.
pub fn text_of(name: &str) -> String {
    let path = format!("{}/../../scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Parses a scene of the project.
pub fn scene_of(name: &str) -> Scene {
    let source = Source::new("test.toml", text_of(name));
    Scene::parse_with(&source, SceneChoices::default(), &scenarios::file)
        .unwrap_or_else(|found| panic!("{found}"))
}

/// Creates a world from a scene of the project.
pub fn world_of(name: &str) -> World {
    World::new(Arc::new(scene_of(name)))
}

/// Parses a scene that must be valid.
pub fn parse(text: &str) -> Scene {
    Scene::parse(&Source::new("test.toml", text)).unwrap_or_else(|found| panic!("{found}"))
}

/// Creates a world with this map and the rest of a scene. It has two teams, a weapon and two items.
pub fn world(map: &str, rest: &str) -> World {
    let text = format!(
        "[scene]\nname = 'test'\nteams = ['red', 'blue']\nmap = '''\n{map}'''\n\
         [item.coin]\n[item.apple]\nheals = 30\n\
         [weapon.rifle]\nrange = 20\ndamage = 30\nnear = 1\nfar = 1\nmagazine = 5\ninterval = 0.2\nreload = 1\n\
         {rest}"
    );
    World::new(Arc::new(parse(&text)))
}

/// Returns the text of an actor of a team at a cell.
pub fn actor(name: &str, team: &str, x: u16, y: u16, more: &str) -> String {
    format!("[[actor]]\nname = '{name}'\nteam = '{team}'\nat = [{x}, {y}]\nweapon = 'rifle'\n{more}\n")
}

pub fn id(world: &World, name: &str) -> ActorId {
    world.scene().actor(name).unwrap()
}

/// An intent to walk to a cell, opening doors.
pub fn walk(x: u16, y: u16) -> Intent {
    Intent::Walk { to: Goal::Cell(Cell::new(x, y)), doors: cunning_arena::DoorPolicy::Open }
}

/// Advances in ticks of 50 ms until an intent ends, and returns its result and all events. Fails after ten
/// minutes.
pub fn until_end(world: &mut World, intent: IntentId) -> (Result<(), Failure>, Vec<Event>) {
    let mut events = Vec::new();
    for _ in 0..12_000 {
        world.tick(50);
        events.extend(world.drain_events());
        let end = events.iter().find_map(|event| match event.kind {
            EventKind::Ended { intent: ended, result, .. } if ended == intent => Some(result),
            _ => None,
        });
        if let Some(end) = end {
            return (end, events);
        }
    }
    panic!("the intent did not end: {events:?}");
}

/// Gives an intent and runs until it ends.
pub fn run(world: &mut World, actor: ActorId, intent: Intent) -> Result<(), Failure> {
    let intent = world.intend(actor, intent).unwrap();
    until_end(world, intent).0
}

/// An in-memory file.
#[derive(Clone, Default)]
pub struct File(Arc<Mutex<Vec<u8>>>);

impl File {
    pub fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }

    pub fn boxed(&self) -> Box<dyn Write + Send + Sync> {
        Box::new(self.clone())
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
