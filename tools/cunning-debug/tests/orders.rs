//! A person plays a scene: pages give orders, see what would come of them, and are told what became of them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use cunning_arena::simulation::{Settings, replay};
use cunning_debug::{DebugSession, Pace};
use serde_json::{Value, json};

use crate::session::{ask, scenario, status};

fn live(scene: &str, may_control: bool) -> DebugSession {
    let scenario = scenario(scene, Settings::default());
    DebugSession::live(&scenario, 1_000_000, may_control).unwrap()
}

fn run(session: &DebugSession, ticks: u64) {
    for _ in 0..ticks {
        session.tick();
    }
}

fn order(session: &DebugSession, names: &[&str], order: &str, targets: &[&str]) -> Result<Value, String> {
    ask(session, "give_order", json!({ "names": names, "order": order, "targets": targets }))
}

fn preview(session: &DebugSession, order: &str, targets: &[&str]) -> Result<Value, String> {
    ask(session, "preview_order", json!({ "names": ["all"], "order": order, "targets": targets }))
}

fn game(session: &DebugSession) -> Value {
    ask(session, "game", json!({})).unwrap()
}

fn log(session: &DebugSession) -> Vec<Value> {
    let tick = status(session)["lastTick"].clone();
    ask(session, "order_log", json!({ "tick": tick })).unwrap().as_array().unwrap().clone()
}

fn hash_of_replay(session: &DebugSession) -> (u64, Option<u64>) {
    let last = status(session)["lastTick"].as_u64().unwrap();
    let file = ask(session, "excerpt", json!({ "recording": 0, "from": 0, "to": last })).unwrap();
    let replayed = replay(BASE64.decode(file["base64"].as_str().unwrap()).unwrap()).unwrap();
    assert_eq!(replayed.ticks, last);
    (last, replayed.diverged.map(|diverged| diverged.tick))
}

#[test]
fn a_game_commanded_by_a_page_replays_to_the_same_hashes() {
    let session = live("skirmish", true);
    run(&session, 5);
    assert_eq!(order(&session, &["ann", "ben"], "hold", &["north_west"]).unwrap(), 2);
    assert_eq!(game(&session)["friends"][0]["orders"], json!(["hold(north_west)"]));
    run(&session, 60);
    order(&session, &["all"], "hold", &["centre"]).unwrap();
    run(&session, 200);
    order(&session, &["cleo"], "stop", &[]).unwrap_or_default();
    run(&session, 50);
    assert_eq!(hash_of_replay(&session), (315, None));
    // A branch repeats the orders of its past.
    let before = game(&session);
    ask(&session, "branch", json!({ "tick": 315 })).unwrap();
    while session.pace() == Pace::Now {
        session.tick();
    }
    assert_eq!(game(&session)["friends"], before["friends"]);
}

#[test]
fn friends_show_what_they_would_do_and_nothing_changes() {
    let session = live("skirmish", true);
    run(&session, 5);
    let rows = preview(&session, "bring", &[]).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 4);
    for row in rows.as_array().unwrap() {
        assert_eq!(row["steps"], json!(["take_codes", "deliver"]), "{row}");
        let path = row["path"].as_array().unwrap();
        assert!(path.len() > 3, "{row}");
        assert_eq!(path.last().unwrap()[0], 2, "the path leads back to the start: {row}");
    }
    assert_eq!(game(&session)["friends"][0]["orders"], json!([]));
    assert!(preview(&session, "attack", &["north1"]).unwrap_err().contains("not known as a target"));
    assert!(preview(&session, "hold", &["nort"]).unwrap_err().contains("did you mean `north`?"));
    assert_eq!(hash_of_replay(&session).1, None);
}

#[test]
fn obedience_refusal_and_completion_are_told_with_their_reasons() {
    let session = live("skirmish", true);
    run(&session, 2);
    order(&session, &["ann", "ben"], "hold", &["south_west"]).unwrap();
    run(&session, 150);
    let kinds = |log: &[Value], name: &str| -> Vec<String> {
        let own = log.iter().filter(|news| news["name"] == name);
        own.map(|news| news["kind"].as_str().unwrap().to_owned()).collect()
    };
    for name in ["ann", "ben"] {
        assert_eq!(kinds(&log(&session), name), ["given", "obeyed", "done"]);
    }
    assert!(kinds(&log(&session), "cleo").is_empty());
    order(&session, &["all"], "hold", &["house"]).unwrap();
    run(&session, 500);
    let log = log(&session);
    let put_off = log.iter().find(|news| news["kind"] == "put_off").unwrap();
    assert!(put_off["text"].as_str().unwrap().contains("matters more"), "{put_off}");
}

#[test]
fn the_score_of_an_ordered_goal_names_what_the_order_adds() {
    let session = live("skirmish", true);
    run(&session, 2);
    order(&session, &["ann"], "hold", &["north_west"]).unwrap();
    run(&session, 4);
    let agent = game(&session)["friends"][0]["agent"].clone();
    let why =
        |goal: &str| ask(&session, "why_goal", json!({ "agent": agent, "tick": 6, "goal": goal })).unwrap();
    let hold = why("hold(north_west)");
    assert!(hold["added"].as_f64().unwrap() >= 0.7, "{hold}");
    assert_eq!((hold["score"].as_f64(), hold["isMet"].as_bool()), (Some(0.0), Some(false)), "{hold}");
    assert!(why("fight")["added"].as_f64().unwrap_or(0.0) < 0.7, "no order is about it");
}

#[test]
fn orders_need_a_game_and_permission() {
    let watched = live("skirmish", false);
    assert!(order(&watched, &["ann"], "hold", &["north"]).unwrap_err().contains("--allow-control"));
    assert!(preview(&watched, "hold", &["north"]).unwrap_err().contains("--allow-control"));
    assert_eq!(game(&watched)["verdict"], "open");
    let squad = live("squad", true);
    assert_eq!(game(&squad), Value::Null);
    assert!(order(&squad, &["blue1"], "hold", &["north"]).unwrap_err().contains("cannot be played"));
    let session = live("skirmish", true);
    assert!(order(&session, &["ann"], "hodl", &["north"]).unwrap_err().contains("did you mean `hold`?"));
}

#[test]
fn a_game_is_started_again_on_another_level() {
    let session = live("skirmish", true);
    assert_eq!(
        (game(&session)["level"].clone(), game(&session)["score"].clone()),
        (json!("normal"), json!(100))
    );
    ask(&session, "restart", json!({ "seed": 5, "level": "hard" })).unwrap();
    assert_eq!(game(&session)["level"], "hard");
    ask(&session, "restart", json!({ "seed": 6 })).unwrap();
    assert_eq!(game(&session)["level"], "hard", "the level stays");
    assert!(ask(&session, "restart", json!({ "level": "silly" })).unwrap_err().contains("silly"));
}
