//! Message context: who put a message, as each context option has it.

use crate::app::{App, BOTH, Get};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::blank_filled;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("context":
    default_context_says_who_puts_and_when,
    no_context_is_blank,
    identity_context_that_is_set_is_carried_and_origin_is_made,
    all_context_that_is_set_is_carried,
    passed_identity_comes_from_the_message_got,
    passed_context_comes_from_the_message_got,
    a_browse_does_not_save_context,
    context_options_need_their_open_options,
    context_must_be_there_to_be_passed,
    put1_takes_context_options_too,
    character_fields_end_at_their_first_null,
);

/// Context fields an application sets.
fn set_fields() -> MsgDescriptor {
    MsgDescriptor {
        user_identifier: blank_filled("somebody"),
        accounting_token: [5; 32],
        appl_identity_data: blank_filled("identity data"),
        put_appl_type: MQAT_USER_FIRST + 3,
        put_appl_name: blank_filled("some program"),
        put_date: *b"20010203",
        put_time: *b"04050607",
        appl_origin_data: *b"orig",
        ..MsgDescriptor::default()
    }
}

fn same_identity(one: &MsgDescriptor, two: &MsgDescriptor) -> bool {
    one.user_identifier == two.user_identifier
        && one.accounting_token == two.accounting_token
        && one.appl_identity_data == two.appl_identity_data
}

fn same_origin(one: &MsgDescriptor, two: &MsgDescriptor) -> bool {
    one.put_appl_type == two.put_appl_type
        && one.put_appl_name == two.put_appl_name
        && one.put_date == two.put_date
        && one.put_time == two.put_time
        && one.appl_origin_data == two.appl_origin_data
}

/// The context a message gets when nothing is said about it.
#[track_caller]
fn default_context(app: &mut App, name: &str) -> MsgDescriptor {
    let queue = app.open(name, BOTH);
    app.put(queue, "default");
    app.expect(queue, &Get::with(0), "default").descriptor
}

/// Source: MQPMO_DEFAULT_CONTEXT; MQMD, UserIdentifier and the fields behind it.
fn default_context_says_who_puts_and_when(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect_as("my program");
    let queue = app.open(&name, BOTH);
    for options in [0, MQPMO_DEFAULT_CONTEXT] {
        let put = app
            .put_with(queue, &set_fields(), options, "x")
            .expect("put")
            .descriptor;
        let got = app.expect(queue, &Get::with(0), "x").descriptor;
        assert!(same_identity(&put, &got) && same_origin(&put, &got));
        assert_ne!(got.user_identifier, [b' '; 12]);
        assert_ne!(got.user_identifier, set_fields().user_identifier);
        assert_ne!(got.accounting_token, set_fields().accounting_token);
        assert_eq!(got.appl_identity_data, [b' '; 32]);
        assert_eq!(got.put_appl_type, MQAT_UNIX);
        assert_eq!(got.put_appl_name, blank_filled("my program"));
        assert_eq!(got.appl_origin_data, [b' '; 4]);
        assert!(
            got.put_date
                .iter()
                .chain(&got.put_time)
                .all(u8::is_ascii_digit)
        );
        assert!(&got.put_date > b"20240101", "{:?}", got.put_date);
    }
}

/// Source: MQPMO_NO_CONTEXT.
fn no_context_is_blank(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put_with(queue, &set_fields(), MQPMO_NO_CONTEXT, "x")
        .expect("put");
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    let blank = MsgDescriptor {
        user_identifier: [b' '; 12],
        accounting_token: [0; 32],
        appl_identity_data: [b' '; 32],
        put_appl_type: MQAT_NO_CONTEXT,
        put_appl_name: [b' '; 28],
        put_date: [b' '; 8],
        put_time: [b' '; 8],
        appl_origin_data: [b' '; 4],
        ..MsgDescriptor::default()
    };
    assert!(
        same_identity(&got, &blank) && same_origin(&got, &blank),
        "{got:?}"
    );
}

/// Source: MQPMO_SET_IDENTITY_CONTEXT.
fn identity_context_that_is_set_is_carried_and_origin_is_made(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let usual = default_context(&mut app, &name);
    let queue = app.open(&name, BOTH | MQOO_SET_IDENTITY_CONTEXT);
    app.put_with(queue, &set_fields(), MQPMO_SET_IDENTITY_CONTEXT, "x")
        .expect("put");
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert!(same_identity(&got, &set_fields()));
    assert_eq!(
        (got.put_appl_type, got.put_appl_name),
        (usual.put_appl_type, usual.put_appl_name)
    );
    assert_eq!(got.appl_origin_data, [b' '; 4]);
}

/// Source: MQPMO_SET_ALL_CONTEXT.
fn all_context_that_is_set_is_carried(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH | MQOO_SET_ALL_CONTEXT);
    app.put_with(queue, &set_fields(), MQPMO_SET_ALL_CONTEXT, "x")
        .expect("put");
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert!(same_identity(&got, &set_fields()) && same_origin(&got, &set_fields()));
    // Who may set all may set less.
    app.put_with(queue, &set_fields(), MQPMO_SET_IDENTITY_CONTEXT, "y")
        .expect("put");
}

/// A queue with a message of a known context, opened so that getting it saves that context.
#[track_caller]
fn message_with_context(trial: &Trial<'_>, app: &mut App) -> ObjectHandle {
    let name = trial.queue("FROM", "");
    let output = app.open(&name, MQOO_OUTPUT | MQOO_SET_ALL_CONTEXT);
    app.put_with(output, &set_fields(), MQPMO_SET_ALL_CONTEXT, "from")
        .expect("put");
    app.open(
        &name,
        MQOO_INPUT_SHARED | MQOO_BROWSE | MQOO_SAVE_ALL_CONTEXT,
    )
}

fn passing(options: i32, context: ObjectHandle) -> PutOptions {
    PutOptions {
        options,
        context,
        ..PutOptions::default()
    }
}

/// Source: MQPMO_PASS_IDENTITY_CONTEXT.
fn passed_identity_comes_from_the_message_got(trial: &Trial<'_>) {
    let name = trial.queue("TO", "");
    let mut app = trial.connect();
    let usual = default_context(&mut app, &name);
    let from = message_with_context(trial, &mut app);
    app.expect(from, &Get::with(0), "from");
    let to = app.open(&name, BOTH | MQOO_PASS_IDENTITY_CONTEXT);
    let options = passing(MQPMO_PASS_IDENTITY_CONTEXT, from);
    app.put_whole(to, &MsgDescriptor::default(), options, b"to")
        .expect("put");
    let got = app.expect(to, &Get::with(0), "to").descriptor;
    assert!(same_identity(&got, &set_fields()));
    assert_eq!(
        (got.put_appl_type, got.put_appl_name),
        (usual.put_appl_type, usual.put_appl_name)
    );
}

/// Source: MQPMO_PASS_ALL_CONTEXT.
fn passed_context_comes_from_the_message_got(trial: &Trial<'_>) {
    let name = trial.queue("TO", "");
    let mut app = trial.connect();
    let from = message_with_context(trial, &mut app);
    app.expect(from, &Get::with(MQGMO_SYNCPOINT), "from");
    let to = app.open(&name, BOTH | MQOO_PASS_ALL_CONTEXT);
    for number in 0..2 {
        let options = passing(MQPMO_PASS_ALL_CONTEXT, from);
        let body = format!("{number}");
        app.put_whole(to, &MsgDescriptor::default(), options, body.as_bytes())
            .expect("put");
        let got = app.expect(to, &Get::with(0), &body).descriptor;
        assert!(same_identity(&got, &set_fields()) && same_origin(&got, &set_fields()));
    }
    app.commit();
}

/// Source: MQOO_SAVE_ALL_CONTEXT: a browse saves nothing; 2098.
fn a_browse_does_not_save_context(trial: &Trial<'_>) {
    let name = trial.queue("TO", "");
    let mut app = trial.connect();
    let from = message_with_context(trial, &mut app);
    app.expect(from, &Get::with(MQGMO_BROWSE_FIRST), "from");
    let to = app.open(&name, BOTH | MQOO_PASS_ALL_CONTEXT);
    let options = passing(MQPMO_PASS_ALL_CONTEXT, from);
    let put = app.put_whole(to, &MsgDescriptor::default(), options, b"to");
    assert_eq!(put.err(), Some(Reason::CONTEXT_NOT_AVAILABLE));
}

/// Source: 2093, 2094, 2095, 2096.
fn context_options_need_their_open_options(trial: &Trial<'_>) {
    let name = trial.queue("TO", "");
    let mut app = trial.connect();
    let from = message_with_context(trial, &mut app);
    app.expect(from, &Get::with(0), "from");
    let to = app.open(&name, BOTH);
    let needs = [
        (MQPMO_PASS_IDENTITY_CONTEXT, Reason::NOT_OPEN_FOR_PASS_IDENT),
        (MQPMO_PASS_ALL_CONTEXT, Reason::NOT_OPEN_FOR_PASS_ALL),
        (MQPMO_SET_IDENTITY_CONTEXT, Reason::NOT_OPEN_FOR_SET_IDENT),
        (MQPMO_SET_ALL_CONTEXT, Reason::NOT_OPEN_FOR_SET_ALL),
    ];
    for (option, reason) in needs {
        let put = app.put_whole(to, &MsgDescriptor::default(), passing(option, from), b"");
        assert_eq!(put.err(), Some(reason));
    }
}

/// Source: 2097, 2098.
fn context_must_be_there_to_be_passed(trial: &Trial<'_>) {
    let name = trial.queue("TO", "");
    let mut app = trial.connect();
    let unsaved = app.open(&name, MQOO_INPUT_SHARED);
    let unread = app.open(&name, MQOO_INPUT_SHARED | MQOO_SAVE_ALL_CONTEXT);
    let to = app.open(&name, MQOO_OUTPUT | MQOO_PASS_ALL_CONTEXT);
    let wrong = [
        (ObjectHandle(999), Reason::CONTEXT_HANDLE_ERROR),
        (unsaved, Reason::CONTEXT_HANDLE_ERROR),
        (unread, Reason::CONTEXT_NOT_AVAILABLE),
    ];
    for (from, reason) in wrong {
        let options = passing(MQPMO_PASS_ALL_CONTEXT, from);
        let put = app.put_whole(to, &MsgDescriptor::default(), options, b"");
        assert_eq!(put.err(), Some(reason));
    }
}

/// Source: MQPUT1, context options.
fn put1_takes_context_options_too(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let object = ObjectDescriptor::queue(&name);
    app.put1(&object, &set_fields(), MQPMO_SET_ALL_CONTEXT, "x")
        .expect("put");
    let queue = app.open(&name, BOTH);
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert!(same_identity(&got, &set_fields()) && same_origin(&got, &set_fields()));
}

/// Goal: what a program fills up with nulls comes back with blanks, to itself and to whoever gets the message; tokens and
/// identifiers are bytes. Source: the MQI's character fields; MQPMO_SET_IDENTITY_CONTEXT, MQPMO_SET_ALL_CONTEXT.
fn character_fields_end_at_their_first_null(trial: &Trial<'_>) {
    /// Text, a null, and something that does not count.
    fn ended<const N: usize>(text: &str) -> [u8; N] {
        let mut field = [b'x'; N];
        field[..text.len()].copy_from_slice(text.as_bytes());
        field[text.len()] = 0;
        field
    }
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH | MQOO_SET_ALL_CONTEXT);
    let blank = MsgDescriptor {
        format: blank_filled("MINE"),
        user_identifier: blank_filled("somebody"),
        appl_identity_data: blank_filled("identity data"),
        put_appl_name: blank_filled("some program"),
        put_date: blank_filled("2001"),
        put_time: blank_filled("0405"),
        appl_origin_data: blank_filled("or"),
        reply_to_q: blank_filled("ANSWERS"),
        reply_to_q_mgr: blank_filled("QM2"),
        msg_id: [0; 24],
        correl_id: ended("CORREL"),
        accounting_token: ended("TOKEN"),
        put_appl_type: MQAT_USER_FIRST,
        ..MsgDescriptor::default()
    };
    let sent = MsgDescriptor {
        format: ended("MINE"),
        user_identifier: ended("somebody"),
        appl_identity_data: ended("identity data"),
        put_appl_name: ended("some program"),
        put_date: ended("2001"),
        put_time: ended("0405"),
        appl_origin_data: ended("or"),
        reply_to_q: ended("ANSWERS"),
        reply_to_q_mgr: ended("QM2"),
        ..blank.clone()
    };
    let same = |got: &MsgDescriptor| {
        let replies = |one: &MsgDescriptor| (one.reply_to_q, one.reply_to_q_mgr, one.format);
        assert!(
            same_identity(got, &blank) && same_origin(got, &blank),
            "{got:?}"
        );
        assert_eq!(replies(got), replies(&blank));
        assert_eq!(got.correl_id, blank.correl_id);
    };
    let put = app.put_with(queue, &sent, MQPMO_SET_ALL_CONTEXT, "x");
    same(&put.expect("put").descriptor);
    same(&app.expect(queue, &Get::with(0), "x").descriptor);
    let object = ObjectDescriptor::queue(&name);
    let put = app.put1(&object, &sent, MQPMO_SET_ALL_CONTEXT, "x");
    same(&put.expect("put").descriptor);
    same(&app.expect(queue, &Get::with(0), "x").descriptor);
    let put = app.put_with(queue, &sent, MQPMO_SET_IDENTITY_CONTEXT, "x");
    put.expect("put");
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert!(same_identity(&got, &blank), "{got:?}");
    // Nobody set a context: the queue manager's own has no nulls either.
    let put = app.put_with(queue, &sent, MQPMO_NO_CONTEXT, "x");
    put.expect("put");
    let got = app.expect(queue, &Get::with(0), "x").descriptor;
    assert_eq!(
        (got.user_identifier, got.appl_origin_data),
        ([b' '; 12], [b' '; 4])
    );
}
