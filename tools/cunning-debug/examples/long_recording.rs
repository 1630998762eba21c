//! This example shows how to copy the records of a recording: it repeats a recording until the copy has a number of events,
//! to try how a debugger deals with long ones.
//!
//! ```sh
//! cunning run village --ticks 300 --record village.cng
//! cargo run -p cunning-debug --example long_recording -- village.cng long.cng 10000000
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write as _};

use cunning_trace::{Config, Header, Kind, List, Reader, Recorder};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, events] = arguments.as_slice() else { return Err("expected FROM, TO and EVENTS".into()) };
    let events: u64 = events.parse()?;
    let reader = Reader::open(std::fs::read(from)?)?;
    // Without its scene the copy is not replayed: it would turn out differently.
    let mut recorder =
        Recorder::new(&Header { scene: List::default(), ..reader.header() }, Config::default())?;
    recorder.attach(Box::new(BufWriter::new(File::create(to)?)));
    let ticks = reader.last_tick() + 1;
    let (mut now, mut copied) = (0, 0);
    for round in 0.. {
        let before = copied;
        for record in reader.records() {
            let record = record?;
            let is_left_out = match record.event.kind() {
                // All agents stay.
                Some(Kind::AgentRemoved) => true,
                // These are said once.
                Some(Kind::AgentAdded | Kind::Name | Kind::Bound) => round > 0,
                _ => false,
            };
            if is_left_out {
                continue;
            }
            let tick = record.tick + round * ticks;
            if tick > now {
                recorder.begin_tick(tick)?;
                now = tick;
            }
            recorder.record(record.subject, || record.event);
            copied += 1;
            if copied == events {
                break;
            }
        }
        if copied == events {
            break;
        }
        if copied == before {
            return Err("the recording has no events to repeat".into());
        }
    }
    recorder.detach().ok_or("nothing was written")??;
    let bytes = std::fs::metadata(to)?.len();
    writeln!(std::io::stdout(), "{copied} events in {} ticks, {bytes} bytes", now + 1)?;
    Ok(())
}
