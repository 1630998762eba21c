//! Beliefs, tables, traits and objects of the game.

use cunning_mind::{AgentId, FactKey, GameObject, MindError, NameKind, Symbol, ValueRef};
use smallvec::SmallVec;

use crate::call::{Call, CunningMinds, State, with_minds};
use crate::status::*;
use crate::types::*;

/// A belief of an agent: the value that it holds a fact to have.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CunningBelief {
    /// The agent that holds the belief.
    pub agent: u64,
    /// The symbol of the fact, from `cunning_symbol`.
    pub fact: u32,
    /// The number of indices: 0 for a single fact.
    pub index_count: u32,
    /// The indices of a member of a family; null if there are none.
    pub indices: *const CunningValue,
    /// The value that the agent holds the fact to have.
    pub value: CunningValue,
    /// The confidence from 0 to 1. Certain beliefs have 1.
    pub confidence: f64,
}

/// Sets a belief of an agent about a single fact by name, with full confidence.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_set(
    minds: *mut CunningMinds,
    agent: u64,
    fact: CunningStr,
    value: CunningValue,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let value = call.value(&state.minds, value)?;
            Ok(state.minds.set(AgentId(agent), call.text(fact)?, value.as_ref())?)
        })
    }
}

/// Sets a belief of an agent about a member of a family by name, with a confidence from 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_believe(
    minds: *mut CunningMinds,
    agent: u64,
    fact: CunningStr,
    indices: *const CunningValue,
    index_count: u64,
    value: CunningValue,
    confidence: f64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let value = call.value(&state.minds, value)?;
            let indices = call.indices(&state.minds, indices, index_count)?;
            let key = key(call.text(fact)?, &indices);
            Ok(state.minds.believe(AgentId(agent), key, value.as_ref(), confidence)?)
        })
    }
}

/// Sets many beliefs in one call, in order. It stops at the first that fails: `*done` (unless null) is set to the
/// number of those before it, and the status is that of the failure. Call it again after the failed one to continue.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_set_many(
    minds: *mut CunningMinds,
    beliefs: *const CunningBelief,
    count: u64,
    done: *mut u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let done = call.maybe_out(done)?;
            let (set, result) = match call.slice(beliefs, count) {
                Err(failure) => (0, Err(failure)),
                Ok(beliefs) => {
                    let failed = beliefs.iter().enumerate().find_map(|(at, belief)| {
                        tell(call, state, belief).err().map(|failure| (at, failure))
                    });
                    failed.map_or((beliefs.len(), Ok(())), |(at, failure)| (at, Err(failure)))
                }
            };
            if let Some(done) = done {
                done.set(set as u64);
            }
            result
        })
    }
}

fn tell(call: &Call<'_>, state: &mut State, belief: &CunningBelief) -> Result<(), Failure> {
    let value = call.value(&state.minds, belief.value)?;
    let (agent, fact) = (AgentId(belief.agent), Symbol(belief.fact));
    if belief.index_count == 0 {
        return Ok(state.minds.tell_symbol(agent, fact, &[], value.as_ref(), belief.confidence)?);
    }
    let indices = call.indices(&state.minds, belief.indices, belief.index_count.into())?;
    let indices = refs(&indices);
    Ok(state.minds.tell_symbol(agent, fact, &indices, value.as_ref(), belief.confidence)?)
}

/// Sets `*value` to what an agent believes of a fact, and `*confidence` (unless null) to how sure it is, from 0 to 1.
/// The fact is a symbol from `cunning_symbol`. A name in the value is valid until the minds are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_get(
    minds: *mut CunningMinds,
    agent: u64,
    fact: u32,
    indices: *const CunningValue,
    index_count: u64,
    value: *mut CunningValue,
    confidence: *mut f64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let (value, confidence) = (call.out(value)?, call.maybe_out(confidence)?);
            let minds = &state.minds;
            let indices = call.indices(minds, indices, index_count)?;
            let Some((NameKind::Fact, name)) = minds.describe_symbol(Symbol(fact)) else {
                return Err(MindError::DeadHandle.into());
            };
            if !minds.is_alive(Symbol(fact)) {
                return Err(MindError::DeadHandle.into());
            }
            let (found, sure) = minds.belief(AgentId(agent), key(name, &indices))?;
            value.set(CunningValue::new(minds, &found));
            if let Some(out) = confidence {
                out.set(sure);
            }
            Ok(())
        })
    }
}

fn refs<'a>(indices: &'a [Given<'_>]) -> SmallVec<[ValueRef<'a>; 3]> {
    indices.iter().map(Given::as_ref).collect()
}

pub(crate) fn key<'a>(name: &'a str, indices: &'a [Given<'_>]) -> FactKey<'a> {
    FactKey { name, indices: refs(indices) }
}

/// Overwrites a number of a table, for one agent or, with `CUNNING_NO_AGENT_ID`, for all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_set_table(
    minds: *mut CunningMinds,
    agent: u64,
    table: CunningStr,
    indices: *const CunningValue,
    index_count: u64,
    value: f64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let agent = if agent == CUNNING_NO_AGENT_ID { None } else { Some(state.agent(agent)?) };
            let indices = call.indices(&state.minds, indices, index_count)?;
            Ok(state.minds.set_table(agent, key(call.text(table)?, &indices), value)?)
        })
    }
}

/// Changes a trait of an agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_set_trait(
    minds: *mut CunningMinds,
    agent: u64,
    name: CunningStr,
    value: f64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| Ok(state.minds.set_trait(AgentId(agent), call.text(name)?, value)?))
    }
}

/// Binds an object of the game to an open type, by an id that the game chooses. The name is for displays and may be
/// empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_bind(
    minds: *mut CunningMinds,
    type_name: CunningStr,
    object: u64,
    name: CunningStr,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            Ok(state.minds.bind(call.text(type_name)?, GameObject(object), call.text(name)?)?)
        })
    }
}

/// Unbinds an object that no longer exists. Plans about it end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_unbind(minds: *mut CunningMinds, object: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            let object = GameObject(object);
            if state.minds.unbind(object) { Ok(()) } else { Err(MindError::NotBound(object).into()) }
        })
    }
}
