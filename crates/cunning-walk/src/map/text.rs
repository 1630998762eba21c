//! Maps as text: the MovingAI `.map` format.
//!
//! ```text
//! type octile
//! height 2
//! width 3
//! map
//! ..@
//! T.S
//! ```
//!
//! Height and width may come in either order, with any number of blanks, and lines end in LF or CRLF. Everything else is
//! an error that says where and what was expected. All rows are checked, not only up to the first error. The format is described at <https://movingai.com/benchmarks/formats.html>.

use cunning_diag::{Code, Diagnostic, Diagnostics, Source, Span, did_you_mean};

use super::{BLOCKED_LETTERS, CELLS_MAX, FREE_LETTERS, Map, SIDE_MAX};

/// The largest size of a map file in bytes: every cell, the header and line breaks.
pub const BYTES_MAX: usize = CELLS_MAX + (1 << 20);

const FILE_SIZE: Code = Code::new("walk/map-bytes");
const HEADER: Code = Code::new("walk/map-header");
const TYPE: Code = Code::new("walk/map-type");
const SIZE: Code = Code::new("walk/map-size");
const ROW_COUNT: Code = Code::new("walk/map-rows");
const ROW_LENGTH: Code = Code::new("walk/map-row");
const TERRAIN: Code = Code::new("walk/map-terrain");

impl Map {
    /// Reads a MovingAI map.
    ///
    /// ```
    /// use cunning_diag::Source;
    /// use cunning_walk::Map;
    ///
    /// let text = "type octile\nheight 2\nwidth 3\nmap\n..@\n.x.\n";
    /// let found = Map::parse(&Source::new("cellar.map", text)).expect_err("there is no terrain `x`");
    /// let shown = "\
    /// error[walk/map-terrain]: `x` is not a terrain letter
    ///  --> cellar.map:6:2
    ///   |
    /// 6 | .x.
    ///   |  ^
    ///   |
    ///   = help: expected one of `.GS` (free) or `@OTW` (blocked)";
    /// assert_eq!(found.to_string(), shown);
    /// ```
    pub fn parse(source: &Source) -> Result<Self, Diagnostics> {
        let mut found = Diagnostics::new();
        let bytes = source.text().len();
        if bytes > BYTES_MAX {
            let message = format!("the map has {bytes} bytes, more than the {BYTES_MAX} allowed");
            return Err(Diagnostic::error(FILE_SIZE, message).at(source, Span::point(0)).into());
        }
        if source.text().trim().is_empty() {
            let message = "the map is empty: expected a line `type octile`";
            return Err(Diagnostic::error(HEADER, message).at(source, source.end()).into());
        }
        let header = read_header(source, &mut found);
        let map = header.and_then(|header| read_rows(source, &header, &mut found));
        map.filter(|_| !found.has_errors()).ok_or(found)
    }

    /// A map written in code, for tests and examples: one string for each row, in the letters of the format. The first
    /// row determines the width.
    pub fn from_rows(rows: &[impl AsRef<str>]) -> Result<Self, Diagnostics> {
        let rows: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
        let width = rows.first().map_or(0, |row| row.chars().count());
        Self::parse(&Source::new(
            "rows",
            format!("type octile\nheight {}\nwidth {width}\nmap\n{}", rows.len(), rows.join("\n")),
        ))
    }

    /// The map in the MovingAI format. Parsing it gives the same map.
    pub fn to_text(&self) -> String {
        let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", self.height, self.width);
        for row in self.rows() {
            text.extend(row.iter().map(|&letter| char::from(letter)));
            text.push('\n');
        }
        text
    }
}

/// A number in the header and its span.
#[derive(Clone, Copy)]
struct Side {
    cells: u32,
    span: Span,
}

/// The size in the header, and the text after it.
struct Header<'a> {
    width: Side,
    height: Side,
    rows: &'a str,
}

/// The header lines read so far. A span tells a wrong line from a missing one.
#[derive(Default)]
struct Lines {
    kind: Option<Span>,
    height: Option<(Span, Option<Side>)>,
    width: Option<(Span, Option<Side>)>,
}

/// Reads up to and including the line `map`. Returns `None` if the size is unusable; the reason is among the findings.
fn read_header<'a>(source: &'a Source, found: &mut Diagnostics) -> Option<Header<'a>> {
    let mut lines = Lines::default();
    for line in source.text().lines() {
        let mut words = line.split_whitespace();
        let Some(keyword) = words.next() else { continue };
        let at = source.span_of(keyword);
        let mut value = || words.next();
        let earlier = match keyword {
            "map" => None,
            "type" => {
                check_type(source, keyword, value(), found);
                lines.kind.replace(at)
            }
            "height" => {
                let side = read_side(source, keyword, value(), found);
                lines.height.replace((at, side)).map(|(earlier, _)| earlier)
            }
            "width" => {
                let side = read_side(source, keyword, value(), found);
                lines.width.replace((at, side)).map(|(earlier, _)| earlier)
            }
            _ if is_row(line) => {
                let message = "expected a line `map` before the first row";
                found.push(Diagnostic::error(HEADER, message).at(source, source.span_of(line.trim())));
                lines.finish(source, at, found);
                return None;
            }
            _ => {
                let message = format!("expected `type`, `height`, `width` or `map`, found `{keyword}`");
                let unknown = Diagnostic::error(HEADER, message).at(source, at);
                if lines.is_empty() && did_you_mean(keyword, KEYWORDS).is_none() {
                    // The file is not a map at all, so one diagnostic is enough.
                    found.push(unknown.hint("is this a map? a map begins with the line `type octile`"));
                    return None;
                }
                found.push(unknown.suggest(keyword, KEYWORDS));
                // Further diagnostics would only be counted.
                if found.left_out() > 0 {
                    return None;
                }
                continue;
            }
        };
        if let Some(earlier) = earlier {
            let twice = Diagnostic::error(HEADER, format!("`{keyword}` is given twice"));
            found.push(twice.at(source, at).label(source, earlier, "given here first"));
        }
        if let Some(surplus) = words.next() {
            let message = format!("expected the line `{keyword}` to end here, found `{surplus}`");
            found.push(Diagnostic::error(HEADER, message).at(source, source.span_of(surplus)));
        }
        if keyword == "map" {
            let (width, height) = lines.finish(source, at, found)?;
            let rest = source.text().get(at.end as usize..).unwrap_or_default();
            let rows = rest.split_once('\n').map_or("", |(_, rows)| rows);
            return Some(Header { width, height, rows });
        }
    }
    let message = "expected a line `map` before the rows, found the end of the file";
    found.push(Diagnostic::error(HEADER, message).at(source, source.end()));
    lines.finish(source, source.end(), found);
    None
}

const KEYWORDS: [&str; 4] = ["type", "height", "width", "map"];

impl Lines {
    fn is_empty(&self) -> bool {
        self.kind.is_none() && self.height.is_none() && self.width.is_none()
    }

    /// Reports the lines that are missing before `end`, and returns width and height if both are usable.
    fn finish(&self, source: &Source, end: Span, found: &mut Diagnostics) -> Option<(Side, Side)> {
        let (kind, height, width) = (self.kind.is_some(), self.height.is_some(), self.width.is_some());
        for (line, given) in [("type octile", kind), ("height", height), ("width", width)] {
            if !given {
                let message = format!("expected a line `{line}` before the rows");
                found.push(Diagnostic::error(HEADER, message).at(source, end));
            }
        }
        let ((_, height), (_, width)) = (self.height?, self.width?);
        let (height, width) = (height?, width?);
        let cells = u64::from(height.cells) * u64::from(width.cells);
        if cells > CELLS_MAX as u64 {
            let message = format!("the map has {cells} cells, more than the {CELLS_MAX} allowed");
            let too_many = Diagnostic::error(SIZE, message).at(source, height.span);
            found.push(too_many.label(source, width.span, "times this"));
            return None;
        }
        Some((width, height))
    }
}

/// The word after `type`.
fn check_type(source: &Source, keyword: &str, value: Option<&str>, found: &mut Diagnostics) {
    if value != Some("octile") {
        let message = format!("expected `type octile`, found `type {}`", value.unwrap_or_default());
        found.push(Diagnostic::error(TYPE, message).at(source, source.span_of(value.unwrap_or(keyword))));
    }
}

/// The number after `height` or `width`.
fn read_side(source: &Source, keyword: &str, value: Option<&str>, found: &mut Diagnostics) -> Option<Side> {
    let span = source.span_of(value.unwrap_or(keyword));
    let cells = value.and_then(|value| value.parse().ok()).filter(|cells| (1..=SIDE_MAX).contains(cells));
    if cells.is_none() {
        let what = value.map_or_else(|| "nothing".to_owned(), |value| format!("`{value}`"));
        let message = format!("expected {keyword} to be a whole number from 1 to {SIDE_MAX}, found {what}");
        found.push(Diagnostic::error(SIZE, message).at(source, span));
    }
    cells.map(|cells| Side { cells, span })
}

/// Whether a line consists of terrain letters.
fn is_row(line: &str) -> bool {
    line.trim().chars().all(is_terrain)
}

fn is_terrain(c: char) -> bool {
    FREE_LETTERS.contains(c) || BLOCKED_LETTERS.contains(c)
}

/// Reads the rows after the header and reports every wrong row. The map is valid if nothing was found.
fn read_rows(source: &Source, header: &Header<'_>, found: &mut Diagnostics) -> Option<Map> {
    // Blank lines after the last row are not rows.
    let rows = || header.rows.trim_end().lines().map(str::trim_end);
    let expected = header.height.cells as usize;
    let count = rows().count();
    if count != expected {
        let place = rows().nth(expected).map_or(source.end(), |surplus| source.span_of(surplus));
        let wrong = Diagnostic::error(ROW_COUNT, format!("expected {expected} rows, found {count}"));
        let label = "the number of rows is given here";
        found.push(wrong.at(source, place).label(source, header.height.span, label));
    }
    let mut map = Map::filled(header.width.cells, header.height.cells, b'@')?;
    for (row, cells) in rows().zip(map.terrain.chunks_mut(header.width.cells as usize)) {
        check_row(source, row, header.width, found);
        for (cell, letter) in cells.iter_mut().zip(row.bytes()) {
            *cell = letter;
        }
    }
    Some(map)
}

/// Reports a wrong length and the first unknown letter of a row.
fn check_row(source: &Source, row: &str, width: Side, found: &mut Diagnostics) {
    let expected = width.cells as usize;
    let cells = row.chars().count();
    if cells != expected {
        // Points at the surplus, or at the end of a short row.
        let surplus = row.char_indices().nth(expected).map_or(row.len(), |(at, _)| at);
        let message = format!("expected a row of {expected} cells, found {cells}");
        let place = source.span_of(row.get(surplus..).unwrap_or_default());
        let wrong = Diagnostic::error(ROW_LENGTH, message).at(source, place);
        found.push(wrong.label(source, width.span, "the length of a row is given here"));
    }
    let mut unknown = row.char_indices().filter(|&(_, c)| !is_terrain(c));
    if let Some((at, letter)) = unknown.next() {
        let place = source.span_of(row.get(at..at + letter.len_utf8()).unwrap_or_default());
        let mut wrong = Diagnostic::error(TERRAIN, format!("`{letter}` is not a terrain letter"))
            .at(source, place)
            .hint(format!("expected one of `{FREE_LETTERS}` (free) or `{BLOCKED_LETTERS}` (blocked)"));
        let more = unknown.count();
        if more > 0 {
            wrong = wrong.note(format!("{more} more in this row"));
        }
        found.push(wrong);
    }
}
