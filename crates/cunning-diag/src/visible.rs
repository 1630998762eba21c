//! Makes untrusted text safe to print: limited in length and without control characters.
//!
//! Terminals interpret escape sequences, carriage returns and direction marks, so a hostile file name or a binary file
//! could repaint the screen or hide text. Each such character is replaced by one visible character, so that columns and
//! carets stay correct.

/// The largest length of messages, hints, notes, labels and names, in characters.
pub const TEXT_CHARS_MAX: usize = 1000;

/// Clips a text to [`TEXT_CHARS_MAX`] characters; the last one is `…` if the text was longer.
pub(crate) fn clip(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(TEXT_CHARS_MAX) {
        let (keep, _) = text[..end].char_indices().next_back().unwrap_or_default();
        text.truncate(keep);
        text.push('…');
        text.shrink_to_fit();
    }
    text
}

/// Clips a text and makes it printable on one line; tabs become blanks.
///
/// For printing user input outside diagnostics, such as file names.
pub fn visible_line(text: &str) -> String {
    let shown = text.chars().take(TEXT_CHARS_MAX + 1).map(|c| if c == '\t' { ' ' } else { visible(c) });
    clip(shown.collect())
}

/// The character itself if it is visible, or a visible replacement.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        // Control characters of ISO 6429 (including ESC), direction marks, line and paragraph separators, and
        // zero-width characters.
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        for c in ('\0'..='\u{ffff}').filter(|c| c.is_control()) {
            assert!(!visible(c).is_control(), "{c:?}");
        }
        assert_eq!(visible_line("\u{1b}[2J\tx\r\n\u{7f}"), "␛[2J x␍␊␡");
        assert_eq!(visible_line("a\u{202e}b\u{9b}c"), "a\u{fffd}b\u{fffd}c");
    }

    #[test]
    fn ordinary_text_is_unchanged() {
        assert_eq!(visible_line("Wächter 守衛 `x`"), "Wächter 守衛 `x`");
    }

    #[test]
    fn clipping_cuts_between_characters_and_adds_an_ellipsis() {
        let fits = "ä".repeat(TEXT_CHARS_MAX);
        assert_eq!(clip(fits.clone()), fits);
        let clipped = clip("ä".repeat(TEXT_CHARS_MAX + 1));
        assert_eq!(clipped, "ä".repeat(TEXT_CHARS_MAX - 1) + "…");
    }
}
