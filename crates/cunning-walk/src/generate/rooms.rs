//! Rooms by splitting space.
//!
//! The map is split in two again and again until each part is the size of a room, and each part gets one. On
//! the way back every pair of halves is joined by doors where rooms face each other across the split, so the
//! whole is connected. See <https://roguebasin.com/index.php/Basic_BSP_Dungeon_generation>.

use super::GenerateError;
use super::dice::Dice;
use crate::map::{Map, SIDE_MAX, letter};

/// Parameters of rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// The least cells a room has on each side, where the map has space for them. At least 2.
    pub room_side_min: u32,
    /// The most cells a room has on each side. At least twice the least, or rooms could not be split.
    pub room_side_max: u32,
    /// Of a hundred walls between rooms that face each other, how many get a door beyond those that are needed
    /// to connect everything: 0 is a tree of rooms, 100 a house where one can walk in circles everywhere.
    pub loop_percent: u32,
}

impl Default for Rooms {
    fn default() -> Self {
        Self { room_side_min: 4, room_side_max: 11, loop_percent: 25 }
    }
}

/// Cells from `min` up to but not including `max`; index 0 is the column, 1 the row.
#[derive(Clone, Copy)]
struct Area {
    min: [u32; 2],
    max: [u32; 2],
}

impl Area {
    fn side(&self, axis: usize) -> u32 {
        self.max[axis] - self.min[axis]
    }
}

/// A part of the map that is not split further, and the room in it. The last column and row of a part are wall,
/// so that neighbours never touch.
#[derive(Clone, Copy)]
struct Part {
    area: Area,
    room: Area,
}

impl Rooms {
    /// Carves a map of solid wall.
    pub(super) fn carve(self, map: &mut Map, dice: &mut Dice) -> Result<(), GenerateError> {
        GenerateError::check("room_side_min", self.room_side_min, 2, SIDE_MAX / 2)?;
        GenerateError::check("room_side_max", self.room_side_max, 2 * self.room_side_min, SIDE_MAX)?;
        GenerateError::check("loop_percent", self.loop_percent, 0, 100)?;
        let inside_the_first_wall = Area { min: [1, 1], max: [map.width(), map.height()] };
        self.furnish(inside_the_first_wall, map, dice);
        Ok(())
    }

    /// Fills an area with connected rooms and returns its parts.
    fn furnish(self, area: Area, map: &mut Map, dice: &mut Dice) -> Vec<Part> {
        let longer = usize::from(area.side(1) > area.side(0));
        let Some(axis) =
            [longer, 1 - longer].into_iter().find(|&axis| area.side(axis) > self.room_side_max + 1)
        else {
            let part = Part { area, room: self.place_room(area, dice) };
            dig(map, part.room);
            return vec![part];
        };
        let cut = Cut { axis, at: self.split(area, axis, dice) };
        let (mut low, mut high) = (area, area);
        low.max[axis] = cut.at;
        high.min[axis] = cut.at;
        let mut parts = self.furnish(low, map, dice);
        let others = self.furnish(high, map, dice);
        self.connect(&parts, &others, cut, map, dice);
        parts.extend(others);
        parts
    }

    /// Where to cut: somewhere in the middle third, leaving room for a room on both sides.
    fn split(self, area: Area, axis: usize, dice: &mut Dice) -> u32 {
        let side = area.side(axis);
        let least = (side / 3).max(self.room_side_min + 1);
        area.min[axis] + dice.between(least, side - least)
    }

    /// A room that fills at least two thirds of each side of the area.
    fn place_room(self, area: Area, dice: &mut Dice) -> Area {
        let mut room = area;
        for axis in [0, 1] {
            let space = area.side(axis) - 1;
            let side = dice.between((space * 2).div_ceil(3).max(self.room_side_min).min(space), space);
            room.min[axis] += dice.below(space - side + 1);
            room.max[axis] = room.min[axis] + side;
        }
        room
    }

    /// Joins two furnished halves: one door at least, and more by chance.
    ///
    /// Some rooms always face each other: on either side of a cut they cover at least half of the lines across
    /// it, and the last line is wall on both sides, so they cannot all miss each other.
    fn connect(self, low: &[Part], high: &[Part], cut: Cut, map: &mut Map, dice: &mut Dice) {
        let low: Vec<Area> =
            low.iter().filter(|part| part.area.max[cut.axis] == cut.at).map(|part| part.room).collect();
        let high: Vec<Area> =
            high.iter().filter(|part| part.area.min[cut.axis] == cut.at).map(|part| part.room).collect();
        let pairs = low.iter().flat_map(|&one| high.iter().map(move |&two| (one, two)));
        let facing: Vec<Wall> = pairs.filter_map(|(one, two)| cut.wall(one, two)).collect();
        if let Some(needed) = dice.pick(&facing) {
            cut.open(needed, map, dice);
        }
        for extra in facing {
            if dice.percent(self.loop_percent) {
                cut.open(extra, map, dice);
            }
        }
    }
}

/// A split: the axis that was cut and where.
#[derive(Clone, Copy)]
struct Cut {
    axis: usize,
    at: u32,
}

/// The wall between two rooms that face each other across a cut: where it can be opened. Both ends are included.
#[derive(Clone, Copy)]
struct Wall {
    along: (u32, u32),
    across: (u32, u32),
}

impl Cut {
    /// The wall between two rooms, if they face each other.
    fn wall(self, one: Area, two: Area) -> Option<Wall> {
        let across = 1 - self.axis;
        let (first, end) = (one.min[across].max(two.min[across]), one.max[across].min(two.max[across]));
        let along = (one.max[self.axis], two.min[self.axis] - 1);
        (first < end).then(|| Wall { along, across: (first, end - 1) })
    }

    /// Digs a corridor one cell wide.
    fn open(self, wall: Wall, map: &mut Map, dice: &mut Dice) {
        let (first, last) = wall.across;
        // Not in a corner of a room, if it can be helped.
        let trim = u32::from(last - first > 1);
        let line = dice.between(first + trim, last - trim);
        let mut corridor = Area { min: [line; 2], max: [line + 1; 2] };
        corridor.min[self.axis] = wall.along.0;
        corridor.max[self.axis] = wall.along.1 + 1;
        dig(map, corridor);
    }
}

fn dig(map: &mut Map, area: Area) {
    for y in area.min[1]..area.max[1] {
        for x in area.min[0]..area.max[0] {
            map.set(x, y, letter::GROUND);
        }
    }
}
