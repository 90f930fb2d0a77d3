//! Names: aliases, remote queues, queue manager aliases, transmission queues.

use crate::app::{ALL, BOTH, Get};
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};

contracts!("name_resolution":
    an_alias_leads_to_its_base_queue,
    an_alias_has_its_own_put_defaults,
    an_alias_has_its_own_inhibits,
    an_alias_without_its_base_queue_cannot_be_opened,
    an_alias_of_an_alias_or_a_model_cannot_be_opened,
    a_remote_queue_leads_to_its_transmission_queue,
    an_alias_may_stand_before_a_remote_queue,
    a_remote_queue_takes_output_and_inquiry_only,
    a_remote_definition_without_remote_names_cannot_be_opened,
    a_queue_of_another_queue_manager_goes_by_the_queue_named_like_it,
    an_unknown_queue_manager_is_refused,
    a_queue_manager_alias_renames_the_queue_manager,
    a_queue_manager_alias_of_the_queue_manager_itself_leads_home,
    a_transmission_queue_must_exist_be_local_and_be_for_transmission,
    the_default_transmission_queue_takes_what_has_no_other [Own],
    a_wrong_default_transmission_queue_says_what_is_wrong [Own],
    a_definition_that_is_open_is_altered_by_force_only,
    a_handle_whose_definition_leads_elsewhere_is_refused,
    a_handle_is_refused_when_what_its_alias_led_to_leads_elsewhere,
    a_handle_is_refused_when_its_default_transmission_queue_changes [Own],
    an_inhibited_definition_behind_an_alias_inhibits_puts,
);

/// Source: DEFINE QALIAS; MQOPEN, name resolution.
fn an_alias_leads_to_its_base_queue(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "");
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{base}')"));
    let mut app = trial.connect();
    let (handle, opened) = app.open_at(&alias, "", ALL).expect("opened");
    assert_eq!(opened.object_name.as_str(), alias);
    assert_eq!(opened.resolved_q_name.as_str(), base);
    assert_eq!(opened.resolved_q_mgr_name.as_str(), Q_MGR);
    let put = app
        .put_with(handle, &MsgDescriptor::default(), 0, "by alias")
        .expect("put");
    assert_eq!(put.options.resolved_q_name.as_str(), base);
    let direct = app.open(&base, ALL);
    let got = app.expect(direct, &Get::with(0), "by alias");
    assert_eq!(got.options.resolved_q_name.as_str(), base);
}

/// Source: attributes for queues, DefPriority: of the first definition on the way.
fn an_alias_has_its_own_put_defaults(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "DEFPRTY(1) DEFPSIST(NO)");
    let target = format!("TARGET('{base}') DEFPRTY(7) DEFPSIST(YES)");
    let alias = trial.define("QALIAS", "ALIAS", &target);
    let mut app = trial.connect();
    let handle = app.open(&alias, BOTH);
    let put = app.put(handle, "x");
    assert_eq!((put.priority, put.persistence), (7, MQPER_PERSISTENT));
}

/// Source: attributes for queues, InhibitGet and InhibitPut of alias queues; 2016, 2051.
fn an_alias_has_its_own_inhibits(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "");
    let target = format!("TARGET('{base}') PUT(DISABLED) GET(DISABLED)");
    let alias = trial.define("QALIAS", "ALIAS", &target);
    let mut app = trial.connect();
    let (by_alias, direct) = (app.open(&alias, ALL), app.open(&base, ALL));
    let put = app.put_with(by_alias, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    assert_eq!(
        app.take_fails(by_alias, &Get::with(0)),
        Reason::GET_INHIBITED
    );
    app.put(direct, "direct");
    app.expect(direct, &Get::with(0), "direct");
}

/// Source: 2082.
fn an_alias_without_its_base_queue_cannot_be_opened(trial: &Trial<'_>) {
    let target = format!("TARGET('{}')", trial.name("NONE"));
    let alias = trial.define("QALIAS", "ALIAS", &target);
    let mut app = trial.connect();
    assert_eq!(
        app.open_fails(&alias, MQOO_OUTPUT),
        Reason::UNKNOWN_ALIAS_BASE_Q
    );
}

/// Source: 2001.
fn an_alias_of_an_alias_or_a_model_cannot_be_opened(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "");
    let first = trial.define("QALIAS", "FIRST", &format!("TARGET('{base}')"));
    let second = trial.define("QALIAS", "SECOND", &format!("TARGET('{first}')"));
    let model = trial.define("QMODEL", "MODEL", "");
    let of_model = trial.define("QALIAS", "OFMODEL", &format!("TARGET('{model}')"));
    let mut app = trial.connect();
    for alias in [second, of_model] {
        assert_eq!(
            app.open_fails(&alias, MQOO_OUTPUT),
            Reason::ALIAS_BASE_Q_TYPE_ERROR
        );
    }
}

/// Source: DEFINE QREMOTE; MQOD, ResolvedQName.
fn a_remote_queue_leads_to_its_transmission_queue(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let remote = trial.define(
        "QREMOTE",
        "R",
        &format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')"),
    );
    let mut app = trial.connect();
    let (handle, opened) = app.open_at(&remote, "", MQOO_OUTPUT).expect("opened");
    assert_eq!(opened.resolved_q_name.as_str(), "THERE");
    assert_eq!(opened.resolved_q_mgr_name.as_str(), "QM2");
    let put = app
        .put_with(handle, &MsgDescriptor::default(), 0, "away")
        .expect("put");
    assert_eq!(put.options.resolved_q_name.as_str(), "THERE");
    assert_eq!(put.options.resolved_q_mgr_name.as_str(), "QM2");
    assert_eq!(trial.depth(&xmitq), 1);
}

/// Source: DEFINE QALIAS, TARGET: the local definition of a remote queue is allowed.
fn an_alias_may_stand_before_a_remote_queue(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{remote}')"));
    let mut app = trial.connect();
    let handle = app.open(&alias, MQOO_OUTPUT);
    app.put(handle, "away");
    assert_eq!(trial.depth(&xmitq), 1);
    let refused = app.open_fails(&alias, MQOO_INPUT_SHARED);
    assert_eq!(refused, Reason::OPTION_NOT_VALID_FOR_TYPE);
}

/// Source: MQOPEN, valid options by queue type; 2045.
fn a_remote_queue_takes_output_and_inquiry_only(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let mut app = trial.connect();
    for options in [MQOO_INPUT_SHARED, MQOO_INPUT_EXCLUSIVE, MQOO_BROWSE] {
        let refused = app.open_fails(&remote, options);
        assert_eq!(refused, Reason::OPTION_NOT_VALID_FOR_TYPE, "{options:#x}");
    }
    let handle = app.open(&remote, MQOO_INQUIRE);
    let width = MQ_Q_NAME_LENGTH as u32;
    let (_, name, _) = app
        .inquire(handle, &[MQCA_REMOTE_Q_NAME], 0, width)
        .expect("inquired");
    assert_eq!(name.trim_end(), "THERE");
}

/// Source: DEFINE QREMOTE, RNAME and RQMNAME; 2184, 2087.
fn a_remote_definition_without_remote_names_cannot_be_opened(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let no_queue = trial.define("QREMOTE", "NOQ", &format!("RQMNAME(QM2) XMITQ('{xmitq}')"));
    let no_q_mgr = trial.define("QREMOTE", "NOQM", "RNAME(THERE)");
    let local = trial.define(
        "QREMOTE",
        "LOCAL",
        &format!("RNAME(THERE) RQMNAME({Q_MGR})"),
    );
    let mut app = trial.connect();
    let refused = app.open_fails(&no_queue, MQOO_OUTPUT);
    assert_eq!(refused, Reason::REMOTE_Q_NAME_ERROR);
    for remote in [no_q_mgr, local] {
        let refused = app.open_fails(&remote, MQOO_OUTPUT);
        assert_eq!(refused, Reason::UNKNOWN_REMOTE_Q_MGR, "{remote}");
    }
    let nameless = app.open_at("", &xmitq, MQOO_OUTPUT).err();
    assert_eq!(nameless, Some(Reason::REMOTE_Q_NAME_ERROR));
}

/// Source: MQOPEN, name resolution: a transmission queue named like the queue manager.
fn a_queue_of_another_queue_manager_goes_by_the_queue_named_like_it(trial: &Trial<'_>) {
    let q_mgr = trial.queue("QMX", "USAGE(XMITQ)");
    let mut app = trial.connect();
    let (handle, opened) = app.open_at("THERE", &q_mgr, MQOO_OUTPUT).expect("opened");
    assert_eq!(opened.resolved_q_name.as_str(), "THERE");
    assert_eq!(opened.resolved_q_mgr_name.as_str(), q_mgr);
    app.put(handle, "away");
    assert_eq!(trial.depth(&q_mgr), 1);
    let refused = app.open_at("THERE", &q_mgr, MQOO_INPUT_SHARED).err();
    assert_eq!(refused, Some(Reason::OPTION_NOT_VALID_FOR_TYPE));
}

/// Source: 2087.
fn an_unknown_queue_manager_is_refused(trial: &Trial<'_>) {
    let q_mgr = trial.name("NOQM");
    let remote = trial.define("QREMOTE", "R", &format!("RNAME(THERE) RQMNAME('{q_mgr}')"));
    let mut app = trial.connect();
    let refused = app.open_at("THERE", &q_mgr, MQOO_OUTPUT).err();
    assert_eq!(refused, Some(Reason::UNKNOWN_REMOTE_Q_MGR));
    assert_eq!(
        app.open_fails(&remote, MQOO_OUTPUT),
        Reason::UNKNOWN_REMOTE_Q_MGR
    );
}

/// Source: DEFINE QREMOTE as a queue manager alias.
fn a_queue_manager_alias_renames_the_queue_manager(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let alias = trial.define("QREMOTE", "QMA", &format!("RQMNAME(QM7) XMITQ('{xmitq}')"));
    let mut app = trial.connect();
    let (handle, opened) = app.open_at("THERE", &alias, MQOO_OUTPUT).expect("opened");
    assert_eq!(opened.resolved_q_mgr_name.as_str(), "QM7");
    app.put(handle, "away");
    assert_eq!(trial.depth(&xmitq), 1);
}

/// Source: DEFINE QREMOTE, RQMNAME: may be the local queue manager in a queue manager alias.
fn a_queue_manager_alias_of_the_queue_manager_itself_leads_home(trial: &Trial<'_>) {
    let queue = trial.queue("Q", "");
    let alias = trial.define("QREMOTE", "QMA", &format!("RQMNAME({Q_MGR})"));
    let mut app = trial.connect();
    let (handle, _) = app.open_at(&queue, &alias, MQOO_OUTPUT).expect("opened");
    app.put(handle, "home");
    assert_eq!(trial.depth(&queue), 1);
}

/// Source: 2196, 2091, 2092.
fn a_transmission_queue_must_exist_be_local_and_be_for_transmission(trial: &Trial<'_>) {
    let normal = trial.queue("NORMAL", "USAGE(NORMAL)");
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{normal}')"));
    let mut app = trial.connect();
    let wrong = [
        (trial.name("NONE"), Reason::UNKNOWN_XMIT_Q),
        (alias, Reason::XMIT_Q_TYPE_ERROR),
        (normal, Reason::XMIT_Q_USAGE_ERROR),
    ];
    for (number, (xmitq, reason)) in wrong.into_iter().enumerate() {
        let attributes = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
        let remote = trial.define("QREMOTE", &format!("R{number}"), &attributes);
        assert_eq!(app.open_fails(&remote, MQOO_OUTPUT), reason, "{xmitq}");
    }
}

/// Source: attributes for the queue manager, DefXmitQName.
fn the_default_transmission_queue_takes_what_has_no_other(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    trial.mqsc(&format!("ALTER QMGR DEFXMITQ('{xmitq}')"));
    let remote = trial.define("QREMOTE", "R", "RNAME(THERE) RQMNAME(QM2)");
    let mut app = trial.connect();
    let (handle, _) = app.open_at("THERE", "QM3", MQOO_OUTPUT).expect("opened");
    app.put(handle, "away");
    let handle = app.open(&remote, MQOO_OUTPUT);
    app.put(handle, "away");
    assert_eq!(trial.depth(&xmitq), 2);
}

/// Source: 2197, 2198, 2199.
fn a_wrong_default_transmission_queue_says_what_is_wrong(trial: &Trial<'_>) {
    let normal = trial.queue("NORMAL", "");
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{normal}')"));
    let mut app = trial.connect();
    let wrong = [
        (
            trial.queue("GONE", "USAGE(XMITQ)"),
            Reason::UNKNOWN_DEF_XMIT_Q,
        ),
        (alias, Reason::DEF_XMIT_Q_TYPE_ERROR),
        (normal, Reason::DEF_XMIT_Q_USAGE_ERROR),
    ];
    for (xmitq, reason) in wrong {
        trial.mqsc(&format!("ALTER QMGR DEFXMITQ('{xmitq}')"));
        if reason == Reason::UNKNOWN_DEF_XMIT_Q {
            trial.mqsc(&format!("DELETE QLOCAL('{xmitq}')"));
        }
        let refused = app.open_at("THERE", "QM3", MQOO_OUTPUT).err();
        assert_eq!(refused, Some(reason));
    }
}

/// Source: ALTER QALIAS, ALTER QREMOTE, FORCE; DEFINE queues, REPLACE; `MQRCCF_OBJECT_OPEN_FORCE`.
fn a_definition_that_is_open_is_altered_by_force_only(trial: &Trial<'_>) {
    let (one, two) = (trial.queue("ONE", ""), trial.queue("TWO", ""));
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{one}')"));
    let alter = format!("ALTER QALIAS('{alias}') TARGET('{two}')");
    let mut app = trial.connect();
    let handle = app.open(&alias, MQOO_OUTPUT);
    assert!(!trial.mqsc_works(&alter));
    let replace = |target: &str| format!("DEFINE QALIAS('{alias}') TARGET('{target}') REPLACE");
    assert!(!trial.mqsc_works(&replace(&two)));
    trial.mqsc(&replace(&one));
    app.put(handle, "to one");
    app.close(handle);
    let transmits = format!("ALTER QLOCAL('{one}') USAGE(XMITQ)");
    assert!(!trial.mqsc_works(&transmits), "it has a message");
    trial.mqsc(&alter);
    let handle = app.open(&alias, MQOO_OUTPUT);
    app.put(handle, "to two");
    assert_eq!((trial.depth(&one), trial.depth(&two)), (1, 1));
}

/// Source: 2041.
fn a_handle_whose_definition_leads_elsewhere_is_refused(trial: &Trial<'_>) {
    let (one, two) = (trial.queue("ONE", ""), trial.queue("TWO", ""));
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{one}')"));
    let mut app = trial.connect();
    let handle = app.open(&alias, ALL | MQOO_INQUIRE);
    trial.mqsc(&format!("ALTER QALIAS('{alias}') DESCR('no matter')"));
    app.put(handle, "to one");
    trial.mqsc(&format!("ALTER QALIAS('{alias}') TARGET('{two}') FORCE"));
    let put = app.put_with(handle, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::OBJECT_CHANGED));
    assert_eq!(
        app.take_fails(handle, &Get::with(0)),
        Reason::OBJECT_CHANGED
    );
    let inquired = app.inquire(handle, &[MQIA_Q_TYPE], 1, 0).err();
    assert_eq!(inquired, Some(Reason::OBJECT_CHANGED));
    app.close(handle);
    let handle = app.open(&alias, BOTH);
    app.put(handle, "to two");
    assert_eq!((trial.depth(&one), trial.depth(&two)), (1, 1));
}

/// Goal: an alias of a remote queue, and an alias of a queue that becomes one for transmission.
/// Source: 2041; MQOPEN, usage notes on changed attributes.
fn a_handle_is_refused_when_what_its_alias_led_to_leads_elsewhere(trial: &Trial<'_>) {
    let (one, two) = (
        trial.queue("ONE", "USAGE(XMITQ)"),
        trial.queue("TWO", "USAGE(XMITQ)"),
    );
    let remote = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{one}')");
    let remote = trial.define("QREMOTE", "R", &remote);
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{remote}')"));
    let mut app = trial.connect();
    let handle = app.open(&alias, MQOO_OUTPUT);
    app.put(handle, "by one");
    let alter = format!("ALTER QREMOTE('{remote}') XMITQ('{two}')");
    assert!(!trial.mqsc_works(&alter), "it is open by the alias");
    trial.mqsc(&format!("{alter} FORCE"));
    let put = app.put_with(handle, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::OBJECT_CHANGED));
    app.close(handle);
    let handle = app.open(&alias, MQOO_OUTPUT);
    app.put(handle, "by two");
    assert_eq!((trial.depth(&one), trial.depth(&two)), (1, 1));

    let base = trial.queue("BASE", "");
    let other = trial.define("QALIAS", "B", &format!("TARGET('{base}')"));
    let handle = app.open(&other, MQOO_OUTPUT);
    trial.mqsc(&format!("ALTER QLOCAL('{base}') USAGE(XMITQ) FORCE"));
    let put = app.put_with(handle, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::OBJECT_CHANGED));
}

/// Goal: handles that came to the same queue by its name go on. Source: 2041; MQOPEN, usage
/// notes on changed attributes.
fn a_handle_is_refused_when_its_default_transmission_queue_changes(trial: &Trial<'_>) {
    let (one, two) = (
        trial.queue("ONE", "USAGE(XMITQ)"),
        trial.queue("TWO", "USAGE(XMITQ)"),
    );
    trial.mqsc(&format!("ALTER QMGR DEFXMITQ('{one}')"));
    let mut app = trial.connect();
    let by_default = app.open_at("THERE", "QM3", MQOO_OUTPUT).expect("opened").0;
    let by_name = app.open_at("THERE", &one, MQOO_OUTPUT).expect("opened").0;
    trial.mqsc("ALTER QMGR DESCR('no matter')");
    app.put(by_default, "by one");
    trial.mqsc(&format!("ALTER QMGR DEFXMITQ('{two}')"));
    let put = app.put_with(by_default, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::OBJECT_CHANGED));
    app.put(by_name, "by one too");
    assert_eq!((trial.depth(&one), trial.depth(&two)), (2, 0));
}

/// Source: attributes for queues, InhibitPut: every definition on the way counts.
fn an_inhibited_definition_behind_an_alias_inhibits_puts(trial: &Trial<'_>) {
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let remote = format!("RNAME(THERE) RQMNAME(QM2) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &remote);
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{remote}')"));
    let mut app = trial.connect();
    let handle = app.open(&alias, MQOO_OUTPUT);
    trial.mqsc(&format!("ALTER QREMOTE('{remote}') PUT(DISABLED)"));
    let put = app.put_with(handle, &MsgDescriptor::default(), 0, "");
    assert_eq!(put.err(), Some(Reason::PUT_INHIBITED));
    trial.mqsc(&format!("ALTER QREMOTE('{remote}') PUT(ENABLED)"));
    app.put(handle, "again");
}
