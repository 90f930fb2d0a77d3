//! Server connections as others see them that run.

use crate::tcp::running::Instance;
use ferromq_admin::network::{ChannelSecurity, ChannelState, ChannelStatus, Traffic};
use ferromq_admin::status::Moment;
use ferromq_channel::Peer;
use ferromq_mqi::generated::constants::{
    MQCHS_BINDING, MQCHS_INITIALIZING, MQCHS_STARTING, MQCHS_STOPPING, MQCHSSTATE_HEARTBEATING,
    MQCHSSTATE_IN_MQGET, MQCHSSTATE_IN_MQI_CALL, MQCHSSTATE_IN_MQPUT, MQCHSSTATE_RECEIVING,
    MQCHSSTATE_SENDING,
};
use ferromq_mqi::name::FixedText;
use ferromq_tls::CipherChoice;

/// `CHLTYPE`.
pub(crate) const SERVER_CONNECTION: &str = "SVRCONN";

impl Instance for ferromq_channel::ChannelStatus {
    fn channel_name(&self) -> FixedText<20> {
        self.definition.channel_name
    }

    fn peer(&self) -> &Peer {
        &self.peer
    }

    /// No client is a queue manager.
    fn remote_name(&self) -> &str {
        ""
    }

    fn request_stop(&self) {
        Self::request_stop(self);
    }

    fn status(&self) -> ChannelStatus {
        let (traffic, remote) = (self.traffic(), self.remote());
        let text = |text: &str| text.trim_end().to_owned();
        ChannelStatus {
            channel: text(self.definition.channel_name.as_str()),
            channel_type: SERVER_CONNECTION,
            connection_name: self.peer.address.clone(),
            state: match self.state() {
                MQCHS_BINDING => ChannelState::Binding,
                MQCHS_INITIALIZING => ChannelState::Initializing,
                MQCHS_STARTING => ChannelState::Starting,
                MQCHS_STOPPING => ChannelState::Stopping,
                _ => ChannelState::Running,
            },
            substate: substate(self.substate()).to_owned(),
            stop_requested: self.is_stop_requested(),
            segments: Traffic {
                received: traffic.received_buffers,
                sent: traffic.sent_buffers,
            },
            bytes: Traffic {
                received: traffic.received_bytes,
                sent: traffic.sent_bytes,
            },
            messages: traffic.messages,
            start: Moment::at_us(self.started_us),
            last_message: self
                .last_message_us()
                .map_or_else(Moment::default, Moment::at_us),
            heartbeat_s: remote.heartbeat_s,
            user_id: text(remote.mca_user.as_str()),
            remote_application: text(remote.appl_tag.as_str()),
            remote_product: text(remote.product.as_str()),
            remote_version: text(remote.version.as_str()),
            conversations: self.conversations(),
            conversations_max: remote.conversations_max,
            security: security(self),
            ..ChannelStatus::default()
        }
    }
}

fn security(status: &ferromq_channel::ChannelStatus) -> ChannelSecurity {
    let Some(tls) = &status.peer.tls else {
        return ChannelSecurity::default();
    };
    ChannelSecurity {
        protocol: CipherChoice::by_name(&tls.cipher_spec)
            .map_or("", |choice| choice.highest().name())
            .to_owned(),
        cipher_spec: tls.cipher_spec.clone(),
        peer_name: tls.subject.clone().unwrap_or_default(),
        issuer_name: tls.issuer.clone().unwrap_or_default(),
        ..ChannelSecurity::default()
    }
}

const fn substate(code: i32) -> &'static str {
    match code {
        MQCHSSTATE_HEARTBEATING => "HEARTBEAT",
        MQCHSSTATE_IN_MQGET => "MQGET",
        MQCHSSTATE_IN_MQI_CALL => "MQICALL",
        MQCHSSTATE_IN_MQPUT => "MQPUT",
        MQCHSSTATE_RECEIVING => "RECEIVE",
        MQCHSSTATE_SENDING => "SEND",
        _ => "",
    }
}
