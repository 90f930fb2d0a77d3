//! A line being edited: keys in, text and cursor out. No terminal here.

/// What a key led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The line goes on.
    More,
    /// The line is done.
    Line(String),
    /// The line is given up.
    Cancelled,
    /// The input has ended.
    End,
    /// What was typed is to be completed.
    Complete,
}

/// Lines kept for going back to.
const HISTORY_MAX: usize = 1000;

/// Longest line.
const CHARACTERS_MAX: usize = 32_768;

/// The line and the lines before it.
#[derive(Debug, Default)]
pub(super) struct Edit {
    text: Vec<char>,
    cursor: usize,
    history: Vec<String>,
    /// Which line of the history is shown, counted from the newest; 0 is the new one.
    back: usize,
    /// The new line, while one of the history is shown.
    put_aside: Vec<char>,
    /// Bytes of a key that needs more bytes.
    partial: Vec<u8>,
}

impl Edit {
    /// The text and the place of the cursor in it, in characters.
    pub(super) fn shown(&self) -> (&[char], usize) {
        (&self.text, self.cursor)
    }

    /// Begins a new line.
    pub(super) fn begin(&mut self) {
        self.text.clear();
        self.cursor = 0;
        self.back = 0;
        self.partial.clear();
    }

    /// Takes one byte from the keyboard.
    pub(super) fn key(&mut self, byte: u8) -> Outcome {
        if !self.partial.is_empty() || byte == 0x1b || byte >= 0x80 {
            self.partial.push(byte);
            self.partial_key();
            return Outcome::More;
        }
        match byte {
            b'\r' | b'\n' => return Outcome::Line(self.take()),
            0x03 => return Outcome::Cancelled,
            0x04 if self.text.is_empty() => return Outcome::End,
            0x04 => self.delete(),
            0x01 => self.cursor = 0,
            0x05 => self.cursor = self.text.len(),
            0x02 => self.cursor = self.cursor.saturating_sub(1),
            0x06 => self.cursor = (self.cursor + 1).min(self.text.len()),
            0x08 | 0x7f => self.backspace(),
            0x0b => self.text.truncate(self.cursor),
            0x15 => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            0x17 => self.delete_word(),
            0x10 => self.go_back(),
            0x0e => self.go_forth(),
            b'\t' => return Outcome::Complete,
            0x20..=0x7e => self.insert(char::from(byte)),
            _ => {}
        }
        Outcome::More
    }

    /// Acts on the bytes of a key once they are complete.
    fn partial_key(&mut self) {
        match self.partial.as_slice() {
            [0x1b] | [0x1b, b'[' | b'O'] => return,
            [0x1b, b'[', digits @ .., last] if last.is_ascii_digit() && digits.len() < 8 => return,
            [0x1b, b'[', digits @ .., b';'] if digits.len() < 8 => return,
            [0x1b, b'[' | b'O', b'A'] => self.go_back(),
            [0x1b, b'[' | b'O', b'B'] => self.go_forth(),
            [0x1b, b'[' | b'O', b'C'] => self.cursor = (self.cursor + 1).min(self.text.len()),
            [0x1b, b'[' | b'O', b'D'] => self.cursor = self.cursor.saturating_sub(1),
            [0x1b, b'[' | b'O', b'H'] | [0x1b, b'[', b'1' | b'7', b'~'] => self.cursor = 0,
            [0x1b, b'[' | b'O', b'F'] | [0x1b, b'[', b'4' | b'8', b'~'] => {
                self.cursor = self.text.len();
            }
            [0x1b, b'[', b'3', b'~'] => self.delete(),
            [0x1b, ..] => {}
            bytes => match std::str::from_utf8(bytes) {
                Ok(text) => {
                    let typed: Vec<char> = text.chars().collect();
                    typed
                        .into_iter()
                        .for_each(|character| self.insert(character));
                }
                // The rest of the character is on its way.
                Err(error) if error.error_len().is_none() && bytes.len() < 4 => return,
                Err(_) => {}
            },
        }
        self.partial.clear();
    }

    /// Puts text in the place of the last `count` characters before the cursor.
    pub(super) fn replace(&mut self, count: usize, text: &str) {
        let from = self.cursor.saturating_sub(count);
        self.text.drain(from..self.cursor);
        self.cursor = from;
        text.chars().for_each(|character| self.insert(character));
    }

    fn insert(&mut self, character: char) {
        if self.text.len() < CHARACTERS_MAX {
            self.text.insert(self.cursor, character);
            self.cursor += 1;
        }
    }

    fn backspace(&mut self) {
        if self.cursor > 0 {
            self.cursor -= 1;
            self.text.remove(self.cursor);
        }
    }

    fn delete(&mut self) {
        if self.cursor < self.text.len() {
            self.text.remove(self.cursor);
        }
    }

    fn delete_word(&mut self) {
        let before = &self.text[..self.cursor];
        let word_end = before
            .iter()
            .rposition(|c| *c != ' ')
            .map_or(0, |at| at + 1);
        let start = before[..word_end]
            .iter()
            .rposition(|c| *c == ' ')
            .map_or(0, |at| at + 1);
        self.text.drain(start..self.cursor);
        self.cursor = start;
    }

    fn go_back(&mut self) {
        if self.back == self.history.len() {
            return;
        }
        if self.back == 0 {
            self.put_aside = std::mem::take(&mut self.text);
        }
        self.back += 1;
        self.show_history();
    }

    fn go_forth(&mut self) {
        match self.back {
            0 => return,
            1 => {
                self.back = 0;
                self.text = std::mem::take(&mut self.put_aside);
                self.cursor = self.text.len();
                return;
            }
            _ => self.back -= 1,
        }
        self.show_history();
    }

    fn show_history(&mut self) {
        self.text = self.history[self.history.len() - self.back]
            .chars()
            .collect();
        self.cursor = self.text.len();
    }

    fn take(&mut self) -> String {
        let line: String = self.text.iter().collect();
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
            if self.history.len() > HISTORY_MAX {
                self.history.remove(0);
            }
        }
        self.begin();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, Outcome};

    fn type_in(edit: &mut Edit, keys: &[u8]) -> Outcome {
        let mut last = Outcome::More;
        for key in keys {
            last = edit.key(*key);
        }
        last
    }

    fn text(edit: &Edit) -> String {
        edit.shown().0.iter().collect()
    }

    #[test]
    fn a_line_is_typed_corrected_and_taken() {
        let mut edit = Edit::default();
        // A wrong letter is taken back, one in the middle deleted, and the end is reached again.
        let taken = type_in(&mut edit, b"DIS QMMX\x7fGR\x1b[D\x1b[D\x1b[D\x1b[3~\x05;\r");
        assert_eq!(taken, Outcome::Line("DIS QMGR;".to_owned()));
        assert_eq!(edit.key(b'x'), Outcome::More);
        assert_eq!(edit.key(3), Outcome::Cancelled);
    }

    #[test]
    fn earlier_lines_come_back_and_the_new_one_is_not_lost() {
        let mut edit = Edit::default();
        type_in(&mut edit, b"one\rtwo\rtwo\rnew");
        type_in(&mut edit, b"\x1b[A");
        assert_eq!(text(&edit), "two");
        type_in(&mut edit, b"\x1b[A\x1b[A\x1b[A");
        assert_eq!(text(&edit), "one");
        type_in(&mut edit, b"\x1b[B\x1b[B");
        assert_eq!(text(&edit), "new");
    }

    #[test]
    fn words_and_halves_of_lines_are_deleted() {
        let mut edit = Edit::default();
        type_in(&mut edit, b"DISPLAY QLOCAL(X)  \x17");
        assert_eq!(text(&edit), "DISPLAY ");
        type_in(&mut edit, b"Q\x01\x06\x06\x06\x0b");
        assert_eq!(text(&edit), "DIS");
        type_in(&mut edit, b"\x15");
        assert_eq!(text(&edit), "");
        assert_eq!(edit.key(4), Outcome::End);
    }

    #[test]
    fn a_completed_word_stands_where_its_beginning_was() {
        let mut edit = Edit::default();
        assert_eq!(
            type_in(&mut edit, b"dis ql X\x1b[D\x1b[D\t"),
            Outcome::Complete
        );
        edit.replace(2, "QLOCAL(");
        assert_eq!(
            (text(&edit).as_str(), edit.shown().1),
            ("dis QLOCAL( X", 11)
        );
        edit.replace(100, "");
        assert_eq!(text(&edit), " X");
    }

    #[test]
    fn characters_of_several_bytes_are_one_character() {
        let mut edit = Edit::default();
        type_in(&mut edit, "a\u{e4}\u{20ac}b".as_bytes());
        assert_eq!(
            (text(&edit).as_str(), edit.shown().1),
            ("a\u{e4}\u{20ac}b", 4)
        );
    }

    #[test]
    fn no_keys_make_the_editor_panic() {
        let mut edit = Edit::default();
        for one in 0..=255_u8 {
            for two in [0x1b, b'[', b'3', b'~', 0xc3, 0xff, b'A', b'\r', 0x17, 0x08] {
                type_in(&mut edit, &[one, two, b'x']);
            }
        }
    }
}
