//! Start and goal pairs on a map, with the length of a shortest path: MovingAI `.scen` files.
//!
//! After a line `version 1` each line is one problem: bucket, map name, map width and height, start x and y,
//! goal x and y, length; separated by tabs or blanks. A scenario can be read without its map;
//! [`Scenario::validate`] checks it against one. The format is described at
//! <https://movingai.com/benchmarks/formats.html>.

mod length;

use std::sync::Arc;

use cunning_diag::{Code, Diagnostic, Diagnostics, Source, Span};

use crate::map::Map;

pub use length::ListedLength;

/// The largest size of a scenario file in bytes.
pub const BYTES_MAX: usize = 1 << 27;

/// The largest number of problems in a scenario.
pub const PROBLEMS_MAX: usize = 1 << 20;

const FILE_SIZE: Code = Code::new("walk/scen-bytes");
const VERSION: Code = Code::new("walk/scen-version");
const PROBLEM_COUNT: Code = Code::new("walk/scen-problems");
const FIELD_COUNT: Code = Code::new("walk/scen-fields");
const NUMBER: Code = Code::new("walk/scen-number");
const MAP_SIZE: Code = Code::new("walk/scen-map-size");
const OUTSIDE: Code = Code::new("walk/scen-outside");
const BLOCKED: Code = Code::new("walk/scen-blocked");

/// The names of the fields of a line, in order.
const FIELDS: [&str; 9] =
    ["bucket", "map name", "map width", "map height", "start x", "start y", "goal x", "goal y", "length"];

/// The problems of a scenario file.
///
/// ```
/// use cunning_diag::Source;
/// use cunning_walk::{Map, Scenario};
///
/// let text = "version 1\n0\tyard.map\t3\t2\t0\t0\t2\t1\t2.41421\n";
/// let scenario = Scenario::parse(&Source::new("yard.map.scen", text))?;
/// let problem = &scenario.problems[0];
/// assert_eq!((problem.start, problem.goal), ((0, 0), (2, 1)));
/// assert!(problem.length.matches(1.0 + std::f64::consts::SQRT_2));
///
/// scenario.validate(&Map::from_rows(&["...", "@.."])?)?;
/// # Ok::<(), cunning_diag::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The problems, in the order of the file.
    pub problems: Vec<Problem>,
    /// The source of the problems, for diagnostics.
    source: Source,
}

/// One start and goal on a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The line of the file, counted from 1.
    pub line: u32,
    /// The group of problems of similar length; usually the length divided by four.
    pub bucket: u32,
    /// The map's name as written in the file; often a path on the author's machine.
    pub map: Arc<str>,
    /// The width of the map.
    pub width: u32,
    /// The height of the map.
    pub height: u32,
    /// Column and row of the start.
    pub start: (u32, u32),
    /// Column and row of the goal.
    pub goal: (u32, u32),
    /// The length of a shortest path without cutting corners.
    pub length: ListedLength,
    /// The span of the line, without surrounding blanks.
    span: Span,
}

impl Scenario {
    /// Parses a MovingAI scenario. Reports every wrong line.
    pub fn parse(source: &Source) -> Result<Self, Diagnostics> {
        let bytes = source.text().len();
        if bytes > BYTES_MAX {
            let message = format!("the scenario has {bytes} bytes, more than the {BYTES_MAX} allowed");
            return Err(Diagnostic::error(FILE_SIZE, message).at(source, Span::point(0)).into());
        }
        let mut found = Diagnostics::new();
        let lines = (1..).zip(source.text().lines().map(str::trim));
        let mut lines = lines.filter(|(_, line)| !line.is_empty()).peekable();
        // A first line without a version is read as a problem.
        let place = lines.peek().map_or(source.end(), |(_, line)| source.span_of(line));
        let version = lines.next_if(|(_, line)| line.split_whitespace().next() == Some("version"));
        check_version(source, version.map(|(_, line)| line), place, &mut found);

        let mut problems: Vec<Problem> = Vec::new();
        for (index, (number, line)) in lines.enumerate() {
            if index == PROBLEMS_MAX {
                let message = format!("expected at most {PROBLEMS_MAX} problems");
                found.push(Diagnostic::error(PROBLEM_COUNT, message).at(source, source.span_of(line)));
                break;
            }
            let previous_map = problems.last().map(|problem| &problem.map);
            problems.extend(read_problem(source, number, line, previous_map, &mut found));
        }
        found.into_result()?;
        Ok(Self { problems, source: source.clone() })
    }

    /// Checks that every problem fits a map: it was written for a map of that size, and start and goal are free cells.
    /// Reports every problem that does not.
    pub fn validate(&self, map: &Map) -> Result<(), Diagnostics> {
        let mut found = Diagnostics::new();
        for problem in &self.problems {
            self.check_problem(problem, map, &mut found);
        }
        found.into_result().map(drop)
    }

    fn check_problem(&self, problem: &Problem, map: &Map, found: &mut Diagnostics) {
        let Problem { width, height, start, goal, .. } = *problem;
        let (map_width, map_height) = (map.width(), map.height());
        if (width, height) != (map_width, map_height) {
            let message = format!("the problem is for a map of {width} x {height} cells");
            let note = format!("this map has {map_width} x {map_height}");
            let wrong = Diagnostic::error(MAP_SIZE, message).at(&self.source, self.place(problem, 2));
            found.push(wrong.note(note).hint("was the map scaled, or is it another map of that name?"));
            return;
        }
        for (what, (x, y), field) in [("start", start, 4), ("goal", goal, 6)] {
            if map.is_free(x, y) {
                continue;
            }
            let wrong = if map.cell(x, y).is_none() {
                let columns =
                    format!("columns count from 0 to {}, rows from 0 to {}", map_width - 1, map_height - 1);
                Diagnostic::error(OUTSIDE, format!("the {what} ({x}, {y}) is outside the map")).note(columns)
            } else {
                Diagnostic::error(BLOCKED, format!("the {what} ({x}, {y}) is blocked"))
            };
            found.push(wrong.at(&self.source, self.place(problem, field)));
        }
    }

    /// The span of a field and the next one.
    fn place(&self, problem: &Problem, field: usize) -> Span {
        let line = self.source.text().get(problem.span.start as usize..problem.span.end as usize);
        let fields = line.and_then(split);
        match fields.as_ref().and_then(|fields| fields.get(field..field + 2)) {
            Some([first, second]) => {
                Span::new(self.source.span_of(first).start, self.source.span_of(second).end)
            }
            _ => problem.span,
        }
    }
}

/// Checks that the first line names a known version; `place` is its span.
fn check_version(source: &Source, line: Option<&str>, place: Span, found: &mut Diagnostics) {
    let Some(line) = line else {
        let missing = Diagnostic::error(VERSION, "expected a line `version 1` before the problems");
        found.push(missing.at(source, place).hint("add `version 1` as the first line"));
        return;
    };
    let version: Vec<&str> = line.split_whitespace().skip(1).collect();
    if version != ["1"] && version != ["1.0"] {
        let message = format!("expected `version 1`, found `{line}`");
        found.push(Diagnostic::error(VERSION, message).at(source, place));
    }
}

/// Reads one line and reports every wrong field.
fn read_problem(
    source: &Source,
    number: u32,
    line: &str,
    previous_map: Option<&Arc<str>>,
    found: &mut Diagnostics,
) -> Option<Problem> {
    let span = source.span_of(line);
    let Some(fields) = split(line) else {
        let count = line.split_whitespace().count();
        let message = format!("expected {} fields, found {count}", FIELDS.len());
        let wrong = Diagnostic::error(FIELD_COUNT, message).at(source, span);
        found.push(wrong.note(format!("the fields are {}", FIELDS.join(", "))));
        return None;
    };
    let mut number_in = |field: usize| {
        let value = fields[field].parse::<u32>();
        if value.is_err() {
            found.push(wrong_number(source, field, fields[field], "a whole number"));
        }
        value.ok()
    };
    let [bucket, width, height] = [0, 2, 3].map(&mut number_in);
    let [start_x, start_y, goal_x, goal_y] = [4, 5, 6, 7].map(number_in);
    let length = ListedLength::parse(fields[8]);
    if length.is_none() {
        found.push(wrong_number(source, 8, fields[8], "a decimal number that is not negative"));
    }
    Some(Problem {
        line: number,
        bucket: bucket?,
        // Shared, because nearly all lines name the same map.
        map: previous_map.filter(|map| ***map == *fields[1]).map_or_else(|| fields[1].into(), Arc::clone),
        width: width?,
        height: height?,
        start: (start_x?, start_y?),
        goal: (goal_x?, goal_y?),
        length: length?,
        span,
    })
}

fn wrong_number(source: &Source, field: usize, text: &str, expected: &str) -> Diagnostic {
    let message = format!("expected {} to be {expected}, found `{text}`", FIELDS[field]);
    Diagnostic::error(NUMBER, message).at(source, source.span_of(text))
}

/// The fields of a line. Between tabs a field may contain blanks, as map names do; if a line cannot be read like that,
/// it is split at tabs and blanks.
fn split(line: &str) -> Option<[&str; FIELDS.len()]> {
    exactly(line.split('\t').map(str::trim)).or_else(|| exactly(line.split_whitespace()))
}

/// The words of a line, if there are as many as fields. Allocates nothing.
fn exactly<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<[&'a str; FIELDS.len()]> {
    let mut fields = [""; FIELDS.len()];
    for field in &mut fields {
        *field = words.next()?;
    }
    words.next().is_none().then_some(fields)
}
