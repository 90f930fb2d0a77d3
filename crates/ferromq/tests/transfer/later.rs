//! Files that answer later, as those of a server do, and whose connection is lost now and then.

use super::{House, SEEDS, content, item, request};
use ferromq_base::random::SplitMix64;
use ferromq_transfer::agent::{Facts, FileKind, Party, later, lost};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
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

fn expect_arrived(house: &House, names: &[(String, Vec<u8>)]) {
    for (name, bytes) in names {
        let arrived = fs::read(house.path(&format!("in/{name}"))).expect("there");
        assert!(arrived == *bytes, "{name}");
        assert!(
            !house.path(&format!("out/{name}")).exists(),
            "{name} was to go"
        );
    }
    let mut left = vec![house.path("in")];
    while let Some(directory) = left.pop() {
        for entry in fs::read_dir(directory).expect("listed").flatten() {
            let path = entry.path();
            let name = path.to_string_lossy().into_owned();
            assert!(!name.contains(".part"), "{name} is left");
            if path.is_dir() {
                left.push(path);
            }
        }
    }
}

fn some_files(house: &House, random: &mut SplitMix64) -> Vec<(String, Vec<u8>)> {
    fs::create_dir_all(house.path("out/a")).expect("made");
    let mut made = Vec::new();
    for n in 0..20 {
        let name = format!("{}{n}", ["", "a/"][n % 2]);
        let length = [0, 10, 20_000, 200_000][random.below(4) as usize];
        let bytes = content(length, random.next_u64());
        fs::write(house.path(&format!("out/{name}")), &bytes).expect("written");
        made.push((name, bytes));
    }
    made
}

#[test]
fn files_that_answer_later_arrive_as_they_were() {
    for loses in [false, true] {
        let mut house = House::new(&format!("transfer-later-{loses}"));
        house.later = Some(loses);
        let made = some_files(&house, &mut SplitMix64::new(7));
        let mut agents = [house.agent("NORTH"), house.agent("SOUTH")];
        let mut items = item(&house, "out", "in", "directory delete");
        items += &item(&house, "nothing", "in/nothing", "");
        let id = house.ask(&request(&items));
        let ended = house.until_ended(&mut agents, &id);
        assert!(ended.contains("code 20"), "{ended}");
        assert!(ended.contains("BFGIO0001E"), "{ended}");
        expect_arrived(&house, &made);
        assert!(house.is_all_forgotten());
    }
}

/// As those of files of the system, at any verb and any call of a file.
#[test]
fn killed_agents_of_files_that_answer_later_end_what_they_began() {
    for seed in 0..SEEDS {
        let mut house = House::new(&format!("transfer-later-kills-{seed}"));
        house.later = Some(seed % 2 == 0);
        let mut random = SplitMix64::new(seed);
        let made = some_files(&house, &mut random);
        let item = item(&house, "out", "in", "directory delete");
        let id = house.ask(&request(&item));
        let ended = house.until_ended_with_kills(&id, &mut random);
        assert!(
            ended.contains("code 0"),
            "seed {seed}: {ended}\n{}",
            house.told.join("\n")
        );
        expect_arrived(&house, &made);
        assert!(house.is_all_forgotten());
    }
}
