//! `cunning sweep` and `cunning run --seeds` as users run them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::command::run;

const PIRATE: &str = r#"
[sweep]
name = "pirate"
seeds = "0..30"

[run]
scene = "pirate"

[grid]
lawful = { key = "set:lawful", values = [true, false] }
vary = { key = "scene:rules.vary", values = [0.1, 0.3] }

[measure]
won = { field = "outcome", is = "won" }
seconds = { field = "time_ms", scale = 0.001 }
hash = "hash"
"#;

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pirate.toml"), text).unwrap();
    folder
}

fn table(folder: &Path, out: &str) -> String {
    std::fs::read_to_string(folder.join(out).join("table.csv")).unwrap()
}

#[test]
fn steps_and_all_steps_write_the_same_table() {
    let folder = folder(PIRATE);
    let (code, out, err) = run(folder.path(), "sweep pirate.toml --jobs 2", "");
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.starts_with("# pirate\n") && out.contains("120 cells"), "{out}");
    for file in ["columns.json", "timing.csv", "summary.csv", "report.md", "won.svg"] {
        assert!(folder.path().join("pirate.sweep").join(file).exists(), "{file}");
    }
    let known = table(folder.path(), "pirate.sweep");
    assert_eq!(known.lines().count(), 121);
    for step in ["plan pirate.toml --out b", "run b --cells 0..60 --jobs 1"] {
        assert_eq!(run(folder.path(), &format!("sweep {step}"), "").0, 0);
    }
    let (code, _, err) = run(folder.path(), "sweep run b --cells 120..130", "");
    assert!(code == 30 && err.contains("there is no cell 120; the plan has 120"), "{err}");
    let (code, out, _) = run(folder.path(), "sweep cells b --format json", "");
    let cells: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(code == 0 && cells[119]["parameters"]["vary"] == 0.3 && cells[119]["seed"] == 29, "{out}");
    let (code, out, _) = run(folder.path(), "sweep status b", "");
    assert_eq!((code, out.as_str()), (20, "60 of 120 cells have results, 0 failed, 60 are open\n"));
    assert_eq!(run(folder.path(), "sweep collect b", "").0, 20);
    let (_, out, _) = run(folder.path(), "sweep run b --format json", "");
    assert_eq!(out, "{\"run\":60,\"skipped\":60,\"failed\":0,\"cancelled\":false}\n");
    assert_eq!(run(folder.path(), "sweep collect b", "").0, 0);
    assert_eq!(table(folder.path(), "b"), known);
}

#[test]
fn seeds_of_a_run_are_a_sweep_that_can_be_resumed() {
    let folder = folder("");
    let (code, plain, _) = run(folder.path(), "run pirate --seeds 4", "");
    assert_eq!((code, plain.lines().count()), (0, 8), "{plain}");
    let (code, out, err) = run(folder.path(), "run pirate --seeds 0..2 --jobs 2 --out runs", "");
    assert_eq!(code, 0, "{err}");
    assert!(plain.starts_with(out.lines().next().unwrap()));
    let (code, _, err) = run(folder.path(), "run pirate --seeds 0..4 --out runs", "");
    assert!(code == 30 && err.contains("--resume"), "{err}");
    let (code, out, err) = run(folder.path(), "run pirate --seeds 0..4 --out runs --resume", "");
    assert_eq!((code, out), (0, plain), "{err}");
    let (code, out, _) = run(folder.path(), "sweep status runs", "");
    assert_eq!((code, out.as_str()), (0, "4 of 4 cells have results, 0 failed, 0 are open\n"));
}

#[test]
fn bad_files_and_folders_are_clear_errors() {
    let folder = folder(&PIRATE.replace("scene = \"pirate\"", "scene = \"pirat.toml\""));
    let error = |arguments: &str| {
        let (code, out, err) = run(folder.path(), arguments, "");
        assert_eq!(out, "");
        (code, err)
    };
    let (code, err) = error("sweep pirate.toml");
    assert!(code == 30 && err.contains("the scene `pirat.toml` was not found"), "{err}");
    std::fs::write(folder.path().join("close.toml"), "[run]\nscene = \"pirat\"\n").unwrap();
    let (code, err) = error("sweep close.toml");
    assert!(code == 30 && err.contains("did you mean `pirate`?"), "{err}");
    let (code, err) = error("sweep none.toml");
    assert!(code == 40 && err.contains("none.toml"), "{err}");
    let (code, err) = error("sweep run pirate.toml");
    assert!(code == 30 && err.contains("plan it first"), "{err}");
    let (code, err) = error("sweep status nothing");
    assert!(code == 30 && err.contains("it has no plan.json"), "{err}");
    std::fs::write(folder.path().join("pirate.toml"), PIRATE).unwrap();
    let (code, err) = error("sweep pirate.toml --out pirate.toml/x");
    assert!(code == 40 && err.contains("pirate.toml/x"), "{err}");
    let (code, err) = error("sweep plan pirate.toml --out /proc/sweep");
    assert!(code == 40 && err.contains("/proc/sweep"), "{err}");
}

#[test]
fn plans_and_experiments_are_swept_with_their_own_options() {
    let domain = cunning::stock::DOMAINS.iter().find(|(name, _)| *name == "pirate").unwrap().1;
    let folder = folder(domain);
    let queries = r#"
[run]
plan = "pirate.toml"
[grid]
algorithm = ["astar", "greedy"]
[grid.query.levels]
lawful = { goal = "get_drunk" }
lawless = { goal = "get_drunk", "set:lawful" = false }
[measure]
cost = "cost"
micros = { field = "micros", timing = true }
"#;
    std::fs::write(folder.path().join("queries.toml"), queries).unwrap();
    let (code, out, err) = run(folder.path(), "sweep queries.toml", "");
    assert_eq!(code, 0, "{out}{err}");
    let known = table(folder.path(), "queries.sweep");
    assert!(
        known.lines().count() == 5 && known.starts_with("cell,algorithm,query,seed,status,cost\n"),
        "{known}"
    );
    std::fs::write(folder.path().join("queries.toml"), queries.replace("algorithm = [", "algoritm = ["))
        .unwrap();
    let (code, _, err) = run(folder.path(), "sweep queries.toml", "");
    assert!(code == 30 && err.contains("--algorithm"), "{err}");

    let lab = "[run]\nlab = \"quest\"\nrepeat = 1\n[grid]\nonly = [\"A\", \"T\"]\n[measure]\nexpanded = { field = \"*.expanded\", take = \"sum\" }\nunknown = \"0.cost\"\n";
    std::fs::write(folder.path().join("lab.toml"), lab).unwrap();
    let (code, out, err) = run(folder.path(), "sweep lab.toml", "");
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn scripts_of_engines_name_the_program_the_folder_and_all_cells() {
    let folder = folder(PIRATE);
    assert_eq!(run(folder.path(), "sweep plan pirate.toml", "").0, 0);
    for (engine, file) in [
        ("hyperqueue", "hyperqueue_run.py"),
        ("ray", "ray_run.py"),
        ("slurm", "slurm.sh"),
        ("parallel", "parallel.sh"),
    ] {
        let arguments = format!("sweep script pirate.sweep --engine {engine} --workers 3 --batch 25");
        let (code, out, err) = run(folder.path(), &arguments, "");
        assert_eq!((code, out), (0, format!("pirate.sweep/{file}\n")), "{err}");
        assert!(err.contains("5 tasks of 25 cells"), "{err}");
        let text = std::fs::read_to_string(folder.path().join("pirate.sweep").join(file)).unwrap();
        assert!(!text.contains("@CELLS@") && text.contains("120") && text.contains("pirate.sweep"), "{text}");
    }
}

#[test]
fn numbers_are_tuned_from_the_command_line() {
    let folder = folder(&PIRATE.replace("0..30", "0..4"));
    let arguments = "sweep pirate.toml --optimize budget=100..2000 --measure seconds --minimize --evaluations 3 --held-out 50..54";
    let (code, _, err) = run(folder.path(), arguments, "");
    assert!(code == 30 && err.contains("there is no parameter `budget`"), "{err}");
    let arguments = arguments.replace("budget=100..2000", "vary=0..0.5");
    let (code, out, err) = run(folder.path(), &arguments, "");
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("held-out seeds") && out.matches("\n| ").count() >= 5, "{out}");
}

/// The results of finished cells with what identifies the file: its inode and the time of its last change.
#[cfg(unix)]
fn finished(folder: &Path) -> BTreeMap<PathBuf, (u64, i64, i64)> {
    use std::os::unix::fs::MetadataExt as _;
    let mut files = BTreeMap::new();
    for part in std::fs::read_dir(folder.join("cells")).into_iter().flatten().flatten() {
        for file in std::fs::read_dir(part.path()).into_iter().flatten().flatten() {
            let path = file.path();
            let Ok(data) = file.metadata() else { continue };
            if path.extension().is_some_and(|extension| extension == "json") {
                files.insert(path, (data.ino(), data.mtime(), data.mtime_nsec()));
            }
        }
    }
    files
}

#[cfg(unix)]
fn start(folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cunning"));
    command.args(["sweep", "pirate.toml", "--jobs", "2"]).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[cfg(unix)]
#[test]
fn a_sweep_that_is_killed_ten_times_runs_no_finished_cell_again() {
    let whole = folder(PIRATE);
    assert_eq!(run(whole.path(), "sweep pirate.toml", "").0, 0);
    let known = table(whole.path(), "pirate.sweep");

    let killed = folder(PIRATE);
    let out = killed.path().join("pirate.sweep");
    let mut kept: BTreeMap<PathBuf, (u64, i64, i64)> = BTreeMap::new();
    for kill in 0..10 {
        // After so many more cells; the multiples of 7 differ enough.
        let wanted = kept.len() + (kill * 7) % 11 + 1;
        let mut child = start(killed.path());
        while finished(&out).len() < wanted && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        // SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        let now = finished(&out);
        for (path, file) in &kept {
            assert_eq!(now.get(path), Some(file), "{} was written again", path.display());
        }
        kept = now;
    }
    assert_eq!(run(killed.path(), "sweep pirate.toml", "").0, 0);
    let now = finished(&out);
    assert!(kept.iter().all(|(path, file)| now.get(path) == Some(file)));
    assert_eq!(now.len(), 120);
    assert_eq!(table(killed.path(), "pirate.sweep"), known);
}
