//! The study of one goal: orders of self-knowledge until they no longer change.

use std::ops::RangeInclusive;

use cunning_walk::Grid;
use cunning_walk::real_time::{Graph, Method, WalkError, octile_distances};
use cunning_walk::self_knowledge::{Convergence, SelfKnowledge};
use serde::{Deserialize, Serialize};

/// The settings of a study.
#[derive(Clone, Debug)]
pub struct StudySettings {
    /// The method of the walker.
    pub method: Method,
    /// The largest number of orders.
    pub orders_max: u32,
    /// The range of the first order's mean suboptimality; other goals are skipped.
    pub beta1: RangeInclusive<f64>,
    /// The orders whose costs are kept for pictures; order 0 is the heuristic.
    pub kept: Vec<u32>,
}

/// One order of one goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderRow {
    /// The number of the order, from 1.
    pub order: u32,
    /// The mean suboptimality.
    pub beta: f64,
    /// The number of simulated walks.
    pub roots: u32,
    /// The number of walks that were stopped at the largest suboptimality.
    pub capped: u32,
    /// The number of endless walks.
    pub endless: u32,
    /// The computation time.
    pub micros: u64,
}

/// The result of the study of one goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The column and row of the goal.
    pub goal: (u32, u32),
    /// The number of states that can reach the goal, including itself.
    pub states: u32,
    /// The computed orders; empty if the first one was found to be out of range early.
    pub orders: Vec<OrderRow>,
    /// How the study ended.
    pub outcome: Outcome,
    /// The order after which the mean had converged by the criterion of the paper.
    pub settled: Option<u32>,
    /// The costs of the kept orders, in lengths, by cell; infinite where the goal cannot be reached.
    pub kept: Vec<(u32, Vec<f64>)>,
    /// The optimal costs in the same form, if any order was kept.
    pub optimal: Vec<f64>,
}

/// How the study of a goal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The last order equals the one before, so orders will not change any more.
    Fixpoint,
    /// The largest number of orders was reached.
    OrdersMax,
    /// The first order's mean is out of range.
    Rejected,
    /// The caller stopped the study.
    Cancelled,
}

impl Study {
    /// The mean suboptimality of each order.
    pub fn betas(&self) -> impl Iterator<Item = f64> {
        self.orders.iter().map(|row| row.beta)
    }
}

/// Studies one goal. `clock` returns microseconds since any point in time; `goes_on` is called between orders.
///
/// ```
/// use cunning_lab::fear::{Outcome, StudySettings, study};
/// use cunning_walk::real_time::Method;
/// use cunning_walk::{Corners, Grid, Map};
///
/// let map = Map::from_rows(&[".....", "@@@@.", "@@..@"]).unwrap();
/// let grid = Grid::new(&map, Corners::Cut);
/// let settings =
///     StudySettings { method: Method::LRTA, orders_max: 99, beta1: 0.0..=f64::INFINITY, kept: vec![] };
/// let goal = grid.cell((2, 2)).unwrap();
/// let study = study(&grid, goal, &settings, &|| 0, &|| true)?;
/// let betas: Vec<String> = study.betas().map(|beta| format!("{beta:.3}")).collect();
/// assert_eq!(betas, ["1.253", "1.394", "1.000", "1.000"]);
/// assert_eq!(study.outcome, Outcome::Fixpoint);
/// # Ok::<(), cunning_walk::real_time::WalkError>(())
/// ```
pub fn study(
    grid: &Grid,
    goal: u32,
    settings: &StudySettings,
    clock: &dyn Fn() -> u64,
    goes_on: &dyn Fn() -> bool,
) -> Result<Study, WalkError> {
    let begin = clock();
    let mut knowledge = SelfKnowledge::new(grid, goal, settings.method, octile_distances(grid, goal))?;
    let in_lengths = |costs: &[f64], optimal: &[f64]| -> Vec<f64> {
        let pairs = costs.iter().zip(optimal);
        pairs.map(|(&cost, &best)| if best.is_finite() { cost / grid.unit() } else { best }).collect()
    };
    let mut study = Study {
        goal: grid.position(goal),
        states: knowledge.reachable().len() as u32,
        orders: Vec::new(),
        outcome: Outcome::OrdersMax,
        settled: None,
        kept: Vec::new(),
        optimal: Vec::new(),
    };
    if !settings.kept.is_empty() {
        study.optimal = in_lengths(knowledge.optimal(), knowledge.optimal());
    }
    if settings.kept.contains(&0) {
        study.kept.push((0, in_lengths(knowledge.costs(), knowledge.optimal())));
    }
    let mut convergence = Convergence::PAPER;
    let mut before = begin;
    while study.orders.len() < settings.orders_max as usize {
        if !goes_on() {
            study.outcome = Outcome::Cancelled;
            break;
        }
        let highest = if study.orders.is_empty() { *settings.beta1.end() } else { f64::INFINITY };
        let Some(order) = knowledge.next_order_within(highest) else {
            study.outcome = Outcome::Rejected;
            break;
        };
        let now = clock();
        study.orders.push(OrderRow {
            order: order.index,
            beta: order.beta,
            roots: order.roots,
            capped: order.capped,
            endless: order.endless,
            micros: now.saturating_sub(before),
        });
        before = now;
        if convergence.push(order.beta) && study.settled.is_none() {
            study.settled = Some(order.index);
        }
        if order.index == 1 && !settings.beta1.contains(&order.beta) {
            study.outcome = Outcome::Rejected;
            break;
        }
        if settings.kept.contains(&order.index) {
            study.kept.push((order.index, in_lengths(knowledge.costs(), knowledge.optimal())));
        }
        if order.is_fixpoint {
            study.outcome = Outcome::Fixpoint;
            break;
        }
    }
    Ok(study)
}
