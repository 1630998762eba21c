//! A record: the tick, subject, origin and event, encoded within a frame.

use cunning_encode::{Decode as _, Encode as _, Input, Malformed, Sink as _};

use crate::event::{Event, Kind};
use crate::output::{Output, input};
use crate::value::{AgentId, Origin, Subject};

/// The largest tick.
pub const TICK_MAX: u64 = (1 << 62) - 1;

/// An event with its tick, subject and origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record<'a> {
    /// The tick of the event.
    pub tick: u64,
    /// The agent that the event is about, or the world.
    pub subject: Subject,
    /// Whether the event is an input or a result.
    pub origin: Origin,
    /// The event itself.
    pub event: Event<'a>,
}

/// A record whose event is still encoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawRecord<'a> {
    pub(crate) tick: u64,
    pub(crate) subject: Subject,
    pub(crate) origin: Origin,
    /// The number of the kind and the fields.
    pub(crate) coded: &'a [u8],
}

const IS_INPUT: u64 = 1;
const HAS_AGENT: u64 = 2;
const FLAG_BITS: u32 = 2;

impl<'a> RawRecord<'a> {
    /// Writes the head of a record: the ticks since the previous record and two flags in one number, then the agent.
    pub(crate) fn put_head(out: &mut Output, ticks: u64, subject: Subject, origin: Origin) {
        let input = if origin == Origin::Input { IS_INPUT } else { 0 };
        let agent = if subject == Subject::World { 0 } else { HAS_AGENT };
        out.number(ticks << FLAG_BITS | agent | input);
        if let Subject::Agent(agent) = subject {
            agent.put(out);
        }
    }

    /// Reads a record that follows one of tick `tick_before`.
    pub(crate) fn take(body: &'a [u8], tick_before: u64) -> Result<Self, Malformed> {
        let mut input = input(body);
        let head = input.number()?;
        let tick = tick_before + (head >> FLAG_BITS);
        if tick > TICK_MAX {
            return Err(Malformed::new("a tick is out of range"));
        }
        let subject =
            if head & HAS_AGENT == 0 { Subject::World } else { Subject::Agent(AgentId::take(&mut input)?) };
        let origin = if head & IS_INPUT == 0 { Origin::Result } else { Origin::Input };
        Ok(Self { tick, subject, origin, coded: input.rest() })
    }

    /// The number of the kind.
    pub(crate) fn code(&self) -> Result<u32, Malformed> {
        u32::take(&mut input(self.coded))
    }

    /// The encoded fields after the number of the kind.
    pub(crate) fn payload(&self) -> Result<Input<'a>, Malformed> {
        let mut input = input(self.coded);
        u32::take(&mut input)?;
        Ok(input)
    }

    pub(crate) fn event(&self) -> Result<Event<'a>, Malformed> {
        Event::take(&mut input(self.coded))
    }

    pub(crate) fn decode(&self) -> Result<Record<'a>, Malformed> {
        Ok(Record { tick: self.tick, subject: self.subject, origin: self.origin, event: self.event()? })
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds(u128);

impl Kinds {
    pub(crate) fn new(kinds: &[Kind]) -> Self {
        Self(kinds.iter().fold(0, |bits, &kind| bits | 1 << kind as u32))
    }

    pub(crate) fn has(self, code: u32) -> bool {
        1u128.checked_shl(code).is_some_and(|bit| self.0 & bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_round_trip() {
        let agent = Subject::Agent(AgentId(9));
        for (ticks, subject, origin, coded) in [
            (0, Subject::World, Origin::Result, &[0][..]),
            (1, agent, Origin::Input, &[7, 9]),
            (31, agent, Origin::Result, &[126, 9]),
        ] {
            let mut out = Output::default();
            RawRecord::put_head(&mut out, ticks, subject, origin);
            assert_eq!(out.bytes(), Some(coded));
            let record = RawRecord::take(coded, 100).unwrap();
            assert_eq!((record.tick, record.subject, record.origin), (100 + ticks, subject, origin));
        }
    }

    #[test]
    fn ticks_above_the_limit_are_rejected() {
        let mut out = Output::default();
        RawRecord::put_head(&mut out, TICK_MAX, Subject::World, Origin::Result);
        let head = out.bytes().unwrap();
        assert_eq!(RawRecord::take(head, 0).unwrap().tick, TICK_MAX);
        assert!(RawRecord::take(head, 1).is_err());
    }

    #[test]
    fn kind_sets_hold_every_kind() {
        let all = Kinds::new(Kind::ALL);
        assert!(Kind::ALL.iter().all(|&kind| all.has(kind as u32)));
        assert!(!all.has(0) && !all.has(127) && !all.has(u32::MAX));
        assert!(!Kinds::new(&[Kind::Note]).has(Kind::Name as u32));
    }
}
