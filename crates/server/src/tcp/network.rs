//! Commands on listeners and channels: what they do and show.

use crate::tcp::edge::{Edge, RunningChannel};
use ferromq_admin::network::{
    ChannelSecurity, ChannelState, ChannelStatus, ListenOn, ListenerState, ListenerStatus, Network,
    NetworkError, StopChannel, StopMode, Traffic,
};
use ferromq_admin::status::Moment;
use ferromq_channel::Ending;
use ferromq_mqi::ObjectName;
use ferromq_mqi::generated::constants::{
    MQCHS_BINDING, MQCHS_INITIALIZING, MQCHS_STARTING, MQCHS_STOPPING, MQCHSSTATE_HEARTBEATING,
    MQCHSSTATE_IN_MQGET, MQCHSSTATE_IN_MQI_CALL, MQCHSSTATE_IN_MQPUT, MQCHSSTATE_RECEIVING,
    MQCHSSTATE_SENDING,
};
use ferromq_tls::CipherChoice;
use std::io;

impl Network for Edge {
    fn start_listener(&self, on: &ListenOn) -> Result<(), NetworkError> {
        let started = self.listen(&self.completed(on)).map(drop);
        started.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => NetworkError::AlreadyActive,
            _ => NetworkError::Bind {
                port: on.port,
                reason: error.to_string(),
            },
        })
    }

    fn stop_listener(&self, listener: &str) -> Result<(), NetworkError> {
        if self.unlisten(listener) {
            Ok(())
        } else {
            Err(NetworkError::NotActive)
        }
    }

    fn listeners(&self) -> Vec<ListenerStatus> {
        let running = self.running_listeners();
        let status = running.into_iter().map(|running| ListenerStatus {
            on: running.on,
            state: ListenerState::Running,
            process_id: std::process::id(),
            start: Moment::at_us(running.started_us),
        });
        status.collect()
    }

    fn start_channel(&self, channel: &ObjectName) -> Result<(), NetworkError> {
        self.keep_out(channel.as_str(), false);
        Ok(())
    }

    fn stop_channel(&self, stop: &StopChannel) -> Result<(), NetworkError> {
        if stop.stays_stopped {
            self.keep_out(stop.channel.as_str(), true);
        }
        let how = match stop.mode {
            StopMode::Quiesce => Ending::Quiesce,
            StopMode::Force | StopMode::Terminate => Ending::Immediate,
        };
        let ended = self.end_channels(how, |status| {
            status.definition.channel_name.as_str().trim_end() == stop.channel.as_str().trim_end()
                && (stop.connection_name.is_empty() || stop.connection_name == status.peer.address)
                && stop.remote_name.is_empty()
        });
        if ended == 0 && !stop.stays_stopped {
            return Err(NetworkError::NotActive);
        }
        Ok(())
    }

    fn channels(&self) -> Vec<ChannelStatus> {
        let running = self.running_channels();
        let mut shown: Vec<_> = running.iter().map(shown).collect();
        for name in self.stopped_channels() {
            if !shown.iter().any(|status| status.channel == name) {
                shown.push(ChannelStatus {
                    channel: name,
                    state: ChannelState::Stopped,
                    ..ChannelStatus::default()
                });
            }
        }
        shown
    }

    fn refresh_tls(&self) {
        self.secure().refresh();
    }
}

fn shown(running: &RunningChannel) -> ChannelStatus {
    let status = &running.status;
    let (traffic, remote) = (status.traffic(), status.remote());
    let text = |text: &str| text.trim_end().to_owned();
    ChannelStatus {
        channel: text(status.definition.channel_name.as_str()),
        connection_name: status.peer.address.clone(),
        state: match status.state() {
            MQCHS_BINDING => ChannelState::Binding,
            MQCHS_INITIALIZING => ChannelState::Initializing,
            MQCHS_STARTING => ChannelState::Starting,
            MQCHS_STOPPING => ChannelState::Stopping,
            _ => ChannelState::Running,
        },
        substate: substate(status.substate()).to_owned(),
        stop_requested: status.is_stop_requested(),
        segments: Traffic {
            received: traffic.received_buffers,
            sent: traffic.sent_buffers,
        },
        bytes: Traffic {
            received: traffic.received_bytes,
            sent: traffic.sent_bytes,
        },
        messages: traffic.messages,
        start: Moment::at_us(status.started_us),
        last_message: status
            .last_message_us()
            .map_or_else(Moment::default, Moment::at_us),
        heartbeat_s: remote.heartbeat_s,
        job_name: format!(
            "{:016X}",
            u64::from(std::process::id()) << 32 | running.loop_number as u64
        ),
        local_address: String::new(),
        user_id: text(remote.mca_user.as_str()),
        remote_application: text(remote.appl_tag.as_str()),
        remote_product: text(remote.product.as_str()),
        remote_version: text(remote.version.as_str()),
        conversations: status.conversations(),
        conversations_max: remote.conversations_max,
        security: security(status),
        ..ChannelStatus::default()
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
