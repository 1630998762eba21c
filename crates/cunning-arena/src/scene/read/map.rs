//! The map: rows of letters, and a legend for letters of the scene's own.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::DeValue;

use super::table::{DUPLICATE, LIMIT, MAP, SHAPE, Table, Text, VALUE, Value, inner_span};
use super::{Draft, middle};
use crate::id::{DoorId, ItemId};
use crate::limits::{CELLS_MAX, DOORS_MAX, SIDE_MAX, SPOT_CELLS_MAX, SPOTS_MAX};
use crate::scene::{DoorSpec, Spot};
use crate::{Cell, DoorState, Terrain};

/// What a letter means.
#[derive(Clone, Debug)]
enum Meaning {
    Terrain(Terrain),
    Door {
        state: DoorState,
        name: Option<String>,
        key: Option<ItemId>,
    },
    /// Ground that is part of a place.
    Spot(String),
    /// Ground that is a place of its own, numbered in reading order.
    Spots(String),
}

const DOOR_LETTERS: [(char, DoorState); 3] =
    [('+', DoorState::Closed), ('/', DoorState::Open), ('%', DoorState::Locked)];

impl Draft<'_> {
    pub(super) fn map(&mut self, value: &Value<'_>, legend: Option<&Table<'_, '_>>) {
        let meanings = self.legend(legend);
        let DeValue::String(text) = value.get_ref() else {
            self.findings.error(SHAPE, "expected the map as a text of several lines", value.span().into());
            return;
        };
        let text = Text { value: text, span: value.span().into() };
        let rows: Vec<&str> = text.value.lines().collect();
        let (width, height) = (rows.first().map_or(0, |row| row.chars().count()), rows.len());
        let side_max = SIDE_MAX as usize;
        if width == 0 || width > side_max || height > side_max || width * height > CELLS_MAX as usize {
            let message = format!("the map has {width} × {height} cells");
            let hint = format!("a map has 1 to {SIDE_MAX} cells a side, and at most {CELLS_MAX}");
            self.findings.hinted(LIMIT, message, text.span, &hint);
            return;
        }
        let mut places: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
        let mut order: Vec<String> = Vec::new();
        let mut place = |name: String, cell: Cell| {
            let cells = places.entry(name.clone()).or_default();
            if cells.is_empty() {
                order.push(name);
            }
            cells.push(cell);
        };
        let mut numbered: BTreeMap<&str, u32> = BTreeMap::new();
        let mut door_names = BTreeSet::new();
        for (y, row) in rows.iter().enumerate() {
            let start = row.as_ptr().addr() - text.value.as_ptr().addr();
            let count = row.chars().count();
            if count != width {
                let message = format!("this row has {count} cells, the first one {width}");
                let span = inner_span(self.findings.source, text, start..start + row.len());
                self.findings.error(MAP, message, span);
                continue;
            }
            for (x, (offset, letter)) in row.char_indices().enumerate() {
                let cell = Cell::new(x as u16, y as u16);
                let at = start + offset;
                let span = || inner_span(self.findings.source, text, at..at + letter.len_utf8());
                let Some(meaning) = meanings.get(&letter) else {
                    let (message, span) = (format!("`{letter}` means nothing on this map"), span());
                    let hint = "say what it means in `[legend]`, or use one of `.#~To+/%`";
                    self.findings.hinted(MAP, message, span, hint);
                    return;
                };
                let mut terrain = Terrain::Ground;
                let mut door = None;
                match meaning {
                    Meaning::Terrain(made_of) => terrain = *made_of,
                    Meaning::Spot(name) => place(name.clone(), cell),
                    Meaning::Spots(name) => {
                        let number = numbered.entry(name).or_default();
                        *number += 1;
                        place(format!("{name}{number}"), cell);
                    }
                    Meaning::Door { state, name, key } => {
                        let number = self.scene.doors.len();
                        let name = name.clone().unwrap_or_else(|| format!("door{}", number + 1));
                        if !door_names.insert(name.clone()) {
                            let (message, span) = (format!("there is a door `{name}` already"), span());
                            self.findings.error(DUPLICATE, message, span);
                            continue;
                        }
                        door = Some(DoorId::new(number as u16));
                        self.scene.doors.push(DoorSpec { name, cell, state: *state, key: *key });
                    }
                }
                self.scene.terrain.push(terrain);
                self.scene.door_at.push(door);
            }
        }
        let largest = places.values().map(Vec::len).max().unwrap_or(0);
        for (what, count, max) in [
            ("doors", self.scene.doors.len(), DOORS_MAX),
            ("places", order.len(), SPOTS_MAX),
            ("cells in one place", largest, SPOT_CELLS_MAX),
        ] {
            if count > max {
                let message = format!("{count} {what}; at most {max} are allowed");
                self.findings.error(LIMIT, message, text.span);
                return;
            }
        }
        // A map with a broken row is no map: cells would be elsewhere than they look.
        if self.scene.terrain.len() != width * height {
            self.scene.terrain.clear();
            return;
        }
        (self.scene.width, self.scene.height) = (width as u16, height as u16);
        for name in order {
            let cells = places.remove(&name).unwrap_or_default();
            if let Some(centre) = middle(&cells) {
                self.scene.spots.push(Spot { name, cells, centre });
            }
        }
    }

    fn legend(&mut self, legend: Option<&Table<'_, '_>>) -> BTreeMap<char, Meaning> {
        let mut meanings: BTreeMap<char, Meaning> =
            Terrain::ALL.map(|terrain| (terrain.letter(), Meaning::Terrain(terrain))).into();
        meanings.insert(' ', Meaning::Terrain(Terrain::Wall));
        for (letter, state) in DOOR_LETTERS {
            meanings.insert(letter, Meaning::Door { state, name: None, key: None });
        }
        for (key, value) in legend.into_iter().flat_map(Table::entries) {
            let mut letters = key.value.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                self.findings.error(VALUE, "a letter of the legend is one character", key.span);
                continue;
            };
            if let Some(meaning) = self.meaning(value) {
                meanings.insert(letter, meaning);
            }
        }
        meanings
    }

    fn meaning(&mut self, value: &Value<'_>) -> Option<Meaning> {
        if let DeValue::String(_) = value.get_ref() {
            let word = self.findings.text(value, "what the letter means")?;
            return self.terrain(word).map(Meaning::Terrain);
        }
        let mut table = self.findings.table(value)?;
        let span = table.span();
        let spot = table.text(&mut self.findings, "spot");
        let spots = table.text(&mut self.findings, "spots");
        let door = table.text(&mut self.findings, "door");
        let name = table.text(&mut self.findings, "name");
        let key = table.text(&mut self.findings, "key");
        let is_known = table.is_known();
        table.finish(&mut self.findings);
        let name_of = |draft: &mut Self, text| draft.findings.name(text).map(str::to_owned);
        match (spot, spots, door) {
            (Some(spot), None, None) => name_of(self, spot).map(Meaning::Spot),
            (None, Some(spots), None) => name_of(self, spots).map(Meaning::Spots),
            (None, None, Some(state)) => {
                let state = self.door_state(state)?;
                let name = name.and_then(|name| name_of(self, name));
                let key = key.and_then(|key| self.item(key));
                Some(Meaning::Door { state, name, key })
            }
            _ => {
                if is_known {
                    let message = "expected exactly one of `spot`, `spots` and `door`";
                    self.findings.error(SHAPE, message, span);
                }
                None
            }
        }
    }

    fn terrain(&mut self, word: Text<'_>) -> Option<Terrain> {
        const WORDS: [&str; 5] = ["ground", "cover", "water", "tree", "wall"];
        let place = WORDS.iter().position(|known| *known == word.value);
        if place.is_none() {
            let message = format!("there is no terrain `{}`", word.value);
            self.findings.unknown(VALUE, message, word.value, word.span, WORDS);
        }
        place.map(|place| Terrain::ALL[place])
    }

    /// The state of a door.
    pub(super) fn door_state(&mut self, word: Text<'_>) -> Option<DoorState> {
        match word.value {
            "open" => Some(DoorState::Open),
            "closed" => Some(DoorState::Closed),
            "locked" => Some(DoorState::Locked),
            _ => {
                let message = format!("a door cannot be `{}`", word.value);
                self.findings.unknown(VALUE, message, word.value, word.span, ["open", "closed", "locked"]);
                None
            }
        }
    }
}
