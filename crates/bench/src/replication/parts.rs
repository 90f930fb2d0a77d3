//! The three programs.

use super::{APPLY, Figures, KEYS, Key, Plan};
use crate::failure::Failure;
use crate::histogram::Histogram;
use crate::meter::process_cpu_ns;
use crate::remote::{Entrance, Remote, Sharing};
use ferromq::{GetOptions, MsgDescriptor, ObjectHandle, PutOptions, Reason, Session, mq};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// At the beginning of each message: its number, and when it was put.
pub(super) const STAMP_BYTES: usize = 16;
/// A key in a table: what identifies the message, and when that was put.
const ENTRY_BYTES: usize = 24 + 8;
/// Keys in a table.
const TABLE_KEYS: usize = 200;
/// How long apply waits for a message before it says what it waits for.
const STUCK_AFTER: Duration = Duration::from_secs(600);
/// How often a part says what it has done.
const TELL_EVERY: Duration = Duration::from_millis(100);
/// A message that is out of turn is waited for so long before it is looked for.
const HOLE: Duration = Duration::from_millis(10);

/// Commands that lead each path to the one queue of apply.
pub(super) fn ways(plan: &Plan) -> Vec<String> {
    let one = |path: usize| {
        format!(
            "DEFINE QREMOTE({}) RNAME({APPLY}) RQMNAME(BENCH.FAR) XMITQ(BENCH.OUT.{path})",
            plan.send_queue(path)
        )
    };
    (0..plan.paths).map(one).collect()
}

fn now_ns() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |it| u64::try_from(it.as_nanos()).unwrap_or(u64::MAX))
}

/// A part, from the beginning to its figures.
pub(super) fn run(role: &str, at: &Entrance, plan: &Plan) -> Result<(), Failure> {
    let sharing = Sharing {
        conversations: 1,
        tls: None,
    };
    let mut part = Part {
        session: Session::new(at.connect(&sharing)?),
        plan: plan.clone(),
        told: Instant::now(),
    };
    ferromq_base::output::line("ready");
    let mut line = String::new();
    let stdin = std::io::stdin();
    stdin
        .lock()
        .read_line(&mut line)
        .map_err(Failure::io("reading what to do"))?;
    let cpu_ns = process_cpu_ns();
    let mut figures = match role {
        "capture" => part.capture()?,
        "apply" => part.apply()?,
        "purge" => part.purge()?,
        other => return Err(Failure::Usage(format!("--role {other} is no role"))),
    };
    figures.cpu_ns = process_cpu_ns() - cpu_ns;
    ferromq_base::output::line(&format!("done {}", plan.messages));
    ferromq_base::output::line(&figures.to_text());
    part.session.disconnect()?;
    Ok(())
}

struct Part {
    session: Session<Remote>,
    plan: Plan,
    told: Instant,
}

fn figures(messages: u64, began: Instant, searches: u64, latencies: Histogram) -> Figures {
    Figures {
        messages,
        seconds: began.elapsed().as_secs_f64(),
        cpu_ns: 0,
        searches,
        latencies,
    }
}

fn correl_id(number: u64) -> [u8; 24] {
    let mut id = [0; 24];
    id[..8].copy_from_slice(b"BENCHREP");
    id[16..].copy_from_slice(&number.to_be_bytes());
    id
}

impl Part {
    fn tell(&mut self, done: u64) {
        if self.told.elapsed() >= TELL_EVERY {
            self.told = Instant::now();
            ferromq_base::output::line(&format!("done {done}"));
        }
    }

    /// Puts units of work of one path after the other; one for which there is no room is tried again as a whole.
    fn capture(&mut self) -> Result<Figures, Failure> {
        let mut queues = Vec::new();
        for path in 0..self.plan.paths {
            let name = self.plan.send_queue(path);
            queues.push(self.session.open(&name, mq::MQOO_OUTPUT)?);
        }
        let mut body = vec![0; self.plan.size];
        for (at, byte) in body.iter_mut().enumerate() {
            *byte = (at % 251) as u8;
        }
        let began = Instant::now();
        let (mut number, mut retries, mut unit) = (1, 0, 0usize);
        while number <= self.plan.messages {
            let count = self.plan.batch.min(self.plan.messages + 1 - number);
            let queue = queues[unit % queues.len()];
            match self.put_unit(queue, number, count, &mut body) {
                Ok(()) => {
                    number += count;
                    unit += 1;
                    self.tell(number - 1);
                }
                Err(Failure::Verb(error))
                    if matches!(
                        error.reason,
                        Reason::Q_FULL
                            | Reason::STORAGE_MEDIUM_FULL
                            | Reason::RESOURCE_PROBLEM
                            | Reason::Q_SPACE_NOT_AVAILABLE
                    ) =>
                {
                    self.session.back_out()?;
                    retries += 1;
                    std::thread::sleep(self.plan.retry);
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(figures(
            self.plan.messages,
            began,
            retries,
            Histogram::default(),
        ))
    }

    fn put_unit(
        &mut self,
        queue: ObjectHandle,
        first: u64,
        count: u64,
        body: &mut [u8],
    ) -> Result<(), Failure> {
        for number in first..first + count {
            body[..8].copy_from_slice(&number.to_be_bytes());
            body[8..STAMP_BYTES].copy_from_slice(&now_ns().to_be_bytes());
            let mut descriptor = MsgDescriptor {
                correl_id: correl_id(number),
                persistence: if self.plan.persistent {
                    mq::MQPER_PERSISTENT
                } else {
                    mq::MQPER_NOT_PERSISTENT
                },
                ..MsgDescriptor::default()
            };
            let mut options = PutOptions {
                options: mq::MQPMO_SYNCPOINT | mq::MQPMO_NEW_MSG_ID,
                ..PutOptions::default()
            };
            self.session
                .put(queue, &mut descriptor, &mut options, body.to_vec())?;
        }
        self.session.commit()?;
        Ok(())
    }

    fn depth(&mut self, queue: ObjectHandle) -> Result<u64, Failure> {
        let (values, ..) = self
            .session
            .inquire(queue, &[mq::MQIA_CURRENT_Q_DEPTH], 1, 0)?;
        let depth = values.first().copied().unwrap_or(0);
        Ok(u64::try_from(depth).unwrap_or(0))
    }

    /// Sees every message in sequence and writes keys down. It begins when enough are there.
    fn apply(&mut self) -> Result<Figures, Failure> {
        let mut options = mq::MQOO_BROWSE | mq::MQOO_INQUIRE;
        if self.plan.read_ahead {
            options |= mq::MQOO_READ_AHEAD;
        }
        let queue = self.session.open(APPLY, options)?;
        let keys = self.session.open(KEYS, mq::MQOO_OUTPUT)?;
        let waiting = Instant::now();
        while self.depth(queue)? < self.plan.start_depth {
            if waiting.elapsed() > STUCK_AFTER {
                let text = format!("{} messages never were on the queue", self.plan.start_depth);
                return Err(Failure::Stuck(text));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let began = Instant::now();
        let mut latencies = Histogram::default();
        let mut searches = 0;
        let mut early: BTreeMap<u64, Seen> = BTreeMap::new();
        let mut table = Vec::with_capacity(TABLE_KEYS * ENTRY_BYTES);
        let mut next = 1;
        let mut moved = Instant::now();
        while next <= self.plan.messages {
            let seen = match early.remove(&next) {
                Some(seen) => Some(seen),
                None if self.plan.searches => {
                    searches += 1;
                    self.browse(queue, Some(next), 1_000)?
                }
                None => self.browse(queue, None, 10)?,
            };
            let Some(seen) = seen else {
                if moved.elapsed() > STUCK_AFTER {
                    return Err(Failure::Stuck(format!("message {next} does not come")));
                }
                if !early.is_empty() && moved.elapsed() > HOLE {
                    searches += 1;
                    if let Some(found) = self.browse(queue, Some(next), 0)? {
                        early.insert(next, found);
                    }
                }
                // What waits in the table is for purge.
                self.hand_over(keys, &mut table)?;
                continue;
            };
            moved = Instant::now();
            if seen.number != next {
                early.insert(seen.number, seen);
                continue;
            }
            latencies.record(now_ns().saturating_sub(seen.put_ns));
            table.extend_from_slice(&seen.key);
            table.extend_from_slice(&seen.put_ns.to_be_bytes());
            if table.len() >= TABLE_KEYS * ENTRY_BYTES {
                self.hand_over(keys, &mut table)?;
            }
            self.tell(next);
            next += 1;
        }
        self.hand_over(keys, &mut table)?;
        Ok(figures(self.plan.messages, began, searches, latencies))
    }

    /// Puts a table of keys for purge. They may be lost: they would be found again by their sequence.
    fn hand_over(&mut self, keys: ObjectHandle, table: &mut Vec<u8>) -> Result<(), Failure> {
        if table.is_empty() {
            return Ok(());
        }
        let mut options = PutOptions {
            options: mq::MQPMO_NO_SYNCPOINT | mq::MQPMO_NEW_MSG_ID,
            ..PutOptions::default()
        };
        let mut descriptor = MsgDescriptor {
            persistence: mq::MQPER_NOT_PERSISTENT,
            ..MsgDescriptor::default()
        };
        let body = std::mem::take(table);
        self.session
            .put(keys, &mut descriptor, &mut options, body)?;
        Ok(())
    }

    fn browse(
        &mut self,
        queue: ObjectHandle,
        number: Option<u64>,
        wait_ms: i32,
    ) -> Result<Option<Seen>, Failure> {
        let mut like = MsgDescriptor::default();
        let mut options = GetOptions {
            options: mq::MQGMO_WAIT,
            wait_interval_ms: wait_ms,
            ..GetOptions::default()
        };
        match number {
            Some(number) => {
                like.correl_id = correl_id(number);
                options.options |= mq::MQGMO_BROWSE_FIRST;
                options.match_options = mq::MQMO_MATCH_CORREL_ID;
            }
            None => {
                options.options |= mq::MQGMO_BROWSE_NEXT;
                options.match_options = mq::MQMO_NONE;
            }
        }
        let room = u32::try_from(self.plan.size).unwrap_or(u32::MAX);
        let got = match self.session.get(queue, &like, &options, room) {
            Ok(got) => got,
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let of = |range| -> Option<u64> {
            let bytes: &[u8] = got.body.get::<std::ops::Range<usize>>(range)?;
            Some(u64::from_be_bytes(bytes.try_into().ok()?))
        };
        let (Some(number), Some(put_ns)) = (of(0..8), of(8..STAMP_BYTES)) else {
            return Err(Failure::Wrong("a message has no number".into()));
        };
        let mut key = [0; 24];
        match self.plan.key {
            Key::CorrelId => key = got.descriptor.correl_id,
            Key::MsgId => key = got.descriptor.msg_id,
            Key::Token => key[..16].copy_from_slice(&got.options.msg_token),
        }
        Ok(Some(Seen {
            number,
            put_ns,
            key,
        }))
    }

    /// Gets what is in the tables of keys, a unit of work for each; nothing of the messages is carried.
    fn purge(&mut self) -> Result<Figures, Failure> {
        let queue = self.session.open(APPLY, mq::MQOO_INPUT_SHARED)?;
        let keys = self.session.open(KEYS, mq::MQOO_INPUT_SHARED)?;
        let mut latencies = Histogram::default();
        let mut began = None;
        let mut purged = 0;
        let mut moved = Instant::now();
        while purged < self.plan.messages {
            let options = GetOptions {
                options: mq::MQGMO_WAIT | mq::MQGMO_NO_SYNCPOINT,
                wait_interval_ms: 1_000,
                match_options: mq::MQMO_NONE,
                ..GetOptions::default()
            };
            let room = (TABLE_KEYS * ENTRY_BYTES) as u32;
            let table = match self
                .session
                .get(keys, &MsgDescriptor::default(), &options, room)
            {
                Ok(got) => got.body,
                Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => {
                    if moved.elapsed() > 3 * STUCK_AFTER {
                        return Err(Failure::Stuck(format!("{purged} messages were purged")));
                    }
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            began.get_or_insert_with(Instant::now);
            moved = Instant::now();
            for entry in table.chunks_exact(ENTRY_BYTES) {
                self.purge_one(queue, entry)?;
                purged += 1;
            }
            self.session.commit()?;
            for entry in table.chunks_exact(ENTRY_BYTES) {
                let put_ns = entry[24..].try_into().map_or(0, u64::from_be_bytes);
                latencies.record(now_ns().saturating_sub(put_ns));
            }
            self.tell(purged);
        }
        let began = began.unwrap_or_else(Instant::now);
        Ok(figures(purged, began, 0, latencies))
    }

    fn purge_one(&mut self, queue: ObjectHandle, entry: &[u8]) -> Result<(), Failure> {
        let mut like = MsgDescriptor::default();
        let mut options = GetOptions {
            options: mq::MQGMO_SYNCPOINT | mq::MQGMO_NO_WAIT | mq::MQGMO_ACCEPT_TRUNCATED_MSG,
            ..GetOptions::default()
        };
        let mut id = [0; 24];
        id.copy_from_slice(&entry[..24]);
        match self.plan.key {
            Key::CorrelId => {
                like.correl_id = id;
                options.match_options = mq::MQMO_MATCH_CORREL_ID;
            }
            Key::MsgId => {
                like.msg_id = id;
                options.match_options = mq::MQMO_MATCH_MSG_ID;
            }
            Key::Token => {
                options.msg_token.copy_from_slice(&id[..16]);
                options.match_options = mq::MQMO_MATCH_MSG_TOKEN;
            }
        }
        self.session.get(queue, &like, &options, 0)?;
        Ok(())
    }
}

struct Seen {
    number: u64,
    put_ns: u64,
    key: [u8; 24],
}
