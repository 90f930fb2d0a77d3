//! What a request for a transfer asks for, and whether this agent can do that.

use super::calling::check;
use super::checksum::ChecksumMethod;
use super::files::PATH_BYTES_MAX;
use super::message::AGENT_BYTES_MAX;
use super::messages::{Cutting, Inlet};
use super::plan::Wanted;
use super::refusal::{Refusal, refusal};
use super::settings::AgentSettings;
use super::state::REQUEST_BYTES_MAX;
use super::translation::TextEnds;
use crate::code::ResultCode;
use crate::generated::notices::{
    BFGCH9500, BFGCH9501, BFGCH9502, BFGCH9503, BFGCH9504, BFGCH9520, BFGCH9521, BFGCH9522,
    BFGCH9580, BFGTR9571,
};
use crate::party::AgentAddress;
use crate::request::{
    DestinationEnd, Disposition, Exist, Item, ManagedTransfer, Mode, SourceEnd, SourceKind,
    SourceQueue,
};
use ferromq_mqi::generated::constants::MQ_Q_MGR_NAME_LENGTH;

impl AgentSettings {
    /// Whether a request is for this agent.
    pub(super) fn check_named(&self, named: &AgentAddress) -> Result<(), Refusal> {
        let own = self.address();
        if !named.agent.eq_ignore_ascii_case(&own.agent)
            || !(named.q_mgr.is_empty() || named.q_mgr == own.q_mgr)
        {
            let text = BFGCH9500.line(&[&named.agent, &named.q_mgr, &own.agent, &own.q_mgr]);
            return refusal(ResultCode::WrongAgent, text);
        }
        Ok(())
    }

    /// Whether a request for a transfer is for this agent, and can be done: what its items are.
    pub(super) fn check_request(
        &self,
        transfer: &ManagedTransfer,
        request: &[u8],
    ) -> Result<Vec<Wanted>, Refusal> {
        self.check_named(&transfer.source_agent)?;
        if request.len() > REQUEST_BYTES_MAX {
            let text = BFGCH9501.line(&[&REQUEST_BYTES_MAX]);
            return refusal(ResultCode::Malformed, text);
        }
        let to = &transfer.destination_agent;
        let q_mgr_bytes_max = MQ_Q_MGR_NAME_LENGTH.unsigned_abs() as usize;
        if to.agent.len() > AGENT_BYTES_MAX || to.q_mgr.len() > q_mgr_bytes_max {
            let text = BFGCH9580.line(&[&AGENT_BYTES_MAX, &q_mgr_bytes_max]);
            return refusal(ResultCode::Malformed, text);
        }
        let set = &transfer.set;
        let programs = [
            &set.pre_source,
            &set.post_source,
            &set.pre_destination,
            &set.post_destination,
        ];
        programs.into_iter().flatten().try_for_each(check)?;
        let wanted = set.items.iter().map(|item| self.wanted(item));
        wanted.collect()
    }

    fn wanted(&self, item: &Item) -> Result<Wanted, Refusal> {
        let mut inlet = None;
        let (kind, source) = match &item.source.end {
            SourceEnd::File { kind, file } => (*kind, self.absolute(&file.path)),
            SourceEnd::Queue(queue) => {
                if matches!(item.destination.end, DestinationEnd::Queue(_)) {
                    let text = &BFGCH9502.line(&[]);
                    return refusal(ResultCode::QueueToQueue, text);
                }
                inlet = Some(self.inlet(queue, item.mode)?);
                (None, queue.queue.to_string())
            }
        };
        let mut queue = None;
        let queue_name;
        let (to_directory, destination) = match &item.destination.end {
            DestinationEnd::File(file) => (false, &file.path),
            DestinationEnd::Directory(_) if inlet.is_some() => {
                return refusal(ResultCode::Malformed, BFGCH9520.line(&[&source]));
            }
            DestinationEnd::Directory(file) => (true, &file.path),
            DestinationEnd::Queue(to) => {
                let cutting = Cutting::of(to);
                if let Err(why) = cutting {
                    return refusal(ResultCode::Malformed, BFGCH9521.line(&[&why]));
                }
                queue_name = to.queue.to_string();
                queue = Some(to.clone());
                (false, &queue_name)
            }
            DestinationEnd::Foreign { kind, .. } => {
                return refusal(ResultCode::Failed, BFGCH9503.line(&[&kind.as_str()]));
            }
        };
        if source.len().max(destination.len()) > PATH_BYTES_MAX {
            let text = BFGCH9504.line(&[&PATH_BYTES_MAX]);
            return refusal(ResultCode::Malformed, text);
        }
        let is_directory = kind == Some(SourceKind::Directory);
        let mut text = text_ends(item);
        if let Some(ends) = &mut text {
            self.set_read(&source, ends);
        }
        Ok(Wanted {
            source,
            is_directory,
            recursive: item.source.recursive,
            delete: item.source.disposition == Disposition::Delete,
            destination: destination.clone(),
            to_directory,
            overwrite: matches!(item.destination.exist, Exist::Overwrite | Exist::Update),
            append: item.destination.exist == Exist::Append,
            update: item.destination.exist == Exist::Update,
            text,
            inlet,
            queue,
            checksum: ChecksumMethod::named(item.checksum),
        })
    }

    /// The messages an item begins with.
    fn inlet(&self, queue: &SourceQueue, mode: Mode) -> Result<Inlet, Refusal> {
        if !self.queues_may_be_ends {
            let text = BFGTR9571.line(&[&self.agent]);
            return refusal(ResultCode::NoMessageToFile, text);
        }
        let own = &self.q_mgr;
        let at = &queue.queue.q_mgr;
        if !(at.is_empty() || at == own) {
            let text = BFGCH9522.line(&[&queue.queue, own]);
            return refusal(ResultCode::Malformed, text);
        }
        match Inlet::new(queue, mode == Mode::Text) {
            Ok(inlet) => Ok(inlet),
            Err(why) => refusal(ResultCode::Malformed, BFGCH9521.line(&[&why])),
        }
    }
}

/// What a text is and is to become.
fn text_ends(item: &Item) -> Option<TextEnds> {
    if item.mode == Mode::Binary {
        return None;
    }
    let from = match &item.source.end {
        SourceEnd::File { file, .. } => &file.encoding,
        SourceEnd::Queue(queue) => &queue.encoding,
    };
    let (to, line_end) = match &item.destination.end {
        DestinationEnd::File(file) | DestinationEnd::Directory(file) => {
            (&file.encoding, file.line_end)
        }
        DestinationEnd::Queue(queue) => (&queue.encoding, queue.line_end),
        DestinationEnd::Foreign { .. } => (&None, None),
    };
    let name = |named: &Option<String>| named.clone().unwrap_or_default();
    Some(TextEnds {
        from: name(from),
        to: name(to),
        line_end,
    })
}
