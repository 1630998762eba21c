//! Conditions that a plan may lack: each is about one fact, by which it can be named and granted.

use crate::ground::Grant;
use crate::task::{Atom, Conjunction, Expr, Relation, Set, Task, VarId};

use super::words::Words;

/// A condition with a fact on its left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) kind: NeedKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NeedKind {
    Atom {
        atom: Atom,
        /// The atom's set, or the smallest superset that can be written as one condition.
        named: Set,
    },
    /// A comparison whose left side is a single fact.
    Relation(Relation),
}

/// Why no values make a condition true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoValues {
    /// No values do.
    Never,
    /// There are too many to try.
    Unknown,
}

/// The number of values of one fact that are granted; of larger sets, the most relevant ones.
const GIFTS_MAX: usize = 1024;
/// The number of values of one fact that are tried to make a comparison true.
const TRIED_VALUES_MAX: usize = 256;
/// The number of combinations that are tried.
const TRIED_MAX: usize = 50_000;

impl Need {
    pub(super) fn of_atom(words: &Words<'_>, atom: Atom, start: &[u32]) -> Self {
        let value = start.get(atom.var.index()).copied().unwrap_or(0);
        let named = named(words, atom, value);
        Self { kind: NeedKind::Atom { atom, named } }
    }

    /// Returns the relation with a single fact on its left, if it can be written so.
    fn of_relation(relation: &Relation) -> Option<Self> {
        let Relation { left, comparison, right } = relation;
        let relation = match (left, right) {
            (Expr::Read(_), _) => relation.clone(),
            (_, Expr::Read(_)) => {
                Relation { left: right.clone(), comparison: comparison.mirrored(), right: left.clone() }
            }
            _ => return None,
        };
        Some(Self { kind: NeedKind::Relation(relation) })
    }

    /// Returns the conditions of a conjunction. Those without a single fact on a side become values of their facts,
    /// as close to the start as possible.
    pub(super) fn all_of(
        words: &Words<'_>,
        conjunction: &Conjunction,
        start: &[u32],
    ) -> Result<Vec<Self>, NoValues> {
        let mut needs: Vec<Self> =
            conjunction.atoms.iter().map(|atom| Self::of_atom(words, *atom, start)).collect();
        for relation in &conjunction.relations {
            if let Some(need) = Self::of_relation(relation) {
                needs.push(need);
            } else {
                let alone = Conjunction::of_relation(relation.clone());
                needs.extend(Self::values_for(words, &alone, start)?);
            }
        }
        Ok(needs)
    }

    /// Returns values of the facts in the relations of a conjunction that make it true, where they differ from the
    /// start.
    pub(super) fn values_for(
        words: &Words<'_>,
        conjunction: &Conjunction,
        start: &[u32],
    ) -> Result<Vec<Self>, NoValues> {
        let sizes = &words.grounding.task().sizes;
        let values = nearest(conjunction, sizes, start)?;
        let differs = |(var, value): &(VarId, u32)| start.get(var.index()) != Some(value);
        let need = |(var, value): (VarId, u32)| {
            let set = Set::only(sizes[var.index()], value)?;
            Some(Self::of_atom(words, Atom { var, set }, start))
        };
        Ok(values.into_iter().filter(differs).filter_map(need).collect())
    }

    /// Returns a conjunction of this condition alone.
    pub(super) fn conjunction(&self) -> Conjunction {
        match &self.kind {
            NeedKind::Atom { atom, .. } => Conjunction::of_atom(*atom),
            NeedKind::Relation(relation) => Conjunction::of_relation(relation.clone()),
        }
    }

    pub(super) fn holds(&self, state: &[u32]) -> bool {
        let value = |var: VarId| state.get(var.index()).copied().unwrap_or(0);
        match &self.kind {
            NeedKind::Atom { atom, .. } => atom.set.contains(value(atom.var)),
            NeedKind::Relation(relation) => relation.holds(&value),
        }
    }

    /// Returns the fact on its left.
    pub(super) fn var(&self) -> VarId {
        match &self.kind {
            NeedKind::Atom { atom, .. } => atom.var,
            NeedKind::Relation(Relation { left: Expr::Read(reading), .. }) => reading.var(),
            // Other relations never become needs.
            NeedKind::Relation(_) => VarId(0),
        }
    }

    /// Returns what grants the condition: any value of its fact that makes it true.
    pub(super) fn grants(&self, task: &Task) -> Vec<Grant> {
        let var = self.var();
        match &self.kind {
            NeedKind::Atom { named, .. } => {
                let grant = |value| Grant { when: Conjunction::default(), var, value };
                some_values(task, var, *named).into_iter().map(grant).collect()
            }
            NeedKind::Relation(relation) => {
                let all = Set::full(task.sizes[var.index()]);
                let grant = |value: u32| {
                    let relation = Relation {
                        left: with_value(&relation.left, var, value)?,
                        comparison: relation.comparison,
                        right: with_value(&relation.right, var, value)?,
                    };
                    let when = match (relation.left.constant(), relation.right.constant()) {
                        (Some(left), Some(right)) => {
                            relation.comparison.holds(left, right).then(Conjunction::default)?
                        }
                        _ => Conjunction::of_relation(relation),
                    };
                    Some(Grant { when, var, value })
                };
                some_values(task, var, all).into_iter().filter_map(grant).collect()
            }
        }
    }
}

/// Returns the set if one condition describes it, or else the smallest superset that one condition describes. A
/// variable that may have any of its values may have those of the set too.
fn named(words: &Words<'_>, atom: Atom, start: u32) -> Set {
    let Atom { var, set } = atom;
    if words.plain(var, set).is_some() {
        return set;
    }
    let size = words.grounding.task().sizes[var.index()];
    let (low, high) = set.ends();
    let sides = [Set::range(size, low.into(), i64::from(size) - 1), Set::range(size, 0, high.into())];
    let all_but_one = || {
        let mut excluded = (0..size).filter(|&value| !set.contains(value));
        let value = Some(start).filter(|&start| !set.contains(start)).or_else(|| excluded.next());
        value.and_then(|value| Set::all_but(size, value).into_iter().next())
    };
    let wanted = if !words.is_int(var) || (low..=high).contains(&start) && !set.contains(start) {
        all_but_one()
    } else {
        let side = sides[usize::from(start >= low && (start > high || low == 0))];
        // All values up to the last one are no condition.
        side.filter(|side| !side.is_full(size)).or_else(all_but_one)
    };
    wanted.unwrap_or(set)
}

/// Returns the values of a set or, if there are too many, the relevant ones: its ends, and the ends of the task's
/// conditions on the variable.
fn some_values(task: &Task, var: VarId, set: Set) -> Vec<u32> {
    let (low, high) = set.ends();
    if ((high - low) as usize) < GIFTS_MAX {
        return set.values().collect();
    }
    let mut found = vec![low, high];
    let whens =
        task.actions.iter().flat_map(|task_action| &task_action.effects).flat_map(|effect| &effect.when);
    let all = task.operators.iter().map(|operator| &operator.pre).chain(whens);
    for atom in all.flat_map(|conjunction| &conjunction.atoms).filter(|atom| atom.var == var) {
        let (low, high) = atom.set.ends();
        found.extend([low, high]);
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|&value| set.contains(value));
    found.truncate(GIFTS_MAX);
    found
}

/// Substitutes a value for a variable and simplifies; `None` if the expression becomes undefined.
fn with_value(expr: &Expr, var: VarId, value: u32) -> Option<Expr> {
    let mut reads_others = false;
    expr.vars(&mut |other| reads_others |= other != var);
    if !reads_others {
        return expr.value(&|_| value).map(Expr::Const);
    }
    Some(match expr {
        Expr::Const(_) | Expr::Read(_) | Expr::Given(_) | Expr::GivenWhole(_) => expr.clone(),
        Expr::Curve(curve, inner) => Expr::Curve(curve.clone(), Box::new(with_value(inner, var, value)?)),
        Expr::Negated(inner) => Expr::Negated(Box::new(with_value(inner, var, value)?)),
        Expr::Binary(operator, scale, left, right) => {
            let (left, right) = (with_value(left, var, value)?, with_value(right, var, value)?);
            Expr::Binary(*operator, *scale, Box::new(left), Box::new(right))
        }
        Expr::Call(function, args) => {
            let args: Option<Vec<Expr>> = args.iter().map(|arg| with_value(arg, var, value)).collect();
            Expr::Call(*function, args?)
        }
    })
}

/// Returns values of the variables in the relations of a conjunction that make all of it true, with as few
/// differences from the start as possible.
fn nearest(conjunction: &Conjunction, sizes: &[u32], start: &[u32]) -> Result<Vec<(VarId, u32)>, NoValues> {
    let mut vars = Vec::new();
    for relation in &conjunction.relations {
        vars_of(relation, &mut vars);
    }
    let mut is_cut = false;
    let mut candidates = Vec::new();
    for (at, &var) in vars.iter().enumerate() {
        let size = sizes[var.index()];
        let allowed = conjunction.atoms.iter().find(|atom| atom.var == var);
        let set = allowed.map_or(Set::full(size), |atom| atom.set);
        let value = start.get(var.index()).copied().unwrap_or(0);
        // Nearest first, and the larger of two equally near ones.
        let (low, high) = set.ends();
        let middle = value.clamp(low, high);
        let around = (0..=high - low).flat_map(|far| [middle.checked_add(far), middle.checked_sub(far)]);
        let around = around.flatten().filter(|&near| set.contains(near));
        let mut values: Vec<u32> = around.take(TRIED_VALUES_MAX + 2).collect();
        values.dedup();
        is_cut |= values.len() > TRIED_VALUES_MAX;
        // The fact on the left is preferred for changes, so its own value comes last.
        if values.first() == Some(&value) {
            values.rotate_left(1);
        }
        // A relation is tested as soon as its last variable has a value.
        let relations = conjunction.relations.iter().filter(|relation| {
            let mut own = Vec::new();
            vars_of(relation, &mut own);
            own.contains(&var) && own.iter().all(|own| vars[..=at].contains(own))
        });
        candidates.push(Candidate { var, values, relations: relations.collect() });
    }
    let mut tried = 0;
    for changes in 0..=candidates.len() {
        let mut chosen = Vec::new();
        if choose(&candidates, start, changes, &mut chosen, &mut tried) {
            return Ok(chosen);
        }
    }
    Err(if is_cut || tried > TRIED_MAX { NoValues::Unknown } else { NoValues::Never })
}

/// Adds the variables of a relation that are missing.
fn vars_of(relation: &Relation, vars: &mut Vec<VarId>) {
    let mut add = |var: VarId| {
        if !vars.contains(&var) {
            vars.push(var);
        }
    };
    relation.left.vars(&mut add);
    relation.right.vars(&mut add);
}

/// A variable that needs a value.
struct Candidate<'r> {
    var: VarId,
    /// The possible values.
    values: Vec<u32>,
    /// The relations that can be tested once it has a value.
    relations: Vec<&'r Relation>,
}

/// Tries all values of the remaining variables with at most `changes` changes.
fn choose(
    candidates: &[Candidate<'_>],
    start: &[u32],
    changes: usize,
    chosen: &mut Vec<(VarId, u32)>,
    tried: &mut usize,
) -> bool {
    let Some(Candidate { var, values, relations }) = candidates.get(chosen.len()) else { return true };
    for &value in values {
        let is_change = start.get(var.index()) != Some(&value);
        if is_change && changes == 0 {
            continue;
        }
        if *tried > TRIED_MAX {
            return false;
        }
        *tried += 1;
        chosen.push((*var, value));
        let value = |var: VarId| {
            let known = chosen.iter().find(|(known, _)| *known == var);
            known.map_or(0, |(_, value)| *value)
        };
        let holds = relations.iter().all(|relation| relation.holds(&value));
        if holds && choose(candidates, start, changes - usize::from(is_change), chosen, tried) {
            return true;
        }
        chosen.pop();
    }
    false
}
