//! A recorded run replays to the same result, and every modification is found at its tick.

use crate::support;

use std::sync::Arc;

use cunning_arena::simulation::{ReplayError, Simulation, replay, replay_frames};
use cunning_trace::{Config, Event, Header, Kind, Origin, Reader, Recorder, Value};
use support::File;
use support::scenarios::{project_scenario, run};

/// Records a pirate who has to replan.
fn recorded(seed: u64) -> Vec<u8> {
    let scenario = project_scenario("pirate", &["lawful=false"], &["remove bottle @40"]);
    let file = File::default();
    let mut simulation = Simulation::recorded(&scenario, seed, |_| Some(file.boxed())).unwrap();
    while simulation.outcome().is_none() {
        simulation.tick();
    }
    simulation.end_recording().unwrap();
    file.bytes()
}

/// Copies a recording with some events changed by `change`.
fn forged(bytes: &[u8], mut change: impl FnMut(u64, Event<'_>) -> Option<Event<'static>>) -> Vec<u8> {
    let reader = Reader::open(bytes).unwrap();
    let file = File::default();
    let config = Config { ring_bytes_max: 0, ..Config::default() };
    let mut recorder = Recorder::new(&reader.header(), config).unwrap();
    recorder.attach(file.boxed());
    for record in reader.records() {
        let record = record.unwrap();
        recorder.begin_tick(record.tick).unwrap();
        let forged = change(record.tick, record.event);
        let event = || forged.unwrap_or(record.event);
        match record.origin {
            Origin::Input => recorder.record_input(record.subject, event),
            Origin::Result => recorder.record(record.subject, event),
        }
    }
    recorder.detach().unwrap().unwrap();
    file.bytes()
}

#[test]
fn recording_replays_identically() {
    for seed in [0, 1, 17] {
        let bytes = recorded(seed);
        let replayed = replay(&bytes).unwrap();
        assert_eq!(replayed.diverged, None, "seed {seed}");
        assert!(replayed.ticks > 100 && replayed.compared == replayed.ticks, "{replayed:?}");
        assert_eq!(replayed.scene, "pirate");
        // It holds what a viewer shows.
        let reader = Reader::open(&bytes).unwrap();
        for kind in [Kind::Place, Kind::Percept, Kind::PlanFound, Kind::StepStarted, Kind::GoalChosen] {
            assert!(reader.records().of_kinds(&[kind]).next().is_some(), "{kind:?}");
        }
        // The minds alone can be replayed too.
        let text = |source: cunning_trace::Source<'_>| cunning_diag::Source::new(source.name, source.text);
        let domain = reader.header().domain.iter().next().map(text).unwrap();
        let spec = Arc::new(cunning_mind::read(&domain).unwrap());
        let lived = cunning_mind::debug::replay(&reader, spec, cunning_mind::MindConfig::default()).unwrap();
        assert_eq!(lived.diverged, None);
    }
}

#[test]
fn recording_does_not_change_the_run() {
    let scenario = project_scenario("pirate", &[], &["remove bottle @40"]);
    let plain = run(Simulation::new(&scenario, 5).unwrap());
    let file = File::default();
    let watched = run(Simulation::recorded(&scenario, 5, |_| Some(file.boxed())).unwrap().narrated());
    assert_eq!((plain.hash, plain.ticks), (watched.hash, watched.ticks));
}

#[test]
fn modified_input_is_reported_at_its_tick() {
    let bytes = recorded(1);
    let mut flipped = None;
    let forged = forged(&bytes, |tick, event| match event {
        Event::Percept { fact, value: Value::Bool(value), confidence, sensor }
            if tick > 60 && flipped.is_none() && fact.args.iter().next().is_some() =>
        {
            flipped = Some(tick);
            // The first fact about an object, such as `has` and `sees`, which have one index.
            let object = fact.args.iter().next().unwrap();
            let indices: &'static [Value] = Box::leak(Box::new([object]));
            let fact = cunning_trace::Term::new(fact.id, indices);
            Some(Event::Percept { fact, value: Value::Bool(!value), confidence, sensor })
        }
        _ => None,
    });
    let replayed = replay(&forged).unwrap();
    let diverged = replayed.diverged.expect("the flipped input");
    assert_eq!(Some(diverged.tick), flipped);
    assert!(diverged.recorded.contains(": senses "), "{diverged:?}");
}

#[test]
fn modified_hash_is_reported_at_its_tick() {
    let bytes = recorded(1);
    let forged = forged(&bytes, |tick, event| match event {
        Event::Message { sort, bytes } if tick == 33 && bytes.len() == 8 => {
            Some(Event::Message { sort, bytes: &[7; 8] })
        }
        _ => None,
    });
    let diverged = replay(&forged).unwrap().diverged.expect("the changed hash");
    assert_eq!((diverged.tick, diverged.recorded.as_str()), (33, "the world: hash 0707070707070707"));
    // `replay_frames` shows the ticks before it, and returns where it ends.
    let mut shown = Vec::new();
    let watch = |bytes: &[u8], shown: &mut Vec<u64>| {
        let reader = Reader::open(bytes).unwrap();
        replay_frames(&reader, |tick, _| {
            shown.push(tick);
            true
        })
    };
    assert_eq!(watch(&forged, &mut shown).unwrap(), Some(33));
    assert_eq!(shown, (0..33).collect::<Vec<_>>());
    assert_eq!(watch(&bytes, &mut shown).unwrap(), None);
}

#[test]
fn invalid_recording_is_rejected() {
    assert!(matches!(replay(b"").unwrap_err(), ReplayError::Open(_)));
    assert!(matches!(replay(b"[scene]\nname = 'x'").unwrap_err(), ReplayError::Open(_)));
    let file = File::default();
    let mut recorder = Recorder::new(&Header::default(), Config::default()).unwrap();
    recorder.attach(file.boxed());
    recorder.detach().unwrap().unwrap();
    assert!(matches!(replay(file.bytes()).unwrap_err(), ReplayError::NoScene));
}

#[test]
fn damaged_recording_is_reported_and_truncated_one_is_compared_as_far_as_it_goes() {
    let bytes = recorded(1);
    // No cut and no damage may panic.
    for at in (0..bytes.len()).step_by(bytes.len() / 40) {
        let _ = replay(&bytes[..at]);
        let mut broken = bytes.clone();
        broken[at] ^= 0x55;
        let _ = replay(&broken);
    }
    let cut = replay(&bytes[..bytes.len() * 3 / 4]).unwrap();
    assert_eq!(cut.diverged, None);
    assert!(cut.compared > 50);
}

#[test]
fn each_domain_file_has_its_own_recording_and_each_replays() {
    for (scene, set, ticks, files) in [
        ("rooms", &[][..], 600, 1),
        ("outpost", &[], 500, 2),
        ("outpost", &["autonomous=false", "ambush=true"], 400, 2),
        ("village", &[], 60, 1),
    ] {
        let scenario = project_scenario(scene, set, &[]);
        let mut recordings: Vec<(String, File)> = Vec::new();
        let mut simulation = Simulation::recorded(&scenario, 3, |domain| {
            let file = File::default();
            recordings.push((domain.to_owned(), file.clone()));
            Some(file.boxed())
        })
        .unwrap();
        while simulation.ticks() < ticks && simulation.outcome().is_none() {
            simulation.tick();
        }
        simulation.end_recording().unwrap();
        assert_eq!(recordings.len(), files, "{scene}");
        for (domain, file) in recordings {
            let bytes = file.bytes();
            let replayed = replay(&bytes).unwrap_or_else(|error| panic!("{scene}, {domain}: {error}"));
            assert_eq!(replayed.diverged, None, "{scene}, {domain}");
            assert_eq!((replayed.scene.as_str(), replayed.compared), (scene, simulation.ticks()), "{domain}");
            // Each holds its own minds, and the texts of the other files for the replay.
            let reader = Reader::open(&bytes).unwrap();
            // Jack of the village has an archetype of his own, which is in a generated file.
            let main = if scene == "village" { format!("{scene}.{domain}") } else { domain.clone() };
            assert_eq!(reader.header().domain.iter().next().map(|source| source.name), Some(main.as_str()));
            assert_eq!(reader.header().scene.iter().count(), files, "{scene}, {domain}");
        }
    }
}
