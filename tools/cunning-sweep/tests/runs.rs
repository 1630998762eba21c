//! Running, resuming and collecting.

use std::fs;

use cunning_diag::Source;
use cunning_sweep::{
    FunctionJob, Plan, ResultFolder, ResultStore as _, RunHost, RunOptions, Summaries, SummaryKind, Table,
    charts, report, run_cells,
};

use crate::dice::{DICE, plan, run, table, throw};

fn failing() -> String {
    DICE.replace("custom = \"dice\"", "custom = \"dice\"\nfails = true")
}

#[test]
fn the_table_does_not_depend_on_threads_or_batches() {
    let known = table(DICE, 1);
    assert_eq!(table(DICE, 4), known);
    assert_eq!(known.lines().count(), 121);
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(DICE).unwrap();
    for cells in [100..120, 33..100, 0..33] {
        run(&plan, &folder, &RunOptions { cells: Some(cells), ..RunOptions::default() });
    }
    assert_eq!(Table::collect(&plan, &folder).unwrap().to_csv(), known);
}

#[test]
fn finished_cells_are_not_run_again() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(DICE).unwrap();
    let some = RunOptions { cells: Some(0..50), ..RunOptions::default() };
    assert_eq!(run(&plan, &folder, &some).run, 50);
    let rest = run(&plan, &folder, &RunOptions::default());
    assert_eq!((rest.run, rest.skipped), (70, 50));
    let again = run(&plan, &folder, &RunOptions::default());
    assert_eq!((again.run, again.skipped), (0, 120));
}

#[test]
fn a_plan_survives_its_file() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let known = plan(DICE).unwrap();
    folder.save_plan(&known).unwrap();
    let (_, read) = ResultFolder::open(temporary.path()).unwrap();
    assert!(read.cells().eq(known.cells()));
    let file = temporary.path().join("plan.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("engine", "motor")).unwrap();
    assert!(ResultFolder::open(temporary.path()).unwrap_err().to_string().contains("plan the sweep again"));
    fs::write(&file, "{").unwrap();
    assert!(ResultFolder::open(temporary.path()).unwrap_err().to_string().contains("plan.json"));
}

#[test]
fn failed_cells_are_stored_listed_and_repeated() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(&failing()).unwrap();
    let first = run(&plan, &folder, &RunOptions::default());
    assert_eq!((first.run, first.failed), (117, 3));
    let again = run(&plan, &folder, &RunOptions::default());
    assert_eq!((again.run, again.failed, again.skipped), (0, 3, 117));
    let table = Table::collect(&plan, &folder).unwrap();
    assert_eq!((table.failed.len(), table.missing, table.len()), (3, 0, 120));
    assert_eq!(table.failed[0].parameters, "sides = 20, bonus = 0, seed = 13");
    assert_eq!(table.to_csv().lines().filter(|line| line.contains(",failed,")).count(), 3);
    let summaries = Summaries::new(&plan, &table);
    let text = report(&plan, &table, &summaries, &[], &|cell| format!("again {cell}"));
    assert!(
        text.contains("3 failed") && text.contains(&format!("`again {}`", table.failed[0].cell)),
        "{text}"
    );
    let only = cunning_sweep::CellName::parse(&table.failed[0].cell);
    let repeated = run(&plan, &folder, &RunOptions { only, ..RunOptions::default() });
    assert_eq!((repeated.run, repeated.failed), (0, 1));
    // A cell that succeeds later is no longer failed.
    let host = RunHost { micros: &|| 0, is_cancelled: &|| false, progress: &|_| () };
    let lucky = FunctionJob(|_: &serde_json::Map<_, _>, seed: u64| Ok(serde_json::json!({ "face": seed })));
    let retry = RunOptions { retries_failed: true, ..RunOptions::default() };
    assert_eq!(run_cells(&plan, &lucky, &folder, &retry, &host).unwrap().run, 3);
    assert_eq!(Table::collect(&plan, &folder).unwrap().failed.len(), 0);
}

#[test]
fn a_panic_fails_one_cell() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(&DICE.replace("custom = \"dice\"", "custom = \"dice\"\npanics = true")).unwrap();
    let summary = run(&plan, &folder, &RunOptions { jobs: 2, ..RunOptions::default() });
    assert_eq!((summary.run, summary.failed), (117, 3));
    let table = Table::collect(&plan, &folder).unwrap();
    assert_eq!(table.failed[0].error, "internal error: very unlucky");
}

#[test]
fn a_damaged_result_is_run_again_and_leftovers_are_removed() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(DICE).unwrap();
    run(&plan, &folder, &RunOptions::default());
    let known = Table::collect(&plan, &folder).unwrap().to_csv();
    let cell = plan.cells().next().unwrap();
    let path = folder.cell_path(cell.name);
    let leftover = path.with_file_name(format!(".{}.x.tmp", cell.name));
    fs::write(&leftover, "half").unwrap();
    folder.sweep_leftovers().unwrap();
    assert!(!leftover.exists());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert_eq!(Table::collect(&plan, &folder).unwrap().missing, 1);
    assert_eq!(run(&plan, &folder, &RunOptions::default()).run, 1);
    assert_eq!(Table::collect(&plan, &folder).unwrap().to_csv(), known);
}

#[test]
fn folders_of_several_machines_are_merged() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (one, other) =
        (ResultFolder::create(one.path()).unwrap(), ResultFolder::create(other.path()).unwrap());
    let plan = plan(DICE).unwrap();
    run(&plan, &one, &RunOptions { cells: Some(0..70), ..RunOptions::default() });
    run(&plan, &other, &RunOptions { cells: Some(50..120), ..RunOptions::default() });
    assert_eq!(one.merge(&other).unwrap(), 50);
    assert_eq!(one.merge(&other).unwrap(), 0);
    assert_eq!(Table::collect(&plan, &one).unwrap().to_csv(), table(DICE, 1));
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_before_the_run() {
    let temporary = tempfile::tempdir().unwrap();
    let file = temporary.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(ResultFolder::create(&file).unwrap_err().to_string().contains("file"));
    assert!(
        ResultFolder::open(&temporary.path().join("none")).unwrap_err().to_string().contains("plan.json")
    );
}

#[test]
fn a_store_that_fails_stops_the_run_and_keeps_what_is_finished() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(DICE).unwrap();
    // A file in the place of the folder of some cells: these cannot be stored.
    let last = plan.cells().last().unwrap();
    let blocked = folder.cell_path(last.name);
    fs::write(blocked.parent().unwrap(), "in the way").unwrap();
    let host = RunHost { micros: &|| 0, is_cancelled: &|| false, progress: &|_| () };
    let error = run_cells(&plan, &FunctionJob(throw), &folder, &RunOptions::default(), &host).unwrap_err();
    assert!(error.to_string().contains("cells"), "{error}");
    fs::remove_file(blocked.parent().unwrap()).unwrap();
    run(&plan, &folder, &RunOptions::default());
    assert!(folder.is_done(last.name));
    assert_eq!(Table::collect(&plan, &folder).unwrap().to_csv(), table(DICE, 1));
}

#[test]
fn summaries_have_shares_means_and_paired_differences() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(DICE).unwrap();
    run(&plan, &folder, &RunOptions::default());
    let table = Table::collect(&plan, &folder).unwrap();
    let summaries = Summaries::new(&plan, &table);
    let find = |measure: &str, kind: SummaryKind, sides: u64| {
        let is_it = |one: &&cunning_sweep::Summary| {
            one.measure == measure && one.kind == kind && one.group[0] == sides
        };
        summaries.all.iter().find(is_it).unwrap().interval
    };
    let (small, large) = (find("face", SummaryKind::Mean, 6), find("face", SummaryKind::Mean, 20));
    assert_eq!((small.count, large.count), (60, 60));
    let difference = find("face", SummaryKind::Difference, 20);
    assert_eq!(difference.count, 60);
    assert!((difference.mean - (large.mean - small.mean)).abs() < 1e-9);
    assert!(difference.low > 0.0, "{difference:?}");
    let six = find("six", SummaryKind::Share, 6);
    assert!(six.low < six.mean && six.mean < six.high);
    let drawn = charts(&plan, &table, &summaries).unwrap();
    let names: Vec<&str> = drawn.iter().map(|chart| chart.file.as_str()).collect();
    assert_eq!(names, ["face.svg", "six.svg", "difference-face.svg", "difference-six.svg"]);
    assert!(drawn.iter().all(|chart| chart.svg.starts_with("<svg")));
}

#[test]
fn a_measure_without_a_field_is_an_error_with_a_suggestion() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(&DICE.replace("face = \"face\"", "face = \"faec\"")).unwrap();
    run(&plan, &folder, &RunOptions::default());
    let error = Table::collect(&plan, &folder).unwrap_err().to_string();
    assert!(error.contains("did you mean `face`?"), "{error}");
}

#[test]
fn without_measures_every_plain_field_is_a_column_and_times_are_apart() {
    let text = "[run]\ncustom = \"x\"\n[grid]\nsides = [6, 20]\n";
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = plan(text).unwrap();
    run(&plan, &folder, &RunOptions::default());
    let table = Table::collect(&plan, &folder).unwrap();
    assert!(table.to_csv().starts_with("cell,sides,seed,status,face\n"));
    assert!(table.timing_csv().starts_with("cell,ms,micros\n"));
    let columns = table.columns_json();
    assert!(columns.contains("\"face\"") && columns.contains("int64") && !columns.contains("micros"));
}

#[test]
fn a_cancelled_run_keeps_its_cells() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = ResultFolder::create(temporary.path()).unwrap();
    let plan = Plan::new(&Source::new("dice.toml", DICE), &FunctionJob(throw), &|_, _| None).unwrap();
    let count = std::sync::atomic::AtomicU64::new(0);
    let ended = |_| {
        count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    // The beginning counts too.
    let is_cancelled = || count.load(std::sync::atomic::Ordering::Relaxed) > 10;
    let host = RunHost { micros: &|| 0, is_cancelled: &is_cancelled, progress: &ended };
    let summary = run_cells(&plan, &FunctionJob(throw), &folder, &RunOptions::default(), &host).unwrap();
    assert!(summary.is_cancelled && summary.run == 10, "{summary:?}");
    assert_eq!(run(&plan, &folder, &RunOptions::default()).skipped, 10);
}
