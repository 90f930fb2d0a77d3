//! Loggers that write to databases, a real PostgreSQL and SQLite: each audit record is there once whatever is killed, and what does not fit stops nothing.

use crate::postgres_cluster::Cluster;
use crate::support::{CommandOutput, Room, Running};
use crate::transfer::Agents;
use ferromq_base::skipped::skip;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ID: &str = "414d5120514d3120202020202020202066ab12cd20000102";

fn logs(room: &Room) -> PathBuf {
    room.path().join("mqft/logs/QM1/loggers/DB1/logs")
}

fn log(room: &Room) -> String {
    fs::read_to_string(logs(room).join("output0.log")).unwrap_or_default()
}

fn start(room: &Room, logger: &str) -> Running {
    let mut command = room.command(&["fteStartLogger", "-F", logger]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    Running(child.expect("started"))
}

fn until(what: &str, room: &Room, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(
            began.elapsed() < Duration::from_secs(180),
            "{what}:\n{}",
            log(room)
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn ready(room: &Room) -> usize {
    log(room).matches("BFGDB9503I").count()
}

/// What a statement answers, and nothing if it fails: the server may not be there now.
type Asking<'a> = &'a dyn Fn(&str) -> String;

/// Transfers a file, and gives back the identifier.
fn transferred(agents: &Agents, job: &str) -> String {
    let (from, to) = (agents.path("out/a"), agents.path("in"));
    let (from, to) = (from.display().to_string(), to.display().to_string());
    let said = agents.transfer(&["-de", "overwrite", "-jn", job, "-dd", &to, "-w", &from]);
    assert_eq!(said.code, 0, "{said:?}");
    id_in(&said)
}

fn id_in(said: &CommandOutput) -> String {
    let id = said.out.split("The request ID is: ").nth(1);
    let id = id.and_then(|rest| rest.split_whitespace().next());
    id.unwrap_or_else(|| panic!("{said:?}")).to_owned()
}

fn each_is_there_once(room: &Room, ask: Asking<'_>, schema: &str, ids: &[String]) {
    let count = |what: &str| ask(&format!("SELECT COUNT(*) FROM {schema}{what}"));
    until("all have ended", room, || {
        count("TRANSFER WHERE STATUS = 'success'") == ids.len().to_string()
    });
    for id in ids {
        let of = |table: &str| count(&format!("{table} WHERE TRANSFER_ID = '{id}'"));
        assert_eq!(
            (of("TRANSFER_ITEM"), of("TRANSFER_STATS")),
            ("1".into(), "1".into()),
            "{id}"
        );
    }
    let all = ids.len().to_string();
    assert_eq!(count("TRANSFER_ITEM"), all);
    assert_eq!(count("TRANSFER"), all);
    // That it began, and that it ended.
    assert_eq!(count("TRANSFER_EVENT"), (2 * ids.len()).to_string());
    assert_eq!(
        count("TRANSFER WHERE START_ID IS NULL OR COMPLETE_ID IS NULL"),
        "0"
    );
    assert_eq!(
        count("METADATA WHERE KEY = 'com.ibm.wmqfte.JobName' AND TRANSFER_EVENT_ID IS NULL"),
        "0"
    );
}

/// Publishes documents as agents do.
fn publish(room: &Room, documents: &[String]) {
    let script = "DEFINE TOPIC(TOLD) TOPICSTR('SYSTEM.FTE/Log/NORTH/told') REPLACE\nDEFINE QALIAS(TOLD) TARGET(TOLD) TARGTYPE(TOPIC) REPLACE\n";
    let said = room.run_with(&["runmqsc", "QM1"], script);
    assert_eq!(said.code, 0, "{said:?}");
    let lines: Vec<_> = documents
        .iter()
        .map(|text| text.replace('\n', " "))
        .collect();
    let said = room.run_with(
        &["amqsput", "TOLD", "QM1"],
        &format!("{}\n", lines.join("\n")),
    );
    assert_eq!(said.code, 0, "{said:?}");
}

fn transaction(id: &str, inside: &str) -> String {
    format!("<transaction version='6.00' ID='{id}' agentRole='sourceAgent'>{inside}</transaction>")
}

/// What agents tell besides transfers that went well.
fn documents() -> Vec<String> {
    let who = "<originator><hostName>desk7</hostName><userID>ann</userID><mqmdUserID>ann</mqmdUserID></originator>";
    let agents = format!(
        "<sourceAgent agent='NORTH' QMgr='QM1' agentType='STANDARD'><systemInfo architecture='amd64' name='Linux' version='6.18'/></sourceAgent>\
         <destinationAgent agent='SOUTH' QMgr='QM2' agentType='BRIDGE'/>{who}"
    );
    let other = ID.replace("0102", "0103");
    let call = ID.replace("0102", "0104");
    let refused = ID.replace("0102", "0105");
    vec![
        format!(
            "<schedulelog version='6.00' ID='12'>{who}<action time='2027-02-27T09:00:00Z'>submit</action>\
             <schedule><submit timebase='UTC' timezone='UTC'>2027-03-01T02:00</submit><repeat><frequency interval='days'>1</frequency><expireCount>30</expireCount></repeat></schedule>\
             <sourceAgent agent='NORTH' QMgr='QM1'/><destinationAgent agent='SOUTH' QMgr='QM2'/><status resultCode='0'/><transferSet size='1'>\
             <item mode='binary' checksumMethod='MD5'><source type='file' recursive='true' disposition='leave'><file>/out/*</file></source>\
             <destination type='queue' exist='error'><queue>ORDERS@QM2</queue></destination></item></transferSet></schedulelog>"
        ),
        transaction(
            ID,
            &format!(
                "<action time='2027-03-01T02:00:00.120Z'>started</action>{agents}<trigger log='yes'><fileSize comparison='&gt;=' value='10MB'>/out/ready</fileSize></trigger>\
                 <transferSet startTime='2027-03-01T02:00:00.100Z' total='2'><metaDataSet><metaData key='season'>spring \u{2603}</metaData></metaDataSet></transferSet>\
                 <job><name>nightly</name></job><scheduleLog ID='12'/>"
            ),
        ),
        transaction(
            ID,
            &format!(
                "<action time='2027-03-01T02:00:02Z'>progress</action>{agents}<transferSet index='0' size='1' total='2'><item mode='text'>\
                 <source disposition='delete' type='file'><file size='12' last-modified='2027-02-28T23:59:59Z' encoding='UTF-8' EOL='LF'>/out/it''s</file><checksum method='MD5'>0A0B</checksum></source>\
                 <destination exist='error' type='queue'><queue messageCount='3' messageLength='4'>ORDERS@QM2</queue></destination><status resultCode='1'><supplement>No.</supplement></status></item></transferSet>"
            ),
        ),
        transaction(
            ID,
            &format!(
                "<action time='2027-03-01T02:00:03Z'>completed</action>{agents}<status resultCode='20'><supplement>Some.</supplement></status><transferSet total='2'>\
                 <postDestinationCall><command name='load.sh' type='executable' successRC='0' retryCount='2' retryWait='30'><argument>daily</argument></command>\
                 <callResult outcome='success' returnCode='0' retries='1'><stdout>done</stdout><stderr/></callResult></postDestinationCall></transferSet>\
                 <statistics><actualStartTime>2027-03-01T02:00:01Z</actualStartTime><retryCount>1</retryCount><numFileFailures>1</numFileFailures><numFileWarnings>0</numFileWarnings></statistics>"
            ),
        ),
        transaction(
            &other,
            &format!("<action time='2027-03-01T02:00:04Z'>cancelled</action>{agents}<status resultCode='41'/>"),
        ),
        transaction(
            &call,
            &format!(
                "<action time='2027-03-01T02:00:05Z'>started</action><agent agent='NORTH' QMgr='QM1'/>{who}<transferSet><call><command name='sweep.sh' type='executable'/></call></transferSet>"
            ),
        ),
        transaction(
            &call,
            &format!(
                "<action time='2027-03-01T02:00:06Z'>completed</action><agent agent='NORTH' QMgr='QM1'/>{who}<status resultCode='0'/><transferSet><call><command name='sweep.sh' type='executable'/>\
                 <callResult outcome='success' returnCode='0' retries='0'><stdout>swept</stdout></callResult></call></transferSet>"
            ),
        ),
        transaction(
            &refused,
            &format!(
                "<action time='2027-03-01T02:00:07Z'>notAuthorized</action>{who}<status resultCode='53'><supplement>Not you.</supplement></status>"
            ),
        ),
        "<schedulelog ID='12'><action time='2027-03-02T09:00:00Z'>delete</action><sourceAgent agent='NORTH' QMgr='QM1'/><status resultCode='0'/></schedulelog>".to_owned(),
        format!(
            "<log:monitorLog xmlns:log='http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition' monitorName='CSV' referenceId='{ID}'>{who}\
             <action time='2027-03-01T02:01:11Z'>create</action><monitorAgent agent='NORTH' QMgr='QM1'/><status resultCode='0'/></log:monitorLog>"
        ),
        format!(
            "<log:monitorLog xmlns:log='http://www.ibm.com/xmlns/wmqfte/7.0.1/MonitorDefinition' monitorName='CSV' referenceId='{ID}'>{who}\
             <action time='2027-03-01T02:01:12Z'>stop</action><monitorAgent agent='NORTH' QMgr='QM1'/><status resultCode='0'/></log:monitorLog>"
        ),
    ]
}

/// What is in the tables of [`documents`], with one statement for each kind.
fn all_kinds_have_their_rows(room: &Room, ask: Asking<'_>, schema: &str) {
    let rows = |columns: &str, rest: &str| ask(&format!("SELECT {columns} FROM {schema}{rest}"));
    until("the last is there", room, || {
        rows("COUNT(*)", "MONITOR_ACTION") == "2"
    });
    let start = format!(
        "TRANSFER_EVENT WHERE ID = (SELECT START_ID FROM {schema}TRANSFER WHERE TRANSFER_ID = '{ID}')"
    );
    for (columns, rest, wanted) in [
        (
            "JOB_NAME, STATUS, RESULTCODE, RESULTTEXT, SCHEDULE_ID",
            format!("TRANSFER WHERE TRANSFER_ID = '{ID}'"),
            "nightly|partial success|20|Some.|1",
        ),
        (
            "SOURCE_AGENT, SOURCE_AGENT_TYPE, SOURCE_QM, SOURCE_OS_NAME, DESTINATION_AGENT, DESTINATION_AGENT_TYPE, ORIGINATOR_MQ_USER, TRANSFERSET_SIZE, TRIGGER_LOG",
            start.clone(),
            "NORTH|1|QM1|Linux|SOUTH|2|ann|2|Y",
        ),
        (
            "CAST(ACTION_TIME AS VARCHAR(23))",
            start,
            "2027-03-01 02:00:00.12",
        ),
        (
            "KEY, VALUE",
            "METADATA WHERE KEY = 'season'".into(),
            "season|spring \u{2603}",
        ),
        (
            "CONDITION_TYPE, FILENAME, COMPARISON, VALUE",
            "TRIGGER_CONDITION".into(),
            "fileSize|/out/ready|>=|10MB",
        ),
        (
            "FILE_MODE, SOURCE_FILENAME, SOURCE_FILE_SIZE, SOURCE_DISPOSITION, SOURCE_LINEEND, SOURCE_CHECKSUM_VALUE, DESTINATION_MESSAGE_QUEUE_NAME, \
             DESTINATION_MESSAGE_MESSAGE_COUNT, RESULTCODE, RESULT_TEXT",
            format!("TRANSFER_ITEM WHERE TRANSFER_ID = '{ID}'"),
            "text|/out/it''s|12|delete|LF|0A0B|ORDERS@QM2|3|1|No.",
        ),
        (
            "RETRY_COUNT, FILE_FAILURES",
            format!("TRANSFER_STATS WHERE TRANSFER_ID = '{ID}'"),
            "1|1",
        ),
        (
            "C.COMMAND, C.RETRIES, A.VALUE, R.SEQUENCE, R.STDOUT",
            format!(
                "TRANSFER_CALLS T JOIN {schema}CALL C ON C.ID = T.POST_DESTINATION_CALL JOIN {schema}CALL_ARGUMENT A ON A.CALL_ID = C.ID \
                 JOIN {schema}CALL_RESULT R ON R.CALL_ID = C.ID"
            ),
            "load.sh|2|daily|2|done",
        ),
        (
            "STATUS",
            "TRANSFER WHERE RESULTCODE = 41".into(),
            "cancelled",
        ),
        (
            "Q.AGENT, Q.RESULTCODE, C.COMMAND, C.OUTCOME, R.STDOUT",
            format!(
                "CALL_REQUEST Q JOIN {schema}CALL C ON C.ID = Q.CALL_ID JOIN {schema}CALL_RESULT R ON R.CALL_ID = C.ID"
            ),
            "NORTH|0|sweep.sh|success|swept",
        ),
        (
            "ACTION, ORIGINATOR_MQ_USER, RESULTCODE, RESULT_TEXT",
            "AUTH_EVENT".into(),
            "notAuthorized|ann|53|Not you.",
        ),
        (
            "S.AGENT, S.ID_ON_AGENT, P.START_TIME, P.REPEAT_INTERVAL, P.REPEAT_COUNT, I.DESTINATION_QUEUE, I.DESTINATION_QMGR, I.RECURSIVE",
            format!(
                "SCHEDULE S JOIN {schema}SCHEDULE_ACTION A ON A.SCHEDULE_ID = S.ID JOIN {schema}SCHEDULE_SPEC P ON P.ID = A.SPEC_AFTERWARDS \
                 JOIN {schema}SCHEDULE_ITEM I ON I.SCHEDULE_SPEC_ID = P.ID"
            ),
            "NORTH|12|2027-03-01T02:00|days|30|ORDERS|QM2|Y",
        ),
        (
            "A.ACTION_TYPE",
            format!("SCHEDULE S JOIN {schema}SCHEDULE_ACTION A ON A.ID = S.LATEST_ACTION"),
            "delete",
        ),
        (
            "M.NAME, M.QMGR, A.ACTION, A.ORIGINATOR_HOST",
            format!(
                "MONITOR M JOIN {schema}MONITOR_ACTION A ON A.MONITOR = M.ID WHERE A.ACTION = 'stop'"
            ),
            "CSV|QM1|stop|desk7",
        ),
    ] {
        let found = rows(columns, &rest);
        assert!(
            found == wanted || found == format!("{wanted}0"),
            "{rest}: '{found}' is not '{wanted}'"
        );
    }
    assert_eq!(rows("COUNT(*)", "MONITOR"), "1");
    assert_eq!(rows("COUNT(*)", "SCHEDULE"), "1");
}

/// What `ferromq transfers` says of the tables.
fn transfers_are_shown(room: &Room, id: &str) {
    let all = room.done(&["transfers"]);
    let line = all.lines().find(|line| line.starts_with(id));
    let words: Vec<_> = line.unwrap_or_default().split_whitespace().collect();
    assert_eq!(
        words[3..9],
        ["done", "1", "0", "5", "NORTH", "SOUTH"],
        "{all}"
    );
    let failed = room.done(&["transfers", "--failed", "--since", "2027-03-01T00:00Z"]);
    assert!(
        failed.contains(ID) && failed.contains("partly") && !failed.contains(id),
        "{failed}"
    );
    let json = room.done(&["transfers", "--json", ID]);
    assert!(
        json.contains("\"logger\": \"DB1\"")
            && json.contains("\"started\": \"2027-03-01T02:00:00.120Z\"")
            && json.contains("\"failures\": 1")
            && json.contains("\"destination\": \"ORDERS@QM2\""),
        "{json}"
    );
    let shown = room.done(&["fteShowLoggerDetails", "DB1"]);
    assert!(
        shown.contains("Type:                             DATABASE"),
        "{shown}"
    );
    assert!(shown.contains("\nDatabase Information:\n"), "{shown}");
}

fn rejected(room: &Room) -> String {
    let said = room.run_with(
        &["runmqsc", "QM1"],
        "DISPLAY QLOCAL(SYSTEM.FTE.LOG.RJCT.DB1) CURDEPTH\n",
    );
    let depth = said
        .out
        .split("CURDEPTH(")
        .nth(1)
        .and_then(|rest| rest.split(')').next());
    depth.unwrap_or_default().to_owned()
}

#[test]
fn each_record_is_in_postgresql_once_whatever_is_killed() {
    let server = match Cluster::start("max_wal_size = 128MB") {
        Ok(server) => server,
        Err(why) => {
            skip("loggers that write to a real PostgreSQL server", &why);
            return;
        }
    };
    let mut agents = Agents::new();
    for agent in ["NORTH", "SOUTH"] {
        let path = agents.path(&format!("mqft/config/QM1/agents/{agent}/agent.properties"));
        let text = fs::read_to_string(&path).expect("read");
        fs::write(path, format!("{text}agentQMgrRetryInterval=1\n")).expect("written");
    }
    let name = server.conninfo();
    let words = ["fteCreateLogger", "-loggerType", "DATABASE", "-dbType"];
    let said = agents
        .room
        .run(&[&words[..], &["DB2", "-dbName", &name, "DB1"]].concat());
    assert!(
        said.code == 1 && said.err.contains("POSTGRESQL or SQLITE"),
        "{said:?}"
    );
    let said = agents.room.run(
        &[
            &words[..],
            &["postgresql", "-dbName", &name, "-fileSize", "1MB", "DB1"],
        ]
        .concat(),
    );
    assert!(
        said.code == 1 && said.err.contains("does not go together"),
        "{said:?}"
    );
    agents.room.done(
        &[
            &words[..],
            &["postgresql", "-dbName", &name, "-define", "DB1"],
        ]
        .concat(),
    );
    let ask = |sql: &str| server.asked(sql).unwrap_or_default();
    // The database is away when it starts.
    server.crash();
    let mut logger = start(&agents.room, "DB1");
    until("it waits for the database", &agents.room, || {
        log(&agents.room).contains("BFGDB9505E")
    });
    server.up().expect("it starts");
    until("it is ready", &agents.room, || ready(&agents.room) == 1);
    agents.start_both();
    agents.write("out/a", b"alpha");
    let mut ids = Vec::new();
    for turn in 0..9 {
        for _ in 0..3 {
            ids.push(transferred(&agents, "first"));
        }
        match turn % 3 {
            0 => {
                logger.kill();
                logger = start(&agents.room, "DB1");
            }
            1 => {
                server.kill(turn == 4);
                server.up_again();
            }
            _ if turn == 5 => {
                agents.room.signal("QM1", "-KILL");
                until("it starts", &agents.room, || {
                    agents.room.run(&["strmqm", "QM1"]).code == 0
                });
            }
            _ => {
                // Its sessions are ended at the server.
                ask(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
                );
            }
        }
    }
    each_is_there_once(&agents.room, &ask, "FTELOG.", &ids);
    publish(&agents.room, &documents());
    all_kinds_have_their_rows(&agents.room, &ask, "FTELOG.");
    transfers_are_shown(&agents.room, &ids[0]);
    what_does_not_fit_is_rejected(&agents, &ask);
    logger.kill();
    let mut logger = a_server_that_says_nothing_is_given_up(&agents, &ask);
    assert_eq!(
        ask("SELECT COUNT(*) FROM FTELOG.LOGGED_MESSAGE WHERE LOGGER <> 'DB1'"),
        "0"
    );
    logger.kill();
    let said = agents.room.done(&["fteDeleteLogger", "DB1"]);
    assert!(
        said.contains("What it wrote stays in PostgreSQL by its connection string, schema FTELOG."),
        "{said}"
    );
}

/// A process of the server is stopped: it takes what comes and does not answer.
fn a_server_that_says_nothing_is_given_up(agents: &Agents, ask: Asking<'_>) -> Running {
    let room = &agents.room;
    let path = agents.path("mqft/config/QM1/loggers/DB1/logger.properties");
    let text = fs::read_to_string(&path).expect("read");
    let text = format!("{text}wmqfte.database.statement.timeout.ms=15000\n");
    fs::write(path, text).expect("written");
    let before = ready(room);
    let logger = start(room, "DB1");
    until("it is ready", room, || ready(room) > before);
    let pid = || ask("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted");
    until("it has its lock", room, || !pid().is_empty());
    let pid = pid();
    let signal = |signal: &str| {
        let sent = Command::new("kill").args([signal, &pid]).status();
        assert!(sent.expect("kill is there").success());
    };
    signal("-STOP");
    let id = transferred(agents, "silent");
    until("it is given up", room, || {
        log(room).contains("the server has not answered for 20000 ms")
    });
    signal("-CONT");
    until("it is logged", room, || {
        ask(&format!(
            "SELECT STATUS FROM FTELOG.TRANSFER WHERE TRANSFER_ID = '{id}'"
        )) == "success"
    });
    logger
}

/// No document at all, and one that a column does not take: both are on the reject queue, and what follows is kept.
fn what_does_not_fit_is_rejected(agents: &Agents, ask: Asking<'_>) {
    let room = &agents.room;
    publish(room, &["what is this".to_owned()]);
    ask("ALTER TABLE FTELOG.TRANSFER ALTER COLUMN JOB_NAME TYPE VARCHAR(8)");
    let long = transferred(agents, "far-too-long");
    let short = transferred(agents, "short");
    until("what follows is kept", room, || {
        ask(&format!(
            "SELECT STATUS FROM FTELOG.TRANSFER WHERE TRANSFER_ID = '{short}'"
        )) == "success"
    });
    // That it began, and that it ended; its items do not have the name.
    assert_eq!(rejected(room), "3", "{}", log(room));
    assert_eq!(
        ask(&format!(
            "SELECT COUNT(*) FROM FTELOG.TRANSFER_ITEM WHERE TRANSFER_ID = '{long}'"
        )),
        "1"
    );
    let told = log(room);
    assert_eq!(told.matches("BFGDB9500W").count(), 3, "{told}");
    assert!(
        told.contains("value too long for type character varying(8)"),
        "{told}"
    );
    let shown = room.done(&["amqsbcg", "SYSTEM.FTE.LOG.RJCT.DB1", "QM1", "1"]);
    assert!(shown.contains("WMQFTE_ReasonForRejection"), "{shown}");
}

#[test]
fn each_record_is_in_sqlite_once_whenever_the_logger_is_killed() {
    let mut agents = Agents::new();
    let words = [
        "fteCreateLogger",
        "-loggerType",
        "DATABASE",
        "-dbType",
        "SQLITE",
        "-define",
        "DB1",
    ];
    agents.room.done(&words);
    let script = agents.path("mqft/config/QM1/loggers/DB1/DB1_tables.sql");
    let script = fs::read_to_string(script).expect("the script is there");
    assert!(
        script.contains("CREATE TABLE IF NOT EXISTS TRANSFER_ITEM ("),
        "{script}"
    );
    let said = agents.room.run(&["transfers"]);
    assert!(
        said.code == 1 && said.err.contains("BFGCL9585E"),
        "{said:?}"
    );
    let mut logger = start(&agents.room, "DB1");
    until("it is ready", &agents.room, || ready(&agents.room) == 1);
    agents.start_both();
    agents.write("out/a", b"alpha");
    let file = logs(&agents.room).join("DB1.sqlite");
    let open = rusqlite::Connection::open(&file).expect("the file is there");
    open.busy_timeout(Duration::from_secs(30)).expect("set");
    let ask = |sql: &str| {
        let mut statement = open.prepare(sql).expect(sql);
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect(sql);
        let row = rows.next().expect(sql);
        let values = row.map(|row| {
            let value = |column| match row.get_ref(column).expect("a value") {
                rusqlite::types::ValueRef::Integer(number) => number.to_string(),
                other => other.as_str().unwrap_or_default().to_owned(),
            };
            (0..columns).map(value).collect::<Vec<_>>().join("|")
        });
        values.unwrap_or_default()
    };
    let mut ids = Vec::new();
    for _ in 0..6 {
        for _ in 0..2 {
            ids.push(transferred(&agents, "first"));
        }
        logger.kill();
        logger = start(&agents.room, "DB1");
    }
    each_is_there_once(&agents.room, &ask, "", &ids);
    publish(&agents.room, &documents());
    all_kinds_have_their_rows(&agents.room, &ask, "");
    transfers_are_shown(&agents.room, &ids[0]);
    let other = [
        "fteCreateLogger",
        "-loggerType",
        "DATABASE",
        "-dbType",
        "SQLITE",
        "-dbName",
    ];
    let file = file.display().to_string();
    agents
        .room
        .done(&[&other[..], &[&file, "-define", "DB2"]].concat());
    let mut second = start(&agents.room, "DB2");
    let log_2 = agents.path("mqft/logs/QM1/loggers/DB2/logs/output0.log");
    until("two do not write to one file", &agents.room, || {
        fs::read_to_string(&log_2).is_ok_and(|text| text.contains("another logger writes to"))
    });
    second.kill();
    logger.kill();
}

#[test]
fn columns_are_those_of_the_manual() {
    let manual = include_str!("../../../docs/formats/transfer-database.md");
    let (_, rest) = manual
        .split_once("| table | columns |\n| --- | --- |\n")
        .expect("the table");
    let (rows, _) = rest.split_once("\n\n").expect("its end");
    let script = ferromq_transfer::logger::making(&ferromq_transfer::logger::Dialect::Sqlite);
    let tables = script
        .iter()
        .filter_map(|text| text.strip_prefix("CREATE TABLE IF NOT EXISTS "));
    let tables = tables.map(|text| {
        let (name, columns) = text.split_once(" (\n").expect("columns");
        let columns = columns
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        let columns: Vec<_> = columns
            .filter(|word| ![")", "PRIMARY"].contains(word))
            .collect();
        format!("| {name} | {} |", columns.join(", "))
    });
    assert_eq!(rows, tables.collect::<Vec<_>>().join("\n"));
}
