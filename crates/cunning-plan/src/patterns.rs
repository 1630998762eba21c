//! Pattern databases: the exact costs in projections of a task to a few variables, added up.
//!
//! In the projection to a place, a number and a tool, what is spent is gone and every way has to be walked, so its costs
//! show what no relaxation shows. Several tables share the price of each operator: a table takes as much as its costs
//! need, and the next one is made with the rest, so the sum is a lower bound (Seipp, Keller and Helmert, "Saturated cost
//! partitioning for optimal classical planning", 2020).
//!
//! Tables begin small, because most problems need no more. A search that takes long asks for larger ones.

mod growth;
mod links;
mod project;
mod table;

use growth::Growth;
pub(crate) use links::Links;
use table::Table;

use crate::relax::UNREACHABLE;
use crate::task::{Conjunction, Task, VarId};

/// What tables are made for.
pub(crate) struct Question<'a> {
    pub(crate) task: &'a Task,
    pub(crate) goal: &'a [Conjunction],
    pub(crate) links: &'a Links,
    /// The values of the variables at the start.
    pub(crate) start: &'a [u32],
}

/// The tables of a search, ready or under construction.
#[derive(Default)]
pub(crate) struct Patterns {
    tables: Vec<Table>,
    /// The next pattern, while tables are made.
    growth: Option<Growth>,
    /// The variables of the smaller tables, which are where larger ones begin.
    seeds: Vec<Vec<VarId>>,
    /// The prices that the tables so far have left.
    prices: Vec<u64>,
    /// The prices of the task.
    all_prices: Vec<u64>,
    level: usize,
    /// The most bytes of a table.
    bytes_max: u64,
    work: u64,
}

/// The most bytes of a table of each level.
const LEVELS: [u64; 4] = [1 << 17, 1 << 20, 1 << 23, 1 << 26];
/// The most tables of a level.
const TABLES_MAX: usize = 8;
/// How many tables of the largest size there is room for. Three are there with their edges while tables are made; without
/// edges, a table is much smaller.
const ROOM: u64 = 5;

impl Patterns {
    /// Begins the smallest tables, for operators with some prices. All tables may take up to `bytes_max`.
    pub(crate) fn begin(&mut self, question: &Question, prices: &[u64], bytes_max: u64) {
        self.bytes_max = bytes_max / ROOM;
        self.all_prices.clear();
        self.all_prices.extend_from_slice(prices);
        self.work = 0;
        self.seeds.clear();
        self.begin_level(question, 0);
    }

    fn begin_level(&mut self, question: &Question, level: usize) {
        self.level = level;
        self.tables.clear();
        self.prices.clone_from(&self.all_prices);
        self.grow(question);
    }

    /// Begins larger tables. Returns false if there are none.
    pub(crate) fn enlarge(&mut self, question: &Question) -> bool {
        if self.level + 1 >= LEVELS.len() || LEVELS[self.level] >= self.bytes_max {
            return false;
        }
        self.seeds = self.tables.iter().map(|table| table.projection.vars.clone()).collect();
        self.begin_level(question, self.level + 1);
        true
    }

    fn grow(&mut self, question: &Question) {
        let seed = self.seeds.get(self.tables.len()).cloned().unwrap_or_default();
        self.growth = Some(Growth::new(question, &self.prices, seed));
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.growth.is_none()
    }

    /// Does a piece of work.
    pub(crate) fn work(&mut self, question: &Question) {
        let Some(growth) = &mut self.growth else { return };
        let bytes_max = LEVELS.get(self.level).copied().unwrap_or(0).min(self.bytes_max);
        let goes_on = growth.work(question, &self.prices, bytes_max);
        self.work += 1 + growth.take_work();
        if goes_on {
            return;
        }
        let best = self.growth.take().and_then(Growth::into_best).filter(|table| table.start_cost() > 0);
        let Some(mut table) = best else { return };
        self.work += table.finish(&mut self.prices);
        let is_last = self.tables.len() + 1 == TABLES_MAX || table.start_cost() == UNREACHABLE;
        self.tables.push(table);
        if !is_last {
            self.grow(question);
        }
    }

    /// Returns the work done so far, in units of about a quarter of a microsecond.
    pub(crate) fn work_done(&self) -> u64 {
        self.work
    }

    /// Returns the memory that the tables take once they are ready, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables.iter().map(Table::bytes).sum()
    }

    /// Returns a lower bound of the cost from a state that the start leads to; `None` if no goal can be reached.
    pub(crate) fn estimate(&self, value: impl Fn(VarId) -> u32) -> Option<u64> {
        let mut sum = 0_u64;
        for table in &self.tables {
            let cost = table.cost(&value);
            if cost == UNREACHABLE {
                return None;
            }
            sum = sum.saturating_add(cost);
        }
        Some(sum)
    }
}
