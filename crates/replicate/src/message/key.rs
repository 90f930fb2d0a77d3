//! The key in `MsgId` and `CorrelId`.

/// Which message: map, epoch and sequence number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// Number of the map, not 0.
    pub map: u32,
    /// Life of the stream, from 1.
    pub epoch: u64,
    /// Number of the message in map and epoch, from 1.
    pub sequence: u64,
}

impl Key {
    /// As `MsgId` and `CorrelId`.
    #[must_use]
    pub fn to_id(self) -> [u8; 24] {
        self.with(*b"FRQR")
    }

    /// As the identifiers of a heartbeat that names this as the next.
    #[must_use]
    pub fn to_heartbeat_id(self) -> [u8; 24] {
        self.with(*b"FRQH")
    }

    /// What an identifier says, if it is one of these; not a heartbeat's.
    #[must_use]
    pub fn from_id(id: &[u8; 24]) -> Option<Self> {
        let (mark, rest) = id.split_first_chunk::<4>()?;
        let (map, rest) = rest.split_first_chunk::<4>()?;
        let (epoch, rest) = rest.split_first_chunk::<8>()?;
        let (sequence, _) = rest.split_first_chunk::<8>()?;
        (mark == b"FRQR").then(|| Self {
            map: u32::from_be_bytes(*map),
            epoch: u64::from_be_bytes(*epoch),
            sequence: u64::from_be_bytes(*sequence),
        })
    }

    fn with(self, mark: [u8; 4]) -> [u8; 24] {
        let mut id = [0; 24];
        id[..4].copy_from_slice(&mark);
        id[4..8].copy_from_slice(&self.map.to_be_bytes());
        id[8..16].copy_from_slice(&self.epoch.to_be_bytes());
        id[16..].copy_from_slice(&self.sequence.to_be_bytes());
        id
    }
}
