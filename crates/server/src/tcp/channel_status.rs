//! The rows of displays: channels that run, channels that are to run or are stopped, and what is kept of channels.

use crate::tcp::edge::Edge;
use crate::tcp::last_errors::LastError;
use crate::tcp::message_channel::sends;
use crate::tcp::message_host::number;
use crate::tcp::running::RunningChannel;
use crate::tcp::server_connection::SERVER_CONNECTION;
use ferromq_admin::NamePattern;
use ferromq_admin::batches::{Batch, MessageChannelFigures};
use ferromq_admin::network::{ChannelState, ChannelStatus};
use ferromq_admin::status::{Moment, monitoring_level};
use ferromq_channel::{BatchesInDoubt, KeptChannel};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQMON_Q_MGR, MQNPMS_FAST, MQQMDT_AUTO_CLUSTER_SENDER};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::{ObjectName, Reason};
use ferromq_qmgr::{ChannelFigures, Notice};
use std::collections::BTreeMap;

/// `XQMSGSA` is not told beyond this.
const QUEUED_MAX: u32 = 999;

impl Edge {
    /// A channel between queue managers failed, and operators are told why.
    pub(crate) fn note_last_error(&self, channel: &str, why: &Notice) {
        let error = LastError {
            number: why.number,
            at_us: self.engine().wall_us(),
        };
        self.board().last_errors().note(channel, error);
    }

    /// The row of a channel that runs.
    pub(crate) fn shown(&self, running: &RunningChannel) -> ChannelStatus {
        let mut status = running.instance.status();
        status.job_name = format!(
            "{:016X}",
            u64::from(std::process::id()) << 32 | running.loop_number as u64
        );
        if let Some(local) = running.local {
            let address = local.ip().to_canonical();
            status.local_address = format!("{address}({})", local.port());
        }
        let definition = self.any_definition(&status.channel);
        status.monitoring = self.monitoring(definition.as_ref()).to_owned();
        if let Some(figures) = &mut status.message {
            self.complete(figures, &status.channel, status.monitoring.is_empty());
            // Whether it is in doubt it knows itself once it runs.
            if status.state != ChannelState::Running {
                self.show_doubt(figures, &status.channel);
            }
        }
        status
    }

    /// What only the process knows of a channel between queue managers; what is not monitored is not told.
    fn complete(&self, figures: &mut MessageChannelFigures, channel: &str, is_off: bool) {
        if is_off {
            figures.net_time_us = None;
            figures.batch_size = None;
            figures.queue_time_us = None;
        }
        let Some(queue) = &figures.transmission_queue else {
            return;
        };
        figures.retries_left = self.retries_left(channel);
        if !is_off {
            let name = ObjectName::truncated(queue);
            let queue = self.engine().definition(ObjectKind::QLocal, &name);
            let depth = queue.map(|queue| queue.int(Attr::Curdepth));
            figures.queued = depth.map(|it| u32::try_from(it).unwrap_or(0).min(QUEUED_MAX));
        }
    }

    /// The row of a channel nothing runs of.
    pub(crate) fn idle_row(&self, name: &str, state: ChannelState) -> ChannelStatus {
        let Some(definition) = self.message_definition(name) else {
            return ChannelStatus {
                channel: name.to_owned(),
                channel_type: SERVER_CONNECTION,
                state,
                ..ChannelStatus::default()
            };
        };
        let mut figures = self.figures_of(&definition);
        // As the definition has them, until both ends agree again.
        figures.batch_messages_max = number(&definition, Attr::Batchsz);
        figures.fast = definition.find_int(Attr::Npmspeed) == Some(MQNPMS_FAST);
        let monitoring = self.monitoring(Some(&definition)).to_owned();
        self.complete(&mut figures, name, monitoring.is_empty());
        self.show_doubt(&mut figures, name);
        ChannelStatus {
            channel: name.to_owned(),
            channel_type: definition.kind().keyword(),
            connection_name: text_of(&definition, Attr::Conname),
            state,
            heartbeat_s: number(&definition, Attr::Hbint),
            monitoring,
            message: Some(Box::new(figures)),
            ..ChannelStatus::default()
        }
    }

    /// The batch a channel that does not run is in doubt about, if there is one.
    fn show_doubt(&self, figures: &mut MessageChannelFigures, channel: &str) {
        if figures.transmission_queue.is_some()
            && let Some(batch) =
                BatchesInDoubt::find(&FixedText::truncated(channel), &self.promises())
        {
            note_doubt(figures, &batch);
        }
    }

    /// The rows of what is kept: of each channel that is defined one for each partner it has had. A channel that has never run has none, unless it has failed.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn saved_rows(&self, names: &NamePattern) -> Result<Vec<ChannelStatus>, Reason> {
        let mut records = self.channel_records()?;
        // Not before the records are open: what a channel has decided in its last moment is in doubt until then.
        let promises = self.promises();
        let mut kept = records.all()?;
        kept.retain(|one| names.matches(one.channel_name.as_str().trim_end()));
        let mut rows = Vec::new();
        let kinds = ObjectKind::ALL.into_iter();
        for kind in kinds.filter(|kind| kind.is_message_channel()) {
            for definition in self.message_definitions(kind) {
                let name = definition.name();
                let name = name.as_str().trim_end();
                if !names.matches(name) {
                    continue;
                }
                let fixed = FixedText::truncated(name);
                let in_doubt = BatchesInDoubt::find(&fixed, &promises);
                let own =
                    |one: &&KeptChannel| one.channel_name == fixed && one.sends == sends(kind);
                let before = rows.len();
                for one in kept.iter().filter(own) {
                    rows.push(self.saved_row(&definition, Some(one), in_doubt.as_ref()));
                }
                // What is in doubt, or has failed, is told even where nothing else is kept.
                let has_failed = self.board().last_errors().of(name).is_some();
                if rows.len() == before && (in_doubt.is_some() || has_failed) {
                    rows.push(self.saved_row(&definition, None, in_doubt.as_ref()));
                }
            }
        }
        Ok(rows)
    }

    /// The sending channels whose number was reset and whose other end has not been told, with the number the next message has.
    ///
    /// # Errors
    /// Why what is kept cannot be read.
    pub(crate) fn resets_to_tell(
        &self,
        names: &NamePattern,
    ) -> Result<BTreeMap<String, u32>, Reason> {
        let kept = self.channel_records()?.all()?;
        let pending = kept.iter().filter(|one| one.sends && one.reset_to > 0);
        let named = pending.map(|one| {
            (
                one.channel_name.as_str().trim_end().to_owned(),
                one.reset_to,
            )
        });
        Ok(named.filter(|(name, _)| names.matches(name)).collect())
    }

    fn figures_of(&self, definition: &Definition) -> MessageChannelFigures {
        let queue = self.transmission_queue(definition);
        MessageChannelFigures {
            transmission_queue: queue.map(|queue| queue.as_str().trim_end().to_owned()),
            ..MessageChannelFigures::default()
        }
    }

    fn saved_row(
        &self,
        definition: &Definition,
        kept: Option<&KeptChannel>,
        in_doubt: Option<&BatchesInDoubt>,
    ) -> ChannelStatus {
        let mut figures = self.figures_of(definition);
        figures.saved = true;
        if let Some(kept) = kept {
            figures.partner = kept.partner.as_str().trim_end().to_owned();
            figures.last = Batch {
                name: kept.last_batch.clone(),
                sequence: kept.last_sequence,
            };
            // Nothing is open: what is documented there is then the last one.
            figures.current = figures.last.clone();
        }
        if let Some(batch) = in_doubt {
            note_doubt(&mut figures, batch);
        }
        let name = definition.name();
        if let Some(error) = self.board().last_errors().of(name.as_str().trim_end()) {
            figures.last_error = Some((error.number.to_owned(), Moment::at_us(error.at_us)));
        }
        ChannelStatus {
            channel: definition.name().as_str().trim_end().to_owned(),
            channel_type: definition.kind().keyword(),
            connection_name: text_of(definition, Attr::Conname),
            message: Some(Box::new(figures)),
            ..ChannelStatus::default()
        }
    }

    fn any_definition(&self, name: &str) -> Option<Definition> {
        self.definition(name)
            .or_else(|| self.message_definition(name))
    }

    /// The level of monitoring of a channel: its own, or that of the queue manager where it leaves it to it. `NONE`
    /// at the queue manager is for all channels. Blank where nothing is monitored.
    pub(crate) fn monitoring(&self, own: Option<&Definition>) -> &'static str {
        let of_q_mgr = self.engine().q_mgr_int(Attr::Monchl);
        let own = own.map_or(MQMON_Q_MGR, |definition| definition.int(Attr::Monchl));
        monitoring_level(own, of_q_mgr).unwrap_or_default()
    }
}

impl Edge {
    /// What channels of which statistics tell did since this was asked last.
    pub(crate) fn take_channel_figures(&self) -> Vec<ChannelFigures> {
        let mut taken = self.take_figures();
        taken.retain(|one| self.has_statistics(&one.channel));
        merged(taken)
    }

    /// `STATCHL`, and `STATACLS` of a cluster sender nobody defined.
    fn has_statistics(&self, channel: &str) -> bool {
        let of_q_mgr = self.engine().q_mgr_int(Attr::Statchl);
        let own = match self.any_definition(channel) {
            Some(definition) if is_made(&definition) => self.engine().q_mgr_int(Attr::Statacls),
            Some(definition) => definition.int(Attr::Statchl),
            None => MQMON_Q_MGR,
        };
        monitoring_level(own, of_q_mgr).is_some()
    }
}

/// A cluster sender the queue manager has made of what others say of theirs.
fn is_made(definition: &Definition) -> bool {
    definition.kind() == ObjectKind::ClusSdr
        && definition.int(Attr::Deftype) == MQQMDT_AUTO_CLUSTER_SENDER
}

/// One for each channel and place at its other end: those of one that ended and was started again are added.
fn merged(taken: Vec<ChannelFigures>) -> Vec<ChannelFigures> {
    let mut all: BTreeMap<(String, String), (ChannelFigures, u64)> = BTreeMap::new();
    for one in taken {
        let key = (one.channel.clone(), one.connection_name.clone());
        let weight = one.batches[0] + one.batches[1];
        let Some((sum, before)) = all.get_mut(&key) else {
            all.insert(key, (one, weight));
            continue;
        };
        let [least, most, mean] = one.net_time_us;
        if weight > 0 {
            let [old_least, old_most, old_mean] = sum.net_time_us;
            let of_both = old_mean.saturating_mul(*before) + mean.saturating_mul(weight);
            sum.net_time_us = [
                if *before == 0 {
                    least
                } else {
                    old_least.min(least)
                },
                old_most.max(most),
                of_both / (*before + weight),
            ];
        }
        *before += weight;
        sum.messages += one.messages;
        sum.bytes += one.bytes;
        sum.put_retries += one.put_retries;
        (0..2).for_each(|at| sum.batches[at] += one.batches[at]);
        if sum.remote_q_mgr.is_empty() {
            sum.remote_q_mgr = one.remote_q_mgr;
        }
    }
    all.into_values().map(|(sum, _)| sum).collect()
}

/// The text of an attribute that not every type has.
fn text_of(definition: &Definition, attr: Attr) -> String {
    let text = definition.find_text(attr).unwrap_or_default();
    text.trim_end().to_owned()
}

fn note_doubt(figures: &mut MessageChannelFigures, batches: &BatchesInDoubt) {
    figures.in_doubt = true;
    let (newest, before) = (batches.newest(), &batches.oldest().before);
    figures.current = Batch {
        name: newest.batch.clone(),
        sequence: newest.sequence,
    };
    figures.current_messages = batches.messages();
    figures.last = Batch {
        name: before.0.clone(),
        sequence: before.1,
    };
}
