//! Agents of one archetype with different traits: each lives by its own, and compiled archetypes come and go with their
//! agents, through rollbacks and saves.

use std::collections::BTreeMap;
use std::time::Duration;

use cunning_mind::{
    AgentId, Budget, Command, Domain, MindConfig, Minds, Order, SharedBytes, Snapshot, Spawn,
};
use cunning_trace::{Event, Reader};

const GUARD: &str = r#"
[facts]
alarm = { type = "int", min = 0, max = 9, default = 5 }
drill = { type = "int", min = 0, max = 9 }
hidden = "bool"
fought = "bool"
[action.train]
then = ["drill += 1"]
[action.hide]
when = ["drill >= trait.caution"]
then = ["hidden"]
[action.fight]
then = ["fought"]
[goal.safety]
want = ["hidden"]
relevance = [{ when = ["alarm > trait.nerve"], score = 1 }, { score = 0.1 }]
[goal.glory]
want = ["fought"]
relevance = [{ score = 0.5 }]
[agent.guard]
actions = ["train", "hide", "fight"]
goals = { safety = 1, glory = 1 }
traits = { nerve = 3, caution = 1 }
"#;

const TICK: Duration = Duration::from_millis(100);

fn minds() -> Minds {
    Minds::new(&Domain::from_str("guard.toml", GUARD).unwrap())
}

fn guard(minds: &mut Minds, name: &str, value: f64) -> AgentId {
    minds.spawn_with("guard", Spawn::new().set_trait(name, value)).unwrap()
}

fn tick(minds: &mut Minds) {
    minds.tick(TICK, Budget::work(1000));
    while minds.next_command().is_some() {}
}

fn goal(minds: &Minds, guard: AgentId) -> String {
    minds.inspect(guard).unwrap().goal.unwrap()
}

#[test]
fn relevance_conditions_read_the_traits_of_each_agent() {
    let mut minds = minds();
    let guards = [2.0, 8.0].map(|nerve| guard(&mut minds, "nerve", nerve));
    tick(&mut minds);
    assert_eq!(guards.map(|guard| goal(&minds, guard)), ["safety", "glory"]);
}

#[test]
fn relevance_conditions_follow_a_trait_that_changes() {
    let mut minds = minds();
    let guard = guard(&mut minds, "nerve", 2.0);
    tick(&mut minds);
    assert_eq!(goal(&minds, guard), "safety");
    minds.set_trait(guard, "nerve", 8.0).unwrap();
    tick(&mut minds);
    assert_eq!(goal(&minds, guard), "glory");
}

/// The steps of a guard's plan.
fn steps(minds: &Minds, guard: AgentId) -> usize {
    minds.inspect(guard).unwrap().plan.len()
}

#[test]
fn rollback_brings_back_the_archetypes_of_removed_agents() {
    let mut minds = minds();
    let guards = [1.0, 2.0, 3.0].map(|caution| guard(&mut minds, "caution", caution));
    tick(&mut minds);
    assert_eq!(guards.map(|guard| steps(&minds, guard)), [2, 3, 4]);
    let mut snapshot = Snapshot::default();
    minds.snapshot_into(&mut snapshot);
    let after = |minds: &mut Minds| {
        let new = guard(minds, "caution", 7.0);
        tick(minds);
        assert_eq!(steps(minds, new), 8);
        minds.hash()
    };
    let hash = after(&mut minds);
    // More than are kept for reuse.
    minds.remove(guards[0]);
    minds.remove(guards[1]);
    for seed in 0..200_u32 {
        let other = guard(&mut minds, "caution", f64::from(1000 + seed));
        minds.remove(other);
    }
    let other = guard(&mut minds, "caution", 5.0);
    tick(&mut minds);
    assert_eq!((steps(&minds, guards[2]), steps(&minds, other)), (4, 6));
    minds.rollback(&snapshot).unwrap();
    assert_eq!(guards.map(|guard| steps(&minds, guard)), [2, 3, 4]);
    assert_eq!(after(&mut minds), hash);
}

#[test]
fn restored_engine_assigns_archetypes_like_the_saved_one() {
    let mut minds = minds();
    let guards = [1.0, 2.0, 3.0].map(|caution| guard(&mut minds, "caution", caution));
    tick(&mut minds);
    minds.remove(guards[1]);
    let (mut restored, _) = Minds::restore(&minds.save(), minds.domain(), Some).unwrap();
    let live_on = |minds: &mut Minds| {
        // The first takes the empty place, although its archetype may still be compiled.
        for caution in [2.0, 4.0] {
            guard(minds, "caution", caution);
        }
        minds.remove(guards[0]);
        guard(minds, "caution", 6.0);
        tick(minds);
        (minds.hash(), minds.save())
    };
    assert_eq!(live_on(&mut minds), live_on(&mut restored));
}

/// Goals with as many arguments as there are steps on the four flights of a stair.
const STAIR: &str = r#"
[facts]
at = { type = "int", min = 0, max = 1000 }
[action.climb]
then = ["at += 1"]
[goal.flight_0]
params = { n = "0..249" }
want = ["at > n"]
relevance = [{ score = 0 }]
[goal.flight_1]
params = { n = "0..249" }
want = ["at > n + 250"]
relevance = [{ score = 0 }]
[goal.flight_2]
params = { n = "0..249" }
want = ["at > n + 500"]
relevance = [{ score = 0 }]
[goal.flight_3]
params = { n = "0..249" }
want = ["at > n + 750"]
relevance = [{ score = 0 }]
[agent.climber]
actions = ["climb"]
goals = { flight_0 = 1, flight_1 = 1, flight_2 = 1, flight_3 = 1 }
"#;

#[test]
fn goals_with_ever_new_arguments_take_bounded_memory() {
    let config = MindConfig { cache: 0, ..MindConfig::default() };
    let mut minds = Minds::with_config(&Domain::from_str("stair.toml", STAIR).unwrap(), config);
    let climber = minds.spawn("climber").unwrap();
    let mut climb = |to: std::ops::Range<i64>| {
        for at in to {
            let goal = format!("flight_{}", at / 250);
            minds.order(climber, Order::goal(goal).arg("n", at % 250)).unwrap();
            for _ in 0..2 {
                minds.tick(TICK, Budget::work(1000));
                while let Some(command) = minds.next_command() {
                    if let Command::Start(step) = command {
                        minds.done(step.id);
                    }
                }
            }
        }
    };
    climb(0..500);
    let grown = allocation_counter::measure(|| climb(500..1000));
    assert_eq!(minds.get(climber, "at").unwrap().as_int(), Some(1000));
    assert!(grown.bytes_current < 100_000, "{} bytes more", grown.bytes_current);
}

#[test]
fn goal_with_too_many_ways_is_pursued_with_arguments() {
    // Without arguments the goal has 20 x 20 ways to be met.
    let names = |prefix: &str| (0..20).map(|at| format!("\"{prefix}{at}\"")).collect::<Vec<_>>().join(", ");
    let text = format!(
        r#"
[types]
crate = [{}]
room = [{}]
[facts]
there = {{ type = "bool", of = ["crate", "room"] }}
[action.bring]
params = {{ c = "crate", r = "room" }}
then = ["there[c, r]"]
[goal.deliver]
params = {{ c = "crate", r = "room" }}
want = ["there[c, r]"]
[agent.porter]
actions = ["bring"]
goals = {{ deliver = 0 }}
"#,
        names("crate"),
        names("room")
    );
    let mut minds = Minds::new(&Domain::from_str("porter.toml", &text).unwrap());
    let porter = minds.spawn("porter").unwrap();
    minds.order(porter, Order::goal("deliver").arg("c", "crate7").arg("r", "room3").bias(1.0)).unwrap();
    for _ in 0..10 {
        tick(&mut minds);
    }
    assert_eq!(steps(&minds, porter), 1);
}

#[test]
fn tables_of_new_goals_are_paid_from_the_budget() {
    let rooms: Vec<String> = (0..20).map(|at| format!("room{at}")).collect();
    let text = format!(
        r#"
types = {{ room = {rooms:?} }}
facts = {{ at = "room" }}
action.go = {{ params = {{ from = "room", to = "room" }}, when = ["at == from"], then = ["at = to"] }}
goal.stand = {{ params = {{ r = "room" }}, want = ["at == r"] }}
agent.walker = {{ actions = ["go"], goals = {{ stand = 0 }} }}
"#
    );
    let mut minds = Minds::new(&Domain::from_str("rooms.toml", &text).unwrap());
    let walkers: Vec<AgentId> = rooms[1..].iter().map(|_| minds.spawn("walker").unwrap()).collect();
    let mut ticks_until_all_walk = || {
        for (walker, room) in walkers.iter().zip(&rooms[1..]) {
            minds.set(*walker, "at", "room0").unwrap();
            minds.order(*walker, Order::goal("stand").arg("r", room.as_str()).bias(1.0)).unwrap();
        }
        let mut walking = 0;
        for ticks in 1..1000 {
            minds.tick(TICK, Budget::work(100));
            while let Some(command) = minds.next_command() {
                if let Command::Start(step) = command {
                    minds.done(step.id);
                    walking += 1;
                }
            }
            if walking == walkers.len() {
                return ticks;
            }
        }
        panic!("only {walking} agents walk");
    };
    let (new, known) = (ticks_until_all_walk(), ticks_until_all_walk());
    assert!(new >= 10 * known, "{new} ticks for new goals, {known} for known ones");
}

#[test]
fn large_tables_are_made_over_several_ticks() {
    let rooms: Vec<String> = (0..40).map(|at| format!("room{at}")).collect();
    let text = format!(
        r#"
types = {{ room = {rooms:?} }}
facts = {{ at = "room", tired = {{ type = "int", min = 0, max = 9 }} }}
action.go = {{ params = {{ from = "room", to = "room" }}, when = ["at == from", "tired < 9"], then = ["at = to", "tired += 1"] }}
goal.stand = {{ params = {{ r = "room" }}, want = ["at == r"] }}
agent.walker = {{ actions = ["go"], goals = {{ stand = 0 }} }}
"#
    );
    let mut minds = Minds::new(&Domain::from_str("rooms.toml", &text).unwrap());
    let file = SharedBytes::default();
    minds.record(file.clone()).unwrap();
    let walkers = [1, 2, 3].map(|room: usize| (minds.spawn("walker").unwrap(), &rooms[room]));
    for (walker, room) in walkers {
        minds.order(walker, Order::goal("stand").arg("r", room.as_str()).bias(1.0)).unwrap();
    }
    let mut walking = 0;
    for _tick in 0..50 {
        minds.tick(TICK, Budget::work(900));
        while let Some(command) = minds.next_command() {
            walking += u32::from(matches!(command, Command::Start(_)));
        }
    }
    assert_eq!(walking, 3);
    drop(minds);
    let mut units_of: BTreeMap<u64, u64> = BTreeMap::new();
    for record in Reader::open(file.bytes()).unwrap().records() {
        let record = record.unwrap();
        if let Event::PlanSliced { expanded, .. } = record.event {
            *units_of.entry(record.tick).or_default() += expanded;
        }
    }
    assert!(units_of.values().sum::<u64>() > 3000, "the tables are large: {units_of:?}");
    assert!(units_of.values().all(|units| *units <= 900), "no tick exceeds its budget: {units_of:?}");
}
