//! Saved games, rollback and reloads. All of them are possible between two ticks only.

use cunning_mind::{GameObject, Minds, ReloadReport, Snapshot};
use serde_json::json;

use crate::call::{Call, CunningMinds, free, with_minds, without_minds};
use crate::domain::CunningDomain;
use crate::status::*;
use crate::types::*;

/// Saves all minds as bytes, the same on every platform. The caller frees them with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_save(minds: *mut CunningMinds, bytes: *mut CunningBuffer) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(bytes)?;
            state.between_ticks()?;
            out.set(state.minds.save().into());
            Ok(())
        })
    }
}

/// Restores minds from a save, with a domain that may be newer. Running steps come back as resumed
/// `CUNNING_COMMAND_START`s.
///
/// If `old_ids` is null, objects of the game keep their ids. Else `old_ids[i]` becomes `new_ids[i]`, and objects that are
/// not listed no longer exist.
///
/// On success `*minds` is set; the caller frees it with `cunning_minds_free`. `*report` (unless null) is set to a JSON
/// object with `lost` (ids of objects that no longer exist) and `reload` (see `cunning_reload`), on failure with `code`
/// and `error`. The caller frees it with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_minds_restore(
    domain: *const CunningDomain,
    config: *const CunningConfig,
    bytes: *const u8,
    byte_count: u64,
    old_ids: *const u64,
    new_ids: *const u64,
    id_count: u64,
    minds: *mut *mut CunningMinds,
    report: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        without_minds(|call| {
            let (out, report) = (call.out(minds)?, call.maybe_out(report)?);
            let ids = if old_ids.is_null() {
                Ok(None)
            } else {
                call.slice(old_ids, id_count).and_then(|old| Ok(Some((old, call.slice(new_ids, id_count)?))))
            };
            let restored = ids.and_then(|ids| {
                let bytes = call.slice(bytes, byte_count)?;
                restore(call, domain, config, bytes, ids)
            });
            let (pointer, json, status) = match restored {
                Ok((minds, json)) => (Box::into_raw(minds), json, Ok(())),
                Err(failure) => (std::ptr::null_mut(), failure.json(), Err(failure)),
            };
            out.set(pointer);
            if let Some(report) = report {
                report.set(CunningBuffer::json(&json));
            }
            status
        })
    }
}

fn restore(
    call: &Call<'_>,
    domain: *const CunningDomain,
    config: *const CunningConfig,
    bytes: &[u8],
    ids: Option<(&[u64], &[u64])>,
) -> Result<(Box<CunningMinds>, serde_json::Value), Failure> {
    let (domain, config) = (call.get(domain)?, call.config(config)?);
    let remap = |object: GameObject| match ids {
        None => Some(object),
        Some((old, new)) => {
            old.iter().zip(new).find(|(old, _)| **old == object.0).map(|(_, new)| GameObject(*new))
        }
    };
    let (minds, report) = Minds::restore_with(bytes, &domain.0, config, remap)?;
    let json = json!({ "lost": report.lost, "reload": report.reload.as_ref().map(reload_json) });
    Ok((CunningMinds::new(minds), json))
}

/// Continues with another version of the domain. Agents keep, by name, their beliefs, goals, orders and plans, and
/// symbols of names that still exist stay valid.
///
/// `*report` (unless null) is set to a JSON object with `is_changed`, `notes`, `removed` (ids of agents), `orders_lost`,
/// `plans_kept` and `plans_dropped`. The caller frees it with `cunning_buffer_free`. On failure nothing changes, and the
/// report is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_reload(
    minds: *mut CunningMinds,
    domain: *const CunningDomain,
    report: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let report = call.maybe_out(report)?;
            let reloaded = state.between_ticks().and_then(|()| {
                let domain = call.get(domain)?;
                Ok(state.minds.reload(&domain.0)?)
            });
            if let Some(out) = report {
                let json = reloaded.as_ref().map(|report| CunningBuffer::json(&reload_json(report)));
                out.set(json.unwrap_or(CunningBuffer::EMPTY));
            }
            reloaded.map(|_| ())
        })
    }
}

fn reload_json(report: &ReloadReport) -> serde_json::Value {
    let removed: Vec<u64> = report.removed.iter().map(|agent| agent.0).collect();
    let lost: Vec<u64> = report.orders_lost.iter().map(|order| order.0).collect();
    json!({
        "is_changed": report.is_changed,
        "notes": report.notes,
        "removed": removed,
        "orders_lost": lost,
        "plans_kept": report.plans_kept,
        "plans_dropped": report.plans_dropped,
    })
}

/// A copy of minds in memory for rollback. Created by `cunning_snapshot`, freed by `cunning_snapshot_free`. It belongs
/// to the minds that it was taken from and to their version of the domain.
pub struct CunningSnapshot(Snapshot);

/// Copies the minds into a snapshot. `*snapshot` is null (then a new one is made) or an older one, whose memory is used
/// again. The caller frees it with `cunning_snapshot_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_snapshot(
    minds: *mut CunningMinds,
    snapshot: *mut *mut CunningSnapshot,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let (old, out) = (*call.get(snapshot)?, call.out(snapshot)?);
            state.between_ticks()?;
            if let Some(old) = call.get_mut(old)? {
                state.minds.snapshot_into(&mut old.0);
                return Ok(());
            }
            let mut snapshot = Box::new(CunningSnapshot(Snapshot::default()));
            state.minds.snapshot_into(&mut snapshot.0);
            out.set(Box::into_raw(snapshot));
            Ok(())
        })
    }
}

/// Rolls back to a snapshot of these minds. Commands that were not taken then wait again. Not possible while the minds
/// are recorded or attached to the studio.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_rollback(
    minds: *mut CunningMinds,
    snapshot: *const CunningSnapshot,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            state.between_ticks()?;
            Ok(state.minds.rollback(&call.get(snapshot)?.0)?)
        })
    }
}

/// Frees a snapshot and sets the caller's pointer to null. A null pointer is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_snapshot_free(snapshot: *mut *mut CunningSnapshot) {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { free(snapshot) }
}
