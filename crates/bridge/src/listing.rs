//! Listings of FTP servers: lines of MLSD, of `ls -l`, and of `DIR`. What cannot be read as a file or a directory is left out.

use crate::remote::{RemoteFacts, is_plain_name};
use ferromq_transfer::agent::FileKind;

/// How a server writes its listings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Facts of MLSD and MLST.
    Facts,
    /// As `ls -l` writes them.
    Unix,
    /// As `DIR` writes them.
    Windows,
}

/// What a line says: none if it says nothing of a file or a directory. `year` is the one it is now: listings leave it out.
pub(crate) fn entry(form: Form, line: &str, now_ms: i64) -> Option<(String, RemoteFacts)> {
    let line = line.trim_end_matches(['\r', '\n']);
    let (name, facts) = match form {
        Form::Facts => facts(line)?,
        Form::Unix => unix(line, now_ms)?,
        Form::Windows => windows(line)?,
    };
    is_plain_name(name).then(|| (name.to_owned(), facts))
}

/// `type=file;size=12;modify=20260102030405; name`
pub(crate) fn facts(line: &str) -> Option<(&str, RemoteFacts)> {
    let (facts, name) = line.split_once(' ')?;
    let (mut kind, mut length, mut modified_ms) = (FileKind::Other, None, 0);
    for fact in facts.split(';').filter(|fact| !fact.is_empty()) {
        let (key, value) = fact.split_once('=')?;
        match key.to_ascii_lowercase().as_str() {
            "type" => match value.to_ascii_lowercase().as_str() {
                "file" => kind = FileKind::File,
                "dir" => kind = FileKind::Directory,
                // The directory itself, and the one above.
                "cdir" | "pdir" => return None,
                _ => {}
            },
            "size" => length = Some(value.parse().ok()?),
            "modify" => modified_ms = time(value)?,
            _ => {}
        }
    }
    let facts = RemoteFacts {
        kind,
        length,
        modified_ms,
    };
    Some((name, facts))
}

/// `YYYYMMDDHHMMSS`, with or without parts of a second: milliseconds since 1970.
pub(crate) fn time(text: &str) -> Option<i64> {
    let digits = text.split('.').next()?;
    if digits.len() != 14 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number = |from: usize, to: usize| digits[from..to].parse::<i64>().ok();
    at(
        (number(0, 4)?, number(4, 6)?, number(6, 8)?),
        (number(8, 10)?, number(10, 12)?, number(12, 14)?),
    )
}

/// Milliseconds since 1970 of a day and a time, if there is such a one.
fn at((year, month, day): (i64, i64, i64), (hour, minute, second): (i64, i64, i64)) -> Option<i64> {
    let is_time =
        (0..24).contains(&hour) && (0..60).contains(&minute) && (0..=60).contains(&second);
    let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
    if !is_time || !is_day || !(1..=9_999).contains(&year) {
        return None;
    }
    // Days since 1970 of a calendar whose years begin in March.
    let (y, m) = match month {
        1 | 2 => (year - 1, month + 9),
        _ => (year, month - 3),
    };
    let era = y.div_euclid(400);
    let of_era = y.rem_euclid(400);
    let of_year = (153 * m + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000)
}

/// The next word, and what is behind it.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(' ');
    let end = text.find(' ')?;
    Some((&text[..end], &text[end..]))
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];
const DAY_MS: i64 = 86_400_000;

/// `-rw-r--r--   1 ann  ann   12 Jan  2 03:04 name`
fn unix(line: &str, now_ms: i64) -> Option<(&str, RemoteFacts)> {
    let (mode, rest) = word(line)?;
    if mode.len() < 10 {
        return None;
    }
    let kind = match mode.as_bytes()[0] {
        b'-' => FileKind::File,
        b'd' => FileKind::Directory,
        _ => FileKind::Other,
    };
    let (_links, rest) = word(rest)?;
    let (_owner, rest) = word(rest)?;
    let (group, after_group) = word(rest)?;
    let (size, after_size) = word(after_group)?;
    // Some have no group.
    let (length, rest) = match (size.parse(), group.parse()) {
        (Ok(length), _) => (Some(length), after_size),
        (_, Ok(length)) => (Some(length), after_group),
        _ => return None,
    };
    let (month, rest) = word(rest)?;
    let (day, rest) = word(rest)?;
    if month.len() == 10 && month.starts_with(|one: char| one.is_ascii_digit()) {
        // `2026-01-02 03:04 name`
        return Some((rest.strip_prefix(' ')?, undated(kind, length)));
    }
    let (when, rest) = word(rest)?;
    let position = MONTHS
        .iter()
        .position(|known| month.eq_ignore_ascii_case(known));
    let (Some(month), Ok(day)) = (position, day.parse()) else {
        // In another language, or in another order.
        return Some((rest.strip_prefix(' ')?, undated(kind, length)));
    };
    let month = i64::try_from(month).ok()? + 1;
    let modified_ms = match when.split_once(':') {
        Some((hour, minute)) => {
            let time = (hour.parse().ok()?, minute.parse().ok()?, 0);
            // Of the last twelve months: the year that is now, or the one before.
            let year = 1970 + now_ms.div_euclid(31_556_952_000);
            let this = at((year, month, day), time);
            let near = this.filter(|this_ms| *this_ms <= now_ms + DAY_MS);
            near.or_else(|| at((year - 1, month, day), time))?
        }
        None => at((when.parse().ok()?, month, day), (0, 0, 0))?,
    };
    let name = rest.strip_prefix(' ')?;
    let facts = RemoteFacts {
        kind,
        length,
        modified_ms,
    };
    Some((name, facts))
}

/// A line whose date is not understood: when a file was changed is asked of the server for each one anyway.
fn undated(kind: FileKind, length: Option<u64>) -> RemoteFacts {
    RemoteFacts {
        kind,
        length,
        modified_ms: 0,
    }
}

/// `01-02-26  03:04PM       <DIR>          name`, and with a size in place of `<DIR>`.
fn windows(line: &str) -> Option<(&str, RemoteFacts)> {
    let (date, rest) = word(line)?;
    let (clock, rest) = word(rest)?;
    let (what, rest) = word(rest)?;
    let mut parts = date.split(['-', '/']).map(str::parse::<i64>);
    let (month, day, year) = (
        parts.next()?.ok()?,
        parts.next()?.ok()?,
        parts.next()?.ok()?,
    );
    let year = match year {
        0..70 => year + 2_000,
        70..100 => year + 1_900,
        year => year,
    };
    let (digits, half) = match clock.get(5..) {
        Some(half) => (clock.get(..5)?, half.to_ascii_uppercase()),
        None => (clock, String::new()),
    };
    let (hour, minute) = digits.split_once(':')?;
    let (hour, minute): (i64, i64) = (hour.parse().ok()?, minute.parse().ok()?);
    let hour = match half.as_str() {
        "AM" => hour % 12,
        "PM" => hour % 12 + 12,
        "" => hour,
        _ => return None,
    };
    let (kind, length) = match what {
        "<DIR>" => (FileKind::Directory, None),
        size => (FileKind::File, Some(size.parse().ok()?)),
    };
    let facts = RemoteFacts {
        kind,
        length,
        modified_ms: at((year, month, day), (hour, minute, 0))?,
    };
    Some((rest.trim_start_matches(' '), facts))
}

/// Takes bytes as lines of listings of every form.
///
/// # Panics
/// When a name leads out of the directory that was listed.
pub fn fuzz_one(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        for form in [Form::Facts, Form::Unix, Form::Windows] {
            if let Some((name, _)) = entry(form, line, 1_800_000_000_000) {
                // invariant: `entry` asks that of each name; a fuzzer is to be told if it does not.
                assert!(is_plain_name(&name), "{name}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_795_766_400_000;

    fn file(length: u64, modified_ms: i64) -> RemoteFacts {
        RemoteFacts {
            kind: FileKind::File,
            length: Some(length),
            modified_ms,
        }
    }

    #[test]
    fn facts_of_mlsd_are_read_and_the_directories_of_the_way_left_out() {
        let of = |line| entry(Form::Facts, line, NOW_MS);
        let found = of("Type=file;Size=12;Modify=20260102030405.123;UNIX.mode=0644; a b;c");
        assert_eq!(
            found,
            Some(("a b;c".to_owned(), file(12, 1_767_323_045_000)))
        );
        assert_eq!(of("type=cdir; /home/ann"), None);
        // What is not told is not 0.
        let (_, unsized_file) = of("type=file;modify=20260102030405; a").expect("a file");
        assert_eq!(unsized_file.length, None);
        assert!(unsized_file.with_length().is_err());
        assert_eq!(
            of("type=dir; below").map(|(_, facts)| facts.kind),
            Some(FileKind::Directory)
        );
        for wrong in [
            "",
            "type=file",
            "type=file; ../a",
            "type=file;size=-1; a",
            "type=file;modify=2026; a",
            "type=file; ",
        ] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lines_of_ls_are_read_with_and_without_a_year_and_a_group() {
        let of = |line| entry(Form::Unix, line, NOW_MS);
        let found = of("-rw-r--r--    1 1000     1000         1234 Jan  2 03:04  a b");
        assert_eq!(
            found,
            Some((" a b".to_owned(), file(1_234, 1_767_323_040_000)))
        );
        let found = of("-rw-r--r--  1 ann 99 Dec 31 2025 old");
        assert_eq!(found, Some(("old".to_owned(), file(99, 1_767_139_200_000))));
        // In December of a year that is not over in November.
        let found = of("-rw-r--r--  1 ann ann 1 Dec 31 23:59 last");
        assert_eq!(found, Some(("last".to_owned(), file(1, 1_767_225_540_000))));
        let kind = |line| of(line).map(|(_, facts)| facts.kind);
        assert_eq!(
            kind("drwxr-xr-x 2 ann ann 4096 Jan 2 2026 d"),
            Some(FileKind::Directory)
        );
        assert_eq!(
            kind("lrwxrwxrwx 1 ann ann 4 Jan 2 2026 l -> a"),
            Some(FileKind::Other)
        );
        for wrong in [
            "total 12",
            "",
            "-rw-r--r-- 1 ann ann big Jan 2 2026 a",
            "-rw-r--r-- 1 a a 1 Jan 2 2026 ..",
            "-rw-r--r-- 1 a a 1 Jan 41 2026 a",
        ] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lines_of_dir_are_read() {
        let of = |line| entry(Form::Windows, line, NOW_MS);
        let found = of("01-02-26  03:04PM                 1234 a b.txt");
        assert_eq!(
            found,
            Some(("a b.txt".to_owned(), file(1_234, 1_767_366_240_000)))
        );
        let found = of("01-02-2026  00:04       <DIR>          d");
        assert_eq!(
            found.map(|(name, facts)| (name, facts.kind)),
            Some(("d".to_owned(), FileKind::Directory))
        );
        for wrong in [
            "",
            "01-02-26  03:04XM  1 a",
            "13-02-26  03:04PM  1 a",
            "01-02-26  03:04PM  many a",
        ] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }

    /// Whatever a server sends, and pieces of what it should.
    #[test]
    fn any_line_is_read_or_left_out() {
        let words = [
            "-rw-r--r--",
            "d",
            "1",
            "Jan",
            "12:61",
            "9999999999999999999999",
            "<DIR>",
            "type=file;",
            "size=",
            ";",
            "=",
            " ",
            "\u{e4}",
            "..",
            "/",
            "01-02-26",
            "03:04PM",
            "\0",
            "20260102030405",
            "modify=",
        ];
        let mut seed = 7_u64;
        for _ in 0..200_000 {
            let mut line = String::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                line += words[(seed >> 33) as usize % words.len()];
                if seed & (1 << 40) != 0 {
                    line.push(' ');
                }
            }
            for form in [Form::Facts, Form::Unix, Form::Windows] {
                if let Some((name, _)) = entry(form, &line, NOW_MS) {
                    assert!(is_plain_name(&name), "{line}");
                }
            }
        }
    }
}
