//! Once an engine is warm, ticks without thinking do not allocate, however many sensors are polled and beliefs
//! refreshed.

use crate::story;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::engine::{CERTAIN, Command, Commands, Percept, Value};
use cunning_mind::{AgentId, Geometry, MindConfig, MindEngine, Position, Spawn, Spot};
use cunning_plan::Micros;

const RIFLEMAN: &str = include_str!("../../../domains/rifleman.toml");

/// Creates a crowd that patrols and knows two foes.
fn crowd(agents: u32) -> (MindEngine, Vec<AgentId>) {
    let spec = cunning_mind::read(&Source::new("rifleman.toml", RIFLEMAN));
    let mut set =
        MindEngine::new(Arc::new(spec.unwrap_or_else(|found| panic!("{found}"))), MindConfig::default());
    for (name, interval_ms) in [("eyes", 48), ("ears", 64), ("body", 100)] {
        set.set_sensor(name, interval_ms);
    }
    let ty = set.spec().planning.type_named("foe").unwrap();
    for handle in [7, 8] {
        set.receive(&Percept::Bind { ty, handle, name: "" });
    }
    let spawn = |seed| Spawn { seed, ..Spawn::default() };
    let ids = (0..agents).map(|seed| set.spawn("rifleman", spawn(u64::from(seed))).unwrap()).collect();
    (set, ids)
}

/// Runs a tick in which every sensor reports unchanged values.
fn tick(set: &mut MindEngine, commands: &mut Commands) -> usize {
    let domain = set.spec().planning.clone();
    let [seen, under_fire, wounded] =
        ["seen", "under_fire", "wounded"].map(|name| domain.fact_named(name).unwrap());
    set.pass(16, 1000);
    set.take_commands(commands);
    let mut polled = 0;
    for command in commands.iter() {
        let Command::Sense { agent, sensor } = command else { continue };
        polled += 1;
        let foe = [Value::Handle(7)];
        let (fact, indices) = match sensor {
            0 => (seen, &foe[..]),
            1 => (under_fire, &[][..]),
            _ => (wounded, &[][..]),
        };
        set.receive(&Percept::Set { agent, fact, indices, value: Value::Bool(false), confidence: CERTAIN });
    }
    set.think();
    polled
}

#[test]
fn ticks_without_thinking_do_not_allocate() {
    let (mut set, _) = crowd(200);
    let mut commands = Commands::default();
    for _ in 0..500 {
        tick(&mut set, &mut commands);
    }
    let before = set.counters();
    let mut polled = 0;
    let taken = allocation_counter::measure(|| {
        for _ in 0..200 {
            polled += tick(&mut set, &mut commands);
        }
    });
    assert!(polled > 200 * 100, "{polled} sensors were polled");
    assert_eq!(set.counters().thoughts, before.thoughts, "no agent thought");
    assert_eq!((taken.count_total, taken.bytes_total), (0, 0));
}

#[test]
fn tick_with_thinking_is_counted() {
    let (mut set, agents) = crowd(10);
    let mut commands = Commands::default();
    for _ in 0..200 {
        tick(&mut set, &mut commands);
    }
    let thoughts = set.counters().thoughts;
    story::tell(&mut set, agents[3], "jammed", &[], Value::Bool(true));
    let taken = allocation_counter::measure(|| {
        tick(&mut set, &mut commands);
    });
    assert_eq!(set.counters().thoughts, thoughts + 1);
    assert!(taken.count_total > 0, "the counter counts");
}

/// A wood in which nothing moves.
struct Wood;

impl Geometry for Wood {
    fn position(&mut self, of: Spot) -> Option<Position> {
        match of {
            Spot::Object(handle) => Some(Position { x: handle as i64 * 1_000_000, ..Position::default() }),
            Spot::Point(position) => Some(position),
            Spot::Agent(_) | Spot::Named(_) => Some(Position::default()),
        }
    }

    fn path(&mut self, from: Spot, to: Spot) -> Option<Micros> {
        self.distance(from, to)
    }

    fn sees(&mut self, _: Spot, _: Spot) -> Option<bool> {
        Some(true)
    }

    fn hides(&mut self, _: Spot, _: Spot) -> Option<bool> {
        Some(true)
    }
}

const HUNTER: &str = r#"
[types]
deer = { open = true, max = 3 }
point = { open = true, max = 4 }
[facts]
hit = { type = "bool", of = ["deer"], sensed = true }
at = { type = "point?", sensed = true }
[action.stalk]
params = { p = "query.stands" }
then = ["at = p"]
[action.shoot]
params = { d = "query.nearest" }
when = ["at != none"]
then = ["hit[d]"]
[goal.hunt]
want = ["some deer d: hit[d]"]
[agent.hunter]
actions = ["stalk", "shoot"]
goals = { hunt = 1 }
[query.nearest]
from = "deer"
where = ["not hit[c]", "sees(self, c)"]
score = "0 - path(self, c)"
every = "100 ms"
[query.stands]
from = { ring = 8, radius = 5, around = "self" }
as = "point"
where = ["free(c)", "hides(c, self)"]
score = "0 - dist(self, c)"
take = 3
every = "100 ms"
"#;

#[test]
fn queries_with_unchanged_results_do_not_allocate() {
    let spec =
        cunning_mind::read(&Source::new("hunter.toml", HUNTER)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    let ty = set.spec().planning.type_named("deer").unwrap();
    for handle in [7, 8] {
        set.receive(&Percept::Bind { ty, handle, name: "" });
    }
    for seed in 0..20 {
        let agent = set.spawn("hunter", Spawn { seed, ..Spawn::default() }).unwrap();
        story::tell(&mut set, agent, "hit", &[Value::Handle(7)], Value::Bool(false));
    }
    for _ in 0..100 {
        set.pass(16, 2000);
        set.think_in(&mut Wood);
        set.clear_commands();
    }
    let before = set.counters();
    let taken = allocation_counter::measure(|| {
        for _ in 0..100 {
            set.pass(16, 2000);
            set.think_in(&mut Wood);
            set.clear_commands();
        }
    });
    assert!(set.counters().queries > before.queries + 20 * 2 * 10);
    assert_eq!(set.counters().thoughts, before.thoughts, "no agent thought");
    assert_eq!((taken.count_total, taken.bytes_total), (0, 0));
}
