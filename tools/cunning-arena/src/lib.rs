//! A small deterministic 2-D world with walls, doors, cover, lines of sight, weapons, items, trade and
//! noises, described by scene files. It is the test bed for Cunning's demonstrations, tests and benchmarks,
//! not a game engine.
//!
//! Intents go in, events come out. The world contains bodies and things and knows nothing of minds, plans or
//! goals. The layer above, [`simulation`], turns the steps of minds into intents and events into percepts.
//!
//! | item | purpose |
//! |---|---|
//! | [`Scene`] | the static part of a world and its initial state, read from TOML with diagnostics |
//! | [`World`] | the changing state: [`World::intend`], [`World::tick`], [`World::drain_events`] |
//! | [`Intent`], [`Event`] | the input and the output of a world |
//! | [`Paths`] | shortest paths and distances, with a cache |
//! | [`movement`], [`interaction`], [`combat`], [`blast`] | the rules of walking, handling things, shooting and grenades |
//! | [`simulation`] | minds in the world: scenarios, narration, recordings and replays |
//! | [`picture`] | frames as text, pictures as SVG |
//!
//! ```
//! use std::sync::Arc;
//! use cunning_arena::{Intent, Outcome, Scene, Target, World};
//! use cunning_diag::Source;
//!
//! let scene = Scene::parse(&Source::new("duel.toml", r#"
//! [scene]
//! name = "duel"
//! teams = ["red", "blue"]
//! seed = 4
//! map = """
//! ............
//! .....oo.....
//! ............
//! """
//!
//! [weapon.pistol]
//! range = 12
//! damage = 40
//! magazine = 30
//!
//! [[actor]]
//! name = "ann"
//! team = "red"
//! at = [1, 0]
//! weapon = "pistol"
//!
//! [[actor]]
//! name = "bob"
//! team = "blue"
//! at = [10, 0]
//! facing = "west"
//! weapon = "pistol"
//!
//! [[win]]
//! team = "red"
//! dead = "blue"
//!
//! [[win]]
//! team = "blue"
//! dead = "red"
//! "#))?;
//! let mut world = World::new(Arc::new(scene));
//! let [ann, bob] = ["ann", "bob"].map(|name| world.scene().actor(name).expect("both are there"));
//! for (shooter, target) in [(ann, bob), (bob, ann)] {
//!     world.intend(shooter, Intent::Shoot { at: Target::Actor(target), rounds: 30 }).expect("it makes sense");
//! }
//! while world.outcome().is_none() {
//!     world.tick(50);
//! }
//! assert!(matches!(world.outcome(), Some(Outcome::Won { .. } | Outcome::Draw)));
//! # Ok::<(), cunning_diag::Diagnostics>(())
//! ```
//!
//! # Guarantees
//!
//! - Positions, times and probabilities are integers. The same scene, seed, intents and ticks give the same
//!   [`World::hash`] after every tick on every platform. How time is divided into ticks matters, see
//!   [`World::tick`].
//! - A clone, or a world restored from [`World::save`], continues exactly as the original would.
//! - A warm world allocates nothing during a tick, except when a path is planned after a door has changed,
//!   and for what seekers learn and remember ([`Intent::Seek`]).
//!
//! # Untrusted input
//!
//! Scene texts and saved bytes may come from untrusted sources. Every list and number has a limit
//! ([`limits`]). Input that exceeds one is a diagnostic or an error, never a panic.

pub mod blast;
mod cell;
pub mod combat;
pub mod custody;
mod fear;
mod goods;
mod heading;
mod id;
pub mod interaction;
pub mod limits;
pub mod map_family;
pub mod movement;
mod paths;
pub mod picture;
mod prices;
pub mod scene;
mod seeking;
mod senses;
pub mod simulation;
mod world;

pub use blast::Grenade;
pub use cell::{Cell, Point};
pub use fear::Fear;
pub use goods::Goods;
pub use heading::Heading;
pub use id::{ActorId, BodyId, DoorId, IntentId, ItemId, SpotId, StationId, TeamId, WeaponId};
pub use paths::Paths;
pub use scene::{Scene, Terrain};
pub use senses::{HIDDEN_BEYOND, Shelter};
pub use world::{
    Actor, DoorAction, DoorPolicy, DoorState, Event, EventKind, Failure, Goal, Holder, Intent, IntentError,
    Noise, NoiseKind, Obstacle, Outcome, RestoreError, SUPPRESSION_MAX, Stance, Target, World,
};
