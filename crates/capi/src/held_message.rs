//! A message handle of the program while calls use it.

use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::message_handle::{Getting, MessageHandle, get_into};
use ferromq_mqi::options::{GetOptions, ObjectHandle};
use ferromq_mqi::q_mgr_ccsid::QMgrCcsid;
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

/// A get from `queue` by `call`, into a handle if there is one. Without a descriptor that of the handle says what is wanted. Source: MQGMO, MsgHandle.
///
/// # Errors
/// `MQRC_MD_ERROR` with neither, `MQRC_MSG_HANDLE_IN_USE`, and what `call` answers.
pub(crate) fn get_message(
    handle: Option<&Held>,
    queue: ObjectHandle,
    descriptor: Option<MsgDescriptor>,
    options: GetOptions,
    buffer_len: u32,
    ccsid: &QMgrCcsid,
    call: impl Fn(Request) -> Result<Reply, Reason>,
) -> Result<Box<GetReply>, Reason> {
    let Some(handle) = handle else {
        return got(call(Request::Get {
            handle: queue,
            descriptor: descriptor.ok_or(Reason::MD_ERROR)?,
            options,
            buffer_len,
        })?);
    };
    let mut handle = handle.lock()?;
    let descriptor = descriptor.unwrap_or_else(|| handle.descriptor().clone());
    let road = Getter {
        queue,
        descriptor: &descriptor,
        ccsid,
        call,
    };
    get_into(&mut handle, &descriptor, &options, buffer_len, road).map(Box::new)
}

fn got(reply: Reply) -> Result<Box<GetReply>, Reason> {
    match reply {
        Reply::Got(reply) => Ok(reply),
        _ => Err(Reason::UNEXPECTED_ERROR),
    }
}

struct Getter<'a, C> {
    queue: ObjectHandle,
    descriptor: &'a MsgDescriptor,
    ccsid: &'a QMgrCcsid,
    call: C,
}

impl<C: Fn(Request) -> Result<Reply, Reason>> Getting for Getter<'_, C> {
    fn get(&mut self, options: &GetOptions, buffer_len: u32) -> Result<GetReply, Reason> {
        let request = Request::Get {
            handle: self.queue,
            descriptor: self.descriptor.clone(),
            options: options.clone(),
            buffer_len,
        };
        got((self.call)(request)?).map(|reply| *reply)
    }

    fn ccsid(&mut self) -> Option<i32> {
        self.ccsid
            .known(|request| (self.call)(request).unwrap_or_else(Reply::Failed))
    }
}
