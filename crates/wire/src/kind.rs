//! The segment types.

macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident = $code:literal,)*) => {
        /// What a segment is. The number is the one in its header.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Kind {
            $($(#[$meta])* $name = $code,)*
        }

        impl Kind {
            /// Every segment type there is.
            pub const ALL: &'static [Kind] = &[$(Kind::$name,)*];

            /// The type of that number.
            #[must_use]
            pub const fn from_code(code: u8) -> Option<Kind> {
                match code {
                    $($code => Some(Kind::$name),)*
                    _ => None,
                }
            }

            /// Its name in messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$name => stringify!($name),)*
                }
            }
        }
    };
}

kinds! {
    /// Initial data: the negotiation.
    Initial = 0x01,
    /// Message channels: the last batch.
    Resync = 0x02,
    /// Message channels: a new sequence number.
    Reset = 0x03,
    /// Message channels: a message.
    Message = 0x04,
    /// How something ended.
    Status = 0x05,
    /// Data of security exits.
    Security = 0x06,
    /// Message channels: is the other end there.
    Ping = 0x07,
    /// The user of the client.
    UserId = 0x08,
    /// Is the other end there.
    Heartbeat = 0x09,
    /// User and password.
    Credentials = 0x0a,
    /// Data of a renegotiation.
    Renegotiate = 0x0b,
    /// A conversation begins or ends.
    SocketAction = 0x0c,
    /// A message for a consumer.
    AsyncMessage = 0x0d,
    /// A consumer asks for messages.
    RequestMessages = 0x0e,
    /// A state changed.
    Notification = 0x0f,
    /// `MQCONN`.
    Connect = 0x81,
    /// `MQDISC`.
    Disconnect = 0x82,
    /// `MQOPEN`.
    Open = 0x83,
    /// `MQCLOSE`.
    Close = 0x84,
    /// `MQGET`.
    Get = 0x85,
    /// `MQPUT`.
    Put = 0x86,
    /// `MQPUT1`.
    Put1 = 0x87,
    /// `MQSET`.
    Set = 0x88,
    /// `MQINQ`.
    Inquire = 0x89,
    /// `MQCMIT`.
    Commit = 0x8a,
    /// `MQBACK`.
    Back = 0x8b,
    /// Calls beside the MQI.
    Spi = 0x8c,
    /// `MQSTAT`.
    Stat = 0x8d,
    /// `MQSUB`.
    Subscribe = 0x8e,
    /// `MQSUBRQ`.
    SubscriptionRequest = 0x8f,
    /// Answer to `MQCONN`.
    ConnectReply = 0x91,
    /// Answer to `MQDISC`.
    DisconnectReply = 0x92,
    /// Answer to `MQOPEN`.
    OpenReply = 0x93,
    /// Answer to `MQCLOSE`.
    CloseReply = 0x94,
    /// Answer to `MQGET`.
    GetReply = 0x95,
    /// Answer to `MQPUT`.
    PutReply = 0x96,
    /// Answer to `MQPUT1`.
    Put1Reply = 0x97,
    /// Answer to `MQSET`.
    SetReply = 0x98,
    /// Answer to `MQINQ`.
    InquireReply = 0x99,
    /// Answer to `MQCMIT`.
    CommitReply = 0x9a,
    /// Answer to `MQBACK`.
    BackReply = 0x9b,
    /// Answer to a call beside the MQI.
    SpiReply = 0x9c,
    /// Answer to `MQSTAT`.
    StatReply = 0x9d,
    /// Answer to `MQSUB`.
    SubscribeReply = 0x9e,
    /// Answer to `MQSUBRQ`.
    SubscriptionRequestReply = 0x9f,
    /// `xa_start`.
    XaStart = 0xa1,
    /// `xa_end`.
    XaEnd = 0xa2,
    /// `xa_open`.
    XaOpen = 0xa3,
    /// `xa_close`.
    XaClose = 0xa4,
    /// `xa_prepare`.
    XaPrepare = 0xa5,
    /// `xa_commit`.
    XaCommit = 0xa6,
    /// `xa_rollback`.
    XaRollback = 0xa7,
    /// `xa_forget`.
    XaForget = 0xa8,
    /// `xa_recover`.
    XaRecover = 0xa9,
    /// `xa_complete`.
    XaComplete = 0xaa,
    /// Answer to `xa_start`.
    XaStartReply = 0xb1,
    /// Answer to `xa_end`.
    XaEndReply = 0xb2,
    /// Answer to `xa_open`.
    XaOpenReply = 0xb3,
    /// Answer to `xa_close`.
    XaCloseReply = 0xb4,
    /// Answer to `xa_prepare`.
    XaPrepareReply = 0xb5,
    /// Answer to `xa_commit`.
    XaCommitReply = 0xb6,
    /// Answer to `xa_rollback`.
    XaRollbackReply = 0xb7,
    /// Answer to `xa_forget`.
    XaForgetReply = 0xb8,
    /// Answer to `xa_recover`.
    XaRecoverReply = 0xb9,
    /// Answer to `xa_complete`.
    XaCompleteReply = 0xba,
}

impl Kind {
    /// The number in the header.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// True when the payload begins with a call header: MQI and XA calls and their answers.
    #[must_use]
    pub const fn is_call(self) -> bool {
        self.code() >= Kind::Connect.code()
    }

    /// True for the answer to a call.
    #[must_use]
    pub const fn is_reply(self) -> bool {
        matches!(self.code(), 0x91..=0x9f | 0xb1..=0xba)
    }

    /// The type of the answer to a call; `None` for what is no call.
    #[must_use]
    pub const fn reply(self) -> Option<Kind> {
        if self.is_call() && !self.is_reply() {
            Kind::from_code(self.code() + 0x10)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn every_call_has_an_answer_and_no_answer_has_one() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_code(kind.code()), Some(*kind));
            match kind.reply() {
                Some(reply) => assert!(reply.is_reply() && reply.name().contains(kind.name())),
                None => assert!(kind.is_reply() || !kind.is_call(), "{kind:?}"),
            }
        }
        assert_eq!(Kind::from_code(0x90), None);
    }
}
