//! Demonstrations from a script: straight walks between points, and waits.

use std::fmt;
use std::str::FromStr;

use super::{Demonstration, Recorder, SampleError};
use crate::Quest;
use crate::limits::STEP_MS_MAX;

/// One line of a script.
///
/// ```
/// use cunning_train::Waypoint;
/// assert_eq!("sneak 3.5,7".parse(), Ok(Waypoint::Go { x: 3.5, y: 7.0, sneaks: true }));
/// assert_eq!("wait 500".parse(), Ok(Waypoint::Wait { ms: 500 }));
/// assert!("3.5".parse::<Waypoint>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Waypoint {
    /// Go straight to a point. The first point is where the demonstration starts.
    Go {
        /// The distance to the right, in cells.
        x: f64,
        /// The distance downwards, in cells.
        y: f64,
        /// Whether to sneak.
        sneaks: bool,
    },
    /// Wait.
    Wait {
        /// The time in milliseconds.
        ms: u64,
    },
}

/// A text that is not a waypoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaypointError(String);

/// The time between two samples of a scripted walk.
const FRAME_MS: u64 = 200;

impl FromStr for Waypoint {
    type Err = WaypointError;

    fn from_str(text: &str) -> Result<Self, WaypointError> {
        let wrong = || WaypointError(text.chars().take(80).collect());
        let trimmed = text.trim();
        if let Some(ms) = trimmed.strip_prefix("wait ") {
            let ms = ms.trim().parse().ok().filter(|&ms| ms <= STEP_MS_MAX);
            return ms.map(|ms| Self::Wait { ms }).ok_or_else(wrong);
        }
        let (place, sneaks) = trimmed.strip_prefix("sneak ").map_or((trimmed, false), |place| (place, true));
        let (x, y) = place.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
        Ok(Self::Go { x: number(x)?, y: number(y)?, sneaks })
    }
}

impl Demonstration {
    /// The demonstration of a script at the speed of the quest's walker. Walls and doors are ignored: the author of the
    /// script is responsible for them.
    pub fn from_waypoints(quest: &Quest, waypoints: &[Waypoint]) -> Result<Self, SampleError> {
        let mut recorder = Recorder::new(quest.name(), (quest.width(), quest.height()));
        let mut at: Option<(f64, f64)> = None;
        let (mut ms, mut sneaked) = (0_u64, false);
        for waypoint in waypoints {
            match *waypoint {
                Waypoint::Wait { ms: waited } => {
                    ms += waited;
                    let (x, y) = at.ok_or(SampleError::Empty)?;
                    recorder.record(ms, x, y, sneaked)?;
                }
                Waypoint::Go { x, y, sneaks } => {
                    let (from_x, from_y) = at.unwrap_or((x, y));
                    let length = ((x - from_x) * (x - from_x) + (y - from_y) * (y - from_y)).sqrt();
                    let ms_per_cell = if sneaks { quest.walker.sneak_ms } else { quest.walker.walk_ms };
                    // A length that is not finite is rejected with the position.
                    let duration = (length * f64::from(ms_per_cell)).ceil() as u64;
                    let frames = (duration / FRAME_MS).min(crate::limits::SAMPLES_MAX as u64);
                    for frame in 1..=frames {
                        let part = (frame * FRAME_MS) as f64 / duration.max(1) as f64;
                        let (x, y) = (from_x + (x - from_x) * part, from_y + (y - from_y) * part);
                        recorder.record(ms + frame * FRAME_MS, x, y, sneaks)?;
                    }
                    ms = ms.saturating_add(duration);
                    recorder.record(ms, x, y, sneaks)?;
                    (at, sneaked) = (Some((x, y)), sneaks);
                }
            }
        }
        recorder.finish()
    }
}

impl fmt::Display for WaypointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid waypoint `{}`: expected `X,Y`, `sneak X,Y` or `wait MS`", self.0)
    }
}

impl std::error::Error for WaypointError {}
