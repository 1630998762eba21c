//! The relaxed task, in which values once reached stay reachable.
//!
//! Every value of every variable is a *fact*; a condition that several values meet is a separate *proposition*,
//! reached with the first of them. An operator becomes one *rule* for all unconditional assignments, one for each
//! conditional change, and one for each value that it adds to. [`Reached`] computes the cost of each fact from a
//! state, as a lower bound (`h_max`) or an estimate (`h_add`); [`LandmarkCut`] finds better lower bounds.

mod landmark_cut;
mod lists;
mod projections;
mod reached;
mod wanted;

use std::ops::Range;

use rustc_hash::FxHashMap;

pub(crate) use landmark_cut::LandmarkCut;
pub(crate) use lists::Lists;
pub(crate) use projections::Projections;
pub(crate) use reached::{Combine, Reached, UNREACHABLE};

use crate::task::{Atom, Change, Conjunction, Effect, Expr, Operator, Set, Task, VarId};

/// Larger domains are left out: their conditions count as free, so lower bounds stay valid.
pub(crate) const DOMAIN_MAX: u32 = 4096;
/// The largest number of rules from additions to one variable; a variable with more is left out too.
const ADDITIONS_MAX: u64 = 1 << 16;

/// The fact that always holds, so that every rule has a condition.
const TRUE: u32 = 0;

/// Returns how many values of a domain the relaxation keeps.
pub(crate) fn values_kept(size: u64) -> usize {
    if size > u64::from(DOMAIN_MAX) { 0 } else { size as usize }
}

/// The relaxed operators of a task, created once.
#[derive(Clone, Debug)]
pub(crate) struct Relaxation {
    /// The first fact of each variable; `None` for a domain that is left out.
    first: Vec<Option<u32>>,
    /// The propositions: facts first, then the propositions of several facts.
    fact_count: u32,
    /// For each fact, whether a condition may want it. Nothing makes the others.
    is_wanted: Vec<bool>,
    proposition_count: u32,
    /// For each fact, the propositions of several facts that it meets.
    meets: Lists,
    /// For each proposition of several facts, its facts.
    members: Lists,
    /// For each proposition, the rules that need it.
    needed_by: Lists,
    /// For each fact, the rules that make it true.
    made_by: Lists,
    needs: Lists,
    /// For each rule, the number of propositions that it needs.
    need_counts: Vec<u32>,
    makes: Lists,
    operator_of: Vec<u32>,
    /// For each operator, its rules.
    rules_of: Vec<Range<u32>>,
    /// For each rule, the place of its price: a use of its operator, or after all uses the operator, for any use. An
    /// operator that adds to a variable has a different use for every value, because the variable cannot have two
    /// values at once.
    price_of: Vec<u32>,
    use_count: u32,
    /// For each operator, its uses.
    uses_of: Vec<Range<u32>>,
}

/// A rule over the bits of one word: with all of some bits, and one of each of two sets, it adds other bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallSearchRule {
    pub(crate) all: u64,
    pub(crate) any: [u64; 2],
    pub(crate) makes: u64,
    /// The operator of the rule, and whether its price is paid here.
    pub(crate) operator: u32,
    pub(crate) is_paid: bool,
}

/// A target: a disjunction of conjunctions of atoms, each a set of alternative facts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Target {
    facts: Vec<u32>,
    /// The end of each atom's facts.
    atoms: Vec<u32>,
    /// The end of each conjunction's atoms.
    conjunctions: Vec<u32>,
}

impl Relaxation {
    /// Relaxes a task and keeps all facts.
    pub(crate) fn new(task: &Task) -> Self {
        Builder::new(task).build(task)
    }

    /// Relaxes a task and leaves out the facts that no condition on the way to a goal wants, in either direction.
    pub(crate) fn for_goal(task: &Task, goal: &[Conjunction]) -> Self {
        let mut builder = Builder::new(task);
        wanted::mark(task, goal, &builder.first, &mut builder.is_wanted);
        builder.build(task)
    }

    pub(crate) fn rule_count(&self) -> u32 {
        self.operator_of.len() as u32
    }

    /// Collects the facts of a state.
    pub(crate) fn facts_of(&self, values: impl Iterator<Item = u32>, facts: &mut Vec<u32>) {
        facts.clear();
        let all = self.first.iter().zip(values).filter_map(|(first, value)| first.map(|first| first + value));
        facts.extend(all.filter(|&fact| self.is_wanted[fact as usize]));
    }

    /// Returns the facts of a variable, one for each value; empty if it is left out.
    pub(crate) fn facts_of_var(&self, var: VarId, size: u32) -> Range<u32> {
        self.first[var.index()].map_or(0..0, |first| first..first + size)
    }

    /// Adds an atom to the conjunction under construction.
    pub(crate) fn aim_at(&self, atom: &Atom, target: &mut Target) {
        let Some(first) = self.first[atom.var.index()] else { return };
        match atom.set {
            Set::Mask(mut bits) => {
                while bits != 0 {
                    target.facts.push(first + bits.trailing_zeros());
                    bits &= bits - 1;
                }
            }
            Set::Interval(low, high) => target.facts.extend(first + low..=first + high),
        }
        target.atoms.push(target.facts.len() as u32);
    }

    /// Returns the target of meeting one of several conjunctions, as far as single variables determine it.
    pub(crate) fn target(&self, goal: &[Conjunction]) -> Target {
        let mut target = Target::default();
        for conjunction in goal {
            conjunction.atoms.iter().for_each(|atom| self.aim_at(atom, &mut target));
            target.end_conjunction();
        }
        target
    }

    /// Returns the rules over the bits of one word, if all variables fit: `bit` is the first bit of each variable,
    /// `operator` maps operators to prices and tells whether they are paid. Conditions that do not fit are dropped,
    /// so costs stay lower bounds.
    pub(crate) fn pocket_rules(
        &self,
        bit: impl Fn(VarId) -> u32,
        operator: impl Fn(u32) -> (u32, bool),
    ) -> Option<Vec<SmallSearchRule>> {
        let mut bit_of = vec![None; self.fact_count as usize];
        for (var, first) in (0..).map(VarId).zip(&self.first) {
            let first = (*first)? as usize;
            let next = self.first.get(var.index() + 1).copied().flatten().unwrap_or(self.fact_count) as usize;
            for (target, bit) in bit_of[first..next].iter_mut().zip(bit(var)..) {
                *target = Some(bit);
            }
        }
        let mask = |facts: &[u32]| {
            facts.iter().filter_map(|&fact| bit_of[fact as usize]).fold(0_u64, |mask, bit| mask | 1 << bit)
        };
        let rules = (0..self.needs.len()).map(|rule| {
            let (narrow, wide): (Vec<u32>, Vec<u32>) =
                self.needs.get(rule).iter().partition(|&&need| need < self.fact_count);
            let mut any = [u64::MAX; 2];
            for (target, wide) in any.iter_mut().zip(wide) {
                *target = mask(self.members.get(wide - self.fact_count));
            }
            let (operator, is_paid) = operator(self.operator_of[rule as usize]);
            SmallSearchRule { all: mask(&narrow), any, makes: mask(self.makes.get(rule)), operator, is_paid }
        });
        Some(rules.collect())
    }

    /// Returns the place of the price of an operator's cheapest use.
    #[inline]
    fn cheapest_use(&self, operator: u32) -> u32 {
        self.use_count + operator
    }

    /// Returns the propositions of several facts that a fact meets.
    #[inline]
    fn wider(&self, fact: u32) -> &[u32] {
        self.meets.get(fact)
    }
}

impl Target {
    pub(crate) fn clear(&mut self) {
        self.facts.clear();
        self.atoms.clear();
        self.conjunctions.clear();
    }

    /// Ends the conjunction under construction.
    pub(crate) fn end_conjunction(&mut self) {
        self.conjunctions.push(self.atoms.len() as u32);
    }

    /// Iterates over the ranges of atoms of each conjunction.
    fn conjunctions(&self) -> impl Iterator<Item = Range<u32>> {
        let starts = std::iter::once(&0).chain(&self.conjunctions);
        starts.zip(&self.conjunctions).map(|(&start, &end)| start..end)
    }

    fn atom(&self, atom: u32) -> &[u32] {
        let start = if atom == 0 { 0 } else { self.atoms[atom as usize - 1] };
        &self.facts[start as usize..self.atoms[atom as usize] as usize]
    }
}

/// Collects the rules of a task.
struct Builder {
    first: Vec<Option<u32>>,
    fact_count: u32,
    is_wanted: Vec<bool>,
    sets: FxHashMap<(VarId, Set), u32>,
    /// The atoms of the propositions of several facts, in order.
    wide: Vec<Atom>,
    needs: Lists,
    makes: Lists,
    operator_of: Vec<u32>,
    use_of: Vec<Option<u32>>,
    use_count: u32,
}

impl Builder {
    fn new(task: &Task) -> Self {
        let mut additions = vec![0_u64; task.sizes.len()];
        for operator in &task.operators {
            for effect in task
                .actions
                .get(operator.task_action as usize)
                .map_or(&[][..], |task_action| &task_action.effects)
            {
                if matches!(effect.change, Change::Add { .. }) {
                    let size = task.sizes[effect.var.index()];
                    additions[effect.var.index()] += u64::from(size) * effect.when.len() as u64;
                }
            }
        }
        let mut first = Vec::with_capacity(task.sizes.len());
        let mut fact_count = TRUE + 1;
        for (&size, additions) in task.sizes.iter().zip(additions) {
            let is_left_out = size > DOMAIN_MAX || additions > ADDITIONS_MAX;
            first.push((!is_left_out).then_some(fact_count));
            fact_count += if is_left_out { 0 } else { size };
        }
        Self {
            first,
            fact_count,
            is_wanted: vec![true; fact_count as usize],
            sets: FxHashMap::default(),
            wide: Vec::new(),
            needs: Lists::default(),
            makes: Lists::default(),
            operator_of: Vec::new(),
            use_of: Vec::new(),
            use_count: 0,
        }
    }

    fn build(mut self, task: &Task) -> Relaxation {
        let mut rules_of = Vec::with_capacity(task.operators.len());
        let mut uses_of = Vec::with_capacity(task.operators.len());
        for (at, operator) in (0..).zip(&task.operators) {
            let begin = self.operator_of.len() as u32;
            let first_use = self.use_count;
            if let Some(task_action) = task.actions.get(operator.task_action as usize) {
                self.operator(task, at, operator, &task_action.effects);
            }
            rules_of.push(begin..self.operator_of.len() as u32);
            self.use_count = self.use_count.max(first_use + 1);
            uses_of.push(first_use..self.use_count);
        }
        let mut members = Lists::default();
        for atom in &self.wide {
            if let Some(first) = self.first[atom.var.index()] {
                let size = task.sizes[atom.var.index()];
                members.push((0..size).filter(|&value| atom.set.contains(value)).map(|value| first + value));
            }
        }
        let use_count = self.use_count;
        let places = self.use_of.iter().zip(&self.operator_of);
        let places = places.map(|(this_use, operator)| this_use.unwrap_or(use_count + operator)).collect();
        let fact_count = self.fact_count;
        let proposition_count = fact_count + members.len();
        Relaxation {
            first: self.first,
            fact_count,
            is_wanted: self.is_wanted,
            proposition_count,
            meets: members.inverted(fact_count, fact_count),
            needed_by: self.needs.inverted(proposition_count, 0),
            made_by: self.makes.inverted(fact_count, 0),
            members,
            need_counts: self.needs.lengths().collect(),
            needs: self.needs,
            makes: self.makes,
            operator_of: self.operator_of,
            rules_of,
            price_of: places,
            use_count,
            uses_of,
        }
    }

    fn operator(&mut self, task: &Task, at: u32, operator: &Operator, effects: &[Effect]) {
        let Some(pre) = with_ranges(task, &operator.pre, effects) else { return };
        let mut assigned = Vec::new();
        let first_use = self.use_count;
        // The first variable with an unconditional addition distinguishes the uses.
        let is_addition = |effect: &&Effect| {
            let is_known = matches!(effect.change, Change::Add { by: Expr::Const(_), .. });
            is_known && effect.is_unconditional() && self.first[effect.var.index()].is_some()
        };
        let divider = effects.iter().find(is_addition).map(|effect| effect.var);
        if let Some(var) = divider {
            self.use_count += task.sizes[var.index()];
        }
        for effect in effects {
            let size = task.sizes[effect.var.index()];
            let Some(first) = self.first[effect.var.index()] else { continue };
            for when in &effect.when {
                let Some(all) = pre.and(when) else { continue };
                match &effect.change {
                    Change::Assign(value) if when.is_true() => assigned.push(first + value),
                    Change::Assign(value) => self.rule(at, &all, [first + value]),
                    Change::Add { by: Expr::Const(_), .. } => {
                        let allowed = all.atoms.iter().find(|atom| atom.var == effect.var);
                        let others = self.needs(&all, Some(effect.var));
                        for value in 0..size {
                            if allowed.is_none_or(|atom| atom.set.contains(value))
                                && let Some(sum) = effect.change.apply(effect.var, size, &|_| value)
                                && sum != value
                            {
                                let this_use = (divider == Some(effect.var)).then_some(first_use + value);
                                let needs = std::iter::once(first + value).chain(others.iter().copied());
                                self.rule_of_use(at, this_use, needs, [first + sum]);
                            }
                        }
                    }
                    // The new value is unknown.
                    Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } => {
                        self.rule(at, &all, first..first + size);
                    }
                    Change::Refuse => {}
                }
            }
        }
        if !assigned.is_empty() {
            self.rule(at, &pre, assigned);
        }
    }

    /// Returns the propositions of a condition, without those of one variable.
    fn needs(&mut self, pre: &Conjunction, except: Option<VarId>) -> Vec<u32> {
        let atoms = pre.atoms.iter().filter(|atom| Some(atom.var) != except);
        atoms.filter_map(|atom| self.proposition(*atom)).collect()
    }

    /// Adds a rule for any use of its operator.
    fn rule(&mut self, operator: u32, pre: &Conjunction, makes: impl IntoIterator<Item = u32>) {
        let mut needs = self.needs(pre, None);
        if needs.is_empty() {
            needs.push(TRUE);
        }
        self.rule_of_use(operator, None, needs, makes);
    }

    fn rule_of_use(
        &mut self,
        operator: u32,
        this_use: Option<u32>,
        needs: impl IntoIterator<Item = u32>,
        makes: impl IntoIterator<Item = u32>,
    ) {
        if self.makes.push_some(makes.into_iter().filter(|&fact| self.is_wanted[fact as usize])) {
            self.needs.push(needs);
            self.operator_of.push(operator);
            self.use_of.push(this_use);
        }
    }

    fn proposition(&mut self, atom: Atom) -> Option<u32> {
        let first = self.first[atom.var.index()]?;
        if let Some(value) = atom.set.single() {
            return Some(first + value);
        }
        let new = self.fact_count + self.wide.len() as u32;
        Some(*self.sets.entry((atom.var, atom.set)).or_insert_with(|| {
            self.wide.push(atom);
            new
        }))
    }
}

/// Returns a condition together with the conditions from the ranges of unconditional additions.
pub(crate) fn with_ranges(task: &Task, pre: &Conjunction, effects: &[Effect]) -> Option<Conjunction> {
    let mut all = pre.clone();
    for effect in effects.iter().filter(|effect| effect.is_unconditional()) {
        if let Change::Add { by: Expr::Const(by), ends } = &effect.change {
            let size = task.sizes[effect.var.index()];
            let set = ends.allow(*by, size)?;
            if !set.is_full(size) {
                all = all.and(&Conjunction::of_atom(Atom { var: effect.var, set }))?;
            }
        }
    }
    Some(all)
}
