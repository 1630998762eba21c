//! Tests of `cunning export`.

use crate::command;
use crate::exit_codes;

use serde_json::Value;

const INN: &str = r#"
[types]
place = ["dock", "inn"]
[facts]
at = "place"
gold = { type = "int", min = 0, max = 20 }
drunk = "bool"
[tables]
walk = { of = ["place", "place"], default = 2 }
[action.go]
params = { from = "place", to = "place" }
when = ["at == from", "from != to"]
then = ["at = to"]
cost = "walk[from, to]"
[action.work]
params = { n = "1..4" }
when = ["at == dock"]
then = ["gold += n"]
cost = "n / 2"
[action.drink]
when = ["at == inn", "gold >= 6"]
then = ["gold -= 6", "drunk"]
[action.sleep]
achieves = "get_drunk"
[goal.get_drunk]
want = ["drunk"]
"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("inn.toml"), INN).unwrap();
    folder
}

#[test]
fn exported_files_have_plans_of_the_same_cost() {
    let folder = folder();
    let flat = INN.replace("[action.sleep]\nachieves = \"get_drunk\"\n", "");
    std::fs::write(folder.path().join("flat.toml"), flat).unwrap();
    let cost = |arguments: &str| {
        let (code, stdout, stderr) = command::run(folder.path(), &format!("{arguments} --format json"), "");
        assert_eq!(code, 0, "{stdout}{stderr}");
        serde_json::from_str::<Value>(&stdout).unwrap()["cost"].as_f64().unwrap()
    };
    for set in ["", " --set gold=5", " --set at=inn"] {
        let arguments = format!("export flat.toml --goal get_drunk --pddl out{set}");
        let (code, stdout, stderr) = command::run(folder.path(), &arguments, "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(stdout.contains("domain.pddl") && stdout.contains("problem.pddl"), "{stdout}");
        let ours = cost(&format!("plan flat.toml --goal get_drunk --algorithm astar{set}"));
        let theirs = cost("plan --pddl out/domain.pddl out/problem.pddl --algorithm astar");
        assert!((ours - theirs).abs() < 1e-9, "{set}: {ours} {theirs}");
    }
}

#[test]
fn what_cannot_be_exported_is_an_error_that_names_it() {
    let folder = folder();
    exit_codes::check(
        folder.path(),
        "",
        &[
            ("export inn.toml --goal get_drunk --pddl out", 30, "`achieves`"),
            ("export inn.toml --goal get_drunk --pddl out --skip-sub-goals", 0, "out"),
            ("export inn.toml --goal get_drnk --pddl out", 30, "get_drunk"),
            ("export inn.toml --goal get_drunk", 2, "--pddl"),
            ("export inn.toml --goal get_drunk --skip-sub-goals --pddl inn.toml", 40, "inn.toml"),
        ],
    );
}
