//! `[curve.…]`.

use std::sync::Arc;

use super::Context;
use super::names::{check_name, duplicate};
use crate::codes;
use crate::limits::{CURVE_POINTS_MAX, CURVES_MAX};
use crate::micros::Micros;
use crate::model::{Curve, CurveId};
use crate::read_error::{Checked, ReadError};
use crate::shape::{doc, get, list, number, read_error, table};
use crate::tree::{Node, Text};

impl Context<'_> {
    pub(super) fn curves(&mut self, declared: &[(Text, Node)]) {
        if !self.fits("curves", declared, CURVES_MAX) {
            return;
        }
        for (name, node) in declared {
            if self.problems.is_full() {
                return;
            }
            let checked = check_name(name).and_then(|()| match self.names.curves.get(&name.value) {
                Some(&first) => {
                    duplicate("curve", &name.value, name.span, self.domain.curves[first].span).fail()
                }
                None => self.curve(name, node),
            });
            let Some(curve) = self.problems.keep(checked) else {
                self.names.broken.insert(name.value.clone());
                continue;
            };
            let id: CurveId = self.domain.curves.push(Arc::new(curve));
            self.names.curves.insert(name.value.clone(), id);
        }
    }

    fn curve(&mut self, name: &Text, node: &Node) -> Checked<Curve> {
        let entries = table(node, "a table")?;
        self.plain_keys(entries, &["points", "doc"]);
        let expected = "points such as `[[0, 0], [60, 0.1], [100, 1]]`";
        let Some(node) = get(entries, "points") else {
            return read_error(codes::KEYS, format!("the curve `{}` needs `points`", name.value), name.span);
        };
        let members = list(node, expected, CURVE_POINTS_MAX)?;
        if members.is_empty() {
            return read_error(codes::CURVE, "a curve needs at least one point", node.span);
        }
        let mut points: Vec<(Micros, Micros)> = Vec::with_capacity(members.len());
        for member in members {
            let point = match list(member, "a point `[x, y]`", 2)? {
                [x, y] => (coordinate(x)?, coordinate(y)?),
                _ => return read_error(codes::SHAPE, "a point is `[x, y]`", member.span),
            };
            if points.last().is_some_and(|last| last.0 >= point.0) {
                let message = "the x values of a curve's points must increase";
                return read_error(codes::CURVE, message, member.span);
            }
            points.push(point);
        }
        Ok(Curve { name: name.value.clone(), points: points.into(), doc: doc(entries)?, span: name.span })
    }
}

fn coordinate(node: &Node) -> Checked<Micros> {
    number(node).unwrap_or_else(|| {
        ReadError::new(codes::SHAPE, format!("expected a number, found {}", node.sort()), node.span).fail()
    })
}
