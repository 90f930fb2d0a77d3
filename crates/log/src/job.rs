//! A body on its way into the log: cut into pieces, with what it is called when all are in.

use crate::error::Poisoned;
use crate::pieces::{Cut, Pieces};
use crate::record::{RecordHeader, Shape};
use crate::state::State;
use std::sync::Arc;

/// Bytes that may be shared with the log while they are staged.
pub type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// What is called when a body is staged, or never will be: on the thread that landed a force, or that asked, with no lock held.
pub type StagedCall = Box<dyn FnOnce(Result<(), Poisoned>) + Send>;

/// Cuts a body into pieces.
#[derive(Debug)]
pub(crate) struct Cutter {
    cut: Cut,
    done: usize,
    /// Where they went. Of those that are in lists already `listed` knows.
    pub(crate) pieces: Pieces,
    listed: Vec<u64>,
    /// Pages kept for what is still to be appended.
    reserved: u64,
}

impl Cutter {
    pub(crate) fn new(total: usize, cut: Cut) -> Self {
        Self {
            cut,
            done: 0,
            pieces: Pieces::new(total, cut.piece),
            listed: Vec::new(),
            reserved: 0,
        }
    }

    /// The pages it takes, with such a front. They have to be set aside.
    pub(crate) fn pages(&mut self, front: usize) -> u64 {
        self.reserved = self.cut.pages(front, self.pieces.total);
        self.reserved
    }

    /// Pages set aside that were not used.
    pub(crate) fn reserved(&self) -> u64 {
        self.reserved
    }

    pub(crate) fn done(&self) -> usize {
        self.done
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done == self.pieces.total
    }

    pub(crate) fn next_len(&self) -> usize {
        (self.pieces.total - self.done).min(self.pieces.piece)
    }

    /// Writes the next piece, for which there is room. Answers where it ends.
    pub(crate) fn write(&mut self, state: &mut State, parts: &[&[u8]]) -> u64 {
        let len = self.next_len();
        let (lsn, end) = self.write_record(state, parts, len);
        self.pieces.add(lsn);
        self.done += len;
        if self.pieces.positions.len() < self.cut.listed_max() {
            return end;
        }
        let list = self.pieces.list_body();
        self.listed.extend_from_slice(&self.pieces.positions);
        let (at, end) = self.write_record(state, &[&list], list.len());
        self.pieces.listed(at);
        end
    }

    fn write_record(&mut self, state: &mut State, parts: &[&[u8]], body_len: usize) -> (u64, u64) {
        let header = RecordHeader {
            kind: 0,
            shape: Shape::Piece,
            body_len,
        };
        let (lsn, end) = state.write_record(header, parts);
        // What it took was set aside, and is taken now.
        let pages = Cut::pages_of(body_len).min(self.reserved);
        self.reserved -= pages;
        state.give_up_for_pieces(pages);
        state.note_piece(end, body_len);
        (lsn, end)
    }

    /// All pieces, those in lists too.
    pub(crate) fn into_all_pieces(mut self) -> Pieces {
        self.listed.append(&mut self.pieces.positions);
        Pieces {
            positions: self.listed,
            list: 0,
            ..self.pieces
        }
    }
}

/// A part of some parts that lie one after the other.
pub(crate) fn slices<'a>(parts: &[&'a [u8]], mut from: usize, mut len: usize) -> Vec<&'a [u8]> {
    let mut found = Vec::new();
    for part in parts {
        if from >= part.len() {
            from -= part.len();
            continue;
        }
        let count = len.min(part.len() - from);
        found.push(&part[from..from + count]);
        (from, len) = (0, len - count);
        if len == 0 {
            break;
        }
    }
    found
}

/// A body that is being staged.
pub(crate) struct Job {
    pub(crate) number: u64,
    pub(crate) bytes: SharedBytes,
    pub(crate) cutter: Cutter,
    pub(crate) then: Option<StagedCall>,
}

/// What came of a look for the next piece.
pub(crate) enum Next {
    Nothing,
    /// A piece was appended.
    Piece,
    Over(StagedCall, Result<(), Poisoned>),
}

impl State {
    pub(crate) fn job(&self, number: u64) -> Option<&Job> {
        self.staging.iter().find(|job| job.number == number)
    }

    pub(crate) fn take_job(&mut self, number: u64) -> Option<Job> {
        let index = self.staging.iter().position(|job| job.number == number)?;
        self.staging.remove(index)
    }

    /// True while there is something to be staged.
    pub(crate) fn stages(&self) -> bool {
        self.staging.iter().any(|job| job.then.is_some())
    }

    pub(crate) fn stage_next(&mut self) -> Next {
        let Some(index) = self.staging.iter().position(|job| job.then.is_some()) else {
            return Next::Nothing;
        };
        let verdict = self.verdict();
        let Some(mut job) = self.staging.remove(index) else {
            return Next::Nothing;
        };
        if verdict.is_ok() && !job.cutter.is_done() {
            let len = job.cutter.next_len();
            if !self.takes_piece(len) {
                self.staging.insert(index, job);
                return Next::Nothing;
            }
            let bytes = Arc::clone(&job.bytes);
            let done = job.cutter.done();
            job.cutter
                .write(self, &[&(*bytes).as_ref()[done..done + len]]);
            // The next piece is somebody else's.
            self.staging.push_back(job);
            return Next::Piece;
        }
        let then = job.then.take();
        self.staging.push_back(job);
        match then {
            Some(then) => Next::Over(then, verdict),
            None => Next::Nothing,
        }
    }
}
