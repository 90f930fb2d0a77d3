//! The queue manager of this process: made by the first connection, and there until the process ends.

use crate::place::Place;
use ferromq::{EmbeddedConnection, QueueManager, Session, Settings};
use ferromq_admin::{EXIT_OK, Script};
use ferromq_capi::road::{Canceller, Road};
use ferromq_client::ConnectFailure;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Connected;
use ferromq_mqi::{ObjectName, Reason};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

static HOME: Mutex<Option<&'static QueueManager>> = Mutex::new(None);

/// The process that has the queue manager; 0 when none has. Looked at before the lock is taken: in the child of a
/// `fork` somebody who is not there may hold it.
static OWNER: AtomicU32 = AtomicU32::new(0);

/// The process that has, or has had, the lock of it; 0 when none has.
static LOCKED_BY: AtomicU32 = AtomicU32::new(0);

/// A connection to the queue manager of this process, which is created and started if this is the first; `None` when
/// the options name another.
///
/// # Errors
/// Inside: `MQRC_Q_MGR_NOT_AVAILABLE` when it cannot be started or a command of `FERROMQ_MQSC` fails, with the cause on
/// standard error; otherwise the reason of the connect.
pub fn connect(options: &ConnectOptions) -> Option<Result<Box<dyn Road>, ConnectFailure>> {
    // A program that is a client elsewhere may name a group of queue managers.
    let options = &ConnectOptions {
        q_mgr_name: options.q_mgr_name.asked_by_client(),
        ..options.clone()
    };
    let wanted = options.q_mgr_name;
    match OWNER.load(Ordering::Acquire) {
        0 => {}
        owner if owner == std::process::id() => {}
        owner => {
            let name = Place::of_environment().name_for(wanted)?;
            let text = format!(
                "the queue manager '{name}' is in process {owner}, of which this is a child"
            );
            return Some(Err(not_available(text)));
        }
    }
    let Some(mut home) = home() else {
        let name = Place::of_environment().name_for(wanted)?;
        let text = format!(
            "the queue manager '{name}' was being started in the process of which this is a child"
        );
        return Some(Err(not_available(text)));
    };
    let manager = match *home {
        Some(manager) => {
            let is_meant = wanted.is_blank() || wanted == manager.engine().name();
            is_meant.then_some(manager)?
        }
        None => {
            let place = Place::of_environment();
            let name = place.name_for(wanted)?;
            match begin(&place, &name) {
                // Programs end without telling their libraries, so it is never taken down.
                Ok(manager) => {
                    OWNER.store(std::process::id(), Ordering::Release);
                    *home.insert(Box::leak(Box::new(manager)))
                }
                Err(failure) => {
                    // A program in C sees nothing but the reason.
                    tell(&format!("libferromq: {}", failure.text));
                    return Some(Err(failure));
                }
            }
        }
    };
    drop(home);
    Some(join(manager, options))
}

/// What is there of it, locked; `None` in the child of a fork, when a thread of its parent had the lock then: nobody gives it back.
fn home() -> Option<MutexGuard<'static, Option<&'static QueueManager>>> {
    let own = std::process::id();
    match LOCKED_BY.load(Ordering::Acquire) {
        0 => {}
        by if by == own => {}
        _ => {
            let home = match HOME.try_lock() {
                Ok(home) => home,
                Err(TryLockError::Poisoned(home)) => home.into_inner(),
                Err(TryLockError::WouldBlock) => return None,
            };
            LOCKED_BY.store(own, Ordering::Release);
            return Some(home);
        }
    }
    LOCKED_BY.store(own, Ordering::Release);
    Some(HOME.lock().unwrap_or_else(PoisonError::into_inner))
}

fn join(
    manager: &'static QueueManager,
    options: &ConnectOptions,
) -> Result<Box<dyn Road>, ConnectFailure> {
    let session = manager.connect_with(options);
    let mut session = session.map_err(|reason| {
        let text = format!("queue manager '{}': {reason}", manager.engine().name());
        ConnectFailure::new(reason, text)
    })?;
    let connection_id = session.road().connection_id();
    Ok(Box::new(Inside {
        session,
        q_mgr_name: manager.engine().name(),
        connection_id,
        manager,
    }))
}

fn not_available(text: String) -> ConnectFailure {
    ConnectFailure::new(Reason::Q_MGR_NOT_AVAILABLE, text)
}

/// Starts it, with the command server and the definitions of the environment.
fn begin(place: &Place, name: &str) -> Result<QueueManager, ConnectFailure> {
    if let Err(error) = ObjectName::parse(name) {
        return Err(ConnectFailure::new(
            Reason::Q_MGR_NAME_ERROR,
            format!("'{name}' is no name of a queue manager: {error}"),
        ));
    }
    let failed = |error: String| not_available(format!("queue manager '{name}': {error}"));
    let manager = start(place, name).map_err(|error| failed(error.to_string()))?;
    manager.start_command_server().map_err(failed)?;
    manager.start_queued_publish_subscribe();
    if let Some(file) = &place.mqsc {
        define(&manager, file).map_err(failed)?;
    }
    Ok(manager)
}

fn start(place: &Place, name: &str) -> Result<QueueManager, ferromq::OpenError> {
    let mut settings = Settings {
        developer_objects: true,
        notices: Arc::new(|notice| {
            // Notices that only inform are for operators, and nobody operates this one.
            if !notice.number.ends_with('I') {
                tell(&format!("{}: {}", notice.number, notice.text));
            }
        }),
        ..Settings::default()
    };
    let Some(path) = &place.data_path else {
        // Extents beyond the first few cost nothing until they are needed.
        settings.log.secondary_files = MEMORY_SECONDARY_FILES;
        return QueueManager::in_memory(name, &settings);
    };
    match QueueManager::create(path, name, &settings) {
        Ok(()) | Err(ferromq::OpenError::Exists) => QueueManager::open(path, name, &settings),
        Err(error) => Err(error),
    }
}

/// Runs the commands of a file. The first one that fails makes the whole of no use: what a test would find missing
/// later is told here.
fn define(manager: &QueueManager, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
    let mut script = Script::new(|command: &str| manager.run_command(command));
    let mut printed: String = text.lines().map(|line| script.feed(line)).collect();
    printed.push_str(&script.finish());
    match script.exit_code() {
        EXIT_OK => Ok(()),
        _ => Err(format!("{}:\n{printed}", file.display())),
    }
}

fn tell(line: &str) {
    // A program whose standard error is closed or full goes on all the same.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A connection to it.
struct Inside {
    session: Session<EmbeddedConnection>,
    q_mgr_name: ObjectName,
    connection_id: [u8; 24],
    manager: &'static QueueManager,
}

impl Connected for Inside {
    fn call(&mut self, request: Request) -> Reply {
        self.session.road().call(request)
    }
}

impl Road for Inside {
    fn q_mgr_name(&self) -> ObjectName {
        self.q_mgr_name
    }

    fn connection_id(&self) -> [u8; 24] {
        self.connection_id
    }

    fn is_client(&self) -> bool {
        false
    }

    fn canceller(&self) -> Option<Canceller> {
        let (manager, connection_id) = (self.manager, self.connection_id);
        Some(Box::new(move || {
            // A connection that is gone does not wait.
            let engine = manager.engine();
            let _ = engine.cancel_wait(&connection_id, Reason::XWAIT_CANCELED);
        }))
    }
}

/// With extents of 4 MB, room for about 250 MB of uncommitted work.
const MEMORY_SECONDARY_FILES: u32 = 60;

#[cfg(test)]
#[path = "home_tests.rs"]
mod tests;
