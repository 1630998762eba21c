//! Formats conditions, effects and numbers as strings of the language.

use crate::limits::EXPRESSION_BYTES_MAX;
use crate::model::{
    Change, ChangeKind, Condition, ConditionKind, Equality, FactRef, Function, Index, Number, NumberKind,
    Operator, Param, ParamId, PlanningDomain, Quantifier, Term,
};

/// Formats the expressions of an action or goal with these parameters.
///
/// ```
/// use cunning_diag::Source;
/// use cunning_plan::Show;
///
/// let text = "[facts]\nx = { type = \"int\", min = 0, max = 9 }\n[goal.g]\nwant = [\"x>=(2+1)*3\"]";
/// let domain = cunning_plan::read(&Source::new("g.toml", text)).expect("a valid domain");
/// let (_, goal) = domain.goals().iter().next().expect("one goal");
/// assert_eq!(Show::new(&domain, &goal.params).condition(&goal.want[0]), "x >= (2 + 1) * 3");
/// ```
#[derive(Clone, Debug)]
pub struct Show<'a> {
    domain: &'a PlanningDomain,
    names: Vec<&'a str>,
}

/// The precedence of an operator; an operand of lower precedence needs brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Sum,
    Product,
    Factor,
}

impl<'a> Show<'a> {
    /// Creates a writer for expressions with these parameters in scope.
    pub fn new(domain: &'a PlanningDomain, params: &'a [Param]) -> Self {
        Self { domain, names: params.iter().map(|param| param.name.as_str()).collect() }
    }

    /// Creates a writer that replaces the parameters by these names.
    pub(crate) fn bound(domain: &'a PlanningDomain, names: &'a [String]) -> Self {
        Self { domain, names: names.iter().map(String::as_str).collect() }
    }

    /// Formats a condition as a string of the language; a list or `any` in TOML notation.
    pub fn condition(&self, condition: &'a Condition) -> String {
        match &condition.kind {
            ConditionKind::All(members) => format!("[{}]", self.members(members)),
            ConditionKind::Any(members) => format!("{{ any = [{}] }}", self.members(members)),
            _ => fit(self.plain(condition)),
        }
    }

    fn members(&self, members: &'a [Condition]) -> String {
        let shown: Vec<String> = members
            .iter()
            .map(|member| match member.kind {
                ConditionKind::All(_) | ConditionKind::Any(_) => self.condition(member),
                _ => format!("\"{}\"", self.condition(member)),
            })
            .collect();
        shown.join(", ")
    }

    fn plain(&self, condition: &'a Condition) -> String {
        match &condition.kind {
            ConditionKind::Same { left, right: Term::Bool(true), equality: Equality::Equals } => {
                self.term(left)
            }
            ConditionKind::Same { left, right: Term::Bool(false), equality: Equality::Equals } => {
                format!("not {}", self.term(left))
            }
            ConditionKind::Same { left, equality, right } => {
                let sign = if *equality == Equality::Equals { "==" } else { "!=" };
                format!("{} {sign} {}", self.term(left), self.term(right))
            }
            ConditionKind::Compare { left, comparison, right } => {
                format!("{} {} {}", self.at(left, Rank::Sum), comparison.as_str(), self.at(right, Rank::Sum))
            }
            ConditionKind::Quantified { quantifier, variable, body } => {
                let word = match quantifier {
                    Quantifier::Some => "some",
                    Quantifier::No => "no",
                    Quantifier::Every => "every",
                };
                let ty = self.domain.types.get(variable.ty).map_or("", |ty| &ty.name);
                let mut inner = self.clone();
                inner.names.push(&variable.name);
                format!("{word} {ty} {}: {}", variable.name, inner.plain(body))
            }
            ConditionKind::All(_) | ConditionKind::Any(_) => self.condition(condition),
        }
    }

    /// Formats an effect as a string of the language.
    pub fn change(&self, change: &'a Change) -> String {
        let fact = self.fact(&change.fact);
        fit(match &change.kind {
            ChangeKind::Assign(Term::Bool(true)) => fact,
            ChangeKind::Assign(Term::Bool(false)) => format!("not {fact}"),
            ChangeKind::Assign(term) => format!("{fact} = {}", self.term(term)),
            ChangeKind::Set(number) => format!("{fact} = {}", self.at(number, Rank::Sum)),
            ChangeKind::Add(number) => format!("{fact} += {}", self.at(number, Rank::Sum)),
            ChangeKind::Subtract(number) => format!("{fact} -= {}", self.at(number, Rank::Sum)),
        })
    }

    /// Formats a number as a string of the language.
    pub fn number(&self, number: &'a Number) -> String {
        fit(self.at(number, Rank::Sum))
    }

    /// Formats a fact with its indices.
    pub fn fact(&self, fact: &FactRef) -> String {
        let name = self.domain.facts.get(fact.fact).map_or("", |fact| &fact.name);
        self.indexed(name, &fact.indices)
    }

    fn indexed(&self, name: &str, indices: &[Index]) -> String {
        if indices.is_empty() {
            return name.to_owned();
        }
        let shown: Vec<&str> = indices
            .iter()
            .map(|index| match index {
                Index::Object(id) => self.domain.objects.get(*id).map_or("", |object| &object.name),
                Index::Param(id) => self.param(*id),
            })
            .collect();
        format!("{name}[{}]", shown.join(", "))
    }

    fn param(&self, id: ParamId) -> &'a str {
        self.names.get(id.index()).copied().unwrap_or_default()
    }

    pub(super) fn term(&self, term: &Term) -> String {
        match term {
            Term::Bool(value) => value.to_string(),
            Term::None => "none".to_owned(),
            Term::Object(id) => {
                self.domain.objects.get(*id).map_or_else(String::new, |object| object.name.clone())
            }
            Term::Param(id) => self.param(*id).to_owned(),
            Term::Fact(fact) => self.fact(fact),
        }
    }

    /// Formats a number where at least this precedence is needed.
    fn at(&self, number: &Number, rank: Rank) -> String {
        let (shown, own) = match &number.kind {
            NumberKind::Literal(value) => (value.to_string(), Rank::Factor),
            NumberKind::Param(id) => (self.param(*id).to_owned(), Rank::Factor),
            NumberKind::Table { table, indices } => {
                let name = self.domain.tables.get(*table).map_or("", |table| &table.name);
                (self.indexed(name, indices), Rank::Factor)
            }
            NumberKind::Trait(id) => {
                let name = self.domain.traits.get(*id).map_or("", |named| &named.name);
                (format!("trait.{name}"), Rank::Factor)
            }
            NumberKind::Fact(fact) => (self.fact(fact), Rank::Factor),
            NumberKind::Negated(inner) => (format!("-{}", self.at(inner, Rank::Factor)), Rank::Factor),
            NumberKind::Binary { operator, left, right } => {
                let (sign, own, of_right) = match operator {
                    Operator::Add => ("+", Rank::Sum, Rank::Product),
                    Operator::Subtract => ("-", Rank::Sum, Rank::Product),
                    Operator::Multiply => ("*", Rank::Product, Rank::Factor),
                    Operator::Divide => ("/", Rank::Product, Rank::Factor),
                };
                (format!("{} {sign} {}", self.at(left, own), self.at(right, of_right)), own)
            }
            NumberKind::Curve { curve, at } => {
                let name = self.domain.curves.get(*curve).map_or("", |curve| &curve.name);
                (format!("curve.{name}({})", self.at(at, Rank::Sum)), Rank::Factor)
            }
            NumberKind::Call { function, args } => {
                let name = match function {
                    Function::Min => "min",
                    Function::Max => "max",
                    Function::Abs => "abs",
                    Function::Clamp => "clamp",
                };
                let args: Vec<String> = args.iter().map(|arg| self.at(arg, Rank::Sum)).collect();
                (format!("{name}({})", args.join(", ")), Rank::Factor)
            }
        };
        if own < rank { format!("({shown})") } else { shown }
    }
}

/// Returns the text, without optional blanks if it would be too long to read back.
fn fit(text: String) -> String {
    if text.len() <= EXPRESSION_BYTES_MAX {
        return text;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut short = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let parts_words = text[..at].ends_with(is_word) && text[at + c.len_utf8()..].starts_with(is_word);
        if c != ' ' || parts_words {
            short.push(c);
        }
    }
    short
}
