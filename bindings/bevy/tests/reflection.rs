//! Tools that look at worlds by reflection see minds, steps and squads.
#![cfg(feature = "reflect")]
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod support;

use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use support::*;

const MINER: &str = include_str!("support/miner.toml");

#[test]
fn a_tool_that_knows_no_type_sees_who_does_what() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let boss = spawn(&mut app, domain, "miner", "boss");
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    let ann = spawn(&mut app, domain, "miner", "ann");
    app.world_mut().entity_mut(ann).insert(CommandedBy(boss));
    app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
    frames(&mut app, 2);
    // As an inspector does: everything registered that the entity has.
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let shown = |entity: Entity| -> String {
        let components = registry.iter().filter_map(|known| known.data::<ReflectComponent>());
        let seen = components.filter_map(|component| component.reflect(app.world().entity(entity)));
        seen.map(|component| format!("{component:?}")).collect::<Vec<_>>().join("\n")
    };
    for (who, parts) in [
        (ann, &["archetype: \"miner\"", "action: \"go\"", "CommandedBy("][..]),
        (boss, &["Squad("][..]),
        (rock, &["Object { ty: \"rock\" }"][..]),
    ] {
        let shown = shown(who);
        for part in parts {
            assert!(shown.contains(part), "{part} is not in {shown}");
        }
    }
}
