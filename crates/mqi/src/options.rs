//! The option structures of the verbs, without the pointers their C forms carry.
//!
//! Field meanings, defaults and values are those of the MQI structures named at each type.
//! The C library and the roads translate; the engine sees only these.

use crate::distribution::{ObjectRecord, PutRecords};
use crate::generated::constants::{
    MQBNO_BALTYPE_REQREP, MQBNO_BALTYPE_SIMPLE, MQBNO_OPTIONS_IGNORE_TRANS, MQBNO_OPTIONS_NONE,
    MQBNO_TIMEOUT_AS_DEFAULT, MQBNO_TIMEOUT_NEVER, MQEI_UNLIMITED, MQMO_MATCH_CORREL_ID,
    MQMO_MATCH_MSG_ID, MQOT_Q, MQOT_TOPIC, MQPRI_PRIORITY_AS_PUBLISHED, MQPSPROP_MSGPROP,
    MQRL_UNDEFINED,
};
use crate::name::{FixedText, ObjectName};

/// An object handle: `MQHOBJ`. Valid on the connection that opened it only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectHandle(pub i32);

impl ObjectHandle {
    /// `MQHO_NONE`.
    pub const NONE: Self = Self(0);
    /// `MQHO_UNUSABLE_HOBJ`.
    pub const UNUSABLE: Self = Self(-1);
}

/// Which object to open: `MQOD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectDescriptor {
    /// Structure version the application passed, 1 to 4. Fields of later versions are left alone.
    pub version: i32,
    /// `MQOT_*`.
    pub object_type: i32,
    /// Name of the object; a model queue asks for a dynamic queue. On return of an open of a
    /// model queue: the name of the queue made.
    pub object_name: ObjectName,
    /// Queue manager that has it; blank means the connected one.
    pub object_q_mgr_name: ObjectName,
    /// Name, or prefix ending in `*`, of the dynamic queue to make.
    pub dynamic_q_name: ObjectName,
    /// User to check instead, with the alternate-user-authority options.
    pub alternate_user_id: FixedText<12>,
    /// Returned: name of the queue after alias and remote resolution (version 3).
    pub resolved_q_name: ObjectName,
    /// Returned: queue manager after resolution (version 3).
    pub resolved_q_mgr_name: ObjectName,
    /// Returned: type after resolution (version 4).
    pub resolved_type: i32,
    /// Returned: the full topic string; empty for what is no topic (version 4).
    pub res_object_string: String,
    /// Topic string or long name (version 4).
    pub object_string: String,
    /// Message selector (version 4).
    pub selection_string: String,
    /// Destinations, to open a distribution list instead of one queue (version 2). Not returned.
    pub records: Vec<ObjectRecord>,
}

impl Default for ObjectDescriptor {
    fn default() -> Self {
        Self {
            version: 4,
            object_type: MQOT_Q,
            object_name: ObjectName::BLANK,
            object_q_mgr_name: ObjectName::BLANK,
            dynamic_q_name: ObjectName::truncated("AMQ.*"),
            alternate_user_id: FixedText::BLANK,
            resolved_q_name: ObjectName::BLANK,
            resolved_q_mgr_name: ObjectName::BLANK,
            resolved_type: 0,
            res_object_string: String::new(),
            object_string: String::new(),
            selection_string: String::new(),
            records: Vec::new(),
        }
    }
}

impl ObjectDescriptor {
    /// The descriptor of a queue of the connected queue manager.
    #[must_use]
    pub fn queue(name: &str) -> Self {
        Self {
            object_name: ObjectName::truncated(name),
            ..Self::default()
        }
    }
}

impl ObjectDescriptor {
    /// The descriptor of a distribution list.
    #[must_use]
    pub fn list(records: Vec<ObjectRecord>) -> Self {
        Self {
            records,
            ..Self::default()
        }
    }

    /// The descriptor of a topic, to publish to it.
    #[must_use]
    pub fn topic(topic: &str) -> Self {
        Self {
            object_type: MQOT_TOPIC,
            object_string: topic.to_owned(),
            ..Self::default()
        }
    }
}

/// How to put: `MQPMO`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutOptions {
    /// `MQPMO_*`.
    pub options: i32,
    /// Handle whose context is passed, with the pass-context options.
    pub context: ObjectHandle,
    /// Returned: name of the queue the message went to.
    pub resolved_q_name: ObjectName,
    /// Returned: queue manager of that queue.
    pub resolved_q_mgr_name: ObjectName,
    /// Publication level, 0 to 9.
    pub pub_level: i32,
    /// `MQACTP_*`.
    pub action: i32,
    /// The message is held until it is due if its property `mqext.Dly` asks for a delay. Not of `MQPMO`: clients of
    /// JMS have a call of their own for such puts.
    pub may_delay: bool,
    /// What is different for the destinations of a distribution list (version 2).
    pub records: Option<Box<PutRecords>>,
}

impl Default for PutOptions {
    fn default() -> Self {
        Self {
            options: 0,
            context: ObjectHandle::NONE,
            resolved_q_name: ObjectName::BLANK,
            resolved_q_mgr_name: ObjectName::BLANK,
            pub_level: 9,
            action: 0,
            may_delay: false,
            records: None,
        }
    }
}

/// How to get: `MQGMO`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GetOptions {
    /// Structure version the application passed, 1 to 4. Version 1 has no match options and
    /// behaves as message id plus correlation id.
    pub version: i32,
    /// `MQGMO_*`.
    pub options: i32,
    /// Longest wait in milliseconds with `MQGMO_WAIT`; `MQWI_UNLIMITED` (-1) waits for ever.
    pub wait_interval_ms: i32,
    /// `MQMO_*` (version 2).
    pub match_options: i32,
    /// Returned: queue the message came from.
    pub resolved_q_name: ObjectName,
    /// Returned: `MQGS_*` (version 2).
    pub group_status: u8,
    /// Returned: `MQSS_*` (version 2).
    pub segment_status: u8,
    /// Returned: `MQSEG_*` (version 2).
    pub segmentation: u8,
    /// Token to match, and returned (version 3).
    pub msg_token: [u8; 16],
    /// Returned: bytes placed in the buffer (version 3).
    pub returned_length: i32,
}

impl Default for GetOptions {
    fn default() -> Self {
        Self {
            version: 4,
            options: 0,
            wait_interval_ms: 0,
            match_options: MQMO_MATCH_MSG_ID | MQMO_MATCH_CORREL_ID,
            resolved_q_name: ObjectName::BLANK,
            group_status: b' ',
            segment_status: b' ',
            segmentation: b' ',
            msg_token: [0; 16],
            returned_length: MQRL_UNDEFINED,
        }
    }
}

/// What to subscribe to, and how: `MQSD`. All of it is returned as it holds for the subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionDescriptor {
    /// `MQSO_*`. A resume returns those the subscription has, without an access option.
    pub options: i32,
    /// Topic object whose topic string comes first; blank for none.
    pub object_name: ObjectName,
    /// User to check instead, with `MQSO_ALTERNATE_USER_AUTHORITY`.
    pub alternate_user_id: FixedText<12>,
    /// Tenths of a second the subscription lives, from when it was made or altered; -1 for ever.
    pub sub_expiry: i32,
    /// Topic string, with wildcards or without.
    pub object_string: String,
    /// Name of the subscription; those that last need one.
    pub sub_name: String,
    /// Data that goes with every publication, as property `mqps.Sud`.
    pub sub_user_data: String,
    /// `CorrelId` of every publication: given with `MQSO_SET_CORREL_ID`, else returned.
    pub sub_correl_id: [u8; 24],
    /// Priority of every publication: 0 to 9 or `MQPRI_PRIORITY_AS_*`.
    pub pub_priority: i32,
    /// `AccountingToken` of every publication: given with `MQSO_SET_IDENTITY_CONTEXT`, else returned.
    pub pub_accounting_token: [u8; 32],
    /// `ApplIdentityData` of every publication, with `MQSO_SET_IDENTITY_CONTEXT`.
    pub pub_appl_identity_data: FixedText<32>,
    /// Message selector.
    pub selection_string: String,
    /// 0 to 9: see `PubLevel`.
    pub sub_level: i32,
    /// Returned: the full topic string.
    pub res_object_string: String,
    /// Not of `MQSD`: clients of JMS have a call of their own for subscriptions that are shared.
    pub sharing: Sharing,
    /// `MQPSPROP_*`: how publications say what is said of them. Not of `MQSD`: the queued interface has it.
    pub properties: i32,
    /// Returned: the identifier of the subscription; given with [`Sharing::Joins`]. Not of `MQSD`.
    pub sub_id: [u8; 24],
    /// `MQOO_CO_OP` and `MQOO_SAVE_ALL_CONTEXT`, for the handle of the queue that is returned. Not of `MQSD`: clients of
    /// JMS say them in a call of their own.
    pub open_options: i32,
}

/// Whether several programs may have a handle of a subscription at the same time and take turns at its publications.
/// It cannot be altered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// They may not.
    #[default]
    No,
    /// They may.
    Yes,
    /// As it was made: asked by who resumes a subscription to remove it, as the only one.
    Either,
    /// This is one more handle for the subscription that has the identifier: whoever has it keeps it. Asked by server
    /// sessions of JMS, to get what a connection consumer has browsed.
    Joins,
}

impl Default for SubscriptionDescriptor {
    fn default() -> Self {
        Self {
            options: 0,
            object_name: ObjectName::BLANK,
            alternate_user_id: FixedText::BLANK,
            sub_expiry: MQEI_UNLIMITED,
            object_string: String::new(),
            sub_name: String::new(),
            sub_user_data: String::new(),
            sub_correl_id: [0; 24],
            pub_priority: MQPRI_PRIORITY_AS_PUBLISHED,
            pub_accounting_token: [0; 32],
            pub_appl_identity_data: FixedText::BLANK,
            selection_string: String::new(),
            sub_level: 1,
            res_object_string: String::new(),
            sharing: Sharing::No,
            properties: MQPSPROP_MSGPROP,
            sub_id: [0; 24],
            open_options: 0,
        }
    }
}

/// How to connect: the parts of `MQCNO` the engine acts on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectOptions {
    /// Queue manager to connect to; blank means the default one.
    pub q_mgr_name: ObjectName,
    /// `MQCNO_*`.
    pub options: i32,
    /// Application name to show; blank means the road's own idea (the program's name).
    pub appl_name: FixedText<28>,
    /// Connection tag, with the connection-tag options; zero means none.
    pub conn_tag: [u8; 128],
    /// How the connection may be moved to another queue manager of a uniform cluster.
    pub mobility: Mobility,
}

/// How a connection may be moved to another queue manager of a uniform cluster. Only those of clients are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mobility {
    /// It is on a socket that conversations share: what is not cannot be told to go.
    pub shares: bool,
    /// The identifier of the connection it belongs to: connections of one application that move together. Zero for none.
    pub of: [u8; 24],
    /// The identifier of the lost connection it comes in place of. Zero for none.
    pub again: [u8; 24],
    /// `MQBNO`.
    pub balancing: Balancing,
}

/// `MQBNO`: when a connection may be moved. Initial values are those of the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balancing {
    /// `MQBNO_BALTYPE_*`.
    pub kind: i32,
    /// `MQBNO_TIMEOUT_*`, or seconds.
    pub timeout: i32,
    /// `MQBNO_OPTIONS_*`.
    pub options: i32,
}

impl Default for Balancing {
    fn default() -> Self {
        Self {
            kind: MQBNO_BALTYPE_SIMPLE,
            timeout: MQBNO_TIMEOUT_AS_DEFAULT,
            options: MQBNO_OPTIONS_NONE,
        }
    }
}

impl Balancing {
    /// Seconds a connection that is to move may go on with what it is at; `None` for as long as it likes.
    #[must_use]
    pub fn patience_s(&self) -> Option<u32> {
        /// Where nothing is said.
        const USUAL_S: u32 = 10;
        match self.timeout {
            MQBNO_TIMEOUT_NEVER => None,
            seconds => Some(u32::try_from(seconds).unwrap_or(USUAL_S)),
        }
    }

    /// Whether it may move in the middle of a unit of work.
    #[must_use]
    pub fn ignores_transactions(&self) -> bool {
        self.options & MQBNO_OPTIONS_IGNORE_TRANS != 0
    }

    /// Whether it waits for a reply to each message.
    #[must_use]
    pub fn awaits_replies(&self) -> bool {
        self.kind == MQBNO_BALTYPE_REQREP
    }

    /// Whether all values are ones there are.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        matches!(self.kind, MQBNO_BALTYPE_SIMPLE | MQBNO_BALTYPE_REQREP)
            && self.timeout >= MQBNO_TIMEOUT_NEVER
            && matches!(
                self.options,
                MQBNO_OPTIONS_NONE | MQBNO_OPTIONS_IGNORE_TRANS
            )
    }
}

impl Default for ConnectOptions {
    fn default() -> Self {
        Self {
            q_mgr_name: ObjectName::BLANK,
            options: 0,
            appl_name: FixedText::BLANK,
            conn_tag: [0; 128],
            mobility: Mobility::default(),
        }
    }
}

/// What a road knows of the program that connects, not taken from the program's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Operating-system user.
    pub user_id: FixedText<12>,
    /// Program name.
    pub appl_name: FixedText<28>,
    /// `MQAT_*`.
    pub appl_type: i32,
    /// Process number.
    pub process_id: u32,
    /// Thread number, 0 when the road cannot tell.
    pub thread_id: u32,
    /// Operating-system user number, for the accounting token; [`Origin::NO_UID`] for a user that
    /// is known by its name only, as those of clients are.
    pub uid: u32,
    /// By which road the connection came.
    pub road: Road,
    /// By which channel, and where from, if it came over one.
    pub client: Option<ClientPlace>,
}

/// Where a client is and how it came in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClientPlace {
    /// The name of the channel.
    pub channel: String,
    /// The address of the client, as text.
    pub address: String,
    /// The port of its socket.
    pub port: u16,
}

impl Origin {
    /// No number: the user is known by its name only.
    pub const NO_UID: u32 = u32::MAX;
}

/// The roads into a queue manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Road {
    /// In the same process.
    Embedded,
    /// Over shared memory.
    Bindings,
    /// Over the client channel protocol.
    Client,
}

/// What `MQSTAT` returns for asynchronous puts: `MQSTS`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusReport {
    /// Completion code of the first failure or warning since the last call.
    pub comp_code: i32,
    /// Its reason code.
    pub reason: i32,
    /// Asynchronous puts that succeeded.
    pub put_success_count: i32,
    /// Asynchronous puts that ended with a warning.
    pub put_warning_count: i32,
    /// Asynchronous puts that failed.
    pub put_failure_count: i32,
    /// Type of the object of the first failure.
    pub object_type: i32,
    /// Name of the object of the first failure.
    pub object_name: ObjectName,
    /// Queue manager of that object.
    pub object_q_mgr_name: ObjectName,
    /// Name after resolution.
    pub resolved_object_name: ObjectName,
    /// Queue manager after resolution.
    pub resolved_q_mgr_name: ObjectName,
    /// Open options of the handle.
    pub open_options: i32,
}
