//! A message for several queues that cannot travel as one: it is put back on the transmission queue, once for each of them, in the unit of work of its get.

use super::fronted::FrontedPut;
use super::undelivered::Letter;
use bytes::Bytes;
use ferromq_mqi::call::{GetReply, Request};
use ferromq_mqi::distribution_header::Destinations;
use ferromq_mqi::extension::{make_extension, take_extension};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{ObjectDescriptor, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};
use ferromq_wire::field::Form;
use ferromq_wire::message_channel::Envelope;
use ferromq_wire::text::Text;

/// See the module.
#[derive(Debug)]
pub(super) struct Apart {
    /// The descriptor it has on the transmission queue.
    outer: MsgDescriptor,
    /// What the messages have in common.
    inner: MsgDescriptor,
    data: Bytes,
    destinations: Destinations,
    next: usize,
    pub(super) under_syncpoint: bool,
}

impl Apart {
    /// Of a message in this envelope.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn of(
        got: &GetReply,
        envelope: &Envelope,
        under_syncpoint: bool,
    ) -> Result<Self, Reason> {
        let mut inner = envelope.descriptor.clone();
        let mut data = got.body.slice(Envelope::BYTES..);
        let destinations = Destinations::take(&mut inner, &mut data)?;
        take_extension(&mut inner, &mut data)?;
        Ok(Self {
            outer: got.descriptor.clone(),
            inner,
            data,
            destinations,
            next: 0,
            under_syncpoint,
        })
    }

    /// Bytes of data that were put in its stead.
    pub(super) fn bytes(&self) -> u64 {
        (self.data.len() as u64).saturating_mul(self.next as u64)
    }

    /// Whether its data may begin with properties.
    pub(super) fn may_have_properties(&self) -> bool {
        self.inner.format == rfh2::FORMAT
    }

    /// Puts the next of its messages on this transmission queue; `None` when all were.
    pub(super) fn next(
        &mut self,
        queue: ObjectName,
        identifier: impl FnOnce() -> [u8; 24],
    ) -> Option<FrontedPut> {
        let object = self.destinations.objects.get(self.next)?;
        let mut descriptor = self.destinations.descriptor_of(self.next, &self.inner);
        if descriptor.msg_id == MQMI_NONE {
            descriptor.msg_id = identifier();
        }
        let outer = MsgDescriptor {
            msg_id: MQMI_NONE,
            correl_id: descriptor.msg_id,
            encoding: MQENC_NATIVE,
            ..self.outer.clone()
        };
        let extension = make_extension(&mut descriptor, outer.coded_char_set_id);
        let envelope = Envelope {
            q_name: Text(*object.object_name.bytes()),
            q_mgr_name: Text(*object.object_q_mgr_name.bytes()),
            descriptor,
        };
        let mut front = Vec::with_capacity(Envelope::BYTES);
        envelope.encode(Form::new(ByteOrder::NATIVE), &mut front);
        front.extend(extension.into_iter().flatten());
        self.next += 1;
        let syncpoint = match self.under_syncpoint {
            true => MQPMO_SYNCPOINT,
            false => MQPMO_NO_SYNCPOINT,
        };
        let request = Request::Put1 {
            object: Box::new(ObjectDescriptor::queue(queue.as_str())),
            descriptor: outer,
            options: PutOptions {
                options: syncpoint | MQPMO_SET_ALL_CONTEXT,
                ..PutOptions::default()
            },
            body: self.data.clone(),
        };
        Some(FrontedPut { request, front })
    }

    /// The message that was put last, as it should have gone.
    pub(super) fn letter(&self) -> Option<Letter> {
        let index = self.next.checked_sub(1)?;
        let object = self.destinations.objects.get(index)?;
        Some(Letter {
            descriptor: self.destinations.descriptor_of(index, &self.inner),
            data: self.data.clone(),
            to: (object.object_name, object.object_q_mgr_name),
            under_syncpoint: self.under_syncpoint,
        })
    }
}
