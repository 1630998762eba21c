//! The numbers of tables and traits that come with every job.
//!
//! In a grounding for any states, costs and scores do not fold them. Conditions and amounts always do, so a number
//! that one of these reads is fixed.

use std::sync::Arc;

use super::codes::Codes;
use super::numbers::TableNumbers;
use super::{GroundingError, Universe};
use crate::limits;
use crate::micros::Micros;
use crate::model::{
    ChangeKind, Condition, ConditionKind, Cost, Number, NumberKind, PlanningDomain, TableId, TraitId,
};

/// The layout of the numbers that may change with every state.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// For each table, the position of its first number, and the objects of each index.
    tables: Vec<Option<Grid>>,
    /// For each trait, the position of its number.
    traits: Vec<Option<u32>>,
    pub(super) fixed: FixedNumbers,
    pub(super) start: Arc<Vec<i64>>,
}

#[derive(Clone, Debug)]
struct Grid {
    first: u32,
    dimensions: Vec<Codes>,
}

/// The tables and traits of a domain that conditions or amounts read. A [`Grounding`](super::Grounding) contains their
/// numbers, so no state can change them: agents with other numbers need another grounding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedNumbers {
    tables: Vec<bool>,
    traits: Vec<bool>,
}

impl FixedNumbers {
    /// Finds the fixed numbers of a domain.
    pub fn new(domain: &PlanningDomain) -> Self {
        let mut fixed =
            Self { tables: vec![false; domain.tables().len()], traits: vec![false; domain.traits().len()] };
        for action in domain.actions().as_slice() {
            if let Cost::Rules(rules) = &action.cost {
                for rule in rules {
                    fixed.conditions(&rule.when);
                }
            }
            fixed.conditions(&action.when);
            for (conditions, change) in action.changes() {
                fixed.conditions(conditions);
                if let ChangeKind::Set(number) | ChangeKind::Add(number) | ChangeKind::Subtract(number) =
                    &change.kind
                {
                    fixed.number(number);
                }
            }
        }
        domain.goals().as_slice().iter().for_each(|goal| fixed.conditions(&goal.want));
        fixed
    }

    /// Returns whether the numbers of a table are fixed.
    pub fn has_table(&self, table: TableId) -> bool {
        self.tables.get(table.index()) == Some(&true)
    }

    /// Returns whether a trait is fixed.
    pub fn has_trait(&self, id: TraitId) -> bool {
        self.traits.get(id.index()) == Some(&true)
    }

    fn all(domain: &PlanningDomain) -> Self {
        Self { tables: vec![true; domain.tables().len()], traits: vec![true; domain.traits().len()] }
    }

    fn number(&mut self, number: &Number) {
        number.walk(&mut |number| match &number.kind {
            NumberKind::Table { table, .. } => self.tables[table.index()] = true,
            NumberKind::Trait(id) => self.traits[id.index()] = true,
            _ => {}
        });
    }

    fn conditions(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            condition.walk(&mut |condition| {
                if let ConditionKind::Compare { left, right, .. } = &condition.kind {
                    self.number(left);
                    self.number(right);
                }
            });
        }
    }
}

impl Given {
    /// Creates a layout without variable numbers: costs fold them too.
    pub(super) fn nothing(domain: &PlanningDomain) -> Self {
        Self {
            tables: vec![None; domain.tables().len()],
            traits: vec![None; domain.traits().len()],
            fixed: FixedNumbers::all(domain),
            start: Arc::default(),
        }
    }

    /// Creates a layout for every number that neither conditions nor amounts read.
    pub(super) fn all(
        domain: &PlanningDomain,
        universe: &Universe,
        tables: &[TableNumbers],
        traits: &[(String, Micros)],
    ) -> Result<Self, GroundingError> {
        let mut given = Self { fixed: FixedNumbers::new(domain), ..Self::nothing(domain) };
        let mut start: Vec<i64> = Vec::new();
        for ((at, table), numbers) in domain.tables().iter().zip(tables) {
            if given.fixed.has_table(at) {
                continue;
            }
            let dimensions: Vec<Codes> = table.of.iter().map(|&ty| universe.members(ty).clone()).collect();
            let count =
                dimensions.iter().try_fold(1_usize, |count, members| count.checked_mul(members.len()));
            let total = count.and_then(|count| count.checked_add(start.len()));
            let total = total.filter(|&total| total <= limits::GROUND_FACTS_MAX).ok_or(
                GroundingError::LimitExceeded {
                    what: "numbers in tables",
                    max: limits::GROUND_FACTS_MAX,
                    span: table.span,
                },
            )?;
            let grid = Grid { first: start.len() as u32, dimensions };
            start.resize(total, numbers.default);
            for (key, value) in &numbers.values {
                if let Some(at) = grid.at(key) {
                    start[at as usize] = *value;
                }
            }
            given.tables[at.index()] = Some(grid);
        }
        for (id, known) in domain.traits().iter() {
            let value = traits.iter().rev().find(|(name, _)| *name == known.name);
            if let Some((_, value)) = value.filter(|_| !given.fixed.has_trait(id)) {
                given.traits[id.index()] = Some(start.len() as u32);
                start.push(value.get());
            }
        }
        given.start = Arc::new(start);
        Ok(given)
    }

    /// Returns the position of a number of a table; `None` if it is folded.
    pub(super) fn of_table(&self, table: TableId, key: &[u32]) -> Option<u32> {
        self.tables.get(table.index())?.as_ref()?.at(key)
    }

    /// Returns the position of a trait; `None` if it is folded.
    pub(super) fn of_trait(&self, id: TraitId) -> Option<u32> {
        self.traits.get(id.index()).copied().flatten()
    }
}

impl Grid {
    fn at(&self, key: &[u32]) -> Option<u32> {
        let mut offset = 0;
        for (members, code) in self.dimensions.iter().zip(key) {
            offset = offset * members.len() + members.position(*code)? as usize;
        }
        Some(self.first + offset as u32)
    }
}
