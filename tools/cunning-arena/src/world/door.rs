//! Doors and what can be done to them.

use crate::world::wire::wire_enum;

/// How a door is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DoorState {
    /// Like open ground.
    Open,
    /// Like a wall, until somebody opens it.
    #[default]
    Closed,
    /// Like a wall, until somebody unlocks or breaks it.
    Locked,
    /// Open for ever.
    Broken,
}

/// What can be done to a door.
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

wire_enum!(DoorState { 0 = Open, 1 = Closed, 2 = Locked, 3 = Broken });
wire_enum!(DoorAction { 0 = Open, 1 = Close, 2 = Lock, 3 = Unlock, 4 = Break });

impl DoorState {
    /// Whether one can walk, look and shoot through.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Broken)
    }

    /// How the door is after a deed; nothing if the deed makes no sense.
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
    /// How long it takes.
    pub fn time_ms(self) -> u32 {
        match self {
            Self::Open | Self::Close => 300,
            Self::Lock | Self::Unlock => 800,
            Self::Break => 1500,
        }
    }

    /// How far it is heard, in cells.
    pub fn loudness(self) -> u16 {
        match self {
            Self::Open | Self::Close => 4,
            Self::Lock | Self::Unlock => 2,
            Self::Break => 20,
        }
    }
}
