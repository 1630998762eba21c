//! Plans: all cells of a sweep, each with the name that its inputs give it.
//!
//! A plan contains every text that its cells read, so that cells run anywhere give the same results, even if a file is
//! edited meanwhile. It does not list its cells: the cell at an index is computed.

mod point;
mod probe;
mod wire;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use cunning_diag::Source;
use serde_json::Value;
use twox_hash::XxHash3_128;

use crate::error::SweepError;
use crate::inputs::{Inputs, Load};
use crate::job::{Job, Trial};
use crate::key::show;
use crate::spec::{Level, Levels, Parameter, Seeds, SweepSpec};

pub use point::Point;
pub(crate) use point::rounded;

/// The version of everything that names depend on. Results of other versions are other cells.
const VERSION: &str = concat!("cunning-sweep 1, engine ", env!("CARGO_PKG_VERSION"));

/// The name of a cell: the hash of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellName(u128);

impl CellName {
    /// Reads a name.
    pub fn parse(text: &str) -> Option<Self> {
        let is_name = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_name.then(|| u128::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
}

impl std::fmt::Display for CellName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A cell: a combination of parameters with a seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The number of the cell in the plan.
    pub index: u64,
    /// The name of the cell.
    pub name: CellName,
    /// The seed that the cell is run with.
    pub seed: u64,
}

/// A text that cells read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TextUse {
    /// The file that names the text.
    from: Option<String>,
    name: String,
    hash: u128,
}

/// All cells of a sweep, and the texts that they read.
#[derive(Clone, Debug)]
pub struct Plan {
    spec: SweepSpec,
    source: Source,
    texts: BTreeMap<u128, Arc<str>>,
    /// The texts for each combination of the levels that change which files are read.
    bases: Vec<Vec<TextUse>>,
}

impl Plan {
    /// Plans a sweep: reads the sweep file, finds the texts that its cells read, and checks every level of every
    /// parameter.
    pub fn new(source: &Source, job: &dyn Job, load: Load<'_>) -> Result<Self, SweepError> {
        let spec = SweepSpec::parse(source)?;
        let mut plan = Self { spec, source: source.clone(), texts: BTreeMap::new(), bases: Vec::new() };
        plan.probe(job, load)?;
        plan.check_names()?;
        Ok(plan)
    }

    /// The sweep.
    pub fn spec(&self) -> &SweepSpec {
        &self.spec
    }

    /// The sweep file.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The number of cells.
    pub fn len(&self) -> u64 {
        self.spec.cell_count()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The combination of parameters at an index.
    pub fn point(&self, index: u64) -> Point {
        Point::new(&self.spec, index)
    }

    /// The index of the combination of parameters of a cell.
    pub fn point_of(&self, cell: u64) -> u64 {
        cell / self.spec.seeds.count().max(1)
    }

    /// The cells of a combination of parameters, in the order of seeds.
    pub fn cells_of(&self, point: &Point) -> impl Iterator<Item = Cell> + use<> {
        let prefix = self.prefix(point);
        let (count, first, seeds) = (self.spec.seeds.count(), point.index(), self.spec.seeds.clone());
        (0..count).filter_map(move |at| {
            let seed = seeds.get(at)?;
            Some(Cell { index: first * count + at, name: name(&prefix, seed), seed })
        })
    }

    /// All cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.spec.point_count()).flat_map(|point| self.cells_of(&self.point(point)))
    }

    /// The same plan with other seeds.
    #[must_use]
    pub fn with_seeds(&self, seeds: Seeds) -> Self {
        Self { spec: SweepSpec { seeds, ..self.spec.clone() }, ..self.clone() }
    }

    /// The same plan in which a parameter, which may be new, has a single level.
    #[must_use]
    pub(crate) fn with_level(&self, name: &str, level: Level) -> Self {
        let mut plan = self.clone();
        let levels = Levels::Listed(vec![level]);
        let parameters = &mut plan.spec.parameters;
        match parameters.iter_mut().find(|parameter| parameter.name == name) {
            Some(parameter) => parameter.levels = levels,
            None => parameters.push(Parameter { name: name.to_owned(), levels }),
        }
        if parameters.iter().all(|parameter| matches!(parameter.levels, Levels::Listed(_))) {
            plan.spec.samples.count = 1;
        }
        plan
    }

    /// Prepares a combination of parameters with the stored texts.
    pub fn prepare(&self, point: &Point, job: &dyn Job) -> Result<Box<dyn Trial>, SweepError> {
        let empty = Vec::new();
        let base = self.bases.get(point.base(&self.spec)).unwrap_or(&empty);
        let load = |from: Option<&str>, name: &str| {
            let text = base.iter().find(|text| text.from.as_deref() == from && text.name == name)?;
            self.texts.get(&text.hash).map(ToString::to_string)
        };
        let settings = point.settings(&self.spec);
        let inputs = Inputs::new(&self.spec.run, &settings, &load);
        let trial = job.prepare(&inputs);
        inputs.finish()?;
        Ok(trial?)
    }

    /// Everything that the results of a combination of parameters depend on, except the seed.
    fn prefix(&self, point: &Point) -> String {
        let run = &self.spec.run;
        let mut prefix =
            format!("{VERSION}\n{}\n{:?}\n", run.kind.name(), (&run.command, &run.texts, run.timeout_ms));
        for (key, value) in point.settings(&self.spec) {
            // Writing to a String cannot fail.
            let _ = writeln!(prefix, "{key}={value}");
        }
        for text in self.bases.get(point.base(&self.spec)).into_iter().flatten() {
            let _ = writeln!(prefix, "{:?} {:?} {:032x}", text.from, text.name, text.hash);
        }
        prefix
    }

    /// Checks that no two cells have the same name. Equal samples may share their cells.
    fn check_names(&self) -> Result<(), SweepError> {
        let combinations = (self.spec.point_count() / self.spec.samples.count.max(1)).max(1);
        let sample = |cell: u64| self.point_of(cell) / combinations;
        let mut names: Vec<(CellName, u64, u64)> =
            self.cells().map(|cell| (cell.name, sample(cell.index), cell.index)).collect();
        names.sort_unstable();
        let is_same = |pair: &&[(CellName, u64, u64)]| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1);
        let Some(pair) = names.windows(2).find(is_same) else { return Ok(()) };
        let describe =
            |(_, _, index): (CellName, u64, u64)| format!("cell {index} ({})", self.describe(index));
        let message = format!(
            "two cells have the same inputs and so the same name: {} and {}; remove one of them",
            describe(pair[0]),
            describe(pair[1])
        );
        Err(SweepError::input("sweep/same-cell", message))
    }

    /// The parameters and the seed of a cell, as text.
    pub fn describe(&self, cell: u64) -> String {
        let point = self.point(self.point_of(cell));
        let labels = self.spec.parameters.iter().zip(point.labels());
        let mut parts: Vec<String> =
            labels.map(|(parameter, label)| format!("{} = {}", parameter.name, show(label))).collect();
        let seed = self.spec.seeds.get(cell % self.spec.seeds.count().max(1)).unwrap_or(0);
        parts.push(format!("seed = {seed}"));
        parts.join(", ")
    }

    /// The parameters of a cell by name.
    pub fn parameters(&self, point: &Point) -> serde_json::Map<String, Value> {
        let labels = self.spec.parameters.iter().zip(point.labels());
        labels.map(|(parameter, label)| (parameter.name.clone(), label.clone())).collect()
    }
}

fn name(prefix: &str, seed: u64) -> CellName {
    let mut text = String::with_capacity(prefix.len() + 24);
    text.push_str(prefix);
    let _ = write!(text, "seed {seed}");
    CellName(hash(&text))
}

fn hash(text: &str) -> u128 {
    XxHash3_128::oneshot(text.as_bytes())
}
