//! Panel, map, timeline and narration agree at every tick of the scenes: names, chosen goal, running step and positions.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_arena::simulation::{LineKind, Scenario, Settings, Simulation};
use cunning_debug::DebugSession;
use serde_json::{Value, json};

use crate::session::{ask, scenario, scenes, status};

/// All scenes end before this tick but the village, which never ends: of a crowd, its first half minute is compared.
const TICKS_MAX: u64 = 20_000;
const CROWD_TICKS_MAX: u64 = 300;
/// Scenes with more bodies are crowds.
const CROWD_MIN: usize = 40;
/// The panel of an agent is compared in every tick in which the timeline has anything new about it, and in one of so many
/// others.
const PANEL_TICKS: u64 = 4;

/// What the simulation itself says about a tick.
struct Truth {
    /// The position and the life of each actor, by name.
    bodies: BTreeMap<String, (f32, f32, bool)>,
    /// The narrated decisions and steps: agent, kind and text.
    lines: Vec<(String, LineKind, String)>,
}

/// Runs a scene in a session, and next to it a narrated simulation with the same seed.
fn run(scenario: &Arc<Scenario>) -> (DebugSession, Vec<Truth>) {
    let seed = scenario.scene().seed();
    let session = DebugSession::live(scenario, seed, false).unwrap();
    let mut simulation = Simulation::new(scenario, seed).unwrap().narrated();
    let mut truths = vec![truth(&mut simulation)];
    let is_crowd = simulation.world().actors().len() > CROWD_MIN;
    let max = if is_crowd { CROWD_TICKS_MAX } else { TICKS_MAX };
    while simulation.outcome().is_none() && simulation.ticks() < max {
        simulation.tick();
        session.tick();
        truths.push(truth(&mut simulation));
    }
    (session, truths)
}

fn truth(simulation: &mut Simulation) -> Truth {
    let lines = simulation.drain_lines().map(|line| (line.agent, line.kind, line.text)).collect();
    let world = simulation.world();
    let body = |(actor, spec): (&cunning_arena::Actor, &cunning_arena::scene::ActorSpec)| {
        let (x, y) = (actor.point().x as f32 / 1000.0, actor.point().y as f32 / 1000.0);
        (spec.name.clone(), (x, y, actor.is_alive()))
    };
    Truth { bodies: world.actors().iter().zip(world.scene().actors()).map(body).collect(), lines }
}

fn text(value: &Value) -> Option<&str> {
    value.as_str()
}

/// The span of a lane that lasts beyond a tick; the one that started last if there are several.
fn active(spans: &Value, tick: u64) -> Option<&str> {
    let spans = spans.as_array().unwrap().iter();
    let mut lasts = spans.filter(|span| {
        span["from"].as_u64().unwrap() <= tick && span["to"].as_u64().is_none_or(|end| end > tick)
    });
    lasts.next_back().and_then(|span| text(&span["text"]))
}

/// Whether the timeline of an agent has anything new at a tick.
fn has_news(lane: &Value, tick: u64) -> bool {
    let is_now = |value: &Value| value.as_u64() == Some(tick);
    let all = |key: &str| lane[key].as_array().unwrap().iter();
    all("marks").any(|mark| is_now(&mark["tick"]))
        || all("goals").chain(all("steps")).any(|span| is_now(&span["from"]) || is_now(&span["to"]))
}

/// Compares everything that is shown at one tick.
fn compare(session: &DebugSession, tick: u64, truth: &Truth) {
    let frame = ask(session, "frame", json!({ "tick": tick })).unwrap();
    let lanes = ask(session, "lanes", json!({ "from": tick, "to": tick })).unwrap();
    let lanes: BTreeMap<&str, &Value> =
        lanes.as_array().unwrap().iter().map(|lane| (text(&lane["agent"]).unwrap(), lane)).collect();
    let (agents, bodies) = (frame["agents"].as_array().unwrap(), frame["bodies"].as_array().unwrap());

    // The map has every body of the world exactly once, where it is.
    assert_eq!(bodies.len(), truth.bodies.len(), "bodies at tick {tick}");
    for body in bodies {
        let name = text(&body["name"]).unwrap();
        let place = ["x", "y"].map(|key| body[key].as_f64().unwrap() as f32);
        let shown = (place[0], place[1], body["isAlive"].as_bool().unwrap());
        assert_eq!(Some(&shown), truth.bodies.get(name), "{name} at tick {tick}");
    }
    for (at, agent) in agents.iter().enumerate() {
        let (id, name) = (text(&agent["agent"]).unwrap(), text(&agent["name"]).unwrap());
        let place = format!("{name} at tick {tick}");
        let lane = lanes.get(id).unwrap_or_else(|| panic!("no lane of {place}"));
        assert_eq!(text(&lane["name"]), Some(name), "{place}");
        assert_eq!(active(&lane["goals"], tick), text(&agent["goal"]), "the goal of {place}");
        assert_eq!(active(&lane["steps"], tick), text(&agent["step"]), "the step of {place}");
        let own: Vec<_> = bodies.iter().filter(|body| body["agent"] == agent["agent"]).collect();
        if agent["position"].is_array() {
            let [body] = own[..] else { panic!("{place} has {} bodies", own.len()) };
            assert_eq!(body["name"], agent["name"], "{place}");
        }
        if has_news(lane, tick) || at as u64 % PANEL_TICKS == tick % PANEL_TICKS {
            let details = ask(session, "agent", json!({ "agent": id, "tick": tick })).unwrap();
            compare_panel(&details, agent, &place);
        }
    }
    compare_narration(truth, &lanes, tick);
}

/// Compares the panel of an agent with its summary.
fn compare_panel(details: &Value, agent: &Value, place: &str) {
    assert_eq!(details["name"], agent["name"], "{place}");
    assert_eq!(details["goal"]["text"], agent["goal"], "the goal of {place}");
    assert_eq!(details["step"]["text"], agent["step"], "the step of {place}");
    assert_eq!(details["idle"], agent["idle"], "{place}");
    assert_eq!(details["plan"].is_object(), agent["hasPlan"] == true, "{place}");
    let chosen: Vec<_> =
        details["scores"].as_array().unwrap().iter().filter(|row| row["isChosen"] == true).collect();
    assert!(chosen.len() <= 1, "{place} has chosen {chosen:?}");
    if let [row] = chosen[..] {
        assert_eq!(row["goal"], agent["goal"], "{place}");
    }
    let step = &details["step"];
    let is_current = step.is_object() && step["stopping"].is_null();
    match details["plan"]["current"].as_u64() {
        Some(current) => {
            let marked = &details["plan"]["steps"][current as usize]["text"];
            assert!(is_current, "{place} is marked at {marked}, but does nothing");
            assert_eq!(*marked, step["text"], "the marked step of {place}");
        }
        None => assert!(
            !is_current || details["plan"].is_null() || step["isFallback"] == true,
            "{place} does {step}, which its plan {} does not mark",
            details["plan"]
        ),
    }
}

/// Compares narrated decisions and steps with the timeline.
fn compare_narration(truth: &Truth, lanes: &BTreeMap<&str, &Value>, tick: u64) {
    for (agent, kind, line) in &truth.lines {
        let lane_of = |name: &str| lanes.values().find(|lane| text(&lane["name"]) == Some(name));
        let lane = lane_of(agent);
        let place = format!("{agent} at tick {tick}: {line}");
        let has = |spans: &str, wanted: &str, is_new: bool| {
            let lane = lane.unwrap_or_else(|| panic!("no lane of {place}"));
            lane[spans].as_array().unwrap().iter().any(|span| {
                text(&span["text"]) == Some(wanted) && (!is_new || span["from"].as_u64() == Some(tick))
            })
        };
        let marks = |name: &str, kind: &str| {
            let lane = lane_of(name).unwrap_or_else(|| panic!("no lane of {name}: {place}"));
            let marks = lane["marks"].as_array().unwrap().iter();
            marks
                .filter(|mark| mark["tick"].as_u64() == Some(tick) && mark["kind"] == kind)
                .collect::<Vec<_>>()
        };
        let has_note = || marks(agent, "note").iter().any(|mark| text(&mark["text"]) == Some(line));
        match kind {
            // What happens within the step that carries out a quest is a note on the timeline.
            LineKind::Step => {
                assert!(has("steps", line, true) || has_note(), "no step on the timeline of {place}");
            }
            LineKind::Decision => match line
                .strip_prefix("wants ")
                .and_then(|rest| rest.split_once(" (worth"))
            {
                Some((goal, _)) => assert!(has("goals", goal, false), "no goal on the timeline of {place}"),
                None => assert!(has_note(), "no note on the timeline of {place}"),
            },
            LineKind::Idle => assert!(!marks(agent, "idle").is_empty(), "not idle on the timeline: {place}"),
            LineKind::Order => {
                // An order is marked where it arrives.
                let names = line.strip_prefix("orders ").and_then(|rest| rest.split_once(": "));
                for name in names.map_or("", |(names, _)| names).split(", ").filter(|name| !name.is_empty()) {
                    assert!(!marks(name, "order").is_empty(), "no order for {name} on the timeline: {place}");
                }
            }
            _ => {}
        }
    }
}

fn compare_all(scenario: &Arc<Scenario>) -> usize {
    let (session, truths) = run(scenario);
    assert_eq!(status(&session)["lastTick"].as_u64(), Some(truths.len() as u64 - 1));
    for (tick, truth) in truths.iter().enumerate() {
        compare(&session, tick as u64, truth);
    }
    truths.len()
}

#[test]
fn panel_map_timeline_and_narration_agree_at_every_tick_of_the_scenes() {
    let names = scenes();
    assert!(names.len() >= 6, "{names:?}");
    std::thread::scope(|scope| {
        for name in &names {
            scope.spawn(move || {
                let ticks = compare_all(&scenario(name, Settings::default()));
                println!("{name}: {ticks} ticks");
            });
        }
    });
}

#[test]
fn bodies_without_minds_are_shown() {
    // The last team of the squad scene is moved by state machines.
    let plain = scenario("squad", Settings::default());
    let baselines = plain.scene().teams().last().map(|team| format!("{team}=fsm")).into_iter().collect();
    let scenario = scenario("squad", Settings { baselines, ..Settings::default() });
    let (session, truths) = run(&scenario);
    let frame = ask(&session, "frame", json!({ "tick": 20 })).unwrap();
    let bodies = frame["bodies"].as_array().unwrap();
    let bare: Vec<_> = bodies.iter().filter(|body| body["agent"].is_null()).collect();
    assert!(!bare.is_empty() && bare.len() < bodies.len(), "{bodies:?}");
    for (tick, truth) in truths.iter().enumerate() {
        compare(&session, tick as u64, truth);
    }
    // The dead stay where they fell, with the agent that they were.
    let last = ask(&session, "frame", json!({ "tick": truths.len() - 1 })).unwrap();
    let dead = last["bodies"].as_array().unwrap().iter().filter(|body| body["isAlive"] == false);
    let with_mind: Vec<_> = dead.filter(|body| body["agent"].is_string()).collect();
    for body in &with_mind {
        let gone = ask(&session, "agent", json!({ "agent": body["agent"], "tick": truths.len() - 1 }));
        let gone = gone.unwrap_err();
        assert!(gone.contains("is gone since tick"), "{gone}");
    }
}
