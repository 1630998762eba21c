//! Queries of domain files: observers answer their questions, or `PlacesPlugin` does from transforms.

use bevy_app::App;
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;

use crate::support::*;

const SCOUT: &str = r#"
[types]
cover = { open = true, max = 8 }
point = { open = true, max = 8 }
[facts]
knows = { type = "bool", of = ["cover"] }
covered = "bool"
looked = "bool"
[query.near_cover]
from = "cover"
where = ["sees(self, c)"]
score = "0 - dist(self, c)"
take = 1
every = "0.2 s"
[query.around]
from = { ring = 4, radius = 10, around = "self" }
as = "point"
score = "0 - steep(c)"
take = 1
every = "0.2 s"
[action.hide]
params = { c = "query.near_cover" }
then = ["covered"]
[action.look]
params = { p = "query.around" }
then = ["looked"]
[goal.hide]
want = ["covered"]
[goal.look]
want = ["looked"]
[agent.scout]
actions = ["hide"]
goals = { hide = 1.0 }
[agent.watcher]
actions = ["look"]
goals = { look = 1.0 }
"#;

/// Spawns a scout that knows three covers.
fn scout(app: &mut App) -> (Entity, [Entity; 3]) {
    let domain = app.add_domain("scout.toml", SCOUT).unwrap();
    let covers = [(); 3].map(|()| app.world_mut().spawn(Object::of("cover")).id());
    let ann = spawn(app, domain, "scout", "ann");
    for cover in covers {
        tell(app, ann, ("knows", cover), true);
    }
    (ann, covers)
}

#[derive(Resource, Default)]
struct Asked(Vec<String>);

#[test]
fn answers_of_observers_choose_the_target() {
    let mut app = app();
    let (ann, covers) = scout(&mut app);
    app.init_resource::<Asked>().add_observer(
        move |event: On<SpatialQueryAsked>,
              agents: Query<&Mind>,
              mut minds: ResMut<Minds>,
              mut asked: ResMut<Asked>| {
            let [Value::Entity(from), Value::Entity(to)] = event.subjects[..] else { return };
            assert_eq!((event.entity, from), (ann, ann));
            asked.0.push(event.name.to_string());
            let mind = agents.get(event.entity).unwrap();
            if event.is("sees") {
                minds.answer_query(mind, event.id, to != covers[0]);
            } else {
                let distance = if to == covers[1] { 3.0 } else { 8.0 };
                minds.answer_query(mind, event.id, distance);
                // The first answer counts.
                minds.answer_query(mind, event.id, 0.0);
            }
        },
    );
    frames(&mut app, 10);
    let step = app.world().get::<CurrentStep>(ann).unwrap().running().cloned().unwrap();
    assert_eq!((&*step.action, step.entity("c")), ("hide", Some(covers[1])));
    let asked = &app.world().resource::<Asked>().0;
    assert!(asked.contains(&"sees".to_owned()) && asked.contains(&"dist".to_owned()), "{asked:?}");
    assert_eq!(mistakes(&app), [""; 0]);
}

#[test]
fn unanswered_question_is_logged_once() {
    let mut app = app();
    let (ann, _) = scout(&mut app);
    frames(&mut app, 60);
    assert_eq!(doing(&app, ann), None);
    let mistakes = mistakes(&app);
    assert_eq!(mistakes, ["the game does not answer `sees` of the query `near_cover`"]);
}

#[cfg(feature = "places")]
mod transforms {
    use bevy_cunning::{GroundPlane, Landmark, PlacesPlugin};
    use bevy_transform::components::Transform;

    use super::*;

    #[test]
    fn nearest_cover_is_found_from_transforms() {
        let mut app = app();
        app.add_plugins(PlacesPlugin::default());
        let (ann, covers) = scout(&mut app);
        app.add_observer(|event: On<SpatialQueryAsked>, agents: Query<&Mind>, mut minds: ResMut<Minds>| {
            if event.is("sees") {
                minds.answer_query(agents.get(event.entity).unwrap(), event.id, true);
            }
        });
        // The first cover is a child of a wagon.
        let wagon = app.world_mut().spawn(Transform::from_xyz(100.0, 0.0, 0.0)).id();
        app.world_mut().entity_mut(covers[0]).insert((Transform::from_xyz(1.0, 0.0, 0.0), ChildOf(wagon)));
        app.world_mut().entity_mut(covers[1]).insert(Transform::from_xyz(0.0, 9.0, 0.0));
        app.world_mut().entity_mut(covers[2]).insert(Transform::from_xyz(0.0, -7.0, 0.0));
        app.world_mut().entity_mut(ann).insert(Transform::from_xyz(0.0, 0.5, 0.0));
        frames(&mut app, 10);
        let target = |app: &App| app.world().get::<CurrentStep>(ann).unwrap().running()?.entity("c");
        assert_eq!(target(&app), Some(covers[2]));
        // The wagon comes closer, and the scout has to plan again.
        app.world_mut().get_mut::<Transform>(wagon).unwrap().translation.x = 0.0;
        frames(&mut app, 5);
        report(&mut app, ann, CurrentStep::failed);
        let is_chosen = (0..100).any(|_| {
            app.update();
            target(&app) == Some(covers[0])
        });
        assert!(is_chosen, "{:?}", take_log(&mut app));
    }

    #[test]
    fn points_lie_in_the_ground_plane() {
        for (ground, lowest) in [(GroundPlane::Xy, [20.0, -9.0, 3.0]), (GroundPlane::Xz, [20.0, 1.0, -7.0])] {
            let mut app = app();
            app.add_plugins(PlacesPlugin { ground });
            let domain = app.add_domain("scout.toml", SCOUT).unwrap();
            let ann = spawn(&mut app, domain, "watcher", "ann");
            app.world_mut().entity_mut(ann).insert(Transform::from_xyz(20.0, 1.0, 3.0));
            // A question of the domain's own, answered from the point.
            app.add_observer(
                move |event: On<SpatialQueryAsked>, agents: Query<&Mind>, mut minds: ResMut<Minds>| {
                    if let ("steep", [Value::Point([_, y, z])]) = (&*event.name, &event.subjects[..]) {
                        let back = if ground == GroundPlane::Xy { *y } else { *z };
                        minds.answer_query(agents.get(event.entity).unwrap(), event.id, back as f32);
                    }
                },
            );
            frames(&mut app, 10);
            let step = app.world().get::<CurrentStep>(ann).unwrap().running().cloned().unwrap();
            assert_eq!(step.arg("p"), Ok(&Value::Point(lowest)), "{ground:?}");
        }
    }

    const WALKER: &str = r#"
[types]
place = ["inn", "well"]
[facts]
at = "place?"
[query.nearest]
from = "place"
score = "0 - dist(self, c)"
take = 1
[action.go]
params = { to = "query.nearest" }
then = ["at = to"]
[goal.arrive]
want = ["some place p: at == p"]
[agent.walker]
actions = ["go"]
goals = { arrive = 1.0 }
"#;

    #[test]
    fn landmark_is_the_position_of_a_listed_object() {
        let mut app = app();
        app.add_plugins(PlacesPlugin::default());
        let domain = app.add_domain("walker.toml", WALKER).unwrap();
        app.world_mut().spawn((Landmark::of("inn"), Transform::from_xyz(50.0, 0.0, 0.0)));
        app.world_mut().spawn((Landmark::of("well"), Transform::from_xyz(5.0, 0.0, 0.0)));
        let ann = spawn(&mut app, domain, "walker", "ann");
        app.world_mut().entity_mut(ann).insert(Transform::default());
        frames(&mut app, 10);
        let step = app.world().get::<CurrentStep>(ann).unwrap().running().cloned();
        assert_eq!(step.unwrap().object_name("to"), Some("well"), "{:?}", mistakes(&app));
    }
}
