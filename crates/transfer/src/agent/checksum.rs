//! Checksums of files, whose state can be kept over a restart.

use md5::digest::common::hazmat::{SerializableState, SerializedState};
use md5::{Digest as _, Md5};

/// How the data of a file is checked from end to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChecksumMethod {
    /// It is not.
    None,
    /// MD5, as documented.
    Md5,
}

impl ChecksumMethod {
    /// In messages of agents.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Md5 => 1,
        }
    }

    /// The method of that number.
    #[must_use]
    pub fn of(number: u8) -> Option<Self> {
        let all = [Self::None, Self::Md5];
        all.into_iter().find(|method| method.number() == number)
    }
}

/// A checksum that has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Digest {
    len: u8,
    bytes: [u8; 64],
}

impl Digest {
    /// Of these bytes: 1 to 64.
    #[must_use]
    pub fn new(digest: &[u8]) -> Option<Self> {
        let len = u8::try_from(digest.len()).ok()?;
        let mut bytes = [0; 64];
        bytes.get_mut(..digest.len())?.copy_from_slice(digest);
        (len > 0).then_some(Self { len, bytes })
    }

    /// Its bytes.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&ferromq_mqi::hex::hex(self.as_slice()))
    }
}

/// A checksum that goes on.
#[derive(Clone, Debug)]
pub enum Checksum {
    /// Of nothing.
    None,
    /// MD5.
    Md5(Md5),
}

impl Checksum {
    /// One of no bytes.
    #[must_use]
    pub fn new(method: ChecksumMethod) -> Self {
        match method {
            ChecksumMethod::None => Self::None,
            ChecksumMethod::Md5 => Self::Md5(Md5::new()),
        }
    }

    /// Goes on over these bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::None => {}
            Self::Md5(state) => state.update(bytes),
        }
    }

    /// The checksum of all there was; none for the method none.
    #[must_use]
    pub fn finish(&self) -> Option<Digest> {
        match self {
            Self::None => None,
            Self::Md5(state) => Digest::new(&state.clone().finalize()),
        }
    }

    /// Its state, with the number of its method in front.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        match self {
            Self::None => vec![ChecksumMethod::None.number()],
            Self::Md5(state) => {
                let mut bytes = vec![ChecksumMethod::Md5.number()];
                bytes.extend_from_slice(&state.serialize());
                bytes
            }
        }
    }

    /// Goes on where a state was saved.
    #[must_use]
    pub fn restore(saved: &[u8]) -> Option<Self> {
        let (method, state) = saved.split_first()?;
        match ChecksumMethod::of(*method)? {
            ChecksumMethod::None => state.is_empty().then_some(Self::None),
            ChecksumMethod::Md5 => {
                let state = SerializedState::<Md5>::try_from(state).ok()?;
                Md5::deserialize(&state).ok().map(Self::Md5)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn md5_goes_on_from_any_byte_where_it_was_saved() {
        let data: Vec<u8> = (0..300_u32).map(|n| n.to_le_bytes()[0]).collect();
        let mut straight = Checksum::new(ChecksumMethod::Md5);
        straight.update(&data);
        for at in 0..data.len() {
            let mut first = Checksum::new(ChecksumMethod::Md5);
            first.update(&data[..at]);
            let mut second = Checksum::restore(&first.save()).expect("restored");
            second.update(&data[at..]);
            assert_eq!(second.finish(), straight.finish(), "byte {at}");
        }
        let mut abc = Checksum::new(ChecksumMethod::Md5);
        abc.update(b"abc");
        let digest = abc.finish().expect("a digest");
        assert_eq!(format!("{digest:?}"), "900150983CD24FB0D6963F7D28E17F72");
    }

    #[test]
    fn what_was_not_saved_by_us_is_not_restored() {
        for saved in [&[][..], &[9], &[1], &[1, 2, 3], &[0, 1]] {
            assert!(Checksum::restore(saved).is_none(), "{saved:?}");
        }
    }
}
