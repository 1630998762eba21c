//! `[briefing]`, `[order.NAME]`, `[[objective]]` and `[player.NAME]`: what a person plays.

use std::collections::BTreeSet;

use super::Draft;
use super::table::{MISSING, SHAPE, Table, Text};
use crate::TeamId;
use crate::limits::{BIAS_MAX, KINDS_MAX, SCORE_MAX, SCRIPT_MAX, TIME_MS_MAX};
use crate::scene::{Briefing, Objective, ObjectiveAim, OrderSpec, PlayerSpec, Win, Word};

/// What an order adds to the score of its goal, in thousandths.
const BIAS: u64 = 1000;

impl Draft<'_> {
    pub(super) fn game(&mut self, file: &mut Table<'_, '_>) {
        let team = self.briefing(file);
        self.orders(file);
        self.objectives(file, team);
        for (name, mut table) in self.named(file, "player", KINDS_MAX) {
            let doc = table.words(&mut self.findings, "doc");
            let script = if let Some(lines) = table.get("script") {
                let lines = self.findings.list(lines, "orders", SCRIPT_MAX).iter();
                lines.filter_map(|line| self.findings.text(line, "a line of orders")).map(word).collect()
            } else {
                self.findings.error(MISSING, "`script` is missing", table.span());
                Vec::new()
            };
            table.finish(&mut self.findings);
            self.scene.scripted_players.push(PlayerSpec { name: name.value.to_owned(), doc, script });
        }
    }

    fn briefing(&mut self, file: &mut Table<'_, '_>) -> Option<TeamId> {
        let mut table = file.table(&mut self.findings, "briefing")?;
        let team = table.needed(&mut self.findings, "team").and_then(|team| self.team(team));
        let text = table.words(&mut self.findings, "text").trim().to_owned();
        table.finish(&mut self.findings);
        self.scene.briefing = team.map(|team| Briefing { team, text });
        team
    }

    fn orders(&mut self, file: &mut Table<'_, '_>) {
        for (name, mut table) in self.named(file, "order", KINDS_MAX) {
            let goal = table.text(&mut self.findings, "goal").unwrap_or(name);
            let found = &mut self.findings;
            let order = OrderSpec {
                name: word(name),
                goal: word(goal),
                doc: table.words(found, "doc"),
                bias: table.read("bias", BIAS, |value| found.thousandths(value, 0..=BIAS_MAX)) as u32,
                within_ms: table.get("within").and_then(|value| found.time(value, 1..=TIME_MS_MAX)),
                is_rigid: table.read("rigid", false, |value| found.truth(value)),
            };
            table.finish(found);
            self.scene.orders.push(order);
        }
    }

    fn objectives(&mut self, file: &mut Table<'_, '_>, team: Option<TeamId>) {
        let mut names = BTreeSet::new();
        for mut table in file.tables(&mut self.findings, "objective", SCRIPT_MAX) {
            let name = table.needed(&mut self.findings, "name");
            let doc = table.words(&mut self.findings, "doc");
            let found = &mut self.findings;
            let score = table.read("score", 0, |value| found.int(value, 0..=SCORE_MAX)) as u32;
            let wins = table.read("win", false, |value| found.truth(value));
            let alive = table.text(found, "alive");
            let condition = self.condition(&mut table);
            let (span, is_known) = (table.span(), table.is_known());
            table.finish(&mut self.findings);
            let aim = match (condition, alive) {
                (Ok(None), Some(alive)) => self.team(alive).map(ObjectiveAim::Alive),
                (Ok(Some(condition)), None) => Some(ObjectiveAim::Met(condition)),
                (Err(()), None) => None,
                _ if is_known => {
                    let message = "expected `alive`, `dead`, `fact`, or `item` and `at`";
                    self.findings.error(SHAPE, message, span);
                    None
                }
                _ => None,
            };
            let Some((name, aim)) = name.zip(aim) else { continue };
            if !self.is_new(&mut names, "objective", name) {
                continue;
            }
            match (&aim, team) {
                _ if !wins => {}
                (ObjectiveAim::Met(condition), Some(team)) => {
                    self.scene.wins.push(Win { team, when: condition.clone() });
                }
                (ObjectiveAim::Alive(_), _) => {
                    self.findings.error(SHAPE, "`alive` cannot win a scene; use another condition", span);
                }
                (_, None) => self.findings.error(MISSING, "`win` needs `[briefing]` with a `team`", span),
            }
            self.scene.objectives.push(Objective { name: name.value.to_owned(), doc, aim, score, wins });
        }
    }
}

fn word(text: Text<'_>) -> Word {
    Word { text: text.value.to_owned(), span: text.span }
}
