//! `PutDate` and `PutTime` of message descriptors, as attributes, displays and PCF show dates and times.

/// `YYYY-MM-DD` of a date `YYYYMMDD`, as attributes and displays show it.
#[must_use]
pub fn shown_date(date: [u8; 8]) -> String {
    let text = String::from_utf8_lossy(&date);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or("");
    format!("{}-{}-{}", part(0, 4), part(4, 6), part(6, 8))
}

/// `HH.MM.SS` of a time `HHMMSSTH`, as attributes and displays show it.
#[must_use]
pub fn shown_time(time: [u8; 8]) -> String {
    let text = String::from_utf8_lossy(&time);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or("");
    format!("{}.{}.{}", part(0, 2), part(2, 4), part(4, 6))
}
