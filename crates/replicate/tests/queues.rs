//! A queue manager in memory, with what apply asks of one: enough to try it against a real target, and quick.

use bytes::Bytes;
use ferromq_mqi::call::{GetReply, PutReply, Reply, Request};
use ferromq_mqi::generated::constants::{
    MQCO_DELETE_PURGE, MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT, MQGMO_SYNCPOINT,
    MQIA_CURRENT_Q_DEPTH, MQIA_DEFINITION_TYPE, MQIA_MAX_Q_DEPTH, MQMO_MATCH_CORREL_ID,
    MQMO_MATCH_MSG_TOKEN, MQPMO_SYNCPOINT, MQQDT_PERMANENT_DYNAMIC,
};
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::Connected;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The model of spill queues.
pub(crate) const MODEL: &str = "IBMQREP.SPILL.MODELQ";

#[derive(Clone)]
struct Held {
    descriptor: MsgDescriptor,
    body: Bytes,
}

struct Queue {
    /// By what tells one from another: a number that goes up.
    messages: BTreeMap<u64, Held>,
    depth_max: usize,
    /// `GET(DISABLED)`.
    is_get_inhibited: bool,
    /// Put, or got, and not committed.
    uncommitted: usize,
}

struct Contents {
    queues: BTreeMap<String, Queue>,
    next: u64,
    spill_depth_max: usize,
    /// How long a message takes that is browsed one after the other.
    browse_takes: Duration,
    /// Connections that went without MQDISC.
    lost: usize,
}

/// See the module.
#[derive(Clone)]
pub(crate) struct Queues(Arc<Mutex<Contents>>);

impl Queues {
    pub(crate) fn new(names: &[&str]) -> Self {
        let queue = |name: &&str| ((*name).to_owned(), Queue::new(usize::MAX));
        Self(Arc::new(Mutex::new(Contents {
            queues: names.iter().map(queue).collect(),
            next: 1,
            spill_depth_max: usize::MAX,
            browse_takes: Duration::ZERO,
            lost: 0,
        })))
    }

    fn kept(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().expect("nobody has panicked")
    }

    /// A connection.
    pub(crate) fn road(&self) -> Road {
        Road {
            of: self.clone(),
            handles: Vec::new(),
            puts: Vec::new(),
            gets: Vec::new(),
            has_ended: false,
        }
    }

    /// Connections that went without MQDISC, which an operator is told of.
    pub(crate) fn lost(&self) -> usize {
        self.kept().lost
    }

    /// Spill queues that are made from here on take so many.
    pub(crate) fn limit_spill_queues(&self, depth_max: usize) {
        self.kept().spill_depth_max = depth_max;
    }

    /// Each message takes so long to who browses from here on.
    pub(crate) fn slow_browsing(&self, takes: Duration) {
        self.kept().browse_takes = takes;
    }

    /// A queue takes so many.
    pub(crate) fn limit(&self, queue: &str, depth_max: usize) {
        let mut kept = self.kept();
        kept.queues.get_mut(queue).expect("there").depth_max = depth_max;
    }

    pub(crate) fn depth(&self, queue: &str) -> usize {
        let kept = self.kept();
        let queue = kept.queues.get(queue);
        queue.map_or(0, |it| it.messages.len() + it.uncommitted)
    }

    /// Nobody gets anything from a queue.
    pub(crate) fn inhibit_gets(&self, queue: &str) {
        let mut kept = self.kept();
        kept.queues.get_mut(queue).expect("there").is_get_inhibited = true;
    }

    /// How long the messages on a queue last.
    pub(crate) fn expiries(&self, queue: &str) -> Vec<i32> {
        let kept = self.kept();
        let queue = kept.queues.get(queue).expect("there");
        let of = |held: &Held| held.descriptor.expiry;
        queue.messages.values().map(of).collect()
    }

    /// The texts that are on a queue.
    pub(crate) fn texts(&self, queue: &str) -> Vec<String> {
        let kept = self.kept();
        let queue = kept.queues.get(queue).expect("there");
        let text = |held: &Held| String::from_utf8_lossy(&held.body).into_owned();
        queue.messages.values().map(text).collect()
    }

    /// What is on a queue is gone.
    pub(crate) fn clear(&self, queue: &str) {
        let mut kept = self.kept();
        kept.queues.get_mut(queue).expect("there").messages.clear();
    }

    pub(crate) fn put(&self, queue: &str, descriptor: MsgDescriptor, body: Bytes) {
        self.kept().put(queue, Held { descriptor, body });
    }
}

impl Queue {
    fn new(depth_max: usize) -> Self {
        Self {
            messages: BTreeMap::new(),
            depth_max,
            is_get_inhibited: false,
            uncommitted: 0,
        }
    }
}

impl Contents {
    fn put(&mut self, queue: &str, held: Held) {
        let number = self.next;
        self.next += 1;
        if let Some(queue) = self.queues.get_mut(queue) {
            queue.messages.insert(number, held);
        }
    }
}

struct Handle {
    queue: String,
    /// The message the cursor is at.
    at: u64,
}

/// A connection, with its unit of work. What is uncommitted when it goes is backed out.
pub(crate) struct Road {
    of: Queues,
    handles: Vec<Handle>,
    puts: Vec<(String, Held)>,
    gets: Vec<(String, u64, Held)>,
    has_ended: bool,
}

impl Road {
    fn open(&mut self, mut descriptor: ObjectDescriptor) -> Result<Reply, Reason> {
        let mut kept = self.of.kept();
        let mut name = descriptor.object_name.as_str().to_owned();
        if name == MODEL {
            name = descriptor.dynamic_q_name.as_str().to_owned();
            if kept.queues.contains_key(&name) {
                return Err(Reason::OBJECT_ALREADY_EXISTS);
            }
            let queue = Queue::new(kept.spill_depth_max);
            kept.queues.insert(name.clone(), queue);
            descriptor.object_name = ObjectName::truncated(&name);
        }
        if !kept.queues.contains_key(&name) {
            return Err(Reason::UNKNOWN_OBJECT_NAME);
        }
        self.handles.push(Handle { queue: name, at: 0 });
        let handle = ObjectHandle(i32::try_from(self.handles.len()).expect("few"));
        let descriptor = Box::new(descriptor);
        Ok(Reply::Opened { handle, descriptor })
    }

    fn handle(&mut self, handle: ObjectHandle) -> &mut Handle {
        let at = usize::try_from(handle.0 - 1).expect("a handle");
        &mut self.handles[at]
    }

    fn put(
        &mut self,
        queue: &str,
        descriptor: MsgDescriptor,
        options: &PutOptions,
        body: Bytes,
    ) -> Result<Reply, Reason> {
        let held = Held {
            descriptor: descriptor.clone(),
            body,
        };
        let mut kept = self.of.kept();
        let found = kept.queues.get_mut(queue);
        let found = found.ok_or(Reason::UNKNOWN_OBJECT_NAME)?;
        if found.messages.len() + found.uncommitted >= found.depth_max {
            return Err(Reason::Q_FULL);
        }
        if options.options & MQPMO_SYNCPOINT != 0 {
            found.uncommitted += 1;
            self.puts.push((queue.to_owned(), held));
        } else {
            kept.put(queue, held);
        }
        Ok(Reply::Put(Box::new(PutReply {
            reason: Reason::NONE,
            descriptor,
            resolved_q_name: ObjectName::truncated(queue),
            resolved_q_mgr_name: ObjectName::truncated("QM1"),
        })))
    }

    fn get(
        &mut self,
        handle: ObjectHandle,
        like: &MsgDescriptor,
        options: &GetOptions,
    ) -> Result<Reply, Reason> {
        let wait = u64::try_from(options.wait_interval_ms).unwrap_or(0);
        let until = Instant::now() + Duration::from_millis(wait);
        loop {
            if let Some(reply) = self.try_get(handle, like, options)? {
                if options.options & MQGMO_BROWSE_NEXT != 0 {
                    let takes = self.of.kept().browse_takes;
                    std::thread::sleep(takes);
                }
                return Ok(reply);
            }
            if Instant::now() >= until {
                return Err(Reason::NO_MSG_AVAILABLE);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn try_get(
        &mut self,
        handle: ObjectHandle,
        like: &MsgDescriptor,
        options: &GetOptions,
    ) -> Result<Option<Reply>, Reason> {
        let of = self.of.clone();
        let mut kept = of.kept();
        let cursor = self.handle(handle);
        let name = cursor.queue.clone();
        let queue = kept.queues.get_mut(&name).ok_or(Reason::Q_DELETED)?;
        if queue.is_get_inhibited {
            return Err(Reason::GET_INHIBITED);
        }
        let has = |option: i32| options.options & option == option;
        let behind = match has(MQGMO_BROWSE_NEXT) {
            true => cursor.at,
            false => 0,
        };
        let matches = |number: u64, held: &Held| {
            let token = number_of(&options.msg_token);
            (options.match_options & MQMO_MATCH_MSG_TOKEN == 0 || token == number)
                && (options.match_options & MQMO_MATCH_CORREL_ID == 0
                    || held.descriptor.correl_id == like.correl_id)
        };
        let mut found = queue.messages.range(behind + 1..);
        let found = found.find(|(number, held)| matches(**number, held));
        let Some((number, held)) = found.map(|(number, held)| (*number, held.clone())) else {
            return Ok(None);
        };
        if has(MQGMO_BROWSE_NEXT) || has(MQGMO_BROWSE_FIRST) {
            cursor.at = number;
        } else {
            queue.messages.remove(&number);
            if has(MQGMO_SYNCPOINT) {
                queue.uncommitted += 1;
                self.gets.push((name, number, held.clone()));
            }
        }
        let mut options = options.clone();
        options.msg_token[..8].copy_from_slice(&number.to_be_bytes());
        let data_length = u32::try_from(held.body.len()).expect("short");
        Ok(Some(Reply::Got(Box::new(GetReply {
            reason: Reason::NONE,
            descriptor: held.descriptor,
            options,
            body: held.body,
            data_length,
        }))))
    }

    fn inquire(&mut self, handle: ObjectHandle, selectors: &[i32]) -> Result<Reply, Reason> {
        let name = self.handle(handle).queue.clone();
        let kept = self.of.kept();
        let queue = kept.queues.get(&name).ok_or(Reason::Q_DELETED)?;
        let depth = queue.messages.len() + queue.uncommitted;
        let value = |selector: &i32| match *selector {
            MQIA_CURRENT_Q_DEPTH => i32::try_from(depth).expect("few"),
            MQIA_MAX_Q_DEPTH => i32::try_from(queue.depth_max).unwrap_or(i32::MAX),
            MQIA_DEFINITION_TYPE => MQQDT_PERMANENT_DYNAMIC,
            other => panic!("nobody has asked for {other}"),
        };
        Ok(Reply::Inquired {
            ints: selectors.iter().map(value).collect(),
            chars: Bytes::new(),
            reason: Reason::NONE,
        })
    }

    fn end_unit(&mut self, commits: bool) {
        let mut kept = self.of.kept();
        for (queue, held) in self.puts.drain(..) {
            if let Some(queue) = kept.queues.get_mut(&queue) {
                queue.uncommitted -= 1;
            }
            if commits {
                kept.put(&queue, held);
            }
        }
        for (queue, number, held) in self.gets.drain(..) {
            if let Some(queue) = kept.queues.get_mut(&queue) {
                queue.uncommitted -= 1;
                if !commits {
                    queue.messages.insert(number, held);
                }
            }
        }
    }

    fn answer(&mut self, request: Request) -> Result<Reply, Reason> {
        match request {
            Request::Open { descriptor, .. } => self.open(descriptor),
            Request::Close { handle, options } => {
                let name = self.handle(handle).queue.clone();
                if options & MQCO_DELETE_PURGE != 0 {
                    self.of.kept().queues.remove(&name);
                }
                Ok(Reply::Done(Reason::NONE))
            }
            Request::Put1 {
                object,
                descriptor,
                options,
                body,
            } => self.put(object.object_name.as_str(), descriptor, &options, body),
            Request::Get {
                handle,
                descriptor,
                options,
                ..
            } => self.get(handle, &descriptor, &options),
            Request::Inquire {
                handle, selectors, ..
            } => self.inquire(handle, &selectors),
            Request::Commit => {
                self.end_unit(true);
                Ok(Reply::Done(Reason::NONE))
            }
            Request::Disconnect => {
                self.has_ended = true;
                self.end_unit(true);
                Ok(Reply::Done(Reason::NONE))
            }
            Request::BackOut => {
                self.end_unit(false);
                Ok(Reply::Done(Reason::NONE))
            }
            other => panic!("nobody has asked for {other:?}"),
        }
    }
}

impl Connected for Road {
    fn call(&mut self, request: Request) -> Reply {
        self.answer(request).unwrap_or_else(Reply::Failed)
    }
}

impl Drop for Road {
    fn drop(&mut self) {
        self.end_unit(false);
        self.of.kept().lost += usize::from(!self.has_ended);
    }
}

fn number_of(token: &[u8; 16]) -> u64 {
    let (number, _) = token.split_at(8);
    u64::from_be_bytes(number.try_into().expect("eight bytes"))
}
