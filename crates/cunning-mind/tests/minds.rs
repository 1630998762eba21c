//! Minds by name: typed handles survive reloads, errors name what is wrong, commands are owned.

use std::fmt::Write as _;
use std::time::Duration;

use cunning_mind::{
    Budget, Command, Domain, GameObject, MindError, Minds, NameKind, Order, OrderState, Spawn,
};
use proptest::prelude::*;

const SHOP: &str = r#"
[types]
item = ["rum", "coin"]
foe = { open = true, max = 2 }
animal = { open = true, max = 2 }
[facts]
open = "bool"
stock = { type = "int", min = 0, max = 9, of = ["item"] }
hand = "item?"
target = { type = "foe?", sensed = true }
dead = { type = "bool", of = ["foe"] }
[tables]
price = { of = ["item"], default = 2 }
[action.unlock]
then = ["open"]
[action.shoot]
params = { f = "foe" }
then = ["dead[f]"]
[goal.sell]
want = ["open"]
[goal.kill]
params = { f = "foe" }
want = ["dead[f]"]
relevance = [{ score = 0 }]
[goal.dream]
want = ["hand == rum"]
[agent.keeper]
actions = ["unlock", "shoot"]
goals = { sell = 1, kill = 1 }
"#;

fn shop() -> Minds {
    Minds::new(&Domain::from_str("shop.toml", SHOP).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn errors_name_what_is_wrong() {
    let mut minds = shop();
    let keeper = minds.spawn("keeper").unwrap();
    let text = |error: Result<(), MindError>| error.unwrap_err().to_string();
    assert_eq!(text(minds.set(keeper, "opne", true)), "unknown fact `opne`; did you mean `open`?");
    assert_eq!(text(minds.set(keeper, "open", 3)), "`open` takes a bool, not the int 3");
    assert_eq!(text(minds.set(keeper, ("stock", "rum"), 10)), "`stock` is between 0 and 9; 10 is outside");
    assert_eq!(text(minds.set(keeper, "stock", 1)), "`stock` takes 1 indices, not 0");
    assert_eq!(text(minds.set(keeper, ("stock", "rmu"), 1)), "unknown object `rmu`; did you mean `rum`?");
    assert_eq!(text(minds.set(keeper, "hand", GameObject(3))), "object 3 is not bound; call `bind` first");
    assert_eq!(text(minds.set(keeper, "target", GameObject(7))), "object 7 is not bound; call `bind` first");
    minds.bind("animal", GameObject(7), "goat").unwrap();
    let wrong = text(minds.set(keeper, "target", GameObject(7)));
    assert_eq!(wrong, "`target` takes an object of type `foe`, not object 7");
    let again = text(minds.bind("foe", GameObject(7), "goat"));
    assert_eq!(again, "object 7 is already bound as `animal`; unbind it first");
    assert_eq!(
        text(minds.bind("item", GameObject(8), "")),
        "type `item` is not open; only types with `open = true` take objects of the game"
    );
    assert_eq!(text(minds.spawn("keper").map(|_| ())), "unknown archetype `keper`; did you mean `keeper`?");
    let order = minds.order(keeper, Order::goal("dream"));
    assert!(matches!(order, Err(MindError::ForeignGoal { .. })));
    let order = minds.order(keeper, Order::goal("kill").arg("foe", GameObject(7)));
    assert_eq!(order.unwrap_err().to_string(), "unknown parameter `foe`");
    let order = minds.order(keeper, Order::goal("kill").arg("f", GameObject(9)));
    assert_eq!(order, Err(MindError::NotBound(GameObject(9))));
    minds.remove(keeper);
    assert_eq!(minds.set(keeper, "open", true), Err(MindError::NoAgent(keeper)));
    assert_eq!(minds.set_table(None, ("price", "rum"), 3.5), Ok(()));
    assert!(minds.set_table(None, ("price", "rum"), f64::NAN).is_err());
}

#[test]
fn commander_below_the_agent_is_rejected() {
    let mut minds = shop();
    let [a, b, c] = [(); 3].map(|()| minds.spawn("keeper").unwrap());
    minds.set_commander(b, Some(a)).unwrap();
    minds.set_commander(c, Some(b)).unwrap();
    assert_eq!(minds.set_commander(a, Some(c)), Err(MindError::CommandCircle(a)));
    assert_eq!(minds.set_commander(a, Some(a)), Err(MindError::CommandCircle(a)));
    assert_eq!(minds.subordinates(a), [b]);
}

#[test]
fn withdrawn_order_ends_its_goal() {
    let mut minds = shop();
    let keeper = minds.spawn("keeper").unwrap();
    minds.set(keeper, "open", true).unwrap();
    minds.bind("foe", GameObject(u64::MAX), "orc").unwrap();
    let order = minds.order(keeper, Order::goal("kill").arg("f", GameObject(u64::MAX))).unwrap();
    minds.tick(Duration::from_millis(16), Budget::default());
    let mut started = None;
    while let Some(command) = minds.next_command() {
        match command {
            Command::Start(step) => {
                assert_eq!(*step.arg("f").unwrap(), GameObject(u64::MAX));
                started = Some(step.id);
            }
            Command::Report(report) => assert_eq!((report.order, report.state), (order, OrderState::TakenUp)),
            other => panic!("{other:?}"),
        }
    }
    assert!(minds.withdraw(order));
    assert!(!minds.withdraw(order), "it is over");
    let stopped = std::iter::from_fn(|| minds.next_command())
        .find_map(|command| if let Command::Stop(step) = command { Some(step.id) } else { None });
    assert_eq!(stopped, started);
}

#[test]
fn rest_of_a_plan_has_names_and_arguments() {
    let mut minds = shop();
    let keeper = minds.spawn("keeper").unwrap();
    minds.set(keeper, "open", true).unwrap();
    minds.bind("foe", GameObject(7), "orc").unwrap();
    minds.order(keeper, Order::goal("kill").arg("f", GameObject(7))).unwrap();
    assert!(minds.plan(keeper).is_empty());
    minds.tick(Duration::from_millis(16), Budget::default());
    let plan = minds.plan(keeper);
    assert_eq!(plan.iter().map(ToString::to_string).collect::<Vec<_>>(), ["shoot(#7)"]);
    assert_eq!((plan[0].name(), plan[0].arg("f").unwrap().as_object()), ("shoot", Some(GameObject(7))));
    assert!(plan[0].arg("g").is_err());
}

#[test]
fn step_that_consists_of_orders_is_a_command() {
    let domain = Domain::from_str(
        "hill.toml",
        r#"
        facts = { taken = "bool", fired = "bool" }
        action.fire = { then = ["fired"] }
        action.assault = { then = ["taken"], orders = [{ to = "all", goal = "suppress" }], done = { need = "all" } }
        goal.take_hill = { want = ["taken"] }
        goal.suppress = { want = ["fired"], relevance = [{ score = 0 }] }
        agent.captain = { actions = ["assault"], goals = { take_hill = 1 } }
        agent.soldier = { actions = ["fire"], goals = { suppress = 1 } }
        "#,
    );
    let mut minds = Minds::new(&domain.unwrap_or_else(|error| panic!("{error}")));
    let captain = minds.spawn("captain").unwrap();
    minds.spawn_with("soldier", Spawn::new().commander(captain)).unwrap();
    let mut started = Vec::new();
    for _ in 0..3 {
        minds.tick(Duration::from_millis(16), Budget::default());
        while let Some(command) = minds.next_command() {
            if let Command::Start(step) = command {
                started.push((step.name().to_owned(), step.is_command()));
            }
        }
    }
    assert_eq!(started, [("assault".to_owned(), true), ("fire".to_owned(), false)]);
}

/// Returns a version of a domain: facts in some order, each with one of several types.
fn version(facts: &[(usize, usize)]) -> String {
    const TYPES: [&str; 4] =
        ["'bool'", "{ type = 'int', min = 0, max = 9 }", "'place?'", "{ type = 'bool', of = ['place'] }"];
    let mut text = String::from("[types]\nplace = ['a', 'b']\n[facts]\nwell = 'bool'\n");
    for (name, ty) in facts {
        let _ = writeln!(text, "fact_{name} = {}", TYPES[*ty]);
    }
    text.push_str("[action.mend]\nthen = ['well']\n[goal.be_well]\nwant = ['well']\n[agent.one]\nactions = ['mend']\ngoals = { be_well = 1 }\n");
    text
}

fn versions() -> impl Strategy<Value = Vec<(usize, usize)>> {
    let all: Vec<usize> = (0..6).collect();
    (Just(all).prop_shuffle(), proptest::collection::vec((any::<bool>(), 0..4_usize), 6)).prop_map(
        |(order, kinds)| {
            order
                .into_iter()
                .zip(kinds)
                .filter(|(_, (is_there, _))| *is_there)
                .map(|(name, (_, ty))| (name, ty))
                .collect()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    // A handle of one version refers to the same fact in every later one, or is dead; never to another fact.
    #[test]
    fn typed_handles_survive_reloads(history in proptest::collection::vec(versions(), 2..6)) {
        let read = |facts: &[(usize, usize)]| Domain::from_str("v.toml", &version(facts)).unwrap();
        let mut minds = Minds::new(&read(&history[0]));
        let agent = minds.spawn("one").unwrap();
        // Handles of bools and ints, with the fact and the type they were created for.
        let mut bools: Vec<(usize, cunning_mind::Fact<bool>)> = Vec::new();
        let mut ints: Vec<(usize, cunning_mind::Fact<i64>)> = Vec::new();
        for facts in &history {
            minds.reload(&read(facts)).unwrap();
            let ty = |name: usize| facts.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty);
            for (name, handle) in &bools {
                let key = format!("fact_{name}");
                let was = minds.tell(agent, *handle, true);
                // Alive exactly if the fact exists with its type and did so in all versions since.
                prop_assert_eq!(was.is_ok(), minds.fact::<bool>(&key).is_ok_and(|now| now == *handle));
                if was.is_ok() {
                    prop_assert_eq!(ty(*name), Some(0));
                    prop_assert_eq!(minds.get(agent, &key).unwrap(), true);
                }
                prop_assert_eq!(minds.symbol_name(handle.symbol()), Some(key.as_str()));
            }
            for (at, (name, handle)) in ints.iter().enumerate() {
                let value = (at % 9) as i64;
                if minds.tell(agent, *handle, value).is_ok() {
                    prop_assert_eq!(ty(*name), Some(1));
                    prop_assert_eq!(minds.get(agent, &format!("fact_{name}")).unwrap(), value);
                }
            }
            for (name, ty) in facts {
                let key = format!("fact_{name}");
                match ty {
                    0 => bools.push((*name, minds.fact::<bool>(&key).unwrap())),
                    1 => ints.push((*name, minds.fact::<i64>(&key).unwrap())),
                    _ => prop_assert!(minds.fact::<bool>(&key).is_err() || *ty == 3),
                }
            }
            // A fact that keeps its name and type keeps its symbol.
            for (name, ty) in facts.iter().filter(|(_, ty)| *ty == 0) {
                let _ = ty;
                let key = format!("fact_{name}");
                let symbol = minds.symbol(NameKind::Fact, &key);
                prop_assert_eq!(minds.fact::<bool>(&key).ok().map(cunning_mind::Fact::symbol), symbol);
            }
        }
    }
}

#[test]
fn beliefs_are_set_through_symbols_of_facts_only() {
    let mut minds = shop();
    let keeper = minds.spawn("keeper").unwrap();
    let stock = minds.symbol(NameKind::Fact, "stock").unwrap();
    minds.tell_symbol(keeper, stock, &["rum".into()], 3.into(), 1.0).unwrap();
    assert_eq!(minds.get(keeper, ("stock", "rum")).unwrap(), 3);
    let error = minds.find_symbol(NameKind::Fact, "stokc").unwrap_err();
    assert_eq!(error.to_string(), "unknown fact `stokc`; did you mean `stock`?");
    let unlock = minds.symbol(NameKind::Action, "unlock").unwrap();
    assert_eq!(minds.tell_symbol(keeper, unlock, &[], true.into(), 1.0), Err(MindError::DeadHandle));
    let error = minds.tell_symbol(keeper, stock, &["rum".into()], 3.into(), f64::NAN).unwrap_err();
    assert_eq!(error.code(), "bad-number");
}

#[test]
fn names_of_commands_have_symbols_that_outlive_a_reload() {
    let text = "types.place = [\"a\", \"b\"]\nfacts.at = \"place\"\n\
        action.go = { params = { to = \"place\" }, when = [\"at != to\"], then = [\"at = to\"], check = \"free\" }\n\
        goal.reach.want = [\"at == b\"]\n\
        agent.guard = { actions = [\"go\"], goals = { reach = 1 }, sensors = [\"eyes\"] }\n\
        agent.dog = { actions = [\"go\"], goals = { reach = 1 }, sensors = [\"eyes\"] }";
    let mut minds = Minds::new(&Domain::from_str("a.toml", text).unwrap());
    minds.spawn("dog").unwrap();
    minds.poll_sensor("eyes", Duration::from_millis(1)).unwrap();
    let symbol = |minds: &Minds, kind, name| minds.symbol(kind, name).unwrap();
    let (eyes, free) = (symbol(&minds, NameKind::Sensor, "eyes"), symbol(&minds, NameKind::Check, "free"));
    let (go, b) = (symbol(&minds, NameKind::Action, "go"), symbol(&minds, NameKind::Object, "place.b"));
    let mut seen = Vec::new();
    for round in 0..3 {
        minds.tick(Duration::from_millis(16), Budget::default());
        while let Some(command) = minds.next_command() {
            match command {
                Command::Sense(poll) => seen.push(minds.symbol_of(&poll.sensor)),
                Command::Ask(check) => {
                    seen.push(minds.symbol_of(&check.name));
                    minds.answer(check.id, true);
                }
                Command::Start(step) => {
                    seen.push(Some(step.symbol()));
                    for (_, value) in step.args() {
                        let cunning_mind::Value::Name(name) = value else { panic!("{value}") };
                        seen.push(minds.symbol_of(name));
                    }
                }
                _ => {}
            }
        }
        if round == 0 {
            let longer = format!("{text}\ngoal.rest.want = [\"at == a\"]");
            minds.reload(&Domain::from_str("a.toml", &longer).unwrap()).unwrap();
        }
    }
    for known in [eyes, free, go, b] {
        assert!(seen.contains(&Some(known)), "{known:?} in {seen:?}");
    }
    assert!(!seen.contains(&None), "{seen:?}");
    assert_eq!(minds.symbol_of(&"eyes".into()), None);
    assert_eq!(
        minds.describe_symbol(free).map(|(kind, name)| (kind, &**name)),
        Some((NameKind::Check, "free"))
    );
}

#[test]
fn fact_that_returns_after_a_reload_keeps_its_symbol() {
    let with = Domain::from_str("v.toml", &version(&[(0, 0), (1, 1)])).unwrap();
    let without = Domain::from_str("v.toml", &version(&[(1, 1)])).unwrap();
    let mut minds = Minds::new(&with);
    let agent = minds.spawn("one").unwrap();
    let fact = minds.fact::<bool>("fact_0").unwrap();
    minds.reload(&without).unwrap();
    assert_eq!(minds.tell(agent, fact, true), Err(MindError::DeadHandle));
    assert!(!minds.is_alive(fact.symbol()));
    minds.reload(&with).unwrap();
    assert_eq!(minds.tell(agent, fact, true), Ok(()));
}
