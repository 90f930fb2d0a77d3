//! Structures of subscriptions.

use crate::field::{CharString, versioned};
use crate::text::Text;

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
            /// Options, 0
            options: i32 = 0,
            /// A string that has always been empty
            string: CharString<'a> = CharString::default(),
            /// Zero in all that was seen
            reserved: [u8; 28] = [0; 28],
            /// `MQOO_*` of the managed queue
            open_options: i32 = 0,
            /// Managed queue; blank in requests
            q_name: Text<48> = Text::BLANK,
            /// Its queue manager
            q_mgr_name: Text<48> = Text::BLANK,
            /// Zero in all that was seen
            reserved2: [u8; 24] = [0; 24],
            /// 3 in all that was seen
            unknown1: i32 = 3,
            /// 0 in all that was seen
            unknown2: i32 = 0,
            /// 1 in all that was seen
            unknown3: i32 = 1,
        }
    }
}
