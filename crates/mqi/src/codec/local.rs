//! Orders of our own commands and their answers: `docs/formats/local-orders.md`.

use super::fields::{In, Malformed, Out};
use crate::attribute::ObjectKind;
use crate::authority::{EntityKind, EntityName, Permissions, ProtectedKind};
use crate::call::OUTPUT_BYTES_MAX;
use crate::local::{
    ANSWERS_MAX, CommandServerOrder, CommandServerState, DUMP_KINDS_MAX, DumpOrder, LocalAnswer,
    LocalAuthority, LocalOrder, LocalTransaction, Matching, MediaOf, NOTICE_VALUES_MAX,
    RecordsOver, Resolution, TRACE_PROGRAMS_MAX, TRANSACTION_QUEUES_MAX, TraceOrder, TraceSettings,
    TransactionState,
};
use crate::notice::Notice;

const DUMP: u8 = 1;
const HELD: u8 = 2;
const AUTHORITIES: u8 = 3;
const RECORD_IMAGES: u8 = 4;
const REBUILD: u8 = 5;
const LISTEN: u8 = 6;
const STILL_LISTENS: u8 = 7;
const STOP_LISTENING: u8 = 8;
const COMMAND_SERVER: u8 = 9;
const TRANSACTIONS: u8 = 10;
const RESOLVE: u8 = 11;
const HAS_ENDED_WELL: u8 = 12;
const TRACE: u8 = 13;
const SWITCH_CHANNELS: u8 = 14;

// tidy: one arm per order
pub(super) fn write_order(out: &mut Out<'_>, order: &LocalOrder) -> Result<(), Malformed> {
    match order {
        LocalOrder::Dump(order) => {
            out.u8(DUMP);
            write_dump(out, order)?;
        }
        LocalOrder::Held {
            kind,
            profile,
            entity,
        } => {
            out.u8(HELD);
            out.u8(*kind as u8);
            out.string(profile)?;
            write_entity(out, entity)?;
        }
        LocalOrder::Authorities {
            matching,
            kind,
            profile,
            entity,
        } => {
            out.u8(AUTHORITIES);
            out.u8(*matching as u8);
            optional(out, kind.as_ref(), |out, kind| {
                out.u8(*kind as u8);
                Ok(())
            })?;
            optional(out, profile.as_ref(), |out, profile| out.string(profile))?;
            optional(out, entity.as_ref(), write_entity)?;
        }
        LocalOrder::RecordImages(of) => {
            out.u8(RECORD_IMAGES);
            write_media(out, of)?;
        }
        LocalOrder::Rebuild(of) => {
            out.u8(REBUILD);
            write_media(out, of)?;
        }
        LocalOrder::Listen {
            listener,
            port,
            backlog,
            address,
        } => {
            named(out, LISTEN, listener)?;
            out.u32(u32::from(*port));
            out.u32(*backlog);
            out.string(address)?;
        }
        LocalOrder::StillListens { listener } => named(out, STILL_LISTENS, listener)?,
        LocalOrder::HasEndedWell { channel } => named(out, HAS_ENDED_WELL, channel)?,
        LocalOrder::SwitchChannels {
            names,
            shows,
            leaves,
        } => {
            named(out, SWITCH_CHANNELS, names)?;
            out.u8(u8::from(*shows));
            out.u8(u8::from(*leaves));
        }
        LocalOrder::Trace(order) => {
            out.u8(TRACE);
            write_trace(out, order)?;
        }
        LocalOrder::StopListening { names } => named(out, STOP_LISTENING, names)?,
        LocalOrder::CommandServer(order) => {
            out.u8(COMMAND_SERVER);
            out.u8(*order as u8);
        }
        LocalOrder::Transactions => out.u8(TRANSACTIONS),
        LocalOrder::Resolve { resolution, number } => {
            out.u8(RESOLVE);
            out.u8(*resolution as u8);
            out.u64(*number);
        }
    }
    Ok(())
}

/// Which order, and the name that comes first in it.
fn named(out: &mut Out<'_>, order: u8, name: &str) -> Result<(), Malformed> {
    out.u8(order);
    out.string(name)
}

fn write_media(out: &mut Out<'_>, of: &MediaOf) -> Result<(), Malformed> {
    match of {
        MediaOf::Objects { kinds, names } => {
            out.u8(0);
            write_kinds(out, kinds)?;
            out.string(names)?;
        }
        MediaOf::SyncFile => out.u8(1),
        MediaOf::Catalog => out.u8(2),
        MediaOf::ClientTable => out.u8(3),
    }
    Ok(())
}

fn read_media(fields: &mut In<'_>) -> Result<MediaOf, Malformed> {
    Ok(match fields.u8()? {
        0 => MediaOf::Objects {
            kinds: read_kinds(fields)?,
            names: fields.string()?,
        },
        1 => MediaOf::SyncFile,
        2 => MediaOf::Catalog,
        3 => MediaOf::ClientTable,
        _ => return Err(Malformed::Value),
    })
}

fn write_kinds(out: &mut Out<'_>, kinds: &[ObjectKind]) -> Result<(), Malformed> {
    count(out, kinds.len(), DUMP_KINDS_MAX)?;
    for kind in kinds {
        out.u8(*kind as u8);
    }
    Ok(())
}

fn write_dump(out: &mut Out<'_>, order: &DumpOrder) -> Result<(), Malformed> {
    out.u8(u8::from(order.all_attributes));
    out.u8(u8::from(order.one_line));
    write_kinds(out, &order.kinds)?;
    match order.records {
        RecordsOver::Nothing => out.u8(0),
        RecordsOver::Everything => out.u8(1),
        RecordsOver::Kind(kind) => {
            out.u8(2);
            out.u8(kind as u8);
        }
    }
    out.string(&order.names)
}

fn write_trace(out: &mut Out<'_>, order: &TraceOrder) -> Result<(), Malformed> {
    match order {
        TraceOrder::Begin(settings) => {
            out.u8(0);
            count(out, settings.programs.len(), TRACE_PROGRAMS_MAX)?;
            for program in &settings.programs {
                out.string(program)?;
            }
            out.u8(u8::from(settings.detail));
            out.u32(settings.data_bytes);
            out.u64(settings.file_bytes_max);
        }
        TraceOrder::End => out.u8(1),
        TraceOrder::Show => out.u8(2),
    }
    Ok(())
}

fn read_trace(fields: &mut In<'_>) -> Result<TraceOrder, Malformed> {
    Ok(match fields.u8()? {
        0 => {
            let count = fields.u32()? as usize;
            if count > TRACE_PROGRAMS_MAX {
                return Err(Malformed::Bound);
            }
            let mut programs = Vec::with_capacity(count);
            for _ in 0..count {
                programs.push(fields.string()?);
            }
            TraceOrder::Begin(TraceSettings {
                programs,
                detail: match fields.u8()? {
                    0 => false,
                    1 => true,
                    _ => return Err(Malformed::Value),
                },
                data_bytes: fields.u32()?,
                file_bytes_max: fields.u64()?,
            })
        }
        1 => TraceOrder::End,
        2 => TraceOrder::Show,
        _ => return Err(Malformed::Value),
    })
}

fn count(out: &mut Out<'_>, count: usize, max: usize) -> Result<(), Malformed> {
    if count > max {
        return Err(Malformed::Bound);
    }
    out.u32(count as u32);
    Ok(())
}

fn optional<T>(
    out: &mut Out<'_>,
    value: Option<&T>,
    write: impl FnOnce(&mut Out<'_>, &T) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    out.u8(u8::from(value.is_some()));
    value.map_or(Ok(()), |value| write(out, value))
}

fn write_entity(out: &mut Out<'_>, entity: &EntityName) -> Result<(), Malformed> {
    out.u8(entity.kind as u8);
    out.string(&entity.name)
}

pub(super) fn read_order(fields: &mut In<'_>) -> Result<LocalOrder, Malformed> {
    Ok(match fields.u8()? {
        DUMP => LocalOrder::Dump(read_dump(fields)?),
        HELD => LocalOrder::Held {
            kind: read_protected(fields)?,
            profile: fields.string()?,
            entity: read_entity(fields)?,
        },
        AUTHORITIES => LocalOrder::Authorities {
            matching: match fields.u8()? {
                0 => Matching::Profile,
                1 => Matching::Exact,
                2 => Matching::Membership,
                _ => return Err(Malformed::Value),
            },
            kind: read_optional(fields, read_protected)?,
            profile: read_optional(fields, In::string)?,
            entity: read_optional(fields, read_entity)?,
        },
        RECORD_IMAGES => LocalOrder::RecordImages(read_media(fields)?),
        REBUILD => LocalOrder::Rebuild(read_media(fields)?),
        LISTEN => LocalOrder::Listen {
            listener: fields.string()?,
            port: u16::try_from(fields.u32()?).map_err(|_| Malformed::Value)?,
            backlog: fields.u32()?,
            address: fields.string()?,
        },
        STILL_LISTENS => LocalOrder::StillListens {
            listener: fields.string()?,
        },
        TRACE => LocalOrder::Trace(read_trace(fields)?),
        SWITCH_CHANNELS => LocalOrder::SwitchChannels {
            names: fields.string()?,
            shows: read_flag(fields)?,
            leaves: read_flag(fields)?,
        },
        HAS_ENDED_WELL => LocalOrder::HasEndedWell {
            channel: fields.string()?,
        },
        STOP_LISTENING => LocalOrder::StopListening {
            names: fields.string()?,
        },
        COMMAND_SERVER => LocalOrder::CommandServer(match fields.u8()? {
            0 => CommandServerOrder::Start,
            1 => CommandServerOrder::Stop,
            2 => CommandServerOrder::Show,
            _ => return Err(Malformed::Value),
        }),
        TRANSACTIONS => LocalOrder::Transactions,
        RESOLVE => LocalOrder::Resolve {
            resolution: match fields.u8()? {
                0 => Resolution::Commit,
                1 => Resolution::BackOut,
                2 => Resolution::Forget,
                _ => return Err(Malformed::Value),
            },
            number: fields.u64()?,
        },
        other => return Err(Malformed::Kind(other)),
    })
}

fn read_dump(fields: &mut In<'_>) -> Result<DumpOrder, Malformed> {
    let (all_attributes, one_line) = (read_flag(fields)?, read_flag(fields)?);
    Ok(DumpOrder {
        all_attributes,
        one_line,
        kinds: read_kinds(fields)?,
        records: match fields.u8()? {
            0 => RecordsOver::Nothing,
            1 => RecordsOver::Everything,
            2 => RecordsOver::Kind(read_kind(fields)?),
            _ => return Err(Malformed::Value),
        },
        names: fields.string()?,
    })
}

fn read_flag(fields: &mut In<'_>) -> Result<bool, Malformed> {
    match fields.u8()? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Malformed::Value),
    }
}

fn read_count(fields: &mut In<'_>, max: usize) -> Result<usize, Malformed> {
    let count = fields.u32()? as usize;
    if count > max {
        return Err(Malformed::Bound);
    }
    Ok(count)
}

fn read_optional<'a, T>(
    fields: &mut In<'a>,
    read: impl FnOnce(&mut In<'a>) -> Result<T, Malformed>,
) -> Result<Option<T>, Malformed> {
    let there = read_flag(fields)?;
    there.then(|| read(fields)).transpose()
}

fn read_kinds(fields: &mut In<'_>) -> Result<Vec<ObjectKind>, Malformed> {
    let count = read_count(fields, DUMP_KINDS_MAX)?;
    let mut kinds = Vec::new();
    for _ in 0..count {
        kinds.push(read_kind(fields)?);
    }
    Ok(kinds)
}

fn read_kind(fields: &mut In<'_>) -> Result<ObjectKind, Malformed> {
    ObjectKind::from_id(fields.u8()?).ok_or(Malformed::Value)
}

fn read_protected(fields: &mut In<'_>) -> Result<ProtectedKind, Malformed> {
    ProtectedKind::from_number(fields.u8()?).ok_or(Malformed::Value)
}

fn read_entity(fields: &mut In<'_>) -> Result<EntityName, Malformed> {
    Ok(EntityName {
        kind: EntityKind::from_number(fields.u8()?).ok_or(Malformed::Value)?,
        name: fields.string()?,
    })
}

const TEXT: u8 = 1;
const NOTICE: u8 = 2;
const AUTHORITY: u8 = 3;
const SERVER: u8 = 4;
const TRANSACTION: u8 = 5;

pub(super) fn write_answers(out: &mut Out<'_>, answers: &[LocalAnswer]) -> Result<(), Malformed> {
    count(out, answers.len(), ANSWERS_MAX)?;
    for answer in answers {
        write_answer(out, answer)?;
    }
    Ok(())
}

fn write_answer(out: &mut Out<'_>, answer: &LocalAnswer) -> Result<(), Malformed> {
    match answer {
        LocalAnswer::Text(text) => {
            out.u8(TEXT);
            out.bytes(text.as_bytes(), OUTPUT_BYTES_MAX)?;
        }
        LocalAnswer::Notice { notice, values } => {
            out.u8(NOTICE);
            let (ours, number) = notice.number();
            out.u8(u8::from(ours));
            out.u32(u32::from(number));
            count(out, values.len(), NOTICE_VALUES_MAX)?;
            for value in values {
                out.string(value)?;
            }
        }
        LocalAnswer::Authority(record) => {
            out.u8(AUTHORITY);
            out.string(&record.profile)?;
            out.u8(record.kind as u8);
            write_entity(out, &record.entity)?;
            out.i32(record.permissions.bits());
        }
        LocalAnswer::CommandServer(state) => {
            out.u8(SERVER);
            out.u8(*state as u8);
        }
        LocalAnswer::Transaction(it) => {
            out.u8(TRANSACTION);
            write_transaction(out, it)?;
        }
    }
    Ok(())
}

fn write_transaction(out: &mut Out<'_>, it: &LocalTransaction) -> Result<(), Malformed> {
    out.u8(it.state as u8);
    out.u64(it.number);
    optional(out, it.branch.as_ref(), |out, xid| {
        out.xid(xid);
        Ok(())
    })?;
    for text in [&it.begun.0, &it.begun.1, &it.name] {
        out.string(text)?;
    }
    count(out, it.queues.len(), TRANSACTION_QUEUES_MAX)?;
    for queue in &it.queues {
        out.text(queue);
    }
    Ok(())
}

pub(super) fn read_answers(fields: &mut In<'_>) -> Result<Vec<LocalAnswer>, Malformed> {
    let count = read_count(fields, ANSWERS_MAX)?;
    // Room is made for those that are there, not for those announced.
    let mut answers = Vec::new();
    for _ in 0..count {
        answers.push(read_answer(fields)?);
    }
    Ok(answers)
}

fn read_answer(fields: &mut In<'_>) -> Result<LocalAnswer, Malformed> {
    Ok(match fields.u8()? {
        TEXT => {
            let text = std::str::from_utf8(fields.bytes(OUTPUT_BYTES_MAX)?);
            LocalAnswer::Text(text.map_err(|_| Malformed::NotText)?.to_owned())
        }
        NOTICE => {
            let ours = read_flag(fields)?;
            let number = u16::try_from(fields.u32()?).map_err(|_| Malformed::Value)?;
            let notice = Notice::numbered(ours, number).ok_or(Malformed::Value)?;
            let count = read_count(fields, NOTICE_VALUES_MAX)?;
            let mut values = Vec::new();
            for _ in 0..count {
                values.push(fields.string()?);
            }
            LocalAnswer::Notice { notice, values }
        }
        AUTHORITY => LocalAnswer::Authority(LocalAuthority {
            profile: fields.string()?,
            kind: read_protected(fields)?,
            entity: read_entity(fields)?,
            permissions: Permissions::of(fields.i32()?),
        }),
        SERVER => LocalAnswer::CommandServer(match fields.u8()? {
            0 => CommandServerState::Stopped,
            1 => CommandServerState::Starting,
            2 => CommandServerState::Running,
            3 => CommandServerState::Stopping,
            _ => return Err(Malformed::Value),
        }),
        TRANSACTION => LocalAnswer::Transaction(Box::new(read_transaction(fields)?)),
        other => return Err(Malformed::Kind(other)),
    })
}

fn read_transaction(fields: &mut In<'_>) -> Result<LocalTransaction, Malformed> {
    let state = match fields.u8()? {
        0 => TransactionState::Active,
        1 => TransactionState::Unresolved,
        2 => TransactionState::Committed,
        3 => TransactionState::BackedOut,
        _ => return Err(Malformed::Value),
    };
    let number = fields.u64()?;
    let branch = read_optional(fields, In::xid)?;
    let begun = (fields.string()?, fields.string()?);
    let name = fields.string()?;
    let count = read_count(fields, TRANSACTION_QUEUES_MAX)?;
    let mut queues = Vec::new();
    for _ in 0..count {
        queues.push(fields.text()?);
    }
    Ok(LocalTransaction {
        state,
        number,
        branch,
        begun,
        name,
        queues,
    })
}
