//! `crowd` of `[scene]`: the number of actors in groups. Groups, stocks and places of jobs are scaled to it.

use toml::de::DeValue;

use super::Draft;
use super::table::Table;
use crate::limits::ACTORS_MAX;

/// The wanted and the written number of actors in groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    wanted: u64,
    written: u64,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { wanted: 1, written: 1 }
    }
}

impl Crowd {
    /// Scales a number that is given for the written crowd, at least to 1.
    pub(super) fn scaled(self, number: u64, most: u16) -> u16 {
        let scaled = (number * self.wanted + self.written / 2) / self.written;
        scaled.clamp(1, most.into()) as u16
    }
}

impl Draft<'_> {
    /// Reads `crowd`, and counts the actors of the groups in the file.
    pub(super) fn crowd(&mut self, header: &mut Table<'_, '_>, file: &mut Table<'_, '_>) {
        let Some(value) = header.get("crowd") else { return };
        let Some(wanted) = self.findings.int(value, 1..=ACTORS_MAX as u64) else { return };
        let count = |mut group: Table<'_, '_>| match group.get("count")?.get_ref() {
            DeValue::Integer(count) => count.as_str().parse::<u64>().ok(),
            _ => None,
        };
        let groups = file.tables(&mut self.findings, "actor", ACTORS_MAX);
        let written: u64 =
            groups.into_iter().filter_map(count).map(|count| count.min(ACTORS_MAX as u64)).sum();
        if written > 0 {
            self.crowd = Crowd { wanted, written };
        }
    }
}
