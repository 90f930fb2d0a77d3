//! XXH3 of 128 bits with the usual secret and no seed, as `xxh128sum` prints it, with a state that can be kept over a restart, which that of
//! libraries cannot.
//!
//! Up to 240 bytes have formulas of their own. Longer input goes in stripes of 64 bytes into eight lanes, which are scrambled each sixteen
//! stripes; the last 64 bytes, whatever stripes they were in, go in once more at the end. So the last stripe is held back until more comes.

const PRIME_32_1: u64 = 0x9e37_79b1;
const PRIME_32_2: u64 = 0x85eb_ca77;
const PRIME_32_3: u64 = 0xc2b2_ae3d;
const PRIME_64_1: u64 = 0x9e37_79b1_85eb_ca87;
const PRIME_64_2: u64 = 0xc2b2_ae3d_27d4_eb4f;
const PRIME_64_3: u64 = 0x1656_67b1_9e37_79f9;
const PRIME_64_4: u64 = 0x85eb_ca77_c2b2_ae63;
const PRIME_64_5: u64 = 0x27d4_eb2f_1656_67c5;
const MIX_1: u64 = 0x1656_6791_9e37_79f9;
const MIX_2: u64 = 0x9fb2_1c65_1e98_df25;

const SECRET: [u8; 192] = [
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
];

const STRIPE: usize = 64;
const STRIPES_PER_BLOCK: u64 = 16;
/// Where the secret of the last stripe begins.
const LAST_SECRET: usize = 121;
/// Longest input with a formula of its own.
const SHORT_MAX: u64 = 240;
/// What is held back: a short input, or the stripe that may be the last.
const HELD_MAX: usize = 256;

fn le64(bytes: &[u8], at: usize) -> u64 {
    let word = bytes.get(at..).and_then(<[u8]>::first_chunk);
    word.map_or(0, |word| u64::from_le_bytes(*word))
}

fn le32(bytes: &[u8], at: usize) -> u64 {
    let word = bytes.get(at..).and_then(<[u8]>::first_chunk);
    word.map_or(0, |word| u64::from(u32::from_le_bytes(*word)))
}

fn secret(at: usize) -> u64 {
    le64(&SECRET, at)
}

fn product(one: u64, other: u64) -> (u64, u64) {
    let product = u128::from(one) * u128::from(other);
    (product as u64, (product >> 64) as u64)
}

fn folded(one: u64, other: u64) -> u64 {
    let (low, high) = product(one, other);
    low ^ high
}

/// Every bit of it changes half of the bits of what comes out.
fn avalanche(mut hash: u64) -> u64 {
    hash ^= hash >> 37;
    hash = hash.wrapping_mul(MIX_1);
    hash ^ hash >> 32
}

/// That of XXH64.
fn old_avalanche(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(PRIME_64_2);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(PRIME_64_3);
    hash ^ hash >> 32
}

/// A hash that goes on.
#[derive(Clone, Debug)]
pub(super) struct Xxh3 {
    lanes: [u64; 8],
    length: u64,
    /// Stripes that have gone into the lanes since they were scrambled.
    stripes: u64,
    /// The last stripe that went into the lanes.
    last: [u8; STRIPE],
    /// What has not gone into the lanes.
    held: [u8; HELD_MAX],
    held_len: usize,
}

/// Bytes of a saved state, but for what is held back.
const SAVED_BYTES: usize = 8 * 8 + 8 + 1 + STRIPE;

impl Xxh3 {
    /// Of nothing.
    pub(super) fn new() -> Self {
        Self {
            lanes: [
                PRIME_32_3, PRIME_64_1, PRIME_64_2, PRIME_64_3, PRIME_64_4, PRIME_32_2, PRIME_64_5,
                PRIME_32_1,
            ],
            length: 0,
            stripes: 0,
            last: [0; STRIPE],
            held: [0; HELD_MAX],
            held_len: 0,
        }
    }

    fn hold(&mut self, bytes: &[u8]) {
        let room = &mut self.held[self.held_len..];
        let count = bytes.len().min(room.len());
        room[..count].copy_from_slice(&bytes[..count]);
        self.held_len += count;
    }

    /// Goes on over these bytes.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if self.held_len + bytes.len() <= HELD_MAX {
            return self.hold(bytes);
        }
        let mut rest = bytes;
        if self.held_len > 0 {
            let (first, behind) = rest.split_at(HELD_MAX - self.held_len);
            self.hold(first);
            rest = behind;
            let held = self.held;
            self.take(&held);
            self.held_len = 0;
        }
        // At least one byte stays behind: what is taken is not the end.
        let stripes = rest.len().saturating_sub(1) / STRIPE;
        let (taken, behind) = rest.split_at(stripes * STRIPE);
        self.take(taken);
        self.hold(behind);
    }

    /// Takes whole stripes.
    fn take(&mut self, bytes: &[u8]) {
        let (stripes, _) = bytes.as_chunks::<STRIPE>();
        for stripe in stripes {
            accumulate(&mut self.lanes, stripe, 8 * self.stripes as usize);
            self.stripes += 1;
            if self.stripes == STRIPES_PER_BLOCK {
                self.stripes = 0;
                for (at, lane) in self.lanes.iter_mut().enumerate() {
                    let mixed = *lane ^ *lane >> 47 ^ secret(128 + 8 * at);
                    *lane = mixed.wrapping_mul(PRIME_32_1);
                }
            }
        }
        if let Some(last) = stripes.last() {
            self.last = *last;
        }
    }

    /// The hash of all there was, its high half first.
    pub(super) fn finish(&self) -> [u8; 16] {
        let held = &self.held[..self.held_len];
        let (low, high) = match self.length {
            0..=SHORT_MAX => short(held),
            _ => self.long(),
        };
        let mut digest = [0; 16];
        digest[..8].copy_from_slice(&high.to_be_bytes());
        digest[8..].copy_from_slice(&low.to_be_bytes());
        digest
    }

    fn long(&self) -> (u64, u64) {
        let mut end = self.clone();
        let held = &self.held[..self.held_len];
        let whole = held.len().saturating_sub(1) / STRIPE * STRIPE;
        end.take(&held[..whole]);
        let mut last = [0; STRIPE];
        match held.last_chunk::<STRIPE>() {
            Some(chunk) => last = *chunk,
            None => {
                let before = STRIPE - held.len();
                last[..before].copy_from_slice(&self.last[held.len()..]);
                last[before..].copy_from_slice(held);
            }
        }
        accumulate(&mut end.lanes, &last, LAST_SECRET);
        let merge = |at: usize, start: u64| {
            let (pairs, _) = end.lanes.as_chunks::<2>();
            let mixed = pairs.iter().enumerate().map(|(n, [one, other])| {
                folded(one ^ secret(at + 16 * n), other ^ secret(at + 16 * n + 8))
            });
            avalanche(mixed.fold(start, u64::wrapping_add))
        };
        let low = merge(11, self.length.wrapping_mul(PRIME_64_1));
        let high = merge(117, !self.length.wrapping_mul(PRIME_64_2));
        (low, high)
    }

    /// Its state.
    pub(super) fn save(&self, bytes: &mut Vec<u8>) {
        bytes.reserve(SAVED_BYTES + self.held_len);
        for lane in self.lanes {
            bytes.extend_from_slice(&lane.to_le_bytes());
        }
        bytes.extend_from_slice(&self.length.to_le_bytes());
        // Less than sixteen.
        bytes.push(self.stripes as u8);
        bytes.extend_from_slice(&self.last);
        bytes.extend_from_slice(&self.held[..self.held_len]);
    }

    /// Goes on where a state was saved.
    pub(super) fn restore(saved: &[u8]) -> Option<Self> {
        let (fixed, held) = saved.split_at_checked(SAVED_BYTES)?;
        let mut state = Self::new();
        for (at, lane) in state.lanes.iter_mut().enumerate() {
            *lane = le64(fixed, 8 * at);
        }
        state.length = le64(fixed, 64);
        state.stripes = u64::from(fixed[72]);
        state.last.copy_from_slice(&fixed[73..]);
        let is_whole = held.len() as u64 == state.length;
        let is_long = state.length > SHORT_MAX && (1..=HELD_MAX).contains(&held.len());
        if state.stripes >= STRIPES_PER_BLOCK || !(is_long || is_whole) || held.len() > HELD_MAX {
            return None;
        }
        state.hold(held);
        Some(state)
    }
}

fn accumulate(lanes: &mut [u64; 8], stripe: &[u8; STRIPE], at: usize) {
    let (words, _) = stripe.as_chunks::<8>();
    let keys = SECRET.get(at..at + STRIPE).unwrap_or(&SECRET[..STRIPE]);
    let (keys, _) = keys.as_chunks::<8>();
    for (n, (word, key)) in words.iter().zip(keys).enumerate() {
        let word = u64::from_le_bytes(*word);
        let keyed = word ^ u64::from_le_bytes(*key);
        lanes[n ^ 1] = lanes[n ^ 1].wrapping_add(word);
        lanes[n] = lanes[n].wrapping_add((keyed & 0xffff_ffff).wrapping_mul(keyed >> 32));
    }
}

/// Of at most 240 bytes.
fn short(bytes: &[u8]) -> (u64, u64) {
    match bytes.len() {
        0 => {
            let low = old_avalanche(secret(64) ^ secret(72));
            (low, old_avalanche(secret(80) ^ secret(88)))
        }
        1..=3 => of_3(bytes),
        4..=8 => of_8(bytes),
        9..=16 => of_16(bytes),
        _ => of_240(bytes),
    }
}

fn of_3(bytes: &[u8]) -> (u64, u64) {
    let len = bytes.len();
    let byte = |at: usize| u32::from(bytes[at]);
    let joined = byte(0) << 16 | byte(len >> 1) << 24 | byte(len - 1) | (len as u32) << 8;
    let turned = joined.swap_bytes().rotate_left(13);
    let key = |at: usize| le32(&SECRET, at) ^ le32(&SECRET, at + 4);
    let low = old_avalanche(u64::from(joined) ^ key(0));
    (low, old_avalanche(u64::from(turned) ^ key(8)))
}

fn of_8(bytes: &[u8]) -> (u64, u64) {
    let len = bytes.len() as u64;
    let joined = le32(bytes, 0).wrapping_add(le32(bytes, bytes.len() - 4) << 32);
    let keyed = joined ^ secret(16) ^ secret(24);
    let (mut low, mut high) = product(keyed, PRIME_64_1.wrapping_add(len << 2));
    high = high.wrapping_add(low << 1);
    low ^= high >> 3;
    low ^= low >> 35;
    low = low.wrapping_mul(MIX_2);
    low ^= low >> 28;
    (low, avalanche(high))
}

fn of_16(bytes: &[u8]) -> (u64, u64) {
    let len = bytes.len() as u64;
    let (first, last) = (le64(bytes, 0), le64(bytes, bytes.len() - 8));
    let (mut low, mut high) = product(first ^ last ^ secret(32) ^ secret(40), PRIME_64_1);
    low = low.wrapping_add((len - 1) << 54);
    let last = last ^ secret(48) ^ secret(56);
    let more = (last & 0xffff_ffff).wrapping_mul(PRIME_32_2 - 1);
    high = high.wrapping_add(last.wrapping_add(more));
    low ^= high.swap_bytes();
    let (mixed, carried) = product(low, PRIME_64_2);
    let carried = carried.wrapping_add(high.wrapping_mul(PRIME_64_2));
    (avalanche(mixed), avalanche(carried))
}

/// Of 17 to 240 bytes.
fn of_240(bytes: &[u8]) -> (u64, u64) {
    let len = bytes.len();
    let mut sums = ((len as u64).wrapping_mul(PRIME_64_1), 0);
    if len <= 128 {
        // From the middle outwards.
        for pair in (0..=(len - 1) / 32).rev() {
            mix(&mut sums, bytes, 16 * pair, len - 16 * pair - 16, 32 * pair);
        }
    } else {
        for pair in 0..4 {
            mix(&mut sums, bytes, 32 * pair, 32 * pair + 16, 32 * pair);
        }
        sums = (avalanche(sums.0), avalanche(sums.1));
        for pair in 4..len / 32 {
            mix(&mut sums, bytes, 32 * pair, 32 * pair + 16, 32 * pair - 125);
        }
        mix(&mut sums, bytes, len - 16, len - 32, 103);
    }
    let (low, high) = sums;
    let weighted = low
        .wrapping_mul(PRIME_64_1)
        .wrapping_add(high.wrapping_mul(PRIME_64_4))
        .wrapping_add((len as u64).wrapping_mul(PRIME_64_2));
    (
        avalanche(low.wrapping_add(high)),
        avalanche(weighted).wrapping_neg(),
    )
}

/// Adds sixteen bytes at one place and at another.
fn mix(sums: &mut (u64, u64), bytes: &[u8], one: usize, other: usize, key: usize) {
    let mixed = |at: usize, key: usize| {
        let (first, second) = (le64(bytes, at), le64(bytes, at + 8));
        folded(first ^ secret(key), second ^ secret(key + 8))
    };
    let sum = |at: usize| le64(bytes, at).wrapping_add(le64(bytes, at + 8));
    sums.0 = sums.0.wrapping_add(mixed(one, key)) ^ sum(other);
    sums.1 = sums.1.wrapping_add(mixed(other, key + 16)) ^ sum(one);
}
