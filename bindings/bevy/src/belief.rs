//! What an agent is told: facts with their values, written by ordinary systems, heard before the mind thinks next.

use std::borrow::Cow;

use bevy_ecs::prelude::*;
use cunning_mind::engine::CERTAIN;

/// The value of a fact, or what a fact of a family is about.
#[derive(Clone, Debug, PartialEq)]
pub enum BeliefValue {
    /// Nothing, for facts that may be `none`.
    None,
    /// A truth.
    Bool(bool),
    /// A number.
    Int(i64),
    /// An object of the domain file, by its name.
    Name(Cow<'static, str>),
    /// An entity that is an [`Object`](crate::Object).
    Entity(Entity),
}

/// What can be told.
pub trait IntoBelief {
    /// The value to tell.
    fn to_belief(&self) -> BeliefValue;
}

macro_rules! into_belief {
    ($($ty:ty: |$value:ident| $made:expr;)*) => { $(
        impl IntoBelief for $ty {
            fn to_belief(&self) -> BeliefValue {
                let $value = self;
                $made
            }
        }
    )* };
}

into_belief! {
    BeliefValue: |value| value.clone();
    bool: |value| BeliefValue::Bool(*value);
    i8: |value| BeliefValue::Int((*value).into());
    i16: |value| BeliefValue::Int((*value).into());
    i32: |value| BeliefValue::Int((*value).into());
    i64: |value| BeliefValue::Int(*value);
    u8: |value| BeliefValue::Int((*value).into());
    u16: |value| BeliefValue::Int((*value).into());
    u32: |value| BeliefValue::Int((*value).into());
    &'static str: |value| BeliefValue::Name(Cow::Borrowed(value));
    String: |value| BeliefValue::Name(Cow::Owned(value.clone()));
    Entity: |value| BeliefValue::Entity(*value);
}

impl<T: IntoBelief> IntoBelief for Option<T> {
    fn to_belief(&self) -> BeliefValue {
        self.as_ref().map_or(BeliefValue::None, IntoBelief::to_belief)
    }
}

/// What an agent is told and has not heard yet. A sensor is any system or observer that writes here.
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
    pub(crate) told: Vec<Told>,
}

#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) fact: Cow<'static, str>,
    pub(crate) of: Vec<BeliefValue>,
    pub(crate) value: BeliefValue,
    pub(crate) confidence: u32,
}

/// How much may be told to somebody whose domain has not been read yet; of more than that the latest counts.
const TOLD_EARLY_MAX: usize = 1024;

impl Beliefs {
    /// Forgets the oldest of what is told too early.
    pub(crate) fn keep_latest(&mut self) {
        self.told.drain(..self.told.len().saturating_sub(TOLD_EARLY_MAX));
    }

    /// Tells a fact. A name that the domain does not know is logged with a suggestion, and otherwise ignored.
    pub fn set(&mut self, fact: impl Into<Cow<'static, str>>, value: impl IntoBelief) {
        self.tell(fact.into(), Vec::new(), value.to_belief(), 1.0);
    }

    /// Tells a fact of a family, as `sees[enemy]`.
    pub fn set_of(
        &mut self,
        fact: impl Into<Cow<'static, str>>,
        of: impl IntoBelief,
        value: impl IntoBelief,
    ) {
        self.tell(fact.into(), vec![of.to_belief()], value.to_belief(), 1.0);
    }

    /// Tells a fact of any family, and how sure that is, from 0 to 1.
    pub fn tell(
        &mut self,
        fact: impl Into<Cow<'static, str>>,
        of: Vec<BeliefValue>,
        value: BeliefValue,
        confidence: f32,
    ) {
        let confidence = (f64::from(confidence.clamp(0.0, 1.0)) * f64::from(CERTAIN)) as u32;
        self.told.push(Told { fact: fact.into(), of, value, confidence });
    }
}

/// A component whose fields are facts of its entity. Derive it, and register it with
/// [`add_belief`](crate::CunningAppExt::add_belief): whenever it changes, the entity's mind is told.
///
/// | what | is told as |
/// |---|---|
/// | `struct Purse { gold: u32, thief: Option<Entity> }` | the facts `gold` and `thief` |
/// | `#[belief("coins")] gold: u32` | the fact `coins` |
/// | `#[belief(skip)]` | nothing |
/// | `struct Thirsty(bool)` | the fact `thirsty` |
/// | `struct Asleep;` | the fact `asleep`: true while the component is there |
/// | `enum Place { TownHall, Well }` as a field | the objects `town_hall` and `well` |
///
/// ```
/// use bevy_cunning::{Belief, BeliefValue, Beliefs, IntoBelief};
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
/// assert_eq!(Place::TownHall.to_belief(), BeliefValue::Name("town_hall".into()));
/// # let _ = (Place::Well, Villager { at: Place::Well, gold: 1, steps: 2 }.steps);
/// ```
pub trait Belief {
    /// Tells what the component says.
    fn tell(&self, beliefs: &mut Beliefs);

    /// Tells that the component is gone. Only what is true by being there has something to say to that.
    fn untell(_beliefs: &mut Beliefs) {}
}
