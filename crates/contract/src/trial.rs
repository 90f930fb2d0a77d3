//! One run of one contract: connections, and objects with names of its own.

use crate::app::App;
use crate::subject::Subject;
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, ObjectHandle};
use ferromq_mqi::session::Session;
use std::time::Duration;

/// Name of every subject.
pub(crate) const Q_MGR: &str = "QM1";

/// See the module.
pub struct Trial<'a> {
    subject: &'a dyn Subject,
    tag: String,
}

impl std::fmt::Debug for Trial<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trial")
            .field("tag", &self.tag)
            .finish_non_exhaustive()
    }
}

impl<'a> Trial<'a> {
    pub(crate) fn new(subject: &'a dyn Subject, number: usize) -> Self {
        Self {
            subject,
            tag: format!("C{number:03}"),
        }
    }

    pub(crate) fn subject(&self) -> &'a dyn Subject {
        self.subject
    }

    /// A connected application.
    #[track_caller]
    pub(crate) fn connect(&self) -> App {
        self.try_connect(&ConnectOptions::default())
            .expect("connected")
    }

    /// A connected application that displays show under this name.
    #[track_caller]
    pub(crate) fn connect_as(&self, appl_name: &str) -> App {
        let appl_name = FixedText::truncated(appl_name);
        self.try_connect(&ConnectOptions {
            appl_name,
            ..ConnectOptions::default()
        })
        .expect("connected")
    }

    pub(crate) fn try_connect(&self, options: &ConnectOptions) -> Result<App, Reason> {
        self.subject
            .connect(options)
            .map(|wire| App(Session::new(wire)))
    }

    /// A connected application of some user.
    pub(crate) fn connect_as_user(
        &self,
        user: &str,
        options: &ConnectOptions,
    ) -> Result<App, Reason> {
        self.subject
            .connect_as_user(user, options)
            .map(|wire| App(Session::new(wire)))
    }

    /// The full name of an object of this trial.
    pub(crate) fn name(&self, short: &str) -> String {
        format!("{}.{short}", self.tag)
    }

    /// Defines an object of this trial and returns its full name.
    #[track_caller]
    pub(crate) fn define(&self, kind: &str, short: &str, attributes: &str) -> String {
        let name = self.name(short);
        self.mqsc(&format!("DEFINE {kind}('{name}') {attributes}"));
        name
    }

    /// A local queue.
    #[track_caller]
    pub(crate) fn queue(&self, short: &str, attributes: &str) -> String {
        self.define("QLOCAL", short, attributes)
    }

    /// Runs a command that must succeed, and returns what it printed.
    #[track_caller]
    pub(crate) fn mqsc(&self, command: &str) -> String {
        let (text, outcome) = self.subject.command(command);
        assert_eq!(outcome, CommandOutcome::Done, "{command}\n{text}");
        text
    }

    /// True when a command is carried out.
    pub(crate) fn mqsc_works(&self, command: &str) -> bool {
        self.subject.command(command).1 == CommandOutcome::Done
    }

    /// Depth of a queue, by inquiry.
    #[track_caller]
    pub(crate) fn depth(&self, queue: &str) -> i32 {
        self.connect().depth(queue)
    }

    /// Waits until a queue has this depth: what removes messages may not have to be waited for.
    #[track_caller]
    pub(crate) fn await_depth(&self, queue: &str, depth: i32) {
        let mut app = self.connect();
        for _ in 0..500 {
            if app.depth(queue) == depth {
                return;
            }
            self.pass_ms(10);
        }
        assert_eq!(app.depth(queue), depth);
    }

    /// Opens a queue as soon as nobody is in the way: the death of an application may take a
    /// moment to be noticed.
    #[track_caller]
    pub(crate) fn open_when_free(&self, app: &mut App, queue: &str, options: i32) -> ObjectHandle {
        for _ in 0..500 {
            match app.0.open(queue, options) {
                Ok(handle) => return handle,
                Err(error) => assert_eq!(error.reason, Reason::OBJECT_IN_USE),
            }
            self.pass_ms(10);
        }
        panic!("{queue} is still in use");
    }

    pub(crate) fn pass_ms(&self, time_ms: u64) {
        self.subject.pass(Duration::from_millis(time_ms));
    }
}
