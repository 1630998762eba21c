//! No text, name or offset makes this crate panic, hang or print control characters.

use cunning_diag::{Code, Diagnostic, Diagnostics, Source, Span, Style, did_you_mean};
use proptest::prelude::*;

const CODE: Code = Code::new("test/finding");

/// Characters that have broken renderers before, mixed with ordinary ones.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::sample::select("ab.@ \t\r\n\u{1b}\u{9b}\u{7f}\0ä守🛡\u{200d}\u{202e}\u{2028}\u{301}\u{feff}".chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ]
}

fn text(chars_max: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(character(), 0..chars_max).prop_map(String::from_iter)
}

fn span() -> impl Strategy<Value = Span> {
    let offset = || prop_oneof![8 => 0..400_u32, 1 => any::<u32>()];
    (offset(), offset()).prop_map(|(start, end)| Span::new(start, end))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    /// The line and column of an offset grow with the offset and stay inside the text.
    #[test]
    fn locations_grow_with_offsets(text in text(60)) {
        let source = Source::new("t", text);
        let lines = source.text().split('\n').count() as u32;
        let mut last = source.location(0);
        for offset in 0..source.text().len() as u32 + 4 {
            let location = source.location(offset);
            prop_assert!(last <= location);
            prop_assert!((1..=lines).contains(&location.line));
            let line = source.text().split('\n').nth(location.line as usize - 1).unwrap_or_default();
            prop_assert!((1..=line.chars().count() as u32 + 1).contains(&location.column));
            last = location;
        }
    }

    /// Rendered text contains no control characters except line breaks.
    #[test]
    fn renderings_are_printable(
        texts in prop::collection::vec(text(200), 8),
        spans in prop::collection::vec(span(), 4),
        wide in 0..300_usize,
    ) {
        let source = Source::new(texts[0].clone(), ".".repeat(wide) + &texts[1]);
        let other = Source::new(texts[2].clone(), texts[3].clone());
        let diagnostic = Diagnostic::error(CODE, texts[4].clone())
            .at(&source, spans[0])
            .label(&source, spans[1], texts[5].clone())
            .label(&other, spans[2], "here")
            .label(&source, spans[3], "")
            .note(texts[6].clone())
            .hint(texts[7].clone());
        let mut all = Diagnostics::from(diagnostic.clone());
        all.push(diagnostic.clone());
        for shown in [diagnostic.to_string(), diagnostic.render(Style::Plain), all.to_string()] {
            prop_assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", shown);
        }
        prop_assert!(!diagnostic.to_string().contains('\n'));
        let place = source.location(spans[0].start).to_string();
        prop_assert!(diagnostic.render(Style::Plain).contains(&place), "no {} in\n{}", place, diagnostic.render(Style::Plain));
        let _ends = diagnostic.render(Style::Ansi);
    }

    /// Suggestions are deterministic candidates that differ from the word.
    #[test]
    fn suggestions_are_candidates(word in text(80), candidates in prop::collection::vec(text(80), 0..20)) {
        let suggestion = did_you_mean(&word, candidates.iter().map(String::as_str));
        if let Some(suggestion) = suggestion {
            prop_assert!(candidates.iter().any(|candidate| candidate == suggestion));
            prop_assert_ne!(suggestion, word.as_str());
        }
        prop_assert_eq!(suggestion, did_you_mean(&word, candidates.iter().map(String::as_str)));
    }
}
