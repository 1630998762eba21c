//! The scenes of the project are valid and contain what the tests and docs rely on.

use crate::support;

use std::sync::Arc;

use cunning_arena::scene::{Bodies, DoorSpec};
use cunning_arena::{Cell, DoorPolicy, DoorState, Paths, Terrain, World};
use support::{SCENES, scene_of};

#[test]
fn every_actor_can_reach_every_place_of_every_scene() {
    for name in SCENES {
        // Places behind locked doors are reached when the doors are open.
        let mut scene = scene_of(name);
        let is_locked = |door: &&DoorSpec| door.state == DoorState::Locked;
        let locked: Vec<String> =
            scene.doors().iter().filter(is_locked).map(|door| door.name.clone()).collect();
        for door in locked {
            scene.add_event(&format!("open {door} @ 0"), 100).unwrap();
        }
        let mut world = World::new(Arc::new(scene));
        world.tick(1);
        let scene = world.scene();
        assert_eq!(scene.name(), name);
        if scene.quest().is_some() {
            // Locked doors of a quest open during the quest.
            continue;
        }
        let mut paths = Paths::default();
        for spot in scene.spots() {
            for (spec, actor) in scene.actors().iter().zip(world.actors()) {
                let length = paths.length(&world, actor.cell(), spot.centre, DoorPolicy::Open);
                assert!(length.is_some(), "{name}: {} cannot walk to {}", spec.name, spot.name);
            }
        }
    }
}

#[test]
fn squad_map_is_symmetric() {
    let scene = scene_of("squad");
    let (width, height) = (scene.width(), scene.height());
    for cell in scene.cells() {
        let terrain = scene.terrain(cell);
        assert_eq!(terrain, scene.terrain(Cell::new(width - 1 - cell.x, cell.y)), "{cell:?}");
        assert_eq!(terrain, scene.terrain(Cell::new(cell.x, height - 1 - cell.y)), "{cell:?}");
    }
    let (red, blue): (Vec<_>, Vec<_>) = scene.actors().iter().partition(|actor| actor.team.index() == 0);
    for (one, other) in red.iter().zip(&blue) {
        assert_eq!(other.cell, Cell::new(width - 1 - one.cell.x, one.cell.y));
        assert_eq!((one.body, one.weapon, one.goods), (other.body, other.weapon, other.goods));
    }
    assert_eq!((red.len(), blue.len()), (3, 3));
}

#[test]
fn scenes_contain_what_they_demonstrate() {
    let pirate = scene_of("pirate");
    for place in ["beach", "docks", "tavern", "still"] {
        assert!(pirate.spot(place).is_some(), "{place}");
    }
    let (tavern, bottle) = (pirate.station("tavern").unwrap(), pirate.item("bottle").unwrap());
    assert!(pirate.stations()[tavern.index()].stock.count(bottle) > 0);

    let rooms = scene_of("rooms");
    assert!(rooms.doors().len() >= 4);
    let outside = |cell: Cell| rooms.terrain(cell) == Terrain::Ground && cell.y > 20;
    assert_eq!(rooms.actors().iter().filter(|actor| outside(actor.cell)).count(), 4);

    let outpost = scene_of("outpost");
    assert_eq!(outpost.commanders().len(), 1);
    let south = outpost.team("south").unwrap();
    assert_eq!(outpost.actors().iter().filter(|actor| actor.team == south).count(), 8);
    let of_squad = |squad: &str| outpost.actors().iter().filter(|actor| actor.squad == squad).count();
    assert_eq!(outpost.commanders()[0].commands, ["leaders"]);
    assert_eq!([of_squad("leaders"), of_squad("alpha"), of_squad("bravo")], [2, 3, 3]);

    let village = scene_of("village");
    assert_eq!(village.actors().len(), 300);
    assert_eq!(village.rules().bodies, Bodies::Pass);
    assert!(village.spot("house16").is_some() && village.spot("house17").is_none());
}
