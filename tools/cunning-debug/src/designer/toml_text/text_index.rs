//! Offsets of a text in the units that a page counts.

use std::ops::Range;

use crate::designer::units;

/// The starts of the lines of a text, in bytes and in UTF-16 units.
pub(in crate::designer) struct TextIndex<'t> {
    text: &'t str,
    lines: Vec<(usize, usize)>,
}

impl<'t> TextIndex<'t> {
    pub(in crate::designer) fn new(text: &'t str) -> Self {
        let mut lines = vec![(0, 0)];
        let (mut bytes, mut counted) = (0, 0);
        for line in text.split_inclusive('\n') {
            bytes += line.len();
            counted += units(line);
            lines.push((bytes, counted));
        }
        Self { text, lines }
    }

    /// The offset of a byte in UTF-16 units.
    pub(in crate::designer) fn units(&self, byte: usize) -> usize {
        let line = self.lines.partition_point(|(start, _)| *start <= byte).saturating_sub(1);
        let (start, counted) = self.lines.get(line).copied().unwrap_or_default();
        counted + units(self.text(start..byte))
    }

    /// A part of the text; nothing if it does not exist.
    pub(in crate::designer) fn text(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }
}
