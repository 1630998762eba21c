//! Maps bytes of a decoded string to bytes of the file.

/// The offset of each byte of a decoded string.
#[derive(Clone, Debug)]
pub(super) enum Offsets {
    /// The byte's own offset plus this many bytes: the string has no escapes.
    Shift(u32),
    /// The offset of the byte's character, listed byte by byte, and the offset of the end.
    Each(Box<[u32]>),
}

impl Offsets {
    /// Follows a TOML string, including quotes, and its decoded value side by side.
    pub(super) fn new(raw: &str, value: &str, start: u32) -> Self {
        let opening = opening(raw);
        if raw.get(opening..opening + value.len()) == Some(value) {
            return Self::Shift(start + opening as u32);
        }
        let mut offsets = Vec::with_capacity(value.len() + 1);
        let mut at = opening;
        let escapes = raw.starts_with('"');
        for c in value.chars() {
            at = skipped(raw, at, c, escapes);
            offsets.extend(std::iter::repeat_n(start + at.min(raw.len()) as u32, c.len_utf8()));
            at += length(raw.get(at..).unwrap_or_default(), escapes);
        }
        offsets.push(start + at.min(raw.len()) as u32);
        Self::Each(offsets.into_boxed_slice())
    }

    pub(super) fn of(&self, byte: u32) -> u32 {
        match self {
            Self::Shift(by) => byte + by,
            Self::Each(offsets) => {
                offsets.get(byte as usize).or_else(|| offsets.last()).copied().unwrap_or_default()
            }
        }
    }
}

/// Returns the length of the opening quotes, with the line break that may follow them.
fn opening(raw: &str) -> usize {
    if raw.starts_with("\"\"\"") || raw.starts_with("'''") {
        let after = &raw[3..];
        return 3 + if after.starts_with("\r\n") { 2 } else { usize::from(after.starts_with('\n')) };
    }
    usize::from(raw.starts_with(['"', '\'']))
}

/// Returns the position of the character `c` at or after `at`, skipping what is not decoded: a line break escaped by
/// a backslash with all blanks after it, or the first half of a line break.
fn skipped(raw: &str, mut at: usize, c: char, escapes: bool) -> usize {
    loop {
        let rest = raw.get(at..).unwrap_or_default();
        let hidden = rest.strip_prefix('\\').filter(|_| escapes).and_then(|after| {
            let blank = after.trim_start_matches([' ', '\t']);
            blank.starts_with(['\r', '\n']).then(|| rest.len() - after.trim_start().len())
        });
        if let Some(length) = hidden {
            at += length;
        } else if rest.starts_with("\r\n") && c == '\n' {
            at += 1;
        } else {
            return at;
        }
    }
}

/// Returns the number of bytes in which the first character is written.
fn length(rest: &str, escapes: bool) -> usize {
    let mut chars = rest.chars();
    match (chars.next(), chars.next()) {
        (Some('\\'), Some(escape)) if escapes => match escape {
            'x' => 4,
            'u' => 6,
            'U' => 10,
            _ => 1 + escape.len_utf8(),
        },
        (Some(c), _) => c.len_utf8(),
        (None, _) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(raw: &str, value: &str) -> Vec<u32> {
        let offsets = Offsets::new(raw, value, 10);
        (0..=value.len() as u32).map(|byte| offsets.of(byte)).collect()
    }

    #[test]
    fn plain_strings_are_shifted_past_their_quotes() {
        assert_eq!(offsets("\"ab\"", "ab"), [11, 12, 13]);
        assert_eq!(offsets("'a\\b'", "a\\b"), [11, 12, 13, 14]);
        assert_eq!(offsets("ab", "ab"), [10, 11, 12], "a bare key");
        assert_eq!(offsets("'''\r\nab'''", "ab"), [15, 16, 17]);
    }

    #[test]
    fn escapes_are_followed() {
        assert_eq!(offsets(r#""a\"b""#, "a\"b"), [11, 12, 14, 15]);
        assert_eq!(offsets(r#""\u0061b\x63d""#, "abcd"), [11, 17, 18, 22, 23]);
        assert_eq!(offsets(r#""\U000000e4b""#, "äb"), [11, 11, 21, 22]);
    }

    #[test]
    fn line_breaks_are_followed() {
        assert_eq!(offsets("\"\"\"a\r\nb\"\"\"", "a\nb"), [13, 15, 16, 17]);
        assert_eq!(offsets("\"\"\"a \\\n  b\"\"\"", "a b"), [13, 14, 19, 20]);
    }

    #[test]
    fn strings_that_do_not_belong_together_stay_in_bounds() {
        for raw in ["", "\"", "\"\\", "'''", "\"\\u"] {
            assert!(offsets(raw, "something else").iter().all(|&at| at <= 10 + 3), "{raw}");
        }
    }
}
