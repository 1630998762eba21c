//! The example domain of the language, with plans worked out by hand.

use cunning_oracle::{Invalid, Limits, OracleDomain, OracleQuery, Step, StepFault, Verdict};

const PIRATE: &str = r#"
[domain]
name = "pirate"

[types]
place = ["beach", "docks", "tavern", "still"]
item  = ["coin", "bottle", "molasses"]
foe   = { open = true, max = 4 }
spot  = { any = ["place", "foe"] }

[facts]
drunk  = "bool"
lawful = "bool"
at     = "place"
target = "foe?"
gold   = { type = "int", min = 0, max = 9 }
health = { type = "int", min = 0, max = 100, overflow = { high = "clamp" } }
has    = { type = "bool", of = ["item"] }
stock  = { type = "int", min = 0, max = 9, of = ["place", "item"] }

[tables]
walk  = { of = ["place", "place"], default = 4, values = { "beach,docks" = 2, "docks,beach" = 2 } }
price = { of = ["item"], default = 1, values = { bottle = 3 } }

[action.go]
params = { from = "place", to = "place" }
when = ["at == from", "from != to"]
then = ["at = to"]
cost = "walk[from, to]"

[action.buy]
params = { i = "item" }
when  = ["at == tavern", "gold >= price[i]", "stock[tavern, i] > 0"]
then  = ["has[i]", "gold -= price[i]", "stock[tavern, i] -= 1"]
cost  = [ { when = ["lawful"], is = 2 }, { is = 3 } ]
check = "tavern_open"

[action.sell]
params = { n = "1..5" }
when = ["gold <= 9 - n"]
then = ["gold += n"]

[action.drink]
when = ["has[bottle]"]
then = ["drunk", "not has[bottle]", { when = ["health < 50"], then = ["health += 10"] }]

[goal.get_drunk]
want = ["drunk"]

[goal.drink_to_health]
want = ["health >= 20", "drunk"]

[start]
at = "beach"
"stock[tavern, bottle]" = 3

[objects]
foe = ["orc", "troll"]

[test.buys_when_lawful]
set  = { lawful = true, gold = 3 }
goal = "get_drunk"
plan = ["go", "..", "buy", "drink"]
"#;

fn pirate() -> OracleDomain {
    OracleDomain::parse(PIRATE).expect("the example is understood")
}

fn best(query: &OracleQuery) -> (u64, usize) {
    let domain = pirate();
    let outcome = domain.solve(query, Limits::default()).expect("a valid query");
    let Verdict::Solved { cost_micros, steps, plan } = outcome.verdict else {
        panic!("there is a plan, not {:?}", outcome.verdict);
    };
    assert_eq!(domain.validate(query, &plan), Ok((cost_micros, steps)));
    (cost_micros, steps)
}

fn go_to_tavern() -> Step {
    Step::new("go", &[("from", "beach"), ("to", "tavern")])
}

#[test]
fn poor_unlawful_pirate_sells_first() {
    // go 4 (by the docks it would be 2 + 4), sell 1, buy 3, drink 1.
    let query = OracleQuery::new("get_drunk");
    assert_eq!(best(&query), (9_000_000, 4));
    let by_hand = [
        Step::new("sell", &[("n", "3")]),
        go_to_tavern(),
        Step::new("buy", &[("i", "bottle")]),
        Step::new("drink", &[]),
    ];
    assert_eq!(pirate().validate(&query, &by_hand), Ok((9_000_000, 4)));
}

#[test]
fn lawful_pirate_with_gold_pays_less() {
    // go 4, buy 2, drink 1.
    let query = OracleQuery::new("get_drunk").set("lawful", true).set("gold", 3);
    assert_eq!(best(&query), (7_000_000, 3));
}

#[test]
fn two_drinks_heal_twice() {
    // Two bottles cost 6 gold: two sales. go 4, sell 2 · 1, buy 2 · 3, drink 2 · 1.
    let query = OracleQuery::new("drink_to_health");
    assert_eq!(best(&query), (14_000_000, 7));
    // From 45 on, one drink heals to 55 and the next one no more; health never stops at 100 here.
    assert_eq!(best(&query.set("health", 45)), (9_000_000, 4));
}

#[test]
fn a_closed_tavern_or_an_empty_stock_is_unsolvable() {
    for query in [
        OracleQuery::new("get_drunk").answer("tavern_open", false),
        OracleQuery::new("get_drunk").set("stock[tavern, bottle]", 0),
    ] {
        let outcome = pirate().solve(&query, Limits::default()).expect("a valid query");
        assert_eq!(outcome.verdict, Verdict::Unsolvable);
    }
}

#[test]
fn expensive_bottle_needs_more_sales() {
    let query = OracleQuery::new("get_drunk").table("price[bottle]", 8.0);
    assert_eq!(best(&query), (10_000_000, 5));
}

#[test]
fn selling_out_of_range_is_refused_by_its_own_condition() {
    let query = OracleQuery::new("get_drunk").set("gold", 7);
    let plan = [Step::new("sell", &[("n", "3")])];
    let found = pirate().validate(&query, &plan);
    assert_eq!(found, Err(Invalid::Step { step: 0, why: StepFault::Condition(0) }));
}
