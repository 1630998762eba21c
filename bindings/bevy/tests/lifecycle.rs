//! Entities are spawned and despawned during steps and plans, and leave nothing behind.

use bevy_cunning::StepTimeout;
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;

use crate::support::*;

const MINER: &str = include_str!("support/miner.toml");

/// Returns the numbers of agents, objects and planning jobs.
fn counts(app: &bevy_app::App, domain: DomainId) -> (usize, usize, usize) {
    let minds = app.world().resource::<Minds>();
    (minds.len(), minds.object_count(), minds.domain(domain).unwrap().engine().jobs())
}

#[test]
fn despawned_target_stops_the_step() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let ann = spawn(&mut app, domain, "miner", "ann");
    let [first, second] = [(), ()].map(|()| app.world_mut().spawn(Object::of("rock")).id());
    tell(&mut app, ann, ("sees", first), true);
    frames(&mut app, 2);
    let at = |app: &bevy_app::App| {
        let step = app.world().get::<CurrentStep>(ann).unwrap().running().cloned();
        step.map(|step| (step.action.to_string(), step.entity("r")))
    };
    assert_eq!(at(&app), Some(("go".to_owned(), Some(first))));
    // The target of the running step is despawned, and another one is in sight.
    tell(&mut app, ann, ("sees", second), true);
    frames(&mut app, 1);
    app.world_mut().despawn(first);
    frames(&mut app, 2);
    assert_eq!(at(&app), Some(("go".to_owned(), Some(second))));
    assert!(take_log(&mut app).contains(&"ann stops go: ObjectLost".to_owned()));
    // Without the last target there is no plan.
    app.world_mut().despawn(second);
    frames(&mut app, 2);
    assert_eq!(at(&app), None);
    assert_eq!(take_log(&mut app).last().map(String::as_str), Some("ann is idle: NoPlan"));
    assert_eq!(counts(&app, domain), (1, 0, 0));
    assert_eq!(mistakes(&app), [""; 0]);
}

#[test]
fn agent_can_be_despawned_during_planning_and_steps() {
    let mut app = app_with(100, CunningPlugin::default().with_budget(1));
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    let mut at_work = 0;
    // A plan takes several frames with this budget. An agent is despawned in each of them.
    for life in 0..40 {
        let ann = spawn(&mut app, domain, "miner", "ann");
        tell(&mut app, ann, ("sees", rock), true);
        frames(&mut app, life);
        at_work += usize::from(doing(&app, ann).is_some());
        app.world_mut().despawn(ann);
        frames(&mut app, 1);
        assert_eq!(counts(&app, domain), (0, 1, 0), "after {life} frames");
    }
    assert!((1..39).contains(&at_work), "{at_work} were at work, the others were planning");
}

#[test]
fn removed_mind_stops_its_step_and_can_be_inserted_again() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    let ann = spawn(&mut app, domain, "miner", "ann");
    for _ in 0..3 {
        tell(&mut app, ann, ("sees", rock), true);
        frames(&mut app, 2);
        assert_eq!(doing(&app, ann).as_deref(), Some("go"));
        app.world_mut().entity_mut(ann).remove::<Mind>();
        frames(&mut app, 1);
        assert_eq!((doing(&app, ann), counts(&app, domain)), (None, (0, 1, 0)));
        // The second insertion replaces the first mind. The new one has no beliefs.
        for _ in 0..2 {
            app.world_mut().entity_mut(ann).insert(Mind::new(domain, "miner"));
        }
        frames(&mut app, 2);
        assert_eq!((doing(&app, ann), counts(&app, domain)), (None, (1, 1, 0)));
    }
    assert!(take_log(&mut app).contains(&"ann stops go: Removed".to_owned()));
}

#[test]
fn cleared_world_has_no_agents() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    for _ in 0..20 {
        let rock = app.world_mut().spawn(Object::of("rock")).id();
        let agents: Vec<Entity> = (0..10).map(|_| spawn(&mut app, domain, "miner", "ann")).collect();
        for ann in agents {
            tell(&mut app, ann, ("sees", rock), true);
        }
        frames(&mut app, 3);
        // The end of a level.
        let mut all = app.world_mut().query_filtered::<Entity, Or<(With<Mind>, With<Object>)>>();
        let all: Vec<Entity> = all.iter(app.world()).collect();
        assert_eq!(all.len(), 11);
        for entity in all {
            assert!(app.world_mut().despawn(entity));
        }
        frames(&mut app, 1);
        assert_eq!(counts(&app, domain), (0, 0, 0));
    }
}

#[test]
fn worlds_are_independent() {
    let mut apps = [app(), app()];
    let mut agents = Vec::new();
    for (at, app) in apps.iter_mut().enumerate() {
        // The ids of domains may differ between worlds.
        if at == 1 {
            app.add_domain("other.toml", "facts = { a = 'bool' }\ngoal.b = { want = ['a'] }").unwrap();
        }
        let domain = app.add_domain("miner.toml", MINER).unwrap();
        let rock = app.world_mut().spawn(Object::of("rock")).id();
        let ann = spawn(app, domain, "miner", "ann");
        tell(app, ann, ("sees", rock), true);
        agents.push(ann);
    }
    frames(&mut apps[0], 5);
    assert_eq!((doing(&apps[0], agents[0]).as_deref(), doing(&apps[1], agents[1])), (Some("go"), None));
    frames(&mut apps[1], 5);
    assert_eq!(doing(&apps[1], agents[1]).as_deref(), Some("go"));
}

#[test]
fn mistakes_are_logged_once_and_do_not_panic() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let ann = spawn(&mut app, domain, "miner", "ann");
    let bob = spawn(&mut app, domain, "minor", "bob");
    let stone = app.world_mut().spawn_empty().id();
    app.world_mut().spawn(Object::of("rok"));
    for frame in 0..3 {
        tell(&mut app, ann, "rihc", true);
        tell(&mut app, ann, "near", stone);
        tell(&mut app, ann, "rich", 7);
        tell(&mut app, ann, "ore", 1000 + frame);
        tell(&mut app, bob, "rich", true);
        frames(&mut app, 1);
    }
    let mistakes = mistakes(&app);
    let expected = [
        "miner.toml: cannot tell `near`: 5v0 is not an object; insert an `Object` component first",
        "miner.toml: cannot tell `ore`: `ore` is between 0 and 9; 1000 is outside",
        "miner.toml: cannot tell `rich`: `rich` takes a bool, not the int 7",
        "miner.toml: cannot tell `rihc`: unknown fact `rihc`; did you mean `rich`?",
        "miner.toml: unknown archetype `minor`; did you mean `miner`?",
        "miner.toml: unknown type `rok`; did you mean `rock`?",
    ];
    assert_eq!(
        mistakes.iter().map(|mistake| mistake.replace(&stone.to_string(), "5v0")).collect::<Vec<_>>(),
        expected
    );
    assert!(app.add_domain("broken.toml", "facts = 3").is_err());
}

/// big-brain #70: an agent that is removed while it acts must not crash the game, nor act afterwards.
#[test]
fn field_big_brain_70() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    app.add_systems(
        bevy_app::Update,
        // The agent is despawned in the frame in which it reports its step.
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
        tell(&mut app, ann, ("sees", rock), true);
        frames(&mut app, 2);
    }
    frames(&mut app, 5);
    assert_eq!(counts(&app, domain), (0, 1, 0));
}

/// big-brain #108: agents go on if the game ignores cancelled steps or never reports a step.
#[test]
fn field_big_brain_108() {
    let mut app = app();
    let domain = app.add_domain("miner.toml", MINER).unwrap();
    let rock = app.world_mut().spawn(Object::of("rock")).id();
    let ann = spawn(&mut app, domain, "miner", "ann");
    for round in 0..5 {
        tell(&mut app, ann, "near", None::<Entity>);
        tell(&mut app, ann, ("sees", rock), true);
        // A goal without a plan is retried after a pause that gets longer each time.
        let waited = (0..600).take_while(|_| {
            app.update();
            doing(&app, ann).as_deref() != Some("go")
        });
        assert!(waited.count() < 600, "round {round}: {:?}", take_log(&mut app));
        report(&mut app, ann, CurrentStep::done);
        frames(&mut app, 2);
        assert_eq!(doing(&app, ann).as_deref(), Some("dig"));
        // The condition of the step is lost, and the game does not react to its end.
        tell(&mut app, ann, ("sees", rock), false);
        frames(&mut app, 2);
        assert_eq!(doing(&app, ann), None);
        assert!(take_log(&mut app).contains(&"ann stops dig: ConditionLost".to_owned()));
    }
    // A step without any report fails after the timeout, with a warning, and the agent plans again.
    tell(&mut app, ann, "near", None::<Entity>);
    app.insert_resource(StepTimeout(Some(std::time::Duration::from_secs(5))));
    tell(&mut app, ann, ("sees", rock), true);
    take_log(&mut app);
    frames(&mut app, 600);
    let log = take_log(&mut app);
    assert!(log.contains(&"ann failed go".to_owned()), "{log:?}");
    assert!(mistakes(&app)[0].contains("`go` was not reported for 5s"), "{:?}", mistakes(&app));
}
