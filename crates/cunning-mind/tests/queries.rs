//! Queries: candidates, questions to the game, selection, and plans that use the result.

use crate::plane;
use crate::story;

use cunning_mind::engine::{Command, Percept, Value};
use cunning_mind::{AgentId, Position, Spawn};
use plane::{HEAD, POINTS, Plane, handles, line, points, set_of, soldier, tick_in, whole};
use proptest::prelude::*;
use story::{said, tell};

#[test]
fn query_finds_the_nearest_foe() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nscore = '0 - dist(self, c)'", 4);
    tick_in(&mut set, &mut line(4));
    assert_eq!(handles(&set, agent), [4]);
    assert_eq!(said(&set), ["shoot(#4)"]);
}

#[test]
fn best_candidates_are_taken_in_order_with_stable_ties() {
    let text = "[query.q]\nfrom = 'foe'\nscore = 'min(dist(self, c), 8)'\ntake = 3";
    let (mut set, agent) = soldier(text, 4);
    // Two are far away, and have equal scores.
    tick_in(&mut set, &mut line(4));
    assert_eq!(handles(&set, agent), [1, 2, 3]);
}

#[test]
fn first_candidates_are_taken_without_a_score() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\ntake = 2", 4);
    tick_in(&mut set, &mut Plane::default());
    assert_eq!(handles(&set, agent), [1, 2]);
}

#[test]
fn conditions_read_beliefs() {
    let (mut set, agent) =
        soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees[c]', 'value[c] > 2']\ntake = 4", 4);
    tell(&mut set, agent, "value", &[Value::Handle(2)], Value::Int(5));
    tell(&mut set, agent, "value", &[Value::Handle(3)], Value::Int(5));
    tell(&mut set, agent, "sees", &[Value::Handle(3)], Value::Bool(false));
    tick_in(&mut set, &mut Plane::default());
    assert_eq!(handles(&set, agent), [2]);
}

#[test]
fn scores_combine_questions_and_beliefs() {
    let text = "[curve.near]\npoints = [[0, 1], [8, 0]]\n[query.q]\nfrom = 'foe'\ntake = 4\n\
                score = 'curve.near(dist(self, c)) * 10 + value[c] / 2'";
    let (mut set, agent) = soldier(text, 4);
    tell(&mut set, agent, "value", &[Value::Handle(1)], Value::Int(9));
    // At distances 9, 8, 7 and 6 the curve is 0, 0, 0.125 and 0.25: the scores are 4.5, 0, 1.25 and 2.5.
    tick_in(&mut set, &mut line(4));
    assert_eq!(handles(&set, agent), [1, 4, 3, 2]);
}

#[test]
fn lines_of_sight_and_cover_are_asked_of_the_game() {
    let both = |test: &str| {
        let (mut set, agent) = soldier(&format!("[query.q]\nfrom = 'foe'\nwhere = ['{test}']\ntake = 4"), 3);
        let mut plane = line(3);
        plane.me = (1, 1);
        plane.objects.insert(2, (-4, 0));
        tell(&mut set, agent, "target", &[], Value::Handle(2));
        tick_in(&mut set, &mut plane);
        handles(&set, agent)
    };
    assert_eq!(both("sees(self, c)"), [1, 3]);
    assert_eq!(both("not sees(self, c)"), [2]);
    assert_eq!(both("hides(c, target)"), [1, 3]);
    assert_eq!(both("even(c)"), [2]);
    assert_eq!(both("odd(c)"), [0u64; 0], "unknown answers fail the test");
    assert_eq!(both("not odd(c)"), [0u64; 0], "also a negated one");
}

#[test]
fn question_about_none_has_no_answer() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees(c, target)']\ntake = 4", 3);
    tick_in(&mut set, &mut line(3));
    assert_eq!(handles(&set, agent), [0u64; 0]);
    assert_eq!(said(&set), ["idle: NoPlan"]);
}

#[test]
fn objects_of_a_closed_type_are_candidates() {
    let text = "[types]\npost = ['gate', 'tower', 'hut']\n[facts]\nat = 'post'\nwatched = { type = 'bool', of = ['post'] }\n\
                [action.watch]\nparams = { p = 'query.q' }\nthen = ['watched[p]']\n[goal.look]\n\
                want = ['some post p: watched[p]']\n[agent.soldier]\nactions = ['watch']\ngoals = { look = 1 }\n\
                [query.q]\nfrom = 'post'\nwhere = ['c != tower']\nscore = '0 - path(self, c)'\n";
    let mut set = set_of(text);
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let mut plane = Plane { names: vec![(9, 0), (1, 0), (3, 0)], ..Plane::default() };
    tick_in(&mut set, &mut plane);
    assert_eq!(set.candidates(agent, "q").unwrap(), [Value::Object(2)]);
    assert_eq!(said(&set), ["watch(hut)"]);
}

#[test]
fn points_on_a_ring_become_objects() {
    let mut set = set_of(&format!(
        "{POINTS}[query.q]\nfrom = {{ ring = 4, radius = 2, around = 'self' }}\nas = 'point'\n\
         where = ['free(c)']\nscore = 'path(self, c)'\ntake = 2"
    ));
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let mut plane = Plane { me: (10, 10), coast: Some(11), ..Plane::default() };
    tick_in(&mut set, &mut plane);
    // East lies in the sea; of the others, the first two in the order of the ring are taken.
    let places: Vec<Position> = points(&set, agent);
    assert_eq!(places, [whole((10, 12)), whole((8, 10))]);
    let Some(Command::Start { args: [Value::Point(point)], .. }) = set.commands().iter().next() else {
        panic!("{:?}", said(&set))
    };
    assert_eq!(Position::unpacked(*point), places[0]);
}

#[test]
fn points_of_a_grid_lie_around_an_object() {
    let mut set = set_of(&format!(
        "{POINTS}[query.q]\nfrom = {{ grid = 3, spacing = 1, around = 'target' }}\nas = 'point'\n\
         score = '0 - dist(self, c)'\ntake = 3"
    ));
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let ty = set.spec().planning.type_named("foe").unwrap();
    set.receive(&Percept::Bind { ty, handle: 5, name: "" });
    tell(&mut set, agent, "target", &[], Value::Handle(5));
    let mut plane = Plane { objects: [(5, (10, 0))].into(), ..Plane::default() };
    tick_in(&mut set, &mut plane);
    let places: Vec<Position> = points(&set, agent);
    assert_eq!(places, [whole((9, 0)), whole((9, -1)), whole((9, 1))]);
}

#[test]
fn target_point_stays_a_candidate_when_the_ring_moves() {
    let mut set = set_of(&format!(
        "{POINTS}[query.q]\nfrom = {{ ring = 4, radius = 8, around = 'self' }}\nas = 'point'\n\
         score = '0 - path(self, c)'\ntake = 1\nevery = '100 ms'"
    ));
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let mut plane = Plane::default();
    tick_in(&mut set, &mut plane);
    let goal = points(&set, agent)[0];
    assert_eq!(goal, whole((8, 0)));
    for step in 1..7 {
        plane.me = (step, 0);
        tick_in(&mut set, &mut plane);
        assert!(said(&set).is_empty(), "{:?}", said(&set));
        assert!(points(&set, agent).contains(&goal));
    }
    // When the point can no longer be reached, the agent chooses another.
    plane.coast = Some(7);
    for _ in 0..3 {
        tick_in(&mut set, &mut plane);
    }
    assert!(!points(&set, agent).contains(&goal));
}

#[test]
fn goal_uses_the_best_candidate_with_a_plan() {
    let text = r#"
[types]
foe = { open = true, max = 4 }
[facts]
near = { type = "bool", of = ["foe"], sensed = true }
dead = { type = "bool", of = ["foe"], sensed = true }
[action.stab]
params = { f = "foe" }
when = ["near[f]"]
then = ["dead[f]"]
[goal.kill]
params = { f = "query.q" }
want = ["dead[f]"]
[agent.soldier]
actions = ["stab"]
goals = { kill = 1 }
[query.q]
from = "foe"
where = ["not dead[c]"]
score = "0 - dist(self, c)"
take = 2
"#;
    let mut set = set_of(text);
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let ty = set.spec().planning.type_named("foe").unwrap();
    for handle in 1..=4 {
        set.receive(&Percept::Bind { ty, handle, name: "" });
        tell(&mut set, agent, "near", &[Value::Handle(handle)], Value::Bool(handle != 4));
    }
    tick_in(&mut set, &mut line(4));
    assert_eq!(handles(&set, agent), [4, 3]);
    assert_eq!(said(&set), ["stab(#3)"], "the nearest has no plan");
}

#[test]
fn queries_are_repeated_at_their_interval() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nscore = '0 - dist(self, c)'\nevery = '1 s'", 4);
    let mut plane = line(4);
    for _ in 0..20 {
        tick_in(&mut set, &mut plane);
    }
    let (before, answered) = (plane.asked, set.counters().queries);
    for _ in 0..50 {
        tick_in(&mut set, &mut plane);
    }
    assert_eq!(set.counters().queries - answered, 5, "once a second");
    assert_eq!(plane.asked, before, "distances need no sight or path questions");
    plane.objects.insert(1, (0, 1));
    for _ in 0..10 {
        tick_in(&mut set, &mut plane);
    }
    assert!(handles(&set, agent).contains(&1), "things move");
}

#[test]
fn held_or_removed_agent_asks_nothing() {
    let (mut set, agent) =
        soldier("[query.q]\nfrom = 'foe'\nscore = '0 - dist(self, c)'\nevery = '100 ms'", 4);
    let mut plane = line(4);
    set.receive(&Percept::Hold(agent));
    for _ in 0..5 {
        tick_in(&mut set, &mut plane);
    }
    assert_eq!(set.counters().queries, 0);
    set.receive(&Percept::Release(agent));
    for _ in 0..5 {
        tick_in(&mut set, &mut plane);
    }
    assert!(set.counters().queries > 2);
    set.remove(agent);
    let before = set.counters().queries;
    for _ in 0..5 {
        tick_in(&mut set, &mut plane);
    }
    assert_eq!(set.counters().queries, before);
}

#[test]
fn unbound_object_ends_the_plan_and_is_no_candidate() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nscore = '0 - dist(self, c)'", 4);
    let mut plane = line(4);
    tick_in(&mut set, &mut plane);
    assert_eq!(said(&set), ["shoot(#4)"]);
    set.clear_commands();
    set.receive(&Percept::Unbind { handle: 4 });
    assert_eq!(said(&set), ["stop: ObjectLost"]);
    assert_eq!(handles(&set, agent), [0u64; 0]);
    plane.objects.remove(&4);
    let mut story = Vec::new();
    for _ in 0..15 {
        tick_in(&mut set, &mut plane);
        story.extend(said(&set));
    }
    assert_eq!(story, ["shoot(#3)"]);
}

#[test]
fn claimed_object_is_not_free() {
    let text = format!(
        "{}[query.q]\nfrom = 'foe'\nwhere = ['free(c)']\nscore = '0 - dist(self, c)'\nevery = '100 ms'",
        HEAD.replace("then = [\"dead[f]\"]", "then = [\"dead[f]\"]\nclaims = [\"f\"]")
    );
    let mut set = set_of(&text);
    let ty = set.spec().planning.type_named("foe").unwrap();
    let both = [0, 1].map(|seed| set.spawn("soldier", Spawn { seed, ..Spawn::default() }).unwrap());
    for handle in 1..=2 {
        set.receive(&Percept::Bind { ty, handle, name: "" });
        for agent in both {
            tell(&mut set, agent, "sees", &[Value::Handle(handle)], Value::Bool(true));
        }
    }
    let mut plane = line(2);
    let mut story = Vec::new();
    for _ in 0..12 {
        tick_in(&mut set, &mut plane);
        story.extend(said(&set).into_iter().filter(|said| said.starts_with("shoot")));
    }
    assert_eq!(story, ["shoot(#2)", "shoot(#1)"]);
}

#[test]
fn fill_query_decides_which_objects_are_known() {
    let text = HEAD
        .replace("foe = { open = true, max = 4 }", "foe = { open = true, max = 2, fill = \"query.worst\" }")
        + "[query.worst]\nfrom = 'foe'\nwhere = ['not dead[c]']\nscore = '0 - dist(self, c)'\ntake = 2\n\
           [query.q]\nfrom = 'foe'\nscore = '0 - dist(self, c)'\ntake = 2\nevery = '100 ms'";
    let mut set = set_of(&text);
    let ty = set.spec().planning.type_named("foe").unwrap();
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let mut plane =
        Plane { objects: [(1, (5, 0)), (2, (9, 0)), (3, (7, 0)), (4, (1, 0))].into(), ..Plane::default() };
    for handle in 1..=4 {
        set.receive(&Percept::Bind { ty, handle, name: "" });
    }
    for _ in 0..10 {
        for handle in 1..=4 {
            tell(&mut set, agent, "sees", &[Value::Handle(handle)], Value::Bool(true));
        }
        tick_in(&mut set, &mut plane);
    }
    assert_eq!(handles(&set, agent), [4, 1]);
    let sees = set.spec().planning.fact_named("sees").unwrap();
    let believed = |handle| set.belief(agent, sees, &[Value::Handle(handle)]);
    assert!(believed(2).is_none() && believed(3).is_none() && believed(4).is_some());
}

#[test]
fn panicking_geometry_quarantines_only_the_agent_that_asked() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees(self, c)']", 3);
    let mut plane = Plane { panics: true, ..line(3) };
    tick_in(&mut set, &mut plane);
    assert_eq!(set.quarantined(agent), Some("no eyes"));
    plane.panics = false;
    let other = set.spawn("soldier", Spawn::default()).unwrap();
    tell(&mut set, other, "sees", &[Value::Handle(1)], Value::Bool(true));
    plane.me = (1, 0);
    tick_in(&mut set, &mut plane);
    assert_eq!(said(&set), ["shoot(#1)"]);
}

proptest! {
    // However small the budget, a tick never uses more, and in the end every agent has an answer.
    #[test]
    fn queries_and_plans_stay_within_the_budget(budget in 1u64..40, agents in 1usize..12, foes in 1u64..5) {
        let text = format!("{HEAD}[query.q]\nfrom = 'foe'\nwhere = ['sees[c]', 'dist(self, c)']\nscore = '0 - path(self, c)'\nevery = '30 s'");
        let mut set = set_of(&text);
        let ty = set.spec().planning.type_named("foe").unwrap();
        let all: Vec<AgentId> = (0..agents).map(|_| set.spawn("soldier", Spawn::default()).unwrap()).collect();
        for handle in 1..=foes {
            set.receive(&Percept::Bind { ty, handle, name: "" });
            for &agent in &all {
                tell(&mut set, agent, "sees", &[Value::Handle(handle)], Value::Bool(true));
            }
        }
        let mut plane = line(foes);
        for _ in 0..400 {
            let before = set.counters();
            set.pass(16, budget);
            set.think_in(&mut plane);
            let after = set.counters();
            let spent = after.expanded - before.expanded + after.query_units - before.query_units;
            prop_assert!(spent <= budget, "{} of {}", spent, budget);
            prop_assert!(after.questions - before.questions <= after.query_units - before.query_units);
        }
        for agent in all {
            prop_assert_eq!(set.candidates(agent, "q").unwrap(), [Value::Handle(foes)]);
        }
    }

    // The same budget in any slices gives the same candidates and the same plan.
    #[test]
    fn sliced_query_finds_the_same_candidates(budget in 1u64..60) {
        let text = format!(
            "{POINTS}[query.q]\nfrom = {{ grid = 5, spacing = 1, around = 'self' }}\nas = 'point'\n\
             where = ['dist(self, c)']\nscore = 'path(self, c) - 2 * dist(self, c)'\ntake = 3\nevery = '60 s'"
        );
        let found = |budget: u64| {
            let mut set = set_of(&text);
            let agent = set.spawn("soldier", Spawn::default()).unwrap();
            let mut plane = Plane { me: (4, 4), coast: Some(5), ..Plane::default() };
            while set.counters().queries == 0 {
                set.pass(16, budget);
                set.think_in(&mut plane);
            }
            (handles(&set, agent), set.counters().questions)
        };
        prop_assert_eq!(found(budget), found(10_000));
    }
}

#[test]
fn target_that_is_seen_in_a_tick_is_pursued_in_that_tick() {
    let mut set = set_of(
        r#"
[types]
foe = { open = true, max = 2 }
[facts]
sees = { type = "bool", of = ["foe"], sensed = true }
dead = { type = "bool", of = ["foe"], sensed = true }
searched = "bool"
[query.q]
from = "foe"
where = ["sees[c]"]
every = "10 s"
[action.shoot]
params = { f = "foe" }
then = ["dead[f]"]
[action.search]
then = ["searched"]
stop = "now"
[goal.fight]
params = { f = "query.q" }
want = ["dead[f]"]
relevance = [{ when = ["some foe f: sees[f]"], score = 0.9 }, { score = 0 }]
[goal.search]
want = ["searched"]
relevance = 0.2
[agent.soldier]
actions = ["shoot", "search"]
goals = { fight = 1, search = 1 }
"#,
    );
    let ty = set.spec().planning.type_named("foe").unwrap();
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    set.receive(&Percept::Bind { ty, handle: 7, name: "" });
    let mut plane = line(7);
    tick_in(&mut set, &mut plane);
    assert_eq!(said(&set), ["search()"]);
    tell(&mut set, agent, "sees", &[Value::Handle(7)], Value::Bool(true));
    tick_in(&mut set, &mut plane);
    assert_eq!(said(&set), ["stop: Replanned", "shoot(#7)"]);
}
