//! The domain generator of the differential campaign.
//!
//! Each family is a structure known to be hard for planners, one per file; [`Family::Free`] combines everything in
//! the language. A seed gives the same domain and query everywhere. A generated domain is kept as a [`Model`], so
//! that [`shrink`] can reduce it when it shows a difference, and [`Report`] checks that a campaign was hard enough to
//! be meaningful. Some domains of every family use agent features: hoped-for effects, movement and curves.

mod chain;
mod clobber;
mod dice;
mod features;
mod free;
mod locks;
mod model;
mod permutation;
mod price;
mod report;
mod resources;
mod shrink;
mod subgoals;
mod sugar;
mod text;
mod tools;

pub use features::Feature;
pub use model::{
    Model, ModelAction, ModelCondition, ModelCost, ModelEffect, ModelFact, ModelGoal, ModelMovement,
    ModelRange, ModelTable, ModelType,
};
pub use report::{FamilyCount, Report};
pub use shrink::shrink;

use crate::query::OracleQuery;
use dice::Dice;

/// A structure that generated domains have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Each link needs the one before.
    Chain,
    /// Rooms, doors and keys.
    Locks,
    /// Quantities with ranges and clamps.
    Resources,
    /// Pieces that change places.
    Permutation,
    /// Things made of things.
    Tools,
    /// Goals that undo each other.
    Clobber,
    /// Everything in the language.
    Free,
    /// Actions that stand for goals. Not part of the mix, because their plans are not guaranteed to be optimal, and
    /// planners may differ in how far the search gets.
    SubGoals,
}

impl Family {
    /// The families that [`generate`] mixes. For all of them the oracle's answer is exact.
    pub const MIX: [Self; 7] = [
        Self::Chain,
        Self::Locks,
        Self::Resources,
        Self::Permutation,
        Self::Tools,
        Self::Clobber,
        Self::Free,
    ];
}

/// A domain with a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// The family of the domain.
    pub family: Family,
    /// The seed of the domain.
    pub seed: u64,
    /// The domain; [`ToString`] writes its text.
    pub model: Model,
    /// The query to the domain.
    pub query: OracleQuery,
}

/// Generates a domain and query of the mix: of ten consecutive seeds four are free, the others one of each family.
///
/// ```
/// use cunning_oracle::generate::generate;
/// use cunning_oracle::{Limits, OracleDomain};
/// let generated = generate(7);
/// assert_eq!(generated, generate(7));
/// let domain = OracleDomain::parse(&generated.model.to_string())?;
/// domain.solve(&generated.query, Limits::default())?;
/// # Ok::<(), cunning_oracle::OracleError>(())
/// ```
pub fn generate(seed: u64) -> Generated {
    let family = Family::MIX.get((seed % 10) as usize).copied().unwrap_or(Family::Free);
    generate_of(family, seed)
}

/// Generates a domain and query of one family.
pub fn generate_of(family: Family, seed: u64) -> Generated {
    let mut dice = Dice::new(seed);
    let build = match family {
        Family::Chain => chain::build,
        Family::Locks => locks::build,
        Family::Resources => resources::build,
        Family::Permutation => permutation::build,
        Family::Tools => tools::build,
        Family::Clobber => clobber::build,
        Family::Free => free::build,
        Family::SubGoals => subgoals::build,
    };
    let (mut model, mut query) = build(&mut dice);
    sugar::add(seed, &mut model, &mut query);
    Generated { family, seed, model, query }
}
