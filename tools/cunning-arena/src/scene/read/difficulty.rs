//! `[difficulty.NAME]`: levels of difficulty. A level has the tables and keys of the scene that it changes.

use cunning_diag::{Diagnostic, Span};
use toml::de::{DeTable, DeValue};

use super::Draft;
use super::table::{MISSING, Table, UNKNOWN_NAME, Value};
use crate::limits::KINDS_MAX;
use crate::scene::Difficulty;

/// The key that levels have for themselves.
const DOC: &str = "doc";

impl Draft<'_> {
    /// Lists the levels of a file and applies the chosen one: `[scene]` names the default.
    pub(super) fn apply_difficulty(&mut self, file: &mut DeTable<'_>, chosen: Option<&str>) {
        let Some(levels) = file.get("difficulty").cloned() else {
            if let Some(chosen) = chosen {
                let message = format!("the scene has no levels of difficulty, so there is no `{chosen}`");
                self.findings.collector.push_unplaced(Diagnostic::error(UNKNOWN_NAME, message));
            }
            return;
        };
        let mut tables = Table::new(file, Span::point(0));
        for (name, mut level) in self.named(&mut tables, "difficulty", KINDS_MAX) {
            let doc = level.words(&mut self.findings, DOC);
            self.scene.difficulties.push(Difficulty { name: name.value.to_owned(), doc });
        }
        let header = file.get("scene").and_then(|scene| table(scene)?.get("difficulty"));
        let usual = header.and_then(|value| self.findings.text(value, "the name of a level"));
        let known = self.scene.difficulties.iter().map(|level| level.name.as_str());
        let Some(name) = chosen.or(usual.map(|usual| usual.value)) else {
            let hint = "name the level that is used by default";
            let span = levels.span().into();
            self.findings.hinted(MISSING, "`difficulty` is missing in `[scene]`", span, hint);
            return;
        };
        let Some(level) = table(&levels).and_then(|levels| table(levels.get(name)?)) else {
            let message = format!("there is no level of difficulty `{name}`");
            let unknown = Diagnostic::error(UNKNOWN_NAME, message).suggest(name, known);
            match usual.filter(|_| chosen.is_none()) {
                Some(usual) => self.findings.collector.push(usual.span, unknown),
                None => self.findings.collector.push_unplaced(unknown),
            }
            return;
        };
        self.scene.difficulty = Some(name.to_owned());
        overlay(file, level, &[DOC]);
    }
}

fn table<'a, 'i>(value: &'a Value<'i>) -> Option<&'a DeTable<'i>> {
    if let DeValue::Table(table) = value.get_ref() { Some(table) } else { None }
}

/// Changes the keys of a table that another table has too, and adds its other keys, except for some.
fn overlay<'i>(base: &mut DeTable<'i>, over: &DeTable<'i>, except: &[&str]) {
    for (key, value) in over {
        let name: &str = key.get_ref();
        if except.contains(&name) {
            continue;
        }
        match base.get_mut(name) {
            Some(known) => replace(known, value),
            None => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Replaces a value. Tables are changed key by key; tables in lists are changed by name, and added if they are new.
fn replace<'i>(known: &mut Value<'i>, new: &Value<'i>) {
    match (known.get_mut(), new.get_ref()) {
        (DeValue::Table(known), DeValue::Table(new)) => overlay(known, new, &[]),
        (DeValue::Array(known), DeValue::Array(new)) if new.iter().all(|member| table(member).is_some()) => {
            for member in new {
                let name = name_of(member);
                let same = known.iter_mut().find(|known| name.is_some() && name_of(known) == name);
                match same {
                    Some(same) => replace(same, member),
                    None => known.push(member.clone()),
                }
            }
        }
        _ => *known = new.clone(),
    }
}

fn name_of(value: &Value<'_>) -> Option<String> {
    let name = table(value)?.get("name")?;
    if let DeValue::String(name) = name.get_ref() { Some(name.to_string()) } else { None }
}
