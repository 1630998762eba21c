//! Any engine of the registry behind one type.

use crate::{
    AStar, Algorithm, AraStar, Counters, Engine, FocalMha, Greedy, Heuristic, HeuristicSet, IdaLimits,
    IdaStar, Limits, Met, MhaPlusPlus, Observer, PathStep, Search, SharedMha, Space, Status,
    UnconstrainedMha, WeightedAStar,
};

/// The engine of an [`Algorithm`] that is chosen at run time.
///
/// It is guided by a [`HeuristicSet`]; algorithms that take one heuristic use the anchor. Wrap a plain
/// [`Heuristic`] in [`Unguided`](crate::Unguided). The algorithm is looked up once per call, never per expansion.
pub struct AnyEngine<S: Space>(Inner<S>);

#[allow(clippy::large_enum_variant)] // One engine serves many searches; a box would only add an indirection.
enum Inner<S: Space> {
    AStar(AStar<S>),
    WeightedAStar(WeightedAStar<S>),
    Greedy(Greedy<S>),
    IdaStar(IdaStar<S>),
    AraStar(AraStar<S>),
    SharedMha(SharedMha<S>),
    FocalMha(FocalMha<S>),
    MhaPlusPlus(MhaPlusPlus<S>),
    UnconstrainedMha(UnconstrainedMha<S>),
}

/// Evaluates an expression for the engine inside, whichever it is.
macro_rules! for_engine {
    ($any:expr, $engine:ident => $body:expr) => {
        for_engine!($any, $engine => $body, $body)
    };
    ($any:expr, $engine:ident => $one_heuristic:expr, $guided:expr) => {
        match $any {
            Inner::AStar($engine) => $one_heuristic,
            Inner::WeightedAStar($engine) => $one_heuristic,
            Inner::Greedy($engine) => $one_heuristic,
            Inner::IdaStar($engine) => $one_heuristic,
            Inner::AraStar($engine) => $one_heuristic,
            Inner::SharedMha($engine) => $guided,
            Inner::FocalMha($engine) => $guided,
            Inner::MhaPlusPlus($engine) => $guided,
            Inner::UnconstrainedMha($engine) => $guided,
        }
    };
}

impl<S: Space> AnyEngine<S> {
    /// Makes the engine of an algorithm.
    pub fn new(algorithm: Algorithm, limits: Limits) -> Self {
        Self(match algorithm {
            Algorithm::AStar => Inner::AStar(AStar::new(limits)),
            Algorithm::WeightedAStar(weight) => Inner::WeightedAStar(WeightedAStar::new(weight, limits)),
            Algorithm::Greedy => Inner::Greedy(Greedy::new(limits)),
            Algorithm::IdaStar => {
                Inner::IdaStar(IdaStar::new(IdaLimits { depth_max: limits.depth_max, cost_max: None }))
            }
            Algorithm::AraStar(schedule) => Inner::AraStar(AraStar::new(schedule, limits)),
            Algorithm::SharedMha(w1, w2, choice) => Inner::SharedMha(SharedMha::new(w1, w2, choice, limits)),
            Algorithm::FocalMha(weight, choice) => Inner::FocalMha(FocalMha::new(weight, choice, limits)),
            Algorithm::MhaPlusPlus(weight, choice) => {
                Inner::MhaPlusPlus(MhaPlusPlus::new(weight, choice, limits))
            }
            Algorithm::UnconstrainedMha(weight, choice) => {
                Inner::UnconstrainedMha(UnconstrainedMha::new(weight, choice, limits))
            }
        })
    }
}

impl<S: Space> Search<S> for AnyEngine<S> {
    fn status(&self) -> Status {
        for_engine!(&self.0, engine => engine.status())
    }

    fn cancel(&mut self) {
        for_engine!(&mut self.0, engine => engine.cancel());
    }

    fn counters(&self) -> Counters {
        for_engine!(&self.0, engine => engine.counters())
    }

    fn cost(&self) -> Option<S::Cost> {
        for_engine!(&self.0, engine => engine.cost())
    }

    fn visit_path(&self, visit: &mut dyn FnMut(PathStep<S>)) {
        for_engine!(&self.0, engine => engine.visit_path(visit));
    }

    fn lower_bound(&self) -> Option<S::Cost> {
        for_engine!(&self.0, engine => engine.lower_bound())
    }

    fn visit_met(&self, visit: &mut dyn FnMut(Met<S>)) {
        for_engine!(&self.0, engine => engine.visit_met(visit));
    }

    fn heap_bytes(&self) -> usize {
        for_engine!(&self.0, engine => engine.heap_bytes())
    }
}

impl<S: Space, H: HeuristicSet<S>> Engine<S, H> for AnyEngine<S> {
    fn start(&mut self, space: &mut S, heuristics: &mut H, from: &S::State, observer: &mut impl Observer<S>) {
        for_engine!(&mut self.0, engine =>
            engine.start(space, &mut Anchor(heuristics), from, observer),
            engine.start(space, heuristics, from, observer)
        );
    }

    fn step(
        &mut self,
        space: &mut S,
        heuristics: &mut H,
        budget: u64,
        observer: &mut impl Observer<S>,
    ) -> Status {
        for_engine!(&mut self.0, engine =>
            engine.step(space, &mut Anchor(heuristics), budget, observer),
            engine.step(space, heuristics, budget, observer)
        )
    }
}

/// The anchor of a heuristic set as a heuristic.
struct Anchor<'h, H>(&'h mut H);

impl<S: Space, H: HeuristicSet<S>> Heuristic<S> for Anchor<'_, H> {
    #[inline]
    fn estimate(&mut self, space: &mut S, state: &S::State) -> Option<S::Cost> {
        self.0.anchor(space, state)
    }

    #[inline]
    fn is_consistent(&self) -> bool {
        self.0.anchor_is_consistent()
    }

    #[inline]
    fn is_inherited(&self) -> bool {
        self.0.anchor_is_inherited()
    }

    #[inline]
    fn inherited(&self, action: S::Action) -> S::Cost {
        self.0.anchor_inherited(action)
    }
}
