//! The outline of a domain: names for completion, the dependency graph, and curves.

use cunning_diag::Source;
use cunning_mind::DomainSpec;
use cunning_plan::model::{Fact, FactKind, Param, ParamKind, SourceSpan, TypeId, TypeKind};
use serde::Serialize;

use super::dependencies::{Dependency, dependencies};
use super::units;

/// Everything that a domain declares.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Outline {
    facts: Vec<FactRow>,
    actions: Vec<Named>,
    goals: Vec<Named>,
    types: Vec<TypeRow>,
    objects: Vec<Named>,
    tables: Vec<Named>,
    agents: Vec<ArchetypeRow>,
    /// The names of the checks.
    checks: Vec<String>,
    curves: Vec<CurveRow>,
    dependencies: Vec<Dependency>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Named {
    name: String,
    /// The type or the parameters.
    detail: String,
    doc: Option<String>,
    /// The offset of the declaration, if it is in the edited text.
    from: Option<usize>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct FactRow {
    #[serde(flatten)]
    named: Named,
    /// The types of its indices.
    of: Vec<String>,
    /// The type of its values, or `bool` or `int`.
    value: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TypeRow {
    #[serde(flatten)]
    named: Named,
    /// The objects that the domain lists, those of the members of a union among them.
    objects: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ArchetypeRow {
    name: String,
    goals: Vec<String>,
    actions: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CurveRow {
    name: String,
    points: Vec<(f64, f64)>,
    /// The offset of the declaration, if it is in the edited text.
    from: Option<usize>,
}

impl Outline {
    pub(super) fn new(spec: &DomainSpec, source: &Source) -> Self {
        let domain = &spec.planning;
        let offset = |span: SourceSpan| {
            let (file, span) = domain.files().resolve(span).filter(|(file, _)| *file == source)?;
            file.text().get(..span.start as usize).map(units)
        };
        let type_name = |ty| domain.types().get(ty).map_or_else(String::new, |known| known.name.clone());
        let params = |params: &[Param]| {
            let one = |param: &Param| match param.kind {
                ParamKind::Object(ty) => format!("{}: {}", param.name, type_name(ty)),
                ParamKind::Number { min, max } => format!("{}: {min}..{max}", param.name),
            };
            let all: Vec<String> = params.iter().map(one).collect();
            if all.is_empty() { String::new() } else { format!("({})", all.join(", ")) }
        };
        let facts =
            domain.facts().as_slice().iter().map(|fact| FactRow::new(fact, &type_name, offset(fact.span)));
        let actions = domain.actions().as_slice().iter().map(|action| Named {
            name: action.name.clone(),
            detail: params(&action.params),
            doc: action.doc.clone(),
            from: offset(action.span),
        });
        let goals = domain.goals().as_slice().iter().map(|goal| Named {
            name: goal.name.clone(),
            detail: params(&goal.params),
            doc: goal.doc.clone(),
            from: offset(goal.span),
        });
        let object_name = |id| domain.objects().get(id).map(|object| object.name.clone());
        let types = domain.types().iter().map(|(id, ty)| TypeRow {
            named: Named {
                name: ty.name.clone(),
                detail: match ty.kind {
                    TypeKind::Closed { .. } => "closed",
                    TypeKind::Open { .. } => "open",
                    TypeKind::Union { .. } => "union",
                }
                .to_owned(),
                doc: ty.doc.clone(),
                from: offset(ty.span),
            },
            objects: domain.objects_of(id).filter_map(object_name).collect(),
        });
        let objects = domain.objects().as_slice().iter().map(|object| Named {
            name: object.name.clone(),
            detail: type_name(object.ty),
            doc: None,
            from: None,
        });
        let tables = domain.tables().as_slice().iter().map(|table| Named {
            name: table.name.clone(),
            detail: "table".to_owned(),
            doc: table.doc.clone(),
            from: offset(table.span),
        });
        let goal_name = |id| domain.goals().get(id).map_or_else(String::new, |goal| goal.name.clone());
        let action_name = |id| domain.actions().get(id).map_or_else(String::new, |known| known.name.clone());
        let agents = spec.archetypes.iter().map(|archetype| ArchetypeRow {
            name: archetype.name.clone(),
            goals: archetype.goals.iter().map(|(goal, _)| goal_name(*goal)).collect(),
            actions: archetype.actions.iter().map(|action| action_name(*action)).collect(),
        });
        let mut checks: Vec<String> =
            domain.actions().as_slice().iter().filter_map(|action| action.check.clone()).collect();
        checks.sort();
        checks.dedup();
        let number = |micros: cunning_plan::Micros| micros.get() as f64 / 1e6;
        let curves = domain.curves().as_slice().iter().map(|curve| CurveRow {
            name: curve.name.clone(),
            points: curve.points.iter().map(|(x, y)| (number(*x), number(*y))).collect(),
            from: offset(curve.span),
        });
        Self {
            facts: facts.collect(),
            actions: actions.collect(),
            goals: goals.collect(),
            types: types.collect(),
            objects: objects.collect(),
            tables: tables.collect(),
            agents: agents.collect(),
            checks,
            curves: curves.collect(),
            dependencies: dependencies(domain),
        }
    }
}

impl FactRow {
    fn new(fact: &Fact, type_name: &dyn Fn(TypeId) -> String, from: Option<usize>) -> Self {
        let of: Vec<String> = fact.of.iter().map(|ty| type_name(*ty)).collect();
        let index = if of.is_empty() { String::new() } else { format!("[{}]", of.join(", ")) };
        let (value, kind) = match fact.kind {
            FactKind::Bool => ("bool".to_owned(), "bool".to_owned()),
            FactKind::Int { min, max, .. } => ("int".to_owned(), format!("{min}..{max}")),
            FactKind::Object { ty, optional } => {
                (type_name(ty), format!("{}{}", type_name(ty), if optional { "?" } else { "" }))
            }
        };
        let detail = format!("{index} {kind}").trim().to_owned();
        let named = Named { name: fact.name.clone(), detail, doc: fact.doc.clone(), from };
        Self { named, of, value }
    }
}
