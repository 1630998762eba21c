//! Several weapons, overwatch, first aid, and looking out.

use std::sync::Arc;

use cunning_arena::scene::Edit;
use cunning_arena::{Cell, Failure, Heading, Intent, ItemId, Target, World};

use crate::support::{id, parse, run};

/// Ann with a rifle of five rounds and a pistol of two, her comrade Cid next to her, and Bob some cells to the east.
fn world(bob: u16) -> World {
    let text = format!(
        "scene = {{ name = 'arms', teams = ['red', 'blue'], map = '''\n{}\n''' }}
        [item.medkit]
        heals = 40
        [weapon.rifle]
        near = 1.0
        far = 1.0
        damage = 30
        magazine = 5
        interval = 0.2
        [weapon.pistol]
        near = 1.0
        far = 1.0
        damage = 10
        range = 6
        magazine = 2
        interval = 0.2
        draw = 0.4
        [[actor]]
        name = 'ann'
        team = 'red'
        at = [2, 0]
        weapon = 'rifle'
        weapons = ['pistol']
        items = {{ medkit = 1 }}
        [[actor]]
        name = 'cid'
        team = 'red'
        at = [1, 0]
        facing = 'west'
        [[actor]]
        name = 'bob'
        team = 'blue'
        at = [{bob}, 0]
        facing = 'west'
        weapon = 'rifle'",
        ".".repeat(20)
    );
    World::new(Arc::new(parse(&text)))
}

#[test]
fn each_weapon_keeps_its_magazine_and_its_range() {
    let mut world = world(10);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    let [rifle, pistol] = ["rifle", "pistol"].map(|name| world.scene().weapon(name).unwrap());
    let shoot = Intent::Shoot { at: Target::Actor(bob), rounds: 1 };
    run(&mut world, ann, shoot).unwrap();
    assert_eq!((world.rounds_in(ann, rifle), world.rounds_in(ann, pistol)), (Some(4), Some(2)));
    let start = world.time_ms();
    run(&mut world, ann, Intent::Draw { weapon: pistol }).unwrap();
    assert_eq!((world.time_ms() - start, world.actors()[0].rounds()), (400, 2));
    assert!(world.wields(ann, pistol) && !world.wields(ann, rifle));
    assert_eq!(run(&mut world, ann, shoot), Err(Failure::OutOfRange));
    let near = Intent::Shoot { at: Target::Cell(Cell::new(6, 0)), rounds: 1 };
    run(&mut world, ann, near).unwrap();
    run(&mut world, ann, Intent::Draw { weapon: rifle }).unwrap();
    assert_eq!((world.rounds_in(ann, rifle), world.rounds_in(ann, pistol)), (Some(4), Some(1)));
    // Only the weapon in hand is reloaded, and what an actor does not carry it cannot draw.
    run(&mut world, ann, Intent::Reload).unwrap();
    assert_eq!((world.rounds_in(ann, rifle), world.rounds_in(ann, pistol)), (Some(5), Some(1)));
    assert_eq!(run(&mut world, bob, Intent::Draw { weapon: pistol }), Err(Failure::Unarmed));
    let restored = World::restore(world.scene().clone(), &world.save()).unwrap();
    assert_eq!((restored.hash(), restored.rounds_in(ann, pistol)), (world.hash(), Some(1)));
}

#[test]
fn overwatch_fires_at_what_appears_and_ends_in_time() {
    let mut world = world(19);
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    let start = world.time_ms();
    run(&mut world, ann, Intent::Overwatch { time_ms: 1000 }).unwrap();
    assert_eq!((world.time_ms() - start, world.actors()[0].rounds()), (1000, 5), "bob is out of range");
    world.intend(ann, Intent::Overwatch { time_ms: 9000 }).unwrap();
    assert_eq!(run(&mut world, bob, crate::support::walk(12, 0)), Err(Failure::Dead));
    assert!(world.actors()[0].rounds() < 5, "bob has come within range");
    // Her own comrade is no target, and without rounds the watch ends.
    for _ in 0..200 {
        world.tick(50);
    }
    assert_eq!(world.actors()[1].health(), 100);
}

#[test]
fn comrade_within_reach_is_treated() {
    let mut world = world(19);
    let (ann, cid, bob) = (id(&world, "ann"), id(&world, "cid"), id(&world, "bob"));
    let item: ItemId = world.scene().item("medkit").unwrap();
    world.edit(&Edit::Wound("cid".to_owned(), 70)).unwrap();
    assert_eq!(run(&mut world, ann, Intent::Treat { item, actor: bob }), Err(Failure::OutOfReach));
    let start = world.time_ms();
    run(&mut world, ann, Intent::Treat { item, actor: cid }).unwrap();
    assert_eq!((world.time_ms() - start, world.actors()[1].health()), (2000, 70));
    assert_eq!(run(&mut world, ann, Intent::Treat { item, actor: cid }), Err(Failure::TooFew));
}

#[test]
fn lookout_chooses_the_side_that_no_comrade_sees() {
    let mut world = world(19);
    let (ann, cid) = (id(&world, "ann"), id(&world, "cid"));
    // Most of the map is in the east, and no comrade looks there.
    let toward = world.lookout(cid).unwrap();
    assert_eq!(Heading::of(Cell::new(1, 0).offset_to(toward)), Some(Heading::EAST));
    run(&mut world, ann, Intent::Face { toward: Cell::new(0, 0) }).unwrap();
    let toward = world.lookout(ann).unwrap();
    assert_eq!(Heading::of(Cell::new(2, 0).offset_to(toward)), Some(Heading::EAST));
}
