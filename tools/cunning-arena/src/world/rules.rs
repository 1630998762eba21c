//! Scripted events and win conditions.

use crate::id::ItemId;
use crate::scene::{Site, WinCondition};
use crate::world::{EventKind, Outcome, World};

impl World {
    /// Whether the script has further events.
    pub fn is_script_open(&self) -> bool {
        (self.state.script_done as usize) < self.scene.script.len()
    }

    /// Runs all scripted events that are due.
    pub(super) fn run_script(&mut self) {
        let scene = self.scene.clone();
        while let Some(event) = scene.script.get(self.state.script_done as usize)
            && event.at_ms <= self.state.time_ms
        {
            let index = self.state.script_done as u16;
            self.state.script_done += 1;
            self.emit(EventKind::Scripted { index });
            // What is impossible at this time does not happen.
            let _made = self.edit(&event.action);
        }
    }

    /// Decides the scene if a win condition is met or time is up.
    pub(super) fn decide(&mut self) {
        if self.state.outcome.is_some() {
            return;
        }
        let scene = self.scene.clone();
        let mut met = scene.wins.iter().enumerate().filter(|(index, win)| match &win.when {
            WinCondition::Dead(team) => {
                let mut members = scene.actors.iter().zip(&self.state.actors);
                members.all(|(spec, actor)| spec.team != *team || !actor.is_alive())
            }
            WinCondition::ItemAt(item, site) => self.is_item_at(*item, *site),
            WinCondition::Fact(_) => self.state.facts.get(*index).is_some_and(|&holds| holds),
        });
        let first = met.next();
        let outcome = match first {
            Some((_, win)) if met.any(|(_, other)| other.team != win.team) => Outcome::Draw,
            Some((index, win)) => Outcome::Won { team: win.team, by: index as u16 },
            None if scene.rules.time_limit_ms.is_some_and(|limit| self.state.time_ms >= limit) => {
                Outcome::TimeUp
            }
            None => return,
        };
        self.state.outcome = Some(outcome);
        self.emit(EventKind::Decided(outcome));
    }

    /// Whether an item lies at a site, is in the stock there, or is carried there by a living actor.
    pub fn is_item_at(&self, item: ItemId, site: Site) -> bool {
        match site {
            Site::Station(station) => self.stock(station).is_some_and(|stock| stock.count(item) > 0),
            Site::Spot(spot) => {
                let cells = self.scene.spots.get(spot.index()).map_or(&[][..], |spot| &spot.cells);
                let lies = |cell| self.state.piles.iter().any(|pile| pile.cell == cell && pile.item == item);
                let carriers = || {
                    self.state.actors.iter().filter(|actor| actor.is_alive() && actor.goods.count(item) > 0)
                };
                cells.iter().any(|&cell| lies(cell)) || carriers().any(|actor| cells.contains(&actor.cell))
            }
        }
    }
}
