//! Structures of subscriptions.

use super::{NotText, string};
use crate::field::{CharString, versioned};
use crate::text::Text;
use ferromq_mqi::options::{Sharing, SubscriptionDescriptor};

versioned! {
    /// What to subscribe to: `MQSD`.
    pub struct Subscription<'a>, b"SD  " {
        1 => 312 {
            /// `MQSO_*`
            options: i32 = 0,
            /// ObjectName
            object_name: Text<48> = Text::BLANK,
            /// AlternateUserId
            alternate_user_id: Text<12> = Text::BLANK,
            /// AlternateSecurityId
            alternate_security_id: [u8; 40] = [0; 40],
            /// SubExpiry, tenths of a second; -1 never
            sub_expiry: i32 = -1,
            /// ObjectString: the topic
            object_string: CharString<'a> = CharString::default(),
            /// SubName
            sub_name: CharString<'a> = CharString::default(),
            /// SubUserData
            sub_user_data: CharString<'a> = CharString::default(),
            /// SubCorrelId
            sub_correl_id: [u8; 24] = [0; 24],
            /// PubPriority
            pub_priority: i32 = -3,
            /// PubAccountingToken
            pub_accounting_token: [u8; 32] = [0; 32],
            /// PubApplIdentityData
            pub_appl_identity_data: Text<32> = Text::BLANK,
            /// SelectionString
            selection_string: CharString<'a> = CharString::default(),
            /// SubLevel
            sub_level: i32 = 1,
            /// ResObjectString
            res_object_string: CharString<'a> = CharString::default(),
        }
    }
}

versioned! {
    /// What to ask of a subscription: `MQSRO`.
    pub struct SubscriptionRequest, b"SRO " {
        1 => 16 {
            /// `MQSRO_*`
            options: i32 = 0,
            /// NumPubs: retained publications sent
            publications: i32 = 0,
        }
    }
}

versioned! {
    /// What a subscription beside the MQI adds: `LSD`.
    pub struct LocalSubscription<'a>, b"LSD " {
        1 => 196 {
            /// 0; `SHARED` when others may consume from it too; `JOINS` for one that somebody has; 0x40000000 when a client
            /// of JMS may alter it
            options: i32 = 0,
            /// A string that has always been empty
            string: CharString<'a> = CharString::default(),
            /// Identifier of the subscription, in answers and in requests that join it
            sub_id: [u8; 24] = [0; 24],
            /// Zero in all that was seen
            reserved: [u8; 4] = [0; 4],
            /// `MQOO_*` of the managed queue
            open_options: i32 = 0,
            /// Queue manager of the queue
            q_mgr_name: Text<48> = Text::BLANK,
            /// Queue the publications are got from; blank in requests
            q_name: Text<48> = Text::BLANK,
            /// Zero in all that was seen
            reserved2: [u8; 24] = [0; 24],
            /// As those of an open beside the MQI: see [`super::keeps_context`]. 3 in all that was seen
            local_options: i32 = 3,
            /// 0 in all that was seen
            unknown2: i32 = 0,
            /// 1 in all that was seen
            unknown3: i32 = 1,
        }
    }
}

impl Subscription<'_> {
    /// the descriptor the verbs work with.
    ///
    /// # Errors
    /// [`NotText`]. Strings in other code pages than UTF-8 are not converted here.
    pub fn to_descriptor(&self) -> Result<SubscriptionDescriptor, NotText> {
        Ok(SubscriptionDescriptor {
            options: self.options,
            object_name: self.object_name.name(),
            alternate_user_id: self.alternate_user_id.name(),
            sub_expiry: self.sub_expiry,
            object_string: string(self.object_string)?,
            sub_name: string(self.sub_name)?,
            sub_user_data: string(self.sub_user_data)?,
            sub_correl_id: self.sub_correl_id,
            pub_priority: self.pub_priority,
            pub_accounting_token: self.pub_accounting_token,
            pub_appl_identity_data: self.pub_appl_identity_data.name(),
            selection_string: string(self.selection_string)?,
            sub_level: self.sub_level,
            res_object_string: string(self.res_object_string)?,
            sharing: Sharing::No,
            ..SubscriptionDescriptor::default()
        })
    }

    /// The structure for a descriptor, with its strings in UTF-8.
    #[must_use]
    pub fn of(descriptor: &SubscriptionDescriptor) -> Subscription<'_> {
        Subscription {
            options: descriptor.options,
            object_name: descriptor.object_name.into(),
            alternate_user_id: descriptor.alternate_user_id.into(),
            sub_expiry: descriptor.sub_expiry,
            object_string: CharString::utf8(&descriptor.object_string),
            sub_name: CharString::utf8(&descriptor.sub_name),
            sub_user_data: CharString::utf8(&descriptor.sub_user_data),
            sub_correl_id: descriptor.sub_correl_id,
            pub_priority: descriptor.pub_priority,
            pub_accounting_token: descriptor.pub_accounting_token,
            pub_appl_identity_data: descriptor.pub_appl_identity_data.into(),
            selection_string: CharString::utf8(&descriptor.selection_string),
            sub_level: descriptor.sub_level,
            res_object_string: CharString::utf8(&descriptor.res_object_string),
            ..Subscription::default()
        }
    }
}

/// The buffers a request offers for the strings of the answer, which repeats their sizes: a Java client that has lost
/// its connection subscribes again with what they say of its first answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StringBuffers([i32; 5]);

impl StringBuffers {
    /// Those of a request.
    #[must_use]
    pub fn of(asked: &Subscription<'_>) -> Self {
        Self([
            asked.object_string.buffer_bytes,
            asked.sub_name.buffer_bytes,
            asked.sub_user_data.buffer_bytes,
            asked.selection_string.buffer_bytes,
            asked.res_object_string.buffer_bytes,
        ])
    }

    /// Repeats them in an answer.
    pub fn repeat_in(self, answer: &mut Subscription<'_>) {
        for (string, bytes) in [
            &mut answer.object_string,
            &mut answer.sub_name,
            &mut answer.sub_user_data,
            &mut answer.selection_string,
            &mut answer.res_object_string,
        ]
        .into_iter()
        .zip(self.0)
        {
            string.buffer_bytes = bytes;
        }
    }
}

impl LocalSubscription<'_> {
    /// Several consumers share the subscription: two bits in all that was seen, one of which is looked at.
    pub const SHARED: i32 = 0x10;

    /// A handle is wanted for the subscription with this identifier, beside that which somebody has: by server sessions
    /// of connection consumers of JMS, for what the connection consumer has browsed.
    pub const JOINS: i32 = 0x0002_0000;

    /// Open options of a resume that only goes before the removal, by `unsubscribe` of JMS.
    pub const OPEN_TO_REMOVE: i32 = 2;

    /// What an answer repeats.
    #[must_use]
    pub fn without_string(&self) -> LocalSubscription<'static> {
        LocalSubscription {
            version: self.version,
            options: self.options,
            string: CharString::default(),
            sub_id: self.sub_id,
            reserved: self.reserved,
            open_options: self.open_options,
            q_name: self.q_name,
            q_mgr_name: self.q_mgr_name,
            reserved2: self.reserved2,
            local_options: self.local_options,
            unknown2: self.unknown2,
            unknown3: self.unknown3,
        }
    }
}
