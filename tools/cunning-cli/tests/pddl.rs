//! Tests of `cunning plan --pddl` and `--plan-file`.

use crate::command;
use crate::exit_codes;

use std::path::Path;

use serde_json::{Value, json};

const DOMAIN: &str = "(define (domain Ferry) (:requirements :typing :action-costs)
  (:types port) (:predicates (at ?p - port) (visited ?p - port))
  (:functions (total-cost) - number (miles ?a ?b - port) - number)
  (:action Sail-To :parameters (?here ?to - port) :precondition (at ?here)
    :effect (and (not (at ?here)) (at ?to) (visited ?to) (increase (total-cost) (miles ?here ?to)))))";

const PROBLEM: &str = "(define (problem round-trip) (:domain ferry)
  (:objects Dover Calais-2 - port)
  (:init (at Dover) (= (total-cost) 0) (= (miles dover calais-2) 20.5) (= (miles calais-2 dover) 21))
  (:goal (and (visited calais-2) (at dover)))
  (:metric minimize (total-cost)))";

/// A folder with the files that the tests name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("domain.pddl", DOMAIN);
    write("problem.pddl", PROBLEM);
    write("island.pddl", &PROBLEM.replace("(= (miles calais-2 dover) 21)", ""));
    write("there.pddl", &PROBLEM.replace("(and (visited calais-2) (at dover))", "(at dover)"));
    write("typo.pddl", &DOMAIN.replace("(visited ?to)", "(visitd ?to)"));
    write("timed.pddl", &DOMAIN.replace(":action Sail-To", ":durative-action Sail-To"));
    write(
        "rum.toml",
        "facts = { drunk = \"bool\" }\naction.drink = { then = [\"drunk\"], cost = 2 }\ngoal.g = { want = [\"drunk\"] }\n",
    );
    folder
}

/// Runs the command in a folder, with the problem as standard input.
fn run(folder: &Path, arguments: &str) -> (i32, String, String) {
    command::run(folder, arguments, PROBLEM)
}

#[test]
fn plan_has_the_names_of_the_pddl_files() {
    let folder = folder();
    let (code, stdout, stderr) = run(folder.path(), "plan --pddl domain.pddl problem.pddl");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("1. Sail-To(Dover, Calais-2)") && stdout.contains("20.5"), "{stdout}");
    assert!(stdout.contains("Cost 41.5 in 2 steps"), "{stdout}");
    let (code, stdout, _) = run(folder.path(), "plan --pddl domain.pddl problem.pddl --format json");
    let record: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &record["status"], &record["cost"]), (0, &json!("solved"), &json!(41.5)));
    let step = json!({"action": "Sail-To", "args": {"here": "Calais-2", "to": "Dover"}, "cost": 21.0});
    assert_eq!(record["steps"][1], step);
}

#[test]
fn plan_file_lists_the_steps_and_the_cost() {
    let folder = folder();
    let file = folder.path().join("plan.txt");
    let (code, ..) = run(folder.path(), "plan --pddl domain.pddl problem.pddl --plan-file plan.txt");
    assert_eq!(code, 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "(Sail-To Dover Calais-2)\n(Sail-To Calais-2 Dover)\n; cost = 41.5\n");
    run(folder.path(), "plan --pddl domain.pddl there.pddl --plan-file plan.txt");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "; cost = 0\n");
    run(folder.path(), "plan rum.toml --goal g --plan-file plan.txt");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "(drink)\n; cost = 2\n");
}

#[test]
fn plan_file_is_not_written_without_a_plan() {
    let folder = folder();
    let (code, ..) = run(folder.path(), "plan --pddl domain.pddl island.pddl --plan-file plan.txt");
    assert_eq!((code, folder.path().join("plan.txt").exists()), (10, false));
}

#[test]
fn problem_is_read_from_standard_input() {
    let folder = folder();
    let (code, stdout, _) = run(folder.path(), "plan --pddl domain.pddl -");
    assert!(code == 0 && stdout.contains("Cost 41.5"), "{stdout}");
}

#[test]
fn search_options_apply_to_pddl() {
    exit_codes::check(
        folder().path(),
        PROBLEM,
        &[
            ("plan --pddl domain.pddl problem.pddl --algorithm greedy --heuristic hadd", 0, "Cost 41.5"),
            ("plan --pddl domain.pddl problem.pddl --algorithm wastar --weight 2", 0, "Cost 41.5"),
            ("plan --pddl domain.pddl problem.pddl --max-expansions 1", 20, "No answer within the budget"),
        ],
    );
}

#[test]
fn results_and_errors_have_their_exit_codes() {
    let rows = [
        ("plan --pddl domain.pddl there.pddl", 0, "Nothing to do: the goal of `round-trip` holds already."),
        ("plan --pddl domain.pddl island.pddl", 10, "No plan reaches the goal of `round-trip`"),
        ("plan --pddl typo.pddl problem.pddl", 30, "typo.pddl:5:45"),
        ("plan --pddl typo.pddl problem.pddl", 30, "did you mean `visited`?"),
        (
            "plan --pddl timed.pddl problem.pddl",
            30,
            "unsupported feature: durative actions (`:durative-action`)",
        ),
        ("plan --pddl problem.pddl domain.pddl", 30, "pass the domain first"),
        ("plan --pddl - -", 30, "only one of DOMAIN and PROBLEM"),
        ("plan --pddl missing.pddl problem.pddl", 40, "missing.pddl: No such file"),
        (
            "plan --pddl domain.pddl problem.pddl --plan-file no/such/folder",
            40,
            "no/such/folder: No such file",
        ),
        ("plan --pddl domain.pddl", 2, "2 values required"),
        ("plan rum.toml --pddl domain.pddl problem.pddl", 2, "cannot be used with"),
        ("plan --pddl domain.pddl problem.pddl --goal g", 2, "cannot be used with"),
        ("plan --pddl domain.pddl problem.pddl --set at=x", 2, "cannot be used with"),
        ("plan --plan-file plan.txt", 2, "--goal <GOAL>"),
    ];
    exit_codes::check(folder().path(), PROBLEM, &rows);
}

#[test]
fn diagnostics_are_printed_as_json_on_request() {
    let folder = folder();
    let (code, stdout, stderr) = run(folder.path(), "plan --pddl typo.pddl problem.pddl --format json");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, stderr.as_str(), &report["status"]), (30, "", &json!("invalid")));
    let error = &report["errors"][0];
    assert_eq!(
        (&error["code"], &error["file"], &error["line"]),
        (&json!("pddl/unknown-name"), &json!("typo.pddl"), &json!(5))
    );
}

#[test]
fn unbounded_numbers_are_limited_to_a_range_and_the_command_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let domain = "(define (domain d) (:predicates (p)) (:functions (n))
        (:action up :effect (increase (n) 3)) (:action down :effect (decrease (n) 1)))";
    let problem = "(define (problem p) (:domain d) (:init (= (n) 0)) (:goal (= (n) 7)))";
    std::fs::write(folder.path().join("d.pddl"), domain).unwrap();
    std::fs::write(folder.path().join("p.pddl"), problem).unwrap();
    let (code, stdout, stderr) = run(folder.path(), "plan --pddl d.pddl p.pddl --algorithm astar");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("Cost 5 in 5 steps"), "{stdout}");
    assert!(stderr.contains("`n` were limited to -1000..1000; change this with --range"), "{stderr}");
    let (code, _, stderr) = run(folder.path(), "plan --pddl d.pddl p.pddl --algorithm astar --range 0..6");
    assert_eq!(code, 10, "{stderr}");
    let (code, _, stderr) = run(folder.path(), "plan --pddl d.pddl p.pddl --range 6..0");
    assert_eq!(code, 2, "{stderr}");
}
