//! Renders SVG to pixels and encodes them as PNG.
//!
//! No fonts are loaded, so `<text>` is not shown.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::error::DrawError;

/// The largest number of pixels of a PNG.
pub const PNG_PIXELS_MAX: u64 = 1 << 24;

/// A transparent canvas of the given size in pixels.
pub(crate) fn canvas(width: u64, height: u64) -> Result<Pixmap, DrawError> {
    let pixels = width.saturating_mul(height);
    if pixels > PNG_PIXELS_MAX {
        return Err(DrawError::TooManyPixels { pixels });
    }
    Pixmap::new(width as u32, height as u32).ok_or(DrawError::NoCells)
}

/// Draws `svg` onto the canvas at `scale` pixels per user unit.
pub(crate) fn paint(canvas: &mut Pixmap, svg: &str, scale: f32) -> Result<(), DrawError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| DrawError::Render(e.to_string()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    Ok(())
}

/// Draws `svg` onto the canvas, scaled to its size.
pub(crate) fn paint_fitted(canvas: &mut Pixmap, svg: &str) -> Result<(), DrawError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| DrawError::Render(e.to_string()))?;
    let [x, y] = [(canvas.width(), tree.size().width()), (canvas.height(), tree.size().height())]
        .map(|(pixels, units)| pixels as f32 / units);
    resvg::render(&tree, Transform::from_scale(x, y), &mut canvas.as_mut());
    Ok(())
}

/// The canvas as the bytes of a PNG file.
pub(crate) fn encode(canvas: &Pixmap) -> Result<Vec<u8>, DrawError> {
    canvas.encode_png().map_err(|e| DrawError::Render(e.to_string()))
}
