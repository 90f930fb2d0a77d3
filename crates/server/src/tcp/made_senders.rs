//! Senders of clusters that nobody has defined: made from what members say of their receivers.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_cluster::Kept;
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
const OF_RECEIVERS_ALONE: [Attr; 8] = [
    Attr::Mcauser,
    Attr::Locladdr,
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

/// Where a sender leads, and how it is sure of whom it finds there.
const WHERE: [Attr; 3] = [Attr::Conname, Attr::Trptype, Attr::Sslciph];

/// The sender to the receiver a member speaks of. A hand-made one of that name is as the member says, but for what is a matter of this end, and leads where
/// its administrator said as long as the member is no full repository that is trusted: any member may say that its receiver has that name.
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
    let trusted = Kept::of(receiver).is_some_and(|kept| kept.trusted);
    // Whom an administrator wants to find there is his matter; one that nobody has defined wants whom the member says.
    let sure = by_hand.map(|_| Attr::Sslpeer);
    let leads = WHERE.into_iter().filter(|_| by_hand.is_some() && !trusted);
    for attr in OF_RECEIVERS_ALONE.into_iter().chain(sure).chain(leads) {
        if let Some(value) = before.get(attr) {
            // Not refused: it was there.
            let _ = made.set(attr, value.clone());
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receiver(record: &str) -> Definition {
        let mut made = Definition::new(ObjectKind::ClusQMgr, ObjectName::truncated("R.1"));
        for (attr, text) in [
            (Attr::Clusqmgr, "QM2"),
            (Attr::Cluster, "HOUSE"),
            (Attr::Qmid, "QM2_1"),
            (Attr::Channel, "TO.QM2"),
            (Attr::Conname, "elsewhere(1)"),
            (Attr::Descr, "said"),
            (Attr::Record, record),
        ] {
            made.set_internal(attr, text).expect("a valid value");
        }
        made
    }

    #[test]
    fn a_hand_made_sender_leads_where_its_administrator_said_until_its_member_is_trusted() {
        let mut by_hand = Definition::new(ObjectKind::ClusSdr, ObjectName::truncated("TO.QM2"));
        let set = by_hand.set(Attr::Conname, "here(1)");
        set.expect("a valid value");
        let set = by_hand.set(Attr::Sslciph, "ANY_TLS12_OR_HIGHER");
        set.expect("a valid value");
        let leads = |record, by_hand| {
            let made = sender_to(&receiver(record), by_hand);
            assert_eq!(made.text(Attr::Descr), "said");
            let (to, sure) = (made.text(Attr::Conname), made.text(Attr::Sslciph));
            (to.to_owned(), sure.to_owned())
        };
        let said = ("elsewhere(1)".to_owned(), String::new());
        let given = ("here(1)".to_owned(), "ANY_TLS12_OR_HIGHER".to_owned());
        assert_eq!(leads("1 2 l", None), said);
        assert_eq!(leads("1 2 l", Some(&by_hand)), given);
        assert_eq!(leads("1 2 lv", Some(&by_hand)), said);
    }
}
