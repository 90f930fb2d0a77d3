//! The terminal: drawn on without flicker, and put back as it was.

use super::view::{Line, Style};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr,
};
use std::io::{self, Read, Write};
use std::time::Duration;

/// The second screen of the terminal, without a cursor, every key at once; dropping puts everything back.
pub(super) struct Screen {
    before: Option<Termios>,
}

impl Screen {
    pub(super) fn begin() -> io::Result<Self> {
        // Keys are read where there are any.
        let before = tcgetattr(io::stdin()).ok();
        if let Some(before) = &before {
            let mut now = before.clone();
            now.local_modes
                .remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
            now.special_codes[SpecialCodeIndex::VMIN] = 1;
            now.special_codes[SpecialCodeIndex::VTIME] = 0;
            tcsetattr(io::stdin(), OptionalActions::Drain, &now)?;
        }
        let mut out = io::stdout().lock();
        out.write_all(b"\x1b[?1049h\x1b[?25l")?;
        out.flush()?;
        Ok(Self { before })
    }

    /// Columns and rows there are now.
    pub(super) fn size() -> (usize, usize) {
        match tcgetwinsize(io::stdout()) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => {
                (usize::from(size.ws_col), usize::from(size.ws_row))
            }
            _ => (80, 24),
        }
    }

    /// Draws lines, each over what was there.
    pub(super) fn draw(&self, lines: &[Line]) -> io::Result<()> {
        let mut text = String::from("\x1b[H");
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                text.push_str("\r\n");
            }
            text.push_str(match line.style {
                Style::Plain => "",
                Style::Heading => "\x1b[1m",
                Style::Warning => "\x1b[33m",
                Style::Faint => "\x1b[2m",
            });
            // What names hold is no business of the terminal's.
            text.extend(
                line.text
                    .chars()
                    .map(|c| if c.is_control() { '?' } else { c }),
            );
            text.push_str("\x1b[0m\x1b[K");
        }
        text.push_str("\x1b[J");
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// A key that is pressed in that time.
    pub(super) fn key(&mut self, wait: Duration) -> io::Result<Option<u8>> {
        if self.before.is_none() {
            std::thread::sleep(wait);
            return Ok(None);
        }
        let stdin = io::stdin();
        let mut look = [PollFd::new(&stdin, PollFlags::IN)];
        let wait = rustix::event::Timespec::try_from(wait).map_err(io::Error::other)?;
        match poll(&mut look, Some(&wait)) {
            Ok(0) => return Ok(None),
            // The window has changed its size.
            Err(rustix::io::Errno::INTR) => return Ok(Some(0)),
            Err(error) => return Err(error.into()),
            Ok(_) => {}
        }
        let mut byte = [0];
        match stdin.lock().read(&mut byte)? {
            // Nobody is at the keyboard any more.
            0 => Ok(Some(b'q')),
            _ => Ok(Some(byte[0])),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing back.
        let mut out = io::stdout().lock();
        let _ = out.write_all(b"\x1b[?25h\x1b[?1049l");
        let _ = out.flush();
        if let Some(before) = &self.before {
            let _ = tcsetattr(io::stdin(), OptionalActions::Drain, before);
        }
    }
}
