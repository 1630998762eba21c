//! `cargo xtask ablations`: what orders are worth in the scene `squad`, and what each kind of order adds.
//!
//! The fights are a sweep: seeds × maps × sides × variants, all paired. Tuning uses seeds below 10,000 and maps of the family
//! `field`, or of the family `blocks` in the part `rooms`; the held-out part uses seeds from 1,000,000 and maps of the family
//! `yards`. Tune with the first two, and look at the last once.

mod statistics;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::process::{Cargo, root, target};
use statistics::{Estimate, estimate};

/// The profile that the command is built with: release speed without the fat link.
const PROFILE: &str = "fast";
/// The number of maps of each part.
const MAPS: u64 = 8;
/// The largest share of draws.
const DRAWS_MAX: f64 = 0.05;

/// The variants: name, settings of a cell, and what is aimed at.
const VARIANTS: [(&str, &str, Target); 12] = [
    (FULL, "", Target::Share(0.75)),
    ("no sharing", "without = [\"sharing\"]", Target::Cost(0.04)),
    ("no assault", "without = [\"assault\"]", Target::Cost(0.04)),
    ("no rally", "without = [\"rally\"]", Target::Cost(0.04)),
    ("no grenades", "without = [\"bomb\"]", Target::Cost(0.04)),
    ("no orders", "orders = false", Target::Even(0.025)),
    ("against fsm", "against = \"fsm\"", Target::Share(0.65)),
    ("against bt", "against = \"bt\"", Target::Share(0.65)),
    ("against utility", "against = \"utility\"", Target::Share(0.65)),
    ("no orders against fsm", "orders = false, against = \"fsm\"", Target::None),
    ("no orders against bt", "orders = false, against = \"bt\"", Target::None),
    ("no orders against utility", "orders = false, against = \"utility\"", Target::None),
];
/// The number of variants against equals; the others are against baselines.
const AGAINST_EQUALS: usize = 6;
/// The variant that the others are compared with.
const FULL: &str = "full orders";

/// What is aimed at.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// At least this share of points.
    Share(f64),
    /// Points that are lost without it, with the lower end of the interval above 0.
    Cost(f64),
    /// Half of the points, give or take.
    Even(f64),
    /// Nothing: the number is reported.
    None,
}

/// A part of the experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// Seeds below 10,000 and maps of the family `field`, to tune with.
    Tuning,
    /// Seeds below 10,000 and maps of the family `blocks`, to tune with.
    Rooms,
    /// Seeds from 1,000,000 and maps of the family `yards`, to report once.
    HeldOut,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Tuning => "tuning",
            Self::Rooms => "rooms",
            Self::HeldOut => "held-out",
        }
    }

    /// The first seed of fights and of maps, and the family of the maps.
    fn source(self) -> (u64, &'static str) {
        match self {
            Self::Tuning => (0, "field"),
            Self::Rooms => (0, "blocks"),
            Self::HeldOut => (1_000_000, "yards"),
        }
    }
}

/// Whom the fights of a sweep are against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Enemies {
    Equals,
    Baselines,
}

impl Enemies {
    /// What follows the name of a part in the name of a sweep.
    fn ending(self) -> &'static str {
        match self {
            Self::Equals => "",
            Self::Baselines => "-baselines",
        }
    }
}

/// What to run.
pub(crate) struct Options {
    pub(crate) parts: Vec<Part>,
    /// Fights per variant, over both sides and all maps: against equals, and against baselines.
    pub(crate) fights: u64,
    pub(crate) baseline_fights: u64,
    /// The variants by name; if empty, all against equals. The variant with all orders is always run.
    pub(crate) only: Vec<String>,
    /// Whether the variants against baselines are run too.
    pub(crate) has_baselines: bool,
    /// A build of the command, instead of building it.
    pub(crate) program: Option<PathBuf>,
    /// Whether fights of an earlier, interrupted measurement with the same build count.
    pub(crate) is_resumed: bool,
}

/// Runs the fights and prints a table for each part. A missed target is printed and is no failure.
pub(crate) fn run(options: &Options) -> io::Result<ExitCode> {
    if let Some(unknown) = options.only.iter().find(|name| VARIANTS.iter().all(|(known, ..)| known != name)) {
        let names = VARIANTS.map(|(name, ..)| name).join("`, `");
        return Err(io::Error::other(format!("unknown variant `{unknown}`; use `{names}`")));
    }
    let program = match &options.program {
        Some(program) => program.clone(),
        None if build().run()?.success() => target(&root()).join(PROFILE).join("cunning"),
        None => return Ok(ExitCode::FAILURE),
    };
    for part in &options.parts {
        io::stdout().lock().write_all(table(&program, *part, options)?.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the fights of a part and returns the table in Markdown.
pub(crate) fn table(program: &Path, part: Part, options: &Options) -> io::Result<String> {
    let mut table = Table::default();
    for enemies in [Enemies::Equals, Enemies::Baselines] {
        if let Some(sweep) = sweep(part, enemies, options) {
            let text =
                fights(program, &format!("{}{}", part.name(), enemies.ending()), &sweep, options.is_resumed)?;
            table.read(&text).map_err(io::Error::other)?;
        }
    }
    Ok(table.report(part))
}

fn build() -> Cargo {
    Cargo::new(&["build", "--profile", PROFILE, "--package", "cunning-cli"])
}

/// Runs a sweep and returns its table.
fn fights(program: &Path, name: &str, sweep: &str, is_resumed: bool) -> io::Result<String> {
    let folder = target(&root()).join("ablations");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{name}.toml"));
    std::fs::write(&file, sweep)?;
    // Results of an older build of the command must not be taken for new ones.
    let results = folder.join(format!("{name}.sweep"));
    if results.exists() && !is_resumed {
        std::fs::remove_dir_all(&results)?;
    }
    let output = Command::new(program).arg("sweep").arg(&file).arg("--out").arg(&results).output()?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(io::Error::other(text));
    }
    std::fs::read_to_string(results.join("table.csv"))
}

/// The sweep file of a part; `None` if no variant of it is asked for.
fn sweep(part: Part, enemies: Enemies, options: &Options) -> Option<String> {
    let is_asked = |(at, (name, ..)): &(usize, &(&str, &str, Target))| {
        let is_usual = match enemies {
            Enemies::Equals => *name == FULL || options.only.is_empty(),
            Enemies::Baselines => options.has_baselines,
        };
        let is_equal = (*at < AGAINST_EQUALS) == (enemies == Enemies::Equals);
        is_equal && (is_usual || options.only.iter().any(|one| one == name))
    };
    let mut asked = VARIANTS.iter().enumerate().filter(is_asked).peekable();
    asked.peek()?;
    let fights = match enemies {
        Enemies::Equals => options.fights,
        Enemies::Baselines => options.baseline_fights,
    };
    let (first, family) = part.source();
    let end = first + fights.div_ceil(2 * MAPS);
    let maps: Vec<String> = (first..first + MAPS).map(|seed| format!("\"{family}:{seed}\"")).collect();
    let mut text = format!(
        "[sweep]\nname = \"ablations\"\nseeds = \"{first}..{end}\"\n\n[run]\nscene = \"squad\"\n\n\
         [measure]\nred = {{ field = \"team\", is = \"red\" }}\nblue = {{ field = \"team\", is = \"blue\" }}\n\n\
         [grid]\nmap = [{}]\nswap = [false, true]\n\n[grid.variant.levels]\n",
        maps.join(", ")
    );
    for (_, (name, settings, _)) in asked {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\"{name}\" = {{ {settings} }}");
    }
    Some(text)
}

/// The points of the first team, by variant and fight.
#[derive(Debug, Default, PartialEq)]
struct Table(BTreeMap<String, BTreeMap<Fight, f64>>);

/// A fight: map, seed, and whether the teams swapped sides.
type Fight = (String, String, bool);

impl Table {
    /// Adds the fights of a sweep.
    fn read(&mut self, text: &str) -> Result<(), String> {
        let mut lines = text.lines();
        let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        for line in lines {
            let cells: Vec<&str> = line.split(',').collect();
            let cell = |name: &str| {
                let at = names.iter().position(|known| *known == name);
                let cell = at.and_then(|at| cells.get(at)).map(|cell| cell.trim_matches('"'));
                cell.ok_or_else(|| format!("the table of the sweep has no column `{name}`"))
            };
            let number = |name: &str| {
                let text = cell(name)?;
                let malformed = || format!("malformed number `{text}` in column `{name}`");
                match text {
                    "true" => Ok(1.0),
                    "false" => Ok(0.0),
                    _ => text.parse::<f64>().map_err(|_| malformed()),
                }
            };
            let fight = (cell("map")?.to_owned(), cell("seed")?.to_owned(), number("swap")? > 0.0);
            // A draw is half a point.
            let points = f64::midpoint(1.0, number("red")? - number("blue")?);
            self.0.entry(cell("variant")?.to_owned()).or_default().insert(fight, points);
        }
        Ok(())
    }

    /// Estimates a value that is drawn once for each map and seed, over both sides. Fights without a value do not count.
    fn paired(&self, value: impl Fn(&Fight) -> Option<f64>) -> Estimate {
        let fights = self.0.get(FULL).into_iter().flat_map(BTreeMap::keys).filter(|fight| !fight.2);
        let both = |fight: &Fight| {
            let other = (fight.0.clone(), fight.1.clone(), true);
            Some(f64::midpoint(value(fight)?, value(&other)?))
        };
        estimate(&fights.filter_map(both).collect::<Vec<f64>>())
    }

    fn points(&self, variant: &str, fight: &Fight) -> Option<f64> {
        self.0.get(variant)?.get(fight).copied()
    }

    fn report(&self, part: Part) -> String {
        let (first, family) = part.source();
        let mut text = format!(
            "\n{}: seeds from {first}, maps {family}:{first} to {family}:{}\n\n\
             | orders | fights | points (95 %) | left | right | left − right (95 %) | draws | cost (95 %) | target |\n\
             |---|---|---|---|---|---|---|---|---|\n",
            part.name(),
            first + MAPS - 1,
        );
        for (name, _, aim) in VARIANTS.iter().filter(|(name, ..)| self.0.contains_key(*name)) {
            let of = |fight: &Fight| self.points(name, fight);
            let share = self.paired(of);
            let side =
                |is_swapped: bool| self.paired(|fight| of(&(fight.0.clone(), fight.1.clone(), is_swapped)));
            let sides = self.paired(|fight| {
                let [left, right] = [false, true].map(|side| of(&(fight.0.clone(), fight.1.clone(), side)));
                Some(left? - right?)
            });
            let draws = self.paired(|fight| Some(f64::from(u8::from((of(fight)? - 0.5).abs() < 0.25))));
            let cost = self.paired(|fight| Some(self.points(FULL, fight)? - of(fight)?));
            let mut misses = Vec::new();
            let aimed = match *aim {
                Target::Share(least) => {
                    misses.extend((share.mean < least).then_some("points"));
                    format!("≥ {:.0} %", 100.0 * least)
                }
                Target::Cost(least) => {
                    misses.extend((cost.mean < least || cost.low() <= 0.0).then_some("cost"));
                    format!("cost ≥ {:.0}", 100.0 * least)
                }
                Target::Even(off) => {
                    misses.extend(((share.mean - 0.5).abs() > off).then_some("points"));
                    format!("50 ± {:.1} %", 100.0 * off)
                }
                Target::None => "reported".to_owned(),
            };
            misses.extend((draws.mean > DRAWS_MAX).then_some("draws"));
            misses.extend((!sides.contains(0.0)).then_some("sides"));
            let verdict = match (aim, misses.as_slice()) {
                (Target::None, []) => String::new(),
                (_, []) => ": met".to_owned(),
                _ => format!(": **missed**: {}", misses.join(", ")),
            };
            // A cost compares with full orders against the same enemies.
            let is_ablation = !matches!(aim, Target::Share(_) | Target::None);
            let cost = if is_ablation { cost.in_points() } else { String::new() };
            let _ = writeln!(
                text,
                "| {name} | {} | {} | {:.1} % | {:.1} % | {} | {:.1} % | {cost} | {aimed}{verdict} |",
                self.0.get(*name).map_or(0, BTreeMap::len),
                share.in_percent(),
                100.0 * side(false).mean,
                100.0 * side(true).mean,
                sides.in_points(),
                100.0 * draws.mean,
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(only: &[&str]) -> Options {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        Options {
            parts: vec![Part::HeldOut],
            fights: 100,
            baseline_fights: 50,
            only,
            has_baselines: false,
            program: None,
            is_resumed: false,
        }
    }

    #[test]
    fn held_out_part_shares_neither_seeds_nor_maps_with_tuning() {
        let [tuning, held_out] =
            [Part::Tuning, Part::HeldOut].map(|part| sweep(part, Enemies::Equals, &options(&[])).unwrap());
        assert!(tuning.contains("seeds = \"0..7\"") && held_out.contains("seeds = \"1000000..1000007\""));
        assert!(tuning.contains("field:7\"") && !tuning.contains("yards"));
        assert!(held_out.contains("yards:1000007\"") && !held_out.contains("field:"));
    }

    #[test]
    fn only_the_asked_variants_are_run_beside_full_orders() {
        let levels = |enemies, only: &[&str]| -> Vec<String> {
            let text = sweep(Part::Tuning, enemies, &options(only)).unwrap_or_default();
            text.lines().filter(|line| line.contains(" = { ")).skip(2).map(str::to_owned).collect()
        };
        let expected = ["\"full orders\" = {  }", "\"no rally\" = { without = [\"rally\"] }"];
        assert_eq!(levels(Enemies::Equals, &["no rally"]), expected);
        assert!(levels(Enemies::Baselines, &["no rally"]).is_empty());
        assert_eq!(levels(Enemies::Equals, &["against bt"]), expected[..1]);
        assert_eq!(levels(Enemies::Baselines, &["against bt"]), ["\"against bt\" = { against = \"bt\" }"]);
    }

    #[test]
    fn baselines_have_their_own_number_of_fights() {
        let all = Options { has_baselines: true, ..options(&[]) };
        let [equals, baselines] =
            [Enemies::Equals, Enemies::Baselines].map(|enemies| sweep(Part::Tuning, enemies, &all).unwrap());
        assert!(equals.contains("seeds = \"0..7\"") && !equals.contains("against"));
        assert!(baselines.contains("seeds = \"0..4\"") && !baselines.contains("full orders"));
    }

    #[test]
    fn report_pairs_fights_and_marks_what_is_missed() {
        let mut text = "map,swap,variant,seed,red,blue\n".to_owned();
        for seed in 0..40 {
            for swap in [false, true] {
                // All orders win always; without the rally half of the fights are drawn; without any order red loses.
                let rally = if seed % 2 == 0 { "0,0" } else { "1,0" };
                for (variant, ends) in [("full orders", "1,0"), ("no rally", rally), ("no orders", "0,1")] {
                    let _ = writeln!(text, "field:0,{swap},{variant},{seed},{ends}");
                }
            }
        }
        let mut table = Table::default();
        table.read(&text).unwrap();
        let report = table.report(Part::Tuning);
        let row = |name: &str| report.lines().find(|line| line.starts_with(&format!("| {name} |"))).unwrap();
        assert!(row("full orders").ends_with("≥ 75 %: met |"), "{report}");
        assert!(row("full orders").starts_with("| full orders | 80 | 100.0 % "), "{report}");
        assert!(row("no rally").contains("| 50.0 % | +25.0 (+17.2 to +32.8) |"), "{report}");
        assert!(row("no rally").ends_with("cost ≥ 4: **missed**: draws |"), "{report}");
        assert!(row("no orders").ends_with("50 ± 2.5 %: **missed**: points |"), "{report}");
    }
}
