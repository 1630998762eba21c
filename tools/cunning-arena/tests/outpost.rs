//! The outpost: a chain of command three levels deep takes a flag, with an ambush on the way.

use crate::support;

use std::sync::OnceLock;

use cunning_arena::simulation::{Line, LineKind};
use support::scenarios::{Transcript, run_scene};

const SEEDS: u64 = 50;
const SOUTH: [&str; 8] = ["anna", "abel", "aino", "axel", "boris", "bella", "bruno", "birgit"];

/// The result of an ambush.
#[derive(Debug, Default)]
struct Ambush {
    /// The ticks from the first shot of the ambushers to the first shot back.
    answered_after: Option<u64>,
    /// How many soldiers of the south were killed by the ambushers.
    losses: usize,
}

fn ambush(transcript: &Transcript) -> Ambush {
    let springs = |line: &&Line| line.kind == LineKind::Step && line.text.starts_with("spring(");
    let first = transcript.lines.iter().find(springs).map(|line| line.tick);
    let answer = first.and_then(|first| {
        let is_answer = |line: &&Line| {
            let shot = line.text.starts_with("shoot(wood") || line.text.starts_with("attack(wood");
            line.tick >= first && line.kind == LineKind::Step && SOUTH.contains(&line.agent.as_str()) && shot
        };
        transcript.lines.iter().find(is_answer).map(|line| line.tick - first)
    });
    let losses =
        transcript.of(LineKind::Event).iter().filter(|text| text.contains("is killed by wood")).count();
    Ambush { answered_after: answer, losses }
}

/// The default scene with all seeds, run once for all tests.
fn plain() -> &'static [Transcript] {
    static RUNS: OnceLock<Vec<Transcript>> = OnceLock::new();
    RUNS.get_or_init(|| all(&[]))
}

fn all(set: &[&str]) -> Vec<Transcript> {
    (0..SEEDS).map(|seed| run_scene("outpost", seed, set, &[])).collect()
}

/// Checks that every run ends with the flag at home.
fn complete(transcripts: &[Transcript], set: &[&str]) {
    for (seed, transcript) in transcripts.iter().enumerate() {
        let context = format!("cunning demo outpost --seed {seed} {set:?}\n{}", transcript.text());
        assert!(transcript.outcome.starts_with("south win: flag"), "{context}");
    }
}

#[test]
fn flag_is_taken_with_and_without_the_ambush() {
    complete(plain(), &[]);
    let quiet = all(&["ambush=false"]);
    complete(&quiet, &["ambush=false"]);
    for transcript in &quiet {
        assert!(!transcript.text().contains("wood1"), "no ambushers without the ambush");
    }
}

#[test]
fn orders_pass_down_three_levels_and_reports_come_back() {
    let transcript = run_scene("outpost", 1, &[], &[]);
    let context = transcript.text();
    let orders = transcript.lines.iter().filter(|line| line.kind == LineKind::Order);
    let orders: Vec<(&str, &str)> = orders.map(|line| (line.agent.as_str(), line.text.as_str())).collect();
    assert!(orders.contains(&("colonel", "orders anna, boris: bring_squad(crossing) (+0.60)")), "{context}");
    assert!(orders.contains(&("anna", "orders abel, aino, axel: be_at(crossing) (+0.60)")), "{context}");
    let reports = transcript.lines.iter().filter(|line| line.kind == LineKind::Report);
    let reports: Vec<(&str, &str)> = reports.map(|line| (line.agent.as_str(), line.text.as_str())).collect();
    let at =
        |agent: &str, text: &str| reports.iter().position(|report| *report == (agent, text)).expect(text);
    let men = ["bella", "bruno", "birgit"].map(|man| at(man, "reports to boris: be_at(crossing) done"));
    let leader = at("boris", "reports to colonel: bring_squad(crossing) done");
    assert!(men.iter().all(|man| *man < leader), "a leader reports after all subordinates have: {context}");
}

#[test]
fn autonomous_squads_answer_an_ambush_sooner_and_lose_fewer() {
    let free: Vec<Ambush> = plain().iter().map(ambush).collect();
    let drilled: Vec<Ambush> = all(&["autonomous=false"]).iter().map(ambush).collect();
    let mean = |ambushes: &[Ambush], of: &dyn Fn(&Ambush) -> f64| {
        ambushes.iter().map(of).sum::<f64>() / ambushes.len() as f64
    };
    // A squad that never answers counts as a minute late.
    let late = |ambush: &Ambush| ambush.answered_after.unwrap_or(600) as f64;
    let lost = |ambush: &Ambush| ambush.losses as f64;
    println!(
        "autonomous: {:.1} ticks to the first answer, {:.2} lost; by order alone: {:.1} ticks, {:.2} lost",
        mean(&free, &late),
        mean(&free, &lost),
        mean(&drilled, &late),
        mean(&drilled, &lost)
    );
    for (seed, (free, drilled)) in free.iter().zip(&drilled).enumerate() {
        let context = format!("seed {seed}: {free:?} {drilled:?}");
        assert!(free.answered_after.is_some_and(|ticks| ticks <= 15), "{context}");
        assert!(drilled.answered_after.is_none_or(|ticks| ticks >= 25), "{context}");
    }
    assert!(mean(&free, &lost) + 0.5 < mean(&drilled, &lost), "{free:?} {drilled:?}");
}
