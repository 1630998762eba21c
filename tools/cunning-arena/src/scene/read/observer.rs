//! `[observer]`: the place or actor near which agents matter most.

use super::Draft;
use super::table::{MISSING, Table, VALUE};
use crate::Cell;
use crate::limits::REACH_MAX;
use crate::scene::{ObserverPlace, ObserverSpec, Scene};

impl Draft<'_> {
    pub(super) fn observer(&mut self, file: &mut Table<'_, '_>) {
        let Some(mut table) = file.table(&mut self.findings, "observer") else { return };
        let (at, follows) = (table.get("at"), table.text(&mut self.findings, "follows"));
        let place = match (at, follows) {
            (Some(at), None) => Cell::middle(&self.cells(at)).map(ObserverPlace::Cell),
            (None, Some(name)) => {
                let actor = self.resolve("actor", name, Scene::actor, |scene| {
                    scene.actors.iter().map(|actor| actor.name.as_str()).collect()
                });
                actor.map(ObserverPlace::Actor)
            }
            (None, None) => {
                self.findings.error(MISSING, "`at` or `follows` is missing", table.span());
                None
            }
            (Some(_), Some(_)) => {
                self.findings.error(VALUE, "`at` and `follows` cannot both be given", table.span());
                None
            }
        };
        let found = &mut self.findings;
        let mut cells = |key, usual| table.read(key, usual, |value| found.int(value, 0..=REACH_MAX.into()));
        let (near, far) = (cells("near", 20) as u16, cells("far", 60) as u16);
        let least = table.read("least", 0, |value| found.thousandths(value, 0..=1000)) as u16;
        if near >= far {
            found.error(
                VALUE,
                format!("`near` is {near}; it must be less than `far`, which is {far}"),
                table.span(),
            );
        }
        table.finish(found);
        let spec = |at| ObserverSpec { at, near, far, least };
        self.scene.observer = place.filter(|_| near < far).map(spec);
    }
}
