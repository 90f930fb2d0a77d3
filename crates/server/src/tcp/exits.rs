//! Exits of channels, which are not run: a channel that has one does not run either. Without its security exit it would let in everybody, and without
//! the others it would send as it is what they encipher.

use ferromq_mqi::attribute::{Attr, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::notices::AMQ9535;
use ferromq_qmgr::Notice;
use std::fmt::Display;

/// What names exits in a definition.
const EXITS: [Attr; 5] = [
    Attr::Scyexit,
    Attr::Msgexit,
    Attr::Sendexit,
    Attr::Rcvexit,
    Attr::Mrexit,
];

/// What operators are told of a channel that names an exit, and for that does not run with this partner; `None` of one without.
pub(crate) fn unrunnable(definition: &Definition, partner: &dyn Display) -> Option<Notice> {
    let (attr, exit) = EXITS
        .into_iter()
        .find_map(|attr| Some((attr, exit_in(definition.get(attr)?)?)))?;
    let channel = definition.name();
    let values: [&dyn Display; 4] = [&channel, partner, &exit, &attr.keyword()];
    Some(Notice::of(&AMQ9535, &values))
}

/// The first exit a value names.
fn exit_in(value: &Value) -> Option<&str> {
    let first = match value {
        Value::Text(text) => text,
        Value::List(texts) => texts.iter().find(|text| !text.trim().is_empty())?,
        _ => return None,
    };
    Some(first.trim()).filter(|exit| !exit.is_empty())
}
