//! Numbers: static ones are evaluated for all arguments and become functions; others become arithmetic.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cunning_plan::Micros;
use cunning_plan::limits::NUMBER_MAX;
use cunning_plan::model::{
    FactKind, Function, Index, Number, NumberKind, Operator, ParamId, ParamKind, PlanningDomain, TableId,
    Value,
};

use super::conditions::{Bind, Scope};
use super::names::Names;
use super::objects::Given;
use super::{ExportError, Exporter, VALUES_MAX};

/// The scale of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scale {
    /// Integers, in conditions and effects; quotients are truncated.
    Whole,
    /// Millionths, in costs; products and quotients are rounded.
    Millionths,
}

impl Scale {
    const fn one(self) -> i64 {
        match self {
            Self::Whole => 1,
            Self::Millionths => 1_000_000,
        }
    }

    fn show(self, value: i64) -> String {
        match self {
            Self::Whole => value.to_string(),
            Self::Millionths => {
                Micros::new(value).map_or_else(|| value.to_string(), |value| value.to_string())
            }
        }
    }
}

/// A static number, or one computed from it: `sign · number + plus`, moved into a range.
#[derive(Clone, Copy)]
pub(super) struct Computed<'n> {
    pub(super) number: &'n Number,
    pub(super) scale: Scale,
    pub(super) sign: i64,
    pub(super) plus: i64,
    pub(super) range: Option<(i64, i64)>,
}

impl<'n> Computed<'n> {
    pub(super) const fn plain(number: &'n Number, scale: Scale) -> Self {
        Self { number, scale, sign: 1, plus: 0, range: None }
    }

    const fn is_plain(&self) -> bool {
        self.sign == 1 && self.plus == 0 && self.range.is_none()
    }
}

/// A static number in PDDL, with its least and greatest value.
pub(super) struct Static {
    pub(super) text: String,
    pub(super) low: i64,
    pub(super) high: i64,
}

/// The types of number parameters and the static functions.
#[derive(Default)]
pub(super) struct Statics {
    numbers: Vec<NumberType>,
    /// For each table, its name, and whether it is declared.
    tables: Vec<(String, bool)>,
    /// The functions with the types of their arguments.
    functions: Vec<(String, Vec<String>)>,
    /// Functions by the types of their arguments and their values.
    known: BTreeMap<(Vec<String>, Vec<String>), String>,
    values: String,
}

/// The values of number parameters with one range.
struct NumberType {
    min: i64,
    max: i64,
    name: String,
    function: String,
    objects: Vec<String>,
}

impl Statics {
    pub(super) fn new(domain: &PlanningDomain, names: &mut Names) -> Self {
        let tables =
            domain.tables().as_slice().iter().map(|table| (names.take(&table.name), false)).collect();
        Self { tables, ..Self::default() }
    }

    /// The numbers by the PDDL names of their objects.
    pub(super) fn originals(&self) -> impl Iterator<Item = (String, String)> {
        let objects = |number: &NumberType| number.objects.clone().into_iter().zip(number.min..);
        self.numbers.iter().flat_map(objects).map(|(object, value)| (object, value.to_string()))
    }

    /// The types of number parameters, as declarations.
    pub(super) fn types(&self) -> String {
        self.numbers
            .iter()
            .fold(String::new(), |text, number| format!("{text}    {} - object\n", number.name))
    }

    /// The objects of number parameters, as declarations.
    pub(super) fn objects(&self) -> String {
        let line =
            |text, number: &NumberType| format!("{text}    {} - {}\n", number.objects.join(" "), number.name);
        self.numbers.iter().fold(String::new(), line)
    }

    /// The declarations of the functions.
    pub(super) fn functions(&self) -> String {
        let mut text = String::new();
        for (name, of) in &self.functions {
            let args =
                of.iter().enumerate().fold(String::new(), |args, (at, ty)| format!("{args} ?a{at} - {ty}"));
            let _infallible = writeln!(text, "    ({name}{args}) - number");
        }
        text
    }

    /// The values of the functions in the initial state.
    pub(super) fn values(&self) -> &str {
        &self.values
    }

    fn declare(&mut self, name: &str, of: Vec<String>, values: &[(String, String)]) {
        self.functions.push((name.to_owned(), of));
        for (args, value) in values {
            let _infallible = writeln!(self.values, "    (= ({name}{args}) {value})");
        }
    }

    /// The index of the type of number parameters with a range.
    fn number_type(&mut self, min: i64, max: i64, names: &mut Names) -> usize {
        if let Some(known) = self.numbers.iter().position(|known| (known.min, known.max) == (min, max)) {
            return known;
        }
        let sign = |value: i64| if value < 0 { format!("m{}", -value) } else { value.to_string() };
        let name = names.take(&format!("count-{}-{}", sign(min), sign(max)));
        let function = names.take(&format!("value-{}-{}", sign(min), sign(max)));
        let objects: Vec<String> =
            (min..=max).map(|value| names.take(&format!("n{}", sign(value)))).collect();
        let values: Vec<(String, String)> = objects
            .iter()
            .zip(min..)
            .map(|(object, value)| (format!(" {object}"), value.to_string()))
            .collect();
        self.declare(&function, vec![name.clone()], &values);
        self.numbers.push(NumberType { min, max, name, function, objects });
        self.numbers.len() - 1
    }
}

impl Exporter<'_> {
    /// The PDDL type of a parameter.
    pub(super) fn type_of(&mut self, kind: ParamKind) -> String {
        match kind {
            ParamKind::Object(ty) => self.types.of_param(ty).to_owned(),
            ParamKind::Number { min, max } => {
                let at = self.statics.number_type(min, max, &mut self.names);
                self.statics.numbers[at].name.clone()
            }
        }
    }

    /// The PDDL name of an argument.
    pub(super) fn given(&self, kind: ParamKind, given: Given) -> String {
        match (given, kind) {
            (Given::Object(object), _) => self.objects.name(object).to_owned(),
            (Given::Number(value), ParamKind::Number { min, max }) => {
                let known = self.statics.numbers.iter().find(|known| (known.min, known.max) == (min, max));
                let name = known.and_then(|known| known.objects.get((value - min) as usize));
                name.cloned().unwrap_or_else(|| value.to_string())
            }
            (Given::Number(value), ParamKind::Object(_)) => value.to_string(),
        }
    }

    /// All arguments of a parameter.
    fn candidates(&self, kind: ParamKind) -> Vec<Given> {
        match kind {
            ParamKind::Object(ty) => self.objects.of_type(self.domain, ty).map(Given::Object).collect(),
            ParamKind::Number { min, max } => (min..=max).map(Given::Number).collect(),
        }
    }

    /// Whether no action changes a fact that the number reads.
    pub(super) fn is_static(&self, number: &Number) -> bool {
        let mut is_static = true;
        number.facts(&mut |fact| is_static &= !self.written[fact.fact.index()]);
        is_static
    }

    /// Calls `visit` with every binding of the free parameters among `used`; the types and texts are those of the free
    /// parameters.
    pub(super) fn bindings(
        &self,
        used: &[ParamId],
        scope: &Scope,
        visit: &mut dyn FnMut(&[Option<Given>], &str),
    ) -> Result<(), ExportError> {
        let mut all: Vec<(Vec<Option<Given>>, String)> = vec![(scope.fixed(), String::new())];
        for param in used {
            let Some(Bind::Variable { kind, .. }) = scope.get(*param) else { continue };
            let candidates = self.candidates(*kind);
            if all.len().saturating_mul(candidates.len()) > VALUES_MAX {
                return Err(ExportError::TooLarge { place: scope.place.clone() });
            }
            let extended = |(binding, text): &(Vec<Option<Given>>, String)| {
                let (binding, text) = (binding.clone(), text.clone());
                candidates
                    .iter()
                    .map(move |given| {
                        let mut binding = binding.clone();
                        binding[param.index()] = Some(*given);
                        (binding, format!("{text} {}", self.given(*kind, *given)))
                    })
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(extended).collect();
        }
        for (binding, text) in &all {
            visit(binding, text);
        }
        Ok(())
    }

    /// The types and the texts of the free parameters among `used`.
    pub(super) fn free(&mut self, used: &[ParamId], scope: &Scope) -> (Vec<String>, String) {
        let (mut types, mut text) = (Vec::new(), String::new());
        for param in used {
            if let Some(Bind::Variable { kind, name }) = scope.get(*param) {
                types.push(self.type_of(*kind));
                let _infallible = write!(text, " {name}");
            }
        }
        (types, text)
    }

    /// Writes a static number. If it is undefined for some arguments, the scope remembers it.
    pub(super) fn computed(
        &mut self,
        computed: Computed<'_>,
        scope: &mut Scope,
    ) -> Result<Static, ExportError> {
        let Computed { number, scale, .. } = computed;
        reject_curves(number, scope)?;
        let used = params(number);
        let (types, words) = self.free(&used, scope);
        let mut values: Vec<(String, i64)> = Vec::new();
        let mut is_total = true;
        self.bindings(&used, scope, &mut |binding, text| match self.compute(computed, binding) {
            Some(value) => values.push((text.to_owned(), value)),
            None => is_total = false,
        })?;
        scope.may_be_undefined |= !is_total;
        let low = values.iter().map(|(_, value)| *value).min().unwrap_or(0);
        let high = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        if low == high {
            return Ok(Static { text: scale.show(low), low, high });
        }
        let text = match &number.kind {
            NumberKind::Table { table, indices } if computed.is_plain() && is_total => {
                let name = self.table(*table);
                format!("({name}{})", self.indices(indices, scope))
            }
            NumberKind::Param(param) if computed.is_plain() && scale == Scale::Whole => {
                match scope.get(*param) {
                    Some(Bind::Variable { kind: ParamKind::Number { min, max }, name }) => {
                        let at = self.statics.number_type(*min, *max, &mut self.names);
                        format!("({} {name})", self.statics.numbers[at].function)
                    }
                    _ => scale.show(low),
                }
            }
            _ => {
                let values: Vec<(String, String)> =
                    values.into_iter().map(|(args, value)| (args, scale.show(value))).collect();
                let key =
                    (types.clone(), values.iter().map(|(args, value)| format!("{args}={value}")).collect());
                let name = if let Some(known) = self.statics.known.get(&key) {
                    known.clone()
                } else {
                    let name = self.names.take(&format!("{}-number", scope.name));
                    self.statics.declare(&name, types, &values);
                    self.statics.known.insert(key, name.clone());
                    name
                };
                format!("({name}{words})")
            }
        };
        Ok(Static { text, low, high })
    }

    /// The name of a table's function, which is declared when it is first used.
    fn table(&mut self, id: TableId) -> String {
        let (name, is_declared) = self.statics.tables[id.index()].clone();
        if is_declared {
            return name;
        }
        self.statics.tables[id.index()].1 = true;
        let this = &*self;
        let of = &this.domain.tables()[id].of;
        let mut rows: Vec<(Vec<Given>, String)> = vec![(Vec::new(), String::new())];
        for kind in of.iter().map(|ty| ParamKind::Object(*ty)) {
            let candidates = this.candidates(kind);
            let longer = |(key, text): &(Vec<Given>, String)| {
                let add = |given: &Given| {
                    ([key.as_slice(), &[*given]].concat(), format!("{text} {}", this.given(kind, *given)))
                };
                candidates.iter().map(add).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        let value =
            |(key, text): &(Vec<Given>, String)| (text.clone(), Scale::Millionths.show(this.entry(id, key)));
        let values: Vec<(String, String)> = rows.iter().map(value).collect();
        let of = of.iter().map(|ty| this.types.of_index(*ty).to_owned()).collect();
        self.statics.declare(&name, of, &values);
        name
    }

    /// The number of a table in millionths.
    fn entry(&self, id: TableId, key: &[Given]) -> i64 {
        let table = &self.domain.tables()[id];
        let is_key = |names: &[cunning_plan::model::ObjectName]| {
            names.len() == key.len()
                && table.of.iter().zip(names).zip(key).all(|((ty, name), given)| {
                    self.objects.named(self.domain, *ty, name).map(Given::Object) == Some(*given)
                })
        };
        let overwritten =
            self.request.tables.iter().rev().find(|number| number.table == id && is_key(&number.key));
        let listed = table.values.iter().find(|entry| is_key(&entry.key)).map(|entry| entry.value);
        overwritten.map(|number| number.value).or(listed).unwrap_or(table.default).get()
    }

    fn compute(&self, computed: Computed<'_>, binding: &[Option<Given>]) -> Option<i64> {
        let value = self.evaluate(computed.number, computed.scale, binding)?;
        let value = computed.sign * value + computed.plus;
        Some(computed.range.map_or(value, |(low, high)| value.clamp(low, high)))
    }

    /// The value of a static number under a binding; `None` if it is undefined.
    pub(super) fn evaluate(&self, number: &Number, scale: Scale, binding: &[Option<Given>]) -> Option<i64> {
        let scaled = |micros: i64| match scale {
            Scale::Millionths => Some(micros),
            Scale::Whole => (micros % 1_000_000 == 0).then_some(micros / 1_000_000),
        };
        let given = |index: &Index| match index {
            Index::Object(id) => Some(Given::Object(super::objects::Object::closed(*id))),
            Index::Param(param) => binding.get(param.index()).copied().flatten(),
        };
        match &number.kind {
            NumberKind::Literal(value) => scaled(value.get()),
            NumberKind::Param(param) => match binding.get(param.index())? {
                Some(Given::Number(value)) => Some(value * scale.one()),
                _ => None,
            },
            NumberKind::Table { table, indices } => {
                let key: Vec<Given> = indices.iter().map(given).collect::<Option<_>>()?;
                scaled(self.entry(*table, &key))
            }
            NumberKind::Trait(id) => {
                let name = &self.domain.traits().get(*id)?.name;
                let known = self.request.traits.iter().rev().find(|(known, _)| known == name)?;
                scaled(known.1.get())
            }
            NumberKind::Fact(fact) => {
                let key: Vec<Given> = fact.indices.iter().map(given).collect::<Option<_>>()?;
                Some(self.start_number(fact.fact, &key)? * scale.one())
            }
            NumberKind::Negated(inner) => self.evaluate(inner, scale, binding).map(|value| -value),
            NumberKind::Binary { operator, left, right } => {
                let (left, right) =
                    (self.evaluate(left, scale, binding)?, self.evaluate(right, scale, binding)?);
                binary(*operator, scale, left, right)
            }
            NumberKind::Call { function, args } => {
                let args: Vec<i64> =
                    args.iter().map(|arg| self.evaluate(arg, scale, binding)).collect::<Option<_>>()?;
                match (function, args.as_slice()) {
                    (Function::Min, _) => args.iter().copied().min(),
                    (Function::Max, _) => args.iter().copied().max(),
                    (Function::Abs, [value]) => Some(value.abs()),
                    (Function::Clamp, [value, low, high]) => Some((*value).max(*low).min(*high)),
                    (Function::Abs | Function::Clamp, _) => None,
                }
            }
            NumberKind::Curve { .. } => None,
        }
    }

    /// The initial value of an int fact.
    fn start_number(&self, id: cunning_plan::model::FactId, key: &[Given]) -> Option<i64> {
        let fact = self.domain.facts().get(id)?;
        let FactKind::Int { .. } = fact.kind else { return None };
        let is_it = |setting: &&cunning_plan::model::Setting| {
            setting.fact == id
                && fact.of.iter().zip(&setting.indices).zip(key).all(|((ty, name), given)| {
                    self.objects.named(self.domain, *ty, name).map(Given::Object) == Some(*given)
                })
        };
        let set =
            self.request.set.iter().rev().find(is_it).or_else(|| self.domain.start().iter().find(is_it));
        match set.map_or(&fact.default, |setting| &setting.value) {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Writes any number: static parts as functions, the rest as arithmetic.
    pub(super) fn arithmetic(
        &mut self,
        number: &Number,
        scale: Scale,
        scope: &mut Scope,
    ) -> Result<String, ExportError> {
        if self.is_static(number) {
            return Ok(self.computed(Computed::plain(number, scale), scope)?.text);
        }
        reject_curves(number, scope)?;
        let unsupported = |what: &str| ExportError::Unsupported {
            what: format!("{what} of a number that actions change"),
            place: scope.place.clone(),
            hint: "use a table, a condition or several effects in its place",
        };
        match &number.kind {
            NumberKind::Fact(fact) => Ok(self.fact(fact, None, scope)),
            NumberKind::Negated(inner) => Ok(format!("(- 0 {})", self.arithmetic(inner, scale, scope)?)),
            NumberKind::Binary { operator, left, right } => {
                let sign = match operator {
                    Operator::Add => "+",
                    Operator::Subtract => "-",
                    Operator::Multiply => "*",
                    Operator::Divide if scale == Scale::Millionths => "/",
                    Operator::Divide => return Err(unsupported("an integer quotient")),
                };
                let (left, right) =
                    (self.arithmetic(left, scale, scope)?, self.arithmetic(right, scale, scope)?);
                Ok(format!("({sign} {left} {right})"))
            }
            NumberKind::Call { function: Function::Min, .. } => Err(unsupported("`min`")),
            NumberKind::Call { function: Function::Max, .. } => Err(unsupported("`max`")),
            NumberKind::Call { function: Function::Abs, .. } => Err(unsupported("`abs`")),
            NumberKind::Call { function: Function::Clamp, .. } => Err(unsupported("`clamp`")),
            _ => Err(unsupported("an expression")),
        }
    }
}

/// Reports a curve, which PDDL lacks.
fn reject_curves(number: &Number, scope: &Scope) -> Result<(), ExportError> {
    let mut has_curve = false;
    number.walk(&mut |part| has_curve |= matches!(part.kind, NumberKind::Curve { .. }));
    let error = || ExportError::Unsupported {
        what: "a curve".to_owned(),
        place: scope.place.clone(),
        hint: "use a table in its place",
    };
    if has_curve { Err(error()) } else { Ok(()) }
}

/// The parameters that a number reads, each once.
pub(super) fn params(number: &Number) -> Vec<ParamId> {
    let mut used = Vec::new();
    let mut add = |param: ParamId| {
        if !used.contains(&param) {
            used.push(param);
        }
    };
    number.walk(&mut |part| match &part.kind {
        NumberKind::Param(param) => add(*param),
        NumberKind::Table { indices, .. } => indices.iter().for_each(|index| {
            if let Index::Param(param) = index {
                add(*param);
            }
        }),
        NumberKind::Fact(fact) => fact.indices.iter().for_each(|index| {
            if let Index::Param(param) = index {
                add(*param);
            }
        }),
        _ => {}
    });
    used
}

fn binary(operator: Operator, scale: Scale, left: i64, right: i64) -> Option<i64> {
    let (left, right, one) = (i128::from(left), i128::from(right), i128::from(scale.one()));
    let exact = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => rounded(left * right, one),
        Operator::Divide if right == 0 => return None,
        Operator::Divide if scale == Scale::Whole => left / right,
        Operator::Divide => rounded(left * one, right),
    };
    let fits = exact.abs() <= i128::from(NUMBER_MAX) * one;
    fits.then_some(exact as i64)
}

/// The quotient rounded to the nearest integer, halves away from zero.
fn rounded(number: i128, by: i128) -> i128 {
    let (magnitude, divisor) = (number.unsigned_abs(), by.unsigned_abs());
    let quotient = ((2 * magnitude + divisor) / (2 * divisor)) as i128;
    if (number < 0) == (by < 0) { quotient } else { -quotient }
}
