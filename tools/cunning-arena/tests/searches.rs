//! Every search of a recorded scene can be repeated from the recording alone with the same result.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use cunning_arena::simulation::{Scenario, Settings, Simulation};
use cunning_diag::Source;
use cunning_mind::debug::{RecordedDomain, RecordedSearch};
use cunning_mind::read_with;
use cunning_trace::{Event, Kind, Reader, Subject};

const SCENE: &str = include_str!("../../../scenes/pirate.toml");
const DOMAIN: &str = include_str!("../../../domains/pirate.toml");

#[derive(Clone, Default)]
struct File(Arc<Mutex<Vec<u8>>>);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn recorded_searches_can_be_repeated() {
    let loader = |name: &str| Some(Source::new(name, DOMAIN));
    let settings = Settings { events: vec!["remove bottle @ 40".to_owned()], ..Settings::default() };
    let scenario = Scenario::load(&Source::new("pirate.toml", SCENE), &loader, settings);
    let scenario = Arc::new(scenario.unwrap_or_else(|found| panic!("{found}")));
    let file = File::default();
    let mut simulation = Simulation::recorded(&scenario, 7, |_| Some(Box::new(file.clone()))).unwrap();
    while simulation.outcome().is_none() && simulation.ticks() < 1000 {
        simulation.tick();
    }
    simulation.end_recording().unwrap();
    let reader = Reader::open(file.0.lock().unwrap().clone()).unwrap();
    let spec =
        read_with(&Source::new("pirate.toml", DOMAIN), |_| None).unwrap_or_else(|found| panic!("{found}"));
    let domain = RecordedDomain::new(Arc::new(spec.0));
    let mut asked = BTreeMap::new();
    let mut searches = 0;
    for record in reader.records().of_kinds(&[Kind::PlanAsked, Kind::SearchTree]) {
        let record = record.unwrap();
        let Subject::Agent(agent) = record.subject else { continue };
        match record.event {
            Event::PlanAsked { job, snapshot, .. } => {
                drop(asked.insert(job, (record.tick, snapshot.to_vec())));
            }
            Event::SearchTree { job, nodes, left_out } => {
                let (tick, snapshot) = &asked[&job];
                let view = reader.view(agent, *tick).unwrap();
                let seen =
                    RecordedSearch::of_record(&domain, &view, snapshot, (nodes, left_out), (20_000, 1000));
                let seen = seen.unwrap();
                assert!(seen.is_same(), "the search at tick {tick}: {:?}", seen.tree());
                searches += 1;
            }
            _ => {}
        }
    }
    assert!(searches >= 4, "{searches}");
}
