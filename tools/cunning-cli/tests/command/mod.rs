//! Runs the command as users do.

use std::path::Path;

use assert_cmd::Command;

/// Runs the command in a folder with a text as standard input; returns the exit code, standard output and standard error.
pub fn run(folder: &Path, arguments: &str, input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("cunning").unwrap();
    command.args(arguments.split_whitespace()).current_dir(folder).env("NO_COLOR", "1");
    let output = command.write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}
