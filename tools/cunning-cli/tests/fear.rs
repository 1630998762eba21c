//! Tests of `cunning lab fear` and of real-time walks.

use crate::command;

use command::run;
use serde_json::Value;

/// The counter-example of the paper.
const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n.....\n@@@@.\n@@..@\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("golden.map"), MAP).unwrap();
    std::fs::write(folder.path().join("golden.scen"), "version 1\n0 golden.map 5 3 0 0 2 2 6.82842712\n")
        .unwrap();
    folder
}

#[test]
fn counter_example_is_reported_drawn_and_saved() {
    let folder = folder();
    let (code, stdout, _) =
        run(folder.path(), "lab fear --map golden.map --goal 2,2 --out out --format json", "");
    assert_eq!(code, 0);
    let record: Value = serde_json::from_str(&stdout).unwrap();
    let betas: Vec<String> = record["beta"]
        .as_array()
        .unwrap()
        .iter()
        .map(|beta| format!("{:.4}", beta.as_f64().unwrap()))
        .collect();
    assert_eq!(betas, ["1.2535", "1.3938", "1.0000", "1.0000"]);
    assert_eq!((&record["map"], &record["outcome"]), (&"golden.map".into(), &"fixpoint".into()));
    let read = |name: &str| std::fs::read(folder.path().join("out").join(name)).unwrap();
    assert!(read("golden_2_2.png").starts_with(b"\x89PNG") && read("golden_2_2.svg").starts_with(b"<svg"));
    assert!(read("curve.svg").starts_with(b"<svg") && read("rules.svg").starts_with(b"<svg"));
    assert!(String::from_utf8(read("report.md")).unwrap().contains("**held**"));
    assert!(read("curve.csv").starts_with(b"order,mean") && read("orders.csv").starts_with(b"map,algorithm"));
}

/// A run that was interrupted in the middle of a line continues, with the results of an uninterrupted run.
#[test]
fn interrupted_run_is_resumed() {
    let folder = folder();
    let arguments = "lab fear --map golden.map --goals 4 --beta1 1..9 --threads 1 --out out --format json";
    let without_times = |stdout: &str| -> Vec<Value> {
        let rows = stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        rows.map(|row| serde_json::json!([row["goal"], row["beta"], row["outcome"]])).collect()
    };
    let (code, whole, _) = run(folder.path(), arguments, "");
    assert_eq!((code, whole.lines().count()), (0, 4));
    let results = folder.path().join("out/goals.jsonl");
    let text = std::fs::read_to_string(&results).unwrap();
    std::fs::write(&results, &text[..text.len() / 2]).unwrap();
    let (code, resumed, _) = run(folder.path(), &format!("{arguments} --resume"), "");
    assert_eq!(code, 0);
    assert_eq!(without_times(&resumed), without_times(&whole));
    assert_eq!(std::fs::read_to_string(&results).unwrap().lines().count(), text.lines().count());
    // Results under other conditions are not reused.
    let strict = arguments.replace("--threads 1", "--threads 1 --corners strict");
    let (_, fresh, _) = run(folder.path(), &strict.replace("--out out", "--out other"), "");
    let (_, resumed, _) = run(folder.path(), &format!("{strict} --resume"), "");
    assert_eq!(without_times(&resumed), without_times(&fresh));
    assert_ne!(without_times(&resumed), without_times(&whole));
}

#[test]
fn walks_report_their_suboptimality() {
    let folder = folder();
    for algorithm in ["lrta", "lrta --wc 4 --expendable", "lss-lrta --k 4", "rtaa", "dalss-lrta"] {
        let one = format!(
            "path --map golden.map --from 0,0 --to 2,2 --corners cut --algorithm {algorithm} --format json"
        );
        let (code, stdout, stderr) = run(folder.path(), &one, "");
        assert_eq!(code, 0, "{stderr}");
        let walk: Value = serde_json::from_str(&stdout).unwrap();
        let number = |name: &str| walk[name].as_f64().unwrap();
        assert!((number("suboptimality") - number("length") / number("shortest")).abs() < 1e-9, "{stdout}");
        assert_eq!(Some(walk["path"].as_array().unwrap().len() as u64 - 1), walk["steps"].as_u64());
        let all = format!(
            "path --map golden.map --scen golden.scen --corners cut --algorithm {algorithm} --format json"
        );
        let (code, stdout, _) = run(folder.path(), &all, "");
        let summary: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!((code, &summary["solved"]), (0, &1.into()));
        assert!((summary["suboptimality"].as_f64().unwrap() - number("suboptimality")).abs() < 1e-9);
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let folder = folder();
    let rows = |threads: u32| -> Vec<Value> {
        let arguments = format!(
            "lab fear --map golden.map --goals 2 --beta1 1..9 --sample-rules 3 --orders 4 --threads {threads} --format json"
        );
        let (code, stdout, stderr) = run(folder.path(), &arguments, "");
        assert_eq!(code, 0, "{stderr}");
        let rows = stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        rows.map(|row| serde_json::json!([row["algorithm"], row["goal"], row["beta"]])).collect()
    };
    let one = rows(1);
    assert_eq!(one.len(), 6);
    assert_eq!(one, rows(2));
}

/// The walks of the castle scene: which agents went through it, how often, and why not.
#[test]
fn walks_of_the_castle_are_counted_and_drawn() {
    let folder = folder();
    let (code, stdout, _) = run(folder.path(), "run castle --seeds 3 --format json", "");
    assert_eq!(code, 0);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let through = |who: &str, number: u64| -> u64 {
        let walks = report["walks"].as_array().unwrap().iter();
        let found = walks.filter(|walk| walk["who"] == who && walk["number"] == number);
        found.map(|walk| walk["through"]["castle"].as_u64().unwrap_or(0)).sum()
    };
    assert_eq!((through("mara", 1), through("mara", 2)), (3, 0));
    assert_eq!((through("tom", 1), through("bran", 2), through("odo", 1)), (0, 3, 3));
    let (code, stdout, _) = run(folder.path(), "run castle --seeds 2 --set fear=0", "");
    assert_eq!(code, 0);
    assert!(stdout.contains("mara, walk 2 to mill: 2 of 2 arrived"), "{stdout}");
    assert!(stdout.contains("2 through castle (100 %)"), "{stdout}");
    let (code, stdout, _) = run(folder.path(), "demo castle", "");
    assert_eq!(code, 0);
    assert!(stdout.contains("mara avoids castle because it got lost there:"), "{stdout}");
    let (code, _, _) = run(folder.path(), "run castle --ticks 700 --picture day.svg", "");
    assert_eq!(code, 20, "the scene does not end on the first day");
    let svg = std::fs::read_to_string(folder.path().join("day.svg")).unwrap();
    assert!(svg.contains("<title>mara</title></path>"));
    for (set, words) in
        [("fear=2", "from 0 to 1"), ("fear=much", "from 0 to 1"), ("elder.fear=1", "no actor of that name")]
    {
        let (code, _, stderr) = run(folder.path(), &format!("run castle --set {set}"), "");
        assert_eq!(code, 30);
        assert!(stderr.contains(words), "{set}: {stderr}");
    }
}
