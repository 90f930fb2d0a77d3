//! Requests.

use super::runs::round_trips;
use crate::awkward::Awkward;
use ferromq_transfer::request::{
    Checksum, DeleteScheduledTransfer, Delimiter, DelimiterKind, DelimiterPosition, Destination,
    DestinationEnd, DestinationQueue, Disposition, Exist, FileSpec, Foreign, Item, LineEnd,
    ManagedCall, ManagedTransfer, Mode, Program, ProgramKind, Request, Source, SourceEnd,
    SourceKind, SourceQueue, TransferSet, TransferSpecifications, Trigger, TriggerCondition,
};
use ferromq_transfer::schedule::{CivilTime, Interval, Repeat, RepeatEnd, Schedule, TimeBase};

fn delimiter(it: &mut Awkward) -> Delimiter {
    Delimiter {
        value: it.text(6),
        kind: it.one_of(&[DelimiterKind::Text, DelimiterKind::Binary]),
        position: it
            .maybe(|it| it.one_of(&[DelimiterPosition::Prefix, DelimiterPosition::Postfix])),
    }
}

fn line_end(it: &mut Awkward) -> LineEnd {
    it.one_of(&[LineEnd::Lf, LineEnd::CrLf])
}

pub(crate) fn file(it: &mut Awkward) -> FileSpec {
    FileSpec {
        path: it.full_text(),
        encoding: it.maybe(|it| it.text(8)),
        line_end: it.maybe(line_end),
        delimiter: it.maybe(delimiter),
    }
}

fn source_queue(it: &mut Awkward) -> SourceQueue {
    SourceQueue {
        queue: it.queue(),
        use_groups: it.maybe(Awkward::flag),
        group_id: it.maybe(|it| it.id().0),
        wait_time_s: it.maybe(Awkward::number),
        encoding: it.maybe(|it| it.text(8)),
        line_end: it.maybe(line_end),
        delimiter: it.maybe(delimiter),
    }
}

fn destination_queue(it: &mut Awkward) -> DestinationQueue {
    DestinationQueue {
        queue: it.queue(),
        persistent: it.maybe(Awkward::persistence),
        set_mq_props: it.maybe(Awkward::flag),
        message_size_bytes: it.maybe(|it| u64::from(it.number()) + 1),
        delimiter: it.maybe(delimiter),
        include_delimiter: it.maybe(Awkward::flag),
        encoding: it.maybe(|it| it.text(8)),
        line_end: it.maybe(line_end),
    }
}

pub(crate) fn item(it: &mut Awkward) -> Item {
    let foreign = [
        Foreign::Dataset,
        Foreign::PartitionedDataset,
        Foreign::FileSpace,
    ];
    Item {
        mode: it.one_of(&[Mode::Binary, Mode::Text]),
        checksum: it.one_of(&[
            Checksum::Md5,
            Checksum::None,
            Checksum::Blake3,
            Checksum::Xxh3,
        ]),
        source: Source {
            recursive: it.flag(),
            disposition: it.one_of(&[Disposition::Leave, Disposition::Delete]),
            end: match it.0.below(3) {
                0 => SourceEnd::Queue(source_queue(it)),
                _ => SourceEnd::File {
                    kind: it.maybe(|it| it.one_of(&[SourceKind::File, SourceKind::Directory])),
                    file: file(it),
                },
            },
        },
        destination: Destination {
            exist: it.one_of(&[Exist::Error, Exist::Overwrite]),
            end: match it.0.below(5) {
                0 | 1 => DestinationEnd::File(file(it)),
                2 => DestinationEnd::Directory(file(it)),
                3 => DestinationEnd::Queue(destination_queue(it)),
                _ => DestinationEnd::Foreign {
                    kind: it.one_of(&foreign),
                    name: it.full_text(),
                },
            },
        },
    }
}

fn items(it: &mut Awkward) -> Vec<Item> {
    let mut items = it.several(3, item);
    items.push(item(it));
    items
}

pub(crate) fn program(it: &mut Awkward) -> Program {
    Program {
        name: it.full_text(),
        kind: it.one_of(&[
            ProgramKind::Executable,
            ProgramKind::AntScript,
            ProgramKind::Jcl,
        ]),
        success_rc: it.maybe(|it| it.text(5)),
        retry_count: it.maybe(Awkward::number),
        retry_wait_s: it.maybe(Awkward::number),
        arguments: it.several(3, |it| it.text(10)),
        properties: it.pairs(),
        target: it.maybe(|it| it.text(8)),
    }
}

pub(crate) fn time(it: &mut Awkward) -> CivilTime {
    // To the end of the year 9999.
    CivilTime::at_seconds(it.0.below(253_402_300_800) as i64).expect("a time")
}

pub(crate) fn schedule(it: &mut Awkward) -> Schedule {
    use Interval::{Days, Hours, Minutes, Months, Weeks, Years};
    Schedule {
        time_base: it.one_of(&[TimeBase::Admin, TimeBase::Source, TimeBase::Utc]),
        time_zone: it.maybe(Awkward::name),
        start: time(it),
        repeat: it.maybe(|it| Repeat {
            interval: it.one_of(&[Minutes, Hours, Days, Weeks, Months, Years]),
            frequency: it.number().max(1),
            end: match it.0.below(3) {
                0 => None,
                1 => Some(RepeatEnd::Time(time(it))),
                _ => Some(RepeatEnd::Count(it.number().max(1))),
            },
        }),
    }
}

fn trigger(it: &mut Awkward) -> Trigger {
    let size = it.0.next_u64() >> it.0.below(64);
    let mut files = it.several(3, |it| it.name().replace(',', ""));
    files.push("x".to_owned());
    Trigger {
        log: it.maybe(Awkward::flag),
        condition: it.one_of(&[
            TriggerCondition::Exists,
            TriggerCondition::Absent,
            TriggerCondition::SizeAtLeast(size),
        ]),
        files,
    }
}

fn priority(it: &mut Awkward) -> u8 {
    it.0.below(10) as u8
}

pub(crate) fn transfer(it: &mut Awkward) -> ManagedTransfer {
    ManagedTransfer {
        originator: it.originator(),
        schedule: it.maybe(schedule),
        source_agent: it.agent(),
        destination_agent: it.agent(),
        trigger: it.maybe(trigger),
        reply: it.maybe(Awkward::reply),
        set: TransferSet {
            priority: it.maybe(priority),
            recovery_timeout_s: it.maybe(|it| it.one_of(&[-1, 0, 1, 999_999_999])),
            metadata: it.pairs(),
            pre_source: it.maybe(program),
            post_source: it.maybe(program),
            pre_destination: it.maybe(program),
            post_destination: it.maybe(program),
            items: items(it),
        },
        job: it.maybe(|it| it.text(10)),
    }
}

fn call(it: &mut Awkward) -> ManagedCall {
    ManagedCall {
        originator: it.originator(),
        agent: it.agent(),
        reply: it.maybe(Awkward::reply),
        priority: it.maybe(priority),
        metadata: it.pairs(),
        program: program(it),
        job: it.maybe(|it| it.text(10)),
    }
}

pub(crate) fn request(it: &mut Awkward) -> Request {
    match it.0.below(6) {
        0 => Request::DeleteScheduledTransfer(DeleteScheduledTransfer {
            originator: it.originator(),
            id: it.0.next_u64(),
            reply: it.maybe(Awkward::reply),
        }),
        1 => Request::ManagedCall(Box::new(call(it))),
        _ => Request::ManagedTransfer(Box::new(transfer(it))),
    }
}

#[test]
fn requests() {
    round_trips(2_000, request, Request::to_xml, Request::parse);
}

#[test]
fn definition_files() {
    let make = |it: &mut Awkward| TransferSpecifications { items: items(it) };
    round_trips(
        500,
        make,
        TransferSpecifications::to_xml,
        TransferSpecifications::parse,
    );
}
