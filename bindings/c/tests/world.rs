//! A small world to call the interface in, as a C program would.

use cunning_c::*;

pub const DOMAIN: &str = r#"
types = { place = ["gate", "bell"], foe = { open = true, max = 4 } }
facts = { at = "place", sees_thief = { type = "bool", sensed = true }, alarm = "bool", near = { type = "bool", of = ["foe"] }, count = { type = "int", min = 0, max = 9 } }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
action.ring = { when = ["at == bell"], then = ["alarm"] }
goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["sees_thief"], score = 1 }] }
agent.guard = { actions = ["go", "ring"], goals = { raise_alarm = 1 }, traits = { bravery = [0.1, 0.9] } }
"#;

pub fn text(text: &str) -> CunningStr {
    CunningStr { ptr: text.as_ptr().cast(), len: text.len() as u64 }
}

pub fn truth(truth: bool) -> CunningValue {
    CunningValue { tag: CUNNING_VALUE_BOOL, symbol: 0, data: CunningData { integer: i64::from(truth) } }
}

/// A domain and minds with a guard, freed at the end.
pub struct World {
    pub domain: *mut CunningDomain,
    pub minds: *mut CunningMinds,
    pub guard: u64,
}

impl World {
    pub fn new() -> Self {
        let mut world = Self { domain: std::ptr::null_mut(), minds: std::ptr::null_mut(), guard: u64::MAX };
        let source = CunningSource { name: text("guard.toml"), text: text(DOMAIN) };
        // SAFETY: all pointers are valid.
        unsafe {
            let status =
                cunning_domain_parse(&raw const source, 1, &raw mut world.domain, std::ptr::null_mut());
            assert_eq!(status, CUNNING_OK);
            let status = cunning_minds_new(world.domain, std::ptr::null(), &raw mut world.minds);
            assert_eq!(status, CUNNING_OK);
            let status = cunning_spawn(world.minds, text("guard"), std::ptr::null(), &raw mut world.guard);
            assert_eq!(status, CUNNING_OK);
        }
        world
    }

    /// Returns the text of the last error.
    pub fn error(&self) -> String {
        let mut error = text("");
        // SAFETY: all pointers are valid, and the text is copied before the next call.
        unsafe {
            assert_eq!(cunning_last_error(self.minds, &raw mut error), CUNNING_OK);
            let bytes = std::slice::from_raw_parts(error.ptr.cast::<u8>(), error.len as usize);
            String::from_utf8(bytes.to_vec()).unwrap()
        }
    }

    pub fn symbol(&self, kind: u32, name: &str) -> u32 {
        let mut symbol = 0;
        // SAFETY: all pointers are valid.
        let status = unsafe { cunning_symbol(self.minds, kind, text(name), &raw mut symbol) };
        assert_eq!(status, CUNNING_OK, "{name}");
        symbol
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: the handles are valid or null.
        unsafe {
            cunning_minds_free(&raw mut self.minds);
            cunning_domain_free(&raw mut self.domain);
        }
        assert!(self.minds.is_null() && self.domain.is_null());
    }
}

/// Returns the bytes of a buffer and frees it.
pub fn take(mut buffer: CunningBuffer) -> String {
    if buffer.ptr.is_null() {
        return String::new();
    }
    // SAFETY: the buffer is from the library and has not been freed.
    unsafe {
        let bytes = std::slice::from_raw_parts(buffer.ptr, buffer.len as usize).to_vec();
        cunning_buffer_free(&raw mut buffer);
        assert!(buffer.ptr.is_null() && buffer.len == 0);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

pub const EMPTY: CunningBuffer = CunningBuffer { ptr: std::ptr::null_mut(), len: 0 };
