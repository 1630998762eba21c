//! Commands as bytes and back.

use super::{Input, Malformed, Output, Wire};
use crate::message::{Command, Commands, Value};

impl Wire for Commands {
    fn put(&self, out: &mut Output<'_>) {
        out.number(self.len() as u64);
        for command in self.iter() {
            match command {
                Command::Start { agent, step, action, args, resumed } => {
                    out.bytes.push(0);
                    (agent, step).put(out);
                    (action, resumed).put(out);
                    args.to_vec().put(out);
                }
                Command::Stop { agent, step, reason } => {
                    out.bytes.push(1);
                    ((agent, step), reason).put(out);
                }
                Command::Sense { agent, sensor } => {
                    out.bytes.push(2);
                    (agent, sensor).put(out);
                }
                Command::Ask { agent, question, action, args } => {
                    out.bytes.push(3);
                    ((agent, question), action).put(out);
                    args.to_vec().put(out);
                }
                Command::Idle { agent, why } => {
                    out.bytes.push(4);
                    (agent, why).put(out);
                }
                Command::OrderReport { agent, order, goal, report } => {
                    out.bytes.push(5);
                    ((agent, order), (goal, report)).put(out);
                }
                Command::Query { agent, question, asked, of } => {
                    out.bytes.push(6);
                    ((agent, question), asked).put(out);
                    of.to_vec().put(out);
                }
            }
        }
    }

    fn take(from: &mut Input<'_>) -> Result<Self, Malformed> {
        let mut commands = Self::default();
        for _ in 0..from.number()? {
            let mut args: Vec<Value> = Vec::new();
            let command = match from.byte()? {
                0 => {
                    let ((agent, step), (action, resumed)) = Wire::take(from)?;
                    args = Wire::take(from)?;
                    Command::Start { agent, step, action, args: &[], resumed }
                }
                1 => {
                    let ((agent, step), reason) = Wire::take(from)?;
                    Command::Stop { agent, step, reason }
                }
                2 => {
                    let (agent, sensor) = Wire::take(from)?;
                    Command::Sense { agent, sensor }
                }
                3 => {
                    let ((agent, question), action) = Wire::take(from)?;
                    args = Wire::take(from)?;
                    Command::Ask { agent, question, action, args: &[] }
                }
                4 => {
                    let (agent, why) = Wire::take(from)?;
                    Command::Idle { agent, why }
                }
                5 => {
                    let ((agent, order), (goal, report)) = Wire::take(from)?;
                    Command::OrderReport { agent, order, goal, report }
                }
                6 => {
                    let ((agent, question), asked) = Wire::take(from)?;
                    args = Wire::take(from)?;
                    Command::Query { agent, question, asked, of: &[] }
                }
                _ => return Err(Malformed("unknown command tag")),
            };
            commands.push(command, args);
        }
        Ok(commands)
    }
}
