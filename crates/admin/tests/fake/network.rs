//! Listeners and channels of the queue manager in memory.

use ferromq_admin::NamePattern;
use ferromq_admin::batches::{Batch, MessageChannelFigures};
use ferromq_admin::network::{
    ChannelSecurity, ChannelState, ChannelStatus, ListenOn, ListenerState, ListenerStatus, Network,
    NetworkError, StopChannel, Traffic,
};
use ferromq_admin::status::Moment;
use ferromq_mqi::generated::notices::FMQ0200;
use ferromq_mqi::name::ObjectName;
use ferromq_qmgr::Notice;
use std::sync::Mutex;

/// A port somebody else uses.
const TAKEN_PORT: u16 = 22;

#[derive(Default)]
pub(crate) struct FakeNetwork(Mutex<State>);

#[derive(Default)]
struct State {
    listeners: Vec<ListenerStatus>,
    stopped: Vec<String>,
    /// Channels between queue managers that run.
    sending: Vec<String>,
    ended: bool,
}

impl Network for FakeNetwork {
    fn start_listener(&self, on: &ListenOn) -> Result<(), NetworkError> {
        let mut state = self.0.lock().expect("no test panics here");
        if state
            .listeners
            .iter()
            .any(|one| one.on.listener == on.listener)
        {
            return Err(NetworkError::AlreadyActive);
        }
        if on.port == TAKEN_PORT {
            return Err(NetworkError::Bind {
                port: on.port,
                reason: "Address already in use".to_string(),
            });
        }
        state.listeners.push(ListenerStatus {
            on: ListenOn {
                port: if on.port == 0 { 1414 } else { on.port },
                backlog: if on.backlog == 0 { 100 } else { on.backlog },
                ..on.clone()
            },
            state: ListenerState::Running,
            process_id: 4712,
            start: moment("10.11.12"),
        });
        Ok(())
    }

    fn stop_listener(&self, listener: &str) -> Result<(), NetworkError> {
        let mut state = self.0.lock().expect("no test panics here");
        let before = state.listeners.len();
        state.listeners.retain(|one| one.on.listener != listener);
        if state.listeners.len() == before {
            Err(NetworkError::NotActive)
        } else {
            Ok(())
        }
    }

    fn listeners(&self) -> Vec<ListenerStatus> {
        let state = self.0.lock().expect("no test panics here");
        state.listeners.clone()
    }

    fn start_channel(&self, channel: &ObjectName) -> Result<(), NetworkError> {
        let mut state = self.0.lock().expect("no test panics here");
        state.stopped.retain(|one| one != channel.as_str());
        if channel.as_str().contains(".TO.") {
            state.sending.push(channel.to_string());
        }
        Ok(())
    }

    fn stop_channel(&self, stop: &StopChannel) -> Result<(), NetworkError> {
        let ran = self.channels().iter().any(|one| {
            let name = &stop.connection_name;
            one.channel == stop.channel.as_str()
                && one.state == ChannelState::Running
                && (name.is_empty() || *name == one.connection_name)
        });
        let mut state = self.0.lock().expect("no test panics here");
        state.ended |= ran;
        if stop.stays_stopped {
            state.stopped.push(stop.channel.to_string());
        } else if !ran {
            return Err(NetworkError::NotActive);
        }
        Ok(())
    }

    fn saved_channels(&self, names: &NamePattern) -> Result<Vec<ChannelStatus>, NetworkError> {
        let names = ["QM1.TO.QM2", "QM1.TO.QM3"].map(|name| names.matches(name).then_some(name));
        let found = names.into_iter().flatten();
        Ok(found.map(|name| sender(name, true)).collect())
    }

    fn reset_channel(&self, channel: &ObjectName, _: u32) -> Result<(), NetworkError> {
        match self
            .channels()
            .iter()
            .any(|one| one.channel == channel.as_str())
        {
            true => Err(NetworkError::InUse),
            false => Ok(()),
        }
    }

    fn resolve_channel(
        &self,
        channel: &ObjectName,
        _: bool,
        _: Option<&str>,
    ) -> Result<(), NetworkError> {
        let values: [&dyn std::fmt::Display; 1] = [channel];
        Err(NetworkError::Notice(Notice::of(&FMQ0200, &values)))
    }

    fn ping_channel(&self, _: &ObjectName, _: u32) -> Result<(), NetworkError> {
        Ok(())
    }

    fn refresh_tls(&self) {}

    fn channels(&self) -> Vec<ChannelStatus> {
        let state = self.0.lock().expect("no test panics here");
        let mut rows: Vec<ChannelStatus> = Vec::new();
        if !state.ended {
            rows.push(instance("10.0.0.7"));
            rows.push(ChannelStatus {
                substate: "MQGET".to_string(),
                security: ChannelSecurity {
                    protocol: "TLSV13".to_string(),
                    cipher_spec: "TLS_AES_256_GCM_SHA384".to_string(),
                    peer_name: "CN=app,O=Example".to_string(),
                    issuer_name: "CN=ca,O=Example".to_string(),
                    ..ChannelSecurity::default()
                },
                ..instance("10.0.0.8")
            });
        }
        rows.extend(state.sending.iter().map(|name| sender(name, false)));
        rows.extend(state.stopped.iter().map(|name| ChannelStatus {
            channel: name.clone(),
            channel_type: "SVRCONN",
            state: ChannelState::Stopped,
            ..ChannelStatus::default()
        }));
        rows
    }
}

/// A sending channel that is in the middle of a batch, or what is kept of it.
fn sender(name: &str, saved: bool) -> ChannelStatus {
    let batch = |digits: &str, sequence| Batch {
        name: digits.to_owned(),
        sequence,
    };
    let figures = MessageChannelFigures {
        saved,
        partner: "QM2".to_owned(),
        transmission_queue: Some("QM2".to_owned()),
        current: batch("13DCA33D02010010", 12),
        current_messages: 2,
        last: batch("13DCA33D01010010", 10),
        last_error: None,
        in_doubt: saved,
        batches: 4,
        batch_messages_max: 50,
        fast: true,
        retries_left: Some((10, 999_999_999)),
        net_time_us: Some((210, 190)),
        batch_size: Some((3, 2)),
        queue_time_us: None,
        queued: Some(7),
    };
    ChannelStatus {
        channel: name.to_owned(),
        channel_type: "SDR",
        connection_name: "10.0.0.9(1415)".to_owned(),
        monitoring: "LOW".to_owned(),
        substate: "EOB".to_owned(),
        message: Some(Box::new(figures)),
        ..instance("10.0.0.9")
    }
}

fn instance(address: &str) -> ChannelStatus {
    ChannelStatus {
        channel: "APP.SVRCONN".to_string(),
        channel_type: "SVRCONN",
        connection_name: address.to_string(),
        state: ChannelState::Running,
        substate: "RECEIVE".to_string(),
        segments: Traffic {
            received: 12,
            sent: 11,
        },
        bytes: Traffic {
            received: 4096,
            sent: 2048,
        },
        messages: 9,
        start: moment("09.10.11"),
        last_message: moment("10.20.30"),
        heartbeat_s: 300,
        job_name: "0000126800000001".to_string(),
        local_address: "10.0.0.1(1414)".to_string(),
        user_id: "app".to_string(),
        remote_application: "orders".to_string(),
        remote_product: "MQJB".to_string(),
        remote_version: "09040005".to_string(),
        conversations: 2,
        conversations_max: 10,
        ..ChannelStatus::default()
    }
}

fn moment(time: &str) -> Moment {
    Moment {
        date: "2024-05-06".to_string(),
        time: time.to_string(),
    }
}
