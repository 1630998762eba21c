//! Tests of `cunning run`, `replay` and `demo`.

use crate::command;

use std::sync::Arc;

use assert_cmd::Command;
use cunning_arena::simulation::{Scenario, Settings, Simulation};
use cunning_diag::Source;
use cunning_trace::{Config, Event, List, Reader, Recorder, Subject};
use serde_json::Value;

/// Runs the command in a folder; returns the exit code and standard output.
fn cunning(folder: &std::path::Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::cargo_bin("cunning").unwrap();
    let output = command.args(arguments).current_dir(folder).env("NO_COLOR", "1").output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn json(arguments: &[&str]) -> (i32, Value) {
    let folder = tempfile::tempdir().unwrap();
    let (code, text) = cunning(folder.path(), &[arguments, &["--format", "json"]].concat());
    (code, serde_json::from_str(&text).unwrap())
}

#[test]
fn runs_with_the_same_seed_have_the_same_result() {
    let (code, run) = json(&["run", "pirate", "--seed", "3"]);
    assert_eq!((code, run["outcome"].as_str(), run["team"].as_str()), (0, Some("won"), Some("pirates")));
    assert!(run["ticks"].as_u64().unwrap() > 100 && run["hash"].as_str().unwrap().len() == 16);
    assert_eq!(json(&["run", "pirate", "--seed", "3"]).1, run);
    let (_, thief) = json(&["run", "pirate", "--seed", "3", "--set", "lawful=false"]);
    assert_ne!(thief["hash"], run["hash"]);
    let steals = |line: &Value| line["kind"] == "step" && line["text"] == "steal(bottle)";
    assert!(thief["lines"].as_array().unwrap().iter().any(steals));
}

/// The number of frames of a GIF.
fn frames(bytes: &[u8]) -> usize {
    // An image follows a graphic control extension, which has four bytes.
    bytes.windows(3).filter(|window| *window == [0x21, 0xf9, 4]).count()
}

#[test]
fn demo_writes_a_moving_picture() {
    let folder = tempfile::tempdir().unwrap();
    let gif = |speed: &str| {
        let arguments = ["demo", "pirate", "--ticks", "200", "--speed", speed, "--gif", "pirate.gif"];
        let (code, _) = cunning(folder.path(), &arguments);
        assert_eq!(code, 0);
        std::fs::read(folder.path().join("pirate.gif")).unwrap()
    };
    let (slow, fast) = (gif("2"), gif("10"));
    assert!(slow.starts_with(b"GIF89a") && slow.len() < 400_000, "{} bytes", slow.len());
    // A frame for each 0.2 s of 20 s, and one for each second; those in which nothing moves are left out.
    let (slow, fast) = (frames(&slow), frames(&fast));
    assert!((40..=101).contains(&slow) && (8..=21).contains(&fast), "{slow}, {fast}");
}

#[test]
fn profile_lists_the_phases_and_does_not_change_the_run() {
    let (_, plain) = json(&["run", "pirate", "--seed", "3"]);
    let (code, run) = json(&["run", "pirate", "--seed", "3", "--profile"]);
    assert_eq!((code, &run["hash"]), (0, &plain["hash"]));
    assert!(plain.get("profile").is_none());
    let profile = &run["profile"][0];
    assert_eq!(profile["ticks"], run["ticks"]);
    let phases: Vec<&str> =
        profile["phases"].as_array().unwrap().iter().map(|row| row["phase"].as_str().unwrap()).collect();
    assert_eq!(phases, ["sense", "choose", "plan", "act", "command"]);
    let slowest = profile["slowest"]["agent"].as_str().unwrap();
    assert!(["pirate", "landlord", "guard"].contains(&slowest), "{slowest}");
    let folder = tempfile::tempdir().unwrap();
    let (_, text) = cunning(folder.path(), &["run", "pirate", "--profile"]);
    assert!(text.contains("slowest") && text.contains(" times "), "{text}");
}

#[test]
fn outcomes_have_their_exit_codes() {
    let hopeless = ["run", "pirate", "--set", "knows_recipe=false", "--event", "remove bottle @40"];
    let (code, run) = json(&hopeless);
    assert_eq!((code, run["outcome"].as_str()), (10, Some("time_up")));
    let (code, run) = json(&["run", "pirate", "--ticks", "50"]);
    assert_eq!((code, run["outcome"].as_str(), run["ticks"].as_u64()), (20, Some("open"), Some(50)));
    let (code, runs) = json(&["run", "pirate", "--seeds", "4"]);
    assert_eq!((code, runs["won"].as_u64(), runs["runs"].as_array().unwrap().len()), (0, Some(4), 4));
    for wrong in [
        &["run", "pirat"][..],
        &["run", "pirate", "--set", "lawfull=true"],
        &["run", "pirate", "--set", "lawful=perhaps"],
        &["run", "pirate", "--set", "captain.lawful=true"],
        &["run", "pirate", "--event", "remove botle @40"],
        &["run", "pirate", "--event", "remove bottle"],
        &["demo", "pirat"],
    ] {
        let (code, report) = json(wrong);
        assert_eq!((code, report["status"].as_str()), (30, Some("invalid")), "{wrong:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(cunning(folder.path(), &["run", "missing.toml"]).0, 40);
    assert_eq!(cunning(folder.path(), &["run", "pirate", "--record", "no/such/folder.cng"]).0, 40);
    assert_eq!(cunning(folder.path(), &["run"]).0, 2);
}

#[test]
fn recording_replays_and_damage_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let record = ["run", "pirate", "--event", "remove bottle @ 40", "--record", "pirate.cng"];
    assert_eq!(cunning(folder.path(), &record).0, 0);
    let (code, text) = cunning(folder.path(), &["replay", "pirate.cng"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("no differences"), "{text}");
    let mut bytes = std::fs::read(folder.path().join("pirate.cng")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    for (name, bytes) in
        [("broken.cng", &bytes[..]), ("empty.cng", b""), ("foreign.cng", b"[scene]\nname = 1")]
    {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let (code, text, error) = command::run(folder.path(), &format!("replay {name}"), "");
        // The recording ends where the damage begins; the part before it must replay.
        assert!(code == 30 || (name == "broken.cng" && code == 0), "{name}: {code} {text} {error}");
        assert!(code == 0 || error.contains("recording"), "{error}");
    }
}

#[test]
fn recording_replays_with_reloaded_domain_files() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = |domain: &str| {
        let loader = |name: &str| Some(Source::new(name, domain));
        let scene = Source::new("pirate.toml", include_str!("../../../scenes/pirate.toml"));
        Arc::new(Scenario::load(&scene, &loader, Settings::default()).unwrap())
    };
    let domain = include_str!("../../../domains/pirate.toml");
    let lawless = domain.replace("\"not lawful\", \"at == tavern\"", "\"at == tavern\"");
    assert_ne!(domain, lawless);
    let file = std::fs::File::create(folder.path().join("reloaded.cng")).unwrap();
    let mut file = Some(std::io::BufWriter::new(file));
    let mut simulation =
        Simulation::recorded(&scenario(domain), 1, |_| file.take().map(|file| Box::new(file) as Box<_>))
            .unwrap();
    (0..20).for_each(|_| simulation.tick());
    simulation.reload(&scenario(&lawless)).unwrap();
    (0..20).for_each(|_| simulation.tick());
    simulation.end_recording().unwrap();
    let bytes = std::fs::read(folder.path().join("reloaded.cng")).unwrap();
    let mut part = Vec::new();
    Reader::open(&bytes).unwrap().excerpt(15, 30, &mut part).unwrap();
    std::fs::write(folder.path().join("part.cng"), part).unwrap();
    for (name, expected) in [
        ("reloaded.cng", "40 ticks replayed, 40 hashes compared, no differences"),
        ("part.cng", "30 ticks replayed, 16 hashes compared, no differences"),
    ] {
        let (code, text) = cunning(folder.path(), &["replay", name]);
        assert_eq!(code, 0, "{text}");
        assert!(text.contains(expected), "{text}");
    }
    // A forged recording that reloads an invalid domain file.
    let reader = Reader::open(&bytes).unwrap();
    let forged = std::fs::File::create(folder.path().join("forged.cng")).unwrap();
    let mut recorder = Recorder::new(&reader.header(), Config::default()).unwrap();
    recorder.attach(Box::new(forged));
    let nonsense = [cunning_trace::Source { name: "pirate.toml", text: "[facts\n" }];
    let sources = List::from(&nonsense[..]);
    recorder.record_input(Subject::World, || Event::SceneReloaded { after: 0, sources });
    recorder.detach().unwrap().unwrap();
    let (code, text, error) = command::run(folder.path(), "replay forged.cng", "");
    assert_eq!(code, 30, "{text} {error}");
    assert!(error.contains("pirate.toml:1"), "{error}");
}

#[test]
fn scene_file_finds_its_domain_in_its_folder_or_built_in() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.toml"), include_str!("../../../scenes/pirate.toml")).unwrap();
    assert_eq!(cunning(folder.path(), &["run", "mine.toml"]).0, 0);
    std::fs::write(folder.path().join("pirate.toml"), "facts = { drunk = 'bool' }").unwrap();
    assert_eq!(cunning(folder.path(), &["run", "mine.toml"]).0, 30);
}

#[test]
fn scene_file_may_have_the_name_of_its_domain() {
    let folder = tempfile::tempdir().unwrap();
    for part in ["scenes", "domains"] {
        std::fs::create_dir(folder.path().join(part)).unwrap();
    }
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("scenes/pirate.toml", include_str!("../../../scenes/pirate.toml"));
    write("domains/pirate.toml", include_str!("../../../domains/pirate.toml"));
    assert_eq!(cunning(folder.path(), &["run", "scenes/pirate.toml"]).0, 0);
    assert_eq!(cunning(&folder.path().join("scenes"), &["run", "./pirate.toml"]).0, 0);
    write("domains/pirate.toml", "facts = { drunk = 'bool' }");
    assert_eq!(cunning(folder.path(), &["run", "scenes/pirate.toml"]).0, 30);
}

#[test]
fn demo_prints_every_decision() {
    let folder = tempfile::tempdir().unwrap();
    let (code, text) = cunning(folder.path(), &["demo", "--event", "remove bottle @ 40"]);
    assert_eq!(code, 0);
    assert!(!text.contains('\x1b'), "no escape sequences without a terminal");
    let parts =
        ["wants get_drunk", "> sell(3)", "stock[tavern, bottle] is 0, not 3", "> brew", "pirates win"];
    let mut rest = text.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part}:\n{text}"));
        rest = &rest[at..];
    }
    let (_, hopeless) =
        cunning(folder.path(), &["demo", "--set", "knows_recipe=false", "--event", "remove bottle @ 40"]);
    assert!(hopeless.contains("No plan reaches `get_drunk`"), "{hopeless}");
}

#[test]
fn built_in_scenes_run_and_replay() {
    let folder = tempfile::tempdir().unwrap();
    for (scene, ticks, others) in [
        ("rooms", "3000", &[][..]),
        ("outpost", "6000", &["outpost.garrison.cng"]),
        ("village", "80", &[]),
        ("quest", "600", &[]),
    ] {
        let file = format!("{scene}.cng");
        let run = ["run", scene, "--ticks", ticks, "--record", &file, "--picture", "end.svg"];
        let (code, text) = cunning(folder.path(), &run);
        assert_eq!(code, if scene == "village" { 20 } else { 0 }, "{scene}: {text}");
        for file in others.iter().copied().chain([file.as_str()]) {
            let (code, text) = cunning(folder.path(), &["replay", file]);
            assert!(code == 0 && text.contains("no differences"), "{file}: {text}");
        }
        let picture = std::fs::read_to_string(folder.path().join("end.svg")).unwrap();
        assert!(picture.starts_with("<svg") || picture.contains("<svg"), "{scene}");
        let (code, text) = cunning(folder.path(), &["demo", scene, "--ticks", "60"]);
        assert!(code == 0 && text.contains(" wants ") && text.contains(" > "), "{scene}: {text}");
    }
    let (_, text) = cunning(folder.path(), &["demo", "outpost", "--ticks", "100"]);
    for part in
        ["colonel orders anna, boris: bring_squad(crossing)", "anna orders abel, aino, axel: be_at(crossing)"]
    {
        assert!(text.contains(part), "{part}:\n{text}");
    }
}

#[test]
fn days_of_many_seeds_have_the_balance_of_each() {
    let village = ["run", "village", "--days", "3", "--crowd", "30"];
    let (code, many) = json(&[&village[..], &["--seeds", "2"]].concat());
    assert_eq!(code, 0);
    let balance = &many["runs"][1]["balance"];
    assert_eq!(balance["days"], 3);
    assert!(
        balance["drift"]["bread"].is_number() && balance["neighbours"].as_u64().unwrap() > 5,
        "{balance}"
    );
    let (code, one) = json(&[&village[..], &["--seed", "1"]].concat());
    assert_eq!((code, &one["balance"], one["days"].as_array().unwrap().len()), (0, balance, 3));
    let folder = tempfile::tempdir().unwrap();
    let (_, text) = cunning(folder.path(), &[&village[..], &["--seeds", "2"]].concat());
    assert_eq!(text.matches("pairs of neighbours leave home together").count(), 2, "{text}");
    assert_eq!(cunning(folder.path(), &["run", "squad", "--days", "2", "--seeds", "2"]).0, 30);
}

#[test]
fn runs_with_many_seeds_report_win_rates_and_intervals() {
    let (code, result) = json(&["run", "squad", "--seeds", "6"]);
    assert_eq!(code, 0);
    let seeds = result["runs"].as_array().unwrap().iter().filter_map(|run| run["seed"].as_u64());
    assert_eq!(seeds.collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    let teams = result["teams"].as_array().unwrap();
    let names: Vec<&str> = teams.iter().filter_map(|team| team["team"].as_str()).collect();
    assert_eq!(names, ["red", "blue"]);
    for team in teams {
        let [low, rate, high] = ["low", "rate", "high"].map(|key| team[key].as_f64().unwrap());
        assert!(0.0 <= low && low <= rate && rate <= high && high <= 1.0, "{team}");
    }
    let (_, alone) = json(&["run", "squad", "--seeds", "6", "--no-orders"]);
    let (_, swapped) = json(&["run", "squad", "--seeds", "6", "--swap"]);
    let (_, machines) = json(&["run", "squad", "--seeds", "6", "--against", "fsm"]);
    for other in [alone, swapped, machines] {
        assert_ne!(other["runs"], result["runs"]);
    }
}
