//! "Did you mean": the known word nearest to an unknown one.
//!
//! Near means few typing mistakes (a wrong, missing, extra or swapped letter each count one), about one in
//! three letters; case is ignored. The answer depends on the words and their order alone.

use strsim::osa_distance;

/// Longer words are neither looked up nor suggested; nobody mistypes them by accident.
pub const WORD_CHARS_MAX: usize = 64;

/// How many candidates are looked at.
pub const CANDIDATES_MAX: usize = 4096;

/// How many pairs of letters are compared for one word. That is enough for [`CANDIDATES_MAX`] ordinary words, and keeps
/// a file full of long ones from costing seconds.
const PAIRS_MAX: usize = 1 << 20;

/// The candidate most likely meant by `word`, or nothing if none is near. Of equally near candidates the
/// first is taken; a candidate equal to the word is passed over, since it cannot be what was meant.
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
        // One mistake is forgiven in a short word, if anything of the word is left then.
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

/// A word without case, and its length.
struct Folded {
    text: String,
    chars: usize,
}

impl Folded {
    /// Nothing for words that are empty or too long.
    fn new(word: &str) -> Option<Self> {
        // Bytes first: counting the characters of a megabyte only to refuse it would be slow.
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
    fn one_mistake_of_each_sort_is_forgiven() {
        for typo in ["patrl", "patroll", "patrql", "partol", "PATROL"] {
            assert_eq!(did_you_mean(typo, ["rest", "patrol"]), Some("patrol"), "{typo}");
        }
    }

    #[test]
    fn the_nearest_wins_and_then_the_first() {
        assert_eq!(did_you_mean("hat", ["hut", "chat", "HAT"]), Some("HAT"));
        assert_eq!(did_you_mean("hat", ["hut", "chat", "hot"]), Some("hut"));
        assert_eq!(did_you_mean("hat", ["hot", "chat", "hut"]), Some("hot"));
    }

    #[test]
    fn hopeless_words_get_no_suggestion() {
        for word in ["", "q", "xyz", "weapons_of_the_guard"] {
            assert_eq!(did_you_mean(word, ["at", "cost", "x"]), None, "{word}");
        }
        assert_eq!(did_you_mean("cost", ["cost"]), None, "the word itself is no suggestion");
        assert_eq!(did_you_mean("cost", []), None);
    }

    #[test]
    fn huge_words_and_lists_are_cut_off() {
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
