//! Control tables of the source: names and columns as documented, those that are used, and ours at the end of each.

use super::{Source, told};
use crate::capture::{MapSettings, OnError, PATHS_MAX, SubscribedColumn, Subscription, UnitLimits};
use crate::columns;
use crate::message::{Loader, Lsn, PACK_MAX, Publishing, RowOptions, SourceLog, SubscriptionState};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::FMQ0422;
use ferromq_postgres::identifier;

/// The statements that make the control tables in a schema.
#[must_use]
pub fn control_tables(schema: &str) -> String {
    include_str!("control_tables.sql").replace("{schema}", &identifier(schema))
}

/// How capture starts: `STARTMODE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartMode {
    /// From the beginning: a new slot, and subscriptions are loaded anew.
    Cold,
    /// Where it ended; from the beginning if it never ran.
    WarmSi,
    /// Where it ended; an error if it never ran.
    WarmNs,
}

impl StartMode {
    /// As it is written in parameters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text.trim().to_ascii_lowercase().as_str() {
            "cold" => Self::Cold,
            "warmsi" => Self::WarmSi,
            "warmns" => Self::WarmNs,
            _ => return None,
        })
    }
}

/// `IBMQREP_CAPPARMS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The queue manager.
    pub q_mgr: String,
    /// The restart queue.
    pub restart_q: String,
    /// The administration queue.
    pub admin_q: String,
    /// How it starts if nobody says otherwise.
    pub start_mode: StartMode,
    /// `MEMORY_LIMIT`, in MB; a unit of work has no more bytes than a quarter of it.
    pub memory_limit_mb: u64,
    /// `COMMIT_INTERVAL`.
    pub commit_interval_ms: u64,
    /// `TRANS_BATCH_SZ`: short transactions that become one message, at most.
    pub transactions: u32,
    /// It ends at the end of the log.
    pub autostop: bool,
    /// `MONITOR_INTERVAL`.
    pub monitor_interval_ms: u64,
    /// `MONITOR_LIMIT`: rows of monitoring are kept so long.
    pub monitor_limit_min: u64,
    /// `SIGNAL_LIMIT`: signals are kept so long.
    pub signal_limit_min: u64,
    /// `PRUNE_INTERVAL`.
    pub prune_interval_s: u64,
    /// `QFULL_NUM_RETRIES`.
    pub full_retries: u32,
    /// `QFULL_RETRY_DELAY`.
    pub full_delay_ms: u64,
    /// The slot.
    pub slot: String,
    /// The publication.
    pub publication: String,
}

impl Parameters {
    /// When units of work end, by these parameters.
    #[must_use]
    pub fn unit(&self) -> UnitLimits {
        let bytes = usize::try_from(self.memory_limit_mb << 18).unwrap_or(usize::MAX);
        UnitLimits {
            bytes: bytes.clamp(64 << 10, UnitLimits::default().bytes),
            interval_ms: self.commit_interval_ms,
            transactions: self.transactions.max(1),
            ..UnitLimits::default()
        }
    }
}

/// A row of `IBMQREP_SENDQUEUES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendQueue {
    /// The queue, or the name in front of `.1` to `.4`.
    pub queue: String,
    /// What goes there.
    pub map: MapSettings,
}

impl SendQueue {
    /// Names of the queues.
    #[must_use]
    pub fn queues(&self) -> Vec<String> {
        if self.map.paths == 1 {
            return vec![self.queue.clone()];
        }
        (1..=self.map.paths)
            .map(|path| format!("{}.{path}", self.queue))
            .collect()
    }
}

impl Source {
    fn unfit(&self, problem: &str) -> Trouble {
        Trouble::lasting(&FMQ0422, &[&self.schema, &problem])
    }

    /// The one row of parameters.
    ///
    /// # Errors
    /// FMQ0422: there are none, or several rows, or a value cannot be; FMQ0417.
    pub fn parameters(&mut self) -> Result<Parameters, Trouble> {
        let rows = self.run(&format!(
            "SELECT qmgr, restartq, adminq, startmode, memory_limit, commit_interval, autostop, monitor_interval, monitor_limit, \
             signal_limit, prune_interval, qfull_num_retries, qfull_retry_delay, slotname, pubname, trans_batch_sz FROM {}",
            self.table("capparms")
        ))?;
        if rows.len() != 1 {
            return Err(self.unfit(&format!(
                "IBMQREP_CAPPARMS has {} rows where it has to have exactly one",
                rows.len()
            )));
        }
        let text = |column| rows.text(0, column).unwrap_or_default().trim().to_owned();
        let number = |column: usize, what: &str, max: u64| {
            rows.number::<u64>(0, column)
                .filter(|value| *value <= max)
                .ok_or_else(|| self.unfit(&format!("{what} is not from 0 to {max}")))
        };
        let start_mode = StartMode::parse(&text(3))
            .ok_or_else(|| self.unfit("STARTMODE is none of COLD, WARMSI, WARMNS"))?;
        Ok(Parameters {
            q_mgr: text(0),
            restart_q: text(1),
            admin_q: text(2),
            start_mode,
            memory_limit_mb: number(4, "MEMORY_LIMIT", 1 << 20)?,
            commit_interval_ms: number(5, "COMMIT_INTERVAL", 600_000)?,
            transactions: number(15, "TRANS_BATCH_SZ", u64::from(PACK_MAX))? as u32,
            autostop: text(6) == "Y",
            monitor_interval_ms: number(7, "MONITOR_INTERVAL", 1 << 31)?,
            monitor_limit_min: number(8, "MONITOR_LIMIT", 1 << 31)?,
            signal_limit_min: number(9, "SIGNAL_LIMIT", 1 << 31)?,
            prune_interval_s: number(10, "PRUNE_INTERVAL", 1 << 31)?,
            full_retries: number(11, "QFULL_NUM_RETRIES", 1_000_000)? as u32,
            full_delay_ms: number(12, "QFULL_RETRY_DELAY", 3_600_000)?,
            slot: text(13),
            publication: text(14),
        })
    }

    /// The maps, in the order of their numbers.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn send_queues(&mut self) -> Result<Vec<SendQueue>, Trouble> {
        let table = self.table("sendqueues");
        columns::add_if_missing(&mut self.connection, &table, columns::MESSAGE_HEADER)
            .map_err(|error| told(&self.schema, &error))?;
        let rows = self.run(&format!(
            "SELECT mapid, pubqmapname, sendq, num_parallel_sendqs, max_message_size, heartbeat_interval, error_action, message_format, \
             msg_content_type, message_header FROM {table} WHERE state = 'A' ORDER BY mapid"
        ))?;
        let mut queues = Vec::new();
        for row in 0..rows.len().min(crate::message::MAPS_MAX + 1) {
            let name = rows.text(row, 1).unwrap_or_default().to_owned();
            let wrong = |what: &str| self.unfit(&format!("{what} of map {name} cannot be"));
            let number = |column, what: &str, range: std::ops::RangeInclusive<u64>| {
                let value = rows.number::<u64>(row, column);
                value
                    .filter(|value| range.contains(value))
                    .ok_or_else(|| wrong(what))
            };
            let publishing = match (rows.text(row, 7), rows.text(row, 8), rows.text(row, 9)) {
                (Some("C"), Some("T"), _) => None,
                (Some("N"), Some(content @ ("T" | "R")), Some(header @ ("N" | "R"))) => {
                    Some(Publishing {
                        per_row: content == "R",
                        has_header: header == "R",
                    })
                }
                (Some("N"), ..) => {
                    return Err(wrong(
                        "MSG_CONTENT_TYPE (T or R), or MESSAGE_HEADER (N or R)",
                    ));
                }
                _ => {
                    return Err(wrong(
                        "MESSAGE_FORMAT (C, the compact one, or N, JSON), or MSG_CONTENT_TYPE",
                    ));
                }
            };
            let on_error = match rows.text(row, 6) {
                Some("S") => OnError::StopProgram,
                Some("Q") => OnError::StopQueue,
                _ => return Err(wrong("ERROR_ACTION (S or Q)")),
            };
            let paths = number(3, "NUM_PARALLEL_SENDQS (1 to 4)", 1..=u64::from(PATHS_MAX))?;
            let kilobytes = number(4, "MAX_MESSAGE_SIZE (1 to 102400 KB)", 1..=102_400)?;
            queues.push(SendQueue {
                queue: rows.text(row, 2).unwrap_or_default().trim().to_owned(),
                map: MapSettings {
                    number: number(0, "MAPID", 1..=u64::from(u32::MAX >> 1))? as u32,
                    paths: paths as u8,
                    message_bytes: kilobytes as usize * 1024,
                    heartbeat_ms: 1_000 * number(5, "HEARTBEAT_INTERVAL", 0..=1 << 31)?,
                    on_error,
                    publishing,
                    name,
                },
            });
        }
        if queues.len() > crate::message::MAPS_MAX {
            return Err(self.unfit("there are more than 1024 maps"));
        }
        Ok(queues)
    }

    /// Subscriptions, or the one of that name, with their states and columns.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn subscriptions(
        &mut self,
        name: Option<&str>,
    ) -> Result<Vec<(Subscription, char)>, Trouble> {
        let (subs, queues, cols) = (
            self.table("subs"),
            self.table("sendqueues"),
            self.table("src_cols"),
        );
        let rows = self.ask(
            &format!(
                "SELECT s.subname, q.mapid, s.source_owner, s.source_name, s.has_loadphase, s.suppress_deletes, s.state, \
                 c.src_colname, c.src_coltype, s.search_condition, s.before_values, s.changed_cols_only FROM {subs} s JOIN {queues} q ON q.sendq = s.sendq \
                 LEFT JOIN {cols} c ON c.subname = s.subname WHERE $1 = '' OR s.subname = $1 ORDER BY s.subname, c.src_colname"
            ),
            &[name.unwrap_or_default()],
        )?;
        let mut found: Vec<(Subscription, char)> = Vec::new();
        for row in 0..rows.len() {
            let text = |column| rows.text(row, column).unwrap_or_default().to_owned();
            let name = text(0);
            if found.last().is_none_or(|(last, _)| last.name != name) {
                let letter = text(4).bytes().next().unwrap_or(b'?');
                let loader = Loader::of(letter).map_err(|_| {
                    self.unfit(&format!("HAS_LOADPHASE of {name} is none of I, E, N"))
                })?;
                if rows.get(row, 9).is_some() {
                    let what = format!(
                        "SEARCH_CONDITION of {name}: say it as row filter of the publication, which the source evaluates"
                    );
                    return Err(self.unfit(&what));
                }
                let map = rows.number(row, 1).unwrap_or(0);
                found.push((
                    Subscription {
                        name,
                        map,
                        namespace: text(2),
                        table: text(3),
                        loader,
                        suppress_deletes: text(5) == "Y",
                        row_options: RowOptions {
                            before_values: text(10) == "Y",
                            changed_columns_only: text(11) == "Y",
                        },
                        columns: Vec::new(),
                    },
                    text(6).chars().next().unwrap_or('N'),
                ));
            }
            if let (Some(column), Some(type_oid), Some((last, _))) =
                (rows.text(row, 7), rows.number(row, 8), found.last_mut())
            {
                last.columns.push(SubscribedColumn {
                    name: column.to_owned(),
                    type_oid,
                });
            }
        }
        Ok(found)
    }

    /// Inserts a signal, which comes back by the log.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn insert_signal(&mut self, word: &str, input: &str) -> Result<(), Trouble> {
        let sql = format!(
            "INSERT INTO {} (signal_type, signal_subtype, signal_input_in) VALUES ('CMD', $1, $2)",
            self.table("signal")
        );
        self.ask(&sql, &[word, input]).map(drop)
    }

    /// Notes what became of a signal.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn answer_signal(&mut self, time: &str, state: &str, lsn: u64) -> Result<(), Trouble> {
        let sql = format!(
            "UPDATE {} SET signal_state = $2, signal_lsn = $3::pg_lsn WHERE signal_time = $1::timestamp",
            self.table("signal")
        );
        let lsn = Lsn(lsn).to_string();
        self.ask(&sql, &[time, state, &lsn]).map(drop)
    }

    /// Notes what a subscription is.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn note_state(&mut self, state: &SubscriptionState) -> Result<(), Trouble> {
        let info = match state.notice {
            0 => String::new(),
            number => format!("FMQ{number:04}"),
        };
        let letter = char::from(state.state.letter()).to_string();
        self.note_letter(&state.subscription, &letter, &info)
    }

    /// The same by its letter.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn note_letter(&mut self, name: &str, letter: &str, info: &str) -> Result<(), Trouble> {
        let sql = format!(
            "UPDATE {} SET state = $2, state_info = $3, state_time = clock_timestamp() WHERE subname = $1 AND (state, state_info) IS DISTINCT FROM ($2::char(1), $3::char(8))",
            self.table("subs")
        );
        self.ask(&sql, &[name, letter, info]).map(drop)
    }

    /// Notes that all subscriptions that are not inactive are to be started.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn note_all_wanted(&mut self) -> Result<(), Trouble> {
        let sql = format!(
            "UPDATE {} SET state = 'N', state_info = NULL, state_time = clock_timestamp() WHERE state NOT IN ('I', 'N')",
            self.table("subs")
        );
        self.run(&sql).map(drop)
    }

    /// Notes whose log is read.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn note_system(&mut self, log: SourceLog) -> Result<(), Trouble> {
        let sql = format!(
            "UPDATE {} SET system_id = $1, timeline = $2::int",
            self.table("capparms")
        );
        self.ask(&sql, &[&log.system.to_string(), &log.timeline.to_string()])
            .map(drop)
    }

    /// A line for whoever looks at the control tables instead of the log.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn trace(&mut self, operation: &str, line: &str) -> Result<(), Trouble> {
        let sql = format!(
            "INSERT INTO {} (operation, description) VALUES ($1, left($2, 1024))",
            self.table("captrace")
        );
        self.ask(&sql, &[operation, line]).map(drop)
    }

    /// Removes rows of monitoring, traces and signals that were dealt with, once they are old.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn prune(&mut self, parameters: &Parameters) -> Result<(), Trouble> {
        let monitor = parameters.monitor_limit_min.to_string();
        for (table, column) in [
            ("capmon", "monitor_time"),
            ("capqmon", "monitor_time"),
            ("captrace", "trace_time"),
        ] {
            let sql = format!(
                "DELETE FROM {} WHERE {column} < clock_timestamp() - make_interval(mins => $1::int)",
                self.table(table)
            );
            self.ask(&sql, &[&monitor])?;
        }
        let sql = format!(
            "DELETE FROM {} WHERE signal_state IN ('C', 'F') AND signal_time < clock_timestamp() - make_interval(mins => $1::int)",
            self.table("signal")
        );
        let limit = parameters.signal_limit_min.to_string();
        self.ask(&sql, &[&limit]).map(drop)
    }
}

impl Source {
    /// Writes a row of `IBMQREP_CAPMON`, and one of `IBMQREP_CAPQMON` for each map; how many bytes of log the slot keeps, and may.
    ///
    /// # Errors
    /// As [`Self::parameters`].
    pub fn note_figures<'a>(
        &mut self,
        figures: &crate::capture::Figures,
        commit_lsn: u64,
        seen_lsn: u64,
        slot: &str,
        queues: impl Iterator<Item = (&'a SendQueue, &'a crate::capture::MapFigures)>,
    ) -> Result<(u64, Option<u64>), Trouble> {
        let rows = self.ask(
            "SELECT (pg_current_wal_lsn() - confirmed_flush_lsn)::bigint, \
             (SELECT setting::bigint FROM pg_settings WHERE name = 'max_slot_wal_keep_size') \
             FROM pg_replication_slots WHERE slot_name = $1",
            &[slot],
        )?;
        let lag: u64 = rows.number(0, 0).unwrap_or(0);
        // In MB; -1 for no limit.
        let max = rows
            .number::<i64>(0, 1)
            .and_then(|mb| u64::try_from(mb).ok());
        let sql = format!(
            "INSERT INTO {} SELECT now(), now(), 0, 0, $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, 0, $6::pg_lsn, $7::pg_lsn, now(), $8::bigint",
            self.table("capmon")
        );
        let number = |value: u64| value.to_string();
        self.ask(
            &sql,
            &[
                &number(figures.rows),
                &number(figures.transactions_known + figures.transactions_empty),
                &number(figures.transactions),
                &number(figures.transactions_cut),
                &number(figures.transaction_bytes_max),
                &Lsn(commit_lsn).to_string(),
                &Lsn(seen_lsn).to_string(),
                &number(lag),
            ],
        )?;
        let sql = format!(
            "INSERT INTO {} SELECT now(), $1, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::bigint, $8::bigint",
            self.table("capqmon")
        );
        for (queue, of_map) in queues {
            self.ask(
                &sql,
                &[
                    &queue.queue,
                    &number(of_map.rows),
                    &number(of_map.transactions),
                    &number(of_map.deletes_suppressed),
                    // Rows without a subscription, and units that were full, are of no map.
                    &number(figures.rows_skipped),
                    &number(figures.full),
                    &number(of_map.bytes),
                    &number(of_map.messages),
                ],
            )?;
        }
        Ok((lag, max.map(|mb| mb << 20)))
    }
}
