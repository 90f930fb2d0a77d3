//! How capture begins: what the restart message says and what the source says are compared.

use super::queues::{Found, Queues};
use crate::capture::Subscription;
use crate::fault;
use crate::message::{Lsn, Restart, SourceLog, State};
use crate::source::{Parameters, SendQueue, Source, StartMode, Stream, Unpublished};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{FMQ0403, FMQ0410, FMQ0411, FMQ0412, FMQ0422};
use ferromq_mqi::session::Connected;

/// What was said on the command line, which counts more than the control tables.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `STARTMODE`.
    pub start_mode: Option<StartMode>,
    /// `AUTOSTOP`.
    pub autostop: Option<bool>,
    /// `COMMIT_INTERVAL`.
    pub commit_interval_ms: Option<u64>,
    /// `TRANS_BATCH_SZ`.
    pub transactions: Option<u32>,
    /// `MONITOR_INTERVAL`.
    pub monitor_interval_ms: Option<u64>,
    /// `MEMORY_LIMIT`.
    pub memory_limit_mb: Option<u64>,
}

impl Options {
    pub(super) fn apply(&self, parameters: &mut Parameters) {
        let Self {
            start_mode,
            autostop,
            commit_interval_ms,
            transactions,
            monitor_interval_ms,
            memory_limit_mb,
        } = self;
        if let Some(start_mode) = start_mode {
            parameters.start_mode = *start_mode;
        }
        if let Some(autostop) = autostop {
            parameters.autostop = *autostop;
        }
        if let Some(commit_interval_ms) = commit_interval_ms {
            parameters.commit_interval_ms = *commit_interval_ms;
        }
        if let Some(transactions) = transactions {
            parameters.transactions = *transactions;
        }
        if let Some(monitor_interval_ms) = monitor_interval_ms {
            parameters.monitor_interval_ms = *monitor_interval_ms;
        }
        if let Some(memory_limit_mb) = memory_limit_mb {
            parameters.memory_limit_mb = *memory_limit_mb;
        }
    }
}

/// What `chgparms` has said, which counts more than both until capture ends or `reinit`.
#[derive(Clone, Debug, Default)]
pub(super) struct Changed {
    pub(super) options: Options,
    pub(super) full_retries: Option<u32>,
    pub(super) full_delay_ms: Option<u64>,
}

impl Changed {
    pub(super) fn apply(&self, parameters: &mut Parameters) {
        self.options.apply(parameters);
        if let Some(full_retries) = self.full_retries {
            parameters.full_retries = full_retries;
        }
        if let Some(full_delay_ms) = self.full_delay_ms {
            parameters.full_delay_ms = full_delay_ms;
        }
    }
}

/// The first restart message of an epoch: nothing was put, and the slot begins there.
#[must_use]
pub fn cold_restart(
    old: Option<&Restart>,
    now_s: u64,
    log: SourceLog,
    slot: &str,
    lsn: u64,
) -> Restart {
    Restart {
        // Later than any before it, also if the message of the one before is lost.
        epoch: old
            .map_or(0, |old| old.epoch.saturating_add(1))
            .max(now_s)
            .max(1),
        log,
        configuration: 0,
        commit_lsn: 0,
        end_lsn: lsn,
        seen_lsn: lsn,
        cut: None,
        slot: slot.to_owned(),
        maps: Vec::new(),
        subscriptions: Vec::new(),
    }
}

/// Where capture begins.
pub(super) struct Beginning {
    pub(super) restart: Restart,
    pub(super) stream: Stream,
    pub(super) queues: Vec<SendQueue>,
    /// Definitions, and the letters of their states in the control tables.
    pub(super) subscriptions: Vec<(Subscription, char)>,
    /// Subscriptions to be started.
    pub(super) wanted: Vec<String>,
    /// Subscriptions to be ended.
    pub(super) unwanted: Vec<String>,
    /// What is wrong with subscriptions whose tables are not published: others go on.
    pub(super) unpublished: Vec<Unpublished>,
}

/// Finds that out, and makes what a cold start needs.
pub(super) fn begin<C: Connected>(
    queues: &mut Queues<C>,
    source: &mut Source,
    parameters: &Parameters,
    now_s: u64,
) -> Result<Beginning, Trouble> {
    source.check_server()?;
    let send = source.send_queues()?;
    if send.is_empty() {
        let problem = "IBMQREP_SENDQUEUES has no map whose STATE is A";
        return Err(Trouble::lasting(&FMQ0422, &[&source.schema(), &problem]));
    }
    let subscriptions = source.subscriptions(None)?;
    let all: Vec<&Subscription> = subscriptions.iter().map(|(one, _)| one).collect();
    let unpublished = source.check_publication(&parameters.publication, &all)?;
    let is_cold = parameters.start_mode == StartMode::Cold;
    let (mut stream, log) = Stream::connect(source, &parameters.slot, &parameters.publication)?;
    let found = match queues.find() {
        Ok(Found::One(restart)) => Some(restart),
        Ok(Found::Nothing) => None,
        // What a cold start replaces need not be right.
        Err(trouble) if is_cold && !trouble.is_passing => None,
        Err(trouble) => return Err(trouble),
    };
    if is_cold {
        source.drop_lost_slot(&parameters.slot)?;
    }
    let slot = source.slot(&parameters.slot)?;
    let warm = match (found, slot) {
        _ if is_cold => Err(found_epoch(queues)),
        (Some(restart), Some(slot)) => {
            compare(&restart, parameters, log, slot.confirmed_lsn)?;
            Ok(restart)
        }
        (Some(restart), None) => {
            let lsn = Lsn(restart.seen_lsn);
            return Err(Trouble::lasting(&FMQ0403, &[&parameters.slot, &lsn]));
        }
        (None, Some(_)) => return Err(queues.missing(&parameters.slot)),
        (None, None) if parameters.start_mode == StartMode::WarmNs => {
            return Err(queues.missing(&parameters.slot));
        }
        (None, None) => Err(None),
    };
    let is_new = warm.is_err();
    let restart = match warm {
        Ok(restart) => restart,
        Err(old) => {
            let lsn = source.make_slot(&parameters.slot)?;
            let restart = cold_restart(old.as_ref(), now_s, log, &parameters.slot, lsn);
            // Before the epoch is there: whoever is killed behind that is started warm the next time, and finds what is to be begun again.
            source.note_all_wanted()?;
            queues.begin(&restart)?;
            fault::at("K28");
            source.note_system(log)?;
            restart
        }
    };
    let mut wanted = wanted(source, &restart, &subscriptions, is_new)?;
    let is_published = |name: &String| unpublished.iter().all(|it| it.subscription != *name);
    wanted.retain(is_published);
    // What is not published does not come: one that was active is over, whoever it misses.
    let active = restart.subscriptions.iter();
    let active = active.filter(|mark| mark.state != State::Inactive);
    let active = active.map(|mark| mark.name.clone());
    let unwanted = active.filter(|name| !is_published(name)).collect();
    let start = if restart.cut.is_some() {
        restart.end_lsn
    } else {
        restart.seen_lsn
    };
    stream.start(start)?;
    Ok(Beginning {
        restart,
        stream,
        queues: send,
        subscriptions,
        wanted,
        unwanted,
        unpublished,
    })
}

/// The message that a cold start replaces, if it can be read: epochs rise.
fn found_epoch<C: Connected>(queues: &mut Queues<C>) -> Option<Restart> {
    match queues.find() {
        Ok(Found::One(restart)) => Some(restart),
        _ => None,
    }
}

fn compare(
    restart: &Restart,
    parameters: &Parameters,
    log: SourceLog,
    confirmed_lsn: u64,
) -> Result<(), Trouble> {
    if restart.log.system != log.system {
        let problem = format!(
            "its system identifier is {}, that of the restart message {}",
            log.system, restart.log.system
        );
        return Err(Trouble::lasting(&FMQ0412, &[&problem]));
    }
    if restart.log.timeline != log.timeline {
        let problem = format!(
            "its timeline is {}, that of the restart message {}",
            log.timeline, restart.log.timeline
        );
        return Err(Trouble::lasting(&FMQ0412, &[&problem]));
    }
    if restart.slot != parameters.slot {
        let problem = format!("that is slot {}", restart.slot);
        return Err(Trouble::lasting(&FMQ0411, &[&parameters.slot, &problem]));
    }
    if confirmed_lsn > restart.seen_lsn {
        return Err(Trouble::lasting(
            &FMQ0410,
            &[
                &parameters.slot,
                &Lsn(confirmed_lsn),
                &Lsn(restart.seen_lsn),
            ],
        ));
    }
    Ok(())
}

/// States of the control tables follow the restart message; those that are new are to be started.
fn wanted(
    source: &mut Source,
    restart: &Restart,
    subscriptions: &[(Subscription, char)],
    is_new: bool,
) -> Result<Vec<String>, Trouble> {
    let mut wanted = Vec::new();
    for (subscription, letter) in subscriptions {
        let name = &subscription.name;
        let mark = restart.subscriptions.iter().find(|mark| mark.name == *name);
        match mark {
            Some(mark) => {
                let letter = char::from(mark.state.letter()).to_string();
                let info = match (mark.state, mark.notice) {
                    (State::Inactive, 1..) => format!("FMQ{:04}", mark.notice),
                    _ => String::new(),
                };
                source.note_letter(name, &letter, &info)?;
            }
            // In a new epoch those that were active are begun again.
            None if *letter == 'N' || is_new && *letter != 'I' => wanted.push(name.clone()),
            None => source.note_letter(name, "I", "")?,
        }
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Parameters {
        Parameters {
            q_mgr: "QM1".into(),
            restart_q: "R".into(),
            admin_q: String::new(),
            start_mode: StartMode::WarmSi,
            memory_limit_mb: 500,
            commit_interval_ms: 500,
            transactions: 1,
            autostop: false,
            monitor_interval_ms: 30_000,
            monitor_limit_min: 1,
            signal_limit_min: 1,
            prune_interval_s: 1,
            full_retries: 1,
            full_delay_ms: 1,
            slot: "s".into(),
            publication: "p".into(),
        }
    }

    #[test]
    fn another_system_timeline_slot_or_position_is_refused() {
        let log = SourceLog {
            system: 7,
            timeline: 1,
        };
        let restart = cold_restart(None, 100, log, "s", 5_000);
        let compared = |log, confirmed_lsn| {
            let compared = compare(&restart, &parameters(), log, confirmed_lsn);
            compared.err().map(|trouble| trouble.notice.id)
        };
        assert_eq!(compared(log, 5_000), None);
        assert_eq!(compared(log, 4_000), None);
        assert_eq!(compared(log, 5_001), Some("FMQ0410"));
        let other = SourceLog { system: 8, ..log };
        assert_eq!(compared(other, 5_000), Some("FMQ0412"));
        let promoted = SourceLog { timeline: 2, ..log };
        assert_eq!(compared(promoted, 5_000), Some("FMQ0412"));
        let other = cold_restart(None, 100, log, "t", 5_000);
        let compared = compare(&other, &parameters(), log, 5_000);
        assert_eq!(
            compared.err().map(|trouble| trouble.notice.id),
            Some("FMQ0411")
        );
    }

    #[test]
    fn epochs_rise_whatever_the_clock_says() {
        let log = SourceLog {
            system: 7,
            timeline: 1,
        };
        let first = cold_restart(None, 100, log, "s", 0);
        assert_eq!(first.epoch, 100);
        assert_eq!(cold_restart(Some(&first), 50, log, "s", 0).epoch, 101);
        assert_eq!(cold_restart(Some(&first), 500, log, "s", 0).epoch, 500);
    }
}
