//! A grid picture as PNG: cells are exact squares of pixels, with paths and markers drawn over them.

use std::num::NonZeroU32;

use resvg::tiny_skia::ColorU8;

use crate::error::DrawError;
use crate::grid::picture::GridPicture;
use crate::raster;

/// The side of a cell in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellSize {
    /// An integer that makes the longer side of the picture 800 to 1600 pixels, or 1 if the grid has more cells than that.
    #[default]
    Auto,
    /// A number of pixels.
    Pixels(NonZeroU32),
}

impl CellSize {
    pub(crate) fn pixels(self, picture: &GridPicture) -> u32 {
        match self {
            Self::Pixels(pixels) => pixels.get(),
            Self::Auto => {
                let longer = picture.width().max(picture.height()).max(1);
                // At least 900 pixels if possible without exceeding 1600.
                900_u32.div_ceil(longer).min(1600 / longer).max(1)
            }
        }
    }
}

impl GridPicture {
    /// The picture as the bytes of a PNG file of `width` × `height` cells of the given size, without any text.
    pub fn to_png(&self, cell: CellSize) -> Result<Vec<u8>, DrawError> {
        let scale = cell.pixels(self);
        let [width, height] = [self.width(), self.height()].map(|side| u64::from(side) * u64::from(scale));
        let mut canvas = raster::canvas(width, height)?;

        let scale_len = scale as usize;
        let row_len = width as usize;
        let mut lines = canvas.pixels_mut().chunks_exact_mut(row_len * scale_len);
        for y in 0..self.height() {
            let Some(lines) = lines.next() else { break };
            let (first, others) = lines.split_at_mut(row_len);
            for (pixels, look) in first.chunks_exact_mut(scale_len).zip(self.row(y)) {
                let colour = look.colour();
                pixels.fill(ColorU8::from_rgba(colour.red, colour.green, colour.blue, 255).premultiply());
            }
            for line in others.chunks_exact_mut(row_len) {
                line.copy_from_slice(first);
            }
        }

        if !(self.paths.is_empty() && self.markers.is_empty()) {
            raster::paint(&mut canvas, &self.annotations_svg(), scale as f32)?;
        }
        raster::encode(&canvas)
    }
}
