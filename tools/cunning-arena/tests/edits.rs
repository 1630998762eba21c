//! A person may change a running scene: the world, the bodies and what minds believe. Recordings replay the edits.

use crate::support;

use std::sync::Arc;

use cunning_arena::scene::EDIT_FORMS;
use cunning_arena::simulation::{EditOffer, Scenario, Settings, Simulation, replay};
use cunning_arena::{Cell, DoorState, World};
use cunning_diag::Source;
use cunning_trace::Reader;
use support::{File, scenarios, text_of};

fn scenario(scene: &str, settings: Settings) -> Arc<Scenario> {
    let loaded = Scenario::load(&Source::new("scene.toml", text_of(scene)), &scenarios::file, settings);
    Arc::new(loaded.unwrap_or_else(|found| panic!("{found}")))
}

fn started(scene: &str) -> Simulation {
    Simulation::new(&scenario(scene, Settings::default()), 3).unwrap()
}

fn run(simulation: &mut Simulation, ticks: u64) {
    for _ in 0..ticks {
        simulation.tick();
    }
}

fn health(simulation: &Simulation, name: &str) -> u16 {
    let actor = simulation.world().scene().actor(name).unwrap();
    simulation.world().actor(actor).unwrap().health()
}

/// Every kind of edit, with the tick after which it is made, in the squad's scene.
const EDITS: [(u64, &str); 16] = [
    (0, "move blue1 to 12,10"),
    (3, "drive red2"),
    (4, "drive red2 walk 14,10"),
    (5, "wound red1 30"),
    (5, "heal red1"),
    (8, "spawn soldier at 20,3 as late"),
    (12, "kill blue2"),
    (14, "drive red2 crouch"),
    (15, "remove blue3"),
    (16, "drive red2 face 3,3"),
    (17, "drive red2 shoot 20,10"),
    (19, "drive red2 halt"),
    (20, "set red1.rounds=2"),
    (25, "spawn soldier at 21,4"),
    (28, "free red2"),
    (30, "kill late"),
];

/// Runs the squad with edits and returns its recording and the hash after every tick.
fn edited(ticks: u64) -> (Vec<u8>, Vec<u64>) {
    let file = File::default();
    let scenario = scenario("squad", Settings::default());
    let mut simulation = Simulation::recorded(&scenario, 3, |_| Some(file.clone().boxed())).unwrap();
    let mut hashes = Vec::new();
    for tick in 0..ticks {
        for (_, edit) in EDITS.iter().filter(|(after, _)| *after == tick) {
            simulation.edit(edit).unwrap_or_else(|error| panic!("{edit}: {error}"));
        }
        simulation.tick();
        hashes.push(simulation.hash());
    }
    simulation.end_recording().unwrap();
    (file.bytes(), hashes)
}

#[test]
fn a_run_with_edits_replays_to_the_same_hashes() {
    let (bytes, _) = edited(80);
    let replayed = replay(&bytes).unwrap();
    assert_eq!((replayed.diverged, replayed.compared, replayed.ticks), (None, 80, 80));
    // An excerpt repeats the edits before it.
    let mut excerpt = Vec::new();
    Reader::open(&bytes).unwrap().excerpt(18, 60, &mut excerpt).unwrap();
    let replayed = replay(excerpt).unwrap();
    assert_eq!((replayed.diverged, replayed.ticks), (None, 60));
}

#[test]
fn a_run_with_spawned_and_removed_actors_is_saved_and_restored() {
    let scenario = scenario("squad", Settings::default());
    let mut simulation = Simulation::new(&scenario, 3).unwrap();
    for tick in 0..40 {
        for (_, edit) in EDITS.iter().filter(|(after, _)| *after == tick) {
            simulation.edit(edit).unwrap_or_else(|error| panic!("{edit}: {error}"));
        }
        simulation.tick();
    }
    let mut restored = Simulation::restore(&scenario, &simulation.save()).unwrap();
    assert_eq!(restored.hash(), simulation.hash());
    for _ in 0..40 {
        simulation.tick();
        restored.tick();
        assert_eq!(restored.hash(), simulation.hash(), "tick {}", simulation.ticks());
    }
    // The reload of the same texts keeps the spawned agents.
    assert!(simulation.reload(&scenario).unwrap().is_empty());
}

#[test]
fn scripted_events_and_edits_have_the_same_words() {
    let events: Vec<String> = EDITS.iter().map(|(tick, edit)| format!("{edit} @ {}", tick + 1)).collect();
    let settings = Settings { events, ..Settings::default() };
    let mut scripted = Simulation::new(&scenario("squad", settings), 3).unwrap();
    run(&mut scripted, 60);
    let world: &World = scripted.world();
    assert!(world.scene().actor("late").is_some_and(|late| !world.actor(late).unwrap().is_alive()));
    assert!(world.scene().actor("soldier-1").is_some(), "spawned actors get a name");
    let blue3 = world.scene().actor("blue3").unwrap();
    assert!(world.actor(blue3).unwrap().is_removed());
}

#[test]
fn spawned_soldiers_fight() {
    let mut simulation = started("squad").narrated();
    simulation.edit("spawn soldier at 12,8 as extra").unwrap();
    let mut has_acted = false;
    for _ in 0..200 {
        simulation.tick();
        has_acted |= simulation.drain_lines().any(|line| line.agent == "extra");
    }
    assert!(has_acted, "the spawned soldier never decided anything");
}

#[test]
fn beliefs_bodies_and_doors_are_in_the_users_hands() {
    let mut pirate = started("pirate");
    run(&mut pirate, 5);
    assert_eq!(pirate.believes("pirate", "lawful").as_deref(), Some("true"));
    pirate.edit("set pirate.lawful=false").unwrap();
    assert_eq!(pirate.believes("pirate", "lawful").as_deref(), Some("false"));
    // A fact that counts carried items changes what the body carries, so the next sensing agrees.
    pirate.edit("set pirate.gold=7").unwrap();
    run(&mut pirate, 5);
    assert_eq!(pirate.believes("pirate", "gold").as_deref(), Some("7"));
    pirate.edit("add 3 bottle to pirate").unwrap();
    run(&mut pirate, 5);
    assert_eq!(pirate.believes("pirate", "has[bottle]").as_deref(), Some("true"));
    let before = health(&pirate, "pirate");
    pirate.edit("wound pirate 5").unwrap();
    assert_eq!(health(&pirate, "pirate"), before - 5);
    pirate.edit("kill pirate").unwrap();
    assert_eq!(health(&pirate, "pirate"), 0);
    assert_eq!(
        pirate.edit("set pirate.lawful=true").unwrap_err(),
        "`pirate` is dead and has no mind any more"
    );
    run(&mut pirate, 20);

    let mut rooms = started("rooms");
    let scene = rooms.world().scene().clone();
    let door = scene.doors().first().unwrap().name.clone();
    rooms.edit(&format!("lock {door}")).unwrap();
    assert_eq!(rooms.world().door(scene.door(&door).unwrap()), Some(DoorState::Locked));
}

#[test]
fn errors_say_what_is_allowed() {
    let mut simulation = started("pirate");
    for (edit, reason) in [
        ("kil pirate", "did you mean `kill`?"),
        ("explode", "allowed are `set`, `trait`"),
        ("kill", "write `kill ACTOR`"),
        ("kill parrot", "there is no actor `parrot`"),
        ("move pirat to beach", "did you mean `pirate`?"),
        ("move pirate to 999,999", "nothing can be put at 999,999"),
        ("spawn parrot at beach", "there is no archetype `parrot`"),
        ("set pirate.lawfull=true", "did you mean `lawful`?"),
        ("set parrot.lawful=true", "there is no agent `parrot`"),
        ("set gold=99", "expected a number from 0 to 9"),
        ("trait pirate.greed=1", "greed"),
        ("wound pirate 0", "expected a number from 1 to"),
        ("", "an edit is missing"),
    ] {
        let before = simulation.hash();
        let error = simulation.edit(edit).unwrap_err();
        assert!(error.contains(reason), "{edit}: {error}");
        assert_eq!(simulation.hash(), before, "{edit} changed something");
    }
    // Scripts are checked when they are read.
    let settings = Settings { events: vec!["set lawfull=true @ 3".to_owned()], ..Settings::default() };
    let loaded = Scenario::load(&Source::new("scene.toml", text_of("pirate")), &scenarios::file, settings);
    assert!(loaded.err().unwrap().to_string().contains("did you mean `lawful`?"));
}

#[test]
fn carried_items_can_be_taken_away() {
    let mut simulation = started("pirate");
    let offers = |simulation: &Simulation| simulation.edits_of("pirate");
    let takes = |offer: &EditOffer| offer.text == "remove bottle from pirate";
    assert!(!offers(&simulation).iter().any(takes), "the pirate has no bottle yet");
    simulation.edit("add 2 bottle to pirate").unwrap();
    let offer = offers(&simulation).into_iter().find(takes).unwrap();
    assert_eq!(offer.label, "take away bottle");
    simulation.edit(&offer.text).unwrap();
    assert!(!offers(&simulation).iter().any(takes));
}

#[test]
fn every_offered_edit_is_possible() {
    for scene in ["pirate", "squad", "rooms"] {
        let mut simulation = started(scene);
        run(&mut simulation, 3);
        let (width, height) = (simulation.world().scene().width(), simulation.world().scene().height());
        let scenario = simulation.scenario().clone();
        let save = simulation.save();
        let mut made = std::collections::BTreeSet::new();
        for y in 0..height {
            for x in 0..width {
                for EditOffer { text, .. } in simulation.edits_at(Cell::new(x, y)) {
                    // One cell of bare ground is like another.
                    let word = text.split_whitespace().next().unwrap().to_owned();
                    let is_new = made.insert((word, text.split_whitespace().nth(1).unwrap().to_owned()));
                    if !is_new || text.contains(EditOffer::VALUE) {
                        continue;
                    }
                    let place = simulation.world().scene().spots().first().map(|spot| spot.name.clone());
                    let text = text.replace(EditOffer::PLACE, &place.unwrap_or_default());
                    let mut copy = Simulation::restore(&scenario, &save).unwrap();
                    match copy.edit(&text) {
                        Ok(_) => run(&mut copy, 2),
                        Err(error) => assert!(
                            error.contains("is not free") || error.contains("stands in"),
                            "{text}: {error}"
                        ),
                    }
                }
            }
        }
        assert!(made.len() > 4, "{scene}: {made:?}");
    }
}

#[test]
fn a_driven_body_moves_as_the_person_wants_and_its_mind_goes_on_afterwards() {
    let mut simulation = started("squad");
    run(&mut simulation, 5);
    let actor = simulation.world().scene().actor("red1").unwrap();
    let cell = |simulation: &Simulation| simulation.world().actor(actor).unwrap().cell();
    simulation.edit("drive red1").unwrap();
    run(&mut simulation, 10);
    let start = cell(&simulation);
    run(&mut simulation, 20);
    assert_eq!(cell(&simulation), start, "the mind does not move it");
    let near = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        .map(|(x, y)| Cell::new(start.x.saturating_add_signed(x), start.y.saturating_add_signed(y)));
    let free = near.into_iter().find(|cell| {
        let text = format!("drive red1 walk {},{}", cell.x, cell.y);
        simulation.world().scene().terrain(*cell).is_walkable() && simulation.edit(&text).is_ok()
    });
    run(&mut simulation, 10);
    assert_eq!(Some(cell(&simulation)), free);
    let saved = simulation.save();
    let scenario = scenario("squad", Settings::default());
    let mut restored = Simulation::restore(&scenario, &saved).unwrap();
    run(&mut simulation, 5);
    run(&mut restored, 5);
    assert_eq!(restored.hash(), simulation.hash(), "who moves a body is saved");
    simulation.edit("free red1").unwrap();
    let before = cell(&simulation);
    let moved = (0..300).any(|_| {
        simulation.tick();
        cell(&simulation) != before
    });
    assert!(moved, "the mind moves it again");
    for wrong in [
        "drive",
        "drive red1 fly",
        "drive nobody",
        "drive red1 walk",
        "drive red1 throw x at 1,1",
        "free nobody",
    ] {
        assert!(simulation.edit(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_form_is_documented_and_starts_with_its_word() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/studio.md")).unwrap();
    for (word, form, doc) in EDIT_FORMS {
        assert!(form.starts_with(word), "{form}");
        let row = format!("| `{form}` | {doc} |");
        assert!(page.contains(&row), "docs/studio.md lacks {row}");
    }
}
