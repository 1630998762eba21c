//! The example of the language reference, part A: checks the model of every line.

use std::sync::Arc;

use cunning_diag::{Diagnostic, Source};
use cunning_plan::model::{
    Change, ChangeKind, Comparison, Condition, ConditionKind, Cost, Effect, Equality, ExpectedStep, FactKind,
    FactRef, GoalId, Index, Number, NumberKind, ObjectName, Operator, Outcome, Overflow, ParamId, ParamKind,
    SourceSpan, Term, TypeKind, Value,
};
use cunning_plan::{
    KeySpec, Micros, Owner, OwnerKind, PlanRequest, Planner, PlannerConfig, PlanningDomain, Reader, Section,
    SectionContext, SectionReader,
};
use cunning_search::Status;

const PART_A: &str = r#"
[domain]
name = "pirate"
include = ["human.toml"]                  # text comes from a loader (files, packed assets): name → text

[types]
place = ["beach", "docks", "tavern", "still"]          # closed: these names and no others
item  = ["coin", "bottle", "molasses"]
foe   = { open = true, max = 4 }          # open: the game binds its own objects at run time
spot  = { any = ["place", "foe"] }        # union

[facts]
drunk  = "bool"
lawful = "bool"
at     = "place"                          # exactly one value
target = "foe?"                           # ? adds the value none, its default
gold   = { type = "int", min = 0, max = 9 }
health = { type = "int", min = 0, max = 100, overflow = { high = "clamp" } }
has    = { type = "bool", of = ["item"] } # a family: has[coin], has[bottle] …
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
cost  = [ { when = ["lawful"], is = 2 }, { is = 3 } ]   # rules: first match wins
check = "tavern_open"                     # a question to the game

[action.sell]
params = { n = "1..5" }                   # a number parameter
when = ["gold <= 9 - n"]
then = ["gold += n"]

[action.drink]
when = ["has[bottle]"]
then = ["drunk", "not has[bottle]", { when = ["health < 50"], then = ["health += 10"] }]

[goal.get_drunk]
want = ["drunk"]

[start]                                   # default start; families by quoted key
at = "beach"
"stock[tavern, bottle]" = 3
[objects]                                 # tools only: what is bound to open types
foe = ["orc", "troll"]

[test.buys_when_lawful]                   # run by `cunning test FILE…`
set  = { lawful = true, gold = 3 }
goal = "get_drunk"
plan = ["go", "..", "buy", "drink"]       # ".." = any steps
"#;

const PART_B: &str = r#"
[types]
foe = { open = true, max = 4, fill = "query.worst_foes" }
cover = ["wall", "crate"]
point = { open = true, max = 8, fill = "query.ring" }

[facts]
sees   = { type = "bool", of = ["foe"], forget = "20 s", threshold = 0.3 }
hunger = { type = "int", min = 0, max = 100, overflow = "clamp", drift = "+2 / h" }
alarm  = { type = "bool", scope = "world" }
health = { type = "int", min = 0, max = 100, wake = { cross = [20, 60] } }
at = "cover"
covered = "bool"
drawn = "bool"
mag = { type = "int", min = 0, max = 6 }
dead = { type = "bool", of = ["foe"] }

[query.good_cover]
from  = "cover"
where = ["free(c)", "hides(c, target)"]
score = "0 - path(self, c) - 0.5 * dist(c, target)"
take  = 4
every = "0.5 s"
[query.best_target]
from = "foe"
[query.ring]
from = { ring = 8, radius = 6, around = "self" }

[move]
fact  = "at"
cost  = "path"
[action.take_cover]
params = { c = "query.good_cover" }
near   = "c"
then   = ["covered"]
claims = ["c"]
duration = "0.8 s"
[action.shoot]
params = { f = "foe" }
when   = ["drawn", "mag > 0", "sees[f]"]
while  = ["sees[f]"]
then   = ["mag -= 1"]
hope   = ["dead[f]"]
grace = "0.5 s"
retries = 20
timeout = "8 s"
cooldown = "0.2 s"
interrupt = "higher by 0.2"
stop = "soon"
[action.step]
params = { p = "query.ring" }
[goal.kill]
params = { f = "query.best_target" }
want = ["dead[f]"]
relevance = [ { when = ["no foe f: sees[f]"], score = 0 }, { score = "0.9 - health / 200" } ]
mode = "achieve"
sticky = 0.1
min_time = "2 s"
cooldown = "0 s"
claims = []
[curve.hungry]
points = [[0, 0], [60, 0.1], [100, 1]]
[agent.guard]
extends = ["human", "armed"]
actions = ["take_cover", "shoot"]
without = []
goals   = { kill = 1.0, flee = "1.2 - trait.bravery" }
costs   = { shoot = 0.7 }
traits  = { bravery = [0.3, 0.8], speed = 3.5 }
vary    = 0.15
sensors = ["eyes", "ears"]
autonomous = true
[action.assault]
orders = [ { to = "half", goal = "suppress", bias = 0.5, give = { f = "f" } }, { to = "rest", goal = "flank", bias = 0.6 } ]
done   = { need = "all", within = "20 s" }
"#;

fn part_a() -> PlanningDomain {
    let human = |name: &str| (name == "human.toml").then(|| Source::new(name, "[facts]\ntired = \"bool\"\n"));
    let (domain, warnings) = Reader::new()
        .loader(human)
        .read(&Source::new("pirate.toml", PART_A))
        .unwrap_or_else(|found| panic!("{found}"));
    assert!(warnings.is_empty());
    domain
}

fn names<'a>(list: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    list.into_iter().map(String::as_str).collect()
}

#[test]
fn types_and_objects() {
    let domain = part_a();
    assert_eq!(domain.name(), "pirate");
    assert_eq!(names(domain.types().as_slice().iter().map(|ty| &ty.name)), ["place", "item", "foe", "spot"]);
    let [place, item, foe, spot] = domain.types().ids().collect::<Vec<_>>()[..] else { panic!() };
    assert!(matches!(&domain.types()[place].kind, TypeKind::Closed { objects } if objects.len() == 4));
    assert_eq!(domain.types()[foe].kind, TypeKind::Open { max: 4 });
    assert_eq!(domain.types()[spot].kind, TypeKind::Union { members: vec![place, foe] });
    assert_eq!(domain.types()[spot].parts, [place, foe]);
    let items: Vec<&str> = domain.objects_of(item).map(|id| domain.objects()[id].name.as_str()).collect();
    assert_eq!(items, ["coin", "bottle", "molasses"]);
    assert_eq!(domain.objects_of(spot).count(), 4);
    let [binding] = domain.bindings() else { panic!() };
    assert_eq!((binding.ty, names(&binding.names)), (foe, vec!["orc", "troll"]));
}

#[test]
fn facts_and_tables() {
    let domain = part_a();
    let facts = domain.facts();
    let listed = names(facts.as_slice().iter().map(|fact| &fact.name));
    assert_eq!(
        listed,
        ["tired", "drunk", "lawful", "at", "target", "gold", "health", "has", "stock"],
        "includes first"
    );
    let kind = |name: &str| facts[domain.fact_named(name).expect(name)].kind;
    let default = |name: &str| facts[domain.fact_named(name).expect(name)].default.clone();
    let (place, foe) =
        (domain.type_named("place").expect("a type"), domain.type_named("foe").expect("a type"));
    assert_eq!((kind("drunk"), default("drunk")), (FactKind::Bool, Value::Bool(false)));
    assert_eq!(kind("at"), FactKind::Object { ty: place, optional: false });
    let beach = domain.objects_of(place).next().expect("an object");
    assert_eq!(default("at"), Value::Object(ObjectName::Closed(beach)));
    assert_eq!(
        (kind("target"), default("target")),
        (FactKind::Object { ty: foe, optional: true }, Value::None)
    );
    let refused = FactKind::Int { min: 0, max: 9, low: Overflow::Refuse, high: Overflow::Refuse };
    assert_eq!((kind("gold"), default("gold")), (refused, Value::Int(0)));
    assert_eq!(
        kind("health"),
        FactKind::Int { min: 0, max: 100, low: Overflow::Refuse, high: Overflow::Clamp }
    );
    let stock = &facts[domain.fact_named("stock").expect("a fact")];
    assert_eq!(stock.of, [place, domain.type_named("item").expect("a type")]);

    let walk = &domain.tables().as_slice()[0];
    assert_eq!((walk.default.get(), walk.values.len()), (4_000_000, 2));
    assert_eq!(walk.values[0].value.get(), 2_000_000);
    assert_eq!(walk.values[0].key[0], ObjectName::Closed(beach));
}

#[test]
fn actions() {
    let domain = part_a();
    let actions = domain.actions().as_slice();
    assert_eq!(names(actions.iter().map(|action| &action.name)), ["go", "buy", "sell", "drink"]);
    let place = domain.type_named("place").expect("a type");
    let fact = |name: &str, indices: &[Index]| FactRef {
        fact: domain.fact_named(name).expect(name),
        indices: indices.to_vec(),
        span: SourceSpan::NONE,
    };
    let object = |name: &str| domain.objects().iter().find(|(_, object)| object.name == name).expect(name).0;
    let condition = |kind| Condition { kind, doc: None, span: SourceSpan::NONE };
    let number = |kind| Number { kind, span: SourceSpan::NONE };
    let literal = |value| number(NumberKind::Literal(Micros::from_int(value).expect("small")));
    let first = ParamId::new(0);
    let second = ParamId::new(1);

    let go = &actions[0];
    assert_eq!(go.params[1].kind, ParamKind::Object(place));
    assert_eq!(
        go.when,
        [
            condition(ConditionKind::Same {
                left: Term::Fact(fact("at", &[])),
                equality: Equality::Equals,
                right: Term::Param(first)
            }),
            condition(ConditionKind::Same {
                left: Term::Param(first),
                equality: Equality::Differs,
                right: Term::Param(second)
            }),
        ]
    );
    let at_to = Change {
        fact: fact("at", &[]),
        kind: ChangeKind::Assign(Term::Param(second)),
        span: SourceSpan::NONE,
    };
    assert_eq!(go.outcome, Outcome::Effects(vec![Effect::Always(at_to)]));
    let walk = domain.tables().ids().next().expect("a table");
    let indices = vec![Index::Param(first), Index::Param(second)];
    assert_eq!(go.cost, Cost::Number(number(NumberKind::Table { table: walk, indices })));

    let buy = &actions[1];
    assert_eq!(buy.check.as_deref(), Some("tavern_open"));
    let stock = fact("stock", &[Index::Object(object("tavern")), Index::Param(first)]);
    assert_eq!(
        buy.when[2],
        condition(ConditionKind::Compare {
            left: number(NumberKind::Fact(stock.clone())),
            comparison: Comparison::Greater,
            right: literal(0)
        })
    );
    let Cost::Rules(rules) = &buy.cost else { panic!("rules") };
    assert_eq!((rules.len(), rules[0].when.len(), &rules[1].is), (2, 1, &literal(3)));

    let sell = &actions[2];
    assert_eq!(sell.params[0].kind, ParamKind::Number { min: 1, max: 5 });
    let rest = number(NumberKind::Binary {
        operator: Operator::Subtract,
        left: Box::new(literal(9)),
        right: Box::new(number(NumberKind::Param(first))),
    });
    assert_eq!(
        sell.when,
        [condition(ConditionKind::Compare {
            left: number(NumberKind::Fact(fact("gold", &[]))),
            comparison: Comparison::AtMost,
            right: rest
        })]
    );
    assert_eq!(sell.cost, Cost::Number(literal(1)), "the default");

    let drink = &actions[3];
    let changes: Vec<(usize, &ChangeKind)> =
        drink.changes().map(|(when, change)| (when.len(), &change.kind)).collect();
    assert_eq!(
        changes,
        [
            (0, &ChangeKind::Assign(Term::Bool(true))),
            (0, &ChangeKind::Assign(Term::Bool(false))),
            (1, &ChangeKind::Add(literal(10)))
        ]
    );
}

#[test]
fn goals_start_and_tests() {
    let domain = part_a();
    let [at, stock] = domain.start() else { panic!("two settings") };
    assert_eq!(domain.facts()[at.fact].name, "at");
    assert_eq!((stock.indices.len(), &stock.value), (2, &Value::Int(3)));
    let [test] = domain.tests() else { panic!("one test") };
    assert_eq!((test.name.as_str(), test.set.len()), ("buys_when_lawful", 2));
    let action = |name: &str| ExpectedStep::Action(domain.action_named(name).expect(name));
    let plan = [action("go"), ExpectedStep::Any, action("buy"), action("drink")];
    assert_eq!(
        (test.goal, test.plan.as_deref()),
        (domain.goal_named("get_drunk").expect("a goal"), Some(&plan[..]))
    );
}

#[test]
fn declarations_keep_their_spans() {
    let domain = part_a();
    let at = |place: SourceSpan| {
        let (source, span) = domain.files().resolve(place).expect("a place");
        source.text()[span.start as usize..span.end as usize].to_owned()
    };
    let buy = &domain.actions().as_slice()[1];
    assert_eq!(at(buy.span), "buy");
    assert_eq!(at(buy.when[1].span), "gold >= price[i]");
    let ConditionKind::Compare { right, .. } = &buy.when[1].kind else { panic!() };
    assert_eq!(at(right.span), "price[i]");
    assert_eq!(at(buy.changes().nth(2).expect("a change").1.fact.span), "stock[tavern, i]");
    assert_eq!(at(domain.facts().as_slice()[0].span), "tired");
    assert_eq!(at(domain.start()[1].span), "\"stock[tavern, bottle]\"");
    let Cost::Rules(rules) = &buy.cost else { panic!() };
    assert_eq!(at(rules[0].span), r#"{ when = ["lawful"], is = 2 }"#);
}

#[test]
fn expected_effects_are_planned_with_and_marked() {
    let text = "[facts]\nmag = { type = 'int', min = 0, max = 6 }\ndead = 'bool'\nproud = 'bool'\n\
                [action.shoot]\nwhen = ['mag > 0']\nthen = ['mag -= 1']\nhope = ['dead', { when = ['mag > 5'], then = ['proud'] }]\n\
                [action.pray]\nhope = ['dead']\ncost = 9\n\
                [goal.kill]\nwant = ['dead']\n[start]\nmag = 2";
    let domain =
        cunning_plan::read(&Source::new("duel.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let shoot = &domain.actions().as_slice()[0];
    assert!(matches!(&shoot.outcome, Outcome::Effects(effects) if effects.len() == 1));
    assert_eq!((shoot.hope.len(), shoot.effects().count(), shoot.changes().count()), (2, 3, 3));
    assert!(domain.actions().as_slice()[1].hope.len() == 1, "hope alone will do");
    let written = cunning_plan::write(&domain);
    let again =
        cunning_plan::read(&Source::new("duel.toml", written)).unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(again, domain);

    let (domain, goal) = (Arc::new(domain), GoalId::new(0));
    let (mut planner, grounding) =
        Planner::for_request(&domain, &PlanRequest::new(goal), PlannerConfig::default()).expect("a job");
    while planner.step(100) == Status::Running {}
    let plan = planner.plan().expect("a plan");
    let names: Vec<String> = plan.steps.iter().map(|step| grounding.show(step.id)).collect();
    assert_eq!(names, ["shoot"]);
}

#[test]
fn agent_sections_are_accepted_and_planning_part_round_trips() {
    let read = |text: &str| {
        cunning_plan::read(&Source::new("guard.toml", text)).unwrap_or_else(|found| panic!("{found}"))
    };
    let domain = read(PART_B);
    let take_cover = &domain.actions().as_slice()[0];
    assert_eq!(take_cover.params[0].query.as_deref(), Some("good_cover"));
    assert_eq!(take_cover.params[0].kind, ParamKind::Object(domain.type_named("cover").expect("a type")));
    let step = &domain.actions()[domain.action_named("step").expect("an action")];
    assert_eq!(
        step.params[0].kind,
        ParamKind::Object(domain.type_named("point").expect("a type")),
        "by its fill"
    );
    assert_eq!(read(&cunning_plan::write(&domain)), domain);
}

/// Reads `while` of actions as conditions, and takes a key of its own.
#[derive(Default)]
struct Whiles {
    read: Vec<(Owner, usize)>,
    own: usize,
}

impl SectionReader for Whiles {
    fn keys(&self, owner: OwnerKind) -> &'static [KeySpec] {
        const fn key(name: &'static str) -> KeySpec {
            KeySpec { name, doc: "", default: None, schema: "" }
        }
        const KEYS: [KeySpec; 2] = [key("while"), key("sound")];
        if owner == OwnerKind::Action { &KEYS } else { &[] }
    }

    fn read(&mut self, section: &Section, context: &mut SectionContext<'_, '_>) {
        if section.key.value == "sound" {
            self.own += 1;
            let warning = Diagnostic::warning(cunning_diag::Code::new("test/loud"), "loud");
            let warning = context.domain().files().point(warning, section.key.span);
            context.report(warning);
            return;
        }
        let Owner::Action(id) = section.owner else { return };
        let params = context.domain().actions()[id].params.clone();
        self.read.push((section.owner, context.conditions(&section.value, &params).len()));
    }
}

#[test]
fn section_readers_receive_their_sections_and_report_errors() {
    let mut whiles = Whiles::default();
    let text = PART_B.replace("stop = \"soon\"", "sound = \"bang\"");
    let (domain, warnings) = Reader::new()
        .section(&mut whiles)
        .read(&Source::new("guard.toml", text))
        .unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(warnings.iter().map(Diagnostic::message).collect::<Vec<_>>(), ["loud"]);
    let shoot = domain.action_named("shoot").expect("an action");
    assert_eq!((whiles.read, whiles.own), (vec![(Owner::Action(shoot), 1)], 1));

    let mut whiles = Whiles::default();
    let broken = PART_B
        .replace("while  = [\"sees[f]\"]", "while  = [\"see[f]\"]")
        .replace("want = [\"dead[f]\"]", "want = [\"ded[f]\"]");
    let found = Reader::new()
        .section(&mut whiles)
        .read(&Source::new("guard.toml", broken))
        .expect_err("two mistakes");
    let hints: Vec<Option<&str>> = found.iter().map(Diagnostic::hint_text).collect();
    assert_eq!(hints, [Some("did you mean `sees`?"), Some("did you mean `dead`?")], "{found}");
}

#[test]
fn curves_are_straight_between_points_and_constant_outside() {
    let text = "[curve.c]\npoints = [[-1, 5], [2, -1], [2.000001, 0.000001], [5, 1]]\n[curve.flat]\npoints = [[3, 0.5]]";
    let domain = cunning_plan::read(&Source::new("c.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let at = |curve: usize, x: &str| {
        let x = Micros::parse(x).expect("a number");
        domain.curves().as_slice()[curve].at(x).to_string()
    };
    for (x, y) in [
        ("-1000000000000", "5"),
        ("-1", "5"),
        ("0.5", "2"),
        ("2", "-1"),
        ("2.000001", "0.000001"),
        ("5", "1"),
        ("1000000000000", "1"),
    ] {
        assert_eq!(at(0, x), y, "at {x}");
        assert_eq!(at(1, x), "0.5", "one point is a level line");
    }
    // A third of the way down from 5 to -1, and one millionth further: rounded to the nearest millionth.
    assert_eq!(at(0, "0.000001"), "2.999998");
    let halves = "[curve.h]\npoints = [[0, 0], [2, 0.000001], [4, -0.000001]]";
    let domain = cunning_plan::read(&Source::new("h.toml", halves)).unwrap_or_else(|found| panic!("{found}"));
    let at = |x: &str| domain.curves().as_slice()[0].at(Micros::parse(x).expect("a number")).to_string();
    assert_eq!([at("1"), at("3.5")], ["0.000001", "-0.000001"], "halves away from zero");
}

#[test]
fn curves_are_usable_in_costs() {
    let text = "[facts]\nload = { type = 'int', min = 0, max = 9 }\nthere = 'bool'\n[curve.tired]\npoints = [[0, 1], [4, 2.5]]\n\
                [action.drop]\nthen = ['load -= 1']\ncost = 0.25\n[action.walk]\nthen = ['there']\ncost = 'curve.tired(load)'\n\
                [goal.go]\nwant = ['there']\n[start]\nload = 3";
    let domain = cunning_plan::read(&Source::new("c.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let (mut planner, _) =
        Planner::for_request(&Arc::new(domain), &PlanRequest::new(GoalId::new(0)), PlannerConfig::default())
            .expect("a job");
    while planner.step(100) == Status::Running {}
    // Each piece of luggage costs 0.375 on the way and 0.25 to be rid of.
    assert_eq!(planner.plan().map(|plan| (plan.steps.len(), plan.cost_micros)), Some((4, 1_750_000)));
}

/// The least cost of a goal, and the steps.
fn plan(text: &str) -> (u64, Vec<String>) {
    let domain = cunning_plan::read(&Source::new("p.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let written = cunning_plan::write(&domain);
    let again =
        cunning_plan::read(&Source::new("w.toml", &*written)).unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(again, domain, "{written}");
    let query = PlanRequest::new(GoalId::new(0));
    let (mut planner, grounding) =
        Planner::for_request(&Arc::new(domain), &query, PlannerConfig::default()).expect("a job");
    while planner.step(100) == Status::Running {}
    let plan = planner.plan().expect("a plan");
    (plan.cost_micros, plan.steps.iter().map(|step| grounding.show(step.id)).collect())
}

#[test]
fn move_section_declares_the_walking_action() {
    let world = "[types]\nplace = ['beach', 'docks', 'tavern']\n[facts]\nat = 'place'\ndrunk = 'bool'\n\
                 [tables]\nwalk = { of = ['place', 'place'], default = 4, values = { 'beach,docks' = 1, 'docks,tavern' = 1.5 } }\n\
                 fare = { of = ['place'], default = 7, values = { tavern = 0.5 } }\n\
                 [goal.get_drunk]\nwant = ['drunk']\n[action.drink]\nnear = 'tavern'\nthen = ['drunk']\n";
    let of = |moving: &str| plan(&format!("{world}{moving}"));
    assert_eq!(of("[move]\nfact = 'at'"), (2_000_000, vec!["move(tavern)".into(), "drink".into()]));
    assert_eq!(
        of("[move]\nfact = 'at'\ncost = 'walk'"),
        (3_500_000, vec!["move(beach, docks)".into(), "move(docks, tavern)".into(), "drink".into()])
    );
    assert_eq!(
        of("[move]\nfact = 'at'\ncost = 'fare'\nname = 'ride'"),
        (1_500_000, vec!["ride(tavern)".into(), "drink".into()])
    );
    // An undeclared table gets its numbers from the game.
    assert_eq!(
        of("[move]\nfact = 'at'\ncost = 'path'"),
        (2_000_000, vec!["move(beach, tavern)".into(), "drink".into()])
    );
}

#[test]
fn agent_without_a_location_moves_at_the_default_cost() {
    let text = "[types]\nspot = { open = true, max = 3 }\n[objects]\nspot = ['gate', 'yard']\n[facts]\nat = 'spot?'\nrung = 'bool'\n\
                [tables]\nwalk = { of = ['spot', 'spot'], default = 6, values = { 'gate,yard' = 2 } }\n\
                [move]\nfact = 'at'\ncost = 'walk'\n[action.ring]\nparams = { s = 'spot' }\nnear = 's'\nthen = ['rung']\n\
                [goal.alarm]\nwant = ['rung']\n";
    assert_eq!(plan(text), (7_000_000, vec!["move_from_none(gate)".into(), "ring(gate)".into()]));
    let domain = cunning_plan::read(&Source::new("g.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let names: Vec<&str> = domain.actions().as_slice().iter().map(|action| action.name.as_str()).collect();
    assert_eq!(names, ["ring", "move", "move_from_none"], "after those that are written");
    let moves = domain.movement().expect("a movement");
    assert_eq!((moves.actions.len(), moves.implies_table), (2, false));
    let ring = &domain.actions().as_slice()[0];
    assert_eq!((ring.near.clone(), ring.when.len()), (Some(Term::Param(ParamId::new(0))), 1));
}

#[test]
fn query_points_become_objects_of_the_named_type() {
    let text = "[types]\npoint = { open = true, max = 8 }\n[query.ring]\nfrom = { ring = 8, radius = 6 }\nas = 'point'\n\
                [action.step]\nparams = { p = 'query.ring' }";
    let domain = cunning_plan::read(&Source::new("q.toml", text)).unwrap_or_else(|found| panic!("{found}"));
    let point = domain.type_named("point").expect("a type");
    assert_eq!(domain.actions().as_slice()[0].params[0].kind, ParamKind::Object(point));
}
