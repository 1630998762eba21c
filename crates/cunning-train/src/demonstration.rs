//! Demonstrations: positions over time, independent of grid, walls and rules.

mod json;
mod waypoint;

use std::fmt;

use crate::limits::{SAMPLE_MS_MAX, SAMPLES_MAX, SIDE_MAX};
use crate::metric::{MILLI, Point};

pub use waypoint::{Waypoint, WaypointError};

/// A demonstration: at least one sample, with non-decreasing times and positions inside its map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demonstration {
    pub(crate) quest: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) samples: Vec<Sample>,
}

/// A position at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The time in milliseconds from the start.
    pub ms: u64,
    /// The position, in thousandths of a cell.
    pub at: Point,
    /// Whether the player was sneaking.
    pub sneaks: bool,
}

/// Why a sample or a demonstration is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SampleError {
    /// A coordinate is NaN or infinite.
    NotANumber,
    /// The position is outside the map.
    Outside {
        /// The position.
        position: (f64, f64),
        /// The width and height of the map.
        size: (u32, u32),
    },
    /// The time is before that of the previous sample.
    Backwards {
        /// The time, in milliseconds.
        ms: u64,
        /// The time of the previous sample.
        before: u64,
    },
    /// The time is beyond [`SAMPLE_MS_MAX`].
    TooLate(u64),
    /// There are [`SAMPLES_MAX`] samples already.
    TooMany,
    /// The demonstration has no samples.
    Empty,
}

/// Records a demonstration during play. Call [`Recorder::record`] every frame.
///
/// ```
/// use cunning_train::Recorder;
///
/// let mut recorder = Recorder::new("cellar", (7, 4));
/// for frame in 0..60 {
///     recorder.record(frame * 16, 1.5 + frame as f64 / 30.0, 1.5, false)?;
/// }
/// let demonstration = recorder.finish()?;
/// assert_eq!(demonstration.duration_ms(), 59 * 16);
/// assert!(Recorder::new("cellar", (7, 4)).finish().is_err(), "no samples were recorded");
/// # Ok::<(), cunning_train::SampleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    demonstration: Demonstration,
}

impl Recorder {
    /// Makes a recorder for a map of a size in cells. The name of the quest is only for display.
    pub fn new(quest: &str, (width, height): (u32, u32)) -> Self {
        let (width, height) = (width.min(SIDE_MAX), height.min(SIDE_MAX));
        Self { demonstration: Demonstration { quest: quest.to_owned(), width, height, samples: Vec::new() } }
    }

    /// Records the position of the player in cells from the upper left corner of the map: the middle of the first cell is
    /// at 0.5, 0.5. An error changes nothing, and recording can continue.
    pub fn record(&mut self, ms: u64, x: f64, y: f64, sneaks: bool) -> Result<(), SampleError> {
        let Demonstration { width, height, ref mut samples, .. } = self.demonstration;
        let at = point((x, y), (width, height))?;
        let before = samples.last().map_or(0, |last| last.ms);
        if ms < before {
            return Err(SampleError::Backwards { ms, before });
        }
        if ms > SAMPLE_MS_MAX {
            return Err(SampleError::TooLate(ms));
        }
        // While the player stands still, the first and the last sample are enough.
        if let [.., first, last] = samples.as_mut_slice() {
            let is_still = |sample: &Sample| sample.at == at && sample.sneaks == sneaks;
            if is_still(first) && is_still(last) {
                last.ms = ms;
                return Ok(());
            }
        }
        if samples.len() == SAMPLES_MAX {
            return Err(SampleError::TooMany);
        }
        samples.push(Sample { ms, at, sneaks });
        Ok(())
    }

    /// Ends the recording.
    pub fn finish(self) -> Result<Demonstration, SampleError> {
        if self.demonstration.samples.is_empty() { Err(SampleError::Empty) } else { Ok(self.demonstration) }
    }
}

impl Demonstration {
    /// The name of the quest.
    pub fn quest(&self) -> &str {
        &self.quest
    }

    /// The samples, in order.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The width and height of the map.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The time from the first sample to the last.
    pub fn duration_ms(&self) -> u64 {
        let ends = self.samples.first().zip(self.samples.last());
        ends.map_or(0, |(first, last)| last.ms - first.ms)
    }

    /// The cells along the demonstration without repetitions, for pictures. A position on the far edge belongs to the last
    /// cell.
    pub fn cells(&self) -> Vec<(u32, u32)> {
        let clamp = |milli: u32, side: u32| (milli / MILLI).min(side.saturating_sub(1));
        let cell = |sample: &Sample| (clamp(sample.at.x, self.width), clamp(sample.at.y, self.height));
        let mut cells: Vec<(u32, u32)> = self.samples.iter().map(cell).collect();
        cells.dedup();
        cells
    }
}

/// Converts a position in cells to a point on a map.
fn point((x, y): (f64, f64), size: (u32, u32)) -> Result<Point, SampleError> {
    if !x.is_finite() || !y.is_finite() {
        return Err(SampleError::NotANumber);
    }
    let is_inside = |at: f64, side: u32| (0.0..=f64::from(side)).contains(&at);
    if !is_inside(x, size.0) || !is_inside(y, size.1) {
        return Err(SampleError::Outside { position: (x, y), size });
    }
    let milli = |at: f64| (at * f64::from(MILLI)).round() as u32;
    Ok(Point { x: milli(x), y: milli(y) })
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("position is not finite"),
            Self::Outside { position: (x, y), size: (width, height) } => {
                write!(f, "{x},{y} is outside the map of {width} × {height} cells")
            }
            Self::Backwards { ms, before } => {
                write!(f, "time {ms} ms is before the previous sample at {before} ms")
            }
            Self::TooLate(ms) => write!(f, "time {ms} ms is more than a day"),
            Self::TooMany => write!(f, "more than {SAMPLES_MAX} samples"),
            Self::Empty => f.write_str("the demonstration is empty"),
        }
    }
}

impl std::error::Error for SampleError {}
