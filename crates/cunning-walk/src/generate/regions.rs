//! Connects the free cells of a map.
//!
//! Two cells are in one region if straight moves lead from one to the other. Diagonal moves that do not cut corners add
//! nothing: both cells beside them are free as well.

use std::collections::VecDeque;

use crate::map::{Map, letter};

/// Fills free regions of fewer than `cells_min` cells with `filling`, except the largest region.
pub(super) fn fill_pockets(map: &mut Map, cells_min: usize, filling: u8) {
    let regions = Regions::of(map);
    let largest = (0..regions.sizes.len()).rev().max_by_key(|&region| regions.sizes[region]);
    for (cell, region) in regions.of_cell.iter().enumerate() {
        let Some(region) = region.map(|region| region as usize) else { continue };
        if regions.sizes[region] < cells_min && Some(region) != largest {
            let (x, y) = position(map, cell as u32);
            map.set(x, y, filling);
        }
    }
}

/// Digs tunnels until all free cells are one region. Cells closer to the edge than `margin` are not dug, so every region
/// must have cells inside the margin.
///
/// All regions grow at the same time through blocked cells. Where two unconnected regions meet, the path back to both
/// becomes a tunnel, so tunnels are nearly as short as possible.
pub(super) fn join(map: &mut Map, margin: u32) {
    let mut regions = Regions::of(map);
    let mut joined: Vec<u32> = (0..regions.sizes.len() as u32).collect();
    let mut toward: Vec<u32> = (0..regions.of_cell.len() as u32).collect();
    let free = (0..regions.of_cell.len() as u32).filter(|&cell| regions.of_cell[cell as usize].is_some());
    let mut front: VecDeque<u32> = free.collect();
    while let Some(cell) = front.pop_front() {
        let Some(region) = regions.of_cell[cell as usize] else { continue };
        for (x, y) in sides(position(map, cell)) {
            let inside = |at: u32, side: u32| (margin..side.saturating_sub(margin)).contains(&at);
            let Some(next) = map.cell(x, y).filter(|_| inside(x, map.width()) && inside(y, map.height()))
            else {
                continue;
            };
            let Some(other) = regions.of_cell[next as usize] else {
                regions.of_cell[next as usize] = Some(region);
                toward[next as usize] = cell;
                front.push_back(next);
                continue;
            };
            let (one, two) = (root(&mut joined, region), root(&mut joined, other));
            if one != two {
                joined[one.max(two) as usize] = one.min(two);
                dig_back(map, &toward, cell);
                dig_back(map, &toward, next);
            }
        }
    }
}

/// Frees the cells from here back to the region that reached this cell.
fn dig_back(map: &mut Map, toward: &[u32], mut cell: u32) {
    while toward[cell as usize] != cell {
        let (x, y) = position(map, cell);
        map.set(x, y, letter::GROUND);
        cell = toward[cell as usize];
    }
}

/// The representative of the connected regions that include this one (union-find).
fn root(joined: &mut [u32], mut region: u32) -> u32 {
    while joined[region as usize] != region {
        // Path halving keeps later lookups short.
        joined[region as usize] = joined[joined[region as usize] as usize];
        region = joined[region as usize];
    }
    region
}

/// The regions of a map: for each free cell the number of its region, and each region's size.
struct Regions {
    of_cell: Vec<Option<u32>>,
    sizes: Vec<usize>,
}

impl Regions {
    fn of(map: &Map) -> Self {
        let mut regions = Self { of_cell: vec![None; map.terrain().len()], sizes: Vec::new() };
        let mut open = Vec::new();
        for start in 0..map.terrain().len() as u32 {
            let mut size = 0;
            open.push(start);
            while let Some(cell) = open.pop() {
                let (x, y) = position(map, cell);
                if map.is_free(x, y) && regions.of_cell[cell as usize].is_none() {
                    regions.of_cell[cell as usize] = Some(regions.sizes.len() as u32);
                    size += 1;
                    open.extend(sides((x, y)).into_iter().filter_map(|(x, y)| map.cell(x, y)));
                }
            }
            if size > 0 {
                regions.sizes.push(size);
            }
        }
        regions
    }
}

fn position(map: &Map, cell: u32) -> (u32, u32) {
    (cell % map.width(), cell / map.width())
}

/// The four neighbours of a cell; those outside the map have coordinates beyond every map.
pub(super) fn sides((x, y): (u32, u32)) -> [(u32, u32); 4] {
    [(x, y.wrapping_sub(1)), (x.wrapping_add(1), y), (x, y.wrapping_add(1)), (x.wrapping_sub(1), y)]
}
