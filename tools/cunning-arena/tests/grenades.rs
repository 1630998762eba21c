//! Grenades: throws over low cover, fuses, blasts, cover from them, and flight.

use crate::support;

use cunning_arena::{Cell, EventKind, Failure, Intent, ItemId, World};
use support::{actor, id, run, until_end, world};

const GRENADE: &str = "[item.grenade]\nblast = { range = 6, radius = 3, damage = 50, fuse = 2 }\n";

fn grenade(world: &World) -> ItemId {
    world.scene().item("grenade").unwrap()
}

fn throw(world: &World, x: u16, y: u16) -> Intent {
    Intent::Throw { item: grenade(world), at: Cell::new(x, y) }
}

/// Ann with two grenades, and bob.
fn pair(map: &str, bob: u16) -> World {
    let people = actor("ann", "red", 0, 0, "items = { grenade = 2 }") + &actor("bob", "blue", bob, 0, "");
    world(map, &format!("{GRENADE}{people}"))
}

#[test]
fn grenade_explodes_when_the_fuse_has_burnt_and_hurts_those_near_it() {
    let mut world = pair(".........\n", 5);
    let bob = id(&world, "bob");
    let intent = world.intend(id(&world, "ann"), throw(&world, 5, 0)).unwrap();
    let (result, events) = until_end(&mut world, intent);
    assert_eq!(result, Ok(()));
    let thrown = events.iter().find_map(|event| match event.kind {
        EventKind::Thrown { at, .. } => Some((at, event.time_ms)),
        _ => None,
    });
    let (at, thrown_ms) = thrown.unwrap();
    assert!(at.moves_to(Cell::new(5, 0)) <= 1, "it lands at or beside its target: {at:?}");
    assert_eq!(world.grenades().len(), 1);
    assert_eq!(world.actors()[bob.index()].health(), 100, "the fuse still burns");
    while !world.grenades().is_empty() {
        world.tick(50);
    }
    assert_eq!(world.time_ms() - thrown_ms, 2000);
    let health = world.actors()[bob.index()].health();
    assert!((50..100).contains(&health), "{health}");
    assert_eq!(world.actors()[0].health(), 100, "ann is far away");
}

#[test]
fn grenades_fly_over_low_cover_but_not_through_walls() {
    let mut over = pair("...o.....\n", 5);
    let (ann, intent) = (id(&over, "ann"), throw(&over, 5, 0));
    assert_eq!(run(&mut over, ann, intent), Ok(()));
    let mut wall = pair("...#.....\n", 5);
    let intent = throw(&wall, 5, 0);
    assert_eq!(run(&mut wall, ann, intent), Err(Failure::NoLineOfSight));
    let intent = throw(&wall, 8, 0);
    assert_eq!(run(&mut wall, ann, intent), Err(Failure::OutOfRange));
    assert_eq!(wall.actors()[0].goods().count(grenade(&wall)), 2, "a failed throw costs no grenade");
}

#[test]
fn a_thrower_without_grenades_fails_and_other_items_are_refused() {
    let mut world = pair(".........\n", 5);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    let intent = throw(&world, 3, 0);
    assert_eq!(run(&mut world, bob, intent), Err(Failure::TooFew));
    let coin = world.scene().item("coin").unwrap();
    assert_eq!(
        run(&mut world, ann, Intent::Throw { item: coin, at: Cell::new(3, 0) }),
        Err(Failure::Refused)
    );
}

/// The damage of a blast to bob, at the far end of a row, on average over many throws.
fn damage(map: &str, at: u16) -> u32 {
    let scene = pair(map, 6).scene().clone();
    let total: u32 = (0..200)
        .map(|seed| {
            let mut world = World::with_seed(scene.clone(), seed);
            let intent = throw(&world, at, 0);
            let ann = id(&world, "ann");
            run(&mut world, ann, intent).unwrap();
            (0..50).for_each(|_| world.tick(50));
            100 - u32::from(world.actors()[1].health())
        })
        .sum();
    total / 200
}

#[test]
fn cover_weakens_the_blast_and_walls_stop_it() {
    let (open, cover) = (damage(".......\n", 3), damage(".....o.\n", 3));
    // Some grenades land beside the cover, where it does not protect.
    assert!(open > 10 && cover * 3 <= open * 2, "open {open}, cover {cover}");
    assert_eq!(damage(".....#.\n", 3), 0);
}

#[test]
fn actors_see_the_danger_and_find_a_refuge() {
    let mut world = pair("...........\n...........\n", 5);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    let intent = throw(&world, 5, 0);
    run(&mut world, ann, intent).unwrap();
    let here = world.actors()[bob.index()].cell();
    assert!(world.is_in_seen_blast(bob, here));
    let refuge = world.refuge(bob).unwrap();
    assert!(!world.is_in_seen_blast(bob, refuge) && refuge.moves_to(here) <= 5, "{refuge:?}");
    run(&mut world, bob, support::walk(refuge.x, refuge.y)).unwrap();
    (0..50).for_each(|_| world.tick(50));
    assert_eq!(world.actors()[bob.index()].health(), 100, "bob got away");
}

#[test]
fn world_with_a_burning_fuse_is_saved_and_restored() {
    let mut world = pair(".........\n", 5);
    let (ann, intent) = (id(&world, "ann"), throw(&world, 5, 0));
    run(&mut world, ann, intent).unwrap();
    let mut restored = World::restore(world.scene().clone(), &world.save()).unwrap();
    assert_eq!(restored.grenades(), world.grenades());
    for _ in 0..60 {
        world.tick(50);
        restored.tick(50);
    }
    assert_eq!(world.hash(), restored.hash());
}

#[test]
fn invalid_blasts_are_reported() {
    use cunning_arena::Scene;
    use cunning_diag::Source;
    let text =
        "[scene]\nname = 'x'\nteams = ['a']\nmap = '.'\n[item.bomb]\nblast = { radius = 0, rnage = 3 }\n";
    let found = Scene::parse(&Source::new("x.toml", text)).err().unwrap().to_string();
    assert!(found.contains("radius") || found.contains("1 to 32"), "{found}");
    assert!(found.contains("did you mean `range`?"), "{found}");
}
