//! What agents publish.

use super::requests::{file, item, schedule, transfer};
use super::runs::{round_trips, status};
use crate::awkward::Awkward;
use ferromq_transfer::audit::{
    Action, AgentRole, AgentStatus, CallPlace, CallResult, Current, LoggedAgent, LoggedChecksum,
    LoggedEnd, LoggedItem, LoggedSet, LoggedSide, Progress, ScheduleAction, ScheduleLog,
    ScheduledTransfer, Schedules, Statistics, SystemInfo, Transaction,
};
use ferromq_transfer::request::{Checksum, Disposition, Exist, Mode};
use ferromq_transfer::schedule::Moment;

pub(crate) fn moment(it: &mut Awkward) -> Moment {
    Moment::at_ms(it.0.below(253_402_300_800_000))
}

fn big(it: &mut Awkward) -> u64 {
    it.0.next_u64() >> it.0.below(64)
}

fn end(it: &mut Awkward) -> LoggedEnd {
    if it.flag() {
        return LoggedEnd::File {
            file: file(it),
            size_bytes: it.maybe(big),
            last_modified: it.maybe(moment),
        };
    }
    LoggedEnd::Queue {
        queue: it.queue(),
        message_count: it.maybe(big),
        message_length: it.maybe(big),
        group_id: it.maybe(|it| it.id().0),
    }
}

fn side(it: &mut Awkward) -> LoggedSide {
    LoggedSide {
        end: end(it),
        checksum: it.maybe(|it| LoggedChecksum {
            method: it.one_of(&[Checksum::Md5, Checksum::Blake3, Checksum::Xxh3]),
            value: it.name(),
        }),
    }
}

fn logged_item(it: &mut Awkward) -> LoggedItem {
    LoggedItem {
        mode: it.one_of(&[Mode::Binary, Mode::Text]),
        disposition: it.maybe(|it| it.one_of(&[Disposition::Leave, Disposition::Delete])),
        source: side(it),
        exist: it.maybe(|it| it.one_of(&[Exist::Error, Exist::Overwrite])),
        destination: side(it),
        status: status(it),
    }
}

fn agent(it: &mut Awkward) -> LoggedAgent {
    LoggedAgent {
        address: it.agent(),
        agent_type: it.maybe(|it| it.text(8)),
        bridge_url: it.maybe(|it| it.text(8)),
        system: it.maybe(|it| SystemInfo {
            architecture: it.text(8),
            name: it.text(8),
            version: it.text(8),
        }),
    }
}

fn call(it: &mut Awkward) -> CallResult {
    use CallPlace::{Call, PostDestination, PostSource, PreDestination, PreSource};
    CallResult {
        place: it.one_of(&[PreSource, PostSource, PreDestination, PostDestination, Call]),
        name: it.text(10),
        succeeded: it.flag(),
        return_code: it.maybe(|it| it.number() as i32),
        retries: big(it),
        output: it.text(30),
        error_output: it.text(30),
    }
}

fn set(it: &mut Awkward) -> LoggedSet {
    LoggedSet {
        start: it.maybe(moment),
        total: it.maybe(big),
        bytes_sent: it.maybe(big),
        index: it.maybe(big),
        size: it.maybe(big),
        metadata: it.pairs(),
        calls: it.several(2, call),
        items: it.several(3, logged_item),
    }
}

pub(super) fn transaction(it: &mut Awkward) -> Transaction {
    use Action::{Cancelled, Completed, Deleted, Malformed, NotAuthorized, Progress, Started};
    Transaction {
        id: it.id(),
        role: it
            .maybe(|it| it.one_of(&[AgentRole::Source, AgentRole::Destination, AgentRole::Call])),
        action: it.one_of(&[
            Started,
            Progress,
            Completed,
            Cancelled,
            Malformed,
            NotAuthorized,
            Deleted,
        ]),
        time: moment(it),
        source_agent: it.maybe(agent),
        destination_agent: it.maybe(agent),
        call_agent: it.maybe(agent),
        originator: it.maybe(Awkward::originator),
        status: it.maybe(status),
        set: it.maybe(set),
        job: it.maybe(|it| it.text(10)),
        schedule_id: it.maybe(big),
        statistics: it.maybe(|it| Statistics {
            actual_start: it.maybe(moment),
            retry_count: big(it),
            failures: big(it),
            warnings: big(it),
        }),
    }
}

#[test]
fn transactions() {
    round_trips(1_500, transaction, Transaction::to_xml, Transaction::parse);
}

#[test]
fn progress() {
    let make = |it: &mut Awkward| Progress {
        id: it.id(),
        source_agent: it.agent(),
        destination_agent: it.agent(),
        time: moment(it),
        bytes: big(it),
        elapsed_ms: big(it),
        current_item: big(it),
        total_items: big(it),
        current: it.maybe(|it| Current {
            transferred_bytes: big(it),
            size_bytes: big(it),
            source: end(it),
            destination: end(it),
        }),
        rests: it.one_of(&[true, false]),
    };
    round_trips(500, make, Progress::to_xml, Progress::parse);
}

#[test]
fn schedule_logs() {
    use ScheduleAction::{Delete, Expire, Skipped, Submit};
    let make = |it: &mut Awkward| ScheduleLog {
        id: big(it),
        originator: it.originator(),
        action: it.one_of(&[Submit, Delete, Expire, Skipped]),
        time: moment(it),
        schedule: it.maybe(schedule),
        source_agent: it.maybe(Awkward::agent),
        destination_agent: it.maybe(Awkward::agent),
        status: status(it),
        priority: it.maybe(|it| it.0.below(10) as u8),
        metadata: it.pairs(),
        items: it.several(2, item),
        job: it.maybe(|it| it.text(10)),
    };
    round_trips(500, make, ScheduleLog::to_xml, ScheduleLog::parse);
}

#[test]
fn lists_of_schedules() {
    let scheduled = |it: &mut Awkward| {
        let mut transfer = transfer(it);
        if it.flag() {
            transfer.set.items.clear();
        }
        ScheduledTransfer {
            id: big(it),
            next: if transfer.schedule.is_some() {
                it.maybe(moment)
            } else {
                None
            },
            transfer,
        }
    };
    let make = |it: &mut Awkward| Schedules {
        agent: it.name(),
        transfers: it.several(3, scheduled),
    };
    round_trips(500, make, Schedules::to_xml, Schedules::parse);
}

#[test]
fn states_of_agents() {
    let make = |it: &mut Awkward| {
        let mut status = AgentStatus::new();
        for (key, value) in it.pairs() {
            status.set(&key, value);
        }
        status.set_source_transfers(&it.several(3, |it| (it.id(), "RunningTransfer".to_owned())));
        status
    };
    round_trips(500, make, AgentStatus::to_xml, AgentStatus::parse);
}
