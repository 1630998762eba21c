//! Tables of endings: what the user types, the exit code it gives and words that it tells.

use std::path::Path;

use crate::command::run;

/// Runs every row in a folder with a text as standard input. Answers are told on standard output, mistakes on standard
/// error; a limit is met by the one or the other.
pub fn check(folder: &Path, input: &str, rows: &[(&str, i32, &str)]) {
    for &(arguments, code, words) in rows {
        let (got, stdout, stderr) = run(folder, arguments, input);
        assert_eq!(got, code, "cunning {arguments}\n{stdout}\n{stderr}");
        let told = match code {
            2 | 30 | 40 => stderr.clone(),
            21 => format!("{stdout}{stderr}"),
            _ => stdout.clone(),
        };
        assert!(told.contains(words), "cunning {arguments}\nexpected: {words}\ngot: {stdout}\n{stderr}");
        // Nothing that a file holds may reach the terminal as an escape.
        assert!(!stderr.contains('\x1b') && !stdout.contains('\x1b'), "cunning {arguments}");
    }
}
