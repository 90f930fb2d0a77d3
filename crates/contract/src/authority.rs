//! Who may do what: each check of the manual's tables, by a user with all that is needed and by
//! one who lacks something.
//!
//! Users of a trial have names that begin with its tag in lower case; that tag is also the name
//! of the group they are in.

use crate::app::{App, BOTH, Get};
use crate::authority_command::run;
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::name::FixedText;
use ferromq_mqi::options::{ConnectOptions, ObjectDescriptor};
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};

contracts!("authority":
    connecting_needs_connect_on_the_queue_manager [Users],
    each_open_option_needs_its_own_permission [Users],
    put1_needs_put [Users],
    what_a_group_is_allowed_its_members_may_do [Users],
    only_the_most_specific_profile_counts [Users],
    a_revoked_permission_counts_from_the_next_open_on [Users],
    administrators_may_do_everything [Users],
    setting_context_needs_the_queue_manager_too [Users],
    another_users_authority_needs_altusr [Users],
    an_alias_is_checked_and_not_its_base_queue [Users],
    a_remote_definition_is_checked_and_not_its_transmission_queue [Users],
    a_queue_elsewhere_is_checked_by_its_transmission_queue [Users],
    a_queue_manager_alias_is_passed_over [Users],
    a_transmission_queue_put_to_directly_needs_all_context [Users],
    a_model_queue_needs_dsp_and_its_maker_owns_the_dynamic_queue [Users],
    deleting_a_permanent_dynamic_queue_of_another_needs_dlt [Users],
    processes_namelists_and_the_queue_manager_need_inq [Users],
    an_unknown_queue_is_unknown_to_everybody [Users],
    deleting_an_object_deletes_what_is_about_it_alone [Users],
    authority_survives_a_crash [Users, Crash],
    authority_survives_an_end_in_good_order [Users, Restart],
    a_refusal_puts_an_event_message [Users, Own],
);

pub(crate) fn user(trial: &Trial<'_>, name: &str) -> String {
    format!(
        "{}{name}",
        trial.name("").to_ascii_lowercase().trim_end_matches('.')
    )
}

pub(crate) fn group(trial: &Trial<'_>) -> String {
    user(trial, "")
}

/// Allows a user of the trial something.
#[track_caller]
pub(crate) fn allow(trial: &Trial<'_>, name: &str, object: &str, permissions: &str) {
    let user = user(trial, name);
    trial.mqsc(&format!(
        "SET AUTHREC PROFILE('{object}') OBJTYPE(QUEUE) PRINCIPAL('{user}') AUTHADD({permissions})"
    ));
}

#[track_caller]
pub(crate) fn allow_on_q_mgr(trial: &Trial<'_>, name: &str, permissions: &str) {
    let user = user(trial, name);
    trial.mqsc(&format!(
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('{user}') AUTHADD({permissions})"
    ));
}

fn try_connect(trial: &Trial<'_>, user: &str) -> Result<App, Reason> {
    let options = ConnectOptions {
        appl_name: FixedText::truncated("authority tests"),
        ..ConnectOptions::default()
    };
    trial.connect_as_user(user, &options)
}

/// A connected application of a user of the trial who may connect, and nothing else.
#[track_caller]
pub(crate) fn connected(trial: &Trial<'_>, name: &str) -> App {
    allow_on_q_mgr(trial, name, "CONNECT");
    try_connect(trial, &user(trial, name)).expect("connected")
}

pub(crate) const REFUSED: Reason = Reason::NOT_AUTHORIZED;

/// Source: "Authorizations for MQI calls", table of MQCONN.
fn connecting_needs_connect_on_the_queue_manager(trial: &Trial<'_>) {
    let joe = user(trial, "joe");
    assert_eq!(try_connect(trial, &joe).err(), Some(REFUSED));
    allow_on_q_mgr(trial, "joe", "DSP,INQ");
    assert_eq!(try_connect(trial, &joe).err(), Some(REFUSED));
    allow_on_q_mgr(trial, "joe", "CONNECT");
    assert!(try_connect(trial, &joe).is_ok());
    let revoked = format!("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('{joe}') AUTHRMV(CONNECT)");
    trial.mqsc(&revoked);
    assert_eq!(try_connect(trial, &joe).err(), Some(REFUSED));
}

/// Source: "Authorizations for MQI calls", table of MQOPEN.
fn each_open_option_needs_its_own_permission(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = connected(trial, "joe");
    let pairs = [
        (MQOO_INQUIRE, "INQ"),
        (MQOO_BROWSE, "BROWSE"),
        (MQOO_INPUT_SHARED, "GET"),
        (MQOO_INPUT_EXCLUSIVE, "GET"),
        (MQOO_INPUT_AS_Q_DEF | MQOO_SAVE_ALL_CONTEXT, "GET"),
        (MQOO_OUTPUT, "PUT"),
        (MQOO_SET, "SET"),
        (MQOO_OUTPUT | MQOO_PASS_IDENTITY_CONTEXT, "PUT,PASSID"),
        (MQOO_OUTPUT | MQOO_PASS_ALL_CONTEXT, "PUT,PASSALL"),
    ];
    for (options, permissions) in pairs {
        let joe = user(trial, "joe");
        let record = format!("PROFILE('{name}') OBJTYPE(QUEUE) PRINCIPAL('{joe}')");
        trial.mqsc(&format!(
            "SET AUTHREC {record} AUTHADD(ALL) AUTHRMV({permissions})"
        ));
        trial.mqsc(&format!("SET AUTHREC {record} AUTHRMV({permissions})"));
        assert_eq!(app.open_fails(&name, options), REFUSED, "{permissions}");
        trial.mqsc(&format!("SET AUTHREC {record} AUTHRMV(ALL)"));
        trial.mqsc(&format!("SET AUTHREC {record} AUTHADD({permissions})"));
        let handle = app.open(&name, options);
        app.close(handle);
        trial.mqsc(&format!("SET AUTHREC {record} AUTHRMV(ALL)"));
    }
    allow(trial, "joe", &name, "PUT");
    assert_eq!(app.open_fails(&name, BOTH), REFUSED);
}

fn put1_needs_put(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = connected(trial, "joe");
    let object = ObjectDescriptor::queue(&name);
    let descriptor = MsgDescriptor::default();
    let refused = app.put1(&object, &descriptor, MQPMO_NO_SYNCPOINT, "x");
    assert_eq!(refused.expect_err("refused"), REFUSED);
    assert_eq!(trial.depth(&name), 0);
    allow(trial, "joe", &name, "PUT");
    app.put1(&object, &descriptor, MQPMO_NO_SYNCPOINT, "x")
        .expect("put");
    assert_eq!(trial.depth(&name), 1);
}

fn what_a_group_is_allowed_its_members_may_do(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let group = group(trial);
    let mut app = connected(trial, "joe");
    trial.mqsc(&format!(
        "SET AUTHREC PROFILE('{name}') OBJTYPE(QUEUE) GROUP('{group}') AUTHADD(PUT)"
    ));
    app.open(&name, MQOO_OUTPUT);
    // What the user and the groups are allowed adds up.
    allow(trial, "joe", &name, "GET");
    app.open(&name, BOTH);
    // Everybody is in the group nobody.
    trial.mqsc(&format!(
        "SET AUTHREC PROFILE('{name}') OBJTYPE(QUEUE) GROUP('nobody') AUTHADD(INQ)"
    ));
    app.open(&name, MQOO_INQUIRE);
}

/// Source: "Profile priorities".
fn only_the_most_specific_profile_counts(trial: &Trial<'_>) {
    let name = trial.queue("AB.CD", "");
    let mut app = connected(trial, "joe");
    allow(trial, "joe", &trial.name("**"), "PUT");
    app.open(&name, MQOO_OUTPUT);
    allow(trial, "joe", &trial.name("AB.*"), "BROWSE");
    assert_eq!(app.open_fails(&name, MQOO_OUTPUT), REFUSED);
    app.open(&name, MQOO_BROWSE);
    allow(trial, "joe", &trial.name("AB.C?"), "INQ");
    assert_eq!(app.open_fails(&name, MQOO_BROWSE), REFUSED);
    app.open(&name, MQOO_INQUIRE);
    allow(trial, "joe", &name, "NONE");
    assert_eq!(app.open_fails(&name, MQOO_INQUIRE), REFUSED);
}

fn a_revoked_permission_counts_from_the_next_open_on(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = connected(trial, "joe");
    allow(trial, "joe", &name, "PUT");
    let open = app.open(&name, MQOO_OUTPUT);
    let joe = user(trial, "joe");
    trial.mqsc(&format!(
        "DELETE AUTHREC PROFILE('{name}') OBJTYPE(QUEUE) PRINCIPAL('{joe}')"
    ));
    app.put(open, "still open");
    assert_eq!(app.open_fails(&name, MQOO_OUTPUT), REFUSED);
}

fn administrators_may_do_everything(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = try_connect(trial, "adm1").expect("an administrator");
    app.open(&name, BOTH | MQOO_SET | MQOO_INQUIRE | MQOO_SET_ALL_CONTEXT);
    let (_, outcome) = app.0.command("REFRESH SECURITY").expect("a command");
    assert_eq!(outcome, CommandOutcome::Done);
}

/// Source: "Authorizations for MQI calls", notes of the table of MQOPEN.
fn setting_context_needs_the_queue_manager_too(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = connected(trial, "joe");
    allow(trial, "joe", &name, "PUT,SETID,SETALL");
    for (option, permission) in [
        (MQOO_SET_IDENTITY_CONTEXT, "SETID"),
        (MQOO_SET_ALL_CONTEXT, "SETALL"),
    ] {
        assert_eq!(app.open_fails(&name, MQOO_OUTPUT | option), REFUSED);
        allow_on_q_mgr(trial, "joe", permission);
        app.open(&name, MQOO_OUTPUT | option);
    }
}

fn another_users_authority_needs_altusr(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = connected(trial, "joe");
    allow(trial, "jill", &name, "PUT");
    let mut as_jill = ObjectDescriptor::queue(&name);
    as_jill.alternate_user_id = FixedText::truncated(&user(trial, "jill"));
    let options = MQOO_OUTPUT | MQOO_ALTERNATE_USER_AUTHORITY;
    let refused = app.open_object(&mut as_jill.clone(), options);
    assert_eq!(refused.err(), Some(REFUSED));
    allow_on_q_mgr(trial, "joe", "ALTUSR");
    app.open_object(&mut as_jill.clone(), options)
        .expect("opened");
    app.put1(
        &as_jill,
        &MsgDescriptor::default(),
        MQPMO_ALTERNATE_USER_AUTHORITY,
        "x",
    )
    .expect("put");
    // The other user's authority counts, and not one's own.
    let mut as_jack = as_jill;
    as_jack.alternate_user_id = FixedText::truncated(&user(trial, "jack"));
    allow(trial, "joe", &name, "PUT");
    let refused = app.open_object(&mut as_jack, options);
    assert_eq!(refused.err(), Some(REFUSED));
}

/// Source: "Authorizations for MQI calls": the first definition met is the one that is checked.
fn an_alias_is_checked_and_not_its_base_queue(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "");
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{base}')"));
    let mut app = connected(trial, "joe");
    allow(trial, "joe", &base, "ALL");
    assert_eq!(app.open_fails(&alias, MQOO_OUTPUT), REFUSED);
    assert_eq!(app.open_fails(&alias, MQOO_INQUIRE), REFUSED);
    allow(trial, "jill", &alias, "PUT,INQ");
    let mut app = connected(trial, "jill");
    app.open(&alias, MQOO_OUTPUT);
    app.open(&alias, MQOO_INQUIRE);
    assert_eq!(app.open_fails(&base, MQOO_OUTPUT), REFUSED);
}

fn a_remote_definition_is_checked_and_not_its_transmission_queue(trial: &Trial<'_>) {
    let xmitq = trial.queue("XMIT", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM9) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let mut app = connected(trial, "joe");
    allow(trial, "joe", &xmitq, "ALL");
    assert_eq!(app.open_fails(&remote, MQOO_OUTPUT), REFUSED);
    allow(trial, "jill", &remote, "PUT");
    let mut app = connected(trial, "jill");
    let handle = app.open(&remote, MQOO_OUTPUT);
    app.put(handle, "for there");
    assert_eq!(trial.depth(&xmitq), 1);
}

fn a_queue_elsewhere_is_checked_by_its_transmission_queue(trial: &Trial<'_>) {
    // Named like the queue manager it leads to.
    let q_mgr = trial.queue("QM9", "USAGE(XMITQ)");
    let mut app = connected(trial, "joe");
    let refused = app.open_at("THERE", &q_mgr, MQOO_OUTPUT);
    assert_eq!(refused.err(), Some(REFUSED));
    allow(trial, "joe", &q_mgr, "PUT");
    app.open_at("THERE", &q_mgr, MQOO_OUTPUT).expect("opened");
}

/// Source: "Authorizations for MQI calls": the first definition met that is no queue manager alias is the one that is checked.
fn a_queue_manager_alias_is_passed_over(trial: &Trial<'_>) {
    let xmitq = trial.queue("XMIT", "USAGE(XMITQ)");
    let attributes = format!("RNAME(THERE) RQMNAME(QM9) XMITQ('{xmitq}')");
    let remote = trial.define("QREMOTE", "R", &attributes);
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{remote}')"));
    let here = trial.define("QREMOTE", "HERE", &format!("RQMNAME({Q_MGR})"));
    allow(trial, "joe", &xmitq, "ALL");
    allow(trial, "joe", &remote, "ALL");
    allow(trial, "joe", &here, "ALL");
    let mut app = connected(trial, "joe");
    let refused = app.open_at(&alias, &here, MQOO_OUTPUT);
    assert_eq!(refused.err(), Some(REFUSED));
    allow(trial, "jill", &alias, "PUT");
    let mut app = connected(trial, "jill");
    let opened = app.open_at(&alias, &here, MQOO_OUTPUT);
    app.put(opened.expect("opened").0, "for there");
    assert_eq!(trial.depth(&xmitq), 1);
}

fn a_transmission_queue_put_to_directly_needs_all_context(trial: &Trial<'_>) {
    let xmitq = trial.queue("XMIT", "USAGE(XMITQ)");
    let mut app = connected(trial, "joe");
    allow(trial, "joe", &xmitq, "PUT,GET");
    app.open(&xmitq, MQOO_INPUT_SHARED);
    assert_eq!(app.open_fails(&xmitq, MQOO_OUTPUT), REFUSED);
    allow(trial, "joe", &xmitq, "SETALL");
    assert_eq!(app.open_fails(&xmitq, MQOO_OUTPUT), REFUSED);
    allow_on_q_mgr(trial, "joe", "SETALL");
    app.open(&xmitq, MQOO_OUTPUT);
}

/// Source: "Authorizations for MQI calls", note on model queues.
fn a_model_queue_needs_dsp_and_its_maker_owns_the_dynamic_queue(trial: &Trial<'_>) {
    for (short, kind) in [("TEMP", "TEMPDYN"), ("PERM", "PERMDYN")] {
        let model = trial.define(
            "QMODEL",
            short,
            &format!("DEFTYPE({kind}) DEFSOPT(SHARED) SHARE"),
        );
        let mut app = connected(trial, "joe");
        let mut descriptor = ObjectDescriptor::queue(&model);
        descriptor.dynamic_q_name = ObjectName::truncated(&trial.name("DYN.*"));
        allow(trial, "joe", &model, "GET");
        let refused = app.open_object(&mut descriptor.clone(), MQOO_INPUT_SHARED);
        assert_eq!(refused.err(), Some(REFUSED));
        allow(trial, "joe", &model, "DSP");
        let refused = app.open_object(&mut descriptor.clone(), BOTH);
        assert_eq!(refused.err(), Some(REFUSED), "every option is checked");
        app.open_object(&mut descriptor, MQOO_INPUT_SHARED)
            .expect("opened");
        let name = descriptor.object_name.to_string();
        let again = app.open(&name, BOTH | MQOO_BROWSE | MQOO_SET | MQOO_INQUIRE);
        app.put(again, "mine");
        assert_eq!(
            connected(trial, "jill").open_fails(&name, MQOO_OUTPUT),
            REFUSED
        );
        app.close(again);
    }
}

/// Source: "Authorizations for MQI calls", table of MQCLOSE.
fn deleting_a_permanent_dynamic_queue_of_another_needs_dlt(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "MODEL", "DEFTYPE(PERMDYN) DEFSOPT(SHARED) SHARE");
    let mut descriptor = ObjectDescriptor::queue(&model);
    descriptor.dynamic_q_name = ObjectName::truncated(&trial.name("DYN.*"));
    let mut maker = trial.connect();
    let made = maker
        .open_object(&mut descriptor, MQOO_INPUT_SHARED)
        .expect("opened");
    maker.close(made);
    let name = descriptor.object_name.to_string();
    let mut app = connected(trial, "joe");
    allow(trial, "joe", &name, "GET");
    let handle = app.open(&name, MQOO_INPUT_SHARED);
    assert_eq!(app.close_with(handle, MQCO_DELETE), Err(REFUSED));
    allow(trial, "joe", &name, "DLT");
    assert_eq!(app.close_with(handle, MQCO_DELETE), Ok(Reason::NONE));
    assert_eq!(
        trial.connect().open_fails(&name, MQOO_INQUIRE),
        Reason::UNKNOWN_OBJECT_NAME
    );
}

fn processes_namelists_and_the_queue_manager_need_inq(trial: &Trial<'_>) {
    let joe = user(trial, "joe");
    let mut app = connected(trial, "joe");
    for (kind, object_type, name) in [
        ("PROCESS", MQOT_PROCESS, trial.define("PROCESS", "P", "")),
        ("NAMELIST", MQOT_NAMELIST, trial.define("NAMELIST", "N", "")),
        ("QMGR", MQOT_Q_MGR, String::new()),
    ] {
        let descriptor = ObjectDescriptor {
            object_type,
            ..ObjectDescriptor::queue(&name)
        };
        let refused = app.open_object(&mut descriptor.clone(), MQOO_INQUIRE);
        assert_eq!(refused.err(), Some(REFUSED), "{kind}");
        let profile = match kind {
            "QMGR" => String::new(),
            _ => format!("PROFILE('{name}')"),
        };
        trial.mqsc(&format!(
            "SET AUTHREC {profile} OBJTYPE({kind}) PRINCIPAL('{joe}') AUTHADD(INQ)"
        ));
        app.open_object(&mut descriptor.clone(), MQOO_INQUIRE)
            .expect(kind);
    }
}

fn an_unknown_queue_is_unknown_to_everybody(trial: &Trial<'_>) {
    let mut app = connected(trial, "joe");
    let name = trial.name("NOT.THERE");
    assert_eq!(
        app.open_fails(&name, MQOO_OUTPUT),
        Reason::UNKNOWN_OBJECT_NAME
    );
}

fn deleting_an_object_deletes_what_is_about_it_alone(trial: &Trial<'_>) {
    let name = trial.queue("Q.A", "");
    let mut app = connected(trial, "joe");
    allow(trial, "joe", &name, "PUT");
    allow(trial, "joe", &trial.name("Q.*"), "BROWSE");
    trial.mqsc(&format!("DELETE QLOCAL('{name}')"));
    trial.queue("Q.A", "");
    assert_eq!(app.open_fails(&name, MQOO_OUTPUT), REFUSED);
    app.open(&name, MQOO_BROWSE);
}

/// Records set and deleted before, and the queue manager started again by `again`.
fn survives(trial: &Trial<'_>, again: impl Fn()) {
    let name = trial.queue("Q", "");
    drop(connected(trial, "joe"));
    allow(trial, "joe", &name, "PUT,GET");
    let joe = user(trial, "joe");
    trial.mqsc(&format!(
        "SET AUTHREC PROFILE('{name}') OBJTYPE(QUEUE) PRINCIPAL('{joe}') AUTHRMV(GET)"
    ));
    allow(trial, "jill", &name, "PUT");
    let jill = user(trial, "jill");
    trial.mqsc(&format!(
        "DELETE AUTHREC PROFILE('{name}') OBJTYPE(QUEUE) PRINCIPAL('{jill}')"
    ));
    again();
    let mut app = try_connect(trial, &joe).expect("connected");
    app.open(&name, MQOO_OUTPUT);
    assert_eq!(app.open_fails(&name, MQOO_INPUT_SHARED), REFUSED);
    assert_eq!(
        connected(trial, "jill").open_fails(&name, MQOO_OUTPUT),
        REFUSED
    );
}

fn authority_survives_a_crash(trial: &Trial<'_>) {
    survives(trial, || trial.subject().crash());
}

fn authority_survives_an_end_in_good_order(trial: &Trial<'_>) {
    survives(trial, || trial.subject().restart());
}

/// Source: event message reference, Not Authorized types 1 to 4.
fn a_refusal_puts_an_event_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    trial.mqsc("ALTER QMGR AUTHOREV(ENABLED)");
    let joe = user(trial, "joe");
    assert_eq!(try_connect(trial, &joe).err(), Some(REFUSED));
    let mut app = connected(trial, "joe");
    assert_eq!(app.open_fails(&name, MQOO_OUTPUT), REFUSED);
    let (_, outcome) = run(&mut app, "REFRESH SECURITY");
    assert_eq!(outcome, CommandOutcome::Failed);
    trial.mqsc("ALTER QMGR AUTHOREV(DISABLED)");
    assert_eq!(app.open_fails(&name, MQOO_OUTPUT), REFUSED);
    let mut reader = trial.connect();
    let events = reader.open("SYSTEM.ADMIN.QMGR.EVENT", MQOO_INPUT_SHARED);
    let mut take = || loop {
        let event = reader.take(events, &Get::with(MQGMO_NO_SYNCPOINT))?;
        // Some roads tell of their start.
        if event.body[28..32] != MQRC_Q_MGR_ACTIVE.to_ne_bytes() {
            return Ok::<_, Reason>(event);
        }
    };
    for (qualifier, parameters) in [
        (MQRQ_CONN_NOT_AUTHORIZED, 5),
        (MQRQ_OPEN_NOT_AUTHORIZED, 7),
        (MQRQ_CMD_NOT_AUTHORIZED, 4),
    ] {
        let event = take().expect("an event");
        assert_eq!(&event.descriptor.format, b"MQEVENT ");
        assert_eq!(event.descriptor.put_appl_type, MQAT_QMGR);
        let words: Vec<i32> = event
            .body
            .chunks_exact(4)
            .map(|word| i32::from_ne_bytes(word.try_into().expect("four bytes")))
            .collect();
        let head = [
            MQCFT_EVENT,
            36,
            1,
            MQCMD_Q_MGR_EVENT,
            1,
            1,
            MQCC_WARNING,
            2035,
        ];
        assert_eq!(words[..8], head);
        // Of clients it says where they are and by which channel they came; not of commands.
        let of_client = [parameters, parameters + 2];
        assert!(of_client.contains(&words[8]), "{}", words[8]);
        // The queue manager's name, then which refusal it was.
        assert_eq!(
            words[9..14],
            [MQCFT_STRING, 68, MQCA_Q_MGR_NAME, words[12], 48]
        );
        let told = [MQCFT_INTEGER, 16, MQIACF_REASON_QUALIFIER, qualifier];
        assert_eq!(words[26..30], told);
        let joe = joe.as_bytes();
        assert!(event.body.windows(joe.len()).any(|part| part == joe));
    }
    assert_eq!(take().err(), Some(Reason::NO_MSG_AVAILABLE));
}
