//! Pages may change nothing unless the studio allows it, and every request gets an answer or an error.

use crate::server;

use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;

use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::Source;
use cunning_studio::{DebugSession, SceneOffer, StartScreen, Template, Thumbnail};
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

fn start_screen(folder: &Folder) -> StartScreen {
    let files = vec![("scene.toml".to_owned(), SCENE.to_owned())];
    StartScreen {
        templates: vec![Template {
            name: "pirate".to_owned(),
            doc: String::new(),
            files,
            map: Thumbnail::default(),
        }],
        scenes: vec![SceneOffer { name: "pirate".to_owned(), doc: String::new(), map: Thumbnail::default() }],
        folder: folder.0.clone(),
    }
}

#[test]
fn projects_are_created_with_permission_below_the_folder_and_never_overwrite() {
    let folder = Folder::new("start");
    let create = |name: &str| json!({ "request": "create_project", "template": "pirate", "folder": name });
    {
        let studio = Studio::new(DebugSession::start(start_screen(&folder)));
        assert!(ask(&mut studio.page(), create("mine")).unwrap_err().contains("--allow-write"));
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    }
    let studio = Studio::new(DebugSession::start(start_screen(&folder)).writing());
    let mut page = studio.page();
    for name in ["..", "../x", "/tmp/x", "a/../../x", "", ".hidden", "a\\b", "C:x", "a/b/c/d/e"] {
        assert!(ask(&mut page, create(name)).is_err(), "{name}");
    }
    let unknown = json!({ "request": "create_project", "template": "../x", "folder": "mine" });
    assert!(ask(&mut page, unknown).is_err());
    assert!(ask(&mut page, json!({ "request": "open_scene", "name": "/etc/passwd" })).is_err());
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
    std::fs::create_dir(folder.0.join("mine")).unwrap();
    std::fs::write(folder.0.join("mine/scene.toml"), "untouched").unwrap();
    assert!(ask(&mut page, create("mine")).unwrap_err().contains("exists already"));
    assert_eq!(std::fs::read_to_string(folder.0.join("mine/scene.toml")).unwrap(), "untouched");
    ask(&mut page, create("other")).unwrap();
    assert_eq!(std::fs::read_to_string(folder.0.join("other/scene.toml")).unwrap(), SCENE);
}

#[test]
fn a_running_scene_is_ended_only_with_permission() {
    let folder = Folder::new("open");
    let open = json!({ "request": "open_scene", "name": "pirate" });
    let session = DebugSession::live(&scenario(), 1, false).unwrap().with_start_screen(start_screen(&folder));
    let studio = Studio::new(session);
    assert!(ask(&mut studio.page(), open.clone()).unwrap_err().contains("--allow-control"));
    let studio = Studio::new(DebugSession::live(&scenario(), 1, true).unwrap());
    assert!(ask(&mut studio.page(), open).unwrap_err().contains("no start screen"));
}
