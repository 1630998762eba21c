//! Diagnostics of all rules about agents, with code, location and message.
//!
//! A case is a code, a part of the message or hint, and a text in which `«` marks the location: the line and column
//! of the diagnostic must be those of the mark.

use cunning_diag::{Diagnostic, Diagnostics, Source};

/// A code, a part of the message, and a text with a mark.
type Case<'a> = (&'a str, &'a str, &'a str);

fn read(text: &str) -> Result<Diagnostics, Diagnostics> {
    cunning_mind::read_with(&Source::new("test.toml", text), |_| None).map(|(_, warnings)| warnings)
}

fn shown(diagnostic: &Diagnostic) -> String {
    format!("{diagnostic} ({})", diagnostic.hint_text().unwrap_or_default())
}

/// Returns the text without its mark, and the expected start of the message.
fn marked(world: &str, text: &str) -> (String, String) {
    let marked = format!("{world}\n{text}");
    let (before, after) = marked.split_once('«').expect("a mark");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().expect("a line").chars().count() + 1;
    (format!("{before}{after}"), format!("test.toml:{line}:{column}: "))
}

/// Checks that the world with each text has exactly one error, at the mark.
#[track_caller]
fn assert_mistakes(world: &str, cases: &[Case<'_>]) {
    for (code, phrase, text) in cases {
        let (text, place) = marked(world, text);
        let found = read(&text).expect_err(&text);
        let all: Vec<String> = found.iter().map(shown).collect();
        assert_eq!(all.len(), 1, "{text}\n{all:#?}");
        assert!(all[0].starts_with(&format!("{place}error[{code}]")), "{place} {code}\n{text}\n{all:#?}");
        assert!(all[0].contains(phrase), "{phrase}\n{text}\n{all:#?}");
    }
}

#[track_caller]
fn assert_fine(world: &str, texts: &[&str]) {
    for text in texts {
        let text = format!("{world}\n{text}");
        match read(&text) {
            Ok(warnings) => assert!(warnings.is_empty(), "{warnings}\n\n{text}"),
            Err(found) => panic!("{found}\n\n{text}"),
        }
    }
}

#[test]
fn errors_in_memory_keys_of_facts() {
    let fact = |keys: &str| format!("[facts]\nx = {{ type = 'int', min = 0, max = 9, {keys} }}");
    let cases = [
        ("plan/shape", "a duration such as", "forget = «3"),
        ("mind/duration", "malformed duration", "forget = «'long'"),
        ("mind/duration", "malformed duration", "forget = «'-1 s'"),
        ("mind/duration", "missing unit of time", "forget = «'20'"),
        ("mind/duration", "`ms`, `s`, `min` and `h`", "forget = «'20 sec'"),
        ("mind/duration", "longer than 30 days", "forget = «'800 h'"),
        ("mind/range", "from 0 to 1, not 1.5", "threshold = «1.5"),
        ("plan/shape", "expected a number", "threshold = «'0.5'"),
        ("mind/word", "did you mean `world`?", "scope = «'wrld'"),
        ("plan/shape", "one of `agent`, `squad`, `world`", "scope = «true"),
        ("mind/drift", "malformed rate", "drift = «'2'"),
        ("mind/drift", "malformed rate", "drift = «'fast / h'"),
        ("mind/duration", "unknown unit of time `day`", "drift = «'2 / day'"),
        ("mind/word", "did you mean `never`?", "wake = «'nevr'"),
        ("plan/keys", "either `step` or `cross`", "wake = «{ }"),
        ("plan/keys", "either `step` or `cross`", "wake = «{ step = 2, cross = [3] }"),
        ("plan/unknown-key", "did you mean `cross`?", "wake = { step = 2, «cros = [] }"),
        ("mind/wake", "from 1 to 9, not 0", "wake = { step = «0 }"),
        ("mind/wake", "never crosses 10", "wake = { cross = [2, «10] }"),
        ("mind/wake", "in rising order", "wake = { cross = [5, «5] }"),
    ];
    for (code, phrase, keys) in cases {
        assert_mistakes("", &[(code, phrase, &fact(keys))]);
    }
    assert_mistakes(
        "",
        &[
            ("mind/drift", "a fact of type `int`", "[facts]\na = { type = 'bool', drift = «'1 / s' }"),
            ("mind/wake", "a fact of type `int`", "[facts]\na = { type = 'bool', wake = «{ step = 1 } }"),
        ],
    );
    for keys in ["forget = '1.5 min'", "drift = '-0.5/s'", "wake = 'never'", "wake = { cross = [0, 9] }"] {
        assert_fine("", &[&fact(keys)]);
    }
}

const QUERIES: &str = "[types]\nfoe = { open = true, max = 4 }\npoint = { open = true, max = 8 }\ncover = ['wall', 'crate']\n\
    [facts]\ntarget = 'foe?'\nalert = 'bool'\nsees = { type = 'bool', of = ['foe'] }\nfear = { type = 'int', min = 0, max = 9, of = ['foe'] }\n\
    [curve.near]\npoints = [[0, 1], [20, 0]]";

#[test]
fn errors_in_sources_of_queries() {
    assert_mistakes(
        QUERIES,
        &[
            ("plan/keys", "needs `from`", "[query.«q]\ntake = 1"),
            ("plan/unknown-name", "did you mean `foe`?", "[query.q]\nfrom = «'fo'"),
            (
                "plan/unknown-name",
                "unknown type `fo`",
                "[query.q]\nfrom = «'fo'\n[goal.g]\nparams = { f = 'query.q', g = 'query.q' }",
            ),
            ("plan/unknown-key", "did you mean `score`?", "[query.q]\nfrom = 'foe'\n«scor = '1'"),
            ("plan/shape", "a type, or", "[query.q]\nfrom = «3"),
            ("plan/keys", "these candidates are objects", "[query.q]\nfrom = 'foe'\nas = «'point'"),
            ("mind/query", "add `as = …`", "[query.«q]\nfrom = { ring = 8, radius = 6 }"),
            (
                "mind/query",
                "`cover` is not open",
                "[query.q]\nfrom = { ring = 8, radius = 6 }\nas = «'cover'",
            ),
            (
                "plan/keys",
                "expected `{ ring = 8, radius = 6 }`",
                "[query.q]\nas = 'point'\nfrom = «{ ring = 8, spacing = 6 }",
            ),
            (
                "mind/range",
                "`ring` must be an integer from 1",
                "[query.q]\nas = 'point'\nfrom = { ring = «0, radius = 6 }",
            ),
            (
                "mind/range",
                "`grid` must be an integer",
                "[query.q]\nas = 'point'\nfrom = { grid = «33, spacing = 6 }",
            ),
            (
                "mind/range",
                "`radius` must be a number",
                "[query.q]\nas = 'point'\nfrom = { ring = 3, radius = «-1 }",
            ),
            (
                "mind/query",
                "around `c`",
                "[query.q]\nas = 'point'\nfrom = { ring = 3, radius = 1, around = «'c' }",
            ),
            (
                "plan/unknown-name",
                "did you mean `target`?",
                "[query.q]\nas = 'point'\nfrom = { ring = 3, radius = 1, around = «'targt' }",
            ),
            (
                "mind/query",
                "does not name an object",
                "[query.q]\nas = 'point'\nfrom = { ring = 3, radius = 1, around = «'alert' }",
            ),
            ("mind/range", "`take` must be an integer from 1", "[query.q]\nfrom = 'foe'\ntake = «0"),
            ("mind/duration", "unknown unit", "[query.q]\nfrom = 'foe'\nevery = «'1 m'"),
            ("plan/name", "is not a valid name", "[query.«'a b']\nfrom = 'foe'"),
        ],
    );
}

#[test]
fn errors_in_tests_and_scores_of_queries() {
    assert_mistakes(
        QUERIES,
        &[
            (
                "plan/unknown-name",
                "did you mean `self`?",
                "[query.q]\nfrom = 'foe'\nwhere = ['near(«slf, c)']",
            ),
            ("mind/query", "does not name an object", "[query.q]\nfrom = 'foe'\nwhere = ['near(«alert)']"),
            (
                "mind/query",
                "expected `self`, `c` or a fact",
                "[query.q]\nfrom = 'foe'\nwhere = ['near(c, «3)']",
            ),
            (
                "plan/limit",
                "too many arguments of a question: 5",
                "[query.q]\nfrom = 'foe'\nwhere = ['«near(c, c, c, c, c)']",
            ),
            ("plan/unknown-name", "did you mean `sees`?", "[query.q]\nfrom = 'foe'\nwhere = ['«see[c]']"),
            ("plan/type", "is of type `cover`, not `foe`", "[query.q]\nfrom = 'cover'\nwhere = ['sees[«c]']"),
            ("plan/shape", "a list of tests", "[query.q]\nfrom = 'foe'\nwhere = «'free(c)'"),
            ("plan/syntax", "empty", "[query.q]\nfrom = 'foe'\nwhere = ['«']"),
            ("plan/unknown-name", "unknown", "[query.q]\nfrom = 'foe'\nscore = '1 + «fer[c]'"),
            (
                "plan/unknown-name",
                "did you mean `near`?",
                "[query.q]\nfrom = 'foe'\nscore = 'curve.«nar(dist(self, c))'",
            ),
            (
                "plan/syntax",
                "takes one number",
                "[query.q]\nfrom = 'foe'\nscore = 'curve.«near(dist(self, c), 1)'",
            ),
            (
                "plan/syntax",
                "wrong number of arguments",
                "[query.q]\nfrom = 'foe'\nscore = '«abs(dist(self, c), 1)'",
            ),
            (
                "plan/unknown-name",
                "did you mean `target`?",
                "[query.q]\nfrom = 'foe'\nscore = '0 - dist(c, «targe)'",
            ),
        ],
    );
    assert_fine(
        QUERIES,
        &[
            "[query.q]\nfrom = 'foe'\nwhere = ['free(c)', 'not hides(c, target)', 'sees[c]', 'fear[c] > 2', { any = ['alert', 'c == target'] }]",
            "[query.q]\nfrom = 'foe'\nscore = 'max(0, 9 - fear[c]) * curve.near(path(self, c)) - dist(c, target) / 2 + curve.near(fear[c])'",
            "[query.q]\nfrom = { grid = 5, spacing = 2, around = 'target' }\nas = 'point'\nscore = 3",
        ],
    );
}

#[test]
fn errors_in_fill_of_open_types() {
    let world =
        "[query.worst]\nfrom = 'foe'\n[query.ring]\nfrom = { ring = 8, radius = 6 }\nas = 'point'\n[types]";
    let foe = |fill: &str| {
        format!("point = {{ open = true, max = 8 }}\nfoe = {{ open = true, max = 2, fill = {fill} }}")
    };
    for (code, phrase, fill) in [
        ("plan/shape", "a query such as", "«3"),
        ("plan/unknown-name", "did you mean `worst`?", "«'query.wrst'"),
        ("mind/fill", "write \"query.worst\"", "«'worst'"),
        ("mind/fill", "of type `point`, not `foe`", "«'query.ring'"),
    ] {
        assert_mistakes(world, &[(code, phrase, &foe(fill))]);
    }
    assert_mistakes(
        world,
        &[(
            "mind/fill",
            "is not open",
            "point = { open = true, max = 8 }\nfoe = { open = true, max = 2 }\nany = { any = ['foe'], fill = «'query.worst' }",
        )],
    );
    assert_fine(world, &[&foe("'query.worst'")]);
}

const ACTIONS: &str = "[types]\nfoe = { open = true, max = 4 }\nplace = ['here', 'there']\n[facts]\nready = 'bool'\n\
    sees = { type = 'bool', of = ['foe'] }\n[goal.kill]\nparams = { f = 'foe', n = '1..3' }\n[goal.rest]\n\
    [action.act]\nparams = { f = 'foe', p = 'place', n = '1..3', m = '0..3' }";

#[test]
fn errors_in_keys_of_actions() {
    assert_mistakes(
        ACTIONS,
        &[
            ("plan/unknown-name", "this action has no parameter `g`", "claims = [«'g']"),
            ("mind/claim", "only objects can be claimed", "claims = [«'n']"),
            ("mind/claim", "claimed twice", "claims = ['f', «'f']"),
            ("plan/shape", "write `[\"f\"]`", "claims = «'f'"),
            ("mind/duration", "unknown unit", "duration = «'1 d'"),
            ("plan/unknown-name", "did you mean `sees`?", "while = ['«see[f]']"),
            ("plan/shape", "a list of conditions", "while = «3"),
            ("mind/duration", "missing unit", "grace = «'1'"),
            ("mind/range", "`retries` must be an integer from 0", "retries = «-1"),
            ("mind/duration", "malformed duration", "timeout = «'soon'"),
            ("plan/shape", "a duration such as", "cooldown = «0.5"),
            ("mind/word", "higher by 0.2", "interrupt = «'sometimes'"),
            ("mind/range", "a number from 0", "interrupt = «'higher by much'"),
            ("mind/range", "a number from 0", "interrupt = «'higher by -1'"),
            ("mind/word", "did you mean `soon`?", "stop = «'son'"),
            ("plan/unknown-key", "did you mean `timeout`?", "«timout = '1 s'"),
        ],
    );
    assert_fine(
        ACTIONS,
        &[
            "claims = ['p', 'f']\nwhile = ['sees[f]', 'no foe f: sees[f]']\ninterrupt = 'higher by 0.2'\nstop = 'now'",
            "grace = '0 s'\nretries = 0\ntimeout = '8 s'\ncooldown = '20 ms'\ninterrupt = 'never'",
        ],
    );
}

#[test]
fn errors_in_orders() {
    assert_mistakes(
        ACTIONS,
        &[
            ("mind/order", "`orders` is empty", "orders = «[]"),
            ("plan/shape", "an order such as", "orders = [«'rest']"),
            ("plan/keys", "an order needs a `goal`", "orders = [«{ bias = 1 }]"),
            ("plan/unknown-name", "did you mean `rest`?", "orders = [{ goal = «'rst', bias = 1 }]"),
            (
                "mind/range",
                "`bias` must be a number from -1000",
                "orders = [{ goal = 'rest', bias = «5000 }]",
            ),
            ("mind/word", "did you mean `rest`?", "orders = [{ to = «'rst', goal = 'rest', bias = 1 }]"),
            ("mind/range", "the number of receivers", "orders = [{ to = «0, goal = 'rest', bias = 1 }]"),
            ("plan/unknown-key", "did you mean `bias`?", "orders = [{ goal = 'rest', bias = 1, «bia = 2 }]"),
            (
                "plan/unknown-name",
                "the goal `kill` has no parameter `g`",
                "orders = [{ goal = 'kill', bias = 1, give = { «g = 'f' } }]",
            ),
            (
                "plan/unknown-name",
                "this action has no parameter `g`",
                "orders = [{ goal = 'kill', bias = 1, give = { f = «'g' } }]",
            ),
            ("mind/order", "does not match", "orders = [{ goal = 'kill', bias = 1, give = { f = «'p' } }]"),
            ("mind/order", "does not match", "orders = [{ goal = 'kill', bias = 1, give = { n = «'m' } }]"),
            ("mind/order", "does not match", "orders = [{ goal = 'kill', bias = 1, give = { n = «'f' } }]"),
            ("mind/order", "does not match", "orders = [{ goal = 'kill', give = { n = «'each foe' } }]"),
            (
                "plan/unknown-name",
                "unknown type `foes`",
                "orders = [{ goal = 'kill', give = { f = «'each foes' } }]",
            ),
            (
                "plan/unknown-name",
                "`seen`",
                "orders = [{ goal = 'kill', give = { f = 'each foe x: «seen[x]' } }]",
            ),
            ("plan/shape", "`true` or `false`", "orders = [{ goal = 'rest', bias = 1, rigid = «'yes' }]"),
            ("plan/keys", "`done` without `orders`", "«done = { need = 'all' }"),
            (
                "mind/word",
                "did you mean `all`?",
                "orders = [{ goal = 'rest', bias = 1 }]\ndone = { need = «'al' }",
            ),
            (
                "mind/range",
                "`need` must be an integer from 1",
                "orders = [{ goal = 'rest', bias = 1 }]\ndone = { need = «0 }",
            ),
            (
                "mind/duration",
                "unknown unit",
                "orders = [{ goal = 'rest', bias = 1 }]\ndone = { within = «'1 y' }",
            ),
        ],
    );
    assert_fine(
        ACTIONS,
        &[
            "orders = [{ to = 'half', goal = 'kill', bias = 0.5, give = { f = 'f', n = 'n' } }, { to = 2, goal = 'rest', bias = -1, rigid = true }]\n\
           done = { need = 1, within = '20 s' }",
            "orders = [{ goal = 'kill', give = { f = 'each foe' } }, { goal = 'kill', give = { f = 'each foe x: sees[x]', n = 'n' } }]",
        ],
    );
}

#[test]
fn errors_in_keys_of_goals() {
    let world = "[types]\nfoe = { open = true, max = 4 }\n[facts]\nhealth = { type = 'int', min = 0, max = 9 }\nsees = { type = 'bool', of = ['foe'] }\n\
        [goal.kill]\nparams = { f = 'foe', n = '1..2' }";
    assert_mistakes(
        world,
        &[
            ("plan/shape", "a number or an expression", "relevance = «true"),
            ("plan/unknown-name", "did you mean `health`?", "relevance = '1 - «helth / 9'"),
            ("plan/keys", "needs a `score`", "relevance = [«{ when = [] }]"),
            ("plan/shape", "a rule such as", "relevance = [«0.5]"),
            ("plan/unknown-key", "did you mean `score`?", "relevance = [{ «scor = 1, score = 1 }]"),
            (
                "plan/unknown-name",
                "did you mean `sees`?",
                "relevance = [{ when = ['no foe f: «see[f]'], score = 0 }]",
            ),
            ("mind/word", "did you mean `maintain`?", "mode = «'maintian'"),
            ("mind/range", "`sticky` must be a number from 0", "sticky = «-0.1"),
            ("mind/duration", "missing unit", "min_time = «'2'"),
            ("mind/duration", "missing unit", "replan = «'2'"),
            ("mind/duration", "longer than zero", "replan = «'0 s'"),
            ("mind/duration", "malformed duration", "cooldown = «''"),
            ("mind/claim", "only objects can be claimed", "claims = [«'n']"),
        ],
    );
    assert_fine(
        world,
        &[
            "relevance = [{ when = ['no foe f: sees[f]'], score = 0 }, { when = ['sees[f]'], score = '0.9 - health / 200' }]",
            "relevance = 0.5\nmode = 'repeat'\nsticky = 0\nclaims = ['f']",
        ],
    );
}

#[test]
fn errors_in_archetypes() {
    let world = "[facts]\na = 'bool'\n[action.walk]\n[action.shoot]\n[goal.kill]\n[goal.flee]\n[agent.human]\nactions = ['walk']";
    assert_mistakes(
        world,
        &[
            ("plan/unknown-name", "did you mean `human`?", "[agent.guard]\nextends = [«'humn']"),
            ("plan/unknown-name", "did you mean `shoot`?", "[agent.guard]\nactions = [«'shot']"),
            ("plan/unknown-name", "did you mean `flee`?", "[agent.guard]\ngoals = { «fle = 1 }"),
            (
                "plan/unknown-name",
                "did you mean `walk`?",
                "[agent.guard]\nextends = ['human']\nwithout = [«'wlk']",
            ),
            ("plan/unknown-name", "did you mean `shoot`?", "[agent.guard]\ncosts = { «shot = 1 }"),
            ("mind/range", "a weight must be a number from 0", "[agent.guard]\ngoals = { kill = «-1 }"),
            (
                "plan/unknown-name",
                "unknown number parameter",
                "[agent.guard]\ngoals = { kill = '«fear + 1' }",
            ),
            ("mind/range", "a cost factor", "[agent.guard]\ncosts = { shoot = «-0.5 }"),
            ("mind/range", "the range from 2 to 1 is empty", "[agent.guard]\ntraits = { bravery = «[2, 1] }"),
            ("plan/shape", "a range of two", "[agent.guard]\ntraits = { bravery = «[2] }"),
            ("plan/shape", "expected a number", "[agent.guard]\ntraits = { bravery = «'high' }"),
            ("mind/range", "`vary` must be a number from 0 to 1", "[agent.guard]\nvary = «2"),
            ("mind/range", "`keep` must be a number from 0 to 1", "[agent.guard]\nkeep = «2"),
            ("plan/name", "is not a valid name", "[agent.guard]\nsensors = [«'two eyes']"),
            ("plan/shape", "`true` or `false`", "[agent.guard]\nautonomous = «1"),
            ("mind/duration", "longer than zero", "[agent.guard]\nreplan = «'0 ms'"),
            ("plan/unknown-name", "unknown action `waite`", "[agent.guard]\nmeanwhile = «'waite'"),
            ("plan/unknown-key", "did you mean `extends`?", "[agent.guard]\n«extend = []"),
            ("plan/shape", "write `[\"walk\"]`", "[agent.guard]\nactions = «'walk'"),
            ("plan/shape", "a table such as", "[agent.guard]\ngoals = «['kill']"),
            ("plan/shape", "a table", "[agent]\nguard = «3"),
            (
                "mind/cycle",
                "the cycle is `a` → `b` → `a`",
                "[agent.a]\nextends = ['b']\n[agent.b]\nextends = [«'a']",
            ),
        ],
    );
    assert_fine(
        world,
        &[
            "[agent.guard]\nextends = ['human']\nwithout = ['walk']\ngoals = { kill = 1, flee = '1.2 - trait.bravery' }",
        ],
    );
}

#[test]
fn without_that_removes_nothing_is_a_warning() {
    let world = "[action.walk]\n[action.shoot]";
    let (text, place) = marked(world, "[agent.guard]\nactions = ['walk']\nwithout = [«'shoot']");
    let warnings = read(&text).unwrap_or_else(|found| panic!("{found}"));
    let all: Vec<String> = warnings.iter().map(shown).collect();
    assert_eq!(all.len(), 1, "{all:#?}");
    assert!(all[0].starts_with(&format!("{place}warning[mind/without]")), "{all:#?}");
}

#[test]
fn all_errors_are_reported_at_once() {
    let text = "[facts]\na = { type = 'bool', forget = 'x' }\n[action.b]\nstop = 'x'\nretries = 'x'\n[goal.c]\nmode = 'x'\nwant = ['d']\n\
                [agent.e]\nactions = ['x']\nvary = 'x'\nsensors = 'x'\n[query.q]\nfrom = 'x'";
    let found = read(text).expect_err("mistakes");
    let mut lines: Vec<u32> = found.iter().filter_map(Diagnostic::location).map(|at| at.line).collect();
    lines.sort_unstable();
    assert_eq!(lines, [2, 4, 5, 7, 8, 10, 11, 12, 14], "{found}");
}
