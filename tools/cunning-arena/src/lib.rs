//! A small, deterministic 2-D world: walls, doors, cover, lines of sight, walking, weapons, items, trade and noises,
//! driven by scene files. Not a game engine, but the place where demonstrations, tests and benches live.
//!
//! *Intents in, events out.* The world knows bodies and things; it knows no minds, plans or goals. A layer above,
//! [`simulation`], turns what minds want into intents, and what happens into percepts.
//!
//! | item | what it is |
//! |---|---|
//! | [`Scene`] | what never changes and how it begins, read from TOML with diagnostics |
//! | [`World`] | the state; [`World::intend`], [`World::tick`], [`World::drain_events`] |
//! | [`Intent`], [`Event`] | what goes in and what comes out |
//! | [`Paths`] | memory for questions about ways |
//! | [`movement`], [`hands`], [`combat`] | the rules of walking, handling and shooting |
//! | [`simulation`] | minds in the world: plays, narration, recordings and replays |
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
//! # What can be relied on
//!
//! - Positions, times, chances: all integers. The same scene, seed, intents and ticks give the same
//!   [`World::hash`] after every tick, on every platform. How time is cut into ticks matters, see [`World::tick`].
//! - A clone, or a world restored from [`World::save`], goes on exactly as the original would.
//! - Once warm, a tick allocates nothing, except when a door changes and somebody plans a way, and for what seekers
//!   learn and remember ([`Intent::Seek`]).
//!
//! # Untrusted input
//!
//! Scene texts and saved bytes may come from anywhere: every list and number has a cap ([`limits`]), and what does
//! not fit is a diagnostic or an error, never a panic.

mod cell;
pub mod combat;
mod dice;
mod fear;
mod goods;
pub mod hands;
mod heading;
mod id;
pub mod limits;
pub mod movement;
mod paths;
pub mod picture;
pub mod scene;
mod seeking;
mod senses;
pub mod simulation;
mod world;

pub use cell::{Cell, Point};
pub use fear::Fear;
pub use goods::Goods;
pub use heading::Heading;
pub use id::{ActorId, BodyId, DoorId, IntentId, ItemId, SpotId, StationId, TeamId, WeaponId};
pub use paths::Paths;
pub use scene::{Scene, Terrain};
pub use senses::{HIDDEN_BEYOND, Shelter};
pub use world::{
    Actor, AtDoors, DoorAction, DoorState, Event, Failure, Goal, Holder, Intent, Noise, NoiseKind, Obstacle,
    Outcome, Refusal, RestoreError, SUPPRESSION_MAX, Stance, Target, What, World,
};
