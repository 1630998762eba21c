//! A running scene is rewound, branched, restarted and stopped without a terminal.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use cunning_arena::simulation::{Settings, replay};
use cunning_debug::limits::{BRANCHES_MAX, BREAKPOINTS_MAX};
use cunning_debug::{DebugSession, Pace, SessionError};
use serde_json::{Value, json};

use crate::session::{ask, scenario, status};

/// The pirate, under control, after some ticks.
fn pirate(ticks: u64) -> DebugSession {
    let scenario = scenario("pirate", Settings::default());
    let session = DebugSession::live(&scenario, scenario.scene().seed(), true).unwrap();
    run(&session, ticks);
    session
}

fn run(session: &DebugSession, ticks: u64) {
    for _ in 0..ticks {
        session.tick();
    }
}

/// Runs the ticks that a branch repeats.
fn catch_up(session: &DebugSession) {
    while session.pace() == Pace::Now {
        session.tick();
    }
}

fn frame(session: &DebugSession, tick: u64) -> Value {
    ask(session, "frame", json!({ "tick": tick })).unwrap()
}

/// The whole recording of the branch that is shown.
fn recording(session: &DebugSession) -> Vec<u8> {
    let last = status(session)["lastTick"].as_u64().unwrap();
    let file = ask(session, "excerpt", json!({ "recording": 0, "from": 0, "to": last })).unwrap();
    BASE64.decode(file["base64"].as_str().unwrap()).unwrap()
}

/// The index and the text of the pirate's domain.
fn domain(session: &DebugSession) -> (usize, String) {
    let documents = ask(session, "documents", json!({})).unwrap();
    let at = documents.as_array().unwrap().iter().position(|one| one["kind"] == "domain").unwrap();
    let text = ask(session, "document", json!({ "document": at })).unwrap();
    (at, text["text"].as_str().unwrap().to_owned())
}

#[test]
fn a_branch_repeats_the_past_diverges_after_an_edit_and_both_are_kept() {
    let session = pirate(80);
    let before: Vec<Value> = (0..=80).map(|tick| frame(&session, tick)).collect();
    ask(&session, "branch", json!({ "tick": 30 })).unwrap();
    assert_eq!(session.pace(), Pace::Now);
    catch_up(&session);
    let now = status(&session);
    assert_eq!((now["lastTick"].as_u64(), now["branch"].as_u64()), (Some(30), Some(1)));
    assert_eq!(now["branches"][1]["parent"], json!([0, 30]));
    assert_eq!(session.pace(), Pace::Paused, "the user decides when it goes on");
    for tick in 0..=30 {
        assert_eq!(frame(&session, tick), before[tick as usize], "tick {tick}");
    }
    let same = ask(&session, "branch_difference", json!({ "branch": 0 })).unwrap();
    assert_eq!((same["until"].as_u64(), same["agents"].as_array().map(Vec::len)), (Some(30), Some(0)));

    // The pirate cannot work for coins any more, so it does something else.
    let (at, text) = domain(&session);
    let edited = text.replacen("\"sell\", ", "", 1);
    assert_ne!(edited, text);
    ask(&session, "reload", json!({ "document": at, "text": edited })).unwrap();
    run(&session, 50);
    let differs = ask(&session, "branch_difference", json!({ "branch": 0 })).unwrap();
    let first = &differs["agents"][0];
    assert!(first["tick"].as_u64().is_some_and(|tick| (30..=80).contains(&tick)), "{differs}");
    assert_ne!(first["here"], first["there"], "{differs}");
    let ghosts = ask(&session, "branch_bodies", json!({ "branch": 0, "tick": 80 })).unwrap();
    assert_eq!(ghosts, before[80]["bodies"], "the other branch is as it was");
    // The recording of a branch is complete: it replays to the same hashes, edit included.
    let replayed = replay(recording(&session)).unwrap();
    assert_eq!((replayed.diverged, replayed.ticks), (None, 80));

    // A branch of the branch has the edit in its past.
    ask(&session, "branch", json!({ "tick": 60 })).unwrap();
    catch_up(&session);
    let replayed = replay(recording(&session)).unwrap();
    assert_eq!((replayed.diverged, replayed.ticks), (None, 60));
    let running = ask(&session, "document", json!({ "document": at })).unwrap();
    assert_eq!(running["running"], json!(edited));

    // The first branch is kept and goes on where it was.
    ask(&session, "switch_branch", json!({ "branch": 0 })).unwrap();
    assert_eq!(status(&session)["lastTick"].as_u64(), Some(80));
    let text = ask(&session, "document", json!({ "document": at })).unwrap();
    assert_eq!(text["running"], Value::Null, "it runs with the original text");
    run(&session, 1);
    assert_eq!(status(&session)["lastTick"].as_u64(), Some(81));
    assert_eq!(frame(&session, 80), before[80]);
}

#[test]
fn a_scene_restarts_with_another_seed() {
    let session = pirate(20);
    ask(&session, "restart", json!({ "seed": 12 })).unwrap();
    let now = status(&session);
    assert_eq!((now["lastTick"].as_u64(), now["branches"][1]["seed"].as_u64()), (Some(0), Some(12)));
    run(&session, 5);
    assert_eq!(status(&session)["lastTick"].as_u64(), Some(5));
    ask(&session, "restart", json!({ "seed": null })).unwrap();
    assert_eq!(status(&session)["branches"][2]["seed"].as_u64(), Some(12));
    // The number of branches is limited.
    let made =
        (0..BRANCHES_MAX).filter(|_| ask(&session, "restart", json!({ "seed": null })).is_ok()).count();
    assert_eq!(made, BRANCHES_MAX - 3);
    let error = ask(&session, "restart", json!({ "seed": null })).unwrap_err();
    assert!(error.contains("remove one first"), "{error}");
}

#[test]
fn a_removed_branch_makes_room_and_keeps_the_ids_of_the_others() {
    let session = pirate(10);
    let ids = || -> Vec<u64> {
        let now = status(&session);
        now["branches"].as_array().unwrap().iter().map(|row| row["id"].as_u64().unwrap()).collect()
    };
    let error = ask(&session, "remove_branch", json!({ "branch": 0 })).unwrap_err();
    assert!(error.contains("the only branch"), "{error}");
    for _ in 1..BRANCHES_MAX {
        ask(&session, "branch", json!({ "tick": 5 })).unwrap();
        catch_up(&session);
    }
    assert!(ask(&session, "branch", json!({ "tick": 0 })).is_err());
    let last = BRANCHES_MAX as u64 - 1;
    // One that is not shown.
    ask(&session, "remove_branch", json!({ "branch": 3 })).unwrap();
    assert_eq!(status(&session)["branch"].as_u64(), Some(last));
    assert!(!ids().contains(&3));
    assert!(ask(&session, "switch_branch", json!({ "branch": 3 })).is_err());
    assert!(ask(&session, "remove_branch", json!({ "branch": 3 })).is_err());
    // The one that is shown: the first takes its place, where it was.
    ask(&session, "remove_branch", json!({ "branch": last })).unwrap();
    assert_eq!(status(&session)["branch"].as_u64(), Some(0));
    assert_eq!(status(&session)["lastTick"].as_u64(), Some(10));
    run(&session, 1);
    assert_eq!(status(&session)["lastTick"].as_u64(), Some(11));
    // A new branch never has the id of a removed one.
    ask(&session, "branch", json!({ "tick": 5 })).unwrap();
    assert_eq!(ids().last(), Some(&(last + 1)));
}

#[test]
fn branches_need_an_existing_tick_a_scene_and_permission() {
    let session = pirate(5);
    let error = ask(&session, "branch", json!({ "tick": 6 })).unwrap_err();
    assert!(error.contains("there is no tick 6 yet"), "{error}");
    assert!(ask(&session, "switch_branch", json!({ "branch": 1 })).is_err());
    assert!(ask(&session, "branch_difference", json!({ "branch": 7 })).is_err());
    let scenario = scenario("pirate", Settings::default());
    let watched = DebugSession::live(&scenario, 1, false).unwrap();
    for (request, params) in [
        ("branch", json!({ "tick": 0 })),
        ("restart", json!({ "seed": null })),
        ("switch_branch", json!({ "branch": 0 })),
        ("remove_branch", json!({ "branch": 0 })),
    ] {
        let error = ask(&watched, request, params.clone()).unwrap_err();
        assert!(error.contains("--allow-control"), "{error}");
        let recorded = DebugSession::recording("pirate", recording(&session)).unwrap();
        assert!(ask(&recorded, request, params).is_err());
    }
}

/// The pirate without a recipe and without rum, who gives up at tick 189.
fn poor_pirate() -> DebugSession {
    let settings = Settings {
        set: vec!["knows_recipe=false".to_owned()],
        events: vec!["remove bottle @ 40".to_owned()],
        ..Settings::default()
    };
    let scenario = scenario("pirate", settings);
    DebugSession::live(&scenario, scenario.scene().seed(), true).unwrap()
}

#[test]
fn a_breakpoint_names_the_agent_that_stopped_the_scene() {
    let session = poor_pirate();
    run(&session, 2);
    let session = session.with_breakpoints(["anyone has no plan", "event wants get_drunk"]).unwrap();
    ask(&session, "play", json!({})).unwrap();
    while session.pace() != Pace::Paused {
        session.tick();
    }
    let now = status(&session);
    let stop = &now["stopped"];
    assert_eq!(
        (stop["tick"].as_u64(), stop["text"].as_str()),
        (Some(189), Some("anyone has no plan")),
        "{now}"
    );
    assert_eq!((stop["name"].as_str(), stop["agent"].is_string()), (Some("pirate"), true), "{now}");
    // It stays, but does not stop again before the condition has become false.
    assert_eq!(now["breakpoints"].as_array().map(Vec::len), Some(2));
    session.tick();
    assert_eq!(status(&session)["stopped"]["tick"].as_u64(), Some(189));
    ask(&session, "remove_breakpoint", json!({ "text": "anyone has no plan" })).unwrap();
    assert_eq!(status(&session)["breakpoints"], json!(["event wants get_drunk"]));
}

#[test]
fn breakpoints_that_could_never_hold_are_refused() {
    let session = poor_pirate();
    let wrong = [
        ("kraken has no plan", "there is no agent called `kraken`"),
        ("pirat has no plan", "did you mean `pirate`?"),
        ("pirate wants get_dunk", "did you mean `get_drunk`?"),
        ("pirate does stel", "did you mean `steal`?"),
        ("pirate believes lawfull", "did you mean `lawful`?"),
        ("the pirate is drunk", "is not a condition: write"),
        ("", "is not a condition: write"),
    ];
    for (text, reason) in wrong {
        let error = ask(&session, "add_breakpoint", json!({ "text": text })).unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let refused = poor_pirate().with_breakpoints(["pirate has a plan"]).err();
    assert!(matches!(refused, Some(SessionError::Breakpoint(_))), "{refused:?}");
    for at in 0..BREAKPOINTS_MAX {
        ask(&session, "add_breakpoint", json!({ "text": format!("event {at}") })).unwrap();
    }
    assert!(
        ask(&session, "add_breakpoint", json!({ "text": "event x" })).unwrap_err().contains("remove one")
    );
    let twice = ask(&session, "add_breakpoint", json!({ "text": "event 1" })).unwrap_err();
    assert!(twice.contains("already"), "{twice}");
}

#[test]
fn breakpoints_are_read_from_the_lines_of_a_file() {
    let text = "# why does it give up?\n\n  pirate has no plan \r\nevent finds no plan\n";
    let session = poor_pirate().with_breakpoint_file("breaks.txt".as_ref(), text).unwrap();
    assert_eq!(status(&session)["breakpoints"], json!(["pirate has no plan", "event finds no plan"]));
    // A shell without files cannot keep a change, and says so.
    let error = ask(&session, "remove_breakpoint", json!({ "text": "pirate has no plan" })).unwrap_err();
    assert!(error.contains("cannot write breaks.txt"), "{error}");
}
