//! What the thread of the repository of clusters is told by other threads: definitions that changed, how channels are, commands.

use super::own::clusters_of;
use crate::lock_order;
use ferromq_admin::{ClusterError, SuspendMode};
use ferromq_base::lock::Mutex;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_qmgr::QueueManager as Engine;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, OnceLock};
use std::thread::Thread;

/// A command of an administrator.
pub(super) enum Wanted {
    Suspend(Vec<ObjectName>, SuspendMode),
    Resume(Vec<ObjectName>),
    Refresh {
        clusters: Vec<ObjectName>,
        repositories: bool,
    },
    ForceRemove {
        cluster: ObjectName,
        qmid: String,
        queues: bool,
    },
}

/// One that waits to be carried out, and where whoever gave it waits.
pub(super) struct Command {
    pub(super) wanted: Wanted,
    pub(super) done: SyncSender<Result<(), ClusterError>>,
    pub(super) turn: Arc<CommandTurn>,
}

/// Either it is begun, or whoever gave it gives it up: what was answered as not carried out is not carried out later.
#[derive(Debug, Default)]
pub(super) struct CommandTurn(AtomicBool);

impl CommandTurn {
    /// True for whoever says so first.
    pub(super) fn take(&self) -> bool {
        !self.0.swap(true, Ordering::AcqRel)
    }
}

/// How a channel to a member is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Its queue manager has said who it is.
    Running {
        /// Its identifier.
        qmid: String,
        /// Where it was found: address and port.
        at: (String, u16),
    },
    /// It has failed, or could not be made.
    Failing,
}

/// What has happened since it was taken.
#[derive(Default)]
struct News {
    /// Senders of clusters, by name: how they are. It is kept: who begins anew hears of all of them.
    channels: BTreeMap<String, Reach>,
    /// Those of them that are news.
    changed: BTreeSet<String>,
    commands: Vec<Command>,
    /// Nobody carries out commands any more.
    is_closed: bool,
}

/// See the module.
#[derive(Default)]
pub(crate) struct RepositoryInbox {
    news: Mutex<News, lock_order::ClusterNews>,
    /// Definitions may say something else of clusters.
    changed: AtomicBool,
    stops: AtomicBool,
    thread: OnceLock<Thread>,
    /// Names are asked for.
    asks: Mutex<bool, lock_order::ClusterAsks>,
}

impl RepositoryInbox {
    /// The thread that is woken from now on.
    pub(super) fn serve(&self, thread: Thread) {
        // There is one in the life of a server.
        let _ = self.thread.set(thread);
    }

    pub(super) fn wake(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    /// A definition was made, changed or deleted.
    pub(crate) fn changed(&self) {
        self.changed.store(true, Ordering::Release);
        self.wake();
    }

    /// Names nobody has here are asked for where this queue manager is a member of a cluster, or is about to be one: it has a receiver in one. Elsewhere nobody
    /// waits for an answer there cannot be.
    pub(crate) fn ask_as_defined(&self, engine: &Engine) {
        let mut asks = self.asks.lock();
        let Some(thread) = self.thread.get().filter(|_| !self.stops()) else {
            return;
        };
        let receivers = engine.definitions(ObjectKind::ClusRcvr);
        let is_member = receivers
            .iter()
            .any(|it| !clusters_of(engine, it).is_empty());
        if is_member != std::mem::replace(&mut *asks, is_member) {
            let thread = thread.clone();
            let wake: Box<dyn Fn() + Send + Sync> = Box::new(move || thread.unpark());
            engine.set_asker(is_member.then_some(wake));
        }
    }

    pub(super) fn take_changed(&self) -> bool {
        self.changed.swap(false, Ordering::AcqRel)
    }

    /// Nobody asks any more, and who waits is told so. It has been told to stop.
    pub(super) fn ask_no_more(&self, engine: &Engine) {
        let mut asks = self.asks.lock();
        *asks = false;
        engine.set_asker(None);
    }

    /// How a sender of a cluster is now.
    pub(crate) fn channel(&self, name: &str, reach: Reach) {
        let mut news = self.news.lock();
        news.channels.insert(name.to_owned(), reach);
        news.changed.insert(name.to_owned());
        drop(news);
        self.wake();
    }

    /// Whoever takes what happened begins anew: what is known of channels is news again.
    pub(super) fn begin(&self) {
        let mut news = self.news.lock();
        news.changed = news.channels.keys().cloned().collect();
    }

    /// The channels of which there is news.
    pub(super) fn take_channels(&self) -> Vec<(String, Reach)> {
        let mut news = self.news.lock();
        let changed = std::mem::take(&mut news.changed);
        let channels = changed.into_iter().filter_map(|name| {
            let reach = news.channels.get(&name)?.clone();
            Some((name, reach))
        });
        channels.collect()
    }

    /// How these channels are is news again.
    pub(super) fn look_again_at<'a>(&self, names: impl IntoIterator<Item = &'a String>) {
        self.news.lock().changed.extend(names.into_iter().cloned());
    }

    pub(super) fn take_commands(&self) -> Vec<Command> {
        std::mem::take(&mut self.news.lock().commands)
    }

    /// Leaves a command. False where nobody carries it out any more.
    pub(super) fn command(&self, command: Command) -> bool {
        let mut news = self.news.lock();
        if news.is_closed || self.stops() {
            return false;
        }
        news.commands.push(command);
        drop(news);
        self.wake();
        true
    }

    /// No commands are left here any more.
    pub(super) fn close(&self) {
        self.news.lock().is_closed = true;
    }

    /// Asks it to end.
    pub(crate) fn stop(&self) {
        self.stops.store(true, Ordering::Release);
        self.wake();
    }

    pub(super) fn stops(&self) -> bool {
        self.stops.load(Ordering::Acquire)
    }
}
