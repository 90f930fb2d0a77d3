//! Topics: strings, patterns, the tree of topics, and who subscribed to what.
//!
//! No input and output, no locks, no messages: what subscribers and retained publications are is the caller's
//! business. `README.md` has the theory and what matching costs.
//!
//! ```
//! use ferromq_topic::{Pattern, Scheme, Subscriptions};
//!
//! let mut subscriptions = Subscriptions::new();
//! subscriptions.insert(&Pattern::parse("USA/+/Juneau", Scheme::Topic)?, 1, "reader");
//! let mut found = Vec::new();
//! subscriptions.matching("USA/Alaska/Juneau", 0, |_, who| found.push(*who));
//! assert_eq!(found, ["reader"]);
//! # Ok::<(), ferromq_topic::TopicStringError>(())
//! ```

mod automaton;
mod fuzz;
mod inherit;
mod pattern;
mod string;
mod subscriptions;
mod tree;
mod trie;

pub use fuzz::fuzz_one;
pub use inherit::{Hosts, Inherited};
pub use pattern::{Pattern, Scheme};
pub use string::{TOPIC_BYTES_MAX, TopicStringError, combine, levels};
pub use subscriptions::Subscriptions;
pub use tree::{NodeState, Shared, Tree};
