//! What the log's mutex guards: buffers, forces under way, and who waits for them.

use crate::buffer::FillBuffer;
use crate::demand::Demand;
use crate::error::Poisoned;
use crate::job::Job;
use crate::lsn::{Geometry, PAGE_BYTES};
use crate::moves::{Moves, Positions};
use crate::record::{RecordHeader, record_bytes};
use crate::settings::{BUFFERS, LogSettings};
use crate::waiter::Waiter;
use ferromq_base::lock::MutexGuard;
use std::collections::VecDeque;
use std::sync::Arc;

/// What runs when a record is durable, or never will be.
pub type Completion = Box<dyn FnOnce(Result<(), Poisoned>) + Send>;

/// What is called when there are buffers again: on the thread that landed a force, with no lock held. It must only pass the
/// word on.
pub type SpaceCall = Box<dyn FnOnce() + Send>;

/// Buffers there may be for a while, when those who append are faster than the disk.
const BUFFERS_MAX: usize = 4 * BUFFERS;

/// Bytes of pieces that may be on their way to the disk, at most.
const PIECES_UNDER_WAY_MAX: u64 = 512 << 10;

/// A force under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    /// The first position behind its pages.
    pub(crate) until: u64,
    /// It is done, but one before it is not.
    pub(crate) landed: bool,
}

/// All that the log's mutex guards.
pub(crate) struct State {
    pub(crate) filling: FillBuffer,
    /// Filled, and waiting for their turn to be forced, in order of position.
    pub(crate) full: VecDeque<FillBuffer>,
    /// Buffers neither being filled nor forced.
    pub(crate) spares: Vec<FillBuffer>,
    /// Buffers there are.
    pub(crate) buffers: usize,
    pub(crate) geometry: Geometry,
    /// Forces that may be under way at a time: the device's number.
    pub(crate) window: usize,
    /// The forces under way, in order of position.
    pub(crate) flights: VecDeque<Flight>,
    /// Threads waiting for `space`.
    pub(crate) space_waiters: usize,
    /// To be called when there are buffers again, in turn.
    pub(crate) space_calls: Vec<SpaceCall>,
    /// What is asked of who makes extents, and whom to call when it has been tried.
    pub(crate) demand: Demand,
    pub(crate) extent_calls: Vec<SpaceCall>,
    /// Bodies that are staged, and those that are and wait to be joined. The first one has the next turn.
    pub(crate) staging: VecDeque<Job>,
    /// Bodies staged so far.
    pub(crate) stagings: u64,
    /// Pieces that are not durable yet: where each ends, and its bytes.
    pub(crate) pieces: VecDeque<(u64, u64)>,
    pub(crate) piece_bytes: u64,
    pub(crate) durable: u64,
    pub(crate) poisoned: Option<Poisoned>,
    /// The failure hook knows.
    pub(crate) failure_told: bool,
    /// By end position.
    pub(crate) completions: VecDeque<(u64, Completion)>,
    /// Ready to run, in order.
    pub(crate) done: VecDeque<(Completion, Result<(), Poisoned>)>,
    /// A thread is running `done`.
    pub(crate) draining: bool,
    /// Parked threads, by end position.
    pub(crate) waiters: VecDeque<(u64, Arc<Waiter>)>,
    pub(crate) recovery: u64,
    pub(crate) media: u64,
    pub(crate) head_at_checkpoint: u64,
    pub(crate) moves: Moves,
    /// Data pages nobody may use but [`Urgency::Promised`], and pieces to come.
    pub(crate) aside_pages: u64,
    /// Those of them that are for pieces to come: soon they are used, and then given back as others are.
    pub(crate) piece_pages: u64,
    pub(crate) records: u64,
    pub(crate) forces: ForceStatistics,
}

pub(crate) type StateGuard<'a> = MutexGuard<'a, State>;

impl State {
    /// That of a log that goes on at `head`, on a device that takes so many forces at a time.
    pub(crate) fn new(
        settings: &LogSettings,
        window: usize,
        head: u64,
        (recovery, media): (u64, u64),
    ) -> Self {
        let geometry = Geometry::new(settings.file_pages);
        let buffer = || FillBuffer::new(settings.buffer_share_pages(), geometry);
        let mut filling = buffer();
        filling.restart_at(head);
        Self {
            filling,
            spares: (1..BUFFERS).map(|_| buffer()).collect(),
            window: window.clamp(1, BUFFERS - 1),
            flights: VecDeque::with_capacity(BUFFERS),
            full: VecDeque::new(),
            buffers: BUFFERS,
            geometry,
            space_waiters: 0,
            space_calls: Vec::new(),
            demand: Demand::default(),
            extent_calls: Vec::new(),
            staging: VecDeque::new(),
            stagings: 0,
            pieces: VecDeque::new(),
            piece_bytes: 0,
            durable: head,
            poisoned: None,
            failure_told: false,
            completions: VecDeque::new(),
            done: VecDeque::new(),
            draining: false,
            waiters: VecDeque::new(),
            recovery,
            media,
            head_at_checkpoint: recovery,
            moves: Moves::new(
                settings,
                Positions {
                    durable: head,
                    recovery,
                    media,
                },
            ),
            aside_pages: 0,
            piece_pages: 0,
            records: 0,
            forces: ForceStatistics::default(),
        }
    }

    /// True when there is something to force and a force more can begin.
    pub(crate) fn can_begin(&self) -> bool {
        let flights = self.flights.len();
        let next = self.full.front().unwrap_or(&self.filling);
        self.poisoned.is_none()
            && flights < self.window
            && !next.is_empty()
            && (flights == 0 || !next.begins_extent())
    }

    /// Takes note that the force up to `until` is done.
    pub(crate) fn land(&mut self, until: u64) {
        for flight in &mut self.flights {
            flight.landed |= flight.until == until;
        }
        while let Some(flight) = self.flights.pop_front_if(|flight| flight.landed) {
            self.durable = flight.until;
        }
        while let Some((_, bytes)) = self.pieces.pop_front_if(|(end, _)| *end <= self.durable) {
            self.piece_bytes -= bytes;
        }
    }

    /// Takes note of which extents are written and needed now. Answers whether they are others than before.
    pub(crate) fn note_extents(&mut self) -> bool {
        self.moves.note(Positions {
            durable: self.durable,
            recovery: self.recovery,
            media: self.media,
        })
    }

    /// True when a record of so many bytes would need a buffer that there may not be.
    pub(crate) fn lacks_buffers(&self, record_bytes: u64) -> bool {
        let none_left = self.spares.is_empty() && self.buffers >= BUFFERS_MAX;
        none_left && !self.filling.fits(record_bytes)
    }

    /// More is to be forced than there should be buffers for: who can wait should.
    pub(crate) fn is_crowded(&self) -> bool {
        self.spares.is_empty() && !self.full.is_empty()
    }

    /// True when a piece of a body may be appended: of that what is on its way has a bound, and leaves buffers for others.
    pub(crate) fn takes_piece(&self, body_len: usize) -> bool {
        let buffer_bytes = (self.filling.capacity_pages() * PAGE_BYTES) as u64;
        let most = (2 * buffer_bytes).min(PIECES_UNDER_WAY_MAX);
        let turn = self.piece_bytes == 0 || self.piece_bytes + body_len as u64 <= most;
        turn && (self.filling.fits(record_bytes(body_len)) || !self.spares.is_empty())
    }

    /// Keeps pages for pieces to come.
    pub(crate) fn keep_for_pieces(&mut self, pages: u64) {
        self.aside_pages += pages;
        self.piece_pages += pages;
    }

    /// They are used, or not needed.
    pub(crate) fn give_up_for_pieces(&mut self, pages: u64) {
        self.aside_pages -= pages;
        self.piece_pages -= pages;
    }

    /// A piece was appended that ends there.
    pub(crate) fn note_piece(&mut self, end: u64, body_len: usize) {
        self.pieces.push_back((end, body_len as u64));
        self.piece_bytes += body_len as u64;
    }

    /// Writes a record. What does not fit into the buffer goes into the next one. Answers where it starts and ends.
    pub(crate) fn write_record(&mut self, header: RecordHeader, parts: &[&[u8]]) -> (u64, u64) {
        let lsn = loop {
            match self.filling.begin_record(header) {
                Some(lsn) => break lsn,
                None => self.turn_over(),
            }
        };
        for part in parts {
            let mut done = self.filling.put(part);
            while done < part.len() {
                self.turn_over();
                done += self.filling.put(&part[done..]);
            }
        }
        (lsn, self.filling.end_record())
    }

    /// The filling buffer is full: goes on in another.
    fn turn_over(&mut self) {
        let empty = self.empty_buffer();
        let full = std::mem::replace(&mut self.filling, empty);
        self.full.push_back(full);
    }

    /// One that goes on where the filling one ends.
    fn empty_buffer(&mut self) -> FillBuffer {
        let mut empty = self.spares.pop().unwrap_or_else(|| {
            self.buffers += 1;
            FillBuffer::new(self.filling.capacity_pages(), self.geometry)
        });
        empty.restart_at(self.filling.next_base());
        empty
    }

    /// A buffer has been forced.
    pub(crate) fn give_back(&mut self, buffer: FillBuffer) {
        if self.buffers > BUFFERS {
            self.buffers -= 1;
        } else {
            self.spares.push(buffer);
        }
    }

    pub(crate) fn verdict(&self) -> Result<(), Poisoned> {
        self.poisoned.clone().map_or(Ok(()), Err)
    }

    /// Takes the buffer that is to be forced next.
    pub(crate) fn take_next(&mut self) -> FillBuffer {
        self.full.pop_front().unwrap_or_else(|| {
            let empty = self.empty_buffer();
            std::mem::replace(&mut self.filling, empty)
        })
    }

    /// Answers the failure when it is to be told.
    pub(crate) fn poison(&mut self, poisoned: Poisoned) -> Option<Poisoned> {
        let first = self.poisoned.get_or_insert(poisoned).clone();
        let told = std::mem::replace(&mut self.failure_told, true);
        (!told).then_some(first)
    }

    pub(crate) fn collect_due(&mut self) {
        if let Some(poisoned) = &self.poisoned {
            let lost: Vec<(u64, Completion)> = self.completions.drain(..).collect();
            let failed = |(_, completion)| (completion, Err(poisoned.clone()));
            self.done.extend(lost.into_iter().map(failed));
            return;
        }
        let durable = self.durable;
        while let Some((_, completion)) = self.completions.pop_front_if(|(end, _)| *end <= durable)
        {
            self.done.push_back((completion, Ok(())));
        }
    }
}

/// What forces have cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForceStatistics {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    pub(crate) ns_total: u64,
    pub(crate) ns_max: u64,
    pub(crate) ns_recent: u64,
}

impl ForceStatistics {
    pub(crate) fn add(&mut self, bytes: u64, ns: u64) {
        self.count += 1;
        self.bytes += bytes;
        self.ns_total += ns;
        self.ns_max = self.ns_max.max(ns);
        // A moving average over some 64 forces; the first one starts it.
        self.ns_recent = match self.count {
            1 => ns,
            _ => self.ns_recent - self.ns_recent / 64 + ns / 64,
        };
    }
}
