//! The thread of a lane: its connection, and what is done over it, one thing after the other.

use super::asked::{Ahead, Behind, Trouble, locked};
use super::{Job, Lane, Lanes, Session};
use crate::dialogue::{Ear, Heard};
use crate::ftp::FtpRemote;
use crate::remote::{Host, Kind, Leave, Login, Remote, is_of_connection};
use crate::sftp::SftpRemote;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// A connection that is not used is ended after so long.
const IDLE: Duration = Duration::from_secs(10);
/// A connection that was lost is made anew so often, after twice as long each time,
const AGAIN_MAX: u32 = 5;
/// the first time after so long.
const AGAIN: Duration = Duration::from_millis(250);
/// Whoever waits for a session looks so often.
const SESSION_LOOK: Duration = Duration::from_millis(20);

/// What the connection is at.
pub(super) enum Open {
    Nothing,
    Reading(Arc<Ahead>, u64),
    Writing(Arc<Behind>),
}

/// A lane at work, on its thread.
pub(super) struct Work<'a> {
    pub(super) lanes: &'a Lanes,
    pub(super) lane: &'a Arc<Lane>,
    pub(super) remote: Option<(Login, Box<dyn Remote>, Session<'a>)>,
    pub(super) open: Open,
}

impl<'a> Work<'a> {
    pub(super) fn new(lanes: &'a Lanes, lane: &'a Arc<Lane>) -> Self {
        Self {
            lanes,
            lane,
            remote: None,
            open: Open::Nothing,
        }
    }

    pub(super) fn run(mut self) {
        while let Some(job) = self.next() {
            match job {
                Job::Ask(number, question) => self.answer(number, question),
                Job::Read(ahead) => self.read(&ahead),
                Job::Write(behind) => {
                    let written = self.write(&behind);
                    self.note(&behind, written);
                }
                Job::Force(behind) => {
                    let forced = self.write(&behind).and_then(|()| self.force(&behind));
                    let mut state = locked(&behind.state);
                    state.is_force_asked = false;
                    drop(state);
                    self.note(&behind, forced);
                }
            }
        }
    }

    /// The next thing to do; none when there has been none for some time.
    pub(super) fn next(&mut self) -> Option<Job> {
        let mut state = locked(&self.lane.state);
        let mut has_waited = false;
        loop {
            if self.lane.are_closed.load(Ordering::Acquire) {
                state.jobs.clear();
            }
            if let Some(job) = state.jobs.pop_front() {
                return Some(job);
            }
            if state.is_closed || has_waited {
                state.has_thread = false;
                return None;
            }
            let waited = self.lane.wakes.wait_timeout(state, IDLE);
            let (again, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            (state, has_waited) = (again, timeout.timed_out());
        }
    }

    /// Waits for threads that may still be at the same files, no longer than a server may say nothing.
    pub(super) fn wait_for_older(&self, most: Duration) {
        let (lanes, lane) = (self.lanes, self.lane);
        let has_older = || {
            let old = lanes.before.upgrade();
            old.is_some_and(|old| locked(&old.threads).0 > 0) && lanes.began.elapsed() < most
        };
        let has_same = || {
            let old = lane.before.upgrade();
            old.is_some_and(|old| locked(&old.state).has_thread) && lane.began.elapsed() < most
        };
        while !lane.has_ended() && (has_older() || has_same()) {
            std::thread::sleep(SESSION_LOOK);
        }
    }

    pub(super) fn connect(&self, login: &Login) -> io::Result<Box<dyn Remote>> {
        let leave: Arc<dyn Leave> = Arc::<Lane>::clone(self.lane);
        let ear = Ear::new(self.lanes.servers.dialogue(), &login.host);
        match login.host.kind {
            Kind::Sftp => {
                let (host, user) = (&login.host, &login.credential.user);
                ear.hears(|| format!("> connect to {}:{} as {user}", host.host, host.port));
                let connected = SftpRemote::connect(login, &self.lanes.met, leave);
                ear.hears(|| match &connected {
                    Ok(_) => "< connected".to_owned(),
                    Err(error) => format!("< {error}"),
                });
                Ok(Box::new(Heard::new(connected?, ear)))
            }
            Kind::Ftp | Kind::Ftps => Ok(Box::new(FtpRemote::connect(login, leave, ear)?)),
        }
    }

    /// The connection to a server.
    pub(super) fn remote(&mut self, server: &str) -> io::Result<&mut dyn Remote> {
        let login = self.lanes.servers.login(server, &self.lane.user)?;
        let is_well = self.remote.as_ref().is_some_and(|(known, remote, _)| {
            *known == login && !remote.is_out_of_step() && !remote.is_reading()
        });
        if !is_well {
            self.drop_connection();
            self.wait_for_older(login.host.timeout);
            let session = self.session(&login.host)?;
            let remote = self.connect(&login)?;
            self.remote = Some((login, remote, session));
        }
        match &mut self.remote {
            Some((_, remote, _)) => Ok(&mut **remote),
            None => Err(io::ErrorKind::NotConnected.into()),
        }
    }

    /// The connection a file is open on: another one does not do.
    pub(super) fn current(&mut self, server: &str) -> io::Result<&mut dyn Remote> {
        let login = self.lanes.servers.login(server, &self.lane.user)?;
        match &mut self.remote {
            Some((known, remote, _)) if *known == login && !remote.is_out_of_step() => {
                Ok(&mut **remote)
            }
            _ => Err(io::ErrorKind::ConnectionReset.into()),
        }
    }

    /// A place among the sessions with a server, when there is one.
    pub(super) fn session(&self, host: &Host) -> io::Result<Session<'a>> {
        loop {
            {
                let mut sessions = locked(&self.lanes.sessions);
                let count = sessions.entry(host.name.clone()).or_insert(0);
                if *count < host.sessions_max {
                    *count += 1;
                    return Ok(Session(self.lanes, host.name.clone()));
                }
            }
            self.lane.leave()?;
            std::thread::sleep(SESSION_LOOK);
        }
    }

    pub(super) fn drop_connection(&mut self) {
        self.remote = None;
        if let Open::Writing(behind) = std::mem::replace(&mut self.open, Open::Nothing) {
            // Nobody knows how much of it has come.
            let lost = Trouble::of(&io::ErrorKind::ConnectionReset.into());
            locked(&behind.state).trouble.get_or_insert(lost);
        }
    }

    /// Ends what is open, for something else: what the server says to a file that was written is said of that file.
    pub(super) fn end_open(&mut self) {
        if let Open::Writing(behind) = &self.open {
            let behind = Arc::clone(behind);
            let ended = self.end_written(&behind);
            self.note(&behind, ended);
        }
        self.open = Open::Nothing;
    }

    pub(super) fn end_written(&mut self, behind: &Behind) -> io::Result<()> {
        self.lane.leave()?;
        self.current(&behind.place.server)?.finish()?;
        self.open = Open::Nothing;
        locked(&behind.state).is_ended = true;
        Ok(())
    }

    /// Does something that may be done again, over another connection when the one there was is lost.
    pub(super) fn retried<T>(
        &mut self,
        server: &str,
        mut does: impl FnMut(&mut dyn Remote, bool) -> io::Result<T>,
    ) -> io::Result<T> {
        self.end_open();
        let mut wait = AGAIN;
        let mut was_connected = self.remote.is_some();
        let mut again = false;
        for _ in 0..AGAIN_MAX {
            self.lane.leave()?;
            self.open = Open::Nothing;
            let lane = self.lane;
            let done = match self.remote(server) {
                Ok(remote) => {
                    was_connected = true;
                    lane.leave().and_then(|()| does(remote, again))
                }
                // A server that was never there is not waited for.
                Err(error) if !was_connected => return Err(error),
                Err(error) => Err(error),
            };
            let refused = |error: &io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
            match done {
                Err(error) if is_of_connection(&error) || refused(&error) => self.drop_connection(),
                other => return other,
            }
            let began = Instant::now();
            while began.elapsed() < wait {
                self.lane.leave()?;
                std::thread::sleep(SESSION_LOOK);
            }
            wait *= 2;
            again = true;
        }
        self.remote(server).and_then(|remote| does(remote, true))
    }
}
