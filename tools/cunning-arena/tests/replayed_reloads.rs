//! Recordings of runs with reloads replay to the same result, in whole or in part, and impossible reloads are
//! errors.

use crate::support;

use std::sync::Arc;

use cunning_arena::limits::RELOADS_MAX;
use cunning_arena::simulation::{ReplayError, Scenario, Settings, Simulation, replay, replay_frames};
use cunning_diag::Source;
use cunning_mind::{DomainSpec, MindConfig};
use cunning_trace::{AgentId, Config, Event, Kind, List, Origin, Reader, Recorder, Subject};
use support::{File, scenarios, text_of};

/// A scene of the project with one of its domain files edited.
fn edited(scene: &str, file: &str, edits: &[(&str, &str)]) -> Arc<Scenario> {
    let loader = |name: &str| {
        let source = scenarios::file(name)?;
        let text =
            edits.iter().filter(|_| name == file).fold(source.text().to_owned(), |text, (from, to)| {
                assert!(text.contains(from), "{from}");
                text.replacen(from, to, 1)
            });
        Some(Source::new(name, text))
    };
    let loaded = Scenario::load(&Source::new("scene.toml", text_of(scene)), &loader, Settings::default());
    Arc::new(loaded.unwrap_or_else(|found| panic!("{found}")))
}

/// Adds a fact, an action and a goal before all others and reorders objects, so that all ids change.
const RENUMBERED: [(&str, &str); 3] = [
    ("[facts]\n", "[facts]\nbored = { type = \"bool\", sensed = true }\n"),
    ("place = [\"beach\", \"docks\"", "place = [\"docks\", \"beach\""),
    ("[action.go]", "[action.yawn]\nwhen = [\"bored\"]\nthen = [\"not bored\"]\n\n[action.go]"),
];
const LAWLESS: [(&str, &str); 1] = [("\"not lawful\", \"at == tavern\"", "\"at == tavern\"")];

/// Runs for some ticks and reloads these versions after these ticks. Returns the recordings by domain file,
/// and the hash after every tick.
fn recorded(
    scene: &str,
    versions: &[(u64, Arc<Scenario>)],
    ticks: u64,
) -> (Vec<(String, Vec<u8>)>, Vec<u64>) {
    let mut files: Vec<(String, File)> = Vec::new();
    let mut simulation = Simulation::recorded(&edited(scene, "", &[]), 3, |domain| {
        let file = File::default();
        files.push((domain.to_owned(), file.clone()));
        Some(file.boxed())
    })
    .unwrap();
    let mut hashes = Vec::new();
    while simulation.ticks() < ticks {
        let ticks = simulation.ticks();
        for (_, version) in versions.iter().filter(|(after, _)| *after == ticks) {
            assert!(simulation.reload(version).unwrap().iter().all(|(_, report)| report.is_changed));
        }
        simulation.tick();
        hashes.push(simulation.hash());
    }
    simulation.end_recording().unwrap();
    (files.into_iter().map(|(name, file)| (name, file.bytes())).collect(), hashes)
}

/// A version before the first tick, two versions in the same tick, and one that restores the original.
fn versions() -> Vec<(u64, Arc<Scenario>)> {
    let of = |edits| edited("pirate", "pirate.toml", edits);
    let first = &RENUMBERED[..1];
    vec![(0, of(first)), (12, of(&RENUMBERED)), (40, of(&LAWLESS)), (40, of(&RENUMBERED)), (90, of(&[]))]
}

fn pirate() -> (Vec<u8>, Vec<u64>) {
    let (mut files, hashes) = recorded("pirate", &versions(), 140);
    (files.remove(0).1, hashes)
}

#[test]
fn recording_with_reloads_replays_identically() {
    let (bytes, hashes) = pirate();
    let replayed = replay(&bytes).unwrap();
    assert_eq!((replayed.diverged, replayed.compared, replayed.ticks), (None, 140, 140));
    let reader = Reader::open(&bytes).unwrap();
    let spec = Arc::new(cunning_mind::read(&scenarios::file("pirate.toml").unwrap()).unwrap());
    let lived = cunning_mind::debug::replay(&reader, spec, MindConfig::default()).unwrap();
    assert_eq!((lived.diverged, lived.compared), (None, 140), "the minds replay without the world too");
    // Every tick is shown: it would stop at a hash that differs.
    let mut seen = Vec::new();
    replay_frames(&reader, |tick, _| {
        seen.push(tick);
        true
    })
    .unwrap();
    assert_eq!(seen, (0..=140).collect::<Vec<u64>>());
    assert_eq!(hashes.len(), 140);
    // Without the reloads the replay diverges.
    let without = forged(&bytes, |_, event| match event {
        Event::SceneReloaded { after: 40, .. } => Some(Event::Note { text: "" }),
        _ => None,
    });
    assert_eq!(replay(without).unwrap().diverged.map(|diverged| diverged.tick), Some(40));
}

#[test]
fn every_recording_has_the_reloaded_texts_of_all_domain_files() {
    let edits = [("[facts.", "[facts.bored]\ntype = \"bool\"\nsensed = true\n[facts.")];
    let versions =
        [(30, edited("outpost", "company.toml", &edits)), (60, edited("outpost", "garrison.toml", &edits))];
    let (files, hashes) = recorded("outpost", &versions, 100);
    assert_eq!((files.len(), hashes.len()), (2, 100));
    for (domain, bytes) in files {
        let replayed = replay(&bytes).unwrap();
        assert_eq!((replayed.diverged, replayed.compared), (None, 100), "{domain}");
    }
}

#[test]
fn excerpt_replays_from_the_start_of_the_run() {
    let (bytes, _) = pirate();
    let reader = Reader::open(&bytes).unwrap();
    for (from, to) in [(1, 140), (12, 30), (13, 50), (39, 41), (40, 60), (41, 60), (100, 120)] {
        let mut excerpt = Vec::new();
        reader.excerpt(from, to, &mut excerpt).unwrap();
        let replayed = replay(&excerpt).unwrap();
        assert_eq!((replayed.diverged, replayed.compared), (None, to - from + 1), "{from} to {to}");
        // An excerpt of an excerpt is an excerpt of the whole.
        let mut less = Vec::new();
        Reader::open(&excerpt).unwrap().excerpt(from + 1, to, &mut less).unwrap();
        assert_eq!(replay(&less).unwrap().diverged, None, "{from} to {to}");
    }
}

#[test]
fn records_after_a_reload_use_the_ids_of_the_new_text() {
    let (bytes, _) = pirate();
    let reader = Reader::open(&bytes).unwrap();
    let agent = AgentId(
        reader
            .records()
            .of_kinds(&[Kind::AgentAdded])
            .find_map(|record| match record.unwrap().subject {
                Subject::Agent(agent) => Some(agent.0),
                Subject::World => None,
            })
            .unwrap(),
    );
    let versions = versions();
    let mut simulation = Simulation::new(&edited("pirate", "", &[]), 3).unwrap();
    for tick in 1..140 {
        for (_, version) in versions.iter().filter(|(after, _)| *after + 1 == tick) {
            simulation.reload(version).unwrap();
        }
        simulation.tick();
        // At the end of a tick, a text counts that was reloaded after it.
        if versions.iter().any(|(after, _)| *after == tick) {
            continue;
        }
        let sources = reader.domain(tick);
        let source = sources.iter().next().unwrap();
        let spec: DomainSpec = cunning_mind::read(&Source::new(source.name, source.text)).unwrap();
        let view = reader.view(agent, tick).unwrap();
        assert!(view.beliefs().count() > 3);
        for belief in view.beliefs() {
            let name = &spec.planning.facts().as_slice()[belief.fact.id as usize].name;
            let object = |value| match value {
                cunning_trace::Value::Object(id) => {
                    spec.planning.objects().as_slice()[id as usize].name.clone()
                }
                cunning_trace::Value::Int(number) => number.to_string(),
                cunning_trace::Value::Bool(truth) => truth.to_string(),
                cunning_trace::Value::None => "none".to_owned(),
                other @ (cunning_trace::Value::Handle(_) | cunning_trace::Value::Point(_)) => {
                    panic!("{other:?}")
                }
            };
            let args: Vec<String> = belief.fact.args.iter().map(object).collect();
            let fact = if args.is_empty() { name.clone() } else { format!("{name}[{}]", args.join(", ")) };
            assert_eq!(
                simulation.believes("pirate", &fact),
                Some(object(belief.value)),
                "{fact} at tick {tick}"
            );
        }
        if let Some((_, plan)) = view.plan() {
            assert!(
                plan.steps.iter().all(|step| spec
                    .planning
                    .actions()
                    .as_slice()
                    .get(step.action.id as usize)
                    .is_some())
            );
        }
    }
}

/// Copies a recording with some events changed by `change`.
fn forged<'e>(bytes: &[u8], mut change: impl FnMut(u64, Event<'_>) -> Option<Event<'e>>) -> Vec<u8> {
    let reader = Reader::open(bytes).unwrap();
    let file = File::default();
    let config = Config { ring_bytes_max: 0, ..Config::default() };
    let mut recorder = Recorder::new(&reader.header(), config).unwrap();
    recorder.attach(file.boxed());
    for record in reader.records() {
        let record = record.unwrap();
        recorder.begin_tick(record.tick).unwrap();
        match (change(record.tick, record.event), record.origin) {
            (Some(event), _) => recorder.record_input(record.subject, || event),
            (None, Origin::Input) => recorder.record_input(record.subject, || record.event),
            (None, Origin::Result) => recorder.record(record.subject, || record.event),
        }
    }
    recorder.detach().unwrap().unwrap();
    file.bytes()
}

#[test]
fn impossible_reload_is_an_error() {
    let (bytes, _) = pirate();
    let with = |text: &str| {
        let source = [cunning_trace::Source { name: "pirate.toml", text }];
        replay(forged(&bytes, |_, event| match event {
            Event::SceneReloaded { after, .. } => {
                Some(Event::SceneReloaded { after, sources: List::from(&source[..]) })
            }
            _ => None,
        }))
    };
    for text in ["", "[facts", "facts = { drunk = 'bool' }", &"# ".repeat(1 << 20), "\u{0}"] {
        assert!(matches!(with(text), Err(ReplayError::Texts(_))), "{:?}", text.get(..9));
    }
    // Longer than any text of a recording, so the record is damaged.
    let long = "#".repeat(cunning_trace::TEXT_BYTES_MAX + 1);
    assert!(matches!(with(&long), Err(ReplayError::TextOmitted(_) | ReplayError::Damaged(_))));
    // The record says that the text was too large to be recorded.
    let omitted = forged(&bytes, |_, event| match event {
        Event::SceneReloaded { .. } => Some(Event::Omitted { code: Kind::SceneReloaded as u32 }),
        _ => None,
    });
    assert!(matches!(replay(omitted), Err(ReplayError::TextOmitted(0))));
}

#[test]
fn replay_of_a_hostile_recording_is_bounded() {
    let (bytes, _) = pirate();
    let reader = Reader::open(&bytes).unwrap();
    let file = File::default();
    let mut recorder = Recorder::new(&reader.header(), Config::default()).unwrap();
    recorder.attach(file.boxed());
    for _ in 0..=RELOADS_MAX {
        recorder.record_input(Subject::World, || Event::SceneReloaded { after: 0, sources: List::empty() });
    }
    recorder.detach().unwrap().unwrap();
    assert!(matches!(replay(file.bytes()), Err(ReplayError::Reloads)));
    let late = File::default();
    let mut recorder = Recorder::new(&reader.header(), Config::default()).unwrap();
    recorder.begin_tick(1 << 40).unwrap();
    recorder.attach(late.boxed());
    recorder.detach().unwrap().unwrap();
    assert!(matches!(replay(late.bytes()), Err(ReplayError::Lead(_))));
}
