//! Demonstrations across quests: bounds on the paper's quest and on random placements, and the claims.

use cunning_lab::quest::{
    Bench, CONFIGURATIONS, Evidence, Family, LabError, Measure, Row, chart, claims, csv, placements, report,
    spread_chart, unchanged,
};
use cunning_train::Successors;

const SEED: u64 = 7;

/// A clock that advances by a millisecond with every call.
fn clock() -> impl FnMut() -> f64 {
    let mut now = 0.0;
    move || {
        now += 0.001;
        now
    }
}

fn all(bench: &mut Bench, repetitions: u32) -> Vec<Row> {
    let mut clock = clock();
    CONFIGURATIONS.iter().map(|one| bench.run(one, repetitions, &mut clock).unwrap()).collect()
}

fn assert_bounds(rows: &[Row]) {
    for row in rows {
        assert!(row.cost >= row.optimal, "{row:?}");
        assert!(row.cost <= row.bound * row.optimal * (1.0 + 1e-12), "{row:?}");
        if row.bound <= 1.0 {
            assert!((row.cost - row.optimal).abs() < 1e-12, "{row:?}");
        }
    }
}

#[test]
fn every_configuration_keeps_its_bound_on_the_papers_quest() {
    let rows = all(&mut Bench::new().unwrap(), 1);
    assert_eq!(rows.len(), 24);
    assert_bounds(&rows);
}

/// 200 placements of key and shield, and the claim about them.
#[test]
fn every_configuration_keeps_its_bound_on_random_placements() {
    let start = Bench::new().unwrap();
    let mut random = Vec::new();
    for (number, quest) in placements(start.quest(), 200, SEED, &mut |_| ()).unwrap().into_iter().enumerate()
    {
        random.extend(all(&mut start.moved(quest, number as u32).unwrap(), 0));
    }
    assert_eq!(random.len(), 200 * 24);
    assert_bounds(&random);
    let evidence = Evidence { random, ..Evidence::default() };
    let claims = claims(&evidence);
    let far = claims.iter().find(|claim| claim.text.starts_with("On random placements")).unwrap();
    assert!(far.holds, "{far:?}");
    let svg = spread_chart("random", Measure::Expansions, &evidence.random).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("X*"));
}

#[test]
fn claims_about_expansions_are_reproduced() {
    let evidence = Evidence {
        plain: all(&mut Bench::new().unwrap(), 1),
        unchanged: unchanged().unwrap(),
        ..Evidence::default()
    };
    let claims = claims(&evidence);
    for text in ["Every plan", "From bound 10 on", "V*, W* and X*", "T-Graph is better"] {
        let claim = claims.iter().find(|claim| claim.text.starts_with(text)).unwrap();
        assert!(claim.holds, "{claim:?}");
    }
    let text = report(&evidence, None);
    assert!(text.contains("| X* | MHA*, ε 100, w1 2000, w2 50 | 100000 |"), "{text}");
}

#[test]
fn unsupported_claim_is_refuted() {
    let mut rows = all(&mut Bench::new().unwrap(), 1);
    for row in &mut rows {
        row.expanded = if row.family >= Family::MhaTwo { 10 } else { 5 };
        row.cost = row.optimal * row.bound * 2.0;
    }
    let evidence = Evidence { plain: rows, ..Evidence::default() };
    let held: Vec<_> = claims(&evidence).into_iter().filter(|claim| claim.holds).collect();
    assert!(held.iter().all(|claim| claim.text.starts_with("In time")), "{held:?}");
}

#[test]
fn placements_depend_only_on_the_seed() {
    let bench = Bench::new().unwrap();
    let quest = bench.quest();
    let [first, again, other] = [1, 1, 2].map(|seed| placements(quest, 5, seed, &mut |_| ()).unwrap());
    assert_eq!(first, again);
    assert_ne!(first, other);
    assert!(matches!(placements(quest, 1 << 30, 1, &mut |_| ()), Err(LabError::TooManyPlacements(_))));
}

#[test]
fn tables_and_charts_contain_every_row() {
    let mut bench = Bench::new().unwrap().successors(Successors::Sixteen);
    let rows = all(&mut bench, 2);
    let text = csv(&rows);
    assert_eq!(text.lines().count(), 25);
    assert!(text.starts_with("label,planner,bound,cost,optimal,expanded,generated,seconds,placement\n"));
    for measure in [Measure::Expansions, Measure::Time] {
        let svg = chart("test", measure, &rows).unwrap();
        assert!(CONFIGURATIONS.iter().all(|one| svg.contains(one.label)), "{measure:?}");
    }
    assert!(chart("nothing", Measure::Time, &[]).is_err());
}
