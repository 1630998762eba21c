//! The folder that results stream into, and that an interrupted run goes on from.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use super::record::Record;
use crate::failure::Failure;

/// Where all results are, one line of JSON each.
const RESULTS: &str = "goals.jsonl";

/// A folder with results, or nothing if none was asked for.
pub(crate) struct Folder {
    open: Option<(PathBuf, File)>,
    /// What an earlier run left.
    known: Vec<Record>,
}

impl Folder {
    /// Opens the folder. Results of an earlier run are read if this one goes on from there, and replaced if not.
    pub(crate) fn open(path: Option<&Path>, resumes: bool) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self { open: None, known: Vec::new() }) };
        let failed = |error| Failure::io(path.display().to_string(), error);
        std::fs::create_dir_all(path).map_err(failed)?;
        let results = path.join(RESULTS);
        let known = if resumes && results.exists() { read(&results)? } else { Vec::new() };
        let file = OpenOptions::new().create(true).write(true).truncate(true).open(&results);
        let mut folder = Self { open: Some((path.to_owned(), file.map_err(failed)?)), known: Vec::new() };
        // Written anew, so that a line that was cut off by the interruption is gone.
        for record in &known {
            folder.append(record)?;
        }
        folder.known = known;
        Ok(folder)
    }

    /// What is known about a goal from before.
    pub(crate) fn known(
        &self,
        map: &str,
        algorithm: &str,
        conditions: &str,
        goal: (u32, u32),
    ) -> Option<&Record> {
        self.known.iter().find(|record| record.is_about(map, algorithm, conditions, goal))
    }

    /// Adds a result to those on disk.
    pub(crate) fn append(&mut self, record: &Record) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.open else { return Ok(()) };
        let failed = |error| Failure::io(path.join(RESULTS).display().to_string(), error);
        let mut line = serde_json::to_string(record).map_err(|error| failed(error.into()))?;
        line.push('\n');
        file.write_all(line.as_bytes()).and_then(|()| file.flush()).map_err(failed)
    }

    /// Whether there is a folder to write to.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Writes a file into the folder.
    pub(crate) fn write(&self, name: &str, contents: &[u8]) -> Result<(), Failure> {
        match &self.open {
            Some((path, _)) => crate::files::write(&path.join(name), contents),
            None => Ok(()),
        }
    }
}

/// The results of an earlier run. The last line may be cut off; anything else that is no result is an error.
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
