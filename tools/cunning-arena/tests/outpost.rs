//! Taking a flag: a chain of command three levels deep, an ambush on the way, and who answers it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A test may fail by panicking.

mod support;

use std::sync::OnceLock;

use cunning_arena::simulation::{Line, LineKind};
use support::play::{Story, played};

const SEEDS: u64 = 50;
const SOUTH: [&str; 8] = ["anna", "abel", "aino", "axel", "boris", "bella", "bruno", "birgit"];

/// What came of an ambush.
#[derive(Debug, Default)]
struct Ambush {
    /// From the first shot of whoever lay in wait to the first shot back, in ticks.
    answered_after: Option<u64>,
    /// How many of the south fell by those in the woods.
    losses: usize,
}

fn ambush(story: &Story) -> Ambush {
    let springs = |line: &&Line| line.kind == LineKind::Step && line.text.starts_with("spring(");
    let first = story.lines.iter().find(springs).map(|line| line.tick);
    let answer = first.and_then(|first| {
        let is_answer = |line: &&Line| {
            let shot = line.text.starts_with("shoot(wood") || line.text.starts_with("attack(wood");
            line.tick >= first && line.kind == LineKind::Step && SOUTH.contains(&line.who.as_str()) && shot
        };
        story.lines.iter().find(is_answer).map(|line| line.tick - first)
    });
    let losses = story.of(LineKind::Event).iter().filter(|text| text.contains("is killed by wood")).count();
    Ambush { answered_after: answer, losses }
}

/// The scene as it is, with all seeds: played once for all tests.
fn plain() -> &'static [Story] {
    static PLAYED: OnceLock<Vec<Story>> = OnceLock::new();
    PLAYED.get_or_init(|| all(&[]))
}

fn all(set: &[&str]) -> Vec<Story> {
    (0..SEEDS).map(|seed| played("outpost", seed, set, &[])).collect()
}

/// Every play must end with the flag at home.
fn complete(stories: &[Story], set: &[&str]) {
    for (seed, story) in stories.iter().enumerate() {
        let told = format!("cunning demo outpost --seed {seed} {set:?}\n{}", story.told());
        assert!(story.outcome.starts_with("south win: flag"), "{told}");
    }
}

#[test]
fn the_flag_is_taken_with_and_without_the_ambush() {
    complete(plain(), &[]);
    let quiet = all(&["ambush=false"]);
    complete(&quiet, &["ambush=false"]);
    for story in &quiet {
        assert!(!story.told().contains("wood1"), "nobody is in the woods");
    }
}

#[test]
fn orders_go_down_three_levels_and_reports_come_back() {
    let story = played("outpost", 1, &[], &[]);
    let told = story.told();
    let orders = story.lines.iter().filter(|line| line.kind == LineKind::Order);
    let orders: Vec<(&str, &str)> = orders.map(|line| (line.who.as_str(), line.text.as_str())).collect();
    assert!(orders.contains(&("colonel", "orders anna, boris: bring_squad(crossing) (+0.60)")), "{told}");
    assert!(orders.contains(&("anna", "orders abel, aino, axel: be_at(crossing) (+0.60)")), "{told}");
    let reports = story.lines.iter().filter(|line| line.kind == LineKind::Report);
    let reports: Vec<(&str, &str)> = reports.map(|line| (line.who.as_str(), line.text.as_str())).collect();
    let at = |who: &str, text: &str| reports.iter().position(|report| *report == (who, text)).expect(text);
    let men = ["bella", "bruno", "birgit"].map(|man| at(man, "reports to boris: be_at(crossing) done"));
    let leader = at("boris", "reports to colonel: bring_squad(crossing) done");
    assert!(men.iter().all(|man| *man < leader), "a leader reports when his men have: {told}");
}

#[test]
fn the_autonomous_answer_an_ambush_at_once_and_lose_fewer() {
    let free: Vec<Ambush> = plain().iter().map(ambush).collect();
    let drilled: Vec<Ambush> = all(&["autonomous=false"]).iter().map(ambush).collect();
    let mean = |ambushes: &[Ambush], of: &dyn Fn(&Ambush) -> f64| {
        ambushes.iter().map(of).sum::<f64>() / ambushes.len() as f64
    };
    // Who never answered is counted as a minute late.
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
        let told = format!("seed {seed}: {free:?} {drilled:?}");
        assert!(free.answered_after.is_some_and(|ticks| ticks <= 15), "{told}");
        assert!(drilled.answered_after.is_none_or(|ticks| ticks >= 25), "{told}");
    }
    assert!(mean(&free, &lost) + 0.5 < mean(&drilled, &lost), "{free:?} {drilled:?}");
}
