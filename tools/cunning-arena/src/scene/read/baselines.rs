//! `[baseline.NAME]`: the numbers of the controllers without minds.

use super::Draft;
use super::table::{Table, UNKNOWN_NAME};
use crate::limits::{KINDS_MAX, REACH_MAX, TIME_MS_MAX};
use crate::scene::BaselineSpec;

/// The maximum number of rounds in a burst, and the maximum health below which a baseline treats itself.
const NUMBER_MAX: u64 = 1000;

impl Draft<'_> {
    pub(super) fn baselines(&mut self, file: &mut Table<'_, '_>) {
        for (name, mut table) in self.named(file, "baseline", KINDS_MAX) {
            let found = &mut self.findings;
            let cells = REACH_MAX.into();
            let usual = BaselineSpec::default();
            let spec = BaselineSpec {
                burst: table.read("burst", usual.burst.into(), |value| found.int(value, 1..=NUMBER_MAX))
                    as u16,
                hold_ms: table.read("hold", usual.hold_ms, |value| found.time(value, 0..=TIME_MS_MAX)),
                remember_ms: table
                    .read("remember", usual.remember_ms, |value| found.time(value, 0..=TIME_MS_MAX)),
                wounded: table.read("wounded", usual.wounded.into(), |value| found.int(value, 0..=NUMBER_MAX))
                    as u16,
                reload: table.read("reload", usual.reload.into(), |value| found.thousandths(value, 0..=1000))
                    as u16,
                distance: table.read("distance", usual.distance.into(), |value| found.int(value, 0..=cells))
                    as u16,
                cover: table.read("cover", usual.cover.into(), |value| found.int(value, 0..=cells)) as u16,
            };
            table.finish(found);
            let known = &mut self.scene.baselines;
            let all = [("fsm", &mut known.fsm), ("bt", &mut known.bt), ("utility", &mut known.utility)];
            let names = all.each_ref().map(|(known, _)| *known);
            if let Some((_, known)) = all.into_iter().find(|(known, _)| *known == name.value) {
                *known = spec;
            } else {
                let message = format!("there is no baseline `{}`", name.value);
                self.findings.unknown(UNKNOWN_NAME, message, name.value, name.span, names);
            }
        }
    }
}
