//! The layout of variables: which ground fact each one is, and what its values mean.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::codes::Codes;
use super::error::{object_text, value_text};
use super::{GroundingError, Universe};
use crate::limits;
use crate::model::{Fact, FactId, FactKind, ObjectName, PlanningDomain, Setting, TypeId, Value};
use crate::plan_request::PlanRequest;
use crate::task::VarId;

/// The ground facts: all of a family together, in file order, the last index varying fastest.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    sizes: Vec<u32>,
    families: Vec<Family>,
    slots: Slots,
}

/// For each object of an open type, a variable after all ground facts that tells whether it is bound.
#[derive(Clone, Debug)]
struct Slots {
    codes: Range<u32>,
    first: u32,
}

#[derive(Clone, Debug)]
struct Family {
    /// The variable of the first ground fact.
    first: u32,
    /// The objects of each index, in order.
    dimensions: Vec<Codes>,
    kind: FactKind,
    /// The codes of the values; of a bool fact, its values.
    codes: Codes,
    default: u32,
}

/// The consequence of an absent object for a variable.
pub(super) enum Rest {
    /// The variable is a fact of the object and has this value.
    Is(u32),
    /// The variable may name the object and does not have this value.
    IsNot(u32),
}

impl Layout {
    pub(super) fn new(
        domain: &PlanningDomain,
        universe: &Universe,
        has_slots: bool,
    ) -> Result<Self, GroundingError> {
        let slots = Slots { codes: 0..0, first: 0 };
        let mut layout = Self { sizes: Vec::new(), families: Vec::new(), slots };
        let bools = Codes::new(vec![0, 1]);
        // All facts of one type share the list of its objects, including optional ones.
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
                return Err(GroundingError::LimitExceeded {
                    what: "ground facts",
                    max: limits::GROUND_FACTS_MAX,
                    span: fact.span,
                });
            };
            layout.families.push(Family {
                first: layout.sizes.len() as u32,
                dimensions,
                kind: fact.kind,
                codes,
                default: 0,
            });
            layout.sizes.resize(total, size);
        }
        for (id, fact) in domain.facts().iter() {
            layout.families[id.index()].default = layout.value(domain, id, &fact.default, universe)?;
        }
        if has_slots {
            layout.slots = Slots { codes: universe.open(), first: layout.sizes.len() as u32 };
            layout.sizes.resize(layout.sizes.len() + universe.open().len(), 2);
        }
        Ok(layout)
    }

    /// Returns the variable that tells whether an object is bound; `None` if it always is.
    pub(crate) fn bound_var(&self, code: u32) -> Option<VarId> {
        let Slots { codes, first } = &self.slots;
        codes.contains(&code).then(|| VarId(first + code - codes.start))
    }

    /// Returns the default value of a ground fact.
    pub(crate) fn default_of(&self, var: VarId) -> Option<u32> {
        let fact = self.family_of(var)?;
        Some(self.families[fact.index()].default)
    }

    /// Returns the consequence of an absent object for a variable, if there is one.
    pub(super) fn rest(&self, var: VarId, code: u32) -> Option<Rest> {
        let (fact, indices) = self.fact_of(var)?;
        let family = &self.families[fact.index()];
        if indices.contains(&code) {
            return Some(Rest::Is(family.default));
        }
        let may_name = matches!(family.kind, FactKind::Object { .. });
        self.value_of_code(fact, code).filter(|_| may_name).map(Rest::IsNot)
    }

    pub(crate) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    pub(crate) fn size(&self, var: VarId) -> u32 {
        self.sizes[var.index()]
    }

    /// Returns the variable of a ground fact; `None` if an index does not exist.
    pub(crate) fn var(&self, fact: FactId, indices: impl IntoIterator<Item = u32>) -> Option<VarId> {
        let family = &self.families[fact.index()];
        let mut offset = 0;
        for (members, code) in family.dimensions.iter().zip(indices) {
            let at = members.position(code)?;
            offset = offset * members.len() + at as usize;
        }
        Some(VarId(family.first + offset as u32))
    }

    /// Returns the range of the variables of a fact.
    pub(crate) fn vars(&self, fact: FactId) -> std::ops::Range<u32> {
        let first = self.families[fact.index()].first;
        let next = self.families.get(fact.index() + 1);
        first..next.map_or(self.fact_count() as u32, |family| family.first)
    }

    /// Returns the number of ground facts.
    fn fact_count(&self) -> usize {
        self.sizes.len() - self.slots.codes.len()
    }

    /// Returns the fact of a variable; `None` if it is not a ground fact.
    pub(crate) fn family_of(&self, var: VarId) -> Option<FactId> {
        if var.index() >= self.fact_count() {
            return None;
        }
        // Empty families start where the next one does, so the last one that starts here is not empty.
        let at = self.families.partition_point(|family| family.first <= var.0).checked_sub(1)?;
        Some(FactId::new(at as u32))
    }

    /// Returns the fact and the codes of the indices of a variable; `None` if it is not a ground fact.
    pub(crate) fn fact_of(&self, var: VarId) -> Option<(FactId, Vec<u32>)> {
        let fact = self.family_of(var)?;
        let family = &self.families[fact.index()];
        let mut offset = (var.0 - family.first) as usize;
        let mut indices = Vec::with_capacity(family.dimensions.len());
        for members in family.dimensions.iter().rev() {
            indices.push(members[offset % members.len()]);
            offset /= members.len();
        }
        indices.reverse();
        Some((fact, indices))
    }

    pub(crate) fn kind(&self, fact: FactId) -> FactKind {
        self.families[fact.index()].kind
    }

    /// Returns the codes of the values of a bool or object fact.
    pub(crate) fn codes(&self, fact: FactId) -> &[u32] {
        &self.families[fact.index()].codes
    }

    /// Returns the shared list of codes.
    pub(super) fn shared_codes(&self, fact: FactId) -> Arc<[u32]> {
        self.families[fact.index()].codes.share()
    }

    /// Returns the value of a bool or object fact for a code.
    pub(crate) fn value_of_code(&self, fact: FactId, code: u32) -> Option<u32> {
        self.families[fact.index()].codes.position(code)
    }

    /// Returns the start: defaults, then the domain's start, then the request's.
    pub(super) fn start(
        &self,
        domain: &PlanningDomain,
        universe: &Universe,
        request: &PlanRequest,
    ) -> Result<Vec<u32>, GroundingError> {
        let mut start = Vec::with_capacity(self.sizes.len());
        for family in &self.families {
            let count: usize = family.dimensions.iter().map(|members| members.len()).product();
            start.resize(start.len() + count, family.default);
        }
        let is_spare = |code: u32| universe.spare().contains(&code);
        start.extend(self.slots.codes.clone().map(|code| u32::from(!is_spare(code))));
        // Initial values of the domain's own objects do not apply when the request binds other objects.
        let is_meant = |setting: &&Setting| request.objects.is_none() || is_bound(domain, universe, setting);
        for setting in domain.start().iter().filter(is_meant).chain(&request.set) {
            let (var, value) = self.setting(domain, universe, setting)?;
            start[var.index()] = value;
        }
        Ok(start)
    }

    pub(super) fn setting(
        &self,
        domain: &PlanningDomain,
        universe: &Universe,
        setting: &Setting,
    ) -> Result<(VarId, u32), GroundingError> {
        let fact = domain.facts().get(setting.fact);
        let fact = fact.ok_or(GroundingError::UnknownFact { fact: setting.fact })?;
        let code = |(&ty, name): (&TypeId, &ObjectName)| {
            universe.code(ty, name).ok_or_else(|| unbound(domain, name, fact))
        };
        let indices = fact.of.iter().zip(&setting.indices).map(code).collect::<Result<Vec<u32>, _>>()?;
        let var = self.var(setting.fact, indices);
        let var = var.ok_or_else(|| GroundingError::NoGroundFact {
            fact: fact.name.clone(),
            indices: setting.indices.iter().map(|name| object_text(domain, name)).collect(),
        })?;
        Ok((var, self.value(domain, setting.fact, &setting.value, universe)?))
    }

    fn value(
        &self,
        domain: &PlanningDomain,
        id: FactId,
        value: &Value,
        universe: &Universe,
    ) -> Result<u32, GroundingError> {
        let fact = domain.facts().get(id).ok_or(GroundingError::UnknownFact { fact: id })?;
        let found = match (fact.kind, value) {
            (FactKind::Bool, Value::Bool(value)) => Some(u32::from(*value)),
            (FactKind::Int { min, max, .. }, Value::Int(value)) if (min..=max).contains(value) => {
                Some((value - min) as u32)
            }
            (FactKind::Object { ty, .. }, Value::Object(name)) => {
                let code = universe.code(ty, name).ok_or_else(|| unbound(domain, name, fact))?;
                self.value_of_code(id, code)
            }
            (FactKind::Object { .. }, Value::None) => self.value_of_code(id, universe.none()),
            _ => None,
        };
        found.ok_or_else(|| GroundingError::InvalidValue {
            fact: fact.name.clone(),
            value: value_text(domain, value),
        })
    }
}

/// Returns whether all objects that a setting names exist.
fn is_bound(domain: &PlanningDomain, universe: &Universe, setting: &Setting) -> bool {
    let Some(fact) = domain.facts().get(setting.fact) else { return true };
    let is_there = |ty: TypeId, name: &ObjectName| universe.code(ty, name).is_some();
    let value_is_there = match (fact.kind, &setting.value) {
        (FactKind::Object { ty, .. }, Value::Object(name)) => is_there(ty, name),
        _ => true,
    };
    value_is_there && fact.of.iter().zip(&setting.indices).all(|(&ty, name)| is_there(ty, name))
}

fn unbound(domain: &PlanningDomain, name: &ObjectName, fact: &Fact) -> GroundingError {
    GroundingError::UnboundObject { object: object_text(domain, name), fact: fact.name.clone() }
}
