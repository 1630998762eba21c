//! What actors have more, less or otherwise than their archetype. Only the shape is checked here, because the meaning of the
//! names depends on domain files.

use super::Draft;
use super::table::{MISSING, Table, Text};
use crate::scene::{VariantSpec, Word};

/// The largest weight and factor, in thousandths, as in domain files.
const FACTOR_MAX: u64 = 1_000_000;

impl Draft<'_> {
    /// Reads what an actor or commander (name, archetype, domain) has otherwise than its archetype.
    pub(super) fn variant(
        &mut self,
        table: &mut Table<'_, '_>,
        (name, base, domain): (Option<Text<'_>>, &str, &str),
    ) -> Option<VariantSpec> {
        let without = self.names(table, "without");
        let actions = self.names(table, "actions");
        let sensors = self.names(table, "sensors");
        let goals = self.numbers(table, "goals", FACTOR_MAX);
        let costs = self.numbers(table, "costs", FACTOR_MAX);
        let lists = [&without, &actions, &sensors];
        let first =
            lists.into_iter().flatten().chain(goals.iter().chain(&costs).map(|(word, _)| word)).next()?;
        if base.is_empty() || domain.is_empty() {
            let message = format!("`{}` needs an `archetype` and a `domain`", first.text);
            self.findings.error(MISSING, message, table.span());
            return None;
        }
        let name = name?;
        let text = format!("{base}_{}", name.value.replace('-', "_"));
        let (base, domain) = (base.to_owned(), domain.to_owned());
        let name = Word { text, span: name.span };
        Some(VariantSpec { name, base, domain, without, actions, sensors, goals, costs })
    }

    /// Adds a derived archetype to the scene, and replaces the name of the archetype.
    pub(super) fn add_variant(&mut self, variant: Option<VariantSpec>, archetype: &mut String) {
        if let Some(variant) = variant {
            archetype.clone_from(&variant.name.text);
            self.scene.variants.push(variant);
        }
    }
}
