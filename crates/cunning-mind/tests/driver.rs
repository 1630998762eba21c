//! Code of the game is called where agents need it, and a panic of it harms one agent only.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::{
    AgentId, Behaviour, Doing, Driver, MindConfig, MindEngine, Progress, Senses, Spawn, StopReason, Value,
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

/// A house with lamps that burn down.
#[derive(Default)]
struct House {
    oil: Vec<u32>,
    lit: u32,
    polls: u32,
    stops: u32,
    dusty: Option<AgentId>,
}

/// Takes three ticks.
struct Light;

impl Behaviour<House> for Light {
    fn start(&mut self, house: &mut House, step: &Doing<'_>) -> Progress {
        house.oil[place(step.agent)] = 3;
        Progress::Running
    }

    fn tick(&mut self, house: &mut House, step: &Doing<'_>) -> Progress {
        let oil = &mut house.oil[place(step.agent)];
        assert!(*oil != 99, "the lamp explodes");
        *oil -= 1;
        if *oil > 0 {
            return Progress::Running;
        }
        house.lit += 1;
        Progress::Done
    }

    fn stop(&mut self, house: &mut House, _: &Doing<'_>, _: StopReason) {
        house.stops += 1;
    }
}

fn place(agent: AgentId) -> usize {
    (agent.0 & 0xffff) as usize
}

fn keepers(count: usize) -> (MindEngine, Vec<AgentId>) {
    let spec = cunning_mind::read(&Source::new("test.toml", TEXT)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    set.set_sensor("eyes", 500);
    let agents = (0..count).map(|_| set.spawn("keeper", Spawn::default()).unwrap()).collect();
    (set, agents)
}

fn driver(set: &mut MindEngine) -> Driver<House> {
    let lit = set.spec().planning.fact_named("lit").unwrap();
    let eyes = move |house: &mut House, agent: AgentId, senses: &mut Senses<'_>| {
        house.polls += 1;
        assert!(house.dusty != Some(agent), "something in the eye");
        senses.tell(lit, &[], Value::Bool(false));
    };
    Driver::new().sensor(set, "eyes", 500, eyes).behaviour("light", Light)
}

#[test]
fn sensors_are_polled_and_steps_carried_out() {
    let (mut set, agents) = keepers(10);
    let mut driver = driver(&mut set);
    let mut house = House { oil: vec![0; 10], ..House::default() };
    for _ in 0..100 {
        driver.tick(&mut set, &mut house, 100, 1000);
    }
    // Ten seconds, twice a second, ten keepers, each first at its own time.
    assert!((195..=205).contains(&house.polls), "{}", house.polls);
    // Each lights, sees that it is dark, and lights again: at most once in 500 ms.
    assert!((150..=200).contains(&house.lit), "{}", house.lit);
    assert!(agents.iter().all(|&agent| set.quarantined(agent).is_none()));
    assert_eq!(set.counters().steps_started - set.counters().steps_ended, set_running(&set, &agents));
}

fn set_running(set: &MindEngine, agents: &[AgentId]) -> u64 {
    agents.iter().filter(|&&agent| set.inspect(agent).unwrap().is_acting).count() as u64
}

#[test]
fn a_panic_harms_one_agent_only() {
    let (mut set, agents) = keepers(4);
    let mut driver = driver(&mut set);
    let mut house = House { oil: vec![0; 4], ..House::default() };
    for _ in 0..3 {
        driver.tick(&mut set, &mut house, 100, 1000);
    }
    house.oil[1] = 99;
    house.dusty = Some(agents[2]);
    for _ in 0..30 {
        driver.tick(&mut set, &mut house, 100, 1000);
    }
    assert_eq!(set.quarantined(agents[1]), Some("the lamp explodes"));
    assert_eq!(set.quarantined(agents[2]), Some("something in the eye"));
    assert_eq!((set.quarantined(agents[0]), set.quarantined(agents[3])), (None, None));
    assert!(house.lit > 4, "the others go on");
}
