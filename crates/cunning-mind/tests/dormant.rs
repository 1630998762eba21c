//! A dormant agent continues by the durations of its actions, without commands to the game, and wakes where it would
//! be.

use crate::story;

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_diag::Source;
use cunning_mind::debug::replay;
use cunning_mind::engine::{Command, Order, OrderTerms, Percept, Value};
use cunning_mind::{AgentId, Inspection, MindConfig, MindEngine, Spawn, StepId};
use cunning_trace::{Config, Header, Reader, Recorder};
use story::{File, said, started, tell, tick};

const TEXT: &str = r#"
[types]
place = ["home", "field", "mill"]
[facts]
at = "place"
grain = { type = "int", min = 0, max = 3 }
flour = { type = "int", min = 0, max = 2 }
fed = { type = "bool", forget = "20 s" }
safe = "bool"
[action.go]
params = { to = "place" }
when = ["at != to"]
then = ["at = to"]
duration = "700 ms"
[action.reap]
when = ["at == field", "grain < 3"]
then = ["grain += 1"]
duration = "1.2 s"
[action.grind]
when = ["at == mill", "grain > 1"]
then = ["grain -= 2"]
hope = ["flour = 1"]
duration = "400 ms"
[action.bake]
when = ["at == home", "flour == 1"]
then = ["flour = 0", "fed"]
[action.hide]
then = ["safe"]
duration = "300 ms"
[goal.eat]
want = ["fed"]
relevance = [{ score = 0.5 }]
mode = "repeat"
[goal.hide]
want = ["safe"]
relevance = [{ score = 0 }]
[agent.miller]
actions = ["go", "reap", "grind", "bake", "hide"]
goals = { eat = 1, hide = 1 }
sensors = ["eyes"]
"#;

/// Returns how long the game takes for each action: its duration, or a second.
fn durations(set: &MindEngine) -> Vec<u32> {
    set.spec().actions.iter().map(|action| action.duration_ms.unwrap_or(1000)).collect()
}

fn set() -> (MindEngine, AgentId) {
    set_of(TEXT)
}

fn set_of(text: &str) -> (MindEngine, AgentId) {
    let spec = cunning_mind::read(&Source::new("mill.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let mut set = MindEngine::new(Arc::new(spec), MindConfig::default());
    set.set_sensor("eyes", 300);
    let miller = set.spawn("miller", Spawn::default()).unwrap();
    (set, miller)
}

/// Returns the beliefs and the goal of an agent.
fn state(set: &MindEngine, agent: AgentId) -> (Vec<Value>, Inspection) {
    let facts = ["at", "grain", "flour", "fed", "safe"];
    let beliefs = facts.map(|fact| story::belief(set, agent, fact).0);
    // The score is left out: it depends on when the agent last thought, and percepts make it think more often.
    (beliefs.to_vec(), Inspection { score: 0, ..set.inspect(agent).unwrap() })
}

/// A game that completes every step in its duration.
#[derive(Default)]
struct Game {
    left_ms: BTreeMap<StepId, (u32, usize)>,
}

impl Game {
    fn tick(&mut self, set: &mut MindEngine, agent: AgentId) {
        set.clear_commands();
        set.pass(100, 1000);
        let mut done = Vec::new();
        for (step, (left_ms, action)) in &mut self.left_ms {
            *left_ms = left_ms.saturating_sub(100);
            if *left_ms == 0 {
                done.push((*step, *action));
            }
        }
        for (step, action) in done {
            self.left_ms.remove(&step);
            set.receive(&Percept::Done(step));
            if set.spec().planning.actions().as_slice()[action].name == "grind" {
                tell(set, agent, "flour", &[], Value::Int(1));
            }
        }
        set.think();
        let durations = durations(set);
        for command in set.commands().iter() {
            if let Command::Start { step, action, .. } = command {
                self.left_ms.insert(step, (durations[action.index()], action.index()));
            }
        }
    }
}

#[test]
fn dormant_agent_acts_as_if_steps_took_their_durations() {
    let ((mut awake, one), (mut asleep, other)) = (set(), set());
    let mut game = Game::default();
    for _ in 0..2 {
        game.tick(&mut awake, one);
        asleep.tick(100, 1000);
    }
    asleep.sleep(other);
    assert!(asleep.is_asleep(other));
    for at in 0..75 {
        game.tick(&mut awake, one);
        asleep.clear_commands();
        asleep.tick(100, 1000);
        assert_eq!(said(&asleep), Vec::<String>::new(), "no commands for a dormant agent");
        assert_eq!(state(&awake, one), state(&asleep, other), "tick {at}");
    }
    asleep.wake(other);
    assert_eq!(state(&awake, one), state(&asleep, other));
    assert!(asleep.inspect(other).unwrap().is_acting, "a step is running");
    let resumed: Vec<bool> = asleep
        .commands()
        .iter()
        .filter_map(|command| match command {
            Command::Start { resumed, .. } => Some(resumed),
            _ => None,
        })
        .collect();
    assert_eq!(resumed, [true]);
    let (agent, step) = started(&asleep)[0];
    assert_eq!(agent, other);
    asleep.receive(&Percept::Done(step));
    assert!(!asleep.inspect(other).unwrap().is_acting, "the resumed step is completed");
}

#[test]
fn woken_agent_polls_its_sensors() {
    let (mut set, miller) = set();
    set.sleep(miller);
    for _ in 0..20 {
        tick(&mut set);
        assert!(!said(&set).iter().any(|said| said.starts_with("sense")));
    }
    set.wake(miller);
    tick(&mut set);
    assert!(said(&set).contains(&"sense 0".to_owned()));
}

#[test]
fn dormant_agent_asks_no_checks() {
    let (mut set, miller) = set_of(&TEXT.replace("[action.grind]", "[action.grind]\ncheck = \"mill_runs\""));
    tick(&mut set);
    assert!(said(&set).contains(&"grind()?".to_owned()));
    set.sleep(miller);
    tick(&mut set);
    assert!(set.inspect(miller).unwrap().is_acting, "the check counts as passed");
}

#[test]
fn reports_about_a_dormant_agents_step_are_ignored() {
    let (mut set, miller) = set();
    tell(&mut set, miller, "flour", &[], Value::Int(1));
    tick(&mut set);
    let step = started(&set)[0].1;
    set.sleep(miller);
    set.receive(&Percept::Failed(step));
    assert!(set.inspect(miller).unwrap().is_acting);
    assert_eq!(set.counters().reports_ignored, 1);
}

#[test]
fn dormant_agent_follows_orders_without_commands() {
    let (mut set, miller) = set();
    tick(&mut set);
    set.sleep(miller);
    for _ in 0..3 {
        tick(&mut set);
    }
    set.clear_commands();
    let hide = set.spec().planning.goal_named("hide").unwrap();
    set.order(
        miller,
        Order { terms: OrderTerms { is_rigid: true, ..OrderTerms::default() }, ..Order::new(hide) },
    )
    .unwrap();
    let mut reports = Vec::new();
    for _ in 0..6 {
        tick(&mut set);
        reports.extend(said(&set));
    }
    assert_eq!(reports, ["hide: TakenUp", "hide: Done"], "reports reach the game");
    assert_eq!(story::belief(&set, miller, "safe").0, Value::Bool(true));
    let counters = set.counters();
    assert!(counters.steps_started - counters.steps_ended <= 1);
    set.receive(&Percept::Hold(miller));
    set.remove(miller);
    assert!(!said(&set).iter().any(|said| said.starts_with("stop")), "{:?}", said(&set));
}

#[test]
fn sleep_is_recorded() {
    let (mut set, _) = set();
    let spec = set.spec().clone();
    set = MindEngine::new(spec.clone(), MindConfig::default());
    let file = File::default();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(Box::new(file.clone()));
    set.record(recorder);
    set.set_sensor("eyes", 300);
    let miller = set.spawn("miller", Spawn::default()).unwrap();
    set.set_importance(miller, 100_000);
    for at in 0..200 {
        match at % 50 {
            10 => set.sleep(miller),
            40 => set.wake(miller),
            _ => {}
        }
        tick(&mut set);
    }
    set.take_recorder().detach().unwrap().unwrap();
    let replayed = replay(&Reader::open(file.bytes()).unwrap(), spec, MindConfig::default()).unwrap();
    assert_eq!((replayed.ticks, replayed.compared, replayed.diverged), (200, 200, None));
}
