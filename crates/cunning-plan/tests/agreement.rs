//! The planner's reader and the oracle accept the same domains.
//!
//! The test exchanges single words and signs inside the strings of generated domains. The reader must never accept what
//! the oracle rejects; `DECISIONS.md` lists the reasons for which it may reject more.

use cunning_diag::Source;
use cunning_oracle::generate::generate;
use cunning_oracle::{Limits, OracleDomain, OracleQuery};

/// The places of words, numbers and signs inside strings.
fn pieces(text: &str) -> Vec<(usize, usize)> {
    let mut pieces = Vec::new();
    let mut in_string = false;
    let mut last_is_word = false;
    for (at, c) in text.char_indices() {
        let is_word = in_string && (c.is_ascii_alphanumeric() || c == '_');
        let is_sign = in_string && "+-*/<>=!,[]:".contains(c);
        match pieces.last_mut() {
            Some((_, end)) if is_word && last_is_word => *end = at + 1,
            _ if is_word || is_sign => pieces.push((at, at + 1)),
            _ => {}
        }
        in_string ^= c == '"';
        last_is_word = is_word;
    }
    pieces
}

#[test]
fn oracle_accepts_what_the_reader_accepts() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..6_000_u64 {
        let original = generate(seed).model.to_string();
        let pieces = pieces(&original);
        let pick = |salt: u64| {
            let mixed =
                (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17).wrapping_mul(salt) >> 16;
            pieces[mixed as usize % pieces.len()]
        };
        let ((start, end), (from, to)) = (pick(0xbf58_476d_1ce4_e5b9), pick(0x94d0_49bb_1331_11eb));
        let mut text = original.clone();
        text.replace_range(start..end, &original[from..to]);

        let ours = cunning_plan::read(&Source::new("mutant.toml", text.as_str()));
        let theirs = OracleDomain::parse(&text)
            .and_then(|domain| domain.solve(&OracleQuery::new("g"), Limits { states_max: 500 }));
        match (ours, theirs) {
            (Ok(_), Ok(_)) => accepted += 1,
            (Err(_), Err(_)) => refused += 1,
            (Ok(_), Err(error)) => panic!("seed {seed}: the oracle refuses: {error}\n{text}"),
            (Err(found), Ok(_)) => {
                let is_strict = found
                    .iter()
                    .all(|found| ["plan/clash", "plan/type", "plan/name"].contains(&found.code().as_str()));
                assert!(is_strict, "seed {seed}: the oracle accepts\n{found}\n{text}");
            }
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} accepted, {refused} refused");
}
