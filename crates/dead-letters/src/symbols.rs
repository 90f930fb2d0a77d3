//! Numbers by their names.

use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;

macro_rules! names {
    ($($name:ident)*) => { &[$((stringify!($name), $name)),*] };
}

const APPLICATION_TYPES: &[(&str, i32)] = names! {
    MQAT_AIX MQAT_AMQP MQAT_BATCH MQAT_BROKER MQAT_CHANNEL_INITIATOR MQAT_CICS MQAT_CICS_BRIDGE MQAT_CICS_VSE
    MQAT_DEFAULT MQAT_DOS MQAT_DQM MQAT_GUARDIAN MQAT_IMS MQAT_IMS_BRIDGE MQAT_JAVA MQAT_MCAST_PUBLISH MQAT_MVS
    MQAT_NOTES_AGENT MQAT_NO_CONTEXT MQAT_NSK MQAT_OPEN_TP1 MQAT_OS2 MQAT_OS390 MQAT_OS400 MQAT_QMGR MQAT_QMGR_PUBLISH
    MQAT_RRS_BATCH MQAT_SIB MQAT_SYSTEM_EXTENSION MQAT_TPF MQAT_UNIX MQAT_USER MQAT_USER_FIRST MQAT_USER_LAST
    MQAT_VM MQAT_VMS MQAT_VOS MQAT_WINDOWS MQAT_WINDOWS_NT MQAT_WLM MQAT_XCF MQAT_ZOS
};

const FEEDBACKS: &[(&str, i32)] = names! {
    MQFB_ACTIVITY MQFB_APPL_CANNOT_BE_STARTED MQFB_APPL_FIRST MQFB_APPL_LAST MQFB_APPL_TYPE_ERROR
    MQFB_BIND_OPEN_CLUSRCVR_DEL MQFB_BUFFER_OVERFLOW MQFB_CHANNEL_COMPLETED MQFB_CHANNEL_FAIL MQFB_CHANNEL_FAIL_RETRY
    MQFB_CICS_APPL_ABENDED MQFB_CICS_APPL_NOT_STARTED MQFB_CICS_BRIDGE_FAILURE MQFB_CICS_CCSID_ERROR MQFB_CICS_CIH_ERROR
    MQFB_CICS_COMMAREA_ERROR MQFB_CICS_CORREL_ID_ERROR MQFB_CICS_DLQ_ERROR MQFB_CICS_ENCODING_ERROR
    MQFB_CICS_INTERNAL_ERROR MQFB_CICS_NOT_AUTHORIZED MQFB_CICS_UOW_BACKED_OUT MQFB_CICS_UOW_ERROR MQFB_COA MQFB_COD
    MQFB_DATA_LENGTH_NEGATIVE MQFB_DATA_LENGTH_TOO_BIG MQFB_DATA_LENGTH_TOO_SHORT MQFB_DATA_LENGTH_ZERO MQFB_EXPIRATION
    MQFB_IIH_ERROR MQFB_IMS_ERROR MQFB_IMS_FIRST MQFB_IMS_LAST MQFB_IMS_NACK_1A_REASON_FIRST
    MQFB_IMS_NACK_1A_REASON_LAST MQFB_LENGTH_OFF_BY_ONE MQFB_MAX_ACTIVITIES MQFB_MSG_SCOPE_MISMATCH MQFB_NAN MQFB_NONE
    MQFB_NOT_AUTHORIZED_FOR_IMS MQFB_NOT_A_GROUPUR_MSG MQFB_NOT_A_REPOSITORY_MSG MQFB_NOT_DELIVERED MQFB_NOT_FORWARDED
    MQFB_PAN MQFB_PUBLICATIONS_ON_REQUEST MQFB_QUIT MQFB_SELECTOR_MISMATCH MQFB_STOPPED_BY_CHAD_EXIT
    MQFB_STOPPED_BY_MSG_EXIT MQFB_STOPPED_BY_PUBSUB_EXIT MQFB_SUBSCRIBER_IS_PUBLISHER MQFB_SYSTEM_FIRST MQFB_SYSTEM_LAST
    MQFB_TM_ERROR MQFB_UNSUPPORTED_DELIVERY MQFB_UNSUPPORTED_FORWARDING MQFB_XMIT_Q_MSG_ERROR
};

const MESSAGE_TYPES: &[(&str, i32)] = names! {
    MQMT_APPL_FIRST MQMT_APPL_LAST MQMT_DATAGRAM MQMT_MQE_FIELDS MQMT_MQE_FIELDS_FROM_MQE MQMT_REPLY MQMT_REPORT
    MQMT_REQUEST MQMT_SYSTEM_FIRST MQMT_SYSTEM_LAST
};

const PERSISTENCES: &[(&str, i32)] = names! {
    MQPER_NOT_PERSISTENT MQPER_PERSISTENCE_AS_Q_DEF MQPER_PERSISTENT
};

/// Which names a keyword takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbols {
    ApplicationType,
    /// `MQFB_*` and `MQRC_*`: either says why a message is not where it should be.
    Feedback,
    MessageType,
    Persistence,
}

impl Symbols {
    /// The number of that name.
    pub(crate) fn number(self, name: &str) -> Option<i32> {
        let names = match self {
            Self::ApplicationType => APPLICATION_TYPES,
            Self::Feedback => FEEDBACKS,
            Self::MessageType => MESSAGE_TYPES,
            Self::Persistence => PERSISTENCES,
        };
        let known = names.iter().find(|(known, _)| *known == name);
        let reason = || match self {
            Self::Feedback => Reason::from_name(name).map(|reason| reason.0),
            _ => None,
        };
        known.map(|(_, number)| *number).or_else(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::Symbols;

    #[test]
    fn names_have_their_documented_numbers() {
        assert_eq!(Symbols::Feedback.number("MQRC_Q_FULL"), Some(2053));
        assert_eq!(Symbols::Feedback.number("MQFB_COA"), Some(259));
        assert_eq!(Symbols::MessageType.number("MQMT_REQUEST"), Some(1));
        assert_eq!(Symbols::Persistence.number("MQPER_PERSISTENT"), Some(1));
        assert_eq!(Symbols::ApplicationType.number("MQAT_QMGR"), Some(7));
        assert_eq!(Symbols::MessageType.number("MQRC_Q_FULL"), None);
    }
}
