//! `[legend]`: the meaning of map letters.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::Draft;
use super::table::{SHAPE, Table, Text, VALUE, Value};
use crate::id::ItemId;
use crate::{DoorState, Terrain};

/// The meaning of a letter.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Terrain(Terrain),
    Door {
        state: DoorState,
        name: Option<String>,
        key: Option<ItemId>,
    },
    /// Ground that is part of a place.
    Spot(String),
    /// Ground that is a place by itself, numbered in reading order.
    Spots(String),
}

const DOOR_LETTERS: [(char, DoorState); 3] =
    [('+', DoorState::Closed), ('/', DoorState::Open), ('%', DoorState::Locked)];

impl Draft<'_> {
    /// Returns the meanings of the built-in letters and of those that the scene defines.
    pub(super) fn legend(&mut self, legend: Option<&Table<'_, '_>>) -> BTreeMap<char, Meaning> {
        let mut meanings: BTreeMap<char, Meaning> =
            Terrain::ALL.map(|terrain| (terrain.letter(), Meaning::Terrain(terrain))).into();
        meanings.insert(' ', Meaning::Terrain(Terrain::Wall));
        for (letter, state) in DOOR_LETTERS {
            meanings.insert(letter, Meaning::Door { state, name: None, key: None });
        }
        for (key, value) in legend.into_iter().flat_map(Table::entries) {
            let mut letters = key.value.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                self.findings.error(VALUE, "a key of `[legend]` must be one character", key.span);
                continue;
            };
            // A letter with an invalid meaning still counts as defined, so that the mistake is reported once.
            let meaning = self.meaning(value).unwrap_or(Meaning::Terrain(Terrain::Ground));
            meanings.insert(letter, meaning);
        }
        meanings
    }

    fn meaning(&mut self, value: &Value<'_>) -> Option<Meaning> {
        if let DeValue::String(_) = value.get_ref() {
            let word = self.findings.text(value, "the name of a terrain")?;
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

    /// Reads the state of a door.
    pub(super) fn door_state(&mut self, word: Text<'_>) -> Option<DoorState> {
        match word.value {
            "open" => Some(DoorState::Open),
            "closed" => Some(DoorState::Closed),
            "locked" => Some(DoorState::Locked),
            _ => {
                let message = format!("there is no door state `{}`", word.value);
                self.findings.unknown(VALUE, message, word.value, word.span, ["open", "closed", "locked"]);
                None
            }
        }
    }
}
