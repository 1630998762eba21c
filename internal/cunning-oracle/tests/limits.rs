//! Every input has a limit, and exceeding one is a distinct error.

use cunning_oracle::generate::generate;
use cunning_oracle::limits::{EXPRESSION_BYTES_MAX, GROUND_MAX, TEXT_BYTES_MAX};
use cunning_oracle::{ErrorKind, Limits, OracleDomain, OracleQuery, Verdict};

fn kind_of(text: &str) -> ErrorKind {
    OracleDomain::parse(text)
        .and_then(|domain| domain.solve(&OracleQuery::new("g"), Limits::default()))
        .expect_err("a cap is exceeded")
        .kind()
}

#[test]
fn state_limit_is_not_unsolvable() {
    let text = "[facts]\nn = { type = 'int', min = 0, max = 99 }\nwon = 'bool'\n\
                [action.count]\nthen = ['n += 1']\n[goal.g]\nwant = ['won']\n[goal.far]\nwant = ['n == 50']";
    let domain = OracleDomain::parse(text).unwrap();
    let verdict = |goal: &str, states_max: usize| {
        domain.solve(&OracleQuery::new(goal), Limits { states_max }).unwrap().verdict
    };
    assert_eq!(verdict("g", 99), Verdict::LimitExceeded);
    assert_eq!(verdict("g", 100), Verdict::Unsolvable);
    assert_eq!(verdict("far", 50), Verdict::LimitExceeded);
    assert!(matches!(verdict("far", 51), Verdict::Solved { steps: 50, .. }));
    assert_eq!(verdict("far", 0), Verdict::LimitExceeded);
}

#[test]
fn size_of_texts_and_expressions_is_limited() {
    assert_eq!(kind_of(&"#".repeat(TEXT_BYTES_MAX + 1)), ErrorKind::Limit);
    let long = format!("[facts]\na = 'bool'\n[goal.g]\nwant = ['a{}']", " ".repeat(EXPRESSION_BYTES_MAX));
    assert_eq!(kind_of(&long), ErrorKind::Limit);
    let deep = format!("[facts]\na = 'bool'\n[goal.g]\nwant = ['{}1 == 1']", "(".repeat(500));
    assert_eq!(kind_of(&deep), ErrorKind::Limit);
    let minus = format!("[facts]\na = 'bool'\n[goal.g]\nwant = ['{}1 == 1']", "-".repeat(900));
    assert_eq!(kind_of(&minus), ErrorKind::Limit);
}

#[test]
fn number_of_ground_facts_and_actions_is_limited() {
    let names: Vec<String> = (0..50).map(|i| format!("'o{i}'")).collect();
    let types = format!("[types]\no = [{}]\n", names.join(","));
    assert!(50_usize.pow(3) > GROUND_MAX);
    assert_eq!(
        kind_of(&format!("{types}[facts]\nf = {{ type = 'bool', of = ['o', 'o', 'o'] }}\n[goal.g]")),
        ErrorKind::Limit
    );
    let action = "[action.a]\nparams = { a = 'o', b = 'o', c = 'o', d = 'o' }\n[goal.g]";
    assert_eq!(kind_of(&format!("{types}{action}")), ErrorKind::Limit);
    assert_eq!(kind_of("[action.a]\nparams = { n = '0..999999999' }\n[goal.g]"), ErrorKind::Limit);
    let params: Vec<String> = (0..17).map(|i| format!("p{i} = '1..1'")).collect();
    assert_eq!(kind_of(&format!("[goal.g]\nparams = {{ {} }}", params.join(", "))), ErrorKind::Limit);
}

#[test]
fn invalid_texts_are_errors() {
    for text in ["[", "facts = 3", "[facts]\na = 3", "[types]\na = {}", "[types]\na = 'b'", "[action]\na = 1"]
    {
        assert!(OracleDomain::parse(text).is_err(), "{text}");
    }
    for condition in
        ["", "(", "a ==", "== a", "a b", "some", "some a:", "not", "a[", "a[]", "1", "1 2", "min(1)", "€"]
    {
        let text = format!("[facts]\na = 'bool'\n[goal.g]\nwant = ['{condition}']");
        assert!(OracleDomain::parse(&text).is_err(), "{condition}");
    }
    let least = "[facts]\na = { type = 'int', min = -9223372036854775808, max = 0 }\n[goal.g]";
    assert_eq!(kind_of(least), ErrorKind::Shape);
}

#[test]
fn damaged_texts_never_panic() {
    let scraps =
        ["", "[", "]", "\"", "{", "-", "/ 0", "..", "none", "f0", "9999999999", ":", "é", "some", "= ", "\n"];
    let mut understood = 0;
    for seed in 0..400_u64 {
        let generated = generate(seed);
        let text = generated.model.to_string();
        let letters: Vec<char> = text.chars().collect();
        for round in 0..12_u64 {
            // A multiplicative hash spreads the damage; the same seed always does the same.
            let place = (seed * 12 + round + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize;
            let (start, length) = ((place >> 8) % letters.len(), place % 4);
            let mut damaged: String = letters[..start].iter().collect();
            damaged += scraps[(place >> 40) % scraps.len()];
            damaged.extend(&letters[(start + length).min(letters.len())..]);
            if let Ok(domain) = OracleDomain::parse(&damaged) {
                understood += 1;
                // Any result is fine as long as there is one.
                let _ = domain.solve(&generated.query, Limits { states_max: 50 });
            }
        }
    }
    assert!(understood > 200, "{understood} damaged texts were still understood");
}
