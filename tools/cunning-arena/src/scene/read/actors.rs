//! `[[actor]]` and `[[commander]]`.

use std::collections::BTreeSet;

use super::Draft;
use super::kinds::HUMAN;
use super::table::{LIMIT, PLACE, Table, Text, VALUE};
use crate::id::{BodyId, SpotId, WeaponId};
use crate::limits::{ACTORS_MAX, COMMANDERS_MAX, ENTRIES_MAX, NAVIGATORS_MAX, SPOTS_MAX, WEAPONS_MAX};
use crate::scene::{ActorSpec, Bodies, CommanderSpec, Scene, Word};
use crate::{Cell, Heading, Stance};

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
            let mut archetype = self.archetype(archetype);
            let domain = table.words(&mut self.findings, "domain");
            let variant = self.variant(&mut table, (name, &archetype, &domain));
            let squad = table.words(&mut self.findings, "squad");
            let commands = self.commands(&mut table);
            let is_there = self.is_switched_on(&mut table);
            let beliefs = self.beliefs(&mut table);
            let traits = self.traits(&mut table);
            table.finish(&mut self.findings);
            let Some((name, team)) = name.zip(team).filter(|_| is_there) else { continue };
            if self.findings.name(name).is_some() && self.is_new(&mut names, "actor", name) {
                let name = name.value.to_owned();
                self.add_variant(variant, &mut archetype);
                self.scene.commanders.push(CommanderSpec {
                    name,
                    team,
                    archetype,
                    domain,
                    squad,
                    commands,
                    beliefs,
                    traits,
                });
            }
        }
    }

    /// Reads the squads that an agent commands.
    fn commands(&mut self, table: &mut Table<'_, '_>) -> Vec<String> {
        let Some(value) = table.get("commands") else { return Vec::new() };
        let squads = self.findings.list(value, "squads", SPOTS_MAX).iter();
        let squads = squads.filter_map(|squad| self.findings.text(squad, "the name of a squad"));
        squads.map(|squad| squad.value.to_owned()).collect()
    }

    /// Reads the places that object names stand for: one place for each name, or several that the members of
    /// a group take in turn.
    fn means(&mut self, table: &mut Table<'_, '_>) -> Vec<(Word, Vec<SpotId>)> {
        let Some(inner) = table.table(&mut self.findings, "means") else { return Vec::new() };
        let mut means = Vec::new();
        for (name, value) in inner.entries().take(ENTRIES_MAX) {
            let Some(text) = self.findings.text(value, "the name of a place") else { continue };
            let numbered = (1..=SPOTS_MAX).map_while(|at| self.scene.spot(&format!("{}{at}", text.value)));
            let mut spots: Vec<SpotId> = numbered.collect();
            if spots.is_empty() {
                spots.extend(self.spot(text));
            }
            means.push((Word { text: name.value.to_owned(), span: name.span }, spots));
        }
        means
    }

    /// Reads one actor, or `count` actors with numbered names.
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
        let weapons = self.further_weapons(&mut table);
        let facing = table.text(&mut self.findings, "facing").and_then(|word| self.facing(word));
        let stance = table.text(&mut self.findings, "stance").and_then(|word| self.stance(word));
        let goods = self.goods(table.get("items"));
        let navigator = table.text(&mut self.findings, "navigator");
        let navigator = navigator.and_then(|navigator| self.navigator(navigator));
        let archetype = table.words(&mut self.findings, "archetype");
        let mut archetype = self.archetype(archetype);
        let domain = table.words(&mut self.findings, "domain");
        let variant = self.variant(&mut table, (name, &archetype, &domain));
        let squad = table.words(&mut self.findings, "squad");
        let commands = self.commands(&mut table);
        let means = self.means(&mut table);
        let is_there = self.is_switched_on(&mut table);
        let beliefs = self.beliefs(&mut table);
        let traits = self.traits(&mut table);
        let cells = self.needed_cells(&mut table);
        let span = table.span();
        table.finish(&mut self.findings);
        let (Some(name), Some(team), Some(body)) = (name, team, body) else { return };
        if self.findings.name(name).is_none() || cells.is_empty() || !is_there {
            return;
        }
        self.add_variant(variant, &mut archetype);
        let is_group = count.is_some();
        let count = match count.flatten() {
            Some(count) => usize::from(self.crowd.scaled(count, u16::MAX)),
            None => 1,
        };
        if self.scene.actors.len() + count > ACTORS_MAX {
            self.findings.error(LIMIT, format!("more than {ACTORS_MAX} actors"), span);
            return;
        }
        let spec = ActorSpec {
            name: String::new(),
            team,
            body,
            weapon,
            weapons,
            cell: Cell::default(),
            cells: if cells.len() > 1 { cells.clone() } else { Vec::new() },
            heading: facing.unwrap_or_default(),
            stance: stance.unwrap_or(Stance::Standing),
            goods,
            navigator,
            archetype,
            domain,
            squad,
            commands,
            means: Vec::new(),
            beliefs,
            traits,
        };
        let given = self.scene.actors.iter().filter(|actor| actor.navigator.is_some()).count();
        if navigator.is_some() && given + count > NAVIGATORS_MAX {
            self.findings.error(LIMIT, format!("more than {NAVIGATORS_MAX} actors with a navigator"), span);
            return;
        }
        // Where bodies are solid, each actor takes the next free cell.
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
                let hint = "solid bodies need a cell each; see `bodies` in `[rules]`";
                self.findings.hinted(PLACE, format!("no free cell for `{full}`"), span, hint);
                return;
            };
            if let Some(door) = self.scene.door_at(cell)
                && !self.scene.doors[door.index()].state.is_open()
            {
                self.findings.error(PLACE, format!("`{full}` starts in a closed door"), span);
                return;
            }
            taken.insert(cell);
            let in_turn = |(name, spots): &(Word, Vec<SpotId>)| {
                let spot = spots.get((number - 1) % spots.len().max(1))?;
                Some((name.clone(), *spot))
            };
            let means = means.iter().filter_map(in_turn).collect();
            self.scene.actors.push(ActorSpec { name: full, cell, means, ..spec.clone() });
        }
    }

    fn body(&mut self, text: Text<'_>) -> Option<BodyId> {
        let find = |scene: &Scene, name: &str| scene.bodies.iter().position(|body| body.name == name);
        let found = self.resolve("body", text, find, |scene| {
            scene.bodies.iter().map(|body| body.name.as_str()).collect()
        });
        found.map(|index| BodyId::new(index as u16))
    }

    fn further_weapons(&mut self, table: &mut Table<'_, '_>) -> Vec<WeaponId> {
        let Some(value) = table.get("weapons") else { return Vec::new() };
        let names = self.findings.list(value, "weapons", WEAPONS_MAX).iter();
        let names: Vec<Text<'_>> =
            names.filter_map(|name| self.findings.text(name, "the name of a weapon")).collect();
        names.into_iter().filter_map(|name| self.weapon(name)).collect()
    }

    fn weapon(&mut self, text: Text<'_>) -> Option<WeaponId> {
        let find = |scene: &Scene, name: &str| scene.weapons.iter().position(|weapon| weapon.name == name);
        let found = self.resolve("weapon", text, find, |scene| {
            scene.weapons.iter().map(|weapon| weapon.name.as_str()).collect()
        });
        found.map(|index| WeaponId::new(index as u16))
    }

    fn stance(&mut self, word: Text<'_>) -> Option<Stance> {
        match word.value {
            "standing" => Some(Stance::Standing),
            "crouched" => Some(Stance::Crouched),
            _ => {
                let message = format!("there is no stance `{}`", word.value);
                self.findings.unknown(VALUE, message, word.value, word.span, ["standing", "crouched"]);
                None
            }
        }
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
