//! The scene to play: orders decide it, they are recorded, and levels of difficulty change it.

use crate::support;

use std::sync::Arc;

use cunning_arena::simulation::{
    CommandError, Scenario, ScriptedPlayer, Settings, Simulation, TargetKind, Verdict, replay,
};
use cunning_diag::Source;
use cunning_trace::Reader;
use support::scenarios::file;
use support::{File, text_of};

/// Seeds that nothing was tuned on.
const HELD_OUT: u64 = 1_000_000;

fn load(text: &str, difficulty: Option<&str>) -> Result<Arc<Scenario>, String> {
    let settings = Settings { difficulty: difficulty.map(str::to_owned), ..Settings::default() };
    let loaded = Scenario::load(&Source::new("skirmish.toml", text), &file, settings);
    loaded.map(Arc::new).map_err(|found| found.to_string())
}

fn scenario(difficulty: Option<&str>) -> Arc<Scenario> {
    load(&text_of("skirmish"), difficulty).unwrap()
}

/// Runs a game with a scripted player, or without orders.
fn play(scenario: &Arc<Scenario>, player: Option<&str>, seed: u64) -> Simulation {
    let mut simulation = Simulation::new(scenario, seed).unwrap();
    let mut player = player.map(|name| ScriptedPlayer::of_scene(scenario, name).unwrap());
    while simulation.outcome().is_none() {
        if let Some(player) = &mut player {
            player.play(&mut simulation);
        }
        simulation.tick();
    }
    simulation
}

#[test]
fn sensible_orders_win_most_games_and_no_orders_win_none() {
    for level in ["easy", "normal", "hard"] {
        let scenario = scenario(Some(level));
        let won = |player: Option<&str>, seeds: u64| {
            let games = (HELD_OUT..HELD_OUT + seeds).map(|seed| play(&scenario, player, seed));
            games.filter(|game| game.verdict() == Verdict::Won).count()
        };
        let (careful, rush, none) = (won(Some("careful"), 20), won(Some("rush"), 20), won(None, 3));
        println!("{level}: careful won {careful} of 20, rush {rush} of 20, without orders {none} of 3");
        assert!(careful >= if level == "hard" { 8 } else { 12 }, "{level}: careful won {careful} of 20");
        assert!(rush + 2 < careful, "{level}: rush won {rush} of 20, careful {careful}");
        assert_eq!(none, 0, "{level}");
    }
}

#[test]
fn recorded_game_replays_identically_from_any_tick() {
    let scenario = scenario(None);
    let file = File::default();
    let mut simulation = Simulation::recorded(&scenario, 3, |_| Some(file.boxed())).unwrap();
    let mut player = ScriptedPlayer::of_scene(&scenario, "careful").unwrap();
    for _ in 0..400 {
        player.play(&mut simulation);
        simulation.tick();
    }
    simulation.end_recording().unwrap();
    let replayed = replay(file.bytes()).unwrap();
    assert_eq!((replayed.diverged, replayed.ticks), (None, 400));
    let mut excerpt = Vec::new();
    Reader::open(file.bytes()).unwrap().excerpt(200, 300, &mut excerpt).unwrap();
    assert_eq!(replay(&excerpt).unwrap().diverged, None);
}

#[test]
fn orders_of_a_person_are_carried_out_and_replaced() {
    let mut simulation = Simulation::new(&scenario(None), 1).unwrap();
    assert_eq!(simulation.command("all: hold north_west"), Ok(4));
    simulation.tick();
    let ann = || simulation.friends().into_iter().next().unwrap();
    assert_eq!((ann().name.as_str(), ann().orders), ("ann", vec!["hold(north_west)".to_owned()]));
    for _ in 0..4 {
        simulation.tick();
    }
    assert_eq!(simulation.friends()[0].goal.as_deref(), Some("hold(north_west)"));
    assert_eq!(simulation.command("ann: hold start"), Ok(1));
    assert_eq!(simulation.friends()[0].orders, ["hold(start)"]);
    assert_eq!(simulation.friends()[1].orders, ["hold(north_west)"]);
    assert_eq!(simulation.command("all: stop"), Ok(4));
    assert!(simulation.friends().iter().all(|friend| friend.orders.is_empty()));
}

#[test]
fn order_that_cannot_be_given_is_an_error_and_changes_nothing() {
    let mut simulation = Simulation::new(&scenario(None), 1).unwrap();
    let hash = simulation.hash();
    let errors = [
        ("ann hold north", "expected `NAMES: ORDER TARGET`, as in `ann, ben: hold mill`"),
        ("anna: hold north", "there is no friend `anna`; did you mean `ann`?"),
        ("ann: hodl north", "there is no order `hodl`; did you mean `hold`?"),
        ("ann: hold", "`hold` takes: g"),
        ("ann: fetch north", "`fetch` takes no target"),
        ("ann: hold nort", "`nort` is not known as a target (`g`); did you mean `north`?"),
        ("ann, ben: attack house1", "`house1` is not known as a target (`f`)"),
    ];
    for (command, expected) in errors {
        assert_eq!(simulation.command(command).unwrap_err().to_string(), expected, "{command}");
    }
    assert_eq!(simulation.hash(), hash);
    let squad = Scenario::load(&Source::new("squad.toml", text_of("squad")), &file, Settings::default());
    let mut squad = Simulation::new(&Arc::new(squad.unwrap()), 1).unwrap();
    assert_eq!(squad.command("red1: hold north"), Err(CommandError::NotPlayable));
    assert!(squad.friends().is_empty() && squad.verdict() == Verdict::Open);
}

#[test]
fn player_interface_lists_orders_with_their_targets() {
    let simulation = Simulation::new(&scenario(None), 1).unwrap();
    let offers = simulation.order_offers();
    let names: Vec<&str> = offers.iter().map(|offer| offer.name.as_str()).collect();
    assert_eq!(
        names,
        ["hold", "dash", "attack", "suppress", "grenade", "overwatch", "treat", "fetch", "bring"]
    );
    assert_eq!(offers[0].params[0].kind, TargetKind::Object);
    assert_eq!(offers[2].params[0].kind, TargetKind::Actor);
    let places = simulation.order_targets("hold", "g");
    assert!(places.iter().any(|place| place.name == "house" && place.cell.is_some()));
    assert!(simulation.order_targets("attack", "f").is_empty(), "no enemy was seen yet");
    let points: Vec<u32> = simulation.objectives().iter().map(|objective| objective.points).collect();
    assert_eq!((points, simulation.score()), (vec![0, 0, 100], 100));
}

#[test]
fn levels_of_difficulty_change_the_scene() {
    let damage = |level| {
        let scenario = scenario(level);
        let scene = scenario.scene();
        let carbine = scene.weapons().iter().find(|weapon| weapon.name == "carbine").unwrap();
        (carbine.damage, scene.commanders().len(), scene.difficulty().map(str::to_owned))
    };
    let [easy, normal, hard] = [Some("easy"), None, Some("hard")].map(damage);
    assert!(easy.0 < normal.0 && normal.0 < hard.0, "{easy:?} {normal:?} {hard:?}");
    assert_eq!(normal.1 + 1, hard.1, "the garrison has an officer on `hard`");
    assert_eq!(normal.2.as_deref(), Some("normal"));
    let error = load(&text_of("skirmish"), Some("hart")).err().unwrap();
    assert!(error.contains("there is no level of difficulty `hart`") && error.contains("`hard`"), "{error}");
    let error = load(&text_of("squad"), Some("hard")).err().unwrap();
    assert!(error.contains("the scene has no levels of difficulty"), "{error}");
}

#[test]
fn mistakes_in_the_tables_of_a_game_are_reported_with_their_place() {
    let text = text_of("skirmish");
    for (from, to, expected) in [
        ("goal = \"hold\"", "goal = \"hodl\"", "there is no goal `hodl`"),
        ("\"all: hold north\"", "\"bob: hold north\"", "there is no friend `bob`"),
        ("\"all: hold north\"", "\"all: hodl north\"", "there is no order `hodl`"),
        ("\"repeat\", \"all: bring\"", "\"wait\", \"all: bring\"", "expected `NAMES: ORDER TARGET`"),
        ("alive = \"patrol\"", "alive = \"patrol\"\ndead = \"garrison\"", "expected `alive`, `dead`"),
        ("[briefing]\nteam = \"patrol\"", "[briefing]\nteam = \"patrl\"", "there is no team `patrl`"),
        ("difficulty = \"normal\"\n", "", "`difficulty` is missing in `[scene]`"),
        ("score = 100", "points = 100", "there is no key `points` here"),
    ] {
        let error = load(&text.replacen(from, to, 1), None).err().unwrap_or_default();
        assert!(error.contains(expected), "{to}: {error}");
    }
}
