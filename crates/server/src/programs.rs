//! The programs of services: they are started, watched and stopped here, as the user of the queue manager.
//!
//! One thread waits for each program and reaps it. A process number is used under the lock only, while the program is known not
//! to have been reaped, so that no signal ever goes to a stranger.

mod environment;
mod inserts;

use crate::lock_order::ServicePrograms;
use ferromq_admin::status::Moment;
use ferromq_admin::{ServiceError, ServiceState, ServiceStatus, Services};
use ferromq_base::lock::{Condvar, Mutex, MutexGuard};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQSVC_CONTROL_MANUAL, MQSVC_CONTROL_Q_MGR, MQSVC_TYPE_SERVER,
};
use ferromq_mqi::generated::notices::{AMQ5028, AMQ5029, AMQ5030, FMQ0168};
use ferromq_qmgr::{Notice, NoticeSink, QueueManager as Engine};
pub(crate) use inserts::Inserts;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// Programs that may run at once.
const PROGRAMS_MAX: usize = 256;
/// Stack of a thread that waits for a program.
const STACK_BYTES: usize = 128 * 1024;
/// Who may read what programs print.
const OUTPUT_MODE: u32 = 0o640;

/// See the module.
pub(crate) struct Programs {
    engine: Engine,
    notices: NoticeSink,
    inserts: Inserts,
    state: Mutex<State, ServicePrograms>,
    /// A server was reaped.
    ended: Condvar,
}

#[derive(Default)]
struct State {
    /// By the name of the service.
    servers: BTreeMap<String, Server>,
    /// Programs in all.
    programs: usize,
    /// The queue manager ends: nothing is started any more.
    ending: bool,
}

struct Server {
    definition: Definition,
    process: Pid,
    start: Moment,
    stopping: bool,
}

/// Which of the two programs of a service.
#[derive(Clone, Copy)]
struct Program {
    command: Attr,
    arguments: Attr,
}

const START: Program = Program {
    command: Attr::Startcmd,
    arguments: Attr::Startarg,
};
const STOP: Program = Program {
    command: Attr::Stopcmd,
    arguments: Attr::Stoparg,
};

impl Programs {
    pub(crate) fn new(engine: Engine, notices: NoticeSink, inserts: Inserts) -> Arc<Self> {
        Arc::new(Self {
            engine,
            notices,
            inserts,
            state: Mutex::new(State::default()),
            ended: Condvar::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    fn tell(&self, notice: Notice) {
        (self.notices)(notice);
    }

    /// Starts the services that start with the queue manager. One that cannot be is told of, and the queue manager runs
    /// without it.
    pub(crate) fn start_controlled(self: &Arc<Self>) {
        for definition in self.engine.definitions(ObjectKind::Service) {
            if definition.int(Attr::Control) == MQSVC_CONTROL_MANUAL {
                continue;
            }
            if let Err(error) = self.begin(&definition) {
                let name = definition.name();
                self.tell(Notice::of(&FMQ0168, &[&name, &words(&error)]));
            }
        }
    }

    /// Begins to stop the services that end with the queue manager: by their stop programs, or else by SIGTERM. Those that
    /// are stopping already are left alone.
    pub(crate) fn stop_controlled(self: &Arc<Self>) {
        let mut first = false;
        let names: Vec<String> = {
            let mut state = self.state();
            first |= !std::mem::replace(&mut state.ending, true);
            let ends = |server: &Server| ends_with_queue_manager(server) && !server.stopping;
            let servers = state.servers.iter().filter(|(_, server)| ends(server));
            servers.map(|(name, _)| name.clone()).collect()
        };
        for name in names {
            let definition = self
                .state()
                .servers
                .get(&name)
                .map(|it| it.definition.clone());
            let Some(definition) = definition else {
                continue;
            };
            let stopped = match definition.text(STOP.command).trim() {
                "" => Err(ServiceError::NoCommand),
                _ => self.end(&definition),
            };
            if stopped.is_err() {
                self.signal(&name, Signal::TERM);
            }
        }
        if first {
            self.stop_commands();
        }
    }

    /// Runs the stop programs of services that are commands and end with the queue manager.
    fn stop_commands(self: &Arc<Self>) {
        for definition in self.engine.definitions(ObjectKind::Service) {
            let ends = definition.int(Attr::Control) == MQSVC_CONTROL_Q_MGR;
            if ends && !is_server(&definition) && !definition.text(STOP.command).is_empty() {
                // Nothing is left to be done about one that cannot be run.
                let _ = self.run(&definition, STOP);
            }
        }
    }

    /// Waits for those that were told to stop, and kills what is left when the time is over.
    pub(crate) fn wait_for_stopped(&self, patience: Duration) {
        let began = Instant::now();
        let mut state = self.state();
        let mut killed = false;
        while state.servers.values().any(ends_with_queue_manager) {
            let left = patience.saturating_sub(began.elapsed());
            if left.is_zero() {
                if killed {
                    // They are in the system's hands.
                    return;
                }
                killed = true;
                let servers = state.servers.values();
                for server in servers.filter(|server| ends_with_queue_manager(server)) {
                    let _ = rustix::process::kill_process_group(server.process, Signal::KILL);
                }
            }
            let wait = if killed { Duration::from_secs(1) } else { left };
            state = self.ended.wait_timeout(state, wait).0;
        }
    }

    fn signal(&self, name: &str, signal: Signal) {
        let mut state = self.state();
        if let Some(server) = state.servers.get_mut(name) {
            server.stopping = true;
            // It has not been reaped, so the number is its own; it may have ended.
            let _ = rustix::process::kill_process_group(server.process, signal);
        }
    }

    fn begin(self: &Arc<Self>, definition: &Definition) -> Result<(), ServiceError> {
        let name = definition.name().to_string();
        if !is_server(definition) {
            let process_id = self.run(definition, START)?;
            self.tell(Notice::of(&AMQ5030, &[&name, &process_id]));
            return Ok(());
        }
        let mut state = self.state();
        if state.servers.contains_key(&name) {
            return Err(ServiceError::AlreadyActive);
        }
        let child = self.spawn(&mut state, definition, START, 0)?;
        let Some(process) = Pid::from_raw(i32::try_from(child.id()).unwrap_or(0)) else {
            return Err(ServiceError::NotStarted(
                "it has no process number".to_owned(),
            ));
        };
        let server = Server {
            definition: definition.clone(),
            process,
            start: Moment::at_us(now_us()),
            stopping: false,
        };
        self.tell(Notice::of(&AMQ5028, &[&name, &child.id()]));
        state.servers.insert(name.clone(), server);
        drop(state);
        let programs = Arc::clone(self);
        self.watch(child, move |child| programs.reap(&name, child));
        Ok(())
    }

    fn end(self: &Arc<Self>, definition: &Definition) -> Result<(), ServiceError> {
        let name = definition.name().to_string();
        if is_server(definition) && !self.state().servers.contains_key(&name) {
            return Err(ServiceError::NotActive);
        }
        self.run(definition, STOP)?;
        if let Some(server) = self.state().servers.get_mut(&name) {
            server.stopping = true;
        }
        Ok(())
    }

    /// Runs a program nobody watches, and gives back its process number.
    fn run(
        self: &Arc<Self>,
        definition: &Definition,
        program: Program,
    ) -> Result<u32, ServiceError> {
        let mut state = self.state();
        let server = state.servers.get(definition.name().as_str());
        let of_server = server.map_or(0, |server| server.process.as_raw_nonzero().get());
        let child = self.spawn(&mut state, definition, program, of_server)?;
        drop(state);
        let process_id = child.id();
        let programs = Arc::clone(self);
        self.watch(child, move |mut child| {
            // However it ended, it is over.
            let _ = child.wait();
            programs.state().programs -= 1;
        });
        Ok(process_id)
    }

    /// Starts a process and counts it.
    fn spawn(
        &self,
        state: &mut State,
        definition: &Definition,
        program: Program,
        server: i32,
    ) -> Result<Child, ServiceError> {
        if state.ending && program.command == START.command {
            let ends = "the queue manager is ending".to_owned();
            return Err(ServiceError::NotPossible(ends));
        }
        if state.programs >= PROGRAMS_MAX {
            let most = format!("{PROGRAMS_MAX} programs of services run");
            return Err(ServiceError::NotPossible(most));
        }
        let text = |attr| {
            let text = definition.text(attr).trim();
            self.inserts
                .put_in(text, definition.name().as_str(), server)
        };
        let path = text(program.command);
        if path.is_empty() {
            return Err(ServiceError::NoCommand);
        }
        if !path.starts_with('/') {
            return Err(ServiceError::NotStarted(format!(
                "'{path}' is no whole path"
            )));
        }
        let mut command = Command::new(&path);
        command
            .args(inserts::split(&text(program.arguments)))
            .envs(self.environment()?)
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(output(&text(Attr::Stdout))?)
            .stderr(output(&text(Attr::Stderr))?);
        let child = command.spawn().map_err(|error| failed(&path, &error))?;
        state.programs += 1;
        Ok(child)
    }

    /// What is added to the queue manager's own environment: for all queue managers, then for this one.
    fn environment(&self) -> Result<Vec<(OsString, OsString)>, ServiceError> {
        let mut all = Vec::new();
        for directory in [&self.inserts.data_path, &self.inserts.q_mgr_data_path] {
            let found = environment::variables(Path::new(directory));
            all.extend(found.map_err(|error| failed(&format!("{directory}/service.env"), &error))?);
        }
        Ok(all)
    }

    /// Hands a program to a thread that waits for it. Without a thread it is waited for when the queue manager ends: the
    /// system reaps it then.
    fn watch(&self, child: Child, wait: impl FnOnce(Child) + Send + 'static) {
        let thread = std::thread::Builder::new()
            .name("service program".into())
            .stack_size(STACK_BYTES);
        if let Err(error) = thread.spawn(move || wait(child)) {
            self.tell(Notice::of(&FMQ0168, &[&"?", &error]));
        }
    }

    /// Waits for the program of a server. It is reaped with the lock held, so that nobody uses its number afterwards.
    fn reap(&self, name: &str, mut child: Child) {
        if let Some(process) = Pid::from_raw(i32::try_from(child.id()).unwrap_or(0)) {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while let Err(rustix::io::Errno::INTR) =
                rustix::process::waitid(WaitId::Pid(process), options)
            {}
        }
        let mut state = self.state();
        let status = child.wait();
        state.servers.remove(name);
        state.programs -= 1;
        drop(state);
        self.ended.notify_all();
        let pid = child.id();
        self.tell(Notice::of(&AMQ5029, &[&name, &pid, &how(status)]));
    }
}

/// The programs, as commands see them.
pub(crate) struct Commanded(pub(crate) Arc<Programs>);

impl Services for Commanded {
    fn start(&self, service: &Definition) -> Result<(), ServiceError> {
        self.0.begin(service)
    }

    fn stop(&self, service: &Definition) -> Result<(), ServiceError> {
        self.0.end(service)
    }

    fn running(&self) -> Vec<ServiceStatus> {
        let state = self.0.state();
        let shown = state.servers.values().map(|server| ServiceStatus {
            definition: server.definition.clone(),
            state: match server.stopping {
                true => ServiceState::Stopping,
                false => ServiceState::Running,
            },
            process_id: server.process.as_raw_nonzero().get().unsigned_abs(),
            start: server.start.clone(),
        });
        shown.collect()
    }
}

fn is_server(definition: &Definition) -> bool {
    definition.int(Attr::Servtype) == MQSVC_TYPE_SERVER
}

fn ends_with_queue_manager(server: &Server) -> bool {
    server.definition.int(Attr::Control) == MQSVC_CONTROL_Q_MGR
}

/// Where a program prints to: behind what the file holds, or nowhere.
fn output(path: &str) -> Result<Stdio, ServiceError> {
    if path.is_empty() {
        return Ok(Stdio::null());
    }
    let file: io::Result<File> = OpenOptions::new()
        .create(true)
        .append(true)
        .mode(OUTPUT_MODE)
        .open(path);
    file.map(Stdio::from).map_err(|error| failed(path, &error))
}

fn failed(path: &str, error: &io::Error) -> ServiceError {
    let text = format!("'{path}': {error}");
    match error.kind() {
        io::ErrorKind::PermissionDenied => ServiceError::Denied(text),
        _ => ServiceError::NotStarted(text),
    }
}

fn words(error: &ServiceError) -> String {
    match error {
        ServiceError::AlreadyActive => "it is active already".to_owned(),
        ServiceError::NotActive => "it is not active".to_owned(),
        ServiceError::NoCommand => "its STARTCMD is blank".to_owned(),
        ServiceError::NotStarted(text)
        | ServiceError::Denied(text)
        | ServiceError::NotPossible(text) => text.clone(),
    }
}

fn how(status: io::Result<ExitStatus>) -> String {
    status.map_or_else(|error| error.to_string(), |status| status.to_string())
}

fn now_us() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
    })
}
