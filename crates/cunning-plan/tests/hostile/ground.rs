//! Domains that are quickly read, and whose ground form would take all memory or time there is.

use cunning_plan::limits;

use super::caps::{Cap, Input};
use super::many;

/// Facts to speak of, and a goal.
const START: &str =
    "goal.g.want = ['a']\nfacts.a = 'bool'\nfacts.x = { type = 'int', min = 0, max = 999999 }\n";

/// A domain with a type `t` of so many objects, a family `f` of bools if wanted, and more.
fn domain(objects: usize, more: &str) -> String {
    format!("{START}types.t = [{}]\n{more}\n", many(objects, |at| format!("'o{at}',")))
}

fn cap(name: &'static str, max: usize, what: &str, exceeded: Vec<String>) -> Cap {
    let exceeded = exceeded.into_iter().map(Input::Ground).collect();
    Cap { name, exceeded, told: format!("more than {max} {what}") }
}

pub(crate) fn caps() -> Vec<Cap> {
    let family = domain(2_000, "facts.f = { type = 'bool', of = ['t', 't', 't'] }");
    // Each ground action is met in as many ways as a condition may be.
    let ways = format!(
        "types.u = [{}]\nfacts.f = {{ type = 'bool', of = ['u'] }}\n\
         [action.b]\nparams = {{ p = 't' }}\nwhen = ['some u q: f[q]']\nthen = ['a', 'not f[p0]']",
        many(limits::VARIANTS_MAX, |at| format!("'p{at}',"))
    );
    let ways = domain(1 + limits::OPERATORS_MAX / limits::VARIANTS_MAX, &ways);
    // A goal of twelve disjunctions, which are four thousand conjunctions.
    let facts = many(12, |at| format!("facts.a{at} = 'bool'\nfacts.b{at} = 'bool'\n"));
    let then = many(12, |at| format!("'a{at}', 'b{at}',"));
    let want = many(12, |at| format!("{{ any = ['a{at}', 'b{at}'] }},"));
    let disjunctions = format!("{facts}[action.a]\nthen = [{then}]\n[goal.g]\nwant = [{want}]\n");
    vec![
        cap("GROUND_FACTS_MAX", limits::GROUND_FACTS_MAX, "ground facts", vec![family]),
        cap("OPERATORS_MAX", limits::OPERATORS_MAX, "ground actions", vec![ways]),
        cap("VARIANTS_MAX", limits::VARIANTS_MAX, "ways to meet a condition", vec![disjunctions]),
        cap("GROUND_BYTES_MAX", limits::GROUND_BYTES_MAX, "bytes of ground actions and goals", large()),
        cap(
            "GROUND_SCRATCH_BYTES_MAX",
            limits::GROUND_SCRATCH_BYTES_MAX,
            "bytes to put a ground action or goal together",
            larger_than_its_parts(),
        ),
        cap("GROUND_STEPS_MAX", limits::GROUND_STEPS_MAX, "steps to ground the domain", vain()),
    ]
}

/// Many ground actions, or large ones.
fn large() -> Vec<String> {
    let long = "+x".repeat(450);
    let changes = many(100, |at| format!("{{ when = ['x == {at}'], then = ['x = {at}{long}'] }},"));
    vec![
        domain(2_000, "[action.b]\nparams = { p = 't', q = 't', r = 't' }\nthen = ['a']"),
        // All numbers of a range that is too large to list.
        domain(1, "[action.b]\nparams = { n = '0..999999999' }\nthen = ['a']"),
        domain(2_000, &format!("[action.b]\nparams = {{ p = 't', q = 't' }}\nthen = ['a', {changes}]")),
        domain(
            60_000,
            "facts.at = 't'\nfacts.to = { type = 't', of = ['t'] }\n[action.b]\nparams = { p = 't' }\n\
             then = ['at = to[p]', 'a']\n[action.c]\nparams = { p = 't', q = 't' }\nthen = ['to[p] = q']",
        ),
        domain(
            60,
            &many(3_000, |at| format!("[action.b{at}]\nparams = {{ p = 't', q = 't' }}\nthen = ['a']\n")),
        ),
    ]
}

/// Conditions that come to much before anything can be said about their ground action.
fn larger_than_its_parts() -> Vec<String> {
    let long = "+x".repeat(450);
    let when = many(200, |at| format!("'x < {at}{long}',"));
    let rules = many(60, |at| format!("{{ when = ['x > {at}{long}'], is = 3 }},"));
    let family = "facts.f = { type = 'bool', of = ['t'] }\n[action.c]\nthen = ['f[o0]', 'x = 1']\n";
    let pairs = many(7, |at| format!("facts.one{at} = 'bool'\nfacts.two{at} = 'bool'\n"));
    let made = many(7, |at| format!("'one{at}', 'two{at}', "));
    let ways = many(7, |at| format!("{{ any = ['one{at}', 'two{at}'] }},"));
    vec![
        domain(60_000, &format!("{family}[action.b]\nwhen = ['every t p: every t q: f[p]']\nthen = ['a']")),
        domain(
            60_000,
            &format!(
                "{pairs}{family}[action.b]\nwhen = ['every t p: f[p]', {ways}]\nthen = ['a']\n\
                 [action.d]\nthen = [{made}]"
            ),
        ),
        domain(
            1,
            &format!(
                "[action.b]\nwhen = [{when}]\ncost = [{rules}]\nthen = ['a']\n[action.c]\nthen = ['x = 1']"
            ),
        ),
    ]
}

/// Parameters with more candidates than can be tried, all of them in vain.
fn vain() -> Vec<String> {
    let range = "0..999999999";
    vec![
        domain(60_000, "[action.b]\nparams = { p = 't', q = 't', r = 't' }\nwhen = ['r != r']\nthen = ['a']"),
        domain(1, &format!("[action.b]\nparams = {{ n = '{range}' }}\nwhen = ['n < 0']\nthen = ['a']")),
        domain(
            1,
            &format!(
                "[action.b]\nparams = {{ n = '{range}', m = '{range}' }}\nwhen = ['m < n - n']\nthen = ['a']"
            ),
        ),
        format!(
            "types.t = [{}]\nfacts.a = 'bool'\n[goal.g]\nparams = {{ p = 't', n = '{range}' }}\nwant = ['p != p', 'n < 0', 'a']",
            many(1_000, |at| format!("'o{at}',"))
        ),
    ]
}

/// As much as may be, and what takes most of it.
pub(crate) fn largest() -> Vec<String> {
    let long = "+x".repeat(450);
    let changes = many(90, |at| format!("{{ when = ['x == {at}'], then = ['x = {at}{long}'] }},"));
    vec![
        domain(500, "[action.b]\nparams = { p = 't', q = 't' }\nthen = ['a']"),
        domain(24, &format!("[action.b]\nparams = {{ p = 't' }}\nthen = ['a', {changes}]")),
    ]
}
