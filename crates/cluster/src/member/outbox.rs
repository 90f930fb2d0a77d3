//! What is to be sent when an event is done with: records are told once, and many in one message.

use crate::limits::{LIFE_MS, TOLD_MS};
use crate::member::action::{Action, Destination};
use crate::member::cluster::Cluster;
use crate::member::env::Env;
use crate::message::{Body, Message, NameHash, OwnerHash, Question, RecordUpdate};
use crate::record::{self, Name, Record, RecordKind, State};
use crate::store::Owner;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Records in a message. With the next two a message is as long at most as a queue manager takes whose `MAXMSGL` is as small as it may be (32 KB, with a
/// transmission header): of the usual size, 100 records would be 40 KB.
const RECORDS_IN_MESSAGE: usize = 40;
/// Bytes of contents in a message, beyond which no more records are added.
const CONTENTS_BYTES_IN_MESSAGE: usize = 12 * 1024;
/// Names and owners in a message.
const ENTRIES_IN_MESSAGE: usize = 200;

#[derive(Debug, Default)]
struct Parcel {
    records: BTreeSet<(Arc<str>, Name)>,
    answered: BTreeSet<Name>,
    /// Owners of whom everything newer was told.
    complete: BTreeMap<Arc<str>, u64>,
    digest: Option<bool>,
    asked: BTreeSet<Name>,
    /// Names that are asked for no longer.
    unasked: BTreeSet<Name>,
    wanted: BTreeMap<Arc<str>, u64>,
}

#[derive(Debug, Default)]
pub(crate) struct Outbox(BTreeMap<Destination, Parcel>);

impl Outbox {
    fn to(&mut self, to: Destination) -> &mut Parcel {
        self.0.entry(to).or_default()
    }

    /// Tells a record.
    pub(crate) fn tell(&mut self, to: Destination, owner: Arc<str>, name: Name) {
        self.to(to).records.insert((owner, name));
    }

    /// Says that everything of a name was told.
    pub(crate) fn answer(&mut self, to: Destination, name: Name) {
        self.to(to).answered.insert(name);
    }

    /// Says that everything of an owner with a greater version was told.
    pub(crate) fn complete(&mut self, to: Destination, owner: Arc<str>, since: u64) {
        self.to(to).complete.insert(owner, since);
    }

    /// Sends what is known of each owner as a number, and whether that is wanted in return.
    pub(crate) fn digest(&mut self, to: Destination, answer: bool) {
        let digest = &mut self.to(to).digest;
        *digest = Some(digest.unwrap_or(false) || answer);
    }

    /// Asks for a name.
    pub(crate) fn ask(&mut self, to: Destination, name: Name) {
        let parcel = self.to(to);
        parcel.unasked.remove(&name);
        parcel.asked.insert(name);
    }

    /// Asks for a name no longer.
    pub(crate) fn unask(&mut self, to: Destination, name: Name) {
        let parcel = self.to(to);
        parcel.asked.remove(&name);
        parcel.unasked.insert(name);
    }

    /// Asks for everything of an owner with a greater version.
    pub(crate) fn want(&mut self, to: Destination, owner: Arc<str>, since: u64) {
        self.to(to).wanted.insert(owner, since);
    }
}

impl Cluster {
    /// Sends what is to be sent.
    pub(crate) fn flush(&mut self, env: &mut Env) {
        for (to, parcel) in std::mem::take(&mut self.outbox.0) {
            self.send_updates(env, &to, &parcel);
            self.send_others(env, &to, parcel);
        }
    }

    fn send(&self, env: &mut Env, to: &Destination, body: Body) {
        let message = Message {
            cluster: self.name.to_string(),
            sender: env.qmid.to_string(),
            body,
        };
        env.out.push(Action::Send {
            cluster: self.name.clone(),
            to: to.clone(),
            bytes: message.encode(),
        });
    }

    fn send_updates(&self, env: &mut Env, to: &Destination, parcel: &Parcel) {
        let repository = match to {
            Destination::QMgr(qmid) => self.store.is_full(qmid),
            Destination::Channel(_) => true,
        };
        let mut records = Vec::new();
        let mut bytes = 0;
        // With a queue manager goes where else it is reached.
        let q_mgrs = parcel.records.iter();
        let q_mgrs = q_mgrs.filter(|(_, name)| name.kind == RecordKind::QMgr);
        let channels = q_mgrs.flat_map(|(owner, _)| {
            let channels = self.store.channels(owner).cloned();
            channels.map(move |channel| (Arc::clone(owner), channel))
        });
        let told: BTreeSet<(Arc<str>, Name)> =
            parcel.records.iter().cloned().chain(channels).collect();
        for (owner, name) in &told {
            let Some(record) = self.store.get(owner, name) else {
                continue;
            };
            let to_owner = matches!(to, Destination::QMgr(qmid) if qmid == owner);
            if !repository && !to_owner && is_stale(record, env.now) {
                continue;
            }
            bytes += record.contents.bytes().len();
            let mut update = update_of(owner, name, record, env.now);
            update.vouched = self.full && record.trusted && *owner != env.qmid;
            records.push(update);
            if records.len() == RECORDS_IN_MESSAGE || bytes > CONTENTS_BYTES_IN_MESSAGE {
                bytes = 0;
                let body = Body::Tell {
                    records: std::mem::take(&mut records),
                    answered: Vec::new(),
                    owners: Vec::new(),
                };
                self.send(env, to, body);
            }
        }
        let answered: Vec<NameHash> = parcel
            .answered
            .iter()
            .map(|name| self.name_hash(name))
            .collect();
        let complete = parcel.complete.iter();
        let owners: Vec<OwnerHash> = complete
            .map(|(owner, since)| OwnerHash {
                owner: Arc::clone(owner),
                hash: self.store.owners.get(owner).map_or(0, |of| of.hash),
                gone: self.own_gone(env, owner),
                since: Some(*since),
            })
            .collect();
        if records.is_empty() && answered.is_empty() && owners.is_empty() {
            return;
        }
        let mut answered = pieces(answered).into_iter();
        let mut owners = pieces(owners).into_iter();
        loop {
            let body = Body::Tell {
                records: std::mem::take(&mut records),
                answered: answered.next().unwrap_or_default(),
                owners: owners.next().unwrap_or_default(),
            };
            self.send(env, to, body);
            if answered.len() == 0 && owners.len() == 0 {
                return;
            }
        }
    }

    fn send_others(&self, env: &mut Env, to: &Destination, parcel: Parcel) {
        if let Some(answer) = parcel.digest {
            let mut pieces = pieces(self.digest(env)).into_iter();
            while let Some(owners) = pieces.next() {
                // One answer to all of them.
                let answer = answer && pieces.len() == 0;
                self.send(env, to, Body::Digest { owners, answer });
            }
        }
        let wanted = parcel.wanted.into_iter().map(|(owner, since)| OwnerHash {
            owner,
            hash: 0,
            gone: None,
            since: Some(since),
        });
        for owners in pieces(wanted.collect()) {
            self.send(env, to, Body::Want { owners });
        }
        // What makes room comes first.
        let over = parcel.unasked.into_iter().map(|name| (name, 0));
        let asked = parcel.asked.into_iter().map(|name| (name, TOLD_MS));
        let questions = over.chain(asked).map(|(name, life_ms)| Question {
            hash: self.store.name_hash(&name),
            name,
            life_ms,
        });
        for names in pieces(questions.collect::<Vec<_>>()) {
            self.send(env, to, Body::Ask { names });
        }
    }

    fn name_hash(&self, name: &Name) -> NameHash {
        NameHash {
            name: name.clone(),
            hash: self.store.name_hash(name),
        }
    }

    /// The hash of what this queue manager withdrew, if it is the owner. Others do not compare that: each forgets what was withdrawn when its own
    /// clock says so.
    fn own_gone(&self, env: &Env, owner: &str) -> Option<u64> {
        let own = self.store.owners.get(owner);
        (*env.qmid == *owner).then(|| own.map_or(0, |of| of.gone))
    }

    /// A full repository speaks for all, another for itself.
    fn digest(&self, env: &Env) -> Vec<OwnerHash> {
        let of = |of: &Owner| OwnerHash {
            owner: Arc::clone(&of.qmid),
            hash: of.hash,
            gone: self.own_gone(env, &of.qmid),
            since: None,
        };
        let owners = self.store.owners.values();
        owners
            .filter(|one| self.full || one.qmid == env.qmid)
            .map(of)
            .collect()
    }
}

/// Pieces of what fits in a message.
fn pieces<T>(mut all: Vec<T>) -> Vec<Vec<T>> {
    let mut pieces = Vec::new();
    while all.len() > ENTRIES_IN_MESSAGE {
        let rest = all.split_off(ENTRIES_IN_MESSAGE);
        pieces.push(std::mem::replace(&mut all, rest));
    }
    if !all.is_empty() {
        pieces.push(all);
    }
    pieces
}

fn update_of(owner: &Arc<str>, name: &Name, record: &Record, now: u64) -> RecordUpdate {
    RecordUpdate {
        owner: Arc::clone(owner),
        name: name.clone(),
        version: record.version,
        life_ms: record::life_left(record.expires_ms, now),
        state: record.state,
        vouched: false,
        contents: record.contents.clone(),
    }
}

/// A record that was not renewed in time is told to full repositories and to its owner only.
fn is_stale(record: &Record, now: u64) -> bool {
    record.state == State::Live && record::life_left(record.expires_ms, now) < LIFE_MS - TOLD_MS
}
