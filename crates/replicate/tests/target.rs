//! A session of apply at a real server: what is as expected, what is not, and what a rollback leaves.

mod rows;

use bytes::Bytes;
use ferromq_postgres::Connection;
use ferromq_postgres::server::Server;
use ferromq_replicate::apply::engine::{
    Action as Order, CommitOrder, Group, Manner, Settings, Transaction,
};
use ferromq_replicate::message::{
    Action, Column, Header, Identity, Key, Kind, Loader, Message, Schema, SourceLog, State,
    SubscriptionState, Truncate, write_operation, write_truncate,
};
use ferromq_replicate::target::agent::{Agent, AgentEvent, Common, Figures};
use ferromq_replicate::target::catalog::{Map, control_tables};
use ferromq_replicate::target::table::SharedTables;
use ferromq_replicate::target::{connect, fence, trouble};
use std::sync::Arc;

/// What is done to a row, and the row as a source sends it.
pub(crate) type Change = (Action, Vec<u8>);

fn message(sequence: u64, kind: Kind, operations: &[Change]) -> Message {
    let mut body = Vec::new();
    for (action, rows) in operations {
        write_operation(&mut body, *action, 1, rows).expect("short");
    }
    let is_rows = kind == Kind::Transaction;
    let header = Header {
        kind,
        is_first: is_rows,
        is_last: is_rows,
        has_whole_old_rows: false,
        key: Key {
            map: 7,
            epoch: 3,
            sequence,
        },
        schema_version: 1,
        commit_lsn: 1_000 + sequence,
        end_lsn: 1_000 + sequence,
        commit_time_us: 1,
        xid: 1,
        chunk: 0,
        operations: operations.len() as u32,
    };
    Message {
        header,
        body: body.into(),
    }
}

/// A row as `pgoutput` sends it.
pub(crate) fn row(mark: u8, cells: &[Option<&str>]) -> Vec<u8> {
    let mut out = vec![mark];
    out.extend_from_slice(&(cells.len() as u16).to_be_bytes());
    for cell in cells {
        match cell {
            None => out.push(b'n'),
            Some(text) => {
                out.push(b't');
                out.extend_from_slice(&(text.len() as u32).to_be_bytes());
                out.extend_from_slice(text.as_bytes());
            }
        }
    }
    out
}

pub(crate) fn insert(id: &str, name: &str) -> Change {
    (Action::Insert, row(b'N', &[Some(id), Some(name)]))
}

fn update(id: &str, name: &str) -> Change {
    (Action::Update, row(b'N', &[Some(id), Some(name)]))
}

fn delete(id: &str) -> Change {
    (Action::Delete, row(b'K', &[Some(id), None]))
}

fn schema(sequence: u64) -> Message {
    schema_of(sequence, 1, "people", "PEOPLE")
}

pub(crate) fn schema_of(sequence: u64, table: u16, name: &str, subscription: &str) -> Message {
    let column = |name: &str, is_of_identity| Column {
        is_of_identity,
        type_oid: 25,
        type_modifier: -1,
        name: name.to_owned(),
        type_name: String::new(),
    };
    let schema = Schema {
        table,
        oid: 1,
        identity: Identity::Default,
        namespace: "public".to_owned(),
        name: name.to_owned(),
        subscription: subscription.to_owned(),
        columns: vec![column("id", true), column("name", false)],
    };
    let mut message = message(sequence, Kind::Schema, &[]);
    message.body = Bytes::from(schema.encode().expect("short"));
    message
}

fn group(messages: Vec<Message>, manner: Manner) -> Arc<Group> {
    let transactions: Vec<Transaction> = messages
        .into_iter()
        .map(|message| Transaction {
            first: message.header.key.sequence,
            last: message.header.key.sequence,
            begin: message.header.key.sequence,
            ends: true,
            messages: vec![message],
        })
        .collect();
    Arc::new(Group {
        first: transactions[0].first,
        last: transactions[transactions.len() - 1].last,
        transactions,
        begins: true,
        ends: true,
        manner,
    })
}

struct Bench {
    agent: Agent,
    tables: SharedTables,
    turn: u64,
    db: Connection,
}

impl Bench {
    fn new(cluster: &Server, conflict: char, error: char) -> Self {
        Self::with_order(cluster, conflict, error, CommitOrder::Ordered)
    }

    fn with_order(cluster: &Server, conflict: char, error: char, order: CommitOrder) -> Self {
        let mut db = connect(&cluster.conninfo()).expect("connected");
        db.execute(
            "DROP TABLE IF EXISTS public.pets, public.people; DROP SCHEMA IF EXISTS asn CASCADE",
        )
        .expect("gone");
        db.execute("CREATE TABLE public.people (id text PRIMARY KEY, name varchar(8))")
            .expect("made");
        db.execute(&control_tables("asn")).expect("made");
        db.execute("INSERT INTO asn.ibmqrep_recvqueues (repqmapname, recvq, adminq, mapid) VALUES ('M', 'Q', 'A', 7)")
            .expect("a map");
        db.execute(&format!(
            "INSERT INTO asn.ibmqrep_targets (subname, recvq, source_owner, source_name, target_owner, target_name, state, conflict_action, error_action) \
             VALUES ('PEOPLE', 'Q', 'public', 'people', 'public', 'people', 'A', '{conflict}', '{error}')"
        ))
        .expect("a subscription");
        let map = Map {
            name: "M".to_owned(),
            number: 7,
            receive_queue: "Q".to_owned(),
            admin_queue: "A".to_owned(),
            source: None,
            is_stopped: false,
            settings: Settings {
                order,
                ..Settings::default()
            },
            fires_triggers: false,
            parallel_loads: 1,
        };
        let common = Arc::new(Common {
            schema: "asn".to_owned(),
            map,
            epoch: 3,
            tables: SharedTables::default(),
            figures: Figures::default(),
            spill: None,
            sessions: Arc::default(),
        });
        let tables = common.tables.clone();
        // The session of the agent before may take a moment to end.
        let began = std::time::Instant::now();
        while let Err(error) =
            db.execute("SELECT pg_replication_origin_drop(roname) FROM pg_replication_origin")
        {
            assert!(
                began.elapsed() < std::time::Duration::from_secs(60),
                "{error}"
            );
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let agent = Agent::begin(&cluster.conninfo(), common, 0).expect("an agent");
        let mut bench = Self {
            agent,
            tables,
            turn: 0,
            db,
        };
        let first = bench.apply(group(vec![schema(1)], Manner::Fast));
        assert!(
            matches!(first[..], [AgentEvent::Executed, AgentEvent::Committed]),
            "{first:?}"
        );
        bench
    }

    /// Executes, and commits what could be executed.
    fn apply(&mut self, group: Arc<Group>) -> Vec<AgentEvent> {
        let turn = self.turn;
        let mut said = Vec::new();
        let execute = Order::Execute {
            agent: 0,
            turn,
            group,
        };
        self.agent.carry_out(vec![execute], &mut |it| said.push(it));
        if said.iter().any(|it| matches!(it, AgentEvent::Executed)) {
            let commit = Order::Commit { agent: 0, turn };
            self.agent.carry_out(vec![commit], &mut |it| said.push(it));
        } else {
            self.turn += 1;
        }
        said
    }

    fn rows(&mut self, operations: Vec<(u64, Vec<Change>)>, manner: Manner) -> Vec<AgentEvent> {
        let messages = operations
            .iter()
            .map(|(sequence, operations)| message(*sequence, Kind::Transaction, operations))
            .collect();
        self.apply(group(messages, manner))
    }

    fn people(&mut self) -> String {
        let sql = "SELECT coalesce(string_agg(id || name, ' ' ORDER BY id), '') FROM public.people";
        let rows = self.db.execute(sql).expect("read");
        rows.text(0, 0).unwrap_or_default().to_owned()
    }

    fn exceptions(&mut self) -> String {
        let sql = "SELECT coalesce(string_agg(trim(reason) || ' ' || operation || ' ' || is_applied, ', ' ORDER BY sequence), '') \
                   FROM asn.ibmqrep_exceptions";
        let rows = self.db.execute(sql).expect("read");
        rows.text(0, 0).unwrap_or_default().to_owned()
    }

    fn position(&mut self) -> u64 {
        fence::position(&mut self.db, 7, 3, true).expect("a position")
    }
}

fn is_committed(said: &[AgentEvent]) -> bool {
    said.iter().any(|it| matches!(it, AgentEvent::Committed))
}

fn refusal(said: &[AgentEvent]) -> String {
    let found = said.iter().find_map(|it| match it {
        AgentEvent::Failed(refusal) => Some(refusal.text.clone()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("nothing failed: {said:?}"))
}

#[test]
fn a_session_applies_what_came_and_keeps_its_position_with_it() {
    let cluster = match Server::temporary("fmqpg", "") {
        Ok(cluster) => cluster,
        Err(reason) => return ferromq_base::skipped::skip("apply at a target", &reason),
    };
    plain(&cluster);
    relaxed(&cluster);
    rows_beside_a_schema(&cluster);
    read_only(&cluster);
    conflicts(&cluster);
    rows::forced(&cluster);
    rows::composites(&cluster);
    rows::columns_that_are_added(&cluster);
    rows::several(&cluster);
    rows::keys_that_change(&cluster);
    rows::equal_values(&cluster);
    rows::touched(&cluster);
    errors(&cluster);
    truncates(&cluster);
    truncates_that_fail(&cluster);
    loads_that_cannot_be_done(&cluster);
    fences(&cluster);
}

fn plain(cluster: &Server) {
    let mut bench = Bench::new(cluster, 'I', 'Q');
    assert_eq!(
        bench.position(),
        1,
        "a schema is recorded as a transaction is"
    );
    let said = bench.rows(
        vec![
            (2, vec![insert("1", "ann"), insert("2", "bob")]),
            (3, vec![update("1", "eve"), delete("2"), insert("3", "tim")]),
        ],
        Manner::Fast,
    );
    assert!(is_committed(&said), "{said:?}");
    assert_eq!(bench.people(), "1eve 3tim");
    assert_eq!(bench.position(), 3);
    // What fails leaves neither rows nor a position, and the next transaction is committed with its own.
    let said = bench.rows(
        vec![(4, vec![insert("4", "joe"), update("9", "x")])],
        Manner::Fast,
    );
    assert!(refusal(&said).contains("not there"));
    assert_eq!(
        (bench.people(), bench.position()),
        ("1eve 3tim".to_owned(), 3)
    );
    bench
        .agent
        .connection()
        .execute("INSERT INTO public.people VALUES ('8', 'h')")
        .expect("written");
    assert_eq!(
        bench.position(),
        3,
        "the position of what was rolled back is not committed with the next write"
    );
    let said = bench.rows(vec![(4, vec![insert("4", "joe")])], Manner::Fast);
    assert!(is_committed(&said));
    assert_eq!(
        (bench.people(), bench.position()),
        ("1eve 3tim 4joe 8h".to_owned(), 4)
    );
    // A transaction without rows moves it, too.
    assert!(is_committed(&bench.rows(vec![(5, vec![])], Manner::Fast)));
    assert_eq!(bench.position(), 5);
}

/// Rows of a transaction in which a schema comes are done as those of others are, not one by one. Method: a savepoint takes a number of the server's transactions.
fn rows_beside_a_schema(cluster: &Server) {
    let mut bench = Bench::new(cluster, 'I', 'Q');
    let part = |range: std::ops::Range<u32>| {
        let rows: Vec<Change> = range.map(|id| insert(&format!("{id:03}"), "x")).collect();
        message(2, Kind::Transaction, &rows)
    };
    let whole = |parts: Vec<Message>| {
        Arc::new(Group {
            first: 2,
            last: 2,
            transactions: vec![Transaction {
                first: 2,
                last: 2,
                begin: 2,
                ends: true,
                messages: parts,
            }],
            begins: true,
            ends: true,
            manner: Manner::Fast,
        })
    };
    let next = |bench: &mut Bench| {
        let rows = bench.db.execute("SELECT txid_current()").expect("a number");
        rows.number::<u64>(0, 0).expect("a number")
    };
    let before = next(&mut bench);
    let parts = vec![part(0..50), schema(2), part(50..99), part(99..100)];
    let said = bench.apply(whole(parts));
    assert!(is_committed(&said), "{said:?}");
    let taken = next(&mut bench) - before;
    assert!(taken < 10, "{taken} transactions at the server");
    assert_eq!(bench.people().matches('x').count(), 100);
    // One that fails leaves nothing, and what is wrong is said.
    let parts = vec![part(100..110), schema(2), part(99..100)];
    let text = refusal(&bench.apply(whole(parts)));
    assert!(text.contains("people_pkey"), "{text}");
    assert_eq!(
        (bench.people().matches('x').count(), bench.position()),
        (100, 2)
    );
}

/// With relaxed commits a table says what is done.
fn relaxed(cluster: &Server) {
    let mut bench = Bench::with_order(cluster, 'I', 'Q', CommitOrder::Relaxed);
    let done = |bench: &mut Bench| fence::done(&mut bench.db, "asn", "Q", 3).expect("what is done");
    assert_eq!(done(&mut bench), [1], "the schema");
    let said = bench.rows(vec![(2, vec![insert("1", "ann")])], Manner::Fast);
    assert!(is_committed(&said), "{said:?}");
    assert_eq!(
        (bench.people(), done(&mut bench)),
        ("1ann".into(), vec![1, 2])
    );
    // An epoch that begins has none, and says so.
    let none = fence::done(&mut bench.db, "asn", "Q", 4).expect("what is done");
    assert_eq!(none, [0]);
    // What the server does not take of our own statements is for somebody to mend.
    let error = bench.db.execute("SELECT pg_catalog.lower(1, 2)");
    let trouble = trouble(&error.expect_err("no such function"));
    assert!(
        !trouble.is_passing && trouble.line.starts_with("FMQ0436"),
        "{trouble}"
    );
}

/// A target that takes no writes for now says nothing of rows.
fn read_only(cluster: &Server) {
    let mut bench = Bench::new(cluster, 'I', 'Q');
    for manner in [Manner::Fast, Manner::Careful] {
        let db = bench.agent.connection();
        db.execute("SET default_transaction_read_only = on")
            .expect("set");
        let said = bench.rows(vec![(2, vec![insert("1", "ann")])], manner);
        assert!(
            matches!(&said[..], [AgentEvent::Lost(trouble)] if trouble.is_passing),
            "{said:?}"
        );
        drop(bench);
        bench = Bench::new(cluster, 'I', 'Q');
    }
}

fn conflicts(cluster: &Server) {
    let all = || {
        vec![
            (2, vec![insert("1", "ann")]),
            (3, vec![insert("1", "eve")]),
            (4, vec![update("5", "tim")]),
            (5, vec![delete("6")]),
            (6, vec![insert("7", "zoe")]),
        ]
    };
    let mut bench = Bench::new(cluster, 'I', 'Q');
    let text = refusal(&bench.rows(all(), Manner::Fast));
    assert!(text.contains("people_pkey"), "{text}");
    assert!(is_committed(&bench.rows(all(), Manner::Careful)));
    assert_eq!(bench.people(), "1ann 7zoe");
    assert_eq!(
        bench.exceptions(),
        "DUPLICATE INSERT N, NOTFOUND UPDATE N, NOTFOUND DELETE N"
    );

    drop(bench);
    let mut bench = Bench::new(cluster, 'F', 'Q');
    assert!(is_committed(&bench.rows(all(), Manner::Careful)));
    assert_eq!(bench.people(), "1eve 5tim 7zoe");
    assert_eq!(
        bench.exceptions(),
        "DUPLICATE INSERT Y, NOTFOUND UPDATE Y, NOTFOUND DELETE Y"
    );

    // The subscription ends at the first, and its rows are passed over from there on.
    drop(bench);
    let mut bench = Bench::new(cluster, 'D', 'Q');
    assert!(is_committed(&bench.rows(all(), Manner::Careful)));
    assert_eq!(bench.people(), "1ann");
    let state = bench
        .db
        .execute("SELECT state FROM asn.ibmqrep_targets")
        .expect("read");
    assert_eq!(state.text(0, 0), Some("I"));

    drop(bench);
    let mut bench = Bench::new(cluster, 'S', 'Q');
    let said = bench.rows(all(), Manner::Careful);
    let ends = said
        .iter()
        .any(|it| matches!(it, AgentEvent::Failed(refusal) if refusal.ends_program));
    assert!(ends, "{said:?}");
    assert_eq!((bench.people(), bench.position()), (String::new(), 1));
}

fn errors(cluster: &Server) {
    // A value that does not fit.
    let long = || {
        vec![(
            2,
            vec![insert("1", "a name that is too long"), insert("2", "bob")],
        )]
    };
    let mut bench = Bench::new(cluster, 'I', 'Q');
    assert!(refusal(&bench.rows(long(), Manner::Careful)).contains("22001"));
    assert_eq!(bench.people(), "");
    bench
        .db
        .execute("UPDATE asn.ibmqrep_targets SET oksqlstates = '22001'")
        .expect("set");
    assert!(is_committed(
        &bench.apply(group(vec![schema(2)], Manner::Fast))
    ));
    let again = vec![(
        3,
        vec![insert("1", "a name that is too long"), insert("2", "bob")],
    )];
    assert!(is_committed(&bench.rows(again, Manner::Careful)));
    assert_eq!(
        (bench.people(), bench.exceptions()),
        ("2bob".to_owned(), "OKSQLSTATE INSERT N".to_owned())
    );

    // Nor is one cut where the column is of a domain with a length, in a statement for many rows.
    for sql in [
        "DELETE FROM public.people",
        "CREATE DOMAIN public.short AS varchar(8)",
        "CREATE DOMAIN public.shorter AS public.short CHECK (value <> 'eve')",
        "ALTER TABLE public.people ALTER COLUMN name TYPE public.shorter",
        "UPDATE asn.ibmqrep_targets SET oksqlstates = NULL",
    ] {
        bench.db.execute(sql).expect(sql);
    }
    assert!(is_committed(
        &bench.apply(group(vec![schema(4)], Manner::Fast))
    ));
    let many = |name: &str| {
        let rows = [("1", "ann"), ("2", "bob"), ("3", name), ("4", "dan")];
        vec![(5, rows.iter().map(|(id, name)| insert(id, name)).collect())]
    };
    for name in ["a name that is too long", "eve"] {
        let said = bench.rows(many(name), Manner::Fast);
        assert!(!is_committed(&said), "{name}: {said:?}");
        assert_eq!(bench.people(), "");
    }
    assert!(is_committed(&bench.rows(many("cat"), Manner::Fast)));
    assert_eq!(bench.people().matches(char::is_numeric).count(), 4);

    // A column, then the table, is not there.
    bench
        .db
        .execute("ALTER TABLE public.people DROP COLUMN name")
        .expect("dropped");
    let text = refusal(&bench.apply(group(vec![schema(6)], Manner::Fast)));
    assert!(
        text.starts_with("FMQ0437") && text.contains("no column"),
        "{text}"
    );
    bench
        .db
        .execute("DROP TABLE public.people; DROP DOMAIN public.shorter; DROP DOMAIN public.short")
        .expect("dropped");
    let text = refusal(&bench.apply(group(vec![schema(6)], Manner::Fast)));
    assert!(
        text.starts_with("FMQ0437") && text.contains("no table"),
        "{text}"
    );
}

fn truncate(sequence: u64, cascade: bool) -> Message {
    let truncate = Truncate {
        cascade,
        restart_identity: true,
        tables: vec![1, 2],
    };
    let mut body = Vec::new();
    write_truncate(&mut body, &truncate).expect("short");
    let mut message = message(sequence, Kind::Transaction, &[]);
    (message.header.operations, message.body) = (1, body.into());
    message
}

/// Two tables, of which one refers to the other, whose subscription is in that state.
fn prepared(cluster: &Server, state: char) -> Bench {
    let mut bench = Bench::new(cluster, 'I', 'Q');
    for sql in [
        "DROP TABLE IF EXISTS public.pets",
        "ALTER TABLE public.people ADD COLUMN number int GENERATED BY DEFAULT AS IDENTITY",
        "INSERT INTO public.people VALUES ('1', 'ann')",
        "CREATE TABLE public.pets (id text PRIMARY KEY, name text REFERENCES public.people)",
        "INSERT INTO public.pets VALUES ('7', '1')",
    ] {
        bench.db.execute(sql).expect(sql);
    }
    let sql = format!(
        "INSERT INTO asn.ibmqrep_targets (subname, recvq, source_owner, source_name, target_owner, target_name, state, conflict_action, error_action) \
         VALUES ('PETS', 'Q', 'public', 'pets', 'public', 'pets', '{state}', 'I', 'Q')"
    );
    bench.db.execute(&sql).expect("a subscription");
    let said = bench.apply(group(
        vec![schema(2), schema_of(3, 2, "pets", "PETS")],
        Manner::Fast,
    ));
    assert!(is_committed(&said), "{said:?}");
    bench
}

fn pets(bench: &mut Bench) -> String {
    let rows = bench.db.execute("SELECT count(*) FROM public.pets");
    rows.expect("read")
        .text(0, 0)
        .unwrap_or_default()
        .to_owned()
}

fn truncates(cluster: &Server) {
    for manner in [Manner::Fast, Manner::Careful] {
        for cascade in [false, true] {
            // Both at once.
            let mut bench = prepared(cluster, 'A');
            let said = bench.apply(group(vec![truncate(4, cascade)], manner));
            assert!(is_committed(&said), "{manner:?} {cascade} {said:?}");
            assert_eq!(
                (bench.people(), pets(&mut bench)),
                (String::new(), "0".into())
            );
            drop(bench);
            // Rows of the other are none of its: they are as they are, whether the source emptied it or not.
            let mut bench = prepared(cluster, 'I');
            let said = bench.apply(group(vec![truncate(4, cascade)], manner));
            assert!(is_committed(&said), "{manner:?} {cascade} {said:?}");
            assert_eq!(
                (bench.people(), pets(&mut bench)),
                (String::new(), "1".into())
            );
            let numbers = bench
                .db
                .execute("INSERT INTO public.people VALUES ('2', 'bob') RETURNING number")
                .expect("written");
            assert_eq!(numbers.text(0, 0), Some("1"), "identity begins anew");
        }
    }
    // A table nobody knows here refers to one of them: foreign keys rest.
    let mut bench = prepared(cluster, 'A');
    bench
        .db
        .execute("CREATE TABLE public.toys (pet text REFERENCES public.pets); INSERT INTO public.toys VALUES ('7')")
        .expect("made");
    let text = refusal(&bench.apply(group(vec![truncate(4, true)], Manner::Fast)));
    assert!(text.contains("0A000"), "{text}");
    let said = bench.apply(group(vec![truncate(4, true)], Manner::Careful));
    assert!(is_committed(&said), "{said:?}");
    assert_eq!(
        (bench.people(), pets(&mut bench)),
        (String::new(), "0".into())
    );
    bench.db.execute("DROP TABLE public.toys").expect("gone");
    drop(bench);
}

/// What cannot be done is an exception, as the subscription says, and the other table is emptied.
fn truncates_that_fail(cluster: &Server) {
    let mut bench = prepared(cluster, 'A');
    for sql in [
        "CREATE FUNCTION public.never() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''never''; END'",
        "CREATE TRIGGER never BEFORE DELETE OR TRUNCATE ON public.people EXECUTE FUNCTION public.never()",
        "ALTER TABLE public.people ENABLE ALWAYS TRIGGER never",
    ] {
        bench.db.execute(sql).expect(sql);
    }
    let text = refusal(&bench.apply(group(vec![truncate(4, false)], Manner::Careful)));
    assert!(text.contains("truncate of \"public\".\"people\""), "{text}");
    bench
        .db
        .execute("UPDATE asn.ibmqrep_targets SET oksqlstates = 'P0001'")
        .expect("set");
    assert!(is_committed(
        &bench.apply(group(vec![schema(4)], Manner::Fast))
    ));
    let said = bench.apply(group(vec![truncate(5, false)], Manner::Careful));
    assert!(is_committed(&said), "{said:?}");
    assert_eq!(
        (bench.people(), pets(&mut bench)),
        ("1ann".into(), "0".into())
    );
    assert_eq!(bench.exceptions(), "OKSQLSTATE TRUNCATE N");
    let sql = "DROP TABLE public.pets, public.people; DROP FUNCTION public.never()";
    bench.db.execute(sql).expect("gone");
}

/// They end their subscription, and nothing else.
fn loads_that_cannot_be_done(cluster: &Server) {
    let wish = |sequence, loader| {
        let said = SubscriptionState {
            state: State::Load,
            loader,
            notice: 0,
            log: SourceLog::default(),
            subscription: "PEOPLE".to_owned(),
            namespace: "public".to_owned(),
            table: "people".to_owned(),
            reason: String::new(),
            publication: String::new(),
        };
        let mut message = message(sequence, Kind::Subscription, &[]);
        message.body = Bytes::from(said.encode());
        message
    };
    let state = |bench: &mut Bench| {
        let sql = "SELECT state || ' ' || coalesce(state_info, '') FROM asn.ibmqrep_targets";
        let rows = bench.db.execute(sql).expect("read");
        rows.text(0, 0).unwrap_or_default().to_owned()
    };
    // There is no queue for rows, or nobody knows how the source is reached.
    for (loader, why) in [
        (Loader::External, "I FMQ0458"),
        (Loader::Apply, "I IBMQREP_RECVQUEUES.SOURCE_SERVER"),
    ] {
        let mut bench = Bench::new(cluster, 'I', 'Q');
        let said = bench.apply(group(vec![wish(2, loader)], Manner::Fast));
        assert!(is_committed(&said), "{said:?}");
        assert!(
            said.iter()
                .any(|it| matches!(it, AgentEvent::Notice(line) if line.starts_with("FMQ0442"))),
            "{said:?}"
        );
        let found = state(&mut bench);
        assert!(found.starts_with(why), "{found}");
    }
    // The table is not as it has to be, which rows of others do not wait for.
    let mut bench = Bench::new(cluster, 'I', 'Q');
    for sql in [
        "ALTER TABLE public.people DROP COLUMN name",
        "UPDATE asn.ibmqrep_targets SET state = 'L', spillq = 'SPILL'",
    ] {
        bench.db.execute(sql).expect(sql);
    }
    for sequence in [2, 4] {
        let said = bench.apply(group(vec![schema(sequence)], Manner::Fast));
        assert!(is_committed(&said), "{said:?}");
        let found = state(&mut bench);
        assert!(found.starts_with("I FMQ0437"), "{found}");
        let said = bench.rows(vec![(sequence + 1, vec![insert("1", "ann")])], Manner::Fast);
        assert!(is_committed(&said), "{said:?}");
    }
}

fn fences(cluster: &Server) {
    let bench = Bench::new(cluster, 'I', 'Q');
    let mut other = connect(&cluster.conninfo()).expect("connected");
    // A session that is killed gives its origin up; whoever waits for it has it then.
    let name = fence::origin(7, 3, 0);
    let handle = std::thread::spawn(move || fence::take(&mut other, &name).map(|()| other));
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!handle.is_finished(), "two have the same origin");
    drop(bench);
    handle.join().expect("thread").expect("taken");

    // A role without rights is told what it needs.
    let mut db = connect(&cluster.conninfo()).expect("connected");
    db.execute("CREATE ROLE nobody_special LOGIN")
        .expect("made");
    let conninfo = cluster
        .conninfo()
        .replace("user=postgres", "user=nobody_special");
    let mut weak = connect(&conninfo).expect("connected");
    let trouble = fence::take(&mut weak, "asnq_1_1_0").expect_err("refused");
    assert!(trouble.line.starts_with("FMQ0433"), "{trouble}");
    assert!(!trouble.is_passing);
}
