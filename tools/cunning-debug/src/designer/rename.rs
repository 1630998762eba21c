//! Renames a declaration of a domain file with all references to it, in every open file.
//!
//! The readers of domains and scenes decide what is a reference: with the declaration renamed, each place where they miss
//! the old name is one. So a parameter, an object or a question to the game with the same name is left alone, and strings
//! and keys of every kind are covered without a second resolver of names.

use std::collections::BTreeMap;
use std::ops::Range;

use cunning_arena::simulation::{Scenario, Settings};
use cunning_diag::{Diagnostics, Severity, Source};
use serde::Serialize;

use super::cards::CardKind;
use super::dependencies::{Dependency, dependencies};
use super::toml_text::{Splice, Step, Tree, Value, ValueKind, find, key, splice};
use crate::documents::{DocumentKind, Documents};
use crate::protocol::RequestError;

/// Each pass renames every reference that the readers report; files with more passes than this do not exist.
const PASSES_MAX: usize = 200;

/// The files that a renaming changes.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Renaming {
    /// The number of references, without the declaration.
    references: usize,
    /// The documents with their new texts.
    pub(crate) texts: Vec<RenamedText>,
    /// A file that has errors of its own, so that its references were not renamed.
    left: Option<String>,
}

/// A document with its new text.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RenamedText {
    pub(crate) document: usize,
    pub(crate) text: String,
}

/// What is renamed, and how it is called then.
#[derive(Clone, Copy)]
pub(crate) struct NewName<'n> {
    pub(crate) kind: CardKind,
    pub(crate) name: &'n str,
    pub(crate) to: &'n str,
}

/// Renames a declaration of document `at`. `drafts` are the edited texts of documents, that of `at` among them.
pub(crate) fn rename(
    documents: &Documents,
    at: usize,
    drafts: &[(usize, String)],
    new: NewName<'_>,
    settings: &Settings,
) -> Result<Renaming, RequestError> {
    let mut files = Files::open(documents, drafts)?;
    let own =
        files.texts.get(&at).ok_or_else(|| RequestError::new("a scene has no declarations to rename"))?;
    let declared = declaration(own, new)?;
    let before = files.check(at, settings);
    if let Some(first) = before.own.first() {
        return Err(RequestError::new(format!("the text has errors, repair it first: {}", first.message)));
    }
    let left = before.others.first().map(|missing| missing.file.clone());
    if left.is_some() {
        files.has_scene = false;
    }
    let old = dependencies_of(&files, at);
    files.change(at, vec![Splice { range: declared, text: key(new.to) }]);
    let mut references = 0;
    if let Some(scene) = files.scene.filter(|_| files.has_scene && new.kind == CardKind::Agent) {
        let ranges = files.archetypes(at, new.name);
        references += ranges.len();
        let splices = ranges.into_iter().map(|range| Splice { range, text: new.to.to_owned() });
        files.change(scene, splices.collect());
    }
    for _ in 0..PASSES_MAX {
        let missing = files.check(at, settings);
        let all = || missing.own.iter().chain(&missing.others);
        let Some(first) = all().next() else {
            if renamed(&old, new) != dependencies_of(&files, at) {
                return Err(RequestError::new(format!(
                    "`{}` is also the name of something else that would be meant then: rename it in the text",
                    new.name
                )));
            }
            return Ok(Renaming { references, texts: files.changed(documents, drafts), left });
        };
        let mut found: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
        for missing in all() {
            if let Some((file, span)) = &missing.place {
                let ranges = found.entry(*file).or_default();
                ranges.extend(files.words(*file, span.clone(), new.name));
            }
        }
        let mut count = 0;
        for (file, mut ranges) in found {
            ranges.sort_by_key(|range| range.start);
            ranges.dedup();
            count += ranges.len();
            files.change(
                file,
                ranges.into_iter().map(|range| Splice { range, text: new.to.to_owned() }).collect(),
            );
        }
        if count == 0 {
            return Err(RequestError::new(format!("`{}` was not renamed: {}", new.name, first.message)));
        }
        references += count;
    }
    Err(RequestError::new(format!("`{}` was not renamed: it has too many references", new.name)))
}

/// The range of the name of a declaration.
fn declaration(text: &str, NewName { kind, name, to }: NewName<'_>) -> Result<Range<usize>, RequestError> {
    let is_word = to.chars().all(is_letter) && to.starts_with(|first: char| !first.is_numeric());
    if !is_word || to.is_empty() {
        return Err(RequestError::new(format!("`{to}` is not a name: use letters, digits and `_`")));
    }
    let tree = Tree::parse(text)?;
    let path = |name: &str| [kind.section(), name].map(|step| Step::Key(step.to_owned()));
    if find(&tree, &path(to)).is_ok() {
        return Err(RequestError::new(format!("`{to}` exists already")));
    }
    let found = find(&tree, &path(name))?;
    let range = found.entry.map(|entry| entry.key_range.clone()).filter(|range| !range.is_empty());
    range.ok_or_else(|| RequestError::new(format!("`{name}` cannot be renamed here: edit the text")))
}

/// The texts of the open files while they are renamed.
struct Files<'d> {
    documents: &'d Documents,
    /// Domain files and the scene, by document.
    texts: BTreeMap<usize, String>,
    scene: Option<usize>,
    /// Whether the scene takes part.
    has_scene: bool,
}

/// Errors of the files.
#[derive(Default)]
struct Found {
    /// Of the file with the declaration.
    own: Vec<Missing>,
    others: Vec<Missing>,
}

struct Missing {
    message: String,
    file: String,
    /// The document and the range of its text.
    place: Option<(usize, Range<usize>)>,
}

impl<'d> Files<'d> {
    fn open(documents: &'d Documents, drafts: &[(usize, String)]) -> Result<Self, RequestError> {
        let mut texts = BTreeMap::new();
        for (at, (_, text)) in documents.texts().enumerate() {
            texts.insert(at, text.to_owned());
        }
        for (at, text) in drafts {
            documents.get(*at)?.edited(text)?;
            texts.insert(*at, text.clone());
        }
        let scene = documents.texts().position(|(kind, _)| kind == DocumentKind::Scene);
        Ok(Self { documents, texts, scene, has_scene: scene.is_some() })
    }

    fn source(&self, at: usize) -> Option<Source> {
        let document = self.documents.get(at).ok()?;
        Some(Source::new(&document.name, self.texts.get(&at)?.as_str()))
    }

    fn load(&self, name: &str) -> Option<Source> {
        self.source(self.documents.domain_named(name)?)
    }

    /// Reads the file, every file that includes others, and the scene.
    fn check(&self, at: usize, settings: &Settings) -> Found {
        let mut found = Found::default();
        for (document, text) in &self.texts {
            let is_read = *document == at || text.contains("include");
            if Some(*document) == self.scene || !is_read {
                continue;
            }
            let Some(source) = self.source(*document) else { continue };
            if let Err(errors) = cunning_mind::read_with(&source, |name: &str| self.load(name)) {
                let into = if *document == at { &mut found.own } else { &mut found.others };
                self.collect(&errors, into);
            }
        }
        // The scene would repeat what the domains report.
        if found.own.is_empty() && found.others.is_empty() && self.has_scene {
            for level in self.levels() {
                let settings =
                    Settings { difficulty: level.or(settings.difficulty.clone()), ..settings.clone() };
                let Some(source) = self.scene.and_then(|scene| self.source(scene)) else { break };
                if let Err(errors) = Scenario::load(&source, &|name: &str| self.load(name), settings) {
                    self.collect(&errors, &mut found.others);
                }
            }
        }
        found
    }

    /// The levels of difficulty of the scene; `None` alone if it has none.
    fn levels(&self) -> Vec<Option<String>> {
        let tree = self.scene.and_then(|scene| Tree::parse(self.texts.get(&scene)?).ok());
        let path = [Step::Key("difficulty".to_owned())];
        let levels = tree.and_then(|tree| {
            let levels = find(&tree, &path).ok()?.value.entries();
            Some(levels.iter().map(|level| Some(level.key.clone())).collect::<Vec<_>>())
        });
        levels.filter(|levels| !levels.is_empty()).unwrap_or_else(|| vec![None])
    }

    /// The ranges of an archetype of a domain file in the scene, where the reader tells no places.
    fn archetypes(&self, domain: usize, name: &str) -> Vec<Range<usize>> {
        let text = self.scene.and_then(|scene| self.texts.get(&scene));
        let Some(tree) = text.and_then(|text| Tree::parse(text).ok()) else { return Vec::new() };
        let file = self.documents.get(domain).map_or("", |document| document.name.as_str());
        let mut ranges = Vec::new();
        for entry in &tree.root {
            archetypes(&entry.key, &entry.value, file, name, &mut ranges);
        }
        // The quotes stay.
        let scene = self.scene.unwrap_or_default();
        ranges.into_iter().flat_map(|range| self.words(scene, range, name)).collect()
    }

    fn collect(&self, errors: &Diagnostics, into: &mut Vec<Missing>) {
        for error in errors.iter().filter(|one| one.severity() == Severity::Error) {
            let place = error.place().and_then(|(source, span)| {
                let is_this = |at: &usize| self.source(*at).is_some_and(|own| own == *source);
                let document = self.texts.keys().copied().find(is_this)?;
                Some((document, span.start as usize..span.end as usize))
            });
            into.push(Missing {
                message: error.message().to_owned(),
                file: error.place().map_or_else(String::new, |(source, _)| source.name().to_owned()),
                place,
            });
        }
    }

    /// The ranges of a word within a range of a text.
    fn words(&self, at: usize, within: Range<usize>, word: &str) -> Vec<Range<usize>> {
        let text = self.texts.get(&at).map_or("", String::as_str);
        let part = text.get(within.clone()).unwrap_or_default();
        let is_whole = |start: usize| {
            let (before, after) = (text.get(..start), text.get(start + word.len()..));
            let is_free = |letter: Option<char>| !letter.is_some_and(is_letter);
            is_free(before.and_then(|text| text.chars().next_back()))
                && is_free(after.and_then(|text| text.chars().next()))
        };
        let starts = part.match_indices(word).map(|(offset, _)| within.start + offset);
        starts.filter(|start| is_whole(*start)).map(|start| start..start + word.len()).collect()
    }

    fn change(&mut self, at: usize, splices: Vec<Splice>) {
        if let Some(text) = self.texts.get_mut(&at) {
            *text = splice(text, splices);
        }
    }

    /// The files whose texts are no longer those of the page.
    fn changed(&self, documents: &Documents, drafts: &[(usize, String)]) -> Vec<RenamedText> {
        let known = |at: usize| {
            let draft = drafts.iter().find(|(draft, _)| *draft == at).map(|(_, text)| text.as_str());
            draft.or_else(|| documents.texts().nth(at).map(|(_, text)| text))
        };
        let changed = self.texts.iter().filter(|(at, text)| known(**at) != Some(text.as_str()));
        changed.map(|(at, text)| RenamedText { document: *at, text: text.clone() }).collect()
    }
}

/// Collects where a part of a scene names an archetype: the key `archetype` beside the `domain`, `off` of a switch, and the
/// edit `spawn`.
fn archetypes(key: &str, value: &Value, file: &str, name: &str, into: &mut Vec<Range<usize>>) {
    let text = |value: &Value, wanted: &str| matches!(&value.kind, ValueKind::Text(text) if text == wanted);
    let entries = value.entries();
    let of = entries.iter().find(|entry| entry.key == "domain");
    for entry in entries {
        let is_named = entry.key == "archetype" && of.is_none_or(|of| text(&of.value, file));
        if (is_named || key == "off") && text(&entry.value, name) {
            into.push(entry.value.range.clone());
        }
        if key == "off" && entry.key == name {
            into.push(entry.key_range.clone());
        }
        if entry.key == "edit"
            && matches!(&entry.value.kind, ValueKind::Text(edit) if edit.starts_with(&format!("spawn {name} ")))
        {
            into.push(entry.value.range.clone());
        }
        archetypes(&entry.key, &entry.value, file, name, into);
    }
    for item in value.items() {
        archetypes(key, item, file, name, into);
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// What feeds what in a domain file; nothing if it cannot be read.
fn dependencies_of(files: &Files<'_>, at: usize) -> Vec<Dependency> {
    let source = files.source(at);
    let read = source.and_then(|source| cunning_mind::read_with(&source, |name: &str| files.load(name)).ok());
    read.map_or_else(Vec::new, |(spec, _)| dependencies(&spec.planning))
}

/// Edges with a new name in place of the old one.
fn renamed(edges: &[Dependency], NewName { kind, name, to }: NewName<'_>) -> Vec<Dependency> {
    let change = |known: &String, of: bool| if of && known == name { to.to_owned() } else { known.clone() };
    let edge = |edge: &Dependency| Dependency {
        from: change(&edge.from, kind == CardKind::Action),
        to: change(&edge.to, kind == if edge.is_goal { CardKind::Goal } else { CardKind::Action }),
        is_goal: edge.is_goal,
        facts: edge.facts.iter().map(|fact| change(fact, kind == CardKind::Fact)).collect(),
    };
    edges.iter().map(edge).collect()
}

#[cfg(test)]
mod tests;
