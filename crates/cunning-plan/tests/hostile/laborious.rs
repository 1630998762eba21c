//! Texts within the caps for which reading, linting or writing could go through everything for each of everything.

use cunning_plan::limits;

use super::{long, many};

/// Facts to speak of.
const FACTS: &str = "[facts]\na = 'bool'\nx = { type = 'int', min = 0, max = 999999 }\n";

/// The texts, each with what it tries.
pub(crate) fn texts() -> Vec<(&'static str, String)> {
    [names(), effects_and_lints()].into_iter().flatten().collect()
}

/// Names to be looked up or guessed.
fn names() -> Vec<(&'static str, String)> {
    vec![
        (
            "mistakes that follow from one another, each with thousands of words that could have been meant",
            "[facts]\nbroken = 'nonsense'\n".to_owned()
                + &many(4_000, |at| format!("brokem{at} = 'bool'\n"))
                + &many(900, |at| format!("[goal.g{at}]\nwant=[{}]\n", "'broken',".repeat(100))),
        ),
        (
            "a mistake in every fact, each with a thousand types that could have been meant",
            "[types]\n".to_owned()
                + &many(1_000, |at| format!("{} = ['o']\n", long('t', at)))
                + "[facts]\n"
                + &many(4_000, |at| format!("f{at} = '{}'\n", long('u', at))),
        ),
        (
            "as many mistakes as are kept, each with thousands of facts that could have been meant",
            "[facts]\n".to_owned()
                + &many(limits::FACTS_MAX, |at| format!("{} = 'bool'\n", long('f', at)))
                + &format!("[goal.g]\nwant = [{}]", many(200, |at| format!("'{}',", long('g', at)))),
        ),
        (
            "a table of names that nothing has yet",
            format!(
                "[types]\nc = [{}]\no = {{ open = true, max = 2 }}\nu = {{ any = ['c', 'o'] }}\n",
                many(4_000, |at| format!("'{}',", long('p', at)))
            ) + &format!(
                "[tables]\nt = {{ of = ['u'], values = {{ {} }} }}",
                many(9_000, |at| format!("{} = 1,", long('q', at)))
            ),
        ),
        (
            "layers of unions, each of all in the next",
            many(16, |layer| {
                many(63, |at| match layer {
                    15 => format!("types.u15_{at} = ['o{at}']\n"),
                    _ => format!(
                        "types.u{layer}_{at} = {{ any = [{}] }}\n",
                        many(63, |below| format!("'u{}_{below}',", layer + 1))
                    ),
                })
            }),
        ),
        (
            "a thousand objects of one name",
            "[types]\n".to_owned()
                + &many(900, |at| format!("t{at} = ['o']\n"))
                + &many(60, |at| format!("w{at} = ['p{at}']\n"))
                + &format!("u = {{ any = [{} 't899'] }}\n", many(60, |at| format!("'w{at}',")))
                + "[facts]\nf = { type = 'bool', of = ['u'] }\n"
                + &many(400, |at| format!("[goal.g{at}]\nwant=[{}]\n", "'f[o]',".repeat(250))),
        ),
    ]
}

/// Effects to be held against each other, and values that nothing produces.
fn effects_and_lints() -> Vec<(&'static str, String)> {
    vec![
        (
            "effects that exclude each other by one of many objects",
            format!("[types]\nt = [{}]\n", many(60_000, |at| format!("'o{at}',")))
                + "[facts]\nat = 't'\nx = { type = 'int', min = 0, max = 999 }\n"
                + &many(20, |action| {
                    let one = |at| format!("{{when=['at==o{at}'],then=['x={at}']}},");
                    format!("[action.a{action}]\nthen=[{}]\n", many(250, one))
                }),
        ),
        (
            "effects under hundreds of conditions, all to be held against each other",
            FACTS.to_owned()
                + &many(1, |action| {
                    let when = many(200, |at| format!("'x!={at}',"));
                    let one = |at| format!("{{when=[{when}],then=['x={at}']}},");
                    format!("[action.a{action}]\nthen=[{}]\n", many(200, one))
                }),
        ),
        (
            "effects with long numbers that differ at their very end",
            FACTS.to_owned()
                + &many(3, |action| {
                    let one = |at| format!("{{when=['x=={at}'],then=['x={at}{}']}},", "+x".repeat(450));
                    format!("[action.a{action}]\nthen=[{}]\n", many(250, one))
                }),
        ),
        (
            "conditions that no action restores",
            FACTS.to_owned()
                + &many(300, |at| {
                    let (when, then) = ("'a',".repeat(250), "'not a',".repeat(250));
                    format!("[action.a{at}]\nwhen=[{when}]\nthen=[{then}]\n")
                }),
        ),
        (
            "values that no action produces",
            FACTS.to_owned()
                + &many(180, |action| {
                    let when = many(250, |at| format!("'x=={}',", 500_000 + action * 250 + at));
                    format!("[action.a{action}]\nwhen=[{when}]\nthen=[{}]\n", "'x=1',".repeat(250))
                }),
        ),
        (
            "one goal that thousands of actions stand for",
            format!("[types]\nt = [{}]\n", many(250, |at| format!("'o{at}',")))
                + "[facts]\nf = { type = 'bool', of = ['t'] }\n"
                + &format!("[goal.g]\nwant = [{}]\n", many(250, |at| format!("'f[o{at}]',")))
                + &many(4_000, |at| format!("[action.a{at}]\nachieves = 'g'\n")),
        ),
    ]
}
