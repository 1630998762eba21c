//! The token that clients must present.

use std::fmt;

/// A random 128-bit token as 32 hexadecimal digits. Every run of a server creates another one.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Creates a random token.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Whether a text is this token. The comparison takes constant time.
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

/// Hides the token, so that it does not appear in logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_token_matches() {
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
