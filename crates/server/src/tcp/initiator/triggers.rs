//! Channels that are started because messages have come for them: trigger messages of transmission queues.

use crate::tcp::edge::Edge;
use crate::tcp::initiator::INITIATION_QUEUE;
use ferromq::WaitingConnection;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{FMQ0205, FMQ0206, FMQ0207};
use ferromq_mqi::generated::structs::TriggerMessage;
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::Notice;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Initiation queues that are watched at a time: `MaxInitiators`, as it is where nothing is said.
const WATCHERS_MAX: usize = 3;
/// Channels that are started at a time because messages wait that nobody has told of.
const FORGOTTEN_MAX: usize = 100;
/// A queue that cannot be got from is tried again after so long.
const TRY_AGAIN: Duration = Duration::from_secs(5);

/// The threads that get trigger messages.
pub(crate) struct Watchers {
    edge: Arc<Edge>,
    threads: BTreeMap<String, JoinHandle<()>>,
}

impl Watchers {
    pub(crate) fn new(edge: Arc<Edge>) -> Self {
        Self {
            edge,
            threads: BTreeMap::new(),
        }
    }

    /// Gets trigger messages from a queue, too.
    pub(crate) fn watch(&mut self, queue: &str) {
        self.threads.retain(|_, thread| !thread.is_finished());
        if self.threads.contains_key(queue) {
            return;
        }
        let refuse = |why: &str| {
            self.edge.notice(Notice::of(&FMQ0206, &[&queue, &why]));
        };
        if self.threads.len() >= WATCHERS_MAX {
            return refuse("as many initiation queues are watched as may be");
        }
        let (edge, name) = (Arc::clone(&self.edge), queue.to_owned());
        let thread = std::thread::Builder::new().name("initiation queue".to_owned());
        match thread.spawn(move || watch(&edge, &name)) {
            Ok(thread) => {
                self.edge.board().note_initiator(true);
                self.threads.insert(queue.to_owned(), thread);
            }
            Err(error) => refuse(&error.to_string()),
        }
    }

    /// Waits until the threads have gone, whose gets the end of the edge has ended.
    pub(crate) fn end(self) {
        for (_, thread) in self.threads {
            // One that panicked has said so already.
            let _ = thread.join();
        }
    }
}

/// The body of a thread: until the queue manager ends, or the edge.
fn watch(edge: &Edge, queue: &str) {
    let (mut has_said, mut runs) = (false, true);
    while !edge.is_stopping() {
        let mut has_served = false;
        let mut opened = || {
            has_served = true;
            if !std::mem::replace(&mut runs, true) {
                edge.board().note_initiator(true);
            }
        };
        match serve(edge, queue, &mut opened) {
            Reason::Q_MGR_QUIESCING | Reason::Q_MGR_STOPPING | Reason::Q_MGR_NOT_AVAILABLE => {
                return;
            }
            // `STOP CONN`, of a connection that could be had: there is another one at once. Where the queue manager has gone there is none.
            Reason::CONNECTION_BROKEN if has_served => {}
            Reason::CONNECTION_BROKEN => return,
            reason => {
                if !std::mem::replace(&mut has_said, true) {
                    edge.notice(Notice::of(&FMQ0206, &[&queue, &reason]));
                }
                if std::mem::replace(&mut runs, false) {
                    edge.board().note_initiator(false);
                }
                std::thread::park_timeout(TRY_AGAIN);
            }
        }
    }
}

/// Gets from a queue until that fails, and says why. That it can be got from is told once that is known.
fn serve(edge: &Edge, queue: &str, opened: &mut dyn FnMut()) -> Reason {
    let connection = match edge.connect_agent() {
        Ok(connection) => WaitingConnection::new(connection),
        Err(reason) => return reason,
    };
    let id = connection.connection().connection_id();
    edge.board().note_waiting(id);
    let why = serve_with(edge, queue, connection, opened);
    edge.board().forget_waiting(&id);
    why
}

fn serve_with(
    edge: &Edge,
    queue: &str,
    connection: WaitingConnection,
    opened: &mut dyn FnMut(),
) -> Reason {
    if edge.is_stopping() {
        return Reason::Q_MGR_STOPPING;
    }
    let mut session = connection.session();
    let handle = match session.open(queue, MQOO_INPUT_SHARED | MQOO_FAIL_IF_QUIESCING) {
        Ok(handle) => handle,
        Err(error) => return error.reason,
    };
    let is_inhibited = || {
        let name = ObjectName::truncated(queue);
        let found = edge.engine().definition(ObjectKind::QLocal, &name);
        found.is_some_and(|found| found.int(Attr::Get) == MQQA_GET_INHIBITED)
    };
    if is_inhibited() {
        return Reason::GET_INHIBITED;
    }
    opened();
    let options = GetOptions {
        options: MQGMO_WAIT
            | MQGMO_NO_SYNCPOINT
            | MQGMO_FAIL_IF_QUIESCING
            | MQGMO_ACCEPT_TRUNCATED_MSG,
        wait_interval_ms: MQWI_UNLIMITED,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    loop {
        let most = u32::try_from(TriggerMessage::SIZE).unwrap_or(u32::MAX);
        match session.get(handle, &MsgDescriptor::default(), &options, most) {
            Ok(got) => triggered(edge, &got),
            Err(error) => return error.reason,
        }
    }
}

/// Starts the channel a trigger message is for.
fn triggered(edge: &Edge, got: &GetReply) {
    let is_little = got.descriptor.encoding & MQENC_INTEGER_MASK == MQENC_INTEGER_REVERSED;
    let message = match is_little {
        true => TriggerMessage::decode_le(&got.body),
        false => TriggerMessage::decode_be(&got.body),
    };
    let Ok(message) = message else {
        edge.notice(Notice::of(&FMQ0207, &[&got.body.len()]));
        return;
    };
    let text = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.trim_matches(['\0', ' ']).to_owned()
    };
    let queue = text(&message.q_name);
    let named = [text(&message.trigger_data), text(&message.user_data)];
    let named = named.into_iter().find(|name| !name.is_empty());
    let first_word = |name: String| name.split_whitespace().next().map(str::to_owned);
    let Some(channel) = named
        .and_then(first_word)
        .or_else(|| edge.channel_of_queue(&queue))
    else {
        edge.notice(Notice::of(&FMQ0205, &[&queue, &queue]));
        return;
    };
    if edge.message_definition(&channel).is_none() {
        edge.notice(Notice::of(&FMQ0205, &[&queue, &queue]));
        return;
    }
    edge.trigger(&channel);
}

impl Edge {
    /// The channel that sends what is on a transmission queue.
    fn channel_of_queue(&self, queue: &str) -> Option<String> {
        let kinds = [ObjectKind::Sender, ObjectKind::Server].into_iter();
        let mut all = kinds.flat_map(|kind| self.engine().definitions(kind));
        let found = all.find(|channel| channel.text(Attr::Xmitq).trim_end() == queue)?;
        Some(found.name().as_str().trim_end().to_owned())
    }

    /// Starts channels for which messages wait that no trigger message has told of, or whose trigger message was lost. So many at a
    /// time that others who want something of the channel initiator are not kept waiting.
    pub(crate) fn look_for_messages(&self) {
        let kinds = [ObjectKind::Sender, ObjectKind::Server].into_iter();
        let all = kinds.flat_map(|kind| self.engine().definitions(kind));
        let forgotten = all.filter_map(|channel| {
            let name = channel.name();
            let name = name.as_str().trim_end().to_owned();
            let waits = || self.has_forgotten_messages(&name, channel.text(Attr::Xmitq));
            let is_idle = self.board().plan().phase(&name).is_none();
            (is_idle && !self.is_message_channel_running(&name, "") && waits()).then_some(name)
        });
        for channel in forgotten.take(FORGOTTEN_MAX) {
            self.trigger(&channel);
        }
    }

    /// Whether messages wait on a transmission queue that starts this channel, and nobody gets them.
    fn has_forgotten_messages(&self, channel: &str, queue: &str) -> bool {
        let name = ObjectName::truncated(queue);
        let Some(definition) = self.engine().definition(ObjectKind::QLocal, &name) else {
            return false;
        };
        let data = definition.text(Attr::Trigdata);
        let named = data.split_whitespace().next();
        let starts = definition.int(Attr::Trigger) == MQTC_ON
            && definition.int(Attr::Usage) == MQUS_TRANSMISSION
            && definition.int(Attr::Get) == MQQA_GET_ALLOWED
            && named.is_none_or(|named| named == channel);
        let status = || self.engine().queue_status(&name);
        starts
            && status().is_some_and(|it| {
                // A batch in doubt is settled by the channel, too.
                let waits = it.queue.depth > 0 || it.queue.uncommitted_gets > 0;
                it.input_handles == 0 && waits
            })
    }

    /// Begins to watch the initiation queue of the queue manager, if it is to have a channel initiator.
    pub(crate) fn start_channel_initiator(&self) {
        let control = self.engine().q_mgr_int(Attr::Schinit);
        if control == MQSVC_CONTROL_Q_MGR {
            self.watch_initiation_queue(INITIATION_QUEUE);
        }
    }

    /// Allows or inhibits gets from the transmission queue of a channel, if that is not so already.
    pub(crate) fn let_get(&self, channel: &str, lets: bool) {
        let Some(definition) = self.message_definition(channel) else {
            return;
        };
        // The queue of a cluster is not one channel's.
        let Some(queue) = definition.find_text(Attr::Xmitq) else {
            return;
        };
        let name = ObjectName::truncated(queue);
        let Some(found) = self.engine().definition(ObjectKind::QLocal, &name) else {
            return;
        };
        let (get, trigger) = match lets {
            true => (MQQA_GET_ALLOWED, MQTC_ON),
            false => (MQQA_GET_INHIBITED, MQTC_OFF),
        };
        // A queue without initiation queue or kind of trigger has none to turn off; and only who was stopped gets it back.
        let has_triggers =
            !found.text(Attr::Initq).is_empty() && found.int(Attr::Trigtype) != MQTT_NONE;
        let was_stopped = found.int(Attr::Get) == MQQA_GET_INHIBITED;
        let has_triggers = has_triggers && (was_stopped || !lets);
        let mut changes = vec![
            (MQIA_INHIBIT_GET, Attr::Get, get),
            (MQIA_TRIGGER_CONTROL, Attr::Trigger, trigger),
        ];
        changes.retain(|(_, attr, wanted)| {
            let applies = *attr != Attr::Trigger || has_triggers;
            applies && found.int(*attr) != *wanted
        });
        if changes.is_empty() {
            return;
        }
        let selectors: Vec<i32> = changes.iter().map(|(selector, ..)| *selector).collect();
        let values: Vec<i32> = changes.iter().map(|(.., wanted)| *wanted).collect();
        let set = || -> Result<(), Reason> {
            let mut session = WaitingConnection::new(self.connect_agent()?).session();
            let handle = session.open(name.as_str().trim_end(), MQOO_SET)?;
            session.set(handle, &selectors, &values, &[])?;
            Ok(())
        };
        if let Err(reason) = set() {
            let queue = name.as_str().trim_end();
            let values: [&dyn std::fmt::Display; 2] = [&queue, &reason];
            self.notice(Notice::of(&FMQ0206, &values));
        }
    }
}
