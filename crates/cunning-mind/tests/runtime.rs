//! A runtime calls the game's handlers where agents need them, checks their names, and contains their panics.

use std::time::Duration;

use cunning_mind::{
    ActionHandler, AgentId, Budget, Domain, MindConfig, Minds, NameKind, Order, OrderState, Position,
    Progress, Runtime, Spawn, Step, StopReason, Value,
};

const TEXT: &str = r#"
[facts]
lit = "bool"
[action.light]
when = ["not lit"]
then = ["lit"]
[goal.see]
want = ["lit"]
[agent.keeper]
actions = ["light"]
goals = { see = 1.0 }
sensors = ["eyes"]
"#;

const TICK: Duration = Duration::from_millis(100);

fn domain(text: &str) -> Domain {
    Domain::from_str("test.toml", text).unwrap_or_else(|error| panic!("{error}"))
}

fn keepers(count: usize) -> (Minds, Vec<AgentId>) {
    let mut minds = Minds::new(&domain(TEXT));
    let agents = (0..count).map(|_| minds.spawn("keeper").unwrap()).collect();
    (minds, agents)
}

#[derive(Default)]
struct House {
    lit: u32,
    polls: u32,
    stops: u32,
    explodes: Option<AgentId>,
    dusty: Option<AgentId>,
}

/// Takes this many ticks. Each running step has its own value.
struct Light(u32);

impl ActionHandler<House> for Light {
    fn tick(&mut self, house: &mut House, step: &Step) -> Progress {
        assert!(house.explodes != Some(step.agent), "the lamp explodes");
        self.0 -= 1;
        if self.0 > 0 {
            return Progress::Running;
        }
        house.lit += 1;
        Progress::Done
    }

    fn stop(&mut self, house: &mut House, _: &Step, _: StopReason) {
        house.stops += 1;
    }
}

fn runtime(minds: Minds) -> Runtime<House> {
    Runtime::<House>::new(minds)
        .sensor("eyes", Duration::from_millis(500), |house, agent, beliefs| {
            house.polls += 1;
            assert!(house.dusty != Some(agent), "something in the eye");
            beliefs.set("lit", false).unwrap();
        })
        .action("light", |_: &Step| Light(3))
        .build()
        .unwrap()
}

#[test]
fn sensors_are_polled_and_each_step_has_its_own_handler() {
    let (minds, agents) = keepers(10);
    let mut runtime = runtime(minds);
    let mut house = House::default();
    for _ in 0..100 {
        runtime.tick(&mut house, TICK, Budget::default());
    }
    // Ten seconds, twice per second, ten keepers, staggered.
    assert!((195..=205).contains(&house.polls), "{}", house.polls);
    // Each lights, sees that it is dark, and lights again: at most once in 500 ms.
    assert!((150..=200).contains(&house.lit), "{}", house.lit);
    let minds = runtime.minds();
    assert!(agents.iter().all(|&agent| minds.quarantined(agent).is_none()));
    let acting = agents.iter().filter(|&&agent| minds.inspect(agent).unwrap().is_acting).count();
    assert_eq!(minds.stats().steps_started - minds.stats().steps_ended, acting as u64);
    assert_eq!(runtime.steps().count(), acting);
}

#[test]
fn panicking_handler_quarantines_its_agent_only() {
    let (minds, agents) = keepers(4);
    let mut runtime = runtime(minds);
    let mut house = House::default();
    for _ in 0..3 {
        runtime.tick(&mut house, TICK, Budget::default());
    }
    (house.explodes, house.dusty) = (Some(agents[1]), Some(agents[2]));
    for _ in 0..30 {
        runtime.tick(&mut house, TICK, Budget::default());
    }
    let quarantined = |agent: usize| runtime.minds().quarantined(agents[agent]);
    assert_eq!(quarantined(1), Some("the lamp explodes"));
    assert_eq!(quarantined(2), Some("something in the eye"));
    assert_eq!((quarantined(0), quarantined(3)), (None, None));
    assert!(house.lit > 4, "the others continue");
}

#[test]
fn held_agent_stops_and_starts_again_with_a_new_handler() {
    let (minds, agents) = keepers(1);
    let mut runtime = runtime(minds);
    let mut house = House::default();
    runtime.tick(&mut house, TICK, Budget::default());
    runtime.tick(&mut house, TICK, Budget::default());
    runtime.minds_mut().hold(agents[0]);
    runtime.tick(&mut house, TICK, Budget::default());
    assert_eq!((house.stops, house.lit), (1, 0));
    runtime.minds_mut().release(agents[0]);
    for _ in 0..4 {
        runtime.tick(&mut house, TICK, Budget::default());
    }
    assert_eq!(house.lit, 1);
}

const TAVERN: &str = r#"
[types]
place = ["beach", "tavern"]
spot = { open = true, max = 4 }
[facts]
at = "place"
drunk = "bool"
seat = { type = "spot?", sensed = true }
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
[action.drink]
when = ["at == tavern"]
then = ["drunk"]
check = "tavern_open"
[action.sit]
params = { s = "query.seats" }
then = ["seat = s"]
[goal.get_drunk]
want = ["drunk"]
relevance = [{ score = 0.5 }]
[goal.rest]
want = ["seat != none"]
relevance = [{ score = 0.1 }]
[query.seats]
from = { ring = 4, radius = 2, around = "self" }
as = "spot"
where = ["dry(c)"]
score = "0 - dist(self, c)"
take = 1
[agent.pirate]
actions = ["go", "drink", "sit"]
goals = { get_drunk = 1, rest = 1 }
"#;

#[derive(Default)]
struct Town {
    is_open: bool,
    asked: Vec<String>,
    reports: Vec<OrderState>,
    seats: Vec<Value>,
}

fn town(minds: Minds) -> Runtime<Town> {
    Runtime::<Town>::new(minds)
        .instant("go")
        .instant("drink")
        .action_fn("sit", |town, step| {
            town.seats.push(step.arg("s").unwrap().clone());
            Progress::Done
        })
        .check("tavern_open", |town, check| {
            town.asked.push(check.action().to_owned());
            town.is_open
        })
        .question("dry", |_, asked| asked.position().is_some_and(|point| point.x >= 0))
        .question("position", |_, asked| {
            asked.position().unwrap_or(Position { x: 10_000_000, ..Position::default() })
        })
        .on_report(|town, report| town.reports.push(report.state))
        .build()
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn action_with_a_check_runs_once_the_check_is_answered_yes() {
    for is_open in [false, true] {
        let mut minds = Minds::new(&domain(TAVERN));
        let pirates: Vec<AgentId> = (0..3).map(|_| minds.spawn("pirate").unwrap()).collect();
        let mut runtime = town(minds);
        let mut world = Town { is_open, ..Town::default() };
        for _ in 0..40 {
            runtime.tick(&mut world, TICK, Budget::default());
        }
        assert!(world.asked.iter().all(|action| action == "drink") && world.asked.len() >= 3);
        for &pirate in &pirates {
            assert_eq!(runtime.minds().get(pirate, "drunk").unwrap(), is_open);
        }
    }
}

#[test]
fn spatial_questions_are_answered_within_the_tick() {
    let mut minds = Minds::new(&domain(TAVERN));
    minds.spawn("pirate").unwrap();
    let mut runtime = town(minds);
    let mut world = Town::default();
    for _ in 0..40 {
        runtime.tick(&mut world, TICK, Budget::default());
    }
    let seat = world.seats.first().and_then(Value::as_point).expect("a seat was found");
    assert!(seat.x >= 8_000_000, "{seat:?}");
}

#[test]
fn reports_of_the_games_orders_reach_the_runtime() {
    let mut minds = Minds::new(&domain(TAVERN));
    let pirate = minds.spawn("pirate").unwrap();
    minds.order(pirate, Order::goal("rest").bias(2.0)).unwrap();
    let mut runtime = town(minds);
    let mut world = Town::default();
    for _ in 0..40 {
        runtime.tick(&mut world, TICK, Budget::default());
    }
    assert_eq!(world.reports, [OrderState::TakenUp, OrderState::Done]);
}

#[test]
fn build_lists_unknown_and_missing_names_all_at_once() {
    let error = Runtime::<Town>::new(Minds::new(&domain(TAVERN)))
        .instant("go")
        .instant("dirnk")
        .check("tavern_opne", |_, _| true)
        .sensor("eyes", TICK, |_, _, _| {})
        .build()
        .err()
        .expect("nothing fits");
    let unknown: Vec<_> =
        error.unknown.iter().map(|it| (it.kind, &*it.name, it.suggestion.as_deref())).collect();
    assert_eq!(
        unknown,
        [
            (NameKind::Action, "dirnk", Some("drink")),
            (NameKind::Sensor, "eyes", None),
            (NameKind::Check, "tavern_opne", Some("tavern_open")),
        ]
    );
    let missing: Vec<_> = error.missing.iter().map(|it| (it.kind, &*it.name)).collect();
    assert_eq!(
        missing,
        [
            (NameKind::Action, "drink"),
            (NameKind::Action, "sit"),
            (NameKind::Check, "tavern_open"),
            (NameKind::Question, "dist"),
            (NameKind::Question, "dry"),
            (NameKind::Question, "position"),
        ]
    );
    let text = error.to_string();
    assert!(text.contains("unknown action `dirnk`; did you mean `drink`?"), "{text}");
    assert!(
        text.contains("no handler for action `sit` (use `.instant(\"sit\")` if it needs none)"),
        "{text}"
    );
}

#[test]
fn steps_read_beliefs_and_defer_calls() {
    let mut minds = Minds::new(&domain(TEXT));
    minds.spawn("keeper").unwrap();
    let mut runtime = Runtime::<u32>::new(minds)
        .sensor("eyes", Duration::from_secs(100), |_, _, _| {})
        .action_fn("light", |count, step| {
            *count += 1;
            assert_eq!(step.belief("lit").unwrap(), false);
            assert!(step.belief("lti").is_err());
            if *count < 3 {
                step.defer(|minds| {
                    minds.spawn_with("keeper", Spawn::new().name("helper")).unwrap();
                })
                .unwrap();
            }
            if step.elapsed() >= Duration::from_millis(200) { Progress::Done } else { Progress::Running }
        })
        .build()
        .unwrap();
    let mut count = 0;
    for _ in 0..20 {
        runtime.tick(&mut count, TICK, Budget::default());
    }
    assert_eq!(runtime.minds().agents().count(), 3);
}

#[test]
fn restored_steps_get_new_handlers_with_resumed_set() {
    let (minds, _) = keepers(3);
    let mut first = runtime(minds);
    let mut house = House::default();
    first.tick(&mut house, TICK, Budget::default());
    first.tick(&mut house, TICK, Budget::default());
    let bytes = first.minds().save();
    let (minds, report) = Minds::restore(&bytes, first.minds().domain(), Some).unwrap();
    assert!(report.lost.is_empty());
    let mut again = Runtime::<Vec<bool>>::new(minds)
        .sensor("eyes", Duration::from_secs(100), |_, _, _| {})
        .action_fn("light", |resumed, step| {
            resumed.push(step.resumed);
            Progress::Done
        })
        .build()
        .unwrap();
    let mut resumed = Vec::new();
    again.tick(&mut resumed, TICK, Budget::default());
    assert_eq!(resumed, [true, true, true]);
}

#[test]
fn time_budget_stops_when_the_time_is_over() {
    let mut minds = Minds::with_config(&domain(TEXT), MindConfig { cache: 0, ..MindConfig::default() });
    for _ in 0..50 {
        minds.spawn("keeper").unwrap();
    }
    let mut now = Duration::ZERO;
    // Every reading of the clock is a millisecond later.
    let clock = move || {
        now += Duration::from_millis(1);
        now
    };
    let mut runtime = Runtime::<House>::new(minds)
        .sensor("eyes", Duration::from_secs(100), |_, _, _| {})
        .action("light", |_: &Step| Light(3))
        .clock(clock)
        .build()
        .unwrap();
    let mut house = House::default();
    for _ in 0..40 {
        runtime.tick(&mut house, TICK, Budget::time(Duration::from_millis(2)));
    }
    assert_eq!(house.lit, 50);
}
