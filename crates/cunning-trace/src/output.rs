//! Limited buffers and inputs for the encoding of records.

use cunning_encode::{Input, Sink};

use crate::limits::{RECORD_BYTES_MAX, TEXT_BYTES_MAX};

/// A buffer for encodings that remembers whether a size limit was exceeded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    is_oversize: bool,
}

impl Output {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), is_oversize: false }
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.is_oversize = false;
    }

    /// The encoded bytes, or `None` if they exceed the limit.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        (!self.is_oversize).then_some(&self.bytes)
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }
}

impl Sink for Output {
    fn raw(&mut self, bytes: &[u8]) {
        if bytes.len() > RECORD_BYTES_MAX - self.bytes.len() {
            self.is_oversize = true;
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    fn text(&mut self, text: &str) {
        if text.len() > TEXT_BYTES_MAX {
            self.is_oversize = true;
        } else {
            self.block(text.as_bytes());
        }
    }
}

/// An input with the limits of recordings.
pub(crate) fn input(bytes: &[u8]) -> Input<'_> {
    Input::new(bytes).text_bytes_max(TEXT_BYTES_MAX)
}

/// Declares an enum whose cases are encoded as one byte.
macro_rules! encoded_names {
    ($(#[$outer:meta])* $name:ident { $( $(#[$doc:meta])* $case:ident = $code:literal ),+ $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name { $( $(#[$doc])* $case = $code ),+ }

        impl $name {
            /// All cases, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$( Self::$case ),+];
        }

        cunning_encode::encode_enum!($name { $( $code = $case ),+ });
    };
}
pub(crate) use encoded_names;

#[cfg(test)]
mod tests {
    use cunning_encode::{Decode as _, Encode as _};

    use super::*;

    #[test]
    fn oversized_values_are_detected() {
        let mut out = Output::default();
        let long = "x".repeat(TEXT_BYTES_MAX + 1);
        long.put(&mut out);
        assert_eq!(out.bytes(), None);
        out.clear();
        long[1..].put(&mut out);
        assert!(out.bytes().is_some());
        out.raw(&vec![0; RECORD_BYTES_MAX]);
        assert_eq!(out.bytes(), None);
    }

    #[test]
    fn oversized_texts_are_rejected() {
        let mut bytes = Vec::new();
        "x".repeat(TEXT_BYTES_MAX + 1).put(&mut bytes);
        assert!(String::take(&mut Input::new(&bytes)).is_ok());
        assert!(String::take(&mut input(&bytes)).is_err());
    }
}
