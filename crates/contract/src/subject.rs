//! What a contract needs of the queue manager it looks at.

use crate::trial::Trial;
use ferromq_mqi::Reason;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::options::ConnectOptions;
use ferromq_mqi::session::Connected;
use std::fmt;
use std::time::Duration;

/// A connection by whatever road.
pub type Wire = Box<dyn Connected + Send>;

/// A way to a queue manager that is to be held to the contract.
pub trait Road: Sync {
    /// Its name, for the report.
    fn name(&self) -> &str;

    /// Makes and starts a new queue manager named `QM1`, with default objects and attributes
    /// and a log that holds less than 100 MB.
    /// It ends, and what it left on disk is removed, when the subject is dropped.
    fn new_subject(&self) -> Box<dyn Subject>;

    /// Contracts that cannot hold over this road, each with the reason: full names, or chapters that end
    /// with `::`.
    fn exceptions(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether subjects of this road can do what a contract needs.
    fn offers(&self, need: Need) -> bool;
}

/// A running queue manager at the end of a road.
pub trait Subject: Send + Sync {
    /// Connects an application. Dropping the connection is the death of the application.
    ///
    /// # Errors
    /// The reason of the refusal.
    fn connect(&self, options: &ConnectOptions) -> Result<Wire, Reason>;

    /// Connects an application of a user. A user's groups are the one that is called by the
    /// first four letters of the user's name, and everybody's; those whose names begin with `adm`
    /// administer. There is every group but `missing`. Only for [`Need::Users`].
    ///
    /// # Errors
    /// The reason of the refusal.
    fn connect_as_user(&self, _user: &str, _options: &ConnectOptions) -> Result<Wire, Reason> {
        Err(Reason::FUNCTION_NOT_SUPPORTED)
    }

    /// Runs one MQSC command and gives back what it prints.
    fn command(&self, text: &str) -> (String, CommandOutcome);

    /// Begins a controlled end: connected applications go on, new ones are refused when this
    /// returns. Only for [`Need::Quiesce`].
    fn quiesce(&self) {}

    /// Begins an immediate end: verbs are refused when this returns. Only for
    /// [`Need::Quiesce`].
    fn stop(&self) {}

    /// Ends the queue manager in good order and starts it again. Connections made before are
    /// gone. Only for [`Need::Restart`].
    fn restart(&self) {}

    /// Starts the queue manager again from what a killed process would have left behind. Only
    /// for [`Need::Crash`].
    fn crash(&self) {}

    /// Runs the expiry task now. Only for [`Need::ExpiryTask`].
    fn expire(&self) {}

    /// Lets time pass on the queue manager's clock.
    fn pass(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// What a contract needs beyond a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A queue manager nobody else uses, because the contract changes attributes of it.
    Own,
    /// [`Subject::quiesce`] and [`Subject::stop`].
    Quiesce,
    /// [`Subject::restart`].
    Restart,
    /// [`Subject::crash`].
    Crash,
    /// [`Subject::expire`].
    ExpiryTask,
    /// [`Subject::connect_as_user`].
    Users,
}

impl Need {
    /// True when the contract must have a queue manager to itself.
    pub(crate) fn is_exclusive(self) -> bool {
        !matches!(self, Self::ExpiryTask | Self::Users)
    }
}

/// One promise of the MQI and the function that checks it.
#[derive(Clone, Copy)]
pub struct Contract {
    /// The module it is in.
    pub chapter: &'static str,
    /// A sentence.
    pub name: &'static str,
    /// What it needs.
    pub needs: &'static [Need],
    /// Panics when the promise is not kept.
    pub run: fn(&Trial<'_>),
}

impl Contract {
    /// `chapter::sentence`.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}::{}", self.chapter, self.name)
    }
}

impl fmt::Debug for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full_name())
    }
}

/// Lists the contracts of a chapter, each with what it needs beyond a connection.
macro_rules! contracts {
    ($chapter:literal: $($name:ident $([$($need:ident),+])?),* $(,)?) => {
        pub(crate) const CONTRACTS: &[$crate::subject::Contract] = &[$($crate::subject::Contract {
            chapter: $chapter,
            name: stringify!($name),
            needs: &[$($(crate::Need::$need),+)?],
            run: $name,
        }),*];
    };
}
pub(crate) use contracts;
