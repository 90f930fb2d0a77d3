//! What a command prints, in pieces: displays of a large queue manager are longer than anything that goes through a road
//! at once.

use crate::local;
use crate::reply::Reply;
use crate::running::Administered;
use ferromq_mqi::call::CommandOutcome;

/// What a command prints. The command has been carried out; what it shows is looked up while it is asked for.
pub struct Output {
    administered: Administered,
    reply: Reply,
    /// Said and not given away yet, from `at` on.
    text: String,
    at: usize,
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

impl Output {
    /// Runs an MQSC command, as [`crate::run_command`] does, or one that only control commands know.
    #[must_use]
    pub fn of(administered: &Administered, text: &str) -> Self {
        Self {
            reply: local::run(administered, text),
            administered: administered.clone(),
            text: String::new(),
            at: 0,
        }
    }

    /// The next piece, of at most so many bytes (at least four), and how the command ended if that is all of it. Pieces
    /// end with lines where lines are no longer than that.
    pub fn next(&mut self, bytes_max: usize) -> (String, Option<CommandOutcome>) {
        if self.at > 0 && self.text.len() - self.at < bytes_max {
            self.text.drain(..self.at);
            self.at = 0;
        }
        while self.text.len() - self.at < bytes_max {
            match self.reply.next(&self.administered) {
                Some(said) => self.text.push_str(&said.into_text()),
                None => {
                    let rest = self.text.split_off(self.at);
                    self.text.clear();
                    self.at = 0;
                    return (rest, Some(self.reply.outcome()));
                }
            }
        }
        let left = &self.text[self.at..];
        let piece = &left[..left.floor_char_boundary(bytes_max)];
        let end = piece.rfind('\n').map_or(piece.len(), |line| line + 1);
        let piece = piece[..end].to_owned();
        self.at += end;
        (piece, None)
    }

    /// All of it.
    #[must_use]
    pub fn whole(self) -> (String, CommandOutcome) {
        self.reply.into_text(&self.administered)
    }
}
