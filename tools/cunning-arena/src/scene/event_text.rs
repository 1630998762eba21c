//! Scripted events written as one line, for the command line: `remove bottle from tavern @ 40`.

use crate::limits::{SCRIPT_MAX, TIME_MS_MAX};
use crate::scene::{Scene, ScriptedEvent};

impl Scene {
    /// Adds a scripted event: an edit in the words of [`EDIT_FORMS`](crate::scene::EDIT_FORMS), followed by `@` and the time,
    /// which is a tick of `tick_ms`, or a time with a unit.
    ///
    /// `remove bottle @ 40`, `add 3 coin to docks @ 4 s`, `kill pirate @ 100`
    pub fn add_event(&mut self, line: &str, tick_ms: u16) -> Result<(), String> {
        if self.script.len() >= SCRIPT_MAX {
            return Err(format!("at most {SCRIPT_MAX} events are allowed"));
        }
        let (words, time) = line.rsplit_once('@').ok_or_else(|| {
            format!("`{line}` has no time; end it with `@` and a tick or a time such as `4 s`")
        })?;
        let at_ms = time_ms(time.trim(), tick_ms)
            .filter(|at_ms| *at_ms <= TIME_MS_MAX)
            .ok_or_else(|| format!("`{}` is neither a tick nor a time such as `4 s`", time.trim()))?;
        let action = self.edit(words)?;
        self.script.push(ScriptedEvent { at_ms, action });
        // The sort is stable, so events at the same time keep their order.
        self.script.sort_by_key(|event| event.at_ms);
        Ok(())
    }
}

/// Reads a tick, or a number with a unit.
pub(crate) fn time_ms(text: &str, tick_ms: u16) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let number: u64 = digits.parse().ok()?;
    let unit_ms = match text.get(digits.len()..)?.trim() {
        "" => u64::from(tick_ms),
        "ms" => 1,
        "s" => 1000,
        "min" => 60_000,
        _ => return None,
    };
    number.checked_mul(unit_ms)
}
