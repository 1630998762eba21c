//! Minds know enemies out of sight only by where they, or comrades under the same commander, saw them last.

use std::sync::Arc;

use cunning_arena::simulation::{Scenario, Settings, Simulation};
use cunning_arena::{Actor, ActorId, Cell, DoorPolicy, Goal, Intent};
use cunning_diag::Source;

/// A hunter on the left of a wall goes to the runner, which it sees through a gap. The runner is driven by the test.
const DOMAIN: &str = r#"
[types]
foe = { open = true, max = 2 }
point = { open = true, max = 4 }
[facts]
known = { type = "bool", of = ["foe"], sensed = true }
quarry = { type = "foe?", sensed = true }
caught = "bool"
[query.places]
from = { grid = 1, spacing = 1, around = "quarry" }
as = "point"
[action.chase]
params = { p = "query.places" }
then = ["caught"]
[goal.catch]
want = ["caught"]
relevance = [{ when = ["some foe f: known[f]"], score = 1 }, { score = 0 }]
[agent.hunter]
actions = ["chase"]
goals = { catch = 1 }
sensors = ["eyes"]
"#;

const SCENE: &str = r#"
scene = { name = "gap", teams = ["hunters", "runners"], map = """
.........
.........
########.
.........
""" }
body.man = { speed = 2, sight = 20, view = 200 }
actor = [
    { name = "hunter", team = "hunters", at = [0, 1], facing = "east", body = "man", archetype = "hunter", domain = "hunter.toml" },
    { name = "runner", team = "runners", at = [8, 1], body = "man" },
]
do = { chase = "walk p" }
sense = { eyes = { every = "0.1 s", known = "spots enemies", quarry = "spots enemies" } }
"#;

fn simulation() -> Simulation {
    let loader = |name: &str| (name == "hunter.toml").then(|| Source::new(name, DOMAIN));
    let settings = Settings { players: vec!["runner".to_owned()], ..Settings::default() };
    let scenario = Scenario::load(&Source::new("gap.toml", SCENE), &loader, settings);
    Simulation::new(&Arc::new(scenario.unwrap_or_else(|found| panic!("{found}"))), 1).unwrap()
}

#[test]
fn a_hunter_goes_to_where_it_saw_the_runner_last() {
    let mut simulation = simulation();
    let (hunter, runner) = (ActorId::new(0), ActorId::new(1));
    let to = Goal::Cell(Cell::new(0, 3));
    simulation.intend(runner, Intent::Walk { to, doors: DoorPolicy::Open }).unwrap();
    let start = Some(Cell::new(8, 1));
    assert!(simulation.world().sees(hunter, runner), "the hunter sees the runner at the start");
    let (mut last_seen, mut went_on) = (start, false);
    for _ in 0..120 {
        simulation.tick();
        let world = simulation.world();
        if world.sees(hunter, runner) {
            last_seen = world.actor(runner).map(Actor::cell);
        }
        went_on |= last_seen != world.actor(runner).map(Actor::cell);
        let destination = world.actor(hunter).and_then(Actor::destination);
        let is_seen_place = |cell: Cell| cell.y < 3 || Some(cell) == last_seen;
        assert!(destination.is_none_or(is_seen_place), "tick {}: {destination:?}", simulation.ticks());
    }
    assert!(went_on, "the runner went on out of sight, last seen at {last_seen:?}");
}

#[test]
fn an_enemy_that_has_left_its_last_known_cell_is_no_longer_known() {
    let mut simulation = simulation();
    let to = Goal::Cell(Cell::new(0, 3));
    simulation.intend(ActorId::new(1), Intent::Walk { to, doors: DoorPolicy::Open }).unwrap();
    let mut beliefs = Vec::new();
    for _ in 0..120 {
        simulation.tick();
        beliefs.extend(simulation.believes("hunter", "known[runner]"));
    }
    beliefs.dedup();
    assert_eq!(beliefs.first().map(String::as_str), Some("true"), "{beliefs:?}");
    assert!(beliefs.iter().any(|belief| belief == "false"), "{beliefs:?}");
}
