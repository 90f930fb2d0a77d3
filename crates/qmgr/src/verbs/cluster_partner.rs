//! Connections of agents that receive over a channel of a cluster: what they put came from a member, and from which.
//!
//! A put has to know that, for such a message stays here where there is a queue for it here. And so has who reads
//! `SYSTEM.CLUSTER.COMMAND.QUEUE`: a member may say of itself what it likes, and of no other. So the queue manager itself writes on each message
//! of that queue whom it came from, whatever context the put asked for; one that came from no member says so.

use crate::deliver::target::Target;
use crate::verbs::connection::Connection;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{MQAT_QMGR, MQMT_REPORT};
use ferromq_mqi::name::FixedText;

/// The queue that members' messages about the cluster go to, with a blank behind its name.
const COMMAND_QUEUE: &[u8] = b"SYSTEM.CLUSTER.COMMAND.QUEUE ";

/// The member of a cluster at the other end of a cluster-receiver channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterPartner {
    /// The channel.
    pub channel_name: FixedText<20>,
    /// Identifier of the queue manager (`QMID`).
    pub q_mgr_id: FixedText<48>,
}

impl ClusterPartner {
    /// Whom a message of `SYSTEM.CLUSTER.COMMAND.QUEUE` came from; `None` for one that came over no channel of a cluster, and for reports, whose
    /// context is that of what they report about.
    ///
    /// The identifier is in `AccountingToken` and the first half of `ApplIdentityData`, the channel in `PutApplName`, and `PutApplType` is `MQAT_QMGR`.
    /// Only messages of that queue may be asked about: on others anybody may have written that who may set the context.
    #[must_use]
    pub fn of(descriptor: &MsgDescriptor) -> Option<Self> {
        let (token, data) = (&descriptor.accounting_token, &descriptor.appl_identity_data);
        let mut q_mgr_id = [b' '; 48];
        q_mgr_id[..32].copy_from_slice(token);
        q_mgr_id[32..].copy_from_slice(&data[..16]);
        let mut channel_name = [b' '; 20];
        channel_name.copy_from_slice(&descriptor.put_appl_name[..20]);
        let partner = Self {
            channel_name: FixedText::from_field(&channel_name),
            q_mgr_id: FixedText::from_field(&q_mgr_id),
        };
        let is_stamped = descriptor.put_appl_type == MQAT_QMGR
            && descriptor.msg_type != MQMT_REPORT
            && !partner.q_mgr_id.is_blank();
        is_stamped.then_some(partner)
    }
}

/// Writes on a message whom it came from.
fn stamp(partner: Option<&ClusterPartner>, descriptor: &mut MsgDescriptor) {
    descriptor.accounting_token = [b' '; 32];
    descriptor.appl_identity_data = [b' '; 32];
    if let Some(partner) = partner {
        let (token, data) = partner.q_mgr_id.bytes().split_at(32);
        descriptor.accounting_token.copy_from_slice(token);
        descriptor.appl_identity_data[..16].copy_from_slice(data);
        descriptor.put_appl_type = MQAT_QMGR;
        descriptor.put_appl_name = [b' '; 28];
        descriptor.put_appl_name[..20].copy_from_slice(partner.channel_name.bytes());
    }
}

impl Connection {
    /// What is put from now on came over a channel of a cluster, from this member: a queue that is here is not looked for elsewhere, or a message
    /// would go round.
    pub fn receive_by_cluster(&mut self, from: ClusterPartner) {
        self.cluster_partner = Some(Box::new(from));
    }

    /// The member what is put comes from; `None` for whatever is not an agent of a cluster-receiver channel.
    pub(crate) fn cluster_partner(&self) -> Option<&ClusterPartner> {
        self.cluster_partner.as_deref()
    }

    /// Has a message that goes on `SYSTEM.CLUSTER.COMMAND.QUEUE` say whom it came from.
    pub(super) fn sign_for_cluster(&self, target: &Target, descriptor: &mut MsgDescriptor) {
        if let Target::Local(queue) = target
            && queue.name.bytes().starts_with(COMMAND_QUEUE)
        {
            stamp(self.cluster_partner(), descriptor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_whom_it_came_from_or_that_it_came_from_nobody() {
        let member = ClusterPartner {
            channel_name: FixedText::truncated("TO.QM1"),
            // As long as one may be.
            q_mgr_id: FixedText::truncated("QM234567890123456789012345_2026-11-26_13.53.00.4"),
        };
        let mut descriptor = MsgDescriptor::default();
        stamp(Some(&member), &mut descriptor);
        assert_eq!(ClusterPartner::of(&descriptor), Some(member));
        let report = MsgDescriptor {
            msg_type: MQMT_REPORT,
            ..descriptor.clone()
        };
        assert_eq!(ClusterPartner::of(&report), None);
        stamp(None, &mut descriptor);
        assert_eq!(ClusterPartner::of(&descriptor), None);
    }
}
