//! Every limit is a diagnostic, and texts far beyond a limit are rejected as well.

use cunning_diag::Source;
use cunning_mind::limits;

/// Repeats a text `count` times.
fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

#[track_caller]
fn assert_limited(what: &str, text: &str) {
    let found = cunning_mind::read(&Source::new("big.toml", text)).expect_err(what);
    let codes: Vec<&str> = found.iter().map(|found| found.code().as_str()).collect();
    assert!(codes.contains(&"plan/limit"), "{what}: {codes:?}");
}

#[test]
fn lists_have_limits() {
    let x = "[facts]\nx = { type = 'int', min = 0, max = 100000 }\n";
    let foe = "[types]\nfoe = { open = true, max = 2 }\n";
    for times in [1, 10] {
        let past = |max: usize| max * times + 1;
        let texts = [
            (
                "queries",
                foe.to_owned()
                    + &many(past(limits::QUERIES_MAX), |at| format!("[query.q{at}]\nfrom = 'foe'\n")),
            ),
            (
                "tests of a query",
                format!(
                    "{foe}[query.q]\nfrom = 'foe'\nwhere = [{}]",
                    many(past(limits::QUERY_TESTS_MAX), |_| "'free(c)',".into())
                ),
            ),
            (
                "rules",
                format!(
                    "[goal.g]\nrelevance = [{}]",
                    many(past(limits::SCORE_RULES_MAX), |_| "{ score = 1 },".into())
                ),
            ),
            (
                "crossings",
                x.replace(
                    "100000",
                    &format!(
                        "100000, wake = {{ cross = [{}] }}",
                        many(past(limits::CROSSINGS_MAX), |at| format!("{at},"))
                    ),
                ),
            ),
            (
                "orders",
                format!(
                    "[goal.g]\n[action.a]\norders = [{}]",
                    many(past(limits::ORDERS_MAX), |_| "{ goal = 'g' },".into())
                ),
            ),
            ("archetypes", many(past(limits::ARCHETYPES_MAX), |at| format!("[agent.a{at}]\n"))),
            (
                "bases",
                format!("[agent.a]\nextends = [{}]", many(past(limits::EXTENDS_MAX), |_| "'b',".into())),
            ),
            (
                "traits",
                format!(
                    "[agent.a]\ntraits = {{ {} }}",
                    many(past(limits::TRAITS_MAX), |at| format!("t{at} = 1,"))
                ),
            ),
            (
                "sensors",
                format!(
                    "[agent.a]\nsensors = [{}]",
                    many(past(limits::SENSORS_MAX), |at| format!("'s{at}',"))
                ),
            ),
        ];
        for (what, text) in texts {
            assert_limited(what, &text);
        }
    }
}

#[test]
fn inheritance_depth_is_limited() {
    let tower = |levels: usize| {
        "[agent.a0]\n".to_owned() + &many(levels, |at| format!("[agent.a{}]\nextends = ['a{at}']\n", at + 1))
    };
    assert!(cunning_mind::read(&Source::new("low.toml", tower(31))).is_ok());
    // From the top down, so that no archetype is resolved yet.
    let high = many(1000, |at| format!("[agent.b{at}]\nextends = ['b{}']\n", at + 1)) + "[agent.b1000]\n";
    assert_limited("levels", &high);
}

#[test]
fn total_inherited_size_is_limited() {
    let actions = many(1000, |at| format!("[action.a{at}]\n"));
    let base = format!("[agent.base]\nactions = [{}]\n", many(1000, |at| format!("'a{at}',")));
    let heirs = many(900, |at| format!("[agent.h{at}]\nextends = ['base']\n"));
    assert_limited("heritage", &(actions + &base + &heirs));
}
