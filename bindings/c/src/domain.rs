//! Domains: immutable, and usable from any thread.

use cunning_diag::Style;
use cunning_mind::{Domain, DomainError};
use serde_json::json;

use crate::call::{Call, free, without_minds};
use crate::plan;
use crate::status::*;
use crate::types::*;

/// Everything a domain file says: facts, actions, goals and archetypes. Immutable; any number of threads may use it at
/// the same time. Created by `cunning_domain_parse`, freed by `cunning_domain_free`. Minds keep what they need, so a
/// domain may be freed before them.
pub struct CunningDomain(pub(crate) Domain);

/// Reads a domain from texts. `sources[0]` is the domain, the others are what it includes, by name.
///
/// On success `*domain` is set; the caller frees it with `cunning_domain_free`. On failure it is set to null, and
/// `*error` (unless `error` is null) to a JSON object: `text` is the diagnostics as text with excerpts, `errors` and
/// `warnings` have `code`, `message`, `file`, `line`, `column` and `hint`. The caller frees it with
/// `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_domain_parse(
    sources: *const CunningSource,
    source_count: u64,
    domain: *mut *mut CunningDomain,
    error: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        without_minds(|call| {
            let out = call.out(domain)?;
            let error = call.maybe_out(error)?;
            let parsed = parse(call, sources, source_count);
            if let Some(error) = error {
                let json = parsed.as_ref().err().map(|(_, json)| CunningBuffer::json(json));
                error.set(json.unwrap_or(CunningBuffer::EMPTY));
            }
            let (pointer, status) = match parsed {
                Ok(domain) => (Box::into_raw(Box::new(CunningDomain(domain))), Ok(())),
                Err((failure, _)) => (std::ptr::null_mut(), Err(failure)),
            };
            out.set(pointer);
            status
        })
    }
}

fn parse(
    call: &Call<'_>,
    sources: *const CunningSource,
    count: u64,
) -> Result<Domain, (Failure, serde_json::Value)> {
    let plain = |failure: Failure| {
        let json = failure.json();
        (failure, json)
    };
    let sources = call.slice(sources, count).map_err(plain)?;
    let named = |source: &CunningSource| Ok((call.text(source.name)?, call.text(source.text)?));
    let sources = sources.iter().map(named).collect::<Result<Vec<_>, _>>().map_err(plain)?;
    let Some((name, _)) = sources.first() else {
        return Err(plain(Failure::new(CUNNING_BAD_SIZE, "there must be at least one source")));
    };
    let find =
        |name: &str| sources.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
    Domain::from_sources(name, find).map_err(|error| {
        let failure = Failure::new(CUNNING_BAD_DOMAIN, error.to_string());
        let mut json = failure.json();
        if let DomainError::Invalid(found) = &error {
            json["text"] = found.render(Style::Plain).into();
            let report = json!(found.report());
            json["errors"] = report["errors"].clone();
            json["warnings"] = report["warnings"].clone();
        }
        (failure, json)
    })
}

/// Frees a domain and sets the caller's pointer to null. A null pointer is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_domain_free(domain: *mut *mut CunningDomain) {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { free(domain) }
}

/// Sets `*json` to the warnings of the domain's lints: an object with `warnings`, each with `code`, `message`, `file`,
/// `line`, `column` and `hint`. The caller frees it with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_domain_diagnostics(
    domain: *const CunningDomain,
    json: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        without_minds(|call| {
            let out = call.out(json)?;
            let domain = call.get(domain)?;
            out.set(CunningBuffer::json(&json!(domain.0.warnings().report())));
            Ok(())
        })
    }
}

/// Plans for a goal. The request is JSON:
///
/// `{"goal": "raise_alarm", "set": [["sees_thief", true], ["stock", "tavern", 3]], "agent": "guard"}`
///
/// `goal` is required. `set` lists facts that differ from the domain's start, each with its indices and, last, its
/// value. Optional are also `args` (an object of the goal's arguments), `objects` (pairs of type and name), `checks`
/// (pairs of check and answer), `tables` (like `set`, with a number last), `budget` (expansions), `within` (a
/// factor of the best cost) and `optimal` (true to wait for the proof that the plan is a cheapest one).
///
/// On success `*plan` is set to a JSON object with `text`, `cost`, `bound`, `is_optimal`, `expanded` and `steps`, each
/// with `action`, `args`, `cost` and `purpose`. On failure it has `code` and `error`, which explains why there is no
/// plan. The caller frees it with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_domain_plan(
    domain: *const CunningDomain,
    request: CunningStr,
    plan: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        without_minds(|call| {
            let out = call.out(plan)?;
            let planned = call.get(domain).and_then(|domain| plan::solve(&domain.0, call.text(request)?));
            let (json, status) = match planned {
                Ok(json) => (json, Ok(())),
                Err(failure) => (failure.json(), Err(failure)),
            };
            out.set(CunningBuffer::json(&json));
            status
        })
    }
}
