#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "asset")]
mod asset;
mod belief;
mod domains;
mod events;
mod geometry;
mod host;
mod mind;
mod minds;
mod object;
mod order;
#[cfg(feature = "gizmos")]
mod overlay;
#[cfg(feature = "places")]
mod places;
mod plugin;
mod squad;
mod step;
mod systems;
mod value;

#[cfg(feature = "asset")]
pub use asset::{DomainAsset, DomainAssetPlugin, DomainLoadError, DomainLoader};
pub use belief::{Belief, Beliefs};
pub use bevy_cunning_derive::Belief;
pub use cunning_mind::{
    CheckId, IdleReason, Inspection, MindConfig, OrderId, OrderState, QueryId, SpatialAnswer, StopReason, Why,
};
pub use domains::DomainId;
pub use events::{
    CheckAsked, Ending, OrderReported, SensorDue, StepEnded, StepStarted, StepStopped, WentIdle,
};
pub use geometry::{GroundPlane, SpatialQueryAsked};
pub use mind::Mind;
pub use minds::{Minds, MindsError, PlannedStep};
pub use object::{Landmark, Object};
pub use order::Order;
#[cfg(feature = "gizmos")]
pub use overlay::{ThoughtOverlay, ThoughtOverlayPlugin};
#[cfg(feature = "places")]
pub use places::PlacesPlugin;
pub use plugin::{CunningAppExt, CunningPlugin, CunningSystems, MindBudget, StepTimeout};
pub use squad::{CommandedBy, Squad};
pub use step::{CurrentStep, Step, WindsDown};
pub use value::{Args, FactKey, ToValue, Value};

/// The examples of the guide, as tests.
#[cfg(all(doctest, feature = "asset"))]
#[doc = include_str!("../../../docs/bevy.md")]
mod guide {}

/// The items that most games need.
pub mod prelude {
    pub use crate::{
        Belief, Beliefs, CheckAsked, CommandedBy, CunningAppExt as _, CunningPlugin, CunningSystems,
        CurrentStep, DomainId, IdleReason, Mind, MindBudget, Minds, Object, Order, OrderReported, OrderState,
        SpatialQueryAsked, Squad, StepEnded, StepStarted, StepStopped, StopReason, Value, WentIdle,
    };
}
