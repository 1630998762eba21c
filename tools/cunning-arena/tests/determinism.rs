//! Equal worlds have equal hashes tick by tick: from the start, from a clone and from saved bytes.

use crate::support;

use std::sync::Arc;

use cunning_arena::{
    ActorId, DoorPolicy, EventKind, Goal, Holder, Intent, IntentId, ItemId, SpotId, StationId, Target, World,
};
use proptest::prelude::*;
use support::{SCENES, scene_of};

/// A deterministic stream of numbers for tests.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> u16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % (end.max(1) as u64)) as u16
    }
}

/// Gives some random intents, valid or not.
fn give_random_intents(world: &mut World, numbers: &mut Numbers) {
    let scene = world.scene().clone();
    for _ in 0..3 {
        let actor = ActorId::new(numbers.below(scene.actors().len()));
        let spot = Goal::Spot(SpotId::new(numbers.below(scene.spots().len())));
        let doors = if numbers.below(3) == 0 { DoorPolicy::Avoid } else { DoorPolicy::Open };
        let station = StationId::new(numbers.below(scene.stations().len()));
        let item = ItemId::new(numbers.below(scene.items().len()));
        let other = ActorId::new(numbers.below(scene.actors().len()));
        let intent = match numbers.below(10) {
            0..=3 => Intent::Walk { to: spot, doors },
            4 | 5 => Intent::Shoot { at: Target::Actor(other), rounds: 4 },
            6 => Intent::Reload,
            7 => Intent::Work { station, job: 0 },
            8 => Intent::Take { item, count: 1, from: Holder::Ground },
            _ => Intent::Buy { station, item, count: 1 },
        };
        // Some scenes have no stations, and rejected intents change nothing.
        let _ = world.intend(actor, intent);
    }
}

fn hashes(world: &mut World, numbers: &mut Numbers, ticks: u32) -> Vec<u64> {
    (0..ticks)
        .map(|tick| {
            if tick % 4 == 0 {
                give_random_intents(world, numbers);
            }
            world.tick(50);
            world.hash()
        })
        .collect()
}

#[test]
fn same_seed_gives_the_same_hash_after_every_tick() {
    for name in SCENES {
        let scene = Arc::new(scene_of(name));
        let run = |seed| {
            let mut world = World::with_seed(scene.clone(), seed);
            (hashes(&mut world, &mut Numbers(1), 600), world.drain_events().collect::<Vec<_>>())
        };
        assert_eq!(run(5), run(5), "{name}");
        assert!(run(5).0.windows(2).all(|pair| pair[0] != pair[1]), "the time is part of the hash");
    }
    let scene = Arc::new(scene_of("squad"));
    let run = |seed| hashes(&mut World::with_seed(scene.clone(), seed), &mut Numbers(1), 600);
    assert_ne!(run(5), run(6), "the seed matters in a scene with randomness");
}

#[test]
fn clones_and_restored_worlds_continue_like_the_original() {
    for name in SCENES {
        let scene = Arc::new(scene_of(name));
        let mut world = World::new(scene.clone());
        let mut numbers = Numbers(9);
        for _ in 0..4 {
            hashes(&mut world, &mut numbers, 75);
            let bytes = world.save();
            let mut restored =
                World::restore(scene.clone(), &bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!((restored.hash(), restored.save()), (world.hash(), bytes));
            let mut snapshot = world.clone();
            let seed = numbers.0;
            let expected = hashes(&mut world, &mut numbers, 75);
            assert_eq!(hashes(&mut snapshot, &mut Numbers(seed), 75), expected, "{name}");
            assert_eq!(hashes(&mut restored, &mut Numbers(seed), 75), expected, "{name}");
        }
    }
}

#[test]
fn every_intent_ends_exactly_once() {
    for name in SCENES {
        let mut world = World::new(Arc::new(scene_of(name)));
        hashes(&mut world, &mut Numbers(2), 800);
        // Intents that are still in progress are cancelled.
        for index in 0..world.actors().len() {
            let actor = &world.actors()[index];
            let running = [actor.walking(), actor.doing().map(|(intent, _)| intent)];
            running.into_iter().flatten().for_each(|intent| world.stop(ActorId::new(index as u16), intent));
        }
        let (mut started, mut ended) = (Vec::new(), Vec::new());
        for event in world.drain_events() {
            match event.kind {
                EventKind::Started { intent, .. } => started.push(intent),
                EventKind::Ended { intent, .. } => ended.push(intent),
                _ => {}
            }
        }
        ended.sort_unstable();
        let IntentId(given) = world.intend(ActorId::new(0), Intent::Reload).unwrap();
        let all: Vec<IntentId> = (0..given).map(IntentId).collect();
        assert_eq!(ended, all, "{name}: every intent ends once");
        assert!(started.len() > 100 && started.len() <= ended.len(), "{name}");
    }
}

#[test]
fn world_is_send_and_sync() {
    fn is_shareable<T: Send + Sync + Clone>() {}
    is_shareable::<World>();
}

#[test]
fn hash_is_stable_between_releases_and_platforms() {
    let mut world = World::new(Arc::new(scene_of("squad")));
    let hashes = hashes(&mut world, &mut Numbers(3), 200);
    assert_eq!(hashes.last().copied(), Some(5_339_881_480_081_256_997));
}

#[test]
fn saves_of_other_scenes_and_damaged_saves_are_rejected() {
    let scene = Arc::new(scene_of("rooms"));
    let mut world = World::new(scene.clone());
    hashes(&mut world, &mut Numbers(4), 100);
    let bytes = world.save();
    let other = World::restore(Arc::new(scene_of("pirate")), &bytes);
    assert!(other.is_err_and(|error| error.is_other_scene()));
    for length in 0..bytes.len() {
        assert!(World::restore(scene.clone(), &bytes[..length]).is_err(), "{length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(World::restore(scene, &longer).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Bytes that were tampered with are rejected or restore to a world that can continue.
    #[test]
    fn tampered_bytes_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let scene = Arc::new(scene_of("rooms"));
        let mut world = World::new(scene.clone());
        hashes(&mut world, &mut Numbers(4), 60);
        let mut bytes = world.save();
        for (place, value) in changes {
            // The first twelve bytes are the format and the fingerprint.
            let place = 12 + place.index(bytes.len() - 12);
            bytes[place] = value;
        }
        if let Ok(mut world) = World::restore(scene, &bytes) {
            hashes(&mut world, &mut Numbers(8), 40);
        }
    }
}
