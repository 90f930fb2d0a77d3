//! Connections of agents that receive over a channel: what they put came from another queue manager, and from which.
//!
//! A put has to know that of a channel of a cluster, for such a message stays here where there is a queue for it here. And so has who reads
//! what queue managers tell one another: a member of a cluster may say of itself what it likes, and of no other, and who joins a hierarchy joins as
//! itself. So the queue manager writes on each message of those queues whom it came from, whatever context the put asked for; one that came over no such
//! channel says so.

use crate::deliver::target::Target;
use crate::verbs::connection::Connection;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::{MQAT_QMGR, MQMT_REPORT};
use ferromq_mqi::name::FixedText;

/// The queue that members' messages about the cluster go to, with a blank behind its name.
const COMMAND_QUEUE: &[u8] = b"SYSTEM.CLUSTER.COMMAND.QUEUE ";
/// The queue on which queue managers that exchange publications come to terms.
const CONTROL_QUEUE: &[u8] = b"SYSTEM.INTER.QMGR.CONTROL ";

/// The queue manager at the other end of a receiving channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelPartner {
    /// The channel.
    pub channel_name: FixedText<20>,
    /// Name of the queue manager: what channel authentication records and certificates are held against.
    pub q_mgr_name: FixedText<48>,
    /// Identifier of the queue manager (`QMID`): its own word.
    pub q_mgr_id: FixedText<48>,
}

impl ChannelPartner {
    /// Whom a message of `SYSTEM.CLUSTER.COMMAND.QUEUE` or `SYSTEM.INTER.QMGR.CONTROL` came from; `None` for one that came over no channel, of
    /// the first no channel of a cluster, and for reports, whose context is that of what they report about.
    ///
    /// The identifier is in `AccountingToken` and the first half of `ApplIdentityData`, the name in `ReplyToQMgr`, the channel in `PutApplName`, and
    /// `PutApplType` is `MQAT_QMGR`.
    /// Only messages of those queues may be asked about: on others anybody may have written that who may set the context.
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
            q_mgr_name: FixedText::from_field(&descriptor.reply_to_q_mgr),
            q_mgr_id: FixedText::from_field(&q_mgr_id),
        };
        let is_stamped = descriptor.put_appl_type == MQAT_QMGR
            && descriptor.msg_type != MQMT_REPORT
            && !partner.q_mgr_id.is_blank();
        is_stamped.then_some(partner)
    }
}

/// Writes on a message whom it came from.
fn stamp(partner: Option<&ChannelPartner>, descriptor: &mut MsgDescriptor) {
    descriptor.accounting_token = [b' '; 32];
    descriptor.appl_identity_data = [b' '; 32];
    if let Some(partner) = partner {
        let (token, data) = partner.q_mgr_id.bytes().split_at(32);
        descriptor.accounting_token.copy_from_slice(token);
        descriptor.appl_identity_data[..16].copy_from_slice(data);
        descriptor.reply_to_q_mgr = *partner.q_mgr_name.bytes();
        descriptor.put_appl_type = MQAT_QMGR;
        descriptor.put_appl_name = [b' '; 28];
        descriptor.put_appl_name[..20].copy_from_slice(partner.channel_name.bytes());
    }
}

impl Connection {
    /// What is put from now on came over a channel, from this queue manager. Over one `of_cluster` a queue that is here is not looked for elsewhere, or a
    /// message would go round.
    pub fn receive_by_channel(&mut self, from: ChannelPartner, of_cluster: bool) {
        self.channel_partner = Some(Box::new(from));
        self.over_cluster_channel = of_cluster;
    }

    /// Has a message that goes on a queue by which queue managers talk to one another say whom it came from.
    pub(super) fn sign_for_partner(&self, target: &Target, descriptor: &mut MsgDescriptor) {
        let Target::Local(queue) = target else {
            return;
        };
        let name = queue.name.bytes();
        let partner = self.channel_partner.as_deref();
        if name.starts_with(COMMAND_QUEUE) {
            stamp(partner.filter(|_| self.over_cluster_channel), descriptor);
        } else if name.starts_with(CONTROL_QUEUE) {
            stamp(partner, descriptor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_whom_it_came_from_or_that_it_came_from_nobody() {
        let member = ChannelPartner {
            channel_name: FixedText::truncated("TO.QM1"),
            q_mgr_name: FixedText::truncated("QM2345678901234567890123456789012345678901234567"),
            // As long as one may be.
            q_mgr_id: FixedText::truncated("QM234567890123456789012345_2026-11-26_13.53.00.4"),
        };
        let mut descriptor = MsgDescriptor::default();
        stamp(Some(&member), &mut descriptor);
        assert_eq!(ChannelPartner::of(&descriptor), Some(member));
        let report = MsgDescriptor {
            msg_type: MQMT_REPORT,
            ..descriptor.clone()
        };
        assert_eq!(ChannelPartner::of(&report), None);
        stamp(None, &mut descriptor);
        assert_eq!(ChannelPartner::of(&descriptor), None);
    }
}
