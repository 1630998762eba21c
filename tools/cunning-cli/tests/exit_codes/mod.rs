//! Tables of command lines, each with its exit code and a part of its output.

use std::path::Path;

use crate::command::run;

/// Runs every row in a folder with a text as standard input. Results are expected on standard output and errors on
/// standard error; a limit may be reported on either.
pub fn check(folder: &Path, input: &str, rows: &[(&str, i32, &str)]) {
    for &(arguments, code, words) in rows {
        let (got, stdout, stderr) = run(folder, arguments, input);
        assert_eq!(got, code, "cunning {arguments}\n{stdout}\n{stderr}");
        let output = match code {
            2 | 30 | 40 => stderr.clone(),
            21 => format!("{stdout}{stderr}"),
            _ => stdout.clone(),
        };
        assert!(output.contains(words), "cunning {arguments}\nexpected: {words}\ngot: {stdout}\n{stderr}");
        // Contents of files must not reach the terminal as escape sequences.
        assert!(!stderr.contains('\x1b') && !stdout.contains('\x1b'), "cunning {arguments}");
    }
}
