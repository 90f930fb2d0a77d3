//! Senders of clusters that nobody has defined: made from what members say of their receivers.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_mqi::ObjectName;
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{
    MQQMDT_AUTO_CLUSTER_SENDER, MQQMDT_AUTO_EXP_CLUSTER_SENDER,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where the senders of a cluster have their messages, if nothing else is said.
pub(crate) const TRANSMISSION_QUEUE: &str = "SYSTEM.CLUSTER.TRANSMIT.QUEUE";
/// What a member says of its receiver, or would of exits and the like that there are none of here, and that is no matter of a sender elsewhere.
const OF_RECEIVERS_ALONE: [Attr; 9] = [
    Attr::Mcauser,
    Attr::Locladdr,
    Attr::Sslpeer,
    Attr::Mcaname,
    Attr::Modename,
    Attr::Tpname,
    Attr::Userid,
    Attr::Password,
    Attr::Clusnl,
];

/// The senders that were made, by their names.
#[derive(Debug, Default)]
pub(crate) struct MadeSenders {
    by_name: Mutex<BTreeMap<String, Arc<Definition>>, lock_order::MadeSenders>,
}

impl MadeSenders {
    pub(crate) fn get(&self, name: &str) -> Option<Arc<Definition>> {
        self.by_name.lock().get(name).map(Arc::clone)
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<Arc<Definition>> {
        self.by_name.lock().values().map(Arc::clone).collect()
    }

    /// Takes what members say now. A sender of which nobody says anything any more stays as long as it is `needed`; those that go are answered.
    pub(crate) fn renew(
        &self,
        mut made: BTreeMap<String, Arc<Definition>>,
        needed: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let mut by_name = self.by_name.lock();
        let mut gone = Vec::new();
        for (name, definition) in std::mem::take(&mut *by_name) {
            if made.contains_key(&name) {
                continue;
            }
            match needed(&name) {
                true => drop(made.insert(name, definition)),
                false => gone.push(name),
            }
        }
        *by_name = made;
        gone
    }
}

/// The sender to the receiver a member speaks of. A hand-made one of that name is as the member says, but for what is a matter of this end.
pub(crate) fn sender_to(receiver: &Definition, by_hand: Option<&Definition>) -> Definition {
    let name = ObjectName::truncated(receiver.text(Attr::Channel));
    let before = match by_hand {
        Some(by_hand) => by_hand.clone(),
        None => Definition::new(ObjectKind::ClusSdr, name),
    };
    let mut made = before.clone();
    made.copy_definable(receiver);
    // Not refused: it is one of the values.
    let _ = made.set_internal(
        Attr::Deftype,
        match by_hand {
            Some(_) => MQQMDT_AUTO_EXP_CLUSTER_SENDER,
            None => MQQMDT_AUTO_CLUSTER_SENDER,
        },
    );
    for attr in OF_RECEIVERS_ALONE {
        if let Some(value) = before.get(attr) {
            // Not refused: it was there.
            let _ = made.set(attr, value.clone());
        }
    }
    made
}
