//! Which variable is which ground fact, and which value is which.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::codes::Codes;
use super::{GroundError, Universe};
use crate::limits;
use crate::model::{Domain, Fact, FactId, FactKind, ObjectName, Setting, TypeId, Value};
use crate::query::Query;
use crate::task::VarId;

/// The ground facts: all of a family together, in file order, the last index running fastest.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    sizes: Vec<u32>,
    families: Vec<Family>,
}

#[derive(Clone, Debug)]
struct Family {
    /// The variable of the first ground fact.
    first: u32,
    /// The objects of each index, in order.
    dimensions: Vec<Codes>,
    kind: FactKind,
    /// The codes that the values stand for; of a bool fact, its values.
    codes: Codes,
}

impl Layout {
    pub(super) fn new(domain: &Domain, universe: &Universe) -> Result<Self, GroundError> {
        let mut layout = Self { sizes: Vec::new(), families: Vec::new() };
        let bools = Codes::new(vec![0, 1]);
        // All facts of one type share the list of its objects, also those that may be none of them.
        let mut optionals: BTreeMap<TypeId, Codes> = BTreeMap::new();
        for fact in domain.facts().as_slice() {
            let dimensions: Vec<Codes> = fact.of.iter().map(|&ty| universe.members(ty).clone()).collect();
            let codes = match fact.kind {
                FactKind::Object { ty, optional: false } => universe.members(ty).clone(),
                FactKind::Object { ty, optional: true } => {
                    let with_none = || {
                        let members = universe.members(ty).iter().copied();
                        Codes::new(std::iter::once(universe.none()).chain(members).collect())
                    };
                    optionals.entry(ty).or_insert_with(with_none).clone()
                }
                FactKind::Bool | FactKind::Int { .. } => bools.clone(),
            };
            let size = match fact.kind {
                FactKind::Bool => 2,
                FactKind::Object { .. } => codes.len() as u32,
                FactKind::Int { min, max, .. } => u32::try_from(max - min + 1).unwrap_or(u32::MAX),
            };
            let count =
                dimensions.iter().try_fold(1_usize, |count, members| count.checked_mul(members.len()));
            let total = count.and_then(|count| count.checked_add(layout.sizes.len()));
            let Some(total) = total.filter(|&total| total <= limits::GROUND_FACTS_MAX) else {
                return Err(GroundError::Limit {
                    what: "ground facts",
                    max: limits::GROUND_FACTS_MAX,
                    place: fact.place,
                });
            };
            layout.families.push(Family {
                first: layout.sizes.len() as u32,
                dimensions,
                kind: fact.kind,
                codes,
            });
            layout.sizes.resize(total, size);
        }
        Ok(layout)
    }

    pub(crate) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    pub(crate) fn size(&self, var: VarId) -> u32 {
        self.sizes[var.index()]
    }

    /// The variable of a ground fact; `None` if an index is not among the objects there are.
    pub(crate) fn var(&self, fact: FactId, indices: impl IntoIterator<Item = u32>) -> Option<VarId> {
        let family = &self.families[fact.index()];
        let mut offset = 0;
        for (members, code) in family.dimensions.iter().zip(indices) {
            let at = members.position(code)?;
            offset = offset * members.len() + at as usize;
        }
        Some(VarId(family.first + offset as u32))
    }

    /// The numbers of the variables of a fact.
    pub(crate) fn vars(&self, fact: FactId) -> std::ops::Range<u32> {
        let first = self.families[fact.index()].first;
        let next = self.families.get(fact.index() + 1);
        first..next.map_or(self.sizes.len() as u32, |family| family.first)
    }

    /// The ground fact of a variable: the fact and the codes of its indices. `None` if it is none.
    pub(crate) fn fact_of(&self, var: VarId) -> Option<(FactId, Vec<u32>)> {
        if var.index() >= self.sizes.len() {
            return None;
        }
        let at = self.families.partition_point(|family| family.first <= var.0).checked_sub(1)?;
        // Of families without any ground fact, which begin where the next one does, the last is the one with some.
        let family = &self.families[at];
        let mut offset = (var.0 - family.first) as usize;
        let mut indices = Vec::with_capacity(family.dimensions.len());
        for members in family.dimensions.iter().rev() {
            indices.push(members[offset % members.len()]);
            offset /= members.len();
        }
        indices.reverse();
        Some((FactId::new(at as u32), indices))
    }

    pub(crate) fn kind(&self, fact: FactId) -> FactKind {
        self.families[fact.index()].kind
    }

    /// The codes that the values of a bool or object fact stand for.
    pub(crate) fn codes(&self, fact: FactId) -> &[u32] {
        &self.families[fact.index()].codes
    }

    /// The same, to be shared.
    pub(super) fn shared_codes(&self, fact: FactId) -> Arc<[u32]> {
        self.families[fact.index()].codes.share()
    }

    /// The value of a bool or object fact that stands for a code.
    pub(crate) fn value_of_code(&self, fact: FactId, code: u32) -> Option<u32> {
        self.families[fact.index()].codes.position(code)
    }

    /// The start: defaults, then what the domain says, then what the query says.
    pub(super) fn start(
        &self,
        domain: &Domain,
        universe: &Universe,
        query: &Query,
    ) -> Result<Vec<u32>, GroundError> {
        let mut start = Vec::with_capacity(self.sizes.len());
        for ((id, fact), family) in domain.facts().iter().zip(&self.families) {
            let value = self.value(id, fact, &fact.default, universe)?;
            let count: usize = family.dimensions.iter().map(|members| members.len()).product();
            start.resize(start.len() + count, value);
        }
        for setting in domain.start().iter().chain(&query.set) {
            let (var, value) = self.setting(domain, universe, setting)?;
            start[var.index()] = value;
        }
        Ok(start)
    }

    pub(super) fn setting(
        &self,
        domain: &Domain,
        universe: &Universe,
        setting: &Setting,
    ) -> Result<(VarId, u32), GroundError> {
        let fact = domain.facts().get(setting.fact);
        let fact =
            fact.ok_or_else(|| GroundError::Query("a start value names a fact that does not exist".into()))?;
        let code = |(&ty, name): (&TypeId, &ObjectName)| {
            universe.code(ty, name).ok_or_else(|| unbound(name, &fact.name))
        };
        let indices = fact.of.iter().zip(&setting.indices).map(code).collect::<Result<Vec<u32>, _>>()?;
        let var = self.var(setting.fact, indices);
        let var =
            var.ok_or_else(|| GroundError::Query(format!("`{}` has no such ground fact", fact.name)))?;
        Ok((var, self.value(setting.fact, fact, &setting.value, universe)?))
    }

    fn value(&self, id: FactId, fact: &Fact, value: &Value, universe: &Universe) -> Result<u32, GroundError> {
        let found = match (fact.kind, value) {
            (FactKind::Bool, Value::Bool(value)) => Some(u32::from(*value)),
            (FactKind::Int { min, max, .. }, Value::Int(value)) if (min..=max).contains(value) => {
                Some((value - min) as u32)
            }
            (FactKind::Object { ty, .. }, Value::Object(name)) => {
                let code = universe.code(ty, name).ok_or_else(|| unbound(name, &fact.name))?;
                self.value_of_code(id, code)
            }
            (FactKind::Object { .. }, Value::None) => self.value_of_code(id, universe.none()),
            _ => None,
        };
        found.ok_or_else(|| GroundError::Query(format!("`{}` cannot have that value", fact.name)))
    }
}

fn unbound(name: &ObjectName, fact: &str) -> GroundError {
    let name = match name {
        ObjectName::Bound(name) => name.as_str(),
        ObjectName::Closed(_) => "an object",
    };
    GroundError::Query(format!("`{name}`, named by a value of `{fact}`, is not bound"))
}
