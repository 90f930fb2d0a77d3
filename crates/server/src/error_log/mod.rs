//! The notice log of a queue manager: `errors/AMQERR01.LOG`, the two before it, and where else notices are to go.
//!
//! Whoever tells something leaves it here and goes on: event loops and service threads tell things, and a disk may be slow,
//! or stand still. A thread of its own writes them, in the order they came. How many may wait has a bound; those beyond are
//! counted, and the count is written. At the end and when an invariant is broken, what waits is written by who asks for it.

mod failure_record;
mod files;
mod layout;
mod settings;
mod syslog;
mod writer;

use crate::lock_order;
pub use failure_record::RecordFacts;
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use ferromq_mqi::generated::notices::FMQ0165;
use ferromq_mqi::notice::Severity;
use ferromq_qmgr::{Notice, NoticeSink};
use layout::LogEntry;
use settings::thread_number;
pub use settings::{ErrorLogSettings, LogFacts};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use writer::Writer;

/// Notices that may wait for the disk.
const WAITING_MAX: usize = 4096;
/// How often counts are looked after that nothing else brings up.
const COUNTS_INTERVAL: Duration = Duration::from_secs(60);
/// How long [`ErrorLog::flush`] waits for who is writing.
const PATIENCE: Duration = Duration::from_secs(2);

/// What waits for the disk.
#[derive(Debug, Default)]
struct Waiting {
    notices: VecDeque<LogEntry>,
    /// Those there was no room for.
    lost: u64,
    /// The thread is told to end. Who tells something now writes it.
    ended: bool,
}

impl Waiting {
    fn is_empty(&self) -> bool {
        self.notices.is_empty() && self.lost == 0
    }
}

#[derive(Debug)]
struct Log {
    waiting: Mutex<Waiting, lock_order::ErrorLogWaiting>,
    came: Condvar,
    file: Mutex<Writer, lock_order::ErrorLogFile>,
    /// That of a thread that breaks an invariant.
    last_stack: Mutex<Option<String>, lock_order::ErrorLogStack>,
}

impl Log {
    fn new(file: Writer) -> Self {
        Self {
            waiting: Mutex::default(),
            came: Condvar::new(),
            file: Mutex::new(file),
            last_stack: Mutex::default(),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock()
    }

    /// Leaves a notice to be written. Does not wait for the disk.
    fn put(&self, notice: Notice) {
        let mut waiting = self.waiting();
        if waiting.notices.len() < WAITING_MAX {
            let (at, thread) = (SystemTime::now(), thread_number());
            waiting.notices.push_back(LogEntry { at, thread, notice });
        } else {
            waiting.lost += 1;
        }
        let ended = waiting.ended;
        drop(waiting);
        if ended {
            self.flush();
        } else {
            self.came.notify_one();
        }
    }

    /// Writes what waits now.
    fn write_waiting(&self, file: &mut Writer) {
        let (notices, lost) = {
            let mut waiting = self.waiting();
            let notices = std::mem::take(&mut waiting.notices);
            (notices, std::mem::take(&mut waiting.lost))
        };
        for entry in notices {
            let stack = match entry.severity() {
                Severity::Terminating => self.last_stack.lock().clone(),
                _ => None,
            };
            file.take(&entry, stack.as_deref());
        }
        if lost > 0 {
            let notice = Notice::of(&FMQ0165, &[&lost]);
            let (at, thread) = (SystemTime::now(), thread_number());
            file.take(&LogEntry { at, thread, notice }, None);
        }
    }

    /// The thread: writes until the end.
    fn run(&self) {
        loop {
            let mut waiting = self.waiting();
            if waiting.is_empty() && !waiting.ended {
                let waited = self.came.wait_timeout(waiting, COUNTS_INTERVAL);
                waiting = waited.0;
            }
            let ended = waiting.ended;
            drop(waiting);
            let mut file = self.file.lock();
            self.write_waiting(&mut file);
            file.tell_counts(SystemTime::now(), ended);
            if ended {
                return;
            }
        }
    }

    /// See [`ErrorLog::flush`].
    fn flush(&self) {
        let began = Instant::now();
        loop {
            match self.file.try_lock() {
                Some(mut file) => return self.write_all(&mut file),
                None if began.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                // The disk stands still, or who writes is on its way down itself.
                None => break,
            }
        }
        for entry in std::mem::take(&mut self.waiting().notices) {
            writer::to_stderr(&entry);
        }
    }

    fn write_all(&self, file: &mut Writer) {
        self.write_waiting(file);
        let ended = self.waiting().ended;
        file.tell_counts(SystemTime::now(), ended);
    }
}

/// See the module. Dropping it writes what waits; what sinks are told later is written at once.
///
/// A notice that cannot be written goes to the standard error stream instead. None is forced to disk.
#[derive(Debug)]
pub struct ErrorLog(Arc<Log>);

impl ErrorLog {
    /// The log with everything that is said of it.
    ///
    /// # Errors
    /// When the directory cannot be made, a file not be opened, or there is no thread to write.
    pub fn open(settings: ErrorLogSettings) -> io::Result<Self> {
        let file = Writer::open(settings)?;
        let log = Arc::new(Log::new(file));
        let written = Arc::clone(&log);
        std::thread::Builder::new()
            .name("error log".to_owned())
            .spawn(move || written.run())?;
        Ok(Self(log))
    }

    /// A sink that leaves notices here. Refusals that applications bring about are written once, and then counted.
    #[must_use]
    pub fn sink(&self) -> NoticeSink {
        let log = Arc::clone(&self.0);
        Arc::new(move |notice| log.put(notice))
    }

    /// From now on entries say whose log it is: the QMID, which is known when the queue manager is open. May wait for the disk.
    pub fn set_q_mgr_id(&self, q_mgr_id: &str) {
        let mut file = self.0.file.lock();
        self.0.write_waiting(&mut file);
        file.set_q_mgr_id(q_mgr_id);
    }

    /// Writes what was told until now, on this thread. Waits two seconds for the disk, and then uses the standard error
    /// stream.
    pub fn flush(&self) {
        self.0.flush();
    }

    /// For who does not own the log, such as a panic hook: writes a notice and all before it at once, on this thread, and a failure record
    /// with this stack.
    pub fn last_words(&self) -> impl Fn(Notice, &str) + Send + Sync + 'static {
        let log = Arc::clone(&self.0);
        move |notice, stack| {
            *log.last_stack.lock() = Some(stack.to_owned());
            log.put(notice);
            log.flush();
        }
    }
}

impl Drop for ErrorLog {
    fn drop(&mut self) {
        self.0.waiting().ended = true;
        self.0.came.notify_one();
        self.0.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq::diagnostics::Diagnostics;
    use std::fs;
    use std::path::PathBuf;

    struct Home(PathBuf);

    fn settings(home: &Home) -> ErrorLogSettings {
        ErrorLogSettings {
            directory: home.0.clone(),
            facts: LogFacts::default(),
            diagnostics: Diagnostics::default(),
            records: RecordFacts::default(),
        }
    }

    impl Home {
        fn new(test: &str) -> Self {
            let name = format!("ferromq-{test}-{}", std::process::id());
            let directory = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&directory);
            Self(directory)
        }

        fn text(&self) -> String {
            fs::read_to_string(self.0.join("AMQERR01.LOG")).unwrap()
        }
    }

    impl Drop for Home {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn notice(number: &'static str, text: &str) -> Notice {
        Notice::told(number, text)
    }

    #[test]
    fn who_tells_something_does_not_wait_for_the_disk() {
        let home = Home::new("slow-errors");
        let log = ErrorLog::open(settings(&home)).unwrap();
        let sink = log.sink();
        // As long as somebody writes.
        let writing = log.0.file.lock();
        for text in ["one", "two", "three"] {
            sink(notice("FMQ0005W", text));
        }
        drop(writing);
        log.flush();
        let text = home.text();
        let at = |words: &str| text.find(&format!("FMQ0005W: {words}\n")).unwrap();
        assert!(at("one") < at("two") && at("two") < at("three"), "{text}");
    }

    #[test]
    fn what_there_is_no_room_for_is_counted_and_told() {
        let home = Home::new("many-errors");
        // Nobody writes.
        let log = Log::new(Writer::open(settings(&home)).unwrap());
        for number in 0..WAITING_MAX + 7 {
            log.put(notice("FMQ0005W", &number.to_string()));
        }
        log.flush();
        let text = home.text();
        assert_eq!(text.matches("FMQ0005W: ").count(), WAITING_MAX);
        assert!(text.contains("FMQ0165W: 7 notices"), "{}", &text[..200]);
        log.put(notice("FMQ0005W", "There is room again."));
        log.flush();
        assert!(home.text().contains("There is room again."));
    }

    #[test]
    fn nothing_is_lost_at_the_end_nor_after_it() {
        let home = Home::new("last-errors");
        let log = ErrorLog::open(settings(&home)).unwrap();
        let sink = log.sink();
        sink(notice("AMQ8077W", "User 'jill' is not authorized."));
        sink(notice("AMQ8077W", "User 'jill' is not authorized."));
        sink(notice("FMQ0005W", "last"));
        drop(log);
        let text = home.text();
        assert!(text.contains("FMQ0005W: last\n"), "{text}");
        assert!(text.contains("(2 times since"), "{text}");
        sink(notice("FMQ0005W", "later"));
        assert!(home.text().contains("FMQ0005W: later\n"));
    }

    /// As where an invariant is broken while a notice is written.
    #[test]
    fn who_flushes_does_not_wait_for_ever_for_who_writes() {
        let home = Home::new("stuck-errors");
        let log = ErrorLog::open(settings(&home)).unwrap();
        let writing = log.0.file.lock();
        (log.sink())(notice("FMQ0005W", "to the standard error stream"));
        log.flush();
        assert!(log.0.waiting().is_empty());
        drop(writing);
    }
}
