//! Text to brackets and words.
//!
//! A word ends where a blank, a bracket, a comment or a `?` begins, so `(aircraft?a)` is a word and a variable. No
//! name begins with a dash, so `?a -aircraft` is a variable, a dash and a word.
//! Brackets are matched with a stack of their own: no nesting can overflow ours, and it is capped anyway.

use cunning_diag::{Diagnostic, Source, Span};

use crate::codes;
use crate::findings::{File, Findings, SourceSpan};
use crate::limits::{FILE_BYTES_MAX, NESTING_MAX};

/// A word, a variable, or a list in brackets.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    pub(crate) kind: TreeKind<'a>,
    pub(crate) place: SourceSpan,
}

#[derive(Debug)]
pub(crate) enum TreeKind<'a> {
    /// A name, keyword, number or operator, as it is written.
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

    /// The first word of a list, in lower case, and what follows it.
    pub(crate) fn headed(&self) -> Option<(String, &[Tree<'a>])> {
        let (head, rest) = self.list()?.split_first()?;
        Some((head.word()?.to_ascii_lowercase(), rest))
    }

    /// Whether it is this word, in any case.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.word().is_some_and(|found| found.eq_ignore_ascii_case(word))
    }

    /// What it is, for messages.
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

/// The one list that a text consists of. Whatever is wrong with the brackets is noted.
pub(crate) fn parse<'a>(source: &'a Source, file: File, findings: &mut Findings) -> Option<Tree<'a>> {
    let text = source.text();
    let place = |start: usize, end: usize| SourceSpan { file, span: Span::from(start..end) };
    if text.len() > FILE_BYTES_MAX {
        findings.fits(place(0, 0), "bytes in one file", text.len(), FILE_BYTES_MAX);
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
                let message = format!("brackets nest deeper than {NESTING_MAX} levels");
                findings.error(place(start, start + 1), codes::LIMIT, message);
                return None;
            }
            '(' => {
                open.push((start, Vec::new()));
                at += 1;
                continue;
            }
            ')' => {
                let Some((opened, members)) = open.pop() else {
                    findings.error(place(start, start + 1), codes::SYNTAX, "this bracket closes nothing");
                    return None;
                };
                at += 1;
                (Tree { kind: TreeKind::List(members), place: place(opened, at) }, at)
            }
            '?' => {
                let end = start + 1 + word_length(&text[start + 1..]);
                (Tree { kind: TreeKind::Variable(&text[start + 1..end]), place: place(start, end) }, end)
            }
            _ => {
                let end = start + word_length(&text[start..]);
                (Tree { kind: TreeKind::Word(&text[start..end]), place: place(start, end) }, end)
            }
        };
        at = end;
        match (open.last_mut(), &whole) {
            (Some((_, members)), _) => members.push(kind),
            (None, None) if kind.list().is_some() => whole = Some(kind),
            _ => {
                let message = "a file is one `(define …)` and comments; this stands outside";
                findings.error(place(start, end), codes::SYNTAX, message);
                return None;
            }
        }
    }
    if let Some((opened, _)) = open.last() {
        let unclosed = Diagnostic::error(codes::SYNTAX, "this bracket is never closed");
        let unclosed = match open.len() {
            1 => unclosed,
            count => unclosed.note(format!("{count} brackets are open at the end of the text")),
        };
        findings.push(place(*opened, opened + 1), unclosed);
        return None;
    }
    if whole.is_none() {
        findings.error(place(text.len(), text.len()), codes::SYNTAX, "the file says nothing");
    }
    whole
}

/// How far a word goes that starts here.
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
        let mut findings = Findings::new(&source, &source);
        let tree = parse(&source, File::Domain, &mut findings);
        match tree {
            Some(tree) => Ok(show(&tree)),
            None => Err(findings.into_diagnostics().iter().next().unwrap().to_string()),
        }
    }

    #[test]
    fn a_question_mark_begins_a_new_word() {
        assert_eq!(parsed("(aircraft?a)").unwrap(), "(aircraft ?a)");
        assert_eq!(parsed("(p?x?y - t)").unwrap(), "(p ?x ?y - t)");
        assert_eq!(parsed("(? ?)").unwrap(), "(? ?)");
    }

    #[test]
    fn a_dash_before_a_name_is_a_word_of_its_own() {
        assert_eq!(parsed("(?a -b c-d -(e) -1 - -)").unwrap(), "(?a - b c-d - (e) -1 - -)");
    }

    #[test]
    fn comments_stand_anywhere() {
        assert_eq!(
            parsed(";(\n(a;b)\n;)\n b;").unwrap_err(),
            "t:2:1: error[pddl/syntax]: this bracket is never closed"
        );
        assert_eq!(parsed("; x\n(a;b)\r\n c(;\n)); end").unwrap(), "(a c ())");
    }

    #[test]
    fn brackets_must_match() {
        for (text, message) in [
            ("", "t:1:1: error[pddl/syntax]: the file says nothing"),
            ("; only\n", "t:2:1: error[pddl/syntax]: the file says nothing"),
            (")", "t:1:1: error[pddl/syntax]: this bracket closes nothing"),
            ("(a (b)", "t:1:1: error[pddl/syntax]: this bracket is never closed"),
            (
                "(a) b",
                "t:1:5: error[pddl/syntax]: a file is one `(define …)` and comments; this stands outside",
            ),
            ("a", "t:1:1: error[pddl/syntax]: a file is one `(define …)` and comments; this stands outside"),
        ] {
            assert_eq!(parsed(text).unwrap_err(), message, "{text}");
        }
    }

    #[test]
    fn depth_and_length_are_capped() {
        let deepest = format!("{}{}", "(".repeat(NESTING_MAX), ")".repeat(NESTING_MAX));
        assert!(parsed(&deepest).is_ok());
        assert!(parsed(&"(".repeat(1_000_000)).unwrap_err().contains("nest deeper than 32"));
        let long = format!("({})", " ".repeat(FILE_BYTES_MAX));
        assert!(parsed(&long).unwrap_err().contains("bytes in one file"));
    }
}
