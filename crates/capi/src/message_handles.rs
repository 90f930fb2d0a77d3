//! Message handles of the program: which there are, and whose they are.

use crate::handles;
use crate::held_message::Held;
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::MQHC_UNASSOCIATED_HCONN;
use ferromq_mqi::message_handle::MessageHandle;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

static TABLE: RwLock<Option<HashMap<i64, Arc<Held>>>> = RwLock::new(None);
static NEXT: AtomicI64 = AtomicI64::new(0x0200_0000_0001);

/// Lists a new handle for a connection, or for `MQHC_UNASSOCIATED_HCONN`. Gives its number, which is never used twice.
///
/// # Errors
/// `MQRC_HCONN_ERROR`.
pub(crate) fn add(hconn: i32, handle: MessageHandle) -> Result<i64, Reason> {
    if hconn != MQHC_UNASSOCIATED_HCONN {
        handles::find(hconn)?;
    }
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let held = Held {
        hconn,
        handle: Mutex::new(handle),
    };
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    table.get_or_insert_default().insert(number, Arc::new(held));
    Ok(number)
}

/// The handle of a number, for a call on a connection.
///
/// # Errors
/// `MQRC_HCONN_ERROR`; `MQRC_HMSG_ERROR` when there is none, or it was made for another connection.
pub(crate) fn find(hconn: i32, number: i64) -> Result<Arc<Held>, Reason> {
    if hconn != MQHC_UNASSOCIATED_HCONN {
        handles::find(hconn)?;
    }
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    let found = table.as_ref().and_then(|table| table.get(&number));
    found
        .filter(|held| held.hconn == hconn || held.hconn == MQHC_UNASSOCIATED_HCONN)
        .map(Arc::clone)
        .ok_or(Reason::HMSG_ERROR)
}

/// Takes a handle off the list.
///
/// # Errors
/// Those of [`find`], and `MQRC_MSG_HANDLE_IN_USE`.
pub(crate) fn remove(hconn: i32, number: i64) -> Result<(), Reason> {
    drop(find(hconn, number)?.lock()?);
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = table.as_mut() {
        table.remove(&number);
    }
    Ok(())
}

/// Handles end with the connection they were made for.
pub(crate) fn forget_those_of(hconn: i32) {
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = table.as_mut() {
        table.retain(|_, held| held.hconn != hconn);
    }
}
