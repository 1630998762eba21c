//! Runs the commands of the README in their order.

use assert_cmd::Command;

const README: &str = include_str!("../../../README.md");
const PREFIX: &str = "cargo run --release -- ";

/// Splits a command line into words; quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn commands_of_the_readme_succeed() {
    let folder = tempfile::tempdir().unwrap();
    // The README shows commands run from the project's root; here they write to a temporary folder.
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
            command.args(words(line)).current_dir(folder.path()).assert().success();
            count += 1;
        }
    }
    assert!(count >= 14, "only {count} commands found in the README");
}
