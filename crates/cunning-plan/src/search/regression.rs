//! Regression: the states from which an operator leads into a set of states.
//!
//! A node of the backward search is a set of states: for each variable the possible values, one bit each. All fields
//! together are a row of words. A variable with many values takes a word for its least and its greatest value. An
//! operator becomes a [`Regressor`] for each combination of its conditional effects.

mod compile;

use crate::task::{Conjunction, Set, Task, VarId};

/// The regressors of a task. Only for tasks in which every condition, value and cost is known without the state;
/// others cannot be searched backward.
#[derive(Clone, Debug)]
pub(crate) struct Regression {
    pub(super) fields: Vec<Field>,
    pub(super) width: usize,
    /// The set of all states.
    pub(super) full: Vec<u64>,
    /// For each bit of each word, the variable of its field, and the bits of that field.
    pub(super) var_at: Vec<VarId>,
    pub(super) field_at: Vec<u64>,
    pub(super) ranges: Vec<VarId>,
    pub(super) goals: Vec<Vec<u64>>,
    regressors: Vec<Regressor>,
    words: Vec<WordStep>,
    checks: Vec<Check>,
    additions: Vec<Addition>,
    bounds: Vec<Bound>,
    /// For each bit of each word, the regressors that can widen its variable's set if it has the value.
    widening: Vec<Vec<u32>>,
    /// For each word, the bits with such regressors.
    pub(super) widened: Vec<u64>,
    /// At the first bit of each variable, the regressors that can widen its set regardless of its values.
    moving: Vec<Vec<u32>>,
}

/// The position of a variable's set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) word: u32,
    pub(super) shift: u32,
    /// As many bits as there are values; for a large variable the whole word.
    pub(super) mask: u64,
    pub(super) size: u32,
    pub(super) is_range: bool,
}

/// An operator in reverse, for one combination of its conditional effects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Regressor {
    pub(super) operator: u32,
    /// Whether it touches one word and moves nothing, as most do.
    is_simple: bool,
    words: Span,
    checks: Span,
    additions: Span,
    bounds: Span,
}

#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    #[inline]
    const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The change of a word: it must contain `needed`; then `freed` may be anything, within `kept`.
#[derive(Clone, Copy, Debug)]
struct WordStep {
    word: u32,
    needed: u64,
    freed: u64,
    kept: u64,
}

/// A field that must not become empty.
#[derive(Clone, Copy, Debug)]
struct Check {
    word: u32,
    mask: u64,
}

/// An addition to a variable: its set moves in the opposite direction.
#[derive(Clone, Copy, Debug)]
struct Addition {
    field: Field,
    by: i64,
    clamp_low: bool,
    clamp_high: bool,
}

/// The change of the word of a large variable.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// It must contain a value, and may then be anything.
    Assigned {
        word: u32,
        value: u32,
        last: u32,
    },
    /// It must be full: an effect on it may happen or not.
    Full {
        word: u32,
        last: u32,
    },
    Within {
        word: u32,
        low: u32,
        high: u32,
    },
}

/// A range of values in one word.
pub(super) const fn range(low: u32, high: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// The ends of a range.
pub(super) const fn ends(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

impl Regression {
    /// Creates the regressors; `None` if the task cannot be searched backward.
    pub(crate) fn new(task: &Task, goal: &[Conjunction]) -> Option<Self> {
        compile::compile(task, goal)
    }

    /// Returns the number of words of a set of states.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns the values of each variable in a set of states; `None` if the set is empty.
    pub(crate) fn sets<'a>(&'a self, row: &'a [u64]) -> impl Iterator<Item = Option<Set>> + 'a {
        self.fields.iter().map(|field| {
            let word = row.get(field.word as usize).copied().unwrap_or(0);
            if field.is_range {
                let (low, high) = ends(word);
                Set::range(field.size, low.into(), high.into())
            } else {
                let bits = word >> field.shift & field.mask;
                (bits != 0).then_some(Set::Mask(bits))
            }
        })
    }

    #[inline]
    pub(super) fn regressor(&self, at: u32) -> &Regressor {
        &self.regressors[at as usize]
    }

    pub(super) fn regressor_count(&self) -> usize {
        self.regressors.len()
    }

    /// Returns the regressors that may widen the set of a bit's variable if the bit is set.
    #[inline]
    pub(super) fn widening(&self, word: usize, bit: u32) -> &[u32] {
        &self.widening[word * 64 + bit as usize]
    }

    /// Returns the regressors that may widen a set regardless of its values; `bit` is its first bit.
    #[inline]
    pub(super) fn moving(&self, word: usize, bit: u32) -> &[u32] {
        &self.moving[word * 64 + bit as usize]
    }

    /// Returns the first word that holds a range.
    #[inline]
    pub(super) fn first_range_word(&self) -> usize {
        self.width - self.ranges.len()
    }

    /// Returns the variable whose range a word holds.
    #[inline]
    pub(super) fn range_at(&self, word: usize) -> VarId {
        self.ranges[word - self.first_range_word()]
    }

    /// Computes the states from which an operator leads into a set of states. Returns false if there are none, or
    /// none outside the set.
    #[inline]
    pub(super) fn regress(&self, regressor: &Regressor, set: &[u64], before: &mut [u64]) -> bool {
        let words = &self.words[regressor.words.range()];
        let checks = &self.checks[regressor.checks.range()];
        if let ([step], true) = (words, regressor.is_simple) {
            let old = set[step.word as usize];
            let new = (old | step.freed) & step.kept;
            if step.needed & !old != 0 || new & !old == 0 || checks.iter().any(|check| new & check.mask == 0)
            {
                return false;
            }
            copy(set, before);
            before[step.word as usize] = new;
            return true;
        }
        if words.iter().any(|step| step.needed & !set[step.word as usize] != 0) {
            return false;
        }
        copy(set, before);
        for step in words {
            before[step.word as usize] |= step.freed;
        }
        for addition in &self.additions[regressor.additions.range()] {
            let word = &mut before[addition.field.word as usize];
            match addition.preimage(*word) {
                Some(moved) => *word = moved,
                None => return false,
            }
        }
        for step in words {
            before[step.word as usize] &= step.kept;
        }
        for bound in &self.bounds[regressor.bounds.range()] {
            if !bound.apply(before) {
                return false;
            }
        }
        checks.iter().all(|check| before[check.word as usize] & check.mask != 0) && self.widens(set, before)
    }

    /// Returns whether a set of states has any that another one does not have, judged variable by variable.
    #[inline]
    fn widens(&self, old: &[u64], new: &[u64]) -> bool {
        if self.ranges.is_empty() {
            return old.iter().zip(new).any(|(old, new)| new & !old != 0);
        }
        self.fields.iter().any(|field| {
            let (old, new) = (old[field.word as usize], new[field.word as usize]);
            if field.is_range {
                let ((old_low, old_high), (new_low, new_high)) = (ends(old), ends(new));
                new_low < old_low || new_high > old_high
            } else {
                (new & !old) >> field.shift & field.mask != 0
            }
        })
    }
}

/// Copies a row. Most rows are one word, which needs no call of `memcpy`.
#[inline]
fn copy(from: &[u64], to: &mut [u64]) {
    match (from, to) {
        ([from], [to]) => *to = *from,
        (from, to) => to.copy_from_slice(from),
    }
}

impl Addition {
    /// Returns the word with the field moved; `None` if the field becomes empty.
    #[inline]
    fn preimage(&self, word: u64) -> Option<u64> {
        let Field { shift, mask, size, is_range, .. } = self.field;
        let last = i64::from(size) - 1;
        if is_range {
            let (low, high) = ends(word);
            let (mut new_low, mut new_high) = (i64::from(low) - self.by, i64::from(high) - self.by);
            // A value at a clamped end may come from beyond.
            if self.clamp_low && low == 0 {
                new_low = 0;
            }
            if self.clamp_high && i64::from(high) == last {
                new_high = last;
            }
            let (new_low, new_high) = (new_low.max(0), new_high.min(last));
            return (new_low <= new_high).then(|| range(new_low as u32, new_high as u32));
        }
        let set = word >> shift & mask;
        let by = self.by.unsigned_abs().min(64) as u32;
        let moved = if self.by >= 0 {
            let beyond = self.clamp_high && set >> last & 1 != 0;
            let tail = if beyond { !(mask.checked_shr(by).unwrap_or(0)) & mask } else { 0 };
            set.checked_shr(by).unwrap_or(0) | tail
        } else {
            let beyond = self.clamp_low && set & 1 != 0;
            let head = if beyond { !mask.checked_shl(by).unwrap_or(0) & mask } else { 0 };
            set.checked_shl(by).unwrap_or(0) & mask | head
        };
        (moved != 0).then(|| word & !(mask << shift) | moved << shift)
    }
}

impl Bound {
    #[inline]
    fn apply(self, row: &mut [u64]) -> bool {
        match self {
            Self::Assigned { word, value, last } => {
                let (low, high) = ends(row[word as usize]);
                row[word as usize] = range(0, last);
                (low..=high).contains(&value)
            }
            Self::Full { word, last } => row[word as usize] == range(0, last),
            Self::Within { word, low, high } => {
                let (old_low, old_high) = ends(row[word as usize]);
                let (low, high) = (low.max(old_low), high.min(old_high));
                row[word as usize] = range(low, high);
                low <= high
            }
        }
    }
}
