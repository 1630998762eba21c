//! An opaque colour in sRGB. Mixing is done here, in integers, so that all outputs show the same colour.

use std::fmt;

/// An opaque sRGB colour. Displays as `#rrggbb`.
///
/// ```
/// use cunning_draw::Colour;
/// assert_eq!(Colour::hex(0x0a_4f_89).to_string(), "#0a4f89");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Colour {
    /// The colour written `0xRRGGBB`; higher bits are ignored.
    pub const fn hex(rgb: u32) -> Self {
        Self { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8 }
    }

    /// This colour with `share` of `of` parts replaced by `other`: share 0 gives `self`, share `of` gives `other`.
    pub(crate) fn mix(self, other: Self, share: u32, of: u32) -> Self {
        let channel = |a: u8, b: u8| {
            let (share, of) = (u64::from(share.min(of)), u64::from(of.max(1)));
            ((u64::from(a) * (of - share) + u64::from(b) * share + of / 2) / of) as u8
        };
        Self {
            red: channel(self.red, other.red),
            green: channel(self.green, other.green),
            blue: channel(self.blue, other.blue),
        }
    }

    /// Whether white text on this colour is easier to read than black text.
    pub(crate) fn is_dark(self) -> bool {
        // The weights are the usual ones of luma, in thousandths.
        let luma = 299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue);
        luma < 140_000
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_reaches_both_ends_and_rounds_between() {
        let (black, white) = (Colour::hex(0), Colour::hex(0xff_ff_ff));
        assert_eq!(black.mix(white, 0, 4), black);
        assert_eq!(black.mix(white, 4, 4), white);
        assert_eq!(black.mix(white, 9, 4), white);
        assert_eq!(black.mix(white, 1, 2), Colour::hex(0x80_80_80));
    }
}
