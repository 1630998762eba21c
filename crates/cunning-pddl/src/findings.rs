//! What is wrong with the two texts, gathered with its places.

use cunning_diag::{Code, DIAGNOSTICS_MAX, Diagnostic, Diagnostics, Source, Span};

use crate::codes;

/// Which of the two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum File {
    Domain,
    Problem,
}

/// A stretch of one of the texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceSpan {
    pub(crate) file: File,
    pub(crate) span: Span,
}

/// The mistakes found so far.
pub(crate) struct Findings {
    domain: Source,
    problem: Source,
    found: Diagnostics,
}

impl Findings {
    pub(crate) fn new(domain: &Source, problem: &Source) -> Self {
        Self { domain: domain.clone(), problem: problem.clone(), found: Diagnostics::new() }
    }

    pub(crate) fn source(&self, file: File) -> &Source {
        match file {
            File::Domain => &self.domain,
            File::Problem => &self.problem,
        }
    }

    /// Adds a finding at its place.
    pub(crate) fn push(&mut self, place: SourceSpan, diagnostic: Diagnostic) {
        let diagnostic = diagnostic.at(self.source(place.file), place.span);
        self.found.push(diagnostic);
    }

    pub(crate) fn error(&mut self, place: SourceSpan, code: Code, message: impl Into<String>) {
        self.push(place, Diagnostic::error(code, message));
    }

    /// Notes that there is more of something than allowed, if there is.
    pub(crate) fn fits(&mut self, place: SourceSpan, what: &str, count: usize, max: usize) -> bool {
        if count > max {
            self.error(place, codes::LIMIT, format!("{count} {what}; at most {max} are allowed"));
        }
        count <= max
    }

    /// Notes a name that is given twice.
    pub(crate) fn duplicate(&mut self, place: SourceSpan, first: SourceSpan, what: &str, name: &str) {
        let diagnostic = Diagnostic::error(codes::DUPLICATE, format!("there is another {what} `{name}`"));
        let diagnostic = diagnostic.label(self.source(first.file), first.span, "the first one is here");
        self.push(place, diagnostic);
    }

    /// Whether it is time to stop: nobody reads more, and finding more would take long.
    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= DIAGNOSTICS_MAX
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        self.found
    }
}
