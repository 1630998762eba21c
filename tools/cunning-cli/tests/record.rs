//! Tests of `cunning train record` in a terminal: keys are recorded, and the terminal is restored.
#![cfg(unix)]

use std::process::Command;

use serde_json::Value;

use crate::terminal::Session;

const LEFT_THE_PAGE: &str = "\x1b[?1049l";
const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";

#[test]
fn keys_are_recorded_as_a_demonstration() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("demo.json");
    let mut session =
        Session::start(&["train", "record", "shield", "--out", file.to_str().unwrap()], (100, 30));
    session.sees("Play the quest.");
    session.types(RIGHT);
    session.sees("0.2 s · health 100 · walking");
    session.types("s");
    session.sees("sneaking");
    session.types(DOWN);
    session.sees("0.8 s");
    session.types("w");
    session.sees("1.0 s");
    session.types("n");
    session.sees("1.7 s");
    session.types("\x7f");
    session.sees("1.0 s");
    session.types("\r");
    let (code, screen) = session.ends();
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains(LEFT_THE_PAGE) && screen.contains("1.0 s in 4 samples"), "{screen}");
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let samples = &saved["demonstrations"][0]["samples"];
    let expected = serde_json::json!([
        { "ms": 0, "x": 4.5, "y": 20.5 },
        { "ms": 250, "x": 5.5, "y": 20.5 },
        { "ms": 750, "x": 5.5, "y": 21.5, "sneak": true },
        { "ms": 1000, "x": 5.5, "y": 21.5, "sneak": true },
    ]);
    assert_eq!(samples, &expected);
}

#[test]
fn obstacles_are_reported_and_the_recording_can_restart() {
    let folder = tempfile::tempdir().unwrap();
    let quest = folder.path().join("cellar.toml");
    let text = "map = '''\n#######\n#SE.DG#\n#######\n'''\n[walker]\nat = 'S'\n[item.key]\nat = 'E'\n[enemy.rat]\nat = 'D'\nreach = 0\nharm = 100\n[goal]\nat = 'G'\n";
    std::fs::write(&quest, text).unwrap();
    let file = folder.path().join("demo.json");
    let arguments = ["train", "record", quest.to_str().unwrap(), "--out", file.to_str().unwrap()];
    let mut session = Session::start(&arguments, (40, 10));
    session.sees("Play the quest.");
    session.types(UP);
    session.sees("a wall is in the way.");
    session.types(RIGHT);
    session.sees("walking · key");
    session.types(RIGHT);
    session.sees("0.5 s");
    session.types(RIGHT);
    session.sees("the walker would die.");
    session.types("r");
    session.sees("0.0 s");
    session.types("q");
    let (code, screen) = session.ends();
    assert_eq!(code, 22, "{screen}");
    assert!(screen.contains(LEFT_THE_PAGE) && screen.contains("Nothing was saved."), "{screen}");
    assert!(!file.exists());
}

#[test]
fn ctrl_c_restores_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("demo.json");
    let mut session = Session::start(&["train", "record", "key", "--out", file.to_str().unwrap()], (100, 30));
    session.sees("Play the quest.");
    session.types("\x03");
    let (code, screen) = session.ends();
    assert_eq!(code, 22, "{screen}");
    assert!(screen.contains(LEFT_THE_PAGE) && screen.contains("\x1b[?25h"), "{screen}");
    assert!(!file.exists());
}

#[test]
fn interrupt_signal_restores_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("demo.json");
    let mut session = Session::start(&["train", "record", "key", "--out", file.to_str().unwrap()], (100, 30));
    session.sees("Play the quest.");
    let child = session.id().to_string();
    assert!(Command::new("kill").args(["-INT", &child]).status().unwrap().success());
    let (code, screen) = session.ends();
    assert_eq!(code, 22, "{screen}");
    assert!(screen.contains(LEFT_THE_PAGE), "{screen}");
}

#[test]
fn too_small_terminal_is_an_error() {
    for size in [(39, 30), (100, 9), (1, 1)] {
        let session = Session::start(&["train", "record", "key", "--out", "nowhere.json"], size);
        let (code, screen) = session.ends();
        assert_eq!(code, 30, "{screen}");
        assert!(screen.contains("at least 40 and 10 are needed"), "{screen}");
        assert!(!screen.contains("\x1b[?1049h"), "{screen}");
    }
}
