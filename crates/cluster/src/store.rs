//! The records of one cluster that a member has, by owner and by name.
//!
//! A record takes some 250 bytes: key, version and times, and contents without what a new object has anyway. Names stand
//! in the owner's map only; who shares a name is a list of numbers of owners.

use crate::member::Partner;
use crate::record::{Contents, Name, Record, RecordKind, State};
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::generated::constants::MQQMT_REPOSITORY;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is often asked of the record of a queue manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    pub(crate) q_mgr: Box<str>,
    pub(crate) channel: Box<str>,
    /// It says that it is a full repository.
    pub(crate) full: bool,
    /// It is one.
    pub(crate) trusted: bool,
}

/// All that is known of one queue manager.
#[derive(Debug)]
pub(crate) struct Owner {
    pub(crate) qmid: Arc<str>,
    /// Of its live records.
    pub(crate) hash: u64,
    /// Of those that are not live any more.
    pub(crate) gone: u64,
    /// The greatest version among the records it has or had.
    pub(crate) newest: u64,
    pub(crate) live: usize,
    pub(crate) records: BTreeMap<Name, Record>,
    pub(crate) profile: Option<Profile>,
}

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) records: usize,
    /// Of their contents.
    pub(crate) bytes: usize,
    /// Names others are told of.
    pub(crate) told: usize,
}

impl std::ops::Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            records: self.records + other.records,
            bytes: self.bytes + other.bytes,
            told: self.told + other.told,
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(crate) owners: BTreeMap<Arc<str>, Owner>,
    /// Records of all owners, and the bytes of their contents.
    records: usize,
    bytes: usize,
    /// Owners that have a record of the name, live or not, sorted.
    names: BTreeMap<Name, Vec<Arc<str>>>,
}

impl Store {
    pub(crate) fn get(&self, owner: &str, name: &Name) -> Option<&Record> {
        self.owners.get(owner)?.records.get(name)
    }

    /// Puts a record in place of the one with its key, if there is one.
    pub(crate) fn insert(&mut self, owner: &str, name: Name, record: Record) {
        let qmid = match self.owners.get_key_value(owner) {
            Some((qmid, _)) => Arc::clone(qmid),
            None => Arc::from(owner),
        };
        let of = self
            .owners
            .entry(Arc::clone(&qmid))
            .or_insert_with(|| Owner {
                qmid: Arc::clone(&qmid),
                hash: 0,
                gone: 0,
                newest: 0,
                live: 0,
                records: BTreeMap::new(),
                profile: None,
            });
        of.newest = of.newest.max(record.version);
        of.hash = of.hash.wrapping_add(record.hash(owner, &name));
        of.gone = of.gone.wrapping_add(record.gone_hash(owner, &name));
        of.live += usize::from(record.state == State::Live);
        if name.kind == RecordKind::QMgr {
            of.profile = profile(&name, &record);
        }
        self.records += 1;
        self.bytes += record.contents.bytes().len();
        let before = of.records.insert(name.clone(), record);
        if let Some(before) = before {
            self.records -= 1;
            self.bytes -= before.contents.bytes().len();
            of.hash = of.hash.wrapping_sub(before.hash(owner, &name));
            of.gone = of.gone.wrapping_sub(before.gone_hash(owner, &name));
            of.live -= usize::from(before.state == State::Live);
            return;
        }
        let owners = self.names.entry(name).or_default();
        if let Err(at) = owners.binary_search(&qmid) {
            owners.insert(at, qmid);
        }
    }

    pub(crate) fn remove(&mut self, owner: &str, name: &Name) -> Option<Record> {
        let of = self.owners.get_mut(owner)?;
        let record = of.records.remove(name)?;
        self.records -= 1;
        self.bytes -= record.contents.bytes().len();
        of.hash = of.hash.wrapping_sub(record.hash(owner, name));
        of.gone = of.gone.wrapping_sub(record.gone_hash(owner, name));
        of.live -= usize::from(record.state == State::Live);
        if name.kind == RecordKind::QMgr {
            of.profile = None;
        }
        if of.records.is_empty() {
            self.owners.remove(owner);
        }
        if let Some(owners) = self.names.get_mut(name) {
            owners.retain(|one| **one != *owner);
            if owners.is_empty() {
                self.names.remove(name);
            }
        }
        Some(record)
    }

    /// The name of the queue manager's own record.
    pub(crate) fn q_mgr_name(&self, owner: &str) -> Option<Name> {
        let profile = self.owners.get(owner)?.profile.as_ref()?;
        Some(Name {
            kind: RecordKind::QMgr,
            name: profile.q_mgr.clone(),
        })
    }

    /// The name of the queue manager that has the QMID, if it is not that of whoever says it has.
    pub(crate) fn name_of_another(&self, partner: Partner<'_>) -> Option<&str> {
        let profile = self.owners.get(partner.qmid)?.profile.as_ref()?;
        Some(&*profile.q_mgr).filter(|known| *known != partner.q_mgr)
    }

    /// True if the queue manager is a full repository that is trusted here.
    pub(crate) fn is_full(&self, qmid: &str) -> bool {
        let profile = self.owners.get(qmid).and_then(|of| of.profile.as_ref());
        profile.is_some_and(|profile| profile.full && profile.trusted)
    }

    /// Full repositories, by QMID.
    pub(crate) fn fulls(&self) -> impl Iterator<Item = &Arc<str>> {
        let full = |of: &&Owner| of.profile.as_ref().is_some_and(|p| p.full && p.trusted);
        self.owners.values().filter(full).map(|of| &of.qmid)
    }

    /// Queue managers that are members, by QMID.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&Arc<str>, &Profile)> {
        let member = |of: &'_ Owner| of.profile.is_some();
        let members = self.owners.values().filter(move |of| member(of));
        members.filter_map(|of| Some((&of.qmid, of.profile.as_ref()?)))
    }

    /// Owners of live records of the name; of all of a kind if that is the name.
    pub(crate) fn sharing<'a>(
        &'a self,
        name: &'a Name,
    ) -> Box<dyn Iterator<Item = (&'a Arc<str>, &'a Name, &'a Record)> + 'a> {
        let live = |record: &Record| record.state == State::Live;
        if name.is_all() {
            let all = self.owners.values().flat_map(|of| {
                let records = of.records.range(first_of(name.kind)..);
                let records = records.take_while(|(found, _)| found.kind == name.kind);
                records.map(|(name, record)| (&of.qmid, name, record))
            });
            return Box::new(all.filter(move |(_, _, record)| live(record)));
        }
        let owners = self.names.get(name).into_iter().flatten();
        let records = owners.filter_map(|qmid| {
            let (name, record) = self.owners.get(qmid)?.records.get_key_value(name)?;
            Some((qmid, name, record))
        });
        Box::new(records.filter(move |(_, _, record)| live(record)))
    }

    /// True if somebody has a record of the name, live or not.
    pub(crate) fn has(&self, name: &Name) -> bool {
        self.names.contains_key(name)
    }

    /// Records of the name, live or not; of all of a kind if that is the name.
    pub(crate) fn under(&self, name: &Name) -> Vec<(Arc<str>, Name)> {
        let all = name.is_all();
        let first = match all {
            true => first_of(name.kind),
            false => name.clone(),
        };
        let names = self.names.range(first..);
        let names = names.take_while(|(found, _)| match all {
            true => found.kind == name.kind,
            false => *found == name,
        });
        let owners = names.flat_map(|(name, owners)| owners.iter().map(move |one| (one, name)));
        owners
            .map(|(owner, name)| (Arc::clone(owner), name.clone()))
            .collect()
    }

    /// The hash of what is shared under the name, and of the queue managers that share it.
    pub(crate) fn name_hash(&self, name: &Name) -> u64 {
        let shared = self.sharing(name);
        shared.fold(0, |sum: u64, (owner, name, record)| {
            let q_mgr = self.q_mgr_name(owner).into_iter();
            let q_mgr = q_mgr.chain(self.channels(owner).cloned());
            let hashes = q_mgr.filter_map(|it| Some(self.get(owner, &it)?.hash(owner, &it)));
            let of_q_mgr = hashes.fold(0, u64::wrapping_add);
            sum.wrapping_add(record.hash(owner, name))
                .wrapping_add(of_q_mgr)
        })
    }

    /// The receiver channels of a queue manager besides that of its own record, also those that it withdrew.
    pub(crate) fn channels(&self, owner: &str) -> impl Iterator<Item = &Name> {
        let of = self.owners.get(owner).into_iter();
        of.flat_map(|of| of.records.range(first_of(RecordKind::Channel)..))
            .map(|(name, _)| name)
    }

    /// True if a queue manager has a receiver channel of that name.
    pub(crate) fn is_way(&self, owner: &str, channel: &str) -> bool {
        let of = self.owners.get(owner);
        let profile = of.and_then(|of| of.profile.as_ref());
        profile.is_some_and(|profile| *profile.channel == *channel)
            || self.channels(owner).any(|name| *name.name == *channel)
    }

    /// How many records there are, and how many bytes of contents.
    pub(crate) fn amount(&self) -> Amount {
        Amount {
            records: self.records,
            bytes: self.bytes,
            told: 0,
        }
    }

    /// True if a member shares a topic object for which `is_meant` holds, of its owner and what it says.
    pub(crate) fn has_topic(&self, is_meant: impl Fn(&str, &Contents) -> bool) -> bool {
        let all = Name::all_topics();
        let mut topics = self.sharing(&all);
        topics.any(|(owner, _, record)| is_meant(owner, &record.contents))
    }
}

/// What no name of the kind comes before.
fn first_of(kind: RecordKind) -> Name {
    Name {
        kind,
        name: "".into(),
    }
}

/// Nothing of a queue manager that is no member any more.
fn profile(name: &Name, record: &Record) -> Option<Profile> {
    if record.state != State::Live {
        return None;
    }
    let (channel, full) = summary(&record.contents);
    Some(Profile {
        q_mgr: name.name.clone(),
        channel,
        full,
        trusted: record.trusted,
    })
}

/// True if the record of a queue manager says that it is a full repository.
pub(crate) fn claims_full(contents: &Contents) -> bool {
    summary(contents).1
}

/// Channel and type of a queue manager.
fn summary(contents: &Contents) -> (Box<str>, bool) {
    let definition = contents.definition(RecordKind::QMgr, crate::record::object_name(0));
    let full = definition.int(Attr::Qmtype) == MQQMT_REPOSITORY;
    (definition.text(Attr::Channel).into(), full)
}
