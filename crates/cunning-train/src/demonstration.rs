//! Demonstrations: where somebody was, and when. Positions are free: no grid, no walls, no rules.

mod json;
mod waypoint;

use std::fmt;

use crate::limits::{SAMPLE_MS_MAX, SAMPLES_MAX, SIDE_MAX};
use crate::metric::{MILLI, Point};

pub use waypoint::{Waypoint, WaypointError};

/// A demonstration: at least one sample, times that never go back, positions inside the map it was shown on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demonstration {
    pub(crate) quest: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) samples: Vec<Sample>,
}

/// Where somebody was at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// When, in milliseconds from the beginning.
    pub ms: u64,
    /// Where, in thousandths of a cell.
    pub at: Point,
    /// Whether sneaking.
    pub sneaks: bool,
}

/// Why something is no sample of a demonstration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SampleError {
    /// A coordinate is not a number, or infinite.
    NotANumber,
    /// The position is outside the map.
    Outside {
        /// The position.
        position: (f64, f64),
        /// Columns and rows of the map.
        size: (u32, u32),
    },
    /// The time is before that of the sample before.
    Backwards {
        /// The time, in milliseconds.
        ms: u64,
        /// The time of the sample before.
        before: u64,
    },
    /// The time is beyond [`SAMPLE_MS_MAX`].
    TooLate(u64),
    /// There are [`SAMPLES_MAX`] samples already.
    TooMany,
    /// There is no sample at all.
    Empty,
}

/// Records a demonstration while somebody plays: call it every frame.
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
/// assert!(Recorder::new("cellar", (7, 4)).finish().is_err(), "nothing was shown");
/// # Ok::<(), cunning_train::SampleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    demonstration: Demonstration,
}

impl Recorder {
    /// A recorder for a map of so many columns and rows. The name of the quest is only kept for people.
    pub fn new(quest: &str, (width, height): (u32, u32)) -> Self {
        let (width, height) = (width.min(SIDE_MAX), height.min(SIDE_MAX));
        Self { demonstration: Demonstration { quest: quest.to_owned(), width, height, samples: Vec::new() } }
    }

    /// Notes where the player is: in cells from the upper left corner of the map, so that the middle of the first cell
    /// is at 0.5, 0.5. After an error nothing has changed, and recording can go on.
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
        // Somebody who stands still is at one place: its first and its last moment say it all.
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
    /// The name of the quest it was shown in.
    pub fn quest(&self) -> &str {
        &self.quest
    }

    /// The samples, in order.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Columns and rows of the map it was shown on.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The time from the first sample to the last.
    pub fn duration_ms(&self) -> u64 {
        let ends = self.samples.first().zip(self.samples.last());
        ends.map_or(0, |(first, last)| last.ms - first.ms)
    }

    /// The cells it passes, without repetitions, for pictures. A position on the far edge counts to the last cell.
    pub fn cells(&self) -> Vec<(u32, u32)> {
        let clamp = |milli: u32, side: u32| (milli / MILLI).min(side.saturating_sub(1));
        let cell = |sample: &Sample| (clamp(sample.at.x, self.width), clamp(sample.at.y, self.height));
        let mut cells: Vec<(u32, u32)> = self.samples.iter().map(cell).collect();
        cells.dedup();
        cells
    }
}

/// A position in cells as a point on a map.
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
            Self::NotANumber => f.write_str("a position must be a finite number"),
            Self::Outside { position: (x, y), size: (width, height) } => {
                write!(f, "{x},{y} is outside the map of {width} × {height} cells")
            }
            Self::Backwards { ms, before } => {
                write!(f, "time runs backwards: {ms} ms after {before} ms")
            }
            Self::TooLate(ms) => write!(f, "{ms} ms is more than a day"),
            Self::TooMany => write!(f, "more than {SAMPLES_MAX} samples"),
            Self::Empty => f.write_str("the demonstration is empty"),
        }
    }
}

impl std::error::Error for SampleError {}
