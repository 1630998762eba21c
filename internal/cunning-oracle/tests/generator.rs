//! The generator gives valid domains, meets its quotas, and its answers are consistent.

use cunning_oracle::generate::{Family, Generated, Report, generate, generate_of, shrink};
use cunning_oracle::{Invalid, Limits, OracleDomain, Outcome, Step, StepFault, Verdict};

fn parse(generated: &Generated) -> OracleDomain {
    let Generated { family, seed, model, .. } = generated;
    OracleDomain::parse(&model.to_string())
        .unwrap_or_else(|error| panic!("{family:?} {seed} is rejected: {error}\n{model}"))
}

fn solve(generated: &Generated) -> Outcome {
    let Generated { family, seed, model, query } = generated;
    parse(generated)
        .solve(query, Limits::default())
        .unwrap_or_else(|error| panic!("{family:?} {seed} is rejected: {error}\n{model}\n{query:?}"))
}

/// The part of a verdict that does not depend on how ties are broken.
fn essence(verdict: &Verdict) -> Option<(u64, usize)> {
    match verdict {
        Verdict::Solved { cost_micros, steps, .. } => Some((*cost_micros, *steps)),
        Verdict::Unsolvable => None,
        Verdict::LimitExceeded => panic!("generated domains are small"),
    }
}

#[test]
fn a_campaign_of_5000_domains_fills_its_quotas() {
    let mut report = Report::default();
    for seed in 0..5_000 {
        let generated = generate(seed);
        report.add(&generated, &parse(&generated), &solve(&generated));
    }
    assert_eq!(report.shortfalls(), Vec::<String>::new(), "{report}");
    assert!(report.families.len() >= 6);
}

#[test]
fn merged_reports_equal_one_report() {
    let count = |seeds: std::ops::Range<u64>| {
        let mut report = Report::default();
        for seed in seeds {
            let generated = generate(seed);
            report.add(&generated, &parse(&generated), &solve(&generated));
        }
        report
    };
    let mut parts = count(0..130);
    parts.absorb(&count(130..200));
    assert_eq!(parts, count(0..200));
}

#[test]
fn easy_campaign_misses_its_quotas() {
    let mut report = Report::default();
    for seed in 0..50 {
        let generated = generate_of(Family::Clobber, seed);
        report.add(&generated, &parse(&generated), &solve(&generated));
    }
    let shortfalls = report.shortfalls();
    assert!(shortfalls.iter().any(|line| line.starts_with("families")), "{shortfalls:?}");
    assert!(shortfalls.iter().any(|line| line.starts_with("domains with numbers")), "{shortfalls:?}");
}

#[test]
fn same_seed_gives_the_same_domain() {
    for seed in 0..200 {
        assert_eq!(generate(seed), generate(seed));
        assert_ne!(generate(seed).model.to_string(), generate(seed + 10).model.to_string());
    }
}

#[test]
fn validator_accepts_optimal_plans_and_no_cheaper_mutation() {
    let (mut rejected, mut mutations) = (0, 0);
    for seed in 0..1_500 {
        let generated = generate(seed);
        let domain = parse(&generated);
        let Verdict::Solved { cost_micros, steps, plan } = solve(&generated).verdict else {
            continue;
        };
        assert_eq!(domain.validate(&generated.query, &plan), Ok((cost_micros, steps)), "seed {seed}");
        for position in 0..plan.len() {
            let mut mutants = vec![plan.clone(), plan.clone(), plan[..position].to_vec()];
            mutants[0].remove(position);
            mutants[1].swap(position, 0);
            for mutant in mutants {
                mutations += 1;
                // A mutant may be valid: a missing tool only makes later steps more expensive.
                match domain.validate(&generated.query, &mutant) {
                    Ok(found) => assert!(found >= (cost_micros, steps), "seed {seed}: {mutant:?}"),
                    Err(_) => rejected += 1,
                }
            }
        }
    }
    assert!(rejected * 10 > mutations * 6, "{rejected} of {mutations} mutations were rejected");
}

#[test]
fn validator_rejects_invalid_steps() {
    let mut tried = 0;
    for seed in 0..300 {
        let generated = generate(seed);
        let domain = parse(&generated);
        let Verdict::Solved { plan, .. } = solve(&generated).verdict else {
            continue;
        };
        let fault = |plan: &[Step]| match domain.validate(&generated.query, plan) {
            Err(Invalid::Step { step, why }) => Some((step, why)),
            _ => None,
        };
        for position in 0..plan.len() {
            let mut broken = plan.clone();
            "unheard_of".clone_into(&mut broken[position].action);
            assert_eq!(fault(&broken), Some((position, StepFault::UnknownAction)), "seed {seed}");
            let mut broken = plan.clone();
            broken[position].args.push(("more".to_owned(), "than_asked".to_owned()));
            assert_eq!(fault(&broken), Some((position, StepFault::Arguments)), "seed {seed}");
            if let Some((_, value)) = plan[position].args.first() {
                let mut broken = plan.clone();
                broken[position].args[0].1 = format!("{value}_unbound");
                assert_eq!(fault(&broken), Some((position, StepFault::Arguments)), "seed {seed}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100);
}

#[test]
fn file_order_does_not_affect_costs() {
    for seed in 0..1_000 {
        let generated = generate(seed);
        let mut turned = generated.clone();
        turned.model.actions.reverse();
        turned.model.start.reverse();
        turned.model.goals.reverse();
        for action in &mut turned.model.actions {
            action.when.reverse();
            action.then.reverse();
        }
        assert_eq!(essence(&solve(&generated).verdict), essence(&solve(&turned).verdict), "seed {seed}");
    }
}

#[test]
fn additional_action_never_raises_the_cost() {
    for seed in 0..1_000 {
        let generated = generate(seed);
        let Some(best) = essence(&solve(&generated).verdict) else {
            continue;
        };
        let mut poorer = generated.clone();
        if poorer.model.actions.pop().is_none() {
            continue;
        }
        if let Some(found) = essence(&solve(&poorer).verdict) {
            assert!(found >= best, "seed {seed}");
        }
    }
}

#[test]
fn sub_goal_verdicts_are_correct() {
    let (mut solved, mut unsolvable, mut limited) = (0, 0, 0);
    for seed in 0..500 {
        let generated = generate_of(Family::SubGoals, seed);
        let mut atomic = generated.clone();
        atomic.model.actions.retain(|action| action.achieves.is_none());
        let best = essence(&solve(&atomic).verdict);
        match solve(&generated).verdict {
            Verdict::Solved { cost_micros, steps, plan } => {
                let found = parse(&generated).validate(&generated.query, &plan);
                assert_eq!(found, Ok((cost_micros, steps)), "seed {seed}");
                assert!(best.is_some_and(|best| best <= (cost_micros, steps)), "seed {seed}");
                solved += 1;
            }
            Verdict::Unsolvable => {
                assert_eq!(best, None, "seed {seed}");
                unsolvable += 1;
            }
            Verdict::LimitExceeded => limited += 1,
        }
    }
    assert!(solved > 250 && unsolvable > 5 && limited > 5, "{solved} {unsolvable} {limited}");
}

#[test]
fn shrinking_keeps_only_what_fails() {
    // The "failure": a plan of at least three steps.
    let is_long = |generated: &Generated| match solve(generated).verdict {
        Verdict::Solved { steps, .. } => steps >= 3,
        _ => false,
    };
    let mut shrunk = 0;
    for seed in (0..200).filter(|&seed| is_long(&generate(seed))).take(12) {
        let large = generate(seed);
        let small = shrink(&large, is_long);
        assert!(is_long(&small), "seed {seed}");
        assert!(small.model.actions.len() <= 3, "seed {seed}:\n{}", small.model);
        assert!(small.model.to_string().len() < large.model.to_string().len(), "seed {seed}");
        shrunk += 1;
    }
    assert_eq!(shrunk, 12);
}
