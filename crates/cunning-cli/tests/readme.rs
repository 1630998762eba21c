//! The commands of the README work as they are printed, in the order they are printed.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

use assert_cmd::Command;

const README: &str = include_str!("../../../README.md");
const PREFIX: &str = "cargo run --release -- ";

#[test]
fn every_command_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    // The commands are shown as run from the project's root; what they write goes elsewhere.
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::create_dir(folder.path().join("domains")).unwrap();
    for file in std::fs::read_dir(root.join("domains")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), folder.path().join("domains").join(file.file_name())).unwrap();
    }
    let mut count = 0;
    for block in README.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        for line in block.lines().filter_map(|line| line.strip_prefix(PREFIX)) {
            let mut command = Command::cargo_bin("cunning").unwrap();
            command.args(line.split_whitespace()).current_dir(folder.path()).assert().success();
            count += 1;
        }
    }
    assert!(count >= 7, "the README should show how to run the command");
}
