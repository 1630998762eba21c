//! Typed access to TOML with a diagnostic for every mistake.
//!
//! A [`Table`] remembers which keys it was asked for. All other keys are reported as unknown when the table
//! is finished, with the most similar known key as a suggestion. Reading never stops at a mistake: the value
//! is then missing or its default, so that all mistakes are found in one pass.

use std::ops::{Range, RangeInclusive};

use cunning_diag::{Code, Collector, Diagnostic, Source, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::limits::{NAME_BYTES_MAX, TEXT_BYTES_MAX};

pub(super) const TOML: Code = Code::new("arena/toml");
pub(super) const LIMIT: Code = Code::new("arena/limit");
pub(super) const UNKNOWN_KEY: Code = Code::new("arena/unknown-key");
pub(super) const SHAPE: Code = Code::new("arena/shape");
pub(super) const VALUE: Code = Code::new("arena/value");
pub(super) const UNKNOWN_NAME: Code = Code::new("arena/unknown-name");
pub(super) const DUPLICATE: Code = Code::new("arena/duplicate");
pub(super) const MISSING: Code = Code::new("arena/missing");
pub(super) const MAP: Code = Code::new("arena/map");
pub(super) const PLACE: Code = Code::new("arena/place");

#[cfg(test)]
std::thread_local! {
    /// All keys that tables were asked for.
    pub(in crate::scene) static ASKED: std::cell::RefCell<std::collections::BTreeSet<&'static str>> = const { std::cell::RefCell::new(std::collections::BTreeSet::new()) };
}

/// A value with its position.
pub(super) type Value<'i> = Spanned<DeValue<'i>>;

/// The problems found so far.
pub(super) struct Findings<'s> {
    pub(super) source: &'s Source,
    pub(super) collector: Collector,
}

/// A string of the file with its position.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) value: &'a str,
    pub(super) span: Span,
}

pub(super) struct Table<'a, 'i> {
    entries: &'a DeTable<'i>,
    span: Span,
    asked: Vec<&'static str>,
}

impl Findings<'_> {
    pub(super) fn error(&mut self, code: Code, message: impl Into<String>, span: Span) {
        self.collector.error(span, code, message);
    }

    pub(super) fn hinted(&mut self, code: Code, message: impl Into<String>, span: Span, hint: &str) {
        self.collector.push(span, Diagnostic::error(code, message).hint(hint));
    }

    /// Reports an unknown word with a suggestion. Beyond the limit of diagnostics no suggestions are
    /// computed.
    pub(super) fn unknown<'n>(
        &mut self,
        code: Code,
        message: String,
        word: &str,
        span: Span,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        self.collector.unknown(span, code, message, word, known);
    }

    fn wrong(&mut self, value: &Value<'_>, expected: &str) {
        let sort = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a float",
            DeValue::Boolean(_) => "a bool",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(SHAPE, format!("expected {expected}, found {sort}"), span(value));
    }

    /// Reads a string, up to the length limit.
    pub(super) fn text<'a>(&mut self, value: &'a Value<'_>, expected: &str) -> Option<Text<'a>> {
        let DeValue::String(text) = value.get_ref() else {
            self.wrong(value, expected);
            return None;
        };
        if text.len() > TEXT_BYTES_MAX {
            let message =
                format!("the string has {} bytes; at most {TEXT_BYTES_MAX} are allowed", text.len());
            self.error(LIMIT, message, span(value));
            return None;
        }
        Some(Text { value: text, span: span(value) })
    }

    /// Reads a bool.
    pub(super) fn truth(&mut self, value: &Value<'_>) -> Option<bool> {
        let DeValue::Boolean(truth) = value.get_ref() else {
            self.wrong(value, "`true` or `false`");
            return None;
        };
        Some(*truth)
    }

    /// Reads a table.
    pub(super) fn table<'a, 'i>(&mut self, value: &'a Value<'i>) -> Option<Table<'a, 'i>> {
        let DeValue::Table(entries) = value.get_ref() else {
            self.wrong(value, "a table");
            return None;
        };
        Some(Table::new(entries, span(value)))
    }

    /// Reads a list of at most `max` members.
    pub(super) fn list<'a, 'i>(&mut self, value: &'a Value<'i>, what: &str, max: usize) -> &'a [Value<'i>] {
        let DeValue::Array(members) = value.get_ref() else {
            self.wrong(value, &format!("a list of {what}"));
            return &[];
        };
        if members.len() > max {
            let message = format!("{} {what}; at most {max} are allowed", members.len());
            self.error(LIMIT, message, span(value));
            return &[];
        }
        members
    }

    /// Reads an integer within bounds.
    pub(super) fn int(&mut self, value: &Value<'_>, bounds: RangeInclusive<u64>) -> Option<u64> {
        let DeValue::Integer(number) = value.get_ref() else {
            self.wrong(value, "an integer");
            return None;
        };
        let number = u64::from_str_radix(number.as_str(), number.radix()).ok();
        self.bounded(number, &bounds, 1, span(value))
    }

    /// Reads a number with up to three decimals, in thousandths, within bounds.
    pub(super) fn thousandths(&mut self, value: &Value<'_>, bounds: RangeInclusive<u64>) -> Option<u64> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => {
                let whole = u64::from_str_radix(number.as_str(), number.radix()).ok();
                whole.and_then(|whole| whole.checked_mul(1000))
            }
            DeValue::Float(number) => decimal(number.as_str()),
            _ => {
                self.wrong(value, "a number");
                return None;
            }
        };
        self.bounded(number, &bounds, 1000, span(value))
    }

    fn bounded(
        &mut self,
        number: Option<u64>,
        bounds: &RangeInclusive<u64>,
        unit: u64,
        span: Span,
    ) -> Option<u64> {
        let fitting = number.filter(|number| bounds.contains(number));
        if fitting.is_none() {
            let shown = |number: u64| match number % unit {
                0 => (number / unit).to_string(),
                rest => format!("{}.{rest:03}", number / unit).trim_end_matches('0').to_owned(),
            };
            let kind = if unit == 1 { "an integer" } else { "a number with at most three decimals" };
            let (low, high) = (shown(*bounds.start()), shown(*bounds.end()));
            self.error(VALUE, format!("expected {kind} from {low} to {high}"), span);
        }
        fitting
    }

    /// Reads a time in milliseconds: seconds as a number, or a string such as `"500 ms"`.
    pub(super) fn time(&mut self, value: &Value<'_>, bounds: RangeInclusive<u64>) -> Option<u64> {
        let DeValue::String(text) = value.get_ref() else {
            return self.thousandths(value, bounds);
        };
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
        let scale = match text.get(digits.len()..).map(str::trim) {
            Some("ms") => Some(1),
            Some("s") => Some(1000),
            Some("min") => Some(60_000),
            Some("h") => Some(3_600_000),
            _ => None,
        };
        let Some((number, scale)) = decimal(digits).zip(scale) else {
            let hint = "write a number and one of `ms`, `s`, `min`, `h`";
            self.hinted(VALUE, format!("`{}` is not a time", clipped(text)), span(value), hint);
            return None;
        };
        let milliseconds = number.checked_mul(scale).map(|product| product / 1000);
        self.bounded(milliseconds, &bounds, 1000, span(value))
    }

    /// Reads a name: letters, digits, `_` and `-`, starting with a letter.
    pub(super) fn name<'a>(&mut self, text: Text<'a>) -> Option<&'a str> {
        let is_name = text.value.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        if text.value.len() > NAME_BYTES_MAX {
            let message =
                format!("the name has {} bytes; at most {NAME_BYTES_MAX} are allowed", text.value.len());
            self.error(LIMIT, message, text.span);
            return None;
        }
        if !is_name {
            let hint = "a name consists of letters, digits, `_` and `-`, and starts with a letter";
            self.hinted(VALUE, format!("`{}` is not a valid name", text.value), text.span, hint);
            return None;
        }
        Some(text.value)
    }
}

impl<'a, 'i> Table<'a, 'i> {
    pub(super) fn new(entries: &'a DeTable<'i>, span: Span) -> Self {
        Self { entries, span, asked: Vec::new() }
    }

    /// The position of the table.
    pub(super) fn span(&self) -> Span {
        self.span
    }

    /// Returns the value of a key.
    pub(super) fn get(&mut self, key: &'static str) -> Option<&'a Value<'i>> {
        #[cfg(test)]
        ASKED.with_borrow_mut(|asked| asked.insert(key));
        self.asked.push(key);
        self.entries.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// Returns all keys and values, for tables whose keys are names.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Text<'a>, &'a Value<'i>)> + use<'a, 'i> {
        self.entries
            .iter()
            .map(|(key, value)| (Text { value: key.get_ref(), span: key.span().into() }, value))
    }

    pub(super) fn text(&mut self, findings: &mut Findings<'_>, key: &'static str) -> Option<Text<'a>> {
        self.get(key).and_then(|value| findings.text(value, "a string"))
    }

    /// Returns a free-form string; empty if the key is missing.
    pub(super) fn words(&mut self, findings: &mut Findings<'_>, key: &'static str) -> String {
        self.text(findings, key).map(|text| text.value.to_owned()).unwrap_or_default()
    }

    /// Returns a required string.
    pub(super) fn needed(&mut self, findings: &mut Findings<'_>, key: &'static str) -> Option<Text<'a>> {
        if self.get(key).is_none() {
            findings.error(MISSING, format!("`{key}` is missing"), self.span);
        }
        self.text(findings, key)
    }

    /// Reads the value of a key, or returns a default if it is missing or invalid.
    pub(super) fn read<T>(
        &mut self,
        key: &'static str,
        default: T,
        read: impl FnOnce(&'a Value<'i>) -> Option<T>,
    ) -> T {
        self.get(key).and_then(read).unwrap_or(default)
    }

    /// Returns the table under a key.
    pub(super) fn table(&mut self, findings: &mut Findings<'_>, key: &'static str) -> Option<Table<'a, 'i>> {
        self.get(key).and_then(|value| findings.table(value))
    }

    /// Returns the tables of a list under a key.
    pub(super) fn tables(
        &mut self,
        findings: &mut Findings<'_>,
        key: &'static str,
        max: usize,
    ) -> Vec<Table<'a, 'i>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let members = findings.list(value, "tables", max);
        members.iter().filter_map(|member| findings.table(member)).collect()
    }

    /// Whether all keys are known. An unknown key is probably a misspelling of one that seems to be missing.
    pub(super) fn is_known(&self) -> bool {
        self.unknown().next().is_none()
    }

    /// Reports every unknown key.
    pub(super) fn finish(self, findings: &mut Findings<'_>) {
        for key in self.unknown() {
            let message = format!("there is no key `{}` here", clipped(key.value));
            let known = self.asked.iter().copied();
            findings.unknown(UNKNOWN_KEY, message, key.value, key.span, known);
        }
    }

    fn unknown(&self) -> impl Iterator<Item = Text<'a>> {
        self.entries().map(|(key, _)| key).filter(|key| !self.asked.contains(&key.value))
    }
}

pub(super) fn span(value: &Value<'_>) -> Span {
    value.span().into()
}

/// The start of a word, for messages.
fn clipped(word: &str) -> String {
    word.chars().take(NAME_BYTES_MAX).collect()
}

/// Parses a decimal number in thousandths. Returns nothing for a sign, an exponent or more than three
/// decimals.
fn decimal(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_plain(whole) || !is_plain(part) {
        return None;
    }
    let part = part.trim_end_matches('0');
    if part.len() > 3 {
        return None;
    }
    let part: u64 = format!("{part:0<3}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(part)
}

/// Returns the span of a part of a string, if the string is written in the file without escapes.
pub(super) fn inner_span(source: &Source, text: Text<'_>, inner: Range<usize>) -> Span {
    let (from, to) = (text.span.start as usize, text.span.end as usize);
    let raw = source.text().get(from..to).unwrap_or_default();
    match raw.find(text.value) {
        Some(shift) if !text.value.is_empty() => {
            (from + shift + inner.start..from + shift + inner.end).into()
        }
        _ => text.span,
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn decimals_are_read_exactly() {
        assert_eq!(decimal("3.5"), Some(3500));
        assert_eq!(decimal("0.001"), Some(1));
        assert_eq!(decimal("12"), Some(12_000));
        assert_eq!(decimal("1.2500"), Some(1250));
        for wrong in ["", ".5", "-1", "1e3", "1.0005", "nan", "99999999999999999999"] {
            assert_eq!(decimal(wrong), None, "{wrong}");
        }
    }
}
