//! Number expressions with parameters, tables, traits and constant facts substituted.

use std::collections::BTreeMap;

use super::error::object_text;
use super::{Bound, Grounder, GroundingError, Obstacle, Universe};
use crate::model::{FactKind, Index, Number, NumberKind, ParamId, PlanningDomain};
use crate::plan_request::{PlanRequest, TableNumber};
use crate::task::{Expr, Reading, Scale, binary};

/// The numbers of one table.
#[derive(Clone, Debug)]
pub(super) struct TableNumbers {
    pub(super) default: i64,
    pub(super) values: BTreeMap<Vec<u32>, i64>,
}

impl TableNumbers {
    pub(super) fn get(&self, key: &[u32]) -> i64 {
        self.values.get(key).copied().unwrap_or(self.default)
    }
}

/// All tables with the overrides of the request. Numbers for unbound objects are unused.
pub(super) fn tables(
    domain: &PlanningDomain,
    universe: &Universe,
    request: &PlanRequest,
) -> Result<Vec<TableNumbers>, GroundingError> {
    let mut tables: Vec<TableNumbers> = Vec::new();
    for table in domain.tables().as_slice() {
        let mut values = BTreeMap::new();
        for entry in &table.values {
            let key = table.of.iter().zip(&entry.key).map(|(&ty, name)| universe.code(ty, name));
            if let Some(key) = key.collect::<Option<Vec<u32>>>() {
                values.insert(key, entry.value.get());
            }
        }
        tables.push(TableNumbers { default: table.default.get(), values });
    }
    for overwrite in &request.tables {
        let key = key(domain, universe, overwrite)?;
        tables[overwrite.table.index()].values.insert(key, overwrite.value.get());
    }
    Ok(tables)
}

/// The objects of a table entry.
pub(super) fn key(
    domain: &PlanningDomain,
    universe: &Universe,
    number: &TableNumber,
) -> Result<Vec<u32>, GroundingError> {
    let table = domain.tables().get(number.table);
    let table = table.ok_or(GroundingError::UnknownTable { table: number.table })?;
    let key = table.of.iter().zip(&number.key).map(|(&ty, name)| universe.code(ty, name));
    let key = key.collect::<Option<Vec<u32>>>().filter(|key| key.len() == table.of.len());
    key.ok_or_else(|| GroundingError::NoTableEntry {
        table: table.name.clone(),
        key: number.key.iter().map(|name| object_text(domain, name)).collect(),
    })
}

impl Grounder<'_> {
    /// Returns the object of an index.
    pub(super) fn index(index: Index, binding: &[Bound]) -> Option<u32> {
        match index {
            Index::Object(object) => Some(object.index() as u32),
            Index::Param(param) => Self::object(param, binding),
        }
    }

    /// Returns the object that a parameter or variable is bound to.
    pub(super) fn object(param: ParamId, binding: &[Bound]) -> Option<u32> {
        match binding.get(param.index()) {
            Some(Bound::Object(code)) => Some(*code),
            _ => None,
        }
    }

    /// Returns a number that is read from the state; `None` if it is folded.
    fn given_number(&self, at: Option<u32>, scale: Scale) -> Option<Expr> {
        match scale {
            // Only costs and scores are in millionths.
            Scale::Millionths => at.map(Expr::Given),
            Scale::Whole => at.filter(|_| self.reads_given).map(Expr::GivenWhole),
        }
    }

    /// Compiles a number under a binding and simplifies it.
    pub(super) fn number(&self, number: &Number, scale: Scale, binding: &[Bound]) -> Result<Expr, Obstacle> {
        let one = scale.one();
        self.budget.make(size_of::<Expr>(), number.span)?;
        // With integer arithmetic a value with decimals is undefined; with millionths every value is exact.
        let scaled = |micros: i64| match scale {
            Scale::Millionths => Ok(Expr::Const(micros)),
            Scale::Whole if micros % 1_000_000 == 0 => Ok(Expr::Const(micros / 1_000_000)),
            Scale::Whole => Err(Obstacle::Undefined),
        };
        match &number.kind {
            NumberKind::Literal(value) => scaled(value.get()),
            NumberKind::Param(param) => match binding.get(param.index()) {
                Some(Bound::Number(value)) => Ok(Expr::Const(value * one)),
                _ => Err(Obstacle::Undefined),
            },
            NumberKind::Table { table, indices } => {
                let key: Option<Vec<u32>> =
                    indices.iter().map(|&index| Self::index(index, binding)).collect();
                let numbers = &self.tables[table.index()];
                let Some(key) = key else { return scaled(numbers.default) };
                self.given_number(self.given.of_table(*table, &key), scale)
                    .map_or_else(|| scaled(numbers.get(&key)), Ok)
            }
            NumberKind::Trait(id) => {
                let name = self.domain.traits().get(*id).map_or("", |known| known.name.as_str());
                let given = self.traits.iter().rev().find(|(given, _)| given == name);
                let missing = || GroundingError::MissingTrait { name: name.to_owned() };
                let value = given.ok_or_else(missing)?.1.get();
                self.given_number(self.given.of_trait(*id), scale).map_or_else(|| scaled(value), Ok)
            }
            NumberKind::Fact(fact) => {
                let indices: Option<Vec<u32>> =
                    fact.indices.iter().map(|&index| Self::index(index, binding)).collect();
                let var = indices.and_then(|indices| self.layout.var(fact.fact, indices));
                let (Some(var), FactKind::Int { min, .. }) = (var, self.layout.kind(fact.fact)) else {
                    return Err(Obstacle::Undefined);
                };
                Ok(match self.folded(fact.fact, var) {
                    Some(value) => Expr::Const((i64::from(value) + min) * one),
                    None => Expr::Read(Reading::Int { var, min, factor: one }),
                })
            }
            NumberKind::Negated(inner) => Ok(match self.number(inner, scale, binding)? {
                Expr::Const(value) => Expr::Const(-value),
                other => Expr::Negated(Box::new(other)),
            }),
            NumberKind::Binary { operator, left, right } => {
                let (left, right) = (self.number(left, scale, binding)?, self.number(right, scale, binding)?);
                match (left.constant(), right.constant()) {
                    (Some(left), Some(right)) => {
                        binary(*operator, scale, left, right).map(Expr::Const).ok_or(Obstacle::Undefined)
                    }
                    _ => Ok(Expr::Binary(*operator, scale, Box::new(left), Box::new(right))),
                }
            }
            NumberKind::Curve { curve, at } => {
                let curve = self.domain.curves().get(*curve).ok_or(Obstacle::Undefined)?.clone();
                let at = self.number(at, Scale::Millionths, binding)?;
                let is_constant = at.constant().is_some();
                let call = Expr::Curve(curve, Box::new(at));
                if is_constant {
                    call.value(&|_| 0).map(Expr::Const).ok_or(Obstacle::Undefined)
                } else {
                    Ok(call)
                }
            }
            NumberKind::Call { function, args } => {
                let args: Vec<Expr> =
                    args.iter().map(|arg| self.number(arg, scale, binding)).collect::<Result<_, _>>()?;
                let is_constant = args.iter().all(|arg| arg.constant().is_some());
                let call = Expr::Call(*function, args);
                if is_constant {
                    call.value(&|_| 0).map(Expr::Const).ok_or(Obstacle::Undefined)
                } else {
                    Ok(call)
                }
            }
        }
    }
}
