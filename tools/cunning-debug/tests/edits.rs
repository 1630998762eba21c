//! Pages edit a running scene, ask why, and branches repeat the edits.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use cunning_arena::simulation::{Settings, replay};
use cunning_debug::{DebugSession, Pace};
use serde_json::{Value, json};

use crate::session::{ask, scenario, status};

fn live(scene: &str, may_control: bool) -> DebugSession {
    let scenario = scenario(scene, Settings::default());
    DebugSession::live(&scenario, scenario.scene().seed(), may_control).unwrap()
}

fn run(session: &DebugSession, ticks: u64) {
    for _ in 0..ticks {
        session.tick();
    }
}

fn edit(session: &DebugSession, text: &str) -> Result<Value, String> {
    ask(session, "edit", json!({ "text": text }))
}

fn body(session: &DebugSession, name: &str) -> Value {
    let tick = status(session)["lastTick"].clone();
    let frame = ask(session, "frame", json!({ "tick": tick })).unwrap();
    frame["bodies"].as_array().unwrap().iter().find(|body| body["name"] == name).cloned().unwrap_or_default()
}

#[test]
fn an_edit_shows_at_once_and_replays_to_the_same_hashes() {
    let session = live("squad", true);
    run(&session, 10);
    let before = status(&session)["worldRevision"].clone();
    assert_eq!(edit(&session, "move blue1 to 12,10").unwrap(), "blue1 is moved to 12,10");
    assert_ne!(status(&session)["worldRevision"], before, "pages are told");
    let moved = body(&session, "blue1");
    assert_eq!((moved["x"].as_f64(), moved["y"].as_f64()), (Some(12.5), Some(10.5)), "{moved}");
    edit(&session, "spawn soldier at 20,3 as extra").unwrap();
    assert_eq!(body(&session, "extra")["isAlive"], json!(true));
    edit(&session, "remove blue2").unwrap();
    assert_eq!(body(&session, "blue2"), Value::Null);
    run(&session, 30);
    let file = ask(&session, "excerpt", json!({ "recording": 0, "from": 0, "to": 40 })).unwrap();
    let replayed = replay(BASE64.decode(file["base64"].as_str().unwrap()).unwrap()).unwrap();
    assert_eq!((replayed.diverged, replayed.ticks), (None, 40));
    // A branch repeats the edits of its past.
    let there = body(&session, "extra");
    ask(&session, "branch", json!({ "tick": 40 })).unwrap();
    while session.pace() == Pace::Now {
        session.tick();
    }
    assert_eq!(body(&session, "extra"), there);
}

#[test]
fn edits_need_a_running_scene_and_permission() {
    let watched = live("pirate", false);
    for (request, params) in
        [("edit", json!({ "text": "kill pirate" })), ("edit_offers", json!({ "target": { "kind": "all" } }))]
    {
        assert!(ask(&watched, request, params).unwrap_err().contains("--allow-control"));
    }
    let session = live("pirate", true);
    assert!(edit(&session, "kil pirate").unwrap_err().contains("did you mean `kill`?"));
    let offers =
        ask(&session, "edit_offers", json!({ "target": { "kind": "body", "name": "pirate" } })).unwrap();
    let texts: Vec<&str> =
        offers.as_array().unwrap().iter().filter_map(|offer| offer["text"].as_str()).collect();
    assert!(texts.contains(&"kill pirate") && texts.contains(&"move pirate to PLACE"), "{texts:?}");
}

#[test]
fn a_goal_is_explained_and_the_smallest_change_flips_the_decision() {
    let session = live("village", true);
    run(&session, 60);
    let (mut flipped, mut curves) = (0, 0);
    let frame = ask(&session, "frame", json!({ "tick": 60 })).unwrap();
    for agent in frame["agents"].as_array().unwrap().iter().take(6) {
        let details = ask(&session, "agent", json!({ "agent": agent["agent"], "tick": 60 })).unwrap();
        for row in details["scores"].as_array().unwrap() {
            let request = json!({ "agent": agent["agent"], "tick": 60, "goal": row["goal"] });
            let why = ask(&session, "why_goal", request).unwrap();
            assert_eq!(
                why["rules"].as_array().map(|rules| rules
                    .iter()
                    .filter(|rule| rule["counts"] == true)
                    .count()
                    <= 1),
                Some(true)
            );
            let (relevance, weight) = (why["relevance"].as_f64(), why["weight"].as_f64());
            if let (Some(relevance), Some(weight), Some(score)) = (relevance, weight, why["score"].as_f64()) {
                assert!((relevance * weight - score).abs() < 1e-5, "{why}");
            }
            // A curve is shown with its points, and its value lies between theirs.
            for term in why["terms"].as_array().unwrap().iter().filter(|term| term["curve"].is_object()) {
                let points = term["curve"]["points"].as_array().unwrap();
                let heights: Vec<f64> = points.iter().filter_map(|point| point[1].as_f64()).collect();
                let value = term["value"].as_f64().unwrap();
                let (low, high) = heights
                    .iter()
                    .fold((f64::MAX, f64::MIN), |(low, high), height| (low.min(*height), high.max(*height)));
                assert!((low..=high).contains(&value), "{term}");
                curves += 1;
            }
            flipped += usize::from(why["change"].as_array().is_some_and(|change| !change.is_empty()));
        }
        let request = json!({ "agent": agent["agent"], "tick": 60, "action": "go" });
        if let Ok(why) = ask(&session, "why_not", request) {
            assert!(why["text"].as_str().is_some_and(|text| text.contains("go")), "{why}");
        }
    }
    assert!(flipped > 3, "hardly any decision can be flipped: {flipped}");
    assert!(curves > 3, "hardly any score has a curve: {curves}");
}
