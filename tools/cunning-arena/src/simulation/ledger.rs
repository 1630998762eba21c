//! What is made, used up and held in a scene with days, day by day.
//!
//! The ledger is neither saved nor hashed: it describes the ticks that this value has run.

mod habits;
mod summary;

pub use habits::Neighbours;
pub use summary::{DaysSummary, Drift};

use super::Simulation;
use crate::world::{Event, EventKind};
use crate::{Goods, ItemId, StationId, World};

/// What happened in a day, and what there was at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Day {
    /// The number of the day, from 1.
    pub day: u64,
    /// The goods, in the order of the scene's items.
    pub goods: Vec<DayGoods>,
    /// The values that agents believe of the counted fact at the end of the day, in ascending order.
    pub values: Vec<i64>,
    /// The number of agents that are not carrying out any step at the end of the day.
    pub idle: usize,
    /// The longest time that an agent was not carrying out any step, up to now, in milliseconds.
    pub idle_most_ms: u64,
}

/// One kind of item in a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayGoods {
    /// The name of the item.
    pub item: String,
    /// How many the stations have in stock at the end of the day.
    pub stock: u64,
    /// How many actors carry, and how many lie on the ground.
    pub carried: u64,
    /// How many jobs made.
    pub made: u64,
    /// How many were used up, by jobs and by actors.
    pub used: u64,
    /// The change of the number of items that neither explains: scripted events, and what was lost.
    pub other: i64,
}

impl DayGoods {
    /// All items of this kind in the world.
    pub fn total(&self) -> u64 {
        self.stock + self.carried
    }
}

impl Day {
    /// The value below which a share of all values lies, from 0 to 100.
    pub fn percentile(&self, percent: usize) -> Option<i64> {
        let last = self.values.len().checked_sub(1)?;
        self.values.get(last * percent.min(100) / 100).copied()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Ledger {
    fact: String,
    day: Day,
    /// The total of each item when the day began.
    before: Vec<u64>,
    /// Since when each agent has not been carrying out any step.
    idle_since: Vec<Option<u64>>,
    habits: habits::Habits,
    days: Vec<Day>,
}

impl Simulation {
    /// Counts goods from now on, collects the values that agents believe of a number (`fact`), and watches when actors
    /// leave the place that is their `home` in the scene's `means`. [`days`](Self::days) has the result.
    #[must_use]
    pub fn with_ledger(mut self, fact: &str, home: &str) -> Self {
        let before = (0..self.world.scene().items().len()).map(|item| total(&self.world, item)).collect();
        self.ledger = Some(Ledger {
            fact: fact.to_owned(),
            day: new_day(&self.world, 1),
            before,
            idle_since: vec![None; self.instances.len()],
            habits: habits::Habits::new(&self.world, home),
            days: Vec::new(),
        });
        self
    }

    /// The days that have ended; empty without a ledger.
    pub fn days(&self) -> &[Day] {
        self.ledger.as_ref().map_or(&[], |ledger| &ledger.days)
    }

    /// The days that have ended, compared and counted; none without a ledger or in a scene without days.
    pub fn days_summary(&self) -> Option<DaysSummary> {
        let (ledger, day_ms) = (self.ledger.as_ref()?, self.world.scene().rules().day_ms?);
        Some(DaysSummary::new(&ledger.days, ledger.habits.neighbours(day_ms)))
    }

    pub(super) fn count_goods(&mut self, events: &[Event]) {
        let Some(ledger) = &mut self.ledger else { return };
        let goods = &mut ledger.day.goods;
        for event in events {
            match event.kind {
                EventKind::Worked { station, job, .. } => {
                    let job = &self.world.scene().stations()[station.index()].jobs[usize::from(job)];
                    let add =
                        |counted: &Goods, pick: fn(&mut DayGoods) -> &mut u64, goods: &mut [DayGoods]| {
                            for (item, count) in counted.iter() {
                                *pick(&mut goods[item.index()]) += u64::from(count);
                            }
                        };
                    for made in [&job.yields, &job.makes] {
                        add(made, |goods| &mut goods.made, goods);
                    }
                    for used in [&job.takes, &job.uses] {
                        add(used, |goods| &mut goods.used, goods);
                    }
                }
                EventKind::Used { item, .. } => goods[item.index()].used += 1,
                _ => {}
            }
        }
    }

    /// Ends the day if it is over.
    pub(super) fn close_day(&mut self) {
        let (Some(day_ms), Some(mut ledger)) = (self.world.scene().rules().day_ms, self.ledger.take()) else {
            return;
        };
        let now_ms = self.world.time_ms();
        for (instance, since) in self.instances.iter().zip(&mut ledger.idle_since) {
            if instance.running.is_some() || instance.is_gone() {
                *since = None;
            } else {
                let idle_ms = now_ms - *since.get_or_insert(now_ms);
                ledger.day.idle_most_ms = ledger.day.idle_most_ms.max(idle_ms);
            }
        }
        ledger.habits.watch(&self.world, day_ms);
        if now_ms / day_ms >= ledger.day.day {
            self.end_day(&mut ledger);
        }
        self.ledger = Some(ledger);
    }

    fn end_day(&self, ledger: &mut Ledger) {
        let next = new_day(&self.world, ledger.day.day + 1);
        let mut day = std::mem::replace(&mut ledger.day, next);
        for (index, (goods, before)) in day.goods.iter_mut().zip(&mut ledger.before).enumerate() {
            goods.stock = in_stock(&self.world, index);
            let after = total(&self.world, index);
            goods.carried = after - goods.stock;
            let explained = *before as i64 + goods.made as i64 - goods.used as i64;
            goods.other = after as i64 - explained;
            *before = after;
        }
        let specs = self.scenario.agent_specs.iter();
        let value = |name: &str| self.believes(name, &ledger.fact)?.parse().ok();
        day.values = specs.filter_map(|agent_spec| value(&agent_spec.name)).collect();
        day.values.sort_unstable();
        day.idle = ledger.idle_since.iter().filter(|since| since.is_some()).count();
        ledger.days.push(day);
    }
}

fn new_day(world: &World, day: u64) -> Day {
    let items = world.scene().items().iter();
    let goods = items.map(|item| DayGoods { item: item.name.clone(), ..DayGoods::default() });
    Day { day, goods: goods.collect(), ..Day::default() }
}

fn in_stock(world: &World, item: usize) -> u64 {
    let item = ItemId::new(item as u16);
    let stations = 0..world.scene().stations().len();
    let stocks = stations.filter_map(|at| world.stock(StationId::new(at as u16)));
    stocks.map(|stock| u64::from(stock.count(item))).sum()
}

fn total(world: &World, item: usize) -> u64 {
    let id = ItemId::new(item as u16);
    let carried: u64 = world.actors().iter().map(|actor| u64::from(actor.goods().count(id))).sum();
    let piles = world.piles().iter().filter(|pile| pile.item == id);
    carried + piles.map(|pile| u64::from(pile.count)).sum::<u64>() + in_stock(world, item)
}
