//! Types as a hierarchy, which unions need not be.
//!
//! Unions that contain one another, or have nothing in common, become types of PDDL. A union that overlaps another one
//! cannot: its parameters are of the type of all objects, with a static predicate, and so are the arguments of facts
//! that such a parameter may be passed to.

use std::fmt::Write as _;

use cunning_plan::model::{PlanningDomain, TypeId, TypeKind};

use super::names::Names;

pub(super) struct Types {
    /// The type of all objects of the game.
    thing: String,
    all: Vec<Known>,
}

struct Known {
    name: String,
    parent: Option<usize>,
    /// Whether it is a type of its own in PDDL; not if it has the same objects as another one, or overlaps one.
    is_declared: bool,
    /// Whether it overlaps another type without containing it or being contained.
    is_loose: bool,
    /// Whether it has objects in common with a loose type.
    meets_loose: bool,
}

impl Types {
    pub(super) fn new(domain: &PlanningDomain, names: &mut Names) -> Self {
        let thing = names.take("thing");
        let parts: Vec<&[TypeId]> = domain.types().as_slice().iter().map(|ty| ty.parts.as_slice()).collect();
        let within = |one: usize, other: usize| parts[one].iter().all(|part| parts[other].contains(part));
        let meets = |one: usize, other: usize| parts[one].iter().any(|part| parts[other].contains(part));
        let mut all: Vec<Known> = domain
            .types()
            .as_slice()
            .iter()
            .map(|ty| Known {
                name: names.take(&ty.name),
                parent: None,
                is_declared: !matches!(ty.kind, TypeKind::Union { .. }),
                is_loose: false,
                meets_loose: false,
            })
            .collect();
        let mut unions: Vec<usize> = (0..all.len()).filter(|&at| !all[at].is_declared).collect();
        unions.sort_by_key(|&at| parts[at].len());
        for at in unions {
            let same = (0..all.len())
                .find(|&other| all[other].is_declared && within(at, other) && within(other, at));
            if let Some(same) = same {
                let name = all[same].name.clone();
                all[at].name = name;
                continue;
            }
            let fits = |other: usize| !meets(at, other) || within(at, other) || within(other, at);
            let fits = (0..all.len()).all(|other| !all[other].is_declared || fits(other));
            (all[at].is_declared, all[at].is_loose) = (fits, !fits);
        }
        for at in 0..all.len() {
            let above = (0..all.len()).filter(|&other| {
                all[other].is_declared && other != at && within(at, other) && !within(other, at)
            });
            all[at].parent = above.min_by_key(|&other| parts[other].len());
            all[at].meets_loose = (0..all.len()).any(|other| all[other].is_loose && meets(at, other));
        }
        Self { thing, all }
    }

    /// The name of a declared type.
    pub(super) fn name(&self, ty: TypeId) -> &str {
        &self.all[ty.index()].name
    }

    /// The declared type of an argument of a fact.
    pub(super) fn of_index(&self, ty: TypeId) -> &str {
        if self.is_exact(ty) { self.name(ty) } else { &self.thing }
    }

    /// Whether the declared type of an argument has the objects of the type and no others.
    pub(super) fn is_exact(&self, ty: TypeId) -> bool {
        !self.all[ty.index()].meets_loose
    }

    /// The declared type of a parameter or variable.
    pub(super) fn of_param(&self, ty: TypeId) -> &str {
        if self.is_loose(ty) { &self.thing } else { self.name(ty) }
    }

    /// Whether a parameter needs a static predicate besides its declared type.
    pub(super) fn is_loose(&self, ty: TypeId) -> bool {
        self.all[ty.index()].is_loose
    }

    /// The declarations.
    pub(super) fn text(&self) -> String {
        let mut text = format!("    {} - object\n", self.thing);
        for known in self.all.iter().filter(|known| known.is_declared) {
            let parent = known.parent.map_or(&self.thing, |parent| &self.all[parent].name);
            let _infallible = writeln!(text, "    {} - {parent}", known.name);
        }
        text
    }
}
