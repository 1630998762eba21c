//! Checks are answered once, by the query; without an answer they say yes.

use super::answer;
use cunning_oracle::{CheckAnswer, Invalid, OracleDomain, OracleQuery, Step, StepFault};

const WORLD: &str = "
[types]
item = ['coin', 'bottle']
[facts]
has = { type = 'bool', of = ['item'] }
[action.buy]
params = { i = 'item' }
then = ['has[i]']
check = 'tavern_open'
[action.steal]
params = { i = 'item' }
then = ['has[i]']
cost = 5
check = 'unseen'
[goal.g]
params = { i = 'item' }
want = ['has[i]']
";

fn no(check: &str, action: Option<&str>, args: &[(&str, &str)]) -> CheckAnswer {
    let args = args.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    CheckAnswer { check: check.to_owned(), action: action.map(str::to_owned), args, yes: false }
}

#[test]
fn unanswered_means_yes() {
    assert_eq!(answer(WORLD, &OracleQuery::new("g").bind("i", "bottle")), "1 buy(i=bottle)");
}

#[test]
fn no_removes_the_ground_actions() {
    let query = OracleQuery::new("g").bind("i", "bottle");
    assert_eq!(answer(WORLD, &query.clone().answer("tavern_open", false)), "5 steal(i=bottle)");
    let closed = query.clone().answer("tavern_open", false).answer("unseen", false);
    assert_eq!(answer(WORLD, &closed), "unsolvable");
    assert_eq!(answer(WORLD, &closed.answer("unseen", true)), "5 steal(i=bottle)");
    assert_eq!(answer(WORLD, &query.answer("other", false)), "1 buy(i=bottle)");
}

#[test]
fn an_answer_may_concern_one_ground_action() {
    let mut query = OracleQuery::new("g");
    query.checks = vec![no("tavern_open", Some("buy"), &[("i", "coin")])];
    assert_eq!(answer(WORLD, &query), "1 buy(i=bottle)");
    assert_eq!(answer(WORLD, &query.clone().bind("i", "coin")), "5 steal(i=coin)");
    query.checks = vec![no("tavern_open", Some("steal"), &[])];
    assert_eq!(answer(WORLD, &query), "1 buy(i=coin)");
}

#[test]
fn the_validator_asks_too() {
    let domain = OracleDomain::parse(WORLD).unwrap();
    let plan = [Step::new("buy", &[("i", "coin")])];
    let query = OracleQuery::new("g");
    assert!(domain.validate(&query, &plan).is_ok());
    let refused = domain.validate(&query.answer("tavern_open", false), &plan);
    assert_eq!(refused, Err(Invalid::Step { step: 0, why: StepFault::Check }));
}
