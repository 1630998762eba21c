//! Whether an agent thinks, and whether the game carries out its steps.

use std::num::NonZeroU32;

use crate::wire::wire_enum;

/// The state of an agent as a whole. Every state but quarantine can be left.
///
/// | state | thinks | the game carries out its steps |
/// | --- | --- | --- |
/// | present | yes | yes |
/// | dormant | yes | no: steps take the duration of their action and succeed |
/// | held | no | no: the running step is stopped |
/// | quarantined | never again | no |
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lifecycle {
    /// The agent is in the game.
    Present,
    /// The agent lives on without the game.
    Dormant,
    /// The agent does nothing until it is released as often as it was held.
    Held {
        holds: NonZeroU32,
        /// Whether it is dormant after its release.
        is_dormant: bool,
    },
    /// The agent does nothing any more because of an error.
    Quarantined { reason: String },
}

wire_enum!(Lifecycle {
    0 = Present,
    1 = Dormant,
    2 = Held { holds, is_dormant },
    3 = Quarantined { reason },
});

impl Lifecycle {
    /// Returns whether the agent chooses goals, plans and starts steps.
    pub(crate) fn can_act(&self) -> bool {
        matches!(self, Self::Present | Self::Dormant)
    }

    /// Returns whether the agent lives on without the game.
    pub(crate) fn is_dormant(&self) -> bool {
        matches!(self, Self::Dormant | Self::Held { is_dormant: true, .. })
    }

    pub(crate) fn is_held(&self) -> bool {
        matches!(self, Self::Held { .. })
    }

    /// Returns the reason why the agent is in quarantine.
    pub(crate) fn quarantined(&self) -> Option<&str> {
        match self {
            Self::Quarantined { reason } => Some(reason),
            _ => None,
        }
    }

    /// Holds the agent once more. Quarantine stays.
    pub(crate) fn hold(&mut self) {
        match self {
            Self::Present | Self::Dormant => {
                *self = Self::Held { holds: NonZeroU32::MIN, is_dormant: self.is_dormant() };
            }
            Self::Held { holds, .. } => *holds = holds.saturating_add(1),
            Self::Quarantined { .. } => {}
        }
    }

    /// Takes back one hold.
    pub(crate) fn release(&mut self) {
        if let Self::Held { holds, is_dormant } = self {
            match NonZeroU32::new(holds.get() - 1) {
                Some(left) => *holds = left,
                None if *is_dormant => *self = Self::Dormant,
                None => *self = Self::Present,
            }
        }
    }

    /// Takes the agent out of the game or brings it back. Quarantine stays.
    pub(crate) fn set_dormant(&mut self, dormant: bool) {
        match self {
            Self::Present | Self::Dormant => *self = if dormant { Self::Dormant } else { Self::Present },
            Self::Held { is_dormant, .. } => *is_dormant = dormant,
            Self::Quarantined { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agent_is_released_as_often_as_it_was_held() {
        for (start, is_dormant) in [(Lifecycle::Present, false), (Lifecycle::Dormant, true)] {
            let mut lifecycle = start.clone();
            lifecycle.hold();
            lifecycle.hold();
            lifecycle.release();
            assert!(lifecycle.is_held() && lifecycle.is_dormant() == is_dormant);
            lifecycle.release();
            assert_eq!(lifecycle, start);
            lifecycle.release();
            assert_eq!(lifecycle, start);
        }
    }

    #[test]
    fn held_agent_that_falls_asleep_is_dormant_after_its_release() {
        let mut lifecycle = Lifecycle::Present;
        lifecycle.hold();
        lifecycle.set_dormant(true);
        assert!(!lifecycle.can_act());
        lifecycle.release();
        assert_eq!(lifecycle, Lifecycle::Dormant);
    }

    #[test]
    fn quarantine_is_never_left() {
        let mut lifecycle = Lifecycle::Quarantined { reason: "a score is undefined".to_owned() };
        lifecycle.hold();
        lifecycle.release();
        lifecycle.set_dormant(true);
        lifecycle.set_dormant(false);
        assert_eq!(lifecycle.quarantined(), Some("a score is undefined"));
    }
}
