//! A source database, and queues, that lose what they may lose.

use super::super::*;
use crate::message::{Action, Kind, Message, Operations, SourceLog};
use ferromq_base::random::SplitMix64;
use std::collections::BTreeMap;

const OID: u32 = 16_000;
const SIGNALS: u32 = 15_999;
/// `int4` and `text`.
const INT: u32 = 23;
const TEXT: u32 = 25;

pub(super) fn definition(table: u32) -> Subscription {
    let column = |name: &str, type_oid| SubscribedColumn {
        name: name.into(),
        type_oid,
    };
    Subscription {
        name: format!("S{table}"),
        map: table % 2 + 1,
        namespace: "public".into(),
        table: format!("t{table}"),
        loader: Loader::Nobody,
        suppress_deletes: false,
        row_options: crate::message::RowOptions::default(),
        columns: vec![column("id", INT), column("note", TEXT)],
    }
}

/// Every `S` and a number is a subscription of the table with that number.
pub(super) struct Defined;

impl Definitions for Defined {
    fn await_visible(&mut self, _: u32) -> Result<(), String> {
        Ok(())
    }

    fn subscription(&mut self, name: &str) -> Result<Option<Subscription>, String> {
        let number = name
            .strip_prefix('S')
            .and_then(|number| number.parse().ok());
        Ok(number.map(definition))
    }

    fn unpublished(&mut self, _: &Subscription) -> Result<Option<String>, String> {
        Ok(None)
    }
}

pub(super) fn settings(maps: u32) -> Settings {
    Settings {
        publication: "asnqcap".into(),
        control_schema: "asn".into(),
        maps: (1..=maps)
            .map(|number| MapSettings {
                number,
                name: format!("M{number}"),
                paths: 1,
                message_bytes: 300,
                heartbeat_ms: 60_000,
                on_error: OnError::StopQueue,
                publishing: None,
            })
            .collect(),
        unit: UnitLimits {
            messages: 8,
            bytes: 2_000,
            transactions: 1,
            ..UnitLimits::default()
        },
    }
}

pub(super) fn first() -> Restart {
    Restart {
        epoch: 1,
        log: SourceLog {
            system: 1,
            timeline: 1,
        },
        configuration: 0,
        commit_lsn: 0,
        end_lsn: 0,
        seen_lsn: 0,
        cut: None,
        slot: "s".into(),
        maps: Vec::new(),
        subscriptions: Vec::new(),
    }
}

/// What a transaction did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Did {
    /// A row of a table; its value.
    Row(u32, u64),
    Signal(&'static str, String),
}

#[derive(Clone, Debug)]
struct Committed {
    lsn: u64,
    did: Vec<Did>,
    /// Columns of tables at that time.
    columns: BTreeMap<u32, Vec<&'static str>>,
}

/// The source: transactions with commit LSNs, some not on its disk yet, and a slot.
#[derive(Clone, Debug)]
pub(super) struct Source {
    log: Vec<Committed>,
    next_lsn: u64,
    flushed_lsn: u64,
    next_value: u64,
    columns: BTreeMap<u32, Vec<&'static str>>,
    /// What the slot was told, and what it will know after a crash.
    confirmed: u64,
    saved: u64,
    pub(super) lost: u64,
}

impl Source {
    pub(super) fn new() -> Self {
        Self {
            log: Vec::new(),
            next_lsn: 1_000,
            flushed_lsn: 0,
            next_value: 1,
            columns: (0..4).map(|table| (table, vec!["id", "note"])).collect(),
            confirmed: 0,
            saved: 0,
            lost: 0,
        }
    }

    fn commit(&mut self, did: Vec<Did>) {
        self.log.push(Committed {
            lsn: self.next_lsn,
            did,
            columns: self.columns.clone(),
        });
        self.next_lsn += 100;
    }

    pub(super) fn insert(&mut self, table: u32, rows: u64) {
        let values = self.next_value..self.next_value + rows;
        self.next_value += rows;
        self.commit(values.map(|value| Did::Row(table, value)).collect());
    }

    pub(super) fn signal(&mut self, word: &'static str, name: &str) {
        self.commit(vec![Did::Signal(word, name.into())]);
    }

    pub(super) fn drop_column(&mut self, table: u32) {
        self.columns.insert(table, vec!["id"]);
    }

    pub(super) fn add_column(&mut self, table: u32) {
        self.columns.insert(table, vec!["id", "note", "extra"]);
    }

    pub(super) fn flush(&mut self) {
        self.flushed_lsn = self.next_lsn;
    }

    /// It loses what was not on the disk, and what the slot was told since the last checkpoint.
    fn crash(&mut self) {
        let before = self.log.len();
        let flushed = self.flushed_lsn;
        self.log.retain(|one| one.lsn < flushed);
        self.lost += (before - self.log.len()) as u64;
        self.next_lsn = flushed.max(1_000);
        self.confirmed = self.saved;
    }

    /// What a stream sends that begins there: the slot knows better if it was told more.
    pub(super) fn stream(&self, from: u64) -> Vec<Vec<u8>> {
        let from = from.max(self.confirmed);
        let mut messages = Vec::new();
        let mut described: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        let sent = |one: &&Committed| one.lsn >= from && one.lsn < self.flushed_lsn;
        for transaction in self.log.iter().filter(sent) {
            transaction.messages(&mut described, &mut messages);
        }
        messages
    }
}

impl Committed {
    fn messages(&self, described: &mut BTreeMap<u32, Vec<&'static str>>, out: &mut Vec<Vec<u8>>) {
        let time = [0; 8];
        let xid = (self.lsn as u32).to_be_bytes();
        out.push([&b"B"[..], &self.lsn.to_be_bytes(), &time, &xid].concat());
        for did in &self.did {
            match did {
                Did::Row(table, value) => {
                    let columns = &self.columns[table];
                    if described.get(table) != Some(columns) {
                        described.insert(*table, columns.clone());
                        out.push(relation(
                            OID + table,
                            "public",
                            &format!("t{table}"),
                            columns,
                        ));
                    }
                    let mut cells = vec![value.to_string()];
                    cells.resize(columns.len(), "some words that make it longer".into());
                    out.push(row(OID + table, &cells));
                }
                Did::Signal(word, name) => {
                    let columns = [
                        "signal_time",
                        "signal_type",
                        "signal_subtype",
                        "signal_input_in",
                        "signal_state",
                    ];
                    out.push(relation(SIGNALS, "asn", "ibmqrep_signal", &columns));
                    let cells = ["now", "CMD", word, name, "P"].map(str::to_owned);
                    out.push(row(SIGNALS, &cells));
                }
            }
        }
        let end = (self.lsn + 50).to_be_bytes();
        out.push([&b"C\0"[..], &self.lsn.to_be_bytes(), &end, &time].concat());
    }
}

fn relation(oid: u32, schema: &str, name: &str, columns: &[&str]) -> Vec<u8> {
    let mut out = vec![b'R'];
    out.extend(oid.to_be_bytes());
    out.extend(format!("{schema}\0{name}\0d").bytes());
    out.extend((columns.len() as u16).to_be_bytes());
    for (at, column) in columns.iter().enumerate() {
        out.push(u8::from(at == 0));
        out.extend(format!("{column}\0").bytes());
        out.extend(if at == 0 { INT } else { TEXT }.to_be_bytes());
        out.extend((-1_i32).to_be_bytes());
    }
    out
}

fn row(oid: u32, cells: &[String]) -> Vec<u8> {
    let mut out = vec![b'I'];
    out.extend(oid.to_be_bytes());
    out.push(b'N');
    out.extend((cells.len() as u16).to_be_bytes());
    for cell in cells {
        out.push(b't');
        out.extend((cell.len() as u32).to_be_bytes());
        out.extend(cell.bytes());
    }
    out
}

/// A source, capture, and queues.
pub(super) struct World {
    seed: u64,
    random: SplitMix64,
    pub(super) source: Source,
    /// What is on the queues, and the restart message.
    queues: BTreeMap<usize, Vec<Put>>,
    restart: Restart,
    /// The program, if it runs, and what it has not taken yet.
    capture: Option<(Capture, Vec<Vec<u8>>)>,
    /// All that was on the source's disk up to there is in that stream.
    sent_lsn: u64,
    now_ms: u64,
    pub(super) cut: u64,
    pub(super) known: u64,
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            seed,
            random: SplitMix64::new(seed),
            source: Source::new(),
            queues: BTreeMap::new(),
            restart: first(),
            capture: None,
            sent_lsn: 0,
            now_ms: 0,
            cut: 0,
            known: 0,
        }
    }

    pub(super) fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.now_ms += self.random.below(300);
            match self.random.below(100) {
                0..25 => self.change(),
                25..32 => self.source.flush(),
                32..35 => self.source.saved = self.source.confirmed,
                35..37 => {
                    self.source.crash();
                    self.stop();
                }
                37..39 => self.stop(),
                39..42 => self.feedback(),
                _ => self.work(),
            }
        }
    }

    fn change(&mut self) {
        let table = self.random.below(4) as u32;
        match self.random.below(20) {
            0..3 => self.source.signal("CAPSTART", &format!("S{table}")),
            3 => self.source.signal("CAPSTOP", &format!("S{table}")),
            4..6 => {
                let rows = 20 + self.random.below(150);
                self.source.insert(table, rows);
            }
            6 => self.source.commit(Vec::new()),
            7..10 => {
                // Several tables, of both maps.
                let value = self.source.next_value;
                self.source.next_value += 6;
                let rows = (0..6).map(|at| Did::Row((table + at as u32) % 4, value + at));
                self.source.commit(rows.collect());
            }
            10 => self.source.add_column(table),
            _ => {
                let rows = 1 + self.random.below(4);
                self.source.insert(table, rows);
            }
        }
    }

    fn stop(&mut self) {
        if let Some((capture, _)) = self.capture.take() {
            self.cut += capture.figures().transactions_cut;
            self.known += capture.figures().transactions_known;
        }
    }

    fn start(&mut self) {
        let names = self.restart.subscriptions.iter();
        let definitions = names
            .map(|mark| mark.name[1..].parse().map(definition).expect("a number"))
            .collect();
        let mut settings = settings(2);
        settings.unit.transactions = 1 + self.random.below(5) as u32;
        let capture = Capture::new(settings, self.restart.clone(), definitions, self.now_ms);
        let capture = capture.unwrap_or_else(|stop| panic!("seed {}: {stop}", self.seed));
        // As where it is asked for less than is known: everything since the slot's position.
        let from = if self.random.chance(50) {
            0
        } else {
            capture.start_lsn()
        };
        let stream = self.source.stream(from);
        self.sent_lsn = self.source.flushed_lsn;
        self.capture = Some((capture, stream));
    }

    fn feedback(&mut self) {
        if let Some((capture, _)) = &self.capture {
            self.source.confirmed = self.source.confirmed.max(capture.flushed_lsn());
        }
    }

    /// One step of the program: it takes messages, or puts a unit, which may end in any way.
    fn work(&mut self) {
        let Some((capture, stream)) = &mut self.capture else {
            return self.start();
        };
        let many = self.random.below(30) as usize;
        let taken: Vec<Vec<u8>> = stream.drain(..many.min(stream.len())).collect();
        for message in taken {
            let took = capture.take(&message, self.now_ms, &mut Defined);
            took.unwrap_or_else(|stop| panic!("seed {}: {stop}", self.seed));
            if capture.is_full() {
                break_unit(
                    &mut self.random,
                    &mut self.queues,
                    &mut self.restart,
                    capture,
                    self.now_ms,
                );
                if self.restart != *capture.restart() {
                    // The outcome is not known: the program begins anew, from what it finds.
                    return self.stop();
                }
            }
        }
        if stream.is_empty() {
            capture.keepalive(self.sent_lsn, self.now_ms);
        }
        if capture.is_due(self.now_ms, !stream.is_empty()) {
            break_unit(
                &mut self.random,
                &mut self.queues,
                &mut self.restart,
                capture,
                self.now_ms,
            );
            if self.restart != *capture.restart() {
                return self.stop();
            }
        }
        if stream.is_empty() && !capture.is_within() {
            // More was committed since.
            let from = capture.ahead.seen_lsn;
            let more = self.source.stream(from);
            stream.extend(more);
            self.sent_lsn = self.source.flushed_lsn;
        }
    }

    /// All is flushed, and nothing fails any more.
    pub(super) fn finish(&mut self) {
        self.source.flush();
        self.stop();
        self.start();
        let Some((mut capture, stream)) = self.capture.take() else {
            return;
        };
        for message in stream {
            let took = capture.take(&message, self.now_ms, &mut Defined);
            took.unwrap_or_else(|stop| panic!("seed {}: {stop}", self.seed));
            if capture.is_full() {
                put(&mut self.queues, &mut self.restart, &mut capture);
                capture.committed(self.now_ms);
            }
        }
        put(&mut self.queues, &mut self.restart, &mut capture);
        capture.committed(self.now_ms);
        assert_eq!(capture.restart(), &self.restart);
    }

    /// The messages of each map are its transactions, each once, whole, in order.
    pub(super) fn judge(&self) {
        let seed = self.seed;
        for map in 0..2_u32 {
            let mut wanted: Vec<(u64, Vec<u64>)> = Vec::new();
            let mut active = [false; 4];
            for transaction in &self.source.log {
                let mut rows = Vec::new();
                for did in &transaction.did {
                    if let Did::Row(table, value) = did
                        && table % 2 == map
                        && active[*table as usize]
                    {
                        rows.push(*value);
                    }
                }
                if !rows.is_empty() {
                    wanted.push((transaction.lsn, rows));
                }
                for did in &transaction.did {
                    if let Did::Signal(word, name) = did {
                        let table: usize = name[1..].parse().expect("a number");
                        active[table] = *word == "CAPSTART";
                    }
                }
            }
            let mut found: Vec<(u64, Vec<u64>)> = Vec::new();
            let mut is_open = false;
            let mut schemas = 0;
            let empty = Vec::new();
            let puts = self.queues.get(&(map as usize)).unwrap_or(&empty);
            let messages = puts.iter().flat_map(|put| {
                let message = Message::decode(&put.body).expect("a message");
                // No row here is too long for a message.
                let is_short = put.body.len() <= 300 || message.header.kind == Kind::Schema;
                assert!(is_short, "seed {seed}: {} bytes", put.body.len());
                assert_eq!(put.id, message.header.key.to_id(), "seed {seed}");
                message.unpack().expect("transactions")
            });
            for (at, message) in messages.enumerate() {
                let header = message.header;
                assert_eq!(header.key.sequence, at as u64 + 1, "seed {seed}");
                schemas += u32::from(header.kind == Kind::Schema);
                assert_eq!(header.schema_version, schemas, "seed {seed}");
                if header.kind != Kind::Transaction {
                    assert!(!is_open || header.kind == Kind::Schema, "seed {seed}");
                    continue;
                }
                assert_eq!(header.is_first, !is_open, "seed {seed}");
                if header.is_first {
                    found.push((header.commit_lsn, Vec::new()));
                }
                let (lsn, rows) = found.last_mut().expect("one was begun");
                assert_eq!(*lsn, header.commit_lsn, "seed {seed}");
                rows.extend(Operations::of(&message).map(|operation| {
                    let operation = operation.expect("an operation");
                    assert_eq!(operation.action, Action::Insert);
                    let row = operation.change().expect("rows").new.expect("a new row");
                    let first = row.into_iter().next().expect("a column").expect("a cell");
                    let crate::message::Cell::Text(text) = first else {
                        panic!("text");
                    };
                    let text = std::str::from_utf8(text).expect("digits");
                    text.parse::<u64>().expect("a number")
                }));
                is_open = !header.is_last;
            }
            assert!(!is_open, "seed {seed}");
            assert_eq!(found, wanted, "seed {seed}, map {map}");
        }
    }
}

/// The unit of work is committed.
fn put(queues: &mut BTreeMap<usize, Vec<Put>>, restart: &mut Restart, capture: &mut Capture) {
    let (unit, new) = capture.unit().expect("a unit");
    for put in &unit.puts {
        queues.entry(put.map).or_default().push(put.clone());
    }
    // As it is read again.
    *restart = Restart::decode(&new.encode().expect("short")).expect("a restart message");
}

/// Puts the unit. It may be backed out and tried again, and the program may not hear how it ended.
fn break_unit(
    random: &mut SplitMix64,
    queues: &mut BTreeMap<usize, Vec<Put>>,
    restart: &mut Restart,
    capture: &mut Capture,
    now_ms: u64,
) {
    while random.chance(20) {
        capture.unit().expect("a unit");
        capture.backed_out();
    }
    if random.chance(4) {
        // Not committed, and not heard of: the program is at its end. What it knows is what the message says.
        capture.unit().expect("a unit");
        capture.restart.epoch = 0;
        return;
    }
    put(queues, restart, capture);
    if random.chance(4) {
        // Committed, and not heard of.
        return;
    }
    capture.committed(now_ms);
}
