//! Commands, in both forms.

use super::answer::Refusal;
use super::name_values::{Header, read_pairs, write_pairs};
use super::table::{Choice, Name, Verb};
use super::{DescribedData, FORMAT};
use crate::convert::Described;
use crate::generated::constants::*;
use crate::property::{folder_name, read_elements};
use crate::rfh2::{self, Rfh2};
use bytes::Bytes;

/// How a command is written. Answers and publications are written alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// In the `NameValueString` of an `MQRFH`.
    NameValue,
    /// In folder `psc` of an `MQRFH2`.
    Folder,
}

/// A command that is well formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What it asks for.
    pub verb: Verb,
    values: Vec<(Name, String)>,
    choices: Vec<Choice>,
    /// Names of the program's own, with their values.
    own: Vec<(String, String)>,
}

/// A message that should be a command.
#[derive(Clone, Debug)]
pub struct Received {
    /// How it is written.
    pub form: Form,
    /// As it stands there, for answers that say what is wrong with it.
    pub text: String,
    /// The command, or what is wrong with it.
    pub command: Result<Command, Refusal>,
    /// The data it publishes.
    pub data: DescribedData,
}

impl Received {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong with one whose form cannot be told, with the form to answer in.
    pub fn read(
        format: [u8; 8],
        described: Described,
        body: &Bytes,
    ) -> Result<Self, (Form, Refusal)> {
        match format {
            FORMAT => {
                Self::of_header(described, body).map_err(|refusal| (Form::NameValue, refusal))
            }
            rfh2::FORMAT => {
                Self::of_folder(described, body).map_err(|refusal| (Form::Folder, refusal))
            }
            _ => Err((Form::NameValue, Refusal::new(MQRCCF_MD_FORMAT_ERROR))),
        }
    }

    fn of_header(described: Described, body: &Bytes) -> Result<Self, Refusal> {
        let header = Header::read(body, described)?;
        Ok(Self {
            form: Form::NameValue,
            command: Command::of_text(&header.text),
            data: DescribedData {
                format: header.fixed.format,
                described: header.following(described),
                body: body.slice_ref(header.rest),
            },
            text: header.text,
        })
    }

    fn of_folder(described: Described, body: &Bytes) -> Result<Self, Refusal> {
        let wrong = |error: rfh2::Rfh2Error| Refusal::new(error.reason().0);
        let header = Rfh2::read(body, described.encoding).map_err(wrong)?;
        for folder in header.folders() {
            let text = header.text(folder.map_err(wrong)?).map_err(wrong)?;
            if folder_name(&text).map_err(wrong)?.0 != PSC {
                continue;
            }
            let whole = DescribedData {
                format: rfh2::FORMAT,
                described,
                body: body.clone(),
            };
            return Ok(Self {
                form: Form::Folder,
                command: Command::of_folder(&text),
                text: text.trim_end().to_owned(),
                data: whole.without_folder(PSC),
            });
        }
        Err(Refusal::new(MQRC_RFH_COMMAND_ERROR))
    }
}

/// The folder of commands.
pub(super) const PSC: &str = "psc";

impl Command {
    /// The first value of a name.
    #[must_use]
    pub fn get(&self, name: Name) -> Option<&str> {
        self.all(name).next()
    }

    /// All values of a name.
    pub fn all(&self, name: Name) -> impl Iterator<Item = &str> {
        let of_it = self.values.iter().filter(move |(other, _)| *other == name);
        of_it.map(|(_, value)| value.as_str())
    }

    /// Whether it has this option.
    #[must_use]
    pub fn has(&self, choice: Choice) -> bool {
        self.choices.contains(&choice)
    }

    /// Data and names of the publisher's own, as they stand in a `NameValueString`; empty for none.
    #[must_use]
    pub fn further(&self) -> String {
        let data = self.values.iter();
        let data = data.filter(|(name, _)| matches!(name, Name::StringData | Name::IntData));
        let data = data.map(|(name, value)| (name.tag(), value.as_str()));
        let own = self.own.iter();
        write_pairs(data.chain(own.map(|(name, value)| (name.as_str(), value.as_str()))))
    }

    /// Reads a `NameValueString`.
    ///
    /// # Errors
    /// See the format page.
    pub(super) fn of_text(text: &str) -> Result<Self, Refusal> {
        let mut said = Vec::new();
        let mut own = Vec::new();
        for (at, name, value) in read_pairs(text)? {
            if !name.starts_with(PREFIX) {
                own.push((name, value));
                continue;
            }
            let Some(known) = Name::of_tag(&name) else {
                return Err(Refusal::new(MQRC_RFH_PARM_ERROR).with(Name::ParmId, name));
            };
            if said.is_empty() && known != Name::Command {
                return Err(Refusal::new(MQRC_RFH_COMMAND_ERROR).with(Name::ErrorPos, at));
            }
            said.push((known, value));
        }
        if said.is_empty() {
            let end = text.len().saturating_sub(1);
            return Err(Refusal::new(MQRC_RFH_COMMAND_ERROR).with(Name::ErrorPos, end));
        }
        Self::of(said, own, Form::NameValue)
    }

    /// Reads folder `psc`.
    ///
    /// # Errors
    /// See the format page.
    pub(super) fn of_folder(text: &str) -> Result<Self, Refusal> {
        let elements = read_elements(text).map_err(|error| Refusal::new(error.reason().0))?;
        let mut said = Vec::new();
        for (element, value) in elements {
            let Some(known) = Name::of_element(&element) else {
                return Err(Refusal::new(MQRC_RFH_PARM_ERROR).with(Name::ParmId, element));
            };
            said.push((known, value));
        }
        Self::of(said, Vec::new(), Form::Folder)
    }

    fn of(
        said: Vec<(Name, String)>,
        own: Vec<(String, String)>,
        form: Form,
    ) -> Result<Self, Refusal> {
        let named = |name: Name| match form {
            Form::NameValue => name.tag(),
            Form::Folder => name.element(),
        };
        let word = said.iter().find(|(name, _)| *name == Name::Command);
        let word = word.map_or("", |(_, word)| word.as_str());
        let verb = Verb::of(word).filter(|verb| form == Form::NameValue || verb.has_folder());
        let verb =
            verb.ok_or_else(|| Refusal::new(MQRC_RFH_COMMAND_ERROR).with(Name::Command, word))?;
        let mut command = Self {
            verb,
            values: Vec::new(),
            choices: Vec::new(),
            own,
        };
        for (name, value) in said {
            let wrong = |reason: i32| Refusal::new(reason).with(Name::ParmId, named(name));
            if !name.goes_with(verb) {
                return Err(wrong(MQRC_RFH_PARM_ERROR));
            }
            let once = verb == Verb::RequestUpdate || !name.repeats();
            if once && Choice::refusal(name).is_none() && command.get(name).is_some() {
                return Err(wrong(MQRC_RFH_DUPLICATE_PARM));
            }
            if let Some(reason) = Choice::refusal(name) {
                let choice = Choice::of(name, &value, verb);
                let choice = choice.ok_or_else(|| Refusal::new(reason).with(name, &value))?;
                command.choices.push(choice);
            }
            command.values.push((name, value));
        }
        let missing =
            |name| Err(Refusal::new(MQRC_RFH_PARM_MISSING).with(Name::ParmId, named(name)));
        let topics = command.all(Name::Topic).count();
        if topics == 0 && (Name::Topic.is_needed_by(verb) || !command.says_which()) {
            return missing(Name::Topic);
        }
        if topics > 0 && command.has(Choice::DeregAll) {
            let both = Refusal::new(MQRC_RFH_PARM_ERROR);
            return Err(both.with(Name::ParmId, named(Name::Topic)));
        }
        Ok(command)
    }

    /// It says without topics which subscriptions it is about.
    fn says_which(&self) -> bool {
        self.has(Choice::DeregAll) || self.get(Name::SubName).is_some()
    }
}

/// What names that are not the program's own begin with.
const PREFIX: &str = "MQPS";
