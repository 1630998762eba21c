//! `cargo xtask examples`: runs the examples of the `cunning` package, which assert what they show.
//!
//! They are built with the features of the whole workspace, as the tests are, so that nothing is compiled again.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::{Cargo, program, root};

/// Builds and runs all examples, until one fails.
pub(crate) fn run() -> io::Result<ExitCode> {
    if !Cargo::parse("build --workspace --all-features --examples").run()?.success() {
        return Ok(ExitCode::FAILURE);
    }
    let mut out = io::stdout();
    for example in rust_files(&root().join("examples"))? {
        let output = Command::new(program(&format!("examples/{example}"))).current_dir(root()).output()?;
        if !output.status.success() {
            out.write_all(&output.stdout)?;
            out.write_all(&output.stderr)?;
            writeln!(out, "example {example} failed")?;
            return Ok(ExitCode::FAILURE);
        }
        writeln!(out, "example {example} ok")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The sorted names of the Rust files in a folder, without their extension; empty if the folder does not exist.
pub(crate) fn rust_files(folder: &Path) -> io::Result<Vec<String>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs")
            && let Some(name) = path.file_stem()
        {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_files_of_a_folder_are_listed_in_order() {
        let found = rust_files(&root().join("xtask/src")).unwrap();
        assert!(found.is_sorted());
        assert!(["main", "process", "test"].iter().all(|name| found.iter().any(|other| other == name)));
        assert!(rust_files(&root().join("no/such/folder")).unwrap().is_empty());
        assert!(rust_files(&root().join("xtask")).unwrap().is_empty());
    }
}
