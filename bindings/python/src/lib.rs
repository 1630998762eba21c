//! The module `cunning._native`, which the Python package `cunning` is made of.
//!
//! Every class is a thin layer over the engine-free library: names are texts, ids are integers, results are lists, dicts
//! and small immutable objects. Nothing here decides anything. The package is in `python/cunning`, with its types in
//! `_native.pyi`.

#![allow(missing_docs, reason = "the items of a module for Python are documented in its stub, `_native.pyi`")]

mod arena;
mod commands;
mod domain;
mod errors;
mod json;
mod lab;
mod minds;
mod pddl;
mod recording;
mod value;

use pyo3::prelude::*;

/// The native part of the package `cunning`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::arena::{Scenario, Simulation};
    #[pymodule_export]
    use crate::commands::{Ask, Idle, Query, Report, Sense, Start, Stop};
    #[pymodule_export]
    use crate::domain::{Domain, Plan, PlanStep};
    #[pymodule_export]
    use crate::errors::{CunningError, DomainError, InvalidValue, NoPlan, UnknownName};
    #[pymodule_export]
    use crate::lab::{lab_fear, lab_quest};
    #[pymodule_export]
    use crate::minds::{Beliefs, Minds, Snapshot};
    #[pymodule_export]
    use crate::pddl::PddlSearch;
    #[pymodule_export]
    use crate::recording::Recording;
    #[pymodule_export]
    use crate::value::{Agent, Object, Point};
}
