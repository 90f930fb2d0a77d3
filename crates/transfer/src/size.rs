//! Sizes as users write them: `512`, `10MB`.

const UNITS: &[(&str, u64)] = &[
    ("GB", 1 << 30),
    ("MB", 1 << 20),
    ("KB", 1 << 10),
    ("G", 1 << 30),
    ("M", 1 << 20),
    ("K", 1 << 10),
    ("B", 1),
];

/// Bytes of a size: a whole number, perhaps with one of `B`, `K`, `KB`, `M`, `MB`, `G`, `GB` behind it, which count by 1,024. `None` for what
/// is none, and for more than 64 bits can count.
#[must_use]
pub fn bytes_of(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_uppercase();
    let with_unit = UNITS
        .iter()
        .find_map(|(unit, bytes)| Some((text.strip_suffix(unit)?, *bytes)));
    let (digits, unit) = with_unit.unwrap_or((&text, 1));
    let digits = digits.trim_end();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// The shortest of such texts for a number of bytes.
#[must_use]
pub fn text_of(bytes: u64) -> String {
    let whole = UNITS
        .iter()
        .take(3)
        .find(|(_, unit)| bytes > 0 && bytes.is_multiple_of(*unit));
    match whole {
        Some((name, unit)) => format!("{}{name}", bytes / unit),
        None => format!("{bytes}B"),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes_of, text_of};

    #[test]
    fn sizes_read_back_are_the_bytes() {
        for bytes in [
            0,
            1,
            1_023,
            1_024,
            10 << 20,
            3 << 30,
            (3 << 30) + 1,
            u64::MAX,
        ] {
            assert_eq!(bytes_of(&text_of(bytes)), Some(bytes), "{}", text_of(bytes));
        }
        for (text, bytes) in [
            ("10mb", 10 << 20),
            ("10 MB", 10 << 20),
            ("7", 7),
            (" 5k ", 5 << 10),
            ("2G", 2 << 30),
        ] {
            assert_eq!(bytes_of(text), Some(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in [
            "",
            "MB",
            "-1",
            "+1",
            "1.5MB",
            "1TB",
            "20000000000GB",
            "99999999999999999999",
            "٣",
        ] {
            assert_eq!(bytes_of(text), None, "{text}");
        }
    }
}
