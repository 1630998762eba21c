//! `[item.…]`, `[weapon.…]` and `[body.…]`: kinds of items, weapons and bodies.

use super::Draft;
use super::table::{LIMIT, Table, Text};
use crate::limits::{ITEMS_MAX, KINDS_MAX, REACH_MAX, SPEED_MAX, TIME_MS_MAX};
use crate::scene::{BlastKind, BodyKind, ItemKind, WeaponKind};

/// The body of actors that name none. It exists even if the scene does not define it.
pub(super) const HUMAN: &str = "human";

/// The maximum radius of a blast, in cells.
const BLAST_RADIUS_MAX: u64 = 32;

impl Draft<'_> {
    /// Reads the tables of a table whose keys are names, up to a limit.
    pub(super) fn named<'a, 'i>(
        &mut self,
        file: &mut Table<'a, 'i>,
        key: &'static str,
        max: usize,
    ) -> Vec<(Text<'a>, Table<'a, 'i>)> {
        let Some(tables) = file.table(&mut self.findings, key) else { return Vec::new() };
        let count = tables.entries().count();
        if count > max {
            let message = format!("{count} kinds of {key}; at most {max} are allowed");
            self.findings.error(LIMIT, message, tables.span());
            return Vec::new();
        }
        let mut named = Vec::with_capacity(count);
        for (name, value) in tables.entries() {
            if self.findings.name(name).is_some()
                && let Some(table) = self.findings.table(value)
            {
                named.push((name, table));
            }
        }
        named
    }

    pub(super) fn items(&mut self, file: &mut Table<'_, '_>) {
        for (name, mut table) in self.named(file, "item", ITEMS_MAX) {
            let heals = table.read("heals", 0, |value| self.findings.int(value, 0..=10_000)) as u16;
            let blast = table.table(&mut self.findings, "blast").map(|table| self.blast(table));
            table.finish(&mut self.findings);
            self.scene.items.push(ItemKind { name: name.value.to_owned(), heals, blast });
        }
    }

    fn blast(&mut self, mut table: Table<'_, '_>) -> BlastKind {
        let found = &mut self.findings;
        let reach = u64::from(REACH_MAX);
        let blast = BlastKind {
            range: table.read("range", 9, |value| found.int(value, 1..=reach)) as u16,
            radius: table.read("radius", 3, |value| found.int(value, 1..=BLAST_RADIUS_MAX)) as u16,
            damage: table.read("damage", 80, |value| found.int(value, 0..=10_000)) as u16,
            fuse_ms: table.read("fuse", 2500, |value| found.time(value, 0..=60_000)) as u32,
            loudness: table.read("loudness", 60, |value| found.int(value, 0..=reach)) as u16,
        };
        table.finish(found);
        blast
    }

    pub(super) fn weapons(&mut self, file: &mut Table<'_, '_>) {
        for (name, mut table) in self.named(file, "weapon", KINDS_MAX) {
            let found = &mut self.findings;
            let reach = u64::from(REACH_MAX);
            let mut weapon = WeaponKind {
                name: name.value.to_owned(),
                range: table.read("range", 12, |value| found.int(value, 1..=reach)) as u16,
                damage: table.read("damage", 20, |value| found.int(value, 0..=10_000)) as u16,
                near: table.read("near", 800, |value| found.thousandths(value, 0..=1000)) as u16,
                far: table.read("far", 200, |value| found.thousandths(value, 0..=1000)) as u16,
                magazine: table.read("magazine", 12, |value| found.int(value, 1..=10_000)) as u16,
                // More than a hundred shots a second would only fill memory with events.
                interval_ms: table.read("interval", 400, |value| found.time(value, 10..=TIME_MS_MAX)) as u32,
                reload_ms: table.read("reload", 1500, |value| found.time(value, 0..=TIME_MS_MAX)) as u32,
                draw_ms: table.read("draw", 500, |value| found.time(value, 0..=TIME_MS_MAX)) as u32,
                ammunition: None,
                suppression: table.read("suppression", 150, |value| found.thousandths(value, 0..=1000))
                    as u16,
                loudness: table.read("loudness", 30, |value| found.int(value, 0..=reach)) as u16,
            };
            let ammunition = table.text(found, "ammunition");
            table.finish(found);
            weapon.ammunition = ammunition.and_then(|item| self.item(item));
            self.scene.weapons.push(weapon);
        }
    }

    pub(super) fn bodies(&mut self, file: &mut Table<'_, '_>) {
        for (name, mut table) in self.named(file, "body", KINDS_MAX) {
            let found = &mut self.findings;
            let human = human();
            let reach = u64::from(REACH_MAX);
            let view = table.read("view", 120, |value| found.int(value, 1..=360));
            self.scene.bodies.push(BodyKind {
                name: name.value.to_owned(),
                speed: table
                    .read("speed", human.speed.into(), |value| found.thousandths(value, 1..=SPEED_MAX.into()))
                    as u32,
                health: table.read("health", human.health.into(), |value| found.int(value, 1..=10_000))
                    as u16,
                sight: table.read("sight", human.sight.into(), |value| found.int(value, 0..=reach)) as u16,
                view: half_view(view),
                hearing: table
                    .read("hearing", human.hearing.into(), |value| found.thousandths(value, 0..=10_000))
                    as u16,
            });
            table.finish(&mut self.findings);
        }
        if self.scene.bodies.iter().all(|body| body.name != HUMAN) {
            self.scene.bodies.push(human());
        }
    }
}

/// The default body.
pub(super) fn human() -> BodyKind {
    BodyKind {
        name: HUMAN.to_owned(),
        speed: 3500,
        health: 100,
        sight: 20,
        view: half_view(120),
        hearing: 1000,
    }
}

/// Converts a field of view in degrees to half the angle in 256ths of a turn.
fn half_view(degrees: u64) -> u8 {
    (degrees * 128 / 360) as u8
}
