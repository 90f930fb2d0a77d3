//! Who may connect, and as whom.
//!
//! Three things meet when a client connects, and they meet here, without a socket, a file or a
//! clock:
//!
//! * *Channel authentication records* ([`Rule`], [`Rules`]): what the queue manager says of
//!   channels, addresses, certificates and users. [`Rules::best`] finds the one that counts.
//! * *Connection authentication* ([`ConnectionAuthentication`]): whether a user and a password
//!   have to be given, and whether the user in them is the one the connection runs as.
//! * *Users with passwords* ([`UserFile`]): the format of the queue manager's own password file.
//!
//! [`decide`] puts them together for clients, [`decide_local`] for local programs. It never checks a password itself, because that takes
//! a tenth of a second on purpose: it answers with [`Decision::Verify`] and what will be true
//! if the password is right.
//!
//! [`Guesses`] counts wrong passwords by where they come from.
//!
//! A certificate's name is matched by [`PeerPattern`], which is also what `SSLPEER` of a channel
//! means: attribute by attribute, never by text.
//!
//! Sources: the manual topics on channel authentication records, generic IP addresses, rules
//! for SSLPEER values, and the interaction of CHLAUTH and CONNAUTH.

mod address;
mod caller;
mod decision;
mod fuzz;
mod guesses;
mod local;
mod name_pattern;
mod notices;
mod peer;
mod rule;
mod user_file;

pub use address::{AddressError, AddressPattern};
pub use caller::{Caller, decide_caller};
pub use decision::{
    Applicant, CheckClient, ConnectionAuthentication, Decision, Password, Policy, Refusal,
    RefusalKind, UserRepository, Warned, address_refusal, decide,
};
pub use fuzz::fuzz_one;
pub use guesses::{Guesses, Place};
pub use local::{LocalApplicant, decide_local, user_fits};
pub use name_pattern::GenericName;
pub use notices::Line;
pub use peer::{PeerError, PeerName, PeerPattern};
pub use rule::{ADMINISTRATORS, CheckOfRule, Partner, Rule, Rules, Subject, Target, UserSource};
pub use user_file::{UserFile, UserFileError, hash_password, spend_verification_time};
