//! Each lint reports what it is for, with the right span, and nothing else.
//!
//! As in the diagnostics tests, `«` marks the expected position of the warning.

use cunning_diag::{DIAGNOSTICS_MAX, Diagnostics, Severity, Source};
use cunning_plan::lint::{Archetype, Outside, lint, lint_archetypes};

fn found(text: &str) -> Diagnostics {
    let domain =
        cunning_plan::read(&Source::new("test.toml", text)).unwrap_or_else(|found| panic!("{found}\n{text}"));
    lint(&domain, &Outside::default())
}

/// Checks that the lint of this code says the phrase at the mark, and nothing else.
#[track_caller]
fn warns(code: &str, phrase: &str, text: &str) {
    let (before, after) = text.split_once('«').expect("a mark");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().expect("a line").chars().count() + 1;
    let found = found(&format!("{before}{after}"));
    assert!(found.iter().all(|found| found.severity() == Severity::Warning));
    let shown: Vec<String> =
        found.iter().filter(|found| found.code().as_str() == code).map(ToString::to_string).collect();
    assert_eq!(shown.len(), 1, "{text}\n{found}");
    assert!(shown[0].starts_with(&format!("test.toml:{line}:{column}: warning[{code}]")), "{}", shown[0]);
    assert!(shown[0].contains(phrase), "{}", shown[0]);
}

#[track_caller]
fn silent(code: &str, text: &str) {
    let found = found(text);
    assert!(found.iter().all(|found| found.code().as_str() != code), "{text}\n{found}");
}

#[test]
fn never_written() {
    let code = "plan/never-written";
    warns(code, "`a` is read", "[facts]\na = 'bool'\n[goal.g]\nwant = ['«a']");
    warns(
        code,
        "`a` is read",
        "[facts]\na = 'bool'\nb = 'bool'\n[action.x]\nthen = [{ when = ['«a'], then = ['b'] }]",
    );
    warns(
        code,
        "`n` is read",
        "[facts]\nn = { type = 'int', min = 0, max = 3 }\n[action.x]\ncost = '1 + «n'",
    );
    silent(code, "[facts]\na = { type = 'bool', sensed = true }\n[goal.g]\nwant = ['a']");
    silent(code, "[facts]\na = 'bool'\n[start]\na = true\n[goal.g]\nwant = ['a']");
    silent(code, "[facts]\na = 'bool'\n[action.x]\nthen = ['a']\n[goal.g]\nwant = ['a']");
    silent(code, "[facts]\na = 'bool'\n[action.x]\nachieves = 'g'\n[goal.g]\nwant = ['a']");
}

#[test]
fn facts_written_outside_are_not_reported() {
    let text = "[facts]\na = 'bool'\nb = 'bool'\n[action.x]\nwhen = ['a']\nthen = ['b']";
    let domain = cunning_plan::read(&Source::new("test.toml", text)).expect("a valid domain");
    assert_eq!(lint(&domain, &Outside::default()).len(), 2);
    let [a, b] = domain.facts().ids().collect::<Vec<_>>()[..] else { panic!("two facts") };
    let outside = Outside { written: [a].into(), read: [b].into(), ..Outside::default() };
    assert_eq!(lint(&domain, &outside).len(), 0);
}

const PLACES: &str = "[types]\nplace = ['beach', 'docks', 'moon']\nport = ['docks_port']\n[facts]\nat = 'place'\nnear = 'place?'\n\
    n = { type = 'int', min = 0, max = 9 }\nwon = 'bool'\nin = 'port'\n";

#[test]
fn unproducible_value() {
    let code = "plan/unproducible-value";
    let go = "[action.go]\nthen = ['at = docks', 'n = 4']\n";
    warns(
        code,
        "`at == moon` never holds",
        &format!("{PLACES}{go}[action.x]\nwhen = ['«at == moon']\nthen = ['won']"),
    );
    warns(code, "`n > 4` never holds", &format!("{PLACES}{go}[action.x]\nwhen = ['«n > 4']\nthen = ['won']"));
    warns(
        code,
        "never holds",
        &format!("{PLACES}{go}[action.x]\nwhen = [«{{ any = ['at == moon', 'n == 7'] }}]\nthen = ['won']"),
    );
    warns(
        code,
        "never holds",
        &format!("{PLACES}{go}[action.x]\nthen = ['won']\ncost = [{{ when = ['«at == moon'], is = 1 }}]"),
    );
    for when in [
        "'at == docks'",
        "'at == beach'",
        "'n == 4'",
        "'n < 1'",
        "{ any = ['at == moon', 'n == 0'] }",
        "'at != moon'",
    ] {
        silent(code, &format!("{PLACES}{go}[action.x]\nwhen = [{when}]\nthen = ['won']"));
    }
    silent(
        code,
        &format!(
            "{PLACES}[action.go]\nparams = {{ p = 'place' }}\nthen = ['at = p']\n[action.x]\nwhen = ['at == moon']\nthen = ['won']"
        ),
    );
    silent(
        code,
        &format!("{PLACES}{go}[action.x]\nwhen = ['at == moon']\nthen = ['won']\n[start]\nat = 'moon'"),
    );
    silent(
        code,
        &format!("{PLACES}[action.up]\nthen = ['n += 1']\n[action.x]\nwhen = ['n > 4']\nthen = ['won']"),
    );
}

#[test]
fn unproducible_goal() {
    let code = "plan/unproducible-goal";
    warns(
        code,
        "the goal `g`",
        &format!("{PLACES}[action.x]\nthen = ['at = docks']\n[goal.g]\nwant = ['at == docks', '«won']"),
    );
    warns(
        code,
        "the goal `g`",
        &format!("{PLACES}[action.x]\nthen = ['at = docks']\n[goal.g]\nwant = ['«at == moon']"),
    );
    warns(
        code,
        "the goal `g`",
        "[types]\nfoe = ['orc']\n[facts]\ndead = { type = 'bool', of = ['foe'] }\n[goal.g]\nwant = ['some foe f: «dead[f]']",
    );
    silent(
        code,
        &format!(
            "{PLACES}[action.x]\nthen = ['won']\n[goal.g]\nwant = ['won', 'not won', 'at == beach', 'near == none']"
        ),
    );
    silent(
        code,
        "[types]\nfoe = ['orc']\n[facts]\ndead = { type = 'bool', of = ['foe'] }\n[goal.g]\nwant = ['every foe f: dead[f]']",
    );
}

#[test]
fn unused() {
    let code = "plan/unused";
    let fine = "[types]\nplace = ['beach', 'docks']\n[facts]\nat = 'place'\n[tables]\nwalk = { of = ['place'] }\n\
                [action.go]\nparams = { to = 'place' }\nthen = ['at = to']\ncost = 'walk[to]'\n[goal.g]\nparams = { p = 'place' }\nwant = ['at == p']\n";
    silent(code, fine);
    warns(code, "the fact `idle`", &fine.replace("[tables]", "«idle = 'bool'\n[tables]"));
    warns(code, "the table `idle`", &fine.replace("[action.go]", "«idle = { }\n[action.go]"));
    warns(code, "the type `idle`", &fine.replace("[facts]", "«idle = ['x']\n[facts]"));
    warns(code, "the parameter `q`", &fine.replace("to = 'place' }", "to = 'place', «q = 'place' }"));
    warns(code, "the parameter `n`", &fine.replace("p = 'place' }", "p = 'place', «n = '1..2' }"));
    silent(code, &fine.replace("to = 'place' }", "to = 'place', q = 'place' }\ncheck = 'free'"));
    silent(code, &fine.replace("[tables]", "seen = { type = 'bool', sensed = true }\n[tables]"));
}

#[test]
fn undoes_condition() {
    let code = "plan/undoes-condition";
    let once = "[facts]\narmed = 'bool'\nwon = 'bool'\n[start]\narmed = true\n[action.shoot]\nwhen = ['«armed']\nthen = ['won', 'not armed']";
    warns(code, "`shoot` undoes its own condition `armed`", once);
    silent(code, "[facts]\nlit = 'bool'\n[action.light]\nwhen = ['not lit']\nthen = ['lit']");
    silent(code, &format!("{}\n[action.load]\nthen = ['armed']", once.replace('«', "")));
    silent(
        code,
        &once.replace('«', "").replace("armed = 'bool'", "armed = { type = 'bool', sensed = true }"),
    );
    silent(code, &once.replace('«', "").replace("'not armed'", "{ when = ['won'], then = ['not armed'] }"));
}

#[test]
fn range_blocks() {
    let code = "plan/range-blocks";
    let world = "[types]\nitem = ['coin']\n[facts]\nx = { type = 'int', min = 0, max = 9 }\nc = { type = 'int', min = 0, max = 9, overflow = 'clamp' }\n\
                 [tables]\nprice = { of = ['item'] }\n[action.a]\nparams = { i = 'item', n = '1..5' }\n";
    warns(code, "`x` above 9", &format!("{world}then = ['«x += 1']"));
    warns(code, "`x` below 0", &format!("{world}then = ['«x -= 1']"));
    warns(code, "`x` below 0", &format!("{world}then = ['«x += -1']"));
    warns(code, "`x` above 9", &format!("{world}when = ['x < 6']\nthen = ['«x += n']"));
    warns(code, "`x` below 0", &format!("{world}when = ['x > 1']\nthen = ['«x -= 3']"));
    warns(code, "`x` below 0", &format!("{world}then = ['«x -= price[i]']"));
    warns(code, "`x` above 9", &format!("{world}then = ['«x = 10']"));
    for body in [
        "when = ['x < 9']\nthen = ['x += 1']",
        "when = ['x > 0']\nthen = ['x -= 1']",
        "when = ['x <= 9 - n']\nthen = ['x += n']",
        "when = ['x <= 4']\nthen = ['x += n']",
        "when = ['x >= price[i]']\nthen = ['x -= price[i]']",
        "then = [{ when = ['x == 3'], then = ['x += 1'] }]",
        "then = ['c += 1', 'x = 9']",
        "then = ['c -= 100']",
    ] {
        silent(code, &format!("{world}{body}"));
    }
}

#[test]
fn forward_only() {
    let code = "plan/forward-only";
    let world = "[facts]\nx = { type = 'int', min = 0, max = 9 }\ny = { type = 'int', min = 0, max = 9 }\nk = { type = 'int', min = 0, max = 9 }\n\
                 [action.a]\nwhen = ['x < 9']\nthen = ['x += 1']\n[action.b]\n";
    warns(code, "actions change `x`", &format!("{world}then = ['y = «x']"));
    warns(code, "actions change `x`", &format!("{world}cost = '1 + «x'"));
    warns(code, "actions change `x`", &format!("{world}when = ['k > 2 * «x']"));
    silent(code, &format!("{world}when = ['x > 2', 'y > x', 'x > k * 2']\nthen = ['y = k']\ncost = 'k'"));
}

#[test]
fn never_applies() {
    let code = "plan/never-applies";
    let doors = "[types]\nroom = ['hall', 'vault', 'attic']\n[facts]\nat = 'room'\nkey = 'bool'\nlit = 'bool'\nrich = 'bool'\n\
                 n = { type = 'int', min = 0, max = 9 }\n\
                 [action.rob]\nwhen = ['at == vault']\nthen = ['rich']\n[goal.g]\nwant = ['rich', 'lit']\n";
    // The key lies where only who has the key can go; no single condition tells.
    let locked = "[action.enter]\nwhen = ['key']\nthen = ['at = vault']\n[action.«take]\nwhen = ['at == vault', 'lit']\nthen = ['key']\n[action.light]\nthen = ['lit']";
    let text = format!("{doors}{locked}").replace('«', "");
    let names: Vec<String> = found(&text)
        .iter()
        .filter(|found| found.code().as_str() == code)
        .map(|found| found.message().split('`').nth(1).expect("a name").to_owned())
        .collect();
    assert_eq!(names, ["rob", "enter", "take"]);
    silent(code, &format!("{text}\n[start]\nkey = true"));
    silent(code, &format!("{text}\n[test.t]\nset = {{ at = 'vault' }}\ngoal = 'g'"));
    silent(code, &text.replace("key = 'bool'", "key = { type = 'bool', sensed = true }"));

    let doors = doors.replace("[action.rob]\nwhen = ['at == vault']", "[action.rob]");
    warns(
        code,
        "`x` can never be done: it contradicts itself",
        &format!(
            "{doors}[action.«x]\nparams = {{ r = 'room' }}\nwhen = ['r == hall', 'r != hall']\nthen = ['lit']"
        ),
    );
    warns(
        code,
        "`x` can never be done",
        &format!(
            "{doors}[action.up]\nthen = ['n += 1']\n[action.«x]\nwhen = ['n > 3', 'n < 2']\nthen = ['lit']"
        ),
    );
    warns(code, "`x` can never be done", &format!("{doors}[action.«x]\nthen = ['lit', 'n = 12']"));
    warns(
        code,
        "`x` can never be done: neither the start nor any action",
        &format!(
            "{doors}[action.down]\nwhen = ['n > 0']\nthen = ['n -= 1']\n[action.«x]\nwhen = ['n >= 5']\nthen = ['lit']\n[start]\nn = 2"
        ),
    );
    warns(
        code,
        "`x` can never be done",
        &format!("{doors}[action.«x]\nwhen = ['n < 2']\nthen = ['lit', 'n -= 5']"),
    );
    silent(code, &format!("{doors}[action.x]\nwhen = ['n >= 5']\nthen = ['lit']"));
    silent(
        code,
        &format!(
            "{doors}[action.up]\nwhen = ['n < 9']\nthen = ['n += 1']\n[action.x]\nwhen = ['n >= 5']\nthen = ['lit']"
        ),
    );
}

#[test]
fn unknown_facts_are_assumed_favourable() {
    let codes = ["plan/never-applies", "plan/helps-no-goal", "plan/unreachable-goal"];
    for text in [
        // Objects: two at least, so that they can differ.
        "[types]\nfoe = { open = true, max = 9 }\n[facts]\nsees = { type = 'bool', of = ['foe'] }\ndead = { type = 'bool', of = ['foe'] }\n\
         [action.a]\nparams = { f = 'foe', g = 'foe' }\nwhen = ['f != g', 'sees[f]', 'no foe h: dead[h]']\nthen = ['dead[f]']\n\
         [goal.g]\nparams = { f = 'foe' }\nwant = ['dead[f]']",
        // And none at all, so that something holds for every one.
        "[types]\nfoe = { open = true, max = 9 }\n[facts]\ndead = { type = 'bool', of = ['foe'] }\nglad = 'bool'\n\
         [action.a]\nwhen = ['every foe f: dead[f]', 'not glad']\nthen = ['glad']\n[action.revive]\nparams = { f = 'foe' }\nwhen = ['dead[f]']\nthen = ['not dead[f]']\n\
         [goal.g]\nwant = ['glad']\n[test.t]\nset = { 'dead[orc]' = true }\ngoal = 'g'\n[objects]\nfoe = ['orc']",
        // Tables that list nothing, in conditions and costs.
        "[types]\nplace = ['here', 'there']\n[facts]\nat = 'place'\n[tables]\nroad = { of = ['place', 'place'], default = -1 }\n\
         [action.go]\nparams = { from = 'place', to = 'place' }\nwhen = ['at == from', 'road[from, to] > 0']\nthen = ['at = to']\ncost = 'road[from, to]'\n\
         [goal.g]\nwant = ['at == there']",
        // Traits; what they are compared with matters all the same.
        "[facts]\ngold = { type = 'int', min = 0, max = 9 }\nrich = 'bool'\n[action.work]\nthen = ['gold += 1']\n\
         [action.stop]\nwhen = ['gold > trait.greed']\nthen = ['rich']\ncost = '1 - trait.greed'\n[goal.g]\nwant = ['rich']",
        "[facts]\ngold = { type = 'int', min = 0, max = 9 }\n[action.work]\nthen = ['gold += trait.strength']\n[goal.g]\nwant = ['gold == 9']",
    ] {
        for code in codes {
            silent(code, text);
        }
    }
}

#[test]
fn helps_no_goal() {
    let code = "plan/helps-no-goal";
    let world = "[types]\nitem = ['rum', 'rope']\n[facts]\nhas = { type = 'bool', of = ['item'] }\ndrunk = 'bool'\nriding = 'bool'\n\
                 [action.buy]\nparams = { i = 'item' }\nthen = ['has[i]']\n\
                 [action.drink]\nwhen = ['has[rum]']\nthen = ['drunk']\ncost = [{ when = ['riding'], is = 1 }, { is = 2 }]\n";
    let goal = "[goal.g]\nwant = ['drunk']\n";
    warns(
        code,
        "`climb` helps no goal",
        &format!("{world}{goal}[action.«climb]\nwhen = ['has[rope]']\nthen = ['not has[rope]']"),
    );
    warns(code, "`wait` helps no goal", &format!("{world}{goal}[action.«wait]"));
    silent(code, &format!("{world}{goal}[action.ride]\nthen = ['riding']"));
    silent(
        code,
        &format!(
            "{world}[goal.g]\nparams = {{ i = 'item' }}\nwant = ['has[i]', 'drunk']\n[action.climb]\nthen = ['not has[rope]']"
        ),
    );
    // Without a goal the file is a part of another.
    silent(code, world);
    // What a sub-goal wants is planned for in its turn.
    silent(
        code,
        "[facts]\na = 'bool'\nb = 'bool'\nc = 'bool'\n[action.x]\nachieves = 'sub'\n[action.y]\nthen = ['a']\n[action.z]\nthen = ['b']\n\
         [goal.sub]\nwant = ['a', 'b']\n[goal.g]\nwant = ['a']",
    );
    let text = format!(
        "{world}{goal}[action.sit]\nthen = ['not riding', 'has[rope]']\n[action.wait]\nwhen = ['has[rope]']"
    );
    let domain = cunning_plan::read(&Source::new("test.toml", text.as_str())).expect("a valid domain");
    let outside =
        Outside { actions: domain.action_named("wait").into_iter().collect(), ..Outside::default() };
    assert!(lint(&domain, &outside).iter().all(|found| found.code().as_str() != code));
}

#[test]
fn unreachable_goal() {
    let code = "plan/unreachable-goal";
    let world = "[facts]\nbread = 'bool'\nflour = 'bool'\noven = 'bool'\n[action.bake]\nwhen = ['flour', 'oven']\nthen = ['bread']\n\
                 [action.mill]\nwhen = ['bread']\nthen = ['flour']\n[action.heat]\nthen = ['oven']\n";
    warns(code, "the goal `g` cannot be reached", &format!("{world}[goal.«g]\nwant = ['bread']"));
    silent(code, &format!("{world}[goal.g]\nwant = ['oven', 'not bread']"));
    silent(code, &format!("{world}[goal.g]\nwant = ['bread']\n[start]\nflour = true"));
    silent(code, &format!("{world}[action.sow]\nthen = ['flour']\n[goal.g]\nwant = ['bread']"));
    // Said already, with a better place.
    silent(
        code,
        "[facts]\na = 'bool'\nb = 'bool'\n[action.x]\nthen = ['not a', 'b']\n[goal.g]\nwant = ['a', 'b']",
    );
}

#[test]
fn huge_range() {
    let code = "plan/huge-range";
    let world = |max: u32, body: &str| {
        format!(
            "[tables]\nprice = {{ default = 3 }}\n[facts]\n«n = {{ type = 'int', min = 0, max = {max}, overflow = 'clamp' }}\n[action.x]\n{body}\n[goal.g]\nwant = ['n > 5']"
        )
    };
    warns(code, "`n` has 100001 values", &world(100_000, "then = ['n += 1']"));
    warns(code, "small steps", &world(100_000, "params = { k = '1..5' }\nthen = ['n -= k']"));
    warns(code, "small steps", &world(100_000, "then = ['n -= price']"));
    for silent_one in [
        world(1000, "then = ['n += 1']"),
        world(100_000, "then = ['n += 1000']"),
        world(100_000, "then = ['n = 100']"),
        world(100_000, "then = ['n += 0']"),
    ] {
        silent(code, &silent_one.replace('«', ""));
    }
}

#[test]
fn table_fraction() {
    let code = "plan/table-fraction";
    let shop = |price: &str, action: &str| {
        format!(
            "[types]\nitem = ['bottle', 'rum']\nplace = ['bay']\n[facts]\ngold = {{ type = 'int', min = 0, max = 9 }}\n\
             has = {{ type = 'bool', of = ['item'] }}\n[tables]\n{price}\n[action.buy]\nparams = {{ i = 'item' }}\n{action}\n\
             [goal.g]\nwant = ['has[rum]']"
        )
    };
    let one = "price = { of = ['item'], default = 1, values = { rum = 2, «bottle = 2.5 } }";
    let told = "`price[bottle]` is 2.5, but `buy` needs whole numbers: it can never be done there";
    warns(code, told, &shop(one, "when = ['gold >= price[i]']\nthen = ['has[i]']"));
    warns(code, told, &shop(one, "then = ['has[i]', 'gold -= 2 * price[i]']"));
    warns(
        code,
        told,
        &shop(one, "then = ['has[i]', { when = ['gold < price[bottle]'], then = ['gold = 0'] }]"),
    );
    warns(code, told, &shop(one, "when = ['every item o: gold >= price[o]']\nthen = ['has[i]']"));
    let plain = "«price = { default = 2.5 }";
    warns(code, "`price` is 2.5, but", &shop(plain, "when = ['gold >= price']\nthen = ['has[i]']"));
    let default = "«price = { of = ['item'], default = 0.5, values = { rum = 2 } }";
    warns(
        code,
        "`price` is 0.5 by default",
        &shop(default, "when = ['gold >= price[i]']\nthen = ['has[i]']"),
    );
    let goal = shop(one, "then = ['has[i]']").replace("'has[rum]'", "'gold < price[bottle]'");
    warns(code, "but `g` needs whole numbers: it can never be met there", &goal);

    let one = one.replace('«', "");
    for fine in [
        // Costs may have decimals.
        shop(&one, "then = ['has[i]']\ncost = 'price[i]'"),
        // Another entry.
        shop(&one, "when = ['gold >= price[rum]']\nthen = ['has[i]']"),
        // Left out on purpose.
        shop(&one, "when = ['i != bottle', 'gold >= price[i]']\nthen = ['has[i]']"),
        shop(&one, "when = ['i == rum', 'gold >= price[i]']\nthen = ['has[i]']"),
        // Nothing is left to the default.
        shop(
            "price = { of = ['item'], default = 0.5, values = { rum = 2, bottle = 3 } }",
            "when = ['gold >= price[i]']\nthen = ['has[i]']",
        ),
        shop("price = { default = 2 }", "when = ['gold >= price']\nthen = ['has[i]']"),
    ] {
        silent(code, &fine);
    }
}

#[test]
fn archetypes_are_linted_separately() {
    let text = "[facts]\narmed = 'bool'\nsafe = 'bool'\nrich = 'bool'\n[action.arm]\nthen = ['armed']\n\
                [action.fight]\nwhen = ['armed']\nthen = ['safe']\n[action.flee]\nthen = ['safe', 'not armed']\n[action.sing]\n\
                [goal.survive]\nwant = ['safe']\n[goal.riches]\nwant = ['rich']";
    let domain = cunning_plan::read(&Source::new("test.toml", text)).expect("a valid domain");
    let archetype = |name: &str, actions: &[&str], goals: &[&str]| Archetype {
        name: name.to_owned(),
        actions: actions.iter().filter_map(|action| domain.action_named(action)).collect(),
        goals: goals.iter().filter_map(|goal| domain.goal_named(goal)).collect(),
    };
    let shown = |archetypes: &[Archetype]| -> Vec<String> {
        let found = lint_archetypes(&domain, &Outside::default(), archetypes);
        found.iter().map(|found| format!("{}: {}", found.code().as_str(), found.message())).collect()
    };
    let whole = shown(&[]);
    assert_eq!(
        whole,
        [
            "plan/helps-no-goal: `sing` helps no goal: none of its effects matter for any goal",
            "plan/never-written: `rich` is read, but nothing ever changes it",
            "plan/unproducible-goal: the goal `riches` can never be met: no action makes this true",
        ]
    );
    // Who can do all and wants all has nothing of his own to complain about; nor does who sings.
    let hero = archetype("hero", &["arm", "fight", "flee", "sing"], &["survive", "riches"]);
    assert_eq!(shown(std::slice::from_ref(&hero)), whole);
    let guards = [
        archetype("guard", &["fight"], &["survive"]),
        hero,
        archetype("page", &["arm", "flee"], &["survive"]),
        archetype("squire", &["fight", "sing"], &["survive"]),
        archetype("coward", &["flee"], &["survive"]),
    ];
    let own: Vec<String> = shown(&guards).into_iter().filter(|shown| !whole.contains(shown)).collect();
    assert_eq!(
        own,
        [
            "plan/helps-no-goal: for `page`: `arm` helps no goal: none of its effects matter for any goal",
            "plan/never-written: for `guard` and `squire`: `armed` is read, but nothing ever changes it",
        ]
    );
}

#[test]
fn omitted_findings_are_counted_once() {
    let text = format!(
        "[facts]\nx = {{ type = 'int', min = 0, max = 9 }}\n[action.a]\nthen = ['x = 0{}']\n[goal.g]\nwant = ['x == 9']",
        " + x".repeat(150)
    );
    let domain = cunning_plan::read(&Source::new("test.toml", text.as_str())).expect("a valid domain");
    let one = Archetype {
        name: "one".to_owned(),
        actions: domain.actions().ids().collect(),
        goals: domain.goals().ids().collect(),
    };
    for found in [found(&text), lint_archetypes(&domain, &Outside::default(), &[one])] {
        assert_eq!((found.len(), found.left_out()), (150, 150 - DIAGNOSTICS_MAX), "{found}");
    }
}

#[test]
fn lints_are_fast_for_large_domains() {
    let objects: Vec<String> = (0..60_000).map(|at| format!("'o{at}'")).collect();
    for text in [
        format!("[types]\nt = [{}]\n[facts]\nf = {{ type = 'bool', of = ['t'] }}\n[action.x]\nparams = {{ a = 't', b = 't' }}\nwhen = ['f[a]']\nthen = ['f[b]']\n[goal.g]\nwant = ['every t o: f[o]']", objects.join(", ")),
        "[facts]\nn = { type = 'int', min = 0, max = 9 }\n[action.x]\nparams = { a = '0..999999999', b = '0..999999999' }\nwhen = ['n < a']\nthen = ['n = b']\n[goal.g]\nwant = ['n > 3']".to_owned(),
    ] {
        // It would take hours, or all memory, if it were ground.
        assert!(!found(&text).has_errors());
    }
}

#[test]
fn example_domains_have_no_warnings() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../domains");
    let files = std::fs::read_dir(folder).expect("the folder of domains");
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
        if text.contains("[query.") || text.contains("relevance") {
            // What those read, minds know and the planner does not; the command's tests check such files.
            continue;
        }
        let found = found(&text);
        assert!(found.is_empty(), "{found}");
        count += 1;
    }
    assert!(count >= 6, "{count}");
}

/// What the lints that say "never" say is so: the cheapest plan has nothing that they complain about.
#[test]
fn actions_of_valid_plans_are_not_reported() {
    let (mut plans, mut accusations) = (0, 0);
    for seed in 0..1500 {
        let generated = cunning_oracle::generate::generate(seed);
        let text = generated.model.to_string();
        let domain = cunning_plan::read(&Source::new("test.toml", text.as_str()))
            .unwrap_or_else(|found| panic!("seed {seed}: {found}"));
        // Where the query begins is for it to say.
        let set = generated.query.set.iter().map(|(fact, _)| fact.split('[').next().unwrap_or_default());
        let outside = Outside {
            written: set.filter_map(|name| domain.fact_named(name)).collect(),
            ..Outside::default()
        };
        let found = lint(&domain, &outside);
        let codes = ["plan/never-applies", "plan/helps-no-goal", "plan/unreachable-goal"];
        let accused: Vec<&str> = found
            .iter()
            .filter(|found| codes.contains(&found.code().as_str()))
            .filter_map(|found| found.message().split('`').nth(1))
            .collect();
        accusations += accused.len();
        let oracle = cunning_oracle::OracleDomain::parse(&text).expect("the oracle reads it too");
        let limits = cunning_oracle::Limits { states_max: 3000 };
        let outcome = oracle.solve(&generated.query, limits).expect("a query that fits");
        let cunning_oracle::Verdict::Solved { plan, .. } = outcome.verdict else { continue };
        if generated.query.tables.is_empty() {
            plans += 1;
            let used = plan.iter().map(|step| step.action.as_str()).chain([generated.query.goal.as_str()]);
            for name in used {
                assert!(!accused.contains(&name), "seed {seed}: {name}\n{text}\n{:?}", generated.query);
            }
        }
    }
    assert!(plans > 500 && accusations > 300, "{plans} plans, {accusations} accusations");
}
