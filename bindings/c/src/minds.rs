//! Minds: creation, ticks and hashes.

use std::time::Duration;

use cunning_mind::{Budget, Minds};

use crate::call::{CunningMinds, Phase, free, with_minds, without_minds};
use crate::domain::CunningDomain;
use crate::status::*;
use crate::types::*;

/// Creates minds without agents. `config` may be null. The caller frees them with `cunning_minds_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_minds_new(
    domain: *const CunningDomain,
    config: *const CunningConfig,
    minds: *mut *mut CunningMinds,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        without_minds(|call| {
            let out = call.out(minds)?;
            let created = call
                .config(config)
                .and_then(|config| Ok(CunningMinds::new(Minds::with_config(&call.get(domain)?.0, config))));
            let (pointer, status) = match created {
                Ok(minds) => (Box::into_raw(minds), Ok(())),
                Err(failure) => (std::ptr::null_mut(), Err(failure)),
            };
            out.set(pointer);
            status
        })
    }
}

/// Frees minds and sets the caller's pointer to null. A null pointer is fine. Texts and arguments that the minds have
/// returned are invalid from now on; buffers stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_minds_free(minds: *mut *mut CunningMinds) {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { free(minds) }
}

/// Sets `*text` to the text of the last call with these minds that failed: what is wrong and what to do, with a
/// suggestion for a mistyped name. It is valid until the next call with these minds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_last_error(
    minds: *mut CunningMinds,
    text: *mut CunningStr,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            call.out(text)?.set(CunningStr::of(&state.error));
            Ok(())
        })
    }
}

/// Runs a whole tick: `cunning_begin`, `cunning_ask` and `cunning_think`. Then take the commands with `cunning_poll`.
/// `dt_us` is the time since the last tick in microseconds; `budget` is the work that the tick may do, in units: 1000
/// is enough for a few hundred agents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_tick(minds: *mut CunningMinds, dt_us: u64, budget: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            state.between_ticks()?;
            state.minds.tick(duration(dt_us), Budget::work(budget));
            Ok(())
        })
    }
}

/// Begins a tick: time passes, beliefs fade, steps time out, and sensors that are due are polled with
/// `CUNNING_COMMAND_SENSE`. Beliefs that are set before `cunning_think` count in the same tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_begin(minds: *mut CunningMinds, dt_us: u64, budget: u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            state.between_ticks()?;
            state.minds.begin(duration(dt_us), Budget::work(budget));
            state.phase = Phase::Begun;
            Ok(())
        })
    }
}

/// Runs the queries that are due, after `cunning_begin`. Their questions come as `CUNNING_COMMAND_QUERY`; answers that
/// arrive before `cunning_think` count in the same tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_ask(minds: *mut CunningMinds) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            state.in_phase(Phase::Begun, "call cunning_begin before cunning_ask")?;
            state.minds.ask();
            Ok(())
        })
    }
}

/// Ends a tick: agents choose goals, plan within the budget, and start steps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_think(minds: *mut CunningMinds) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            state.in_phase(Phase::Begun, "call cunning_begin before cunning_think")?;
            state.minds.think();
            state.phase = Phase::Between;
            Ok(())
        })
    }
}

/// Sets `*hash` to a hash of everything that affects future decisions. Two machines that have run the same ticks have
/// the same hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_hash(minds: *mut CunningMinds, hash: *mut u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            call.out(hash)?.set(state.minds.hash());
            Ok(())
        })
    }
}

/// Sets `*time_us` to the time that has passed for the minds, in microseconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_now(minds: *mut CunningMinds, time_us: *mut u64) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let now = u64::try_from(state.minds.now().as_micros()).unwrap_or(u64::MAX);
            call.out(time_us)?.set(now);
            Ok(())
        })
    }
}

/// The longest time that a tick may pass: a day.
const DT_US_MAX: u64 = 24 * 3600 * 1_000_000;

fn duration(us: u64) -> Duration {
    Duration::from_micros(us.min(DT_US_MAX))
}
