//! Transactions for those who look after them: what `dspmqtrn` shows and `rsvmqtrn` does.
//!
//! A listing has a line for each transaction: its state, its number, and what follows in
//! [`listing`], with tabs between. Which lines to show, and how, is the command's business.

use crate::display::connection::external_name;
use crate::running::Administered;
use crate::status::Moment;
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::hex::hex;
use ferromq_qmgr::{BranchPhase, BranchStatus, ConnectionStatus, Outcome, QueueManager};
use std::fmt::Write;

/// Every transaction: branches, then units of work of connections that are in none.
///
/// The fields of a line: state (`ACTIVE`, `UNRESOLVED`, `COMMITTED`, `BACKEDOUT`), number of the
/// unit of work, format id, global id and qualifier in hexadecimal, date and time it began,
/// name for `EXTURID`, then the queues it touched, with commas between. A branch number 0 has
/// done nothing yet. A unit of work of a connection has an empty format id, and in the place of
/// the name the connection's id, process and application.
pub(crate) fn listing(administered: &Administered) -> (String, CommandOutcome) {
    let queue_manager = administered.queue_manager();
    let mut text = String::new();
    for branch in queue_manager.branches() {
        branch_line(&mut text, &branch);
    }
    for connection in queue_manager.connections() {
        if connection.uow != 0 && connection.branch.is_none() {
            connection_line(&mut text, &connection);
        }
    }
    (text, CommandOutcome::Done)
}

fn branch_line(text: &mut String, branch: &BranchStatus) {
    let state = match branch.phase {
        BranchPhase::Active => "ACTIVE",
        BranchPhase::InDoubt => "UNRESOLVED",
        BranchPhase::Decided(Outcome::Committed) => "COMMITTED",
        BranchPhase::Decided(Outcome::BackedOut) => "BACKEDOUT",
    };
    let begun = Moment::at_us(branch.started_us);
    let queues: Vec<_> = branch.queues.iter().map(|name| name.as_str()).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{state}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
        branch.uow,
        branch.xid.format_id(),
        hex(branch.xid.global()),
        hex(branch.xid.qualifier()),
        begun.date,
        begun.time,
        external_name(&branch.xid),
        queues.join(",")
    );
}

fn connection_line(text: &mut String, connection: &ConnectionStatus) {
    let begun = Moment::at_us(connection.uow_started_us);
    let _ = writeln!(
        text,
        "ACTIVE\t{}\t\t\t\t{}\t{}\tCONN({}) PID({}) APPLTAG({})\t",
        connection.uow,
        begun.date,
        begun.time,
        hex(&connection.id[16..]),
        connection.origin.process_id,
        connection.appl_name
    );
}

/// What an operator wants done to a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// Commit it.
    Commit,
    /// Back it out.
    BackOut,
    /// Forget what was decided about it.
    Forget,
}

impl Resolution {
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        match word {
            "COMMIT" => Some(Self::Commit),
            "BACKOUT" => Some(Self::BackOut),
            "FORGET" => Some(Self::Forget),
            _ => None,
        }
    }

    fn fits(self, phase: BranchPhase) -> bool {
        match phase {
            BranchPhase::InDoubt => self != Self::Forget,
            BranchPhase::Decided(_) => self == Self::Forget,
            BranchPhase::Active => false,
        }
    }
}

/// Does it to the transaction of that number. The answer is the number of a notice: AMQ7053,
/// AMQ7054 or FMQ0050 when it is done, AMQ7055 when there is no such transaction, AMQ7047 with a
/// reason when it cannot be done.
pub(crate) fn resolve(
    queue_manager: &QueueManager,
    resolution: Resolution,
    number: u64,
) -> (String, CommandOutcome) {
    let found = queue_manager
        .branches()
        .into_iter()
        .find(|branch| branch.uow == number && resolution.fits(branch.phase));
    let Some(branch) = found else {
        return ("AMQ7055\n".to_owned(), CommandOutcome::Failed);
    };
    let (done, notice) = match resolution {
        Resolution::Commit => {
            let done = queue_manager.decide_branch(&branch.xid, Outcome::Committed);
            (done, "AMQ7053")
        }
        Resolution::BackOut => {
            let done = queue_manager.decide_branch(&branch.xid, Outcome::BackedOut);
            (done, "AMQ7054")
        }
        Resolution::Forget => (queue_manager.forget_branch(&branch.xid), "FMQ0050"),
    };
    match done {
        Ok(()) => (format!("{notice}\n"), CommandOutcome::Done),
        // Its transaction manager was faster.
        Err(Reason::UOW_NOT_AVAILABLE) => ("AMQ7055\n".to_owned(), CommandOutcome::Failed),
        Err(reason) => (format!("AMQ7047\t{reason}\n"), CommandOutcome::Failed),
    }
}
