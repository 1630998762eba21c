//! The plugin: the resources, observers and systems that it adds to an app.

use std::time::Duration;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::component::Mutable;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
#[cfg(feature = "reflect")]
use bevy_reflect::Reflect;

use crate::belief::Belief;
use crate::domains::{DomainId, spawn_missing_agents};
use crate::events::{StepEnded, StepStarted, StepStopped};
use crate::minds::{Minds, MindsError};
use crate::step::Step;
use crate::{squad, systems};

/// The number of expansions that all plans of a frame may take together. It counts work instead of time, so that the same
/// game makes the same decisions on every machine.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Resource, Clone, Debug, PartialEq))]
pub struct MindBudget(pub u64);

impl Default for MindBudget {
    fn default() -> Self {
        Self(500)
    }
}

/// How long a step may run without a report of the game before it counts as failed, with a warning. `None` sets no limit.
/// The `timeout` of an action in the domain file is independent of it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Resource, Clone, Debug, PartialEq))]
pub struct StepTimeout(pub Option<Duration>);

impl Default for StepTimeout {
    fn default() -> Self {
        Self(Some(Duration::from_mins(1)))
    }
}

/// The parts of a frame, in this order. Run sensors before [`Perceive`](CunningSystems::Perceive), and systems that carry
/// out steps after [`Act`](CunningSystems::Act); otherwise their results arrive a frame later.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CunningSystems {
    /// Minds receive beliefs and reports of steps.
    Perceive,
    /// Minds choose goals and plan, within the [`MindBudget`].
    Think,
    /// Commands of minds are carried out as changes of components and as events.
    Act,
}

/// Adds minds to an app, in `Update` or in another schedule.
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
    /// Sets the schedule in which minds think. The [`Time`](bevy_time::Time) of that schedule counts.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> Self {
        self.schedule = schedule.intern();
        self
    }

    /// Sets the number of expansions for each frame; see [`MindBudget`].
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
            .init_resource::<StepTimeout>()
            .insert_resource(self.budget)
            .insert_resource(MindSchedule(self.schedule))
            .add_observer(systems::on_mind_inserted)
            .add_observer(systems::on_mind_removed)
            .add_observer(systems::on_object_inserted)
            .add_observer(systems::on_object_removed)
            .add_observer(systems::on_object_named)
            .configure_sets(
                self.schedule,
                (CunningSystems::Perceive, CunningSystems::Think, CunningSystems::Act).chain(),
            )
            .add_systems(
                self.schedule,
                (
                    (
                        spawn_missing_agents,
                        squad::update_commanders,
                        systems::fail_unreported_steps,
                        systems::perceive,
                    )
                        .chain()
                        .in_set(CunningSystems::Perceive),
                    systems::think.in_set(CunningSystems::Think),
                    (systems::act, squad::follow_successors).chain().in_set(CunningSystems::Act),
                ),
            );
    }
}

/// Registers the types that inspectors and other tools show.
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
        .register_type::<StepTimeout>();
}

/// The schedule of the plugin's systems.
#[derive(Resource, Clone, Copy)]
struct MindSchedule(Interned<dyn ScheduleLabel>);

/// Methods that the plugin adds to [`App`].
pub trait CunningAppExt {
    /// Reads a domain file and adds the domain to this app's world.
    fn add_domain(&mut self, name: &str, text: &str) -> Result<DomainId, MindsError>;

    /// Tells minds the facts of a component whenever it changes; see [`Belief`].
    fn add_belief<B: Component + Belief>(&mut self) -> &mut Self;

    /// Inserts a component when a step of the action starts and removes it when the step ends. This allows one query for
    /// each action, at the price of entities that move between archetypes.
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
        let schedule = self.world().get_resource::<MindSchedule>().map_or(Update.intern(), |minds| minds.0);
        let tell = systems::tell_belief::<B>
            .after(spawn_missing_agents)
            .before(systems::perceive)
            .in_set(CunningSystems::Perceive);
        self.add_systems(schedule, tell).add_observer(systems::untell_belief::<B>)
    }

    fn add_step_component<C: Component<Mutability = Mutable> + Default>(
        &mut self,
        action: &'static str,
    ) -> &mut Self {
        let insert = move |event: On<StepStarted>, mut commands: Commands| {
            if event.step.is(action) {
                commands.entity(event.entity).try_insert(C::default());
            }
        };
        let remove = move |entity: Entity, step: &Step, commands: &mut Commands| {
            if step.is(action)
                && let Ok(mut entity) = commands.get_entity(entity)
            {
                entity.try_remove::<C>();
            }
        };
        self.add_observer(insert)
            .add_observer(move |event: On<StepStopped>, mut commands: Commands| {
                remove(event.entity, &event.step, &mut commands);
            })
            .add_observer(move |event: On<StepEnded>, mut commands: Commands| {
                remove(event.entity, &event.step, &mut commands);
            })
    }
}
