//! This example shows how to run the generator: `cargo run --release -p cunning-oracle --example campaign`,
//! followed by the number of domains and the first seed.
//!
//! It solves every domain by brute force, checks every plan with the validator and prints the statistics of the
//! campaign. A planner under test would be called in the same loop.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use cunning_oracle::generate::{Report, generate};
use cunning_oracle::{Limits, OracleDomain, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let count = numbers.next().transpose()?.unwrap_or(2_000);
    let first = numbers.next().transpose()?.unwrap_or(0);
    let mut report = Report::default();
    for seed in first..first + count {
        let generated = generate(seed);
        let domain = OracleDomain::parse(&generated.model.to_string())?;
        let outcome = domain.solve(&generated.query, Limits::default())?;
        if let Verdict::Solved { cost_micros, steps, plan } = &outcome.verdict {
            assert_eq!(domain.validate(&generated.query, plan), Ok((*cost_micros, *steps)), "seed {seed}");
        }
        report.add(&generated, &domain, &outcome);
    }
    print!("{report}");
    assert_eq!(report.shortfalls(), Vec::<String>::new());
    Ok(())
}
