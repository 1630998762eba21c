//! How agents move.

use super::{ActionId, FactId, SourceSpan, TableId};

/// The table `[move]`, which generates an action of moving between objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The fact that says where an agent is: an object, without indices.
    pub fact: FactId,
    /// The table of costs, indexed by the destination, or by origin and destination. Each move costs 1 if not given.
    pub cost: Option<TableId>,
    /// Whether the table was declared only by being named here. The game or a navigator provides its numbers then.
    pub implies_table: bool,
    /// The generated actions, the last ones of the domain. The first has the parameters `from` and `to` if the table
    /// has two indices, and only `to` otherwise. The second exists if the table has two indices and the fact may be
    /// none; it moves from none to `to` at the table's default cost.
    pub actions: Vec<ActionId>,
    /// The author's comment, from the key `doc`.
    pub doc: Option<String>,
    /// The source span it was read from.
    pub span: SourceSpan,
}
