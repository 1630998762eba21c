//! `[rules]`, `[[win]]` and `[[event]]`: rules, win conditions and scripted events.

use super::Draft;
use super::table::{SHAPE, Table, VALUE};
use crate::DoorState;
use crate::id::DoorId;
use crate::limits::{COUNT_MAX, JITTER_MAX, REACH_MAX, SCRIPT_MAX, TIME_MS_MAX};
use crate::scene::{Bodies, Edit, EditSite, Scene, ScriptedEvent, SuppressionRules, Win, WinCondition};

/// The maximum variation of job times, in thousandths.
const VARY_MAX: u64 = 900;
/// What decides a scene.
const CONDITIONS: &str = "expected `dead`, or `item` and `at`, or `fact`";

impl Draft<'_> {
    pub(super) fn rules(&mut self, file: &mut Table<'_, '_>) {
        let Some(mut table) = file.table(&mut self.findings, "rules") else { return };
        let limit = table.get("time_limit");
        self.scene.rules.time_limit_ms = limit.and_then(|value| self.findings.time(value, 1..=TIME_MS_MAX));
        self.scene.rules.money = table.text(&mut self.findings, "money").and_then(|item| self.item(item));
        if let Some(word) = table.text(&mut self.findings, "bodies") {
            match word.value {
                "solid" => self.scene.rules.bodies = Bodies::Solid,
                "pass" => self.scene.rules.bodies = Bodies::Pass,
                _ => {
                    let message = format!("invalid value `{}` of `bodies`", word.value);
                    self.findings.unknown(VALUE, message, word.value, word.span, ["solid", "pass"]);
                }
            }
        }
        let found = &mut self.findings;
        let jitter = table.get("jitter").and_then(|value| found.int(value, 0..=JITTER_MAX.into()));
        self.scene.rules.jitter = jitter.unwrap_or(0) as u16;
        self.scene.rules.is_scattered = table.read("scatter", false, |value| found.truth(value));
        self.scene.rules.vary = table.read("vary", 0, |value| found.thousandths(value, 0..=VARY_MAX)) as u16;
        self.scene.rules.day_ms = table.get("day").and_then(|value| found.time(value, 24..=TIME_MS_MAX));
        self.scene.rules.hour =
            table.get("hour").and_then(|value| found.int(value, 0..=23)).map(|hour| hour as u8);
        if let Some(inner) = table.table(&mut self.findings, "suppression") {
            self.suppression(inner);
        }
        table.finish(&mut self.findings);
    }

    fn suppression(&mut self, mut table: Table<'_, '_>) {
        let found = &mut self.findings;
        let usual = SuppressionRules::default();
        let pins = table.get("pins").and_then(|value| found.thousandths(value, 1..=1000));
        self.scene.rules.suppression = SuppressionRules {
            pins: pins.map(|pins| pins as u16),
            holds_ms: table.read("holds", usual.holds_ms.into(), |value| found.time(value, 0..=60_000))
                as u32,
            fades: table.read("fades", usual.fades.into(), |value| found.thousandths(value, 1..=10_000))
                as u16,
            cover: table.read("cover", usual.cover.into(), |value| found.thousandths(value, 0..=1000)) as u16,
        };
        table.finish(found);
    }

    pub(super) fn wins(&mut self, file: &mut Table<'_, '_>) {
        for mut table in file.tables(&mut self.findings, "win", SCRIPT_MAX) {
            let team = table.needed(&mut self.findings, "team").and_then(|team| self.team(team));
            let condition = self.condition(&mut table);
            let (span, is_known) = (table.span(), table.is_known());
            table.finish(&mut self.findings);
            if is_known && condition == Ok(None) {
                self.findings.error(SHAPE, CONDITIONS, span);
            }
            let when = condition.ok().flatten();
            self.scene.wins.extend(team.zip(when).map(|(team, when)| Win { team, when }));
        }
    }

    /// Reads a condition: `Ok(None)` if the table has none, an error if it has one that is wrong, which is reported.
    pub(super) fn condition(&mut self, table: &mut Table<'_, '_>) -> Result<Option<WinCondition>, ()> {
        let keys = ["dead", "item", "at", "fact"].map(|key| table.text(&mut self.findings, key));
        let condition = match keys {
            [None, None, None, None] => return Ok(None),
            [Some(dead), None, None, None] => self.team(dead).map(WinCondition::Dead),
            [None, Some(item), Some(at), None] => {
                let found = self.item(item).zip(self.site(at));
                found.map(|(item, site)| WinCondition::ItemAt(item, site))
            }
            [None, None, None, Some(fact)] => Some(WinCondition::Fact(fact.value.to_owned())),
            _ => {
                self.findings.error(SHAPE, CONDITIONS, table.span());
                None
            }
        };
        condition.map(Some).ok_or(())
    }

    pub(super) fn script(&mut self, file: &mut Table<'_, '_>) {
        for mut table in file.tables(&mut self.findings, "event", SCRIPT_MAX) {
            let at_ms = table.read("at", 0, |value| self.findings.time(value, 0..=TIME_MS_MAX));
            let is_there = self.is_switched_on(&mut table);
            let action = self.action(&mut table);
            table.finish(&mut self.findings);
            let event = action.filter(|_| is_there).map(|action| ScriptedEvent { at_ms, action });
            self.scene.script.extend(event);
        }
        self.scene.script.sort_by_key(|event| event.at_ms);
    }

    fn action(&mut self, table: &mut Table<'_, '_>) -> Option<Edit> {
        let found = &mut self.findings;
        let words = ["remove", "add", "move", "open", "close", "lock", "noise", "say", "edit"];
        let texts = words.map(|word| (word, table.text(found, word)));
        let from = table.text(found, "from");
        let to = table.text(found, "to");
        let count = table.read("count", 1, |value| found.int(value, 1..=COUNT_MAX.into())) as u16;
        let loudness = table.read("loudness", 20, |value| found.int(value, 0..=REACH_MAX.into())) as u16;
        let mut given = texts.into_iter().filter_map(|(word, text)| text.map(|text| (word, text)));
        let (Some((word, text)), None) = (given.next(), given.next()) else {
            if table.is_known() {
                found.error(SHAPE, format!("expected exactly one of `{}`", words.join("`, `")), table.span());
            }
            return None;
        };
        let door = |draft: &mut Self, state| -> Option<Edit> {
            let door: DoorId = draft.resolve("door", text, Scene::door, |scene| {
                scene.doors.iter().map(|door| door.name.as_str()).collect()
            })?;
            Some(Edit::Door(door, state))
        };
        match word {
            "remove" => {
                let site = match from {
                    Some(from) => Some(self.site(from)?),
                    None => None,
                };
                self.item(text).map(|item| Edit::Remove(item, site.map(EditSite::Site)))
            }
            "add" => {
                let Some(to) = to else {
                    self.findings.error(SHAPE, "`add` needs `to`, a station or place", table.span());
                    return None;
                };
                let found = self.item(text).zip(self.site(to));
                found.map(|(item, site)| Edit::Add(item, count, EditSite::Site(site)))
            }
            "move" => {
                let Some(to) = to else {
                    self.findings.error(SHAPE, "`move` needs `to`, a place or `\"x,y\"`", table.span());
                    return None;
                };
                match self.scene.cell_named(to.value) {
                    Ok(cell) => self.item(text).map(|item| Edit::Move(item, cell)),
                    Err(message) => {
                        self.findings.error(VALUE, message, to.span);
                        None
                    }
                }
            }
            "open" => door(self, DoorState::Open),
            "close" => door(self, DoorState::Closed),
            "lock" => door(self, DoorState::Locked),
            "noise" => self.spot(text).map(|spot| Edit::Noise(spot, loudness)),
            "edit" => match self.scene.edit(text.value) {
                Ok(edit) => Some(edit),
                Err(message) => {
                    self.findings.error(VALUE, message, text.span);
                    None
                }
            },
            _ => Some(Edit::Say(text.value.to_owned())),
        }
    }
}
