//! The outpost: a chain of command three levels deep takes a flag, with an ambush on the way.

use crate::support;

use std::sync::{Arc, OnceLock};

use cunning_arena::TeamId;
use cunning_arena::simulation::{Line, LineKind, SHARING, Scenario, Settings, Simulation, wilson};
use cunning_diag::Source;
use support::scenarios::{Transcript, count_outcomes, file, run, seeds};
use support::text_of;

const SEEDS: u64 = 40;
const SOUTH: [&str; 8] = ["anna", "abel", "aino", "axel", "boris", "bella", "bruno", "birgit"];
const LEVELS: [&str; 5] = ["weak", "light", "normal", "strong", "fortress"];

fn scenario(level: &str, set: &[&str], without: &[&str]) -> Arc<Scenario> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let settings = Settings {
        difficulty: Some(level.to_owned()),
        set: texts(set),
        without: texts(without),
        ..Settings::default()
    };
    let source = Source::new("outpost.toml", text_of("outpost"));
    Arc::new(Scenario::load(&source, &file, settings).unwrap_or_else(|found| panic!("{found}")))
}

fn run_seed(scenario: &Arc<Scenario>, seed: u64) -> Transcript {
    run(Simulation::new(scenario, seed).unwrap().narrated())
}

/// How often the south takes the flag; set `CUNNING_SEEDS` for more runs.
fn won(level: &str, set: &[&str], without: &[&str]) -> (u64, u64) {
    let seeds = seeds(SEEDS);
    let counts = count_outcomes(&scenario(level, set, without), seeds);
    (counts.won[TeamId::new(0).index()], seeds)
}

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

/// A light garrison with all seeds, run once for all tests.
fn plain() -> &'static [Transcript] {
    static RUNS: OnceLock<Vec<Transcript>> = OnceLock::new();
    RUNS.get_or_init(|| all(&[]))
}

fn all(set: &[&str]) -> Vec<Transcript> {
    let scenario = scenario("light", set, &[]);
    (0..SEEDS).map(|seed| run_seed(&scenario, seed)).collect()
}

#[test]
fn weaker_garrison_loses_the_flag_more_often() {
    let shares: Vec<f64> = LEVELS
        .iter()
        .map(|level| {
            let (won, seeds) = won(level, &[], &[]);
            won as f64 / seeds as f64
        })
        .collect();
    println!("won against {LEVELS:?}: {shares:?}");
    assert!(shares[0] >= 0.85 && shares[4] <= 0.3, "{shares:?}");
    assert!(shares.windows(2).all(|pair| pair[0] + 0.1 >= pair[1]), "{shares:?}");
    assert!((0.2..=0.95).contains(&shares[2]), "the default is neither certain nor hopeless: {shares:?}");
}

#[test]
fn autonomy_and_reports_win_the_flag_more_often() {
    // Summed over levels at which neither side always wins.
    let total = |set: &[&str], without: &[&str]| {
        let counts = ["weak", "light", "normal"].map(|level| won(level, set, without));
        counts.into_iter().fold((0, 0), |sum, (won, seeds)| (sum.0 + won, sum.1 + seeds))
    };
    let autonomous = total(&[], &[]);
    let silent = total(&[], &[SHARING]);
    let drilled = total(&["autonomous=false"], &[]);
    let silent_and_drilled = total(&["autonomous=false"], &[SHARING]);
    println!(
        "{autonomous:?}, without reports {silent:?}, on orders {drilled:?}, neither {silent_and_drilled:?}"
    );
    let bounds = |(won, seeds): (u64, u64)| wilson(won, seeds);
    assert!(autonomous.0 > silent.0 && drilled.0 > silent_and_drilled.0, "reports");
    assert!(
        bounds(autonomous).0 > bounds(drilled).1,
        "autonomy: {:?} {:?}",
        bounds(autonomous),
        bounds(drilled)
    );
}

#[test]
fn ambushers_attack_together() {
    for (seed, transcript) in plain().iter().enumerate() {
        let answers = |line: &&Line| {
            let starts = ["heed", "signal", "spring"].iter().any(|step| line.text.starts_with(step));
            line.kind == LineKind::Step && line.agent.starts_with("wood") && starts
        };
        let ticks: Vec<u64> = ["wood1", "wood2", "wood3", "wood4"]
            .iter()
            .filter_map(|who| {
                transcript.lines.iter().filter(answers).find(|line| line.agent == **who).map(|line| line.tick)
            })
            .collect();
        let (first, last) = (ticks.iter().min(), ticks.iter().max());
        let spread = last.zip(first).map(|(last, first)| last - first);
        assert!(spread.is_some_and(|spread| spread <= 10), "seed {seed}: {ticks:?}");
    }
}

#[test]
fn guards_who_hear_gunfire_take_their_posts() {
    for (seed, transcript) in plain().iter().enumerate() {
        let takes_post = |line: &Line| line.text.starts_with("take_post") && !line.agent.starts_with("wood");
        assert!(transcript.lines.iter().any(takes_post), "seed {seed}");
    }
}

#[test]
fn contact_is_left_to_those_within_reach() {
    let is_recalled = |transcript: &Transcript| {
        let orders = transcript.lines.iter().filter(|line| line.kind == LineKind::Order);
        orders.filter(|line| line.agent == "colonel").any(|line| line.text.contains("destroy"))
    };
    let helps = |transcript: &&Transcript| transcript.steps().iter().any(|step| step.starts_with("come("));
    let helped = plain().iter().filter(helps).count();
    println!("comrades come to help in {helped} of {SEEDS} runs");
    assert!(helped as u64 * 10 >= SEEDS * 9, "{helped}");
    assert!(!plain().iter().any(is_recalled), "a contact does not stop the advance");
    // Without autonomy a contact stops all of them.
    assert!(all(&["autonomous=false"]).iter().all(is_recalled));
}

#[test]
fn orders_pass_down_three_levels_and_reports_come_back() {
    let transcript = run_seed(&scenario("light", &["ambush=false"], &[]), 1);
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
    assert!(mean(&free, &late) + 10.0 < mean(&drilled, &late), "{free:?} {drilled:?}");
    assert!(mean(&free, &lost) + 0.3 < mean(&drilled, &lost), "{free:?} {drilled:?}");
}
