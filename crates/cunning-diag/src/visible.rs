//! Making foreign text fit to print: bounded, and without characters that act instead of showing.
//!
//! A terminal obeys escape sequences, carriage returns and direction marks, so a hostile file name or a
//! binary file read as text could repaint the screen or hide what it says. Each such character becomes one
//! visible character: columns keep their meaning and carets stay under what they point at.

/// The length at which messages, hints, notes, labels and names are clipped, in characters.
pub const TEXT_CHARS_MAX: usize = 1000;

/// The text, cut to [`TEXT_CHARS_MAX`] characters, the last of them `…` if anything is missing.
pub(crate) fn clip(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(TEXT_CHARS_MAX) {
        let (keep, _) = text[..end].char_indices().next_back().unwrap_or_default();
        text.truncate(keep);
        text.push('…');
        text.shrink_to_fit();
    }
    text
}

/// A text clipped and made printable on one line; tabs become blanks.
///
/// For whoever prints what a user wrote outside a diagnostic, such as a file name.
pub fn visible_line(text: &str) -> String {
    let shown = text.chars().take(TEXT_CHARS_MAX + 1).map(|c| if c == '\t' { ' ' } else { visible(c) });
    clip(shown.collect())
}

/// The character itself if it shows something, or one visible character in its place.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        // Control characters of ISO 6429 (one of them opens escape sequences), marks that turn the direction
        // of text, line and paragraph separators, and characters without any width.
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
    fn no_control_character_passes() {
        for c in ('\0'..='\u{ffff}').filter(|c| c.is_control()) {
            assert!(!visible(c).is_control(), "{c:?}");
        }
        assert_eq!(visible_line("\u{1b}[2J\tx\r\n\u{7f}"), "␛[2J x␍␊␡");
        assert_eq!(visible_line("a\u{202e}b\u{9b}c"), "a\u{fffd}b\u{fffd}c");
    }

    #[test]
    fn ordinary_text_is_left_alone() {
        assert_eq!(visible_line("Wächter 守衛 `x`"), "Wächter 守衛 `x`");
    }

    #[test]
    fn clipping_cuts_between_characters_and_says_so() {
        let fits = "ä".repeat(TEXT_CHARS_MAX);
        assert_eq!(clip(fits.clone()), fits);
        let clipped = clip("ä".repeat(TEXT_CHARS_MAX + 1));
        assert_eq!(clipped, "ä".repeat(TEXT_CHARS_MAX - 1) + "…");
    }
}
