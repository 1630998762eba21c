//! Doors, and the actions on them.

use cunning_encode::encode_enum;

/// The state of a door.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DoorState {
    /// Passable, like open ground.
    Open,
    /// Blocked like a wall until it is opened.
    #[default]
    Closed,
    /// Blocked like a wall until it is unlocked or broken.
    Locked,
    /// Permanently open.
    Broken,
}

/// An action on a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DoorAction {
    /// Opens a closed door.
    Open,
    /// Closes an open door.
    Close,
    /// Locks a closed door, with its key.
    Lock,
    /// Unlocks a locked door, with its key.
    Unlock,
    /// Breaks a closed or locked door, loudly.
    Break,
}

encode_enum!(DoorState { 0 = Open, 1 = Closed, 2 = Locked, 3 = Broken });
encode_enum!(DoorAction { 0 = Open, 1 = Close, 2 = Lock, 3 = Unlock, 4 = Break });

impl DoorState {
    /// Whether the door lets actors, looks and shots through.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Broken)
    }

    /// Returns the state after an action, or `None` if the action is not possible in this state.
    pub fn after(self, action: DoorAction) -> Option<Self> {
        match (action, self) {
            (DoorAction::Open, Self::Closed) => Some(Self::Open),
            (DoorAction::Lock, Self::Closed) => Some(Self::Locked),
            (DoorAction::Close, Self::Open) | (DoorAction::Unlock, Self::Locked) => Some(Self::Closed),
            (DoorAction::Break, Self::Closed | Self::Locked) => Some(Self::Broken),
            _ => None,
        }
    }
}

impl DoorAction {
    /// The duration of the action, in milliseconds.
    pub fn time_ms(self) -> u32 {
        match self {
            Self::Open | Self::Close => 300,
            Self::Lock | Self::Unlock => 800,
            Self::Break => 1500,
        }
    }

    /// How far the action is heard, in cells.
    pub fn loudness(self) -> u16 {
        match self {
            Self::Open | Self::Close => 4,
            Self::Lock | Self::Unlock => 2,
            Self::Break => 20,
        }
    }
}
