//! This example shows a game: the scene `skirmish`, in which a person commands four troopers with the mouse. A click or a box
//! selects troopers, the right button opens the orders that fit the place or enemy under the pointer, and reports, score and
//! verdict are shown. Without a window a script holds the pointer.
//!
//! Run it in `bindings/bevy` with `cargo run --example 07_skirmish`, or play it with
//! `cargo run --release --example 07_skirmish --features window`.

#![allow(clippy::print_stdout, reason = "an example shows its results")]
#![cfg_attr(feature = "window", allow(dead_code, reason = "the window has no script"))]

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_time::common_conditions::on_timer;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use cunning_arena::simulation::Verdict;

mod skirmish;
#[cfg(feature = "window")]
mod window;

use skirmish::{Battle, Button, Point, Table, centre};

/// The length of a tick of the scene.
const TICK: Duration = Duration::from_millis(100);
/// The seeds of the games that the script plays.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;

fn tick(mut table: ResMut<Table>) {
    table.0.tick();
}

/// Adds the game to an app.
fn play(app: &mut App, seed: u64) -> Result {
    app.insert_resource(Table(Battle::new(seed)?)).add_systems(Update, tick.run_if(on_timer(TICK)));
    Ok(())
}

/// A script that holds the pointer.
struct Hand<'a> {
    app: &'a mut App,
}

impl Hand<'_> {
    fn battle(&mut self) -> &mut Battle {
        &mut self.app.world_mut().resource_mut::<Table>().into_inner().0
    }

    fn drag(&mut self, from: Point, to: Point) {
        let battle = self.battle();
        battle.move_to(from);
        battle.press(Button::Left);
        battle.move_to(to);
        battle.release(Button::Left);
    }

    fn place(&mut self, name: &str) -> Result<Point> {
        let spots = self.battle().simulation.world().scene().spots();
        let spot = spots.iter().find(|spot| spot.name == name).ok_or("there is no such place")?;
        Ok(centre(spot.centre))
    }

    /// Opens the menu at a place and chooses an order.
    fn order(&mut self, order: &str, place: &str) -> Result {
        let at = self.place(place)?;
        let battle = self.battle();
        battle.move_to(at);
        battle.press(Button::Right);
        battle.release(Button::Right);
        let Some(menu) = &battle.menu else { return Ok(()) };
        let Some(row) = menu.items.iter().position(|(name, _)| name == order) else { return Ok(()) };
        let item = (menu.at.0 + 1.0, menu.at.1 + row as f32 + 0.5);
        self.drag(item, item);
        Ok(())
    }

    /// Selects all friends with a box.
    fn select_all(&mut self) {
        self.drag((-1.0, -1.0), (100.0, 100.0));
    }

    /// Runs until no order is open, at most for some seconds.
    fn wait(&mut self, seconds: u32) {
        for _ in 0..seconds * 10 {
            self.app.update();
            if self.battle().is_over()
                || self.battle().friends().iter().all(|(friend, _)| friend.orders.is_empty())
            {
                return;
            }
        }
    }

    /// Runs for some seconds.
    fn rest(&mut self, seconds: u32) {
        for _ in 0..seconds * 10 {
            self.app.update();
        }
    }
}

/// From post to post, together; then one fetches the codes and the others cover it.
fn script(hand: &mut Hand<'_>) -> Result {
    hand.drag((1.0, 1.0), (1.0, 1.0));
    for post in ["north_west", "north", "north_east"] {
        hand.select_all();
        hand.order("hold", post)?;
        hand.wait(30);
        hand.rest(8);
    }
    while !hand.battle().is_over() {
        for (order, cover, seconds) in [("fetch", "house", 20), ("bring", "north", 40)] {
            hand.select_all();
            hand.order("hold", cover)?;
            // A click selects one.
            if let Some((_, at)) = hand.battle().friends().first().cloned() {
                hand.drag(at, at);
                hand.order(order, cover)?;
            }
            hand.wait(seconds);
        }
        hand.rest(1);
    }
    Ok(())
}

pub(crate) fn headless() -> Result {
    let mut won = 0;
    for seed in SEEDS {
        let mut app = App::new();
        app.add_plugins(TimePlugin).insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
        play(&mut app, seed)?;
        let mut hand = Hand { app: &mut app };
        assert!(hand.battle().briefing().is_some(), "the game begins with a briefing");
        script(&mut hand)?;
        let battle = hand.battle();
        assert!(battle.is_over() && !battle.reports.is_empty(), "orders are reported on to the end");
        let (verdict, score) = (battle.simulation.verdict(), battle.simulation.score());
        println!("seed {seed}: {verdict:?} with {score} points after {} ticks", battle.simulation.ticks());
        won += usize::from(verdict == Verdict::Won);
    }
    assert!(won * 2 > SEEDS.count(), "the script wins most games: {won}");
    Ok(())
}

/// The map with the mouse on it.
#[cfg(feature = "window")]
fn show() -> Result {
    let mut app = window::app("Skirmish: bring the codes back");
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    play(&mut app, seed)?;
    skirmish::view::add(&mut app);
    window::run(app)
}

fn main() -> Result {
    #[cfg(feature = "window")]
    return show();
    #[cfg(not(feature = "window"))]
    headless()
}
