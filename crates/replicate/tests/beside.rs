//! Loads, and rows that are put aside, at a real target: what others wait for, and what they do not.

mod copies;
mod epochs;
mod telling;

use crate::queues::Queues;
use crate::target::{Change, insert, schema_of};
use bytes::Bytes;
use ferromq_mqi::MsgDescriptor;
use ferromq_postgres::Connection;
use ferromq_postgres::server::Server;
use ferromq_replicate::apply::board::{Board, SpillOrder, Spilling};
use ferromq_replicate::apply::program::{Ended, Road, Setup, run};
use ferromq_replicate::apply::work::Settings;
use ferromq_replicate::message::{
    Header, Key, Kind, Loader, Message, Schema, SourceLog, State, SubscriptionState,
    write_operation,
};
use ferromq_replicate::target::catalog::{Map, control_tables};
use ferromq_replicate::target::connect;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Numbers of the tables.
const PEOPLE: u16 = 1;
const PETS: u16 = 2;

/// Fails after this: nothing here takes long.
const LIMIT: Duration = Duration::from_secs(240);

/// A target with tables `people` and `pets`, whose subscriptions are active, and queues.
struct Bench {
    server: Server,
    /// As whom apply works at the target.
    user: &'static str,
    db: RefCell<Connection>,
    queues: Queues,
    map: Map,
    epoch: RefCell<u64>,
    sequence: RefCell<u64>,
    schema_version: RefCell<u32>,
    /// Commits at the source are behind this place of its log.
    lsn: RefCell<u64>,
    /// Whose log that is.
    log: RefCell<SourceLog>,
}

/// An apply that runs.
struct Apply {
    board: Arc<Board>,
    ends: Arc<AtomicBool>,
    log: Arc<Mutex<String>>,
    thread: Option<JoinHandle<()>>,
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LIMIT, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A server, if the machine has one.
fn server(what: &str) -> Option<Server> {
    server_with(what, "")
}

fn server_with(what: &str, settings: &str) -> Option<Server> {
    match Server::temporary("fmqpg", &format!("wal_level = logical\n{settings}")) {
        Ok(server) => Some(server),
        Err(reason) => {
            ferromq_base::skipped::skip(what, &reason);
            None
        }
    }
}

fn body_of(changes: &[(u16, Change)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (table, (action, row)) in changes {
        write_operation(&mut body, *action, *table, row).expect("short");
    }
    body
}

const TABLES: &str = "CREATE TABLE public.people (id text PRIMARY KEY, name text); CREATE TABLE public.pets (id text PRIMARY KEY, name text)";

fn asked(server: &Server, sql: &str) -> String {
    let mut db = connect(&server.conninfo()).expect("connected");
    let rows = db.execute(sql).expect("read");
    rows.text(0, 0).unwrap_or_default().to_owned()
}

impl Bench {
    fn new(what: &str) -> Option<Self> {
        Self::with_settings(what, "")
    }

    /// The same, where the target's server has these settings.
    fn with_settings(what: &str, settings: &str) -> Option<Self> {
        let server = server_with(what, settings)?;
        let mut db = connect(&server.conninfo()).expect("connected");
        for sql in [TABLES, &control_tables("asn")] {
            db.execute(sql).expect("made");
        }
        db.execute(
            "INSERT INTO asn.ibmqrep_recvqueues (repqmapname, recvq, adminq, mapid) VALUES ('M', 'Q', 'A', 7); \
             INSERT INTO asn.ibmqrep_targets (subname, recvq, source_owner, source_name, target_owner, target_name, state) \
             SELECT upper(name), 'Q', 'public', name, 'public', name, 'A' FROM unnest(ARRAY['people', 'pets']) name",
        )
        .expect("subscriptions");
        let map = Map {
            name: "M".to_owned(),
            number: 7,
            receive_queue: "Q".to_owned(),
            admin_queue: "A".to_owned(),
            source: None,
            is_stopped: false,
            settings: Settings::default(),
            fires_triggers: false,
            parallel_loads: 1,
        };
        Some(Self {
            server,
            user: "postgres",
            db: RefCell::new(db),
            queues: Queues::new(&["Q", "A"]),
            map,
            epoch: RefCell::new(3),
            sequence: RefCell::new(0),
            schema_version: RefCell::new(0),
            lsn: RefCell::new(1_000),
            log: RefCell::new(SourceLog {
                system: 7,
                timeline: 1,
            }),
        })
    }

    /// Two messages are more than a transaction may have at once.
    fn with_little_memory(mut self) -> Self {
        self.map.settings.memory_bytes = 1_600;
        self
    }

    /// Statements at the target, and the first value of the last.
    fn sql(&self, sql: &str) -> String {
        let rows = self.db.borrow_mut().execute(sql).expect(sql);
        rows.text(0, 0).unwrap_or_default().to_owned()
    }

    fn session(&self) -> Connection {
        connect(&self.server.conninfo()).expect("connected")
    }

    /// The next message, with this number of the commit at the source.
    fn put(&self, mut message: Message) {
        *self.sequence.borrow_mut() += 1;
        let sequence = *self.sequence.borrow();
        let header = &mut message.header;
        let is_schema = header.kind == Kind::Schema;
        *self.schema_version.borrow_mut() += u32::from(is_schema);
        header.schema_version = *self.schema_version.borrow();
        header.key = Key {
            map: 7,
            epoch: *self.epoch.borrow(),
            sequence,
        };
        header.commit_lsn = *self.lsn.borrow() + sequence;
        header.end_lsn = header.commit_lsn;
        let descriptor = MsgDescriptor {
            format: *b"FRQREPL ",
            msg_id: header.key.to_id(),
            correl_id: header.key.to_id(),
            ..MsgDescriptor::default()
        };
        let body = header.encode(&message.body).expect("short");
        self.queues.put("Q", descriptor, body);
    }

    fn put_kind(&self, kind: Kind, body: Vec<u8>, operations: usize) {
        let is_rows = kind == Kind::Transaction;
        self.put_part(kind, body, operations, (0, is_rows));
    }

    /// The same, where it is said which part of its transaction it is, and whether the last.
    fn put_part(&self, kind: Kind, body: Vec<u8>, operations: usize, part: (u32, bool)) {
        self.put_at(kind, body, operations, (part, 1));
    }

    /// A row that was committed at the source then: seconds since 1970.
    fn put_committed_at(&self, time_s: u64) {
        let time_us = i64::try_from(time_s).expect("soon") - 946_684_800;
        let body = body_of(&[(PEOPLE, insert("7", "x"))]);
        self.put_at(Kind::Transaction, body, 1, ((0, true), time_us * 1_000_000));
    }

    fn put_at(&self, kind: Kind, body: Vec<u8>, operations: usize, how: ((u32, bool), i64)) {
        let ((chunk, is_last), commit_time_us) = how;
        let key = Key {
            map: 7,
            epoch: 0,
            sequence: 0,
        };
        let header = Header {
            kind,
            is_first: kind == Kind::Transaction && chunk == 0,
            is_last,
            has_whole_old_rows: false,
            key,
            schema_version: 1,
            commit_lsn: 0,
            end_lsn: 0,
            commit_time_us,
            xid: 1,
            chunk,
            operations: u32::try_from(operations).expect("few"),
        };
        let body = Bytes::from(body);
        self.put(Message { header, body });
    }

    /// A heartbeat, and whether capture waits for what apply says then.
    fn put_heartbeat(&self, is_asked: bool) {
        let key = Key {
            map: 7,
            epoch: *self.epoch.borrow(),
            sequence: *self.sequence.borrow() + 1,
        };
        let header = Header {
            kind: Kind::Heartbeat,
            is_first: false,
            is_last: false,
            has_whole_old_rows: false,
            key,
            schema_version: *self.schema_version.borrow(),
            commit_lsn: 0,
            end_lsn: 0,
            commit_time_us: 1,
            xid: u32::from(is_asked),
            chunk: 0,
            operations: 0,
        };
        let descriptor = MsgDescriptor {
            format: *b"FRQREPL ",
            msg_id: key.to_heartbeat_id(),
            correl_id: key.to_heartbeat_id(),
            ..MsgDescriptor::default()
        };
        let body = header.encode(&[]).expect("short");
        self.queues.put("Q", descriptor, body);
    }

    /// Which columns the tables have.
    fn put_schemas(&self) {
        self.put(schema_of(0, PEOPLE, "people", "PEOPLE"));
        self.put(schema_of(0, PETS, "pets", "PETS"));
    }

    /// The columns of people come the other way round from here on.
    fn put_other_schema(&self) {
        let mut message = schema_of(0, PEOPLE, "people", "PEOPLE");
        let mut schema = Schema::decode(&message.body).expect("a schema");
        schema.columns.reverse();
        message.body = schema.encode().expect("short").into();
        self.put(message);
    }

    /// Capture is started cold.
    fn begin_epoch(&self) {
        self.begin_numbers();
        self.put_schemas();
    }

    fn begin_numbers(&self) {
        *self.epoch.borrow_mut() += 1;
        *self.sequence.borrow_mut() = 0;
        *self.schema_version.borrow_mut() = 0;
    }

    /// Goes on behind a message of an epoch, whatever came since: by another path.
    fn go_to(&self, (epoch, sequence): (u64, u64)) {
        (*self.epoch.borrow_mut(), *self.sequence.borrow_mut()) = (epoch, sequence);
    }

    /// The message that was put last.
    fn place(&self) -> (u64, u64) {
        (*self.epoch.borrow(), *self.sequence.borrow())
    }

    /// A transaction of the source.
    fn put_rows(&self, changes: &[(u16, Change)]) {
        self.put_kind(Kind::Transaction, body_of(changes), changes.len());
    }

    /// The beginning of a transaction that is long for a map of [`Bench::with_little_memory`]: a row in each message.
    fn put_beginning(&self, rows: &[(u16, Change)]) {
        for (chunk, row) in (0..).zip(rows) {
            let body = body_of(std::slice::from_ref(row));
            self.put_part(Kind::Transaction, body, 1, (chunk, false));
        }
    }

    fn put_insert(&self, table: u16, id: &str) {
        self.put_rows(&[(table, insert(id, "x"))]);
    }

    /// A subscription begins.
    fn put_state(&self, name: &str, state: State, loader: Loader) {
        self.put_state_by(name, state, loader, "");
    }

    /// The same, where rows come by a publication.
    fn put_state_by(&self, name: &str, state: State, loader: Loader, publication: &str) {
        let said = SubscriptionState {
            state,
            loader,
            notice: 0,
            log: *self.log.borrow(),
            subscription: name.to_owned(),
            namespace: "public".to_owned(),
            table: name.to_lowercase(),
            reason: String::new(),
            publication: publication.to_owned(),
        };
        self.put_kind(Kind::Subscription, said.encode(), 0);
    }

    fn state(&self, name: &str) -> String {
        self.sql(&format!(
            "SELECT state FROM asn.ibmqrep_targets WHERE subname = '{name}'"
        ))
    }

    fn until_state(&self, name: &str, state: &str) {
        until(&format!("{name} to be {state}"), || {
            self.state(name) == state
        });
    }

    fn spill_queue(&self, name: &str) -> String {
        self.sql(&format!(
            "SELECT spillq FROM asn.ibmqrep_targets WHERE subname = '{name}'"
        ))
    }

    /// Commits of rows of a table wait while the session that this gives has its lock.
    fn with_late_commits(&self, table: &str) -> Connection {
        self.sql(&format!(
            "CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NULL; END $$; \
             CREATE CONSTRAINT TRIGGER late AFTER INSERT ON public.{table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION late(); \
             ALTER TABLE public.{table} ENABLE ALWAYS TRIGGER late"
        ));
        let mut holder = self.session();
        holder
            .execute("SELECT pg_advisory_lock(42)")
            .expect("a lock");
        holder
    }

    fn until_a_commit_waits(&self) {
        let sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND NOT granted";
        until("a commit to wait", || self.sql(sql) == "1");
    }

    /// Keys that are in a table.
    fn ids(&self, table: &str) -> String {
        self.sql(&format!(
            "SELECT string_agg(id, ' ' ORDER BY length(id), id) FROM public.{table}"
        ))
    }

    fn until_ids(&self, table: &str, ids: &str) {
        until(&format!("{table} to have {ids}"), || self.ids(table) == ids);
    }

    fn apply(&self) -> Apply {
        let (board, ends, log) = (
            Arc::new(Board::new(60_000)),
            Arc::new(AtomicBool::new(false)),
            Arc::new(Mutex::new(String::new())),
        );
        board.enter("Q", "M", false);
        let (conninfo, map, queues) = (
            format!("{} user={}", self.server.conninfo(), self.user),
            self.map.clone(),
            self.queues.clone(),
        );
        let (of_board, of_ends, of_log) = (Arc::clone(&board), Arc::clone(&ends), Arc::clone(&log));
        let thread = std::thread::spawn(move || {
            let tell = |line: &str| {
                let mut log = of_log.lock().expect("a log");
                log.push_str(line);
                log.push('\n');
            };
            let setup = Setup {
                conninfo: &conninfo,
                schema: "asn",
                map: &map,
                board: &of_board,
                autostop: false,
                roads: &|| Ok(Box::new(queues.road()) as Road),
                ends: &|| of_ends.load(Ordering::Relaxed),
                tell: &tell,
            };
            let mut careful_from = None;
            while !of_ends.load(Ordering::Relaxed) {
                careful_from = match run(&setup, careful_from) {
                    Ok(Ended::Again(careful_from)) => careful_from,
                    Ok(_) => return,
                    Err(trouble) => {
                        tell(&trouble.line);
                        if !trouble.is_passing {
                            return;
                        }
                        std::thread::sleep(Duration::from_millis(50));
                        None
                    }
                };
            }
        });
        Apply {
            board,
            ends,
            log,
            thread: Some(thread),
        }
    }
}

impl Apply {
    fn log(&self) -> String {
        self.log.lock().expect("a log").clone()
    }

    fn until_told(&self, text: &str) {
        until(text, || self.log().contains(text));
    }

    /// As a command does it: what came of it.
    fn spill(&self, name: &str, wish: Spilling) -> Result<String, String> {
        let answered = self.order(name, wish);
        answered.recv_timeout(LIMIT).expect("an answer")
    }

    /// The same, and the answer when it comes.
    fn order(&self, name: &str, wish: Spilling) -> mpsc::Receiver<Result<String, String>> {
        let (answer, answered) = mpsc::channel();
        self.board.ask_to_spill(SpillOrder {
            queue: "Q".to_owned(),
            subscription: name.to_owned(),
            wish,
            answer,
        });
        answered
    }

    /// Has it end, which nothing may hold up.
    fn end(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        let thread = self.thread.take().expect("it runs");
        until("apply to end", || thread.is_finished());
        thread.join().expect("it has ended");
    }
}

impl Drop for Apply {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.log());
        }
        self.ends.store(true, Ordering::Relaxed);
    }
}

/// Goal: neither a table that is loaded in its place, whatever it waits for at the source, nor a control table holds up the end. Method: each is
/// locked until apply has ended.
#[test]
fn nothing_that_is_waited_for_holds_up_the_end() {
    let what = "the end beside locks";
    let (Some(mut bench), Some(source)) = (Bench::new(what), server(what)) else {
        return;
    };
    let mut holder = connect(&source.conninfo()).expect("connected");
    // Its rows are not there before others let go of a lock.
    holder
        .execute("CREATE VIEW public.pets AS SELECT '1' id, 'x' name WHERE pg_advisory_xact_lock_shared(42) IS NOT NULL")
        .expect("made");
    bench.map.fires_triggers = true;
    bench.map.source = Some(source.conninfo());
    bench.put_schemas();
    bench.put_state("PETS", State::Load, Loader::Apply);
    bench.put_insert(PEOPLE, "1");
    let at_source = |query: &str| {
        let sql = format!("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '{query}'");
        until(query, || asked(&source, &sql) == "1");
    };
    // A slot waits for whoever has begun before.
    holder
        .execute("BEGIN; SELECT pg_current_xact_id()")
        .expect("a transaction");
    let mut apply = bench.apply();
    at_source("CREATE_REPLICATION_SLOT%asnq_load%");
    apply.end();
    holder
        .execute("COMMIT; SELECT pg_advisory_lock(42)")
        .expect("a lock");
    apply = bench.apply();
    at_source("COPY%pets%");
    apply.end();
    holder
        .execute("SELECT pg_advisory_unlock(42)")
        .expect("released");
    apply = bench.apply();
    bench.until_ids("people", "1");
    assert_eq!(
        (bench.ids("pets"), bench.state("PETS")),
        ("1".into(), "A".into())
    );
    let mut holder = bench.session();
    holder
        .execute(
            "BEGIN; LOCK TABLE asn.ibmqrep_spillqs, asn.ibmqrep_applymon IN ACCESS EXCLUSIVE MODE",
        )
        .expect("a lock");
    let sql = "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%spillqs%'";
    until("who looks after loads to wait", || bench.sql(sql) == "t");
    apply.end();
}

/// Goal: a drain for which the stream rests does not have all tables wait for a lock of others. Method: its last row comes with a commit that is late, so
/// that it has asked for rest when its table is locked.
#[test]
fn a_drain_that_has_others_wait_does_not_wait_for_locks() {
    let Some(bench) = Bench::new("drains beside locks") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let mut holder = bench.with_late_commits("pets");
    bench.put_rows(&[(PEOPLE, insert("2", "x")), (PETS, insert("1", "x"))]);
    bench.until_a_commit_waits();
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    let sql = "SELECT count(*) > 0 FROM pg_stat_activity WHERE query = $$SET lock_timeout = '2s'$$";
    until("the drain to ask for rest", || bench.sql(sql) == "t");
    let mut locker = bench.session();
    locker
        .execute("BEGIN; LOCK TABLE public.people IN ACCESS EXCLUSIVE MODE")
        .expect("a lock");
    holder
        .execute("SELECT pg_advisory_unlock(42)")
        .expect("released");
    bench.put_insert(PETS, "2");
    bench.until_ids("pets", "1 2");
    assert_eq!(bench.state("PEOPLE"), "F");
    // It goes on, however long that takes.
    assert!(!apply.log().contains("FMQ0432"), "{}", apply.log());
    locker.execute("COMMIT").expect("released");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 2", "{}", apply.log());
}

/// Goal: neither a switch nor a command has the stream rest while it waits for a lock on control tables. Method: somebody has the row of a subscription whose last row comes with a
/// commit that is late, so that its drain waits for rest, and commands are given meanwhile.
#[test]
fn a_switch_that_others_hold_up_does_not_hold_up_the_stream() {
    let Some(bench) = Bench::new("switches beside locks") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    let mut locker = bench.session();
    let lock = "BEGIN; SELECT 1 FROM asn.ibmqrep_targets WHERE subname = 'PEOPLE' FOR SHARE";
    locker.execute(lock).expect("a lock");
    let why = apply.spill("PEOPLE", Spilling::Begins);
    let why = why.expect_err("it is locked");
    assert!(why.contains("has a lock"), "{why}");
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    locker.execute("COMMIT").expect("released");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    locker.execute(lock).expect("a lock");
    let why = apply.spill("PEOPLE", Spilling::Ends);
    let why = why.expect_err("it is locked");
    assert!(why.contains("has a lock"), "{why}");
    locker.execute("COMMIT").expect("released");
    let mut holder = bench.with_late_commits("pets");
    bench.put_rows(&[(PEOPLE, insert("2", "x")), (PETS, insert("2", "x"))]);
    bench.until_a_commit_waits();
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    locker.execute(lock).expect("a lock");
    holder
        .execute("SELECT pg_advisory_unlock(42)")
        .expect("released");
    // It is drained, and cannot be said to be.
    bench.until_ids("people", "1 2");
    bench.put_insert(PETS, "3");
    bench.until_ids("pets", "1 2 3");
    bench.put_rows(&[(PEOPLE, insert("3", "x")), (PETS, insert("4", "x"))]);
    bench.until_ids("pets", "1 2 3 4");
    assert_eq!(bench.state("PEOPLE"), "F");
    locker.execute("COMMIT").expect("released");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 2 3", "{}", apply.log());
}

/// Goal: the same of what says which column goes where, which the stream reads before it goes on. Method: it is locked while rows are to be put aside, and while they are to be applied again.
#[test]
fn a_lock_on_what_says_which_column_goes_where_does_not_hold_up_the_stream() {
    let Some(bench) = Bench::new("switches beside a lock on columns") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    let mut locker = bench.session();
    let lock = "BEGIN; LOCK TABLE asn.ibmqrep_trg_cols IN ACCESS EXCLUSIVE MODE";
    locker.execute(lock).expect("a lock");
    let answered = apply.order("PEOPLE", Spilling::Begins);
    bench.put_rows(&[(PEOPLE, insert("2", "x")), (PETS, insert("1", "x"))]);
    let said = answered.recv_timeout(LIMIT).expect("an answer");
    let why = said.expect_err("it is locked");
    assert!(why.contains("has a lock"), "{why}");
    bench.until_ids("pets", "1");
    assert_eq!(
        (bench.ids("people"), bench.state("PEOPLE")),
        ("1 2".into(), "A".into())
    );
    locker.execute("COMMIT").expect("released");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    locker.execute(lock).expect("a lock");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    // Its drain has nothing to do, has the stream rest, and cannot say so.
    until("it to wait", || {
        let sql = "SELECT count(*) FROM pg_locks WHERE relation = 'asn.ibmqrep_trg_cols'::regclass AND NOT granted";
        bench.sql(sql) != "0"
    });
    bench.put_insert(PETS, "2");
    bench.until_ids("pets", "1 2");
    assert_eq!(bench.state("PEOPLE"), "F");
    locker.execute("COMMIT").expect("released");
    bench.until_state("PEOPLE", "A");
    bench.put_insert(PEOPLE, "3");
    bench.until_ids("people", "1 2 3");
}

/// Goal: a command that waits for rest is in nobody's way, and is answered. Method: a spill queue takes nothing more, so that the stream cannot rest.
#[test]
fn a_command_that_waits_for_rest_is_in_nobodys_way() {
    let Some(bench) = Bench::new("commands beside a full spill queue") else {
        return;
    };
    bench.queues.limit_spill_queues(3);
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let queue = bench.spill_queue("PEOPLE");
    let changes: Vec<(u16, Change)> = (2..10)
        .map(|id| (PEOPLE, insert(&id.to_string(), "x")))
        .collect();
    changes.chunks(1).for_each(|change| bench.put_rows(change));
    bench.put_insert(PETS, "1");
    apply.until_told("FMQ0459");
    assert!(bench.queues.depth(&queue) <= 3);
    let answered = apply.order("PETS", Spilling::Begins);
    // Behind it, and answered before.
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("what is put aside is applied");
    let said = answered.recv_timeout(LIMIT).expect("an answer");
    let why = said.expect_err("the stream cannot rest");
    assert!(why.contains("has not come to rest"), "{why}");
    assert_eq!(bench.state("PETS"), "A");
    bench.queues.limit(&queue, usize::MAX);
    bench.until_state("PEOPLE", "A");
    bench.until_ids("pets", "1");
    assert_eq!(bench.ids("people"), "1 2 3 4 5 6 7 8 9");
    let again = apply.spill("PETS", Spilling::Begins);
    again.expect("the stream rests");
    assert_eq!(bench.state("PETS"), "S");
}

/// Goal: what is put aside outlives a cold start of capture. Method: messages of both epochs on a spill queue, with the same numbers.
#[test]
fn rows_that_were_put_aside_before_a_cold_start_are_applied() {
    let Some(bench) = Bench::new("spill queues at a cold start") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let queue = bench.spill_queue("PEOPLE");
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    bench.begin_epoch();
    bench.put_state("PEOPLE", State::Active, Loader::Nobody);
    bench.put_insert(PEOPLE, "3");
    bench.put_insert(PETS, "2");
    bench.until_ids("pets", "1 2");
    assert_eq!(
        (bench.state("PEOPLE"), bench.queues.depth(&queue)),
        ("S".into(), 2)
    );
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 2 3", "{}", apply.log());
}

/// Goal: a conflict that ends a subscription among rows that were put aside stops nothing else. Method: CONFLICT_ACTION D, and rows behind the one that is there already, in its
/// transaction and in another.
#[test]
fn a_conflict_among_rows_that_were_put_aside_ends_its_subscription_alone() {
    let Some(bench) = Bench::new("conflicts on spill queues") else {
        return;
    };
    bench.sql("UPDATE asn.ibmqrep_targets SET conflict_action = 'D' WHERE subname = 'PEOPLE'");
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let rows = ["2", "1", "3"].map(|id| (PEOPLE, insert(id, "x")));
    bench.put_rows(&rows);
    bench.put_insert(PEOPLE, "4");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "I");
    apply.until_told("FMQ0442");
    bench.put_insert(PEOPLE, "5");
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    assert_eq!(bench.ids("people"), "1 2");
    assert!(!apply.log().contains("FMQ0432"), "{}", apply.log());
}

/// Goal: capture hears that a table is loaded, also where apply was killed behind the copy. Method: control tables as they are then.
#[test]
fn capture_is_told_of_a_load_whose_apply_was_killed() {
    let Some(bench) = Bench::new("loads that capture has not heard of") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    apply.end();
    assert_eq!(bench.queues.depth("A"), 0);
    bench.sql("UPDATE asn.ibmqrep_targets SET state = 'F', load_lsn = '0/1', load_epoch = 3 WHERE subname = 'PEOPLE'");
    let _apply = bench.apply();
    bench.until_state("PEOPLE", "A");
    until("capture to be told", || bench.queues.depth("A") == 1);
}

/// Goal: with foreign keys at work a copy may have rows that refer to what comes behind it. Method: the parent is the next transaction; what comes then fires triggers again.
#[test]
fn a_copy_may_have_rows_whose_parent_comes_behind_it() {
    let what = "copies beside foreign keys";
    let (Some(mut bench), Some(source)) = (Bench::new(what), server(what)) else {
        return;
    };
    let mut db = connect(&source.conninfo()).expect("connected");
    db.execute(TABLES).expect("made");
    db.execute("INSERT INTO public.pets VALUES ('1', 'x')")
        .expect("a row");
    bench.sql(
        "ALTER TABLE public.pets ADD FOREIGN KEY (id) REFERENCES public.people; CREATE TABLE public.fired (id text); \
         CREATE FUNCTION fires() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.fired VALUES (NEW.id); RETURN NULL; END $$; \
         CREATE TRIGGER fires AFTER INSERT ON public.pets FOR EACH ROW EXECUTE FUNCTION fires()",
    );
    bench.map.fires_triggers = true;
    bench.map.source = Some(source.conninfo());
    bench.put_schemas();
    bench.put_state("PETS", State::Load, Loader::Apply);
    // The copy has none of these.
    *bench.lsn.borrow_mut() = 1 << 40;
    bench.put_insert(PEOPLE, "1");
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "2");
    let _apply = bench.apply();
    bench.until_ids("pets", "1 2");
    assert_eq!(
        (bench.state("PETS"), bench.ids("fired")),
        ("A".into(), "2".into())
    );
}

/// Goal: a table is loaded also by who may not say which triggers fire. Method: a user with no more rights than apply needs.
#[test]
fn a_copy_beside_foreign_keys_needs_no_right_of_its_own() {
    let what = "copies of a user with few rights";
    let (Some(mut bench), Some(source)) = (Bench::new(what), server(what)) else {
        return;
    };
    let mut db = connect(&source.conninfo()).expect("connected");
    db.execute(TABLES).expect("made");
    db.execute("INSERT INTO public.pets VALUES ('1', 'x')")
        .expect("a row");
    bench.sql(
        "CREATE ROLE few LOGIN; GRANT ALL ON SCHEMA asn, public TO few; GRANT ALL ON ALL TABLES IN SCHEMA asn, public TO few; \
         GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pg_catalog TO few",
    );
    let mut few = connect(&format!("{} user=few", bench.server.conninfo())).expect("connected");
    let said = few.execute("SET session_replication_role = replica");
    assert!(said.is_err_and(|error| error.is("42501")));
    bench.user = "few";
    bench.map.fires_triggers = true;
    bench.map.source = Some(source.conninfo());
    bench.put_schemas();
    bench.put_state("PETS", State::Load, Loader::Apply);
    // The copy has none of these.
    *bench.lsn.borrow_mut() = 1 << 40;
    bench.put_insert(PEOPLE, "1");
    bench.put_insert(PETS, "2");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    bench.until_ids("pets", "1 2");
    assert_eq!(bench.state("PETS"), "A", "{}", apply.log());
}

/// Goal: what was put aside and not committed does not fill a spill queue. Method: apply ends before its commit, and then there is room for all of it, once.
#[test]
fn what_was_put_aside_and_not_committed_makes_room_for_itself() {
    let Some(bench) = Bench::new("spill queues that are almost full") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let queue = bench.spill_queue("PEOPLE");
    let mut holder = bench.with_late_commits("pets");
    for id in 2..10 {
        let id = id.to_string();
        bench.put_rows(&[(PEOPLE, insert(&id, "x")), (PETS, insert(&id, "x"))]);
    }
    bench.until_a_commit_waits();
    apply.end();
    assert!(bench.queues.depth(&queue) > 0, "{}", apply.log());
    bench.queues.limit(&queue, 8);
    apply = bench.apply();
    bench.until_a_commit_waits();
    holder
        .execute("SELECT pg_advisory_unlock(42)")
        .expect("released");
    bench.until_ids("pets", "2 3 4 5 6 7 8 9");
    assert_eq!(bench.queues.depth(&queue), 8);
    assert!(!apply.log().contains("FMQ0459"), "{}", apply.log());
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 2 3 4 5 6 7 8 9");
}

/// Goal: what is on a spill queue alone is not deleted, whatever the target says of it. Method: a target that knows less than what was deleted from the receive queue.
#[test]
fn what_was_put_aside_and_does_not_come_again_is_kept() {
    let Some(bench) = Bench::new("spill queues of a target that was put back") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let queue = bench.spill_queue("PEOPLE");
    let mut holder = bench.with_late_commits("pets");
    for id in 2..10 {
        let id = id.to_string();
        bench.put_rows(&[(PEOPLE, insert(&id, "x")), (PETS, insert(&id, "x"))]);
    }
    bench.until_a_commit_waits();
    apply.end();
    let depth = bench.queues.depth(&queue);
    assert!(depth > 0, "{}", apply.log());
    // To the target it is as if they had been committed, deleted and forgotten.
    bench.queues.clear("Q");
    bench.put_insert(PETS, "10");
    apply = bench.apply();
    apply.until_told("FMQ0425");
    assert_eq!(bench.queues.depth(&queue), depth, "{}", apply.log());
    apply.end();
    assert_eq!(bench.queues.depth(&queue), depth, "{}", apply.log());
    holder
        .execute("SELECT pg_advisory_unlock(42)")
        .expect("released");
}

/// Goal: a spill queue that does not let itself be read is in nobody's way. Method: gets are inhibited when apply begins.
#[test]
fn a_spill_queue_that_cannot_be_read_does_not_end_the_run() {
    let Some(bench) = Bench::new("spill queues that cannot be read") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let mut apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let queue = bench.spill_queue("PEOPLE");
    bench.put_insert(PEOPLE, "2");
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    apply.end();
    bench.queues.inhibit_gets(&queue);
    bench.put_insert(PEOPLE, "3");
    bench.put_insert(PETS, "2");
    apply = bench.apply();
    bench.until_ids("pets", "1 2");
    let log = apply.log();
    assert!(log.contains("FMQ0428") && log.contains(&queue), "{log}");
    assert_eq!(log.matches("FMQ0425").count(), 1, "{log}");
    assert_eq!(bench.queues.depth(&queue), 2, "{log}");
}

/// Goal: who has a lock on what says which spill queues there are holds up no command. Method: it is there while one is to be deleted.
#[test]
fn a_lock_on_what_says_which_spill_queues_there_are_holds_up_no_command() {
    let Some(bench) = Bench::new("locks beside spill queues that are to be deleted") else {
        return;
    };
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let mut holder = bench.session();
    holder
        .execute("BEGIN; SELECT 1 FROM asn.ibmqrep_spillqs FOR UPDATE")
        .expect("a lock");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "A");
    apply.until_told("IBMQREP_SPILLQS");
    apply
        .spill("PETS", Spilling::Begins)
        .expect("nothing is in its way");
    holder.execute("COMMIT").expect("released");
    let kept = "SELECT count(*) FROM asn.ibmqrep_spillqs";
    until("the queue to be deleted", || bench.sql(kept) == "1");
}

/// Goal: the beginning of a long transaction that has been abandoned does not fill a spill queue. Method: there is room for nothing else when it is drained.
#[test]
fn what_was_put_aside_of_an_abandoned_transaction_makes_room() {
    let Some(bench) = Bench::new("abandoned transactions on spill queues") else {
        return;
    };
    let bench = bench.with_little_memory();
    bench.put_schemas();
    bench.put_insert(PEOPLE, "1");
    let apply = bench.apply();
    bench.until_ids("people", "1");
    apply
        .spill("PEOPLE", Spilling::Begins)
        .expect("rows are put aside");
    let queue = bench.spill_queue("PEOPLE");
    bench.put_beginning(&["2", "3", "4"].map(|id| (PEOPLE, insert(id, "x"))));
    bench.put_kind(Kind::Abandon, Vec::new(), 0);
    bench.put_insert(PETS, "1");
    bench.until_ids("pets", "1");
    let depth = bench.queues.depth(&queue);
    assert!(depth > 0);
    bench.queues.limit(&queue, depth);
    bench.put_insert(PEOPLE, "5");
    apply.until_told("FMQ0459");
    apply
        .spill("PEOPLE", Spilling::Ends)
        .expect("they are applied");
    bench.until_state("PEOPLE", "A");
    assert_eq!(bench.ids("people"), "1 5", "{}", apply.log());
}
