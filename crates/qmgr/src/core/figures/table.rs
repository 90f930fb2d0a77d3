//! What the table of figures is made of, and figures by its names.

use crate::core::generated::monitor::{CLASS_BEGINS, Figure};
use ferromq_mqi::generated::constants::{
    MQIAMO_MONITOR_DELTA, MQIAMO_MONITOR_MB, MQIAMO_MONITOR_UNIT,
};

/// A class of figures.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) number: i32,
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) kinds: &'static [Kind],
}

/// A type within a class: what one publication is of.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) number: i32,
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// What each has a topic of its own.
    pub(crate) per: Per,
    pub(crate) elements: &'static [Element],
}

/// What the figures of a type are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Per {
    QueueManager,
    Queue,
    Application,
}

/// One figure of a publication.
#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) number: i32,
    pub(crate) unit: Unit,
    pub(crate) figure: Figure,
    pub(crate) about: &'static str,
}

/// How a figure is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// As it is.
    Plain,
    /// What was added since the last publication; the figure counts from the start.
    Delta,
    /// In units of 2^20; the figure is in bytes.
    Megabytes,
    /// As it is, with this `MQIAMO_MONITOR_*`, in whose unit the figure is.
    Other(i32),
}

impl Unit {
    /// `MQIAMO_MONITOR_*`.
    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Plain => MQIAMO_MONITOR_UNIT,
            Self::Delta => MQIAMO_MONITOR_DELTA,
            Self::Megabytes => MQIAMO_MONITOR_MB,
            Self::Other(number) => number,
        }
    }
}

/// Figures there are.
const FIGURES: usize = CLASS_BEGINS[CLASS_BEGINS.len() - 1];

/// Figures by name, as far as they are known.
#[derive(Clone, Debug)]
pub(crate) struct Figures(Box<[Option<u64>; FIGURES]>);

impl Default for Figures {
    fn default() -> Self {
        Self(Box::new([None; FIGURES]))
    }
}

impl Figures {
    pub(crate) fn get(&self, figure: Figure) -> Option<u64> {
        self.0[figure as usize]
    }

    /// A figure of a block.
    pub(crate) fn get_of(&self, first: Figure, slot: usize) -> Option<u64> {
        self.0.get(first as usize + slot).copied().flatten()
    }

    /// Those of a class, to be compared with later.
    pub(crate) fn of_class(&self, class: usize) -> Box<[u64]> {
        let cells = &self.0[CLASS_BEGINS[class]..CLASS_BEGINS[class + 1]];
        cells.iter().map(|cell| cell.unwrap_or(0)).collect()
    }

    /// Leaves of a class what was added since.
    pub(crate) fn subtract(&mut self, class: usize, before: &[u64]) {
        let cells = &mut self.0[CLASS_BEGINS[class]..CLASS_BEGINS[class + 1]];
        for (cell, before) in cells.iter_mut().zip(before) {
            *cell = cell.map(|now| now.saturating_sub(*before));
        }
    }

    pub(crate) fn set(&mut self, figure: Figure, value: u64) {
        self.0[figure as usize] = Some(value);
    }

    /// Sets it to the sum of others.
    pub(crate) fn sum(&mut self, figure: Figure, of: &[Figure]) {
        let sum = of.iter().map(|one| self.get(*one).unwrap_or(0)).sum();
        self.set(figure, sum);
    }

    /// Adds to those from `first` on.
    pub(crate) fn add_from(&mut self, first: usize, more: impl Iterator<Item = u64>) {
        for (cell, more) in self.0[first..].iter_mut().zip(more) {
            *cell = Some(cell.unwrap_or(0).wrapping_add(more));
        }
    }
}
