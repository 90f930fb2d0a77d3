//! What became of transfers, from the tables.

use super::statement::{AnswerRow, Database, DatabaseProblem, time_text};
use crate::logger::history::{History, ITEMS_MAX, Transfer, TransferItem, TransferState};
use crate::party::TransferId;
use crate::schedule::Moment;

/// Which transfers are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Only this one, with its items.
    pub id: Option<TransferId>,
    /// Only those that ended and of which not all is done.
    pub is_failed: bool,
    /// Only those that began or ended since then.
    pub since: Option<Moment>,
    /// So many at most, the last that began.
    pub limit: usize,
}

/// Columns of a transfer, in the order [`add`] takes them.
const COLUMNS: &str = "T.TRANSFER_ID, T.STATUS, T.JOB_NAME, T.RESULTCODE, T.RESULTTEXT, S.ACTION_TIME, E.ACTION_TIME, \
     COALESCE(S.SOURCE_AGENT, E.SOURCE_AGENT), COALESCE(S.DESTINATION_AGENT, E.DESTINATION_AGENT), \
     COALESCE(S.ORIGINATOR_MQ_USER, E.ORIGINATOR_MQ_USER, S.ORIGINATOR_USER, E.ORIGINATOR_USER)";

/// Gives a history what the tables have of transfers, the oldest first.
///
/// # Errors
/// What the database says.
pub fn read_past(
    database: &mut dyn Database,
    wanted: &Wanted,
    history: &mut History,
) -> Result<(), DatabaseProblem> {
    let of = |name: &str| database.dialect().table(name);
    let (transfers, events, items) = (of("TRANSFER"), of("TRANSFER_EVENT"), of("TRANSFER_ITEM"));
    let mut values = Vec::new();
    let mut conditions = Vec::new();
    if let Some(id) = wanted.id {
        values.push(id.to_string());
        conditions.push(format!("T.TRANSFER_ID = ${}", values.len()));
    }
    if let Some(since) = wanted.since {
        values.push(time_text(since));
        conditions.push(format!(
            "COALESCE(E.ACTION_TIME, S.ACTION_TIME) >= ${}",
            values.len()
        ));
    }
    if wanted.is_failed {
        conditions.push("T.STATUS NOT IN ('started', 'success')".to_owned());
    }
    let conditions = match conditions.is_empty() {
        true => String::new(),
        false => format!(" WHERE {}", conditions.join(" AND ")),
    };
    let figures = |what: &str, failed: &str| {
        format!(
            "(SELECT {what} FROM {items} I WHERE I.TRANSFER_ID = T.TRANSFER_ID AND COALESCE(I.RESULTCODE, 0) {failed} 1)"
        )
    };
    let sql = format!(
        "SELECT {COLUMNS}, {}, {}, {} FROM {transfers} T LEFT JOIN {events} S ON S.ID = T.START_ID LEFT JOIN {events} E ON E.ID = T.COMPLETE_ID{conditions} \
         ORDER BY COALESCE(S.ACTION_TIME, E.ACTION_TIME) DESC, T.START_ID DESC LIMIT {}",
        figures("COUNT(*)", "<>"),
        figures("COUNT(*)", "="),
        figures("SUM(I.SOURCE_FILE_SIZE)", "<>"),
        wanted.limit
    );
    let values: Vec<_> = values.iter().map(|value| Some(value.as_str())).collect();
    for row in database.run(&sql, &values)?.iter().rev() {
        add(row, history);
    }
    if let Some(id) = wanted.id {
        let sql = format!(
            "SELECT COALESCE(SOURCE_FILENAME, SOURCE_MESSAGE_QUEUE_NAME), COALESCE(DESTINATION_FILENAME, DESTINATION_MESSAGE_QUEUE_NAME), \
             SOURCE_FILE_SIZE, RESULTCODE, RESULT_TEXT FROM {items} WHERE TRANSFER_ID = $1 ORDER BY ID LIMIT {ITEMS_MAX}"
        );
        let rows = database.run(&sql, &[Some(&id.to_string())])?;
        if !rows.is_empty() {
            history.transfer(id).items = rows.iter().map(item).collect();
        }
    }
    Ok(())
}

/// How many transfers the tables have.
///
/// # Errors
/// What the database says.
pub fn transfers_in(database: &mut dyn Database) -> Result<u64, DatabaseProblem> {
    let table = database.dialect().table("TRANSFER");
    let rows = database.run(&format!("SELECT COUNT(*) FROM {table}"), &[])?;
    Ok(rows.first().and_then(|row| number(row, 0)).unwrap_or(0))
}

fn text(row: &AnswerRow, column: usize) -> String {
    row.get(column).cloned().flatten().unwrap_or_default()
}

fn number<T: std::str::FromStr>(row: &AnswerRow, column: usize) -> Option<T> {
    text(row, column).parse().ok()
}

fn time(row: &AnswerRow, column: usize) -> Option<Moment> {
    Moment::from_text(&text(row, column).replacen(' ', "T", 1))
}

fn add(row: &AnswerRow, history: &mut History) {
    let Some(id) = TransferId::from_text(text(row, 0).trim()) else {
        return;
    };
    let state = match text(row, 1).as_str() {
        "started" => TransferState::Running,
        "success" => TransferState::Done,
        "partial success" => TransferState::Partly,
        "cancelled" => TransferState::Cancelled,
        _ => TransferState::Failed,
    };
    *history.transfer(id) = Transfer {
        state,
        job: text(row, 2),
        result: number(row, 3),
        reason: text(row, 4),
        started: time(row, 5),
        ended: time(row, 6),
        source: text(row, 7),
        destination: text(row, 8),
        user: text(row, 9),
        files: number(row, 10).unwrap_or(0),
        failures: number(row, 11).unwrap_or(0),
        bytes: number(row, 12).unwrap_or(0),
        items: Vec::new(),
    };
}

fn item(row: &AnswerRow) -> TransferItem {
    TransferItem {
        source: text(row, 0),
        destination: text(row, 1),
        bytes: number(row, 2),
        result: number(row, 3),
        reason: text(row, 4),
    }
}
