//! Saving a stream of random choices: its seed and the number of draws.

pub(crate) use cunning_walk::Random as Dice;

use crate::world::wire::{Broken, Reader, Sink, Wire};

impl Wire for Dice {
    fn put(&self, out: &mut impl Sink) {
        self.seed().put(out);
        self.draws().put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Self, Broken> {
        Ok(Self::resumed(u64::take(from)?, u64::take(from)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_stream_resumes_where_it_was() {
        let draw = |dice: &mut Dice| (0..100).map(|_| dice.permille(500)).collect::<Vec<bool>>();
        let mut dice = Dice::from_seed(7);
        draw(&mut dice);
        let mut bytes = Vec::new();
        dice.put(&mut bytes);
        let mut restored = Dice::take(&mut Reader::new(&bytes)).unwrap();
        assert_eq!(draw(&mut restored), draw(&mut dice));
    }
}
