//! The heap memory of the parts of a task. Shared memory is not counted.

use super::{Change, Conjunction, Cost, Effect, Expr, Relation};

/// Returns the bytes of a list with everything that its members hold.
pub(crate) fn list_bytes<T>(list: &[T], held: impl Fn(&T) -> usize) -> usize {
    size_of_val(list) + list.iter().map(held).sum::<usize>()
}

impl Expr {
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Const(_) | Self::Read(_) | Self::Given(_) | Self::GivenWhole(_) => 0,
            Self::Negated(inner) | Self::Curve(_, inner) => size_of::<Self>() + inner.bytes(),
            Self::Binary(_, _, left, right) => 2 * size_of::<Self>() + left.bytes() + right.bytes(),
            Self::Call(_, args) => list_bytes(args, Self::bytes),
        }
    }
}

impl Conjunction {
    pub(crate) fn bytes(&self) -> usize {
        let relation = |relation: &Relation| relation.left.bytes() + relation.right.bytes();
        size_of_val(&self.atoms[..]) + list_bytes(&self.relations, relation)
    }
}

impl Effect {
    pub(crate) fn bytes(&self) -> usize {
        let change = match &self.change {
            Change::Assign(_) | Change::Refuse => 0,
            Change::Add { by, .. } => by.bytes(),
            Change::Set { expr, .. } => expr.bytes(),
            Change::Copy { to, .. } => size_of_val(&to[..]),
        };
        change + list_bytes(&self.when, Conjunction::bytes)
    }
}

impl Cost {
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Fixed(_) => 0,
            Self::Read(expr) => expr.bytes(),
        }
    }
}
