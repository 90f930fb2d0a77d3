//! A hash that is the same on every machine and in every version, for what is kept and told: numbers in names, sums that two sides compare.

/// FNV-1a of 64 bits. It spreads well and guards against nobody: whoever chooses the bytes can make two texts with one hash.
#[must_use]
pub fn fnv_1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_have_the_published_hashes() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(super::fnv_1a(text.bytes()), hash, "{text}");
        }
    }
}
