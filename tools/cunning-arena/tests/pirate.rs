//! The pirate scene: the steps over many seeds, and what happens when the bottle is gone.

use crate::support;

use cunning_arena::simulation::LineKind;
use support::scenarios::{Transcript, run_scene};

const SEEDS: u64 = 50;
const DRUNK: &str = "pirates win: drunk";
const BUYS: [&str; 5] = ["go(docks)", "sell(3)", "go(tavern)", "buy(bottle)", "drink"];
const BREWS: [&str; 4] = ["gather", "go(still)", "brew", "drink"];

/// The steps of a run. The origin of `go` is dropped, because it differs when he replans on the way.
fn steps(transcript: &Transcript) -> Vec<String> {
    let destination = |step: &str| Some(format!("go({}", step.strip_prefix("go(")?.split_once(", ")?.1));
    transcript.steps().into_iter().map(|step| destination(step).unwrap_or_else(|| step.to_owned())).collect()
}

/// Runs all seeds and checks that each run has these steps and this outcome.
fn always(set: &[&str], events: &[&str], steps: &[&str], outcome: &str) -> Vec<Transcript> {
    let transcripts: Vec<Transcript> =
        (0..SEEDS).map(|seed| run_scene("pirate", seed, set, events)).collect();
    for (seed, transcript) in transcripts.iter().enumerate() {
        let run = format!("seed {seed} with {set:?} and {events:?}:\n{}", transcript.text());
        assert_eq!(self::steps(transcript), steps, "{run}");
        assert_eq!(transcript.outcome, outcome, "{run}");
        // Only the plan changed: no step failed.
        assert_eq!(transcript.of(LineKind::Setback), [""; 0], "{run}");
    }
    transcripts
}

#[test]
fn lawful_pirate_works_and_buys() {
    for transcript in always(&[], &[], &BUYS, DRUNK) {
        assert_eq!(transcript.of(LineKind::Decision).len(), 1, "one plan is enough: {}", transcript.text());
    }
}

#[test]
fn pirate_with_money_goes_straight_to_the_tavern() {
    always(&["gold=3"], &[], &["go(tavern)", "buy(bottle)", "drink"], DRUNK);
}

#[test]
fn unlawful_pirate_steals() {
    always(&["lawful=false"], &[], &["go(tavern)", "steal(bottle)", "drink"], DRUNK);
}

#[test]
fn pirate_who_knows_that_the_bottles_are_gone_brews() {
    for lawful in ["lawful=true", "lawful=false"] {
        always(&[lawful, "stock[tavern, bottle]=0"], &[], &BREWS, DRUNK);
    }
}

#[test]
fn lawful_pirate_finds_the_bottle_gone_and_brews() {
    let steps = [&BUYS[..3], &["go(beach)"], &BREWS].concat();
    for transcript in always(&[], &["remove bottle @40"], &steps, DRUNK) {
        let decisions = transcript.of(LineKind::Decision);
        assert!(
            decisions.len() >= 2 && decisions[1].contains("because stock[tavern, bottle] is 0, not 3"),
            "{}",
            transcript.text()
        );
    }
}

#[test]
fn unlawful_pirate_finds_the_bottle_gone_and_brews() {
    let steps = [&["go(tavern)", "go(beach)"][..], &BREWS].concat();
    for transcript in always(&["lawful=false"], &["remove bottle @40"], &steps, DRUNK) {
        let notice = transcript.lines.iter().find(|line| line.kind == LineKind::Surprise).unwrap();
        assert!(
            notice.tick > 40 && notice.text.contains("stock[tavern, bottle] is 0"),
            "{}",
            transcript.text()
        );
    }
}

#[test]
fn refused_check_of_the_tavern_leads_to_brewing() {
    // The answer to the check counts, not what the pirate believes.
    let closed = support::text_of("pirate").replace("tavern_open = true", "tavern_open = false");
    for seed in 0..SEEDS {
        let transcript = support::scenarios::run_text(&closed, seed, &[], &[]);
        assert_eq!(steps(&transcript), BREWS, "seed {seed}:\n{}", transcript.text());
    }
}

#[test]
fn unseen_event_does_not_change_the_plan() {
    let events = ["remove bottle @40", "add 3 bottle to tavern @150"];
    always(&["knows_recipe=false"], &events, &BUYS, DRUNK);
}

#[test]
fn pirate_without_a_plan_explains_why() {
    for lawful in ["lawful=true", "lawful=false"] {
        for seed in 0..SEEDS {
            let transcript =
                run_scene("pirate", seed, &[lawful, "knows_recipe=false"], &["remove bottle @40"]);
            let context = transcript.text();
            assert_eq!(transcript.outcome, "open", "seed {seed}:\n{context}");
            let idle = transcript.of(LineKind::Idle);
            assert_eq!(idle.len(), 1, "seed {seed}:\n{context}");
            for needle in
                ["stock[tavern, bottle] is 0, not 3", "No plan reaches `get_drunk`", "`knows_recipe`"]
            {
                assert!(idle[0].contains(needle), "seed {seed}, {needle}:\n{context}");
            }
        }
    }
}

#[test]
fn same_seed_gives_the_same_run_and_other_seeds_differ() {
    let hash = |seed: u64| {
        let transcript = run_scene("pirate", seed, &[], &["remove bottle @40"]);
        (transcript.hash, transcript.ticks)
    };
    assert_eq!(hash(3), hash(3));
    // The starting cell and the job times vary with the seed.
    let ticks: std::collections::BTreeSet<u64> = (0..20).map(|seed| hash(seed).1).collect();
    assert!(ticks.len() > 10, "{ticks:?}");
}
