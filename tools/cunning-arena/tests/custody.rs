//! Arrests: a prisoner loses what it carries, follows its captor, and is free when it is released or its captor dies.

use crate::support;

use cunning_arena::{Cell, EventKind, Failure, Intent, Target, World};
use support::{actor, id, run, walk, world};

const MAP: &str = "..........\n.......#..\n.......#jj\n";

fn jail() -> World {
    let people =
        actor("ann", "red", 0, 0, "") + &actor("bob", "blue", 2, 0, "items = { coin = 3, apple = 1 }");
    world(MAP, &(people + "[legend]\nj = { spot = 'jail' }\n"))
}

#[test]
fn prisoner_is_led_to_jail_and_released_there() {
    let mut world = jail();
    let (ann, bob) = (id(&world, "ann"), id(&world, "bob"));
    let arrest = Intent::Arrest { actor: bob };
    assert_eq!(run(&mut world, ann, arrest), Err(Failure::OutOfReach));
    run(&mut world, ann, walk(1, 0)).unwrap();
    assert_eq!(run(&mut world, ann, Intent::Arrest { actor: ann }), Err(Failure::Refused));
    // The walk of the prisoner ends, and it loses what it carries.
    let away = world.intend(bob, Intent::Wait { time_ms: 60_000 }).unwrap();
    assert_eq!(run(&mut world, ann, arrest), Ok(()));
    let held = |event: &cunning_arena::Event| matches!(event.kind, EventKind::Ended { intent, result: Err(Failure::Held), .. } if intent == away);
    assert!(world.events().iter().any(held) || world.actor(bob).unwrap().doing().is_none());
    assert_eq!((world.captor(bob), world.prisoner(ann)), (Some(ann), Some(bob)));
    let coin = world.scene().item("coin").unwrap();
    assert_eq!([ann, bob].map(|actor| world.actor(actor).unwrap().goods().count(coin)), [3, 0]);
    // It can do nothing but wait, and cannot be arrested twice.
    assert_eq!(run(&mut world, bob, walk(5, 0)), Err(Failure::Held));
    assert_eq!(run(&mut world, bob, Intent::Wait { time_ms: 100 }), Ok(()));
    assert_eq!(run(&mut world, ann, arrest), Err(Failure::Refused));
    // It follows one step behind, also in a world that is restored on the way.
    let jail = world.scene().spot("jail").unwrap();
    let release = Intent::Release { actor: bob, into: Some(jail) };
    assert_eq!(run(&mut world, ann, release), Err(Failure::OutOfReach), "the jail is too far away");
    run(&mut world, ann, walk(6, 0)).unwrap();
    assert_eq!(world.actor(bob).unwrap().cell().moves_to(Cell::new(6, 0)), 1);
    let mut copy = World::restore(world.scene().clone(), &world.save()).unwrap();
    assert_eq!(copy.hash(), world.hash());
    run(&mut copy, ann, walk(6, 2)).unwrap();
    run(&mut world, ann, walk(6, 2)).unwrap();
    assert_eq!(copy.hash(), world.hash());
    // It is pushed through the bars.
    assert_eq!(run(&mut world, ann, release), Ok(()));
    assert_eq!((world.actor(bob).unwrap().cell(), world.captor(bob)), (Cell::new(8, 2), None));
    assert_eq!(run(&mut world, bob, walk(9, 0)), Ok(()));
    assert_eq!(run(&mut world, ann, release), Err(Failure::Refused), "it is free already");
}

#[test]
fn prisoner_is_free_when_its_captor_dies() {
    let people =
        actor("ann", "red", 0, 0, "") + &actor("bob", "blue", 1, 0, "") + &actor("eve", "blue", 4, 0, "");
    let mut world = world(MAP, &(people + "[legend]\nj = { spot = 'jail' }\n"));
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| id(&world, name));
    run(&mut world, ann, Intent::Arrest { actor: bob }).unwrap();
    while world.actor(ann).unwrap().is_alive() {
        let _shots = run(&mut world, eve, Intent::Shoot { at: Target::Actor(ann), rounds: 5 });
        let _reloaded = run(&mut world, eve, Intent::Reload);
    }
    assert_eq!(world.captor(bob), None);
    assert_eq!(run(&mut world, bob, walk(3, 1)), Ok(()));
}
