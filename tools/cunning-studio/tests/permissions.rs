//! Pages may change nothing unless the studio allows it, and every request gets an answer or an error.

use crate::server;

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

/// A temporary folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cunning-permissions-{name}-{}", std::process::id()));
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

/// Sends a request and returns its answer or its error message.
fn ask(page: &mut WebSocket<TcpStream>, request: Value) -> Result<Value, String> {
    let mut request = request;
    request["id"] = json!(7);
    page.send(Message::text(request.to_string())).unwrap();
    loop {
        let text = page.read().unwrap().into_text().unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        if answer["id"] == 7 {
            let error = answer["error"]["message"].as_str().map(str::to_owned);
            return error.map_or_else(|| Ok(answer["ok"].clone()), Err);
        }
    }
}

#[test]
fn save_and_reload_need_permission() {
    let folder = Folder::new("none");
    let file = folder.0.join("pirate.toml");
    std::fs::write(&file, DOMAIN).unwrap();
    let studio = Studio::new(DebugSession::live(&scenario(), 1, false).unwrap());
    let mut page = studio.page();
    let domain = json!(1);
    let save = ask(&mut page, json!({ "request": "save", "document": domain, "text": "x" }));
    assert!(save.unwrap_err().contains("--allow-write"));
    let reload = ask(&mut page, json!({ "request": "reload", "document": domain, "text": DOMAIN }));
    assert!(reload.unwrap_err().contains("--allow-control"));
    assert_eq!(std::fs::read_to_string(file).unwrap(), DOMAIN);
}

#[test]
fn save_writes_only_opened_files() {
    let folder = Folder::new("write");
    let (file, other) = (folder.0.join("pirate.toml"), folder.0.join("other.toml"));
    std::fs::write(&file, DOMAIN).unwrap();
    std::fs::write(&other, "untouched").unwrap();
    let domains = [("pirate.toml".to_owned(), file.clone())];
    let studio =
        Studio::new(DebugSession::live(&scenario(), 1, true).unwrap().with_files(None, &domains).writing());
    let mut page = studio.page();
    let edited = format!("{DOMAIN}\n# mine\n");
    assert!(
        ask(&mut page, json!({ "request": "save", "document": 0, "text": "x" })).is_err(),
        "the scene has no file"
    );
    assert!(
        ask(&mut page, json!({ "request": "save", "document": 2, "text": "x" })).is_err(),
        "there is no third document"
    );
    ask(&mut page, json!({ "request": "save", "document": 1, "text": edited })).unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), edited);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "untouched");
    let large = "#".repeat((1 << 20) + 1);
    let refused = ask(&mut page, json!({ "request": "save", "document": 1, "text": large })).unwrap_err();
    assert!(refused.contains("larger"), "{refused}");
    let reloaded = ask(&mut page, json!({ "request": "reload", "document": 1, "text": edited })).unwrap();
    assert_eq!(reloaded, json!([]), "a comment changes nothing for the minds");
}

#[cfg(unix)]
#[test]
fn save_follows_no_link_and_uses_no_predictable_name() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new("links");
    let (file, outside) = (folder.0.join("pirate.toml"), folder.0.join("outside"));
    std::fs::write(&file, DOMAIN).unwrap();
    std::fs::write(&outside, "untouched").unwrap();
    std::fs::set_permissions(&outside, std::fs::Permissions::from_mode(0o600)).unwrap();
    // Links under every name that a save might predictably use.
    for name in ["pirate.toml.new", "pirate.toml.tmp", "pirate.toml~", ".pirate.toml.swp", ".pirate.toml.tmp"]
    {
        symlink("outside", folder.0.join(name)).unwrap();
    }
    let domains = [("pirate.toml".to_owned(), file.clone())];
    let session = DebugSession::live(&scenario(), 1, true).unwrap().with_files(None, &domains).writing();
    let studio = Studio::new(session);
    let mut page = studio.page();
    let edited = format!("{DOMAIN}\n# mine\n");
    ask(&mut page, json!({ "request": "save", "document": 1, "text": edited })).unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), edited);
    // The file itself becomes a link.
    std::fs::write(&outside, &edited).unwrap();
    std::fs::remove_file(&file).unwrap();
    symlink("outside", &file).unwrap();
    let refused = ask(&mut page, json!({ "request": "save", "document": 1, "text": DOMAIN })).unwrap_err();
    assert!(refused.contains("no longer a regular file"), "{refused}");
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), edited);
    assert_eq!(outside.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn invalid_requests_get_an_error() {
    let studio = Studio::new(DebugSession::live(&scenario(), 1, false).unwrap());
    let mut page = studio.page();
    let query = |text: &str, goal: &str| json!({ "document": 1, "text": text, "goal": goal, "agent": null, "objects": [], "set": [], "checks": [] });
    let setup = json!({ "name": "dungeon", "moves": [] });
    let study = json!({ "kind": "caves", "side": 16, "seed": 1, "goal": null, "method": "lrta" });
    let wrong = [
        json!({ "request": "document", "document": 99 }),
        json!({ "request": "searches", "agent": "9:9", "tick": 0 }),
        json!({ "request": "search", "search": { "recorded": { "agent": "0:0", "job": "x", "nth": 0 } }, "from": 0, "count": 1 }),
        json!({ "request": "search", "search": { "recorded": { "agent": "0:0", "job": "77", "nth": 9 } }, "from": 0, "count": 1 }),
        json!({ "request": "search_around", "search": { "what_if": query(DOMAIN, "get_drunk") }, "at": 1_000_000_000 }),
        json!({ "request": "what_if", "query": query("not toml [", "get_drunk") }),
        json!({ "request": "what_if", "query": query(DOMAIN, "no_such_goal(((") }),
        json!({ "request": "compare", "document": 0, "text": "", "from": null }),
        json!({ "request": "quest", "setup": { "name": "../dungeon", "moves": [] } }),
        json!({ "request": "quest", "setup": { "name": "dungeon", "moves": [[[0, 0], [4_000_000_000_u32, 1]]] } }),
        json!({ "request": "demonstrate", "demonstration": { "setup": setup, "keys": "6".repeat(6000) } }),
        json!({ "request": "run_planner", "setup": setup, "demonstrations": [], "use_included": true, "planner": 99 }),
        json!({ "request": "fear_order", "setup": study, "order": 1_000_000 }),
    ];
    for request in wrong {
        assert!(ask(&mut page, request.clone()).is_err(), "{request}");
    }
    let right = [
        json!({ "request": "documents" }),
        json!({ "request": "search", "search": { "what_if": query(DOMAIN, "get_drunk") }, "from": 1_000_000_000, "count": 1_000_000_000 }),
        json!({ "request": "check", "document": 1, "text": "\u{feff}ä = \"\u{1f480}\"\r\n[" }),
        json!({ "request": "check", "document": 0, "text": "[scene" }),
        json!({ "request": "fear", "setup": study }),
    ];
    for request in right {
        let answer = ask(&mut page, request.clone());
        assert!(answer.is_ok(), "{request}: {answer:?}");
    }
}
