//! What happens when a goal is met. Everything that depends on a goal's mode asks here.

/// What happens when a goal is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The goal ends.
    Achieve,
    /// The goal becomes relevant again whenever it is broken.
    Maintain,
    /// The agent stops believing that the goal is met, and pursues it again.
    Repeat,
}

impl Mode {
    /// The words of the domain file.
    pub(crate) const WORDS: [(&'static str, Self); 3] =
        [("achieve", Self::Achieve), ("maintain", Self::Maintain), ("repeat", Self::Repeat)];

    /// Whether the goal can be chosen while the agent believes that it is met.
    pub(crate) fn is_chosen_when_met(self) -> bool {
        matches!(self, Self::Repeat)
    }

    /// Whether the agent stops believing what the goal wants once the goal ends.
    pub(crate) fn forgets_at_end(self) -> bool {
        matches!(self, Self::Repeat)
    }
}
