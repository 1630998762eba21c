//! Queries: who is looked at, what is asked of the game, who is taken, and what plans are made of it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod story;

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::{
    AgentId, AgentSet, Command, Finding, Geometry, Inquiry, MindConfig, Percept, Position, Spawn, Spot, Value,
};
use cunning_plan::Micros;
use proptest::prelude::*;
use story::{said, tell, tick};

/// A plane: where things are, in whole units.
#[derive(Clone, Default)]
struct Plane {
    objects: BTreeMap<u64, (i64, i64)>,
    names: Vec<(i64, i64)>,
    me: (i64, i64),
    /// Where one cannot walk: beyond this x.
    coast: Option<i64>,
    asked: u64,
    panics: bool,
}

fn whole((x, y): (i64, i64)) -> Position {
    Position { x: x * 1_000_000, y: y * 1_000_000, z: 0 }
}

impl Geometry for Plane {
    fn position(&mut self, of: Spot) -> Option<Position> {
        match of {
            Spot::Agent(_) => Some(whole(self.me)),
            Spot::Object(object) => self.names.get(object as usize).copied().map(whole),
            Spot::Handle(handle) => {
                Position::of_handle(handle).or_else(|| self.objects.get(&handle).copied().map(whole))
            }
        }
    }

    fn path(&mut self, from: Spot, to: Spot) -> Option<Micros> {
        self.asked += 1;
        let (from, to) = (self.position(from)?, self.position(to)?);
        if self.coast.is_some_and(|coast| to.x > coast * 1_000_000) {
            return None;
        }
        Micros::new((from.x - to.x).abs() + (from.y - to.y).abs())
    }

    fn sees(&mut self, from: Spot, to: Spot) -> Option<bool> {
        self.asked += 1;
        assert!(!self.panics, "no eyes");
        Some(self.position(from)?.x.signum() == self.position(to)?.x.signum())
    }

    fn hides(&mut self, at: Spot, from: Spot) -> Option<bool> {
        self.sees(at, from).map(|sees| !sees)
    }

    fn named(&mut self, question: &str, of: &[Spot]) -> Finding {
        match (question, of) {
            ("even", [Spot::Handle(handle)]) => Finding::Truth(handle % 2 == 0),
            _ => Finding::Unknown,
        }
    }
}

const HEAD: &str = r#"
[types]
post = ["gate", "tower", "hut"]
foe = { open = true, max = 4 }
point = { open = true, max = 3 }
[facts]
target = { type = "foe?", sensed = true }
sees = { type = "bool", of = ["foe"], sensed = true }
dead = { type = "bool", of = ["foe"], sensed = true }
at = "post"
stood = "bool"
value = { type = "int", min = 0, max = 9, of = ["foe"], sensed = true }
[action.shoot]
params = { f = "query.q" }
then = ["dead[f]"]
[goal.kill]
want = ["some foe f: dead[f]"]
[agent.soldier]
actions = ["shoot"]
goals = { kill = 1 }
"#;

fn set_of(text: &str) -> AgentSet {
    let lore = cunning_mind::read(&Source::new("test.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    AgentSet::new(Arc::new(lore), MindConfig::default())
}

/// A soldier who knows foes 1 to `foes`.
fn soldier(query: &str, foes: u64) -> (AgentSet, AgentId) {
    let mut set = set_of(&format!("{HEAD}{query}"));
    let ty = set.lore().domain.type_named("foe").unwrap();
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    for handle in 1..=foes {
        set.receive(&Percept::Bind { ty, handle, name: "" });
        tell(&mut set, agent, "sees", &[Value::Handle(handle)], Value::Bool(true));
    }
    (set, agent)
}

fn line(foes: u64) -> Plane {
    Plane {
        objects: (1..=foes).map(|handle| (handle, (10 - handle as i64, 0))).collect(),
        ..Plane::default()
    }
}

fn tick_in(set: &mut AgentSet, plane: &mut Plane) {
    set.clear_commands();
    set.pass(100, 1000);
    set.think_in(plane);
}

fn handles(set: &AgentSet, agent: AgentId) -> Vec<u64> {
    let handle = |value: &Value| if let Value::Handle(handle) = value { *handle } else { u64::MAX };
    set.candidates(agent, "q").unwrap().iter().map(handle).collect()
}

#[test]
fn the_nearest_foe_is_a_query() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nscore = '0 - dist(self, c)'", 4);
    tick_in(&mut set, &mut line(4));
    assert_eq!(handles(&set, agent), [4]);
    assert_eq!(said(&set), ["shoot(#4)"]);
}

#[test]
fn the_best_are_taken_in_order_and_the_first_among_equals() {
    let text = "[query.q]\nfrom = 'foe'\nscore = 'min(dist(self, c), 8)'\ntake = 3";
    let (mut set, agent) = soldier(text, 4);
    // Two are far away, and count as equally far.
    tick_in(&mut set, &mut line(4));
    assert_eq!(handles(&set, agent), [1, 2, 3]);
}

#[test]
fn without_a_score_the_first_ones_are_taken() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\ntake = 2", 4);
    tick_in(&mut set, &mut Plane::default());
    assert_eq!(handles(&set, agent), [1, 2]);
}

#[test]
fn conditions_are_read_from_what_the_agent_believes() {
    let (mut set, agent) =
        soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees[c]', 'value[c] > 2']\ntake = 4", 4);
    tell(&mut set, agent, "value", &[Value::Handle(2)], Value::Int(5));
    tell(&mut set, agent, "value", &[Value::Handle(3)], Value::Int(5));
    tell(&mut set, agent, "sees", &[Value::Handle(3)], Value::Bool(false));
    tick_in(&mut set, &mut Plane::default());
    assert_eq!(handles(&set, agent), [2]);
}

#[test]
fn scores_are_put_together_from_questions_and_beliefs() {
    let text = "[curve.near]\npoints = [[0, 1], [8, 0]]\n[query.q]\nfrom = 'foe'\ntake = 4\n\
                score = 'curve.near(dist(self, c)) * 10 + value[c] / 2'";
    let (mut set, agent) = soldier(text, 4);
    tell(&mut set, agent, "value", &[Value::Handle(1)], Value::Int(9));
    // At distances 9, 8, 7 and 6 the curve is 0, 0, 0.125 and 0.25: the scores are 4.5, 0, 1.25 and 2.5.
    tick_in(&mut set, &mut line(4));
    assert_eq!(handles(&set, agent), [1, 4, 3, 2]);
}

#[test]
fn lines_of_sight_and_shelter_are_asked_of_the_game() {
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
    assert_eq!(both("odd(c)"), [0u64; 0], "what the game does not know counts for nothing");
    assert_eq!(both("not odd(c)"), [0u64; 0], "neither way");
}

#[test]
fn a_question_about_nobody_has_no_answer() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees(c, target)']\ntake = 4", 3);
    tick_in(&mut set, &mut line(3));
    assert_eq!(handles(&set, agent), [0u64; 0]);
    assert_eq!(said(&set), ["idle: NoPlan"]);
}

#[test]
fn places_of_a_closed_type_are_candidates_too() {
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

const POINTS: &str = r#"
[types]
foe = { open = true, max = 2 }
point = { open = true, max = 3 }
[facts]
target = { type = "foe?", sensed = true }
at = { type = "point?", sensed = true }
[action.go]
params = { p = "query.q" }
then = ["at = p"]
[goal.be_there]
want = ["at != none"]
[agent.soldier]
actions = ["go"]
goals = { be_there = 1 }
"#;

#[test]
fn points_on_a_ring_become_objects_that_can_be_walked_to() {
    let mut set = set_of(&format!(
        "{POINTS}[query.q]\nfrom = {{ ring = 4, radius = 2, around = 'self' }}\nas = 'point'\n\
         where = ['free(c)']\nscore = 'path(self, c)'\ntake = 2"
    ));
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let mut plane = Plane { me: (10, 10), coast: Some(11), ..Plane::default() };
    tick_in(&mut set, &mut plane);
    // East lies in the sea; of the others the first two in the order of the ring are taken.
    let places: Vec<Position> = handles(&set, agent).into_iter().filter_map(Position::of_handle).collect();
    assert_eq!(places, [whole((10, 12)), whole((8, 10))]);
    let Some(Command::Start { args: [Value::Handle(handle)], .. }) = set.commands().iter().next() else {
        panic!("{:?}", said(&set))
    };
    assert_eq!(Position::of_handle(*handle), Some(places[0]));
}

#[test]
fn points_of_a_grid_around_an_object() {
    let mut set = set_of(&format!(
        "{POINTS}[query.q]\nfrom = {{ grid = 3, spacing = 1, around = 'target' }}\nas = 'point'\n\
         score = '0 - dist(self, c)'\ntake = 3"
    ));
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let ty = set.lore().domain.type_named("foe").unwrap();
    set.receive(&Percept::Bind { ty, handle: 5, name: "" });
    tell(&mut set, agent, "target", &[], Value::Handle(5));
    let mut plane = Plane { objects: [(5, (10, 0))].into(), ..Plane::default() };
    tick_in(&mut set, &mut plane);
    let places: Vec<Position> = handles(&set, agent).into_iter().filter_map(Position::of_handle).collect();
    assert_eq!(places, [whole((9, 0)), whole((9, -1)), whole((9, 1))]);
}

#[test]
fn whoever_walks_to_a_point_does_not_lose_it_when_the_ring_goes_with_him() {
    let mut set = set_of(&format!(
        "{POINTS}[query.q]\nfrom = {{ ring = 4, radius = 8, around = 'self' }}\nas = 'point'\n\
         score = '0 - path(self, c)'\ntake = 1\nevery = '100 ms'"
    ));
    let agent = set.spawn("soldier", Spawn::default()).unwrap();
    let mut plane = Plane::default();
    tick_in(&mut set, &mut plane);
    let goal = handles(&set, agent)[0];
    assert_eq!(Position::of_handle(goal), Some(whole((8, 0))));
    for step in 1..7 {
        plane.me = (step, 0);
        tick_in(&mut set, &mut plane);
        assert!(said(&set).is_empty(), "{:?}", said(&set));
        assert!(handles(&set, agent).contains(&goal));
    }
    // When it cannot be reached any more he does something else.
    plane.coast = Some(7);
    for _ in 0..3 {
        tick_in(&mut set, &mut plane);
    }
    assert!(!handles(&set, agent).contains(&goal));
}

#[test]
fn a_goal_pursues_the_best_candidate_that_has_a_plan() {
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
    let ty = set.lore().domain.type_named("foe").unwrap();
    for handle in 1..=4 {
        set.receive(&Percept::Bind { ty, handle, name: "" });
        tell(&mut set, agent, "near", &[Value::Handle(handle)], Value::Bool(handle != 4));
    }
    tick_in(&mut set, &mut line(4));
    assert_eq!(handles(&set, agent), [4, 3]);
    assert_eq!(said(&set), ["stab(#3)"], "the nearest cannot be stabbed");
}

#[test]
fn queries_are_asked_again_when_their_time_has_come() {
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
    assert_eq!(plane.asked, before, "distances take no eyes and no ways");
    plane.objects.insert(1, (0, 1));
    for _ in 0..10 {
        tick_in(&mut set, &mut plane);
    }
    assert!(handles(&set, agent).contains(&1), "things move");
}

#[test]
fn whoever_is_held_or_gone_asks_nothing() {
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
fn an_object_that_vanishes_ends_the_plan_and_is_no_candidate_any_more() {
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
fn what_another_has_claimed_is_not_free() {
    let text = format!(
        "{}[query.q]\nfrom = 'foe'\nwhere = ['free(c)']\nscore = '0 - dist(self, c)'\nevery = '100 ms'",
        HEAD.replace("then = [\"dead[f]\"]", "then = [\"dead[f]\"]\nclaims = [\"f\"]")
    );
    let mut set = set_of(&text);
    let ty = set.lore().domain.type_named("foe").unwrap();
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
fn a_query_decides_who_is_known_when_there_are_more() {
    let text = HEAD
        .replace("foe = { open = true, max = 4 }", "foe = { open = true, max = 2, fill = \"query.worst\" }")
        + "[query.worst]\nfrom = 'foe'\nwhere = ['not dead[c]']\nscore = '0 - dist(self, c)'\ntake = 2\n\
           [query.q]\nfrom = 'foe'\nscore = '0 - dist(self, c)'\ntake = 2\nevery = '100 ms'";
    let mut set = set_of(&text);
    let ty = set.lore().domain.type_named("foe").unwrap();
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
    let sees = set.lore().domain.fact_named("sees").unwrap();
    let believed = |handle| set.belief(agent, sees, &[Value::Handle(handle)]);
    assert!(believed(2).is_none() && believed(3).is_none() && believed(4).is_some());
}

/// Answers by messages what was asked by messages.
fn answer(set: &mut AgentSet, agent: AgentId, plane: &mut Plane) {
    let spot = |value: &Value| match value {
        Value::Object(object) => Spot::Object(*object),
        Value::Handle(handle) => Spot::Handle(*handle),
        _ => Spot::Agent(agent),
    };
    let mut answers = Vec::new();
    for command in set.commands().iter() {
        let Command::Survey { question, inquiry, of, .. } = command else { continue };
        let of: Vec<Spot> = of.iter().map(spot).collect();
        let number = |number: Option<Micros>| number.map_or(Finding::Unknown, Finding::Number);
        let finding = match inquiry {
            Inquiry::Position => plane.position(of[0]).map_or(Finding::Unknown, Finding::Position),
            Inquiry::Distance => number(plane.distance(of[0], of[1])),
            Inquiry::Path => number(plane.path(of[0], of[1])),
            Inquiry::Sees => Finding::Truth(plane.sees(of[0], of[1]).unwrap()),
            Inquiry::Hides => Finding::Truth(plane.hides(of[0], of[1]).unwrap()),
            Inquiry::Named(at) => plane.named(set.lore().questions()[at as usize], &of),
        };
        answers.push((question, finding));
    }
    for (question, finding) in answers {
        set.receive(&Percept::Surveyed { question, finding });
    }
}

#[test]
fn answers_by_messages_are_as_good_as_answers_by_calls() {
    let text = "[query.q]\nfrom = { ring = 8, radius = 3, around = 'target' }\nas = 'point'\n\
                where = ['not sees(self, c)']\nscore = '0 - path(self, c) - dist(c, target)'\ntake = 3";
    let told = |by_calls: bool| {
        let mut set = set_of(&format!("{POINTS}{text}"));
        let agent = set.spawn("soldier", Spawn::default()).unwrap();
        let ty = set.lore().domain.type_named("foe").unwrap();
        set.receive(&Percept::Bind { ty, handle: 5, name: "" });
        tell(&mut set, agent, "target", &[], Value::Handle(5));
        let mut plane = Plane { me: (3, 1), objects: [(5, (-1, 0))].into(), ..Plane::default() };
        let mut ticks = 0;
        while set.counters().queries == 0 {
            ticks += 1;
            assert!(ticks < 20, "{:?}", set.counters());
            if by_calls {
                tick_in(&mut set, &mut plane);
            } else {
                answer(&mut set, agent, &mut plane);
                set.clear_commands();
                set.tick(100, 1000);
            }
        }
        (handles(&set, agent), set.counters().questions)
    };
    assert_eq!(told(true).0.len(), 3);
    assert_eq!(told(true), told(false));
}

#[test]
fn what_nobody_answers_counts_as_no_and_is_told() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees(self, c)']\nscore = 'odd(c)'", 3);
    for _ in 0..15 {
        set.clear_commands();
        set.tick(100, 1000);
    }
    assert_eq!(handles(&set, agent), [0u64; 0]);
    assert_eq!(set.counters().questions_unanswered, 3);
    let told: Vec<String> = set.unanswered().collect();
    assert_eq!(told, ["nobody answers `sees` of the query `q`"]);
}

#[test]
fn an_answer_to_a_question_of_the_past_is_ignored() {
    let (mut set, agent) = soldier("[query.q]\nfrom = 'foe'\nwhere = ['sees(self, c)']", 1);
    set.tick(100, 1000);
    let question = set.commands().iter().find_map(|command| match command {
        Command::Survey { question, .. } => Some(question),
        _ => None,
    });
    set.clear_commands();
    for _ in 0..12 {
        set.tick(100, 1000);
    }
    let before = set.counters().reports_ignored;
    set.receive(&Percept::Surveyed { question: question.unwrap(), finding: Finding::Truth(true) });
    assert_eq!(set.counters().reports_ignored, before + 1);
    assert_eq!(handles(&set, agent), [0u64; 0]);
}

#[test]
fn a_geometry_that_panics_costs_the_agent_that_asked_and_nobody_else() {
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
    /// However small the budget: a tick never takes more, and in the end everybody has an answer.
    #[test]
    fn queries_and_plans_stay_within_the_budget(budget in 1u64..40, agents in 1usize..12, foes in 1u64..5) {
        let text = format!("{HEAD}[query.q]\nfrom = 'foe'\nwhere = ['sees[c]', 'dist(self, c)']\nscore = '0 - path(self, c)'\nevery = '30 s'");
        let mut set = set_of(&text);
        let ty = set.lore().domain.type_named("foe").unwrap();
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
            let spent = after.expanded - before.expanded + after.surveyed - before.surveyed;
            prop_assert!(spent <= budget, "{} of {}", spent, budget);
            prop_assert!(after.questions - before.questions <= after.surveyed - before.surveyed);
        }
        for agent in all {
            prop_assert_eq!(set.candidates(agent, "q").unwrap(), [Value::Handle(foes)]);
        }
    }

    /// The same budget in any slices: the same candidates, and the same plan in the end.
    #[test]
    fn a_query_in_slices_finds_the_same(budget in 1u64..60) {
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
fn questions_that_are_open_are_asked_again_after_a_save() {
    for from in ["'foe'", "{ ring = 4, radius = 2, around = 'target' }\nas = 'point'"] {
        let query = format!("[query.q]\nfrom = {from}\nscore = '0 - path(self, c)'");
        let head = if from == "'foe'" { HEAD } else { POINTS };
        let mut set = set_of(&format!("{head}{query}"));
        let agent = set.spawn("soldier", Spawn::default()).unwrap();
        let ty = set.lore().domain.type_named("foe").unwrap();
        set.receive(&Percept::Bind { ty, handle: 5, name: "" });
        tell(&mut set, agent, "target", &[], Value::Handle(5));
        tick(&mut set);
        let survey = |set: &AgentSet| {
            let commands = set.commands().iter();
            let found = commands.filter(|command| matches!(command, Command::Survey { .. }));
            found.map(|command| format!("{command:?}")).collect::<Vec<_>>()
        };
        let asked = survey(&set);
        assert!(!asked.is_empty(), "{from}");
        let restore = |set: &AgentSet| {
            AgentSet::restore(&set.save(), set.lore().clone(), MindConfig::default(), Some).unwrap().0
        };
        assert_eq!(survey(&restore(&set)), asked, "not twice where nobody has heard them yet");
        set.clear_commands();
        assert_eq!(survey(&restore(&set)), asked, "{from}");
    }
}
