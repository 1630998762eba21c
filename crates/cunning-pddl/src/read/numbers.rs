//! Reading of numbers: literals and functions.

use cunning_diag::{Diagnostic, FileSpan};
use cunning_plan::Micros;

use super::Reader;
use super::formulas::Scope;
use super::names::{Sort, unexpected};
use crate::codes;
use crate::limits::NUMBER_MAX;
use crate::model::{FunctionId, Number, NumberKind, Term};
use crate::tree::{Tree, TreeKind};

/// Costs are counted in millionths.
const DECIMALS_MAX: usize = 6;

/// Whether a word looks like a number.
pub(super) fn is_numeric(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+', '.']).unwrap_or(word);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && !digits.contains(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '-')
}

impl Reader<'_> {
    /// Whether a side of `=` is a number, and not an object or a variable.
    pub(super) fn is_number(&self, tree: &Tree<'_>) -> bool {
        match tree.kind {
            TreeKind::List(_) => true,
            TreeKind::Variable(_) => false,
            TreeKind::Word(word) => {
                let key = word.to_ascii_lowercase();
                !self.index.objects.contains_key(&key)
                    && (is_numeric(word) || self.index.functions.contains_key(&key))
            }
        }
    }

    pub(super) fn number(&mut self, tree: &Tree<'_>, scope: &Scope) -> Option<Number> {
        let kind = match tree.word() {
            Some(word) if !self.index.functions.contains_key(&word.to_ascii_lowercase()) => {
                NumberKind::Literal(self.literal(word, tree.span)?)
            }
            _ => {
                let (function, args) = self.function(tree, scope)?;
                NumberKind::Function { function, args }
            }
        };
        Some(Number { kind, span: tree.span })
    }

    /// Reads a number with at most six decimals.
    pub(super) fn literal(&mut self, word: &str, span: FileSpan) -> Option<Micros> {
        let number = Micros::parse(word.strip_prefix('+').unwrap_or(word));
        let Some(number) = number.filter(|_| is_numeric(word)) else {
            self.collector.error(span, codes::NUMBER, format!("expected a number, found `{word}`"));
            return None;
        };
        let decimals = word.split_once('.').map_or("", |(_, decimals)| decimals.trim_end_matches('0'));
        if decimals.len() > DECIMALS_MAX {
            let message = format!("`{word}` has more than {DECIMALS_MAX} decimals");
            self.collector.error(span, codes::NUMBER, message);
            return None;
        }
        if number.get().unsigned_abs() > NUMBER_MAX.unsigned_abs() * 1_000_000 {
            self.collector.error(
                span,
                codes::LIMIT,
                format!("`{word}` is not between -{NUMBER_MAX} and {NUMBER_MAX}"),
            );
            return None;
        }
        Some(number)
    }

    /// Reads `(f a …)`, or `f` alone if it has no arguments.
    pub(super) fn function(&mut self, tree: &Tree<'_>, scope: &Scope) -> Option<(FunctionId, Vec<Term>)> {
        let single = std::slice::from_ref(tree);
        let Some((head, args)) = tree.list().unwrap_or(single).split_first() else {
            return unexpected(tree, "a number or function", self.collector);
        };
        let Some(word) = head.word() else {
            return unexpected(head, "the name of a function", self.collector);
        };
        let key = word.to_ascii_lowercase();
        let Some(&function) = self.index.functions.get(&key) else {
            self.unknown(Sort::Function, word, head.span);
            return None;
        };
        let of = self.model.functions[function.0].of.clone();
        let args = self.arguments(word, args, &of, tree.span, scope)?;
        Some((function, args))
    }

    /// Reports a read of the total cost.
    pub(super) fn no_total_cost(&mut self, function: FunctionId, span: FileSpan) -> Option<()> {
        if self.model.total_cost != Some(function) {
            return Some(());
        }
        let diagnostic = Diagnostic::error(codes::COST, "`total-cost` cannot be read");
        self.collector.push(span, diagnostic.hint("use another function for a number that plans depend on"));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::is_numeric;

    #[test]
    fn names_with_digits_are_not_numbers() {
        for word in ["0", "-1", "+2", "3.5", ".5", "5."] {
            assert!(is_numeric(word), "{word}");
        }
        for word in ["f1", "1f", "1-2", "3_4", "-", "--1", "", "a"] {
            assert!(!is_numeric(word), "{word}");
        }
    }
}
