//! Channels between queue managers as others see them that run.

use crate::tcp::running::Instance;
use ferromq_admin::network::{ChannelState, ChannelStatus, Traffic};
use ferromq_admin::status::Moment;
use ferromq_channel::{MessageChannelStatus, Peer};
use ferromq_mqi::generated::constants::{
    MQCHS_BINDING, MQCHS_STOPPING, MQCHSSTATE_IN_MQGET, MQCHSSTATE_IN_MQI_CALL,
    MQCHSSTATE_IN_MQPUT, MQCHSSTATE_RECEIVING,
};
use ferromq_mqi::name::FixedText;

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

    fn request_stop(&self) {
        Self::request_stop(self);
    }

    fn status(&self) -> ChannelStatus {
        let [sent_bytes, sent_buffers, received_bytes, received_buffers] = self.traffic();
        let progress = self.progress();
        let product = progress.partner_product.split_at_checked(4);
        let (product, version) = product.unwrap_or_default();
        ChannelStatus {
            channel: self.definition.channel_name.as_str().trim_end().to_owned(),
            channel_type: self.definition.kind.keyword(),
            connection_name: format!("{}({})", self.peer.address, self.peer.port),
            state: match self.state() {
                MQCHS_BINDING => ChannelState::Binding,
                MQCHS_STOPPING => ChannelState::Stopping,
                _ => ChannelState::Running,
            },
            substate: match self.substate() {
                MQCHSSTATE_IN_MQGET => "MQGET",
                MQCHSSTATE_IN_MQI_CALL => "MQICALL",
                MQCHSSTATE_IN_MQPUT => "MQPUT",
                MQCHSSTATE_RECEIVING => "RECEIVE",
                _ => "",
            }
            .to_owned(),
            stop_requested: self.is_stop_requested(),
            segments: Traffic {
                received: received_buffers,
                sent: sent_buffers,
            },
            bytes: Traffic {
                received: received_bytes,
                sent: sent_bytes,
            },
            messages: progress.messages,
            start: Moment::at_us(self.started_us),
            last_message: match progress.last_message_us {
                0 => Moment::default(),
                at_us => Moment::at_us(at_us),
            },
            heartbeat_s: progress.heartbeat_s,
            remote_product: product.to_owned(),
            remote_version: version.to_owned(),
            ..ChannelStatus::default()
        }
    }
}
