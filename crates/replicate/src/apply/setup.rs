//! What a run of apply is given.

use super::board::Board;
use crate::target::catalog::Map;
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{FMQ0428, FMQ0429};
use ferromq_mqi::session::Connected;

/// A way to the queue manager; each thread has its own.
pub type Road = Box<dyn Connected>;
/// Makes one.
pub type Roads<'a> = dyn Fn() -> Result<Road, String> + Sync + 'a;

/// What a program is given.
pub struct Setup<'a> {
    /// How the target is reached.
    pub conninfo: &'a str,
    /// Schema of the control tables.
    pub schema: &'a str,
    /// The map.
    pub map: &'a Map,
    /// What commands say, and where it shows how far it is.
    pub board: &'a Board,
    /// It ends once the queue is empty and everything is done.
    pub autostop: bool,
    /// Ways to the queue manager.
    pub roads: &'a Roads<'a>,
    /// It is to end.
    pub ends: &'a (dyn Fn() -> bool + Sync),
    /// Tells an operator.
    pub tell: &'a (dyn Fn(&str) + Sync),
}

impl Setup<'_> {
    /// What is on a queue and is not for this map, and why.
    pub(super) fn foreign(&self, queue: &str, problem: &dyn std::fmt::Display) -> Trouble {
        Trouble::lasting(&FMQ0429, &[&queue, &self.map.name, problem])
    }
}

pub(super) fn lost(queue: &str, error: &dyn std::fmt::Display) -> Trouble {
    Trouble::passing(&FMQ0428, &[&queue, error])
}
