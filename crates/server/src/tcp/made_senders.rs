//! Senders of clusters that nobody has defined: made from what members say of their receivers.

use crate::lock_order;
use ferromq_base::lock::Mutex;
use ferromq_cluster::StoredRecord;
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

/// A queue manager in a cluster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Led {
    pub(crate) cluster: String,
    pub(crate) qmid: String,
}

/// A sender, and which members it leads to.
#[derive(Clone, Debug)]
pub(crate) struct MadeSender {
    pub(crate) definition: Arc<Definition>,
    /// All of one name. One that is in several clusters is there once for each, and one that was made again beside the one that is gone.
    pub(crate) leads_to: Vec<Led>,
    /// Nobody says anything of its receiver any more.
    pub(crate) is_withdrawn: bool,
}

/// The senders that were made, by their names.
#[derive(Debug, Default)]
pub(crate) struct MadeSenders {
    by_name: Mutex<BTreeMap<String, MadeSender>, lock_order::MadeSenders>,
}

impl MadeSenders {
    pub(crate) fn get(&self, name: &str) -> Option<Arc<Definition>> {
        let by_name = self.by_name.lock();
        by_name.get(name).map(|made| Arc::clone(&made.definition))
    }

    /// The members a sender leads to; none if it was not made.
    pub(crate) fn leads_to(&self, name: &str) -> Vec<Led> {
        let by_name = self.by_name.lock();
        let made = by_name.get(name);
        made.map_or_else(Vec::new, |made| made.leads_to.clone())
    }

    /// Whether a sender was made, and is there only because it is needed still.
    pub(crate) fn is_withdrawn(&self, name: &str) -> bool {
        let by_name = self.by_name.lock();
        by_name.get(name).is_some_and(|made| made.is_withdrawn)
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<Arc<Definition>> {
        let by_name = self.by_name.lock();
        let all = by_name.values();
        all.map(|made| Arc::clone(&made.definition)).collect()
    }

    /// Takes what members say now. A sender of which nobody says anything any more stays as long as it is `needed`; those that go are answered.
    pub(crate) fn renew(
        &self,
        mut made: BTreeMap<String, MadeSender>,
        needed: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let mut by_name = self.by_name.lock();
        let mut gone = Vec::new();
        for (name, sender) in std::mem::take(&mut *by_name) {
            if made.contains_key(&name) {
                continue;
            }
            match needed(&name) {
                true => {
                    let is_withdrawn = true;
                    made.insert(
                        name,
                        MadeSender {
                            is_withdrawn,
                            ..sender
                        },
                    );
                }
                false => gone.push(name),
            }
        }
        *by_name = made;
        gone
    }
}

/// The senders to the receivers members speak of, but for those of the queue manager `own` itself.
///
/// Where several say that they have a receiver of one name, the one that is trusted as a full repository has it, or else the one that is known for
/// longest; and so has one of that one's name that came later: it was made again. Any other one has no channel, which is shown (`FMQ0264`).
pub(crate) fn senders_of(
    members: impl IntoIterator<Item = Definition>,
    by_hand: &BTreeMap<String, Definition>,
    own: &str,
) -> BTreeMap<String, MadeSender> {
    let mut known: Vec<(StoredRecord, Definition)> = members
        .into_iter()
        .filter(StoredRecord::is_live)
        .filter_map(|member| Some((StoredRecord::of(&member)?, member)))
        .filter(|(kept, _)| *kept.owner != *own)
        .collect();
    known.sort_by_key(|(kept, _)| (!kept.trusted, kept.number()));
    let mut owners = BTreeMap::<String, (String, bool)>::new();
    let mut made = BTreeMap::<String, MadeSender>::new();
    for (kept, member) in known {
        let name = member.text(Attr::Channel).trim_end().to_owned();
        if name.is_empty() {
            continue;
        }
        let (q_mgr, trusted) = owners.entry(name.clone()).or_insert_with(|| {
            let q_mgr = member.text(Attr::Clusqmgr).trim_end();
            (q_mgr.to_owned(), kept.trusted)
        });
        if *q_mgr != member.text(Attr::Clusqmgr).trim_end() {
            continue;
        }
        let led = Led {
            qmid: kept.owner.to_string(),
            cluster: kept.cluster,
        };
        let sender = || Arc::new(sender_to(&member, by_hand.get(&name)));
        let there = made.entry(name.clone()).or_insert_with(|| MadeSender {
            definition: sender(),
            leads_to: Vec::new(),
            is_withdrawn: false,
        });
        there.leads_to.push(led);
        if kept.trusted || !*trusted {
            there.definition = sender();
        }
    }
    made
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
    let trusted = StoredRecord::of(receiver).is_some_and(|kept| kept.trusted);
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

    /// What a member says, in cluster HOUSE.
    fn said(number: u32, q_mgr: &str, qmid: &str, at: &str, record: &str) -> Definition {
        let name = ObjectName::truncated(&format!("R.{number}"));
        let mut made = Definition::new(ObjectKind::ClusQMgr, name);
        made.copy_definable(&receiver(record));
        for (attr, text) in [
            (Attr::Clusqmgr, q_mgr),
            (Attr::Cluster, "HOUSE"),
            (Attr::Qmid, qmid),
            (Attr::Channel, "TO.QM2"),
            (Attr::Conname, at),
            (Attr::Record, record),
        ] {
            made.set_internal(attr, text).expect("a valid value");
        }
        made
    }

    #[test]
    fn nobody_takes_over_the_channel_of_a_member_by_saying_that_it_is_its_own() {
        let leads = |members: &[Definition]| {
            let made = senders_of(members.to_vec(), &BTreeMap::new(), "QM1_1");
            let made = made.get("TO.QM2").expect("somebody has it");
            let qmids = made.leads_to.iter().map(|led| led.qmid.clone());
            let at = made.definition.text(Attr::Conname).to_owned();
            (at, qmids.collect::<Vec<_>>())
        };
        let known = said(7, "QM2", "QM2_1", "here(1)", "1 2 l");
        let later = said(10, "QM9", "QM9_1", "there(1)", "9 2 l");
        let one = |qmid: &str| vec![qmid.to_owned()];
        let both = [later.clone(), known.clone()];
        assert_eq!(leads(&both), ("here(1)".to_owned(), one("QM2_1")));
        // Whom an administrator's channel leads to comes before it.
        let trusted = said(11, "QM8", "QM8_1", "home(1)", "9 2 lv");
        let all = [known.clone(), later, trusted];
        assert_eq!(leads(&all), ("home(1)".to_owned(), one("QM8_1")));
        // A queue manager that was made again has another identifier and the same name.
        let again = said(12, "QM2", "QM2_2", "new(1)", "9 2 l");
        let qmids = vec!["QM2_1".to_owned(), "QM2_2".to_owned()];
        assert_eq!(leads(&[again, known]), ("new(1)".to_owned(), qmids));
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
