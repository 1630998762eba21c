//! Names of things as numbers: each kind of thing has its own type, so that they cannot be confused.

use crate::world::wire::{Broken, Reader, Sink, Wire};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u16);

        impl $name {
            /// The id of the thing at this place of its list. What is asked about a thing that is not there is
            /// answered with nothing, or refused.
            pub const fn new(index: u16) -> Self {
                Self(index)
            }

            /// The place in the list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Wire for $name {
            fn put(&self, out: &mut impl Sink) {
                self.0.put(out);
            }

            fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
                u16::take(from).map(Self)
            }
        }
    )* };
}

ids! {
    /// An actor, in the order of the scene.
    ActorId,
    /// A team.
    TeamId,
    /// A kind of item.
    ItemId,
    /// A named place.
    SpotId,
    /// A station.
    StationId,
    /// A door.
    DoorId,
    /// A kind of weapon.
    WeaponId,
    /// A kind of body.
    BodyId,
}

/// One intent of one actor: no number is given twice in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntentId(pub u64);

impl Wire for IntentId {
    fn put(&self, out: &mut impl Sink) {
        self.0.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        u64::take(from).map(Self)
    }
}
