#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "asset")]
mod asset;
mod belief;
mod domain_minds;
mod domains;
mod events;
mod mind;
mod minds;
mod object;
#[cfg(feature = "gizmos")]
mod overlay;
#[cfg(feature = "places")]
mod places;
mod plugin;
mod question;
mod squad;
mod step;
mod systems;

#[cfg(feature = "asset")]
pub use asset::{DomainAsset, DomainAssetPlugin, DomainLoadError, DomainLoader};
pub use belief::{Belief, BeliefValue, Beliefs, IntoBelief};
pub use bevy_cunning_derive::Belief;
pub use cunning_mind::engine::QuestionId;
pub use cunning_mind::{IdleReason, Inspection, MindConfig, OrderId, OrderState, StopReason};
pub use domains::DomainId;
pub use events::{
    CheckAsked, Ending, OrderReported, SensorDue, StepEnded, StepStarted, StepStopped, WentIdle,
};
pub use mind::Mind;
pub use minds::{GoalOrder, Minds, MindsError, PlannedStep};
pub use object::{Landmark, Object};
#[cfg(feature = "gizmos")]
pub use overlay::{ThoughtOverlay, ThoughtOverlayPlugin};
#[cfg(feature = "places")]
pub use places::PlacesPlugin;
pub use plugin::{CunningAppExt, CunningPlugin, CunningSystems, MindBudget, StepPatience};
pub use question::{Ground, PlaceAnswer, PlaceAsked};
pub use squad::{CommandedBy, Squad};
pub use step::{Arg, CurrentStep, Step, WindsDown};

/// The guide's code, which is about domain files as assets too.
#[cfg(all(doctest, feature = "asset"))]
#[doc = include_str!("../../../docs/bevy.md")]
mod guide {}

/// What most games need.
pub mod prelude {
    pub use crate::{
        Arg, Belief, BeliefValue, Beliefs, CheckAsked, CommandedBy, CunningAppExt as _, CunningPlugin,
        CunningSystems, CurrentStep, DomainId, GoalOrder, IdleReason, Mind, MindBudget, Minds, Object,
        OrderReported, OrderState, PlaceAsked, Squad, StepEnded, StepStarted, StepStopped, StopReason,
        WentIdle,
    };
}
