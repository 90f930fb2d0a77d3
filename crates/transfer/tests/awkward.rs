//! Values nobody likes to see, from a seed.

use ferromq_base::random::SplitMix64;
use ferromq_transfer::party::{
    AgentAddress, Originator, Persistence, QueueAddress, ReplyTo, TransferId,
};
use ferromq_transfer::xml::is_allowed;

/// Makes values.
pub(crate) struct Awkward(pub(crate) SplitMix64);

impl Awkward {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// A text of up to `most` characters of all that XML has.
    pub(crate) fn text(&mut self, most: u64) -> String {
        let len = self.0.below(most + 1);
        (0..len).map(|_| self.char()).collect()
    }

    fn char(&mut self) -> char {
        const NASTY: &[char] = &[
            '<',
            '>',
            '&',
            '\'',
            '"',
            '\n',
            '\r',
            '\t',
            ' ',
            ']',
            ';',
            '=',
            '#',
            '\\',
            ':',
            '!',
            '$',
            '{',
            '}',
            '*',
            '?',
            '%',
            '\u{7F}',
            '\u{85}',
            '\u{A0}',
            '\u{2028}',
            '\u{FEFF}',
            '\u{FFFD}',
            '\u{10FFFF}',
            '\u{D7FF}',
            '\u{E000}',
        ];
        loop {
            let found = match self.0.below(4) {
                0 => Some(NASTY[self.0.below(NASTY.len() as u64) as usize]),
                1 => char::from_u32(0x20 + self.0.below(0x60) as u32),
                2 => char::from_u32(self.0.below(0x1_0000) as u32),
                _ => char::from_u32(self.0.below(0x11_0000) as u32),
            };
            if let Some(char) = found
                && is_allowed(char)
            {
                return char;
            }
        }
    }

    /// A text that has more than white space.
    pub(crate) fn full_text(&mut self) -> String {
        format!("{}x{}", self.text(12), self.text(12))
    }

    /// A text without white space at its ends, as names are read; not empty.
    pub(crate) fn name(&mut self) -> String {
        format!("n{}n", self.text(8)).trim().to_owned()
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.0.chance(50)
    }

    pub(crate) fn number(&mut self) -> u32 {
        match self.0.below(3) {
            0 => self.0.below(3) as u32,
            1 => self.0.below(100_000) as u32,
            _ => self.0.next_u64() as u32,
        }
    }

    pub(crate) fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.0.below(values.len() as u64) as usize]
    }

    pub(crate) fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flag().then(|| make(self))
    }

    pub(crate) fn several<T>(&mut self, most: u64, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.0.below(most + 1);
        (0..count).map(|_| make(self)).collect()
    }

    pub(crate) fn pairs(&mut self) -> Vec<(String, String)> {
        self.several(3, |it| (it.text(10), it.text(10)))
    }

    pub(crate) fn id(&mut self) -> TransferId {
        let mut bytes = [0; 24];
        self.0.fill(&mut bytes);
        TransferId(bytes)
    }

    pub(crate) fn originator(&mut self) -> Originator {
        Originator {
            host_name: self.name(),
            user_id: self.name(),
            mqmd_user_id: self.maybe(Self::name),
        }
    }

    pub(crate) fn agent(&mut self) -> AgentAddress {
        let q_mgr = self.maybe(Self::name);
        AgentAddress {
            agent: self.name(),
            q_mgr: q_mgr.unwrap_or_default(),
        }
    }

    pub(crate) fn queue(&mut self) -> QueueAddress {
        let clean = |name: String| name.replace('@', "");
        let q_mgr = self.maybe(Self::name);
        QueueAddress {
            queue: clean(self.name()),
            q_mgr: q_mgr.unwrap_or_default(),
        }
    }

    pub(crate) fn reply(&mut self) -> ReplyTo {
        ReplyTo {
            queue: self.name(),
            q_mgr: self.name(),
            detailed: self.maybe(Self::flag),
            persistent: self.maybe(Self::persistence),
        }
    }

    pub(crate) fn persistence(&mut self) -> Persistence {
        self.one_of(&[
            Persistence::Persistent,
            Persistence::NotPersistent,
            Persistence::AsQueue,
        ])
    }
}
