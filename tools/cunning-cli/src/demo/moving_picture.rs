//! A moving picture of the map as an animated GIF: a frame for each tenth of a second that the demo would take on a terminal.

use std::path::PathBuf;

use cunning_arena::simulation::Simulation;
use cunning_arena::{World, picture};
use cunning_draw::Animation;

use crate::failure::Failure;
use crate::files;

/// The time for which a frame is shown, in hundredths of a second.
const FRAME: u16 = 10;
/// The time for which the last frame is shown.
const LAST_FRAME: u16 = 200;
/// The width that a picture has at most if its cells are larger than [`CELL_MIN`] pixels.
const WIDTH: u16 = 560;
const CELL_MIN: u16 = 6;
const CELL_MAX: u16 = 24;

/// The frames of a demo.
pub(super) struct MovingPicture {
    path: PathBuf,
    animation: Animation,
    /// The time of the scene that passes between two frames.
    every_ms: f64,
    /// The number of frames that were due so far.
    due: u64,
}

impl MovingPicture {
    /// Starts a picture of a world at a speed relative to real time.
    pub(super) fn new(path: PathBuf, world: &World, speed: f64) -> Result<Self, Failure> {
        let (width, height) = (world.scene().width(), world.scene().height());
        let cell = (WIDTH / width.max(1)).clamp(CELL_MIN, CELL_MAX);
        let animation =
            Animation::new(width.saturating_mul(cell), height.saturating_mul(cell)).map_err(failed)?;
        Ok(Self { path, animation, every_ms: 10.0 * f64::from(FRAME) * speed, due: 0 })
    }

    /// Adds a frame if one is due.
    pub(super) fn add(&mut self, simulation: &Simulation) -> Result<(), Failure> {
        let world = simulation.world();
        if (world.time_ms() as f64) < self.due as f64 * self.every_ms {
            return Ok(());
        }
        self.due += 1;
        self.draw(world, FRAME)
    }

    /// Adds the last frame and writes the file.
    pub(super) fn finish(mut self, simulation: &Simulation) -> Result<(), Failure> {
        self.draw(simulation.world(), LAST_FRAME)?;
        files::write(&self.path, &self.animation.to_gif().map_err(failed)?)
    }

    fn draw(&mut self, world: &World, delay: u16) -> Result<(), Failure> {
        let svg = picture::svg(world).map_err(failed)?;
        self.animation.add(&svg, delay).map_err(failed)
    }
}

fn failed(error: cunning_draw::DrawError) -> Failure {
    Failure::input("cli/picture", error)
}
