//! JSON, as much of it as a channel table needs: read whole, into a tree.

use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    /// In the order given; of equal names the last one counts.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The member of that name.
    pub(super) fn member(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Object(members) => {
                let found = members.iter().rev().find(|(other, _)| other == name);
                found.map(|(_, value)| value)
            }
            _ => None,
        }
    }
}

/// Text that is no JSON: where, and what was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotJson {
    line: usize,
    wanted: &'static str,
}

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} is wanted here", self.line, self.wanted)
    }
}

/// Values within values.
const DEPTH_MAX: usize = 64;

/// Reads one value and nothing behind it.
pub(super) fn read(text: &str) -> Result<Value, NotJson> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.skip_space();
    if reader.at < text.len() {
        return Err(reader.wants("the end of the text"));
    }
    Ok(value)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wants(&self, wanted: &'static str) -> NotJson {
        let before = &self.text.as_bytes()[..self.at.min(self.text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        NotJson { line, wanted }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let space = [' ', '\t', '\r', '\n'];
        self.at = self.text.len() - self.rest().trim_start_matches(space).len();
    }

    /// Takes the character when it comes next.
    fn took(&mut self, character: char) -> bool {
        self.skip_space();
        let comes = self.rest().starts_with(character);
        self.at += usize::from(comes);
        comes
    }

    fn value(&mut self, depth: usize) -> Result<Value, NotJson> {
        if depth > DEPTH_MAX {
            return Err(self.wants("a value less deep inside others"));
        }
        self.skip_space();
        for (word, value) in [
            ("null", Value::Null),
            ("true", Value::Flag(true)),
            ("false", Value::Flag(false)),
        ] {
            if self.rest().starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        match self.rest().chars().next() {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            Some('"') => self.string().map(Value::Text),
            Some('-' | '0'..='9') => self.number(),
            _ => Err(self.wants("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, NotJson> {
        self.at += 1;
        let mut members = Vec::new();
        if self.took('}') {
            return Ok(Value::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            if !self.took(':') {
                return Err(self.wants("a colon"));
            }
            members.push((name, self.value(depth + 1)?));
            if self.took('}') {
                return Ok(Value::Object(members));
            }
            if !self.took(',') {
                return Err(self.wants("a comma or a closing brace"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, NotJson> {
        self.at += 1;
        let mut values = Vec::new();
        if self.took(']') {
            return Ok(Value::List(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            if self.took(']') {
                return Ok(Value::List(values));
            }
            if !self.took(',') {
                return Err(self.wants("a comma or a closing bracket"));
            }
        }
    }

    fn number(&mut self) -> Result<Value, NotJson> {
        let length = self
            .rest()
            .find(|c: char| !c.is_ascii_digit() && !['-', '+', '.', 'e', 'E'].contains(&c))
            .unwrap_or(self.rest().len());
        let number = self.rest()[..length].parse();
        let number = number.map_err(|_| self.wants("a number"))?;
        self.at += length;
        Ok(Value::Number(number))
    }

    fn string(&mut self) -> Result<String, NotJson> {
        if !self.rest().starts_with('"') {
            return Err(self.wants("a quoted string"));
        }
        self.at += 1;
        let mut string = String::new();
        loop {
            let Some(character) = self.rest().chars().next() else {
                return Err(self.wants("a closing quote"));
            };
            self.at += character.len_utf8();
            match character {
                '"' => return Ok(string),
                '\\' => string.push(self.escaped()?),
                '\0'..='\x1f' => return Err(self.wants("a closing quote")),
                other => string.push(other),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, NotJson> {
        let wrong = self.wants("an escape there is");
        let escape = self.rest().chars().next().ok_or(wrong.clone())?;
        self.at += escape.len_utf8();
        Ok(match escape {
            '"' | '\\' | '/' => escape,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.code_unit().ok_or(wrong.clone())?;
                let mut units = vec![first];
                if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
                    self.at += 2;
                    units.push(self.code_unit().ok_or(wrong.clone())?);
                }
                let mut decoded = char::decode_utf16(units);
                match (decoded.next(), decoded.next()) {
                    (Some(Ok(character)), None) => character,
                    _ => return Err(wrong),
                }
            }
            _ => return Err(wrong),
        })
    }

    fn code_unit(&mut self) -> Option<u16> {
        let digits = self.rest().get(..4)?;
        let unit = u16::from_str_radix(digits, 16).ok()?;
        self.at += 4;
        Some(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, read};

    #[test]
    fn values_are_read_as_they_are_written() {
        let value =
            read(" { \"a\" : [1, -2.5e1, true, null, {}], \"b\": \"x\\u00e4\\ud83d\\ude00\\n\" } ");
        let value = value.expect("JSON");
        assert_eq!(
            value.member("a"),
            Some(&Value::List(vec![
                Value::Number(1.0),
                Value::Number(-25.0),
                Value::Flag(true),
                Value::Null,
                Value::Object(Vec::new()),
            ]))
        );
        assert_eq!(value.member("b"), Some(&Value::Text("xä😀\n".into())));
    }

    #[test]
    fn of_equal_names_the_last_one_counts() {
        let value = read("{\"a\":1,\"a\":2}").expect("JSON");
        assert_eq!(value.member("a"), Some(&Value::Number(2.0)));
    }

    #[test]
    fn what_is_no_json_is_told_with_its_line() {
        for text in [
            "",
            "{",
            "[1",
            "{\"a\"}",
            "{\"a\":}",
            "[1,]",
            "\"a",
            "tru",
            "1 2",
            "{a:1}",
            "\"\\x\"",
            "\"\\ud800\"",
            "--1",
        ] {
            read(text).expect_err(text);
        }
        let error = read("{\n \"a\": 1\n \"b\": 2}").expect_err("a comma is missing");
        assert!(error.to_string().starts_with("line 3: a comma"), "{error}");
        read(&"[".repeat(100_000)).expect_err("too deep");
    }
}
