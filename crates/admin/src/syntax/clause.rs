//! Clauses: a keyword, alone or with values in parentheses.

use super::token::{Token, TokenKind, Tokens};
use super::{Fault, SyntaxError};

/// One value in parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Argument {
    /// Its text; folded to upper case unless it was quoted.
    pub(crate) text: String,
    /// Whether it stood in quotation marks.
    pub(crate) quoted: bool,
    /// Offset of the byte after it.
    pub(crate) end: usize,
}

/// The values of a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// In the order they were given.
    pub(crate) list: Vec<Argument>,
    /// Offset of the closing parenthesis.
    pub(crate) end: usize,
}

/// A keyword with or without values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// In upper case.
    pub(crate) keyword: String,
    /// Offset of the byte after the keyword.
    pub(crate) end: usize,
    /// What stood in parentheses after it.
    pub(crate) arguments: Option<Arguments>,
}

impl Clause {
    /// The clause must be the keyword alone.
    pub(crate) fn bare(&self) -> Result<(), SyntaxError> {
        match &self.arguments {
            None => Ok(()),
            Some(_) => Err(SyntaxError::malformed(self.end)),
        }
    }

    /// The clause must have exactly one value.
    pub(crate) fn single(&self) -> Result<&Argument, SyntaxError> {
        let Some(arguments) = &self.arguments else {
            return Err(SyntaxError::malformed(self.end));
        };
        match arguments.list.as_slice() {
            [one] => Ok(one),
            [] => Err(SyntaxError::malformed(arguments.end)),
            [_, second, ..] => Err(SyntaxError::malformed(second.end)),
        }
    }

    /// What to answer to its value where others are expected.
    pub(crate) fn bad_value(&self, expected: &str) -> SyntaxError {
        let end = self.single().map_or(self.end, |argument| argument.end);
        SyntaxError::bad_value(end, &self.keyword, expected)
    }

    /// The clause must have values, perhaps none.
    pub(crate) fn many(&self) -> Result<&[Argument], SyntaxError> {
        match &self.arguments {
            Some(arguments) => Ok(&arguments.list),
            None => Err(SyntaxError::malformed(self.end)),
        }
    }
}

/// Takes the clauses off a command one after the other, so that the first error in reading
/// order is the one reported.
#[derive(Clone, Debug)]
pub(crate) struct Clauses<'a> {
    tokens: Tokens<'a>,
    held: Option<Token>,
}

impl<'a> Clauses<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            tokens: Tokens::new(text),
            held: None,
        }
    }

    /// Offset of the end of the command.
    pub(crate) fn text_end(&self) -> usize {
        self.tokens.text_end()
    }

    /// The next clause, or nothing at the end of the command.
    pub(crate) fn next_clause(&mut self) -> Result<Option<Clause>, SyntaxError> {
        loop {
            let Some(token) = self.take()? else {
                return Ok(None);
            };
            match token.kind {
                TokenKind::Comma => {}
                TokenKind::Word(keyword) => {
                    let arguments = self.arguments()?;
                    return Ok(Some(Clause {
                        keyword,
                        end: token.end,
                        arguments,
                    }));
                }
                _ => return Err(SyntaxError::malformed(token.end)),
            }
        }
    }

    /// The next word without looking for values: the verb of a command.
    pub(crate) fn next_word(&mut self) -> Result<Option<(String, usize)>, SyntaxError> {
        match self.take()? {
            None => Ok(None),
            Some(Token {
                kind: TokenKind::Word(word),
                end,
            }) => Ok(Some((word, end))),
            Some(other) => Err(SyntaxError::malformed(other.end)),
        }
    }

    fn take(&mut self) -> Result<Option<Token>, SyntaxError> {
        match self.held.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next_token(),
        }
    }

    fn arguments(&mut self) -> Result<Option<Arguments>, SyntaxError> {
        // An unreadable token after a keyword belongs to the clause that follows it.
        let before = self.tokens.clone();
        match self.tokens.next_token() {
            Ok(Some(Token {
                kind: TokenKind::Open,
                ..
            })) => {}
            Ok(Some(other)) => {
                self.held = Some(other);
                return Ok(None);
            }
            Ok(None) => return Ok(None),
            Err(_) => {
                self.tokens = before;
                return Ok(None);
            }
        }
        let mut list = Vec::new();
        loop {
            let Some(token) = self.tokens.next_token()? else {
                return Err(SyntaxError::new(self.text_end(), Fault::Unfinished));
            };
            let (text, quoted) = match token.kind {
                TokenKind::Comma => continue,
                TokenKind::Close => {
                    return Ok(Some(Arguments {
                        list,
                        end: token.end,
                    }));
                }
                TokenKind::Open => return Err(SyntaxError::malformed(token.end)),
                TokenKind::Word(text) => (text, false),
                TokenKind::Quoted(text) => (text, true),
            };
            list.push(Argument {
                text,
                quoted,
                end: token.end,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Clauses;
    use crate::syntax::SyntaxError;

    #[test]
    fn keywords_come_with_their_values_across_blanks_and_commas() {
        let mut clauses = Clauses::new("ql ( 'Account' ), TRIGGER,names(a, b c)");
        let first = clauses.next_clause().unwrap().unwrap();
        assert_eq!(first.keyword, "QL");
        assert_eq!(first.single().unwrap().text, "Account");
        let second = clauses.next_clause().unwrap().unwrap();
        assert!(second.bare().is_ok());
        let third = clauses.next_clause().unwrap().unwrap();
        let texts: Vec<_> = third
            .many()
            .unwrap()
            .iter()
            .map(|one| one.text.as_str())
            .collect();
        assert_eq!(texts, ["A", "B", "C"]);
        assert_eq!(clauses.next_clause(), Ok(None));
    }

    #[test]
    fn nested_parentheses_need_quotation_marks() {
        let mut clauses = Clauses::new("CONNAME(host(1414))");
        assert_eq!(clauses.next_clause(), Err(SyntaxError::malformed(13)));
    }

    #[test]
    fn the_first_error_in_reading_order_wins() {
        let mut clauses = Clauses::new("FOO 'bar");
        assert_eq!(clauses.next_clause().unwrap().unwrap().keyword, "FOO");
        assert!(clauses.next_clause().is_err());
    }
}
