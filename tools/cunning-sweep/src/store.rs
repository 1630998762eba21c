//! Result folders: the plan, one file for each finished cell, and what was collected.
//!
//! ```text
//! plan.json              the sweep file and all texts that cells read
//! cells/ab/abcd….json    the result of a cell, by its name
//! failed/abcd….json      why a cell failed; removed when it succeeds
//! table.csv, …           what `collect` writes
//! ```
//!
//! A file appears under its name only when it is complete: it is written under another name and renamed. So any number
//! of processes may work in one folder, and each may be killed at any time. Results of cells are not synced, which would
//! cost several milliseconds each: a result that a power failure cuts off does not count, and its cell is run again.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::error::SweepError;
use crate::plan::{CellName, Plan};
use crate::result::CellRecord;

/// Where results go.
pub trait ResultStore: Sync {
    /// Whether a cell has a result.
    fn is_done(&self, cell: CellName) -> bool;
    /// Whether the last run of a cell failed.
    fn is_failed(&self, cell: CellName) -> bool;
    /// Stores what happened to a cell.
    fn put(&self, cell: CellName, record: &CellRecord) -> Result<(), SweepError>;
}

/// A store in memory.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Vec<CellRecord>>);

impl MemoryStore {
    /// The records, in no particular order.
    pub fn into_records(self) -> Vec<CellRecord> {
        self.0.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl ResultStore for MemoryStore {
    fn is_done(&self, _: CellName) -> bool {
        false
    }

    fn is_failed(&self, _: CellName) -> bool {
        false
    }

    fn put(&self, _: CellName, record: &CellRecord) -> Result<(), SweepError> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(record.clone());
        Ok(())
    }
}

/// A result folder.
#[derive(Clone, Debug)]
pub struct ResultFolder {
    path: PathBuf,
}

const PLAN: &str = "plan.json";
const CELLS: &str = "cells";
const FAILED: &str = "failed";

impl ResultFolder {
    /// Creates a folder, or opens one that exists. Fails if nothing can be written there.
    pub fn create(path: &Path) -> Result<Self, SweepError> {
        let cells = path.join(CELLS);
        fs::create_dir_all(&cells).map_err(|error| SweepError::io(&cells, error))?;
        let failed = path.join(FAILED);
        fs::create_dir_all(&failed).map_err(|error| SweepError::io(&failed, error))?;
        // A folder that cannot be written to is reported now, not after an hour.
        tempfile::Builder::new()
            .prefix(".probe")
            .tempfile_in(path)
            .map_err(|error| SweepError::io(path, error))?;
        Ok(Self { path: path.to_path_buf() })
    }

    /// Opens a folder that has a plan.
    pub fn open(path: &Path) -> Result<(Self, Plan), SweepError> {
        let folder = Self { path: path.to_path_buf() };
        let file = path.join(PLAN);
        let text = fs::read_to_string(&file).map_err(|error| SweepError::io(&file, error))?;
        let plan = Plan::from_json(&text, &file)?;
        Ok((folder, plan))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Stores the plan.
    pub fn save_plan(&self, plan: &Plan) -> Result<(), SweepError> {
        let file = self.path.join(PLAN);
        let text = plan.to_json().map_err(|error| SweepError::io(&file, error.into()))?;
        self.write(PLAN, text.as_bytes())
    }

    /// Writes a file of the folder.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), SweepError> {
        let path = self.path.join(name);
        cunning_files::write(&path, contents).map_err(|error| SweepError::io(&path, error))
    }

    /// The path of the result of a cell.
    pub fn cell_path(&self, cell: CellName) -> PathBuf {
        let name = cell.to_string();
        self.path.join(CELLS).join(&name[..2]).join(format!("{name}.json"))
    }

    fn failed_path(&self, cell: CellName) -> PathBuf {
        self.path.join(FAILED).join(format!("{cell}.json"))
    }

    /// The names of all cells with a result, of this plan or another.
    pub fn done(&self) -> Result<BTreeSet<CellName>, SweepError> {
        let mut names = BTreeSet::new();
        let cells = self.path.join(CELLS);
        for part in entries(&cells)? {
            for file in entries(&part)? {
                names.extend(cell_name(&file));
            }
        }
        Ok(names)
    }

    /// The result of a cell: `None` if it has none. A file that is not a result of this cell counts as none, so that the
    /// cell is run again.
    pub fn read(&self, cell: CellName) -> Result<Option<CellRecord>, SweepError> {
        read(&self.cell_path(cell), cell)
    }

    /// Why a cell failed.
    pub fn failure(&self, cell: CellName) -> Result<Option<CellRecord>, SweepError> {
        read(&self.failed_path(cell), cell)
    }

    /// Copies the results of another folder that this one does not have; returns how many.
    pub fn merge(&self, other: &Self) -> Result<u64, SweepError> {
        let mut count = 0;
        for cell in other.done()? {
            if !self.is_done(cell)
                && let Some(record) = other.read(cell)?
            {
                self.put(cell, &record)?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Removes files that killed processes left behind for cells that have a result.
    pub fn sweep_leftovers(&self) -> Result<(), SweepError> {
        for part in entries(&self.path.join(CELLS))? {
            for file in entries(&part)? {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let cell = name.strip_prefix('.').and_then(|rest| rest.get(..32)).and_then(CellName::parse);
                if cell.is_some_and(|cell| self.is_done(cell)) {
                    // Another process may have removed it.
                    let _ = fs::remove_file(file);
                }
            }
        }
        Ok(())
    }
}

impl ResultStore for ResultFolder {
    fn is_done(&self, cell: CellName) -> bool {
        // A file that a power failure has cut off does not count.
        matches!(self.read(cell), Ok(Some(_)))
    }

    fn is_failed(&self, cell: CellName) -> bool {
        self.failed_path(cell).is_file()
    }

    fn put(&self, cell: CellName, record: &CellRecord) -> Result<(), SweepError> {
        let path = if record.error.is_some() { self.failed_path(cell) } else { self.cell_path(cell) };
        let mut text = serde_json::to_string(record).map_err(|error| SweepError::io(&path, error.into()))?;
        text.push('\n');
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| SweepError::io(folder, error))?;
        }
        cunning_files::write_unsynced(&path, text.as_bytes())
            .map_err(|error| SweepError::io(&path, error))?;
        if record.error.is_none() {
            // Most cells never failed.
            let _ = fs::remove_file(self.failed_path(cell));
        }
        Ok(())
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, SweepError> {
    let failed = |error| SweepError::io(folder, error);
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path()).map_err(failed)).collect(),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(Vec::new())
        }
        Err(error) => Err(failed(error)),
    }
}

fn cell_name(path: &Path) -> Option<CellName> {
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    path.file_stem().filter(|_| is_json).and_then(|stem| CellName::parse(&stem.to_string_lossy()))
}

fn read(path: &Path, cell: CellName) -> Result<Option<CellRecord>, SweepError> {
    match fs::read(path) {
        Ok(bytes) => {
            let record: Option<CellRecord> = serde_json::from_slice(&bytes).ok();
            Ok(record.filter(|record| record.format == CellRecord::FORMAT && record.cell == cell.to_string()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SweepError::io(path, error)),
    }
}
