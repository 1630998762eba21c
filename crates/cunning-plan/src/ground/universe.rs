//! All objects: those that the domain lists, and those bound to its open types.

use std::ops::Range;

use super::GroundingError;
use super::codes::Codes;
use crate::model::{ObjectName, PlanningDomain, Type, TypeId, TypeKind};
use crate::plan_request::PlanRequest;

/// The notation of `none`.
pub(crate) const NONE_NAME: &str = "none";

/// The objects, numbered by codes: those of the domain first, in order, then the bound ones, then free slots.
#[derive(Clone, Debug)]
pub(crate) struct Universe {
    names: Vec<String>,
    /// The codes of all objects, sorted by name.
    by_name: Vec<u32>,
    /// The codes of each type's objects, in order.
    members: Vec<Codes>,
    /// The first code of open types.
    open_from: u32,
    /// The first code of slots that are initially free.
    spare_from: u32,
}

impl Universe {
    /// Collects the objects of a request; `slots` adds free slots up to the limit of each open type.
    pub(super) fn new(
        domain: &PlanningDomain,
        request: &PlanRequest,
        has_slots: bool,
    ) -> Result<Self, GroundingError> {
        let mut names: Vec<String> = Vec::new();
        let mut types = Vec::new();
        for object in domain.objects().as_slice() {
            names.push(object.name.clone());
            types.push(object.ty);
        }
        let open_from = names.len() as u32;
        let bindings = request.objects.as_deref().unwrap_or(domain.bindings());
        for binding in bindings {
            let Some(ty) = domain.types().get(binding.ty) else {
                return Err(GroundingError::UnknownType { ty: binding.ty });
            };
            let TypeKind::Open { max } = ty.kind else {
                return Err(GroundingError::TypeNotOpen { ty: ty.name.clone() });
            };
            if binding.names.len() > max as usize {
                return Err(GroundingError::TooManyObjects {
                    ty: ty.name.clone(),
                    count: binding.names.len(),
                    max: max as usize,
                });
            }
            for name in &binding.names {
                names.push(name.clone());
                types.push(binding.ty);
            }
        }
        let spare_from = names.len() as u32;
        for (id, ty) in domain.types().iter().filter(|_| has_slots) {
            if let TypeKind::Open { max } = ty.kind {
                let bound = types.iter().filter(|known| **known == id).count();
                for number in bound + 1..=max as usize {
                    names.push(format!("{}#{number}", ty.name));
                    types.push(id);
                }
            }
        }
        let mut own: Vec<Vec<u32>> = vec![Vec::new(); domain.types().len()];
        for (code, ty) in (0..).zip(&types) {
            own[ty.index()].push(code);
        }
        let members = |ty: &Type| {
            let parts = ty.parts.iter().flat_map(|part| &own[part.index()]);
            Codes::new(parts.copied().collect())
        };
        let members = domain.types().as_slice().iter().map(members).collect();
        let mut by_name: Vec<u32> = (0..names.len() as u32).collect();
        by_name.sort_by(|&one, &other| names[one as usize].cmp(&names[other as usize]));
        Ok(Self { names, by_name, members, open_from, spare_from })
    }

    /// Returns the codes of objects of open types.
    pub(crate) fn open(&self) -> Range<u32> {
        self.open_from..self.none()
    }

    /// Returns the codes of slots that are initially free.
    pub(crate) fn spare(&self) -> Range<u32> {
        self.spare_from..self.none()
    }

    /// Returns the code of `none`.
    pub(crate) fn none(&self) -> u32 {
        self.names.len() as u32
    }

    /// Returns the name of an object, or `none`.
    pub(crate) fn name(&self, code: u32) -> &str {
        self.names.get(code as usize).map_or(NONE_NAME, String::as_str)
    }

    /// Returns the objects of a type, in order.
    pub(crate) fn members(&self, ty: TypeId) -> &Codes {
        &self.members[ty.index()]
    }

    /// Returns the object of a type by the name in data.
    pub(crate) fn code(&self, ty: TypeId, name: &ObjectName) -> Option<u32> {
        match name {
            ObjectName::Closed(object) => Some(object.index() as u32),
            ObjectName::Bound(name) => self.code_named(ty, name),
        }
    }

    /// Returns the object of a type by its name; the first one if there are several.
    pub(crate) fn code_named(&self, ty: TypeId, name: &str) -> Option<u32> {
        let members = self.members(ty);
        let first = self.by_name.partition_point(|&code| self.name(code) < name);
        let named = self.by_name[first..].iter().copied().take_while(|&code| self.name(code) == name);
        named.filter(|&code| members.position(code).is_some()).min_by_key(|&code| members.position(code))
    }
}
