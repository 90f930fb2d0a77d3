//! Names of MQ objects and other fixed-width text fields.
//!
//! In the MQI a text field ends at its first NUL or at its full width, whichever comes first,
//! and is otherwise padded with blanks. Here such a field is always held blank-padded, so that
//! two equal names are equal byte by byte.

use crate::generated::structs::MsgDescriptor;
use std::fmt;

/// Text of at most `N` bytes, blank-padded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FixedText<const N: usize>([u8; N]);

/// The name of a queue, queue manager, process or namelist: `MQCHAR48`.
pub type ObjectName = FixedText<48>;

/// What stands for the name of a queue manager in the name of a cluster-sender channel.
pub const Q_MGR_INSERT: &str = "+QMNAME+";

/// Why a string is no valid object name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Longer than 48 bytes.
    TooLong,
    /// No characters.
    Empty,
    /// A character other than letters, digits, and `. / _ %`.
    BadCharacter(char),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("a name has at most 48 characters"),
            Self::Empty => f.write_str("a name has at least one character"),
            Self::BadCharacter(found) => {
                write!(
                    f,
                    "a name has letters, digits, and the characters . / _ % only, not '{found}'"
                )
            }
        }
    }
}

impl std::error::Error for NameError {}

impl<const N: usize> FixedText<N> {
    /// All blanks.
    pub const BLANK: Self = Self([b' '; N]);

    /// Takes a field as an application passed it: it ends at the first NUL or at full width.
    #[must_use]
    pub fn from_field(field: &[u8; N]) -> Self {
        let mut bytes = *field;
        fill_with_blanks(&mut bytes);
        Self(bytes)
    }

    /// As much of `text` as fits.
    #[must_use]
    pub fn truncated(text: &str) -> Self {
        let mut bytes = [b' '; N];
        let len = text.len().min(N);
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Self(bytes)
    }

    /// The blank-padded bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8; N] {
        &self.0
    }

    /// The text without trailing blanks. Bytes that are not UTF-8 end it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let end = self
            .0
            .iter()
            .rposition(|byte| *byte != b' ')
            .map_or(0, |last| last + 1);
        match std::str::from_utf8(&self.0[..end]) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&self.0[..error.valid_up_to()]).unwrap_or_default(),
        }
    }

    /// True when there is nothing but blanks.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.0.iter().all(|byte| *byte == b' ')
    }
}

/// Turns the first NUL of a character field, and whatever follows it, to blanks. Documented for every field of the
/// MQI that an application may fill up with nulls.
pub fn fill_with_blanks<const N: usize>(field: &mut [u8; N]) {
    // Programs in C leave most fields empty.
    if field.first() == Some(&0) {
        *field = [b' '; N];
        return;
    }
    // All bytes are looked at, which takes a few instructions; mostly there is none.
    let any = field.iter().fold(false, |any, byte| any | (*byte == 0));
    if any && let Some(end) = field.iter().position(|byte| *byte == 0) {
        field[end..].fill(b' ');
    }
}

impl MsgDescriptor {
    /// Turns nulls that end the character fields to blanks. Identifiers and tokens stay as they are.
    pub fn fill_with_blanks(&mut self) {
        fill_with_blanks(&mut self.format);
        fill_with_blanks(&mut self.reply_to_q);
        fill_with_blanks(&mut self.reply_to_q_mgr);
        fill_with_blanks(&mut self.user_identifier);
        fill_with_blanks(&mut self.appl_identity_data);
        fill_with_blanks(&mut self.put_appl_name);
        fill_with_blanks(&mut self.put_date);
        fill_with_blanks(&mut self.put_time);
        fill_with_blanks(&mut self.appl_origin_data);
    }
}

impl ObjectName {
    /// A valid object name.
    ///
    /// # Errors
    /// See [`NameError`].
    pub fn parse(text: &str) -> Result<Self, NameError> {
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        if let Some(found) = text.chars().find(|found| !is_name_character(*found)) {
            return Err(NameError::BadCharacter(found));
        }
        if text.len() > 48 {
            return Err(NameError::TooLong);
        }
        Ok(Self::truncated(text))
    }

    /// The name of a channel as it may be defined at the sending end of a cluster: once, anywhere in it, [`Q_MGR_INSERT`]
    /// may stand for the name of the queue manager that is found at the other end.
    ///
    /// # Errors
    /// See [`NameError`].
    pub fn parse_with_insert(text: &str) -> Result<Self, NameError> {
        let Some((before, after)) = text.split_once(Q_MGR_INSERT) else {
            return Self::parse(text);
        };
        let mut others = before.chars().chain(after.chars());
        if let Some(found) = others.find(|found| !is_name_character(*found)) {
            return Err(NameError::BadCharacter(found));
        }
        if text.len() > 48 {
            return Err(NameError::TooLong);
        }
        Ok(Self::truncated(text))
    }

    /// The queue manager a client asks for by this name. One that begins with an asterisk is that of a group of queue
    /// managers: the client has chosen among its channels, and whichever it reaches will do, as with a blank name.
    #[must_use]
    pub fn asked_by_client(self) -> Self {
        if self.as_str().starts_with('*') {
            Self::BLANK
        } else {
            self
        }
    }
}

impl FixedText<20> {
    /// The name of a channel, with that of a queue manager where [`Q_MGR_INSERT`] stands: as much of both as a channel's name has room for. `None`
    /// where there is no insert.
    #[must_use]
    pub fn completed(channel: &str, q_mgr: &str) -> Option<Self> {
        let (before, after) = channel.trim_end().split_once(Q_MGR_INSERT)?;
        Some(Self::truncated(&format!(
            "{before}{}{after}",
            q_mgr.trim_end()
        )))
    }
}

fn is_name_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || matches!(found, '.' | '/' | '_' | '%')
}

impl<const N: usize> Default for FixedText<N> {
    fn default() -> Self {
        Self::BLANK
    }
}

impl<const N: usize> fmt::Display for FixedText<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<const N: usize> fmt::Debug for FixedText<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{FixedText, NameError, ObjectName, fill_with_blanks};
    use crate::MsgDescriptor;

    #[test]
    fn a_field_ends_at_its_first_nul() {
        let mut field = [b'x'; 8];
        field[3] = 0;
        assert_eq!(FixedText::from_field(&field).as_str(), "xxx");
        assert_eq!(FixedText::from_field(&[b'y'; 4]).as_str(), "yyyy");
        assert!(FixedText::from_field(&[0_u8; 4]).is_blank());
    }

    #[test]
    fn a_name_with_an_insert_has_it_once_and_is_a_name_besides() {
        for good in ["+QMNAME+", "C.+QMNAME+", "C.+QMNAME+.TLS", "TO.QM1"] {
            let name = ObjectName::parse_with_insert(good).map(|name| name.to_string());
            assert_eq!(name.as_deref(), Ok(good));
        }
        for bad in [
            "C+",
            "+QMNAME",
            "+qmname+",
            "+QMNAME++QMNAME+",
            "A B+QMNAME+",
        ] {
            let parsed = ObjectName::parse_with_insert(bad);
            assert!(matches!(parsed, Err(NameError::BadCharacter(_))), "{bad}");
        }
        let long = format!("{}+QMNAME+", "x".repeat(41));
        assert_eq!(
            ObjectName::parse_with_insert(&long),
            Err(NameError::TooLong)
        );
        assert_eq!(ObjectName::parse_with_insert(""), Err(NameError::Empty));
    }

    #[test]
    fn a_queue_manager_takes_the_place_of_the_insert() {
        let completed = |channel: &str, q_mgr: &str| {
            let name = FixedText::completed(channel, q_mgr);
            name.map(|name| name.as_str().to_owned())
        };
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(completed("C.+QMNAME+.TLS  ", "QM1  "), is("C.QM1.TLS"));
        assert_eq!(completed("+QMNAME+", "QM1"), is("QM1"));
        let long = completed("CLUSTER.+QMNAME+.A", "A.LONG.NAME.OF.ONE");
        assert_eq!(long, is("CLUSTER.A.LONG.NAME."));
        assert_eq!(completed("TO.QM1", "QM1"), None);
    }

    #[test]
    fn what_follows_a_null_is_blank() {
        for (given, blank) in [
            (*b"MQSTR\0\0\0", *b"MQSTR   "),
            (*b"MQSTR\0XY", *b"MQSTR   "),
            (*b"\0MQSTR\0\0", *b"        "),
            (*b"MQSTR  \0", *b"MQSTR   "),
            (*b"MYFORMAT", *b"MYFORMAT"),
        ] {
            let mut field = given;
            fill_with_blanks(&mut field);
            assert_eq!(field, blank);
        }
    }

    /// The table of structures says which fields hold characters.
    #[test]
    fn every_character_field_of_a_descriptor_is_filled_and_nothing_else() {
        let mut descriptor = MsgDescriptor::decode_le(&[0; MsgDescriptor::SIZE]).expect("long");
        descriptor.struc_id = *b"MD  ";
        descriptor.fill_with_blanks();
        let mut filled = [0; MsgDescriptor::SIZE];
        descriptor.encode_le_into(&mut filled);
        let rows = include_str!("../../../tables/structs.csv").lines();
        let fields = rows.filter_map(|row| row.strip_prefix("MQMD,"));
        let mut seen = 0;
        for field in fields {
            let [_, name, kind, at, len] = field.split(',').take(5).collect::<Vec<_>>()[..] else {
                panic!("a row of fields: {field}");
            };
            let at: usize = at.parse().expect("an offset");
            let len: usize = len.parse().expect("a length");
            let wanted = match (name, kind.starts_with("MQCHAR")) {
                ("StrucId", _) => continue,
                (_, true) => b' ',
                (_, false) => 0,
            };
            assert!(
                filled[at..at + len].iter().all(|byte| *byte == wanted),
                "{name}"
            );
            seen += 1;
        }
        assert_eq!(seen, 28, "the fields of MQMD but its first");
    }

    #[test]
    fn names_are_checked() {
        assert_eq!(
            ObjectName::parse("A.b/C_d%9").map(|name| name.to_string()),
            Ok("A.b/C_d%9".into())
        );
        assert_eq!(ObjectName::parse(""), Err(NameError::Empty));
        assert_eq!(ObjectName::parse("a b"), Err(NameError::BadCharacter(' ')));
        assert_eq!(ObjectName::parse(&"x".repeat(49)), Err(NameError::TooLong));
    }
}
