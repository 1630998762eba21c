//! `[navigator.NAME]`: how actors navigate step by step, and what they fear.

use cunning_walk::knowledge::REACH_MAX;

use super::Draft;
use super::table::{LIMIT, Table, Text, VALUE};
use crate::limits::{COMPUTED_CELLS_MAX, KINDS_MAX, MAP_RANGE_MAX, TIME_MS_MAX};
use crate::scene::{NavigatorSpec, Scene};

/// The sources of knowledge.
const SOURCES: [&str; 3] = ["memory", "seen", "computed"];

impl Draft<'_> {
    pub(super) fn navigators(&mut self, file: &mut Table<'_, '_>) {
        for (name, mut table) in self.named(file, "navigator", KINDS_MAX) {
            let found = &mut self.findings;
            // A half-life below a second would cost much and change little.
            let half_life = table.get("half_life").and_then(|value| found.time(value, 1000..=TIME_MS_MAX));
            let map_range = table.get("map_range").and_then(|value| found.int(value, 0..=MAP_RANGE_MAX));
            let plain = NavigatorSpec::default();
            let reach = u64::from(plain.reach);
            let mut navigator = NavigatorSpec {
                fear: table.read("fear", 0, |value| found.thousandths(value, 0..=1000)) as u16,
                reach: table.read("reach", reach, |value| found.int(value, 0..=REACH_MAX.into())) as u16,
                half_life_ms: half_life.map(|time_ms| time_ms as u32),
                map_range: map_range.map(|steps| steps as u16),
                ..plain
            };
            match table.get("knows") {
                None => navigator.remembers = true,
                Some(value) => {
                    for source in found.list(value, "sources", SOURCES.len()) {
                        let Some(source) = found.text(source, "a source of knowledge") else { continue };
                        match source.value {
                            "memory" => navigator.remembers = true,
                            "seen" => navigator.watches = true,
                            "computed" => navigator.computes = true,
                            _ => {
                                let message = format!("there is no source of knowledge `{}`", source.value);
                                found.unknown(VALUE, message, source.value, source.span, SOURCES);
                            }
                        }
                    }
                }
            }
            let cells = u32::from(self.scene.width) * u32::from(self.scene.height);
            if navigator.computes && cells > COMPUTED_CELLS_MAX {
                let message =
                    format!("the map has {cells} cells; `computed` allows at most {COMPUTED_CELLS_MAX}");
                found.error(LIMIT, message, table.span());
            }
            table.finish(found);
            self.scene.navigators.push((name.value.to_owned(), navigator));
        }
    }

    pub(super) fn navigator(&mut self, text: Text<'_>) -> Option<NavigatorSpec> {
        let find = |scene: &Scene, name: &str| {
            scene.navigators.iter().find(|(known, _)| known == name).map(|(_, navigator)| *navigator)
        };
        self.resolve("navigator", text, find, |scene| {
            scene.navigators.iter().map(|(name, _)| name.as_str()).collect()
        })
    }
}
