//! Tokens of one command.

use super::{Fault, SyntaxError};

/// One token with the offset of the byte after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) end: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Characters up to the next one with a meaning, folded to upper case.
    Word(String),
    /// What stood between quotation marks, as it was typed.
    Quoted(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
}

/// Takes the tokens off a command one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Offset of the end of the text.
    pub(crate) fn text_end(&self) -> usize {
        self.text.trim_end().len()
    }

    /// The next token, or nothing at the end of the command.
    pub(crate) fn next_token(&mut self) -> Result<Option<Token>, SyntaxError> {
        self.skip_blanks();
        let Some(first) = self.peek() else {
            return Ok(None);
        };
        let kind = match first {
            '(' => self.single(TokenKind::Open),
            ')' => self.single(TokenKind::Close),
            ',' => self.single(TokenKind::Comma),
            '\'' | '"' => TokenKind::Quoted(self.quoted(first)?),
            _ => TokenKind::Word(self.word()?),
        };
        Ok(Some(Token { kind, end: self.at }))
    }

    fn single(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 1;
        kind
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(is_blank) {
            self.advance();
        }
    }

    /// A word ends where another token begins. A quotation mark inside it is an error, because
    /// it is far more often a slip than meant.
    fn word(&mut self) -> Result<String, SyntaxError> {
        let start = self.at;
        while let Some(found) = self.peek() {
            match found {
                '(' | ')' | ',' => break,
                '\'' | '"' => return Err(SyntaxError::malformed(self.at + 1)),
                _ if is_blank(found) => break,
                _ => self.advance(),
            }
        }
        Ok(self.text[start..self.at].to_ascii_uppercase())
    }

    /// Two quotation marks in a row inside a quotation are one. Nothing at all between them is
    /// one blank.
    fn quoted(&mut self, mark: char) -> Result<String, SyntaxError> {
        let mut value = String::new();
        self.advance();
        loop {
            let Some(found) = self.peek() else {
                return Err(SyntaxError::new(self.text_end(), Fault::Unfinished));
            };
            self.advance();
            if found != mark {
                value.push(found);
            } else if self.peek() == Some(mark) {
                self.advance();
                value.push(mark);
            } else {
                break;
            }
        }
        match self.peek() {
            Some(next) if !is_blank(next) && !matches!(next, '(' | ')' | ',') => {
                Err(SyntaxError::malformed(self.at + next.len_utf8()))
            }
            _ if value.is_empty() => Ok(" ".to_string()),
            _ => Ok(value),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn advance(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }
}

fn is_blank(found: char) -> bool {
    matches!(found, ' ' | '\t' | '\r' | '\n')
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, Tokens};
    use crate::syntax::{Fault, SyntaxError};

    fn all(text: &str) -> Result<Vec<TokenKind>, SyntaxError> {
        let mut tokens = Tokens::new(text);
        let mut found = Vec::new();
        while let Some(token) = tokens.next_token()? {
            found.push(token.kind);
        }
        Ok(found)
    }

    #[test]
    fn words_are_folded_and_quotations_are_not() {
        let word = |text: &str| TokenKind::Word(text.into());
        assert_eq!(
            all("def ql('a b''c') , descr (X.y)"),
            Ok(vec![
                word("DEF"),
                word("QL"),
                TokenKind::Open,
                TokenKind::Quoted("a b'c".into()),
                TokenKind::Close,
                TokenKind::Comma,
                word("DESCR"),
                TokenKind::Open,
                word("X.Y"),
                TokenKind::Close,
            ])
        );
    }

    #[test]
    fn an_empty_quotation_is_one_blank() {
        assert_eq!(all("''"), Ok(vec![TokenKind::Quoted(" ".into())]));
    }

    #[test]
    fn a_quotation_mark_inside_a_word_is_an_error_right_there() {
        assert_eq!(all("RQMNAME (QMB') X"), Err(SyntaxError::malformed(13)));
        assert_eq!(all("X('a'b)"), Err(SyntaxError::malformed(6)));
    }

    #[test]
    fn an_open_quotation_is_an_error_at_the_end() {
        assert_eq!(all("X('abc  "), Err(SyntaxError::new(6, Fault::Unfinished)));
    }
}
