//! The documented words for what a running channel is at.

use ferromq_admin::network::{ChannelState, Traffic};
use ferromq_channel::Activity;
use ferromq_mqi::generated::constants::*;

/// `STATUS`.
pub(crate) fn state(activity: &Activity) -> ChannelState {
    match activity.state() {
        MQCHS_BINDING => ChannelState::Binding,
        MQCHS_INITIALIZING => ChannelState::Initializing,
        MQCHS_STARTING => ChannelState::Starting,
        MQCHS_STOPPING => ChannelState::Stopping,
        MQCHS_PAUSED => ChannelState::Paused,
        MQCHS_REQUESTING => ChannelState::Requesting,
        _ => ChannelState::Running,
    }
}

/// `SUBSTATE`; blank for nothing in particular.
pub(crate) fn substate(activity: &Activity) -> String {
    match activity.substate() {
        MQCHSSTATE_END_OF_BATCH => "EOB",
        MQCHSSTATE_HEARTBEATING => "HEARTBEAT",
        MQCHSSTATE_IN_MQGET => "MQGET",
        MQCHSSTATE_IN_MQI_CALL => "MQICALL",
        MQCHSSTATE_IN_MQPUT => "MQPUT",
        MQCHSSTATE_RECEIVING => "RECEIVE",
        MQCHSSTATE_RESYNCHING => "RESYNC",
        MQCHSSTATE_SENDING => "SEND",
        _ => "",
    }
    .to_owned()
}

/// `BUFSRCVD` and `BUFSSENT`, `BYTSRCVD` and `BYTSSENT`.
pub(crate) fn traffic(activity: &Activity) -> (Traffic, Traffic) {
    let passed = activity.traffic();
    let segments = Traffic {
        received: passed.received_segments,
        sent: passed.sent_segments,
    };
    let bytes = Traffic {
        received: passed.received_bytes,
        sent: passed.sent_bytes,
    };
    (segments, bytes)
}
