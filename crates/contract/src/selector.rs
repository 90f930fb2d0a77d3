//! Selectors: opens that see only messages whose properties and fields satisfy a condition.

use crate::app::{ALL, App, BOTH, Get, id, persistent, text};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::{ByteOrder, blank_filled};
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

contracts!("selector":
    a_get_returns_only_messages_the_selector_selects,
    a_browse_sees_only_messages_the_selector_selects,
    a_selector_looks_at_properties_of_every_type,
    a_selector_looks_at_headers_and_at_the_message_descriptor,
    a_selector_of_an_id_finds_its_message_among_many,
    a_selector_goes_with_what_the_get_asks_for,
    a_selector_looks_into_messages_that_are_not_in_memory,
    a_selector_that_counts_backouts_sees_them_change,
    a_selector_works_after_a_restart [Restart],
    a_waiting_get_is_ended_by_a_message_its_selector_selects,
    each_waiting_get_gets_what_its_selector_selects,
    a_waiting_browse_is_ended_by_a_message_its_selector_selects,
    a_backed_out_message_ends_the_wait_of_a_selector,
    a_message_whose_header_is_broken_has_no_properties,
    a_selector_that_is_not_well_formed_is_refused,
    a_selector_that_is_too_long_is_refused,
    a_selector_that_is_never_true_is_refused,
    a_selector_that_is_always_true_selects_everything,
    a_selector_is_for_opens_that_get,
    an_object_descriptor_before_version_4_has_no_selector,
);

/// Long enough that a get begun before has most likely begun to wait. Nothing depends on it.
const SOON_MS: u64 = 30;
/// A wait that is to be ended by something else.
const LONG_MS: i32 = 30_000;

/// A message of text with these folders in front, put as `descriptor` says.
#[track_caller]
pub(crate) fn put_with_folders(
    app: &mut App,
    queue: ObjectHandle,
    descriptor: &MsgDescriptor,
    folders: &[&str],
    body: &str,
) {
    let fixed = rfh2::fixed(MQFMT_STRING, UTF_8);
    let mut data = rfh2::write(&fixed, ByteOrder::NATIVE, folders);
    data.extend_from_slice(body.as_bytes());
    let descriptor = MsgDescriptor {
        format: rfh2::FORMAT,
        ..descriptor.clone()
    };
    let put = app
        .put_whole(queue, &descriptor, PutOptions::default(), &data)
        .expect("put");
    assert_eq!(put.reason, Reason::NONE);
}

pub(crate) const UTF_8: Described = Described {
    ccsid: 1208,
    encoding: MQENC_NATIVE,
};

/// A message with user properties.
#[track_caller]
fn put(app: &mut App, queue: ObjectHandle, properties: &str, body: &str) {
    let folder = format!("<usr>{properties}</usr>");
    put_with_folders(app, queue, &MsgDescriptor::default(), &[&folder], body);
}

fn selecting(name: &str, selector: &str) -> ObjectDescriptor {
    ObjectDescriptor {
        selection_string: selector.to_owned(),
        ..ObjectDescriptor::queue(name)
    }
}

#[track_caller]
fn open(app: &mut App, name: &str, selector: &str, options: i32) -> ObjectHandle {
    app.open_object(&mut selecting(name, selector), options)
        .unwrap_or_else(|reason| panic!("{selector}: {}", reason.name()))
}

/// Text behind the headers of what is got.
fn plain() -> Get {
    Get::with(MQGMO_NO_SYNCPOINT | MQGMO_NO_PROPERTIES)
}

/// Texts of all messages a browse with this selector sees.
#[track_caller]
fn seen(app: &mut App, name: &str, selector: &str) -> Vec<String> {
    let queue = open(app, name, selector, MQOO_BROWSE);
    let mut bodies = Vec::new();
    loop {
        match app.take(queue, &Get::with(MQGMO_BROWSE_NEXT | MQGMO_NO_PROPERTIES)) {
            Ok(reply) => bodies.push(tail(text(&reply)).to_owned()),
            Err(reason) => {
                assert_eq!(reason, Reason::NO_MSG_AVAILABLE);
                app.close(queue);
                return bodies;
            }
        }
    }
}

/// What is behind the headers, whether they were taken away or not.
fn tail(body: &str) -> &str {
    body.rsplit(['>', ' ']).next().unwrap_or(body)
}

/// Source: selectors; MQOD.SelectionString.
fn a_get_returns_only_messages_the_selector_selects(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for (colour, body) in [("red", "a"), ("blue", "b"), ("red", "c")] {
        put(&mut app, queue, &format!("<colour>{colour}</colour>"), body);
    }
    app.put(queue, "d");
    let red = open(&mut app, &name, "colour = 'red'", MQOO_INPUT_SHARED);
    assert_eq!(tail(text(&app.take(red, &plain()).unwrap())), "a");
    assert_eq!(tail(text(&app.take(red, &plain()).unwrap())), "c");
    assert_eq!(app.take_fails(red, &plain()), Reason::NO_MSG_AVAILABLE);
    let without = open(&mut app, &name, "colour IS NULL", MQOO_INPUT_SHARED);
    app.expect(without, &plain(), "d");
    assert_eq!(trial.depth(&name), 1);
}

/// Source: selectors.
fn a_browse_sees_only_messages_the_selector_selects(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for number in 0..10 {
        let folder = format!("<usr><n dt='i4'>{number}</n></usr>");
        let descriptor = MsgDescriptor {
            priority: number / 5,
            ..MsgDescriptor::default()
        };
        put_with_folders(
            &mut app,
            queue,
            &descriptor,
            &[&folder],
            &number.to_string(),
        );
    }
    assert_eq!(
        seen(&mut app, &name, "n BETWEEN 3 AND 6"),
        ["5", "6", "3", "4"]
    );
    let cursor = open(&mut app, &name, "n = 4", ALL);
    let browse = Get::with(MQGMO_BROWSE_FIRST | MQGMO_NO_PROPERTIES);
    assert_eq!(tail(text(&app.take(cursor, &browse).unwrap())), "4");
    let under = Get::with(MQGMO_MSG_UNDER_CURSOR | MQGMO_NO_PROPERTIES);
    assert_eq!(tail(text(&app.take(cursor, &under).unwrap())), "4");
    assert_eq!(app.take_fails(cursor, &browse), Reason::NO_MSG_AVAILABLE);
}

/// Source: message selector syntax; MQRFH2 property types.
fn a_selector_looks_at_properties_of_every_type(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    put(
        &mut app,
        queue,
        "<s>a&amp;b</s><i dt='i4'>-3</i><l dt='i8'>5000000000</l><d dt='r8'>0.25</d>\
         <b dt='boolean'>1</b><x dt='bin.hex'>0AFF</x><n xsi:nil='true'></n>",
        "m",
    );
    for selector in [
        "s = 'a&b' AND s LIKE '_&%'",
        "i < 0 AND i * 2 = -6 AND i IS NOT NULL",
        "l > 4999999999 AND l / 2 = 2500000000",
        "d = 0.25 AND d < 1",
        "b AND b = TRUE",
        "x = \"0x0AFF\"",
        "n IS NULL",
        "usr.s IN ('a&b', 'c')",
    ] {
        assert_eq!(seen(&mut app, &name, selector), ["m"], "{selector}");
    }
    for selector in [
        "s = 3",
        "i = '-3'",
        "NOT b",
        "x = \"0xFF0A\"",
        "n = 1",
        "z <> 1",
    ] {
        assert!(seen(&mut app, &name, selector).is_empty(), "{selector}");
    }
}

/// Source: message descriptor fields as properties; property name restrictions (JMS synonyms).
fn a_selector_looks_at_headers_and_at_the_message_descriptor(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    let descriptor = MsgDescriptor {
        msg_type: MQMT_REQUEST,
        priority: 6,
        correl_id: id(0xc0),
        reply_to_q: blank_filled("REPLIES"),
        ..persistent()
    };
    let folders = [
        "<mcd><Msd>jms_text</Msd><Type>order</Type></mcd>",
        "<jms><Dst>queue:///Q</Dst><Tms>1700000000000</Tms><Cid>ticket</Cid><Dlv>2</Dlv></jms>",
    ];
    put_with_folders(&mut app, queue, &descriptor, &folders, "m");
    let correl_id = "c0".repeat(24);
    for selector in [
        "Root.MQMD.MsgType = 1 AND Root.MQMD.Priority > 5",
        &format!("Root.MQMD.CorrelId = \"0x{correl_id}\""),
        "Root.MQMD.ReplyToQ = 'REPLIES' AND Root.MQMD.Format LIKE 'MQHRF2%'",
        "JMSPriority = 6 AND JMSDeliveryMode = 'PERSISTENT'",
        "JMSCorrelationID = 'ticket'",
        "JMSType = 'order' AND mcd.Msd = 'jms_text'",
        "JMSTimestamp = 1700000000000",
        "JMSMessageID LIKE 'ID:%'",
        "NOT JMSRedelivered AND JMSXDeliveryCount = 1",
    ] {
        assert_eq!(seen(&mut app, &name, selector), ["m"], "{selector}");
    }
    for selector in [
        "JMSDeliveryMode = 'NON_PERSISTENT'",
        "JMSType = 'x'",
        "JMSPriority <> 6",
    ] {
        assert!(seen(&mut app, &name, selector).is_empty(), "{selector}");
    }
}

fn hex(id: [u8; 24]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn a_selector_of_an_id_finds_its_message_among_many(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    let mut ids = Vec::new();
    for number in 0..200_u8 {
        let descriptor = MsgDescriptor {
            correl_id: id(number),
            ..MsgDescriptor::default()
        };
        let put = app.put_as(queue, &descriptor, &number.to_string());
        ids.push(put.msg_id);
    }
    let of_message = format!("JMSMessageID = 'ID:{}'", hex(ids[150]));
    assert_eq!(seen(&mut app, &name, &of_message), ["150"]);
    let of_field = format!(
        "\"0x{}\" = Root.MQMD.MsgId AND JMSPriority < 10",
        hex(ids[7])
    );
    assert_eq!(seen(&mut app, &name, &of_field), ["7"]);
    let correlation = format!("JMSCorrelationID = 'ID:{}'", hex(id(99)));
    let found = open(&mut app, &name, &correlation, BOTH);
    app.expect(found, &plain(), "99");
    assert_eq!(app.take_fails(found, &plain()), Reason::NO_MSG_AVAILABLE);
    assert!(seen(&mut app, &name, &format!("{of_message} AND colour = 'red'")).is_empty());
}

/// A selector and match options both hold.
fn a_selector_goes_with_what_the_get_asks_for(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    for (number, colour, body) in [(1, "red", "a"), (2, "blue", "b"), (2, "red", "c")] {
        let descriptor = MsgDescriptor {
            correl_id: id(number),
            ..MsgDescriptor::default()
        };
        let folder = format!("<usr><colour>{colour}</colour></usr>");
        put_with_folders(&mut app, queue, &descriptor, &[&folder], body);
    }
    let red = open(&mut app, &name, "colour = 'red'", ALL);
    let got = app.take(red, &plain().correl_id(id(2))).unwrap();
    assert_eq!(tail(text(&got)), "c");
    assert_eq!(
        app.take_fails(red, &plain().correl_id(id(2))),
        Reason::NO_MSG_AVAILABLE
    );
    let one = open(
        &mut app,
        &name,
        &format!("Root.MQMD.CorrelId = \"0x{}\"", hex(id(1))),
        ALL,
    );
    let other = plain().correl_id(id(2));
    assert_eq!(app.take_fails(one, &other), Reason::NO_MSG_AVAILABLE);
    assert_eq!(
        tail(text(&app.take(one, &plain().correl_id(id(1))).unwrap())),
        "a"
    );
}

/// More than a queue keeps in memory, non-persistent and persistent.
fn a_selector_looks_into_messages_that_are_not_in_memory(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXMSGL(1000000)");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    let filler = "x".repeat(60_000);
    for number in 0..60 {
        let descriptor = MsgDescriptor {
            persistence: number % 2,
            ..MsgDescriptor::default()
        };
        let folder = format!("<usr><n dt='i4'>{number}</n></usr>");
        let body = format!("{filler} {number}");
        put_with_folders(&mut app, queue, &descriptor, &[&folder], &body);
    }
    assert_eq!(
        seen(&mut app, &name, "n IN ('3') OR n = 58 OR n = 57"),
        ["57", "58"]
    );
    let last = open(&mut app, &name, "n > 55", ALL);
    for number in 56..60 {
        let got = app.take(last, &plain()).unwrap();
        assert_eq!(tail(text(&got)), number.to_string());
    }
    assert_eq!(app.take_fails(last, &plain()), Reason::NO_MSG_AVAILABLE);
    put(&mut app, queue, "<n dt='i4'>99</n>", "new");
    assert_eq!(tail(text(&app.take(last, &plain()).unwrap())), "new");
}

fn a_selector_that_counts_backouts_sees_them_change(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "m");
    let poison = open(&mut app, &name, "Root.MQMD.BackoutCount >= 2", ALL);
    for _ in 0..2 {
        assert_eq!(app.take_fails(poison, &plain()), Reason::NO_MSG_AVAILABLE);
        app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "m");
        app.0.back_out().expect("backed out");
    }
    app.expect(poison, &plain(), "m");
}

fn a_selector_works_after_a_restart(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    {
        let mut app = trial.connect();
        let queue = app.open(&name, ALL);
        for number in 0..20 {
            let folder = format!("<usr><n dt='i4'>{number}</n></usr>");
            put_with_folders(
                &mut app,
                queue,
                &persistent(),
                &[&folder],
                &number.to_string(),
            );
        }
    }
    trial.subject().restart();
    let mut app = trial.connect();
    assert_eq!(seen(&mut app, &name, "n = 7 OR n = 19"), ["7", "19"]);
}

/// Begins a get of `selector` on a connection of its own, then does something, then waits for what was got.
#[track_caller]
fn while_waiting(
    trial: &Trial<'_>,
    name: &str,
    selector: &str,
    get: &Get,
    meanwhile: impl FnOnce(&mut App, ObjectHandle),
) -> Result<String, Reason> {
    std::thread::scope(|scope| {
        let mut getter = trial.connect();
        let handle = open(&mut getter, name, selector, MQOO_INPUT_SHARED | MQOO_BROWSE);
        let waiting = scope.spawn(move || {
            let got = getter.take(handle, get);
            got.map(|reply| tail(text(&reply)).to_owned())
        });
        trial.pass_ms(SOON_MS);
        let mut app = trial.connect();
        let queue = app.open(name, ALL);
        meanwhile(&mut app, queue);
        waiting.join().expect("the getter does not panic")
    })
}

/// Source: MQGMO_WAIT: a suitable message.
fn a_waiting_get_is_ended_by_a_message_its_selector_selects(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let get = plain().wait_ms(LONG_MS);
    let got = while_waiting(trial, &name, "colour = 'red'", &get, |app, queue| {
        put(app, queue, "<colour>blue</colour>", "a");
        app.put(queue, "b");
        put(app, queue, "<colour>red</colour>", "c");
    });
    assert_eq!(got.as_deref(), Ok("c"));
    assert_eq!(trial.depth(&name), 2);
    let get = plain().wait_ms(50);
    let got = while_waiting(trial, &name, "colour = 'red'", &get, |app, queue| {
        put(app, queue, "<colour>blue</colour>", "a");
    });
    assert_eq!(got, Err(Reason::NO_MSG_AVAILABLE));
}

fn each_waiting_get_gets_what_its_selector_selects(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    std::thread::scope(|scope| {
        let getters: Vec<_> = (0..8)
            .map(|number| {
                let mut getter = trial.connect();
                let selector = format!("n = {number}");
                let handle = open(&mut getter, &name, &selector, MQOO_INPUT_SHARED);
                let get = plain().wait_ms(LONG_MS);
                let take = move || tail(text(&getter.take(handle, &get).unwrap())).to_owned();
                (number, scope.spawn(take))
            })
            .collect();
        trial.pass_ms(SOON_MS);
        let mut app = trial.connect();
        let queue = app.open(&name, MQOO_OUTPUT);
        for number in (0..8).rev() {
            let property = format!("<n dt='i4'>{number}</n>");
            put(&mut app, queue, &property, &number.to_string());
        }
        for (number, getter) in getters {
            assert_eq!(getter.join().expect("got"), number.to_string());
        }
    });
    assert_eq!(trial.depth(&name), 0);
}

fn a_waiting_browse_is_ended_by_a_message_its_selector_selects(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let browse = Get::with(MQGMO_BROWSE_NEXT | MQGMO_NO_PROPERTIES).wait_ms(LONG_MS);
    let got = while_waiting(trial, &name, "JMSPriority > 3", &browse, |app, queue| {
        app.put(queue, "low");
        let urgent = MsgDescriptor {
            priority: 5,
            ..MsgDescriptor::default()
        };
        app.put_as(queue, &urgent, "urgent");
    });
    assert_eq!(got.as_deref(), Ok("urgent"));
}

fn a_backed_out_message_ends_the_wait_of_a_selector(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut holder = trial.connect();
    let queue = holder.open(&name, ALL);
    put(&mut holder, queue, "<colour>red</colour>", "m");
    holder
        .take(queue, &Get::with(MQGMO_SYNCPOINT))
        .expect("held");
    let get = plain().wait_ms(LONG_MS);
    let got = while_waiting(trial, &name, "colour = 'red'", &get, |_, _| {
        holder.0.back_out().expect("backed out");
    });
    assert_eq!(got.as_deref(), Ok("m"));
}

fn a_message_whose_header_is_broken_has_no_properties(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    put(&mut app, queue, "<colour>red</color>", "a");
    assert!(seen(&mut app, &name, "colour = 'red'").is_empty());
    let left = open(&mut app, &name, "colour IS NULL", ALL);
    assert!(app.take(left, &plain()).is_ok());
}

/// Source: 2459.
fn a_selector_that_is_not_well_formed_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    for selector in [
        "colour = ",
        "colour == 'red'",
        "colour = 'red",
        "Root.MQMD.No = 1",
        "3",
    ] {
        let opened = app.open_object(&mut selecting(&name, selector), MQOO_BROWSE);
        assert_eq!(opened, Err(Reason::SELECTOR_SYNTAX_ERROR), "{selector}");
    }
}

/// Source: 2519, MQ_SELECTOR_LENGTH.
fn a_selector_that_is_too_long_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let long = |len: usize| format!("a = '{}'", "x".repeat(len - 6));
    let limit = MQ_SELECTOR_LENGTH as usize;
    let opened = app.open_object(&mut selecting(&name, &long(limit + 1)), MQOO_BROWSE);
    assert_eq!(opened, Err(Reason::SELECTION_STRING_ERROR));
    open(&mut app, &name, &long(limit), MQOO_BROWSE);
}

/// Source: 2504; selection behavior.
fn a_selector_that_is_never_true_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let opened = app.open_object(&mut selecting(&name, "TRUE = FALSE"), MQOO_BROWSE);
    assert_eq!(opened, Err(Reason::SELECTOR_ALWAYS_FALSE));
}

fn a_selector_that_is_always_true_selects_everything(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "m");
    for selector in ["TRUE <> FALSE", "  "] {
        assert_eq!(seen(&mut app, &name, selector), ["m"]);
    }
}

/// Source: 2516.
fn a_selector_is_for_opens_that_get(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    for options in [MQOO_OUTPUT, MQOO_INQUIRE] {
        let opened = app.open_object(&mut selecting(&name, "a = 1"), options);
        assert_eq!(opened, Err(Reason::SELECTOR_INVALID_FOR_TYPE));
    }
    let mut q_mgr = ObjectDescriptor {
        object_type: MQOT_Q_MGR,
        ..selecting("", "a = 1")
    };
    let opened = app.open_object(&mut q_mgr, MQOO_INQUIRE);
    assert_eq!(opened, Err(Reason::SELECTOR_INVALID_FOR_TYPE));
    let put1 = app.put1(
        &selecting(&name, "a = 1"),
        &MsgDescriptor::default(),
        0,
        "m",
    );
    assert_eq!(put1.unwrap_err(), Reason::SELECTOR_INVALID_FOR_TYPE);
}

fn an_object_descriptor_before_version_4_has_no_selector(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let mut old = ObjectDescriptor {
        version: 3,
        ..selecting(&name, "not well formed")
    };
    assert!(app.open_object(&mut old, MQOO_BROWSE).is_ok());
}
