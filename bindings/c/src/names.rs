//! Symbols: numbers that stand for the names of a domain.

use cunning_mind::{NameKind, Symbol};

use crate::call::{CunningMinds, with_minds};
use crate::status::*;
use crate::types::*;

/// The kind of names of facts and of families of facts, for `cunning_symbol`.
pub const CUNNING_NAME_FACT: u32 = 1;
/// The kind of names of actions.
pub const CUNNING_NAME_ACTION: u32 = 2;
/// The kind of names of goals.
pub const CUNNING_NAME_GOAL: u32 = 3;
/// The kind of names of types.
pub const CUNNING_NAME_TYPE: u32 = 4;
/// The kind of names of objects that the domain file lists, each with its type: `place.tavern`.
pub const CUNNING_NAME_OBJECT: u32 = 5;
/// The kind of names of tables of numbers.
pub const CUNNING_NAME_TABLE: u32 = 6;
/// The kind of names of traits of agents.
pub const CUNNING_NAME_TRAIT: u32 = 7;
/// The kind of names of archetypes.
pub const CUNNING_NAME_ARCHETYPE: u32 = 8;
/// The kind of names of sensors.
pub const CUNNING_NAME_SENSOR: u32 = 9;
/// The kind of names of checks of actions.
pub const CUNNING_NAME_CHECK: u32 = 10;
/// The kind of names of queries for candidates.
pub const CUNNING_NAME_QUERY: u32 = 11;
/// The kind of names of questions about positions, such as `path` or `hides`.
pub const CUNNING_NAME_QUESTION: u32 = 12;

const KINDS: [(u32, NameKind); 12] = [
    (CUNNING_NAME_FACT, NameKind::Fact),
    (CUNNING_NAME_ACTION, NameKind::Action),
    (CUNNING_NAME_GOAL, NameKind::Goal),
    (CUNNING_NAME_TYPE, NameKind::Type),
    (CUNNING_NAME_OBJECT, NameKind::Object),
    (CUNNING_NAME_TABLE, NameKind::Table),
    (CUNNING_NAME_TRAIT, NameKind::Trait),
    (CUNNING_NAME_ARCHETYPE, NameKind::Archetype),
    (CUNNING_NAME_SENSOR, NameKind::Sensor),
    (CUNNING_NAME_CHECK, NameKind::Check),
    (CUNNING_NAME_QUERY, NameKind::Query),
    (CUNNING_NAME_QUESTION, NameKind::Question),
];

/// Sets `*symbol` to the symbol of a name: a number that stands for the name in beliefs and commands. It keeps its
/// meaning across reloads: a name that survives a reload keeps its symbol, the symbol of a removed name is dead, and a
/// fact whose type changes gets another one. Symbols belong to these minds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_symbol(
    minds: *mut CunningMinds,
    kind: u32,
    name: CunningStr,
    symbol: *mut u32,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(symbol)?;
            let name = call.text(name)?;
            let known = KINDS.iter().find(|(number, _)| *number == kind);
            let Some((_, kind)) = known else {
                return Err(Failure::new(CUNNING_BAD_ENUM, format!("{kind} is not the kind of a name")));
            };
            out.set(state.minds.find_symbol(*kind, name)?.0);
            Ok(())
        })
    }
}

/// Sets `*name` to the name of a symbol, valid until the minds are freed, `*kind` to its kind, and `*is_alive` to 1 if
/// the present domain still has it, else 0. Each of the three may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_symbol_name(
    minds: *mut CunningMinds,
    symbol: u32,
    name: *mut CunningStr,
    kind: *mut u32,
    is_alive: *mut u32,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let symbol = Symbol(symbol);
            let (name, kind, is_alive) =
                (call.maybe_out(name)?, call.maybe_out(kind)?, call.maybe_out(is_alive)?);
            let Some((found, text)) = state.minds.describe_symbol(symbol) else {
                return Err(Failure::new(CUNNING_DEAD_SYMBOL, "these minds have not given out the symbol"));
            };
            if let Some(out) = name {
                out.set(CunningStr::of(text));
            }
            if let Some(out) = kind {
                out.set(KINDS.iter().find(|(_, kind)| *kind == found).map_or(0, |(number, _)| *number));
            }
            if let Some(out) = is_alive {
                out.set(u32::from(state.minds.is_alive(symbol)));
            }
            Ok(())
        })
    }
}
