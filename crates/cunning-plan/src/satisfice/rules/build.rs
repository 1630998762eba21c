//! Makes the relaxed rules of a task from its operators and its goal.

use rustc_hash::FxHashMap;

use super::{
    Amount, Fill, GOAL, Groups, Move, NO_OPERATOR, NumberCondition, NumberTest, RelaxedRules, Resource,
    Shift, TRUE,
};
use crate::model::Operator as Arithmetic;
use crate::relax::{Lists, with_ranges};
use crate::task::{Atom, Change, Conjunction, Effect, Expr, Reading, Relation, Set, Task, VarId};

/// The largest domain whose values are facts.
const VALUES_MAX: u32 = 4096;
/// The largest domain whose values a copied fact is split into.
const COPIES_MAX: u32 = 64;
/// The largest number of pairs of values that a relation of two facts is split into.
const PAIRS_MAX: u64 = 1024;

pub(super) struct Builder {
    first: Vec<Option<u32>>,
    next: u32,
    wide: FxHashMap<(VarId, Set), u32>,
    /// The atoms of several values; `None` for a relation, which rules of its own reach.
    wide_atoms: Vec<Option<Atom>>,
    number: FxHashMap<NumberCondition, u32>,
    numbers: Vec<NumberCondition>,
    relations: Vec<Relation>,
    /// For each relation, the factor of each variable in its difference; `None` if it is not linear.
    factors: Vec<Vec<(VarId, Option<i64>)>>,
    /// For each relation of two facts, its proposition.
    pairs: Vec<Option<u32>>,
    operator_of: Vec<u32>,
    needs: Vec<Vec<Need>>,
    makes: Lists,
    moves: Groups<Move>,
    main_rule: Vec<u32>,
}

/// A need of a rule, before the numbers of propositions are known.
#[derive(Clone, Copy)]
enum Need {
    Fact(u32),
    Wide(u32),
    Number(u32),
}

impl Builder {
    pub(super) fn new(task: &Task) -> Self {
        let mut is_number: Vec<bool> = task.sizes.iter().map(|&size| size > VALUES_MAX).collect();
        for effect in task.actions.iter().flat_map(|action| &action.effects) {
            if matches!(effect.change, Change::Add { .. } | Change::Set { .. }) {
                is_number[effect.var.index()] = true;
            }
        }
        let mut next = GOAL + 1;
        let first = is_number.iter().zip(&task.sizes).map(|(&is_number, &size)| {
            let first = next;
            next += if is_number { 0 } else { size };
            (!is_number).then_some(first)
        });
        Self {
            first: first.collect(),
            next,
            wide: FxHashMap::default(),
            wide_atoms: Vec::new(),
            number: FxHashMap::default(),
            numbers: Vec::new(),
            relations: Vec::new(),
            factors: Vec::new(),
            pairs: Vec::new(),
            operator_of: Vec::new(),
            needs: Vec::new(),
            makes: Lists::default(),
            moves: Groups::default(),
            main_rule: vec![NO_OPERATOR; task.operators.len()],
        }
    }

    pub(super) fn build(mut self, task: &Task, goal: &[Conjunction]) -> RelaxedRules {
        // Relations first, so that every rule knows the differences that it moves.
        for operator in &task.operators {
            self.note_relations(task, &operator.pre);
            let effects = task.actions.get(operator.task_action as usize).map_or(&[][..], |a| &a.effects);
            effects.iter().flat_map(|effect| &effect.when).for_each(|when| self.note_relations(task, when));
        }
        for alternative in goal {
            self.note_relations(task, alternative);
        }
        for (at, operator) in (0..).zip(&task.operators) {
            if let Some(action) = task.actions.get(operator.task_action as usize)
                && let Some(pre) = with_ranges(task, &operator.pre, &action.effects)
            {
                self.operator(task, at, &pre, &action.effects);
            }
        }
        for alternative in goal {
            self.rule(NO_OPERATOR, alternative, &[GOAL], &[]);
        }
        self.finish(task)
    }

    fn note_relations(&mut self, task: &Task, conjunction: &Conjunction) {
        for relation in &conjunction.relations {
            if !self.relations.contains(relation) {
                let mut factors = Vec::new();
                let is_linear =
                    linear(&relation.left, 1, &mut factors) && linear(&relation.right, -1, &mut factors);
                let mut vars = Vec::new();
                relation.left.vars(&mut |var| vars.push(var));
                relation.right.vars(&mut |var| vars.push(var));
                vars.sort_unstable();
                vars.dedup();
                let pair = self.pair(task, relation, &vars);
                self.pairs.push(pair);
                if pair.is_some() {
                    vars.clear();
                }
                let factor = |var: VarId| {
                    let own = factors.iter().filter(|(of, _)| *of == var);
                    (var, is_linear.then(|| own.map(|(_, factor)| factor).sum()))
                };
                self.factors.push(vars.into_iter().map(factor).collect());
                self.relations.push(relation.clone());
            }
        }
    }

    /// Adds a rule for each pair of values that meets a relation of two facts, if there are few. Returns the
    /// proposition that they reach.
    fn pair(&mut self, task: &Task, relation: &Relation, vars: &[VarId]) -> Option<u32> {
        let &[left, right] = vars else { return None };
        let (first_left, first_right) = (self.first[left.index()]?, self.first[right.index()]?);
        let (left_size, right_size) = (task.sizes[left.index()], task.sizes[right.index()]);
        if u64::from(left_size) * u64::from(right_size) > PAIRS_MAX {
            return None;
        }
        let all = (0..left_size).flat_map(|one| (0..right_size).map(move |other| (one, other)));
        let holds =
            |(one, other): &(u32, u32)| relation.holds(&|var| if var == left { *one } else { *other });
        let proposition = self.next + self.wide_atoms.len() as u32;
        self.wide_atoms.push(None);
        for (one, other) in all.filter(holds) {
            self.needs.push(vec![Need::Fact(first_left + one), Need::Fact(first_right + other)]);
            self.makes.push([proposition]);
            self.operator_of.push(NO_OPERATOR);
            self.moves.end();
        }
        Some(proposition)
    }

    fn operator(&mut self, task: &Task, at: u32, pre: &Conjunction, effects: &[Effect]) {
        let (mut makes, mut moves) = (Vec::new(), Vec::new());
        for effect in effects.iter().filter(|effect| effect.is_unconditional()) {
            if let Change::Copy { from, to } = &effect.change {
                self.copies(task, at, pre, effect.var, from, to);
            } else {
                self.change(effect, &mut makes, &mut moves);
            }
        }
        self.main_rule[at as usize] = self.operator_of.len() as u32;
        self.rule(at, pre, &makes, &moves);
        for effect in effects.iter().filter(|effect| !effect.is_unconditional()) {
            for when in &effect.when {
                let Some(all) = pre.and(when) else { continue };
                if let Change::Copy { from, to } = &effect.change {
                    self.copies(task, at, &all, effect.var, from, to);
                    continue;
                }
                makes.clear();
                moves.clear();
                self.change(effect, &mut makes, &mut moves);
                self.rule(at, &all, &makes, &moves);
            }
        }
    }

    /// Adds what a change makes true or moves.
    fn change(&self, effect: &Effect, makes: &mut Vec<u32>, moves: &mut Vec<(VarId, Shift)>) {
        match (&effect.change, self.first[effect.var.index()]) {
            (Change::Assign(value), Some(first)) => {
                makes.push(first + value);
                moves.push((effect.var, Shift::Any));
            }
            (Change::Assign(value), None) => moves.push((effect.var, Shift::To(*value))),
            (Change::Add { by: Expr::Const(by), .. }, _) => moves.push((effect.var, Shift::By(*by))),
            (Change::Refuse, _) => {}
            (Change::Add { .. } | Change::Set { .. } | Change::Copy { .. }, _) => {
                moves.push((effect.var, Shift::Any));
            }
        }
    }

    /// Adds a rule for each object that can be copied.
    fn copies(
        &mut self,
        task: &Task,
        at: u32,
        pre: &Conjunction,
        var: VarId,
        from: &Reading,
        to: &[Option<u32>],
    ) {
        let size = task.sizes[from.var().index()];
        let Some(first) = self.first[var.index()].filter(|_| size <= COPIES_MAX) else {
            let all = self.first[var.index()].map_or(0..0, |first| first..first + task.sizes[var.index()]);
            let makes: Vec<u32> = all.collect();
            return self.rule(at, pre, &makes, &[(var, Shift::Any)]);
        };
        for value in 0..size {
            let Some(copied) = to.get(from.code(&|_| value) as usize).copied().flatten() else { continue };
            let Some(set) = Set::only(size, value) else { continue };
            let atom = Conjunction::of_atom(Atom { var: from.var(), set });
            // A domain of one value has no condition.
            let all = if size == 1 { Some(pre.clone()) } else { pre.and(&atom) };
            if let Some(all) = all {
                self.rule(at, &all, &[first + copied], &[(var, Shift::Any)]);
            }
        }
    }

    fn rule(&mut self, operator: u32, pre: &Conjunction, makes: &[u32], moves: &[(VarId, Shift)]) {
        let rule = self.operator_of.len() as u32;
        let mut needs: Vec<Need> = pre.atoms.iter().map(|atom| self.need(*atom)).collect();
        for relation in &pre.relations {
            let Some(at) = self.relations.iter().position(|known| known == relation) else { continue };
            if let Some(proposition) = self.pairs[at] {
                needs.push(Need::Fact(proposition));
                continue;
            }
            let number = self.first.len() as u32 + at as u32;
            let test = NumberTest::Compares(relation.comparison);
            needs.push(self.about(NumberCondition { number, test }));
        }
        if needs.is_empty() {
            needs.push(Need::Fact(TRUE));
        }
        self.needs.push(needs);
        self.makes.push(makes.iter().copied());
        self.operator_of.push(operator);
        for &(var, by) in moves {
            if self.first[var.index()].is_none() {
                self.moves.items.push(Move { rule, number: var.0, by });
            }
            for (at, factors) in (0..).zip(&self.factors) {
                let Some((_, factor)) = factors.iter().find(|(of, _)| *of == var) else { continue };
                let by = match (by, factor) {
                    (Shift::By(by), Some(factor)) => Shift::By(by.saturating_mul(*factor)),
                    _ => Shift::Any,
                };
                self.moves.items.push(Move { rule, number: self.first.len() as u32 + at, by });
            }
        }
        self.moves.end();
    }

    fn need(&mut self, atom: Atom) -> Need {
        match (self.first[atom.var.index()], atom.set.single()) {
            (Some(first), Some(value)) => Need::Fact(first + value),
            (Some(_), None) => {
                let new = self.wide_atoms.len() as u32;
                let atoms = &mut self.wide_atoms;
                Need::Wide(*self.wide.entry((atom.var, atom.set)).or_insert_with(|| {
                    atoms.push(Some(atom));
                    new
                }))
            }
            (None, _) => self.about(NumberCondition { number: atom.var.0, test: NumberTest::In(atom.set) }),
        }
    }

    fn about(&mut self, condition: NumberCondition) -> Need {
        let new = self.numbers.len() as u32;
        let numbers = &mut self.numbers;
        Need::Number(*self.number.entry(condition).or_insert_with(|| {
            numbers.push(condition);
            new
        }))
    }

    /// Sorts the conditions on each number; see [`RelaxedRules::by_low`].
    fn sorted(&self, conditions_on: &Lists) -> [Lists; 3] {
        let mut sorted: [Lists; 3] = Default::default();
        for number in 0..conditions_on.len() {
            let interval = |at: u32| match self.numbers[at as usize].test {
                NumberTest::In(set) => set.is_interval().then(|| set.ends()),
                NumberTest::Compares(_) => None,
            };
            let all = conditions_on.get(number);
            let mut even: Vec<(u32, u32, u32)> =
                all.iter().filter_map(|&at| interval(at).map(|(low, high)| (low, high, at))).collect();
            even.sort_unstable();
            sorted[0].push(even.iter().map(|(.., at)| *at));
            even.sort_unstable_by_key(|&(_, high, at)| (std::cmp::Reverse(high), at));
            sorted[1].push(even.iter().map(|(.., at)| *at));
            sorted[2].push(all.iter().copied().filter(|&at| interval(at).is_none()));
        }
        sorted
    }

    /// Returns, for each rule, whether it ends a condition of its own that nothing makes true again.
    fn once(&self, task: &Task) -> Vec<bool> {
        let mut is_made = vec![false; self.next as usize];
        for rule in 0..self.operator_of.len() as u32 {
            for &fact in self.makes.get(rule).iter().filter(|fact| **fact < self.next) {
                is_made[fact as usize] = true;
            }
        }
        let ends = |needs: &Vec<Need>, makes: &[u32]| {
            let vars =
                self.first.iter().zip(&task.sizes).filter_map(|(first, size)| Some(((*first)?, *size)));
            let lost = |(first, size): (u32, u32)| {
                let of_var = |fact: &u32| (first..first + size).contains(fact);
                makes.iter().any(of_var)
                    && needs.iter().any(|need| match need {
                        Need::Fact(fact) => of_var(fact) && !is_made[*fact as usize] && !makes.contains(fact),
                        Need::Wide(_) | Need::Number(_) => false,
                    })
            };
            !makes.is_empty() && vars.into_iter().any(lost)
        };
        (0..).zip(&self.needs).map(|(rule, needs)| ends(needs, self.makes.get(rule))).collect()
    }

    fn finish(self, task: &Task) -> RelaxedRules {
        let first_wide = self.next;
        let first_number = first_wide + self.wide_atoms.len() as u32;
        let proposition_count = first_number + self.numbers.len() as u32;
        let mut members = Lists::default();
        for atom in &self.wide_atoms {
            let first = atom.and_then(|atom| self.first[atom.var.index()]).unwrap_or(TRUE);
            let values = atom.iter().flat_map(|atom| atom.set.values());
            members.push(values.map(|value| first + value));
        }
        let mut needs = Lists::default();
        for rule in &self.needs {
            needs.push(rule.iter().map(|need| match need {
                Need::Fact(fact) => *fact,
                Need::Wide(at) => first_wide + at,
                Need::Number(at) => first_number + at,
            }));
        }
        let mut about = Lists::default();
        self.numbers.iter().for_each(|condition| about.push([condition.number]));
        let number_count = (self.first.len() + self.relations.len()) as u32;
        let conditions_on = about.inverted(number_count, 0);
        let [by_low, by_high, uneven_on] = self.sorted(&conditions_on);
        let movers = |is_down: bool| {
            let mut moved = Lists::default();
            for &Move { number, by, .. } in &self.moves.items {
                let is_one = match by {
                    Shift::By(by) => by != 0 && (by < 0) == is_down,
                    Shift::To(_) | Shift::Any => true,
                };
                moved.push(is_one.then_some(number));
            }
            moved.inverted(number_count, 0)
        };
        let (raisers, lowerers) = (movers(false), movers(true));
        let resources = resources(task, &self.first);
        let mut resource_of: Vec<Option<u32>> = vec![None; self.first.len()];
        for (at, resource) in (0..).zip(&resources) {
            resource_of[resource.var.index()] = Some(at);
        }
        let is_once = self.once(task);
        let (mut spends, mut fills) = (Groups::default(), Groups::default());
        for (rule, needs) in (0..).zip(&self.needs) {
            for change in self.moves.get(rule) {
                let Shift::By(by) = change.by else { continue };
                let Some(at) = resource_of.get(change.number as usize).copied().flatten() else { continue };
                if by < 0 && resources[at as usize].refuses_low {
                    spends.items.push(Amount { number: change.number, amount: by.unsigned_abs() });
                }
                for need in needs {
                    let Need::Number(at) = need else { continue };
                    let NumberCondition { number, test } = self.numbers[*at as usize];
                    if let NumberTest::In(set) = test
                        && number == change.number
                        && by > 0
                    {
                        fills.items.push(Fill { number, by: by.unsigned_abs(), most: set.ends().1 });
                    }
                }
            }
            spends.end();
            fills.end();
        }
        RelaxedRules {
            var_count: self.first.len() as u32,
            proposition_count,
            first_number,
            conditions_on,
            by_low,
            by_high,
            uneven_on,
            wider: members.inverted(first_wide, first_wide),
            needed_by: needs.inverted(proposition_count, 0),
            need_counts: needs.lengths().collect(),
            needs,
            raisers,
            lowerers,
            resources,
            resource_of,
            first: self.first,
            numbers: self.numbers,
            relations: self.relations,
            operator_of: self.operator_of,
            makes: self.makes,
            spends,
            fills,
            is_once,
            moves: self.moves,
            main_rule: self.main_rule,
        }
    }
}

/// Adds the factors of an expression's variables, times a factor. Returns false if it is not linear.
fn linear(expr: &Expr, factor: i64, factors: &mut Vec<(VarId, i64)>) -> bool {
    match expr {
        Expr::Const(_) => true,
        Expr::Read(Reading::Int { var, factor: own, .. }) => {
            factors.push((*var, factor.saturating_mul(*own)));
            true
        }
        Expr::Negated(inner) => linear(inner, -factor, factors),
        Expr::Binary(Arithmetic::Add, _, left, right) => {
            linear(left, factor, factors) && linear(right, factor, factors)
        }
        Expr::Binary(Arithmetic::Subtract, _, left, right) => {
            linear(left, factor, factors) && linear(right, -factor, factors)
        }
        _ => false,
    }
}

/// Returns the numbers that additions change, with their ends.
fn resources(task: &Task, first: &[Option<u32>]) -> Vec<Resource> {
    let mut found: Vec<Option<Resource>> = vec![None; first.len()];
    for effect in task.actions.iter().flat_map(|action| &action.effects) {
        if let Change::Add { by: Expr::Const(_), ends } = &effect.change {
            let last = i64::from(task.sizes[effect.var.index()]) - 1;
            let resource = found[effect.var.index()].get_or_insert(Resource {
                var: effect.var,
                refuses_low: false,
                refuses_high: false,
                last,
            });
            resource.refuses_low |= !ends.clamp_low;
            resource.refuses_high |= !ends.clamp_high;
        }
    }
    found.into_iter().flatten().collect()
}
