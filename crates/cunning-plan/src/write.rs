//! From a domain to the text of a file. Reading the text gives an equal domain.
//!
//! Included files are written out as one file. Sections of section readers are not part of a domain and are not
//! written, except that a query keeps the type of its candidates.

mod text;

use std::fmt::Write as _;

pub use text::Show;

use crate::micros::Micros;
use crate::model::{
    Action, ActionId, Argument, Condition, ConditionKind, Cost, Curve, Effect, ExpectedStep, Fact, FactKind,
    Goal, Number, NumberKind, ObjectName, Outcome, Overflow, Param, ParamKind, PlanningDomain, Setting, Test,
    TypeId, TypeKind, Value,
};
use crate::read::movement;

/// Writes a domain as the text of a file.
///
/// ```
/// use cunning_diag::Source;
///
/// let text = "[facts]\ndrunk = \"bool\"\n\n[goal.get_drunk]\nwant = [\"drunk\"]\n";
/// let domain = cunning_plan::read(&Source::new("pirate.toml", text)).expect("a valid domain");
/// assert_eq!(cunning_plan::write(&domain), text);
/// ```
pub fn write(domain: &PlanningDomain) -> String {
    let mut writer = Writer { domain, out: String::new() };
    writer.header();
    writer.types();
    writer.facts();
    writer.tables();
    domain.curves.iter().for_each(|(_, curve)| writer.curve(curve));
    writer.movement();
    writer.queries();
    let is_implied = |id: &ActionId| domain.movement.as_ref().is_some_and(|moves| moves.actions.contains(id));
    let spelled_out = domain.actions.iter().filter(|(id, _)| !is_implied(id));
    spelled_out.for_each(|(_, action)| writer.action(action));
    domain.goals.iter().for_each(|(_, goal)| writer.goal(goal));
    writer.start();
    domain.tests.iter().for_each(|test| writer.test(test));
    writer.out
}

struct Writer<'a> {
    domain: &'a PlanningDomain,
    out: String,
}

impl<'a> Writer<'a> {
    fn table(&mut self, name: &str) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "[{name}]");
    }

    fn entry(&mut self, key: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{} = {value}", bare_or_quoted(key));
    }

    fn doc(&mut self, doc: Option<&String>) {
        if let Some(doc) = doc {
            self.entry("doc", &quoted(doc));
        }
    }

    fn type_name(&self, ty: TypeId) -> &'a str {
        &self.domain.types[ty].name
    }

    fn header(&mut self) {
        if self.domain.name.is_empty() && self.domain.doc.is_none() {
            return;
        }
        self.table("domain");
        if !self.domain.name.is_empty() {
            self.entry("name", &quoted(&self.domain.name));
        }
        self.doc(self.domain.doc.as_ref());
    }

    fn types(&mut self) {
        if self.domain.types.is_empty() {
            return;
        }
        self.table("types");
        for (_, ty) in self.domain.types.iter() {
            let mut fields = match &ty.kind {
                TypeKind::Closed { objects } => {
                    let names = objects.iter().map(|&id| self.domain.objects[id].name.as_str());
                    self.entry(&ty.name, &strings(names));
                    continue;
                }
                TypeKind::Open { max } => vec![("open", "true".to_owned()), ("max", max.to_string())],
                TypeKind::Union { members } => {
                    vec![("any", strings(members.iter().map(|&id| self.type_name(id))))]
                }
            };
            fields.extend(ty.doc.as_ref().map(|doc| ("doc", quoted(doc))));
            self.entry(&ty.name, &braces(&fields));
        }
        if !self.domain.bindings.is_empty() {
            self.table("objects");
        }
        for binding in &self.domain.bindings {
            self.entry(self.type_name(binding.ty), &strings(binding.names.iter().map(String::as_str)));
        }
    }

    fn facts(&mut self) {
        if self.domain.facts.is_empty() {
            return;
        }
        self.table("facts");
        for (_, fact) in self.domain.facts.iter() {
            let fields = self.fact(fact);
            match &fields[..] {
                [(_, ty)] => self.entry(&fact.name, ty),
                _ => self.entry(&fact.name, &braces(&fields)),
            }
        }
    }

    fn fact(&self, fact: &Fact) -> Vec<(&'static str, String)> {
        let mut fields = Vec::new();
        match fact.kind {
            FactKind::Bool => fields.push(("type", quoted("bool"))),
            FactKind::Object { ty, optional } => {
                let mark = if optional { "?" } else { "" };
                fields.push(("type", quoted(&format!("{}{mark}", self.type_name(ty)))));
            }
            FactKind::Int { min, max, low, high } => {
                let side = |overflow| match overflow {
                    Overflow::Refuse => quoted("refuse"),
                    Overflow::Clamp => quoted("clamp"),
                };
                fields.push(("type", quoted("int")));
                fields.push(("min", min.to_string()));
                fields.push(("max", max.to_string()));
                if low == high && high == Overflow::Clamp {
                    fields.push(("overflow", side(low)));
                } else if low != high {
                    fields.push(("overflow", braces(&[("low", side(low)), ("high", side(high))])));
                }
            }
        }
        if !fact.of.is_empty() {
            fields.push(("of", strings(fact.of.iter().map(|&ty| self.type_name(ty)))));
        }
        if fact.default != self.domain.plain_default(fact.kind) {
            fields.push(("default", self.value(&fact.default)));
        }
        if fact.sensed {
            fields.push(("sensed", "true".to_owned()));
        }
        fields.extend(fact.doc.as_ref().map(|doc| ("doc", quoted(doc))));
        fields
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Object(object) => quoted(self.domain.object_name(object)),
            Value::None => quoted("none"),
        }
    }

    fn key(&self, names: &[ObjectName]) -> String {
        let names: Vec<&str> = names.iter().map(|name| self.domain.object_name(name)).collect();
        names.join(", ")
    }

    fn tables(&mut self) {
        let implied = self.domain.movement.as_ref().filter(|moves| moves.implies_table);
        let implied = implied.and_then(|moves| moves.cost);
        let mut tables = self.domain.tables.iter().filter(|(id, _)| Some(*id) != implied).peekable();
        if tables.peek().is_none() {
            return;
        }
        self.table("tables");
        for (_, table) in tables {
            let mut fields = Vec::new();
            if !table.of.is_empty() {
                fields.push(("of", strings(table.of.iter().map(|&ty| self.type_name(ty)))));
            }
            fields.push(("default", table.default.to_string()));
            let values: Vec<String> = table
                .values
                .iter()
                .map(|value| format!("{} = {}", quoted(&self.key(&value.key)), value.value))
                .collect();
            if !values.is_empty() {
                fields.push(("values", format!("{{ {} }}", values.join(", "))));
            }
            fields.extend(table.doc.as_ref().map(|doc| ("doc", quoted(doc))));
            self.entry(&table.name, &braces(&fields));
        }
    }

    fn curve(&mut self, curve: &Curve) {
        self.table(&format!("curve.{}", bare_or_quoted(&curve.name)));
        self.doc(curve.doc.as_ref());
        let points: Vec<String> = curve.points.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
        self.entry("points", &format!("[{}]", points.join(", ")));
    }

    fn movement(&mut self) {
        let Some(moves) = &self.domain.movement else { return };
        self.table("move");
        self.doc(moves.doc.as_ref());
        self.entry("fact", &quoted(&self.domain.facts[moves.fact].name));
        if let Some(cost) = moves.cost {
            self.entry("cost", &quoted(&self.domain.tables[cost].name));
        }
        let action = moves.actions.first().and_then(|&id| self.domain.actions.get(id));
        if let Some(action) = action.filter(|action| action.name != movement::NAME) {
            self.entry("name", &quoted(&action.name));
        }
    }

    /// Writes the queries as far as the planner knows them.
    fn queries(&mut self) {
        let mut written: Vec<&str> = Vec::new();
        let actions = self.domain.actions.iter().map(|(_, action)| &action.params);
        let goals = self.domain.goals.iter().map(|(_, goal)| &goal.params);
        let params: Vec<&Param> = actions.chain(goals).flatten().collect();
        for param in params {
            let (Some(query), ParamKind::Object(ty)) = (&param.query, param.kind) else { continue };
            if !written.contains(&query.as_str()) {
                written.push(query);
                self.table(&format!("query.{}", bare_or_quoted(query)));
                self.entry("from", &quoted(self.type_name(ty)));
            }
        }
    }

    fn params(&mut self, params: &[Param]) {
        if params.is_empty() {
            return;
        }
        let fields: Vec<String> = params
            .iter()
            .map(|param| {
                let kind = match (&param.query, param.kind) {
                    (Some(query), _) => format!("query.{query}"),
                    (None, ParamKind::Object(ty)) => self.type_name(ty).to_owned(),
                    (None, ParamKind::Number { min, max }) => format!("{min}..{max}"),
                };
                format!("{} = {}", bare_or_quoted(&param.name), quoted(&kind))
            })
            .collect();
        self.entry("params", &format!("{{ {} }}", fields.join(", ")));
    }

    fn action(&mut self, action: &'a Action) {
        let show = Show::new(self.domain, &action.params);
        self.table(&format!("action.{}", bare_or_quoted(&action.name)));
        self.doc(action.doc.as_ref());
        self.params(&action.params);
        // The last condition is the one that `near` stands for.
        let when =
            &action.when[..action.when.len() - usize::from(action.near.is_some() && !action.when.is_empty())];
        if let Some(near) = &action.near {
            self.entry("near", &quoted(&show.term(near)));
        }
        if !when.is_empty() {
            self.entry("when", &conditions(&show, when));
        }
        match &action.outcome {
            Outcome::Achieves { goal, .. } => self.entry("achieves", &quoted(&self.domain.goals[*goal].name)),
            Outcome::Effects(effects) if effects.is_empty() => {}
            Outcome::Effects(effects) => self.entry("then", &effect_list(&show, effects)),
        }
        if !action.hope.is_empty() {
            self.entry("hope", &effect_list(&show, &action.hope));
        }
        match &action.cost {
            Cost::Number(Number { kind: NumberKind::Literal(Micros::ONE), .. }) => {}
            Cost::Number(number) => self.entry("cost", &cost_text(&show, number)),
            Cost::Rules(rules) => {
                let rules: Vec<String> = rules
                    .iter()
                    .map(|rule| {
                        let mut fields = Vec::new();
                        if !rule.when.is_empty() {
                            fields.push(("when", conditions(&show, &rule.when)));
                        }
                        fields.push(("is", cost_text(&show, &rule.is)));
                        fields.extend(rule.doc.as_ref().map(|doc| ("doc", quoted(doc))));
                        braces(&fields)
                    })
                    .collect();
                self.entry("cost", &format!("[{}]", rules.join(", ")));
            }
        }
        if let Some(check) = &action.check {
            self.entry("check", &quoted(check));
        }
    }

    fn goal(&mut self, goal: &'a Goal) {
        self.table(&format!("goal.{}", bare_or_quoted(&goal.name)));
        self.doc(goal.doc.as_ref());
        self.params(&goal.params);
        if !goal.want.is_empty() {
            self.entry("want", &conditions(&Show::new(self.domain, &goal.params), &goal.want));
        }
    }

    fn setting(&self, setting: &Setting) -> (String, String) {
        let name = &self.domain.facts[setting.fact].name;
        let key = match &setting.indices[..] {
            [] => name.clone(),
            indices => format!("{name}[{}]", self.key(indices)),
        };
        (key, self.value(&setting.value))
    }

    fn start(&mut self) {
        if self.domain.start.is_empty() {
            return;
        }
        self.table("start");
        for setting in &self.domain.start {
            let (key, value) = self.setting(setting);
            self.entry(&key, &value);
        }
    }

    fn test(&mut self, test: &'a Test) {
        self.table(&format!("test.{}", bare_or_quoted(&test.name)));
        self.doc(test.doc.as_ref());
        if let Some(objects) = &test.objects {
            let bound = objects.iter().map(|binding| {
                let names = strings(binding.names.iter().map(String::as_str));
                format!("{} = {names}", self.domain.types[binding.ty].name)
            });
            let bound: Vec<String> = bound.collect();
            self.entry("objects", &format!("{{ {} }}", bound.join(", ")));
        }
        if !test.set.is_empty() {
            let set: Vec<String> = test
                .set
                .iter()
                .map(|setting| {
                    let (key, value) = self.setting(setting);
                    format!("{} = {value}", bare_or_quoted(&key))
                })
                .collect();
            self.entry("set", &format!("{{ {} }}", set.join(", ")));
        }
        let goal = &self.domain.goals[test.goal];
        let args: Vec<String> = test
            .args
            .iter()
            .map(|(param, argument)| {
                let value = match argument {
                    Argument::Object(object) => self.domain.object_name(object).to_owned(),
                    Argument::Number(number) => number.to_string(),
                };
                format!("{}={value}", goal.params.get(param.index()).map_or("", |param| &param.name))
            })
            .collect();
        let call =
            if args.is_empty() { goal.name.clone() } else { format!("{}({})", goal.name, args.join(", ")) };
        self.entry("goal", &quoted(&call));
        if let Some(plan) = &test.plan {
            let steps = plan.iter().map(|step| match step {
                ExpectedStep::Action(id) => self.domain.actions[*id].name.as_str(),
                ExpectedStep::Any => "..",
            });
            self.entry("plan", &strings(steps));
        }
        if let Some(cost) = test.cost {
            self.entry("cost", &cost.to_string());
        }
        if test.unsolvable {
            self.entry("unsolvable", "true");
        }
        for (key, actions) in [("uses", &test.uses), ("avoids", &test.avoids)] {
            if !actions.is_empty() {
                self.entry(key, &strings(actions.iter().map(|&id| self.domain.actions[id].name.as_str())));
            }
        }
    }
}

fn conditions<'a>(show: &Show<'a>, list: &'a [Condition]) -> String {
    let members: Vec<String> = list.iter().map(|condition| condition_text(show, condition)).collect();
    format!("[{}]", members.join(", "))
}

fn condition_text<'a>(show: &Show<'a>, condition: &'a Condition) -> String {
    match &condition.kind {
        ConditionKind::All(members) => conditions(show, members),
        ConditionKind::Any(members) => {
            let mut fields = vec![("any", conditions(show, members))];
            fields.extend(condition.doc.as_ref().map(|doc| ("doc", quoted(doc))));
            braces(&fields)
        }
        _ => quoted(&show.condition(condition)),
    }
}

fn effect_list<'a>(show: &Show<'a>, effects: &'a [Effect]) -> String {
    let effects: Vec<String> = effects.iter().map(|effect| effect_text(show, effect)).collect();
    format!("[{}]", effects.join(", "))
}

fn effect_text<'a>(show: &Show<'a>, effect: &'a Effect) -> String {
    match effect {
        Effect::Always(change) => quoted(&show.change(change)),
        Effect::When { when, then, doc, .. } => {
            let then: Vec<String> = then.iter().map(|change| quoted(&show.change(change))).collect();
            let mut fields =
                vec![("when", conditions(show, when)), ("then", format!("[{}]", then.join(", ")))];
            fields.extend(doc.as_ref().map(|doc| ("doc", quoted(doc))));
            braces(&fields)
        }
    }
}

fn cost_text<'a>(show: &Show<'a>, number: &'a Number) -> String {
    match number.kind {
        NumberKind::Literal(value) => value.to_string(),
        _ => quoted(&show.number(number)),
    }
}

fn braces(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", fields.join(", "))
}

fn strings<'a>(members: impl Iterator<Item = &'a str>) -> String {
    let members: Vec<String> = members.map(quoted).collect();
    format!("[{}]", members.join(", "))
}

/// A key as TOML writes it.
fn bare_or_quoted(key: &str) -> String {
    let is_bare = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_bare { key.to_owned() } else { quoted(key) }
}

/// A string as TOML writes it.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
