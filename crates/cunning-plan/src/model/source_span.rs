//! Where in which file something was said.

use cunning_diag::{Diagnostic, Source, Span};

/// A stretch of one of a domain's files, or nowhere (what a builder said, or a default).
///
/// **All places are equal.** A domain means the same wherever it was written, so comparing two models compares
/// what they say and not where.
#[derive(Clone, Copy, Debug)]
pub struct SourceSpan {
    file: u32,
    range: Span,
}

impl SourceSpan {
    /// No place: not said in any file.
    pub const NONE: Self = Self { file: u32::MAX, range: Span::point(0) };

    /// A stretch of the file with this number.
    pub const fn new(file: u32, range: Span) -> Self {
        Self { file, range }
    }

    /// The stretch, without its file.
    pub const fn range(self) -> Span {
        self.range
    }

    /// Another stretch of the same file; nowhere stays nowhere.
    #[must_use]
    pub const fn with_range(self, range: Span) -> Self {
        if self.is_none() { self } else { Self { file: self.file, range } }
    }

    /// The number of the file and the first byte in it; nothing for [`SourceSpan::NONE`].
    pub(crate) fn position(self) -> Option<(u32, u32)> {
        (!self.is_none()).then_some((self.file, self.range.start))
    }

    /// Whether it is the same stretch of the same file; nowhere is not.
    pub(crate) fn is_at(self, other: Self) -> bool {
        !self.is_none() && self.file == other.file && self.range == other.range
    }

    /// Whether it is [`SourceSpan::NONE`].
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

/// The files a domain was read from. As with places, any two are equal.
#[derive(Clone, Debug, Default)]
pub struct Files(Vec<Source>);

impl Files {
    pub(crate) fn push(&mut self, source: Source) -> u32 {
        self.0.push(source);
        (self.0.len() - 1) as u32
    }

    /// The file and the stretch of a place; nothing for [`SourceSpan::NONE`].
    pub fn resolve(&self, span: SourceSpan) -> Option<(&Source, Span)> {
        self.0.get(span.file as usize).map(|source| (source, span.range))
    }

    /// Says where a diagnostic is about, if the place is somewhere.
    #[must_use]
    pub fn point(&self, diagnostic: Diagnostic, span: SourceSpan) -> Diagnostic {
        match self.resolve(span) {
            Some((source, range)) => diagnostic.at(source, range),
            None => diagnostic,
        }
    }

    /// Points a diagnostic at a second place, if it is somewhere.
    #[must_use]
    pub fn label(&self, diagnostic: Diagnostic, span: SourceSpan, text: &str) -> Diagnostic {
        match self.resolve(span) {
            Some((source, range)) => diagnostic.label(source, range, text),
            None => diagnostic,
        }
    }

    /// The files, the first one first; included files follow in the order they were read.
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
