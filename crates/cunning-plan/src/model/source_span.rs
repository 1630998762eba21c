//! Where in which file something was said.

use cunning_diag::{Diagnostic, Source, Span};

/// A stretch of one of a domain's files, or nowhere (what a builder said, or a default).
///
/// **All places are equal.** A domain means the same wherever it was written, so comparing two models compares
/// what they say and not where.
#[derive(Clone, Copy, Debug)]
pub struct SourceSpan {
    file: u32,
    span: Span,
}

impl SourceSpan {
    /// No place: not said in any file.
    pub const NOWHERE: Self = Self { file: u32::MAX, span: Span::point(0) };

    /// A stretch of the file with this number.
    pub const fn new(file: u32, span: Span) -> Self {
        Self { file, span }
    }

    /// The stretch, without its file.
    pub const fn span(self) -> Span {
        self.span
    }

    /// Another stretch of the same file; nowhere stays nowhere.
    #[must_use]
    pub const fn with_span(self, span: Span) -> Self {
        if self.is_nowhere() { self } else { Self { file: self.file, span } }
    }

    /// The number of the file and the first byte in it; nothing for [`SourceSpan::NOWHERE`].
    pub(crate) fn position(self) -> Option<(u32, u32)> {
        (!self.is_nowhere()).then_some((self.file, self.span.start))
    }

    /// Whether it is the same stretch of the same file; nowhere is not.
    pub(crate) fn is_at(self, other: Self) -> bool {
        !self.is_nowhere() && self.file == other.file && self.span == other.span
    }

    /// Whether it is [`SourceSpan::NOWHERE`].
    pub const fn is_nowhere(self) -> bool {
        self.file == u32::MAX
    }
}

impl Default for SourceSpan {
    fn default() -> Self {
        Self::NOWHERE
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

    /// The file and the stretch of a place; nothing for [`SourceSpan::NOWHERE`].
    pub fn resolve(&self, place: SourceSpan) -> Option<(&Source, Span)> {
        self.0.get(place.file as usize).map(|source| (source, place.span))
    }

    /// Says where a diagnostic is about, if the place is somewhere.
    #[must_use]
    pub fn point(&self, diagnostic: Diagnostic, place: SourceSpan) -> Diagnostic {
        match self.resolve(place) {
            Some((source, span)) => diagnostic.at(source, span),
            None => diagnostic,
        }
    }

    /// Points a diagnostic at a second place, if it is somewhere.
    #[must_use]
    pub fn label(&self, diagnostic: Diagnostic, place: SourceSpan, text: &str) -> Diagnostic {
        match self.resolve(place) {
            Some((source, span)) => diagnostic.label(source, span, text),
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
