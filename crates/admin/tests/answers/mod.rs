//! Sending commands in programmable command formats, and what is to be expected of answers.
use ferromq_admin::{Administered, Coding, run_message};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{Message, Parameter};

pub(crate) const NATIVE: Coding = Coding {
    order: ByteOrder::NATIVE,
    ccsid: 1208,
};

pub(crate) fn send(
    operations: &Administered,
    command: i32,
    parameters: Vec<Parameter>,
) -> Vec<Message> {
    let message = Message::command(command, parameters);
    let answers = run_message(operations, &message.encode(ByteOrder::NATIVE), NATIVE);
    for (at, answer) in answers.iter().enumerate() {
        let header = &answer.header;
        assert_eq!(
            (header.kind, header.command),
            (MQCFT_RESPONSE, command),
            "{answer:?}"
        );
        assert_eq!(usize::try_from(header.sequence), Ok(at + 1));
        let last = at + 1 == answers.len();
        assert_eq!(header.control == MQCFC_LAST, last);
        // What is answered can be read.
        let bytes = answer.encode(ByteOrder::NATIVE);
        assert!(Message::decode(&bytes, ByteOrder::NATIVE).is_ok());
    }
    answers
}

/// The one answer of a command that is carried out.
pub(crate) fn done(operations: &Administered, command: i32, parameters: Vec<Parameter>) -> Message {
    let mut answers = send(operations, command, parameters);
    assert_eq!(answers.len(), 1, "{answers:?}");
    let answer = answers.remove(0);
    assert_eq!(answer.header.comp_code, MQCC_OK, "{answer:?}");
    answer
}

/// The reason of a command that is not carried out, and the parameter it is about.
pub(crate) fn refused(
    operations: &Administered,
    command: i32,
    parameters: Vec<Parameter>,
) -> (i32, Option<i32>) {
    let answers = send(operations, command, parameters);
    let [first, last] = answers.as_slice() else {
        panic!("{answers:?}");
    };
    assert_eq!(first.header.comp_code, MQCC_FAILED);
    assert_eq!(last.header.reason, MQRCCF_COMMAND_FAILED);
    assert!(last.parameters.is_empty());
    let about = first.int(MQIACF_PARAMETER_ID);
    (
        first.header.reason,
        about.or_else(|| first.int(MQIACF_SELECTOR)),
    )
}
