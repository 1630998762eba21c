//! A sorted and bounded collection of diagnostics.

use std::fmt;

use crate::diagnostic::{Diagnostic, Severity};
use crate::render::Style;

/// The largest number of diagnostics of each severity; further ones are only counted. Errors and warnings are limited
/// separately, so that many warnings do not hide an error.
pub const DIAGNOSTICS_MAX: usize = 100;

/// Diagnostics sorted by file name and position; those without a position come first. Diagnostics at the same position
/// keep the order in which they were found.
///
/// ```
/// use cunning_diag::{Code, Diagnostic, Diagnostics};
///
/// let mut found = Diagnostics::new();
/// found.push(Diagnostic::warning(Code::new("plan/unused-fact"), "`hungry` is never read"));
/// assert!(!found.has_errors());
/// let warnings = found.into_result().expect("a warning does not make a source unusable");
/// assert_eq!(warnings.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    /// Makes an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic in order, or only counts it if [`DIAGNOSTICS_MAX`] of its severity are stored.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity() {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= DIAGNOSTICS_MAX {
            let after_equals = self.kept.partition_point(|kept| order(kept) <= order(&diagnostic));
            self.kept.insert(after_equals, diagnostic);
        }
    }

    /// Adds all diagnostics of another collection, including those that were only counted.
    pub fn append(&mut self, other: Self) {
        let (errors, warnings) = (self.errors + other.errors, self.warnings + other.warnings);
        self.extend(other.kept);
        (self.errors, self.warnings) = (errors, warnings);
    }

    /// The stored diagnostics, sorted.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// The number of diagnostics, stored or only counted.
    pub fn len(&self) -> usize {
        self.errors + self.warnings
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The number of diagnostics that were only counted.
    pub fn left_out(&self) -> usize {
        self.len() - self.kept.len()
    }

    /// `Err` if there are errors; otherwise `Ok` with the warnings.
    pub fn into_result(self) -> Result<Self, Self> {
        if self.has_errors() { Err(self) } else { Ok(self) }
    }

    /// Renders all stored diagnostics with excerpts, separated by blank lines, and a last line with the number of others.
    pub fn render(&self, style: Style) -> String {
        let mut blocks: Vec<String> = self.iter().map(|diagnostic| diagnostic.render(style)).collect();
        if self.left_out() > 0 {
            blocks.push(format!("… and {} more", self.left_out()));
        }
        blocks.join("\n\n")
    }
}

/// The sort key of diagnostics.
fn order(diagnostic: &Diagnostic) -> Option<(&str, u32)> {
    diagnostic.place().map(|(source, span)| (source.name(), span.start))
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        iter.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut diagnostics = Self::new();
        diagnostics.push(diagnostic);
        diagnostics
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diagnostics {
    /// The plain rendering.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Style::Plain))
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Source, Span};

    const CODE: Code = Code::new("test/code");

    fn messages(diagnostics: &Diagnostics) -> Vec<&str> {
        diagnostics.iter().map(Diagnostic::message).collect()
    }

    #[test]
    fn diagnostics_are_sorted_by_file_position_and_arrival() {
        let (a, b) = (Source::new("a", "0123"), Source::new("b", "0123"));
        let mut found = Diagnostics::new();
        found.push(Diagnostic::error(CODE, "b1").at(&b, Span::point(1)));
        found.push(Diagnostic::warning(CODE, "a2 first").at(&a, Span::point(2)));
        found.push(Diagnostic::error(CODE, "nowhere"));
        found.push(Diagnostic::error(CODE, "a2 second").at(&a, Span::new(2, 3)));
        found.push(Diagnostic::error(CODE, "a0").at(&a, Span::point(0)));
        assert_eq!(messages(&found), ["nowhere", "a0", "a2 first", "a2 second", "b1"]);
    }

    #[test]
    fn surplus_is_counted_and_errors_survive_many_warnings() {
        let mut found = Diagnostics::new();
        found.extend((0..DIAGNOSTICS_MAX + 7).map(|_| Diagnostic::warning(CODE, "w")));
        found.push(Diagnostic::error(CODE, "e"));
        assert_eq!((found.iter().count(), found.len()), (DIAGNOSTICS_MAX + 1, DIAGNOSTICS_MAX + 8));
        assert!(found.render(Style::Plain).ends_with("\n\n… and 7 more"));
        assert!(messages(&found.into_result().expect_err("there is an error")).contains(&"e"));
    }

    #[test]
    fn appending_adds_the_counts_of_dropped_diagnostics() {
        let flood = |count| {
            let mut found = Diagnostics::new();
            found.extend((0..count).map(|_| Diagnostic::error(CODE, "e")));
            found
        };
        let mut all = flood(DIAGNOSTICS_MAX + 2);
        all.append(flood(DIAGNOSTICS_MAX + 3));
        assert_eq!((all.len(), all.left_out()), (2 * DIAGNOSTICS_MAX + 5, DIAGNOSTICS_MAX + 5));
    }

    #[test]
    fn empty_collection_renders_as_empty_text() {
        assert_eq!(Diagnostics::new().render(Style::Plain), "");
        assert!(Diagnostics::new().into_result().is_ok_and(|rest| rest.is_empty()));
    }
}
