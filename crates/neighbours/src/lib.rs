//! Publish and subscribe between queue managers: an application of the queue manager that makes proxy subscriptions for its
//! neighbours, asks them for what is wanted here, and publishes what they send.
//!
//! Who is a neighbour, and what is told to whom, is a core without input and output ([`Relations`]); [`Exchange`] carries its
//! actions out with the MQI. The queue manager's own distribution sends publications: a neighbour is a subscriber. One
//! thread and one connection work on all of it, and wait in one call. Messages: `docs/formats/publish-between.md`.

mod exchange;
mod fuzz;
mod hearing;
mod kept;
mod lock_order;
mod members;
mod message;
mod neighbour;
mod past;
mod publishing;
mod relations;
mod sender;
mod sets;
mod tries;

pub use exchange::{Exchange, ExchangeControl, Republishes};
pub use fuzz::fuzz_one;
pub use message::{FORMAT, NotUnderstood, Party, Refusal, Request, RequestBody, Role, Token};
pub use neighbour::{Action, Event, RelationStatus, Sender, To};
pub use relations::{NEIGHBOURS_MAX, Relations, Tokens};
pub use sets::{
    INTEREST_BYTES_IN_ALL_MAX, INTEREST_BYTES_MAX, INTERESTS_IN_ALL_MAX, INTERESTS_MAX,
};
