//! Rooms by binary space partitioning.
//!
//! The map is split recursively until each part has the size of a room, and each part gets one. Then the two halves of
//! every split are joined by doors where rooms face each other across it, so that all rooms are connected. See <https://roguebasin.com/index.php/Basic_BSP_Dungeon_generation>.

use super::GenerateError;
use crate::Random;
use crate::map::{Map, SIDE_MAX, letter};

/// Parameters of rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// The smallest side of a room, where the map has space for it. At least 2.
    pub room_side_min: u32,
    /// The largest side of a room. At least twice the smallest, so that rooms can be split.
    pub room_side_max: u32,
    /// The share of walls between facing rooms that get a door beyond those needed to connect all rooms: 0 gives a tree
    /// of rooms, 100 loops everywhere.
    pub loop_percent: u32,
}

impl Default for Rooms {
    fn default() -> Self {
        Self { room_side_min: 4, room_side_max: 11, loop_percent: 25 }
    }
}

/// The cells from `min` to `max`, exclusive; index 0 is the column, 1 the row.
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

/// A part of the map that is not split further, and its room. The last column and row of a part are wall, so that
/// neighbouring rooms never touch.
#[derive(Clone, Copy)]
struct Part {
    area: Area,
    room: Area,
}

impl Rooms {
    /// Carves a map of solid wall.
    pub(super) fn carve(self, map: &mut Map, random: &mut Random) -> Result<(), GenerateError> {
        GenerateError::check("room_side_min", self.room_side_min, 2, SIDE_MAX / 2)?;
        GenerateError::check("room_side_max", self.room_side_max, 2 * self.room_side_min, SIDE_MAX)?;
        GenerateError::check("loop_percent", self.loop_percent, 0, 100)?;
        let inside_the_first_wall = Area { min: [1, 1], max: [map.width(), map.height()] };
        self.carve_rooms(inside_the_first_wall, map, random);
        Ok(())
    }

    /// Fills an area with connected rooms and returns its parts.
    fn carve_rooms(self, area: Area, map: &mut Map, random: &mut Random) -> Vec<Part> {
        let longer = usize::from(area.side(1) > area.side(0));
        let Some(axis) =
            [longer, 1 - longer].into_iter().find(|&axis| area.side(axis) > self.room_side_max + 1)
        else {
            let part = Part { area, room: self.place_room(area, random) };
            dig(map, part.room);
            return vec![part];
        };
        let cut = Cut { axis, at: self.split(area, axis, random) };
        let (mut low, mut high) = (area, area);
        low.max[axis] = cut.at;
        high.min[axis] = cut.at;
        let mut parts = self.carve_rooms(low, map, random);
        let others = self.carve_rooms(high, map, random);
        self.connect(&parts, &others, cut, map, random);
        parts.extend(others);
        parts
    }

    /// The position of a split: in the middle third, with space for a room on both sides.
    fn split(self, area: Area, axis: usize, random: &mut Random) -> u32 {
        let side = area.side(axis);
        let least = (side / 3).max(self.room_side_min + 1);
        area.min[axis] + random.between(least, side - least)
    }

    /// A room that fills at least two thirds of each side of the area.
    fn place_room(self, area: Area, random: &mut Random) -> Area {
        let mut room = area;
        for axis in [0, 1] {
            let space = area.side(axis) - 1;
            let side = random.between((space * 2).div_ceil(3).max(self.room_side_min).min(space), space);
            room.min[axis] += random.between(0, space - side);
            room.max[axis] = room.min[axis] + side;
        }
        room
    }

    /// Joins two halves by one door, and more at random.
    ///
    /// Some rooms always face each other: on either side of a split they cover at least half of the lines across it, and
    /// the last line is wall on both sides.
    fn connect(self, low: &[Part], high: &[Part], cut: Cut, map: &mut Map, random: &mut Random) {
        let low: Vec<Area> =
            low.iter().filter(|part| part.area.max[cut.axis] == cut.at).map(|part| part.room).collect();
        let high: Vec<Area> =
            high.iter().filter(|part| part.area.min[cut.axis] == cut.at).map(|part| part.room).collect();
        let pairs = low.iter().flat_map(|&one| high.iter().map(move |&two| (one, two)));
        let facing: Vec<Wall> = pairs.filter_map(|(one, two)| cut.wall(one, two)).collect();
        if let Some(needed) = random.pick(&facing) {
            cut.open(needed, map, random);
        }
        for extra in facing {
            if random.percent(self.loop_percent) {
                cut.open(extra, map, random);
            }
        }
    }
}

/// A split: its axis and position.
#[derive(Clone, Copy)]
struct Cut {
    axis: usize,
    at: u32,
}

/// The wall between two rooms that face each other across a split: where it can be opened, both ends included.
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
    fn open(self, wall: Wall, map: &mut Map, random: &mut Random) {
        let (first, last) = wall.across;
        // Avoid the corners of rooms if possible.
        let trim = u32::from(last - first > 1);
        let line = random.between(first + trim, last - trim);
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
