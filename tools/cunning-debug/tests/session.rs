//! A session works without threads, sockets and a clock: the test is its shell.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cunning_arena::simulation::{Scenario, Settings, Simulation};
use cunning_debug::limits::TICKS_MAX;
use cunning_debug::{DebugSession, Message, Pace, SessionError, Shell};
use cunning_diag::Source;
use cunning_trace::{AgentId, Config, Event, Header, Recorder};
use serde_json::{Value, json};

/// A shell without time and files.
pub struct Bare;

impl Shell for Bare {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn read_file(&self, _: &Path) -> io::Result<String> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn replace_file(&self, _: &Path, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn create_files(&self, _: &Path, _: &Path, _: &[(String, String)]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names of all scenes of the project, sorted.
pub fn scenes() -> Vec<String> {
    let files = std::fs::read_dir(root().join("scenes")).unwrap().map(|entry| entry.unwrap().path());
    let scenes = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let mut names: Vec<String> =
        scenes.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// A scene of the project.
pub fn scenario(name: &str, settings: Settings) -> Arc<Scenario> {
    let read = |folder: &str, name: &str| {
        std::fs::read_to_string(root().join(folder).join(name)).ok().map(|text| Source::new(name, text))
    };
    let source = read("scenes", &format!("{name}.toml")).unwrap();
    let loader = |name: &str| {
        ["domains", "scenes", "crates/cunning-train/quests"].iter().find_map(|folder| read(folder, name))
    };
    Arc::new(Scenario::load(&source, &loader, settings).unwrap_or_else(|found| panic!("{name}: {found}")))
}

/// Sends a request and returns its answer or its error message.
pub fn ask(session: &DebugSession, request: &str, params: Value) -> Result<Value, String> {
    let mut message = params;
    (message["id"], message["request"]) = (json!(7), json!(request));
    let reply = Message::parse(&message.to_string()).unwrap().answer(session, &Bare);
    let mut reply: Value = serde_json::from_str(&reply).unwrap();
    match reply["error"]["message"].as_str() {
        Some(error) => Err(error.to_owned()),
        None => Ok(reply["ok"].take()),
    }
}

/// The status as pages get it.
pub fn status(session: &DebugSession) -> Value {
    let mut message: Value = serde_json::from_str(&session.status_message()).unwrap();
    message["status"].take()
}

#[test]
fn a_controlled_scene_runs_when_pages_say_so() {
    let scenario = scenario("pirate", Settings::default());
    let session = DebugSession::live(&scenario, scenario.scene().seed(), true).unwrap();
    assert_eq!(session.pace(), Pace::Paused);
    ask(&session, "step", json!({})).unwrap();
    assert_eq!(session.pace(), Pace::Now);
    let before = session.revision();
    session.tick();
    assert!(session.revision() > before);
    assert_eq!((session.pace(), status(&session)["lastTick"].as_u64()), (Pace::Paused, Some(1)));
    ask(&session, "speed", json!({ "thousandths": 2000 })).unwrap();
    ask(&session, "play", json!({})).unwrap();
    let half = Duration::from_millis(u64::from(scenario.settings().tick_ms) / 2);
    assert_eq!(session.pace(), Pace::Every(half));
    ask(&session, "pause", json!({})).unwrap();
    assert_eq!(session.pace(), Pace::Paused);
}

#[test]
fn an_uncontrolled_scene_runs_by_itself_until_it_ends() {
    let scenario = scenario("pirate", Settings::default());
    let session = DebugSession::live(&scenario, scenario.scene().seed(), false).unwrap();
    assert!(ask(&session, "pause", json!({})).unwrap_err().contains("--allow-control"));
    let mut ticks = 0;
    while session.pace() != Pace::Paused {
        session.tick();
        ticks += 1;
        assert!(ticks < 2000, "the pirate never gets drunk");
    }
    assert!(status(&session)["outcome"].is_string(), "{}", status(&session));
    let frame = ask(&session, "frame", json!({ "tick": ticks })).unwrap();
    assert_eq!(frame["agents"][0]["name"], "pirate");
}

#[test]
fn recordings_with_absurd_ticks_are_answered_or_rejected() {
    let recording = |tick: u64| {
        let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
        recorder.record(AgentId(1), || Event::AgentAdded {
            archetype: 0,
            name: "far",
            commander: None,
            seed: 1,
        });
        recorder.begin_tick(tick).unwrap();
        recorder.record(AgentId(1), || Event::Note { text: "late" });
        let mut bytes = Vec::new();
        recorder.save(&mut bytes).unwrap().unwrap();
        DebugSession::recording("far", bytes)
    };
    let far = 1_000_000_000_000;
    let session = recording(far).unwrap();
    assert_eq!(status(&session)["lastTick"].as_u64(), Some(far));
    let lanes = ask(&session, "lanes", json!({ "from": 0, "to": far })).unwrap();
    assert_eq!(lanes[0]["marks"].as_array().map(Vec::len), Some(2), "{lanes}");
    let events =
        ask(&session, "events", json!({ "agent": null, "from": 0, "to": far, "text": "late", "skip": 0 }));
    assert_eq!(events.unwrap()[0]["rows"][0]["tick"].as_u64(), Some(far));
    let next = json!({ "agent": null, "tick": 5, "back": false, "kinds": ["note"] });
    assert_eq!(ask(&session, "jump", next).unwrap().as_u64(), Some(far));
    assert!(matches!(recording(TICKS_MAX + 1), Err(SessionError::Tick(tick)) if tick == TICKS_MAX + 1));
}

/// An actor that differs from its archetype has a derived one, which is in a generated domain file.
#[test]
fn derived_archetype_is_known_in_recordings_and_in_running_scenes() {
    let scenario = scenario("village", Settings::default());
    let bytes = Arc::new(Mutex::new(Vec::new()));
    let mut simulation =
        Simulation::recorded(&scenario, 1, |_| Some(Box::new(Shared(bytes.clone())) as Box<_>)).unwrap();
    for _ in 0..20 {
        simulation.tick();
    }
    simulation.end_recording().unwrap();
    let bytes = bytes.lock().unwrap().clone();
    let live = DebugSession::live(&scenario, 1, true).unwrap();
    for _ in 0..20 {
        ask(&live, "step", json!({})).unwrap();
        live.tick();
    }
    for session in [DebugSession::recording("village", bytes).unwrap(), live] {
        let frame = ask(&session, "frame", json!({ "tick": 20 })).unwrap();
        let agents = frame["agents"].as_array().unwrap();
        let jack = agents.iter().find(|agent| agent["name"] == "jack").unwrap();
        let inputs = ask(&session, "decision_inputs", json!({ "agent": jack["agent"], "tick": 20 })).unwrap();
        assert_eq!(inputs["agent"], "villager_jack");
        let document = ask(&session, "document", json!({ "document": inputs["document"] })).unwrap();
        assert!(document["text"].as_str().unwrap().contains("[agent.villager_jack]"), "{document}");
        let details = ask(&session, "agent", json!({ "agent": jack["agent"], "tick": 20 })).unwrap();
        assert!(details.to_string().contains("rob_the_cellar"), "{details}");
        assert_eq!(status(&session)["missing"].as_array().map_or(0, Vec::len), 0);
    }
}

/// Bytes that a recorder writes.
struct Shared(Arc<Mutex<Vec<u8>>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
