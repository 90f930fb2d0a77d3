//! How far a transfer is.

use super::item::LoggedEnd;
use crate::fields::{begin, check_root, count, moment};
use crate::party::{AgentAddress, TransferId};
use crate::schedule::Moment;
use crate::xml::{Element, Problem, Writer, read};

/// How far a transfer is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The transfer.
    pub id: TransferId,
    /// Who reads.
    pub source_agent: AgentAddress,
    /// Who writes.
    pub destination_agent: AgentAddress,
    /// When it was so.
    pub time: Moment,
    /// Bytes of all items so far.
    pub bytes: u64,
    /// Milliseconds since it began.
    pub elapsed_ms: u64,
    /// The item that is under way, from 1.
    pub current_item: u64,
    /// Items of all of it.
    pub total_items: u64,
    /// The item that is under way.
    pub current: Option<Current>,
    /// It rests until somebody has it go on: an attribute of ours, with the word that status has for it.
    pub rests: bool,
}

/// The state of a transfer that rests.
const RESTS: &str = "PausedTransfer";

/// The item that is under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Current {
    /// Bytes of it so far.
    pub transferred_bytes: u64,
    /// Bytes of all of it.
    pub size_bytes: u64,
    /// Where it comes from.
    pub source: LoggedEnd,
    /// Where it goes.
    pub destination: LoggedEnd,
}

impl Progress {
    /// Reads a document.
    ///
    /// # Errors
    /// What is wrong with it first.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let root = read(bytes)?;
        check_root(&root, "transaction", "", "'transaction'")?;
        let set = root.needed("transferSet")?;
        let stats = set.needed("stats")?;
        let figure = |name| count(stats, name).map(Option::unwrap_or_default);
        Ok(Self {
            id: TransferId::read(&root, "ID", root.needed_attribute("ID")?)?,
            source_agent: AgentAddress::read(root.needed("sourceAgent")?)?,
            destination_agent: AgentAddress::read(root.needed("destinationAgent")?)?,
            time: moment(set, "time")?.ok_or_else(|| set.missing("time"))?,
            bytes: figure("bytes")?,
            elapsed_ms: elapsed_ms(stats)?,
            current_item: figure("currentItem")?,
            total_items: figure("totalItems")?,
            current: set.child("current").map(Current::read).transpose()?,
            rests: set.attribute("state") == Some(RESTS),
        })
    }

    /// The document.
    #[must_use]
    pub fn to_xml(&self) -> String {
        let mut writer = Writer::new();
        begin(&mut writer, "transaction", "TransferStatus.xsd")
            .attribute("ID", &self.id.to_string());
        self.source_agent.write(&mut writer, "sourceAgent");
        self.destination_agent
            .write(&mut writer, "destinationAgent");
        writer
            .open("transferSet")
            .attribute("time", &self.time.to_string());
        if self.rests {
            writer.attribute("state", RESTS);
        }
        let seconds = format!("{}.{:03}", self.elapsed_ms / 1_000, self.elapsed_ms % 1_000);
        writer
            .open("stats")
            .attribute("bytes", &self.bytes.to_string())
            .attribute("seconds", &seconds)
            .attribute("currentItem", &self.current_item.to_string())
            .attribute("totalItems", &self.total_items.to_string())
            .close();
        if let Some(current) = &self.current {
            current.write(&mut writer);
        }
        writer.finish()
    }
}

/// Milliseconds of an attribute that has seconds and perhaps a fraction of them.
fn elapsed_ms(element: &Element) -> Result<u64, Problem> {
    let text = element.needed_attribute("seconds")?.trim();
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let ms = format!("{:0<3}", fraction.get(..3).unwrap_or(fraction));
    let number = if is_number(seconds) && is_number(fraction) {
        seconds.parse::<u64>().ok().zip(ms.parse::<u64>().ok())
    } else {
        None
    };
    let all = number.and_then(|(seconds, ms)| seconds.checked_mul(1_000)?.checked_add(ms));
    all.ok_or_else(|| element.wrong("seconds", text, "seconds as 30.8"))
}

impl Current {
    fn read(element: &Element) -> Result<Self, Problem> {
        let figure = |name| count(element, name).map(Option::unwrap_or_default);
        Ok(Self {
            transferred_bytes: figure("transferred")?,
            size_bytes: figure("size")?,
            source: LoggedEnd::read_in(element.needed("source")?)?,
            destination: LoggedEnd::read_in(element.needed("destination")?)?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer
            .open("current")
            .attribute("transferred", &self.transferred_bytes.to_string())
            .attribute("size", &self.size_bytes.to_string());
        for (name, end) in [("source", &self.source), ("destination", &self.destination)] {
            writer.open(name);
            end.write(writer);
            writer.close();
        }
        writer.close();
    }
}
