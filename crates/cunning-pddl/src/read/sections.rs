//! Reading of `(define (domain …) …)`: the header and the list of sections.

use std::collections::BTreeMap;

use cunning_diag::{Collector, Diagnostic, FileSpan};

use super::Reader;
use super::features::{
    DOMAIN_SECTIONS, PROBLEM_SECTIONS, REFUSED_REQUIREMENTS, REFUSED_SECTIONS, REQUIREMENTS, refused,
};
use super::names::{name, unexpected};
use crate::codes;
use crate::model::Name;
use crate::tree::{File, Tree};

/// A file split into its sections.
pub(super) struct Document<'t> {
    pub(super) name: Name,
    sections: Vec<Section<'t>>,
}

/// A section with its keyword in lower case.
pub(super) struct Section<'t> {
    keyword: String,
    pub(super) body: &'t [Tree<'t>],
    pub(super) span: FileSpan,
}

impl<'t> Document<'t> {
    pub(super) fn read(tree: &'t Tree<'t>, file: File, collector: &mut Collector) -> Option<Self> {
        let (wanted, other) = match file {
            File::Domain => ("domain", "problem"),
            File::Problem => ("problem", "domain"),
        };
        let shape = format!("`(define ({wanted} …) …)`");
        let Some((_, members)) = tree.headed().filter(|(head, _)| head == "define") else {
            return unexpected(tree, &shape, collector);
        };
        let Some((header, members)) = members.split_first() else {
            return unexpected(tree, &shape, collector);
        };
        let name = match header.headed() {
            Some((head, [title])) if head == wanted => name(title, &format!("a {wanted}"), collector)?,
            Some((head, _)) if head == other => {
                let diagnostic =
                    Diagnostic::error(codes::SYNTAX, format!("expected a {wanted}, found a {other}"));
                collector.push(header.span, diagnostic.hint("pass the domain first, then the problem"));
                return None;
            }
            _ => return unexpected(header, &format!("`({wanted} NAME)`"), collector),
        };
        let sections = members.iter().filter_map(|tree| section(tree, file, collector)).collect();
        let document = Self { name, sections };
        document.no_duplicates(collector);
        Some(document)
    }

    /// The sections with a keyword.
    pub(super) fn all(&self, keyword: &str) -> impl Iterator<Item = &Section<'t>> {
        self.sections.iter().filter(move |section| section.keyword == keyword)
    }

    /// The only section with a keyword.
    pub(super) fn one(&self, keyword: &str) -> Option<&Section<'t>> {
        self.all(keyword).next()
    }

    fn no_duplicates(&self, collector: &mut Collector) {
        let mut seen: BTreeMap<&str, FileSpan> = BTreeMap::new();
        for section in self.sections.iter().filter(|section| section.keyword != ":action") {
            match seen.get(section.keyword.as_str()) {
                Some(_) if collector.is_full() => return,
                Some(&first) => {
                    let message = format!("duplicate section `{}`", section.keyword);
                    collector.duplicate(section.span, first, codes::DUPLICATE, message);
                }
                None => {
                    seen.insert(&section.keyword, section.span);
                }
            }
        }
    }
}

fn section<'t>(tree: &'t Tree<'t>, file: File, collector: &mut Collector) -> Option<Section<'t>> {
    let Some((keyword, body)) = tree.headed().filter(|(head, _)| head.starts_with(':')) else {
        if !collector.is_full() {
            collector.error(
                tree.span,
                codes::SYNTAX,
                format!("expected a section such as `(:action …)`, found {}", tree.show()),
            );
        }
        return None;
    };
    let span = tree.list()?.first()?.span;
    let (known, what): (&[&str], _) = match file {
        File::Domain => (&DOMAIN_SECTIONS, "domain"),
        File::Problem => (&PROBLEM_SECTIONS, "problem"),
    };
    if known.contains(&keyword.as_str()) {
        return Some(Section { keyword, body, span });
    }
    let diagnostic = match refused(&REFUSED_SECTIONS, &keyword) {
        Some(feature) => unsupported(feature, &keyword),
        None => Diagnostic::error(codes::SECTION, format!("unknown {what} section `{keyword}`"))
            .suggest(&keyword, known.iter().copied()),
    };
    if !collector.is_full() {
        collector.push(span, diagnostic);
    }
    None
}

/// An error about an unsupported feature and the word that uses it.
pub(super) fn unsupported(feature: &str, word: &str) -> Diagnostic {
    Diagnostic::error(codes::UNSUPPORTED, format!("unsupported feature: {feature} (`{word}`)"))
}

impl Reader<'_> {
    /// Whether `(:domain …)` of the problem names another domain. Reports that, or that the section is missing.
    pub(super) fn is_other_domain(&mut self, domain: &Document<'_>, problem: &Document<'_>) -> bool {
        let Some(section) = problem.one(":domain") else {
            let diagnostic = Diagnostic::error(codes::SECTION, "the problem has no `:domain`");
            let hint = format!("add `(:domain {})`", domain.name.text);
            self.collector.push(problem.name.span, diagnostic.hint(hint));
            return false;
        };
        let [title] = section.body else {
            self.collector.error(section.span, codes::SYNTAX, "expected `(:domain NAME)`");
            return false;
        };
        let Some(named) = name(title, "a domain", self.collector) else { return false };
        if named.key() == domain.name.key() {
            return false;
        }
        let message = format!("the problem is for domain `{}`, not `{}`", named.text, domain.name.text);
        let mut diagnostic = Diagnostic::error(codes::OTHER_DOMAIN, message);
        let FileSpan { file, span } = domain.name.span;
        if let Some(source) = self.collector.source(file) {
            diagnostic = diagnostic.label(source, span, "the domain that was given");
        }
        self.collector.push(named.span, diagnostic);
        true
    }

    /// Checks that every listed requirement is supported. Requirements may be used without being listed.
    pub(super) fn requirements(&mut self, document: &Document<'_>) {
        let Some(section) = document.one(":requirements") else { return };
        for tree in section.body {
            if self.collector.is_full() {
                return;
            }
            let Some(word) = tree.word() else {
                unexpected::<()>(tree, "a requirement such as `:typing`", self.collector);
                continue;
            };
            let key = word.to_ascii_lowercase();
            if REQUIREMENTS.contains(&key.as_str()) {
                continue;
            }
            let diagnostic = match refused(&REFUSED_REQUIREMENTS, &key) {
                Some(feature) => unsupported(feature, word).hint("remove it if the domain does not use them"),
                None => Diagnostic::error(codes::UNKNOWN_NAME, format!("unknown requirement `{word}`"))
                    .suggest(&key, REQUIREMENTS),
            };
            self.collector.push(tree.span, diagnostic);
        }
    }
}
