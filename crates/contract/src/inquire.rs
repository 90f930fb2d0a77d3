//! `MQINQ`.

use crate::app::{App, BOTH};
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::Reason;
use ferromq_mqi::attribute::{Form, ObjectKind, Value};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{ObjectDescriptor, ObjectHandle};

contracts!("inquire":
    every_attribute_of_a_new_object_is_the_documented_default,
    every_attribute_of_the_queue_manager_is_returned,
    values_come_in_the_order_of_their_selectors,
    a_namelist_returns_its_names,
    what_is_altered_is_seen_by_handles_that_are_open,
    an_alias_returns_its_own_attributes,
    a_selector_of_another_type_of_queue_is_a_warning,
    a_selector_of_another_type_of_object_is_refused,
    an_unknown_selector_is_refused,
    too_many_selectors_are_refused,
    too_little_room_for_integers_is_a_warning,
    too_little_room_for_characters_is_a_warning,
);

#[track_caller]
fn open(app: &mut App, object_type: i32, name: &str) -> ObjectHandle {
    let mut object = ObjectDescriptor {
        object_type,
        ..ObjectDescriptor::queue(name)
    };
    app.open_object(&mut object, MQOO_INQUIRE).expect("opened")
}

/// Goal: each selector of each kind of object leads to its attribute. Method: new objects, and
/// the table of attributes. Source: MQINQ, tables of selectors; DEFINE commands, defaults.
fn every_attribute_of_a_new_object_is_the_documented_default(trial: &Trial<'_>) {
    let mut app = trial.connect();
    // A model queue cannot be opened for inquiry: opening it makes a queue.
    let kinds = ObjectKind::ALL
        .into_iter()
        .filter(|kind| !matches!(kind, ObjectKind::QModel | ObjectKind::QMgr))
        // What members of clusters tell nobody defines.
        .filter(|kind| !kind.is_cluster_record())
        // Nothing of a channel or listener can be inquired with the verb.
        .filter(|kind| kind.attributes().iter().any(|info| info.uses.inquirable));
    for kind in kinds {
        let name = trial.define(kind.keyword(), kind.keyword(), "");
        let handle = open(&mut app, kind.object_type(), &name);
        for info in kind.attributes().iter().filter(|info| info.uses.inquirable) {
            let Some(selector) = info.selector else {
                continue;
            };
            let room = 256 * 48;
            let (ints, chars, warning) =
                app.inquire(handle, &[selector], 1, room).expect("inquired");
            assert_eq!(warning, Reason::NONE, "{kind} {:?}", info.attr);
            let changes = matches!(info.form, Form::Date | Form::Time);
            match (info.form, info.initial_value()) {
                (Form::Key, _) => assert_eq!(chars.trim_end(), name),
                _ if changes => assert_eq!(chars.len(), info.form.field_bytes()),
                (_, Value::Int(initial)) => {
                    assert_eq!(ints, [initial], "{kind} {:?}", info.attr);
                }
                (_, Value::Text(initial)) => {
                    assert_eq!(chars.trim_end(), initial, "{kind} {:?}", info.attr);
                    assert_eq!(
                        chars.len(),
                        info.form.field_bytes(),
                        "{kind} {:?}",
                        info.attr
                    );
                }
                (_, Value::List(_)) => assert_eq!(chars, ""),
            }
        }
    }
}

/// Source: MQINQ, queue manager attributes.
fn every_attribute_of_the_queue_manager_is_returned(trial: &Trial<'_>) {
    let mut app = trial.connect();
    let handle = open(&mut app, MQOT_Q_MGR, "");
    for info in ObjectKind::QMgr
        .attributes()
        .iter()
        .filter(|info| info.uses.inquirable)
    {
        let Some(selector) = info.selector else {
            continue;
        };
        let (ints, chars, warning) = app.inquire(handle, &[selector], 1, 4096).expect("inquired");
        assert_eq!(warning, Reason::NONE, "{:?}", info.attr);
        assert_eq!(
            ints.len(),
            usize::from(info.form.is_number()),
            "{:?}",
            info.attr
        );
        if !info.form.is_number() && !info.form.is_list() {
            assert_eq!(chars.len(), info.form.field_bytes(), "{:?}", info.attr);
        }
    }
    let (ints, name, _) = app
        .inquire(
            handle,
            &[MQCA_Q_MGR_NAME, MQIA_PLATFORM, MQIA_MAX_PRIORITY],
            2,
            48,
        )
        .expect("inquired");
    assert_eq!((ints, name.trim_end()), (vec![MQPL_UNIX, 9], Q_MGR));
}

/// Source: MQINQ, IntAttrs and CharAttrs.
fn values_come_in_the_order_of_their_selectors(trial: &Trial<'_>) {
    let name = trial.queue("Q", "DESCR('described') MAXDEPTH(77) DEFPRTY(6)");
    let mut app = trial.connect();
    let handle = app.open(&name, MQOO_INQUIRE);
    let selectors = [
        MQIA_DEF_PRIORITY,
        MQCA_Q_DESC,
        MQIA_MAX_Q_DEPTH,
        MQCA_Q_NAME,
        MQIA_DEF_PRIORITY,
    ];
    let (ints, chars, warning) = app.inquire(handle, &selectors, 3, 112).expect("inquired");
    assert_eq!((ints, warning), (vec![6, 77, 6], Reason::NONE));
    assert_eq!(chars, format!("{:64}{name:48}", "described"));
}

/// Source: MQINQ, namelist attributes.
fn a_namelist_returns_its_names(trial: &Trial<'_>) {
    let name = trial.define("NAMELIST", "N", "NAMES(ONE,TWO,THREE)");
    let mut app = trial.connect();
    let handle = open(&mut app, MQOT_NAMELIST, &name);
    let (count, names, _) = app
        .inquire(handle, &[MQIA_NAME_COUNT, MQCA_NAMES], 1, 3 * 48)
        .expect("inquired");
    assert_eq!(count, [3]);
    assert_eq!(names, format!("{:48}{:48}{:48}", "ONE", "TWO", "THREE"));
    let (_, names, warning) = app
        .inquire(handle, &[MQCA_NAMES], 0, 3 * 48 - 1)
        .expect("inquired");
    assert_eq!(
        (names.as_str(), warning),
        ("", Reason::CHAR_ATTRS_TOO_SHORT)
    );
}

/// Source: MQINQ: the values at the time of the call.
fn what_is_altered_is_seen_by_handles_that_are_open(trial: &Trial<'_>) {
    let local = trial.queue("Q", "");
    let alias = trial.define("QALIAS", "A", &format!("TARGET('{local}')"));
    let process = trial.define("PROCESS", "P", "");
    let mut app = trial.connect();
    for (kind, name, object_type) in [
        ("QLOCAL", &local, MQOT_Q),
        ("QALIAS", &alias, MQOT_Q),
        ("PROCESS", &process, MQOT_PROCESS),
    ] {
        let handle = open(&mut app, object_type, name);
        trial.mqsc(&format!("ALTER {kind}('{name}') DESCR('new')"));
        let selector = if object_type == MQOT_Q {
            MQCA_Q_DESC
        } else {
            MQCA_PROCESS_DESC
        };
        let (_, description, _) = app.inquire(handle, &[selector], 0, 64).expect("inquired");
        assert_eq!(description.trim_end(), "new", "{kind}");
    }
}

/// Source: MQINQ, usage notes: of the alias, not of the base queue.
fn an_alias_returns_its_own_attributes(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "DEFPRTY(1) DESCR('base')");
    let target = format!("TARGET('{base}') DEFPRTY(2) DESCR('alias')");
    let alias = trial.define("QALIAS", "ALIAS", &target);
    let mut app = trial.connect();
    for options in [MQOO_INQUIRE, MQOO_INQUIRE | BOTH] {
        let handle = app.open(&alias, options);
        let selectors = [
            MQIA_Q_TYPE,
            MQIA_DEF_PRIORITY,
            MQCA_Q_NAME,
            MQCA_Q_DESC,
            MQCA_BASE_OBJECT_NAME,
        ];
        let (ints, chars, _) = app.inquire(handle, &selectors, 2, 160).expect("inquired");
        assert_eq!(ints, [MQQT_ALIAS, 2]);
        assert_eq!(chars, format!("{alias:48}{:64}{base:48}", "alias"));
    }
}

/// Source: 2068: minus one for integers, asterisks for characters.
fn a_selector_of_another_type_of_queue_is_a_warning(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "");
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{base}')"));
    let mut app = trial.connect();
    let handle = app.open(&alias, MQOO_INQUIRE);
    let selectors = [
        MQIA_CURRENT_Q_DEPTH,
        MQCA_INITIATION_Q_NAME,
        MQIA_Q_TYPE,
        MQCA_Q_NAME,
    ];
    let (ints, chars, warning) = app.inquire(handle, &selectors, 2, 96).expect("inquired");
    assert_eq!(warning, Reason::SELECTOR_NOT_FOR_TYPE);
    assert_eq!(ints, [MQIAV_NOT_APPLICABLE, MQQT_ALIAS]);
    assert_eq!(chars, format!("{}{alias:48}", "*".repeat(48)));
}

/// Source: 2067.
fn a_selector_of_another_type_of_object_is_refused(trial: &Trial<'_>) {
    let process = trial.define("PROCESS", "P", "");
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let of_process = open(&mut app, MQOT_PROCESS, &process);
    let of_q_mgr = open(&mut app, MQOT_Q_MGR, "");
    let of_queue = app.open(&name, MQOO_INQUIRE);
    for (handle, selector) in [
        (of_process, MQIA_CURRENT_Q_DEPTH),
        (of_q_mgr, MQCA_PROCESS_NAME),
        (of_queue, MQIA_MAX_HANDLES),
        (of_queue, MQCA_Q_MGR_NAME),
        // They open the key repository and what is kept under the key: no program is told.
        (of_q_mgr, MQCA_SSL_KEY_REPO_PASSWORD),
        (of_q_mgr, MQCA_INITIAL_KEY),
    ] {
        let refused = app.inquire(handle, &[selector], 1, 48).err();
        assert_eq!(refused, Some(Reason::SELECTOR_ERROR), "{selector}");
    }
}

/// Source: 2067.
fn an_unknown_selector_is_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let handle = app.open(&name, MQOO_INQUIRE);
    for selector in [0, -5, 999_999] {
        let refused = app.inquire(handle, &[MQIA_Q_TYPE, selector], 2, 0).err();
        assert_eq!(refused, Some(Reason::SELECTOR_ERROR));
    }
}

/// Source: 2066.
fn too_many_selectors_are_refused(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let handle = app.open(&name, MQOO_INQUIRE);
    let refused = app.inquire(handle, &[MQIA_Q_TYPE; 257], 257, 0).err();
    assert_eq!(refused, Some(Reason::SELECTOR_LIMIT_EXCEEDED));
    assert!(app.inquire(handle, &[MQIA_Q_TYPE; 256], 256, 0).is_ok());
    let none = app.inquire(handle, &[], 0, 0).expect("nothing asked");
    assert_eq!((none.0, none.2), (vec![], Reason::NONE));
}

/// Source: 2022.
fn too_little_room_for_integers_is_a_warning(trial: &Trial<'_>) {
    let name = trial.queue("Q", "MAXDEPTH(5)");
    let mut app = trial.connect();
    let handle = app.open(&name, MQOO_INQUIRE);
    let selectors = [MQIA_MAX_Q_DEPTH, MQIA_Q_TYPE];
    let (ints, _, warning) = app.inquire(handle, &selectors, 1, 0).expect("inquired");
    assert_eq!((ints, warning), (vec![5], Reason::INT_ATTR_COUNT_TOO_SMALL));
}

/// Source: 2008: only whole attributes are returned.
fn too_little_room_for_characters_is_a_warning(trial: &Trial<'_>) {
    let name = trial.queue("Q", "DESCR('described')");
    let mut app = trial.connect();
    let handle = app.open(&name, MQOO_INQUIRE);
    let selectors = [MQCA_Q_NAME, MQCA_Q_DESC];
    let (_, chars, warning) = app.inquire(handle, &selectors, 0, 111).expect("inquired");
    assert_eq!(warning, Reason::CHAR_ATTRS_TOO_SHORT);
    assert_eq!(chars.trim_end_matches([' ', '\0']), name);
}
