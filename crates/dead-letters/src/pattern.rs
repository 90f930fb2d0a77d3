//! What a rule asks of a message.

use crate::letter::DeadLetter;
use ferromq_mqi::generated::constants::MQMT_REPORT;
use ferromq_mqi::glob::fits;

/// Text with `*` for any characters, none included, and `?` for one. Blanks at the end count on neither side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Glob(Vec<u8>);

impl Glob {
    pub(crate) fn new(text: &str) -> Self {
        let mut pattern = text.trim_end_matches(' ').as_bytes().to_vec();
        // Several stars are one, so that the pattern is not longer than twice the field.
        pattern.dedup_by(|next, before| (*next, *before) == (b'*', b'*'));
        Self(pattern)
    }

    /// Whether a field of a message is so.
    pub(crate) fn matches(&self, field: &[u8]) -> bool {
        let end = field.iter().rposition(|byte| !matches!(byte, b' ' | 0));
        let field = &field[..end.map_or(0, |end| end + 1)];
        fits(&self.0, field, b'*', Some(b'?'))
    }
}

/// The pattern of a rule. What is `None` matches every message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    pub(crate) appl_identity_data: Option<Glob>,
    pub(crate) put_appl_name: Option<Glob>,
    pub(crate) put_appl_type: Option<i32>,
    pub(crate) dest_q: Option<Glob>,
    pub(crate) dest_q_mgr: Option<Glob>,
    pub(crate) feedback: Option<i32>,
    pub(crate) format: Option<Glob>,
    pub(crate) msg_type: Option<i32>,
    pub(crate) persistence: Option<i32>,
    pub(crate) reason: Option<i32>,
    pub(crate) reply_to_q: Option<Glob>,
    pub(crate) reply_to_q_mgr: Option<Glob>,
    pub(crate) user_identifier: Option<Glob>,
}

impl Pattern {
    /// Whether a message is as the pattern says. Feedback is that of reports.
    #[must_use]
    pub fn matches(&self, letter: &DeadLetter) -> bool {
        let (descriptor, header) = (&letter.descriptor, &letter.header);
        let texts: [(&Option<Glob>, &[u8]); 8] = [
            (&self.appl_identity_data, &descriptor.appl_identity_data),
            (&self.put_appl_name, &descriptor.put_appl_name),
            (&self.dest_q, &header.dest_q_name),
            (&self.dest_q_mgr, &header.dest_q_mgr_name),
            (&self.format, &header.format),
            (&self.reply_to_q, &descriptor.reply_to_q),
            (&self.reply_to_q_mgr, &descriptor.reply_to_q_mgr),
            (&self.user_identifier, &descriptor.user_identifier),
        ];
        let numbers = [
            (self.put_appl_type, descriptor.put_appl_type),
            (self.msg_type, descriptor.msg_type),
            (self.persistence, descriptor.persistence),
            (self.reason, header.reason),
        ];
        let is_report = descriptor.msg_type == MQMT_REPORT;
        texts
            .into_iter()
            .all(|(glob, field)| glob.as_ref().is_none_or(|glob| glob.matches(field)))
            && numbers
                .into_iter()
                .all(|(wanted, found)| wanted.is_none_or(|wanted| wanted == found))
            && self
                .feedback
                .is_none_or(|wanted| is_report && wanted == descriptor.feedback)
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;
    use ferromq_base::random::SplitMix64;

    /// The same by trying everything.
    fn plainly(pattern: &[u8], field: &[u8]) -> bool {
        match pattern.split_first() {
            None => field.is_empty(),
            Some((b'*', rest)) => (0..=field.len()).any(|from| plainly(rest, &field[from..])),
            Some((first, rest)) => field.split_first().is_some_and(|(byte, field)| {
                (*first == b'?' || first == byte) && plainly(rest, field)
            }),
        }
    }

    #[test]
    fn wildcards_are_as_documented() {
        let is = |pattern: &str, field: &str| Glob::new(pattern).matches(field.as_bytes());
        assert!(is("*", "") && is("*", "A.B") && is(" ", "      ") && is("ABC  ", "ABC"));
        assert!(is("A*", "A") && is("*.Q", "A.Q ") && is("A?C", "ABC") && is("A*C*E", "ABCDE"));
        assert!(
            is("?*", "A") && !is("?*", "   "),
            "a field that is not blank"
        );
        assert!(!is("A?", "A ") && !is("A", "AB") && !is("", "A") && !is("a", "A"));
        assert!(is("A B", "A B  ") && !is("A B", "AB"));
    }

    #[test]
    fn matching_agrees_with_trying_everything() {
        let mut random = SplitMix64::new(1);
        for _ in 0..20_000 {
            let mut text = |letters: &[u8], most: u64| {
                let length = random.below(most);
                (0..length)
                    .map(|_| char::from(letters[random.below(letters.len() as u64) as usize]))
                    .collect::<String>()
            };
            let (pattern, field) = (text(b"AB*?", 8), text(b"AB", 10));
            let found = Glob::new(&pattern).matches(field.as_bytes());
            assert_eq!(
                found,
                plainly(pattern.as_bytes(), field.as_bytes()),
                "{pattern} {field}"
            );
        }
    }
}
