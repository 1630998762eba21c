//! The result directory, from which an interrupted run can be resumed.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use super::record::Record;
use crate::failure::Failure;

/// The file of results, one line of JSON each.
const RESULTS: &str = "goals.jsonl";

/// The result directory, if one was given.
pub(crate) struct Folder {
    open: Option<(PathBuf, File)>,
    /// The results of an earlier run.
    known: Vec<Record>,
}

impl Folder {
    /// Opens the directory. Results of an earlier run are read with `--resume` and replaced otherwise.
    pub(crate) fn open(path: Option<&Path>, resumes: bool) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self { open: None, known: Vec::new() }) };
        let failed = |error| Failure::io(path.display().to_string(), error);
        std::fs::create_dir_all(path).map_err(failed)?;
        let results = path.join(RESULTS);
        let known = if resumes && results.exists() { read(&results)? } else { Vec::new() };
        let file = OpenOptions::new().create(true).write(true).truncate(true).open(&results);
        let mut folder = Self { open: Some((path.to_owned(), file.map_err(failed)?)), known: Vec::new() };
        // Rewritten to drop a line that was cut off by the interruption.
        for record in &known {
            folder.append(record)?;
        }
        folder.known = known;
        Ok(folder)
    }

    /// The earlier result of a goal.
    pub(crate) fn known(
        &self,
        map: &str,
        algorithm: &str,
        conditions: &str,
        goal: (u32, u32),
    ) -> Option<&Record> {
        self.known.iter().find(|record| record.is_about(map, algorithm, conditions, goal))
    }

    /// Appends a result to the file.
    pub(crate) fn append(&mut self, record: &Record) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.open else { return Ok(()) };
        let failed = |error| Failure::io(path.join(RESULTS).display().to_string(), error);
        let mut line = serde_json::to_string(record).map_err(|error| failed(error.into()))?;
        line.push('\n');
        file.write_all(line.as_bytes()).and_then(|()| file.flush()).map_err(failed)
    }

    /// Whether a directory was given.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Writes a file to the directory.
    pub(crate) fn write(&self, name: &str, contents: &[u8]) -> Result<(), Failure> {
        match &self.open {
            Some((path, _)) => crate::files::write(&path.join(name), contents),
            None => Ok(()),
        }
    }
}

/// Reads the results of an earlier run. The last line may be cut off; any other invalid line is an error.
fn read(path: &Path) -> Result<Vec<Record>, Failure> {
    let failed = |error| Failure::io(path.display().to_string(), error);
    let lines = BufReader::new(File::open(path).map_err(failed)?).lines();
    let lines = lines.collect::<Result<Vec<String>, _>>().map_err(failed)?;
    let mut known = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        match serde_json::from_str(line) {
            Ok(record) => known.push(record),
            Err(_) if index + 1 == lines.len() => {}
            Err(error) => {
                let message = format!("{} line {}: {error}", path.display(), index + 1);
                return Err(Failure::input("cli/resume", message));
            }
        }
    }
    Ok(known)
}
