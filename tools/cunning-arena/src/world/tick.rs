//! The phases of a tick, as documented at [`World::tick`].

use crate::id::ActorId;
use crate::world::{Actor, EventKind, Failure, Intent, NoiseKind, Order, Task, World};
use crate::{Heading, interaction, movement, seeking};
use crate::{blast, combat, custody};

impl World {
    /// Advances time by some milliseconds. A tick of zero does nothing. The phases are always in this order:
    ///
    /// 1. Scripted events that are due happen.
    /// 2. Waiting intents are taken up, in the order in which they came.
    /// 3. Actors walk: in list order in even ticks and in reverse in odd ones, so that no actor is always first.
    /// 4. Fuses burn, and grenades explode.
    /// 5. Actors use their hands, in the same order.
    /// 6. Watching actors observe seekers, and memories fade.
    /// 7. All shots of the tick hit at the same time, so two actors can kill each other.
    /// 8. Suppression fades.
    /// 9. The scene may be decided.
    ///
    /// Conflicts between actors (who enters a cell or takes an item first, who dies first) are resolved once
    /// per tick. One tick of 100 ms is therefore not the same as two ticks of 50 ms, and reproducing a run
    /// takes the same tick lengths. A lone walker covers the same distance, and a lone shooter fires as
    /// often, however time is divided.
    pub fn tick(&mut self, dt_ms: u16) {
        if dt_ms == 0 {
            return;
        }
        let dt_ms = u32::from(dt_ms);
        self.state.time_ms += u64::from(dt_ms);
        self.run_script();
        self.take_up_intents();
        let count = self.state.actors.len();
        let is_backward = self.state.ticks % 2 == 1;
        let in_turn = |place: usize| ActorId::new(if is_backward { count - 1 - place } else { place } as u16);
        for place in 0..count {
            movement::walk(self, in_turn(place), dt_ms);
        }
        blast::burn(self, dt_ms);
        for place in 0..count {
            interaction::act(self, in_turn(place), dt_ms);
        }
        seeking::watch(self);
        seeking::fade(self, dt_ms);
        combat::strike(self);
        let rules = self.scene.rules.suppression;
        for actor in &mut self.state.actors {
            combat::calm(actor, rules, dt_ms);
        }
        self.decide();
        self.state.ticks += 1;
    }

    fn take_up_intents(&mut self) {
        let mut queue = std::mem::take(&mut self.state.queue);
        for order in queue.drain(..) {
            self.take_up(order);
        }
        // No intents were added meanwhile; the allocation is kept.
        self.state.queue = queue;
    }

    fn take_up(&mut self, Order { actor, id, intent }: Order) {
        if !self.state.actors[actor.index()].is_alive() {
            self.ended(actor, id, Err(Failure::Dead));
            return;
        }
        if !custody::allows(&intent) && self.captor(actor).is_some() {
            self.ended(actor, id, Err(Failure::Held));
            return;
        }
        let body: &mut Actor = &mut self.state.actors[actor.index()];
        match intent {
            Intent::Face { toward } => {
                body.heading = Heading::of(body.cell.offset_to(toward)).unwrap_or(body.heading);
                self.finish_at_once(actor, id);
            }
            Intent::Stand { stance } => {
                body.stance = stance;
                self.finish_at_once(actor, id);
            }
            Intent::Shout { loudness, word } => {
                let at = body.cell;
                self.finish_at_once(actor, id);
                self.noise(at, loudness, NoiseKind::Shout(word), Some(actor));
            }
            Intent::Walk { to, doors } => {
                self.end_walk(actor, Err(Failure::Replaced));
                self.emit(EventKind::Started { actor, intent: id });
                movement::set_out(self, actor, id, to, doors);
            }
            Intent::Seek { to } => {
                self.end_walk(actor, Err(Failure::Replaced));
                self.emit(EventKind::Started { actor, intent: id });
                seeking::set_out(self, actor, id, to);
            }
            _ => {
                self.end_task(actor, Err(Failure::Replaced));
                self.emit(EventKind::Started { actor, intent: id });
                self.state.actors[actor.index()].hands =
                    Some(Task { id, intent, left_ms: interaction::time_ms(self, actor, &intent), rounds: 0 });
                interaction::begin(self, actor);
            }
        }
    }

    fn finish_at_once(&mut self, actor: ActorId, id: crate::IntentId) {
        self.emit(EventKind::Started { actor, intent: id });
        self.ended(actor, id, Ok(()));
    }
}
