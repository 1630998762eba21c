//! Finds, prints and draws one path.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use cunning_draw::{GridPicture, PathStyle, palette};
use cunning_search::{Counters, Status};
use cunning_walk::{Corners, Grid, Octile, PathAlgorithm, PathFinder};
use serde::Serialize;

use super::Ground;
use crate::cancel::Cancel;
use crate::exit::{Exit, status_word};
use crate::failure::Failure;
use crate::output::Output;

/// A path query.
pub(crate) struct Job {
    pub(crate) from: (u32, u32),
    pub(crate) to: (u32, u32),
    pub(crate) corners: Corners,
    pub(crate) algorithm: PathAlgorithm,
    pub(crate) expansions_max: u64,
    /// Whether expanded cells are collected for a picture.
    pub(crate) is_drawn: bool,
}

/// The result of a path query.
pub(crate) struct Answer {
    from: (u32, u32),
    to: (u32, u32),
    status: Status,
    length: Option<Octile>,
    path: Vec<(u32, u32)>,
    /// The expanded cells for a picture, without duplicates.
    expanded: BTreeSet<(u32, u32)>,
    counters: Counters,
    micros: u64,
}

/// The number of expansions between two checks for Ctrl-C.
pub(super) const SLICE: u64 = 100_000;

impl Job {
    pub(crate) fn solve(&self, ground: &Ground) -> Result<Answer, Failure> {
        let grid = Arc::new(Grid::new(&ground.map, self.corners));
        let mut finder = PathFinder::new(grid, self.algorithm);
        let cancel = Cancel::listen();
        let begin = Instant::now();
        finder.start(self.from, self.to).map_err(|error| Failure::input("cli/position", error))?;
        let mut expanded = BTreeSet::new();
        let mut left = self.expansions_max;
        while left > 0 && finder.status() == Status::Running && !cancel.is_wanted() {
            let slice = left.min(SLICE);
            if self.is_drawn {
                finder.step_watched(slice, &mut |position| {
                    expanded.insert(position);
                });
            } else {
                finder.step(slice);
            }
            left -= slice;
        }
        let micros = begin.elapsed().as_micros() as u64;
        let status = if cancel.is_wanted() && finder.status() == Status::Running {
            Status::Cancelled
        } else {
            finder.status()
        };
        Ok(Answer {
            from: self.from,
            to: self.to,
            status,
            length: finder.length(),
            path: finder.path().to_vec(),
            expanded,
            counters: finder.counters(),
            micros,
        })
    }
}

impl Answer {
    pub(crate) fn exit(&self) -> Exit {
        self.status.into()
    }

    /// The map with the expanded cells and the path.
    pub(crate) fn picture(&self, ground: &Ground) -> Result<GridPicture, Failure> {
        let mut picture = ground.picture()?;
        let expanded: Vec<(u32, u32)> = self.expanded.iter().copied().collect();
        let drawn = picture
            .tint(&expanded, palette::EXPANDED)
            .and_then(|picture| picture.path(&self.path, PathStyle::default()))
            .and_then(|picture| picture.start(self.from))
            .and_then(|picture| picture.goal(self.to));
        drawn.map_err(|error| Failure::input("cli/picture", error))?;
        Ok(picture)
    }

    pub(crate) fn print(&self, ground: &Ground, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(&Record {
                status: status_word(self.status),
                length: self.length.map(Octile::as_f64),
                straight: self.length.map(Octile::straight),
                diagonal: self.length.map(Octile::diagonal),
                path: &self.path,
                expanded: self.counters.expanded,
                generated: self.counters.generated,
                micros: self.micros,
            });
        }
        match self.picture(ground) {
            Ok(picture) => output.picture(&picture)?,
            Err(_) => output.note("The map is too large to draw here."),
        }
        output.text(&self.sentence())
    }

    fn sentence(&self) -> String {
        let Counters { expanded, generated, .. } = self.counters;
        let ((x1, y1), (x2, y2)) = (self.from, self.to);
        let effort = format!("{expanded} expanded, {generated} generated, {} µs", self.micros);
        let found = self.length.map(|length| {
            let moves = self.path.len().saturating_sub(1);
            let (straight, diagonal) = (length.straight(), length.diagonal());
            format!("{:.3} in {moves} moves ({straight} straight, {diagonal} diagonal)", length.as_f64())
        });
        match (self.status, found) {
            (Status::Solved, Some(found)) => {
                format!("From {x1},{y1} to {x2},{y2}: length {found}; {effort}.\n")
            }
            (Status::Unsolvable, _) => {
                format!(
                    "No path leads from {x1},{y1} to {x2},{y2}: every reachable cell was searched ({effort}).\n"
                )
            }
            (Status::LimitExceeded(limit), _) => format!("No answer: {limit} ({effort}).\n"),
            (_, Some(found)) => format!("Stopped early with a path of length {found}; {effort}.\n"),
            (Status::Cancelled, None) => format!("Cancelled without an answer; {effort}.\n"),
            (_, None) => {
                format!("No answer within the budget: a path may exist ({effort}).\n")
            }
        }
    }
}

#[derive(Serialize)]
struct Record<'a> {
    status: &'static str,
    length: Option<f64>,
    straight: Option<u32>,
    diagonal: Option<u32>,
    path: &'a [(u32, u32)],
    expanded: u64,
    generated: u64,
    micros: u64,
}
