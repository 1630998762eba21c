//! Beliefs of agents: written by ordinary systems, passed to the minds before they think.

use bevy_ecs::prelude::*;

use crate::value::{FactKey, ToValue, Value};

/// The beliefs that an agent's mind has not received yet. A sensor is any system or observer that writes here.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_cunning::Beliefs;
///
/// # #[derive(Component)] struct Thirst(f32);
/// fn feel_thirst(mut agents: Query<(&Thirst, &mut Beliefs), Changed<Thirst>>) {
///     for (thirst, mut beliefs) in &mut agents {
///         beliefs.set("thirsty", thirst.0 > 0.5);
///     }
/// }
/// ```
#[derive(Component, Clone, Debug, Default)]
pub struct Beliefs {
    pub(crate) pending: Vec<PendingBelief>,
}

#[derive(Clone, Debug)]
pub(crate) struct PendingBelief {
    pub(crate) key: FactKey,
    pub(crate) value: Value,
    pub(crate) confidence: f64,
}

/// How many beliefs an agent keeps whose domain is not loaded yet. The oldest are dropped.
const PENDING_MAX: usize = 1024;

impl Beliefs {
    /// Drops the oldest beliefs beyond the limit for agents whose domain is not loaded yet.
    pub(crate) fn keep_latest(&mut self) {
        self.pending.drain(..self.pending.len().saturating_sub(PENDING_MAX));
    }

    /// Tells a fact, or a member of a family: `set("thirsty", true)`, `set(("sees", enemy), true)`.
    ///
    /// A mistake, such as a name that the domain does not have, is logged with a suggestion and otherwise ignored.
    pub fn set(&mut self, key: impl Into<FactKey>, value: impl ToValue) {
        self.believe(key, value, 1.0);
    }

    /// Tells a fact with a confidence between 0 and 1. Below the fact's `threshold` it is not believed.
    pub fn believe(&mut self, key: impl Into<FactKey>, value: impl ToValue, confidence: f64) {
        self.pending.push(PendingBelief { key: key.into(), value: value.to_value(), confidence });
    }
}

/// A component whose fields are facts about its entity. Derive it, and register it with
/// [`add_belief`](crate::CunningAppExt::add_belief): whenever the component changes, the entity's mind is told.
///
/// | component | facts |
/// |---|---|
/// | `struct Purse { gold: u32, thief: Option<Entity> }` | `gold` and `thief` |
/// | `#[belief("coins")] gold: u32` | `coins` |
/// | `#[belief(skip)]` | none |
/// | `struct Thirsty(bool)` | `thirsty` |
/// | `struct Asleep;` | `asleep`, which is true while the entity has the component |
/// | `enum Place { TownHall, Well }` as a field | the objects `town_hall` and `well` |
///
/// ```
/// use bevy_cunning::{Belief, Beliefs, ToValue, Value};
/// use bevy_ecs::prelude::*;
///
/// #[derive(Belief)]
/// enum Place { TownHall, Well }
///
/// #[derive(Component, Belief)]
/// struct Villager {
///     at: Place,
///     #[belief("coins")]
///     gold: u32,
///     #[belief(skip)]
///     steps: u64,
/// }
/// assert_eq!(Place::TownHall.to_value(), Value::Name("town_hall".into()));
/// # let _ = (Place::Well, Villager { at: Place::Well, gold: 1, steps: 2 }.steps);
/// ```
pub trait Belief {
    /// Tells the facts of the component.
    fn tell(&self, beliefs: &mut Beliefs);

    /// Tells that the component was removed. Only a component without fields has to: its fact becomes false.
    fn untell(_beliefs: &mut Beliefs) {}
}
