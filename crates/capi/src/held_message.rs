//! A message handle of the program while calls use it.

use ferromq_mqi::call::{GetReply, Reply};
use ferromq_mqi::message_handle::{MessageHandle, get_into};
use ferromq_mqi::options::GetOptions;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// A handle, and the connection it was made for.
pub(crate) struct Held {
    pub(crate) hconn: i32,
    pub(crate) handle: Mutex<MessageHandle>,
}

impl Held {
    /// The handle, for the length of a call.
    ///
    /// # Errors
    /// `MQRC_MSG_HANDLE_IN_USE` while another thread's call has it.
    pub(crate) fn lock(&self) -> Result<MutexGuard<'_, MessageHandle>, Reason> {
        match self.handle.try_lock() {
            Ok(handle) => Ok(handle),
            Err(TryLockError::Poisoned(handle)) => Ok(handle.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Reason::MSG_HANDLE_IN_USE),
        }
    }
}

/// A get by `call`, into a handle if there is one. Without a descriptor that of the handle says what is wanted. Source: MQGMO, MsgHandle.
///
/// # Errors
/// `MQRC_MD_ERROR` with neither, `MQRC_MSG_HANDLE_IN_USE`, and what `call` answers.
pub(crate) fn get_message(
    handle: Option<&Held>,
    descriptor: Option<MsgDescriptor>,
    options: GetOptions,
    buffer_len: u32,
    call: impl Fn(MsgDescriptor, GetOptions, u32) -> Result<Reply, Reason>,
) -> Result<Box<GetReply>, Reason> {
    let got = |reply| match reply {
        Reply::Got(reply) => Ok(reply),
        _ => Err(Reason::UNEXPECTED_ERROR),
    };
    let Some(handle) = handle else {
        let descriptor = descriptor.ok_or(Reason::MD_ERROR)?;
        return got(call(descriptor, options, buffer_len)?);
    };
    let mut handle = handle.lock()?;
    let descriptor = descriptor.unwrap_or_else(|| handle.descriptor().clone());
    let reply = get_into(
        &mut handle,
        &descriptor,
        &options,
        buffer_len,
        |options, room| got(call(descriptor.clone(), options.clone(), room)?).map(|reply| *reply),
    )?;
    Ok(Box::new(reply))
}
