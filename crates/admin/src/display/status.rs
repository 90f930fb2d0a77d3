//! Queue status, handles and the state of the queue manager as records.

use super::record::{FieldValue, Record};
use crate::status::{
    Application, FileSystemUse, HandleStatus, InputMode, Moment, QmgrStatus, QueueStatistics,
    QueueStatus,
};

/// What was put on a queue and got from it.
pub(crate) fn statistics_record(statistics: &QueueStatistics) -> Record {
    let mut record = Record::default();
    record.text("QUEUE", &statistics.queue);
    record.count("HIQDEPTH", u64::from(statistics.high_depth));
    record.count("MSGSIN", statistics.puts);
    record.count("MSGSOUT", statistics.gets);
    record.count("RESETINT", statistics.interval_s);
    record
}

/// The record of a queue's state.
pub(crate) fn queue_record(status: &QueueStatus) -> Record {
    let mut record = Record::default();
    record.text("QUEUE", &status.queue);
    record.text("TYPE", "QUEUE");
    record.int("CURDEPTH", status.current_depth);
    record.int("CURFSIZE", status.file_mb);
    record.int("CURMAXFS", status.file_mb_max);
    record.int("IPPROCS", status.input_handles);
    moment(&mut record, ["LGETDATE", "LGETTIME"], &status.last_get);
    moment(&mut record, ["LPUTDATE", "LPUTTIME"], &status.last_put);
    record.text("MEDIALOG", &status.media_log);
    record.text("MONQ", &status.monitoring);
    match status.oldest_message_age_s {
        Some(age_s) => record.count("MSGAGE", age_s),
        None => record.text("MSGAGE", ""),
    }
    record.int("OPPROCS", status.output_handles);
    let times = match status.queue_time_us {
        // Documented: a blank stands behind the comma.
        Some((short_us, long_us)) => vec![short_us.to_string(), format!(" {long_us}")],
        None => vec![" ".to_string(), " ".to_string()],
    };
    record.push("QTIME", FieldValue::List(times));
    record.yes_no("UNCOM", status.uncommitted);
    record
}

/// The record of a handle.
pub(crate) fn handle_record(status: &HandleStatus) -> Record {
    let mut record = Record::default();
    record.text("QUEUE", &status.queue);
    record.text("TYPE", "HANDLE");
    application(&mut record, &status.application);
    record.yes_no("BROWSE", status.browse);
    record.text("CHANNEL", &status.application.channel);
    record.text("CONNAME", &status.application.connection_name);
    record.text("ASTATE", "NONE");
    record.text("HSTATE", handle_state(status.active));
    record.text(
        "INPUT",
        match status.input {
            InputMode::No => "NO",
            InputMode::Shared => "SHARED",
            InputMode::Exclusive => "EXCL",
        },
    );
    record.yes_no("INQUIRE", status.inquire);
    record.yes_no("OUTPUT", status.output);
    record.int("PID", status.application.process_id);
    record.text("QMURID", &status.unit_of_work);
    record.yes_no("SET", status.set);
    record.int("TID", status.application.thread_id);
    record.text("URID", NO_EXTERNAL_UNIT_OF_WORK);
    record.text("URTYPE", "QMGR");
    record.text("USERID", &status.application.user_id);
    record
}

/// The record of the queue manager's state.
pub(crate) fn q_mgr_record(status: &QmgrStatus) -> Record {
    let mut record = Record::default();
    record.text("QMNAME", &status.name);
    record.text("TYPE", "QMGR");
    record.text("STATUS", &status.status);
    record.text("ARCHLOG", status.archive_log.as_deref().unwrap_or_default());
    count_or_blank(&mut record, "ARCHSZ", status.archive_mb);
    record.text(
        "AUTOCLUS",
        match &status.uniform_cluster {
            Some(_) => "UNIFORM",
            None => "NONE",
        },
    );
    record.text("CHINIT", &status.channel_initiator);
    optional_count(&mut record, "CHKPTCNT", status.checkpoints);
    optional_count(&mut record, "CHKPTOPS", status.operations_since_checkpoint);
    optional_count(&mut record, "CHKPTSZ", status.checkpoint_mb);
    record.text("CMDSERV", &status.command_server);
    record.int("CONNS", status.connections);
    optional_text(&mut record, "CURRLOG", status.current_log.as_ref());
    // The queue manager's own are where its data are.
    let own = match status.data_files {
        FileSystemUse::Unknown => FileSystemUse::Unknown,
        _ => FileSystemUse::Shared,
    };
    file_system(&mut record, ["DATFSSZ", "DATFSUSE"], own);
    record.text("DATPATH", &status.data_path);
    record.text("DISKLSN", &status.disk_lsn);
    record.text("GRPLSN", "");
    record.text("GRPNAME", "");
    record.text("GRPROLE", "NOTCONFIG");
    record.text("HOSTNAME", &status.host_name);
    record.text("INSTANCE", "");
    let (name, description, path) = &status.installation;
    record.text("INSTDESC", description);
    record.text("INSTNAME", name);
    record.text("INSTPATH", path);
    record.text("LDAPCONN", "INACTIVE");
    log_fields(&mut record, status);
    // What a disk does below its file system is not to be seen from here.
    record.text("QMFSENC", "UNKNOWN");
    file_system(&mut record, ["QMFSSZ", "QMFSUSE"], status.data_files);
    record.text("QUORUM", "");
    record.text("STANDBY", "NOPERMIT");
    moment(&mut record, ["STARTDA", "STARTTI"], &status.start);
    record.text(
        "UNICLUS",
        status.uniform_cluster.as_deref().unwrap_or_default(),
    );
    record
}

/// A file system's megabytes, and how much of it is in use.
fn file_system(record: &mut Record, keywords: [&'static str; 2], found: FileSystemUse) {
    let [size, in_use] = keywords;
    match found {
        FileSystemUse::Own {
            total_mb,
            used_percent,
        } => {
            record.count(size, total_mb);
            record.count(in_use, used_percent);
        }
        FileSystemUse::Shared => keywords
            .into_iter()
            .for_each(|keyword| record.text(keyword, "SHARED")),
        FileSystemUse::Unknown => keywords
            .into_iter()
            .for_each(|keyword| record.text(keyword, "")),
    }
}

fn log_fields(record: &mut Record, status: &QmgrStatus) {
    optional_count(record, "LOGEXTSZ", status.log_extent_kb);
    file_system(record, ["LOGFSSZ", "LOGFSUSE"], status.log_files);
    optional_count(record, "LOGINUSE", status.log_in_use_percent.map(u64::from));
    record.text("LOGPATH", &status.log_path);
    optional_count(record, "LOGPRIM", status.log_primary.map(u64::from));
    optional_count(record, "LOGSEC", status.log_secondary.map(u64::from));
    record.text("LOGSTRDA", &status.log_start.date);
    record.text("LOGSTRL", &status.log_start_lsn);
    record.text("LOGSTRTI", &status.log_start.time);
    record.text("LOGTYPE", &status.log_type);
    optional_count(
        record,
        "LOGUTIL",
        status.log_utilization_percent.map(u64::from),
    );
    optional_text(record, "MEDIALOG", status.media_log.as_ref());
    count_or_blank(record, "MEDIASZ", status.media_mb);
    optional_text(record, "RECLOG", status.recovery_log.as_ref());
    count_or_blank(record, "RECSZ", status.recovery_mb);
    count_or_blank(record, "REUSESZ", status.reuse_mb);
}

/// What is shown where a unit of work that another transaction manager coordinates would be.
pub(crate) const NO_EXTERNAL_UNIT_OF_WORK: &str = "XA_FORMATID[] XA_GTRID[] XA_BQUAL[]";

pub(crate) fn application(record: &mut Record, application: &Application) {
    record.text("APPLDESC", &application.description);
    record.text("APPLTAG", &application.tag);
    record.text("APPLTYPE", &application.kind);
}

pub(crate) fn moment(record: &mut Record, keywords: [&'static str; 2], moment: &Moment) {
    record.text(keywords[0], &moment.date);
    record.text(keywords[1], &moment.time);
}

pub(crate) fn handle_state(active: bool) -> &'static str {
    if active { "ACTIVE" } else { "INACTIVE" }
}

fn optional_text(record: &mut Record, keyword: &'static str, text: Option<&String>) {
    if let Some(text) = text {
        record.text(keyword, text);
    }
}

/// Sizes that do not apply to this kind of log are shown as blank.
fn count_or_blank(record: &mut Record, keyword: &'static str, number: Option<u64>) {
    match number {
        Some(number) => record.count(keyword, number),
        None => record.text(keyword, ""),
    }
}

fn optional_count(record: &mut Record, keyword: &'static str, number: Option<u64>) {
    if let Some(number) = number {
        record.count(keyword, number);
    }
}
