//! Agents: spawning, removal, command hierarchy and attention.

use std::time::Duration;

use cunning_mind::{AgentId, MindError, Minds, Spawn};

use crate::call::{Call, CunningMinds, with_minds};
use crate::status::*;
use crate::types::*;

/// Adds an agent of an archetype and sets `*agent` to its id. `options` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_spawn(
    minds: *mut CunningMinds,
    archetype: CunningStr,
    options: *const CunningSpawn,
    agent: *mut u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(agent)?;
            let spawn = if options.is_null() { Spawn::new() } else { spawn(call, call.sized(options)?)? };
            out.set(state.minds.spawn_with(call.text(archetype)?, spawn)?.0);
            Ok(())
        })
    }
}

fn spawn(call: &Call<'_>, given: CunningSpawn) -> Result<Spawn, Failure> {
    check_flags(given.flags, 0)?;
    let mut spawn = Spawn::new().name(call.text(given.name)?).seed(given.seed);
    if given.commander != CUNNING_NO_AGENT_ID {
        spawn = spawn.commander(AgentId(given.commander));
    }
    for CunningTrait { name, value } in call.slice(given.traits, given.trait_count)? {
        if !value.is_finite() {
            return Err(MindError::BadNumber(value.to_string()).into());
        }
        spawn = spawn.set_trait(call.text(*name)?, *value);
    }
    Ok(spawn)
}

/// Removes an agent. A step that it performs is stopped and needs no report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_remove(minds: *mut CunningMinds, agent: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_agent(minds, agent, |minds, agent| {
            minds.remove(agent);
        })
    }
}

/// Calls a method with an agent that exists.
///
/// # Safety
/// The caller keeps the contract of this interface.
unsafe fn with_agent(
    minds: *mut CunningMinds,
    agent: u64,
    body: impl FnOnce(&mut Minds, AgentId),
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            let agent = state.agent(agent)?;
            body(&mut state.minds, agent);
            Ok(())
        })
    }
}

/// Writes the ids of all agents to `agents`, in ascending order of their indices, and sets `*count` to their number. If
/// `capacity` is smaller, only `*count` is set and the status is `CUNNING_SHORT_BUFFER`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_agents(
    minds: *mut CunningMinds,
    agents: *mut u64,
    capacity: u64,
    count: *mut u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { with_minds(minds, |call, state| fill_ids(call, state.minds.agents(), agents, capacity, count)) }
}

/// Writes ids of agents into the caller's array.
fn fill_ids(
    call: &Call<'_>,
    ids: impl Iterator<Item = AgentId>,
    agents: *mut u64,
    capacity: u64,
    count: *mut u64,
) -> Result<(), Failure> {
    let ids: Vec<u64> = ids.map(|agent| agent.0).collect();
    call.fill(&ids, agents, capacity, call.out(count)?)
}

/// Sets the commander of an agent, or removes it with `CUNNING_NO_AGENT_ID`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_set_commander(
    minds: *mut CunningMinds,
    agent: u64,
    commander: u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            let commander = (commander != CUNNING_NO_AGENT_ID).then_some(AgentId(commander));
            Ok(state.minds.set_commander(AgentId(agent), commander)?)
        })
    }
}

/// Sets `*commander` to the agent's commander, or to `CUNNING_NO_AGENT_ID` if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_commander(
    minds: *mut CunningMinds,
    agent: u64,
    commander: *mut u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(commander)?;
            let commander = state.minds.commander(state.agent(agent)?);
            out.set(commander.map_or(CUNNING_NO_AGENT_ID, |commander| commander.0));
            Ok(())
        })
    }
}

/// Writes the ids of an agent's direct subordinates to `agents` and sets `*count` to their number. If `capacity` is
/// smaller, only `*count` is set and the status is `CUNNING_SHORT_BUFFER`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_subordinates(
    minds: *mut CunningMinds,
    agent: u64,
    agents: *mut u64,
    capacity: u64,
    count: *mut u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let below = state.minds.subordinates(state.agent(agent)?);
            fill_ids(call, below.iter().copied(), agents, capacity, count)
        })
    }
}

/// Stops an agent until it is released as often as it was held, for example for a cut scene or a stun.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_hold(minds: *mut CunningMinds, agent: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { with_agent(minds, agent, Minds::hold) }
}

/// Releases a held agent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_release(minds: *mut CunningMinds, agent: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { with_agent(minds, agent, Minds::release) }
}

/// Lets an agent live on without the game: its steps take the durations of their actions, and succeed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_sleep(minds: *mut CunningMinds, agent: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { with_agent(minds, agent, Minds::sleep) }
}

/// Brings a sleeping agent back into the game. Its step comes as a `CUNNING_COMMAND_START` that is resumed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_wake(minds: *mut CunningMinds, agent: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { with_agent(minds, agent, Minds::wake) }
}

/// Sets the importance of an agent, from 0 to 1; the default is 0.5. More important agents get plans sooner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_set_importance(
    minds: *mut CunningMinds,
    agent: u64,
    importance: f64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { with_minds(minds, |_, state| Ok(state.minds.set_importance(AgentId(agent), importance)?)) }
}

/// Puts an agent in quarantine because of an error of the game: it stops acting, and the others continue.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_quarantine(
    minds: *mut CunningMinds,
    agent: u64,
    reason: CunningStr,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let (agent, reason) = (state.agent(agent)?, call.text(reason)?);
            state.minds.quarantine(agent, reason);
            Ok(())
        })
    }
}

/// Sets the polling interval of a sensor, in microseconds. A sensor without an interval is never polled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_poll_sensor(
    minds: *mut CunningMinds,
    sensor: CunningStr,
    interval_us: u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            Ok(state.minds.poll_sensor(call.text(sensor)?, Duration::from_micros(interval_us))?)
        })
    }
}

/// Records the position of an agent, so that the studio can draw it. The numbers must be finite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_note_position(
    minds: *mut CunningMinds,
    agent: u64,
    x: f32,
    y: f32,
    z: f32,
    yaw: f32,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            let agent = state.agent(agent)?;
            if let Some(wrong) = [x, y, z, yaw].iter().find(|number| !number.is_finite()) {
                return Err(MindError::BadNumber(wrong.to_string()).into());
            }
            state.minds.note_position(agent, [x, y, z], yaw);
            Ok(())
        })
    }
}
