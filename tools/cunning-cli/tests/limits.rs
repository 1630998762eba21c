//! Tests of the default limits of searches, and of `cunning check --goals`.

use crate::command;

/// Counting to a number that only many steps reach, with a distracting second counter.
const COUNTERS: &str = r#"
[types]
box = ["a", "b", "c", "d", "e", "f"]
[facts]
coins = { type = "int", min = 0, max = 200 }
paid = { type = "int", min = 0, max = 200, of = ["box"] }
total = { type = "int", min = 0, max = 200 }
[action.earn]
then = ["coins += 1"]
[action.pay]
params = { b = "box" }
when = ["coins >= 3", "total >= paid[b]"]
then = ["coins -= 3", "paid[b] += 2"]
[action.sum]
params = { b = "box" }
when = ["paid[b] >= 5", "total <= coins + 50"]
then = ["paid[b] -= 5", "total += 3"]
[action.refund]
params = { b = "box" }
when = ["paid[b] >= total"]
then = ["paid[b] -= 1", "coins -= 1"]
[goal.rich]
want = ["total >= 150", "every box b: paid[b] >= 60"]
[test.rich]
goal = "rich"
"#;

#[test]
fn memory_limit_ends_with_its_own_code_and_says_how_to_raise_it() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "plan - --goal rich --max-memory 1 --algorithm astar --direction forward";
    let (code, stdout, stderr) = command::run(folder.path(), arguments, COUNTERS);
    assert_eq!(code, 21, "{stdout}{stderr}");
    assert!(stderr.contains("raise it with --max-memory"), "{stdout}{stderr}");
}

#[test]
fn budget_that_was_asked_for_is_not_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "plan - --goal rich --max-expansions 5 --algorithm astar";
    let (code, stdout, stderr) = command::run(folder.path(), arguments, COUNTERS);
    assert_eq!(code, 20, "{stdout}{stderr}");
    assert!(!stderr.contains("--max-expansions"), "{stderr}");
}

#[test]
fn test_whose_search_ends_at_a_limit_is_inconclusive() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("counters.toml"), COUNTERS).unwrap();
    let (code, stdout, stderr) = command::run(folder.path(), "test counters.toml --max-expansions 5", "");
    assert_eq!(code, 21, "{stdout}{stderr}");
    assert!(stdout.contains("INCONCLUSIVE") && stdout.contains("0 failed, 1 inconclusive"), "{stdout}");
    assert!(stdout.contains("no answer within 5 expansions"), "{stdout}");
}

#[test]
fn goal_out_of_reach_is_a_warning_with_its_cause() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, stderr) = command::run(folder.path(), "check - --goals", COUNTERS);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stderr.contains("warning[plan/out-of-reach]") && stderr.contains("`rich` has no plan after"),
        "{stderr}"
    );
    assert!(stderr.contains("which actions change too"), "{stderr}");
    let easy = COUNTERS
        .replace("want = [\"total >= 150\", \"every box b: paid[b] >= 60\"]", "want = [\"coins >= 3\"]");
    let (_, _, stderr) = command::run(folder.path(), "check - --goals", &easy);
    assert!(!stderr.contains("out-of-reach"), "{stderr}");
}
