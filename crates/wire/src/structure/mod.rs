//! Structures of the MQI as they travel: the public layouts with pointers of four bytes that are zero, and
//! strings behind the structure that names them.

mod descriptor;
mod extension;
mod list;
mod subscription;

pub use extension::{BranchHead, ConnectExtension, LocalOpen, OpenAttributes, keeps_context};
pub use list::{ObjectList, PutList};
pub use subscription::{LocalSubscription, StringBuffers, Subscription, SubscriptionRequest};

use ferromq_mqi::distribution::ListPut;
use ferromq_mqi::generated::constants::{
    MQMO_MATCH_CORREL_ID, MQMO_MATCH_MSG_ID, MQOT_Q, MQRL_UNDEFINED,
};
use ferromq_mqi::name::ObjectName;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions, StatusReport};

use crate::field::{CharString, versioned};
use crate::text::Text;

versioned! {
    /// Which object: `MQOD`.
    pub struct Object<'a>, b"OD  " {
        1 => 168 {
            /// `MQOT_*`.
            object_type: i32 = MQOT_Q,
            /// ObjectName
            object_name: Text<48> = Text::BLANK,
            /// ObjectQMgrName
            object_q_mgr_name: Text<48> = Text::BLANK,
            /// DynamicQName
            dynamic_q_name: Text<48> = Text::of("AMQ.*"),
            /// AlternateUserId
            alternate_user_id: Text<12> = Text::BLANK,
        }
        2 => 200 {
            /// RecsPresent and the other words of distribution lists, and the records.
            list: ObjectList = ObjectList::default(),
        }
        3 => 336 {
            /// AlternateSecurityId
            alternate_security_id: [u8; 40] = [0; 40],
            /// ResolvedQName
            resolved_q_name: Text<48> = Text::ZERO,
            /// ResolvedQMgrName
            resolved_q_mgr_name: Text<48> = Text::ZERO,
        }
        4 => 400 {
            /// ObjectString
            object_string: CharString<'a> = CharString::default(),
            /// SelectionString
            selection_string: CharString<'a> = CharString::default(),
            /// ResObjectString
            res_object_string: CharString<'a> = CharString::default(),
            /// ResolvedType
            resolved_type: i32 = 0,
        }
    }
}

versioned! {
    /// How to put: `MQPMO`.
    pub struct PutMessage, b"PMO " {
        1 => 128 {
            /// `MQPMO_*`; clients set exactly one of the two response options.
            options: i32 = 0,
            /// Timeout
            timeout: i32 = -1,
            /// Context
            context: i32 = 0,
            /// KnownDestCount
            known_dest_count: i32 = 0,
            /// UnknownDestCount
            unknown_dest_count: i32 = 0,
            /// InvalidDestCount
            invalid_dest_count: i32 = 0,
            /// ResolvedQName
            resolved_q_name: Text<48> = Text::ZERO,
            /// ResolvedQMgrName
            resolved_q_mgr_name: Text<48> = Text::ZERO,
        }
        2 => 152 {
            /// RecsPresent and the other words of distribution lists, and the records.
            list: PutList = PutList::default(),
        }
        3 => 176 {
            /// OriginalMsgHandle
            original_msg_handle: i64 = 0,
            /// NewMsgHandle
            new_msg_handle: i64 = 0,
            /// Action
            action: i32 = 0,
            /// PubLevel
            pub_level: i32 = 9,
        }
    }
}

versioned! {
    /// How to get: `MQGMO`.
    pub struct GetMessage, b"GMO " {
        1 => 72 {
            /// `MQGMO_*`
            options: i32 = 0,
            /// WaitInterval, milliseconds; -1 for ever
            wait_interval_ms: i32 = 0,
            /// Signal1
            signal1: i32 = 0,
            /// Signal2
            signal2: i32 = 0,
            /// ResolvedQName
            resolved_q_name: Text<48> = Text::ZERO,
        }
        2 => 80 {
            /// `MQMO_*`
            match_options: i32 = MQMO_MATCH_MSG_ID | MQMO_MATCH_CORREL_ID,
            /// GroupStatus, segment status, segmentation and a reserved byte. One byte each, and zero
            /// in what clients send.
            group_status: [u8; 4] = [0; 4],
        }
        3 => 100 {
            /// MsgToken
            msg_token: [u8; 16] = [0; 16],
            /// ReturnedLength
            returned_length: i32 = MQRL_UNDEFINED,
        }
        4 => 112 {
            /// Reserved
            reserved: i32 = 0,
            /// MsgHandle
            msg_handle: i64 = 0,
        }
    }
}

versioned! {
    /// How asynchronous puts went: `MQSTS`.
    pub struct StatusStructure<'a>, b"STAT" {
        1 => 224 {
            /// CompCode
            comp_code: i32 = 0,
            /// Reason
            reason: i32 = 0,
            /// PutSuccessCount
            put_success_count: i32 = 0,
            /// PutWarningCount
            put_warning_count: i32 = 0,
            /// PutFailureCount
            put_failure_count: i32 = 0,
            /// `MQOT_*`
            object_type: i32 = MQOT_Q,
            /// ObjectName
            object_name: Text<48> = Text::ZERO,
            /// ObjectQMgrName
            object_q_mgr_name: Text<48> = Text::ZERO,
            /// ResolvedObjectName
            resolved_object_name: Text<48> = Text::ZERO,
            /// ResolvedQMgrName
            resolved_q_mgr_name: Text<48> = Text::ZERO,
        }
        2 => 272 {
            /// ObjectString
            object_string: CharString<'a> = CharString::default(),
            /// SubName
            sub_name: CharString<'a> = CharString::default(),
            /// OpenOptions
            open_options: i32 = 0,
            /// SubOptions
            sub_options: i32 = 0,
        }
    }
}

/// A string in the middle of a structure that is no UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText;

impl std::fmt::Display for NotText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a string is not UTF-8")
    }
}

impl std::error::Error for NotText {}

fn string(of: CharString<'_>) -> Result<String, NotText> {
    let text = std::str::from_utf8(of.text).map_err(|_| NotText)?;
    Ok(text.to_owned())
}

impl Object<'_> {
    /// the descriptor the verbs work with.
    ///
    /// # Errors
    /// [`NotText`]. Strings in other code pages than UTF-8 are not converted here.
    pub fn to_descriptor(&self) -> Result<ObjectDescriptor, NotText> {
        Ok(ObjectDescriptor {
            version: self.version,
            object_type: self.object_type,
            object_name: self.object_name.name(),
            object_q_mgr_name: self.object_q_mgr_name.name(),
            dynamic_q_name: self.dynamic_q_name.name(),
            alternate_user_id: self.alternate_user_id.name(),
            resolved_q_name: self.resolved_q_name.name(),
            resolved_q_mgr_name: self.resolved_q_mgr_name.name(),
            resolved_type: self.resolved_type,
            res_object_string: string(self.res_object_string)?,
            object_string: string(self.object_string)?,
            selection_string: string(self.selection_string)?,
            records: self.list.objects.clone(),
        })
    }

    /// Takes over what an open returns: names, and what resolution found.
    pub fn set_returned(&mut self, descriptor: &ObjectDescriptor) {
        self.object_name = descriptor.object_name.into();
        self.object_q_mgr_name = descriptor.object_q_mgr_name.into();
        self.resolved_q_name = descriptor.resolved_q_name.into();
        self.resolved_q_mgr_name = descriptor.resolved_q_mgr_name.into();
        self.resolved_type = descriptor.resolved_type;
    }

    /// The structure for a descriptor, with its strings in UTF-8.
    #[must_use]
    pub fn of(descriptor: &ObjectDescriptor) -> Object<'_> {
        Object {
            version: descriptor.version,
            object_type: descriptor.object_type,
            object_name: descriptor.object_name.into(),
            object_q_mgr_name: descriptor.object_q_mgr_name.into(),
            dynamic_q_name: descriptor.dynamic_q_name.into(),
            alternate_user_id: descriptor.alternate_user_id.into(),
            resolved_q_name: descriptor.resolved_q_name.into(),
            resolved_q_mgr_name: descriptor.resolved_q_mgr_name.into(),
            resolved_type: descriptor.resolved_type,
            object_string: CharString::utf8(&descriptor.object_string),
            selection_string: CharString::utf8(&descriptor.selection_string),
            res_object_string: CharString::utf8(&descriptor.res_object_string),
            list: ObjectList::of(&descriptor.records),
            ..Object::default()
        }
    }
}

impl PutMessage {
    /// the options the verbs work with.
    #[must_use]
    pub fn to_options(&self) -> PutOptions {
        PutOptions {
            options: self.options,
            context: ObjectHandle(self.context),
            resolved_q_name: ObjectName::BLANK,
            resolved_q_mgr_name: ObjectName::BLANK,
            pub_level: self.pub_level,
            action: self.action,
            may_delay: false,
            records: self.list.is_given.then(|| Box::new(self.list.puts.clone())),
        }
    }

    /// The structure for options, in the version that clients send.
    #[must_use]
    pub fn of(options: &PutOptions) -> Self {
        let needs_3 = options.pub_level != 9 || options.action != 0;
        Self {
            version: if needs_3 { 3 } else { 2 },
            options: options.options,
            context: options.context.0,
            pub_level: options.pub_level,
            action: options.action,
            list: PutList::of(options.records.as_deref(), 0),
            ..Self::default()
        }
    }

    /// The three counts of what became of the destinations.
    #[must_use]
    pub fn counts(&self) -> [i32; 3] {
        [
            self.known_dest_count,
            self.unknown_dest_count,
            self.invalid_dest_count,
        ]
    }

    /// Takes over what a put to a list returns.
    pub fn set_list_returned(&mut self, put: &ListPut) {
        self.known_dest_count = put.outcome.known_dest_count;
        self.unknown_dest_count = put.outcome.unknown_dest_count;
        self.invalid_dest_count = put.outcome.invalid_dest_count;
        self.list.set_returned(&put.outcome, &put.records);
    }

    /// Takes over what a put returns.
    pub fn set_returned(&mut self, q_name: ObjectName, q_mgr_name: ObjectName) {
        self.resolved_q_name = q_name.into();
        self.resolved_q_mgr_name = q_mgr_name.into();
    }
}

impl GetMessage {
    /// the options the verbs work with.
    #[must_use]
    pub fn to_options(&self) -> GetOptions {
        let [group_status, segment_status, segmentation, _] = self.group_status;
        GetOptions {
            version: self.version,
            options: self.options,
            wait_interval_ms: self.wait_interval_ms,
            match_options: self.match_options,
            resolved_q_name: self.resolved_q_name.name(),
            group_status,
            segment_status,
            segmentation,
            msg_token: self.msg_token,
            returned_length: self.returned_length,
        }
    }

    /// Takes over what a get returns.
    pub fn set_returned(&mut self, options: &GetOptions) {
        self.resolved_q_name = options.resolved_q_name.into();
        self.group_status[0] = options.group_status;
        self.group_status[1] = options.segment_status;
        self.group_status[2] = options.segmentation;
        self.msg_token = options.msg_token;
        self.returned_length = options.returned_length;
    }

    /// The structure for options.
    #[must_use]
    pub fn of(options: &GetOptions) -> Self {
        let mut it = Self {
            version: options.version,
            options: options.options,
            wait_interval_ms: options.wait_interval_ms,
            match_options: options.match_options,
            ..Self::default()
        };
        it.msg_token = options.msg_token;
        it
    }
}

impl StatusStructure<'_> {
    /// Takes over a report.
    pub fn set_returned(&mut self, report: &StatusReport) {
        self.comp_code = report.comp_code;
        self.reason = report.reason;
        self.put_success_count = report.put_success_count;
        self.put_warning_count = report.put_warning_count;
        self.put_failure_count = report.put_failure_count;
        self.object_type = report.object_type;
        self.object_name = report.object_name.into();
        self.object_q_mgr_name = report.object_q_mgr_name.into();
        self.resolved_object_name = report.resolved_object_name.into();
        self.resolved_q_mgr_name = report.resolved_q_mgr_name.into();
        self.open_options = report.open_options;
    }

    /// The report.
    #[must_use]
    pub fn to_report(&self) -> StatusReport {
        StatusReport {
            comp_code: self.comp_code,
            reason: self.reason,
            put_success_count: self.put_success_count,
            put_warning_count: self.put_warning_count,
            put_failure_count: self.put_failure_count,
            object_type: self.object_type,
            object_name: self.object_name.name(),
            object_q_mgr_name: self.object_q_mgr_name.name(),
            resolved_object_name: self.resolved_object_name.name(),
            resolved_q_mgr_name: self.resolved_q_mgr_name.name(),
            open_options: self.open_options,
        }
    }
}
