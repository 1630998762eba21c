//! Controllers without minds, which minds are compared with: a state machine, a behaviour tree and a utility soldier.
//!
//! All baselines have the same body, senses and weapons as an agent with a mind. They share the skills of a soldier (the
//! private module `skills`): choosing targets, scoring cover, remembering enemies. They differ in how they decide what
//! to do next, and each soldier decides alone. With `+share` in the name, soldiers of a team tell each other where they
//! see enemies.
//!
//! | name | decides by |
//! |---|---|
//! | `fsm` | a finite-state machine |
//! | `bt` | a behaviour tree |
//! | `utility` | scores of all options, with a bonus for the current one |
//!
//! The numbers of each, such as how long it waits for a lost enemy, are in the table `[baseline]` of the scene.
//!
//! Where several cells or targets are equally good, a random one is taken, so that no baseline prefers a side of the map.
//!
//! A game or a test can write its own: implement [`Baseline`], name the bodies in
//! [`Settings::players`](super::Settings::players), and call [`Simulation::drive`](super::Simulation::drive).

mod behaviour_tree;
mod body;
mod contacts;
mod skills;
mod state_machine;
mod utility;

use std::fmt;

use cunning_encode::{encode_enum, encode_struct};

use crate::scene::{BaselineSpec, BaselineSpecs};
use crate::{ActorId, World};
use behaviour_tree::BehaviourTree;
use contacts::Contacts;
use state_machine::StateMachine;
use utility::UtilitySoldier;

pub use body::Body;
pub use contacts::Contact;

/// The names of the baselines that come with the arena.
pub const BASELINES: [&str; 3] = ["fsm", "bt", "utility"];
/// Follows the name of a baseline whose soldiers share what they see.
pub const SHARE: &str = "+share";

/// A controller of one body.
pub trait Baseline: fmt::Debug + Send + Sync {
    /// Decides what the body does next. Called once per tick while the body is alive.
    fn decide(&mut self, body: &mut Body<'_>);
}

/// A built-in baseline, as chosen for a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    kind: usize,
    shares: bool,
}

impl Choice {
    /// Reads a name such as `bt` or `bt+share`.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let (kind, shares) = name.strip_suffix(SHARE).map_or((name, false), |kind| (kind, true));
        let kind = BASELINES.iter().position(|known| *known == kind)?;
        Some(Self { kind, shares })
    }
}

/// What the driver of a body knows, whichever baseline decides.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    actor: ActorId,
    shares: bool,
    contacts: Contacts,
    /// The state of the random number generator.
    random: u64,
}

impl Watch {
    fn new(actor: ActorId, shares: bool, seed: u64) -> Self {
        // The numbers of one actor must not follow from those of another, so seed and index are mixed.
        let mut mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(actor.index() as u64 + 1);
        for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(factor);
        }
        let random = mixed ^ (mixed >> 31);
        Self { actor, shares, contacts: Contacts::default(), random }
    }

    /// Returns a random number below `count`, or 0.
    fn below(&mut self, count: usize) -> usize {
        self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (((self.random >> 32) * count as u64) >> 32) as usize
    }
}

/// A built-in baseline and the body that it drives.
#[derive(Clone, Debug)]
pub(super) struct Driver {
    watch: Watch,
    soldier: Soldier,
}

#[derive(Clone, Debug)]
enum Soldier {
    StateMachine(StateMachine),
    BehaviourTree(BehaviourTree),
    Utility(UtilitySoldier),
}

encode_struct!(Watch { actor, shares, contacts, random });
encode_struct!(Driver { watch, soldier });
encode_enum!(Soldier { 0 = StateMachine(soldier), 1 = BehaviourTree(soldier), 2 = Utility(soldier) });

impl Driver {
    pub(super) fn new(actor: ActorId, choice: Choice, seed: u64) -> Self {
        let soldier = match choice.kind {
            0 => Soldier::StateMachine(StateMachine::default()),
            1 => Soldier::BehaviourTree(BehaviourTree::default()),
            _ => Soldier::Utility(UtilitySoldier::default()),
        };
        Self { watch: Watch::new(actor, choice.shares, seed), soldier }
    }

    pub(super) fn actor(&self) -> ActorId {
        self.watch.actor
    }

    /// Whether everything that a save claims exists in the world.
    pub(super) fn is_sound(&self, world: &World) -> bool {
        self.watch.contacts.is_sound(world)
    }
}

/// A baseline of the caller and the body that it drives. It is not saved.
#[derive(Debug)]
pub(super) struct CustomDriver {
    watch: Watch,
    baseline: Box<dyn Baseline>,
}

impl CustomDriver {
    pub(super) fn new(actor: ActorId, baseline: Box<dyn Baseline>, seed: u64) -> Self {
        Self { watch: Watch::new(actor, false, seed), baseline }
    }

    pub(super) fn actor(&self) -> ActorId {
        self.watch.actor
    }
}

/// Lets all baselines look and decide.
pub(super) fn tick(drivers: &mut [Driver], custom: &mut [CustomDriver], world: &mut World) {
    let watches = drivers.iter_mut().map(|driver| &mut driver.watch);
    for watch in watches.chain(custom.iter_mut().map(|driver| &mut driver.watch)) {
        watch.contacts.look(world, watch.actor);
    }
    share(drivers, world);
    let BaselineSpecs { fsm, bt, utility } = world.scene().baselines;
    for Driver { watch, soldier } in drivers {
        let (soldier, habits): (&mut dyn Baseline, _) = match soldier {
            Soldier::StateMachine(soldier) => (soldier, fsm),
            Soldier::BehaviourTree(soldier) => (soldier, bt),
            Soldier::Utility(soldier) => (soldier, utility),
        };
        decide(watch, soldier, habits, world);
    }
    for CustomDriver { watch, baseline } in custom {
        decide(watch, baseline.as_mut(), BaselineSpec::default(), world);
    }
}

fn decide(watch: &mut Watch, baseline: &mut dyn Baseline, habits: BaselineSpec, world: &mut World) {
    if world.actor(watch.actor).is_some_and(crate::Actor::is_alive) {
        baseline.decide(&mut Body { world, watch, habits });
    }
}

/// Tells soldiers of the same team what the others have seen.
fn share(drivers: &mut [Driver], world: &World) {
    let team = |driver: &Driver| world.scene().actors().get(driver.watch.actor.index()).map(|spec| spec.team);
    let is_alive = |driver: &Driver| world.actor(driver.watch.actor).is_some_and(crate::Actor::is_alive);
    for to in 0..drivers.len() {
        if !drivers[to].watch.shares {
            continue;
        }
        for from in 0..drivers.len() {
            if from != to && team(&drivers[from]) == team(&drivers[to]) && is_alive(&drivers[from]) {
                let told = drivers[from].watch.contacts.clone();
                drivers[to].watch.contacts.learn(&told);
            }
        }
    }
}
