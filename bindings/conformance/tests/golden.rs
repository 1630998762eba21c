//! The scripts played through Rust give the commands of the golden files.

use std::path::{Path, PathBuf};

use cunning_conformance::{Script, play, without_hashes};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    files.sort();
    files
}

fn log(path: &Path) -> String {
    let script = Script::read(&std::fs::read_to_string(path).unwrap());
    script.and_then(|script| play(&script)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `cargo xtask bindings --bless` sets the variable and so writes the golden files.
#[test]
fn commands_equal_the_golden_files() {
    let scripts = files(folder(), "json");
    assert!(scripts.len() >= 12, "{}", scripts.len());
    for path in &scripts {
        let golden = folder().join("golden").join(path.file_stem().unwrap()).with_extension("txt");
        let commands = without_hashes(&log(path));
        if std::env::var_os("CUNNING_BLESS").is_some() {
            std::fs::write(&golden, &commands).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(commands, expected, "{}", path.display());
    }
    assert_eq!(files(&folder().join("golden"), "txt").len(), scripts.len());
}

#[test]
fn scripts_play_the_same_twice() {
    for path in files(folder(), "json") {
        let log = self::log(&path);
        assert!(log.contains("# hash "), "{}: a script has ticks", path.display());
        assert_eq!(log, self::log(&path), "{}", path.display());
    }
}

#[test]
fn scripts_cover_every_operation_and_every_command() {
    let scripts: String =
        files(folder(), "json").iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let player = std::fs::read_to_string(folder().join("src/play.rs")).unwrap();
    let operations = player.lines().filter_map(|line| line.trim_start().strip_prefix("(\"")?.split_once('"'));
    let mut count = 0;
    for (operation, _) in operations {
        assert!(scripts.contains(&format!("[\"{operation}\"")), "no script uses `{operation}`");
        count += 1;
    }
    assert!(count > 25, "{count}");
    let logs: String = files(folder(), "json").iter().map(|path| log(path)).collect();
    for command in ["start", "stop", "sense", "ask", "query", "idle", "report", "!"] {
        assert!(logs.lines().any(|line| line.starts_with(&format!("{command} "))), "no log has `{command}`");
    }
}
