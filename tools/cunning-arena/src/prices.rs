//! Prices. A station that says how much it wants to have in stock asks and pays more while it has less, and less while it
//! has more. It buys and makes no more than twice that.

use crate::World;
use crate::id::{ItemId, StationId};
use crate::scene::StationSpec;

/// The multiple of the wanted stock at which a station buys and makes no more.
const FULL: u32 = 2;
/// The room below which a station that has almost enough buys nothing, so that a whole load fits.
const LOAD: u16 = 16;

impl World {
    /// The price at which a station sells an item now, if it does.
    pub fn asks(&self, station: StationId, item: ItemId) -> Option<u16> {
        let spec = self.scene.stations.get(station.index())?;
        let (_, price) = spec.sells.iter().find(|(sold, _)| *sold == item)?;
        Some(self.current(spec, station, item, *price))
    }

    /// The price at which a station buys an item now, if it does.
    pub fn pays(&self, station: StationId, item: ItemId) -> Option<u16> {
        let spec = self.scene.stations.get(station.index())?;
        let (_, price) = spec.buys.iter().find(|(bought, _)| *bought == item)?;
        let price = self.current(spec, station, item, *price);
        let load = LOAD.min(spec.wants.count(item).max(1));
        (self.room_at(station, item) >= load).then_some(price)
    }

    /// How many more items of a kind a station takes in.
    pub(crate) fn room_at(&self, station: StationId, item: ItemId) -> u16 {
        let (spec, stock) = (&self.scene.stations[station.index()], &self.state.stocks[station.index()]);
        match u32::from(spec.wants.count(item)) {
            0 => stock.room(item),
            wanted => {
                let room = (FULL * wanted).saturating_sub(stock.count(item).into());
                stock.room(item).min(u16::try_from(room).unwrap_or(u16::MAX))
            }
        }
    }

    /// The index of the stock that a station's money is in.
    pub(crate) fn till(&self, station: StationId) -> usize {
        self.scene.stations[station.index()].till.unwrap_or(station).index()
    }

    /// The listed price at the wanted stock, twice as much at none, and half as much from one and a half times the wanted
    /// stock on.
    fn current(&self, spec: &StationSpec, station: StationId, item: ItemId, price: u16) -> u16 {
        let wanted = u32::from(spec.wants.count(item));
        if wanted == 0 {
            return price;
        }
        let stock = u32::from(self.state.stocks[station.index()].count(item));
        // Twice the factor, so that no half is lost.
        let factor = (4 * wanted).saturating_sub(2 * stock).max(wanted);
        let price = (u32::from(price) * factor + wanted) / (2 * wanted);
        price.clamp(1, u16::MAX.into()) as u16
    }
}
