//! A message as a selector sees it.

use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::property::Value;
use ferromq_queue::{Message, MessageView};
use std::cell::OnceCell;

/// A message as a selector sees it. What is read of its data stays with the message: those who share it read it once.
pub(crate) struct Judged<'a> {
    message: &'a Message,
    /// Its identifiers, if those of the message are others'.
    ids: Option<ferromq_queue::Ids>,
    /// The descriptor with these, once it is looked into.
    descriptor: OnceCell<MsgDescriptor>,
    backout_count: u32,
}

impl<'a> Judged<'a> {
    pub(crate) const fn new(message: &'a Message, backout_count: u32) -> Self {
        Self {
            message,
            ids: None,
            descriptor: OnceCell::new(),
            backout_count,
        }
    }

    pub(crate) fn seen(message: &'a Message, view: &MessageView<'_>) -> Self {
        let ids = ferromq_queue::Ids {
            msg_id: *view.msg_id,
            correl_id: *view.correl_id,
        };
        let descriptor = &message.descriptor;
        let own = (ids.msg_id, ids.correl_id) == (descriptor.msg_id, descriptor.correl_id);
        Self {
            ids: (!own).then_some(ids),
            ..Self::new(message, view.backout_count)
        }
    }
}

impl ferromq_selector::Message for Judged<'_> {
    fn descriptor(&self) -> &MsgDescriptor {
        let shared = &self.message.descriptor;
        let Some(ids) = self.ids else {
            return shared;
        };
        self.descriptor.get_or_init(|| MsgDescriptor {
            msg_id: ids.msg_id,
            correl_id: ids.correl_id,
            ..shared.clone()
        })
    }

    fn backout_count(&self) -> u32 {
        self.backout_count
    }

    fn property(&self, path: &str) -> Option<&Value> {
        self.message.properties().get(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::convert::Described;
    use ferromq_mqi::header::ByteOrder;
    use ferromq_mqi::rfh2;
    use ferromq_queue::Seq;
    use ferromq_selector::Message as _;
    use std::sync::Arc;

    fn message() -> Arc<Message> {
        let descriptor = MsgDescriptor {
            format: rfh2::FORMAT,
            coded_char_set_id: 1208,
            msg_id: [1; 24],
            ..MsgDescriptor::default()
        };
        let fixed = rfh2::fixed("", Described::of(&descriptor));
        let body = rfh2::write(&fixed, ByteOrder::NATIVE, &["<usr><a>b</a></usr>"]);
        Arc::new(Message::new(descriptor, body.into()))
    }

    /// A publication to many is judged once for each copy, and again by every get that passes it over.
    #[test]
    fn a_copy_is_judged_by_its_own_identifiers_and_by_properties_that_were_read_once() {
        let message = message();
        let view = MessageView {
            seq: Seq(1),
            msg_id: &[2; 24],
            correl_id: &[3; 24],
            priority: 0,
            persistent: false,
            backout_count: 4,
            message: Some(&message),
        };
        let judged = Judged::seen(&message, &view);
        let own = MsgDescriptor {
            msg_id: [2; 24],
            correl_id: [3; 24],
            ..message.descriptor.clone()
        };
        assert_eq!(*judged.descriptor(), own);
        assert_eq!(judged.backout_count(), 4);
        let read = message.properties().get("usr.a").expect("a property");
        assert!(std::ptr::eq(judged.property("usr.a").expect("it"), read));
    }
}
