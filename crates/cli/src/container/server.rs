//! `runmqserver`, `runmqdevserver`: the first process of a container.

use super::console::{Console, Mirror, mirror};
use super::environment::ContainerSettings;
use super::keys::Keys;
use super::scripts::{Own, gather};
use super::{CONFIGURATION, PORT, READY, RUN, SECRETS, metrics};
use crate::arguments::Arguments;
use crate::command::Commands;
use crate::connection::{installation, is_open_still};
use crate::control::automatic::AUTOMATIC_ANSWERS;
use crate::control::{host_name, set_developer_passwords};
use crate::failure::Failure;
use ferromq::Installation;
use ferromq::installation::Listed;
use ferromq_base::output;
use rustix::process::{WaitOptions, wait};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often the process looks after everything.
const LOOK: Duration = Duration::from_millis(100);
/// Exit code: something is wrong, and what was printed.
const FAILED: u8 = 1;
/// Where those who run containers look for the last words of one.
const LAST_WORDS: &str = "/run/termination-log";
/// File systems that are used for data and log where they are mounted.
const DATA_VOLUME: &str = "/mnt/mqm-data/qmgrs";
const LOG_VOLUME: &str = "/mnt/mqm-log/log";
/// The licence of FerroMQ.
const LICENCE: &str = include_str!("../../../../LICENSE");
/// Keys for the page of figures: with some it is encrypted.
const METRICS_KEYS: &str = "/etc/mqm/metrics/pki/keys";

/// Runs `runmqserver`.
pub(crate) fn run(arguments: &Arguments, all: Commands) -> Result<u8, Failure> {
    Ok(contained(arguments.has("-dev"), all))
}

/// Runs `runmqdevserver`.
pub(crate) fn run_for_developers(_: &Arguments, all: Commands) -> Result<u8, Failure> {
    Ok(contained(true, all))
}

/// Runs the container to its end; answers its exit code.
fn contained(developer: bool, all: Commands) -> u8 {
    let get = |variable: &str| std::env::var(variable).ok();
    if get("LICENSE").is_some_and(|license| license == "view") {
        output::say(LICENCE);
        return FAILED;
    }
    let settings = match ContainerSettings::read(&get, developer, Path::new(SECRETS), &host_name())
    {
        Ok(settings) => settings,
        Err(wrong) => {
            output::line(&wrong.to_string());
            leave_last_words(&wrong.to_string());
            return FAILED;
        }
    };
    let console = Arc::new(Console::new(settings.console.clone(), &settings.q_mgr));
    match Container::new(settings, Arc::clone(&console), all).run() {
        Ok(()) => 0,
        Err(problem) => {
            for line in problem.lines() {
                console.complain(line);
            }
            leave_last_words(&problem);
            FAILED
        }
    }
}

fn leave_last_words(problem: &str) {
    // They were printed as well.
    let _ = fs::write(LAST_WORDS, problem);
}

struct Container {
    /// Those it runs are among them.
    commands: Commands,
    settings: ContainerSettings,
    console: Arc<Console>,
    /// The container is to end.
    asked: Arc<AtomicBool>,
    /// The error log needs no more mirroring.
    ended: Arc<AtomicBool>,
}

impl Container {
    fn new(settings: ContainerSettings, console: Arc<Console>, commands: Commands) -> Self {
        Self {
            commands,
            settings,
            console,
            asked: Arc::default(),
            ended: Arc::default(),
        }
    }

    /// From the first line to the last.
    fn run(self) -> Result<(), String> {
        for signal in [SIGTERM, SIGINT] {
            signal_hook::flag::register(signal, Arc::clone(&self.asked))
                .map_err(|error| format!("signal {signal}: {error}"))?;
        }
        let console = &self.console;
        let name = self.settings.q_mgr.clone();
        console.say(&format!("Using queue manager name: {name}"));
        for remark in &self.settings.remarks {
            console.say(remark);
        }
        // What an earlier run of the same container left.
        let _ = fs::remove_file(READY);
        let scripts = self.prepare()?;
        let listed = self.q_mgr(&name, &scripts)?;
        if self.settings.developer {
            let app = self.settings.app_password.as_ref().map(|it| it.as_str());
            let admin = self.settings.admin_password.as_ref().map(|it| it.as_str());
            set_developer_passwords(&listed.data, app, admin).map_err(words)?;
        }
        let mirroring = self.begin_mirroring(&listed)?;
        console.say("Starting queue manager");
        let started = command(self.commands, "strmqm", &["-z", &name]);
        if started.is_err() {
            self.ended.store(true, Ordering::Release);
        }
        started?;
        console.say("Started queue manager");
        self.tell_answers(&listed);
        self.begin_metrics(&name);
        if self.settings.web_server {
            console.say(
                "There is no web server at this level; MQ_ENABLE_EMBEDDED_WEB_SERVER=false asks for none",
            );
        }
        fs::write(READY, "").map_err(|error| format!("{READY}: {error}"))?;
        let outcome = self.look_after(&name, &listed);
        let _ = fs::remove_file(READY);
        self.ended.store(true, Ordering::Release);
        if let Some(mirroring) = mirroring {
            // It prints what is left.
            let _ = mirroring.join();
        }
        if outcome.is_ok() {
            console.say("Queue manager ended");
        }
        outcome
    }

    /// Makes the directories, and gathers what is to be applied; answers where that is.
    fn prepare(&self) -> Result<PathBuf, String> {
        let data = ferromq_mqi::place::data_path().unwrap_or_else(|| PathBuf::from("/var/mqm"));
        // Where it is a link to a volume that was just mounted, its target may be missing.
        let target = fs::read_link(&data).unwrap_or_else(|_| data.clone());
        for directory in [&target, Path::new(RUN)] {
            fs::create_dir_all(directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        self.console.say(&format!(
            "Created directory structure under {}",
            data.display()
        ));
        let run = Path::new(RUN);
        let configuration = Path::new(CONFIGURATION);
        let keys = Keys::gather(&configuration.join("pki"), &run.join("tls/key.pem"))?;
        let scripts = run.join("autocfg");
        let own = Own {
            developer: self.settings.developer,
            app_password: self.settings.app_password.is_some(),
            keys: &keys,
        };
        gather(configuration, &scripts, &own)?;
        Ok(scripts)
    }

    /// The queue manager, made where there is none.
    fn q_mgr(&self, name: &str, scripts: &Path) -> Result<Listed, String> {
        let found = |installation: &Installation| installation.find(name);
        if let Some(listed) = found(&installation().map_err(words)?) {
            self.console
                .say(&format!("Using existing queue manager {name}"));
            return Ok(listed);
        }
        self.console.say(&format!("Creating queue manager {name}"));
        let scripts = scripts.display().to_string();
        let port = PORT.to_string();
        let mut given = vec!["-z", "-q", "-p", &port, "-ic", &scripts, "-ii", &scripts];
        if let Some(pages) = &self.settings.log_file_pages {
            given.extend(["-lf", pages]);
        }
        for (option, volume) in [("-md", DATA_VOLUME), ("-ld", LOG_VOLUME)] {
            // The volume is what is mounted; the directory below it is ours.
            if Path::new(volume).parent().is_some_and(Path::is_dir) {
                fs::create_dir_all(volume).map_err(|error| format!("{volume}: {error}"))?;
                given.extend([option, volume]);
            }
        }
        given.push(name);
        command(self.commands, "crtmqm", &given)?;
        self.console.say("Created queue manager");
        found(&installation().map_err(words)?)
            .ok_or_else(|| format!("queue manager {name} is not there"))
    }

    fn begin_mirroring(
        &self,
        listed: &Listed,
    ) -> Result<Option<std::thread::JoinHandle<()>>, String> {
        if !self.console.settings().mirrors_q_mgr {
            return Ok(None);
        }
        let path = listed.data.join("errors").join("AMQERR01.json");
        let mut log = Mirror::from_the_end(&path);
        let (console, ended) = (Arc::clone(&self.console), Arc::clone(&self.ended));
        let mirroring = std::thread::Builder::new().name("mirror".to_owned());
        let spawned = mirroring.spawn(move || {
            loop {
                // Looked at first, so that nothing that came before is left out.
                let is_last = ended.load(Ordering::Acquire);
                mirror(&console, &mut log);
                if is_last {
                    return;
                }
                std::thread::sleep(LOOK);
            }
        });
        spawned
            .map(Some)
            .map_err(|error| format!("a thread: {error}"))
    }

    /// Prints what the commands at the start answered, where that is asked for.
    fn tell_answers(&self, listed: &Listed) {
        const ANSWERS_BYTES_MAX: usize = 32 << 20;
        if !self.console.settings().mirrors_mqsc {
            return;
        }
        let path = listed.data.join("errors").join(AUTOMATIC_ANSWERS);
        match super::read_bounded(&path, ANSWERS_BYTES_MAX) {
            Ok(answers) => answers.lines().for_each(|line| self.console.say(line)),
            Err(error) => self
                .console
                .complain(&format!("{}: {error}", path.display())),
        }
    }

    fn begin_metrics(&self, name: &str) {
        if !self.settings.metrics {
            return self.console.say("Metrics are disabled");
        }
        // Messages flow without figures, too.
        match metrics::show(name, Path::new(METRICS_KEYS)) {
            Ok(is_secret) => {
                let how = if is_secret { " over TLS" } else { "" };
                let port = metrics::PORT;
                self.console
                    .say(&format!("Started metrics on port {port}{how}"));
            }
            Err(failure) => self
                .console
                .complain(&format!("No metrics: {}", failure.words().trim_end())),
        }
    }

    /// Stays until the container is to end, or its queue manager has ended by itself.
    fn look_after(&self, name: &str, listed: &Listed) -> Result<(), String> {
        while !self.asked.load(Ordering::Relaxed) {
            if reap() && !is_open_still(listed) {
                return Err(format!(
                    "Queue manager {name} has ended: {}",
                    listed.status().words()
                ));
            }
            std::thread::sleep(LOOK);
        }
        let _ = fs::remove_file(READY);
        self.console.say("Stopping queue manager");
        let seconds = self.settings.grace_period_s.to_string();
        let ended = command(
            self.commands,
            "endmqm",
            &["-w", "-r", "-tp", &seconds, "-z", name],
        );
        reap();
        match ended {
            // It had ended by itself meanwhile.
            Err(_) if !is_open_still(listed) => Ok(()),
            ended => ended,
        }
    }
}

/// Takes leave of processes that have ended, our own and those nobody else looks after. True if there were any.
fn reap() -> bool {
    let mut any = false;
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {
        any = true;
    }
    any
}

/// Does what a control command does.
fn command(all: Commands, name: &str, given: &[&str]) -> Result<(), String> {
    let command = all
        .find(name)
        .ok_or_else(|| format!("there is no command {name}"))?;
    let given: Vec<String> = given.iter().map(|word| (*word).to_owned()).collect();
    let arguments =
        Arguments::read(command, &given).map_err(|problem| words(command.refuse(&problem)))?;
    match command.carry_out(&arguments, all) {
        Ok(0) => Ok(()),
        Ok(code) => Err(format!("{name} ended with exit code {code}")),
        Err(failure) => Err(words(failure)),
    }
}

/// What a failure says.
#[allow(clippy::needless_pass_by_value)] // as `map_err` hands it over
fn words(failure: Failure) -> String {
    failure.words().trim_end().to_owned()
}
