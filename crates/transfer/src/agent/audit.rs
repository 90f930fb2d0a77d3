//! What an agent publishes of itself and its transfers.

use super::files::Files;
use super::plan::Item;
use super::result::ItemResult;
use super::settings::agent_type;
use super::source::Source;
use super::{Agent, Log};
use crate::audit::{
    Action, AgentRole, AgentStatus, LoggedAgent, LoggedChecksum, LoggedEnd, LoggedItem, LoggedSet,
    LoggedSide, Statistics, Transaction,
};
use crate::control::Status;
use crate::party::QueueAddress;
use crate::request::{Disposition, Exist, FileSpec, Mode};
use crate::schedule::Moment;
use ferromq_mqi::hex::hex;
use ferromq_mqi::session::{Connected, MqError};

/// Items that one publication tells of.
const ITEMS_TOLD: usize = 50;
/// Transfers a status names.
const STATES_TOLD: usize = 2_000;

/// How a transfer has ended.
pub(super) struct Outcome {
    pub(super) code: i32,
    pub(super) text: String,
    /// What there is to say about the first item that did not go as it should.
    pub(super) reason: Option<String>,
    pub(super) failures: usize,
    pub(super) warnings: usize,
}

impl<C: Connected, F: Files> Agent<C, F> {
    pub(super) fn status_due_ms(&self) -> u64 {
        let (least_ms, most_ms) = self.settings.status_interval_ms;
        let interval_ms = if self.changed { least_ms } else { most_ms };
        self.published_ms.saturating_add(interval_ms)
    }

    /// Tells how the agent is, if it is time to. Commits.
    pub(super) fn publish_status(&mut self, now_ms: u64, log: Log<'_>) -> Result<(), MqError> {
        if now_ms < self.status_due_ms() {
            return Ok(());
        }
        let status = match (
            self.stopping,
            self.sources.is_empty() && self.destinations.is_empty(),
        ) {
            (true, _) => "STOPPING",
            (false, true) => "READY",
            (false, false) => "ACTIVE",
        };
        self.publish_status_of(status, now_ms, log)
    }

    /// Tells that the agent has ended. Commits.
    pub(super) fn publish_stopped(&mut self, now_ms: u64, log: Log<'_>) -> Result<(), MqError> {
        self.publish_status_of("STOPPED", now_ms, log)
    }

    fn publish_status_of(&mut self, text: &str, now_ms: u64, log: Log<'_>) -> Result<(), MqError> {
        self.published_ms = now_ms;
        self.changed = false;
        let settings = &self.settings;
        let mut status = settings.status(text, (Some(self.started_ms), now_ms));
        if settings.highly_available {
            status.set(AgentStatus::STANDBY_INSTANCES, self.standbys.lines());
        }
        let sources = self.sources.values().take(STATES_TOLD);
        let sources: Vec<_> = sources
            .map(|one| (one.id(), one.state().to_owned()))
            .collect();
        status.set_source_transfers(&sources);
        let destinations = self.destinations.values().take(STATES_TOLD);
        let destinations: Vec<_> = destinations
            .map(|one| (one.id(), one.state().to_owned()))
            .collect();
        status.set_destination_transfers(&destinations);
        let topic = format!("Agents/{}", settings.agent);
        self.queues.tell(&topic, true, &status.to_xml(), log)?;
        self.queues.commit()
    }

    pub(super) fn publish_started(
        &mut self,
        source: &Source<F::Reader>,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let mut started = transaction(
            source,
            Action::Started,
            now_ms,
            self.settings.logged_agent(),
        );
        let set = started.set.get_or_insert_default();
        set.metadata = source.metadata();
        started.job.clone_from(&source.request.job);
        started.schedule_id = source.kept.schedule.map(u64::from);
        let topic = self.settings.log_topic(source.id());
        self.queues.tell(&topic, false, &started.to_xml(), log)
    }

    pub(super) fn publish_progress(
        &mut self,
        source: &Source<F::Reader>,
        results: &[ItemResult],
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let topic = self.settings.log_topic(source.id());
        for some in results.chunks(ITEMS_TOLD) {
            let mut progress = transaction(
                source,
                Action::Progress,
                now_ms,
                self.settings.logged_agent(),
            );
            let set = progress.set.get_or_insert_default();
            set.index = some.first().map(|result| u64::from(result.item));
            set.size = Some(some.len() as u64);
            let items = some.iter();
            let items =
                items.filter_map(|result| Some((source.items.get(result.item as usize)?, result)));
            set.items = items.map(|(item, result)| logged(item, result)).collect();
            self.queues.tell(&topic, false, &progress.to_xml(), log)?;
        }
        Ok(())
    }

    pub(super) fn publish_ended(
        &mut self,
        source: &Source<F::Reader>,
        outcome: &Outcome,
        now_ms: u64,
        log: Log<'_>,
    ) -> Result<(), MqError> {
        let action = match outcome.code {
            super::CANCELLED => Action::Cancelled,
            super::NOT_AUTHORIZED => Action::NotAuthorized,
            _ => Action::Completed,
        };
        let mut ended = transaction(source, action, now_ms, self.settings.logged_agent());
        ended.status = Some(Status {
            result_code: outcome.code,
            supplements: std::iter::once(&outcome.text)
                .chain(&outcome.reason)
                .cloned()
                .collect(),
        });
        let set = ended.set.get_or_insert_default();
        set.metadata = source.metadata();
        set.calls.clone_from(&source.kept.calls);
        ended.job.clone_from(&source.request.job);
        ended.statistics = Some(Statistics {
            actual_start: (source.began_ms > 0).then(|| Moment::at_ms(source.began_ms)),
            retry_count: u64::from(source.kept.retries),
            failures: outcome.failures as u64,
            warnings: outcome.warnings as u64,
        });
        let topic = self.settings.log_topic(source.id());
        self.queues.tell(&topic, false, &ended.to_xml(), log)
    }
}

fn transaction<R>(
    source: &Source<R>,
    action: Action,
    now_ms: u64,
    own: LoggedAgent,
) -> Transaction {
    let mut originator = source.request.originator.clone();
    originator.mqmd_user_id = Some(source.kept.user.clone());
    let bridge = &source.kept.bridge;
    let destination = LoggedAgent {
        address: source.kept.destination.clone(),
        agent_type: Some(agent_type(bridge.is_some()).to_owned()),
        bridge_url: bridge.clone().filter(|url| !url.is_empty()),
        system: None,
    };
    Transaction {
        id: source.id(),
        role: Some(AgentRole::Source),
        action,
        time: Moment::at_ms(now_ms),
        source_agent: Some(own),
        destination_agent: Some(destination),
        call_agent: None,
        originator: Some(originator),
        status: None,
        set: Some(LoggedSet {
            start: Some(Moment::at_ms(source.kept.since_ms)),
            total: Some(source.items.len() as u64),
            bytes_sent: Some(source.bytes_sent()),
            ..LoggedSet::default()
        }),
        job: None,
        schedule_id: None,
        statistics: None,
    }
}

fn logged(item: &Item, result: &ItemResult) -> LoggedItem {
    let logged_checksum = |checksum: &[u8]| {
        (!checksum.is_empty()).then(|| LoggedChecksum {
            method: item.checksum.name(),
            value: hex(checksum),
        })
    };
    let moment = |ms: i64| {
        u64::try_from(ms)
            .ok()
            .filter(|ms| *ms > 0)
            .map(Moment::at_ms)
    };
    let side = |file: FileSpec, length: u64, modified_ms: i64, checksum: &[u8]| LoggedSide {
        end: LoggedEnd::File {
            file,
            size_bytes: Some(length),
            last_modified: moment(modified_ms),
        },
        checksum: logged_checksum(checksum),
    };
    let queue_side =
        |(count, longest, group_id): (u64, u64, _), queue: &QueueAddress, sum: &[u8]| LoggedSide {
            end: LoggedEnd::Queue {
                queue: queue.clone(),
                message_count: Some(count),
                message_length: Some(longest),
                group_id,
            },
            checksum: logged_checksum(sum),
        };
    let text = item.text.clone().unwrap_or_default();
    let file = |path: &str, encoding: String, line_end| FileSpec {
        path: path.to_owned(),
        encoding: Some(encoding).filter(|name| !name.is_empty()),
        line_end,
        delimiter: None,
    };
    let read = match result.source_checksum.as_slice() {
        [] => &result.checksum,
        _ => &result.source_checksum,
    };
    let source = file(&item.source, text.from, None);
    let destination = file(&item.destination, text.to, text.line_end);
    let told = (!result.text.is_empty()).then(|| result.text.clone());
    LoggedItem {
        mode: match item.text {
            Some(_) => Mode::Text,
            None => Mode::Binary,
        },
        disposition: Some(match item.delete {
            true => Disposition::Delete,
            false => Disposition::Leave,
        }),
        source: match &item.inlet {
            Some(inlet) => queue_side(inlet.figures(), &inlet.queue.queue, read),
            None => side(source, item.length, item.modified_ms, read),
        },
        exist: Some(match (item.overwrite, item.update) {
            _ if item.append => Exist::Append,
            (true, true) => Exist::Update,
            (true, false) => Exist::Overwrite,
            (false, _) => Exist::Error,
        }),
        destination: match (&item.messages, &result.messages) {
            (None, _) => side(
                destination,
                result.length,
                result.modified_ms,
                &result.checksum,
            ),
            (Some(end), put) => {
                let figures = put.map_or((0, 0, None), |put| {
                    (u64::from(put.count), put.longest, put.group_id)
                });
                queue_side(figures, &end.queue.queue, &result.checksum)
            }
        },
        status: Status {
            result_code: result.code.number(),
            supplements: told.into_iter().collect(),
        },
    }
}
