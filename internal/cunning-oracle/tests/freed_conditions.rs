//! Freed conditions: what would be possible if a condition could be made true at no cost.

use cunning_oracle::{ErrorKind, FREE_ACTION, Limits, OracleDomain, OracleQuery, Step, Verdict};

const WORLD: &str = "
[types]
place = ['beach', 'docks', 'tavern']
foe = { open = true, max = 2 }
[facts]
at = 'place'
home = { type = 'place', default = 'docks' }
open = 'bool'
drunk = 'bool'
gold = { type = 'int', min = 0, max = 9 }
huge = { type = 'int', min = 0, max = 100000 }
dead = { type = 'bool', of = ['foe'] }
[action.drink]
when = ['open', 'at == tavern', 'gold >= 3']
then = ['drunk', 'gold -= 3']
[action.earn]
then = ['gold += 1']
[goal.drunk]
want = ['drunk']
[goal.home]
want = ['at == home']
[goal.victory]
want = ['every foe f: dead[f]']
[objects]
foe = ['orc', 'troll']
";

fn ask(goal: &str, freed: &[&str]) -> Verdict {
    let domain = OracleDomain::parse(WORLD).expect("a valid domain");
    domain.solve_with_free(&OracleQuery::new(goal), freed, Limits::default()).expect("a valid query").verdict
}

#[test]
fn all_missing_links_must_be_freed() {
    assert_eq!(ask("drunk", &[]), Verdict::Unsolvable);
    assert_eq!(ask("drunk", &["open"]), Verdict::Unsolvable);
    assert_eq!(ask("drunk", &["at == tavern"]), Verdict::Unsolvable);
    let found = ask("drunk", &["open", "at == tavern"]);
    assert!(matches!(found, Verdict::Solved { cost_micros: 4_000_000, steps: 6, .. }), "{found:?}");
}

#[test]
fn freed_condition_is_a_free_step_of_the_plan() {
    let Verdict::Solved { cost_micros, plan, .. } = ask("drunk", &["open", "at == tavern", "gold >= 3"])
    else {
        panic!("there is a plan");
    };
    assert_eq!(cost_micros, 1_000_000);
    assert!(plan.contains(&Step::new(FREE_ACTION, &[("condition", "gold >= 3")])));
}

#[test]
fn every_satisfying_value_is_tried() {
    // `at != beach` is made true by docks or tavern.
    assert!(matches!(ask("home", &["at != beach"]), Verdict::Solved { steps: 1, .. }));
    // A comparison between facts changes the one on the left.
    assert!(matches!(ask("home", &["at == home"]), Verdict::Solved { steps: 1, .. }));
    assert_eq!(ask("home", &["at != home"]), Verdict::Unsolvable);
}

#[test]
fn bound_objects_may_be_named() {
    assert_eq!(ask("victory", &["dead[orc]"]), Verdict::Unsolvable);
    assert!(matches!(ask("victory", &["dead[orc]", "dead[troll]"]), Verdict::Solved { steps: 2, .. }));
}

#[test]
fn unsupported_conditions_cannot_be_freed() {
    let domain = OracleDomain::parse(WORLD).expect("a valid domain");
    for (condition, kind) in [
        ("some foe f: dead[f]", ErrorKind::Unsupported),
        ("gold + 1 == 3", ErrorKind::Unsupported),
        ("dead[elf]", ErrorKind::Name),
        ("huge > 3", ErrorKind::Limit),
        ("trait.x == 1", ErrorKind::Name),
    ] {
        let found = domain.solve_with_free(&OracleQuery::new("drunk"), &[condition], Limits::default());
        assert_eq!(found.expect_err(condition).kind(), kind, "{condition}");
    }
}
