//! The squad scene: coordination wins, and nothing else. Three soldiers under an officer beat three equal
//! soldiers without one from either side of the map. Without the officer the fight is even.

use crate::support;

use std::sync::Arc;

use cunning_arena::simulation::baseline::BASELINES;
use cunning_arena::simulation::{
    OutcomeCounts, ReplayError, SHARING, Scenario, Settings, Simulation, replay,
};
use cunning_arena::{ActorId, Intent, IntentError, Stance, TeamId};
use cunning_diag::Source;
use support::scenarios::{count_outcomes, file, seeds};
use support::text_of;

const RED: TeamId = TeamId::new(0);

fn scenario(settings: Settings) -> Arc<Scenario> {
    let source = Source::new("squad.toml", text_of("squad"));
    Arc::new(Scenario::load(&source, &file, settings).unwrap_or_else(|found| panic!("{found}")))
}

fn run_fights(settings: Settings, seeds: u64) -> OutcomeCounts {
    count_outcomes(&scenario(settings), seeds)
}

/// The share that red won over both sides, draws counting half.
fn share(settings: &Settings, seeds: u64) -> f64 {
    let sides =
        [false, true].map(|is_swapped| run_fights(Settings { is_swapped, ..settings.clone() }, seeds));
    let points: u64 = sides.iter().map(|counts| 2 * counts.won[0] + counts.drawn + counts.undecided).sum();
    points as f64 / 2.0 / sides.iter().map(OutcomeCounts::runs).sum::<u64>() as f64
}

#[test]
fn coordinated_team_wins() {
    let counts = run_fights(Settings::default(), seeds(300));
    let (_, low, _) = counts.rate(RED);
    assert!(low > 0.65, "at least {low:.3}: {counts:?}");
}

#[test]
fn coordinated_team_wins_from_the_other_side_too() {
    let counts = run_fights(Settings { is_swapped: true, ..Settings::default() }, seeds(300));
    let (_, low, _) = counts.rate(RED);
    assert!(low > 0.65, "at least {low:.3}: {counts:?}");
}

#[test]
fn fight_without_orders_is_even() {
    let counts = run_fights(Settings { has_orders: false, ..Settings::default() }, seeds(300));
    let (_, low, high) = counts.rate(RED);
    assert!(low < 0.5 && 0.5 < high, "{low:.3} to {high:.3}: {counts:?}");
}

#[test]
fn coordinated_team_beats_every_baseline() {
    for baseline in BASELINES {
        let settings = Settings { baselines: vec![format!("blue={baseline}")], ..Settings::default() };
        let won = share(&settings, seeds(100));
        println!("red won {won:.3} against {baseline}");
        assert!(won >= 0.65, "red won {won:.3} against {baseline}");
    }
}

/// The same fights without a part of command. `docs/evidence.md` has the shares of all parts over more fights.
#[test]
fn every_part_of_command_is_worth_four_points() {
    let full = share(&Settings::default(), seeds(100));
    for part in ["rally", "assault", "bomb", SHARING] {
        let won = share(&Settings { without: vec![part.to_owned()], ..Settings::default() }, seeds(100));
        println!("red won {won:.3} without {part}, {full:.3} with it");
        assert!(won + 0.04 <= full, "red won {won:.3} without {part}, {full:.3} with it");
    }
}

#[test]
fn unknown_part_of_command_is_an_error_with_a_suggestion() {
    let source = Source::new("squad.toml", text_of("squad"));
    let settings = Settings { without: vec!["asault".to_owned()], ..Settings::default() };
    let found = Scenario::load(&source, &file, settings).err().unwrap();
    assert_eq!(found.iter().next().and_then(|first| first.hint_text()), Some("did you mean `assault`?"));
}

#[test]
fn counters_of_fighting_describe_the_fight_and_do_not_change_it() {
    let scenario = scenario(Settings::default());
    let mut plain = Simulation::new(&scenario, 3).unwrap();
    let mut counted = Simulation::new(&scenario, 3).unwrap().with_fighting();
    while plain.outcome().is_none() {
        plain.tick();
        counted.tick();
    }
    assert_eq!(plain.hash(), counted.hash());
    assert!(plain.fighting().is_empty());
    let dead = counted.world().actors().iter().filter(|actor| !actor.is_alive()).count() as u64;
    let teams = counted.fighting();
    assert_eq!(teams.iter().map(|team| team.deaths).sum::<u64>(), dead);
    assert_eq!(teams.iter().map(|team| team.first_shots).sum::<u64>(), 1);
    for team in teams {
        assert!(team.hits <= team.shots && team.covered_ms <= team.watched_ms, "{team:?}");
        assert!(team.answers > 0 && team.watched_ms <= team.alive_ms, "{team:?}");
    }
}

#[test]
fn all_soldiers_are_equal() {
    let scenario = scenario(Settings::default());
    let scene = scenario.scene();
    let first = &scene.actors()[0];
    for actor in scene.actors() {
        let same = |one: &str, other: &str| assert_eq!(one, other, "{}", actor.name);
        same(&actor.archetype, &first.archetype);
        same(&actor.domain, &first.domain);
        assert_eq!((actor.body, actor.weapon, actor.goods), (first.body, first.weapon, first.goods));
    }
    assert_eq!(scene.commanders().len(), 1, "the officer of red is the only difference");
}

#[test]
fn same_seed_gives_the_same_fight_and_other_seeds_differ() {
    let scenario = scenario(Settings::default());
    let fight = |seed: u64| {
        let mut simulation = Simulation::new(&scenario, seed).unwrap();
        let start: Vec<_> = simulation.world().actors().iter().map(cunning_arena::Actor::cell).collect();
        for _ in 0..150 {
            simulation.tick();
        }
        (start, simulation.hash())
    };
    assert_eq!(fight(4), fight(4));
    assert_ne!(fight(4).0, fight(5).0, "starting cells differ");
    assert_ne!(fight(4).1, fight(5).1);
}

#[test]
fn recorded_fight_replays_with_any_settings() {
    let baselines = vec!["blue=fsm".to_owned()];
    let all = [
        Settings::default(),
        Settings { is_swapped: true, baselines, ..Settings::default() },
        Settings { has_orders: false, ..Settings::default() },
        Settings { without: vec!["bomb".to_owned(), SHARING.to_owned()], ..Settings::default() },
    ];
    for settings in all {
        let file = support::File::default();
        let mut simulation =
            Simulation::recorded(&scenario(settings.clone()), 3, |_| Some(file.boxed())).unwrap();
        for _ in 0..200 {
            simulation.tick();
        }
        simulation.end_recording().unwrap();
        let replayed = replay(file.bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((replayed.diverged, replayed.compared), (None, 200), "{settings:?}");
    }
}

/// Players have bodies and no minds: only the caller moves them, and nothing else can be moved by it.
#[test]
fn players_do_what_the_caller_intends() {
    let players = vec!["red".to_owned()];
    let scenario = scenario(Settings { players, ..Settings::default() });
    let mut simulation = Simulation::new(&scenario, 3).unwrap();
    let first = scenario.players()[0];
    let seen = |simulation: &Simulation| {
        simulation.world().actor(first).map(|body| (body.cell(), body.stance())).unwrap()
    };
    let (start, _) = seen(&simulation);
    let other = (0..9).map(ActorId::new).find(|actor| !scenario.players().contains(actor)).unwrap();
    let crouch = Intent::Stand { stance: Stance::Crouched };
    assert_eq!(simulation.intend(other, crouch), Err(IntentError::NotAPlayer));
    for _ in 0..20 {
        simulation.tick();
    }
    assert_eq!(seen(&simulation), (start, Stance::Standing), "a player waits for the caller");
    simulation.intend(first, crouch).unwrap();
    simulation.tick();
    assert_eq!(seen(&simulation), (start, Stance::Crouched));
}

#[test]
fn unknown_player_is_an_error_with_a_suggestion() {
    let source = Source::new("squad.toml", text_of("squad"));
    let settings = Settings { players: vec!["rde".to_owned()], ..Settings::default() };
    let found = Scenario::load(&source, &file, settings).err().unwrap();
    assert_eq!(found.iter().next().and_then(|first| first.hint_text()), Some("did you mean `red`?"));
}

#[test]
fn recording_with_players_is_not_replayed() {
    let players = vec!["red".to_owned()];
    let scenario = scenario(Settings { players, ..Settings::default() });
    let file = support::File::default();
    let mut simulation = Simulation::recorded(&scenario, 3, |_| Some(file.boxed())).unwrap();
    simulation.tick();
    simulation.end_recording().unwrap();
    assert!(matches!(replay(file.bytes()), Err(ReplayError::Setting(_))));
}
