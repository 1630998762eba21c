//! Entities come and go in the middle of anything, and nothing of them stays behind.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod support;

use bevy_cunning::StepPatience;
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use support::*;

const MINER: &str = include_str!("support/miner.toml");

fn leftovers(app: &mut bevy_app::App, domain: DomainId) -> (usize, usize, usize) {
    let mut minds = app.world_mut().resource_mut::<Minds>();
    let jobs = minds.agents(domain).unwrap().jobs();
    (minds.len(), minds.objects(), jobs)
}

#[test]
fn the_target_of_a_step_is_an_entity_and_its_end_is_noticed() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let ann = spawn(&mut app, domain, "miner", "ann");
    let [first, second] = [(), ()].map(|()| app.world_mut().spawn(Object::of("rock")).id());
    app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", first, true);
    frames(&mut app, 2);
    let at = |app: &bevy_app::App| {
        let step = app.world().get::<CurrentStep>(ann).unwrap().running().cloned();
        step.map(|step| (step.action.to_string(), step.entity("r")))
    };
    assert_eq!(at(&app), Some(("go".to_owned(), Some(first))));
    // In mid-step its target goes; there is another one.
    app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", second, true);
    frames(&mut app, 1);
    app.world_mut().despawn(first);
    frames(&mut app, 2);
    assert_eq!(at(&app), Some(("go".to_owned(), Some(second))));
    assert!(told(&mut app).contains(&"ann stops go: ObjectLost".to_owned()));
    // The last one goes: there is nothing to be done, and she knows.
    app.world_mut().despawn(second);
    frames(&mut app, 2);
    assert_eq!(at(&app), None);
    assert_eq!(told(&mut app).last().map(String::as_str), Some("ann is idle: NoPlan"));
    assert_eq!(leftovers(&mut app, domain), (1, 0, 0));
    assert_eq!(mistakes(&app), [""; 0]);
}

#[test]
fn despawned_in_mid_step_mid_plan_and_before_its_first_thought() {
    let mut app = app_with(100, CunningPlugin::default().with_budget(1));
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    let mut at_work = 0;
    // A plan takes several frames with this budget: each of them is somebody's last.
    for life in 0..40 {
        let ann = spawn(&mut app, domain, "miner", "ann");
        app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
        frames(&mut app, life);
        at_work += usize::from(doing(&app, ann).is_some());
        app.world_mut().despawn(ann);
        frames(&mut app, 1);
        assert_eq!(leftovers(&mut app, domain), (0, 1, 0), "after {life} frames");
    }
    assert!((1..39).contains(&at_work), "{at_work} were at work, the others were planning");
}

#[test]
fn whoever_loses_its_mind_stops_and_can_get_another_one() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    let ann = spawn(&mut app, domain, "miner", "ann");
    for _ in 0..3 {
        app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
        frames(&mut app, 2);
        assert_eq!(doing(&app, ann).as_deref(), Some("go"));
        app.world_mut().entity_mut(ann).remove::<Mind>();
        frames(&mut app, 1);
        assert_eq!((doing(&app, ann), leftovers(&mut app, domain)), (None, (0, 1, 0)));
        // In place of another one: what the old one believed is gone with it.
        for _ in 0..2 {
            app.world_mut().entity_mut(ann).insert(Mind::new(domain, "miner"));
        }
        frames(&mut app, 2);
        assert_eq!((doing(&app, ann), leftovers(&mut app, domain)), (None, (1, 1, 0)));
    }
    assert!(told(&mut app).contains(&"ann stops go: Removed".to_owned()));
}

#[test]
fn a_cleared_world_has_no_agents() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    for _ in 0..20 {
        let rock = app.world_mut().spawn(Object::of("rock")).id();
        let agents: Vec<Entity> = (0..10).map(|_| spawn(&mut app, domain, "miner", "ann")).collect();
        for ann in agents {
            app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
        }
        frames(&mut app, 3);
        // The level is over.
        let mut everybody = app.world_mut().query_filtered::<Entity, Or<(With<Mind>, With<Object>)>>();
        let everybody: Vec<Entity> = everybody.iter(app.world()).collect();
        assert_eq!(everybody.len(), 11);
        for entity in everybody {
            assert!(app.world_mut().despawn(entity));
        }
        frames(&mut app, 1);
        assert_eq!(leftovers(&mut app, domain), (0, 0, 0));
    }
}

#[test]
fn worlds_know_nothing_of_each_other() {
    let mut apps = [app(), app()];
    let mut agents = Vec::new();
    for (at, app) in apps.iter_mut().enumerate() {
        // Not even their numbers need to be the same.
        if at == 1 {
            app.add_domain("other.toml", "facts = { a = 'bool' }\ngoal.b = { want = ['a'] }").unwrap();
        }
        let domain = app.add_domain("miner.toml", MINER).unwrap();
        let rock = app.world_mut().spawn(Object::of("rock")).id();
        let ann = spawn(app, domain, "miner", "ann");
        app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
        agents.push(ann);
    }
    frames(&mut apps[0], 5);
    assert_eq!((doing(&apps[0], agents[0]).as_deref(), doing(&apps[1], agents[1])), (Some("go"), None));
    frames(&mut apps[1], 5);
    assert_eq!(doing(&apps[1], agents[1]).as_deref(), Some("go"));
}

#[test]
fn mistakes_are_told_once_and_nobody_falls_over_them() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let ann = spawn(&mut app, domain, "miner", "ann");
    let bob = spawn(&mut app, domain, "minor", "bob");
    let stone = app.world_mut().spawn_empty().id();
    app.world_mut().spawn(Object::of("rok"));
    for _ in 0..3 {
        tell(&mut app, ann, "rihc", true);
        tell(&mut app, ann, "near", stone);
        tell(&mut app, ann, "rich", 7);
        tell(&mut app, ann, "ore", 1000);
        tell(&mut app, bob, "rich", true);
        frames(&mut app, 1);
    }
    let mistakes = mistakes(&app);
    assert_eq!(mistakes.len(), 4, "{mistakes:#?}");
    for part in
        ["did you mean `rich`", "minor", "no object", "no domain of this world has an open type `rok`"]
    {
        assert!(mistakes.iter().any(|mistake| mistake.contains(part)), "{part}: {mistakes:#?}");
    }
    assert!(app.add_domain("broken.toml", "facts = 3").is_err());
}

/// big-brain 70: an agent that is removed while it acts must not bring the game down, nor be acted for afterwards.
#[test]
fn field_big_brain_70() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    app.add_systems(
        bevy_app::Update,
        // Whoever starts to dig is gone before it can report, by a command that comes with the report.
        (|mut agents: Query<(Entity, &mut CurrentStep)>, mut commands: Commands| {
            for (entity, mut step) in &mut agents {
                if step.is("go") {
                    step.done();
                } else if step.is("dig") {
                    step.done();
                    commands.entity(entity).despawn();
                }
            }
        })
        .after(CunningSystems::Act),
    );
    for _ in 0..50 {
        let ann = spawn(&mut app, domain, "miner", "ann");
        app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
        frames(&mut app, 2);
    }
    frames(&mut app, 5);
    assert_eq!(leftovers(&mut app, domain), (0, 1, 0));
}

/// big-brain 108: a game that never looks at cancelled steps, and one that never reports anything, hang nobody.
#[test]
fn field_big_brain_108() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    let ann = spawn(&mut app, domain, "miner", "ann");
    for round in 0..5 {
        tell(&mut app, ann, "near", None::<Entity>);
        app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
        // A goal without a plan is left alone for a while, longer each time.
        let waited = (0..600).take_while(|_| {
            app.update();
            doing(&app, ann).as_deref() != Some("go")
        });
        assert!(waited.count() < 600, "round {round}: {:?}", told(&mut app));
        report(&mut app, ann, CurrentStep::done);
        frames(&mut app, 2);
        assert_eq!(doing(&app, ann).as_deref(), Some("dig"));
        // What the step relies on is lost. Nobody handles the end of it.
        app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, false);
        frames(&mut app, 2);
        assert_eq!(doing(&app, ann), None);
        assert!(told(&mut app).contains(&"ann stops dig: ConditionLost".to_owned()));
    }
    // A step of which nobody ever hears fails in the end, with a word about it, and the agent thinks again.
    tell(&mut app, ann, "near", None::<Entity>);
    app.insert_resource(StepPatience(Some(std::time::Duration::from_secs(5))));
    app.world_mut().get_mut::<Beliefs>(ann).unwrap().set_of("sees", rock, true);
    told(&mut app);
    frames(&mut app, 600);
    let story = told(&mut app);
    assert!(story.contains(&"ann failed go".to_owned()), "{story:?}");
    assert!(mistakes(&app)[0].contains("nobody reported `go` for 5s"), "{:?}", mistakes(&app));
}
