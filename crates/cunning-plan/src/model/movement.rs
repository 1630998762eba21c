//! How agents get about.

use super::{ActionId, FactId, SourceSpan, TableId};

/// `[move]`: an action of walking that no file has to spell out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The fact that says where an agent is: an object, without indices.
    pub fact: FactId,
    /// What a way costs, by where it leads to or by where it comes from and leads to; 1 if not given.
    pub cost: Option<TableId>,
    /// Whether the table is there only because it is named here; a game or a navigator has its numbers.
    pub implies_table: bool,
    /// The actions that it stands for, the last of the domain. The first has the parameters `from` and `to` if the
    /// table has two indices, and `to` alone otherwise. The second, which is there if the table has two indices and the
    /// fact may be none, leads from none to `to` at the table's default.
    pub actions: Vec<ActionId>,
    /// What its author says about it.
    pub doc: Option<String>,
    /// Where it was said.
    pub span: SourceSpan,
}
