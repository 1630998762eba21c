//! One call from C: the promise about its pointers, the handle of minds, and the way in and out.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use cunning_mind::{AgentId, MindError, Minds, SharedBytes};

use crate::status::*;
use crate::types::{CunningStr, CunningValue};

/// The caller's promise that every pointer of the call is null or valid, as the crate's documentation says. Whatever
/// reads or writes the caller's memory is a method of it, and what it returns lives as long as the call.
pub(crate) struct Call<'a>(PhantomData<&'a mut ()>);

/// A place of the caller for one result.
pub(crate) struct Out<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<T> Out<'_, T> {
    pub(crate) fn set(self, value: T) {
        // SAFETY: `Call::out` has checked for null, and the caller promised that the pointer is valid.
        unsafe { self.0.write(value) }
    }
}

/// A struct of options that starts with its own size, so that it can grow.
///
/// # Safety
/// The type is `repr(C)`, starts with the `u32` that holds its size, and every pattern of bits is a value of it.
pub(crate) unsafe trait Sized32: Copy {
    /// The size in the first version of the interface. A smaller struct is rejected.
    const SIZE_MIN: usize;
}

#[allow(clippy::unused_self, reason = "the promise is what makes these methods safe")]
impl<'a> Call<'a> {
    /// # Safety
    /// The caller keeps the contract of this crate for all pointers that are passed to methods.
    pub(crate) unsafe fn new() -> Self {
        Self(PhantomData)
    }

    /// Returns a text. A null pointer with the length 0 is the empty text.
    pub(crate) fn text(&self, text: CunningStr) -> Result<&'a str, Failure> {
        let bytes = self.slice(text.ptr.cast::<u8>(), text.len)?;
        std::str::from_utf8(bytes)
            .map_err(|error| Failure::new(CUNNING_BAD_UTF8, format!("the text is not UTF-8: {error}")))
    }

    /// Returns an array. A null pointer with the count 0 is the empty array.
    pub(crate) fn slice<T>(&self, start: *const T, count: u64) -> Result<&'a [T], Failure> {
        if count == 0 {
            return Ok(&[]);
        }
        let count = checked(start, count)?;
        // SAFETY: not null, aligned and not too large (`checked`), and valid by the promise of the call.
        Ok(unsafe { std::slice::from_raw_parts(start, count) })
    }

    /// Returns a value that the caller passes by reference.
    pub(crate) fn get<T>(&self, value: *const T) -> Result<&'a T, Failure> {
        self.slice(value, 1)?.first().ok_or_else(null)
    }

    /// Returns a value behind a handle for changes; none if the handle is null.
    pub(crate) fn get_mut<T>(&self, value: *mut T) -> Result<Option<&'a mut T>, Failure> {
        if value.is_null() {
            return Ok(None);
        }
        checked(value, 1)?;
        // SAFETY: not null, aligned, and valid by the promise of the call; the caller has no other use of it meanwhile.
        Ok(Some(unsafe { &mut *value }))
    }

    /// Returns a place for a result.
    pub(crate) fn out<T>(&self, place: *mut T) -> Result<Out<'a, T>, Failure> {
        checked(place, 1)?;
        Ok(Out(place, PhantomData))
    }

    /// Returns a place for a result that the caller may not want.
    pub(crate) fn maybe_out<T>(&self, place: *mut T) -> Result<Option<Out<'a, T>>, Failure> {
        if place.is_null() { Ok(None) } else { self.out(place).map(Some) }
    }

    /// Writes an array into the caller's. Without enough room, only the count is set.
    pub(crate) fn fill<T: Copy>(
        &self,
        values: &[T],
        array: *mut T,
        capacity: u64,
        count: Out<'a, u64>,
    ) -> Result<(), Failure> {
        count.set(values.len() as u64);
        if values.is_empty() {
            return Ok(());
        }
        if capacity < values.len() as u64 {
            let text = format!("the array has room for {capacity} of {} values", values.len());
            return Err(Failure::new(CUNNING_SHORT_BUFFER, text));
        }
        checked(array, values.len() as u64)?;
        // SAFETY: not null, aligned and large enough, and valid by the promise of the call. The values are the
        // library's own, so they do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), array, values.len()) };
        Ok(())
    }

    /// Reads a struct that starts with its size. Fields that an older caller does not have are zero.
    pub(crate) fn sized<T: Sized32>(&self, value: *const T) -> Result<T, Failure> {
        let size = *self.get(value.cast::<u32>())? as usize;
        if size < T::SIZE_MIN {
            let text = format!("`struct_size` is {size}; it must be at least {}", T::SIZE_MIN);
            return Err(Failure::new(CUNNING_BAD_SIZE, text));
        }
        checked(value, 1)?;
        // SAFETY: every pattern of bits is a value, zero included.
        let mut read = unsafe { std::mem::zeroed::<T>() };
        // SAFETY: the caller's struct has `size` bytes by the promise of the call, ours has `size_of::<T>()`.
        unsafe {
            std::ptr::copy_nonoverlapping(
                value.cast::<u8>(),
                (&raw mut read).cast::<u8>(),
                size.min(size_of::<T>()),
            );
        }
        Ok(read)
    }
}

fn null() -> Failure {
    Failure::new(CUNNING_NULL, "a pointer is null where something is needed")
}

/// Checks a pointer to `count` values: not null, aligned, and at most half of the address space.
pub(crate) fn checked<T>(start: *const T, count: u64) -> Result<usize, Failure> {
    if start.is_null() {
        return Err(null());
    }
    if !start.is_aligned() {
        return Err(Failure::new(CUNNING_NULL, "a pointer is not aligned for its type"));
    }
    let count = usize::try_from(count).ok();
    let fits =
        |count: &usize| count.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    count.filter(fits).ok_or_else(|| Failure::new(CUNNING_BAD_SIZE, "a count is too large"))
}

/// The living agents of a game. Created by `cunning_minds_new` or `cunning_minds_restore`, freed by
/// `cunning_minds_free`. One thread at a time may use it.
pub struct CunningMinds {
    is_busy: AtomicBool,
    state: UnsafeCell<State>,
}

/// What a handle of minds holds.
pub(crate) struct State {
    pub(crate) minds: Minds,
    pub(crate) phase: Phase,
    /// The text of the last error.
    pub(crate) error: String,
    /// The arguments of the commands of the last poll.
    pub(crate) args: Vec<CunningValue>,
    /// What has been recorded and not drained yet, while recording.
    pub(crate) recording: Option<SharedBytes>,
    /// Whether a call has panicked. Then the state may be inconsistent.
    is_broken: bool,
}

/// Where in a tick the minds are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Between two ticks.
    Between,
    /// After `cunning_begin`.
    Begun,
}

impl State {
    /// Fails unless an agent exists.
    pub(crate) fn agent(&self, agent: u64) -> Result<AgentId, Failure> {
        let agent = AgentId(agent);
        if self.minds.contains(agent) { Ok(agent) } else { Err(MindError::NoAgent(agent).into()) }
    }

    /// Fails in the middle of a tick.
    pub(crate) fn between_ticks(&self) -> Result<(), Failure> {
        self.in_phase(
            Phase::Between,
            "call cunning_think first: this is not possible in the middle of a tick",
        )
    }

    pub(crate) fn in_phase(&self, phase: Phase, otherwise: &str) -> Result<(), Failure> {
        if self.phase == phase { Ok(()) } else { Err(Failure::new(CUNNING_WRONG_ORDER, otherwise)) }
    }
}

impl CunningMinds {
    pub(crate) fn new(minds: Minds) -> Box<Self> {
        Box::new(Self {
            is_busy: AtomicBool::new(false),
            state: UnsafeCell::new(State {
                minds,
                phase: Phase::Between,
                error: String::new(),
                args: Vec::new(),
                recording: None,
                is_broken: false,
            }),
        })
    }
}

/// Runs a call about minds: checks the handle, keeps other threads out, catches panics, and stores the error's text.
///
/// # Safety
/// The caller keeps the contract of this crate.
pub(crate) unsafe fn with_minds(
    minds: *mut CunningMinds,
    body: impl FnOnce(&Call<'_>, &mut State) -> Result<(), Failure>,
) -> CunningStatus {
    if minds.is_null() || !minds.is_aligned() {
        return CUNNING_NULL;
    }
    // SAFETY: not null, and by the contract a handle that has not been freed. Only shared access is made here.
    let handle = unsafe { &*minds };
    if handle.is_busy.swap(true, Ordering::Acquire) {
        return CUNNING_BUSY;
    }
    // SAFETY: `is_busy` was false, so no other call has the state until it is false again.
    let state = unsafe { &mut *handle.state.get() };
    let status = if state.is_broken {
        CUNNING_INTERNAL
    } else {
        // SAFETY: the contract of this function is that of `Call::new`.
        let call = unsafe { Call::new() };
        match catch_unwind(AssertUnwindSafe(|| body(&call, state))) {
            Ok(Ok(())) => CUNNING_OK,
            Ok(Err(failure)) => {
                state.error = failure.text;
                failure.status
            }
            Err(_) => {
                state.is_broken = true;
                CUNNING_INTERNAL
            }
        }
    };
    handle.is_busy.store(false, Ordering::Release);
    status
}

/// Runs a call that has no minds: catches panics. The error's text is lost.
///
/// # Safety
/// The caller keeps the contract of this crate.
pub(crate) unsafe fn without_minds(body: impl FnOnce(&Call<'_>) -> Result<(), Failure>) -> CunningStatus {
    // SAFETY: the contract of this function is that of `Call::new`.
    let call = unsafe { Call::new() };
    match catch_unwind(AssertUnwindSafe(|| body(&call))) {
        Ok(Ok(())) => CUNNING_OK,
        Ok(Err(failure)) => failure.status,
        Err(_) => CUNNING_INTERNAL,
    }
}

/// Frees a handle and sets the caller's pointer to null. A pointer that is null already is fine.
///
/// # Safety
/// `handle` is null or points to null or to a handle from `Box::into_raw` that has not been freed.
pub(crate) unsafe fn free<T>(handle: *mut *mut T) {
    if handle.is_null() || !handle.is_aligned() {
        return;
    }
    // SAFETY: not null, and valid by the contract.
    let owned = unsafe { handle.replace(std::ptr::null_mut()) };
    if !owned.is_null() {
        // SAFETY: it came from `Box::into_raw`, and the caller's only pointer to it was replaced above.
        let owned = unsafe { Box::from_raw(owned) };
        // A panic while dropping leaks the rest instead of unwinding into the caller.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
    }
}
