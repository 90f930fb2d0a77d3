//! What was about to be written. It is kept, forced, in front of each writing, so that a logger that starts again finds out what of it was
//! done: everything, and then messages that come again are known; or not, and then the file is cut to where it was before.

use super::run::MessageId;
use ferromq_mqi::hex::{from_hex, hex};
use std::fmt::Write;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// Name of the file, without directories.
    pub(super) file: String,
    /// Where it ended before.
    pub(super) from: u64,
    /// How many bytes were to come, and their checksum (CRC-32C).
    pub(super) bytes: u64,
    pub(super) checksum: u32,
    /// The messages that make these bytes.
    pub(super) ids: Vec<MessageId>,
    /// Messages whose lines were there already, and that may come again.
    pub(super) before: Vec<MessageId>,
}

impl Mark {
    pub(super) fn to_text(&self) -> String {
        let mut text = format!(
            "file {}\nfrom {}\nbytes {}\nchecksum {:08x}\n",
            self.file, self.from, self.bytes, self.checksum
        );
        for (word, ids) in [("id", &self.ids), ("before", &self.before)] {
            for id in ids {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{word} {}", hex(id));
            }
        }
        text.push_str("end\n");
        text
    }

    /// Nothing if it is not whole.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut mark = Self::default();
        for line in text.lines() {
            let Some((word, value)) = line.split_once(' ') else {
                return (line == "end").then_some(mark);
            };
            match word {
                "file" => value.clone_into(&mut mark.file),
                "from" => mark.from = value.parse().ok()?,
                "bytes" => mark.bytes = value.parse().ok()?,
                "checksum" => mark.checksum = u32::from_str_radix(value, 16).ok()?,
                "id" => mark.ids.push(id(value)?),
                "before" => mark.before.push(id(value)?),
                _ => return None,
            }
        }
        None
    }
}

fn id(digits: &str) -> Option<MessageId> {
    from_hex(digits)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::Mark;

    #[test]
    fn a_mark_reads_back_and_half_of_it_does_not() {
        let mark = Mark {
            file: "FL0-20270301020000000.log".to_owned(),
            from: 17,
            bytes: 1 << 40,
            checksum: 0xAB_CDEF,
            ids: vec![[1; 24], [2; 24]],
            before: vec![[3; 24]],
        };
        let text = mark.to_text();
        assert_eq!(Mark::parse(&text), Some(mark));
        for end in 0..text.len() - 1 {
            assert_eq!(Mark::parse(&text[..end]), None, "{end}");
        }
    }
}
