//! `[do]`, `[sense]`, `[check]` and initial beliefs, for the simulation layer. Only their shape is checked
//! here, because the meaning of their words depends on domain files.

use toml::de::DeValue;

use super::Draft;
use super::table::{LIMIT, SHAPE, Table, Text, Value, inner_span, span};
use crate::limits::{ENTRIES_MAX, PHRASE_MAX, TIME_MS_MAX};
use crate::scene::{BeliefSpec, BodyActionSpec, SenseSpec, Word};

/// The default time between two readings of a sensor.
const EVERY_MS: u64 = 500;
/// The largest value of a trait, in thousandths.
const TRAIT_MAX: u64 = 1_000_000;

impl Draft<'_> {
    pub(super) fn mind_tables(&mut self, file: &mut Table<'_, '_>) {
        for (action, value) in self.entries(file, "do") {
            let body_actions = match value.get_ref() {
                DeValue::Array(_) => self.findings.list(value, "body actions", PHRASE_MAX),
                _ => std::slice::from_ref(value),
            };
            let body_actions =
                body_actions.iter().filter_map(|body_action| self.phrase(body_action)).collect();
            self.scene.body_actions.push(BodyActionSpec { action: word(action), body_actions });
        }
        for (name, value) in self.entries(file, "sense") {
            let Some(mut table) = self.findings.table(value) else { continue };
            let every_ms =
                table.read("every", EVERY_MS, |value| self.findings.time(value, 1..=TIME_MS_MAX)) as u32;
            let mut facts = Vec::new();
            for (fact, value) in table.entries().filter(|(key, _)| key.value != "every").take(ENTRIES_MAX) {
                facts.extend(self.phrase(value).map(|phrase| (word(fact), phrase)));
            }
            self.scene.senses.push(SenseSpec { name: word(name), every_ms, facts });
        }
        for (check, value) in self.entries(file, "check") {
            let answer = self.findings.truth(value);
            self.scene.checks.extend(answer.map(|answer| (word(check), answer)));
        }
    }

    /// Reads the initial beliefs under `set`.
    pub(super) fn beliefs(&mut self, table: &mut Table<'_, '_>) -> Vec<BeliefSpec> {
        let mut beliefs = Vec::new();
        for (fact, value) in self.entries(table, "set") {
            let text = match value.get_ref() {
                DeValue::Boolean(truth) => truth.to_string(),
                DeValue::Integer(number) => number.as_str().to_owned(),
                _ => match self.findings.text(value, "a bool, an integer or a name") {
                    Some(text) => text.value.to_owned(),
                    None => continue,
                },
            };
            beliefs.push(BeliefSpec { fact: word(fact), value: text });
        }
        beliefs
    }

    /// Reads traits with their values.
    pub(super) fn traits(&mut self, table: &mut Table<'_, '_>) -> Vec<(Word, u32)> {
        self.numbers(table, "traits", TRAIT_MAX)
    }

    /// Reads names with numbers in thousandths.
    pub(super) fn numbers(
        &mut self,
        table: &mut Table<'_, '_>,
        key: &'static str,
        max: u64,
    ) -> Vec<(Word, u32)> {
        let mut numbers = Vec::new();
        for (name, value) in self.entries(table, key) {
            let number = self.findings.thousandths(value, 0..=max);
            numbers.extend(number.map(|number| (word(name), number as u32)));
        }
        numbers
    }

    /// Reads a list of names.
    pub(super) fn names(&mut self, table: &mut Table<'_, '_>, key: &'static str) -> Vec<Word> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let names = self.findings.list(value, "names", ENTRIES_MAX).iter();
        names.filter_map(|name| self.findings.text(name, "a name")).map(word).collect()
    }

    /// Reads the entries of a table under a key, up to the limit.
    fn entries<'a, 'i>(
        &mut self,
        table: &mut Table<'a, 'i>,
        key: &'static str,
    ) -> Vec<(Text<'a>, &'a Value<'i>)> {
        let Some(inner) = table.table(&mut self.findings, key) else { return Vec::new() };
        let entries: Vec<_> = inner.entries().collect();
        if entries.len() > ENTRIES_MAX {
            let message = format!("{} entries of `{key}`; at most {ENTRIES_MAX} are allowed", entries.len());
            self.findings.error(LIMIT, message, inner.span());
            return Vec::new();
        }
        entries
    }

    /// Splits a text into words.
    fn phrase(&mut self, value: &Value<'_>) -> Option<Vec<Word>> {
        let text = self.findings.text(value, "a text such as \"walk to\"")?;
        let source = self.findings.source;
        let mut words = Vec::new();
        let mut at = 0;
        for part in text.value.split_whitespace() {
            // Each part starts at or after the end of the previous one.
            let from = at + text.value.get(at..).and_then(|rest| rest.find(part)).unwrap_or(0);
            at = from + part.len();
            words.push(Word { text: part.to_owned(), span: inner_span(source, text, from..at) });
        }
        if words.is_empty() || words.len() > PHRASE_MAX {
            self.findings.error(SHAPE, format!("expected one to {PHRASE_MAX} words"), span(value));
            return None;
        }
        Some(words)
    }
}

fn word(text: Text<'_>) -> Word {
    Word { text: text.value.to_owned(), span: text.span }
}
