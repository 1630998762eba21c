//! Commands as bytes and back.

use cunning_plan::DecodeContext;

use super::{Decode, Encode, Malformed, Sink};
use crate::message::{Command, Commands, Value};

impl Encode for Commands {
    fn put(&self, out: &mut impl Sink) {
        out.number(self.len() as u64);
        for command in self.iter() {
            match command {
                Command::Start { agent, step, action, args, resumed } => {
                    out.byte(0);
                    (agent, step).put(out);
                    (action, resumed).put(out);
                    args.put(out);
                }
                Command::Stop { agent, step, reason } => {
                    out.byte(1);
                    ((agent, step), reason).put(out);
                }
                Command::Sense { agent, sensor } => {
                    out.byte(2);
                    (agent, sensor).put(out);
                }
                Command::Ask { agent, question, action, args } => {
                    out.byte(3);
                    ((agent, question), action).put(out);
                    args.put(out);
                }
                Command::Idle { agent, why } => {
                    out.byte(4);
                    (agent, why).put(out);
                }
                Command::OrderReport { agent, order, goal, report } => {
                    out.byte(5);
                    ((agent, order), (goal, report)).put(out);
                }
                Command::Query { agent, question, asked, of } => {
                    out.byte(6);
                    ((agent, question), asked).put(out);
                    of.put(out);
                }
            }
        }
    }
}

impl<'a, C: DecodeContext> Decode<'a, C> for Commands {
    fn take(from: &mut cunning_encode::Input<'a, C>) -> Result<Self, Malformed> {
        let mut commands = Self::default();
        for _ in 0..from.count()? {
            let mut args: Vec<Value> = Vec::new();
            let command = match from.byte()? {
                0 => {
                    let ((agent, step), (action, resumed)) = Decode::take(from)?;
                    args = Decode::take(from)?;
                    Command::Start { agent, step, action, args: &[], resumed }
                }
                1 => {
                    let ((agent, step), reason) = Decode::take(from)?;
                    Command::Stop { agent, step, reason }
                }
                2 => {
                    let (agent, sensor) = Decode::take(from)?;
                    Command::Sense { agent, sensor }
                }
                3 => {
                    let ((agent, question), action) = Decode::take(from)?;
                    args = Decode::take(from)?;
                    Command::Ask { agent, question, action, args: &[] }
                }
                4 => {
                    let (agent, why) = Decode::take(from)?;
                    Command::Idle { agent, why }
                }
                5 => {
                    let ((agent, order), (goal, report)) = Decode::take(from)?;
                    Command::OrderReport { agent, order, goal, report }
                }
                6 => {
                    let ((agent, question), asked) = Decode::take(from)?;
                    args = Decode::take(from)?;
                    Command::Query { agent, question, asked, of: &[] }
                }
                _ => return Err(Malformed::new("unknown command tag")),
            };
            commands.push(command, args);
        }
        Ok(commands)
    }
}
