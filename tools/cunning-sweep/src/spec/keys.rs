//! Typed access to a TOML table, with a diagnostic for every mistake and a suggestion for unknown keys.

use cunning_diag::{Code, Collector, Source, Span, did_you_mean};
use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(super) const TOML: Code = Code::new("sweep/toml");
pub(super) const UNKNOWN_KEY: Code = Code::new("sweep/unknown-key");
pub(super) const SHAPE: Code = Code::new("sweep/shape");
pub(super) const VALUE: Code = Code::new("sweep/value");
pub(super) const MISSING: Code = Code::new("sweep/missing");
pub(super) const EMPTY: Code = Code::new("sweep/empty");
pub(super) const DUPLICATE: Code = Code::new("sweep/duplicate");
pub(super) const LIMIT: Code = Code::new("sweep/limit");

pub(super) type Spot<'i> = Spanned<DeValue<'i>>;

/// The problems found so far.
pub(super) struct Findings {
    pub(super) collector: Collector,
}

impl Findings {
    pub(super) fn new(source: &Source) -> Self {
        Self { collector: Collector::new([source]) }
    }

    pub(super) fn error(&mut self, code: Code, message: impl Into<String>, span: Span) {
        self.collector.error(span, code, message);
    }

    pub(super) fn unknown<'n>(
        &mut self,
        message: String,
        word: &str,
        span: Span,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        self.collector.unknown(span, UNKNOWN_KEY, message, word, known);
    }

    /// Reports keys of a table that are not among the known ones.
    pub(super) fn only(&mut self, table: &DeTable<'_>, what: &str, known: &[&str]) {
        for (key, _) in table {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let span: Span = key.span().into();
                let message = match did_you_mean(name, known.iter().copied()) {
                    Some(_) => format!("unknown key `{name}` in {what}"),
                    None => format!("unknown key `{name}` in {what}; it has {}", known.join(", ")),
                };
                self.unknown(message, name, span, known.iter().copied());
            }
        }
    }

    pub(super) fn table<'a, 'i>(&mut self, value: &'a Spot<'i>, what: &str) -> Option<&'a DeTable<'i>> {
        let DeValue::Table(table) = value.get_ref() else {
            self.error(SHAPE, format!("expected {what}"), span(value));
            return None;
        };
        Some(table)
    }

    pub(super) fn text(&mut self, value: &Spot<'_>, what: &str) -> Option<String> {
        let DeValue::String(text) = value.get_ref() else {
            self.error(SHAPE, format!("expected {what}"), span(value));
            return None;
        };
        Some(text.to_string())
    }

    pub(super) fn whole(&mut self, value: &Spot<'_>, what: &str) -> Option<u64> {
        let number = json(value).and_then(|number| number.as_u64());
        if number.is_none() {
            self.error(SHAPE, format!("expected {what}"), span(value));
        }
        number
    }

    pub(super) fn truth(&mut self, value: &Spot<'_>, what: &str) -> Option<bool> {
        let DeValue::Boolean(truth) = value.get_ref() else {
            self.error(SHAPE, format!("{what}: expected `true` or `false`"), span(value));
            return None;
        };
        Some(*truth)
    }

    pub(super) fn number(&mut self, value: &Spot<'_>, what: &str) -> Option<Json> {
        let number = json(value).filter(|number| number.as_f64().is_some_and(f64::is_finite));
        if number.is_none() {
            self.error(SHAPE, format!("expected {what}"), span(value));
        }
        number
    }

    pub(super) fn list<'a, 'i>(&mut self, value: &'a Spot<'i>, what: &str) -> Option<&'a [Spot<'i>]> {
        let DeValue::Array(list) = value.get_ref() else {
            self.error(SHAPE, format!("expected {what}"), span(value));
            return None;
        };
        Some(list)
    }

    /// The JSON value of any TOML value.
    pub(super) fn any(&mut self, value: &Spot<'_>) -> Option<Json> {
        let read = json(value);
        if read.is_none() {
            self.error(VALUE, "expected a string, a finite number, a bool, a list or a table", span(value));
        }
        read
    }
}

pub(super) fn span(value: &Spot<'_>) -> Span {
    value.span().into()
}

/// The JSON value of a TOML value; `None` for dates and numbers that JSON does not have.
pub(super) fn json(value: &Spot<'_>) -> Option<Json> {
    Some(match value.get_ref() {
        DeValue::String(text) => Json::String(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok()?.into(),
        DeValue::Float(number) => serde_json::Number::from_f64(number.as_str().parse().ok()?)?.into(),
        DeValue::Boolean(truth) => (*truth).into(),
        DeValue::Datetime(_) => return None,
        DeValue::Array(list) => Json::Array(list.iter().map(json).collect::<Option<_>>()?),
        DeValue::Table(table) => {
            let entry = |(key, value): (&Spanned<_>, &Spot<'_>)| {
                let key: &std::borrow::Cow<'_, str> = key.get_ref();
                Some((key.to_string(), json(value)?))
            };
            Json::Object(table.iter().map(entry).collect::<Option<_>>()?)
        }
    })
}
