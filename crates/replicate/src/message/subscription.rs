//! What is said of subscriptions, and errors.

use super::{NAME_BYTES_MAX, Problem, TEXT_BYTES_MAX, put_text};
use crate::reader::Reader;

/// Whether rows of a subscription follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Rows follow.
    Active,
    /// None follow any more.
    Inactive,
    /// Rows follow, and what was there before has to be loaded.
    Load,
}

impl State {
    /// The letter in messages and in `IBMQREP_SUBS.STATE`.
    #[must_use]
    pub fn letter(self) -> u8 {
        match self {
            Self::Active => b'A',
            Self::Inactive => b'I',
            Self::Load => b'L',
        }
    }

    /// What a letter means.
    ///
    /// # Errors
    /// [`Problem::Value`] for another one.
    pub fn of(letter: u8) -> Result<Self, Problem> {
        Ok(match letter {
            b'A' => Self::Active,
            b'I' => Self::Inactive,
            b'L' => Self::Load,
            other => return Err(Problem::Value("state", other.into())),
        })
    }
}

/// Who loads: `HAS_LOADPHASE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loader {
    /// Nobody.
    Nobody,
    /// Apply.
    Apply,
    /// Somebody else, who says when it is done.
    External,
}

impl Loader {
    /// The letter in messages and in the control tables.
    #[must_use]
    pub fn letter(self) -> u8 {
        match self {
            Self::Nobody => b'N',
            Self::Apply => b'I',
            Self::External => b'E',
        }
    }

    /// What a letter means.
    ///
    /// # Errors
    /// [`Problem::Value`] for another one.
    pub fn of(letter: u8) -> Result<Self, Problem> {
        Ok(match letter {
            b'N' => Self::Nobody,
            b'I' => Self::Apply,
            b'E' => Self::External,
            other => return Err(Problem::Value("loader", other.into())),
        })
    }
}

/// Whose log it is that places are of. Those of one and the same may be compared, in whichever epoch they are said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceLog {
    /// System identifier of the source.
    pub system: u64,
    /// Its timeline.
    pub timeline: u32,
}

impl SourceLog {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Problem> {
        Ok(Self {
            system: reader.u64("system identifier")?,
            timeline: reader.u32("timeline")?,
        })
    }

    pub(super) fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.system.to_be_bytes());
        out.extend_from_slice(&self.timeline.to_be_bytes());
    }

    /// How control tables call it; `None` if it is not known: as no other.
    pub(crate) fn name(self) -> Option<String> {
        let is_known = self != Self::default();
        is_known.then(|| format!("{}/{}", self.system, self.timeline))
    }
}

/// A subscription began or ended at this place of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionState {
    /// What it is from here on.
    pub state: State,
    /// Who loads.
    pub loader: Loader,
    /// Number of the notice that says why, 412 for FMQ0412; 0 if somebody asked for it.
    pub notice: u16,
    /// Whose rows they are; not known where an earlier build has said it.
    pub log: SourceLog,
    /// The subscription.
    pub subscription: String,
    /// Schema of the table at the source.
    pub namespace: String,
    /// Its name there.
    pub table: String,
    /// Why.
    pub reason: String,
    /// The publication that its rows come by, where apply loads: a load has those that it has. Empty where it is not said, as by an earlier build.
    pub publication: String,
}

impl SubscriptionState {
    /// Reads the body of a message of kind subscription.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn decode(body: &[u8]) -> Result<Self, Problem> {
        let mut reader = Reader::new(body);
        let mut state = Self {
            state: State::of(reader.u8("state")?)?,
            loader: Loader::of(reader.u8("loader")?)?,
            notice: reader.u16("number")?,
            log: SourceLog::default(),
            subscription: reader.text(NAME_BYTES_MAX, "subscription")?.to_owned(),
            namespace: reader.text(NAME_BYTES_MAX, "schema")?.to_owned(),
            table: reader.text(NAME_BYTES_MAX, "table")?.to_owned(),
            reason: reader.text(TEXT_BYTES_MAX, "reason")?.to_owned(),
            publication: String::new(),
        };
        // Earlier builds end here.
        if !reader.is_empty() {
            state.log = SourceLog::read(&mut reader)?;
        }
        // Or here.
        if !reader.is_empty() {
            state.publication = reader.text(NAME_BYTES_MAX, "publication")?.to_owned();
        }
        reader.end("state of a subscription")?;
        Ok(state)
    }

    /// The body. Texts that are too long are cut.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![self.state.letter(), self.loader.letter()];
        out.extend_from_slice(&self.notice.to_be_bytes());
        put_text(&mut out, &self.subscription, NAME_BYTES_MAX);
        put_text(&mut out, &self.namespace, NAME_BYTES_MAX);
        put_text(&mut out, &self.table, NAME_BYTES_MAX);
        put_text(&mut out, &self.reason, TEXT_BYTES_MAX);
        self.log.write(&mut out);
        if !self.publication.is_empty() {
            put_text(&mut out, &self.publication, NAME_BYTES_MAX);
        }
        out
    }
}

/// The source was told that a load is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The subscription.
    pub subscription: String,
    /// Who said so.
    pub by: String,
}

impl Ended {
    /// Reads the body of a message of kind load done.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn decode(body: &[u8]) -> Result<Self, Problem> {
        let mut reader = Reader::new(body);
        let ended = Self {
            subscription: reader.text(NAME_BYTES_MAX, "subscription")?.to_owned(),
            by: reader.text(TEXT_BYTES_MAX, "who said so")?.to_owned(),
        };
        reader.end("end of a load")?;
        Ok(ended)
    }

    /// The body. Texts that are too long are cut.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_text(&mut out, &self.subscription, NAME_BYTES_MAX);
        put_text(&mut out, &self.by, TEXT_BYTES_MAX);
        out
    }
}

/// Something went wrong at the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Number of the notice, 412 for FMQ0412.
    pub number: u16,
    /// What it says.
    pub text: String,
}

impl Notice {
    /// Reads the body of a message of kind error.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn decode(body: &[u8]) -> Result<Self, Problem> {
        let mut reader = Reader::new(body);
        let notice = Self {
            number: reader.u16("number")?,
            text: reader.text(TEXT_BYTES_MAX, "text")?.to_owned(),
        };
        reader.end("error")?;
        Ok(notice)
    }

    /// The body. A text that is too long is cut.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = self.number.to_be_bytes().to_vec();
        put_text(&mut out, &self.text, TEXT_BYTES_MAX);
        out
    }
}
