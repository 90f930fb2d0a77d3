//! The restart message.

use super::subscription::{SourceLog, State};
use super::{NAME_BYTES_MAX, Problem, put_text};
use crate::reader::{Broken, Reader};
use ferromq_base::checksum::crc32c;

const MARK: [u8; 4] = *b"FRR1";
/// Maps of a capture, at most.
pub(crate) const MAPS_MAX: usize = 1_024;
const SUBSCRIPTIONS_MAX: usize = 65_535;

/// Where a map stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPosition {
    /// Its number.
    pub map: u32,
    /// The sequence number of the next message.
    pub next: u64,
    /// Number of the last schema; 0 before the first.
    pub schema_version: u32,
    /// Parts of the cut transaction that were put.
    pub chunks: u32,
}

/// A transaction of which only a part is on the queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutTransaction {
    /// Its commit LSN, not 0.
    pub commit_lsn: u64,
    /// How many changes of it were read.
    pub changes: u64,
    /// CRC-32C of those.
    pub checksum: u32,
    /// Its xid.
    pub xid: u32,
}

/// A subscription that began or ended in this epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionMark {
    /// Its name.
    pub name: String,
    /// What it is.
    pub state: State,
    /// Commit LSN since when.
    pub since: u64,
    /// Number of the notice that says why; 0 if somebody asked for it.
    pub notice: u16,
}

/// What capture knows of its past: all that is on the queues, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restart {
    /// Life of the stream, from 1.
    pub epoch: u64,
    /// The log that positions are of.
    pub log: SourceLog,
    /// Checksum of maps and subscriptions.
    pub configuration: u32,
    /// Commit LSN of the last transaction that was put as a whole.
    pub commit_lsn: u64,
    /// End LSN of it, or where the slot began.
    pub end_lsn: u64,
    /// Up to here nothing is missing on the queues.
    pub seen_lsn: u64,
    /// What was put in part.
    pub cut: Option<CutTransaction>,
    /// The slot.
    pub slot: String,
    /// Where each map stands.
    pub maps: Vec<MapPosition>,
    /// Subscriptions that began or ended in this epoch.
    pub subscriptions: Vec<SubscriptionMark>,
}

impl Restart {
    /// Reads a restart message.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn decode(bytes: &[u8]) -> Result<Self, Problem> {
        let mut reader = Reader::new(bytes);
        if reader.take(4, "mark")? != MARK {
            return Err(Problem::Foreign);
        }
        let checksum = reader.u32("checksum")?;
        if crc32c(reader.rest()) != checksum {
            return Err(Problem::Checksum);
        }
        let epoch = reader.u64("epoch")?;
        if epoch == 0 {
            return Err(Problem::Numbers);
        }
        let log = SourceLog::read(&mut reader)?;
        let configuration = reader.u32("configuration")?;
        let commit_lsn = reader.u64("commit LSN")?;
        let end_lsn = reader.u64("end LSN")?;
        let seen_lsn = reader.u64("seen LSN")?;
        let cut = CutTransaction {
            commit_lsn: reader.u64("cut transaction")?,
            changes: reader.u64("cut transaction")?,
            checksum: reader.u32("cut transaction")?,
            xid: reader.u32("cut transaction")?,
        };
        let slot = reader.text(NAME_BYTES_MAX, "slot")?.to_owned();
        let count = usize::from(reader.u16("maps")?);
        if count > MAPS_MAX {
            return Err(Broken::TooLong("maps").into());
        }
        let maps: Result<_, Problem> = (0..count).map(|_| map(&mut reader)).collect();
        let maps = maps?;
        let count = usize::from(reader.u16("subscriptions")?);
        let subscriptions: Result<_, Problem> = (0..count).map(|_| mark(&mut reader)).collect();
        let subscriptions = subscriptions?;
        reader.end("restart message")?;
        Ok(Self {
            epoch,
            log,
            configuration,
            commit_lsn,
            end_lsn,
            seen_lsn,
            cut: (cut.commit_lsn != 0).then_some(cut),
            slot,
            maps,
            subscriptions,
        })
    }

    /// The message.
    ///
    /// # Errors
    /// [`Broken::TooLong`] for too many maps or subscriptions.
    pub fn encode(&self) -> Result<Vec<u8>, Problem> {
        if self.maps.len() > MAPS_MAX {
            return Err(Broken::TooLong("maps").into());
        }
        if self.subscriptions.len() > SUBSCRIPTIONS_MAX {
            return Err(Broken::TooLong("subscriptions").into());
        }
        let mut out = Vec::with_capacity(128 + 20 * self.maps.len());
        out.extend_from_slice(&MARK);
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&self.epoch.to_be_bytes());
        self.log.write(&mut out);
        out.extend_from_slice(&self.configuration.to_be_bytes());
        out.extend_from_slice(&self.commit_lsn.to_be_bytes());
        out.extend_from_slice(&self.end_lsn.to_be_bytes());
        out.extend_from_slice(&self.seen_lsn.to_be_bytes());
        let cut = self.cut.unwrap_or(CutTransaction {
            commit_lsn: 0,
            changes: 0,
            checksum: 0,
            xid: 0,
        });
        out.extend_from_slice(&cut.commit_lsn.to_be_bytes());
        out.extend_from_slice(&cut.changes.to_be_bytes());
        out.extend_from_slice(&cut.checksum.to_be_bytes());
        out.extend_from_slice(&cut.xid.to_be_bytes());
        put_text(&mut out, &self.slot, NAME_BYTES_MAX);
        // Both counts were checked above.
        out.extend_from_slice(&(self.maps.len() as u16).to_be_bytes());
        for map in &self.maps {
            out.extend_from_slice(&map.map.to_be_bytes());
            out.extend_from_slice(&map.next.to_be_bytes());
            out.extend_from_slice(&map.schema_version.to_be_bytes());
            out.extend_from_slice(&map.chunks.to_be_bytes());
        }
        out.extend_from_slice(&(self.subscriptions.len() as u16).to_be_bytes());
        for mark in &self.subscriptions {
            put_text(&mut out, &mark.name, NAME_BYTES_MAX);
            out.push(mark.state.letter());
            out.extend_from_slice(&mark.since.to_be_bytes());
            out.extend_from_slice(&mark.notice.to_be_bytes());
        }
        let checksum = crc32c(&out[8..]);
        out[4..8].copy_from_slice(&checksum.to_be_bytes());
        Ok(out)
    }
}

fn map(reader: &mut Reader<'_>) -> Result<MapPosition, Problem> {
    let position = MapPosition {
        map: reader.u32("map")?,
        next: reader.u64("map")?,
        schema_version: reader.u32("map")?,
        chunks: reader.u32("map")?,
    };
    if position.map == 0 || position.next == 0 {
        return Err(Problem::Numbers);
    }
    Ok(position)
}

fn mark(reader: &mut Reader<'_>) -> Result<SubscriptionMark, Problem> {
    Ok(SubscriptionMark {
        name: reader.text(NAME_BYTES_MAX, "subscription")?.to_owned(),
        state: State::of(reader.u8("state")?)?,
        since: reader.u64("subscription")?,
        notice: reader.u16("subscription")?,
    })
}
