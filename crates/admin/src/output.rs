//! What a command prints and what an order is answered, in pieces: displays of a large queue manager are longer than
//! anything that goes through a road at once.

use crate::answered::Answered;
use crate::local;
use crate::reply::Reply;
use crate::run::reply_to;
use crate::running::Administered;
use ferromq_mqi::call::{self, CommandOutcome};
use ferromq_mqi::local::{ANSWERS_MAX, LocalAnswer, LocalOrder};
use std::collections::VecDeque;

/// What a command prints, or the answers to an order. It has been carried out; what it shows is looked up while it is asked
/// for.
pub struct Output {
    administered: Administered,
    rest: Rest,
}

enum Rest {
    /// Of what a command prints.
    Lines(Lines),
    /// Of a dump.
    Dump(Lines),
    /// Of the answers to an order that ended so.
    Answers(VecDeque<LocalAnswer>, CommandOutcome),
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

impl Output {
    /// Runs an MQSC command, as [`crate::run_command`] does.
    #[must_use]
    pub fn of(administered: &Administered, text: &str) -> Self {
        Self {
            rest: Rest::Lines(Lines::of(reply_to(administered, text))),
            administered: administered.clone(),
        }
    }

    /// Carries out an order of one of our own commands.
    #[must_use]
    pub fn of_order(administered: &Administered, order: &LocalOrder) -> Self {
        Self {
            rest: match local::carry_out(administered, order) {
                Answered::Dump(reply) => Rest::Dump(Lines::of(reply)),
                Answered::With(answers, outcome) => Rest::Answers(answers.into(), outcome),
            },
            administered: administered.clone(),
        }
    }

    /// The next piece, with at most so many bytes (at least four) of text or answers, and whether there is more. Pieces of
    /// text end with lines where lines are no longer than that.
    pub fn next(&mut self, bytes_max: usize) -> (call::Reply, bool) {
        match &mut self.rest {
            Rest::Lines(lines) => {
                let (text, outcome) = lines.next(&self.administered, bytes_max);
                (
                    call::Reply::CommandOutput { text, outcome },
                    outcome.is_none(),
                )
            }
            Rest::Dump(lines) => {
                let (text, outcome) = lines.next(&self.administered, bytes_max);
                let answers = match text.is_empty() {
                    true => Vec::new(),
                    false => vec![LocalAnswer::Text(text)],
                };
                (
                    call::Reply::LocalAnswers { answers, outcome },
                    outcome.is_none(),
                )
            }
            Rest::Answers(rest, ended) => {
                let answers = some_of(rest, bytes_max);
                let outcome = rest.is_empty().then_some(*ended);
                (
                    call::Reply::LocalAnswers { answers, outcome },
                    outcome.is_none(),
                )
            }
        }
    }
}

/// Takes as many answers as go through at once, at least one if there is one.
fn some_of(rest: &mut VecDeque<LocalAnswer>, bytes_max: usize) -> Vec<LocalAnswer> {
    let mut taken = Vec::new();
    let mut bytes = 0;
    while let Some(next) = rest.front()
        && taken.len() < ANSWERS_MAX
    {
        bytes += next.frame_bytes();
        if bytes > bytes_max && !taken.is_empty() {
            break;
        }
        taken.extend(rest.pop_front());
    }
    taken
}

/// A reply in words, as far as it was asked for.
struct Lines {
    reply: Reply,
    /// Said and not given away yet, from `at` on.
    text: String,
    at: usize,
}

impl Lines {
    fn of(reply: Reply) -> Self {
        Self {
            reply,
            text: String::new(),
            at: 0,
        }
    }

    /// The next piece, and how the command ended if that is all of it.
    fn next(
        &mut self,
        administered: &Administered,
        bytes_max: usize,
    ) -> (String, Option<CommandOutcome>) {
        if self.at > 0 && self.text.len() - self.at < bytes_max {
            self.text.drain(..self.at);
            self.at = 0;
        }
        while self.text.len() - self.at < bytes_max {
            match self.reply.next(administered) {
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
}

/// Carries out an order and gives back all its answers and how it ended.
#[must_use]
pub fn run_order(
    administered: &Administered,
    order: &LocalOrder,
) -> (Vec<LocalAnswer>, CommandOutcome) {
    match local::carry_out(administered, order) {
        Answered::Dump(reply) => {
            let (text, outcome) = reply.into_text(administered);
            (vec![LocalAnswer::Text(text)], outcome)
        }
        Answered::With(answers, outcome) => (answers, outcome),
    }
}
