//! Selectors that ask for one id: an index finds such messages without looking at the others.

use crate::field::{Field, Header};
use crate::parse::{Comparison, Node};
use ferromq_mqi::hex::from_hex;

/// The ids a message must have to be selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    /// Message id.
    pub msg_id: Option<[u8; 24]>,
    /// Correlation id.
    pub correl_id: Option<[u8; 24]>,
    /// True when every message with these ids is selected, so that no more need be looked at.
    pub suffices: bool,
}

pub(crate) fn of(root: &Node) -> Ids {
    let mut ids = Ids {
        suffices: true,
        ..Ids::default()
    };
    match root {
        Node::And(nodes) => nodes.iter().for_each(|node| add(&mut ids, node)),
        node => add(&mut ids, node),
    }
    ids
}

fn add(ids: &mut Ids, node: &Node) {
    if let Node::Compare(Comparison::Equal, left, right) = node
        && let (Node::Field(field), literal) | (literal, Node::Field(field)) = (&**left, &**right)
    {
        match field {
            Field::Header(Header::MessageId) if set(&mut ids.msg_id, id_of_text(literal)) => return,
            Field::Header(Header::CorrelationId) => {
                // A JMS client puts the text into the message as well, and that decides.
                set(&mut ids.correl_id, id_of_text(literal));
            }
            Field::Descriptor(field) => {
                let wanted = match literal {
                    Node::Bytes(bytes) => (**bytes).try_into().ok(),
                    _ => None,
                };
                let found = match field.name {
                    "MsgId" => set(&mut ids.msg_id, wanted),
                    "CorrelId" => set(&mut ids.correl_id, wanted),
                    _ => false,
                };
                if found {
                    return;
                }
            }
            _ => {}
        }
    }
    ids.suffices = false;
}

/// A second id of a kind is not an index's matter. Neither are zeros, which mean that there is no id.
fn set(id: &mut Option<[u8; 24]>, wanted: Option<[u8; 24]>) -> bool {
    if id.is_some() || wanted.is_none_or(|wanted| wanted == [0; 24]) {
        return false;
    }
    *id = wanted;
    true
}

/// `ID:` and 48 hexadecimal digits as JMS writes them.
fn id_of_text(literal: &Node) -> Option<[u8; 24]> {
    let Node::Text(text) = literal else {
        return None;
    };
    let digits = text.strip_prefix("ID:")?;
    if digits.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    from_hex(digits)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use crate::{Ids, Selector};

    fn ids(text: &str) -> Ids {
        Selector::parse(text).expect(text).ids()
    }

    #[test]
    fn comparisons_with_an_id_are_for_the_index() {
        let hex = "0a".repeat(24);
        let id = Some([10; 24]);
        let message = Ids {
            msg_id: id,
            suffices: true,
            ..Ids::default()
        };
        assert_eq!(ids(&format!("JMSMessageID = 'ID:{hex}'")), message);
        assert_eq!(ids(&format!("'ID:{hex}' = (JMSMessageID)")), message);
        assert_eq!(ids(&format!("Root.MQMD.MsgId = \"0x{hex}\"")), message);
        let more = ids(&format!("a > 3 AND JMSMessageID = 'ID:{hex}'"));
        assert_eq!((more.msg_id, more.suffices), (id, false));
        let correlation = ids(&format!("JMSCorrelationID = 'ID:{hex}'"));
        assert_eq!((correlation.correl_id, correlation.suffices), (id, false));
        let exact = ids(&format!("Root.MQMD.CorrelId = \"0X{hex}\""));
        assert_eq!((exact.correl_id, exact.suffices), (id, true));
    }

    #[test]
    fn other_comparisons_are_not() {
        let hex = "0a".repeat(24);
        for text in [
            format!("JMSMessageID <> 'ID:{hex}'"),
            format!("NOT JMSMessageID = 'ID:{hex}'"),
            format!("JMSMessageID = 'ID:{hex}' OR a = 1"),
            "JMSMessageID = 'ID:0a'".to_owned(),
            format!("JMSMessageID = 'ID:{}'", "0A".repeat(24)),
            format!("Root.MQMD.MsgId = \"0x{}\"", "00".repeat(24)),
            "a = 1".to_owned(),
        ] {
            assert_eq!(ids(&text), Ids::default(), "{text}");
        }
        let twice = ids(&format!(
            "JMSMessageID = 'ID:{hex}' AND JMSMessageID = 'ID:{}'",
            "0b".repeat(24)
        ));
        assert_eq!((twice.msg_id, twice.suffices), (Some([10; 24]), false));
    }
}
