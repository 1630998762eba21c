//! A secret of one start.

use std::fmt;

/// 128 bits that nobody can guess, as 32 letters. Made anew at every start, for whoever is to be let in.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Whether a text is this token. Takes as long for a text that is almost right as for any other.
    pub fn is(&self, text: &str) -> bool {
        let differs = self.0.bytes().zip(text.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
        self.0.len() == text.len() && differs == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A secret does not belong into logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_itself_only() {
        let token = Token("0123456789abcdef0123456789abcdef".to_owned());
        assert!(token.is("0123456789abcdef0123456789abcdef"));
        for wrong in ["", "0", "0123456789abcdef0123456789abcdee", "0123456789abcdef0123456789abcdef0"] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_ne!(Token::random().unwrap().0, Token::random().unwrap().0);
        assert_eq!(Token::random().unwrap().0.len(), 32);
        assert_eq!(format!("{token:?}"), "Token(…)");
    }
}
