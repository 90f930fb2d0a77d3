//! Threads of the queue manager's own that are connected to it as programs are.

use ferromq_admin::Administered;
use ferromq_base::os::spawn_unsignalled;
use ferromq_base::pauses::Pauses;
use ferromq_mqi::Reason;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, Origin};
use ferromq_qmgr::{Connection, Notice, NoticeSink, QueueManager as Engine};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

/// How soon one that was asked for something is looked at, and woken in case it began to wait meanwhile.
const LOOK_AGAIN_MIN: Duration = Duration::from_micros(20);
/// How often when it takes longer.
const LOOK_AGAIN_MAX: Duration = Duration::from_millis(2);

/// One that was started, with what it is told by.
pub(crate) struct OwnThread<F> {
    pub(crate) flags: Arc<F>,
    pub(crate) connection_id: [u8; 24],
    pub(crate) thread: JoinHandle<()>,
}

impl<F> OwnThread<F> {
    pub(crate) fn is_alive(&self) -> bool {
        !self.thread.is_finished()
    }

    /// Ends its wait for a message, or its pause, so that it looks at its flags.
    pub(crate) fn wake(&self, engine: &Engine) {
        let stopping = Reason::CONNECTION_STOPPING;
        let _ = engine.cancel_wait(&self.connection_id, stopping);
        self.thread.thread().unpark();
    }

    /// Wakes it unless it has done what its flags ask for, or has ended. Answers whether it has.
    pub(crate) fn wake_unless(&self, engine: &Engine, done: impl Fn(&F) -> bool) -> bool {
        let done = !self.is_alive() || done(&self.flags);
        if !done {
            self.wake(engine);
        }
        done
    }

    /// Waits until one that was asked to stop has ended.
    pub(crate) fn await_end(self, engine: &Engine) {
        look_until(|| self.wake_unless(engine, |_| false));
        // A thread that panicked has said so already.
        let _ = self.thread.join();
    }
}

/// What such threads are made of.
pub(crate) struct OwnThreads {
    pub(crate) engine: Engine,
    administered: Weak<Administered>,
    pub(crate) notices: NoticeSink,
}

impl OwnThreads {
    pub(crate) fn new(
        engine: Engine,
        administered: &Arc<Administered>,
        notices: NoticeSink,
    ) -> Self {
        Self {
            engine,
            administered: Arc::downgrade(administered),
            notices,
        }
    }

    /// Connects under that name; `None` to a queue manager that is gone.
    pub(crate) fn connect(
        &self,
        appl_name: &str,
        origin: Origin,
    ) -> Result<Option<(Arc<Administered>, Connection)>, String> {
        let Some(administered) = self.administered.upgrade() else {
            return Ok(None);
        };
        let options = ConnectOptions {
            appl_name: FixedText::truncated(appl_name),
            ..ConnectOptions::default()
        };
        let connection = self.engine.connect(&options, origin);
        let connection = connection.map_err(|reason| reason.to_string())?;
        Ok(Some((administered, connection)))
    }

    /// Starts one that works on this connection.
    pub(crate) fn spawn_quietly<F>(
        &self,
        name: &str,
        flags: Arc<F>,
        connection_id: [u8; 24],
        run: impl FnOnce() + Send + 'static,
    ) -> Result<OwnThread<F>, String> {
        let thread = spawn_unsignalled(name, run).map_err(|error| error.to_string())?;
        Ok(OwnThread {
            flags,
            connection_id,
            thread,
        })
    }

    /// Starts one that works on this connection and tells when it begins and when it ends.
    pub(crate) fn spawn<F>(
        &self,
        name: &str,
        flags: Arc<F>,
        connection_id: [u8; 24],
        (begins, ends): (Notice, Notice),
        run: impl FnOnce() + Send + 'static,
    ) -> Result<OwnThread<F>, String> {
        let notices = Arc::clone(&self.notices);
        self.spawn_quietly(name, flags, connection_id, move || {
            notices(begins);
            run();
            notices(ends);
        })
    }
}

/// Looks again and again until it is done: a wake-up that comes before a wait is lost.
pub(crate) fn look_until(mut is_done: impl FnMut() -> bool) {
    let mut pauses = Pauses::new(LOOK_AGAIN_MIN, LOOK_AGAIN_MAX);
    while !is_done() {
        std::thread::sleep(pauses.failed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::QueueManager;
    use crate::test_place::Place;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn the_end_is_not_kept_waiting_by_a_pause() {
        let place = Place::new("own-thread");
        let manager = QueueManager::open_or_create(&place.0, "QM1").expect("opened");
        let flags = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&flags);
        let thread = std::thread::spawn(move || {
            loop {
                std::thread::park();
                if stop.load(Ordering::Acquire) {
                    break;
                }
            }
        });
        let paused = OwnThread {
            flags,
            connection_id: [0; 24],
            thread,
        };
        paused.flags.store(true, Ordering::Release);
        paused.await_end(manager.engine());
    }
}
