//! `[spots]`: named places in addition to those of the legend, which may overlap them.

use toml::de::DeValue;

use super::Draft;
use super::table::{DUPLICATE, LIMIT, PLACE, SHAPE, Table, Value, span};
use crate::Cell;
use crate::limits::{SPOT_CELLS_MAX, SPOTS_MAX};
use crate::scene::Spot;

impl Draft<'_> {
    pub(super) fn spots(&mut self, file: &mut Table<'_, '_>) {
        let Some(table) = file.table(&mut self.findings, "spots") else { return };
        for (name, value) in table.entries() {
            let cells = self.places(value);
            let (Some(_), Some(centre)) = (self.findings.name(name), Cell::middle(&cells)) else { continue };
            if self.scene.spot(name.value).is_some() {
                let message = format!("the name `{}` is already used by another place", name.value);
                self.findings.error(DUPLICATE, message, name.span);
            } else if self.scene.spots.len() >= SPOTS_MAX {
                self.findings.error(LIMIT, format!("more than {SPOTS_MAX} places"), name.span);
                return;
            } else {
                self.scene.spots.push(Spot { name: name.value.to_owned(), cells, centre });
            }
        }
    }

    /// Reads the cells of a place: `[x, y]` or a list of them.
    fn places(&mut self, value: &Value<'_>) -> Vec<Cell> {
        let DeValue::Array(members) = value.get_ref() else {
            self.findings.error(SHAPE, "expected `[x, y]`, or a list of them", span(value));
            return Vec::new();
        };
        if !matches!(members.first().map(toml::Spanned::get_ref), Some(DeValue::Array(_))) {
            return self.cells(value);
        }
        let members = self.findings.list(value, "cells", SPOT_CELLS_MAX);
        let mut cells: Vec<Cell> = members.iter().flat_map(|member| self.cells(member)).collect();
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        let before = cells.len();
        cells.dedup();
        if cells.len() < before {
            self.findings.error(PLACE, "a cell is listed twice", span(value));
        }
        cells
    }
}
