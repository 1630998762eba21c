//! The menu that edits a running scene: choose a thing and what happens to it, or type an edit in the words of `--event`.
//!
//! The simulation records every edit as an input, so that a recorded demo replays exactly.

use cunning_arena::Cell;
use cunning_arena::scene::EDIT_FORMS;
use cunning_arena::simulation::{EditOffer, Simulation};
use cunning_diag::visible_line;

use super::page::{Page, Paint};
use super::screen::Key;

/// Chooses the next entries of a list, and typing.
const MORE: char = '0';
const WORDS: char = 'w';
/// The number of entries that are shown at once; each has a digit.
const SHOWN: usize = 9;
/// The columns of the menu.
const WIDTH: usize = 74;

/// The menu, and what the last edit did.
#[derive(Default)]
pub(super) struct EditMenu {
    state: State,
    message: String,
}

/// What the next key does.
#[derive(Default)]
enum State {
    #[default]
    Closed,
    /// It chooses a thing.
    Things { from: usize },
    /// It chooses an edit of the thing.
    Offers { offers: Vec<EditOffer>, from: usize },
    /// It is part of a text: the words of an edit, or what `form` leaves open.
    Words { form: String, typed: String },
}

impl EditMenu {
    pub(super) fn open(&mut self) {
        self.forget();
        self.state = State::Things { from: 0 };
    }

    pub(super) fn is_open(&self) -> bool {
        !matches!(self.state, State::Closed)
    }

    /// What the last edit did.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// Forgets what the last edit did.
    pub(super) fn forget(&mut self) {
        self.message.clear();
    }

    /// Takes a key while the menu is open.
    pub(super) fn press(&mut self, key: Key, simulation: &mut Simulation) {
        self.message.clear();
        self.state = match std::mem::take(&mut self.state) {
            State::Words { form, mut typed } => match key {
                Key::Enter => return self.edit(&form, &typed, simulation),
                Key::Letter(letter) => {
                    typed.push(letter);
                    State::Words { form, typed }
                }
                Key::Erase => {
                    typed.pop();
                    State::Words { form, typed }
                }
                Key::Back | Key::Quit => State::Things { from: 0 },
            },
            State::Things { from } => match key {
                Key::Letter(WORDS) => State::Words { form: String::new(), typed: String::new() },
                Key::Letter(MORE) => State::Things { from: next(from, things(simulation).len()) },
                Key::Letter(digit) => match chosen(digit, from, things(simulation)) {
                    Some(thing) => State::Offers { offers: thing.offers(simulation), from: 0 },
                    None => State::Things { from },
                },
                Key::Enter => State::Things { from },
                Key::Back | Key::Erase | Key::Quit => State::Closed,
            },
            State::Offers { offers, from } => match key {
                Key::Letter(MORE) => State::Offers { from: next(from, offers.len()), offers },
                Key::Letter(digit) => match chosen(digit, from, offers.clone()) {
                    Some(offer) if is_open_form(&offer.text) => {
                        State::Words { form: offer.text, typed: String::new() }
                    }
                    Some(offer) => return self.edit("", &offer.text, simulation),
                    None => State::Offers { offers, from },
                },
                Key::Enter => State::Offers { offers, from },
                Key::Back | Key::Erase | Key::Quit => State::Things { from: 0 },
            },
            State::Closed => State::Closed,
        };
    }

    /// Makes an edit. The menu closes if it was possible.
    fn edit(&mut self, form: &str, typed: &str, simulation: &mut Simulation) {
        let text = filled(form, typed);
        self.message = match simulation.edit(&text) {
            Ok(said) => said,
            Err(error) => {
                self.state = State::Words { form: form.to_owned(), typed: typed.to_owned() };
                error
            }
        };
    }

    /// Draws the menu over the map.
    pub(super) fn draw(&self, page: &mut Page, simulation: &Simulation) {
        let rows = match &self.state {
            State::Closed => return,
            State::Things { from } => {
                let names = things(simulation).into_iter().map(|thing| thing.name);
                list("EDIT THE SCENE: what?", *from, names.collect(), "w type words  esc close")
            }
            State::Offers { offers, from } => {
                let about = offers.first().map_or("", |offer| offer.about.as_str());
                let labels = offers.iter().map(|offer| {
                    let about = if offer.about == about { "" } else { &offer.about };
                    format!("{about} {}", offer.label).trim_start().to_owned()
                });
                list(&format!("EDIT {about}"), *from, labels.collect(), "esc back")
            }
            State::Words { form, typed } => {
                let mut rows = vec!["EDIT IN WORDS".to_owned(), String::new()];
                if form.is_empty() {
                    rows.extend(EDIT_FORMS.iter().map(|(_, form, _)| (*form).to_owned()));
                } else {
                    rows.push(form.clone());
                    rows.push(places(simulation));
                }
                rows.push(String::new());
                rows.push(format!("> {}_", filled(form, typed)));
                rows.push(self.message.clone());
                rows.push("enter edits  esc back".to_owned());
                rows
            }
        };
        let width = WIDTH.min(page.columns().saturating_sub(4));
        for (at, text) in rows.iter().enumerate() {
            let text: String = visible_line(text).chars().take(width).collect();
            let paint = if at == 0 { Paint::default().bold() } else { Paint::default() };
            page.put(1 + at, 1, &format!(" {text:<width$} "), paint);
        }
    }
}

/// Something that can be edited.
struct Thing {
    name: String,
    /// The cell of a door or a place; actors move.
    cell: Option<Cell>,
}

impl Thing {
    fn offers(&self, simulation: &Simulation) -> Vec<EditOffer> {
        if let Some(cell) = self.cell {
            return simulation.edits_at(cell);
        }
        let mut offers = simulation.edits_of(&self.name);
        if simulation.scenario().agents().any(|agent| agent == self.name) {
            offers.push(EditOffer {
                about: self.name.clone(),
                label: "set a belief: FACT=VALUE …".to_owned(),
                text: format!("set {}.{}", self.name, EditOffer::VALUE),
            });
        }
        offers
    }
}

/// Actors and agents, doors and places.
fn things(simulation: &Simulation) -> Vec<Thing> {
    let scene = simulation.world().scene();
    let bodies = scene.actors().iter().zip(simulation.world().actors());
    let actors = bodies.filter(|(_, body)| !body.is_removed()).map(|(spec, _)| (&spec.name, None));
    let doors = scene.doors().iter().map(|door| (&door.name, Some(door.cell)));
    let spots = scene.spots().iter().map(|spot| (&spot.name, Some(spot.centre)));
    let all = actors.chain(doors).chain(spots);
    all.map(|(name, cell)| Thing { name: name.clone(), cell }).collect()
}

/// The entry of a digit.
fn chosen<T>(digit: char, from: usize, all: Vec<T>) -> Option<T> {
    let at = digit.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1))?;
    all.into_iter().nth(from + at)
}

/// The start of the next entries; from the last the first follow.
fn next(from: usize, count: usize) -> usize {
    if from + SHOWN < count { from + SHOWN } else { 0 }
}

fn list(title: &str, from: usize, entries: Vec<String>, keys: &str) -> Vec<String> {
    let count = entries.len();
    let mut rows = vec![title.to_owned(), String::new()];
    let shown = entries.into_iter().skip(from).take(SHOWN).enumerate();
    rows.extend(shown.map(|(at, entry)| format!("{} {entry}", at + 1)));
    rows.push(String::new());
    let more = if count > SHOWN { format!("{MORE} more of {count}  ") } else { String::new() };
    rows.push(format!("{more}{keys}"));
    rows
}

fn is_open_form(text: &str) -> bool {
    text.contains(EditOffer::PLACE) || text.contains(EditOffer::VALUE)
}

/// A form with what was typed; the words themselves without a form.
fn filled(form: &str, typed: &str) -> String {
    if form.is_empty() {
        return typed.to_owned();
    }
    form.replace(EditOffer::PLACE, typed).replace(EditOffer::VALUE, typed)
}

/// The places that can be typed.
fn places(simulation: &Simulation) -> String {
    let spots = simulation.world().scene().spots();
    let names: Vec<&str> = spots.iter().map(|spot| spot.name.as_str()).collect();
    format!("places: x,y {}", names.join(" "))
}
