//! The fear panel: what a learning walker believes paths on a map to cost, order by order, compared with the true cost.

use std::time::Duration;

use cunning_lab::fear::{Outcome, Study, StudySettings, study};
use cunning_walk::generate::{Kind, generate};
use cunning_walk::real_time::{Lookahead, Method};
use cunning_walk::{Corners, Grid, Map};
use serde::{Deserialize, Serialize};

use crate::limits::{FEAR_ORDERS_MAX, FEAR_SIDE_MAX};
use crate::protocol::RequestError;
use crate::shell::{Deadline, Shell};

/// How long a study may take; the order under way is finished.
const PATIENCE: Duration = Duration::from_secs(8);

/// The map, the goal and the walker of a study.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct FearSetup {
    kind: String,
    side: u32,
    seed: u64,
    /// The goal cell; a free cell at the right edge if `None`.
    goal: Option<(u32, u32)>,
    method: String,
}

/// A finished study.
pub(crate) struct FearStudy {
    pub(crate) setup: FearSetup,
    rows: Vec<String>,
    study: Study,
}

/// The results of a study.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct FearStudyView {
    rows: Vec<String>,
    goal: (u32, u32),
    states: u32,
    /// The mean suboptimality of each order, starting with order 1.
    betas: Vec<f64>,
    outcome: &'static str,
    settled: Option<u32>,
    kinds: Vec<&'static str>,
    methods: Vec<&'static str>,
}

/// One order of a study: for each cell the believed cost as a multiple of the true cost; `None` for unreachable cells.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct FearOrder {
    order: u32,
    fear: Vec<Option<f64>>,
}

/// The lookahead of methods that have one, in expanded states.
const EXPANSIONS: u32 = 8;

fn methods() -> [(&'static str, Method); 5] {
    [
        ("lrta", Method::LRTA),
        ("hill-climbing", Method::HILL_CLIMBING),
        ("lss-lrta", Method::Lookahead(Lookahead::lss(EXPANSIONS))),
        ("rtaa", Method::Lookahead(Lookahead::rtaa(EXPANSIONS))),
        ("dalss-lrta", Method::Lookahead(Lookahead::da_lss(EXPANSIONS))),
    ]
}

impl FearStudy {
    pub(crate) fn new(setup: FearSetup, shell: &dyn Shell) -> Result<Self, RequestError> {
        if setup.side > FEAR_SIDE_MAX {
            return Err(RequestError::new(format!(
                "the side of the map must be at most {FEAR_SIDE_MAX} cells"
            )));
        }
        let kind = Kind::defaults().into_iter().find(|kind| kind.name() == setup.kind);
        let kind = kind.ok_or_else(|| RequestError::new(format!("there is no map kind `{}`", setup.kind)))?;
        let method = methods().into_iter().find(|(name, _)| *name == setup.method);
        let (_, method) =
            method.ok_or_else(|| RequestError::new(format!("there is no method `{}`", setup.method)))?;
        let map = generate(kind, setup.side, setup.side, setup.seed);
        let map = map.map_err(RequestError::new)?;
        let grid = Grid::new(&map, Corners::Cut);
        let goal = match setup.goal {
            Some(goal) => grid.cell(goal).filter(|_| grid.is_free(goal)),
            None => default_goal(&grid),
        };
        let goal = goal.ok_or_else(|| RequestError::new("the goal is not a free cell of the map"))?;
        let settings = StudySettings {
            method,
            orders_max: FEAR_ORDERS_MAX,
            beta1: 0.0..=f64::INFINITY,
            kept: (0..=FEAR_ORDERS_MAX).collect(),
        };
        let deadline = Deadline::after(shell, PATIENCE);
        let study =
            study(&grid, goal, &settings, &|| 0, &|| !deadline.is_over()).map_err(RequestError::new)?;
        Ok(Self { setup, rows: rows(&map), study })
    }

    pub(crate) fn view(&self) -> FearStudyView {
        FearStudyView {
            rows: self.rows.clone(),
            goal: self.study.goal,
            states: self.study.states,
            betas: self.study.betas().collect(),
            outcome: match self.study.outcome {
                Outcome::Fixpoint => "nothing changes any more",
                Outcome::OrdersMax => "the limit of orders is reached",
                Outcome::Rejected | Outcome::Cancelled => "the time limit is reached",
            },
            settled: self.study.settled,
            kinds: Kind::defaults().map(Kind::name).to_vec(),
            methods: methods().map(|(name, _)| name).to_vec(),
        }
    }

    pub(crate) fn order(&self, order: u32) -> Result<FearOrder, RequestError> {
        let kept = self.study.kept.iter().find(|(known, _)| *known == order);
        let (_, costs) = kept.ok_or_else(|| RequestError::new(format!("the study has no order {order}")))?;
        let fear = |(cost, best): (&f64, &f64)| {
            let share = if *best > 0.0 { cost / best } else { 1.0 };
            // Three decimals are enough to draw.
            (best.is_finite() && share.is_finite()).then(|| (share * 1000.0).round() / 1000.0)
        };
        Ok(FearOrder { order, fear: costs.iter().zip(&self.study.optimal).map(fear).collect() })
    }
}

/// The free cell nearest to the middle of the right edge, so that most paths are long.
fn default_goal(grid: &Grid) -> Option<u32> {
    let (width, height) = (grid.width(), grid.height());
    let cells = (0..width * height).map(|cell| grid.position(cell)).filter(|at| grid.is_free(*at));
    let nearest = cells.min_by_key(|&(x, y)| (width - x) + y.abs_diff(height / 2))?;
    grid.cell(nearest)
}

fn rows(map: &Map) -> Vec<String> {
    let letter = |x, y| if map.is_free(x, y) { '.' } else { '#' };
    (0..map.height()).map(|y| (0..map.width()).map(|x| letter(x, y)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::FileShell;

    fn setup(kind: &str, side: u32, method: &str) -> FearSetup {
        FearSetup { kind: kind.to_owned(), side, seed: 3, goal: None, method: method.to_owned() }
    }

    #[test]
    fn every_method_can_be_studied_on_every_map() {
        for kind in ["rooms", "caves", "maze", "field"] {
            for (method, _) in methods() {
                let fear_study = FearStudy::new(setup(kind, 12, method), &FileShell).unwrap();
                let view = fear_study.view();
                assert!(!view.betas.is_empty(), "{kind} {method}");
                for order in 0..=view.betas.len() as u32 {
                    assert_eq!(fear_study.order(order).unwrap().fear.len(), 144);
                }
            }
        }
    }

    #[test]
    fn invalid_setups_are_rejected() {
        for wrong in [
            setup("sea", 12, "lrta"),
            setup("maze", 12, "unknown"),
            setup("maze", 5000, "lrta"),
            setup("maze", 1, "lrta"),
            FearSetup { goal: Some((0, 0)), ..setup("maze", 12, "lrta") },
            FearSetup { goal: Some((99, 1)), ..setup("maze", 12, "lrta") },
        ] {
            assert!(FearStudy::new(wrong.clone(), &FileShell).is_err(), "{wrong:?}");
        }
    }
}
