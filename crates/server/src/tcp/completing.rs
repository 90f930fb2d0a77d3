//! Senders of clusters whose names are completed when their partner is found: `CLUSTER1.+QMNAME+`.
//!
//! Whoever defines one knows how the channels of the cluster are named, and where a full repository is, but not how it is called. Such a sender is called at
//! once, like a ping: the other end takes the insert for its own name, and tells that in its initial data. The definition gets its whole name then.

use crate::tcp::edge::Edge;
use ferromq_admin::Network;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::ObjectKind;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::{FMQ0497, FMQ0498};
use ferromq_mqi::name::{FixedText, Q_MGR_INSERT};
use ferromq_qmgr::{Notice, ObjectError};

impl Edge {
    /// Senders of clusters with an insert in their names.
    pub(crate) fn unnamed_cluster_senders(&self) -> Vec<Definition> {
        let mut senders = self.engine().definitions(ObjectKind::ClusSdr);
        senders.retain(|sender| sender.name().as_str().contains(Q_MGR_INSERT));
        senders
    }

    /// Gives a sender its whole name, durable on return. By a thread that may wait.
    pub(crate) fn complete_name(&self, channel: &FixedText<20>, name: &FixedText<20>) {
        match self.rename_sender(channel, name) {
            Ok(()) => {
                self.notice(Notice::of(&FMQ0497, &[channel, name]));
                self.changed(ObjectKind::ClusSdr);
            }
            Err(why) => self.notice(Notice::of(&FMQ0498, &[channel, name, &why])),
        }
    }

    fn rename_sender(
        &self,
        channel: &FixedText<20>,
        name: &FixedText<20>,
    ) -> Result<(), ObjectError> {
        let kind = ObjectKind::ClusSdr;
        let old = ObjectName::truncated(channel.as_str());
        let new = ObjectName::truncated(name.as_str());
        // Somebody may have deleted it meanwhile.
        let Some(definition) = self.engine().definition(kind, &old) else {
            return Ok(());
        };
        // One that is there by that name is kept: it was defined by hand, or this was cut off behind its first half.
        if self.engine().definition(kind, &new).is_none() {
            let whole = Definition::like(&definition, new);
            self.engine().define(whole, false)?;
        }
        self.engine().delete(kind, &old, false)
    }
}
