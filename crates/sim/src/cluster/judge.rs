//! What is held against what members know.

use crate::cluster::node::CLUSTER;
use crate::cluster::node::q_mgr_name;
use crate::cluster::{ClusterRun, Node};
use ferromq_cluster::{Answer, Contents, Name, RecordKind, State, StoredRecord};
use ferromq_mqi::definition::Definition;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What was ever said, and what is known.
#[derive(Default)]
pub(super) struct Books {
    /// What owners said: owner, name, version, and contents of what is live.
    said: BTreeSet<(String, Name, u64, Option<Contents>)>,
    /// Whom full repositories forced out.
    pub(super) forced: BTreeSet<String>,
    /// The version each member has of each thing.
    known: BTreeMap<(usize, String, Name), u64>,
}

impl Books {
    /// A member begins again from an old back-up.
    pub(super) fn restored(&mut self, at: usize) {
        self.known.retain(|(who, _, _), _| *who != at);
    }

    pub(super) fn dropped(&mut self, at: usize, definition: &Definition) {
        if let Some(kept) = StoredRecord::of(definition)
            && kept.state.is_some()
        {
            self.known.remove(&(at, kept.owner.to_string(), kept.name));
        }
    }
}

/// What is live of an owner, as it is kept.
type Shared = BTreeMap<Name, Contents>;

impl ClusterRun {
    pub(super) fn judge_kept(&mut self, at: usize, definition: &Definition) -> Result<(), String> {
        let kept = StoredRecord::of(definition)
            .ok_or_else(|| format!("QM{at} keeps what is no record: {definition:?}"))?;
        let Some(state) = kept.state else {
            return Ok(());
        };
        let owner = kept.owner.to_string();
        let contents = (state == State::Live).then(|| Contents::of(kept.name.kind, definition));
        let key = (at, owner.clone(), kept.name.clone());
        let before = self.books.known.insert(key, kept.version);
        if let Some(before) = before
            && before > kept.version
        {
            return Err(format!(
                "QM{at} knew {} of {owner} in version {before} and now has version {}",
                kept.name, kept.version
            ));
        }
        let is_full = |node: &Node| node.full && node.qmid == owner;
        if kept.trusted && owner != self.nodes[at].qmid && !self.nodes.iter().any(is_full) {
            return Err(format!(
                "QM{at} trusts {owner}, which is no full repository"
            ));
        }
        if state == State::ForcedOut {
            return match self.books.forced.contains(&owner) {
                true => Ok(()),
                false => Err(format!("QM{at} thinks {owner} was forced out")),
            };
        }
        let said = (owner.clone(), kept.name.clone(), kept.version, contents);
        if owner == self.nodes[at].qmid {
            self.books.said.insert(said);
            return Ok(());
        }
        let hostile = self
            .nodes
            .iter()
            .any(|node| node.hostile && node.qmid == owner);
        match hostile || self.books.said.contains(&said) {
            true => Ok(()),
            false => Err(format!(
                "QM{at} has {} of {owner} in version {}, which its owner never said",
                kept.name, kept.version
            )),
        }
    }

    /// What a member shares.
    fn truth(&self, at: usize) -> Shared {
        let own = self.nodes[at].own();
        own[CLUSTER].named()
    }

    /// What a member knows, by owner.
    fn view(&self, at: usize) -> BTreeMap<String, Shared> {
        let mut view: BTreeMap<String, Shared> = BTreeMap::new();
        for definition in self.nodes[at]
            .disk
            .kept
            .values()
            .filter(|one| StoredRecord::is_live(one))
        {
            if let Some(kept) = StoredRecord::of(definition) {
                let contents = Contents::of(kept.name.kind, definition);
                let of = view.entry(kept.owner.to_string()).or_default();
                of.insert(kept.name, contents);
            }
        }
        view
    }

    /// The versions of what a member has of another.
    fn versions(&self, at: usize, of: usize) -> BTreeMap<Name, u64> {
        let kept = self.nodes[at]
            .disk
            .kept
            .values()
            .filter_map(StoredRecord::of);
        let qmid = &self.nodes[of].qmid;
        kept.filter(|kept| kept.state.is_some() && *kept.owner == **qmid)
            .map(|kept| (kept.name, kept.version))
            .collect()
    }

    /// True if nobody has newer words of a queue manager than that one, which forced it out: what it said last may have come to
    /// another full repository only, and stands if its clock is ahead.
    pub(super) fn nobody_knows_newer(&self, full: usize, of: usize) -> bool {
        let newest = |at: usize| {
            let versions = self.versions(at, of).into_iter();
            let versions = versions.filter(|(name, _)| name.kind == RecordKind::QMgr);
            versions.map(|(_, version)| version).max()
        };
        let here = newest(full);
        (0..self.nodes.len()).all(|at| newest(at) <= here)
    }

    /// What a member knows of another, and that one and no full repository knows any more: one of them was restored, the owner, or a full repository that
    /// had forced it out. Only full repositories are believed when they tell an owner what was said of it, so this stays until its time is over, or
    /// REFRESH CLUSTER REPOS(YES).
    fn forgotten(&self, at: usize, of: usize) -> BTreeSet<Name> {
        let full_was_restored = self.nodes.iter().any(|node| node.full && node.restored);
        if !self.nodes[of].restored && !full_was_restored {
            return BTreeSet::new();
        }
        let knowing = (0..self.nodes.len()).filter(|at| self.nodes[*at].full || *at == of);
        let knowing: Vec<_> = knowing.map(|at| self.versions(at, of)).collect();
        let here = self.versions(at, of).into_iter();
        here.filter(|(name, version)| knowing.iter().all(|one| one.get(name) < Some(version)))
            .map(|(name, _)| name)
            .collect()
    }

    /// It left after it had begun again from an old back-up, or had forgotten the full repositories (REFRESH CLUSTER REPOS(YES)), and before it knew one again:
    /// nobody is left whom it would believe what is said of it.
    fn left_alone(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        let fulls = self.nodes.iter().filter(|one| one.full);
        let view = self.view(at);
        (node.restored || node.forgot_fulls)
            && !node.disk.joined
            && !fulls.into_iter().any(|full| view.contains_key(&full.qmid))
    }

    /// Members that are there, and whose word counts.
    fn present(&self) -> Vec<usize> {
        let there = |at: &usize| !self.nodes[*at].gone && !self.nodes[*at].hostile;
        (0..self.nodes.len()).filter(there).collect()
    }

    /// All members agree.
    pub(super) fn judge_agreement(&mut self) -> Result<(), String> {
        let present = self.present();
        let truths: BTreeMap<usize, Shared> =
            present.iter().map(|at| (*at, self.truth(*at))).collect();
        for at in present.iter().copied() {
            if !self.nodes[at].disk.joined {
                continue;
            }
            let view = self.view(at);
            self.figures.records += view.values().map(|of| of.len() as u64).sum::<u64>();
            if self.nodes[at].full {
                self.judge_full(at, &view, &truths)?;
            } else {
                self.judge_partial(at, &view, &truths)?;
            }
        }
        Ok(())
    }

    fn judge_full(
        &self,
        at: usize,
        view: &BTreeMap<String, Shared>,
        truths: &BTreeMap<usize, Shared>,
    ) -> Result<(), String> {
        let none = Shared::new();
        for (of, truth) in truths {
            if self.left_alone(*of) {
                continue;
            }
            let known = view.get(&self.nodes[*of].qmid).unwrap_or(&none);
            compare(known, truth).map_err(|what| {
                let known = self.everybody_of(*of);
                format!("full repository QM{at} of QM{of}: {what}{known}")
            })?;
        }
        let q_mgr = |shared: &Shared| shared.keys().any(|name| name.kind == RecordKind::QMgr);
        for node in self.nodes.iter().filter(|node| node.gone) {
            if node.was_forced && view.get(&node.qmid).is_some_and(q_mgr) {
                let of = node.at;
                return Err(format!(
                    "full repository QM{at} of QM{of}: it was forced out"
                ));
            }
        }
        Ok(())
    }

    fn judge_partial(
        &self,
        at: usize,
        view: &BTreeMap<String, Shared>,
        truths: &BTreeMap<usize, Shared>,
    ) -> Result<(), String> {
        let node = &self.nodes[at];
        let asked: Vec<Name> = node
            .disk
            .kept
            .values()
            .filter_map(StoredRecord::of)
            .filter(|kept| kept.state.is_none() && *kept.owner == *node.qmid)
            .map(|kept| kept.name)
            .collect();
        if !asked.contains(&Name::all_topics()) {
            return Err(format!("QM{at} is not told of topics"));
        }
        let all_topics = Name::all_topics();
        // Publications go straight to members: all of them are known as soon as one topic is.
        let knows_topics = view
            .values()
            .any(|known| known.keys().any(|name| name.kind == all_topics.kind));
        let asks_for_all = asked.contains(&Name::all_q_mgrs());
        if knows_topics && !asks_for_all {
            return Err(format!(
                "QM{at} knows topics and is not told of all members"
            ));
        }
        let is_member = |name: &Name| asks_for_all && name.kind == RecordKind::QMgr;
        let wanted =
            |name: &Name| asked.contains(name) || name.kind == all_topics.kind || is_member(name);
        let none = Shared::new();
        for (of, truth) in truths.iter().filter(|(of, _)| **of != at) {
            if self.left_alone(*of) {
                continue;
            }
            let known = view.get(&self.nodes[*of].qmid).unwrap_or(&none);
            let mut wanted: Shared = truth
                .iter()
                .filter(|(name, _)| wanted(name))
                .map(|(name, contents)| (name.clone(), contents.clone()))
                .collect();
            if !wanted.is_empty() || self.nodes[*of].full {
                let q_mgr = truth.iter().filter(|(name, _)| name.kind.is_of_q_mgr());
                wanted.extend(q_mgr.map(|(name, contents)| (name.clone(), contents.clone())));
            }
            let relevant = known.iter().filter(|(name, _)| {
                asked.contains(name)
                    || name.kind == all_topics.kind
                    || is_member(name)
                    || wanted.contains_key(*name)
            });
            let forgotten = self.forgotten(at, *of);
            let relevant: Shared = relevant
                .filter(|(name, _)| !forgotten.contains(*name))
                .map(|(name, contents)| (name.clone(), contents.clone()))
                .collect();
            wanted.retain(|name, _| !forgotten.contains(name));
            compare(&relevant, &wanted)
                .map_err(|what| format!("QM{at} of QM{of}: {what}{}", self.everybody_of(*of)))?;
        }
        Ok(())
    }

    /// What everybody knows of a queue manager itself, a line each, for who looks for what went wrong.
    fn everybody_of(&self, of: usize) -> String {
        let mut text = String::new();
        for node in &self.nodes {
            let _ = write!(
                text,
                "\n  QM{} (full {}, hostile {}, gone {}, member {}, its channels by hand {:?}), at {}:",
                node.at,
                node.full,
                node.hostile,
                node.gone,
                node.disk.joined,
                node.by_hand,
                node.clock(self.now)
            );
            let kept = node.disk.kept.values().filter_map(StoredRecord::of);
            let of_it = kept.filter(|kept| *kept.owner == *self.nodes[of].qmid);
            for kept in of_it.filter(|kept| kept.name.kind == RecordKind::QMgr) {
                let _ = write!(
                    text,
                    " version {} {:?} until {}, trusted {}",
                    kept.version, kept.state, kept.expires_ms, kept.trusted
                );
            }
        }
        text
    }

    /// What is asked for now is known if it is shared.
    pub(super) fn judge_questions(&mut self) -> Result<(), String> {
        let mut names: Vec<Name> = (0..6).map(|number| self.pool_name(number)).collect();
        names.extend((0..self.nodes.len().min(4)).map(q_mgr_name));
        let shares = |node: &Node, name: &Name| match name.kind {
            RecordKind::QMgr => *name == q_mgr_name(node.at),
            _ => node.disk.shared.contains_key(name),
        };
        let gone_share = |run: &Self, name: &Name| {
            let mut unsure = run.nodes.iter().filter(|node| node.gone || node.hostile);
            unsure.any(|node| shares(node, name))
        };
        for at in self.present() {
            if !self.nodes[at].disk.joined || !self.random.chance(30) {
                continue;
            }
            for name in &names {
                self.nodes[at].answers.remove(name);
                self.with(at, |core, now| core.ask(name, now))?;
                self.deliver_all()?;
                self.now += 11_000;
                self.with(at, |core, now| core.tick(now))?;
                let present = self.present();
                let shared = present.into_iter().any(|of| {
                    let node = &self.nodes[of];
                    node.disk.joined && shares(node, name)
                });
                let answer = self.nodes[at].answers.get(name).copied();
                let fits = match answer {
                    Some(Answer::Known) => {
                        let forgotten = |of| self.forgotten(at, of).contains(name);
                        // What one said that is left alone stands until its time is over.
                        let alone = |of| self.left_alone(of) && shares(&self.nodes[of], name);
                        let of_one = |of| forgotten(of) || alone(of);
                        shared || gone_share(self, name) || (0..self.nodes.len()).any(of_one)
                    }
                    Some(Answer::Unknown) => !shared,
                    Some(Answer::Nobody) | None => false,
                };
                if !fits {
                    return Err(format!("QM{at} asked for {name}: {answer:?}"));
                }
            }
        }
        Ok(())
    }
}

fn compare(known: &Shared, truth: &Shared) -> Result<(), String> {
    for (name, contents) in truth {
        match known.get(name) {
            Some(known) if known == contents => {}
            Some(_) => return Err(format!("{:?} {name} is known otherwise", name.kind)),
            None => return Err(format!("{:?} {name} is not known", name.kind)),
        }
    }
    match known.keys().find(|name| !truth.contains_key(*name)) {
        Some(name) => Err(format!("{:?} {name} is known and not shared", name.kind)),
        None => Ok(()),
    }
}
