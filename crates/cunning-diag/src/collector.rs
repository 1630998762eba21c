//! Collecting the diagnostics of a reader together with the texts that it reads.

use crate::collection::{DIAGNOSTICS_MAX, Diagnostics};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, Span};

/// A span of one of the texts that a reader reads, by the text's number in its [`Collector`].
///
/// A plain [`Span`] converts to a span of the first text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileSpan {
    /// The number of the text.
    pub file: u32,
    /// The span in that text.
    pub span: Span,
}

impl From<Span> for FileSpan {
    fn from(span: Span) -> Self {
        Self { file: 0, span }
    }
}

/// Collects what is wrong with one text, or with several that are read together.
///
/// ```
/// use cunning_diag::{Code, Collector, Source, Span};
///
/// let source = Source::new("guard.toml", "[facts]\nseen = 3\n");
/// let mut collector = Collector::new([&source]);
/// collector.error(Span::new(15, 16), Code::new("plan/shape"), "expected a string");
/// let found = collector.into_diagnostics();
/// assert!(found.to_string().starts_with("error[plan/shape]: expected a string\n --> guard.toml:2:8"));
/// ```
#[derive(Clone, Debug)]
pub struct Collector {
    sources: Vec<Source>,
    found: Diagnostics,
}

impl Collector {
    /// A collector for these texts. Spans name them by their numbers, in this order.
    pub fn new<'s>(sources: impl IntoIterator<Item = &'s Source>) -> Self {
        Self { sources: sources.into_iter().cloned().collect(), found: Diagnostics::new() }
    }

    /// The text with a number, if there is one.
    pub fn source(&self, file: u32) -> Option<&Source> {
        self.sources.get(file as usize)
    }

    /// Adds a diagnostic about a span; one about an unknown text is added without a place.
    pub fn push(&mut self, span: impl Into<FileSpan>, diagnostic: Diagnostic) {
        let FileSpan { file, span } = span.into();
        self.found.push(match self.source(file) {
            Some(source) => diagnostic.at(source, span),
            None => diagnostic,
        });
    }

    /// Adds a diagnostic that is about no span.
    pub fn push_unplaced(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Adds an error.
    pub fn error(&mut self, span: impl Into<FileSpan>, code: Code, message: impl Into<String>) {
        self.push(span, Diagnostic::error(code, message));
    }

    /// Adds an error about an unknown word, with the likely one among the known words. A full collector looks for none.
    pub fn unknown<'n>(
        &mut self,
        span: impl Into<FileSpan>,
        code: Code,
        message: impl Into<String>,
        word: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let diagnostic = Diagnostic::error(code, message);
        self.push(span, if self.is_full() { diagnostic } else { diagnostic.suggest(word, known) });
    }

    /// Adds an error about a second declaration, with a label at the first one.
    pub fn duplicate(
        &mut self,
        span: impl Into<FileSpan>,
        first: impl Into<FileSpan>,
        code: Code,
        message: impl Into<String>,
    ) {
        let first = first.into();
        let diagnostic = Diagnostic::error(code, message);
        let diagnostic = match self.source(first.file) {
            Some(source) => diagnostic.label(source, first.span, "first declared here"),
            None => diagnostic,
        };
        self.push(span, diagnostic);
    }

    /// Whether a count is within its limit; adds an error about `what` if it is not.
    pub fn fits(
        &mut self,
        span: impl Into<FileSpan>,
        code: Code,
        what: &str,
        count: usize,
        max: usize,
    ) -> bool {
        if count > max {
            self.error(span, code, format!("too many {what}: {count} (at most {max})"));
        }
        count <= max
    }

    /// Adds everything that another reader found.
    pub fn append(&mut self, other: Diagnostics) {
        self.found.append(other);
    }

    /// Whether as many diagnostics were found as are kept, so that looking for more is wasted work.
    pub fn is_full(&self) -> bool {
        self.found.len() >= DIAGNOSTICS_MAX
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether an error was found.
    pub fn has_errors(&self) -> bool {
        self.found.has_errors()
    }

    /// Everything that was found.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.found
    }
}
