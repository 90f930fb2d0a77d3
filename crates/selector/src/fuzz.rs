//! Any text as a selector.

use crate::{Message, Selector};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::property::Value;

struct OneValue(MsgDescriptor, Value);

impl Message for OneValue {
    fn descriptor(&self) -> &MsgDescriptor {
        &self.0
    }

    fn backout_count(&self) -> u32 {
        1
    }

    fn property(&self, path: &str) -> Option<&Value> {
        path.len().is_multiple_of(2).then_some(&self.1)
    }
}

/// Parses `bytes` and evaluates what comes of them: nothing panics, an error names a place in the text, and what a
/// selector always comes to it comes to.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let selector = match Selector::parse(text) {
        Ok(selector) => selector,
        Err(error) => {
            assert!(error.at <= text.len());
            return;
        }
    };
    let values = [
        Value::Int32(3),
        Value::Text("red".into()),
        Value::Boolean(true),
        Value::Float64(0.5),
        Value::Bytes([1].into()),
    ];
    for value in values {
        let message = OneValue(MsgDescriptor::default(), value);
        let matches = selector.matches(&message);
        assert!(selector.always().is_none_or(|always| always == matches));
        assert_eq!(selector.matches(&message), matches);
    }
    let _ = selector.ids();
}
