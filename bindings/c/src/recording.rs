//! Recordings, and the link to the studio.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::call::{CunningMinds, with_minds};
use crate::status::*;
use crate::types::*;

/// Writes to memory that the game drains.
struct SharedBytes(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Records everything from now on, until `cunning_record_end`. Drain the recording every now and then and append it to a
/// file, which `cunning studio` and `cunning replay` open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_record_start(minds: *mut CunningMinds) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            state.between_ticks()?;
            if state.recording.is_some() || state.minds.link().is_some() {
                return Err(Failure::new(CUNNING_RECORDING, "the minds are recorded or attached already"));
            }
            let bytes = Arc::new(Mutex::new(Vec::new()));
            state.minds.record(SharedBytes(bytes.clone()))?;
            state.recording = Some(bytes);
            Ok(())
        })
    }
}

/// Sets `*bytes` to what has been recorded since the last drain; empty if that is nothing. The caller frees it with
/// `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_record_drain(
    minds: *mut CunningMinds,
    bytes: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(bytes)?;
            let Some(recording) = &state.recording else { return Err(not_recording()) };
            let drained = std::mem::take(&mut *recording.lock().unwrap_or_else(PoisonError::into_inner));
            out.set(drained.into());
            Ok(())
        })
    }
}

/// Ends the recording and sets `*bytes` to what has not been drained. The caller frees it with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_record_end(
    minds: *mut CunningMinds,
    bytes: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(bytes)?;
            state.between_ticks()?;
            let Some(recording) = state.recording.take() else { return Err(not_recording()) };
            state.minds.end_recording()?;
            let rest = std::mem::take(&mut *recording.lock().unwrap_or_else(PoisonError::into_inner));
            out.set(rest.into());
            Ok(())
        })
    }
}

fn not_recording() -> Failure {
    Failure::new(CUNNING_WRONG_ORDER, "call cunning_record_start first")
}

/// Opens a link through which the studio shows the running game, and sets `*address` to the text to pass to `cunning
/// studio --attach`. The link listens on loopback only and the game never waits for it. Leave it out of release builds.
/// The caller frees the address with `cunning_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_attach(
    minds: *mut CunningMinds,
    address: *mut CunningBuffer,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let out = call.out(address)?;
            state.between_ticks()?;
            if state.recording.is_some() || state.minds.link().is_some() {
                return Err(Failure::new(CUNNING_RECORDING, "the minds are recorded or attached already"));
            }
            out.set(state.minds.attach()?.into_bytes().into());
            Ok(())
        })
    }
}
