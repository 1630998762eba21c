//! Finds the texts that cells read, and checks the levels of parameters before any cell is run.

use std::cell::RefCell;

use cunning_diag::{Diagnostic, Diagnostics};

use super::point::{Point, is_structural, level_count};
use super::{Plan, TextUse, hash};
use crate::error::SweepError;
use crate::inputs::{Inputs, Load, SETTING};
use crate::job::Job;
use crate::key::show;
use crate::spec::Levels;

/// The largest number of combinations of levels that change which files are read.
const BASES_MAX: usize = 10_000;
/// How many levels or samples of a parameter are checked; the cells of others may fail.
const CHECKED_MAX: usize = 200;

impl Plan {
    /// Prepares each combination of levels that change which files are read, and each level of the other parameters
    /// beside the first levels of all others.
    pub(super) fn probe(&mut self, job: &dyn Job, load: Load<'_>) -> Result<(), SweepError> {
        let spec = self.spec.clone();
        let structural: Vec<bool> = spec.parameters.iter().map(is_structural).collect();
        let counts: Vec<usize> = spec.parameters.iter().map(level_count).collect();
        let count = |at: usize| if structural[at] { counts[at] } else { 1 };
        let bases = (0..counts.len()).fold(1usize, |product, at| product.saturating_mul(count(at)));
        if bases > BASES_MAX {
            let message = format!(
                "the files that cells read have {bases} combinations; at most {BASES_MAX} are allowed"
            );
            return Err(SweepError::input("sweep/limit", message));
        }
        for base in 0..bases {
            let (mut levels, mut rest) = (vec![0; counts.len()], base);
            for at in (0..counts.len()).rev().filter(|&at| structural[at]) {
                levels[at] = rest % counts[at];
                rest /= counts[at];
            }
            let read = self.prepare_recorded(&Point::from_levels(&spec, 0, levels, 0), job, load)?;
            self.bases.push(read);
        }
        let mut are_samples_checked = false;
        for (at, parameter) in spec.parameters.iter().enumerate().filter(|&(at, _)| !structural[at]) {
            let is_sampled = matches!(parameter.levels, Levels::Sampled(..));
            // One sample draws all sampled parameters.
            if is_sampled && std::mem::replace(&mut are_samples_checked, true) {
                continue;
            }
            let all = if is_sampled { spec.samples.count as usize } else { counts[at] };
            // The first levels, and the last one.
            let some = (1..all.min(CHECKED_MAX)).chain((all > CHECKED_MAX).then(|| all - 1));
            for level in some {
                let mut levels = vec![0; counts.len()];
                levels[at] = if is_sampled { 0 } else { level };
                let sample = if is_sampled { level as u64 } else { 0 };
                let point = Point::from_levels(&spec, 0, levels, sample);
                self.prepare_recorded(&point, job, load)?;
            }
        }
        Ok(())
    }

    /// Prepares a point with texts from outside, and keeps the texts that it read.
    fn prepare_recorded(
        &mut self,
        point: &Point,
        job: &dyn Job,
        load: Load<'_>,
    ) -> Result<Vec<TextUse>, SweepError> {
        let read = RefCell::new(Vec::<(TextUse, String)>::new());
        let recorder = |from: Option<&str>, name: &str| {
            let text = load(from, name)?;
            let used = TextUse { from: from.map(str::to_owned), name: name.to_owned(), hash: hash(&text) };
            let mut read = read.borrow_mut();
            if !read.iter().any(|(known, _)| *known == used) {
                read.push((used, text.clone()));
            }
            Some(text)
        };
        let settings = point.settings(&self.spec);
        let inputs = Inputs::new(&self.spec.run, &settings, &recorder);
        let prepared = job.prepare(&inputs).map(drop);
        let result = inputs.finish().and(prepared);
        result.map_err(|found| SweepError::Input(self.placed(point, found)))?;
        let mut uses = Vec::new();
        for (used, text) in read.into_inner() {
            self.texts.entry(used.hash).or_insert_with(|| text.into());
            uses.push(used);
        }
        Ok(uses)
    }

    /// Says for which parameters something was found.
    fn placed(&self, point: &Point, mut found: Diagnostics) -> Diagnostics {
        let labels = self.spec.parameters.iter().zip(point.labels());
        let labels: Vec<String> =
            labels.map(|(one, label)| format!("{} = {}", one.name, show(label))).collect();
        if !labels.is_empty() {
            found.push(Diagnostic::error(
                SETTING,
                format!("these parameters are impossible: {}", labels.join(", ")),
            ));
        }
        found
    }
}
