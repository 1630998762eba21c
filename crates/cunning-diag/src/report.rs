//! Diagnostics as plain fields for machine-readable output.
//!
//! With the `serde` feature both types serialize to the JSON that `cunning check` prints, so their field names are part of
//! that format.

use crate::collection::Diagnostics;
use crate::diagnostic::{Diagnostic, Severity};

/// The fields of one diagnostic; missing parts are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Record<'a> {
    /// The stable code.
    pub code: &'a str,
    /// The message as written, not escaped for a terminal.
    pub message: &'a str,
    /// The name of the source.
    pub file: Option<&'a str>,
    /// The line, counted from 1.
    pub line: Option<u32>,
    /// The column, counted from 1 in characters.
    pub column: Option<u32>,
    /// What the author can do about it.
    pub hint: Option<&'a str>,
}

/// The fields of all diagnostics, with errors and warnings separate and each in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report<'a> {
    /// The errors, in the order in which they were found.
    pub errors: Vec<Record<'a>>,
    /// The warnings, in the order in which they were found.
    pub warnings: Vec<Record<'a>>,
    /// The number of further diagnostics that were only counted.
    pub left_out: usize,
}

impl Diagnostic {
    /// The fields of this diagnostic.
    pub fn record(&self) -> Record<'_> {
        let location = self.location();
        Record {
            code: self.code().as_str(),
            message: self.message(),
            file: self.place().map(|(source, _)| source.name()),
            line: location.map(|location| location.line),
            column: location.map(|location| location.column),
            hint: self.hint_text(),
        }
    }
}

impl Diagnostics {
    /// The fields of all diagnostics.
    pub fn report(&self) -> Report<'_> {
        let of = |severity: Severity| {
            self.iter().filter(move |found| found.severity() == severity).map(Diagnostic::record).collect()
        };
        Report { errors: of(Severity::Error), warnings: of(Severity::Warning), left_out: self.left_out() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Source, Span};

    fn found() -> Diagnostics {
        let source = Source::new("a.toml", "one\ntwö!\n");
        let mut found = Diagnostics::new();
        found.push(Diagnostic::warning(Code::new("test/odd"), "odd").at(&source, Span::new(8, 9)));
        found.push(Diagnostic::error(Code::new("test/bad"), "\u{1b}bad").hint("mend it"));
        found
    }

    #[test]
    fn errors_and_warnings_are_separate() {
        let found = found();
        let report = found.report();
        let (file, hint) = (None, Some("mend it"));
        let error = Record { code: "test/bad", message: "\u{1b}bad", file, line: None, column: None, hint };
        let (file, line, column) = (Some("a.toml"), Some(2), Some(4));
        let warning = Record { code: "test/odd", message: "odd", file, line, column, hint: None };
        assert_eq!(report, Report { errors: vec![error], warnings: vec![warning], left_out: 0 });
    }

    #[cfg(feature = "serde")]
    #[test]
    fn json_matches_the_documentation() {
        let json = serde_json::to_string(&found().report()).unwrap();
        let expected = concat!(
            r#"{"errors":[{"code":"test/bad","message":"\u001bbad","file":null,"line":null,"column":null,"#,
            r#""hint":"mend it"}],"warnings":[{"code":"test/odd","message":"odd","file":"a.toml","line":2,"#,
            r#""column":4,"hint":null}],"left_out":0}"#
        );
        assert_eq!(json, expected);
    }
}
