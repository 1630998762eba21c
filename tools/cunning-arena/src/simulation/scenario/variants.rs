//! Archetypes that a scene derives for its actors, as a generated domain file.
//!
//! The generated file includes the domain file of the scene. Recordings, saves and debuggers get it like any other source,
//! so they know the derived archetypes without knowing scenes.

use std::fmt::Write as _;

use cunning_diag::{Collector, Source};
use cunning_mind::DomainSpec;
use cunning_mind::spec::Archetype;

use super::domain::ScenarioDomain;
use crate::scene::{Loader, Scene, VariantSpec, Word};
use crate::simulation::names::{DOMAIN, unknown};

/// Adds the archetypes that the scene derives from those of a domain. Returns `None` if their names are wrong.
pub(super) fn with_variants(
    domain: ScenarioDomain,
    scene: &Scene,
    loader: Loader<'_>,
    collector: &mut Collector,
) -> Option<ScenarioDomain> {
    let mut variants: Vec<&VariantSpec> = Vec::new();
    let mut is_wrong = false;
    for variant in scene.variants().iter().filter(|variant| variant.domain == domain.name()) {
        let is_taken = variants.iter().any(|known| known.name.text == variant.name.text)
            || domain.spec.archetype_named(&variant.name.text).is_some();
        if is_taken {
            let message = format!("there is already an archetype `{}`; rename the actor", variant.name.text);
            collector.error(variant.name.span, DOMAIN, message);
            is_wrong = true;
        } else if is_valid(variant, scene, &domain.spec, collector) {
            variants.push(variant);
        } else {
            is_wrong = true;
        }
    }
    if variants.is_empty() || is_wrong {
        return (!is_wrong).then_some(domain);
    }
    let source = Source::new(format!("{}.{}", scene.name(), domain.name()), text(&domain, &variants));
    match ScenarioDomain::read_source(domain.name(), &source, loader) {
        Ok(domain) => Some(domain),
        Err(found) => {
            collector.append(found);
            None
        }
    }
}

/// Reports names that the archetype, the domain or the scene does not have.
fn is_valid(variant: &VariantSpec, scene: &Scene, spec: &DomainSpec, collector: &mut Collector) -> bool {
    let Some(base) = spec.archetype_named(&variant.base) else {
        let word = Word { text: variant.base.clone(), span: variant.name.span };
        unknown(collector, "archetype", &word, spec.archetypes.iter().map(|known| known.name.as_str()));
        return false;
    };
    let planning = &spec.planning;
    let actions = || planning.actions().as_slice().iter().map(|action| action.name.as_str());
    let goals = || planning.goals().as_slice().iter().map(|goal| goal.name.as_str());
    let sensors = || scene.senses().iter().map(|sense| sense.name.text.as_str());
    let mut is_valid = true;
    let mut check = |what: &str, word: &Word, known: Vec<&str>| {
        if !known.contains(&word.text.as_str()) {
            unknown(collector, what, word, known);
            is_valid = false;
        }
    };
    let what = format!("action, goal or sensor of archetype `{}` named", base.name);
    variant.without.iter().for_each(|word| check(&what, word, parts(base, spec)));
    variant.actions.iter().for_each(|word| check("action", word, actions().collect()));
    variant.costs.iter().for_each(|(word, _)| check("action", word, actions().collect()));
    variant.goals.iter().for_each(|(word, _)| check("goal", word, goals().collect()));
    variant.sensors.iter().for_each(|word| check("sensor", word, sensors().collect()));
    is_valid
}

/// The actions, goals and sensors of an archetype.
fn parts<'s>(archetype: &'s Archetype, spec: &'s DomainSpec) -> Vec<&'s str> {
    let actions = archetype.actions.iter().filter_map(|id| spec.planning.actions().get(*id));
    let goals = archetype.goals.iter().filter_map(|(id, _)| spec.planning.goals().get(*id));
    let names = actions.map(|action| action.name.as_str()).chain(goals.map(|goal| goal.name.as_str()));
    names.chain(archetype.sensors.iter().map(String::as_str)).collect()
}

/// The generated domain file.
fn text(domain: &ScenarioDomain, variants: &[&VariantSpec]) -> String {
    let mut text =
        "# Generated from the scene: actors that differ from their archetype. Change them in the scene.\n\n\
                    [domain]\n"
            .to_owned();
    let name = domain.spec.planning.name();
    if !name.is_empty() {
        line(&mut text, "name", &quoted(name));
    }
    line(&mut text, "include", &format!("[{}]", quoted(domain.name())));
    for variant in variants {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n[agent.{}]", variant.name.text);
        line(&mut text, "extends", &format!("[{}]", quoted(&variant.base)));
        for (key, words) in
            [("without", &variant.without), ("actions", &variant.actions), ("sensors", &variant.sensors)]
        {
            let words: Vec<String> = words.iter().map(|word| quoted(&word.text)).collect();
            if !words.is_empty() {
                line(&mut text, key, &format!("[{}]", words.join(", ")));
            }
        }
        for (key, numbers) in [("goals", &variant.goals), ("costs", &variant.costs)] {
            let number = |(word, thousandths): &(Word, u32)| {
                format!("{} = {}.{:03}", quoted(&word.text), thousandths / 1000, thousandths % 1000)
            };
            let numbers: Vec<String> = numbers.iter().map(number).collect();
            if !numbers.is_empty() {
                line(&mut text, key, &format!("{{ {} }}", numbers.join(", ")));
            }
        }
    }
    text
}

fn line(text: &mut String, key: &str, value: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{key} = {value}");
}

/// A text as a basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
