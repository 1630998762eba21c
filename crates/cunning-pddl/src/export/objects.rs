//! The objects of the closed types and those bound to the open types, with their PDDL names.

use std::fmt::Write as _;

use cunning_plan::Arg;
use cunning_plan::PlanRequest;
use cunning_plan::model::{Argument, ObjectId, ObjectName, ParamKind, PlanningDomain, TypeId, TypeKind};

use super::Exporter;
use super::names::Names;
use super::types::Types;

/// An object, by its position in [`Objects`]. Those of closed types come first, in the order of their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Object(usize);

impl Object {
    pub(super) const fn closed(id: ObjectId) -> Self {
        Self(id.index())
    }
}

/// The argument of a parameter: an object or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Given {
    Object(Object),
    Number(i64),
}

struct Known {
    ty: TypeId,
    /// The name in the planner's language.
    name: String,
    pddl: String,
}

pub(super) struct Objects {
    known: Vec<Known>,
    /// The number of objects of closed types.
    closed: usize,
    none: String,
}

impl Objects {
    pub(super) fn new(domain: &PlanningDomain, request: &PlanRequest, names: &mut Names) -> Self {
        let closed = domain.objects().as_slice().iter().map(|object| (object.ty, object.name.clone()));
        let bindings = request.objects.as_deref().unwrap_or(domain.bindings());
        let bound =
            bindings.iter().flat_map(|binding| binding.names.iter().map(|name| (binding.ty, name.clone())));
        let known: Vec<Known> =
            closed.chain(bound).map(|(ty, name)| Known { ty, pddl: names.take(&name), name }).collect();
        Self { known, closed: domain.objects().len(), none: names.take("none") }
    }

    pub(super) fn none(&self) -> &str {
        &self.none
    }

    pub(super) fn name(&self, object: Object) -> &str {
        self.known.get(object.0).map_or(&self.none, |known| &known.pddl)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Object> + use<> {
        (0..self.known.len()).map(Object)
    }

    pub(super) fn of_type(&self, domain: &PlanningDomain, ty: TypeId) -> impl Iterator<Item = Object> {
        let parts = domain.types().get(ty).map_or_else(Vec::new, |ty| ty.parts.clone());
        // In the order of the parts, as the planner has them.
        parts
            .into_iter()
            .flat_map(move |part| self.all().filter(move |object| self.known[object.0].ty == part))
    }

    /// The object of an open type that is bound under a name.
    pub(super) fn bound(&self, domain: &PlanningDomain, ty: TypeId, name: &str) -> Option<Object> {
        self.of_type(domain, ty).find(|object| object.0 >= self.closed && self.known[object.0].name == name)
    }

    /// The object that data name.
    pub(super) fn named(&self, domain: &PlanningDomain, ty: TypeId, name: &ObjectName) -> Option<Object> {
        match name {
            ObjectName::Closed(id) => Some(Object::closed(*id)),
            ObjectName::Bound(name) => self.bound(domain, ty, name),
        }
    }

    /// The object that an argument of a ground action stands for, by the name that the grounding shows.
    pub(super) fn shown(&self, domain: &PlanningDomain, ty: TypeId, name: &str) -> Option<Object> {
        self.of_type(domain, ty).find(|object| self.known[object.0].name == name)
    }

    pub(super) fn of_arg(&self, exporter: &Exporter<'_>, ty: TypeId, arg: Arg) -> Option<Object> {
        match arg {
            Arg::Object(id) => Some(Object::closed(id)),
            Arg::Slot(slot) => self.bound(exporter.domain, ty, exporter.grounding.slot_name(slot)),
            Arg::Number(_) => None,
        }
    }

    /// The argument of a goal.
    pub(super) fn argument(
        &self,
        domain: &PlanningDomain,
        kind: ParamKind,
        argument: &Argument,
    ) -> Option<Given> {
        match (argument, kind) {
            (Argument::Number(number), _) => Some(Given::Number(*number)),
            (Argument::Object(name), ParamKind::Object(ty)) => {
                self.named(domain, ty, name).map(Given::Object)
            }
            (Argument::Object(_), ParamKind::Number { .. }) => None,
        }
    }

    /// The names in the planner's language by those in PDDL.
    pub(super) fn originals(&self) -> impl Iterator<Item = (String, String)> {
        self.known.iter().map(|known| (known.pddl.clone(), known.name.clone()))
    }

    /// The constants of the domain: the objects of closed types, and `none`.
    pub(super) fn constants(&self, domain: &PlanningDomain, types: &Types) -> String {
        let mut text = format!("    {} - object\n", self.none);
        for (id, ty) in domain.types().iter() {
            if let TypeKind::Closed { objects } = &ty.kind {
                let names: Vec<&str> = objects.iter().map(|id| self.name(Object::closed(*id))).collect();
                let _infallible = writeln!(text, "    {} - {}", names.join(" "), types.name(id));
            }
        }
        text
    }

    /// The objects of the problem: those bound to open types.
    pub(super) fn bound_objects(&self, types: &Types) -> String {
        let mut text = String::new();
        for known in &self.known[self.closed..] {
            let _infallible = writeln!(text, "    {} - {}", known.pddl, types.name(known.ty));
        }
        text
    }
}
