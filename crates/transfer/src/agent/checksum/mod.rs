//! Checksums of files, whose state can be kept over a restart.

mod tree;
mod xxh3;

use crate::request;
use md5::digest::common::hazmat::{SerializableState, SerializedState};
use md5::{Digest as _, Md5};
use tree::Tree;
use xxh3::Xxh3;

/// How the data of a file is checked from end to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChecksumMethod {
    /// It is not.
    None,
    /// MD5, as documented.
    Md5,
    /// BLAKE3, which keeps off who means harm, too.
    Blake3,
    /// XXH3 of 128 bits, which costs least and finds what happens by chance.
    Xxh3,
}

impl ChecksumMethod {
    /// In messages of agents.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Md5 => 1,
            Self::Blake3 => 2,
            Self::Xxh3 => 3,
        }
    }

    /// The method a request names.
    #[must_use]
    pub fn named(checksum: request::Checksum) -> Self {
        match checksum {
            request::Checksum::None => Self::None,
            request::Checksum::Md5 => Self::Md5,
            request::Checksum::Blake3 => Self::Blake3,
            request::Checksum::Xxh3 => Self::Xxh3,
        }
    }

    /// The name of it in requests and in the audit.
    #[must_use]
    pub fn name(self) -> request::Checksum {
        match self {
            Self::None => request::Checksum::None,
            Self::Md5 => request::Checksum::Md5,
            Self::Blake3 => request::Checksum::Blake3,
            Self::Xxh3 => request::Checksum::Xxh3,
        }
    }

    /// The method of that number.
    #[must_use]
    pub fn of(number: u8) -> Option<Self> {
        let all = [Self::None, Self::Md5, Self::Blake3, Self::Xxh3];
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
    /// BLAKE3.
    Blake3(Blake3),
    /// XXH3 of 128 bits.
    Xxh3(Box<Xxh3State>),
}

/// A hash by BLAKE3 that goes on.
#[derive(Clone, Debug)]
pub struct Blake3(Tree);

/// A hash by XXH3 that goes on.
#[derive(Clone, Debug)]
pub struct Xxh3State(Xxh3);

impl Checksum {
    /// One of no bytes.
    #[must_use]
    pub fn new(method: ChecksumMethod) -> Self {
        match method {
            ChecksumMethod::None => Self::None,
            ChecksumMethod::Md5 => Self::Md5(Md5::new()),
            ChecksumMethod::Blake3 => Self::Blake3(Blake3(Tree::new())),
            ChecksumMethod::Xxh3 => Self::Xxh3(Box::new(Xxh3State(Xxh3::new()))),
        }
    }

    /// Goes on over these bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::None => {}
            Self::Md5(state) => state.update(bytes),
            Self::Blake3(state) => state.0.update(bytes),
            Self::Xxh3(state) => state.0.update(bytes),
        }
    }

    /// The checksum of all there was; none for the method none.
    #[must_use]
    pub fn finish(&self) -> Option<Digest> {
        match self {
            Self::None => None,
            Self::Md5(state) => Digest::new(&state.clone().finalize()),
            Self::Blake3(state) => Digest::new(&state.0.finish()),
            Self::Xxh3(state) => Digest::new(&state.0.finish()),
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
            Self::Blake3(state) => {
                let mut bytes = vec![ChecksumMethod::Blake3.number()];
                state.0.save(&mut bytes);
                bytes
            }
            Self::Xxh3(state) => {
                let mut bytes = vec![ChecksumMethod::Xxh3.number()];
                state.0.save(&mut bytes);
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
            ChecksumMethod::Blake3 => Tree::restore(state).map(|tree| Self::Blake3(Blake3(tree))),
            ChecksumMethod::Xxh3 => {
                Xxh3::restore(state).map(|state| Self::Xxh3(Box::new(Xxh3State(state))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [ChecksumMethod; 4] = [
        ChecksumMethod::None,
        ChecksumMethod::Md5,
        ChecksumMethod::Blake3,
        ChecksumMethod::Xxh3,
    ];

    fn data(len: usize) -> Vec<u8> {
        (0..len as u64)
            .map(|n| (n.wrapping_mul(0x9e37_79b9) >> 11).to_le_bytes()[0])
            .collect()
    }

    fn of(method: ChecksumMethod, bytes: &[u8]) -> Option<Digest> {
        let mut checksum = Checksum::new(method);
        checksum.update(bytes);
        checksum.finish()
    }

    #[test]
    fn checksums_go_on_from_any_byte_where_they_were_saved() {
        for method in ALL {
            for len in [0, 1, 3, 17, 240, 241, 256, 257, 1_024, 1_025, 9_000] {
                let data = data(len);
                let straight = of(method, &data);
                for at in (0..=len).step_by(1 + len / 300) {
                    let mut first = Checksum::new(method);
                    first.update(&data[..at]);
                    let mut second = Checksum::restore(&first.save()).expect("restored");
                    second.update(&data[at..]);
                    assert_eq!(second.finish(), straight, "{method:?}: {at} of {len}");
                }
            }
        }
    }

    #[test]
    fn data_that_come_in_pieces_have_the_same_checksum() {
        let data = data(200_000);
        for method in ALL {
            let straight = of(method, &data);
            for size in [1, 63, 64, 255, 256, 1_000, 1_024, 1_025, 65_536, 70_000] {
                let mut pieces = Checksum::new(method);
                data.chunks(size).for_each(|piece| pieces.update(piece));
                assert_eq!(pieces.finish(), straight, "{method:?} by {size}");
            }
        }
    }

    #[test]
    fn checksums_are_those_that_others_come_to() {
        let digest = |method, bytes: &[u8]| format!("{:?}", of(method, bytes).expect("a digest"));
        assert_eq!(
            digest(ChecksumMethod::Md5, b"abc"),
            "900150983CD24FB0D6963F7D28E17F72"
        );
        for len in [0, 1, 1_023, 1_024, 1_025, 2_048, 2_049, 3_000, 100_000] {
            let data = data(len);
            let whole = ferromq_mqi::hex::hex(blake3::hash(&data).as_bytes());
            assert_eq!(digest(ChecksumMethod::Blake3, &data), whole, "{len} bytes");
        }
        for (len, expected) in XXH128 {
            let found = digest(ChecksumMethod::Xxh3, &data(len));
            assert_eq!(found, expected, "{len} bytes");
        }
    }

    /// Of the first bytes of `data`, as the reference implementation has them.
    const XXH128: [(usize, &str); 32] = [
        (0, "99AA06D3014798D86001C324468D497F"),
        (1, "A6CD5E9392000F6AC44BDFF4074EECDB"),
        (3, "FF4AA96893D9413967A4CD1B2F6ADD25"),
        (4, "F481082B3C9CCD74ACCCFEF34770552D"),
        (8, "D4C2E07218C984296F670BFBA3E8DD0E"),
        (9, "2068E6F51E50E289A32E151A0A82439B"),
        (16, "A83A906B7E06D74D4E610DEAE8B51C25"),
        (17, "36CD0C5C4F2318C75DEABBE1CF855A53"),
        (32, "159073530D6558BFC6CA18B924A85CF5"),
        (33, "56CC9487DDC23FD7A578D6176779E615"),
        (64, "28158F41BEE2B0C6AD79532B19A70656"),
        (65, "B4641C2BFD9AFBD47B2C688431C13FC5"),
        (96, "FA636FE9C9A4431EE539462F068C2D7E"),
        (97, "0027DDB07938FC4BE4541AE4D7F9157C"),
        (128, "0DB7512117985D16A98870821CD02273"),
        (129, "BB030C7B432A423DDEF0C578F58DC17A"),
        (160, "06CCB3D025CB490D35DDC09ECDE9C215"),
        (192, "49C0BEAB00D9FEFCE3EEC98516AE015D"),
        (239, "71D1D03541AF153047B2F83128840E02"),
        (240, "331D0342AF2DF532154F5FB5532AC38C"),
        (241, "B0F37A9B11FEB368652DC923A68DB31D"),
        (255, "FE1D5F2327D44C579145B148C6470A73"),
        (256, "B96C9417ADCFF3BC17AF9D8269389CD9"),
        (257, "AEDEA51195C901B34FB4E66976362374"),
        (320, "0191D20EEC4AC55474D103CDC188FB3A"),
        (1_023, "258AA310119EA497954BA2E9E978A1E7"),
        (1_024, "5E9EC976355774D09B5B189F9FDF440E"),
        (1_025, "BA013851B28CCCD84FB2F26866727D2A"),
        (1_088, "DFCAF675AFE8760F6903FCDC8808F83E"),
        (1_089, "7DABEA9387925B4A84DFC09233970814"),
        (5_000, "8A141E3F060D1EEE03455930CF452F55"),
        (100_000, "F0FBBA4BD0ED3D2F512C25873C0BD81D"),
    ];

    #[test]
    fn what_was_not_saved_by_us_is_not_restored() {
        let mut xxh3 = Checksum::new(ChecksumMethod::Xxh3);
        xxh3.update(&data(1_000));
        let mut cut = xxh3.save();
        cut.truncate(100);
        for saved in [
            &[][..],
            &[9],
            &[1],
            &[1, 2, 3],
            &[0, 1],
            &[2, 1],
            &[3, 0],
            &cut,
        ] {
            assert!(Checksum::restore(saved).is_none(), "{saved:?}");
        }
    }
}
