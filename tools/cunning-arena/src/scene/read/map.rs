//! Reads the map: rows of letters.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::DeValue;

use super::Draft;
use super::legend::Meaning;
use super::table::{DUPLICATE, LIMIT, MAP, SHAPE, Table, Text, Value, inner_span};
use crate::id::DoorId;
use crate::limits::{CELLS_MAX, DOORS_MAX, SIDE_MAX, SPOT_CELLS_MAX, SPOTS_MAX};
use crate::scene::{DoorSpec, Spot};
use crate::{Cell, Terrain};

/// The named places found so far.
#[derive(Default)]
struct Places {
    cells: BTreeMap<String, Vec<Cell>>,
    /// Names in reading order.
    order: Vec<String>,
    /// The number of places for each numbered name.
    numbered: BTreeMap<String, u32>,
}

impl Places {
    fn add(&mut self, name: String, cell: Cell) {
        let cells = self.cells.entry(name.clone()).or_default();
        if cells.is_empty() {
            self.order.push(name);
        }
        cells.push(cell);
    }

    fn add_numbered(&mut self, name: &str, cell: Cell) {
        let number = self.numbered.entry(name.to_owned()).or_default();
        *number += 1;
        let name = format!("{name}{number}");
        self.add(name, cell);
    }

    fn largest(&self) -> usize {
        self.cells.values().map(Vec::len).max().unwrap_or(0)
    }

    fn into_spots(mut self) -> Vec<Spot> {
        let spot = |name: String| {
            let cells = self.cells.remove(&name)?;
            let centre = Cell::middle(&cells)?;
            Some(Spot { name, cells, centre })
        };
        self.order.into_iter().filter_map(spot).collect()
    }
}

impl Draft<'_> {
    pub(super) fn map(&mut self, value: &Value<'_>, legend: Option<&Table<'_, '_>>) {
        let meanings = self.legend(legend);
        let DeValue::String(text) = value.get_ref() else {
            self.findings.error(SHAPE, "expected a multi-line string", value.span().into());
            return;
        };
        let text = Text { value: text, span: value.span().into() };
        // An invalid map is discarded, because positions on it would be misleading.
        if self.rows(text, &meanings).is_none() {
            self.scene.terrain.clear();
        }
    }

    fn rows(&mut self, text: Text<'_>, meanings: &BTreeMap<char, Meaning>) -> Option<()> {
        let rows: Vec<&str> = text.value.lines().collect();
        let (width, height) = (rows.first().map_or(0, |row| row.chars().count()), rows.len());
        let side_max = SIDE_MAX as usize;
        if width == 0 || width > side_max || height > side_max || width * height > CELLS_MAX as usize {
            let message = format!("the map has {width} × {height} cells");
            let hint = format!("a map has 1 to {SIDE_MAX} cells a side, and at most {CELLS_MAX}");
            self.findings.hinted(LIMIT, message, text.span, &hint);
            return None;
        }
        let mut places = Places::default();
        let mut unknown = BTreeSet::new();
        for (y, row) in rows.iter().enumerate() {
            let start = row.as_ptr().addr() - text.value.as_ptr().addr();
            let count = row.chars().count();
            if count != width {
                let message = format!("this row has {count} cells, but the first row has {width}");
                let span = inner_span(self.findings.source, text, start..start + row.len());
                self.findings.error(MAP, message, span);
                continue;
            }
            for (x, (offset, letter)) in row.char_indices().enumerate() {
                let cell = Cell::new(x as u16, y as u16);
                if let Some(meaning) = meanings.get(&letter) {
                    self.cell(cell, meaning, &mut places);
                } else if unknown.insert(letter) {
                    let at = start + offset;
                    let span = inner_span(self.findings.source, text, at..at + letter.len_utf8());
                    let hint = "define it in `[legend]`, or use one of `.#~To+/%`";
                    self.findings.hinted(MAP, format!("unknown letter `{letter}` on the map"), span, hint);
                }
            }
        }
        for (what, count, max) in [
            ("doors", self.scene.doors.len(), DOORS_MAX),
            ("places", places.order.len(), SPOTS_MAX),
            ("cells in one place", places.largest(), SPOT_CELLS_MAX),
        ] {
            if count > max {
                self.findings.error(LIMIT, format!("{count} {what}; at most {max} are allowed"), text.span);
                return None;
            }
        }
        let mut names = BTreeSet::new();
        for door in &self.scene.doors {
            if !names.insert(door.name.as_str()) {
                let message = format!("two doors have the name `{}`", door.name);
                self.findings.hinted(DUPLICATE, message, text.span, "give each door its own letter");
            }
        }
        (self.scene.width, self.scene.height) = (width as u16, height as u16);
        self.scene.spots = places.into_spots();
        (self.scene.terrain.len() == width * height).then_some(())
    }

    fn cell(&mut self, cell: Cell, meaning: &Meaning, places: &mut Places) {
        let mut terrain = Terrain::Ground;
        let mut door = None;
        match meaning {
            Meaning::Terrain(made_of) => terrain = *made_of,
            Meaning::Spot(name) => places.add(name.clone(), cell),
            Meaning::Spots(name) => places.add_numbered(name, cell),
            Meaning::Door { state, name, key } => {
                let number = self.scene.doors.len();
                let name = name.clone().unwrap_or_else(|| format!("door{}", number + 1));
                door = Some(DoorId::new(number as u16));
                self.scene.doors.push(DoorSpec { name, cell, state: *state, key: *key });
            }
        }
        self.scene.terrain.push(terrain);
        self.scene.door_at.push(door);
    }
}
