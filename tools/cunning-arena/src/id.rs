//! Typed ids: each kind of thing has its own type, so that ids cannot be confused.

use cunning_encode::encode_struct;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u16);

        impl $name {
            /// The id of the thing at this index of its list. Queries for an id out of range return nothing
            /// or an error.
            pub const fn new(index: u16) -> Self {
                Self(index)
            }

            /// The index in the list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        encode_struct!($name { 0 });
    )* };
}

ids! {
    /// Identifies an actor by its index in the scene.
    ActorId,
    /// Identifies a team by its index in the scene.
    TeamId,
    /// Identifies a kind of item by its index in the scene.
    ItemId,
    /// Identifies a named place by its index in the scene.
    SpotId,
    /// Identifies a station by its index in the scene.
    StationId,
    /// Identifies a door by its index in the scene.
    DoorId,
    /// Identifies a kind of weapon by its index in the scene.
    WeaponId,
    /// Identifies a kind of body by its index in the scene.
    BodyId,
}

/// Identifies an intent of an actor. Ids are never reused within a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntentId(pub u64);

encode_struct!(IntentId { 0 });
