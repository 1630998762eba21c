//! Shrinks a grid to the number of samples that fit a terminal.
//!
//! A sample represents a block of cells. Markers take precedence over paths, and paths over the ground; of the ground the
//! most frequent kind is shown. Ratios are of integers, so the result is exact.

use std::ops::Range;

use crate::colour::Colour;
use crate::grid::picture::{Cell, GridPicture, Look, MarkerKind, Overlay};
use crate::grid::terrain::Terrain;
use crate::heat;

/// How the cells along one side are divided into samples, with at least one cell per sample.
#[derive(Clone, Copy)]
pub(crate) struct Ratio {
    pub(crate) cells: u64,
    pub(crate) samples: u64,
}

impl Ratio {
    pub(crate) const ONE: Self = Self { cells: 1, samples: 1 };

    /// The coarser of the two.
    pub(crate) fn max(self, other: Self) -> Self {
        if other.cells * self.samples > self.cells * other.samples { other } else { self }
    }

    pub(crate) fn sample_of(self, cell: u32) -> u32 {
        (u64::from(cell) * self.samples / self.cells) as u32
    }

    fn cells_of(self, sample: u32, side: u32) -> Range<u32> {
        let first = |sample: u64| (sample * self.cells).div_ceil(self.samples).min(u64::from(side)) as u32;
        first(u64::from(sample))..first(u64::from(sample) + 1)
    }
}

/// The content of one sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) colour: Colour,
    pub(crate) glyph: char,
    pub(crate) is_marker: bool,
}

/// The samples, row after row.
pub(crate) struct Samples {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    all: Vec<Sample>,
}

impl Samples {
    /// Shrinks a picture that has cells.
    pub(crate) fn of(picture: &GridPicture, across: Ratio, down: Ratio) -> Self {
        let columns = across.sample_of(picture.width() - 1) + 1;
        let rows = down.sample_of(picture.height() - 1) + 1;
        let mut all = Vec::with_capacity(columns as usize * rows as usize);
        for row in 0..rows {
            let ys = down.cells_of(row, picture.height());
            for column in 0..columns {
                all.push(ground(picture, across.cells_of(column, picture.width()), ys.clone()));
            }
        }
        let mut shrunk = Self { columns, rows, all };
        let place = |(x, y): Cell| (across.sample_of(x), down.sample_of(y));
        for (style, cells) in &picture.paths {
            let sample = Sample { colour: style.colour, glyph: '*', is_marker: false };
            if let Some(&first) = cells.first() {
                shrunk.set(place(first), sample);
            }
            for pair in cells.windows(2) {
                if let [from, to] = pair {
                    shrunk.line(place(*from), place(*to), sample);
                }
            }
        }
        for marker in &picture.markers {
            let glyph = match marker.kind {
                MarkerKind::Start => 'S',
                MarkerKind::Goal => 'G',
                MarkerKind::Point => 'o',
            };
            shrunk.set(place(marker.cell), Sample { colour: marker.kind.colour(), glyph, is_marker: true });
        }
        shrunk
    }

    pub(crate) fn get(&self, column: u32, row: u32) -> Option<Sample> {
        self.all.get(row as usize * self.columns as usize + column as usize).copied()
    }

    fn set(&mut self, (column, row): (u32, u32), sample: Sample) {
        if let Some(place) = self.all.get_mut(row as usize * self.columns as usize + column as usize) {
            *place = sample;
        }
    }

    /// Sets the samples after `from` up to `to`, stepping along the longer direction.
    fn line(&mut self, from: (u32, u32), to: (u32, u32), sample: Sample) {
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
        let between = |a: u32, b: u32, i: u32| {
            let (a, b, i, n) = (i64::from(a), i64::from(b), i64::from(i), i64::from(steps));
            // Adding half a step before the floor rounds to the nearest, also for negative steps.
            (a + (2 * (b - a) * i + n).div_euclid(2 * n)) as u32
        };
        for i in 1..=steps {
            self.set((between(from.0, to.0, i), between(from.1, to.1, i)), sample);
        }
    }
}

/// The ground of a block: its most frequent kind, in the mean colour of the cells of that kind.
fn ground(picture: &GridPicture, xs: Range<u32>, ys: Range<u32>) -> Sample {
    let block = || {
        ys.clone()
            .flat_map(|y| picture.row(y).get(xs.start as usize..xs.end as usize).unwrap_or(&[]))
            .copied()
    };
    let count = |terrain: Terrain| block().filter(|look| look.terrain == terrain).count();
    let terrain = Terrain::ALL.into_iter().max_by_key(|&terrain| count(terrain)).unwrap_or_default();
    let shown = || block().filter(|look| look.terrain == terrain);
    Sample { colour: mean_colour(shown()), glyph: glyph(terrain, shown()), is_marker: false }
}

fn mean_colour(looks: impl Iterator<Item = Look>) -> Colour {
    let mut sums = [0_u64; 3];
    let mut count = 0_u64;
    for colour in looks.map(Look::colour) {
        for (sum, channel) in sums.iter_mut().zip([colour.red, colour.green, colour.blue]) {
            *sum += u64::from(channel);
        }
        count += 1;
    }
    let [red, green, blue] = sums.map(|sum| (sum / count.max(1)) as u8);
    Colour { red, green, blue }
}

/// The sign of the overlay if at least half of the cells have one, else that of the ground.
fn glyph(terrain: Terrain, looks: impl Iterator<Item = Look>) -> char {
    let (mut bare, mut tinted, mut heated, mut levels) = (0_u64, 0_u64, 0_u64, 0_u64);
    for look in looks {
        match look.overlay {
            Overlay::None => bare += 1,
            Overlay::Tint(_) => tinted += 1,
            Overlay::Heat(level) => {
                heated += 1;
                levels += u64::from(level);
            }
        }
    }
    if bare > tinted + heated {
        terrain.glyph()
    } else if tinted >= heated {
        '+'
    } else {
        let level = levels / heated.max(1);
        char::from(b'0' + (level * 10 / u64::from(heat::LEVELS)).min(9) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_belongs_to_exactly_one_sample() {
        for side in 1..40_u32 {
            for room in 1..=side {
                let ratio = Ratio { cells: u64::from(side), samples: u64::from(room) };
                let samples = ratio.sample_of(side - 1) + 1;
                assert!(samples <= room);
                let cells: Vec<u32> = (0..samples).flat_map(|s| ratio.cells_of(s, side)).collect();
                assert_eq!(cells, (0..side).collect::<Vec<_>>(), "{side} cells in {room}");
                for sample in 0..samples {
                    assert!(ratio.cells_of(sample, side).all(|cell| ratio.sample_of(cell) == sample));
                }
            }
        }
    }
}
