//! Commands on listeners and channels: what they do and show.

use crate::tcp::agents::Order;
use crate::tcp::channel_records::unreadable;
use crate::tcp::demands::{cipher_problem, unended};
use crate::tcp::edge::Edge;
use crate::tcp::reaching::check_local_address;
use ferromq_admin::NamePattern;
use ferromq_admin::network::{
    ChannelState, ChannelStatus, ListenOn, ListenerState, ListenerStatus, Network, NetworkError,
    StopChannel,
};
use ferromq_admin::status::Moment;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{AMQ8242, AMQ8243, AMQ9248};
use ferromq_qmgr::Notice;
use ferromq_security::PeerPattern;
use std::collections::BTreeMap;
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

    fn has_failed(&self, channel: &ObjectName) -> bool {
        let plan = self.board().plan();
        plan.has_ended_ill(channel.as_str().trim_end())
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
            self.keep_out(name, false);
            return Ok(());
        };
        self.start_message_channel(name, &definition)
    }

    fn stop_channel(&self, stop: &StopChannel) -> Result<(), NetworkError> {
        self.stop(stop)
    }

    fn start_channel_initiator(&self, queue: &ObjectName) -> Result<(), NetworkError> {
        self.start_initiator(queue)
    }

    fn has_channel_initiator(&self) -> bool {
        self.board().has_initiator()
    }

    fn changed(&self, kind: ObjectKind) {
        if kind == ObjectKind::ClusSdr {
            self.look_at_cluster_channels();
        }
        if kind == ObjectKind::ClusRcvr {
            self.order(Order::LookAtAll);
        }
        self.clusters().changed();
        if matches!(kind, ObjectKind::ClusRcvr | ObjectKind::Namelist) {
            self.clusters().ask_as_defined(self.engine());
        }
    }

    fn made_senders(&self) -> Vec<Definition> {
        let made = self.board().made().all();
        made.iter()
            .map(|definition| definition.as_ref().clone())
            .collect()
    }

    fn channels(&self) -> Vec<ChannelStatus> {
        let running = self.running_channels();
        let mut shown: Vec<_> = running.iter().map(|it| self.shown(it)).collect();
        for (name, state) in self.planned_channels() {
            if !shown.iter().any(|status| status.channel == name) {
                shown.push(self.idle_row(&name, state));
            }
        }
        for name in self.engine().switching_channels() {
            let name = name.as_str().trim_end();
            if !shown
                .iter()
                .any(|status| status.channel == name && status.state != ChannelState::Stopped)
            {
                shown.retain(|status| status.channel != name);
                shown.push(self.idle_row(name, ChannelState::Switching));
            }
        }
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

    fn pending_resets(&self, names: &NamePattern) -> Result<BTreeMap<String, u32>, NetworkError> {
        self.resets_to_tell(names).map_err(unreadable)
    }

    fn reset_channel(&self, channel: &ObjectName, sequence: u32) -> Result<(), NetworkError> {
        self.reset(channel, sequence)
    }

    fn check_decided(&self, channel: &ObjectName) -> Result<(), NetworkError> {
        self.check_not_in_doubt(channel.as_str().trim_end(), "it stays as it is")
    }

    fn check_attribute(
        &self,
        channel: &ObjectName,
        attr: Attr,
        text: &str,
    ) -> Result<(), NetworkError> {
        let wrong = match attr {
            Attr::Sslciph => cipher_problem(text).map(|why| Notice::of(&AMQ8242, &[&why])),
            Attr::Sslpeer => {
                let problem = PeerPattern::parse(text).err();
                problem.map(|why| Notice::of(&AMQ8243, &[&unended(&why)]))
            }
            Attr::Locladdr => check_local_address(text)
                .err()
                .map(|why| Notice::of(&AMQ9248, &[channel, &why])),
            _ => None,
        };
        wrong.map_or(Ok(()), |notice| Err(NetworkError::Notice(notice)))
    }

    fn check_idle(&self, channel: &ObjectName) -> Result<(), NetworkError> {
        self.check_not_running(channel.as_str().trim_end())
    }

    fn forget_channel(&self, channel: &ObjectName) {
        self.forget_records(channel.as_str().trim_end());
    }

    fn resolve_channel(
        &self,
        channel: &ObjectName,
        keeps: bool,
        last: Option<&str>,
    ) -> Result<(), NetworkError> {
        self.resolve(channel, keeps, last)
    }

    fn ping_channel(&self, channel: &ObjectName, data_bytes: u32) -> Result<(), NetworkError> {
        self.ping(channel, data_bytes)
    }

    fn refresh_tls(&self) {
        self.secure().refresh();
        self.renew_tls_channels();
    }
}
