//! This example shows how one domain file makes different stories: a pirate who wants rum buys it, steals it or brews it,
//! and thinks again when the bottles are gone.
//!
//! Run it with `cargo run --example 02_pirate`. It needs no window.

#![allow(clippy::print_stdout)] // An example shows what it does.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_cunning::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};

const PIRATE: &str = include_str!("../../../domains/pirate.toml");
const SPEED: f32 = 6.0;

/// Places of the domain file, as far from each other as they are in the game.
#[derive(Clone, Copy, PartialEq, Debug, Belief)]
enum Place {
    Beach,
    Docks,
    Tavern,
    Still,
}

impl Place {
    const ALL: [(Self, &'static str, f32); 4] = [
        (Self::Beach, "beach", 0.0),
        (Self::Docks, "docks", 10.0),
        (Self::Tavern, "tavern", 25.0),
        (Self::Still, "still", -15.0),
    ];

    fn named(name: &str) -> Option<(Self, f32)> {
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(place, _, x)| (*place, *x))
    }
}

/// His body: where it is on the shore, and what it tells the mind.
#[derive(Component, Belief)]
struct Body {
    at: Place,
    #[belief(skip)]
    x: f32,
    #[belief(skip)]
    busy: f32,
}

/// His character is two facts that no action changes.
#[derive(Component, Belief)]
struct Character {
    lawful: bool,
    knows_recipe: bool,
}

#[derive(Resource)]
struct Bottles(u32);

#[derive(Resource, Default)]
struct Story(Vec<String>);

/// Carries steps out: walking takes as long as the way is, everything else a second.
fn carry_out(
    time: Res<Time>,
    mut pirates: Query<(&mut CurrentStep, &mut Body)>,
    mut bottles: ResMut<Bottles>,
) {
    for (mut current, mut body) in &mut pirates {
        let Some(step) = current.running().cloned() else { continue };
        if let Some((place, x)) = step.name("to").and_then(Place::named) {
            let way = x - body.x;
            let stride = SPEED * time.delta_secs();
            body.bypass_change_detection().x += way.clamp(-stride, stride);
            if way.abs() <= stride {
                body.at = place;
                current.done();
            }
            continue;
        }
        body.bypass_change_detection().busy += time.delta_secs();
        if body.busy < 1.0 {
            continue;
        }
        body.bypass_change_detection().busy = 0.0;
        match &*step.action {
            "buy" | "steal" if bottles.0 == 0 => current.failed(),
            "buy" | "steal" => {
                bottles.0 -= 1;
                current.done();
            }
            _ => current.done(),
        }
    }
}

/// From the tavern he sees what is on its shelves.
fn look(bottles: Res<Bottles>, mut pirates: Query<(&Body, &mut Beliefs)>) {
    for (body, mut beliefs) in &mut pirates {
        if body.at == Place::Tavern {
            let of = ["tavern", "bottle"].map(|name| BeliefValue::Name(name.into()));
            beliefs.tell("stock", of.to_vec(), BeliefValue::Int(bottles.0.into()), 1.0);
        }
    }
}

fn tell(event: On<StepStarted>, mut story: ResMut<Story>) {
    let to = event.step.name("to").map_or_else(String::new, |place| format!(" to {place}"));
    story.0.push(format!("{}{to}", event.step.action));
}

/// The landlord's door is open.
fn answer(event: On<CheckAsked>, minds: Query<&Mind>, mut all: ResMut<Minds>) {
    if let Ok(mind) = minds.get(event.entity) {
        all.answer(mind, event.question, true);
    }
}

/// Plays until he is drunk; somebody may take all bottles away after some seconds.
fn play(lawful: bool, robbed_after: Option<f32>) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut app = App::new();
    app.add_plugins((TimePlugin, CunningPlugin::default()))
        .add_belief::<Body>()
        .add_belief::<Character>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
        .insert_resource(Bottles(3))
        .init_resource::<Story>()
        .add_systems(Update, (look.before(CunningSystems::Hear), carry_out.after(CunningSystems::Act)))
        .add_observer(tell)
        .add_observer(answer);
    let domain = app.add_domain("pirate.toml", PIRATE)?;
    let body = Body { at: Place::Beach, x: 0.0, busy: 0.0 };
    let character = Character { lawful, knows_recipe: true };
    let pirate = app.world_mut().spawn((Mind::new(domain, "pirate"), body, character)).id();
    for _ in 0..2000 {
        app.update();
        let seconds = app.world().resource::<Time>().elapsed_secs();
        if robbed_after.is_some_and(|after| seconds > after) {
            app.world_mut().resource_mut::<Bottles>().0 = 0;
        }
        let mind = app.world().get::<Mind>(pirate).ok_or("he is there")?;
        if app.world().resource::<Minds>().belief(mind, "drunk", &[]) == Some(BeliefValue::Bool(true)) {
            return Ok(std::mem::take(&mut app.world_mut().resource_mut::<Story>().0));
        }
    }
    Err("he stayed sober".into())
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (lawful, robbed_after, story) in [
        (true, None, "go to docks, sell, go to tavern, buy, drink"),
        (false, None, "go to tavern, steal, drink"),
        (true, Some(3.0), "go to docks, sell, go to tavern, go to beach, gather, go to still, brew, drink"),
    ] {
        let told = play(lawful, robbed_after)?.join(", ");
        println!("{told}");
        assert_eq!(told, story);
    }
    Ok(())
}
