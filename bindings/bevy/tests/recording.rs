//! What agents do in Bevy can be recorded, lived through again, and looked at while it happens.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod support;

use std::io::Write;
use std::sync::{Arc, Mutex};

use bevy_cunning::MindConfig;
use bevy_cunning::prelude::*;
use bevy_ecs::name::Name;
use cunning_diag::Source;
use cunning_trace::{Kind, Reader};
use support::*;

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

/// Digs until there is enough, on record as `prepare` has it.
fn play(prepare: impl FnOnce(&mut Minds, DomainId)) -> (bevy_app::App, DomainId) {
    let mut app = app();
    let domain = app.add_domain("digger.toml", DIGGER).unwrap();
    prepare(&mut app.world_mut().resource_mut::<Minds>(), domain);
    let ann = spawn(&mut app, domain, "digger", "ann");
    for at in 0..20_u8 {
        frames(&mut app, 1);
        let mind = app.world().get::<Mind>(ann).unwrap().clone();
        app.world_mut().resource_mut::<Minds>().place(&mind, [at.into(), 0.0, 0.0], 0.0);
        report(&mut app, ann, CurrentStep::done);
    }
    (app, domain)
}

#[test]
fn a_recording_tells_everything_and_can_be_lived_through_again() {
    let file = File::default();
    let (mut app, domain) = play(|minds, domain| minds.record(domain, file.clone()).unwrap());
    app.world_mut().resource_mut::<Minds>().end_record(domain).unwrap();
    let bytes = file.0.lock().unwrap().clone();
    let reader = Reader::open(&bytes).unwrap();
    for kind in [Kind::AgentAdded, Kind::GoalChosen, Kind::PlanFound, Kind::StepStarted, Kind::Place] {
        assert!(reader.records().of_kinds(&[kind]).next().is_some(), "{kind:?}");
    }
    let spec = cunning_mind::read(&Source::new("digger.toml", DIGGER)).unwrap();
    let lived = cunning_mind::debug::replay(&reader, Arc::new(spec), MindConfig::default()).unwrap();
    assert_eq!(lived.diverged, None);
}

#[test]
fn objects_are_called_by_their_names() {
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
    app.world_mut().resource_mut::<Minds>().end_record(domain).unwrap();
    let bytes = file.0.lock().unwrap().clone();
    for name in ["bottle_3", "green bottle", "old ann"] {
        assert!(bytes.windows(name.len()).any(|part| part == name.as_bytes()), "{name} is not on record");
    }
}

#[cfg(feature = "link")]
#[test]
fn the_studio_may_look_on() {
    let mut address = String::new();
    let (mut app, _) = play(|minds, domain| address = minds.attach(domain).unwrap());
    assert!(address.contains("127.0.0.1"), "{address}");
    assert!(told(&mut app).contains(&"ann is idle: NothingMatters".to_owned()));
}
