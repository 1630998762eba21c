//! What pages may change: nothing, unless the studio was told so; and whatever they ask, they get an answer or a refusal.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod server;

use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;

use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::Source;
use cunning_studio::DebugSession;
use serde_json::{Value, json};
use server::Studio;
use tungstenite::{Message, WebSocket};

const SCENE: &str = include_str!("../../../scenes/pirate.toml");
const DOMAIN: &str = include_str!("../../../domains/pirate.toml");

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cunning-rights-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

fn scenario() -> Arc<Scenario> {
    let loader = |name: &str| Some(Source::new(name, DOMAIN));
    let scenario = Scenario::load(&Source::new("scene.toml", SCENE), &loader, Settings::default());
    Arc::new(scenario.unwrap_or_else(|found| panic!("{found}")))
}

/// The answer to a question, or why there is none.
fn ask(page: &mut WebSocket<TcpStream>, question: Value) -> Result<Value, String> {
    let mut question = question;
    question["id"] = json!(7);
    page.send(Message::text(question.to_string())).unwrap();
    loop {
        let text = page.read().unwrap().into_text().unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        if answer["id"] == 7 {
            let refused = answer["error"]["message"].as_str().map(str::to_owned);
            return refused.map_or_else(|| Ok(answer["ok"].clone()), Err);
        }
    }
}

#[test]
fn who_may_not_write_or_control_changes_nothing() {
    let folder = Folder::new("none");
    let file = folder.0.join("pirate.toml");
    std::fs::write(&file, DOMAIN).unwrap();
    let studio = Studio::of(DebugSession::live(&scenario(), 1, false).unwrap());
    let mut page = studio.page();
    let domain = json!(1);
    let save = ask(&mut page, json!({ "ask": "save", "document": domain, "text": "x" }));
    assert!(save.unwrap_err().contains("--allow-write"));
    let reload = ask(&mut page, json!({ "ask": "reload", "document": domain, "text": DOMAIN }));
    assert!(reload.unwrap_err().contains("--allow-control"));
    assert_eq!(std::fs::read_to_string(file).unwrap(), DOMAIN);
}

#[test]
fn only_what_was_opened_is_written() {
    let folder = Folder::new("write");
    let (file, other) = (folder.0.join("pirate.toml"), folder.0.join("other.toml"));
    std::fs::write(&file, DOMAIN).unwrap();
    std::fs::write(&other, "untouched").unwrap();
    let domains = [("pirate.toml".to_owned(), file.clone())];
    let studio = Studio::of(DebugSession::live(&scenario(), 1, true).unwrap().writing(None, &domains));
    let mut page = studio.page();
    let edited = format!("{DOMAIN}\n# mine\n");
    assert!(
        ask(&mut page, json!({ "ask": "save", "document": 0, "text": "x" })).is_err(),
        "the scene is no file"
    );
    assert!(
        ask(&mut page, json!({ "ask": "save", "document": 2, "text": "x" })).is_err(),
        "there is no third"
    );
    ask(&mut page, json!({ "ask": "save", "document": 1, "text": edited })).unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), edited);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "untouched");
    let large = "#".repeat((1 << 20) + 1);
    let refused = ask(&mut page, json!({ "ask": "save", "document": 1, "text": large })).unwrap_err();
    assert!(refused.contains("larger"), "{refused}");
    let reloaded = ask(&mut page, json!({ "ask": "reload", "document": 1, "text": edited })).unwrap();
    assert_eq!(reloaded, json!([]), "a comment changes nothing for anybody");
}

#[test]
fn whatever_rooms_are_asked_they_answer_or_refuse() {
    let studio = Studio::of(DebugSession::live(&scenario(), 1, false).unwrap());
    let mut page = studio.page();
    let asked = |text: &str, goal: &str| json!({ "document": 1, "text": text, "goal": goal, "agent": null, "objects": [], "set": [], "checks": [] });
    let setup = json!({ "name": "dungeon", "moves": [] });
    let ground = json!({ "kind": "caves", "side": 16, "seed": 1, "goal": null, "method": "lrta" });
    let wrong = [
        json!({ "ask": "document", "document": 99 }),
        json!({ "ask": "jobs", "agent": "9:9", "tick": 0 }),
        json!({ "ask": "search", "which": { "job": { "agent": "0:0", "job": "x", "nth": 0 } }, "from": 0, "count": 1 }),
        json!({ "ask": "search", "which": { "job": { "agent": "0:0", "job": "77", "nth": 9 } }, "from": 0, "count": 1 }),
        json!({ "ask": "around", "which": { "asked": asked(DOMAIN, "get_drunk") }, "at": 1_000_000_000 }),
        json!({ "ask": "what_if", "asked": asked("not toml [", "get_drunk") }),
        json!({ "ask": "what_if", "asked": asked(DOMAIN, "no_such_goal(((") }),
        json!({ "ask": "compare", "document": 0, "text": "", "from": null }),
        json!({ "ask": "quest", "setup": { "name": "../dungeon", "moves": [] } }),
        json!({ "ask": "quest", "setup": { "name": "dungeon", "moves": [[[0, 0], [4_000_000_000_u32, 1]]] } }),
        json!({ "ask": "walk", "shown": { "setup": setup, "keys": "6".repeat(6000) } }),
        json!({ "ask": "race", "setup": setup, "shown": [], "uses_own": true, "planner": 99 }),
        json!({ "ask": "plate", "ground": ground, "order": 1_000_000 }),
    ];
    for question in wrong {
        assert!(ask(&mut page, question.clone()).is_err(), "{question}");
    }
    let right = [
        json!({ "ask": "documents" }),
        json!({ "ask": "search", "which": { "asked": asked(DOMAIN, "get_drunk") }, "from": 1_000_000_000, "count": 1_000_000_000 }),
        json!({ "ask": "check", "document": 1, "text": "\u{feff}ä = \"\u{1f480}\"\r\n[" }),
        json!({ "ask": "check", "document": 0, "text": "[scene" }),
        json!({ "ask": "fear", "ground": ground }),
    ];
    for question in right {
        let answer = ask(&mut page, question.clone());
        assert!(answer.is_ok(), "{question}: {answer:?}");
    }
}
