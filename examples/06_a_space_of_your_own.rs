//! This example shows the search kernel on something that is no map: pouring water between two jugs.
//!
//! Run it with `cargo run --example 06_a_space_of_your_own`.
#![allow(clippy::print_stdout)] // An example shows what it does.

use cunning::search::{AStar, Engine, HashedStates, Limits, Search, Space, State, Status, Successor, Zero};

/// How full the jugs for five and for three gallons are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Jugs {
    five: u8,
    three: u8,
}

impl State for Jugs {
    type Table = HashedStates<Self>;
}

struct Well;

impl Space for Well {
    type State = Jugs;
    type Action = &'static str;
    type Cost = u64;

    fn successors(&mut self, jugs: &Jugs, _: Option<&'static str>, out: &mut Vec<Successor<Self>>) {
        let Jugs { five, three } = *jugs;
        let to_three = five.min(3 - three);
        let to_five = three.min(5 - five);
        for (action, five, three) in [
            ("fill the five", 5, three),
            ("fill the three", five, 3),
            ("empty the five", 0, three),
            ("empty the three", five, 0),
            ("pour the five into the three", five - to_three, three + to_three),
            ("pour the three into the five", five + to_five, three - to_five),
        ] {
            out.push(Successor { state: Jugs { five, three }, action, cost: 1 });
        }
    }

    fn is_goal(&mut self, jugs: &Jugs) -> bool {
        jugs.five == 4
    }
}

fn main() {
    let mut astar = AStar::new(Limits::default());
    let status = astar.run(&mut Well, &mut Zero, &Jugs { five: 0, three: 0 });
    assert_eq!(status, Status::Solved);
    let mut path = Vec::new();
    astar.path_into(&mut path);
    for step in &path {
        println!("{:<30} {} {}", step.action.unwrap_or("begin"), step.state.five, step.state.three);
    }
    assert_eq!(astar.cost(), Some(6));
}
