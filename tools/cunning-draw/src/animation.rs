//! A moving picture: SVG frames of the same size as an animated GIF that repeats for ever.
//!
//! Each frame stores only the rectangle that changed, and there the pixels that changed. All frames share one table of
//! colours, which is filled in the order of their first use; a colour beyond the table becomes the nearest one in it.

use std::collections::BTreeMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::error::DrawError;
use crate::raster;

/// The largest number of frames of an animation.
pub const FRAMES_MAX: usize = 3000;
/// The index of pixels that stay as they were.
const UNCHANGED: u8 = 255;
/// The low bits of colours that are dropped, so that soft edges share colours.
const DROPPED_BITS: u32 = 3;

/// Frames that become an animated GIF.
#[derive(Debug)]
pub struct Animation {
    width: u16,
    height: u16,
    colours: Vec<[u8; 3]>,
    /// The index of each colour that was met.
    known: BTreeMap<[u8; 3], u8>,
    /// The pixels of the last frame.
    shown: Vec<u8>,
    stills: Vec<Still>,
}

/// What a frame changes, and for how long it is shown.
#[derive(Debug)]
struct Still {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    pixels: Vec<u8>,
    /// The time in hundredths of a second.
    delay: u16,
}

impl Animation {
    /// An animation of this many pixels, to which SVG documents are scaled.
    pub fn new(width: u16, height: u16) -> Result<Self, DrawError> {
        raster::canvas(width.into(), height.into())?;
        let (colours, known) = (Vec::new(), BTreeMap::new());
        Ok(Self { width, height, colours, known, shown: Vec::new(), stills: Vec::new() })
    }

    /// Adds a frame that is shown for some hundredths of a second. A frame like the last one prolongs it.
    pub fn add(&mut self, svg: &str, delay: u16) -> Result<(), DrawError> {
        let mut canvas = raster::canvas(self.width.into(), self.height.into())?;
        raster::paint_fitted(&mut canvas, svg)?;
        let pixels: Vec<u8> = canvas.data().chunks_exact(4).map(|rgba| self.index(rgba)).collect();
        let Some((columns, rows)) = self.changed(&pixels) else {
            if let Some(last) = self.stills.last_mut() {
                last.delay = last.delay.saturating_add(delay);
            }
            return Ok(());
        };
        if self.stills.len() == FRAMES_MAX {
            return Err(DrawError::TooManyFrames);
        }
        let row_len = usize::from(self.width);
        let is_first = self.shown.is_empty();
        let changed = rows.clone().flat_map(|row| columns.clone().map(move |column| row * row_len + column));
        let pixel =
            |at: usize| if !is_first && pixels[at] == self.shown[at] { UNCHANGED } else { pixels[at] };
        self.stills.push(Still {
            left: columns.start as u16,
            top: rows.start as u16,
            width: columns.len() as u16,
            height: rows.len() as u16,
            pixels: changed.map(pixel).collect(),
            delay,
        });
        self.shown = pixels;
        Ok(())
    }

    /// The number of frames so far.
    pub fn frames(&self) -> usize {
        self.stills.len()
    }

    /// The bytes of the GIF file.
    pub fn to_gif(self) -> Result<Vec<u8>, DrawError> {
        let failed = |error: gif::EncodingError| DrawError::Render(error.to_string());
        let mut bytes = Vec::new();
        let mut encoder =
            Encoder::new(&mut bytes, self.width, self.height, self.colours.as_flattened()).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        for still in self.stills {
            let Still { left, top, width, height, pixels, delay } = still;
            let transparent = Some(UNCHANGED);
            let mut frame = Frame { left, top, delay, transparent, ..Frame::default() };
            (frame.width, frame.height, frame.buffer) = (width, height, pixels.into());
            frame.dispose = DisposalMethod::Keep;
            encoder.write_frame(&frame).map_err(failed)?;
        }
        drop(encoder);
        Ok(bytes)
    }

    /// The index of a premultiplied pixel on white ground.
    fn index(&mut self, rgba: &[u8]) -> u8 {
        let white = 255 - rgba.get(3).copied().unwrap_or(255);
        let colour = [0, 1, 2].map(|at| {
            let exact = rgba.get(at).copied().unwrap_or(0).saturating_add(white);
            // Rounded to the middle of its step; white stays white.
            if exact == 255 {
                exact
            } else {
                (exact >> DROPPED_BITS << DROPPED_BITS) | 1 << (DROPPED_BITS - 1)
            }
        });
        if let Some(index) = self.known.get(&colour) {
            return *index;
        }
        let index = if self.colours.len() < usize::from(UNCHANGED) {
            self.colours.push(colour);
            self.colours.len() - 1
        } else {
            let apart = |other: &[u8; 3]| {
                let squares =
                    colour.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2));
                squares.sum::<u32>()
            };
            let nearest = self.colours.iter().enumerate().min_by_key(|(_, other)| apart(other));
            nearest.map_or(0, |(index, _)| index)
        };
        self.known.insert(colour, index as u8);
        index as u8
    }

    /// The columns and rows in which pixels differ from those of the last frame; `None` if none does.
    fn changed(&self, pixels: &[u8]) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let row_len = usize::from(self.width);
        if self.shown.is_empty() {
            return Some((0..row_len, 0..usize::from(self.height)));
        }
        let differing = pixels.iter().zip(&self.shown).enumerate().filter(|(_, (one, other))| one != other);
        let mut around: Option<[usize; 4]> = None;
        for (at, _) in differing {
            let (column, row) = (at % row_len, at / row_len);
            let [left, right, top, bottom] = around.unwrap_or([column, column, row, row]);
            around = Some([left.min(column), right.max(column), top.min(row), bottom.max(row)]);
        }
        around.map(|[left, right, top, bottom]| (left..right + 1, top..bottom + 1))
    }
}
