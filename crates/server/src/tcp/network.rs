//! Commands on listeners and channels: what they do and show.

use crate::tcp::agents::Order;
use crate::tcp::channel_records::unreadable;
use crate::tcp::edge::Edge;
use ferromq_admin::NamePattern;
use ferromq_admin::network::{
    ChannelState, ChannelStatus, ListenOn, ListenerState, ListenerStatus, Network, NetworkError,
    StopChannel, StopMode,
};
use ferromq_admin::status::Moment;
use ferromq_channel::{Ending, Peer};
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind};
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
        let name = channel.as_str().trim_end();
        let Some(definition) = self.message_definition(name) else {
            self.keep_out(channel.as_str(), false);
            return Ok(());
        };
        if self.is_message_channel_running(name, "") {
            return Err(NetworkError::InUse);
        }
        self.keep_out(name, false);
        let calls = match definition.kind() {
            ObjectKind::Sender | ObjectKind::Requester => true,
            ObjectKind::Server => !definition.text(Attr::Conname).is_empty(),
            _ => false,
        };
        if calls {
            self.order(Order::Start(name.to_owned()));
        }
        Ok(())
    }

    fn stop_channel(&self, stop: &StopChannel) -> Result<(), NetworkError> {
        if stop.stays_stopped {
            self.keep_out(stop.channel.as_str(), true);
        }
        self.order(Order::Stop(stop.channel.as_str().trim_end().to_owned()));
        let how = match stop.mode {
            StopMode::Quiesce => Ending::Quiesce,
            StopMode::Force | StopMode::Terminate => Ending::Immediate,
        };
        let remote_name = stop.remote_name.trim();
        let ended = self.end_channels(how, |instance| {
            instance.channel_name().as_str().trim_end() == stop.channel.as_str().trim_end()
                && is_meant(&stop.connection_name, instance.peer())
                && (remote_name.is_empty() || remote_name == instance.remote_name())
        });
        if ended == 0 && !stop.stays_stopped {
            return Err(NetworkError::NotActive);
        }
        Ok(())
    }

    fn channels(&self) -> Vec<ChannelStatus> {
        let running = self.running_channels();
        let mut shown: Vec<_> = running.iter().map(|it| self.shown(it)).collect();
        for name in self.stopped_channels() {
            if !shown.iter().any(|status| status.channel == name) {
                shown.push(self.idle_row(&name, ChannelState::Stopped));
            }
        }
        shown
    }

    fn saved_channels(&self, names: &NamePattern) -> Result<Vec<ChannelStatus>, NetworkError> {
        self.saved_rows(names).map_err(unreadable)
    }

    fn reset_channel(&self, channel: &ObjectName, sequence: u32) -> Result<(), NetworkError> {
        self.reset(channel, sequence)
    }

    fn resolve_channel(&self, channel: &ObjectName, keeps: bool) -> Result<(), NetworkError> {
        self.resolve(channel, keeps)
    }

    fn ping_channel(&self, channel: &ObjectName, data_bytes: u32) -> Result<(), NetworkError> {
        self.ping(channel, data_bytes)
    }

    fn refresh_tls(&self) {
        self.secure().refresh();
    }
}

/// Whether `CONNAME` means this client: by address, and by port where one is given. A blank one means all.
fn is_meant(connection_name: &str, peer: &Peer) -> bool {
    let wanted = connection_name.trim();
    let (address, port) = match wanted.strip_suffix(')').and_then(|it| it.split_once('(')) {
        Some((address, port)) => (address.trim(), Some(port.trim())),
        None => (wanted, None),
    };
    wanted.is_empty()
        || address == peer.address
            && port.is_none_or(|port| port.parse().is_ok_and(|port: u16| port == peer.port))
}

#[cfg(test)]
mod tests {
    use super::{Peer, is_meant};

    #[test]
    fn a_connection_name_means_an_address_and_a_port_if_it_has_one() {
        let peer = Peer {
            address: "10.0.0.7".to_owned(),
            port: 40_000,
            tls: None,
        };
        for name in ["", " ", "10.0.0.7", "10.0.0.7(40000)", "10.0.0.7 ( 40000 )"] {
            assert!(is_meant(name, &peer), "{name}");
        }
        for name in ["10.0.0.70", "10.0.0.7(40001)", "10.0.0.7(x)", "(40000)"] {
            assert!(!is_meant(name, &peer), "{name}");
        }
    }
}
