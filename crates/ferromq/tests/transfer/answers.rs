//! When files answer that do so later, as those of a server do, and whose connection is lost now and then.

use ferromq_base::random::SplitMix64;
use ferromq_transfer::agent::{Facts, FileKind, Party, later, lost};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;

/// An answer that is remembered.
#[derive(Clone)]
pub(super) enum Answer {
    Facts(Facts),
    List(Vec<(String, FileKind)>),
    Removed(bool),
    Done,
}

type Remembered = Result<Answer, (io::ErrorKind, String)>;

struct Shared {
    random: SplitMix64,
    /// Calls that are to be made so often before they are answered.
    left: BTreeMap<(Party, String), u64>,
    answers: BTreeMap<(Party, String), Remembered>,
    forced: BTreeSet<RawFd>,
    loses: bool,
}

/// When calls are answered.
#[derive(Clone)]
pub(super) struct Later(Rc<RefCell<Shared>>);

impl Later {
    pub(super) fn new(seed: u64, loses: bool) -> Self {
        Self(Rc::new(RefCell::new(Shared {
            random: SplitMix64::new(seed),
            left: BTreeMap::new(),
            answers: BTreeMap::new(),
            forced: BTreeSet::new(),
            loses,
        })))
    }

    /// A call that gives its answer once.
    pub(super) fn once(&self, party: Party, call: String) -> io::Result<()> {
        let mut shared = self.0.borrow_mut();
        let Shared { random, left, .. } = &mut *shared;
        let key = (party, call);
        let count = left.entry(key.clone()).or_insert_with(|| random.below(4));
        if *count > 0 {
            *count -= 1;
            return Err(later());
        }
        left.remove(&key);
        Ok(())
    }

    /// A call whose answer is remembered: it is done when it is made first.
    pub(super) fn remembered(
        &self,
        party: Party,
        call: String,
        does: impl FnOnce() -> io::Result<Answer>,
    ) -> io::Result<Answer> {
        let key = (party, call.clone());
        let is_known = self.0.borrow().answers.contains_key(&key);
        if !is_known {
            let answer = does().map_err(|error| (error.kind(), error.to_string()));
            self.0.borrow_mut().answers.insert(key.clone(), answer);
        }
        let was_answered = format!("answered {call}");
        if !self
            .0
            .borrow()
            .answers
            .contains_key(&(party, was_answered.clone()))
        {
            self.once(party, call)?;
            let answered = (party, was_answered);
            self.0
                .borrow_mut()
                .answers
                .insert(answered, Ok(Answer::Done));
        }
        let answer = self.0.borrow().answers[&key].clone();
        answer.map_err(|(kind, text)| match text.is_empty() {
            true => kind.into(),
            false => io::Error::new(kind, text),
        })
    }

    pub(super) fn settle(&self, party: Party) {
        let mut shared = self.0.borrow_mut();
        shared.answers.retain(|(of, _), _| *of != party);
    }

    pub(super) fn release(&self, party: Party) {
        self.settle(party);
        let mut shared = self.0.borrow_mut();
        shared.left.retain(|(of, _), _| *of != party);
    }

    /// A file that was written is forced later, or what was written is lost.
    pub(super) fn force(&self, party: Party, file: RawFd) -> io::Result<()> {
        if self.0.borrow().forced.contains(&file) {
            return Ok(());
        }
        self.once(party, format!("force {file}"))?;
        self.lose()?;
        self.0.borrow_mut().forced.insert(file);
        Ok(())
    }

    pub(super) fn write(&self, party: Party, file: RawFd, offset: u64) -> io::Result<()> {
        self.once(party, format!("write {file} {offset}"))?;
        self.0.borrow_mut().forced.remove(&file);
        self.lose()
    }

    fn lose(&self) -> io::Result<()> {
        let mut shared = self.0.borrow_mut();
        match shared.loses && shared.random.below(60) == 0 {
            true => Err(lost(io::ErrorKind::ConnectionReset.into())),
            false => Ok(()),
        }
    }
}
