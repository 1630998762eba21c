//! "Did you mean": the known word closest to an unknown one.
//!
//! Close means few typing errors (a wrong, missing, extra or swapped letter counts one), about one in three letters; case
//! is ignored. The result depends only on the words and their order.

use strsim::osa_distance;

/// The largest length of a word; longer words are neither looked up nor suggested.
pub const WORD_CHARS_MAX: usize = 64;

/// The largest number of candidates.
pub const CANDIDATES_MAX: usize = 4096;

/// The largest number of letter comparisons for one word. It is enough for [`CANDIDATES_MAX`] ordinary words and bounds the
/// time for long ones.
const PAIRS_MAX: usize = 1 << 20;

/// The candidate that was most likely meant by `word`, or `None` if none is close. Of equally close candidates the first
/// wins. A candidate equal to the word is skipped.
///
/// ```
/// use cunning_diag::did_you_mean;
///
/// assert_eq!(did_you_mean("prioritty", ["cost", "priority"]), Some("priority"));
/// assert_eq!(did_you_mean("banana", ["cost", "priority"]), None);
/// ```
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = Folded::new(word)?;
    let mut best: Option<(usize, &str)> = None;
    let mut pairs = 0;
    for candidate in candidates.into_iter().take(CANDIDATES_MAX).filter(|&candidate| candidate != word) {
        let Some(known) = Folded::new(candidate) else { continue };
        let longest = wanted.chars.max(known.chars);
        // A short word may have one error, but not consist of it.
        let forgiven = (longest / 3).max(1).min(longest - 1);
        if wanted.chars.abs_diff(known.chars) > forgiven {
            continue;
        }
        pairs += wanted.chars * known.chars;
        if pairs > PAIRS_MAX {
            break;
        }
        let distance = osa_distance(&wanted.text, &known.text);
        if distance <= forgiven && best.is_none_or(|(nearest, _)| distance < nearest) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A word in lower case, and its length.
struct Folded {
    text: String,
    chars: usize,
}

impl Folded {
    /// `None` for words that are empty or too long.
    fn new(word: &str) -> Option<Self> {
        // Check bytes first, since counting the characters of a huge word is slow.
        if word.is_empty() || word.len() > WORD_CHARS_MAX * 4 || word.chars().count() > WORD_CHARS_MAX {
            return None;
        }
        let text = word.to_lowercase();
        let chars = text.chars().count();
        Some(Self { text, chars })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_typing_error_of_each_kind_is_accepted() {
        for typo in ["patrl", "patroll", "patrql", "partol", "PATROL"] {
            assert_eq!(did_you_mean(typo, ["rest", "patrol"]), Some("patrol"), "{typo}");
        }
    }

    #[test]
    fn closest_candidate_wins_then_the_first() {
        assert_eq!(did_you_mean("hat", ["hut", "chat", "HAT"]), Some("HAT"));
        assert_eq!(did_you_mean("hat", ["hut", "chat", "hot"]), Some("hut"));
        assert_eq!(did_you_mean("hat", ["hot", "chat", "hut"]), Some("hot"));
    }

    #[test]
    fn distant_words_get_no_suggestion() {
        for word in ["", "q", "xyz", "weapons_of_the_guard"] {
            assert_eq!(did_you_mean(word, ["at", "cost", "x"]), None, "{word}");
        }
        assert_eq!(did_you_mean("cost", ["cost"]), None, "the word itself is no suggestion");
        assert_eq!(did_you_mean("cost", []), None);
    }

    #[test]
    fn huge_words_and_lists_are_limited() {
        let huge = "a".repeat(10_000_000);
        assert_eq!(did_you_mean(&huge, [huge.as_str(), "a"]), None);
        assert_eq!(did_you_mean("armd", [huge.as_str(), "armed"]), Some("armed"));
        let many = std::iter::repeat_n("zzzz", CANDIDATES_MAX).chain(["armed"]);
        assert_eq!(did_you_mean("armd", many), None);
        let (word, far) = ("a".repeat(WORD_CHARS_MAX), "b".repeat(WORD_CHARS_MAX));
        let near = word.replacen('a', "b", 1);
        let after = |count: usize| std::iter::repeat_n(far.as_str(), count).chain([near.as_str()]);
        assert_eq!(did_you_mean(&word, after(100)), Some(near.as_str()));
        assert_eq!(did_you_mean(&word, after(1000)), None, "long words are compared less often");
    }
}
