//! Estimates of the remaining cost, for both directions.

use cunning_search::{Dense, Heuristic as Estimate};

use super::backward::Backward;
use super::forward::Forward;
use super::regression::ends;
use crate::compiled_goal::{GoalProgram, Job};
use crate::patterns::{Patterns, Question};
use crate::relax::{Combine, LandmarkCut, Reached, Relaxation, Target, UNREACHABLE};
use crate::task::{Atom, Conjunction, Prices, Set, VarId};

/// The estimate that guides a search.
///
/// | | admissible | consistent | good for |
/// |---|---|---|---|
/// | `Max` | yes | yes | backward search, where one relaxed pass serves all nodes |
/// | `LandmarkCut` | yes | no | optimal forward search |
/// | `Patterns` | yes | yes | optimal forward search with numbers |
/// | `Add` | no | no | greedy search |
/// | `Count` | no | no | comparison: used by many games |
/// | `Zero` | yes | yes | comparison: no guidance |
///
/// With an inadmissible one, no algorithm promises more than a valid plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// The most expensive condition, each reached at the least relaxed cost; backward and with quantities, at least
    /// the sum of the conditions when each action counts for one of them.
    Max,
    /// The sum over the conditions, each reached at the least relaxed cost.
    Add,
    /// Landmark cuts: sets of actions of which every plan needs one.
    LandmarkCut,
    /// Pattern databases: the exact costs in projections to a few facts, added up. Backward, it is [`Heuristic::Max`].
    Patterns,
    /// The number of conditions that do not hold.
    Count,
    /// Zero, which is uniform-cost search.
    Zero,
}

impl Heuristic {
    /// Returns whether the estimate never exceeds the true cost.
    pub const fn is_admissible(self) -> bool {
        matches!(self, Self::Max | Self::LandmarkCut | Self::Patterns | Self::Zero)
    }

    const fn is_consistent(self) -> bool {
        matches!(self, Self::Max | Self::Patterns | Self::Zero)
    }
}

/// The data that guides of both directions share.
struct Relaxed {
    kind: Heuristic,
    reached: Reached,
    cuts: LandmarkCut,
    /// The price of each operator including the step.
    prices: Vec<u64>,
    unit: Prices,
    facts: Vec<u32>,
}

impl Relaxed {
    fn new(kind: Heuristic) -> Self {
        let (reached, cuts, prices, facts) = Default::default();
        Self { kind, reached, cuts, prices, unit: Prices::new([]), facts }
    }

    fn start(&mut self, program: &GoalProgram, job: &Job, step: u64) {
        self.unit = job.unit();
        self.prices.clear();
        self.prices.extend(job.prices(program).iter().map(|&price| Prices::relaxed(price, step)));
    }

    /// Returns one unit for each of `unmet` conditions.
    fn count(&self, unmet: u64) -> u64 {
        unmet.saturating_mul(self.unit.of(1_000_000))
    }
}

/// A guide from states to the goal.
pub(crate) struct ForwardGuide {
    relaxed: Relaxed,
    patterns: Patterns,
    /// The values at the start.
    start: Vec<u32>,
}

/// The part of the memory of a search that tables may take while they are made: a half.
const TABLES_SHARE: u64 = 2;

impl ForwardGuide {
    pub(crate) fn new(kind: Heuristic) -> Self {
        Self { relaxed: Relaxed::new(kind), patterns: Patterns::default(), start: Vec::new() }
    }

    /// Starts. Tables have to be made before anything is estimated.
    pub(crate) fn start(
        &mut self,
        program: &GoalProgram,
        values: impl Iterator<Item = u32>,
        job: &Job,
        step: u64,
        bytes_max: u64,
    ) {
        self.relaxed.start(program, job, step);
        if self.has_tables() {
            self.start.clear();
            self.start.extend(values);
            let question = question(program, &self.start);
            self.patterns.begin(&question, &self.relaxed.prices, bytes_max / TABLES_SHARE);
        }
    }

    /// Returns whether an estimate takes many relaxed passes.
    pub(crate) fn is_slow(&self) -> bool {
        self.relaxed.kind == Heuristic::LandmarkCut
    }

    /// Returns whether estimates are read from tables.
    pub(crate) fn has_tables(&self) -> bool {
        self.relaxed.kind == Heuristic::Patterns
    }

    /// Forgets the tables of the last search.
    pub(crate) fn forget_tables(&mut self) {
        self.patterns = Patterns::default();
    }

    /// Returns whether tables are being made.
    pub(crate) fn is_making_tables(&self) -> bool {
        !self.patterns.is_ready()
    }

    /// Does a piece of work on the tables.
    pub(crate) fn make_tables(&mut self, program: &GoalProgram) {
        self.patterns.work(&question(program, &self.start));
    }

    /// Begins larger tables. Returns false if there are none.
    pub(crate) fn enlarge_tables(&mut self, program: &GoalProgram) -> bool {
        self.has_tables() && self.patterns.enlarge(&question(program, &self.start))
    }

    /// Returns the work for tables.
    pub(crate) fn tables_work(&self) -> u64 {
        self.patterns.work_done()
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) fn tables_bytes(&self) -> u64 {
        self.patterns.bytes()
    }
}

fn question<'a>(program: &'a GoalProgram, start: &'a [u32]) -> Question<'a> {
    Question { task: &program.task, goal: &program.goal, links: program.links(), start }
}

impl Estimate<Forward> for ForwardGuide {
    fn estimate(&mut self, space: &mut Forward, state: &Dense) -> Option<u64> {
        let program = space.program();
        let row = space.row(*state);
        let combine = match self.relaxed.kind {
            Heuristic::Zero => return Some(0),
            Heuristic::Count => {
                let is_unmet = |atom: &&Atom| !atom.set.contains(program.packing.value(row, atom.var));
                let unmet = |goal: &Conjunction| goal.atoms.iter().filter(is_unmet).count() as u64;
                let least = program.goal.iter().map(unmet).min()?;
                return Some(self.relaxed.count(least));
            }
            Heuristic::LandmarkCut => {
                let Relaxed { cuts, prices, facts, .. } = &mut self.relaxed;
                program.relaxation().facts_of(program.packing.values(row), facts);
                return cuts.estimate(program.relaxation(), facts, program.target(), prices);
            }
            Heuristic::Patterns => return self.patterns.estimate(|var| program.packing.value(row, var)),
            Heuristic::Max => Combine::Max,
            Heuristic::Add => Combine::Sum,
        };
        let Relaxed { reached, prices, facts, .. } = &mut self.relaxed;
        program.relaxation().facts_of(program.packing.values(row), facts);
        reached.explore(program.relaxation(), facts, prices, combine);
        Some(reached.cost_of(program.target(), combine)).filter(|&cost| cost != UNREACHABLE)
    }

    fn is_consistent(&self) -> bool {
        self.relaxed.kind.is_consistent()
    }

    fn is_inherited(&self) -> bool {
        self.is_slow()
    }

    fn inherited(&self, operator: u32) -> u64 {
        self.relaxed.cuts.without(operator, self.relaxed.prices[operator as usize])
    }
}

/// A guide from sets of states back to the start. The costs of all facts from the start are computed once.
pub(crate) struct BackwardGuide {
    relaxed: Relaxed,
    /// For each bit of a set of states, the cost of the value.
    costs: Vec<u64>,
    /// The same in costs that may be added up, from the projections.
    shares: Vec<u64>,
    own: Reached,
    own_prices: Vec<u64>,
    target: Target,
}

impl BackwardGuide {
    pub(crate) fn new(kind: Heuristic) -> Self {
        let (costs, shares, own, own_prices, target) = Default::default();
        Self { relaxed: Relaxed::new(kind), costs, shares, own, own_prices, target }
    }

    pub(crate) fn start(
        &mut self,
        program: &GoalProgram,
        values: impl Iterator<Item = u32>,
        job: &Job,
        step: u64,
    ) {
        self.relaxed.start(program, job, step);
        let combine = match self.relaxed.kind {
            Heuristic::Zero | Heuristic::Count => return,
            Heuristic::Max | Heuristic::LandmarkCut | Heuristic::Patterns => Combine::Max,
            Heuristic::Add => Combine::Sum,
        };
        let Relaxed { kind, reached, prices, facts, .. } = &mut self.relaxed;
        program.relaxation().facts_of(values, facts);
        if *kind == Heuristic::LandmarkCut {
            return;
        }
        reached.explore(program.relaxation(), facts, prices, combine);
        by_bit(program, program.relaxation(), reached, &mut self.costs);
        if let (Heuristic::Max | Heuristic::Patterns, Some(projections)) = (kind, program.projections()) {
            projections.prices(prices, &mut self.own_prices);
            self.own.explore(&projections.relaxation, facts, &self.own_prices, Combine::Max);
            by_bit(program, &projections.relaxation, &self.own, &mut self.shares);
        }
    }

    /// Calls `visit` with each variable whose start value is not allowed.
    fn unmet(space: &Backward, row: &[u64], mut visit: impl FnMut(VarId, Set)) {
        let Some(regression) = space.program().regression() else { return };
        for (word, (&start, &set)) in space.start_row().iter().zip(row).enumerate() {
            if word < regression.first_range_word() {
                let mut missing = start & !set;
                while missing != 0 {
                    let var = regression.var_at[word * 64 + missing.trailing_zeros() as usize];
                    let field = regression.fields[var.index()];
                    visit(var, Set::Mask(set >> field.shift & field.mask));
                    missing &= missing - 1;
                }
            } else {
                let (low, high) = ends(set);
                if !(low..=high).contains(&ends(start).0) {
                    visit(regression.range_at(word), Set::Interval(low, high));
                }
            }
        }
    }
}

impl Estimate<Backward> for BackwardGuide {
    fn estimate(&mut self, space: &mut Backward, state: &Dense) -> Option<u64> {
        let program = space.program();
        let row = space.row(*state);
        let goals = program.regression().map_or(&[][..], |regression| &regression.goals);
        // The root before several alternatives of the goal; without any alternative there is no plan.
        if state.0 == 0 && goals.len() != 1 {
            return (!goals.is_empty()).then_some(0);
        }
        match self.relaxed.kind {
            Heuristic::Zero => Some(0),
            Heuristic::Count => {
                let mut unmet = 0;
                Self::unmet(space, row, |_, _| unmet += 1);
                Some(self.relaxed.count(unmet))
            }
            Heuristic::Max | Heuristic::Patterns => {
                let reached = &self.relaxed.reached;
                let dearest = cost(space, row, &self.costs, program.relaxation(), reached, u64::max);
                let sum = program.projections().map_or(0, |projections| {
                    let add = u64::saturating_add;
                    cost(space, row, &self.shares, &projections.relaxation, &self.own, add)
                });
                Some(dearest.max(sum)).filter(|&cost| cost != UNREACHABLE)
            }
            Heuristic::Add => {
                let reached = &self.relaxed.reached;
                let sum = cost(space, row, &self.costs, program.relaxation(), reached, u64::saturating_add);
                Some(sum).filter(|&cost| cost != UNREACHABLE)
            }
            Heuristic::LandmarkCut => {
                self.target.clear();
                Self::unmet(space, row, |var, set| {
                    program.relaxation().aim_at(&Atom { var, set }, &mut self.target);
                });
                self.target.end_conjunction();
                let Relaxed { cuts, prices, facts, .. } = &mut self.relaxed;
                cuts.estimate(program.relaxation(), facts, &self.target, prices)
            }
        }
    }

    fn is_consistent(&self) -> bool {
        self.relaxed.kind.is_consistent()
    }
}

/// Returns the cost of each value, by its bit in a set of states.
fn by_bit(program: &GoalProgram, relaxation: &Relaxation, reached: &Reached, costs: &mut Vec<u64>) {
    let Some(regression) = program.regression() else { return };
    costs.clear();
    costs.resize(regression.width * 64, 0);
    for (var, field) in (0..).map(VarId).zip(&regression.fields) {
        if !field.is_range
            && let Some(known) = reached.costs_of(relaxation, var, field.size)
        {
            let first = field.word as usize * 64 + field.shift as usize;
            for (target, cost) in costs[first..].iter_mut().zip(known) {
                *target = *cost;
            }
        }
    }
}

/// Combines the costs of the variables whose start value is not in a set of states.
#[inline]
fn cost(
    space: &Backward,
    row: &[u64],
    costs: &[u64],
    relaxation: &Relaxation,
    reached: &Reached,
    combine: impl Fn(u64, u64) -> u64,
) -> u64 {
    let Some(regression) = space.program().regression() else { return UNREACHABLE };
    let mut total = 0;
    for (word, (&start, &set)) in space.start_row().iter().zip(row).enumerate() {
        if word < regression.first_range_word() {
            let mut missing = start & !set;
            while missing != 0 {
                let field = regression.field_at[word * 64 + missing.trailing_zeros() as usize];
                missing &= missing - 1;
                let mut values = set & field;
                let mut least = UNREACHABLE;
                while values != 0 {
                    least = least.min(costs[word * 64 + values.trailing_zeros() as usize]);
                    values &= values - 1;
                }
                total = combine(total, least);
            }
        } else {
            let (low, high) = ends(set);
            if !(low..=high).contains(&ends(start).0) {
                let atom = Atom { var: regression.range_at(word), set: Set::Interval(low, high) };
                total = combine(total, reached.least_of(relaxation, &atom));
            }
        }
    }
    total
}
