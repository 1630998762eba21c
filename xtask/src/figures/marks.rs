//! Figures in Markdown: texts between two comments.

use std::collections::BTreeMap;

const BEFORE: &str = "<!-- figure ";
const AFTER_KEY: &str = " -->";
const END: &str = "<!-- /figure -->";

/// A figure of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark<'t> {
    pub(super) key: &'t str,
    /// The text between the comments.
    pub(super) text: &'t str,
    /// Where the text begins, in bytes.
    at: usize,
}

/// The figures of a page, in order. A mark without an end is none.
pub(super) fn marks(text: &str) -> impl Iterator<Item = Mark<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = text.get(from..)?;
        let key_at = from + rest.find(BEFORE)? + BEFORE.len();
        let key_end = key_at + text.get(key_at..)?.find(AFTER_KEY)?;
        let at = key_end + AFTER_KEY.len();
        let end = at + text.get(at..)?.find(END)?;
        from = end + END.len();
        Some(Mark { key: text.get(key_at..key_end)?, text: text.get(at..end)?, at })
    })
}

/// The page with the texts of the figures that are known.
pub(super) fn replaced(text: &str, figures: &BTreeMap<String, String>) -> String {
    let mut new = String::with_capacity(text.len());
    let mut from = 0;
    for mark in marks(text) {
        let now = figures.get(mark.key).map_or(mark.text, String::as_str);
        new.push_str(text.get(from..mark.at).unwrap_or_default());
        new.push_str(now);
        from = mark.at + mark.text.len();
    }
    new.push_str(text.get(from..).unwrap_or_default());
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_on_one_line_and_on_several() {
        let text = "a <!-- figure x.y -->1<!-- /figure -->, b <!-- figure z -->\n| 2 |\n<!-- /figure -->. <!-- figure open -->";
        let found: Vec<(&str, &str)> = marks(text).map(|mark| (mark.key, mark.text)).collect();
        assert_eq!(found, [("x.y", "1"), ("z", "\n| 2 |\n")]);
    }

    #[test]
    fn known_figures_are_replaced_and_everything_else_is_kept() {
        let text = "é <!-- figure x -->1<!-- /figure -->, <!-- figure z -->2<!-- /figure -->!";
        let figures = BTreeMap::from([("x".to_owned(), "100".to_owned())]);
        let new = "é <!-- figure x -->100<!-- /figure -->, <!-- figure z -->2<!-- /figure -->!";
        assert_eq!(replaced(text, &figures), new);
    }
}
