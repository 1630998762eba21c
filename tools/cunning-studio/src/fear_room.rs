//! The room of fear: what a walker who learns believes a map to cost, order by order, and how that compares to the truth.

use std::time::{Duration, Instant};

use cunning_lab::fear::{Outcome, Study, StudySettings, study};
use cunning_walk::generate::{Kind, generate};
use cunning_walk::real_time::{Lookahead, Method};
use cunning_walk::{Corners, Grid, Map};
use serde::{Deserialize, Serialize};

use crate::limits::{FEAR_ORDERS_MAX, FEAR_SIDE_MAX};
use crate::wire::Refusal;

/// How long a study may take, but for the order that it is at then.
const PATIENCE: Duration = Duration::from_secs(8);

/// A map, a goal and whoever walks there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Ground {
    kind: String,
    side: u32,
    seed: u64,
    /// Somewhere that can be reached, if nobody says.
    goal: Option<(u32, u32)>,
    method: String,
}

/// A study that was made.
pub(crate) struct Studied {
    pub(crate) ground: Ground,
    rows: Vec<String>,
    study: Study,
}

/// What there is to see of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Told {
    rows: Vec<String>,
    goal: (u32, u32),
    states: u32,
    /// The mean suboptimality of each order, from the first.
    betas: Vec<f64>,
    outcome: &'static str,
    settled: Option<u32>,
    kinds: Vec<&'static str>,
    methods: Vec<&'static str>,
}

/// An order on the map: for each cell what is feared there, as a multiple of the truth; nothing where nobody walks.
#[derive(Serialize)]
pub(crate) struct Plate {
    order: u32,
    fear: Vec<Option<f64>>,
}

/// States that are expanded before each walk by those who look ahead.
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

impl Studied {
    /// Makes a study.
    pub(crate) fn new(ground: &Ground) -> Result<Self, Refusal> {
        if ground.side > FEAR_SIDE_MAX {
            return Err(Refusal::new(format!("a map here has at most {FEAR_SIDE_MAX} cells on a side")));
        }
        let kind = Kind::defaults().into_iter().find(|kind| kind.name() == ground.kind);
        let kind = kind.ok_or_else(|| Refusal::new("there is no such sort of map"))?;
        let method = methods().into_iter().find(|(name, _)| *name == ground.method);
        let (_, method) = method.ok_or_else(|| Refusal::new("there is no such walker"))?;
        let map = generate(kind, ground.side, ground.side, ground.seed);
        let map = map.map_err(|error| Refusal::new(error.to_string()))?;
        let grid = Grid::new(&map, Corners::Cut);
        let goal = match ground.goal {
            Some(goal) => grid.cell(goal).filter(|_| grid.is_free(goal)),
            None => somewhere(&grid),
        };
        let goal = goal.ok_or_else(|| Refusal::new("nobody can stand there"))?;
        let settings = StudySettings {
            method,
            orders_max: FEAR_ORDERS_MAX,
            beta1: 0.0..=f64::INFINITY,
            kept: (0..=FEAR_ORDERS_MAX).collect(),
        };
        let begin = Instant::now();
        let study = study(&grid, goal, &settings, &|| 0, &|| begin.elapsed() < PATIENCE)
            .map_err(|error| Refusal::new(error.to_string()))?;
        Ok(Self { ground: ground.clone(), rows: rows(&map), study })
    }

    pub(crate) fn told(&self) -> Told {
        Told {
            rows: self.rows.clone(),
            goal: self.study.goal,
            states: self.study.states,
            betas: self.study.betas().collect(),
            outcome: match self.study.outcome {
                Outcome::Fixpoint => "nothing changes any more",
                Outcome::OrdersMax => "there are more orders than are shown here",
                Outcome::Rejected | Outcome::Cancelled => "it took too long",
            },
            settled: self.study.settled,
            kinds: Kind::defaults().map(Kind::name).to_vec(),
            methods: methods().map(|(name, _)| name).to_vec(),
        }
    }

    pub(crate) fn plate(&self, order: u32) -> Result<Plate, Refusal> {
        let kept = self.study.kept.iter().find(|(known, _)| *known == order);
        let (_, costs) = kept.ok_or_else(|| Refusal::new("there is no such order"))?;
        let fear = |(cost, best): (&f64, &f64)| {
            let share = if *best > 0.0 { cost / best } else { 1.0 };
            // Three digits are as much as anybody sees.
            (best.is_finite() && share.is_finite()).then(|| (share * 1000.0).round() / 1000.0)
        };
        Ok(Plate { order, fear: costs.iter().zip(&self.study.optimal).map(fear).collect() })
    }
}

/// The free cell that lies nearest to the middle of the right edge: walkers have a way to go.
fn somewhere(grid: &Grid) -> Option<u32> {
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

    fn ground(kind: &str, side: u32, method: &str) -> Ground {
        Ground { kind: kind.to_owned(), side, seed: 3, goal: None, method: method.to_owned() }
    }

    #[test]
    fn every_walker_can_be_studied_everywhere() {
        for kind in ["rooms", "caves", "maze", "field"] {
            for (method, _) in methods() {
                let studied = Studied::new(&ground(kind, 12, method)).unwrap();
                let told = studied.told();
                assert!(!told.betas.is_empty(), "{kind} {method}");
                for order in 0..=told.betas.len() as u32 {
                    assert_eq!(studied.plate(order).unwrap().fear.len(), 144);
                }
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for wrong in [
            ground("sea", 12, "lrta"),
            ground("maze", 12, "nobody"),
            ground("maze", 5000, "lrta"),
            ground("maze", 1, "lrta"),
            Ground { goal: Some((0, 0)), ..ground("maze", 12, "lrta") },
            Ground { goal: Some((99, 1)), ..ground("maze", 12, "lrta") },
        ] {
            assert!(Studied::new(&wrong).is_err(), "{wrong:?}");
        }
    }
}
