//! `[[station]]` and `[[item_at]]`: stations, and items on the ground.

use std::collections::BTreeSet;

use super::Draft;
use super::table::{DUPLICATE, MISSING, Table, Value};
use crate::limits::{COUNT_MAX, JOBS_MAX, PILES_MAX, STATIONS_MAX, TIME_MS_MAX};
use crate::scene::{Job, Pile, Scene, StationSpec};
use crate::{Cell, Goods};

impl Draft<'_> {
    pub(super) fn stations(&mut self, file: &mut Table<'_, '_>) {
        let mut seen = BTreeSet::new();
        for mut table in file.tables(&mut self.findings, "station", STATIONS_MAX) {
            let name = table.needed(&mut self.findings, "name");
            let cells = self.needed_cells(&mut table);
            let stock = self.crowd_goods(table.get("stock"));
            let wants = self.crowd_goods(table.get("wants"));
            let till = table.text(&mut self.findings, "till").and_then(|till| {
                self.resolve("station above", till, Scene::station, |scene| {
                    scene.stations.iter().map(|station| station.name.as_str()).collect()
                })
            });
            let (sells, buys) = (table.get("sells"), table.get("buys"));
            for prices in [sells, buys].into_iter().flatten() {
                if self.scene.rules.money.is_none() {
                    let hint = "set `money` in `[rules]` to an item";
                    let span = prices.span().into();
                    self.findings.hinted(MISSING, "prices need money, and the scene has none", span, hint);
                }
            }
            let (sells, buys) = (self.counts(sells), self.counts(buys));
            let jobs = self.jobs(&mut table);
            table.finish(&mut self.findings);
            let Some((name, cell)) = name.zip(Cell::middle(&cells)) else { continue };
            if self.findings.name(name).is_some() && self.is_new(&mut seen, "station", name) {
                let name = name.value.to_owned();
                self.scene.stations.push(StationSpec {
                    name,
                    cell,
                    cells,
                    stock,
                    sells,
                    buys,
                    wants,
                    till,
                    jobs,
                });
            }
        }
    }

    /// Reads items with counts that grow with the crowd.
    fn crowd_goods(&mut self, value: Option<&Value<'_>>) -> Goods {
        let mut goods = Goods::default();
        for (item, count) in self.counts(value) {
            goods.add(item, self.crowd.scaled(count.into(), COUNT_MAX));
        }
        goods
    }

    fn jobs(&mut self, station: &mut Table<'_, '_>) -> Vec<Job> {
        let mut seen = BTreeSet::new();
        let mut jobs = Vec::new();
        for mut table in station.tables(&mut self.findings, "job", JOBS_MAX) {
            let name = table.needed(&mut self.findings, "name");
            let time_ms = table.read("time", 1000, |value| self.findings.time(value, 0..=TIME_MS_MAX)) as u32;
            let places = table.read("places", 1, |value| self.findings.int(value, 1..=u16::MAX.into()));
            let places = self.crowd.scaled(places, u16::MAX);
            let takes = self.goods(table.get("takes"));
            let yields = self.goods(table.get("yields"));
            let uses = self.goods(table.get("uses"));
            let makes = self.goods(table.get("makes"));
            let pays = self.goods(table.get("pays"));
            table.finish(&mut self.findings);
            let Some(name) = name else { continue };
            if self.findings.name(name).is_some() && self.is_new(&mut seen, "job", name) {
                let name = name.value.to_owned();
                jobs.push(Job { name, time_ms, places, takes, yields, uses, makes, pays });
            }
        }
        jobs
    }

    pub(super) fn piles(&mut self, file: &mut Table<'_, '_>) {
        for mut table in file.tables(&mut self.findings, "item_at", PILES_MAX) {
            let item = table.needed(&mut self.findings, "item");
            let count = table.read("count", 1, |value| self.findings.int(value, 1..=COUNT_MAX.into())) as u16;
            let cell = self.needed_cell(&mut table);
            let span = table.span();
            table.finish(&mut self.findings);
            let item = item.and_then(|item| self.item(item));
            let Some((item, cell)) = item.zip(cell) else { continue };
            let piles = &mut self.scene.piles;
            match piles.binary_search_by_key(&(cell, item), |pile| (pile.cell, pile.item)) {
                Ok(_) => self.findings.error(DUPLICATE, "items of this kind already lie in this cell", span),
                Err(place) => piles.insert(place, Pile { cell, item, count }),
            }
        }
    }
}
