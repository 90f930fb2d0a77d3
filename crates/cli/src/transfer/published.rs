//! What agents have published and the coordination queue manager retains.

use super::asking::Asking;
use super::place::Place;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectHandle, SubscriptionDescriptor};
use ferromq_mqi::session::MqError;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_transfer::generated::notices::{BFGCL9502, BFGPR0127};

/// Most publications that are looked at.
const PUBLICATIONS_MAX: usize = 10_000;
/// Longest publication, bytes.
const PUBLICATION_BYTES_MAX: u32 = 4 << 20;

/// What is retained below `SYSTEM.FTE/` with this topic or pattern, at most 10,000 publications.
pub(super) fn retained(place: &Place, topic: &str, program: &str) -> Result<Vec<Vec<u8>>, Failure> {
    let failed = |error: MqError| Failure::text(format!("{}\n", BFGCL9502.line(&[&error])), 1);
    let mut asking = Asking::coordination(place, program)?;
    let session = asking.session();
    let mut subscription = SubscriptionDescriptor {
        object_string: format!("SYSTEM.FTE/{topic}"),
        options: MQSO_CREATE | MQSO_NON_DURABLE | MQSO_MANAGED | MQSO_FAIL_IF_QUIESCING,
        ..SubscriptionDescriptor::default()
    };
    let (queue, _) = session
        .subscribe(&mut subscription, ObjectHandle::NONE)
        .map_err(failed)?;
    let options = GetOptions {
        options: MQGMO_WAIT | MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES,
        wait_interval_ms: 100,
        match_options: MQMO_NONE,
        ..GetOptions::default()
    };
    let mut found = Vec::new();
    while found.len() < PUBLICATIONS_MAX {
        let got = session.get(
            queue,
            &MsgDescriptor::default(),
            &options,
            PUBLICATION_BYTES_MAX,
        );
        match got {
            Ok(message) => found.push(message.body.to_vec()),
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => break,
            Err(error) => return Err(failed(error)),
        }
    }
    asking.end();
    Ok(found)
}

/// The two lines that lists begin with, and that scripts skip.
pub(super) fn head(place: &Place) -> Result<(), Failure> {
    output::line("FerroMQ managed file transfer");
    let has_credentials = place.given.is_some() || place.coordination_way()?.has_credentials();
    output::line(&match has_credentials {
        true => String::new(),
        false => BFGPR0127.line(&[]),
    });
    Ok(())
}
