//! `[[actor]]` and `[[commander]]`: who is there.

use std::collections::BTreeSet;

use super::Draft;
use super::kinds::HUMAN;
use super::table::{LIMIT, PLACE, Table, Text, VALUE};
use crate::id::{BodyId, WeaponId};
use crate::limits::{ACTORS_MAX, COMMANDERS_MAX, SPOTS_MAX};
use crate::scene::{ActorSpec, Bodies, CommanderSpec, Scene};
use crate::{Cell, Heading};

const FACINGS: [(&str, Heading); 8] = [
    ("east", Heading::EAST),
    ("south-east", Heading(32)),
    ("south", Heading::SOUTH),
    ("south-west", Heading(96)),
    ("west", Heading::WEST),
    ("north-west", Heading(160)),
    ("north", Heading::NORTH),
    ("north-east", Heading(224)),
];

impl Draft<'_> {
    pub(super) fn actors(&mut self, file: &mut Table<'_, '_>) {
        let mut names = BTreeSet::new();
        let mut taken = BTreeSet::new();
        for table in file.tables(&mut self.findings, "actor", ACTORS_MAX) {
            self.actor_group(table, &mut names, &mut taken);
        }
        for mut table in file.tables(&mut self.findings, "commander", COMMANDERS_MAX) {
            let name = table.needed(&mut self.findings, "name");
            let team = table.needed(&mut self.findings, "team").and_then(|team| self.team(team));
            let archetype = table.words(&mut self.findings, "archetype");
            let domain = table.words(&mut self.findings, "domain");
            let mut commands = Vec::new();
            if let Some(value) = table.get("commands") {
                for squad in self.findings.list(value, "squads", SPOTS_MAX) {
                    let squad = self.findings.text(squad, "the name of a squad");
                    commands.extend(squad.map(|squad| squad.value.to_owned()));
                }
            }
            let beliefs = self.beliefs(&mut table);
            table.finish(&mut self.findings);
            let Some((name, team)) = name.zip(team) else { continue };
            if self.findings.name(name).is_some() && self.is_new(&mut names, "actor", name) {
                let name = name.value.to_owned();
                let commander = CommanderSpec { name, team, archetype, domain, commands, beliefs };
                self.scene.commanders.push(commander);
            }
        }
    }

    /// One actor, or `count` of them with numbers after their name.
    fn actor_group(
        &mut self,
        mut table: Table<'_, '_>,
        names: &mut BTreeSet<String>,
        taken: &mut BTreeSet<Cell>,
    ) {
        let name = table.needed(&mut self.findings, "name");
        let team = table.needed(&mut self.findings, "team").and_then(|team| self.team(team));
        let count = table.get("count").map(|value| self.findings.int(value, 1..=ACTORS_MAX as u64));
        let body = table.text(&mut self.findings, "body");
        let body = self.body(body.unwrap_or(Text { value: HUMAN, span: table.span() }));
        let weapon = table.text(&mut self.findings, "weapon").and_then(|weapon| self.weapon(weapon));
        let facing = table.text(&mut self.findings, "facing").and_then(|word| self.facing(word));
        let goods = self.goods(table.get("items"));
        let archetype = table.words(&mut self.findings, "archetype");
        let domain = table.words(&mut self.findings, "domain");
        let squad = table.words(&mut self.findings, "squad");
        let beliefs = self.beliefs(&mut table);
        let cells = self.needed_cells(&mut table);
        let span = table.span();
        table.finish(&mut self.findings);
        let (Some(name), Some(team), Some(body)) = (name, team, body) else { return };
        if self.findings.name(name).is_none() || cells.is_empty() {
            return;
        }
        let is_group = count.is_some();
        let count = count.flatten().unwrap_or(1) as usize;
        if self.scene.actors.len() + count > ACTORS_MAX {
            self.findings.error(LIMIT, format!("more than {ACTORS_MAX} actors"), span);
            return;
        }
        let spec = ActorSpec {
            name: String::new(),
            team,
            body,
            weapon,
            cell: Cell::default(),
            heading: facing.unwrap_or_default(),
            goods,
            archetype,
            domain,
            squad,
            beliefs,
        };
        // Where bodies are solid, each takes the next cell that nobody has.
        let mut free =
            cells.iter().copied().filter(|cell| !taken.contains(cell)).collect::<Vec<_>>().into_iter();
        let mut any = cells.iter().copied().cycle();
        for number in 1..=count {
            let full = if is_group { format!("{}{number}", name.value) } else { name.value.to_owned() };
            if !self.is_new(names, "actor", Text { value: &full, span: name.span }) {
                return;
            }
            let is_solid = self.scene.rules.bodies == Bodies::Solid;
            let Some(cell) = (if is_solid { free.next() } else { any.next() }) else {
                let hint = "where bodies are solid there is one actor a cell; see `bodies` in `[rules]`";
                self.findings.hinted(PLACE, format!("there is no room for `{full}`"), span, hint);
                return;
            };
            if let Some(door) = self.scene.door_at(cell)
                && !self.scene.doors[door.index()].state.is_open()
            {
                self.findings.error(PLACE, format!("`{full}` would stand in a closed door"), span);
                return;
            }
            taken.insert(cell);
            self.scene.actors.push(ActorSpec { name: full, cell, ..spec.clone() });
        }
    }

    fn body(&mut self, text: Text<'_>) -> Option<BodyId> {
        let find = |scene: &Scene, name: &str| scene.bodies.iter().position(|body| body.name == name);
        let found = self.resolve("body", text, find, |scene| {
            scene.bodies.iter().map(|body| body.name.as_str()).collect()
        });
        found.map(|index| BodyId::new(index as u16))
    }

    fn weapon(&mut self, text: Text<'_>) -> Option<WeaponId> {
        let find = |scene: &Scene, name: &str| scene.weapons.iter().position(|weapon| weapon.name == name);
        let found = self.resolve("weapon", text, find, |scene| {
            scene.weapons.iter().map(|weapon| weapon.name.as_str()).collect()
        });
        found.map(|index| WeaponId::new(index as u16))
    }

    fn facing(&mut self, word: Text<'_>) -> Option<Heading> {
        let found = FACINGS.iter().find(|(name, _)| *name == word.value);
        if found.is_none() {
            let message = format!("there is no direction `{}`", word.value);
            let known = FACINGS.iter().map(|(name, _)| *name);
            self.findings.unknown(VALUE, message, word.value, word.span, known);
        }
        found.map(|(_, heading)| *heading)
    }
}
