//! Tests of `cunning plan`, `check`, `test` and `schema`.

use crate::command;
use crate::exit_codes;

use std::path::{Path, PathBuf};

use serde_json::Value;

const RUM: &str = r#"
[facts]
has_rum = "bool"
drunk = "bool"
gold = { type = "int", min = 0, max = 9 }
lawful = { type = "bool", sensed = true }
[action.work]
then = ["gold += 2"]
[action.buy]
when = ["gold >= 3"]
then = ["has_rum", "gold -= 3"]
check = "open"
[action.steal]
when = ["not lawful"]
then = ["has_rum"]
cost = 2.5
[action.drink]
when = ["has_rum"]
then = ["drunk", "not has_rum"]
[goal.get_drunk]
want = ["drunk"]
[test.lawful]
set = { lawful = true }
goal = "get_drunk"
plan = ["work", "..", "buy", "drink"]
cost = 4
avoids = ["steal"]
[test.rogue]
goal = "get_drunk"
plan = ["steal", "drink"]
uses = ["steal"]
"#;

fn domains() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Runs the command with `text` as standard input.
fn run(arguments: &str, text: &str) -> (i32, String, String) {
    command::run(Path::new("."), arguments, text)
}

#[test]
fn plan_prints_steps_and_cost() {
    let (code, stdout, _) = run("plan - --goal get_drunk", RUM);
    assert_eq!(code, 0);
    let actions: Vec<&str> =
        stdout.lines().filter_map(|line| line.split_whitespace().nth(1)).take(2).collect();
    assert_eq!(actions, ["steal", "drink"], "{stdout}");
    assert!(stdout.contains("Cost 3.5 in 2 steps"), "{stdout}");
}

#[test]
fn plan_prints_json_on_request() {
    let (code, stdout, _) = run("plan - --goal get_drunk --set lawful=true --format json", RUM);
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &answer["status"], &answer["cost"]), (0, &"solved".into(), &4.0.into()));
    let actions: Vec<&str> =
        answer["steps"].as_array().unwrap().iter().map(|step| step["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["work", "work", "buy", "drink"]);
    for key in ["expanded", "generated", "micros"] {
        assert!(answer[key].is_u64(), "{key}");
    }
}

#[test]
fn results_have_their_exit_codes() {
    let rows = [
        ("plan - --goal get_drunk --set lawful=true --check open=no", 10, "No plan reaches `get_drunk`"),
        ("plan - --goal get_drunk --set drunk=true", 0, "holds already"),
        ("plan - --goal get_drunk --max-expansions 1", 20, "No answer within the budget"),
        ("plan - --goal get_drunk --algorithm wastar --weight 3", 0, "Cost 3.5"),
        ("plan - --goal get_drunk --algorithm greedy --heuristic hadd", 0, "Cost"),
        ("check -", 0, "1 warning"), // The range of `gold` can block `work`.
        ("test -", 0, "2 passed, 0 failed"),
    ];
    exit_codes::check(Path::new("."), RUM, &rows);
}

#[test]
fn invalid_input_is_reported_with_its_exit_code() {
    let rows = [
        ("plan - --goal get_drnk", 30, "did you mean `get_drunk`?"),
        ("plan - --goal get_drunk --set drnk=true", 30, "did you mean `drunk`?"),
        ("plan - --goal get_drunk --set gold=10", 30, "gold"),
        ("plan - --goal get_drunk --set gold=two", 30, "command line:"),
        ("plan - --goal get_drunk --check open=maybe", 30, "expected NAME=yes or NAME=no"),
        ("plan - --goal get_drunk --weight 2", 30, "--weight does not apply to astar"),
        ("plan - --goal get_drunk --algorithm wastar --weight 0", 30, "from 1 to 1000000"),
        ("plan -", 2, "--goal"),
        ("plan missing.toml --goal g", 40, "missing.toml: No such file"),
        ("test missing.toml", 40, "missing.toml: No such file"),
    ];
    exit_codes::check(Path::new("."), RUM, &rows);
}

#[test]
fn error_in_a_domain_is_reported_with_its_position() {
    let broken = RUM.replace("when = [\"has_rum\"]", "when = [\"has_rumm\"]");
    for arguments in ["check -", "plan - --goal get_drunk", "test -"] {
        let (code, _, stderr) = run(arguments, &broken);
        assert_eq!(code, 30, "{arguments}");
        assert!(
            stderr.contains("standard input:18:10") && stderr.contains("did you mean `has_rum`?"),
            "{stderr}"
        );
    }
    let (code, stdout, _) = run("check - --format json", &broken);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &report["errors"][0]["line"]), (30, &18.into()));
}

#[test]
fn denied_warnings_fail_the_check() {
    let careless = RUM.replace(
        "[goal.get_drunk]",
        "[action.sing]\nthen = [\"gold += 0\"]\n[facts.unused]\ntype = \"bool\"\n[goal.get_drunk]",
    );
    let (code, _, stderr) = run("check -", &careless);
    assert_eq!(code, 0);
    assert!(stderr.contains("warning"), "{stderr}");
    assert_eq!(run("check - --deny warnings", &careless).0, 1);
}

#[test]
fn several_files_are_checked_in_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.toml"), folder.path().join("bad.toml"));
    std::fs::write(&good, "[facts]\na = 'bool'\n[action.x]\nthen = ['a']\n[goal.g]\nwant = ['a']").unwrap();
    std::fs::write(&bad, "[facts]\na = 'boool'").unwrap();
    let (good, bad) = (good.to_str().unwrap(), bad.to_str().unwrap());
    let (code, stdout, _) = run(&format!("check {good} {bad}"), "");
    assert_eq!(code, 30);
    assert_eq!(stdout, format!("{good}: no problems found\n{bad}: 1 error\n"));
    let (code, stdout, _) = run(&format!("check {good} {bad} --format json"), "");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &report["errors"][0]["file"]), (30, &bad.into()));
    assert_eq!(run(&format!("check {good} {good}"), "").0, 0);
}

#[test]
fn lints_are_reported_for_each_archetype() {
    let agents = r#"
[action.load]
then = ["loaded"]
[action.shoot]
when = ["loaded", "alarm"]
then = ["not loaded"]
hope = ["not foe_alive"]
[action.ring]
then = ["alarm"]
[action.command]
orders = [{ to = "all", goal = "win" }]
[goal.win]
want = ["not foe_alive"]
[facts]
loaded = "bool"
alarm = { type = "bool", scope = "world" }
foe_alive = { type = "bool", default = true }
[agent.human]
actions = ["load", "ring"]
goals = { win = 1.0 }
[agent.guard]
extends = ["human"]
actions = ["shoot", "command"]
[agent.recruit]
extends = ["guard"]
without = ["load"]
[agent.veteran]
extends = ["guard"]
"#;
    let (code, _, stderr) = run("check -", agents);
    assert_eq!(code, 0);
    // Only the recruit cannot load. Hopes, orders and world facts cause no warnings.
    let warnings: Vec<&str> = stderr.lines().filter(|line| line.starts_with("warning")).collect();
    assert_eq!(
        warnings,
        [
            "warning[plan/unproducible-value]: for `recruit`: `loaded` never holds: no action makes it true",
            "warning[plan/undoes-condition]: for `recruit`: `shoot` undoes its own condition `loaded`, and no action restores it",
            "warning[plan/unreachable-goal]: for `recruit`: the goal `win` cannot be reached: no combination of actions achieves it",
        ],
        "{stderr}"
    );
}

#[test]
fn plan_for_an_archetype_uses_its_actions_and_costs() {
    let watch = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains/watch.toml");
    let watch = watch.to_str().unwrap();
    let actions = |agent: &str| -> (i32, f64, Vec<String>) {
        let (code, stdout, stderr) =
            run(&format!("plan {watch} --goal kill(f=thief) {agent} --format json"), "");
        let answer: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
        let steps = answer["steps"].as_array().unwrap().iter();
        let steps = steps.map(|step| step["action"].as_str().unwrap().to_owned()).collect();
        (code, answer["cost"].as_f64().unwrap_or(0.0), steps)
    };
    let from_cover = ["draw", "walk", "take_cover", "shoot"].map(str::to_owned).to_vec();
    assert_eq!(actions(""), (0, 5.0, from_cover.clone()));
    assert_eq!(actions("--agent sentry"), (0, 4.4, from_cover), "the sentry's cost factor for shots is 0.7");
    assert_eq!(actions("--agent human").0, 10, "a human has no weapon");
    let (code, _, stderr) = run(&format!("plan {watch} --goal rest --agent sentri"), "");
    assert_eq!(code, 30);
    assert!(stderr.contains("did you mean `sentry`?"), "{stderr}");
}

#[test]
fn failed_test_prints_the_plan_that_was_found() {
    let wrong = RUM.replace("plan = [\"steal\", \"drink\"]", "plan = [\"buy\", \"..\"]");
    let (code, stdout, _) = run("test -", &wrong);
    assert_eq!(code, 1);
    assert!(
        stdout.contains("expected  buy, ..") && stdout.contains("found     steal, drink (cost 3.5)"),
        "{stdout}"
    );
    assert!(stdout.contains("1 passed, 1 failed"));
}

#[test]
fn example_domains_pass_their_tests_without_warnings() {
    for file in domains() {
        let path = file.to_str().unwrap();
        let (code, stdout, stderr) = run(&format!("check {path} --deny warnings"), "");
        assert_eq!(code, 0, "{stdout}{stderr}");
        let (code, stdout, stderr) = run(&format!("test {path}"), "");
        assert_eq!(code, 0, "{stdout}{stderr}");
        assert!(!stdout.lines().any(|line| line.starts_with("0 passed")), "{path} has no tests");
    }
}

#[test]
fn every_goal_of_the_example_domains_is_answered_with_default_options() {
    for file in domains() {
        let path = file.to_str().unwrap();
        let text = |name: &str| std::fs::read_to_string(file.with_file_name(name)).ok();
        let name = file.file_name().unwrap().to_str().unwrap();
        let domain = cunning_mind::Domain::from_sources(name, text).unwrap();
        for goal in domain.planning().goals().as_slice() {
            let begin = std::time::Instant::now();
            let (code, stdout, stderr) = run(&format!("plan {path} --goal {}", goal.name), "");
            // A plan, or the proof that there is none.
            assert!([0, 10].contains(&code), "{path} {}: {code} {stdout}{stderr}", goal.name);
            // About half a second on a busy machine; the rest is for one that is busier.
            assert!(begin.elapsed().as_secs() < 20, "{path} {}: {:?}", goal.name, begin.elapsed());
        }
    }
}

/// Checks TOML texts with a schema of the command.
fn matches_schema<'t>(kind: &str, texts: impl IntoIterator<Item = &'t str>) -> Vec<Result<(), String>> {
    let (code, stdout, _) = run(&format!("schema {kind}"), "");
    assert_eq!(code, 0);
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("schema.json", serde_json::from_str(&stdout).unwrap()).unwrap();
    let index = compiler.compile("schema.json", &mut schemas).unwrap();
    let check = |text: &str| {
        let json = serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap();
        schemas.validate(&json, index).map_err(|error| error.to_string())
    };
    texts.into_iter().map(check).collect()
}

#[test]
fn shipped_files_match_the_schemas() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (kind, folder) in
        [("domain", "domains"), ("scene", "scenes"), ("quest", "crates/cunning-train/quests")]
    {
        let files = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
        let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        assert!(texts.len() > 2);
        for (file, found) in files.iter().zip(matches_schema(kind, texts.iter().map(String::as_str))) {
            found.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let (code, stdout, stderr) = run(&format!("check {}", file.to_str().unwrap()), "");
            assert_eq!(code, 0, "{stdout}{stderr}");
        }
    }
}

#[test]
fn schemas_refuse_misspelt_keys() {
    let scene = "[scene]\nname = 'a'\nmap = '..'\n";
    let found = matches_schema("scene", [scene, &scene.replace("map", "mapp"), &format!("{scene}[[actr]]")]);
    assert!(found[0].is_ok() && found[1].is_err() && found[2].is_err());
    let quest = "map = 'SG'\nwalker = { at = 'S' }\ngoal = { at = 'G' }\n";
    let found = matches_schema("quest", [quest, &quest.replace("at = 'G'", "att = 'G'")]);
    assert!(found[0].is_ok() && found[1].is_err());
}

#[test]
fn check_reads_scenes_and_quests() {
    let scene =
        "[scene]\nname = 'a'\nteams = ['one']\nmap = '..'\n[[actor]]\nname = 'b'\nteam = 'on'\nat = [0, 0]\n";
    let (code, _, stderr) = run("check -", scene);
    assert_eq!(code, 30, "{stderr}");
    assert!(stderr.contains("there is no team `on`") && stderr.contains("did you mean `one`?"), "{stderr}");
    let (code, stdout, stderr) = run("check -", &scene.replace("'on'", "'one'"));
    assert_eq!((code, stdout.as_str()), (0, "standard input: no problems found\n"), "{stderr}");
    let quest = "map = 'S.G'\nwalker = { at = 'S' }\ngoal = { at = 'X' }\n";
    let (code, _, stderr) = run("check -", quest);
    assert!(code == 30 && stderr.contains("train/"), "{stderr}");
}

#[test]
fn error_in_an_included_file_names_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("ai")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join("ai").join(name), text).unwrap();
    write("guard.toml", "domain = { include = [\"human.toml\"] }\ngoal.rest = { want = [\"rested\"] }\n");
    write("human.toml", "facts = { rested = \"boole\" }\n");
    let (code, _, stderr) = command::run(folder.path(), "check ai/guard.toml", "");
    assert_eq!(code, 30, "{stderr}");
    assert!(stderr.contains("ai/human.toml:1"), "{stderr}");
}
