//! Parsing of a text into words and parenthesized lists.
//!
//! Whitespace, parentheses, comments and `?` end a word, so `(aircraft?a)` is a word and a variable. No name starts with
//! a dash, so `?a -aircraft` is a variable, a dash and a word.
//! Parentheses are matched with an explicit stack of limited depth, so nesting cannot overflow the call stack.

use cunning_diag::{Collector, Diagnostic, FileSpan, Source, Span};

use crate::codes;
use crate::limits::{FILE_BYTES_MAX, NESTING_MAX};

/// One of the two files, and its number in the [`Collector`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum File {
    Domain = 0,
    Problem = 1,
}

/// A word, a variable, or a list in parentheses.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    pub(crate) kind: TreeKind<'a>,
    pub(crate) span: FileSpan,
}

#[derive(Debug)]
pub(crate) enum TreeKind<'a> {
    /// A name, keyword, number or operator, in its original spelling.
    Word(&'a str),
    /// A variable, without its `?`.
    Variable(&'a str),
    List(Vec<Tree<'a>>),
}

impl<'a> Tree<'a> {
    pub(crate) fn word(&self) -> Option<&'a str> {
        match self.kind {
            TreeKind::Word(word) => Some(word),
            TreeKind::Variable(_) | TreeKind::List(_) => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Tree<'a>]> {
        match &self.kind {
            TreeKind::List(members) => Some(members),
            TreeKind::Word(_) | TreeKind::Variable(_) => None,
        }
    }

    /// The first word of a list, in lower case, and the members after it.
    pub(crate) fn headed(&self) -> Option<(String, &[Tree<'a>])> {
        let (head, rest) = self.list()?.split_first()?;
        Some((head.word()?.to_ascii_lowercase(), rest))
    }

    /// Whether the tree is this word, ignoring case.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.word().is_some_and(|found| found.eq_ignore_ascii_case(word))
    }

    /// A short form for messages.
    pub(crate) fn show(&self) -> String {
        match &self.kind {
            TreeKind::Word(word) => format!("`{word}`"),
            TreeKind::Variable(name) => format!("`?{name}`"),
            TreeKind::List(members) => match members.first().map(|first| &first.kind) {
                Some(TreeKind::Word(word)) => format!("`({word} …)`"),
                Some(_) => "a list".to_owned(),
                None => "`()`".to_owned(),
            },
        }
    }
}

/// Parses the one list that a text consists of, and reports unbalanced parentheses.
pub(crate) fn parse<'a>(source: &'a Source, file: File, collector: &mut Collector) -> Option<Tree<'a>> {
    let text = source.text();
    let span = |start: usize, end: usize| FileSpan { file: file as u32, span: Span::from(start..end) };
    if text.len() > FILE_BYTES_MAX {
        collector.fits(span(0, 0), codes::LIMIT, "bytes in one file", text.len(), FILE_BYTES_MAX);
        return None;
    }
    let mut whole: Option<Tree<'a>> = None;
    let mut open: Vec<(usize, Vec<Tree<'a>>)> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        let (kind, end) = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            ';' => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            '(' if open.len() == NESTING_MAX => {
                let message = format!("parentheses are nested deeper than {NESTING_MAX} levels");
                collector.error(span(start, start + 1), codes::LIMIT, message);
                return None;
            }
            '(' => {
                open.push((start, Vec::new()));
                at += 1;
                continue;
            }
            ')' => {
                let Some((opened, members)) = open.pop() else {
                    collector.error(span(start, start + 1), codes::SYNTAX, "unmatched `)`");
                    return None;
                };
                at += 1;
                (Tree { kind: TreeKind::List(members), span: span(opened, at) }, at)
            }
            '?' => {
                let end = start + 1 + word_length(&text[start + 1..]);
                (Tree { kind: TreeKind::Variable(&text[start + 1..end]), span: span(start, end) }, end)
            }
            _ => {
                let end = start + word_length(&text[start..]);
                (Tree { kind: TreeKind::Word(&text[start..end]), span: span(start, end) }, end)
            }
        };
        at = end;
        match (open.last_mut(), &whole) {
            (Some((_, members)), _) => members.push(kind),
            (None, None) if kind.list().is_some() => whole = Some(kind),
            _ => {
                let message = match &whole {
                    Some(_) => "unexpected text after `(define …)`",
                    None => "expected `(define …)`",
                };
                collector.error(span(start, end), codes::SYNTAX, message);
                return None;
            }
        }
    }
    if let Some((opened, _)) = open.last() {
        let unclosed = Diagnostic::error(codes::SYNTAX, "unclosed `(`");
        let unclosed = match open.len() {
            1 => unclosed,
            count => unclosed.note(format!("{count} parentheses are open at the end of the file")),
        };
        collector.push(span(*opened, opened + 1), unclosed);
        return None;
    }
    if whole.is_none() {
        collector.error(
            span(text.len(), text.len()),
            codes::SYNTAX,
            "expected `(define …)`, found the end of the file",
        );
    }
    whole
}

/// The length in bytes of the word at the start of a text.
fn word_length(text: &str) -> usize {
    if text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return 1;
    }
    text.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '?')).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(tree: &Tree<'_>) -> String {
        match &tree.kind {
            TreeKind::Word(word) => (*word).to_owned(),
            TreeKind::Variable(name) => format!("?{name}"),
            TreeKind::List(members) => {
                format!("({})", members.iter().map(show).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn parsed(text: &str) -> Result<String, String> {
        let source = Source::new("t", text);
        let mut collector = Collector::new([&source]);
        let tree = parse(&source, File::Domain, &mut collector);
        match tree {
            Some(tree) => Ok(show(&tree)),
            None => Err(collector.into_diagnostics().iter().next().unwrap().to_string()),
        }
    }

    #[test]
    fn question_mark_starts_a_new_word() {
        assert_eq!(parsed("(aircraft?a)").unwrap(), "(aircraft ?a)");
        assert_eq!(parsed("(p?x?y - t)").unwrap(), "(p ?x ?y - t)");
        assert_eq!(parsed("(? ?)").unwrap(), "(? ?)");
    }

    #[test]
    fn dash_before_a_name_is_a_separate_word() {
        assert_eq!(parsed("(?a -b c-d -(e) -1 - -)").unwrap(), "(?a - b c-d - (e) -1 - -)");
    }

    #[test]
    fn comments_are_allowed_anywhere() {
        assert_eq!(parsed(";(\n(a;b)\n;)\n b;").unwrap_err(), "t:2:1: error[pddl/syntax]: unclosed `(`");
        assert_eq!(parsed("; x\n(a;b)\r\n c(;\n)); end").unwrap(), "(a c ())");
    }

    #[test]
    fn parentheses_must_match() {
        for (text, message) in [
            ("", "t:1:1: error[pddl/syntax]: expected `(define …)`, found the end of the file"),
            ("; only\n", "t:2:1: error[pddl/syntax]: expected `(define …)`, found the end of the file"),
            (")", "t:1:1: error[pddl/syntax]: unmatched `)`"),
            ("(a (b)", "t:1:1: error[pddl/syntax]: unclosed `(`"),
            ("(a) b", "t:1:5: error[pddl/syntax]: unexpected text after `(define …)`"),
            ("a", "t:1:1: error[pddl/syntax]: expected `(define …)`"),
        ] {
            assert_eq!(parsed(text).unwrap_err(), message, "{text}");
        }
    }

    #[test]
    fn nesting_and_length_are_limited() {
        let deepest = format!("{}{}", "(".repeat(NESTING_MAX), ")".repeat(NESTING_MAX));
        assert!(parsed(&deepest).is_ok());
        assert!(parsed(&"(".repeat(1_000_000)).unwrap_err().contains("nested deeper than 32"));
        let long = format!("({})", " ".repeat(FILE_BYTES_MAX));
        assert!(parsed(&long).unwrap_err().contains("bytes in one file"));
    }
}
