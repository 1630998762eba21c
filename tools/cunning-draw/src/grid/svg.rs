//! A grid picture as SVG, where one user unit is one cell.
//!
//! Cells of one colour form one `<path>` of rectangles, each a run of cells in a row extended over equal runs below it.
//! The most frequent colour is the background. This keeps the files of large maps small. Paths and markers can also be
//! written as a separate document, which the PNG output draws over its cells.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use crate::colour::Colour;
use crate::grid::picture::{Cell, GridPicture, MarkerKind, PathWeight};
use crate::grid::png::CellSize;
use crate::palette;
use crate::xml::escape;

/// A five-pointed star of radius 1.
const STAR: &str =
    "0,-1 .265,-.364 .951,-.309 .428,.139 .588,.809 0,.45 -.588,.809 -.428,.139 -.951,-.309 -.265,-.364";

/// The largest number of corners of a line; longer lines are cut.
const LINE_CORNERS_MAX: usize = 256;

impl GridPicture {
    /// The picture as an SVG document. A picture without cells gives a document without content.
    pub fn to_svg(&self) -> String {
        let cell = CellSize::Auto.pixels(self);
        let mut svg = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_svg(&mut svg, cell, true, |_| Ok(()));
        svg
    }

    /// As [`GridPicture::to_svg`], with an overlay: `overlay` writes SVG elements that are drawn over everything else,
    /// in units of cells with the origin in the upper left corner. A picture without cells has no overlay.
    pub fn to_svg_with(&self, overlay: impl FnOnce(&mut String) -> fmt::Result) -> String {
        let cell = CellSize::Auto.pixels(self);
        let mut svg = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_svg(&mut svg, cell, true, overlay);
        svg
    }

    /// Only paths and markers, at one pixel per cell, on a transparent background.
    pub(crate) fn annotations_svg(&self) -> String {
        let mut svg = String::new();
        let _ = self.write_svg(&mut svg, 1, false, |_| Ok(()));
        svg
    }

    fn write_svg(
        &self,
        out: &mut String,
        cell: u32,
        with_cells: bool,
        overlay: impl FnOnce(&mut String) -> fmt::Result,
    ) -> fmt::Result {
        let (width, height) = (self.width(), self.height());
        write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}""#,
            width * cell,
            height * cell
        )?;
        if width == 0 || height == 0 {
            return writeln!(out, "/>");
        }
        writeln!(out, r#" viewBox="0 0 {width} {height}" role="img">"#)?;
        if !self.title.is_empty() {
            writeln!(out, "<title>{}</title>", escape(&self.title))?;
        }
        if with_cells {
            self.write_cells(out)?;
        }
        // Cells are addressed by their corners, and lines go through their centres.
        writeln!(out, r#"<g transform="translate(.5 .5)" stroke-linejoin="round" stroke-linecap="round">"#)?;
        self.write_paths(out)?;
        self.write_markers(out)?;
        writeln!(out, "</g>")?;
        overlay(out)?;
        writeln!(out, "</svg>")
    }

    fn write_cells(&self, out: &mut String) -> fmt::Result {
        let (width, height) = (self.width(), self.height());
        let background = self.most_frequent_colour();
        // Without anti-aliasing no seams are visible between rectangles at odd zoom levels.
        writeln!(out, r#"<g shape-rendering="crispEdges">"#)?;
        writeln!(out, r#"<rect width="{width}" height="{height}" fill="{background}"/>"#)?;
        for (colour, rectangles) in self.rectangles(background) {
            writeln!(out, r#"<path fill="{colour}" d="{}"/>"#, rectangles.data)?;
        }
        writeln!(out, "</g>")
    }

    fn most_frequent_colour(&self) -> Colour {
        let mut counts: BTreeMap<Colour, usize> = BTreeMap::new();
        for y in 0..self.height() {
            for run in self.runs(y) {
                *counts.entry(run.colour).or_default() += run.length as usize;
            }
        }
        counts.into_iter().max_by_key(|&(_, count)| count).map_or(palette::FREE, |(colour, _)| colour)
    }

    /// The runs of equal colour in a row.
    fn runs(&self, y: u32) -> impl Iterator<Item = Run> {
        let mut x = 0;
        self.row(y).chunk_by(|a, b| a == b).filter_map(move |looks| {
            let run = Run { x, y, length: looks.len() as u32, colour: looks.first()?.colour() };
            x += run.length;
            Some(run)
        })
    }

    fn rectangles(&self, background: Colour) -> BTreeMap<Colour, Rectangles> {
        let mut done: BTreeMap<Colour, Rectangles> = BTreeMap::new();
        // Runs of the row above that may continue, with the row they started in, from left to right.
        let mut open: Vec<Run> = Vec::new();
        for y in 0..self.height() {
            let mut above = open.into_iter().peekable();
            open = Vec::new();
            for run in self.runs(y).filter(|run| run.colour != background) {
                while let Some(ended) = above.next_if(|other| other.x < run.x) {
                    done.entry(ended.colour).or_default().add(ended, y);
                }
                let same =
                    |other: &Run| (other.x, other.length, other.colour) == (run.x, run.length, run.colour);
                open.push(above.next_if(same).unwrap_or(run));
            }
            for ended in above {
                done.entry(ended.colour).or_default().add(ended, y);
            }
        }
        for ended in open {
            done.entry(ended.colour).or_default().add(ended, self.height());
        }
        done
    }

    fn write_paths(&self, out: &mut String) -> fmt::Result {
        if self.paths.is_empty() {
            return Ok(());
        }
        writeln!(out, r#"<g fill="none">"#)?;
        for (style, cells) in &self.paths {
            let width = self.unit()
                * match style.weight {
                    PathWeight::Thin => 0.5,
                    PathWeight::Regular => 1.0,
                    PathWeight::Bold => 1.5,
                };
            let lines = lines(cells);
            // The casing separates the line from everything it crosses, including other paths.
            for (colour, width) in [(palette::CASING, width + self.unit() * 0.9), (style.colour, width)] {
                writeln!(out, r#"<g stroke="{colour}" stroke-width="{}">"#, Short(width))?;
                for line in &lines {
                    writeln!(out, r#"<path d="{}"/>"#, line_data(line))?;
                }
                writeln!(out, "</g>")?;
            }
        }
        writeln!(out, "</g>")
    }

    fn write_markers(&self, out: &mut String) -> fmt::Result {
        for marker in &self.markers {
            let colour = marker.kind.colour();
            // A wide casing below a shape of radius 1 keeps the edge of the shape sharp.
            let (shape, radius) = match marker.kind {
                MarkerKind::Start => (r#"circle r=".8""#.to_owned(), 3.6),
                MarkerKind::Goal => (format!(r#"polygon points="{STAR}""#), 4.8),
                MarkerKind::Point => (r#"rect x="-.7" y="-.7" width="1.4" height="1.4""#.to_owned(), 2.6),
            };
            let radius = self.unit() * radius;
            let x = Short(inside(marker.cell.0, self.width(), radius));
            let y = Short(inside(marker.cell.1, self.height(), radius));
            writeln!(out, r#"<g transform="translate({x} {y}) scale({})">"#, Short(radius))?;
            if !marker.label.is_empty() {
                writeln!(out, "<title>{}</title>", escape(&marker.label))?;
            }
            writeln!(
                out,
                r#"<{shape} fill="{0}" stroke="{0}" stroke-width=".6"/><{shape} fill="{colour}"/></g>"#,
                palette::CASING
            )?;
        }
        Ok(())
    }

    /// The width of a regular path, in cells: visible when the whole map is shown, and not too thin when a few cells fill
    /// the page.
    fn unit(&self) -> f64 {
        (f64::from(self.width() + self.height()) / 440.0).max(0.1)
    }
}

#[derive(Clone, Copy)]
struct Run {
    x: u32,
    y: u32,
    length: u32,
    colour: Colour,
}

/// Path data of rectangles. Each starts with a relative move from the corner of the previous one, which is short.
#[derive(Default)]
struct Rectangles {
    data: String,
    corner: (u32, u32),
}

impl Rectangles {
    /// Adds the rectangle from the run's row down to, not including, the row `end`.
    fn add(&mut self, run: Run, end: u32) {
        let Run { x, y, length, .. } = run;
        let dx = i64::from(x) - i64::from(self.corner.0);
        let dy = i64::from(y) - i64::from(self.corner.1);
        let gap = if dy < 0 { "" } else { " " };
        let _ = write!(self.data, "m{dx}{gap}{dy}h{length}v{}h-{length}z", end - y);
        self.corner = (x, y);
    }
}

/// The lines of a path, reduced to their corners.
///
/// Repeated steps are drawn once, since the track of an agent may visit the same cells many times. Long lines are cut,
/// because the time of renderers grows with the square of the corners of a line that crosses itself often.
fn lines(cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut drawn = BTreeSet::new();
    let mut lines = vec![Vec::new()];
    for pair in cells.windows(2) {
        let &[from, to] = pair else { continue };
        if from == to {
            continue;
        }
        let is_new = drawn.insert((from.min(to), from.max(to)));
        if lines.last().is_some_and(|line| !is_new || line.len() > LINE_CORNERS_MAX) {
            lines.push(Vec::new());
        }
        if let (true, Some(line)) = (is_new, lines.last_mut()) {
            match line.as_slice() {
                [] => line.push(from),
                [.., before, last] if goes_straight_on(*before, *last, to) => {
                    line.pop();
                }
                _ => {}
            }
            line.push(to);
        }
    }
    lines.retain(|line| !line.is_empty());
    if lines.is_empty() {
        lines.extend(cells.first().map(|&cell| vec![cell]));
    }
    lines
}

fn line_data(corners: &[Cell]) -> String {
    let mut data = String::new();
    for (i, (x, y)) in corners.iter().enumerate() {
        let command = match i {
            0 => "M",
            1 => "L",
            _ => " ",
        };
        let _ = write!(data, "{command}{x} {y}");
    }
    if corners.len() == 1 {
        // A line of length zero with round ends is a dot.
        data.push_str("h0");
    }
    data
}

/// The position of a marker along a side of `side` cells: the centre of its cell, or as far inside as needed to be fully
/// visible. On large maps markers are larger than cells.
fn inside(cell: u32, side: u32, radius: f64) -> f64 {
    let (low, high) = (radius - 0.5, f64::from(side) - 0.5 - radius);
    if low > high { (f64::from(side) - 1.0) / 2.0 } else { f64::from(cell).clamp(low, high) }
}

fn goes_straight_on(a: Cell, b: Cell, c: Cell) -> bool {
    let step =
        |from: Cell, to: Cell| (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
    let ((ux, uy), (vx, vy)) = (step(a, b), step(b, c));
    ux * vy == uy * vx && ux * vx + uy * vy > 0
}

/// A length with at most three decimals, which is precise to a hundredth of a pixel.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.0 * 1000.0).round() / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_reduced_to_corners() {
        let drawn = lines(&[(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (4, 3)]);
        assert_eq!(drawn, [[(0, 0), (2, 0), (4, 2), (4, 3)]]);
        assert_eq!(line_data(&drawn[0]), "M0 0L2 0 4 2 4 3");
    }

    #[test]
    fn path_within_one_cell_is_a_dot() {
        let drawn = lines(&[(1, 1), (1, 1), (1, 1)]);
        assert_eq!(drawn, [[(1, 1)]]);
        assert_eq!(line_data(&drawn[0]), "M1 1h0");
        assert!(lines(&[]).is_empty());
    }

    #[test]
    fn markers_at_the_edge_move_inside() {
        let at = |cell, side, radius| format!("{}", Short(inside(cell, side, radius)));
        assert_eq!(at(0, 10, 0.5), "0");
        assert_eq!(at(9, 10, 0.5), "9");
        assert_eq!(at(0, 100, 3.0), "2.5");
        assert_eq!(at(99, 100, 3.0), "96.5");
        assert_eq!(at(50, 100, 3.0), "50");
        assert_eq!(at(0, 1, 3.0), "0", "nothing is wide enough: the middle");
    }

    #[test]
    fn line_that_turns_back_keeps_the_turning_point() {
        assert_eq!(lines(&[(0, 0), (5, 0), (2, 0)]), [[(0, 0), (5, 0), (2, 0)]]);
    }

    #[test]
    fn repeated_steps_are_drawn_once_in_either_direction() {
        let there_and_back = [(0, 0), (1, 0), (2, 0), (1, 0), (0, 0), (0, 1)];
        assert_eq!(lines(&there_and_back), [vec![(0, 0), (2, 0)], vec![(0, 0), (0, 1)]]);
    }

    #[test]
    fn long_lines_are_cut_without_gaps() {
        for length in [2, LINE_CORNERS_MAX, LINE_CORNERS_MAX + 1, LINE_CORNERS_MAX + 2, 3 * LINE_CORNERS_MAX]
        {
            let zigzag: Vec<Cell> = (0..length as u32).map(|i| (i, i % 2)).collect();
            let drawn = lines(&zigzag);
            assert!(drawn.iter().all(|line| line.len() <= LINE_CORNERS_MAX + 1));
            assert!(drawn.windows(2).all(|pair| pair[0].last() == pair[1].first()));
            let steps: usize = drawn.iter().map(|line| line.len() - 1).sum();
            assert_eq!(steps, length - 1);
        }
    }
}
