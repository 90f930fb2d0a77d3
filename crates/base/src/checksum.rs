//! CRC-32C, the checksum of every block and record FerroMQ writes.

/// CRC-32C (Castagnoli) of `bytes`.
#[must_use]
pub fn crc32c(bytes: &[u8]) -> u32 {
    ::crc32c::crc32c(bytes)
}

/// Continues a CRC-32C over `bytes`, starting from the checksum of what came before.
#[must_use]
pub fn crc32c_append(before: u32, bytes: &[u8]) -> u32 {
    ::crc32c::crc32c_append(before, bytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn crc32c_of_the_standard_check_string() {
        assert_eq!(super::crc32c(b"123456789"), 0xE306_9283);
        assert_eq!(
            super::crc32c_append(super::crc32c(b"1234"), b"56789"),
            0xE306_9283
        );
    }
}
