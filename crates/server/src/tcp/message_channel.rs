//! Channels between queue managers as others see them that run.

use crate::tcp::channel_words;
use crate::tcp::running::Instance;
use crate::tcp::server_connection::security;
use ferromq_admin::batches::{Batch, MessageChannelFigures};
use ferromq_admin::network::{ChannelState, ChannelStatus};
use ferromq_admin::status::Moment;
use ferromq_channel::{MessageChannelStatus, Peer, Progress, batch_digits};
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::generated::constants::{
    MQCHT_CLUSRCVR, MQCHT_CLUSSDR, MQCHT_RECEIVER, MQCHT_REQUESTER, MQCHT_SENDER, MQCHT_SERVER,
};
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::ChannelFigures;

impl Instance for MessageChannelStatus {
    fn channel_name(&self) -> FixedText<20> {
        self.definition.channel_name
    }

    fn peer(&self) -> &Peer {
        &self.peer
    }

    fn remote_name(&self) -> &str {
        self.partner()
    }

    fn remote_id(&self) -> &str {
        self.partner_id()
    }

    fn state(&self) -> ChannelState {
        channel_words::state(&self.activity)
    }

    fn request_stop(&self) {
        self.activity.request_stop();
    }

    fn take_figures(&self) -> Option<ChannelFigures> {
        let did = self.take_work();
        let net = did.net_times;
        Some(ChannelFigures {
            channel: self.definition.channel_name.as_str().trim_end().to_owned(),
            channel_type: channel_type(self.definition.kind),
            remote_q_mgr: self.partner().trim_end().to_owned(),
            connection_name: connection_name(self),
            messages: did.messages,
            bytes: did.bytes,
            net_time_us: [
                net.least,
                net.most,
                net.sum.checked_div(net.count).unwrap_or(0),
            ],
            batches: [
                did.full_batches,
                did.batches.saturating_sub(did.full_batches),
            ],
            put_retries: did.put_retries,
        })
    }

    fn status(&self) -> ChannelStatus {
        let (segments, bytes) = channel_words::traffic(&self.activity);
        let progress = self.progress();
        let product = progress.partner_product.split_at_checked(4);
        let (product, version) = product.unwrap_or_default();
        ChannelStatus {
            channel: self.definition.channel_name.as_str().trim_end().to_owned(),
            channel_type: self.definition.kind.keyword(),
            connection_name: connection_name(self),
            state: channel_words::state(&self.activity),
            substate: channel_words::substate(&self.activity),
            stop_requested: self.activity.is_stop_requested(),
            segments,
            bytes,
            messages: progress.messages,
            start: Moment::at_us(self.started_us),
            last_message: Moment::at_us(progress.last_message_us),
            heartbeat_s: progress.heartbeat_s,
            user_id: self.user().to_owned(),
            security: security(&self.peer),
            remote_product: product.to_owned(),
            remote_version: version.to_owned(),
            message: Some(Box::new(self.figures(&progress))),
            ..ChannelStatus::default()
        }
    }
}

/// What only the status of channels between queue managers has.
trait Figures {
    fn figures(&self, progress: &Progress) -> MessageChannelFigures;
}

impl Figures for MessageChannelStatus {
    fn figures(&self, progress: &Progress) -> MessageChannelFigures {
        let queue = self.definition.transmission_queue;
        let batch = |name, sequence| Batch {
            name: batch_digits(name),
            sequence,
        };
        MessageChannelFigures {
            saved: false,
            partner: progress.partner_name.clone(),
            transmission_queue: sends(self.definition.kind)
                .then(|| queue.as_str().trim_end().to_owned()),
            current: batch(progress.current_batch, progress.current_sequence),
            current_messages: progress.current_messages,
            last: batch(progress.last_batch, progress.last_sequence),
            last_error: None,
            in_doubt: progress.in_doubt,
            batches: progress.batches,
            batch_messages_max: progress.batch_messages_max,
            fast: progress.fast,
            retries_left: None,
            net_time_us: progress.net_time_us.shown(),
            batch_size: progress.batch_size.shown(),
            queue_time_us: progress.queue_time_us.shown(),
            queued: None,
        }
    }
}

/// `CONNAME`: with the port where this end has called.
pub(crate) fn connection_name(status: &MessageChannelStatus) -> String {
    let Peer { address, port, .. } = &status.peer;
    match sends(status.definition.kind) {
        true => format!("{address}({port})"),
        false => address.clone(),
    }
}

/// `MQCHT_*` of a channel between queue managers.
fn channel_type(kind: ObjectKind) -> i32 {
    match kind {
        ObjectKind::Sender => MQCHT_SENDER,
        ObjectKind::Server => MQCHT_SERVER,
        ObjectKind::Receiver => MQCHT_RECEIVER,
        ObjectKind::Requester => MQCHT_REQUESTER,
        ObjectKind::ClusSdr => MQCHT_CLUSSDR,
        _ => MQCHT_CLUSRCVR,
    }
}

/// Whether a kind of channel sends messages.
pub(crate) fn sends(kind: ObjectKind) -> bool {
    kind.sends_messages()
}
