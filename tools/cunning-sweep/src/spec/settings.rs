//! Reads settings: keys with values.

use toml::de::DeTable;

use super::keys::{Findings, UNKNOWN_KEY, VALUE};
use super::model::{RunKind, Settings};
use crate::key::Key;

/// The options of scenes.
pub(crate) const SCENE_OPTIONS: [&str; 16] = [
    "scene",
    "ticks",
    "days",
    "tick_ms",
    "budget",
    "swap",
    "orders",
    "without",
    "difficulty",
    "player",
    "script",
    "against",
    "baselines",
    "map",
    "events",
    "fighting",
];

/// Reads a key and checks that the kind of run has such keys.
pub(super) fn key(
    findings: &mut Findings,
    text: &str,
    span: cunning_diag::Span,
    kind: RunKind,
) -> Option<Key> {
    let key = match Key::parse(text) {
        Ok(key) => key,
        Err(message) => {
            findings.error(VALUE, message, span);
            return None;
        }
    };
    let is_known = match (&key, kind) {
        (Key::Option(name), RunKind::Scene) => SCENE_OPTIONS.contains(&name.as_str()),
        (Key::Check(_), kind) => kind == RunKind::Plan,
        (Key::Set(_), kind) => matches!(kind, RunKind::Scene | RunKind::Plan | RunKind::Custom),
        _ => true,
    };
    if !is_known {
        let message = format!("runs of kind `{}` have no key `{text}`", kind.name());
        let known: &[&str] = if kind == RunKind::Scene { &SCENE_OPTIONS } else { &[] };
        if matches!(key, Key::Option(_)) && kind == RunKind::Scene {
            let hint = format!(
                "a fact is `set:{text}`, a key of a file is `scene:PATH` or `FILE:PATH`; options are {}",
                known.join(", ")
            );
            let diagnostic = cunning_diag::Diagnostic::error(UNKNOWN_KEY, message);
            let diagnostic = match cunning_diag::did_you_mean(text, known.iter().copied()) {
                Some(_) => diagnostic.suggest(text, known.iter().copied()),
                None => diagnostic.hint(hint),
            };
            findings.collector.push(span, diagnostic);
        } else {
            findings.error(UNKNOWN_KEY, message, span);
        }
        return None;
    }
    Some(key)
}

/// Reads a table of settings.
pub(super) fn settings(
    findings: &mut Findings,
    table: &DeTable<'_>,
    kind: RunKind,
    skipped: &[&str],
) -> Settings {
    let mut settings = Settings::new();
    for (name, value) in table {
        let text: &str = name.get_ref();
        if skipped.contains(&text) {
            continue;
        }
        let key = key(findings, text, name.span().into(), kind);
        settings.extend(key.zip(findings.any(value)));
    }
    settings
}
