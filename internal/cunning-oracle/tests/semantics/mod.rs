//! Every sentence of the language's semantics, each with a domain whose answer was worked out by hand.
//!
//! One module per numbered rule. [`answer`] writes a verdict as one line, so that a test reads as a claim.

mod minds;
mod rule_01_state;
mod rule_02_conditions;
mod rule_03_effects;
mod rule_04_range;
mod rule_05_numbers;
mod rule_06_cost;
mod rule_07_goal;
mod rule_08_open_types;
mod rule_09_check;
mod rule_10_names;
mod rule_11_subgoals;

use cunning_oracle::{ErrorKind, Limits, OracleDomain, OracleQuery, Verdict};

/// The verdict in one line, such as `3 go(to=docks) drink` (the cost, then the steps).
fn answer(text: &str, query: &OracleQuery) -> String {
    let domain = OracleDomain::parse(text).expect("a valid domain");
    let outcome = domain.solve(query, Limits::default()).expect("a valid query");
    let (cost_micros, plan) = match outcome.verdict {
        Verdict::Solved { cost_micros, plan, steps } => {
            // The second opinion must agree with the first.
            assert_eq!(domain.validate(query, &plan), Ok((cost_micros, steps)));
            (cost_micros, plan)
        }
        Verdict::Unsolvable => return "unsolvable".to_owned(),
        Verdict::LimitExceeded => return "limit".to_owned(),
    };
    let mut line = (cost_micros as f64 / 1e6).to_string();
    for step in plan {
        line.push(' ');
        line.push_str(&step.action);
        if !step.args.is_empty() {
            let args: Vec<String> = step.args.iter().map(|(name, value)| format!("{name}={value}")).collect();
            line += "(";
            line += &args.join(",");
            line += ")";
        }
    }
    line
}

/// The answer for the goal `g` from the domain's own start.
fn solve(text: &str) -> String {
    answer(text, &OracleQuery::new("g"))
}

/// The mistake that reading the domain, or asking for its goal `g`, reports.
fn mistake(text: &str) -> (ErrorKind, String) {
    let found = OracleDomain::parse(text)
        .and_then(|domain| domain.solve(&OracleQuery::new("g"), Limits::default()))
        .expect_err("the domain has a mistake");
    (found.kind(), found.place().to_owned())
}
