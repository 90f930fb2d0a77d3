//! What programs that only read get: messages in JSON, `docs/formats/replication-event.md`. They are never applied.

use super::json::{quoted, write};
use super::{Action, Cell, Change, Ended, Header, Kind, Lsn, Notice, Old, Problem, Row, Schema};
use super::{State, SubscriptionState};
use bytes::Bytes;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::MQENC_NATIVE;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::rfh2;

/// Version of what is in an event: a later one may have more names.
const VERSION: u32 = 1;
/// Columns of these types are numbers, of this one are true or false, of these are JSON themselves; all others are text.
const NUMBERS: [u32; 6] = [20, 21, 23, 700, 701, 1700];
const OIDS: u32 = 26;
const BOOLEAN: u32 = 16;
const JSON: [u32; 2] = [114, 3802];

/// How a map is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Publishing {
    /// `MSG_CONTENT_TYPE` R: a message for each row, and not for each transaction.
    pub per_row: bool,
    /// Each message has an MQRFH2 in front, with what it is about as properties.
    pub has_header: bool,
}

/// What is published of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowOptions {
    /// `BEFORE_VALUES`: also what the source says of the row as it was, and not only the key by which it was found.
    pub before_values: bool,
    /// `CHANGED_COLS_ONLY`: of an update only the key and what has changed, where the source says what was there.
    pub changed_columns_only: bool,
}

/// What a message about one row is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Subject {
    pub(crate) word: &'static str,
    pub(crate) owner: String,
    pub(crate) name: String,
}

/// Appends a row that has changed, as one of those of a message.
///
/// # Errors
/// What is wrong with the bytes of the row.
pub(crate) fn add_row(
    out: &mut Vec<u8>,
    schema: &Schema,
    subscription: &str,
    action: Action,
    rows: &[u8],
    options: RowOptions,
) -> Result<Subject, Problem> {
    let change = Change::read(action, rows)?;
    let word = match action {
        Action::Insert => "insertRow",
        Action::Update => "updateRow",
        Action::Delete => "deleteRow",
        Action::Truncate => "truncate",
    };
    let mut text = String::new();
    write(
        &mut text,
        format_args!(
            "{{\"op\":\"{word}\",\"subName\":{},\"srcOwner\":{},\"srcName\":{},\"key\":[",
            quoted(subscription),
            quoted(&schema.namespace),
            quoted(&schema.name)
        ),
    );
    let keys = schema.columns.iter().filter(|it| it.is_of_identity);
    let keys: Vec<String> = keys.map(|it| quoted(&it.name)).collect();
    text.push_str(&keys.join(","));
    text.push(']');
    let old = change.old.as_ref();
    let whole = match old {
        Some(Old::Whole(row)) => Some(row.collect::<Result<Vec<_>, _>>()?),
        _ => None,
    };
    if let Some(old) = old {
        let key_only = matches!(old, Old::Key(_)) || !options.before_values;
        columns(&mut text, "before", old.row(), schema, &|at, _| {
            !key_only || schema.columns.get(at).is_some_and(|it| it.is_of_identity)
        })?;
    }
    if let Some(new) = change.new {
        let changed_only = options.changed_columns_only && action == Action::Update;
        columns(&mut text, "after", new, schema, &|at, cell| match &whole {
            Some(whole) if changed_only => {
                schema.columns.get(at).is_some_and(|it| it.is_of_identity)
                    && schema.identity != super::Identity::Full
                    || whole.get(at) != Some(cell)
            }
            _ => true,
        })?;
    }
    text.push('}');
    out.extend_from_slice(text.as_bytes());
    Ok(Subject {
        word,
        owner: schema.namespace.clone(),
        name: schema.name.clone(),
    })
}

/// Appends tables that were emptied.
pub(crate) fn add_truncate(
    out: &mut Vec<u8>,
    tables: &[Schema],
    cascade: bool,
    restart_identity: bool,
) -> Subject {
    let names = tables.iter().map(|it| {
        format!(
            "{{\"subName\":{},\"srcOwner\":{},\"srcName\":{}}}",
            quoted(&it.subscription),
            quoted(&it.namespace),
            quoted(&it.name)
        )
    });
    let names: Vec<String> = names.collect();
    let text = format!(
        "{{\"op\":\"truncate\",\"tables\":[{}],\"cascade\":{cascade},\"restartIdentity\":{restart_identity}}}",
        names.join(",")
    );
    out.extend_from_slice(text.as_bytes());
    let first = tables.first();
    Subject {
        word: "truncate",
        owner: first.map_or_else(String::new, |it| it.namespace.clone()),
        name: first.map_or_else(String::new, |it| it.name.clone()),
    }
}

fn columns(
    out: &mut String,
    name: &str,
    row: Row<'_>,
    schema: &Schema,
    is_wanted: &dyn Fn(usize, &Cell<'_>) -> bool,
) -> Result<(), Problem> {
    write(out, format_args!(",\"{name}\":{{"));
    let mut is_first = true;
    let mut unchanged = Vec::new();
    for (at, cell) in row.enumerate() {
        let cell = cell?;
        let Some(column) = schema.columns.get(at) else {
            continue;
        };
        if !is_wanted(at, &cell) {
            continue;
        }
        let value = match cell {
            Cell::Null => "null".to_owned(),
            Cell::Unchanged => {
                unchanged.push(quoted(&column.name));
                continue;
            }
            Cell::Text(text) => value(&String::from_utf8_lossy(text), column.type_oid),
            Cell::Binary(bytes) => {
                let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                quoted(&format!("\\x{hex}"))
            }
        };
        let comma = if is_first { "" } else { "," };
        is_first = false;
        write(out, format_args!("{comma}{}:{value}", quoted(&column.name)));
    }
    out.push('}');
    if !unchanged.is_empty() {
        write(
            out,
            format_args!(",\"unchanged\":[{}]", unchanged.join(",")),
        );
    }
    Ok(())
}

/// A value as JSON has it: a number where it is one, which NaN and the infinities are not.
fn value(text: &str, type_oid: u32) -> String {
    let is_number = NUMBERS.contains(&type_oid) || type_oid == OIDS;
    match text {
        "t" if type_oid == BOOLEAN => "true".to_owned(),
        "f" if type_oid == BOOLEAN => "false".to_owned(),
        _ if is_number && is_json_number(text) => text.to_owned(),
        // The server lets nothing else into such a column.
        _ if JSON.contains(&type_oid) => text.replace(['\n', '\r'], " "),
        _ => quoted(text),
    }
}

fn is_json_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_digit = u8::is_ascii_digit;
    digits.as_bytes().first().is_some_and(u8::is_ascii_digit)
        && digits.as_bytes().last().is_some_and(is_digit)
        && digits
            .bytes()
            .all(|it| is_digit(&it) || matches!(it, b'.' | b'e' | b'+' | b'-'))
}

/// Microseconds since 2000 as text: `2026-11-27T04:43:44.683590Z`.
fn time(us: i64) -> String {
    let seconds = us.div_euclid(1_000_000);
    let days = seconds.div_euclid(86_400);
    // From days to a date: years begin in March, so that a leap day is the last of one.
    let since = days + 730_425;
    let era = since.div_euclid(146_097);
    let of_era = since.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let of_day = seconds.rem_euclid(86_400);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:06}Z",
        of_day / 3_600,
        of_day / 60 % 60,
        of_day % 60,
        us.rem_euclid(1_000_000)
    )
}

/// A message: what its header says, and the rows that were added.
///
/// # Errors
/// What is wrong with a body that is no rows.
pub(crate) fn event(
    publishing: Publishing,
    map: &str,
    header: &Header,
    body: &[u8],
    subject: Option<&Subject>,
) -> Result<Bytes, Problem> {
    let kind = kind(publishing, header, body)?;
    let mut text = format!(
        "{{\"version\":{VERSION},\"type\":\"{kind}\",\"pubQMap\":{},\"epoch\":{},\"sequence\":{},\"cmitLSN\":\"{}\",\"cmitTime\":\"{}\"",
        quoted(map),
        header.key.epoch,
        header.key.sequence,
        Lsn(header.commit_lsn),
        time(header.commit_time_us)
    );
    match header.kind {
        Kind::Transaction => {
            let rows = String::from_utf8_lossy(body);
            let rows = match (publishing.per_row, body.is_empty()) {
                (false, _) => format!("\"rows\":[{rows}]"),
                // The transaction was cut in front of its end.
                (true, true) => "\"row\":null".to_owned(),
                (true, false) => format!("\"row\":{rows}"),
            };
            write(
                &mut text,
                format_args!(
                    ",\"xid\":{},\"segmentNum\":{},\"isLast\":{},{rows}",
                    header.xid, header.chunk, header.is_last
                ),
            );
        }
        Kind::Subscription => {
            let state = SubscriptionState::decode(body)?;
            about(
                &mut text,
                &state.subscription,
                &state.namespace,
                &state.table,
            );
            if state.notice != 0 {
                write(
                    &mut text,
                    format_args!(
                        ",\"stateInfo\":\"FMQ{:04}\",\"text\":{}",
                        state.notice,
                        quoted(&state.reason)
                    ),
                );
            }
        }
        Kind::LoadDone => {
            let ended = Ended::decode(body)?;
            write(
                &mut text,
                format_args!(",\"subName\":{}", quoted(&ended.subscription)),
            );
        }
        Kind::Error => {
            let notice = Notice::decode(body)?;
            write(
                &mut text,
                format_args!(
                    ",\"errorMsg\":\"FMQ{:04}\",\"text\":{}",
                    notice.number,
                    quoted(&notice.text)
                ),
            );
        }
        Kind::Abandon | Kind::Heartbeat | Kind::Schema | Kind::Pack => {}
    }
    text.push('}');
    if !publishing.has_header {
        return Ok(text.into_bytes().into());
    }
    let mut out = front(kind, map, header, subject);
    out.extend_from_slice(text.as_bytes());
    Ok(out.into())
}

/// The word an event begins with.
fn kind(publishing: Publishing, header: &Header, body: &[u8]) -> Result<&'static str, Problem> {
    Ok(match header.kind {
        Kind::Transaction if publishing.per_row => "rowOp",
        Kind::Transaction | Kind::Pack => "trans",
        Kind::Schema => "subSchema",
        Kind::Subscription => match SubscriptionState::decode(body)?.state {
            State::Inactive => "subDeactivated",
            State::Active | State::Load => "subActivated",
        },
        Kind::LoadDone => "loadDoneRcvd",
        Kind::Error => "errorRpt",
        Kind::Abandon => "transAbandoned",
        Kind::Heartbeat => "heartbeat",
    })
}

fn about(out: &mut String, subscription: &str, owner: &str, name: &str) {
    write(
        out,
        format_args!(
            ",\"subName\":{},\"srcOwner\":{},\"srcName\":{}",
            quoted(subscription),
            quoted(owner),
            quoted(name)
        ),
    );
}

/// An MQRFH2 by which programs select messages, and JMS programs see text.
fn front(kind: &str, map: &str, header: &Header, subject: Option<&Subject>) -> Vec<u8> {
    let mut properties = format!(
        "<usr><type>{kind}</type><pubQMap>{}</pubQMap><sequence dt='i8'>{}</sequence><cmitLSN>{}</cmitLSN>",
        escaped(map),
        header.key.sequence,
        Lsn(header.commit_lsn)
    );
    if header.kind == Kind::Transaction {
        write(
            &mut properties,
            format_args!("<isLast dt='boolean'>{}</isLast>", u8::from(header.is_last)),
        );
    }
    if let Some(subject) = subject {
        write(
            &mut properties,
            format_args!(
                "<op>{}</op><srcOwner>{}</srcOwner><srcName>{}</srcName>",
                subject.word,
                escaped(&subject.owner),
                escaped(&subject.name)
            ),
        );
    }
    properties.push_str("</usr>");
    let described = Described {
        ccsid: 1208,
        encoding: MQENC_NATIVE,
    };
    rfh2::write(
        &rfh2::fixed("MQSTR", described),
        ByteOrder::NATIVE,
        &["<mcd><Msd>jms_text</Msd></mcd>", &properties],
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&apos;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_the_calendar_has_them() {
        assert_eq!(time(0), "2000-01-01T00:00:00.000000Z");
        assert_eq!(time(-1), "1999-12-31T23:59:59.999999Z");
        assert_eq!(
            time(60 * 86_400 * 1_000_000 - 86_400 * 1_000_000),
            "2000-02-29T00:00:00.000000Z"
        );
        assert_eq!(time(849_069_824_683_590), "2026-11-27T04:43:44.683590Z");
    }

    #[test]
    fn values_are_numbers_only_where_json_has_them() {
        assert_eq!(value("1.50", 1700), "1.50");
        assert_eq!(value("-7", 23), "-7");
        assert_eq!(value("1e+20", 701), "1e+20");
        assert_eq!(value("NaN", 701), "\"NaN\"");
        assert_eq!(value("-Infinity", 1700), "\"-Infinity\"");
        assert_eq!(value("12", 25), "\"12\"");
        assert_eq!(value("t", BOOLEAN), "true");
        assert_eq!(value("{\"a\": 1}", 114), "{\"a\": 1}");
    }
}
