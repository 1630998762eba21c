//! The relaxed task of the satisficing search. Values of objects and bools are facts, as usual; a number is never
//! split into its values. A condition on a number is a proposition of its own, and a rule that moves the number
//! towards it reaches it by repetition. So the size of the tables depends on the text of a domain, not on ranges.

mod build;

use crate::compiled_goal::GoalProgram;
use crate::model::Comparison;
use crate::relax::Lists;
use crate::task::{Relation, Set, VarId};

use build::Builder;

/// The proposition that always holds, and the one that stands for the goal.
pub(super) const TRUE: u32 = 0;
pub(super) const GOAL: u32 = 1;
/// The operator of the rules that make the goal true.
pub(super) const NO_OPERATOR: u32 = u32::MAX;

/// The relaxed rules of a goal, made once.
#[derive(Clone, Debug)]
pub(crate) struct RelaxedRules {
    /// The first fact of each variable whose values are facts.
    pub(super) first: Vec<Option<u32>>,
    /// The number of variables, after which the differences of relations are numbered.
    pub(super) var_count: u32,
    pub(super) proposition_count: u32,
    /// The first proposition about a number.
    pub(super) first_number: u32,
    /// The propositions about numbers.
    pub(super) numbers: Vec<NumberCondition>,
    /// For each number (variable or difference), the propositions about it, from [`Self::first_number`] on.
    pub(super) conditions_on: Lists,
    /// Those whose values are an interval, by its low end and by its high end from the top, and the others.
    pub(super) by_low: Lists,
    pub(super) by_high: Lists,
    pub(super) uneven_on: Lists,
    /// The relations whose differences are numbers.
    pub(super) relations: Vec<Relation>,
    /// For each fact, the propositions of several facts that it meets.
    pub(super) wider: Lists,
    /// For each rule, its operator, its needs, the facts that it makes true, and the numbers that it moves.
    pub(super) operator_of: Vec<u32>,
    pub(super) needs: Lists,
    pub(super) need_counts: Vec<u32>,
    pub(super) makes: Lists,
    moves: Groups<Move>,
    /// For each rule, what it consumes of numbers that refuse to go below their least value, and what it fills up to
    /// the greatest value of its own condition.
    spends: Groups<Amount>,
    fills: Groups<Fill>,
    /// For each rule, whether it ends a condition of its own that nothing makes true again.
    pub(super) is_once: Vec<bool>,
    /// For each proposition, the rules that need it.
    pub(super) needed_by: Lists,
    /// For each variable, the moves that may raise it, and those that may lower it.
    pub(super) raisers: Lists,
    pub(super) lowerers: Lists,
    /// For each operator, its rule without a condition of its own.
    pub(super) main_rule: Vec<u32>,
    /// The numbers that rules spend or that have an end they must not pass.
    pub(super) resources: Vec<Resource>,
    /// For each variable, its position among the resources.
    resource_of: Vec<Option<u32>>,
}

/// A condition on a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NumberCondition {
    pub(super) number: u32,
    pub(super) test: NumberTest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum NumberTest {
    /// The value of a variable is in a set.
    In(Set),
    /// The difference of the sides of a relation compares so with 0.
    Compares(Comparison),
}

/// What a rule does to a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) rule: u32,
    pub(super) number: u32,
    pub(super) by: Shift,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    By(i64),
    To(u32),
    /// Anywhere: the new value depends on the state.
    Any,
}

/// What a rule consumes of a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    pub(super) number: u32,
    pub(super) amount: u64,
}

/// What a rule adds to a number, and the greatest value at which it may.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fill {
    pub(super) number: u32,
    pub(super) by: u64,
    pub(super) most: u32,
}

/// Groups of items, in one block of memory.
#[derive(Clone, Debug)]
struct Groups<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Groups<T> {
    fn default() -> Self {
        Self { ends: vec![0], items: Vec::new() }
    }
}

impl<T> Groups<T> {
    /// Ends a group; further items belong to the next one.
    fn end(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    #[inline]
    fn get(&self, group: u32) -> &[T] {
        &self.items[self.ends[group as usize] as usize..self.ends[group as usize + 1] as usize]
    }
}

/// A number that must be balanced.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resource {
    pub(super) var: VarId,
    /// Whether a change beyond an end is refused, and not clamped.
    pub(super) refuses_low: bool,
    pub(super) refuses_high: bool,
    pub(super) last: i64,
}

impl Shift {
    /// Returns how much it adds; 0 if it does not add.
    pub(super) fn amount(self) -> i64 {
        match self {
            Self::By(by) => by,
            Self::To(_) | Self::Any => 0,
        }
    }
}

impl Resource {
    /// Returns the least and the greatest value that changes must not pass.
    pub(super) fn ends(&self) -> (i64, i64) {
        (if self.refuses_low { 0 } else { i64::MIN }, if self.refuses_high { self.last } else { i64::MAX })
    }
}

impl RelaxedRules {
    pub(crate) fn new(program: &GoalProgram) -> Self {
        Builder::new(&program.task).build(&program.task, &program.goal)
    }

    pub(super) fn rule_count(&self) -> usize {
        self.operator_of.len()
    }

    /// Returns the numbers that a rule moves.
    #[inline]
    pub(super) fn moves(&self, rule: u32) -> &[Move] {
        self.moves.get(rule)
    }

    /// Returns what a rule consumes.
    #[inline]
    pub(super) fn spends(&self, rule: u32) -> &[Amount] {
        self.spends.get(rule)
    }

    /// Returns what a rule fills.
    #[inline]
    pub(super) fn fills(&self, rule: u32) -> &[Fill] {
        self.fills.get(rule)
    }

    /// Returns what a rule does to a number.
    pub(super) fn shift(&self, rule: u32, number: u32) -> Shift {
        let found = self.moves(rule).iter().find(|change| change.number == number);
        found.map_or(Shift::By(0), |change| change.by)
    }

    /// Returns the resource that a number is.
    pub(super) fn resource(&self, number: u32) -> Option<&Resource> {
        let at = self.resource_of.get(number as usize).copied().flatten()?;
        self.resources.get(at as usize)
    }

    pub(super) fn mover(&self, at: u32) -> Move {
        self.moves.items[at as usize]
    }
}
