//! What operators, triggers and the last life of the queue manager want of channels between queue managers.

use crate::tcp::agents::Order;
use crate::tcp::channel_events::Subject;
use crate::tcp::edge::Edge;
use crate::tcp::initiator::retries;
use crate::tcp::plan::{Phase, Plan};
use crate::tcp::running::Instance;
use ferromq_admin::network::{ChannelState, NetworkError, StopChannel, StopMode};
use ferromq_channel::{ChannelRecords, Ending, Peer, Standing, Wanted};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::connection_name::host_and_port;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQIACF_REASON_QUALIFIER, MQRQ_CHANNEL_STOPPED_DISABLED};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::Observed;
use std::collections::HashSet;
use std::time::Instant;

impl Edge {
    /// `START CHANNEL` of a channel between queue managers.
    pub(crate) fn start_message_channel(
        &self,
        name: &str,
        definition: &Definition,
    ) -> Result<(), NetworkError> {
        if self.is_message_channel_running(name, "") {
            return Err(NetworkError::InUse);
        }
        if calls(definition) {
            let started = self
                .board()
                .plan()
                .start(name, retries(definition), Instant::now());
            if !started {
                return Err(NetworkError::InUse);
            }
        } else {
            // Behind a stop that is still under way.
            if self.board().plan().lift(name) {
                self.order(Order::Lifted(name.to_owned()));
            }
        }
        self.keep_out(name, false);
        self.keep_standings();
        self.order(Order::Look);
        Ok(())
    }

    /// Messages have come for a channel: it is to run, if nobody has stopped it.
    pub(crate) fn trigger(&self, name: &str) {
        let Some(definition) = self.message_definition(name).filter(calls) else {
            return;
        };
        if self.is_channel_stopped(name) {
            return;
        }
        // One that is tried again has its time.
        let left = retries(&definition);
        let starts = self.board().plan().trigger(name, left, Instant::now());
        if starts {
            self.order(Order::Look);
        }
    }

    /// A requester has called a sender, and is to be called back.
    pub(crate) fn call_back(&self, definition: &Definition) {
        let name = definition.name();
        let name = name.as_str().trim_end();
        self.board()
            .plan()
            .start(name, retries(definition), Instant::now());
        self.order(Order::Look);
    }

    /// `STOP CHANNEL`.
    pub(crate) fn stop(&self, stop: &StopChannel) -> Result<(), NetworkError> {
        let name = stop.channel.as_str().trim_end();
        let is_message_channel = self.message_definition(name).is_some();
        let (partner, address) = (stop.remote_name.trim(), stop.connection_name.trim());
        let mut was_wanted = false;
        // Of one whose definition is gone there is nothing that could stay stopped.
        let is_defined = is_message_channel || self.definition(name).is_some();
        if stop.stays_stopped && is_defined {
            self.keep_out(name, true);
        }
        // Before it ends: what ends is then not tried again.
        if is_message_channel && partner.is_empty() && address.is_empty() {
            was_wanted = self.board().plan().stop(name, stop.stays_stopped);
        }
        let how = match stop.mode {
            StopMode::Quiesce => Ending::Quiesce,
            StopMode::Force | StopMode::Terminate => Ending::Immediate,
        };
        let ends = |instance: &dyn Instance| {
            instance.channel_name().as_str().trim_end() == name
                && is_meant(address, instance.peer())
                && (partner.is_empty() || partner == instance.remote_name())
        };
        let running = self.running_channels();
        let runs = running.iter().any(|one| ends(one.instance.as_ref()));
        if !runs && !stop.stays_stopped && !was_wanted {
            return Err(NetworkError::NotActive);
        }
        // Before it says itself that it has ended.
        self.observe_stop(name);
        self.end_channels(how, ends);
        if is_message_channel {
            self.keep_standings();
            self.order(Order::Stopped(name.to_owned()));
        }
        Ok(())
    }

    /// Has every channel that runs with TLS begin anew, for what it was let in by may not be good any more. Documented: one that sends does so
    /// behind its batch, and any other ends as by `STOP CHANNEL MODE(FORCE) STATUS(INACTIVE)`, so clients lose their connections.
    pub(crate) fn renew_tls_channels(&self) {
        let is_secure = |instance: &dyn Instance| instance.peer().tls.is_some();
        let mut senders = HashSet::new();
        for running in self.running_channels() {
            let name = running.instance.channel_name();
            let sends = || {
                let definition = self.message_definition(name.as_str().trim_end());
                definition.is_some_and(|definition| sends(&definition) && calls(&definition))
            };
            if is_secure(running.instance.as_ref()) && sends() {
                senders.insert(name);
            }
        }
        for name in &senders {
            // It is called once more when it has ended.
            self.trigger(name.as_str().trim_end());
        }
        let sends = |instance: &dyn Instance| senders.contains(&instance.channel_name());
        self.end_channels(Ending::Quiesce, |one| is_secure(one) && sends(one));
        self.end_channels(Ending::Immediate, |one| is_secure(one) && !sends(one));
    }

    fn observe_stop(&self, name: &str) {
        let subject = Subject {
            channel: name,
            ..Subject::default()
        };
        self.observe_channel(Observed::ChannelStoppedByUser, subject, |details| {
            details.int(MQIACF_REASON_QUALIFIER, MQRQ_CHANNEL_STOPPED_DISABLED)
        });
    }

    /// Attempts left of a channel.
    pub(crate) fn retries_left(&self, name: &str) -> Option<(u32, u32)> {
        let planned = self.board().plan().left(name);
        let left = match planned {
            Some(left) => left,
            None => retries(&self.message_definition(name)?),
        };
        Some((left.short, left.long))
    }

    /// The channels between queue managers that are to run or are stopped, and how they are where no agent says it.
    pub(crate) fn planned_channels(&self) -> Vec<(String, ChannelState)> {
        let plan = self.board().plan();
        let all = plan.all();
        all.map(|(name, phase)| (name.to_owned(), planned_state(&plan, name, phase)))
            .collect()
    }

    /// The same of one of them.
    pub(crate) fn planned_channel(&self, name: &str) -> Option<ChannelState> {
        let plan = self.board().plan();
        let phase = plan.phase(name)?;
        Some(planned_state(&plan, name, phase))
    }

    /// Keeps what is wanted of channels, as far as something else is kept. What cannot be is told.
    pub(crate) fn keep_standings(&self) {
        // Whoever comes later has the newer plan.
        let _one_at_a_time = self.board().keeping();
        let changes = self.board().plan().take_unkept();
        if changes.is_empty() {
            return;
        }
        let named: Vec<(FixedText<20>, Standing)> = changes
            .iter()
            .map(|(name, standing)| (FixedText::truncated(name), *standing))
            .collect();
        let keep = || {
            let mut records = self.channel_records()?;
            let most = ChannelRecords::<ferromq::WaitingConnection>::STANDINGS_MAX;
            let mut parts = named.chunks(most);
            parts.try_for_each(|part| records.keep_standings(part))
        };
        match keep() {
            Ok(()) => {
                self.board().plan().note_kept(changes, true);
            }
            // What ends now ends with the queue manager: it was wanted to run, which is what is kept, and runs when that starts again.
            Err(Reason::Q_MGR_QUIESCING | Reason::Q_MGR_STOPPING) => {}
            Err(reason) => {
                if self.board().plan().note_kept(changes, false) {
                    self.tell_unreadable(reason);
                }
            }
        }
    }

    /// Takes up what was wanted of channels in the last life of the queue manager: those that ran run again if they are to, and what
    /// is stopped stays so. If they are to run the channel initiator begins, where `SCHINIT` has one.
    pub(crate) fn restore_channels(&self, runs: bool) {
        self.look_at_cluster_channels();
        let standings = self
            .channel_records()
            .and_then(|mut records| records.standings());
        let standings = match standings {
            Ok(standings) => standings,
            Err(reason) => {
                self.tell_unreadable(reason);
                Vec::new()
            }
        };
        let (stopped, others): (Vec<_>, Vec<_>) = standings
            .into_iter()
            .partition(|(_, standing)| standing.wanted == Wanted::Stopped);
        self.restore(stopped, runs);
        if runs {
            // Before any channel runs: one that fails at once was stopped for good, for nobody was there yet to try it again.
            self.start_channel_initiator();
        }
        self.restore(others, runs);
        self.order(Order::Look);
    }

    fn restore(&self, standings: Vec<(FixedText<20>, Standing)>, runs: bool) {
        let now = Instant::now();
        for (name, standing) in standings {
            let name = name.as_str().trim_end();
            let Some(definition) = self.message_definition(name) else {
                continue;
            };
            if standing.wanted == Wanted::Stopped {
                self.keep_out(name, true);
            }
            let mut plan = self.board().plan();
            plan.restore(name, standing, now, runs && calls(&definition));
        }
    }

    /// Gets trigger messages from a queue.
    pub(crate) fn watch_initiation_queue(&self, queue: &str) {
        self.order(Order::Watch(queue.to_owned()));
    }

    /// `START CHINIT`.
    pub(crate) fn start_initiator(&self, queue: &ObjectName) -> Result<(), NetworkError> {
        let name = queue.as_str().trim_end();
        if self
            .engine()
            .definition(ObjectKind::QLocal, queue)
            .is_none()
        {
            let reason = format!("there is no local queue {name}");
            return Err(NetworkError::NotPossible(reason));
        }
        self.watch_initiation_queue(name);
        Ok(())
    }
}

fn planned_state(plan: &Plan, name: &str, phase: Phase) -> ChannelState {
    match phase {
        Phase::Starting { .. } => ChannelState::Starting,
        Phase::Calling | Phase::Running => ChannelState::Binding,
        Phase::Requesting => ChannelState::Requesting,
        Phase::Retrying { .. } => ChannelState::Retrying,
        // Its queue has not been seen to.
        Phase::Stopped if plan.is_to_be_shut(name) => ChannelState::Stopping,
        Phase::Stopped => ChannelState::Stopped,
    }
}

/// Whether messages of a channel go from here.
fn sends(definition: &Definition) -> bool {
    matches!(
        definition.kind(),
        ObjectKind::Sender | ObjectKind::Server | ObjectKind::ClusSdr
    )
}

/// Whether this end makes the connection of a channel.
fn calls(definition: &Definition) -> bool {
    match definition.kind() {
        ObjectKind::Sender | ObjectKind::Requester | ObjectKind::ClusSdr => true,
        ObjectKind::Server => !definition.text(Attr::Conname).is_empty(),
        _ => false,
    }
}

/// Whether `CONNAME` means this partner: by address, and by port where one is given. A blank one means all.
fn is_meant(wanted: &str, peer: &Peer) -> bool {
    let names = host_and_port(wanted);
    let names_peer = |(address, port): (&str, Option<u16>)| {
        address == peer.address && port.is_none_or(|port| port == peer.port)
    };
    wanted.is_empty() || names.is_ok_and(names_peer)
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
        for name in ["", "10.0.0.7", "10.0.0.7(40000)", "10.0.0.7 ( 40000 )"] {
            assert!(is_meant(name, &peer), "{name}");
        }
        for name in ["10.0.0.70", "10.0.0.7(40001)", "10.0.0.7(x)", "(40000)"] {
            assert!(!is_meant(name, &peer), "{name}");
        }
    }
}
