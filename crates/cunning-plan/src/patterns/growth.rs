//! The choice of the variables of a table: one after another, the one that raises the cost from the start most.

use std::cmp::Reverse;

use super::Question;
use super::project::Projection;
use super::table::{Table, TableStatus};
use crate::task::VarId;

/// A pattern, which is a set of variables, that grows.
pub(super) struct Growth {
    /// The variables so far, and the cost from the start with them.
    vars: Vec<VarId>,
    cost: u64,
    candidates: Vec<Candidate>,
    /// The variables whose table is too large.
    refused: Vec<VarId>,
    /// The table that is being made, and the candidate that it is for; `None` for the table of the first variables.
    trial: Option<(Option<VarId>, Table)>,
    /// The best table that has one more variable.
    winner: Option<(VarId, Table)>,
    /// The table of the last variables that raised the cost.
    best: Option<Table>,
    /// How many variables in a row have not raised the cost.
    idle: u32,
    work: u64,
}

/// A variable that may be added.
struct Candidate {
    var: VarId,
    /// How many operators connect it with the pattern.
    links: u32,
    /// By how much it raised the cost when it was last tried. Mostly it does not raise it more when there are more
    /// variables, so few candidates are tried again.
    gain: u64,
    /// Whether that was with the present variables.
    is_tried: bool,
}

impl Candidate {
    /// Which one to choose: the one that raises the cost most, and then the one with the most connections.
    fn rank(&self) -> (u64, u32) {
        (self.gain, self.links)
    }
}

/// Only this many candidates are tried, those with the most connections.
const CANDIDATES_MAX: usize = 8;
/// Growth ends after this many variables in a row that have not raised the cost.
const IDLE_MAX: u32 = 3;

impl Growth {
    /// Begins with some variables, whose table is made first.
    pub(super) fn new(question: &Question, prices: &[u64], vars: Vec<VarId>) -> Self {
        let mut growth = Self {
            vars,
            cost: 0,
            candidates: Vec::new(),
            refused: Vec::new(),
            trial: None,
            winner: None,
            best: None,
            idle: 0,
            work: 0,
        };
        growth.find_candidates(question);
        if !growth.vars.is_empty() {
            growth.trial = growth.table(question, prices, None).map(|table| (None, table));
        }
        growth
    }

    /// Does a piece of work. Returns false at the end.
    pub(super) fn work(&mut self, question: &Question, prices: &[u64], bytes_max: u64) -> bool {
        let Some((_, table)) = &mut self.trial else { return self.go_on(question, prices) };
        let before = table.work_done();
        let status = table.work(bytes_max);
        self.work += table.work_done() - before;
        if status == TableStatus::Running {
            return true;
        }
        let Some((var, table)) = self.trial.take() else { return true };
        match (var, status) {
            (None, TableStatus::Ready) => {
                self.cost = table.start_cost();
                self.best = Some(table);
            }
            (Some(var), TableStatus::Ready) => self.judge(var, table),
            (Some(var), _) => self.refuse(var, question),
            (None, _) => {}
        }
        true
    }

    /// Returns the work since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Returns the best table at the end.
    pub(super) fn into_best(self) -> Option<Table> {
        self.best
    }

    /// Compares a table with the best one so far that has as many variables.
    fn judge(&mut self, var: VarId, table: Table) {
        let Some(at) = self.candidates.iter().position(|candidate| candidate.var == var) else { return };
        let best = self.candidates.iter().filter(|other| other.is_tried).map(Candidate::rank).max();
        let candidate = &mut self.candidates[at];
        candidate.is_tried = true;
        candidate.gain = table.start_cost().saturating_sub(self.cost);
        if best.is_none_or(|best| candidate.rank() > best) {
            self.winner = Some((var, table));
        }
    }

    fn refuse(&mut self, var: VarId, question: &Question) {
        self.refused.push(var);
        self.find_candidates(question);
    }

    /// Tries the most promising candidate; if it has been tried, the best one joins the pattern. Returns false if there
    /// is none.
    fn go_on(&mut self, question: &Question, prices: &[u64]) -> bool {
        // The first one of equals.
        let next = self.candidates.iter().rev().max_by_key(|next| (next.rank(), next.is_tried));
        let Some((var, is_tried)) = next.map(|next| (next.var, next.is_tried)) else { return false };
        if !is_tried {
            match self.table(question, prices, Some(var)) {
                Some(table) => self.trial = Some((Some(var), table)),
                None => self.refuse(var, question),
            }
            return true;
        }
        let Some((var, table)) = self.winner.take() else { return false };
        let is_gain = table.start_cost() > self.cost;
        self.vars.push(var);
        self.vars.sort_unstable();
        if is_gain || self.best.is_none() {
            self.cost = table.start_cost();
            self.best = Some(table);
        }
        self.idle = if is_gain { 0 } else { self.idle + 1 };
        self.find_candidates(question);
        for candidate in &mut self.candidates {
            candidate.is_tried = false;
            if !is_gain {
                // Together with a variable that gains nothing alone, others may gain more than before.
                candidate.gain = u64::MAX;
            }
        }
        self.idle < IDLE_MAX
    }

    /// Updates the candidates: the variables of the goal and those that are connected with the pattern.
    fn find_candidates(&mut self, question: &Question) {
        let mut links: Vec<(VarId, u32)> = question.links.goal.iter().map(|&var| (var, 1)).collect();
        for var in &self.vars {
            links.extend_from_slice(&question.links.others[var.index()]);
        }
        links.retain(|(var, _)| !self.vars.contains(var) && !self.refused.contains(var));
        links.sort_unstable();
        let mut candidates: Vec<Candidate> = Vec::new();
        for (var, count) in links {
            if let Some(last) = candidates.last_mut().filter(|last| last.var == var) {
                last.links += count;
                continue;
            }
            let old = self.candidates.iter().find(|old| old.var == var);
            let gain = old.map_or(u64::MAX, |old| old.gain);
            let is_tried = old.is_some_and(|old| old.is_tried);
            candidates.push(Candidate { var, links: count, gain, is_tried });
        }
        // An empty pattern may begin anywhere in the goal.
        if !self.vars.is_empty() {
            candidates.sort_by_key(|candidate| Reverse(candidate.links));
            candidates.truncate(CANDIDATES_MAX);
            candidates.sort_by_key(|candidate| candidate.var);
        }
        self.candidates = candidates;
    }

    /// Begins the table of the pattern with one more variable; `None` if there can be none.
    fn table(&mut self, question: &Question, prices: &[u64], var: Option<VarId>) -> Option<Table> {
        let mut vars = self.vars.clone();
        vars.extend(var);
        vars.sort_unstable();
        let operators = question.links.operators(&vars);
        self.work += operators.len() as u64;
        let projection = Projection::new(question.task, question.goal, &operators, prices, &vars)?;
        Table::new(projection, prices, question.start)
    }
}
