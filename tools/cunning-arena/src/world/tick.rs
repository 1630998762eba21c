//! How time passes: the phases of a tick, which [`World::tick`] tells of.

use crate::combat;
use crate::id::ActorId;
use crate::world::{Actor, Failure, Intent, NoiseKind, Order, Task, What, World};
use crate::{Heading, hands, movement, seeking};

impl World {
    /// Lets so many milliseconds pass. Nothing happens in a tick of zero; otherwise always in this order:
    ///
    /// 1. What the script has for this time happens.
    /// 2. Waiting intents are taken up, in the order they came.
    /// 3. Actors walk, then use their hands: forward through the list in even ticks, backward in odd ones, so that
    ///    nobody is always first.
    /// 4. Who watches sees how others walk, and memories fade.
    /// 5. All shots of the tick strike at the same time: two actors can kill each other.
    /// 6. Suppression fades.
    /// 7. The scene is decided, or goes on.
    ///
    /// A tick is one round: what needs several actors (who comes first to a cell or an item, who dies before whom) is
    /// settled once a tick. One tick of 100 ms is therefore not the same as two of 50 ms, and whoever wants the same
    /// run again has to cut time alike. A lone walker covers the same ground, and a lone shooter fires as often,
    /// whatever the slices.
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
        for place in 0..count {
            hands::act(self, in_turn(place), dt_ms);
        }
        seeking::watch(self);
        seeking::fade(self, dt_ms);
        combat::strike(self);
        for actor in &mut self.state.actors {
            combat::calm(actor, dt_ms);
        }
        self.decide();
        self.state.ticks += 1;
    }

    fn take_up_intents(&mut self) {
        let mut queue = std::mem::take(&mut self.state.queue);
        for order in queue.drain(..) {
            self.take_up(order);
        }
        // Nothing was asked meanwhile; the memory is kept.
        self.state.queue = queue;
    }

    fn take_up(&mut self, Order { actor, id, intent }: Order) {
        let body: &mut Actor = &mut self.state.actors[actor.index()];
        if !body.is_alive() {
            self.ended(actor, id, Err(Failure::Dead));
            return;
        }
        match intent {
            Intent::Face { toward } => {
                body.heading = Heading::of(body.cell.offset_to(toward)).unwrap_or(body.heading);
                self.at_once(actor, id);
            }
            Intent::Stand { stance } => {
                body.stance = stance;
                self.at_once(actor, id);
            }
            Intent::Shout { loudness, word } => {
                let at = body.cell;
                self.at_once(actor, id);
                self.noise(at, loudness, NoiseKind::Shout(word), Some(actor));
            }
            Intent::Walk { to, doors } => {
                self.end_walk(actor, Err(Failure::Replaced));
                self.say(What::Started { actor, intent: id });
                movement::set_out(self, actor, id, to, doors);
            }
            Intent::Seek { to } => {
                self.end_walk(actor, Err(Failure::Replaced));
                self.say(What::Started { actor, intent: id });
                seeking::set_out(self, actor, id, to);
            }
            _ => {
                self.end_task(actor, Err(Failure::Replaced));
                self.say(What::Started { actor, intent: id });
                self.state.actors[actor.index()].hands =
                    Some(Task { id, intent, left_ms: hands::time_ms(self, actor, &intent), rounds: 0 });
                hands::begin(self, actor);
            }
        }
    }

    fn at_once(&mut self, actor: ActorId, id: crate::IntentId) {
        self.say(What::Started { actor, intent: id });
        self.ended(actor, id, Ok(()));
    }
}
