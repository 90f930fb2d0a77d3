//! Words, literals and signs of a selector.

use crate::{Fault, SelectorError};
use ferromq_mqi::hex::from_hex;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    /// A word of the language, in capitals.
    Word(&'static str),
    Text(String),
    Bytes(Vec<u8>),
    /// Without sign, so that the smallest number can be written.
    Integer(u64),
    Float(f64),
    Sign(&'static str),
    End,
}

const WORDS: [&str; 11] = [
    "AND", "OR", "NOT", "BETWEEN", "IN", "LIKE", "ESCAPE", "IS", "NULL", "TRUE", "FALSE",
];
/// Longer ones first.
const SIGNS: [&str; 13] = [
    "<=", ">=", "<>", "=", "<", ">", "+", "-", "*", "/", "(", ")", ",",
];

/// Reads tokens one by one, each with its place.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(crate) fn next(&mut self) -> Result<(usize, Token), SelectorError> {
        let rest = self.rest();
        // Documented: the same blanks as in Java.
        let blanks = [' ', '\t', '\n', '\r', '\u{c}'];
        self.at += rest.len() - rest.trim_start_matches(blanks).len();
        let at = self.at;
        let token = self.token().map_err(|fault| SelectorError { at, fault })?;
        Ok((at, token))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn token(&mut self) -> Result<Token, Fault> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok(Token::End);
        };
        match first {
            '\'' => self.text_literal(),
            '"' => self.byte_literal(),
            '0'..='9' => self.number(),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number(),
            c if begins_name(c) => Ok(self.name_or_word()),
            c => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                let sign = sign.ok_or(Fault::Character(c))?;
                self.at += sign.len();
                Ok(Token::Sign(sign))
            }
        }
    }

    fn name_or_word(&mut self) -> Token {
        let rest = self.rest();
        let len = rest
            .find(|c: char| !continues_name(c))
            .unwrap_or(rest.len());
        self.at += len;
        let name = &rest[..len];
        let word = WORDS.iter().find(|word| name.eq_ignore_ascii_case(word));
        match word {
            Some(word) => Token::Word(word),
            None => Token::Name(name.to_owned()),
        }
    }

    /// Two quotation marks stand for one.
    fn text_literal(&mut self) -> Result<Token, Fault> {
        let rest = self.rest();
        let mut text = String::new();
        let mut from = 1;
        loop {
            let end = rest[from..].find('\'').ok_or(Fault::Literal)? + from;
            text.push_str(&rest[from..end]);
            from = end + 1;
            if !rest[from..].starts_with('\'') {
                self.at += from;
                return Ok(Token::Text(text));
            }
            text.push('\'');
            from += 1;
        }
    }

    /// `"0x"` and pairs of hexadecimal digits, at least one.
    fn byte_literal(&mut self) -> Result<Token, Fault> {
        let rest = self.rest();
        let end = rest[1..].find('"').ok_or(Fault::Literal)? + 1;
        let digits = rest[1..end]
            .strip_prefix("0x")
            .or_else(|| rest[1..end].strip_prefix("0X"))
            .filter(|digits| !digits.is_empty());
        let bytes = digits.and_then(from_hex).ok_or(Fault::Literal)?;
        self.at += end + 1;
        Ok(Token::Bytes(bytes))
    }

    fn number(&mut self) -> Result<Token, Fault> {
        let rest = self.rest();
        let mut len = digits(rest);
        if rest[len..].starts_with(['x', 'X']) && &rest[..len] == "0" {
            return self.integer_of(16, 2);
        }
        let mut exact = true;
        if rest[len..].starts_with('.') {
            exact = false;
            len += 1 + digits(&rest[len + 1..]);
        }
        if rest[len..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[len + 1..].starts_with(['+', '-']));
            let exponent = digits(&rest[len + 1 + sign..]);
            if exponent == 0 {
                return Err(Fault::Number);
            }
            exact = false;
            len += 1 + sign + exponent;
        }
        // Documented: F and D may follow and mean nothing.
        let tagged = rest[len..].starts_with(['f', 'F', 'd', 'D']);
        if exact && !tagged {
            // Documented: a zero in front makes it octal.
            let octal = len > 1 && rest.starts_with('0');
            return if octal {
                self.integer_of(8, 1)
            } else {
                self.integer_of(10, 0)
            };
        }
        let value: f64 = rest[..len].parse().map_err(|_| Fault::Number)?;
        if !value.is_finite() {
            return Err(Fault::Number);
        }
        self.at += len + usize::from(tagged);
        self.ends()?;
        Ok(Token::Float(value))
    }

    fn integer_of(&mut self, radix: u32, prefix: usize) -> Result<Token, Fault> {
        let rest = &self.rest()[prefix..];
        let len = rest
            .find(|c: char| !c.is_ascii_hexdigit() || radix < 16 && !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let value = u64::from_str_radix(&rest[..len], radix).map_err(|_| Fault::Number)?;
        self.at += prefix + len;
        // Documented: L may follow and means nothing.
        if self.rest().starts_with(['l', 'L']) {
            self.at += 1;
        }
        self.ends()?;
        Ok(Token::Integer(value))
    }

    /// A number is not followed by what could belong to it.
    fn ends(&self) -> Result<(), Fault> {
        if self.rest().starts_with(continues_name) {
            return Err(Fault::Number);
        }
        Ok(())
    }
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$' || c == '.'
}
