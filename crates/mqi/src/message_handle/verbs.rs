//! The verbs of a session, with message handles.

use super::{Getting, MessageHandle, compose, get_into};
use crate::call::GetReply;
use crate::generated::structs::MsgDescriptor;
use crate::options::{GetOptions, ObjectHandle, PutOptions};
use crate::reason::Reason;
use crate::session::{Connected, MqError, Session};
use bytes::Bytes;

impl<C: Connected> Session<C> {
    /// `MQPUT` with `OriginalMsgHandle`, `NewMsgHandle` and the `Action` in the options. Without a descriptor the handles have
    /// it. The new handle has what was put on return.
    ///
    /// # Errors
    /// Those of [`compose`], and the reason of the failed verb.
    pub fn put_with_handles(
        &mut self,
        queue: ObjectHandle,
        descriptor: Option<&mut MsgDescriptor>,
        options: &mut PutOptions,
        (original, new): (Option<&MessageHandle>, Option<&mut MessageHandle>),
        body: impl Into<Bytes>,
    ) -> Result<Reason, MqError> {
        let given = descriptor.as_deref();
        let outgoing = compose(options.action, original, new.as_deref(), given, body.into());
        let outgoing = outgoing.map_err(|reason| failed("MQPUT", reason))?;
        let mut put = outgoing.descriptor.clone();
        let reason = self.put(queue, &mut put, options, outgoing.body.clone())?;
        if let Some(new) = new {
            new.remember_put(&outgoing, &put);
        }
        if let Some(descriptor) = descriptor {
            // What describes the data is the program's; that of the header in front is nothing to it.
            *descriptor = MsgDescriptor {
                version: descriptor.version,
                format: descriptor.format,
                encoding: descriptor.encoding,
                coded_char_set_id: descriptor.coded_char_set_id,
                ..put
            };
        }
        Ok(reason)
    }

    /// `MQGET` with `MsgHandle`, into a buffer of `buffer_len` bytes for the data without properties.
    ///
    /// # Errors
    /// Those of [`get_into`]: the reason of the failed verb.
    pub fn get_into(
        &mut self,
        queue: ObjectHandle,
        descriptor: &MsgDescriptor,
        options: &GetOptions,
        handle: &mut MessageHandle,
        buffer_len: u32,
    ) -> Result<GetReply, MqError> {
        let road = Getter {
            session: self,
            queue,
            descriptor,
        };
        get_into(handle, descriptor, options, buffer_len, road)
            .map_err(|reason| failed("MQGET", reason))
    }
}

struct Getter<'a, C> {
    session: &'a mut Session<C>,
    queue: ObjectHandle,
    descriptor: &'a MsgDescriptor,
}

impl<C: Connected> Getting for Getter<'_, C> {
    fn get(&mut self, options: &GetOptions, buffer_len: u32) -> Result<GetReply, Reason> {
        self.session
            .get(self.queue, self.descriptor, options, buffer_len)
            .map_err(|error| error.reason)
    }

    fn ccsid(&mut self) -> Option<i32> {
        self.session.q_mgr_ccsid()
    }
}

fn failed(verb: &'static str, reason: Reason) -> MqError {
    MqError {
        verb,
        object: String::new(),
        reason,
    }
}
