//! What operators do to what is kept of channels between queue managers: RESET, RESOLVE, and the ping. Run by threads that may wait.

use crate::tcp::agents::Order;
use crate::tcp::edge::Edge;
use ferromq::WaitingConnection;
use ferromq_admin::network::NetworkError;
use ferromq_channel::{BatchesInDoubt, ChannelRecords, Ping, in_commands};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::notices::{AMQ9507, FMQ0200, FMQ0201, FMQ0202, FMQ0203, FMQ0220};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::xa::Xid;
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{BranchPhase, Notice};
use std::fmt::Display;
use std::sync::mpsc;
use std::time::Duration;

/// How long a ping may take: the names of several hosts are looked up and tried in turn.
const PING_MAX: Duration = Duration::from_secs(60);

fn told(entry: &'static Entry, values: &[&dyn Display]) -> NetworkError {
    NetworkError::Notice(Notice::of(entry, values))
}

pub(crate) fn unreadable(reason: Reason) -> NetworkError {
    told(&FMQ0202, &[&"SYSTEM.CHANNEL.SYNCQ", &reason])
}

/// That a channel is in doubt, with what is refused because of that, and what to do.
fn in_doubt(name: &str, batches: &BatchesInDoubt, refused: &str) -> NetworkError {
    let named = in_commands(name);
    let by_hand = match batches.iter().count() {
        1 => format!(
            "RESOLVE CHANNEL({named}) ACTION(COMMIT) if they are the same, else ACTION(BACKOUT)"
        ),
        _ => format!(
            "RESOLVE CHANNEL({named}) ACTION(COMMIT) if they are the same, else RESOLVE CHANNEL({named}) ACTION(BACKOUT) LUWID(that LSTLUWID), \
             which commits those up to it"
        ),
    };
    let why = format!(
        "{refused}. START CHANNEL({named}) has the other end asked; or compare CURLUWID here \
         with LSTLUWID of DISPLAY CHSTATUS({named}) SAVED there, and {by_hand}"
    );
    let values: [&dyn Display; 4] = [&name, batches, &batches.messages(), &why];
    told(&AMQ9507, &values)
}

/// That numbers were reset of a channel that is in doubt.
fn reset_in_doubt(name: &str, batches: &BatchesInDoubt, sequence: u32) -> Notice {
    let (newest, before) = (batches.newest(), &batches.oldest().before);
    let values: [&dyn Display; 6] = [
        &name,
        batches,
        &newest.sequence,
        &before.0,
        &before.1,
        &sequence,
    ];
    Notice::of(&FMQ0220, &values)
}

impl Edge {
    /// What channels have promised and nobody has decided.
    pub(crate) fn promises(&self) -> Vec<Xid> {
        let branches = self.engine().branches().into_iter();
        let in_doubt = branches.filter(|one| one.phase == BranchPhase::InDoubt);
        in_doubt.map(|one| one.xid).collect()
    }

    /// What is kept of channels, as far as it is decided.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn channel_records(&self) -> Result<ChannelRecords<WaitingConnection>, Reason> {
        let mut connection = WaitingConnection::new(self.connect_agent()?);
        connection.await_log()?;
        ChannelRecords::open(connection.session())
    }

    /// `RESET CHANNEL` of a channel between queue managers.
    pub(crate) fn reset(&self, channel: &ObjectName, sequence: u32) -> Result<(), NetworkError> {
        let name = channel.as_str().trim_end();
        let fixed = FixedText::truncated(name);
        // A channel that began meanwhile would take what is being replaced for what was never there.
        let _held = self.hold_channel(name).ok_or(NetworkError::InUse)?;
        let mut records = self.channel_records().map_err(unreadable)?;
        let kind = self.message_definition(name).map(|found| found.kind());
        if kind.is_some_and(ObjectKind::sends_messages) {
            let now_s = u32::try_from(self.engine().wall_us() / 1_000_000).unwrap_or(u32::MAX);
            // Not before the records are open: what the channel has decided in its last moment is in doubt until then.
            let batches = BatchesInDoubt::find(&fixed, &self.promises());
            let reset = records.reset_sender(fixed, batches.as_ref(), sequence, now_s);
            reset.map_err(unreadable)?;
            if let Some(batches) = batches {
                self.notice(reset_in_doubt(name, &batches, sequence));
            }
            return Ok(());
        }
        match records.reset_receivers(fixed, sequence) {
            // Every partner begins with 1.
            Ok(0) if sequence != 1 => Err(told(&FMQ0201, &[&name, &name])),
            Ok(_) => Ok(()),
            Err(reason) => Err(unreadable(reason)),
        }
    }

    /// The complaint if a channel is in doubt about a batch, with what is refused because of that.
    pub(crate) fn check_not_in_doubt(&self, name: &str, refused: &str) -> Result<(), NetworkError> {
        let find = || BatchesInDoubt::find(&FixedText::truncated(name), &self.promises());
        if find().is_none() {
            return Ok(());
        }
        // It may just have been decided, which is seen when the log is durable.
        drop(self.channel_records().map_err(unreadable)?);
        match find() {
            Some(batches) => Err(in_doubt(name, &batches, refused)),
            None => Ok(()),
        }
    }

    /// A channel is deleted: one of its name that is defined later begins anew.
    pub(crate) fn forget_records(&self, name: &str) {
        self.keep_out(name, false);
        self.board().last_errors().forget(name);
        self.board().plan().stop(name, false);
        self.keep_standings();
        let forget = || self.channel_records()?.forget(FixedText::truncated(name));
        if let Err(reason) = forget() {
            self.tell_unreadable(reason);
        }
    }

    /// What is kept of channels cannot be read or changed, and nobody waits for an answer.
    pub(crate) fn tell_unreadable(&self, reason: Reason) {
        self.notice(Notice::of(&FMQ0202, &[&"SYSTEM.CHANNEL.SYNCQ", &reason]));
    }

    /// `RESOLVE CHANNEL`: `last` is the batch the other end has committed last, if that was said.
    pub(crate) fn resolve(
        &self,
        channel: &ObjectName,
        keeps: bool,
        last: Option<&str>,
    ) -> Result<(), NetworkError> {
        let name = channel.as_str().trim_end();
        let _held = self.hold_channel(name).ok_or(NetworkError::InUse)?;
        let fixed = FixedText::truncated(name);
        // What the channel has decided in its last moment is no longer in doubt once the records are open.
        let mut records = self.channel_records().map_err(unreadable)?;
        let Some(batches) = BatchesInDoubt::find(&fixed, &self.promises()) else {
            return Err(told(&FMQ0200, &[&name]));
        };
        let in_all = batches.iter().count();
        let kept = match (last, keeps) {
            (Some(last), _) => batches.committed(last).ok_or_else(|| {
                let why = format!("{last} is none of them, and not the one before");
                in_doubt(name, &batches, &why)
            })?,
            (None, true) => in_all,
            (None, false) if in_all == 1 => 0,
            (None, false) => {
                let why = "which of them the other end has is to be said";
                return Err(in_doubt(name, &batches, why));
            }
        };
        for (batch, keeps) in batches.decisions(kept) {
            let decided = records.road().decide_promise(&batch.name, keeps);
            decided.map_err(|_| unreadable(Reason::RESOURCE_PROBLEM))?;
        }
        records.keep_resolved(&batches, kept).map_err(unreadable)
    }

    /// `PING CHANNEL`.
    pub(crate) fn ping(&self, channel: &ObjectName, data_bytes: u32) -> Result<(), NetworkError> {
        let name = channel.as_str().trim_end();
        self.check_not_running(name)?;
        let (answer, answered) = mpsc::sync_channel(1);
        let data_bytes = data_bytes as usize;
        let ping = Ping { data_bytes, answer };
        self.order(Order::Ping(name.to_owned(), ping));
        match answered.recv_timeout(PING_MAX) {
            Ok(how) => how.map_err(NetworkError::Notice),
            Err(_) => Err(told(&FMQ0203, &[&name, &PING_MAX.as_secs()])),
        }
    }

    /// The complaint if a channel runs.
    pub(crate) fn check_not_running(&self, name: &str) -> Result<(), NetworkError> {
        match self.is_message_channel_running(name, "") {
            true => Err(NetworkError::InUse),
            false => Ok(()),
        }
    }
}
