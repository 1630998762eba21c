//! Free cells as bits, scanned 62 cells at a time for jump points.
//!
//! One bitmap holds the rows of a map; another, with `x` and `y` exchanged, holds its columns. Here a line is a row and
//! "ahead" means growing positions.

use crate::Corners;

/// Padding bits before the first cell of a line, so that a window may begin before the line.
const MARGIN: u32 = 64;

#[derive(Clone, Debug)]
pub(crate) struct Bitmap {
    words_per_line: usize,
    /// The lines, with a line of blocked cells before the first and after the last.
    words: Vec<u64>,
    line_count: u32,
}

/// The direction of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScanDirection {
    Ahead,
    Back,
}

impl Bitmap {
    pub(crate) fn new(line_count: u32, length: u32, is_free: impl Fn(u32, u32) -> bool) -> Self {
        let words_per_line = (MARGIN + length + MARGIN).div_ceil(64) as usize;
        let mut words = vec![0; words_per_line * (line_count as usize + 2)];
        for line in 0..line_count {
            let begin = words_per_line * (line as usize + 1);
            for at in (0..length).filter(|&at| is_free(line, at)) {
                let bit = MARGIN + at;
                words[begin + (bit / 64) as usize] |= 1 << (bit % 64);
            }
        }
        Self { words_per_line, words, line_count }
    }

    #[inline]
    pub(crate) fn is_set(&self, line: u32, at: u32) -> bool {
        line < self.line_count && self.window(line + 1, MARGIN + at) & 1 != 0
    }

    /// The 64 bits from `bit` on of a line; line 0 is the blocked line before the first.
    #[inline]
    fn window(&self, line: u32, bit: u32) -> u64 {
        let index = self.words_per_line * line as usize + (bit / 64) as usize;
        let shift = bit % 64;
        let low = self.words[index] >> shift;
        // Two shifts, because a shift by 64 must give zero.
        low | (self.words[index + 1] << 1 << (63 - shift))
    }

    /// Scans `line` from `at` for the first jump point: `stop`, or a free cell with a forced neighbour, where an adjacent
    /// line changes from blocked to free. `None` if a blocked cell comes first. `at` is free and does not count.
    #[inline]
    pub(crate) fn jump(
        &self,
        line: u32,
        at: u32,
        direction: ScanDirection,
        stop: Option<u32>,
        corners: Corners,
    ) -> Option<u32> {
        match direction {
            ScanDirection::Ahead => self.jump_ahead(line, at, stop, corners),
            ScanDirection::Back => self.jump_back(line, at, stop, corners),
        }
    }

    fn jump_ahead(&self, line: u32, from: u32, stop: Option<u32>, corners: Corners) -> Option<u32> {
        let mut at = from;
        loop {
            // Bit i is the cell at + i; bit 0 is known, and the neighbour of bit 63 is not in the window.
            let [before, here, after] = [0, 1, 2].map(|offset| self.window(line + offset, MARGIN + at));
            let opens = |side: u64| match corners {
                Corners::Strict => side & !(side << 1),
                Corners::Cut => !side & (side >> 1),
            };
            let events = (opens(before) | opens(after) | !here) & (u64::MAX >> 1) & !1;
            let distance = events.trailing_zeros().min(63);
            let is_blocked = here >> distance & 1 == 0;
            if let Some(stop) = stop.filter(|&stop| stop > at)
                && (stop - at < distance || (stop - at == distance && !is_blocked))
            {
                return Some(stop);
            }
            if events != 0 {
                return (!is_blocked).then_some(at + distance);
            }
            // Cell at + 62 is free and no jump point: continue from there.
            at += 62;
        }
    }

    fn jump_back(&self, line: u32, from: u32, stop: Option<u32>, corners: Corners) -> Option<u32> {
        let mut at = from;
        loop {
            // Bit 63 − i is the cell at − i.
            let [before, here, after] = [0, 1, 2].map(|offset| self.window(line + offset, MARGIN + at - 63));
            let opens = |side: u64| match corners {
                Corners::Strict => side & !(side >> 1),
                Corners::Cut => !side & (side << 1),
            };
            let events = (opens(before) | opens(after) | !here) & (u64::MAX << 1) & (u64::MAX >> 1);
            let distance = events.leading_zeros().min(63);
            let is_blocked = here >> (63 - distance) & 1 == 0;
            if let Some(stop) = stop.filter(|&stop| stop < at)
                && (at - stop < distance || (at - stop == distance && !is_blocked))
            {
                return Some(stop);
            }
            if events != 0 {
                return (!is_blocked).then(|| at - distance);
            }
            at -= 62;
        }
    }
}
