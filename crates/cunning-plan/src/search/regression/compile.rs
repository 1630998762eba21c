//! Compiles operators to regressors.

use super::{Addition, Bound, Check, Field, Regression, Regressor, Span, WordStep, range};
use crate::task::{
    Atom, Change, Conjunction, Cost, Effect, Ends, Expr, Operator, Set, Task, VarId, intersect_all,
};

/// The largest number of combinations of an operator's conditional effects.
const WAYS_MAX: usize = 256;

/// The largest domain whose sets are kept as bits.
const BITS_MAX: u32 = u64::BITS;

/// One combination of an operator's effects.
#[derive(Clone)]
struct Way {
    pre: Conjunction,
    changes: Vec<(VarId, Change)>,
    /// Variables that must not be constrained, because their new values are unknown.
    ignored: Vec<VarId>,
}

pub(super) fn compile(task: &Task, goal: &[Conjunction]) -> Option<Regression> {
    if goal.iter().any(|conjunction| !conjunction.relations.is_empty()) {
        return None;
    }
    let mut regression = layout(task);
    regression.goals = goal.iter().map(|conjunction| row(&regression, conjunction)).collect();
    for (at, operator) in (0..).zip(&task.operators) {
        if matches!(operator.cost, Cost::Read(_)) {
            return None;
        }
        for way in ways(task, operator)? {
            add(&mut regression, at, &way);
        }
    }
    Some(regression)
}

fn layout(task: &Task) -> Regression {
    let unplaced = Field { word: 0, shift: 0, mask: 0, size: 0, is_range: false };
    let mut fields = vec![unplaced; task.sizes.len()];
    let (mut word, mut used) = (0_u32, 0_u32);
    for (field, &size) in fields.iter_mut().zip(&task.sizes).filter(|(_, size)| **size <= BITS_MAX) {
        let size = size.max(1);
        if used + size > u64::BITS {
            word += 1;
            used = 0;
        }
        let mask = u64::MAX >> (u64::BITS - size);
        *field = Field { word, shift: used, mask, size, is_range: false };
        used += size;
    }
    word += u32::from(used > 0);
    for (field, &size) in fields.iter_mut().zip(&task.sizes).filter(|(_, size)| **size > BITS_MAX) {
        *field = Field { word, shift: 0, mask: u64::MAX, size, is_range: true };
        word += 1;
    }
    let width = word.max(1) as usize;
    let mut full = vec![0; width];
    let mut var_at = vec![VarId(0); width * 64];
    let mut field_at = vec![0; width * 64];
    for (var, field) in (0..).map(VarId).zip(&fields) {
        if field.is_range {
            full[field.word as usize] = range(0, field.size - 1);
        } else {
            full[field.word as usize] |= field.mask << field.shift;
            let bits = field.word as usize * 64 + field.shift as usize;
            var_at[bits..bits + field.size as usize].fill(var);
            field_at[bits..bits + field.size as usize].fill(field.mask << field.shift);
        }
    }
    let is_range = |var: &VarId| fields.get(var.index()).is_some_and(|field| field.is_range);
    Regression {
        width,
        full,
        var_at,
        field_at,
        ranges: (0..fields.len() as u32).map(VarId).filter(is_range).collect(),
        fields,
        goals: Vec::new(),
        regressors: Vec::new(),
        words: Vec::new(),
        checks: Vec::new(),
        additions: Vec::new(),
        bounds: Vec::new(),
        widening: vec![Vec::new(); width * 64],
        widened: vec![0; width],
        moving: vec![Vec::new(); width * 64],
    }
}

/// Returns the states in which a conjunction holds.
fn row(regression: &Regression, conjunction: &Conjunction) -> Vec<u64> {
    let mut row = regression.full.clone();
    for Atom { var, set } in &conjunction.atoms {
        let field = regression.fields[var.index()];
        let word = &mut row[field.word as usize];
        match *set {
            Set::Mask(bits) => *word = *word & !(field.mask << field.shift) | bits << field.shift,
            Set::Interval(low, high) => *word = range(low, high),
        }
    }
    row
}

/// Returns all combinations of an operator's effects; `None` if it cannot be reversed.
fn ways(task: &Task, operator: &Operator) -> Option<Vec<Way>> {
    let task_action = task.actions.get(operator.task_action as usize)?;
    if !operator.pre.relations.is_empty() || !task_action.defined.is_empty() {
        return None;
    }
    let mut ways = vec![Way { pre: operator.pre.clone(), changes: Vec::new(), ignored: Vec::new() }];
    let mut done: Vec<VarId> = Vec::new();
    for effect in &task_action.effects {
        let is_known = match &effect.change {
            Change::Assign(_) | Change::Refuse | Change::Add { by: Expr::Const(_), .. } => true,
            Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } => false,
        };
        if !is_known || effect.when.iter().any(|when| !when.relations.is_empty()) {
            return None;
        }
        if effect.is_unconditional() {
            let change = (effect.var, effect.change.clone());
            for way in &mut ways {
                way.changes.push(change.clone());
            }
        } else if !done.contains(&effect.var) {
            // All conditional effects on one variable together.
            done.push(effect.var);
            let effects: Vec<&Effect> =
                task_action.effects.iter().filter(|other| other.var == effect.var).collect();
            let outcomes = outcomes(task, effect.var, &effects)?;
            ways = combined(&ways, &outcomes);
        }
        if ways.len() > WAYS_MAX {
            return None;
        }
    }
    ways.retain(|way| !way.changes.is_empty());
    Some(ways)
}

/// Returns what may happen to a variable that conditional effects change.
fn outcomes(task: &Task, var: VarId, effects: &[&Effect]) -> Option<Vec<Way>> {
    let always = Conjunction::default();
    let never_refuses = |effect: &&Effect| match &effect.change {
        Change::Assign(_) | Change::Add { ends: Ends { clamp_low: true, clamp_high: true }, .. } => true,
        Change::Add { .. } | Change::Set { .. } | Change::Copy { .. } | Change::Refuse => false,
    };
    let mut outcomes = Vec::new();
    if effects.iter().all(never_refuses) {
        outcomes.push(Way { pre: always.clone(), changes: Vec::new(), ignored: vec![var] });
    }
    for effect in effects.iter().filter(|effect| effect.change != Change::Refuse) {
        for when in &effect.when {
            let changes = vec![(var, effect.change.clone())];
            outcomes.push(Way { pre: when.clone(), changes, ignored: Vec::new() });
        }
    }
    let whens = effects.iter().flat_map(|effect| &effect.when);
    let negations = whens.map(|when| when.atoms.iter().flat_map(|atom| negation(task, *atom)).collect());
    let silent = intersect_all(negations, WAYS_MAX)?;
    outcomes.extend(silent.into_iter().map(|pre| Way { pre, changes: Vec::new(), ignored: Vec::new() }));
    Some(outcomes)
}

fn combined(ways: &[Way], outcomes: &[Way]) -> Vec<Way> {
    let both = |way: &Way, outcome: &Way| {
        let mut both = way.clone();
        both.pre = way.pre.and(&outcome.pre)?;
        both.changes.extend(outcome.changes.iter().cloned());
        both.ignored.extend(&outcome.ignored);
        Some(both)
    };
    ways.iter().flat_map(|way| outcomes.iter().filter_map(move |outcome| both(way, outcome))).collect()
}

/// Returns the values that an atom excludes.
fn negation(task: &Task, atom: Atom) -> Vec<Conjunction> {
    let size = task.sizes[atom.var.index()];
    let sets = match (atom.set, Set::full(size)) {
        (Set::Mask(bits), Set::Mask(all)) => [(all & !bits != 0).then_some(Set::Mask(all & !bits)), None],
        (Set::Interval(low, high), _) => {
            let (low, high) = (i64::from(low), i64::from(high));
            [Set::range(size, 0, low - 1), Set::range(size, high + 1, i64::from(size))]
        }
        (Set::Mask(_), Set::Interval(..)) => [None, None],
    };
    let conjunction = |set| Conjunction::of_atom(Atom { var: atom.var, set });
    sets.into_iter().flatten().map(conjunction).collect()
}

/// Adds the regressor of one combination.
fn add(regression: &mut Regression, operator: u32, way: &Way) {
    let id = regression.regressors.len() as u32;
    let mut words: Vec<WordStep> = Vec::new();
    let mut bounds = Vec::new();
    let mut assigned = Vec::new();
    let additions_start = regression.additions.len() as u32;
    let checks_start = regression.checks.len() as u32;
    for var in &way.ignored {
        let field = regression.fields[var.index()];
        if field.is_range {
            bounds.push(Bound::Full { word: field.word, last: field.size - 1 });
        } else {
            step(&mut words, field.word).needed |= field.mask << field.shift;
        }
    }
    for (var, change) in &way.changes {
        let field = regression.fields[var.index()];
        let first_bit = field.word as usize * 64 + field.shift as usize;
        match change {
            Change::Assign(value) => {
                assigned.push(*var);
                if field.is_range {
                    bounds.push(Bound::Assigned { word: field.word, value: *value, last: field.size - 1 });
                    regression.moving[first_bit].push(id);
                } else {
                    let step = step(&mut words, field.word);
                    step.needed |= 1 << (field.shift + value);
                    step.freed |= field.mask << field.shift;
                    regression.widening[first_bit + *value as usize].push(id);
                    regression.widened[field.word as usize] |= 1 << (field.shift + value);
                }
            }
            Change::Add { by, ends } => {
                let by = by.constant().unwrap_or(0);
                let Ends { clamp_low, clamp_high } = *ends;
                regression.additions.push(Addition { field, by, clamp_low, clamp_high });
                regression.moving[first_bit].push(id);
            }
            Change::Set { .. } | Change::Copy { .. } | Change::Refuse => {}
        }
    }
    for Atom { var, set } in &way.pre.atoms {
        let field = regression.fields[var.index()];
        match *set {
            Set::Interval(low, high) => bounds.push(Bound::Within { word: field.word, low, high }),
            Set::Mask(bits) => {
                let mask = field.mask << field.shift;
                step(&mut words, field.word).kept &= !mask | bits << field.shift;
                if !assigned.contains(var) {
                    regression.checks.push(Check { word: field.word, mask });
                }
            }
        }
    }
    let extend = |start: usize, count: usize| Span { start: start as u32, end: (start + count) as u32 };
    let words_span = extend(regression.words.len(), words.len());
    let bounds_span = extend(regression.bounds.len(), bounds.len());
    let additions = Span { start: additions_start, end: regression.additions.len() as u32 };
    let is_simple = words.len() == 1 && bounds.is_empty() && additions.range().is_empty();
    regression.words.extend(words);
    regression.bounds.extend(bounds);
    regression.regressors.push(Regressor {
        operator,
        is_simple,
        words: words_span,
        checks: Span { start: checks_start, end: regression.checks.len() as u32 },
        additions,
        bounds: bounds_span,
    });
}

/// Returns the change of a word, initially none.
fn step(words: &mut Vec<WordStep>, word: u32) -> &mut WordStep {
    let at = words.iter().position(|step| step.word == word).unwrap_or_else(|| {
        words.push(WordStep { word, needed: 0, freed: 0, kept: u64::MAX });
        words.len() - 1
    });
    &mut words[at]
}
