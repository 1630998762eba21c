//! The builder makes the same domains as files do.

use cunning_diag::{Diagnostic, Source};
use cunning_plan::{PlanningDomain, all, any, table};

fn read(text: &str) -> PlanningDomain {
    cunning_plan::read(&Source::new("built.toml", text)).unwrap_or_else(|found| panic!("{found}"))
}

const TEXT: &str = r#"
    [domain]
    name = "pirate"
    doc = "A pirate."
    [types]
    place = ["beach", "tavern"]
    item = ["coin", "bottle"]
    foe = { open = true, max = 2 }
    spot = { any = ["place", "foe"] }
    port = { any = ["place"], doc = "by the sea" }
    [objects]
    foe = ["orc"]
    [facts]
    drunk = "bool"
    at = "place"
    near = "spot?"
    gold = { type = "int", min = 0, max = 9 }
    health = { type = "int", min = -5, max = 5, overflow = "clamp", default = 3, doc = "hearts" }
    has = { type = "bool", of = ["item"], sensed = true }
    last = { type = "place?", default = "tavern" }
    home = { type = "place", default = "tavern" }
    calm = { type = "bool", default = true }
    [tables]
    walk = { of = ["place", "place"], default = 4, values = { "beach,tavern" = 2.5 }, doc = "in minutes" }
    [curve.thirst]
    points = [[0, 0], [5, 0.25], [9, 1]]
    [action.go]
    doc = "On foot."
    params = { from = "place", to = "place" }
    when = ["at == from", { any = ["from != to", ["drunk", "gold > 0"]] }]
    then = ["at = to", { when = ["drunk"], then = ["health -= 1"] }]
    cost = "walk[from, to] + curve.thirst(gold) * trait.sloth"
    check = "road_open"
    [move]
    fact = "at"
    cost = "walk"
    name = "stroll"
    [action.sell]
    params = { n = "1..5" }
    near = "tavern"
    then = ["gold += n"]
    hope = ["calm", { when = ["drunk"], then = ["not drunk"] }]
    cost = [{ when = ["drunk"], is = 2 }, { when = [], is = "n * 0.5" }]
    [action.slay]
    params = { f = "foe" }
    achieves = "meet"
    cost = 2.5
    [goal.get_drunk]
    want = ["drunk"]
    [goal.meet]
    doc = "Face to face."
    params = { f = "foe" }
    want = ["near == f"]
    [goal.pay]
    params = { n = "1..9" }
    want = ["gold >= n"]
    [start]
    gold = 5
    "has[coin]" = true
    [test.t]
    doc = "Easy."
    set = { gold = 3, at = "tavern" }
    goal = "meet(f=orc)"
    plan = ["..", "go"]
    cost = 2.5
    uses = ["go"]
    avoids = ["sell"]
    [test.u]
    goal = "pay"
    unsolvable = true
"#;

#[test]
fn builder_covers_the_whole_language() {
    let built = PlanningDomain::builder("pirate")
        .doc("A pirate.")
        .closed("place", ["beach", "tavern"])
        .closed("item", ["coin", "bottle"])
        .open("foe", 2)
        .union("spot", ["place", "foe"])
        .raw("types", "port", table([("any", all(["place"])), ("doc", "by the sea".into())]))
        .objects("foe", ["orc"])
        .bool("drunk")
        .object("at", "place")
        .optional("near", "spot")
        .int("gold", 0..=9)
        .fact("health", |f| f.int(-5..=5).clamp_low().clamp_high().default_value(3).doc("hearts"))
        .fact("has", |f| f.bool().of(["item"]).sensed())
        .fact("last", |f| f.optional("place").default_value("tavern"))
        .fact("home", |f| f.object("place").default_value("tavern"))
        .fact("calm", |f| f.bool().default_value(true))
        .table("walk", |t| {
            t.of(["place", "place"]).default_value(4).value(["beach", "tavern"], 2.5).doc("in minutes")
        })
        .curve("thirst", [(0, 0.0), (5, 0.25), (9, 1.0)])
        .movement("at", Some("walk"))
        .raw("move", "name", "stroll")
        .action("go", |a| {
            a.doc("On foot.")
                .param("from", "place")
                .param("to", "place")
                .when("at == from")
                .when(any(["from != to".into(), all(["drunk", "gold > 0"])]))
                .then("at = to")
                .then_when(["drunk"], ["health -= 1"])
                .cost("walk[from, to] + curve.thirst(gold) * trait.sloth")
                .check("road_open")
        })
        .action("sell", |a| {
            a.number("n", 1..=5)
                .near("tavern")
                .then("gold += n")
                .hope("calm")
                .hope(table([("when", all(["drunk"])), ("then", all(["not drunk"]))]))
                .cost_rule(["drunk"], 2)
                .cost_rule([""; 0], "n * 0.5")
        })
        .action("slay", |a| a.param("f", "foe").achieves("meet").cost(2.5))
        .goal("get_drunk", ["drunk"])
        .goal_with("meet", |g| g.doc("Face to face.").param("f", "foe").want("near == f"))
        .goal_with("pay", |g| g.number("n", 1..=9).want("gold >= n"))
        .start("gold", 5)
        .start("has[coin]", true)
        .test("t", |t| {
            t.doc("Easy.")
                .set("gold", 3)
                .set("at", "tavern")
                .goal("meet(f=orc)")
                .plan(["..", "go"])
                .cost(2.5)
                .uses(["go"])
                .avoids(["sell"])
        })
        .test("u", |t| t.goal("pay").unsolvable())
        .build()
        .unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(built, read(TEXT));
    assert_eq!(read(&cunning_plan::write(&built)), built);
}

#[test]
fn builder_errors_are_reported_together_without_spans() {
    let found = PlanningDomain::builder("pirate")
        .bool("drunk")
        .bool("drunk")
        .int("gold", 0..=9_000_000_000)
        .action("drink", |a| a.when("has[bottle]").then("drnk"))
        .goal("g", ["drunk"])
        .goal("g", ["drunk"])
        .build()
        .expect_err("mistakes");
    let mut codes: Vec<&str> = found.iter().map(|found| found.code().as_str()).collect();
    codes.sort_unstable();
    assert_eq!(
        codes,
        ["plan/duplicate", "plan/duplicate", "plan/int-range", "plan/unknown-name", "plan/unknown-name"]
    );
    assert!(found.iter().all(|found| found.place().is_none()));
    assert!(found.iter().any(|found| found.hint_text() == Some("did you mean `drunk`?")), "{found}");
    assert!(found.iter().map(Diagnostic::message).any(|message| message.contains("`has`")));
}

#[test]
fn builder_rejects_includes() {
    let found = PlanningDomain::builder("pirate")
        .raw("domain", "include", all(["human.toml"]))
        .build()
        .expect_err("no files");
    assert_eq!(found.iter().map(|found| found.code().as_str()).collect::<Vec<_>>(), ["plan/include"]);
}
