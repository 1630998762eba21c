//! `cunning path` as people and programs use them.

use assert_cmd::Command;
use serde_json::Value;

const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n..@..\n.@@..\n.....\n";
const SCEN: &str = "version 1.0\r\n0\tm.map\t5\t3\t0\t0\t4\t0\t7.41421\r\n1 m.map 5 3 0 2 4 2 4";

fn cunning(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cunning").unwrap();
    command.args(arguments).env("NO_COLOR", "1");
    command
}

fn stdout(command: &mut Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

fn json(command: &mut Command) -> Value {
    serde_json::from_str(&stdout(command.args(["--format", "json"]))).unwrap()
}

#[test]
fn path_is_drawn_with_its_length() {
    let mut command = cunning(&["path", "--map", "-", "--from", "0,0", "--to", "4,0"]);
    let text = stdout(command.write_stdin(MAP));
    let (picture, sentence) = text.split_at(text.find("From").unwrap());
    assert_eq!(picture, "S + # . G\n* # # . *\n* * * * .\n");
    assert!(sentence.contains("length 7.414 in 7 moves (6 straight, 1 diagonal)"), "{sentence}");
}

#[test]
fn every_algorithm_answers_in_json() {
    for (algorithm, more, factor) in [
        ("astar", &[][..], 1.0),
        ("jps", &[], 1.0),
        ("ida", &[], 1.0),
        ("ara", &["--weight", "3"], 1.0),
        ("wastar", &["--weight", "1.25"], 1.25),
        ("greedy", &[], 100.0),
        ("mha", &["--w1", "1.5", "--w2", "2"], 3.0),
        ("mha", &["--thompson", "7"], 2.0),
        ("focal-mha", &["--weight", "2"], 2.0),
        ("mha++", &["--weight", "2"], 2.0),
        ("unconstrained-mha", &["--weight", "2", "--thompson", "1"], 2.0),
    ] {
        let mut command =
            cunning(&["path", "--map", "-", "--from", "0,0", "--to", "4,0", "--algorithm", algorithm]);
        let answer = json(command.args(more).write_stdin(MAP));
        assert_eq!(answer["status"], "solved", "{algorithm}");
        let length = answer["length"].as_f64().unwrap();
        assert!((7.414..=7.415 * factor).contains(&length), "{algorithm}: {length}");
        assert_eq!(answer["path"][0], serde_json::json!([0, 0]));
        assert!(answer["expanded"].as_u64().is_some() && answer["micros"].as_u64().is_some());
    }
}

#[test]
fn unreachable_target_is_reported() {
    let walled = MAP.replace(".....\n", "..@..\n");
    let mut command = cunning(&["path", "--map", "-", "--from", "0,0", "--to", "4,0", "--format", "json"]);
    let output = command.write_stdin(walled).output().unwrap();
    assert_eq!(output.status.code(), Some(10));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["status"], &answer["length"]), (&"unsolvable".into(), &Value::Null));
}

#[test]
fn corner_rule_changes_the_path() {
    let map = "type octile\nheight 2\nwidth 2\nmap\n.@\n@.\n";
    let mut squeeze = cunning(&["path", "--map", "-", "--from", "0,0", "--to", "1,1", "--corners", "cut"]);
    assert_eq!(json(squeeze.write_stdin(map))["diagonal"], 1);
    let mut strict = cunning(&["path", "--map", "-", "--from", "0,0", "--to", "1,1"]);
    assert_eq!(strict.write_stdin(map).output().unwrap().status.code(), Some(10));
}

#[test]
fn scenario_lengths_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let (map, scen) = (folder.path().join("m.map"), folder.path().join("m.scen"));
    std::fs::write(&map, MAP).unwrap();
    std::fs::write(&scen, SCEN).unwrap();
    let files = ["path", "--map", map.to_str().unwrap(), "--scen", scen.to_str().unwrap()];
    for algorithm in ["astar", "jps", "mha++"] {
        let summary = json(cunning(&files).args(["--algorithm", algorithm]));
        assert_eq!((&summary["problems"], &summary["solved"]), (&2.into(), &2.into()));
        assert_eq!(summary["mismatches"], serde_json::json!([]));
        assert!(summary["expanded"].as_u64().unwrap() > 0 && summary["seconds"].as_f64().is_some());
    }
    let cut = json(cunning(&files).args(["--corners", "cut"]));
    assert_eq!(cut["optimal"], 2);
    let text = stdout(&mut cunning(&files));
    assert!(text.starts_with("2 of 2 problems solved, 2 at the shortest length"), "{text}");
}

#[test]
fn wrong_scenario_length_is_a_mismatch() {
    let folder = tempfile::tempdir().unwrap();
    let (map, scen) = (folder.path().join("m.map"), folder.path().join("m.scen"));
    std::fs::write(&map, MAP).unwrap();
    std::fs::write(&scen, SCEN.replace("7.41421", "7.41431")).unwrap();
    let mut command = cunning(&["path", "--map", map.to_str().unwrap(), "--scen", scen.to_str().unwrap()]);
    let output = command.args(["--format", "json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["optimal"], &summary["mismatches"][0]["line"]), (&1.into(), &2.into()));
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, png) = (folder.path().join("p.svg"), folder.path().join("p.png"));
    let pictures = ["--svg", svg.to_str().unwrap(), "--png", png.to_str().unwrap()];
    stdout(cunning(&["path", "--generate", "caves", "--size", "40x30"]).args(pictures));
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn generated_map_can_be_saved_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("field.map");
    let map = map.to_str().unwrap();
    let made = json(&mut cunning(&["path", "--generate", "field", "--seed", "9", "--save-map", map]));
    let point = |value: &Value| format!("{},{}", value[0], value[1]);
    let path = made["path"].as_array().unwrap();
    let (from, to) = (point(&path[0]), point(path.last().unwrap()));
    let again = json(&mut cunning(&["path", "--map", map, "--from", &from, "--to", &to]));
    assert_eq!(again["path"], made["path"]);
}

#[test]
fn generated_dungeon_depends_only_on_the_seed() {
    let drawn = |seed: &str| {
        let text = stdout(&mut cunning(&["path", "--generate", "rooms", "--size", "49x25", "--seed", seed]));
        text.rsplit_once(',').unwrap().0.to_owned()
    };
    let text = drawn("1");
    assert!(text.contains('S') && text.contains('*') && text.contains('G'), "{text}");
    assert_eq!(text, drawn("1"));
    assert_ne!(text, drawn("2"));
}

#[test]
fn colours_are_printed_on_request() {
    let path = ["path", "--generate", "rooms", "--size", "49x25"];
    assert!(!stdout(&mut cunning(&path)).contains('\x1b'));
    assert!(stdout(&mut cunning(&[&path[..], &["--color", "always"]].concat())).contains('\x1b'));
}

#[test]
fn help_has_examples() {
    for arguments in [&["path", "--help"], &["demo", "--help"], &["run", "--help"], &["replay", "--help"]] {
        assert!(stdout(&mut cunning(arguments)).contains("Examples:"));
    }
}
