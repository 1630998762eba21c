//! Recordings, and the link to the studio.

use cunning_mind::{Minds, SharedBytes};

use crate::call::{CunningMinds, State, with_minds};
use crate::status::*;
use crate::types::*;

/// Records everything from now on, until `cunning_record_end`. Drain the recording every now and then and append it to a
/// file, which `cunning studio` and `cunning replay` open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_record_start(minds: *mut CunningMinds) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            state.between_ticks()?;
            not_recorded(state)?;
            let bytes = SharedBytes::default();
            state.minds.record(bytes.clone())?;
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
            out.set(recording.take().into());
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
            out.set(recording.take().into());
            Ok(())
        })
    }
}

fn not_recording() -> Failure {
    Failure::new(CUNNING_WRONG_ORDER, "call cunning_record_start first")
}

/// Opens a link through which the studio shows the running game, and sets `*address` to the text to pass to `cunning
/// studio --attach`. The link listens on loopback only, and the game never waits for it. A library that was built without
/// the link returns `CUNNING_NO_LINK`; release builds are, unless they ask for it. The caller frees the address with
/// `cunning_buffer_free`.
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
            not_recorded(state)?;
            out.set(link::open(&mut state.minds)?.into_bytes().into());
            Ok(())
        })
    }
}

/// Fails while the minds are recorded or attached.
fn not_recorded(state: &State) -> Result<(), Failure> {
    if state.recording.is_some() || link::is_open(&state.minds) {
        return Err(Failure::new(CUNNING_RECORDING, "the minds are recorded or attached already"));
    }
    Ok(())
}

#[cfg(feature = "link")]
mod link {
    use super::{Failure, Minds};

    pub(super) fn open(minds: &mut Minds) -> Result<String, Failure> {
        Ok(minds.attach()?)
    }

    pub(super) fn is_open(minds: &Minds) -> bool {
        minds.link().is_some()
    }
}

#[cfg(not(feature = "link"))]
mod link {
    use super::{CUNNING_NO_LINK, Failure, Minds};

    pub(super) fn open(_: &mut Minds) -> Result<String, Failure> {
        let text = "this library was built without the debug link; use the development library, or build it with the \
            feature `link`";
        Err(Failure::new(CUNNING_NO_LINK, text))
    }

    pub(super) fn is_open(_: &Minds) -> bool {
        false
    }
}
