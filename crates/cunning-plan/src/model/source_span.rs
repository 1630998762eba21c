//! Source spans: the part of a file that a declaration was read from.

use cunning_diag::{Diagnostic, Source, Span};

/// A byte range of one of a domain's files, or none, for builders and defaults.
///
/// **All spans compare equal.** A domain means the same wherever it was written, so comparing two models compares
/// their contents and not their positions.
#[derive(Clone, Copy, Debug)]
pub struct SourceSpan {
    file: u32,
    range: Span,
}

impl SourceSpan {
    /// No span: the item was not read from a file.
    pub const NONE: Self = Self { file: u32::MAX, range: Span::point(0) };

    /// Makes a span of the file with this number.
    pub const fn new(file: u32, range: Span) -> Self {
        Self { file, range }
    }

    /// Returns the byte range, without its file.
    pub const fn range(self) -> Span {
        self.range
    }

    /// Returns another byte range of the same file; none stays none.
    #[must_use]
    pub const fn with_range(self, range: Span) -> Self {
        if self.is_none() { self } else { Self { file: self.file, range } }
    }

    /// Returns the number of the file and the first byte in it; `None` for [`SourceSpan::NONE`].
    pub(crate) fn position(self) -> Option<(u32, u32)> {
        (!self.is_none()).then_some((self.file, self.range.start))
    }

    /// Returns whether both are the same range of the same file; false for none.
    pub(crate) fn is_at(self, other: Self) -> bool {
        !self.is_none() && self.file == other.file && self.range == other.range
    }

    /// Returns whether this is [`SourceSpan::NONE`].
    pub const fn is_none(self) -> bool {
        self.file == u32::MAX
    }
}

impl Default for SourceSpan {
    fn default() -> Self {
        Self::NONE
    }
}

impl PartialEq for SourceSpan {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SourceSpan {}

/// The files a domain was read from. As with spans, any two compare equal.
#[derive(Clone, Debug, Default)]
pub struct Files(Vec<Source>);

impl Files {
    pub(crate) fn push(&mut self, source: Source) -> u32 {
        self.0.push(source);
        (self.0.len() - 1) as u32
    }

    /// Returns the file and the byte range of a span; `None` for [`SourceSpan::NONE`].
    pub fn resolve(&self, span: SourceSpan) -> Option<(&Source, Span)> {
        self.0.get(span.file as usize).map(|source| (source, span.range))
    }

    /// Attaches the span to a diagnostic, if it has one.
    #[must_use]
    pub fn point(&self, diagnostic: Diagnostic, span: SourceSpan) -> Diagnostic {
        match self.resolve(span) {
            Some((source, range)) => diagnostic.at(source, range),
            None => diagnostic,
        }
    }

    /// Adds a labelled second span to a diagnostic, if it has one.
    #[must_use]
    pub fn label(&self, diagnostic: Diagnostic, span: SourceSpan, text: &str) -> Diagnostic {
        match self.resolve(span) {
            Some((source, range)) => diagnostic.label(source, range, text),
            None => diagnostic,
        }
    }

    /// Returns the files: the main file first, then included files in the order they were read.
    pub fn sources(&self) -> &[Source] {
        &self.0
    }
}

impl PartialEq for Files {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Files {}
