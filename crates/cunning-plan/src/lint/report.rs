//! The findings, each once: for the domain as a whole, or for some archetypes.
//!
//! A short text can lead to hundreds of thousands of findings. Only those that are shown keep their texts.

use std::collections::BTreeMap;

use cunning_diag::{Code, DIAGNOSTICS_MAX, Diagnostic, Diagnostics};

use crate::model::{PlanningDomain, SourceSpan};

/// A finding of a lint.
pub(super) struct Finding {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) span: SourceSpan,
    pub(super) hint: &'static str,
}

/// The identity of a finding: the code, the file and the offset in it, and the number of the message.
type Key = (Code, Option<(u32, u32)>, u32);

/// All findings, in the order in which they were made.
#[derive(Default)]
pub(super) struct Report {
    /// The first findings, each with its archetypes; no archetypes if it is for the whole domain.
    shown: Vec<(Finding, Vec<String>)>,
    /// The number of each finding.
    known: BTreeMap<Key, usize>,
    /// The number of each message. Many findings share theirs.
    messages: BTreeMap<String, u32>,
}

impl Report {
    /// Adds a finding for an archetype, or for the whole domain. A finding for an archetype that was made for the
    /// whole domain is ignored.
    pub(super) fn add(&mut self, finding: Finding, archetype: Option<&str>) {
        let next = self.messages.len() as u32;
        let message = match self.messages.get(&finding.message) {
            Some(&number) => number,
            None => *self.messages.entry(finding.message.clone()).or_insert(next),
        };
        let next = self.known.len();
        let at = *self.known.entry((finding.code, finding.span.position(), message)).or_insert(next);
        match (self.shown.get_mut(at), archetype) {
            (Some((_, archetypes)), Some(name)) if !archetypes.is_empty() => archetypes.push(name.to_owned()),
            (None, archetype) if at < DIAGNOSTICS_MAX => {
                self.shown.push((finding, archetype.map(str::to_owned).into_iter().collect()));
            }
            (Some(_) | None, _) => {}
        }
    }

    /// Returns the findings as diagnostics.
    pub(super) fn diagnostics(&self, domain: &PlanningDomain) -> Diagnostics {
        let shown = self.shown.iter().map(|(finding, archetypes)| {
            let names: Vec<String> = archetypes.iter().map(|name| format!("`{name}`")).collect();
            let message = match &names[..] {
                [] => finding.message.clone(),
                [name] => format!("for {name}: {}", finding.message),
                [names @ .., last] => format!("for {} and {last}: {}", names.join(", "), finding.message),
            };
            domain.files.point(Diagnostic::warning(finding.code, message), finding.span).hint(finding.hint)
        });
        let mut diagnostics = Diagnostics::new();
        diagnostics.extend(shown);
        // Findings that are only counted need no text.
        diagnostics
            .extend(self.known.keys().skip(self.shown.len()).map(|key| Diagnostic::warning(key.0, "")));
        diagnostics
    }
}
