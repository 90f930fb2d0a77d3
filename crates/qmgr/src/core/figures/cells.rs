//! Cells to count in.
//!
//! A connection counts in cells of its own, which it alone writes: a load and a store, without a lock and without
//! another processor's line. Who publishes adds the cells up. What goes on in the queue manager itself, and what
//! is rare, is added to cells all share.

use super::message::ObjectSlot;
use super::table::Figures;
use crate::core::generated::monitor::{CLASS_BEGINS, Figure};
use crate::core::observation::Observed;
use std::sync::atomic::{AtomicU64, Ordering};

/// Cells for the figures of a class.
#[derive(Debug)]
pub(crate) struct Cells<const CLASS: usize, const LEN: usize>([AtomicU64; LEN]);

const MQI: usize = 2;
const QUEUE: usize = 3;

/// Calls.
pub(crate) type Tally = Cells<MQI, { CLASS_BEGINS[MQI + 1] - CLASS_BEGINS[MQI] }>;

/// Calls about one queue, as far as the queue does not count itself.
pub(crate) type QueueTally = Cells<QUEUE, { CLASS_BEGINS[QUEUE + 1] - CLASS_BEGINS[QUEUE] }>;

impl<const CLASS: usize, const LEN: usize> Default for Cells<CLASS, LEN> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::new(0)))
    }
}

impl<const CLASS: usize, const LEN: usize> Cells<CLASS, LEN> {
    fn cell(&self, figure: Figure) -> &AtomicU64 {
        &self.0[figure as usize - CLASS_BEGINS[CLASS]]
    }

    /// Adds where nobody else does.
    fn add_own(&self, figure: Figure, more: u64) {
        let cell = self.cell(figure);
        let sum = cell.load(Ordering::Relaxed).wrapping_add(more);
        cell.store(sum, Ordering::Relaxed);
    }

    /// Adds in a block of figures where nobody else does.
    fn add_own_of(&self, first: Figure, slot: usize, more: u64) {
        let cell = &self.0[first as usize - CLASS_BEGINS[CLASS] + slot];
        let sum = cell.load(Ordering::Relaxed).wrapping_add(more);
        cell.store(sum, Ordering::Relaxed);
    }

    /// Adds where others may do so at the same time.
    fn add(&self, figure: Figure, more: u64) {
        self.cell(figure).fetch_add(more, Ordering::Relaxed);
    }

    /// Adds all cells to those of another.
    pub(crate) fn add_to(&self, other: &Self) {
        for (from, to) in self.0.iter().zip(&other.0) {
            to.fetch_add(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Adds all cells to figures.
    pub(crate) fn collect(&self, figures: &mut Figures) {
        let values = self.0.iter().map(|cell| cell.load(Ordering::Relaxed));
        figures.add_from(CLASS_BEGINS[CLASS], values);
    }
}

impl Tally {
    /// How many messages were put and got, under whatever name it may be.
    pub(crate) fn puts_and_gets(&self) -> (u64, u64) {
        let count = |figure| self.cell(figure).load(Ordering::Relaxed);
        let puts = count(Figure::PutsNonPersistent).wrapping_add(count(Figure::PutsPersistent));
        let gets = count(Figure::GetsNonPersistent).wrapping_add(count(Figure::GetsPersistent));
        (puts, gets)
    }

    /// So many were observed, with so many bytes, by the one connection whose cells these are.
    pub(crate) fn observe_own(&self, what: Observed, count: u64, bytes: u64) {
        let row = what.row();
        if let Some(figure) = row.calls {
            self.add_own(figure, count);
        }
        if let Some(figure) = row.bytes {
            self.add_own(figure, bytes);
        }
    }

    /// It was observed of an object of this type, by the one connection whose cells these are.
    pub(crate) fn observe_own_of(&self, what: Observed, slot: ObjectSlot) {
        self.observe_own(what, 1, 0);
        if let Some(first) = what.row().types {
            self.add_own_of(first, slot as usize, 1);
        }
    }

    /// So many were observed by whoever it was. Nothing that has bytes is.
    pub(crate) fn observe(&self, what: Observed, count: u64) {
        if let Some(figure) = what.row().calls {
            self.add(figure, count);
        }
    }
}

impl QueueTally {
    /// It was observed of this queue.
    pub(crate) fn observe(&self, what: Observed) {
        self.observe_many(what, 1);
    }

    /// So many were.
    pub(crate) fn observe_many(&self, what: Observed, count: u64) {
        for figure in what.row().queue {
            self.add(*figure, count);
        }
    }
}
