//! `MQSUB` and `MQSUBRQ`, as a C program calls them.

use super::{Codes, Laid, Loopback};
use crate::rim::{MQSUB, MQSUBRQ};
use ferromq_mqi::call::{Reply, SubscribeReply};
use ferromq_mqi::generated::layout::{mqcharv, mqsd, mqsro};
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ObjectHandle, SubscriptionDescriptor};

type Sd = Laid<{ mqsd::SIZE }>;

/// Room for a string that is returned.
const ROOM: usize = 10_240;

/// A string that is given, and returned in the same memory.
pub(super) struct Text {
    offset: usize,
    memory: Vec<u8>,
}

impl Text {
    pub(super) fn lay<const SIZE: usize>(sd: &mut Laid<SIZE>, offset: usize, given: &str) -> Self {
        let mut memory = given.as_bytes().to_vec();
        memory.resize(ROOM, b'?');
        sd.string(offset, given);
        let at = memory.as_mut_ptr().expose_provenance();
        sd.bytes(offset + mqcharv::VS_PTR_OFFSET, &at.to_ne_bytes());
        sd.int(offset + mqcharv::VS_BUF_SIZE_OFFSET, ROOM as i32);
        Self { offset, memory }
    }

    pub(super) fn read<const SIZE: usize>(&self, sd: &Laid<SIZE>) -> String {
        let length = sd.get_int(self.offset + mqcharv::VS_LENGTH_OFFSET);
        let length = usize::try_from(length).unwrap_or(0).min(ROOM);
        String::from_utf8_lossy(&self.memory[..length]).into_owned()
    }
}

impl Loopback {
    pub(super) fn subscribe(&self, asked: &SubscriptionDescriptor, queue: ObjectHandle) -> Reply {
        let mut sd = Sd::new(b"SD  ", 1);
        sd.int(mqsd::OPTIONS_OFFSET, asked.options);
        sd.bytes(mqsd::OBJECT_NAME_OFFSET, asked.object_name.bytes());
        sd.bytes(
            mqsd::ALTERNATE_USER_ID_OFFSET,
            asked.alternate_user_id.bytes(),
        );
        sd.int(mqsd::SUB_EXPIRY_OFFSET, asked.sub_expiry);
        sd.bytes(mqsd::SUB_CORREL_ID_OFFSET, &asked.sub_correl_id);
        sd.int(mqsd::PUB_PRIORITY_OFFSET, asked.pub_priority);
        sd.bytes(
            mqsd::PUB_ACCOUNTING_TOKEN_OFFSET,
            &asked.pub_accounting_token,
        );
        let identity = asked.pub_appl_identity_data.bytes();
        sd.bytes(mqsd::PUB_APPL_IDENTITY_DATA_OFFSET, identity);
        sd.int(mqsd::SUB_LEVEL_OFFSET, asked.sub_level);
        sd.string(mqsd::OBJECT_STRING_OFFSET, &asked.object_string);
        sd.string(mqsd::SUB_NAME_OFFSET, &asked.sub_name);
        let user_data = Text::lay(&mut sd, mqsd::SUB_USER_DATA_OFFSET, &asked.sub_user_data);
        let selector = Text::lay(
            &mut sd,
            mqsd::SELECTION_STRING_OFFSET,
            &asked.selection_string,
        );
        let resolved = Text::lay(&mut sd, mqsd::RES_OBJECT_STRING_OFFSET, "");
        let (mut hobj, mut hsub) = (queue.0, -1);
        let mut codes = Codes::new();
        // SAFETY: the structure and its strings live until the function is back, and are as long as they say.
        unsafe {
            MQSUB(
                self.hconn(),
                sd.at(),
                &raw mut hobj,
                &raw mut hsub,
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        let reason = match codes.outcome() {
            Ok(reason) => reason,
            Err(reason) => return Reply::Failed(reason),
        };
        let descriptor = SubscriptionDescriptor {
            options: sd.get_int(mqsd::OPTIONS_OFFSET),
            sub_expiry: sd.get_int(mqsd::SUB_EXPIRY_OFFSET),
            sub_user_data: user_data.read(&sd),
            sub_correl_id: sd.get(mqsd::SUB_CORREL_ID_OFFSET),
            pub_priority: sd.get_int(mqsd::PUB_PRIORITY_OFFSET),
            pub_accounting_token: sd.get(mqsd::PUB_ACCOUNTING_TOKEN_OFFSET),
            pub_appl_identity_data: FixedText::from_field(
                &sd.get::<32>(mqsd::PUB_APPL_IDENTITY_DATA_OFFSET),
            ),
            selection_string: selector.read(&sd),
            sub_level: sd.get_int(mqsd::SUB_LEVEL_OFFSET),
            res_object_string: resolved.read(&sd),
            ..asked.clone()
        };
        Reply::Subscribed(Box::new(SubscribeReply {
            reason,
            descriptor,
            queue: ObjectHandle(hobj),
            subscription: ObjectHandle(hsub),
        }))
    }

    pub(super) fn request_publications(
        &self,
        handle: ObjectHandle,
        action: i32,
        options: i32,
    ) -> Reply {
        let mut sro = Laid::<{ mqsro::SIZE }>::new(b"SRO ", 1);
        sro.int(mqsro::OPTIONS_OFFSET, options);
        let mut codes = Codes::new();
        // SAFETY: as in `subscribe`.
        unsafe {
            MQSUBRQ(
                self.hconn(),
                handle.0,
                action,
                sro.at(),
                &raw mut codes.comp_code,
                &raw mut codes.reason,
            );
        }
        match codes.outcome() {
            Ok(_) => Reply::Requested(sro.get_int(mqsro::NUM_PUBS_OFFSET)),
            Err(reason) => Reply::Failed(reason),
        }
    }
}
