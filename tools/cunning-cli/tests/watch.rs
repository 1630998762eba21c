//! Tests of `cunning check --watch`, which checks after every change until Ctrl-C.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const GOOD: &str = "[domain]\ninclude = ['facts.toml']\n[action.x]\nthen = ['a']\n[goal.g]\nwant = ['a']\n";
const FACTS: &str = "[facts]\na = 'bool'\n";

/// A running command, which is killed at the end of the test.
struct Watch {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Watch {
    fn start(file: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("cunning"));
        command.arg("check").arg(file).arg("--watch").args(more);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Waits for the next line that is not empty.
    fn line(&mut self) -> String {
        let mut line = String::new();
        while line.trim().is_empty() {
            line.clear();
            assert_ne!(self.lines.read_line(&mut line).unwrap(), 0, "the command has ended");
        }
        line.trim_end().to_owned()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Replaces a file by a new text atomically.
fn replace(file: &Path, text: &str) {
    let new = file.with_extension("new");
    fs::write(&new, text).unwrap();
    fs::rename(&new, file).unwrap();
}

fn files() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("domain.toml");
    fs::write(&file, GOOD).unwrap();
    fs::write(folder.path().join("facts.toml"), FACTS).unwrap();
    (folder, file)
}

#[test]
fn every_change_is_checked() {
    let (folder, file) = files();
    let name = file.display();
    let facts = folder.path().join("facts.toml");
    let mut watch = Watch::start(&file, &[]);
    assert_eq!(watch.line(), format!("{name}: no problems found"));
    // An incomplete file, as an editor may leave it for a moment.
    replace(&file, &GOOD[..GOOD.len() - 2]);
    assert_eq!(watch.line(), format!("--- {name} changed ---"));
    assert_eq!(watch.line(), format!("{name}: 1 error"));
    replace(&file, GOOD);
    assert_eq!(watch.line(), format!("--- {name} changed ---"));
    assert_eq!(watch.line(), format!("{name}: no problems found"));
    replace(&facts, &format!("{FACTS}idle = 'bool'\n"));
    assert_eq!(watch.line(), format!("--- {} changed ---", facts.display()));
    assert_eq!(watch.line(), format!("{name}: 1 warning"));
}

#[test]
fn deleted_file_is_checked_when_it_returns() {
    let (folder, file) = files();
    let name = file.display();
    let mut watch = Watch::start(&file, &[]);
    assert_eq!(watch.line(), format!("{name}: no problems found"));
    for gone in [file.clone(), folder.path().join("facts.toml")] {
        let text = fs::read_to_string(&gone).unwrap();
        fs::remove_file(&gone).unwrap();
        assert_eq!(watch.line(), format!("--- {} changed ---", gone.display()));
        assert_eq!(watch.line(), format!("{name}: 1 error"));
        replace(&gone, &text);
        assert_eq!(watch.line(), format!("--- {} changed ---", gone.display()));
        assert_eq!(watch.line(), format!("{name}: no problems found"));
    }
}

#[test]
fn json_reports_are_one_document_per_line() {
    let (_folder, file) = files();
    let mut watch = Watch::start(&file, &["--format", "json"]);
    let report = |line: &str| -> (usize, usize) {
        let report: Value = serde_json::from_str(line).unwrap();
        let count = |key: &str| report[key].as_array().unwrap().len();
        (count("errors"), count("warnings"))
    };
    assert_eq!(report(&watch.line()), (0, 0));
    fs::rename(&file, file.with_extension("old")).unwrap();
    assert_eq!(report(&watch.line()), (1, 0));
    fs::rename(file.with_extension("old"), &file).unwrap();
    assert_eq!(report(&watch.line()), (0, 0));
}

#[cfg(unix)]
#[test]
fn interrupt_ends_the_watch() {
    let (_folder, file) = files();
    let mut watch = Watch::start(&file, &[]);
    watch.line();
    let pid = watch.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(watch.child.wait().unwrap().code(), Some(22));
}

#[test]
fn watching_standard_input_is_an_error() {
    let output = Command::new(assert_cmd::cargo::cargo_bin("cunning"))
        .args(["check", "-", "--watch"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(30));
}
