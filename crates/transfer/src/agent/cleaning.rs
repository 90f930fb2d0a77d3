//! What is kept of an agent that does not run, taken away: nothing of it goes on when the agent starts again.

use super::events::Event;
use super::files::{Files, Party};
use super::queues::{Own, Queues};
use super::sandbox::Sandbox;
use super::state::Incoming;
use super::state_key::StateKey;
use crate::party::{AgentAddress, TransferId};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::session::{Connected, MqError, Session};

/// What is to be taken away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleaning {
    /// Transfers, with the temporary files of those that were being written, and data on their way; and calls of programs.
    pub transfers: bool,
    /// Schedules.
    pub schedules: bool,
    /// Monitors and their histories.
    pub monitors: bool,
    /// Messages nobody understands.
    pub invalid_messages: bool,
}

/// Messages in a unit of work.
const BATCH: u64 = 100;

/// Takes away what is kept of an agent. How many messages that were.
///
/// # Errors
/// The failed verb: `MQRC_OBJECT_IN_USE` when the agent runs.
pub fn clean<C: Connected, F: Files>(
    session: Session<C>,
    files: &mut F,
    own: AgentAddress,
    cleaning: Cleaning,
) -> Result<u64, MqError> {
    let mut queues = Queues::open(session, own, String::new(), false)?;
    let mut count = 0;
    if cleaning.transfers {
        for message in queues.kept()? {
            remove_files(files, &message);
        }
        for own in [Own::Data, Own::Reply] {
            while queues.take(own)?.is_some() {
                count += 1;
                commit_some(&mut queues, count)?;
            }
        }
    }
    let is_transfer = |id: &[u8; 24]| match StateKey::of(id) {
        Some(_) => cleaning.transfers,
        None => cleaning.invalid_messages,
    };
    count += remove(&mut queues, |queues| queues.state, is_transfer)?;
    let is_event = |id: &[u8; 24]| match Event::of(id) {
        Some(Event::Schedule) => cleaning.schedules,
        Some(Event::Call) => cleaning.transfers,
        Some(Event::Monitor | Event::Chunk(..) | Event::Changes(_)) => cleaning.monitors,
        // Numbers that were given are not given again.
        Some(Event::Numbers) => false,
        None => cleaning.invalid_messages,
    };
    count += remove(&mut queues, |queues| queues.event, is_event)?;
    queues.commit()?;
    queues.end()?;
    Ok(count)
}

/// Temporary files of a transfer to this agent go.
fn remove_files<F: Files>(files: &mut F, message: &GetReply) {
    let order = ByteOrder::from_encoding(message.descriptor.encoding);
    let is_incoming = StateKey::of(&message.descriptor.correl_id) == Some(StateKey::Incoming);
    if !is_incoming {
        return;
    }
    let Ok(kept) = Incoming::decode(&message.body, order) else {
        return;
    };
    // As the destination that wrote them, for the user it did that for.
    let party = Party::Destination(kept.transfer);
    let mut files = files.within(&Sandbox::everywhere(), party, &kept.user);
    let whole = kept.whole.iter().map(|one| (&one.temporary, one.id));
    let writing = kept.writing.iter().map(|one| (&one.temporary, one.id));
    for (temporary, id) in whole.chain(writing) {
        // Somebody who has taken it away has it.
        let _ = files.remove(temporary, id);
    }
}

fn remove<C: Connected>(
    queues: &mut Queues<C>,
    queue: fn(&Queues<C>) -> ObjectHandle,
    is_wanted: impl Fn(&[u8; 24]) -> bool,
) -> Result<u64, MqError> {
    let mut count = 0;
    let handle = queue(queues);
    for message in queues.all_of(handle)? {
        let descriptor = &message.descriptor;
        if is_wanted(&descriptor.correl_id) {
            queues.forget_on(handle, TransferId(descriptor.msg_id), descriptor.correl_id)?;
            count += 1;
            commit_some(queues, count)?;
        }
    }
    Ok(count)
}

fn commit_some<C: Connected>(queues: &mut Queues<C>, count: u64) -> Result<(), MqError> {
    match count % BATCH {
        0 => queues.commit(),
        _ => Ok(()),
    }
}
