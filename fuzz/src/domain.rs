//! Domain files: reading never panics, every error has a span, and whatever is accepted can be linted and round-trips.

use cunning_diag::{Diagnostics, Source, Style};
use cunning_plan::lint::{Outside, lint};
use cunning_plan::{PlanningDomain, Reader};

/// Stands between the files of one input. The first is the domain; the others are included by the names `1`, `2` and so on.
const NEXT_FILE: &str = "\n#next-file\n";

/// Feeds a text, or several, to the reader.
pub fn check(text: &str) {
    match read(text) {
        Ok(domain) => {
            tell(&lint(&domain, &Outside::default()));
            let written = cunning_plan::write(&domain);
            match cunning_plan::read(&Source::new("written.toml", &written)) {
                Ok(again) => assert_eq!(again, domain, "{text}\n\n{written}"),
                Err(found) => panic!("{found}\n{text}\n\n{written}"),
            }
        }
        Err(found) => {
            assert!(found.has_errors(), "{found}");
            assert!(found.iter().all(|found| found.place().is_some()), "{found}");
            tell(&found);
        }
    }
}

/// The domain that a text says, with its other files.
pub fn read(text: &str) -> Result<PlanningDomain, Diagnostics> {
    let files: Vec<&str> = text.split(NEXT_FILE).collect();
    let loader = |name: &str| {
        let file = files.get(name.parse::<usize>().ok()?)?;
        Some(Source::new(name, *file))
    };
    let first = Source::new("domain.toml", files.first().copied().unwrap_or_default());
    Reader::new().loader(loader).read(&first).map(|(domain, _)| domain)
}

/// Shows diagnostics in every way there is.
fn tell(found: &Diagnostics) {
    assert_eq!(found.render(Style::Plain).is_empty(), found.is_empty());
    assert!(found.iter().all(|found| !found.to_string().is_empty()));
    let report = found.report();
    assert_eq!(report.errors.len() + report.warnings.len(), found.len());
}
