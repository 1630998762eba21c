//! Decoding of values.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::{Input, Malformed};

/// A value that can be read from bytes. It may borrow from them, and it may need a context `C` in which it is valid.
pub trait Decode<'a, C = ()>: Sized {
    /// Reads the encoding from the front of the input.
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed>;
}

impl<'a, C> Decode<'a, C> for u8 {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        input.byte()
    }
}

macro_rules! decode_unsigned {
    ($($number:ty),*) => { $(
        impl<'a, C> Decode<'a, C> for $number {
            fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
                Self::try_from(input.number()?).map_err(|_| Malformed::new("a number is out of range"))
            }
        }
    )* };
}

decode_unsigned!(u16, u32, u64, usize);

impl<'a, C> Decode<'a, C> for NonZeroU32 {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        Self::new(u32::take(input)?).ok_or(Malformed::new("a count is zero"))
    }
}

impl<'a, C> Decode<'a, C> for i64 {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let number = input.number()?;
        Ok((number >> 1) as Self ^ -((number & 1) as Self))
    }
}

impl<'a, C> Decode<'a, C> for bool {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        match input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed::new("a boolean is neither 0 nor 1")),
        }
    }
}

impl<'a, C> Decode<'a, C> for f32 {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        input.array().map(Self::from_le_bytes)
    }
}

impl<'a, C> Decode<'a, C> for f64 {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        input.array().map(Self::from_le_bytes)
    }
}

impl<'a, C> Decode<'a, C> for &'a [u8] {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        input.block()
    }
}

impl<'a, C> Decode<'a, C> for &'a str {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        input.text()
    }
}

impl<'a, C> Decode<'a, C> for String {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        input.text().map(Self::from)
    }
}

impl<'a, C> Decode<'a, C> for Arc<str> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        input.text().map(Self::from)
    }
}

impl<'a, C, T: Decode<'a, C>> Decode<'a, C> for Option<T> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        if bool::take(input)? { T::take(input).map(Some) } else { Ok(None) }
    }
}

impl<'a, C, T: Decode<'a, C>> Decode<'a, C> for Box<T> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        T::take(input).map(Self::new)
    }
}

impl<'a, C, T: Decode<'a, C>> Decode<'a, C> for Vec<T> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        // Not with the capacity of the count: an item may take much more memory than its encoding.
        let count = input.count()?;
        (0..count).map(|_| T::take(input)).collect()
    }
}

impl<'a, C, T: Decode<'a, C>> Decode<'a, C> for VecDeque<T> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        Vec::take(input).map(Self::from)
    }
}

impl<'a, C, T: Decode<'a, C> + Copy + Default, const N: usize> Decode<'a, C> for [T; N] {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let mut values = [T::default(); N];
        for value in &mut values {
            *value = T::take(input)?;
        }
        Ok(values)
    }
}

const OUT_OF_ORDER: Malformed = Malformed::new("a list is not in order or has duplicates");

impl<'a, C, K: Decode<'a, C> + Ord, V: Decode<'a, C>> Decode<'a, C> for BTreeMap<K, V> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let entries = Vec::<(K, V)>::take(input)?;
        let is_sorted = entries.is_sorted_by(|(one, _), (next, _)| one < next);
        if is_sorted { Ok(entries.into_iter().collect()) } else { Err(OUT_OF_ORDER) }
    }
}

impl<'a, C, T: Decode<'a, C> + Ord> Decode<'a, C> for BTreeSet<T> {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        let values = Vec::<T>::take(input)?;
        let is_sorted = values.is_sorted_by(|one, next| one < next);
        if is_sorted { Ok(values.into_iter().collect()) } else { Err(OUT_OF_ORDER) }
    }
}

impl<'a, C, A: Decode<'a, C>, B: Decode<'a, C>> Decode<'a, C> for (A, B) {
    fn take(input: &mut Input<'a, C>) -> Result<Self, Malformed> {
        Ok((A::take(input)?, B::take(input)?))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Encode;

    fn coded<T: Encode + ?Sized>(value: &T) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.put(&mut bytes);
        bytes
    }

    fn decoded<'a, T: Decode<'a>>(bytes: &'a [u8]) -> Result<T, Malformed> {
        let mut input = Input::new(bytes);
        let value = T::take(&mut input)?;
        input.end().map(|()| value)
    }

    #[test]
    fn values_have_the_documented_bytes() {
        assert_eq!(coded(&0u64), [0]);
        assert_eq!(coded(&127u64), [0x7f]);
        assert_eq!(coded(&128u64), [0x80, 1]);
        assert_eq!(coded(&300u32), [0xac, 2]);
        assert_eq!(coded(&200u8), [200]);
        assert_eq!(coded(&u64::MAX), [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]);
        assert_eq!(coded(&-1i64), [1]);
        assert_eq!(coded(&1i64), [2]);
        assert_eq!(coded(&i64::MIN), coded(&u64::MAX));
        assert_eq!(coded(&1.5f32), [0, 0, 0xc0, 0x3f]);
        assert_eq!(coded(&1.0f64), [0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
        assert_eq!(coded(&Some("ab")), [1, 2, b'a', b'b']);
        assert_eq!(coded(&None::<bool>), [0]);
        assert_eq!(coded(&vec![(1u32, true), (2, false)]), [2, 1, 1, 2, 0]);
        assert_eq!(coded(&[7u8, 200][..]), [2, 7, 200]);
        assert_eq!(coded(&[7u8, 200]), [7, 200]);
    }

    #[test]
    fn alternative_encodings_are_rejected() {
        for bytes in [
            &[0x80, 0][..],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0],
            &[0x80],
        ] {
            assert!(decoded::<u64>(bytes).is_err(), "{bytes:?}");
        }
        assert!(decoded::<u32>(&coded(&(1u64 << 32))).is_err());
        assert!(decoded::<bool>(&[2]).is_err());
        assert!(decoded::<&str>(&[1, 0xff]).is_err());
        assert!(decoded::<&[u8]>(&[3, 1, 2]).is_err());
        assert!(decoded::<BTreeSet<u8>>(&[2, 5, 5]).is_err());
        assert!(decoded::<BTreeMap<u8, u8>>(&[2, 5, 0, 4, 0]).is_err());
        assert!(decoded::<u64>(&[1, 1]).is_err());
    }

    #[test]
    fn wrong_count_is_rejected_without_allocating() {
        let bytes = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 7, 7];
        assert_eq!(decoded::<Vec<u64>>(&bytes), Err(Malformed::new("unexpected end of data")));
    }

    #[test]
    fn texts_above_the_cap_are_rejected() {
        let bytes = coded("four");
        let text = |max| <&str>::take(&mut Input::new(&bytes).text_bytes_max(max));
        assert_eq!(text(4), Ok("four"));
        assert!(text(3).is_err());
    }

    proptest! {
        #[test]
        fn values_round_trip(
            unsigned: u64,
            shift in 0u32..64,
            signed: i64,
            text: String,
            list: Vec<(u16, bool)>,
            map: BTreeMap<u32, Option<i64>>,
        ) {
            let value = (unsigned >> shift, signed >> shift);
            prop_assert_eq!(decoded(&coded(&value)), Ok(value));
            prop_assert_eq!(decoded(&coded(&text)), Ok(text));
            prop_assert_eq!(decoded(&coded(&list)), Ok(list));
            prop_assert_eq!(decoded(&coded(&map)), Ok(map));
        }

        #[test]
        fn decoded_values_encode_to_the_same_bytes(bytes: Vec<u8>) {
            let mut input = Input::new(&bytes);
            if let Ok(value) = Vec::<(u64, Option<i64>)>::take(&mut input) {
                let used = bytes.len() - input.rest().len();
                prop_assert_eq!(&coded(&value), &bytes[..used]);
            }
        }
    }
}
