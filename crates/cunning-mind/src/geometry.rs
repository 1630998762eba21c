//! Where things are, asked of the game: minds know no geometry.
//!
//! A query asks *how far*, *by which way*, *in sight?*, *sheltered?* in plain data. A game in Rust implements [`Geometry`]
//! and hands it to [`MindEngine::think_in`](crate::MindEngine::think_in), which asks at once. Without it the same questions go
//! out as [`Command::Query`](crate::Command) and are answered by [`Percept::QueryAnswer`](crate::Percept), ticks later if
//! need be; what nobody answers in time counts as unknown.

use cunning_plan::Micros;

use crate::message::AgentId;
use crate::wire::{wire_enum, wire_struct};

/// Something with a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// An agent.
    Agent(AgentId),
    /// An object that the domain file names, by its number.
    Named(u32),
    /// An object of the game, by the game's own id.
    Object(u64),
    /// A point that a query made up.
    Point(Position),
}

/// A place in the game's units, in millionths of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Rings and grids lie in the plane of `x` and `y`.
    pub x: i64,
    /// See `x`.
    pub y: i64,
    /// Points have that of what they lie around.
    pub z: i64,
}

/// What is asked about places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpatialQuestion {
    /// Where is it? Answered by [`SpatialAnswer::Position`].
    Position,
    /// `dist(a, b)`: how far apart are they? A number.
    Distance,
    /// `path(a, b)`: how long is the way from one to the other? A number; unknown if there is none.
    Path,
    /// `sees(a, b)`: is nothing between them that cannot be seen through?
    Sees,
    /// `hides(a, b)`: is whoever is at the first sheltered from the second?
    Hides,
    /// Whatever else the domain asks, by its index in [`DomainSpec::questions`](crate::DomainSpec::questions).
    Named(u32),
}

/// What the game has to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpatialAnswer {
    /// Nothing. A candidate of which something is unknown is not taken.
    #[default]
    Unknown,
    /// Yes or no. Where a number is wanted, 1 or 0.
    Truth(bool),
    /// A number. Where yes or no is wanted, everything but 0 is yes.
    Number(Micros),
    /// A place.
    Position(Position),
}

wire_enum!(SpatialAnswer { 0 = Unknown, 1 = Truth(truth), 2 = Number(number), 3 = Position(position) });
wire_enum!(SpatialQuestion { 0 = Position, 1 = Distance, 2 = Path, 3 = Sees, 4 = Hides, 5 = Named(question) });
wire_struct!(Position { x, y, z });

/// Answers questions about places at once. Implement what the domain's queries ask; the rest stays unknown.
///
/// Answers must depend on nothing but the world: the same question in the same world has the same answer. A call that
/// panics puts the agent that it was made for in quarantine.
pub trait Geometry {
    /// Where something is.
    fn position(&mut self, of: Spot) -> Option<Position> {
        let _ = of;
        None
    }

    /// How long the path from one to the other is, in the game's units; `None` if there is none.
    fn path(&mut self, from: Spot, to: Spot) -> Option<Micros> {
        let _ = (from, to);
        None
    }

    /// Whether there is a free line of sight between them.
    fn sees(&mut self, from: Spot, to: Spot) -> Option<bool> {
        let _ = (from, to);
        None
    }

    /// Whether an agent at `at` is sheltered from `from`.
    fn hides(&mut self, at: Spot, from: Spot) -> Option<bool> {
        let _ = (at, from);
        None
    }

    /// How far apart they are: in a straight line, unless the game has it otherwise.
    fn distance(&mut self, a: Spot, b: Spot) -> Option<Micros> {
        self.position(a)?.distance(self.position(b)?)
    }

    /// Answers a question of the domain's own, such as `in_reach(self, c)`.
    fn named(&mut self, question: &str, of: &[Spot]) -> SpatialAnswer {
        let _ = (question, of);
        SpatialAnswer::Unknown
    }

    /// Answers any question, for an agent. The default calls the method of the question.
    fn answer(
        &mut self,
        agent: AgentId,
        question: SpatialQuestion,
        name: &str,
        of: &[Spot],
    ) -> SpatialAnswer {
        let _ = agent;
        let number = |number: Option<Micros>| number.map_or(SpatialAnswer::Unknown, SpatialAnswer::Number);
        let truth = |truth: Option<bool>| truth.map_or(SpatialAnswer::Unknown, SpatialAnswer::Truth);
        match (question, of) {
            (SpatialQuestion::Position, &[of]) => {
                self.position(of).map_or(SpatialAnswer::Unknown, SpatialAnswer::Position)
            }
            (SpatialQuestion::Distance, &[a, b]) => number(self.distance(a, b)),
            (SpatialQuestion::Path, &[a, b]) => number(self.path(a, b)),
            (SpatialQuestion::Sees, &[a, b]) => truth(self.sees(a, b)),
            (SpatialQuestion::Hides, &[a, b]) => truth(self.hides(a, b)),
            (SpatialQuestion::Named(_), of) => self.named(name, of),
            _ => SpatialAnswer::Unknown,
        }
    }
}

impl SpatialQuestion {
    /// The name of a built-in question, as domain files write it; empty for the domain's own.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Distance => "dist",
            Self::Path => "path",
            Self::Sees => "sees",
            Self::Hides => "hides",
            Self::Named(_) => "",
        }
    }
}

impl From<bool> for SpatialAnswer {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<f64> for SpatialAnswer {
    /// A number; one that fixed point cannot hold is unknown.
    fn from(number: f64) -> Self {
        Micros::from_float(number).map_or(Self::Unknown, Self::Number)
    }
}

impl From<Position> for SpatialAnswer {
    fn from(position: Position) -> Self {
        Self::Position(position)
    }
}

impl<T: Into<Self>> From<Option<T>> for SpatialAnswer {
    fn from(answer: Option<T>) -> Self {
        answer.map_or(Self::Unknown, Into::into)
    }
}

impl SpatialAnswer {
    /// Whether a test passes; `None` if that is not known.
    pub(crate) fn truth(self) -> Option<bool> {
        match self {
            Self::Truth(truth) => Some(truth),
            Self::Number(number) => Some(number != Micros::ZERO),
            Self::Unknown | Self::Position(_) => None,
        }
    }

    pub(crate) fn number(self) -> Option<Micros> {
        match self {
            Self::Truth(truth) => Some(if truth { Micros::ONE } else { Micros::ZERO }),
            Self::Number(number) => Some(number),
            Self::Unknown | Self::Position(_) => None,
        }
    }
}

/// Packed points count in eighths of a unit.
const GRAIN: i64 = 125_000;
/// The bits of each coordinate of a packed point.
const BITS: u32 = 21;

impl Position {
    /// The point in one number, rounded to eighths of a unit; `None` if a coordinate is beyond 131,072 units.
    ///
    /// ```
    /// use cunning_mind::Position;
    ///
    /// let place = Position { x: 2_500_000, y: -1_000_000, z: 0 };
    /// assert_eq!(place.packed().map(Position::unpacked), Some(place));
    /// ```
    pub fn packed(self) -> Option<u64> {
        let mut packed = 0;
        for (at, part) in [self.x, self.y, self.z].into_iter().enumerate() {
            let eighths = (part.checked_add(GRAIN / 2)?).div_euclid(GRAIN) + (1 << (BITS - 1));
            let coded = u64::try_from(eighths).ok().filter(|coded| *coded < 1 << BITS)?;
            packed |= coded << (at as u32 * BITS);
        }
        Some(packed)
    }

    /// The point that [`Position::packed`] put into a number.
    pub fn unpacked(packed: u64) -> Self {
        let part = |at: u32| {
            let coded = packed >> (at * BITS) & ((1 << BITS) - 1);
            (coded as i64 - (1 << (BITS - 1))) * GRAIN
        };
        Self { x: part(0), y: part(1), z: part(2) }
    }

    /// How far it is to another place, in a straight line, rounded down to a millionth.
    pub fn distance(self, other: Self) -> Option<Micros> {
        let mut sum: u128 = 0;
        for (a, b) in [(self.x, other.x), (self.y, other.y), (self.z, other.z)] {
            let apart = u128::from(a.abs_diff(b));
            sum = sum.checked_add(apart.checked_mul(apart)?)?;
        }
        Micros::new(i64::try_from(sum.isqrt()).ok()?)
    }

    fn moved(self, x: i128, y: i128) -> Option<Self> {
        let add = |part: i64, by: i128| i64::try_from(i128::from(part) + by).ok();
        Some(Self { x: add(self.x, x)?, y: add(self.y, y)?, z: self.z })
    }

    /// The `at`th of `count` points evenly spread on a ring, from the direction of `x` towards that of `y`.
    pub(crate) fn on_ring(self, at: u32, count: u32, radius: Micros) -> Option<Self> {
        let angle = TURN * i128::from(at) / i128::from(count.max(1));
        let along = |angle: i128| {
            let length = sine(angle) * i128::from(radius.get());
            // To the nearest millionth, the same way on both sides of zero.
            (length + UNIT / 2 * length.signum()) / UNIT
        };
        self.moved(along(angle + TURN / 4), along(angle))
    }

    /// The `at`th point of a square grid, `count` in a row, row by row.
    pub(crate) fn on_grid(self, at: u32, count: u32, spacing: Micros) -> Option<Self> {
        let along = |place: u32| {
            i128::from(spacing.get()) * (2 * i128::from(place) - i128::from(count.saturating_sub(1))) / 2
        };
        self.moved(along(at % count.max(1)), along(at / count.max(1)))
    }
}

/// Fixed point for angles.
const UNIT: i128 = 1_000_000_000_000;
/// A full turn: 2π.
const TURN: i128 = 6_283_185_307_180;

/// The sine of an angle, from whole numbers alone: the same on every platform.
fn sine(angle: i128) -> i128 {
    let angle = angle.rem_euclid(TURN);
    // The sine runs up to a quarter turn and then back, twice.
    let (angle, sign) = if angle < TURN / 2 { (angle, 1) } else { (angle - TURN / 2, -1) };
    let angle = angle.min(TURN / 2 - angle);
    let square = angle * angle / UNIT;
    let mut term = angle;
    let mut sum = angle;
    for odd in (3..20).step_by(2) {
        term = -term * square / UNIT / (odd * (odd - 1));
        sum += term;
    }
    sign * sum.min(UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_round_and_begins_in_the_direction_of_x() {
        let centre = Position { x: 10_000_000, y: 20_000_000, z: 3_000_000 };
        let ring: Vec<Position> =
            (0..8).filter_map(|at| centre.on_ring(at, 8, Micros::from_int(2)?)).collect();
        let offset = |at: usize| (ring[at].x - centre.x, ring[at].y - centre.y, ring[at].z);
        assert_eq!(offset(0), (2_000_000, 0, 3_000_000));
        assert_eq!(offset(1), (1_414_214, 1_414_214, 3_000_000));
        assert_eq!(offset(2), (0, 2_000_000, 3_000_000));
        assert_eq!(offset(5), (-1_414_214, -1_414_214, 3_000_000));
        for (at, place) in ring.iter().enumerate() {
            let off = place.distance(centre).map_or(0, Micros::get) - 2_000_000;
            assert!(off.abs() <= 1, "{at}: {off}");
        }
    }

    #[test]
    fn a_grid_lies_around_its_centre() {
        let grid = |count| -> Vec<(i64, i64)> {
            let place = |at| Position::default().on_grid(at, count, Micros::ONE);
            (0..count * count).filter_map(place).map(|place| (place.x, place.y)).collect()
        };
        assert_eq!(grid(1), [(0, 0)]);
        assert_eq!(
            grid(2),
            [(-500_000, -500_000), (500_000, -500_000), (-500_000, 500_000), (500_000, 500_000)]
        );
        assert_eq!(grid(3)[4], (0, 0));
        assert_eq!(grid(3)[8], (1_000_000, 1_000_000));
    }

    #[test]
    fn points_too_far_away_cannot_be_packed() {
        let place = |x: i64| Position { x, ..Position::default() };
        assert!(place(131_071_000_000).packed().is_some());
        assert!(place(-131_072_000_000).packed().is_some());
        assert!(place(131_072_000_000).packed().is_none());
        assert!(place(i64::MAX).packed().is_none());
    }

    #[test]
    fn distances_that_are_no_numbers_are_unknown() {
        let far = Position { x: i64::MAX, y: i64::MIN, z: 0 };
        assert_eq!(far.distance(Position { x: i64::MIN, ..far }), None);
        let near = Position { x: 3_000_000, y: 4_000_000, z: 0 };
        assert_eq!(near.distance(Position::default()), Micros::from_int(5));
    }
}
