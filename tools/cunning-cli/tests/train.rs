//! `cunning train plan` and `cunning train record --waypoints` as users run them.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn cunning(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cunning").unwrap();
    command.args(arguments).env("NO_COLOR", "1");
    command
}

/// Runs the command; returns the exit code, standard output and standard error.
fn ends(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (code, out, err) = ends(cunning(arguments).args(["--format", "json"]));
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn plan_is_printed_with_a_picture() {
    let (code, out, _) = ends(&mut cunning(&["train", "plan", "dungeon", "--optimal"]));
    assert_eq!(code, 0);
    for part in [
        "MHA*, ε 100, w1 1, w2 100, 2 demonstrations",
        "No plan is more than 100 times as fast",
        "The fastest takes",
        "shield at",
        "key at",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(out.contains('S') && out.contains('G') && out.contains('*') && out.contains('+'), "{out}");
}

#[test]
fn plans_are_within_the_bounds_of_their_planners() {
    let optimal = json(&["train", "plan", "dungeon", "--planner", "astar"])["cost"].as_f64().unwrap();
    for (planner, more, bound) in [
        ("wastar", &["--weight", "10"][..], 10.0),
        ("egraph", &["--epsilon", "2", "--weight", "5"], 10.0),
        ("tgraph", &["--epsilon", "2", "--weight", "5"], 10.0),
        ("mha", &["--epsilon", "100", "--w1", "20", "--w2", "50"], 1000.0),
        ("mha-variation", &["--w1", "2", "--w2", "2"], 4.0),
        ("mha++", &["--weight", "10"], 10.0),
        ("focal-mha", &["--weight", "10"], 10.0),
        ("unconstrained-mha", &["--weight", "10"], 10.0),
    ] {
        let answer = json(&[&["train", "plan", "dungeon", "--optimal", "--planner", planner], more].concat());
        assert_eq!(answer["status"], "solved", "{planner}");
        assert!((answer["bound"].as_f64().unwrap() - bound).abs() < 1e-9, "{planner}");
        let cost = answer["cost"].as_f64().unwrap();
        assert!(cost >= optimal && cost <= bound * optimal, "{planner}: {cost}");
        assert!((answer["ratio"].as_f64().unwrap() - cost / optimal).abs() < 1e-9);
        let last = answer["steps"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["x"], &last["y"]), (&45.into(), &45.into()));
        assert_eq!(last["facts"], serde_json::json!(["key", "shield"]));
    }
}

#[test]
fn demonstration_from_a_script_guides_a_plan() {
    let folder = tempfile::tempdir().unwrap();
    let demo = folder.path().join("demo.json");
    let demo = demo.to_str().unwrap();
    let script = "4.5,20.5; 9.5,22.5; wait 500; sneak 15.8,14.5; 14.5,8.5";
    let told = json(&["train", "record", "shield", "--out", demo, "--waypoints", script]);
    assert_eq!(told["quest"], "shield");
    assert!(told["ms"].as_u64().unwrap() > 5000 && told["samples"].as_u64().unwrap() > 20, "{told}");
    let svg = folder.path().join("plan.svg");
    let png = folder.path().join("plan.png");
    let files = ["--svg", svg.to_str().unwrap(), "--png", png.to_str().unwrap()];
    let answer = json(&[&["train", "plan", "dungeon", "--demo", demo], &files[..]].concat());
    assert_eq!((&answer["status"], &answer["demonstrations"]), (&"solved".into(), &1.into()));
    assert!(std::fs::read_to_string(svg).unwrap().contains("<title>shield</title>"));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn remembered_solution_guides_the_next_plan() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("past.json");
    let arguments =
        ["train", "plan", "shield", "--untrained", "--w1", "20", "--remember", file.to_str().unwrap()];
    let first = json(&arguments)["expanded"].as_u64().unwrap();
    let again = json(&arguments)["expanded"].as_u64().unwrap();
    assert!(again * 2 < first, "{first} at first, {again} with the solution");
    json(&arguments);
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(kept["demonstrations"].as_array().unwrap().len() <= 3);
}

#[test]
fn invalid_demonstrations_and_quests_exit_with_30() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let demo = |samples: &str| {
        format!(
            "{{\"demonstrations\": [{{\"quest\": \"q\", \"width\": 50, \"height\": 50, \"samples\": [{samples}]}}]}}"
        )
    };
    for (name, text, says) in [
        ("empty.json", demo(""), "the demonstration is empty"),
        ("back.json", demo(r#"{"ms":9,"x":1,"y":1},{"ms":1,"x":1,"y":1}"#), "is before the previous sample"),
        ("outside.json", demo(r#"{"ms":0,"x":51,"y":1}"#), "outside the map"),
        ("nan.json", demo(r#"{"ms":0,"x":NaN,"y":1}"#), "expected value"),
        ("other.json", demo(r#"{"ms":0,"x":1,"y":1}"#).replace("50", "40"), "40 × 40"),
    ] {
        let (code, _, err) = ends(&mut cunning(&["train", "plan", "dungeon", "--demo", &write(name, &text)]));
        assert_eq!(code, 30, "{name}: {err}");
        assert!(err.contains(says), "{name}: {err}");
    }
    let quest = "map = '''\n#S?G#\n'''\n[walker]\nat = 'S'\n[goal]\nat = 'G'\n";
    let (code, _, err) = ends(&mut cunning(&["train", "plan", &write("letter.toml", quest)]));
    assert!(
        code == 30 && err.contains("unknown letter `?` on the map") && err.contains("letter.toml:2:3"),
        "{code}: {err}"
    );
    for (arguments, says) in [
        (&["train", "plan", "dungeno"][..], "did you mean `dungeon`"),
        (
            &["train", "plan", "dungeon", "--planner", "astar", "--epsilon", "2"],
            "--epsilon does not apply to astar",
        ),
        (&["train", "plan", "dungeon", "--epsilon", "0.5"], "expected a number from 1"),
        (&["train", "plan", "dungeon", "--w1", "nan"], "expected a number from 1"),
        (
            &["train", "record", "key", "--out", "/dev/null", "--waypoints", "1,2; nowhere"],
            "invalid waypoint `nowhere`",
        ),
        (&["train", "record", "key", "--out", "/dev/null", "--waypoints", "1,NaN"], "position is not finite"),
        (&["train", "record", "key", "--out", "/dev/null", "--waypoints", "wait 5"], "empty"),
        (&["train", "record", "key", "--out", "/dev/null"], "recording needs a terminal"),
    ] {
        let (code, _, err) = ends(&mut cunning(arguments));
        assert!(code == 30 && err.contains(says), "{arguments:?}: {code}: {err}");
    }
    assert_eq!(ends(&mut cunning(&["train", "plan", "no-such-file.toml"])).0, 40);
}

#[test]
fn unreachable_goal_exits_with_10_and_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("locked.toml");
    let quest = "map = '''\n#######\n#S.Dk.G#\n'''";
    let quest = quest.replace("#######", "########");
    let rest = "\n[walker]\nat = 'S'\n[item.key]\nat = 'k'\n[door.gate]\nat = 'D'\nneeds = ['key']\n[goal]\nat = 'G'\n";
    std::fs::write(&file, quest + rest).unwrap();
    let file = file.to_str().unwrap();
    let (code, out, _) = ends(&mut cunning(&["train", "plan", file]));
    assert_eq!(code, 10);
    assert!(
        out.contains("the door `gate` needs `key`, which no reachable event provides. Nothing was searched"),
        "{out}"
    );
    let (code, out, _) = ends(&mut cunning(&["train", "plan", file, "--format", "json"]));
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["status"], &answer["expanded"]), (10, &"unsolvable".into(), &0.into()));
    let (code, _, _) = ends(&mut cunning(&["train", "plan", "dungeon", "--max-expansions", "10"]));
    assert_eq!(code, 20);
}

/// A quest file may only name demonstrations in its own folder.
#[test]
fn demonstrations_in_other_folders_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nosy.toml");
    let quest = "demonstrations = ['../secret.json']\nmap = 'S.G'\n[walker]\nat = 'S'\n[goal]\nat = 'G'\n";
    std::fs::write(&file, quest).unwrap();
    let (code, _, err) = ends(&mut cunning(&["train", "plan", file.to_str().unwrap()]));
    assert!(code == 30 && err.contains("is not in the directory of the quest"), "{err}");
    assert!(Path::new(&file).exists());
}

/// Runs the commands of the tutorial in their order.
#[test]
fn commands_of_the_tutorial_succeed() {
    const TUTORIAL: &str = include_str!("../../../docs/train.md");
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for block in TUTORIAL.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        for line in block.lines().filter_map(|line| line.strip_prefix("cunning ")) {
            // Quotes hold words together.
            let parts = line.split('"').enumerate().flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            });
            let parts: Vec<&str> = parts.collect();
            let (code, _, err) = ends(cunning(&parts).current_dir(folder.path()));
            assert_eq!(code, 0, "{line}: {err}");
            count += 1;
        }
    }
    assert!(count >= 7, "the tutorial should show how to run the commands");
    let quest = TUTORIAL.split("```toml\n").nth(1).unwrap().split_once("```").unwrap().0;
    std::fs::write(folder.path().join("cellar.toml"), quest).unwrap();
    let mut command = cunning(&["train", "plan", "cellar.toml", "--untrained", "--format", "json"]);
    let (code, out, err) = ends(command.current_dir(folder.path()));
    assert_eq!(code, 0, "{out}{err}");
    for picture in ["untrained.svg", "trained.svg", "lab/expansions.svg"] {
        assert!(folder.path().join(picture).exists(), "{picture}");
    }
}
