//! Collects the declarations of all files: follows includes and sorts the top-level tables.
//!
//! Included files come before the file that includes them, each once. Their names and tests are left out, because
//! these are about the included file alone.

use cunning_diag::{Source, Span};

use super::Loader;
use crate::codes;
use crate::limits::{FILE_BYTES_MAX, FILES_MAX, TOTAL_BYTES_MAX};
use crate::model::{Files, SourceSpan};
use crate::read_error::{Problems, ReadError};
use crate::shape::{Entries, doc_text, get, list, table, text};
use crate::tree::{Node, NodeKind, Text, parse};

/// The tables of the language that declare planning domains.
pub(super) const TABLES: [&str; 11] =
    ["domain", "types", "facts", "tables", "curve", "move", "action", "goal", "start", "objects", "test"];

/// Everything that the files of a domain declare, in order.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    /// `[domain]` of the first file.
    pub(super) domain: Vec<(Text, Node)>,
    pub(super) types: Vec<(Text, Node)>,
    pub(super) facts: Vec<(Text, Node)>,
    pub(super) tables: Vec<(Text, Node)>,
    pub(super) curves: Vec<(Text, Node)>,
    /// `[move]` of every file that has one.
    pub(super) moves: Vec<(Text, Node)>,
    pub(super) actions: Vec<(Text, Node)>,
    pub(super) goals: Vec<(Text, Node)>,
    pub(super) start: Vec<(Text, Node)>,
    pub(super) objects: Vec<(Text, Node)>,
    pub(super) tests: Vec<(Text, Node)>,
    /// Top-level tables of other names.
    pub(super) others: Vec<(Text, Node)>,
}

impl Declarations {
    /// Sorts the top-level tables of one file.
    pub(super) fn add(&mut self, entries: Vec<(Text, Node)>, is_first: bool, problems: &mut Problems) {
        for (key, node) in entries {
            if key.value == "doc" {
                problems.keep(doc_text(&node));
                continue;
            }
            if !TABLES.contains(&key.value.as_str()) {
                self.others.push((key, node));
                continue;
            }
            problems.keep(table(&node, &format!("a table `[{}]`", key.value)));
            if key.value == "move" {
                // Each file has its own, and it is not a list of names.
                self.moves.push((key, node));
                continue;
            }
            let NodeKind::Table(mut members) = node.kind else { continue };
            if key.value != "domain" {
                // `doc` is allowed everywhere, also among names.
                members.retain(|(name, node)| {
                    let is_doc = name.value == "doc";
                    if is_doc {
                        problems.keep(doc_text(node));
                    }
                    !is_doc
                });
            }
            match key.value.as_str() {
                "domain" if is_first => self.domain.extend(members),
                "types" => self.types.extend(members),
                "facts" => self.facts.extend(members),
                "tables" => self.tables.extend(members),
                "curve" => self.curves.extend(members),
                "action" => self.actions.extend(members),
                "goal" => self.goals.extend(members),
                "start" => self.start.extend(members),
                "objects" => self.objects.extend(members),
                "test" if is_first => self.tests.extend(members),
                _ => {}
            }
        }
    }
}

/// Reads a file and everything it includes.
pub(super) fn load(
    source: &Source,
    loader: &Loader<'_>,
    files: &mut Files,
    problems: &mut Problems,
) -> Declarations {
    let mut loading = Loading {
        loader,
        files,
        problems,
        stack: Vec::new(),
        done: Vec::new(),
        bytes: 0,
        found: Declarations::default(),
    };
    loading.file(source.name(), source, SourceSpan::NONE);
    loading.found
}

struct Loading<'a> {
    loader: &'a Loader<'a>,
    files: &'a mut Files,
    problems: &'a mut Problems,
    /// The names of the files that are being read, outermost first.
    stack: Vec<String>,
    /// The names of the files that have been read.
    done: Vec<String>,
    bytes: usize,
    found: Declarations,
}

impl Loading<'_> {
    /// Reads a file. Includes know it by a name; diagnostics show the name of its source, which may have a folder.
    fn file(&mut self, name: &str, source: &Source, included_at: SourceSpan) {
        let length = source.text().len();
        self.bytes += length;
        let too_large = if length > FILE_BYTES_MAX {
            Some(("bytes in one file", length, FILE_BYTES_MAX))
        } else {
            (self.bytes > TOTAL_BYTES_MAX).then_some(("bytes in all files", self.bytes, TOTAL_BYTES_MAX))
        };
        if let Some((what, count, max)) = too_large {
            // Without an include to point at, an empty source names the file.
            let mut stand_in =
                || SourceSpan::new(self.files.push(Source::new(source.name(), "")), Span::point(0));
            let span = if included_at.is_none() { stand_in() } else { included_at };
            self.problems.push(ReadError::too_many(what, count, max, span));
            return;
        }
        let number = self.files.push(source.clone());
        let (entries, mistakes) = parse(source, number);
        if !mistakes.is_empty() {
            // An invalid text hides names that the rest relies on, so further errors would mislead.
            for mistake in mistakes {
                self.problems.push(mistake);
            }
            return;
        }
        self.stack.push(name.to_owned());
        self.includes(&entries);
        let is_first = self.stack.len() == 1;
        self.stack.pop();
        self.done.push(name.to_owned());
        self.found.add(entries, is_first, self.problems);
    }

    fn includes(&mut self, entries: &Entries) {
        let Some(domain) = get(entries, "domain").and_then(|node| table(node, "a table").ok()) else {
            return;
        };
        let Some(node) = get(domain, "include") else { return };
        let Some(names) = self.problems.keep(list(node, "a list of file names", FILES_MAX)) else { return };
        for name in names {
            let Some(name) = self.problems.keep(text(name, "a file name")) else { continue };
            if self.stack.contains(&name.value) {
                let message = format!("`{}` includes itself", name.value);
                let way = [&self.stack[..], std::slice::from_ref(&name.value)].concat().join("` → `");
                let read_error = ReadError::new(codes::INCLUDE_CYCLE, message, name.span);
                self.problems.push(read_error.hint(format!("the cycle is `{way}`")));
            } else if self.done.contains(&name.value) {
                // Two files may include the same third one.
            } else if self.files.sources().len() >= FILES_MAX {
                self.problems.push(ReadError::too_many("files", FILES_MAX + 1, FILES_MAX, name.span));
                return;
            } else if let Some(source) = (self.loader)(&name.value) {
                self.file(&name.value, &source, name.span);
            } else {
                let message = format!("cannot find the file `{}`", name.value);
                self.problems.push(ReadError::new(codes::INCLUDE, message, name.span));
            }
        }
    }
}
