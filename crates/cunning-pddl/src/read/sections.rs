//! `(define (domain …) …)`: the header, the sections, and which of them there are.

use std::collections::BTreeMap;

use cunning_diag::Diagnostic;

use super::Reader;
use super::features::{
    DOMAIN_SECTIONS, PROBLEM_SECTIONS, REFUSED_REQUIREMENTS, REFUSED_SECTIONS, REQUIREMENTS, refused,
};
use super::names::{name, unexpected};
use crate::codes;
use crate::findings::{File, Findings, SourceSpan};
use crate::model::Name;
use crate::tree::Tree;

/// A file by its sections.
pub(super) struct Document<'t> {
    pub(super) name: Name,
    sections: Vec<Section<'t>>,
}

/// A section: its keyword in lower case and what follows it.
pub(super) struct Section<'t> {
    keyword: String,
    pub(super) body: &'t [Tree<'t>],
    pub(super) place: SourceSpan,
}

impl<'t> Document<'t> {
    pub(super) fn read(tree: &'t Tree<'t>, file: File, findings: &mut Findings) -> Option<Self> {
        let (wanted, other) = match file {
            File::Domain => ("domain", "problem"),
            File::Problem => ("problem", "domain"),
        };
        let shape = format!("`(define ({wanted} …) …)`");
        let Some((_, members)) = tree.headed().filter(|(head, _)| head == "define") else {
            return unexpected(tree, &shape, findings);
        };
        let Some((header, members)) = members.split_first() else {
            return unexpected(tree, &shape, findings);
        };
        let name = match header.headed() {
            Some((head, [title])) if head == wanted => name(title, &format!("a {wanted}"), findings)?,
            Some((head, _)) if head == other => {
                let diagnostic =
                    Diagnostic::error(codes::SYNTAX, format!("this is a {other}, not a {wanted}"));
                findings.push(header.place, diagnostic.hint("the domain comes first, then the problem"));
                return None;
            }
            _ => return unexpected(header, &format!("`({wanted} NAME)`"), findings),
        };
        let sections = members.iter().filter_map(|tree| section(tree, file, findings)).collect();
        let document = Self { name, sections };
        document.no_duplicates(findings);
        Some(document)
    }

    /// The sections of a keyword.
    pub(super) fn all(&self, keyword: &str) -> impl Iterator<Item = &Section<'t>> {
        self.sections.iter().filter(move |section| section.keyword == keyword)
    }

    /// The section of a keyword that a file has once.
    pub(super) fn one(&self, keyword: &str) -> Option<&Section<'t>> {
        self.all(keyword).next()
    }

    fn no_duplicates(&self, findings: &mut Findings) {
        let mut seen: BTreeMap<&str, SourceSpan> = BTreeMap::new();
        for section in self.sections.iter().filter(|section| section.keyword != ":action") {
            match seen.get(section.keyword.as_str()) {
                Some(_) if findings.is_full() => return,
                Some(&first) => findings.duplicate(section.place, first, "section", &section.keyword),
                None => {
                    seen.insert(&section.keyword, section.place);
                }
            }
        }
    }
}

fn section<'t>(tree: &'t Tree<'t>, file: File, findings: &mut Findings) -> Option<Section<'t>> {
    let Some((keyword, body)) = tree.headed().filter(|(head, _)| head.starts_with(':')) else {
        if !findings.is_full() {
            findings.error(
                tree.place,
                codes::SYNTAX,
                format!("expected a section such as `(:action …)`, found {}", tree.show()),
            );
        }
        return None;
    };
    let place = tree.list()?.first()?.place;
    let (known, what): (&[&str], _) = match file {
        File::Domain => (&DOMAIN_SECTIONS, "domain"),
        File::Problem => (&PROBLEM_SECTIONS, "problem"),
    };
    if known.contains(&keyword.as_str()) {
        return Some(Section { keyword, body, place });
    }
    let diagnostic = match refused(&REFUSED_SECTIONS, &keyword) {
        Some(feature) => unsupported(feature, &keyword),
        None => Diagnostic::error(codes::SECTION, format!("a {what} has no section `{keyword}`"))
            .suggest(&keyword, known.iter().copied()),
    };
    if !findings.is_full() {
        findings.push(place, diagnostic);
    }
    None
}

/// A part of PDDL that is refused, by its name and by the word that asks for it.
pub(super) fn unsupported(feature: &str, word: &str) -> Diagnostic {
    Diagnostic::error(codes::UNSUPPORTED, format!("{feature} (`{word}`) cannot be planned with"))
}

impl Reader<'_> {
    /// Whether `(:domain …)` of the problem names another domain; that, or that it is missing, is noted.
    pub(super) fn is_other_domain(&mut self, domain: &Document<'_>, problem: &Document<'_>) -> bool {
        let Some(section) = problem.one(":domain") else {
            let diagnostic = Diagnostic::error(codes::SECTION, "the problem does not name its domain");
            let hint = format!("add `(:domain {})`", domain.name.text);
            self.findings.push(problem.name.place, diagnostic.hint(hint));
            return false;
        };
        let [title] = section.body else {
            self.findings.error(section.place, codes::SYNTAX, "expected `(:domain NAME)`");
            return false;
        };
        let Some(named) = name(title, "a domain", self.findings) else { return false };
        if named.key() == domain.name.key() {
            return false;
        }
        let message =
            format!("this problem is for the domain `{}`, not for `{}`", named.text, domain.name.text);
        let source = self.findings.source(domain.name.place.file).clone();
        let diagnostic = Diagnostic::error(codes::OTHER_DOMAIN, message);
        let diagnostic = diagnostic.label(&source, domain.name.place.span, "the domain given");
        self.findings.push(named.place, diagnostic);
        true
    }

    /// `:requirements`. What a file needs but does not list is no mistake; what it lists must be there.
    pub(super) fn requirements(&mut self, document: &Document<'_>) {
        let Some(section) = document.one(":requirements") else { return };
        for tree in section.body {
            if self.findings.is_full() {
                return;
            }
            let Some(word) = tree.word() else {
                unexpected::<()>(tree, "a requirement such as `:typing`", self.findings);
                continue;
            };
            let key = word.to_ascii_lowercase();
            if REQUIREMENTS.contains(&key.as_str()) {
                continue;
            }
            let diagnostic = match refused(&REFUSED_REQUIREMENTS, &key) {
                Some(feature) => {
                    unsupported(feature, word).hint("take it out if the domain does without them")
                }
                None => Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no requirement `{word}`"))
                    .suggest(&key, REQUIREMENTS),
            };
            self.findings.push(tree.place, diagnostic);
        }
    }
}
