//! Recordings of agents in Bevy: writing, replaying, and attaching the studio.

use std::io::Write;
use std::sync::{Arc, Mutex};

use bevy_cunning::MindConfig;
use bevy_cunning::prelude::*;
use bevy_ecs::name::Name;
use cunning_diag::Source;
use cunning_trace::{Kind, Reader};

use crate::support::*;

const DIGGER: &str = r#"
facts = { ore = { type = "int", min = 0, max = 9 } }
action.dig = { then = ["ore += 1"] }
goal.have = { want = ["ore >= 5"] }
agent.digger = { actions = ["dig"], goals = { have = 1.0 } }
"#;

#[derive(Clone, Default)]
struct File(Arc<Mutex<Vec<u8>>>);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs a game in which an agent digs until it has enough; `prepare` starts a recording.
fn play(prepare: impl FnOnce(&mut Minds, DomainId)) -> (bevy_app::App, DomainId) {
    let mut app = app();
    let domain = app.add_domain("digger.toml", DIGGER).unwrap();
    prepare(&mut app.world_mut().resource_mut::<Minds>(), domain);
    let ann = spawn(&mut app, domain, "digger", "ann");
    for at in 0..20_u8 {
        frames(&mut app, 1);
        let mind = app.world().get::<Mind>(ann).unwrap().clone();
        app.world_mut().resource_mut::<Minds>().note_position(&mind, [at.into(), 0.0, 0.0], 0.0);
        report(&mut app, ann, CurrentStep::done);
    }
    (app, domain)
}

#[test]
fn recording_is_complete_and_replays() {
    let file = File::default();
    let (mut app, domain) = play(|minds, domain| minds.record(domain, file.clone()).unwrap());
    app.world_mut().resource_mut::<Minds>().end_recording(domain).unwrap();
    let bytes = file.0.lock().unwrap().clone();
    let reader = Reader::open(&bytes).unwrap();
    for kind in [Kind::AgentAdded, Kind::GoalChosen, Kind::PlanFound, Kind::StepStarted, Kind::Place] {
        assert!(reader.records().of_kinds(&[kind]).next().is_some(), "{kind:?}");
    }
    let spec = cunning_mind::read(&Source::new("digger.toml", DIGGER)).unwrap();
    let replayed = cunning_mind::debug::replay(&reader, Arc::new(spec), MindConfig::default()).unwrap();
    assert_eq!(replayed.diverged, None);
}

#[test]
fn recording_has_the_names_of_objects_and_agents() {
    let file = File::default();
    let mut app = app();
    let text = format!("types = {{ bottle = {{ open = true, max = 3 }} }}\n{DIGGER}");
    let domain = app.add_domain("digger.toml", &text).unwrap();
    app.world_mut().resource_mut::<Minds>().record(domain, file.clone()).unwrap();
    app.world_mut().spawn((Object::of("bottle"), Name::new("bottle_3")));
    let late = app.world_mut().spawn(Object::of("bottle")).id();
    app.world_mut().spawn((Mind::new(domain, "digger"), Name::new("old ann")));
    frames(&mut app, 1);
    app.world_mut().entity_mut(late).insert(Name::new("green bottle"));
    frames(&mut app, 1);
    app.world_mut().resource_mut::<Minds>().end_recording(domain).unwrap();
    let bytes = file.0.lock().unwrap().clone();
    for name in ["bottle_3", "green bottle", "old ann"] {
        assert!(
            bytes.windows(name.len()).any(|part| part == name.as_bytes()),
            "{name} is not in the recording"
        );
    }
}

#[cfg(feature = "link")]
#[test]
fn studio_can_attach() {
    let mut address = String::new();
    let (mut app, _) = play(|minds, domain| address = minds.attach(domain).unwrap());
    assert!(address.contains("127.0.0.1"), "{address}");
    assert!(take_log(&mut app).contains(&"ann is idle: NothingMatters".to_owned()));
}
