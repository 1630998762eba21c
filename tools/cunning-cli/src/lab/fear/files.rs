//! The result directory, from which an interrupted run can be resumed.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::record::Record;
use crate::failure::Failure;
use crate::files::NewFile;

/// The file of results, one line of JSON each.
const RESULTS: &str = "goals.jsonl";

/// The result directory, if one was given.
pub(crate) struct Folder {
    open: Option<Results>,
    /// The results of an earlier run.
    known: Vec<Record>,
}

/// The directory and its open file of results.
struct Results {
    folder: PathBuf,
    file: File,
    /// The length of the file: results are complete or absent.
    bytes: u64,
    /// The file until it gets its name, which it gets with its first result: until then the old results are kept.
    unnamed: Option<NewFile>,
}

impl Folder {
    /// Opens the directory. Results of an earlier run are read with `--resume`; otherwise the first result replaces them.
    pub(crate) fn open(path: Option<&Path>, resumes: bool) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self { open: None, known: Vec::new() }) };
        std::fs::create_dir_all(path).map_err(|error| Failure::io(path.display().to_string(), error))?;
        let results = path.join(RESULTS);
        let known = if resumes && results.exists() { read(&results)? } else { Vec::new() };
        let (unnamed, file) = crate::files::create(&results)?;
        let mut open = Results { folder: path.to_owned(), file, bytes: 0, unnamed: Some(unnamed) };
        // Rewritten to drop a line that was cut off by the interruption.
        let lines = known.iter().map(Record::line).collect::<Result<String, _>>();
        let written = lines
            .map_err(std::io::Error::from)
            .and_then(|lines| if lines.is_empty() { Ok(()) } else { open.append(&lines) });
        written.map_err(|error| Failure::io(results.display().to_string(), error))?;
        Ok(Self { open: Some(open), known })
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
        let Some(open) = &mut self.open else { return Ok(()) };
        let written = record.line().map_err(std::io::Error::from).and_then(|line| open.append(&line));
        written.map_err(|error| Failure::io(open.folder.join(RESULTS).display().to_string(), error))
    }

    /// Whether a directory was given.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Writes a file to the directory.
    pub(crate) fn write(&self, name: &str, contents: &[u8]) -> Result<(), Failure> {
        match &self.open {
            Some(open) => crate::files::write(&open.folder.join(name), contents),
            None => Ok(()),
        }
    }
}

impl Results {
    /// Appends whole lines, or nothing.
    fn append(&mut self, lines: &str) -> std::io::Result<()> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| match self.unnamed.take() {
            Some(unnamed) => unnamed.commit(),
            None => Ok(()),
        });
        if written.is_ok() {
            self.bytes += lines.len() as u64;
        } else {
            // A part of a line may have been written.
            self.file.set_len(self.bytes)?;
            self.file.seek(SeekFrom::Start(self.bytes))?;
        }
        written
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
