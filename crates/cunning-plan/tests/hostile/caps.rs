//! Every cap, what exceeds it tenfold, and what is said then.

use cunning_plan::limits;
use cunning_plan::tree::{Node, NodeKind, Text};
use cunning_plan::{Builder, PlanningDomain};

use super::{ground, many};

/// A cap.
pub(crate) struct Cap {
    pub(crate) name: &'static str,
    /// Inputs that exceed it.
    pub(crate) exceeded: Vec<Input>,
    /// What is said about them.
    pub(crate) told: String,
}

/// What is refused.
pub(crate) enum Input {
    /// One file.
    Text(String),
    /// A file, and the text of whatever it includes.
    Including(String, String),
    /// What a file is too small to say.
    Built(Builder),
    /// A domain that is read; its first goal cannot be planned for.
    Ground(String),
}

use Input::Including;

/// Facts to speak of.
const FACTS: &str = "[facts]\na = 'bool'\nx = { type = 'int', min = 0, max = 9 }\n";

pub(crate) fn all() -> Vec<Cap> {
    [files(), words(), nesting(), types(), declarations(), lists(), numbers(), ground::caps()]
        .into_iter()
        .flatten()
        .collect()
}

fn cap(name: &'static str, exceeded: Vec<Input>) -> Cap {
    Cap { name, exceeded, told: "plan/limit".to_owned() }
}

fn text(text: impl Into<String>) -> Input {
    Input::Text(text.into())
}

/// Ten times as many as allowed.
fn ten_times(max: usize, before: &str, one: impl Fn(usize) -> String, after: &str) -> Input {
    text(before.to_owned() + &many(10 * max, one) + after)
}

/// A list of the same entry, ten times as long as allowed.
fn repeated(max: usize, before: &str, one: &str, after: &str) -> Input {
    ten_times(max, before, |_| one.to_owned(), after)
}

/// A table without a place.
fn table(entries: impl IntoIterator<Item = (String, Node)>) -> Node {
    let entries = entries.into_iter().map(|(key, value)| (Text::nowhere(key), value));
    Node::nowhere(NodeKind::Table(entries.collect()))
}

fn files() -> Vec<Cap> {
    let including = |count: usize| format!("[domain]\ninclude = [{}]", many(count, |at| format!("'{at}',")));
    vec![
        cap("FILE_BYTES_MAX", vec![text(" ".repeat(10 * limits::FILE_BYTES_MAX))]),
        cap("FILES_MAX", vec![Including(including(10 * limits::FILES_MAX), String::new())]),
        cap("TOTAL_BYTES_MAX", vec![Including(including(40), " ".repeat(limits::FILE_BYTES_MAX))]),
    ]
}

fn words() -> Vec<Cap> {
    let name = "n".repeat(10 * limits::NAME_BYTES_MAX);
    let names = [
        format!("[domain]\nname = '{name}'"),
        format!("[types]\n{name} = ['o']"),
        format!("[types]\nt = ['{name}']"),
        format!("[types]\nt = {{ open = true, max = 1 }}\n[objects]\nt = ['{name}']"),
        format!("[facts]\n{name} = 'bool'"),
        format!("[tables]\n{name} = {{ default = 1 }}"),
        format!("[action.{name}]"),
        format!("[action.a]\ncheck = '{name}'"),
        format!("[goal.{name}]"),
        format!("[goal.g]\nparams = {{ {name} = '1..2' }}"),
        format!("[goal.g]\n[test.{name}]\ngoal = 'g'"),
        format!("{FACTS}[goal.g]\nwant = ['x > trait.{name}']"),
        format!("[types]\nt = ['o']\n{FACTS}[goal.g]\nwant = ['no t {name}: a']"),
    ];
    let doc = "d".repeat(10 * limits::DOC_BYTES_MAX);
    let docs = [
        format!("doc = '{doc}'"),
        format!("[domain]\ndoc = '{doc}'"),
        format!("[types]\ndoc = '{doc}'"),
        format!("[action.a]\ncost = [{{ is = 1, doc = '{doc}' }}]"),
        format!("{FACTS}[goal.g]\nwant = [{{ any = ['a'], doc = '{doc}' }}]"),
    ];
    let sum = " + 1".repeat(10 * limits::EXPRESSION_BYTES_MAX / 4);
    vec![
        cap("NAME_BYTES_MAX", names.into_iter().map(text).collect()),
        cap("DOC_BYTES_MAX", docs.into_iter().map(text).collect()),
        cap("EXPRESSION_BYTES_MAX", vec![text(format!("{FACTS}[goal.g]\nwant = ['x > 1{sum}']"))]),
    ]
}

fn nesting() -> Vec<Cap> {
    let levels = 10 * limits::NESTING_MAX;
    let nested = |open: &str, inner: &str, close: &str, levels: usize| {
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    };
    let texts = [
        format!("{FACTS}[goal.g]\nwant = ['x > {}']", nested("(", "1", ")", levels)),
        format!("{FACTS}[goal.g]\nwant = [{}]", nested("{ any = [", "'a'", "] }", levels)),
        format!("[facts]\na = {}", nested("[", "1", "]", 50_000)),
        format!("a{} = 1", ".a".repeat(50_000)),
        format!("[a{}]", ".a".repeat(50_000)),
    ];
    vec![cap("NESTING_MAX", texts.into_iter().map(text).collect())]
}

fn types() -> Vec<Cap> {
    let objects: Vec<Node> = (0..10 * limits::OBJECTS_MAX).map(|at| format!("o{at}").into()).collect();
    let open = format!("[types]\nt = {{ open = true, max = {} }}", 10 * limits::OBJECTS_MAX);
    let wide = format!("[types]\no = ['p']\nt = [{}]\n", many(20_000, |at| format!("'o{at}',")));
    vec![
        cap(
            "TYPES_MAX",
            vec![ten_times(limits::TYPES_MAX, "[types]\n", |at| format!("t{at} = ['o']\n"), "")],
        ),
        cap(
            "UNION_MEMBERS_MAX",
            vec![
                repeated(limits::UNION_MEMBERS_MAX, "[types]\no = ['p']\nt = { any = [", "'o',", "] }"),
                // Unions of unions, one of each.
                ten_times(
                    limits::UNION_MEMBERS_MAX,
                    "[types]\nu0 = ['o']\n",
                    |at| format!("u{} = {{ any = ['u{at}'] }}\n", at + 1),
                    "",
                ),
            ],
        ),
        cap(
            "OBJECTS_MAX",
            vec![Input::Built(PlanningDomain::builder("b").raw("types", "t", objects)), text(open)],
        ),
        cap(
            "UNION_OBJECTS_MAX",
            vec![ten_times(
                limits::UNION_OBJECTS_MAX / 20_000 + 1,
                &wide,
                |at| format!("u{at} = {{ any = ['t', 'o'] }}\n"),
                "",
            )],
        ),
    ]
}

fn declarations() -> Vec<Cap> {
    let values = (0..10 * limits::TABLE_VALUES_MAX).map(|at| (format!("o{at}"), 1.into()));
    let values = table([("values".to_owned(), table(values))]);
    let settings = || (0..10 * limits::SETTINGS_MAX).map(|at| (format!("f{at}"), true.into()));
    let start = settings()
        .fold(PlanningDomain::builder("b"), |builder, (fact, value)| builder.raw("start", &fact, value));
    let test = table([("goal".to_owned(), "g".into()), ("set".to_owned(), table(settings()))]);
    let test = PlanningDomain::builder("b").goal("g", [""; 0]).raw("test", "t", test);
    vec![
        cap(
            "FACTS_MAX",
            vec![ten_times(limits::FACTS_MAX, "[facts]\n", |at| format!("f{at} = 'bool'\n"), "")],
        ),
        cap(
            "TABLES_MAX",
            vec![ten_times(limits::TABLES_MAX, "[tables]\n", |at| format!("t{at} = {{ }}\n"), "")],
        ),
        cap("TABLE_VALUES_MAX", vec![Input::Built(PlanningDomain::builder("b").raw("tables", "t", values))]),
        cap(
            "CURVES_MAX",
            vec![ten_times(limits::CURVES_MAX, "", |at| format!("[curve.c{at}]\npoints = [[0, 0]]\n"), "")],
        ),
        cap(
            "CURVE_POINTS_MAX",
            vec![ten_times(
                limits::CURVE_POINTS_MAX,
                "[curve.c]\npoints = [",
                |at| format!("[{at}, 1],"),
                "]",
            )],
        ),
        cap("ACTIONS_MAX", vec![ten_times(limits::ACTIONS_MAX, "", |at| format!("[action.a{at}]\n"), "")]),
        cap("GOALS_MAX", vec![ten_times(limits::GOALS_MAX, "", |at| format!("[goal.g{at}]\n"), "")]),
        cap(
            "TRAITS_MAX",
            vec![ten_times(
                limits::TRAITS_MAX,
                FACTS,
                |at| format!("[goal.g{at}]\nwant = ['x > trait.t{at}']\n"),
                "",
            )],
        ),
        cap("SETTINGS_MAX", vec![Input::Built(start), Input::Built(test)]),
        cap(
            "TESTS_MAX",
            vec![ten_times(limits::TESTS_MAX, "[goal.g]\n", |at| format!("[test.t{at}]\ngoal='g'\n"), "")],
        ),
    ]
}

fn lists() -> Vec<Cap> {
    let t = "[types]\nt = ['o']\n";
    vec![
        cap(
            "INDICES_MAX",
            vec![
                repeated(
                    limits::INDICES_MAX,
                    &format!("{t}[facts]\nf = {{ type = 'bool', of = ["),
                    "'t',",
                    "] }",
                ),
                repeated(limits::INDICES_MAX, &format!("{t}[tables]\nf = {{ of = ["), "'t',", "] }"),
            ],
        ),
        cap(
            "PARAMS_MAX",
            vec![ten_times(
                limits::PARAMS_MAX,
                "[goal.g]\nparams = { ",
                |at| format!("p{at} = '1..2', "),
                "}",
            )],
        ),
        cap(
            "CONDITIONS_MAX",
            vec![repeated(limits::CONDITIONS_MAX, &format!("{FACTS}[goal.g]\nwant = ["), "'a',", "]")],
        ),
        cap(
            "EFFECTS_MAX",
            vec![
                repeated(limits::EFFECTS_MAX, &format!("{FACTS}[action.b]\nthen = ["), "'a',", "]"),
                repeated(
                    limits::EFFECTS_MAX / 100,
                    &format!("{FACTS}[action.b]\nthen = ["),
                    &format!("{{ when = ['x == 1'], then = [{}] }},", "'a',".repeat(100)),
                    "]",
                ),
            ],
        ),
        cap(
            "COST_RULES_MAX",
            vec![repeated(limits::COST_RULES_MAX, "[action.b]\ncost = [", "{ is = 1 },", "]")],
        ),
        cap(
            "TEST_STEPS_MAX",
            vec![repeated(limits::TEST_STEPS_MAX, "[goal.g]\n[test.t]\ngoal = 'g'\nplan = [", "'..',", "]")],
        ),
    ]
}

fn numbers() -> Vec<Cap> {
    let (int, number, cost) = (10 * limits::INT_MAX, 10 * limits::NUMBER_MAX, 10 * limits::COST_MAX);
    let ranges = [
        format!("[facts]\nx = {{ type = 'int', min = 0, max = {int} }}"),
        format!("[goal.g]\nparams = {{ n = '0..{int}' }}"),
    ];
    let literals = [
        format!("{FACTS}[goal.g]\nwant = ['x < {number}']"),
        format!("[tables]\nt = {{ default = {number} }}"),
    ];
    let costs = [format!("[action.a]\ncost = {cost}"), format!("[action.a]\ncost = '{cost}'")];
    vec![
        Cap {
            name: "INT_MAX",
            exceeded: ranges.into_iter().map(text).collect(),
            told: "plan/int-range".to_owned(),
        },
        cap("NUMBER_MAX", literals.into_iter().map(text).collect()),
        Cap {
            name: "COST_MAX",
            exceeded: costs.into_iter().map(text).collect(),
            told: "plan/cost".to_owned(),
        },
    ]
}
