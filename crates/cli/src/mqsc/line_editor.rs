//! Lines from a terminal, with a prompt and a history.

use super::completing::{Completed, columns};
use super::edit::{Edit, Outcome};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr,
};
use std::collections::VecDeque;
use std::io::{self, Write};

/// Columns of a terminal that does not say how many it has.
const COLUMNS_USUAL: usize = 80;

/// Reads lines from the terminal that is the standard input.
#[derive(Debug)]
pub(super) struct LineEditor {
    edit: Edit,
    prompt: String,
    /// Keys that were read and not looked at yet.
    keys: VecDeque<u8>,
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
            keys: VecDeque::new(),
        }
    }

    /// Reads one line; `None` at the end of the input. `complete` says what to do with the line of which this stands before the cursor.
    ///
    /// # Errors
    /// Whatever the terminal says.
    pub(super) fn read(
        &mut self,
        complete: impl Fn(&str) -> Completed,
    ) -> io::Result<Option<String>> {
        let _every_key = EveryKey::begin()?;
        self.edit.begin();
        self.show()?;
        loop {
            let outcome = match self.next_key()? {
                Some(key) => self.edit.key(key),
                None => Outcome::End,
            };
            match outcome {
                Outcome::More => self.show()?,
                Outcome::Complete => {
                    self.complete(&complete)?;
                    self.show()?;
                }
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

    /// The next key; nothing at the end of the input.
    fn next_key(&mut self) -> io::Result<Option<u8>> {
        let mut bytes = [0; 256];
        while self.keys.is_empty() {
            match rustix::io::read(io::stdin(), &mut bytes) {
                Ok(0) => return Ok(None),
                Ok(length) => self.keys.extend(&bytes[..length]),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(self.keys.pop_front())
    }

    /// Whether the next key is there already: nobody types that fast, so this is text from elsewhere.
    fn is_pasted(&self) -> bool {
        let stdin = io::stdin();
        let mut look = [PollFd::new(&stdin, PollFlags::IN)];
        !self.keys.is_empty() || matches!(poll(&mut look, Some(&Timespec::default())), Ok(1))
    }

    fn complete(&mut self, complete: impl Fn(&str) -> Completed) -> io::Result<()> {
        let (text, cursor) = self.edit.shown();
        let before: String = text[..cursor].iter().collect();
        // In text that is pasted a tab is a blank, and so is it where a line is indented.
        if self.is_pasted() || (before.trim().is_empty() && !before.is_empty()) {
            self.edit.replace(0, " ");
            return Ok(());
        }
        match complete(&before) {
            Completed::Nothing => Ok(()),
            Completed::Typed(count, text) => {
                self.edit.replace(count, &text);
                Ok(())
            }
            Completed::Shown(words) => {
                let mut out = io::stdout().lock();
                write!(out, "\r\n{}", columns(&words, width()))?;
                out.flush()
            }
        }
    }

    /// Draws the line. Of one that is wider than the terminal, the part around the cursor.
    fn show(&self) -> io::Result<()> {
        let (text, cursor) = self.edit.shown();
        let prompt_width = self.prompt.chars().count();
        let room = width().saturating_sub(prompt_width + 1).max(8);
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

/// Columns of the terminal.
fn width() -> usize {
    match tcgetwinsize(io::stdout()) {
        Ok(size) if size.ws_col > 0 => usize::from(size.ws_col),
        _ => COLUMNS_USUAL,
    }
}

fn end_line(mark: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{mark}\r")?;
    out.flush()
}
