//! Lines from a terminal, with a prompt and a history.

use super::edit::{Edit, Outcome};
use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr,
};
use std::io::{self, Read, Write};

/// Columns of a terminal that does not say how many it has.
const COLUMNS_USUAL: usize = 80;

/// Reads lines from the terminal that is the standard input.
#[derive(Debug)]
pub(super) struct LineEditor {
    edit: Edit,
    prompt: String,
}

/// The terminal hands over every key at once; dropping puts it back as it was.
struct EveryKey {
    before: Termios,
}

impl EveryKey {
    fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut now = before.clone();
        now.local_modes
            .remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
        now.special_codes[SpecialCodeIndex::VMIN] = 1;
        now.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(io::stdin(), OptionalActions::Drain, &now)?;
        Ok(Self { before })
    }
}

impl Drop for EveryKey {
    fn drop(&mut self) {
        // A terminal that is gone needs no modes.
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &self.before);
    }
}

impl LineEditor {
    /// An editor with this prompt.
    pub(super) fn new(prompt: String) -> Self {
        Self {
            edit: Edit::default(),
            prompt,
        }
    }

    /// Reads one line; `None` at the end of the input.
    ///
    /// # Errors
    /// Whatever the terminal says.
    pub(super) fn read(&mut self) -> io::Result<Option<String>> {
        let _every_key = EveryKey::begin()?;
        self.edit.begin();
        self.show()?;
        let mut input = io::stdin().lock();
        let mut byte = [0];
        loop {
            let outcome = match input.read(&mut byte) {
                Ok(0) => Outcome::End,
                Ok(_) => self.edit.key(byte[0]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            match outcome {
                Outcome::More => self.show()?,
                Outcome::Line(line) => {
                    end_line("")?;
                    return Ok(Some(line));
                }
                Outcome::Cancelled => {
                    end_line("^C")?;
                    self.edit.begin();
                    self.show()?;
                }
                Outcome::End => {
                    end_line("")?;
                    return Ok(None);
                }
            }
        }
    }

    /// Draws the line. Of one that is wider than the terminal, the part around the cursor.
    fn show(&self) -> io::Result<()> {
        let (text, cursor) = self.edit.shown();
        let columns = tcgetwinsize(io::stdout()).map_or(0, |size| usize::from(size.ws_col));
        let columns = if columns == 0 { COLUMNS_USUAL } else { columns };
        let prompt_width = self.prompt.chars().count();
        let room = columns.saturating_sub(prompt_width + 1).max(8);
        let first = cursor.saturating_sub(room);
        let visible: String = text[first..].iter().take(room).collect();
        let column = prompt_width + cursor - first;
        let mut out = io::stdout().lock();
        write!(out, "\r{}{visible}\x1b[K\r", self.prompt)?;
        if column > 0 {
            write!(out, "\x1b[{column}C")?;
        }
        out.flush()
    }
}

fn end_line(mark: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{mark}\r")?;
    out.flush()
}
