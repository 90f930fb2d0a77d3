//! What a message that answers another takes from it: a reply, a report.

use crate::generated::constants::{MQMI_NONE, MQRO_PASS_CORREL_ID, MQRO_PASS_MSG_ID};
use crate::generated::structs::MsgDescriptor;
use crate::name::{FixedText, ObjectName};
use crate::options::ObjectDescriptor;

impl MsgDescriptor {
    /// `MsgId` and `CorrelId` of an answer to this message, as its report options ask; `MQMI_NONE` where a new one is to be
    /// made.
    ///
    /// Source: `MQRO_PASS_MSG_ID`, `MQRO_PASS_CORREL_ID`, and what holds without them.
    #[must_use]
    pub fn answer_ids(&self) -> ([u8; 24], [u8; 24]) {
        let asked = |option: i32| self.report & option != 0;
        let msg_id = match asked(MQRO_PASS_MSG_ID) {
            true => self.msg_id,
            false => MQMI_NONE,
        };
        let correl_id = match asked(MQRO_PASS_CORREL_ID) {
            true => self.correl_id,
            false => self.msg_id,
        };
        (msg_id, correl_id)
    }

    /// The queue this message asks to be answered at, to be opened with the authority of its user where the options of the
    /// open or the put say so.
    #[must_use]
    pub fn reply_target(&self) -> ObjectDescriptor {
        ObjectDescriptor {
            object_name: ObjectName::from_field(&self.reply_to_q),
            object_q_mgr_name: ObjectName::from_field(&self.reply_to_q_mgr),
            alternate_user_id: FixedText::from_field(&self.user_identifier),
            ..ObjectDescriptor::default()
        }
    }
}
