//! The plugin: what is added to an app, and when it runs.

use std::time::Duration;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::component::Mutable;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;

use crate::belief::Belief;
use crate::domains::{self, DomainId};
use crate::events::{StepEnded, StepStarted, StepStopped};
use crate::minds::{Minds, MindsError};
use crate::systems;

/// How many expansions all plans of a frame may take together. It counts work and not time, so that the same game makes the
/// same decisions everywhere.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Resource, Clone, Debug, PartialEq))]
pub struct MindBudget(pub u64);

impl Default for MindBudget {
    fn default() -> Self {
        Self(500)
    }
}

/// How long a step may run without a word from the game before it counts as failed, with a warning; never if `None`. A
/// `timeout` of an action in the domain file is a limit for that action, whatever is said here.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Resource, Clone, Debug, PartialEq))]
pub struct StepPatience(pub Option<Duration>);

impl Default for StepPatience {
    fn default() -> Self {
        Self(Some(Duration::from_mins(1)))
    }
}

/// The parts of a frame, in this order. Sensors belong before [`Hear`](CunningSystems::Hear), and whatever carries steps
/// out after [`Act`](CunningSystems::Act); otherwise it takes a frame longer.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CunningSystems {
    /// Minds hear what was told and reported.
    Hear,
    /// Minds think, within the [`MindBudget`].
    Think,
    /// What they want becomes components and events.
    Act,
}

/// Adds minds to an app, in `Update` or in a schedule of your choice.
///
/// ```
/// use bevy_app::{App, FixedUpdate};
/// use bevy_cunning::CunningPlugin;
///
/// App::new().add_plugins(CunningPlugin::default().in_schedule(FixedUpdate).with_budget(2000));
/// ```
pub struct CunningPlugin {
    schedule: Interned<dyn ScheduleLabel>,
    budget: MindBudget,
}

impl Default for CunningPlugin {
    fn default() -> Self {
        Self { schedule: Update.intern(), budget: MindBudget::default() }
    }
}

impl CunningPlugin {
    /// Lets minds think in this schedule. Time is what [`Time`](bevy_time::Time) is there.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> Self {
        self.schedule = schedule.intern();
        self
    }

    /// Grants so many expansions a frame; see [`MindBudget`].
    #[must_use]
    pub fn with_budget(mut self, expansions: u64) -> Self {
        self.budget = MindBudget(expansions);
        self
    }
}

impl Plugin for CunningPlugin {
    fn build(&self, app: &mut App) {
        #[cfg(feature = "reflect")]
        register_types(app);
        app.init_resource::<Minds>()
            .init_resource::<StepPatience>()
            .insert_resource(self.budget)
            .insert_resource(ThinksIn(self.schedule))
            .add_observer(systems::on_mind)
            .add_observer(systems::on_mind_gone)
            .add_observer(systems::on_object)
            .add_observer(systems::on_object_gone)
            .add_observer(systems::on_name)
            .configure_sets(
                self.schedule,
                (CunningSystems::Hear, CunningSystems::Think, CunningSystems::Act).chain(),
            )
            .add_systems(
                self.schedule,
                (
                    (domains::wake_up, systems::follow_squads, systems::lose_patience, systems::hear)
                        .chain()
                        .in_set(CunningSystems::Hear),
                    systems::think.in_set(CunningSystems::Think),
                    (systems::act, systems::follow_minds).chain().in_set(CunningSystems::Act),
                ),
            );
    }
}

/// Lets tools that look at worlds show what is in them.
#[cfg(feature = "reflect")]
fn register_types(app: &mut App) {
    app.register_type::<crate::CommandedBy>()
        .register_type::<crate::CurrentStep>()
        .register_type::<crate::Landmark>()
        .register_type::<crate::Mind>()
        .register_type::<crate::Object>()
        .register_type::<crate::Squad>()
        .register_type::<crate::WindsDown>()
        .register_type::<MindBudget>()
        .register_type::<StepPatience>();
}

/// The schedule in which minds think.
#[derive(Resource, Clone, Copy)]
struct ThinksIn(Interned<dyn ScheduleLabel>);

/// What the plugin adds to [`App`].
pub trait CunningAppExt {
    /// Reads a domain file for this app's world.
    fn add_domain(&mut self, name: &str, text: &str) -> Result<DomainId, MindsError>;

    /// Tells minds what a component of their entities says, whenever it changes; see [`Belief`].
    fn add_belief<B: Component + Belief>(&mut self) -> &mut Self;

    /// Has a component while a step of this action runs, and only then: for games that like a query of its own for each
    /// action more than they mind entities that move between archetypes.
    fn add_step_component<C: Component<Mutability = Mutable> + Default>(
        &mut self,
        action: &'static str,
    ) -> &mut Self;
}

impl CunningAppExt for App {
    fn add_domain(&mut self, name: &str, text: &str) -> Result<DomainId, MindsError> {
        self.world_mut().get_resource_or_init::<Minds>().add_domain(name, text)
    }

    fn add_belief<B: Component + Belief>(&mut self) -> &mut Self {
        let schedule = self.world().get_resource::<ThinksIn>().map_or(Update.intern(), |thinks| thinks.0);
        let tell =
            systems::tell::<B>.after(domains::wake_up).before(systems::hear).in_set(CunningSystems::Hear);
        self.add_systems(schedule, tell).add_observer(systems::untell::<B>)
    }

    fn add_step_component<C: Component<Mutability = Mutable> + Default>(
        &mut self,
        action: &'static str,
    ) -> &mut Self {
        let insert = move |event: On<StepStarted>, mut commands: Commands| {
            if &*event.step.action == action {
                commands.entity(event.entity).try_insert(C::default());
            }
        };
        let take = move |entity: Entity, ended: &str, commands: &mut Commands| {
            if ended == action
                && let Ok(mut entity) = commands.get_entity(entity)
            {
                entity.try_remove::<C>();
            }
        };
        self.add_observer(insert)
            .add_observer(move |event: On<StepStopped>, mut commands: Commands| {
                take(event.entity, &event.step.action, &mut commands);
            })
            .add_observer(move |event: On<StepEnded>, mut commands: Commands| {
                take(event.entity, &event.step.action, &mut commands);
            })
    }
}
