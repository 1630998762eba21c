//! Reflection shows minds, steps and squads to inspectors.

use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};

use crate::support::*;

const MINER: &str = include_str!("support/miner.toml");

#[test]
fn inspector_sees_minds_steps_and_squads() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let boss = spawn(&mut app, domain, "miner", "boss");
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    let ann = spawn(&mut app, domain, "miner", "ann");
    app.world_mut().entity_mut(ann).insert(CommandedBy(boss));
    tell(&mut app, ann, ("sees", rock), true);
    frames(&mut app, 2);
    // As an inspector does: all registered components of the entity.
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let shown = |entity: Entity| -> String {
        let components = registry.iter().filter_map(|known| known.data::<ReflectComponent>());
        let seen = components.filter_map(|component| component.reflect(app.world().entity(entity)));
        seen.map(|component| format!("{component:?}")).collect::<Vec<_>>().join("\n")
    };
    for (entity, parts) in [
        (ann, &["archetype: \"miner\"", "action: \"go\"", "CommandedBy("][..]),
        (boss, &["Squad("][..]),
        (rock, &["Object { ty: \"rock\" }"][..]),
    ] {
        let shown = shown(entity);
        for part in parts {
            assert!(shown.contains(part), "{part} is not in {shown}");
        }
    }
}
