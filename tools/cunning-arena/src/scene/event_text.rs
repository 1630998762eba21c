//! Scripted events written as one line, for the command line: `remove bottle from tavern @ 40`.

use cunning_diag::did_you_mean;

use crate::limits::{COUNT_MAX, SCRIPT_MAX, TIME_MS_MAX};
use crate::scene::{Scene, ScriptAction, ScriptedEvent, Site};
use crate::{Cell, DoorState};

/// The default loudness of a noise, in cells.
const LOUDNESS: u16 = 20;

impl Scene {
    /// Adds a scripted event. The line is written as in a scene file, followed by `@` and the time: a tick of
    /// `tick_ms`, or a time with a unit.
    ///
    /// | line | what happens |
    /// |---|---|
    /// | `remove ITEM [from SITE] @ 40` | removes items from a station, a place, or everywhere |
    /// | `add [COUNT] ITEM to SITE @ 4 s` | adds items |
    /// | `move ITEM to PLACE @ 100` | moves the items on the ground to a place or to `x,y` |
    /// | `open DOOR`, `close DOOR`, `lock DOOR` | changes a door |
    /// | `noise PLACE` | makes a noise |
    /// | `say WORDS` | narrates a text |
    pub fn add_event(&mut self, line: &str, tick_ms: u16) -> Result<(), String> {
        if self.script.len() >= SCRIPT_MAX {
            return Err(format!("at most {SCRIPT_MAX} events are allowed"));
        }
        let (words, time) = line.rsplit_once('@').ok_or_else(|| {
            format!("`{line}` has no time; end it with `@` and a tick or a time such as `4 s`")
        })?;
        let at_ms = time_ms(time.trim(), tick_ms)
            .filter(|at_ms| *at_ms <= TIME_MS_MAX)
            .ok_or_else(|| format!("`{}` is neither a tick nor a time such as `4 s`", time.trim()))?;
        let action = self.action_of(words)?;
        self.script.push(ScriptedEvent { at_ms, action });
        // The sort is stable, so events at the same time keep their order.
        self.script.sort_by_key(|event| event.at_ms);
        Ok(())
    }

    fn action_of(&self, line: &str) -> Result<ScriptAction, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["remove", item] => Ok(ScriptAction::Remove(self.item_of(item)?, None)),
            ["remove", item, "from", site] => {
                Ok(ScriptAction::Remove(self.item_of(item)?, Some(self.site_of(site)?)))
            }
            ["add", item, "to", site] => Ok(ScriptAction::Add(self.item_of(item)?, 1, self.site_of(site)?)),
            ["add", count, item, "to", site] => {
                let count = count.parse().ok().filter(|count| (1..=COUNT_MAX).contains(count));
                let count = count.ok_or_else(|| format!("expected a number from 1 to {COUNT_MAX}"))?;
                Ok(ScriptAction::Add(self.item_of(item)?, count, self.site_of(site)?))
            }
            ["move", item, "to", place] => {
                Ok(ScriptAction::Move(self.item_of(item)?, self.cell_named(place)?))
            }
            [word @ ("open" | "close" | "lock"), door] => {
                let state = match *word {
                    "open" => DoorState::Open,
                    "close" => DoorState::Closed,
                    _ => DoorState::Locked,
                };
                let names = || self.doors.iter().map(|door| door.name.as_str());
                let door = self.door(door).ok_or_else(|| unknown("door", door, names()))?;
                Ok(ScriptAction::Door(door, state))
            }
            ["noise", spot] => {
                let names = || self.spots.iter().map(|spot| spot.name.as_str());
                let spot = self.spot(spot).ok_or_else(|| unknown("place", spot, names()))?;
                Ok(ScriptAction::Noise(spot, LOUDNESS))
            }
            ["say", said @ ..] if !said.is_empty() => Ok(ScriptAction::Say(said.join(" "))),
            [word, ..] => {
                let known = ["remove", "add", "move", "open", "close", "lock", "noise", "say"];
                if known.contains(word) {
                    return Err(format!("`{}` has missing or extra words", line.trim()));
                }
                Err(unknown("event", word, known))
            }
            [] => Err("an event is missing before `@`".to_owned()),
        }
    }

    fn item_of(&self, name: &str) -> Result<crate::ItemId, String> {
        let names = self.items.iter().map(|item| item.name.as_str());
        self.item(name).ok_or_else(|| unknown("item", name, names))
    }

    /// Returns the cell of a place, or at `x,y`. Items can lie only on open ground outside doors.
    pub(super) fn cell_named(&self, name: &str) -> Result<Cell, String> {
        let spot = self.spot(name).and_then(|spot| self.spots.get(spot.index())).map(|spot| spot.centre);
        let position = || {
            let (x, y) = name.split_once(',')?;
            Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
        };
        let names = self.spots.iter().map(|spot| spot.name.as_str());
        let cell = spot.or_else(position).ok_or_else(|| unknown("place", name, names))?;
        let is_open = self.terrain(cell).is_walkable() && self.door_at(cell).is_none();
        if is_open { Ok(cell) } else { Err(format!("items cannot lie at {},{}", cell.x, cell.y)) }
    }

    fn site_of(&self, name: &str) -> Result<Site, String> {
        let spots = self.spots.iter().map(|spot| spot.name.as_str());
        let names = self.stations.iter().map(|station| station.name.as_str()).chain(spots);
        let station = self.station(name).map(Site::Station);
        station
            .or_else(|| self.spot(name).map(Site::Spot))
            .ok_or_else(|| unknown("station or place", name, names))
    }
}

fn unknown<'n>(what: &str, word: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let hint = did_you_mean(word, known).map_or_else(String::new, |hint| format!("; did you mean `{hint}`?"));
    format!("there is no {what} `{word}`{hint}")
}

/// Reads a tick, or a number with a unit.
pub(crate) fn time_ms(text: &str, tick_ms: u16) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let number: u64 = digits.parse().ok()?;
    let unit_ms = match text.get(digits.len()..)?.trim() {
        "" => u64::from(tick_ms),
        "ms" => 1,
        "s" => 1000,
        "min" => 60_000,
        _ => return None,
    };
    number.checked_mul(unit_ms)
}
