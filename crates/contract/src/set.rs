//! `MQSET`.

use crate::app::{ALL, BOTH, Get};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("set":
    puts_and_gets_are_inhibited_and_allowed,
    trigger_attributes_are_set,
    an_alias_is_set_and_not_its_base_queue,
    the_definition_of_a_remote_queue_is_set,
    a_value_that_cannot_be_is_refused,
    a_selector_that_cannot_be_set_is_refused,
    too_few_values_are_refused,
    characters_that_are_none_are_refused,
    nothing_is_set_when_one_value_is_wrong,
);

/// Source: MQSET; MQIA_INHIBIT_PUT, MQIA_INHIBIT_GET.
fn puts_and_gets_are_inhibited_and_allowed(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL | MQOO_SET | MQOO_INQUIRE);
    app.put(queue, "x");
    let selectors = [MQIA_INHIBIT_PUT, MQIA_INHIBIT_GET];
    let inhibited = [MQQA_PUT_INHIBITED, MQQA_GET_INHIBITED];
    assert_eq!(app.set(queue, &selectors, &inhibited, ""), Ok(Reason::NONE));
    let put = app.put_with(queue, &MsgDescriptor::default(), 0, "y");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    assert_eq!(app.take_fails(queue, &Get::with(0)), Reason::GET_INHIBITED);
    let (ints, ..) = app.inquire(queue, &selectors, 2, 0).expect("inquired");
    assert_eq!(ints, inhibited);
    let allowed = [MQQA_PUT_ALLOWED, MQQA_GET_ALLOWED];
    assert_eq!(app.set(queue, &selectors, &allowed, ""), Ok(Reason::NONE));
    app.put(queue, "y");
    assert_eq!(app.drain(queue), ["x", "y"]);
}

/// Source: MQSET, table of selectors.
fn trigger_attributes_are_set(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_SET | MQOO_INQUIRE);
    let selectors = [
        MQIA_TRIGGER_CONTROL,
        MQCA_TRIGGER_DATA,
        MQIA_TRIGGER_TYPE,
        MQIA_TRIGGER_DEPTH,
        MQIA_TRIGGER_MSG_PRIORITY,
        MQIA_DIST_LISTS,
    ];
    let ints = [MQTC_ON, MQTT_DEPTH, 12, 3, MQDL_SUPPORTED];
    let data = format!("{:64}", "trigger data");
    assert_eq!(app.set(queue, &selectors, &ints, &data), Ok(Reason::NONE));
    let (seen, chars, _) = app.inquire(queue, &selectors, 5, 64).expect("inquired");
    assert_eq!((seen.as_slice(), chars), (ints.as_slice(), data));
}

/// Source: MQSET, usage notes.
fn an_alias_is_set_and_not_its_base_queue(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "");
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{base}')"));
    let mut app = trial.connect();
    let by_alias = app.open(&alias, BOTH | MQOO_SET);
    let direct = app.open(&base, BOTH);
    let inhibited = [MQQA_PUT_INHIBITED];
    assert_eq!(
        app.set(by_alias, &[MQIA_INHIBIT_PUT], &inhibited, ""),
        Ok(Reason::NONE)
    );
    let put = app.put_with(by_alias, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    app.put(direct, "goes on");
}

/// Source: attributes for queues, InhibitPut: of remote queues too.
fn the_definition_of_a_remote_queue_is_set(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let mut app = trial.connect();
    for options in [MQOO_SET, MQOO_SET | MQOO_OUTPUT] {
        let handle = app.open(&remote, options);
        for (value, refused) in [
            (MQQA_PUT_INHIBITED, Some(Reason::PUT_INHIBITED)),
            (MQQA_PUT_ALLOWED, None),
        ] {
            assert_eq!(
                app.set(handle, &[MQIA_INHIBIT_PUT], &[value], ""),
                Ok(Reason::NONE)
            );
            let output = app.open(&remote, MQOO_OUTPUT);
            let put = app.put_with(output, &MsgDescriptor::default(), 0, "");
            assert_eq!(put.err(), refused);
        }
    }
    let elsewhere = app.open_at("THERE", &xmitq, MQOO_OUTPUT | MQOO_SET).err();
    assert_eq!(elsewhere, Some(Reason::OPTION_NOT_VALID_FOR_TYPE));
}

/// Source: 2020, 2075, 2076, 2077, 2078.
fn a_value_that_cannot_be_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_SET);
    let wrong = [
        (MQIA_INHIBIT_GET, 7, Reason::INHIBIT_VALUE_ERROR),
        (MQIA_INHIBIT_PUT, -1, Reason::INHIBIT_VALUE_ERROR),
        (MQIA_TRIGGER_CONTROL, 2, Reason::TRIGGER_CONTROL_ERROR),
        (MQIA_TRIGGER_DEPTH, 0, Reason::TRIGGER_DEPTH_ERROR),
        (
            MQIA_TRIGGER_MSG_PRIORITY,
            10,
            Reason::TRIGGER_MSG_PRIORITY_ERR,
        ),
        (MQIA_TRIGGER_TYPE, 9, Reason::TRIGGER_TYPE_ERROR),
    ];
    for (selector, value, reason) in wrong {
        assert_eq!(app.set(queue, &[selector], &[value], ""), Err(reason));
    }
}

/// Source: 2067.
fn a_selector_that_cannot_be_set_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_SET);
    for selector in [
        MQIA_MAX_Q_DEPTH,
        MQIA_CURRENT_Q_DEPTH,
        MQIA_MAX_HANDLES,
        999_999,
    ] {
        let refused = app.set(queue, &[selector], &[1], "");
        assert_eq!(refused, Err(Reason::SELECTOR_ERROR), "{selector}");
    }
    let refused = app.set(queue, &[MQCA_Q_DESC], &[], &" ".repeat(64));
    assert_eq!(refused, Err(Reason::SELECTOR_ERROR));
}

/// Source: 2006, 2021, 2066.
fn too_few_values_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_SET);
    let refused = app.set(queue, &[MQIA_TRIGGER_DEPTH], &[], "");
    assert_eq!(refused, Err(Reason::INT_ATTR_COUNT_ERROR));
    let refused = app.set(queue, &[MQCA_TRIGGER_DATA], &[], "short");
    assert_eq!(refused, Err(Reason::CHAR_ATTR_LENGTH_ERROR));
    let refused = app.set(queue, &[MQIA_TRIGGER_DEPTH; 257], &[1; 257], "");
    assert_eq!(refused, Err(Reason::SELECTOR_LIMIT_EXCEEDED));
}

/// Source: 2007.
fn characters_that_are_none_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_SET);
    let refused = app.0.set(queue, &[MQCA_TRIGGER_DATA], &[], &[0xff; 64]);
    let refused = refused.map_err(|error| error.reason);
    assert_eq!(refused, Err(Reason::CHAR_ATTRS_ERROR));
}

/// Source: MQSET, usage notes: all or none.
fn nothing_is_set_when_one_value_is_wrong(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_SET | MQOO_INQUIRE);
    let selectors = [MQIA_TRIGGER_DEPTH, MQIA_TRIGGER_TYPE];
    let refused = app.set(queue, &selectors, &[50, 9], "");
    assert_eq!(refused, Err(Reason::TRIGGER_TYPE_ERROR));
    assert_eq!(app.int(queue, MQIA_TRIGGER_DEPTH), 1);
}
