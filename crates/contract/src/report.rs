//! Reports the queue manager makes: confirmation of arrival and of delivery, expiration.

use crate::app::{App, BOTH, Get, id, name_field, persistent, text};
use crate::selector::put_with_folders;
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::call::GetReply;
use ferromq_mqi::convert::Described;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::{DeadLetterHeader, TransmissionHeader};
use ferromq_mqi::header::{ByteOrder, blank_filled};
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::property::Properties;
use ferromq_mqi::{MsgDescriptor, Reason, rfh2};

contracts!("report":
    arrival_is_confirmed_when_the_message_is_there,
    delivery_is_confirmed_when_the_message_is_got,
    browsing_confirms_nothing,
    a_confirmation_carries_what_was_asked_for,
    a_confirmation_has_the_ids_that_were_asked_for,
    a_confirmation_of_arrival_is_part_of_the_unit_of_work,
    a_confirmation_of_delivery_is_part_of_the_unit_of_work,
    a_report_says_who_made_it_and_for_whom,
    a_report_that_cannot_be_put_goes_to_the_dead_letter_queue [Own],
    a_report_that_is_to_be_discarded_is_not_kept [Own],
    a_report_passes_discard_and_expiry_on,
    a_report_travels_to_another_queue_manager,
    a_report_has_the_properties_that_are_copied_to_reports,
    a_report_has_no_header_when_no_property_is_copied,
);

/// A queue, the queue its reports go to, and an application that has both open.
struct Scene {
    app: App,
    queue: ObjectHandle,
    answers: ObjectHandle,
    answers_name: String,
    queue_name: String,
}

impl Scene {
    #[track_caller]
    fn new(trial: &Trial<'_>) -> Self {
        let queue_name = trial.queue("Q", "");
        let answers_name = trial.queue("ANSWERS", "");
        let mut app = trial.connect();
        let queue = app.open(&queue_name, BOTH | MQOO_BROWSE);
        let answers = app.open(&answers_name, BOTH);
        Self {
            app,
            queue,
            answers,
            answers_name,
            queue_name,
        }
    }

    /// A message that asks for reports.
    fn asking(&self, report: i32, plain: &MsgDescriptor) -> MsgDescriptor {
        MsgDescriptor {
            report,
            format: *b"MQSTR   ",
            reply_to_q: name_field(&self.answers_name),
            ..plain.clone()
        }
    }

    /// Feedback codes of the reports there are.
    #[track_caller]
    fn feedback(&mut self) -> Vec<i32> {
        let mut seen = Vec::new();
        while let Ok(got) = self.app.take(self.answers, &Get::with(MQGMO_NO_SYNCPOINT)) {
            assert_eq!(got.descriptor.msg_type, MQMT_REPORT);
            seen.push(got.descriptor.feedback);
        }
        seen
    }
}

/// Source: MQRO_COA; MQFB_COA.
fn arrival_is_confirmed_when_the_message_is_there(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    for plain in [MsgDescriptor::default(), persistent()] {
        let sent = scene.asking(MQRO_COA, &plain);
        let put = scene.app.put_as(scene.queue, &sent, "here");
        let report = scene
            .app
            .expect(scene.answers, &Get::with(0), "")
            .descriptor;
        assert_eq!(report.feedback, MQFB_COA);
        assert_eq!(report.persistence, put.persistence);
        assert_eq!(scene.app.drain(scene.queue), ["here"]);
        assert_eq!(scene.feedback(), [0; 0]);
    }
}

/// Goal: short and cut messages, kept in memory and logged. Source: MQRO_COD; MQFB_COD.
fn delivery_is_confirmed_when_the_message_is_got(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    for plain in [MsgDescriptor::default(), persistent()] {
        let sent = scene.asking(MQRO_COD, &plain);
        scene.app.put_as(scene.queue, &sent, "here");
        assert_eq!(scene.feedback(), [0; 0]);
        let short = Get::with(0).buffer(2);
        let cut = scene.app.take(scene.queue, &short).expect("a warning");
        assert_eq!(cut.reason, Reason::TRUNCATED_MSG_FAILED);
        assert_eq!(scene.feedback(), [0; 0]);
        scene.app.expect(scene.queue, &Get::with(0), "here");
        assert_eq!(scene.feedback(), [MQFB_COD]);
        scene.app.put_as(scene.queue, &sent, "here");
        let short = Get::with(MQGMO_ACCEPT_TRUNCATED_MSG).buffer(2);
        scene.app.take(scene.queue, &short).expect("got");
        assert_eq!(scene.feedback(), [MQFB_COD]);
    }
}

/// Source: MQRO_COD: the message is retrieved in a way that deletes it.
fn browsing_confirms_nothing(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let sent = scene.asking(MQRO_COD, &MsgDescriptor::default());
    scene.app.put_as(scene.queue, &sent, "here");
    let browse = Get::with(MQGMO_BROWSE_FIRST);
    scene.app.expect(scene.queue, &browse, "here");
    assert_eq!(scene.feedback(), [0; 0]);
}

/// Source: MQRO_COA_WITH_DATA, MQRO_COA_WITH_FULL_DATA, and the same of MQRO_COD.
fn a_confirmation_carries_what_was_asked_for(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let long = "x".repeat(150);
    let cases = [
        (MQRO_COA | MQRO_COD, 0),
        (MQRO_COA_WITH_DATA | MQRO_COD_WITH_DATA, 100),
        (MQRO_COA_WITH_FULL_DATA | MQRO_COD_WITH_FULL_DATA, 150),
    ];
    for (report, length) in cases {
        let sent = scene.asking(report, &MsgDescriptor::default());
        scene.app.put_as(scene.queue, &sent, &long);
        scene.app.expect(scene.queue, &Get::with(0), &long);
        for feedback in [MQFB_COA, MQFB_COD] {
            let got = scene.app.take(scene.answers, &Get::with(0)).expect("got");
            assert_eq!(got.descriptor.feedback, feedback);
            assert_eq!(text(&got), &long[..length]);
        }
    }
}

/// Source: MQRO_NEW_MSG_ID, MQRO_PASS_MSG_ID, MQRO_COPY_MSG_ID_TO_CORREL_ID,
/// MQRO_PASS_CORREL_ID.
fn a_confirmation_has_the_ids_that_were_asked_for(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let original = MsgDescriptor {
        msg_id: id(1),
        correl_id: id(2),
        ..MsgDescriptor::default()
    };
    for (passing, msg_id, correl_id) in [
        (MQRO_NEW_MSG_ID | MQRO_COPY_MSG_ID_TO_CORREL_ID, None, id(1)),
        (MQRO_PASS_MSG_ID, Some(id(1)), id(1)),
        (MQRO_PASS_CORREL_ID, None, id(2)),
        (MQRO_PASS_MSG_ID | MQRO_PASS_CORREL_ID, Some(id(1)), id(2)),
    ] {
        let sent = scene.asking(MQRO_COA | passing, &original);
        scene.app.put_as(scene.queue, &sent, "");
        let got = scene
            .app
            .expect(scene.answers, &Get::with(0), "")
            .descriptor;
        assert_eq!(got.correl_id, correl_id);
        match msg_id {
            Some(passed) => assert_eq!(got.msg_id, passed),
            None => assert!(got.msg_id.starts_with(b"AMQ ")),
        }
    }
}

/// Source: MQRO_COA: the report can be got when the unit of work is committed.
fn a_confirmation_of_arrival_is_part_of_the_unit_of_work(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    for plain in [MsgDescriptor::default(), persistent()] {
        let sent = scene.asking(MQRO_COA, &plain);
        scene.app.put_in_work(scene.queue, &sent, "backed out");
        assert_eq!(scene.feedback(), [0; 0]);
        scene.app.back_out();
        assert_eq!(scene.feedback(), [0; 0]);
        scene.app.put_in_work(scene.queue, &sent, "committed");
        scene.app.commit();
        assert_eq!(scene.feedback(), [MQFB_COA]);
        assert_eq!(scene.app.drain(scene.queue), ["committed"]);
    }
}

/// Source: MQRO_COD: a report of a get in a unit of work is made within it.
fn a_confirmation_of_delivery_is_part_of_the_unit_of_work(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    for plain in [MsgDescriptor::default(), persistent()] {
        let sent = scene.asking(MQRO_COD, &plain);
        scene.app.put_as(scene.queue, &sent, "x");
        let get = Get::with(MQGMO_SYNCPOINT);
        scene.app.expect(scene.queue, &get, "x");
        scene.app.back_out();
        assert_eq!(scene.feedback(), [0; 0]);
        scene.app.expect(scene.queue, &get, "x");
        assert_eq!(scene.feedback(), [0; 0]);
        scene.app.commit();
        assert_eq!(scene.feedback(), [MQFB_COD]);
        assert_eq!(scene.app.depth(&scene.queue_name), 0);
    }
}

/// Source: MQMD for report messages: context.
fn a_report_says_who_made_it_and_for_whom(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let sent = scene.asking(
        MQRO_COA,
        &MsgDescriptor {
            priority: 7,
            ..MsgDescriptor::default()
        },
    );
    let put = scene.app.put_as(scene.queue, &sent, "");
    let got = scene
        .app
        .expect(scene.answers, &Get::with(0), "")
        .descriptor;
    assert_eq!(got.user_identifier, put.user_identifier);
    assert_eq!(got.accounting_token, put.accounting_token);
    assert_eq!(got.put_appl_type, MQAT_QMGR);
    assert_eq!(got.put_appl_name, blank_filled("QM1"));
    assert_eq!((got.priority, got.format), (7, *b"MQSTR   "));
    assert_eq!((got.report, got.expiry), (MQRO_NONE, MQEI_UNLIMITED));
}

/// Source: MQDLH; report messages that cannot be delivered.
fn a_report_that_cannot_be_put_goes_to_the_dead_letter_queue(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let dead_name = trial.queue("DEAD", "");
    trial.mqsc(&format!("ALTER QMGR DEADQ('{dead_name}')"));
    let dead = scene.app.open(&dead_name, BOTH);
    trial.mqsc(&format!(
        "ALTER QLOCAL('{}') PUT(DISABLED)",
        scene.answers_name
    ));
    let short_lived = MsgDescriptor {
        expiry: 1,
        ..MsgDescriptor::default()
    };
    let reports = [
        (MQRO_COA_WITH_DATA, MsgDescriptor::default(), MQFB_COA),
        (MQRO_EXPIRATION_WITH_DATA, short_lived, MQFB_EXPIRATION),
    ];
    for (report, plain, feedback) in reports {
        let sent = scene.asking(report, &plain);
        scene.app.put_as(scene.queue, &sent, "data");
        if feedback == MQFB_EXPIRATION {
            trial.pass_ms(120);
            scene.app.take_fails(scene.queue, &Get::with(0));
        } else {
            scene.app.drain(scene.queue);
        }
        let get = Get::with(0).wait_ms(5_000);
        let got = scene.app.take(dead, &get).expect("a dead letter");
        let descriptor = &got.descriptor;
        assert_eq!(
            (descriptor.msg_type, descriptor.feedback),
            (MQMT_REPORT, feedback)
        );
        assert_eq!(descriptor.format, *b"MQDEAD  ");
        let order = ByteOrder::from_encoding(descriptor.encoding);
        let header = DeadLetterHeader::decode(&got.body, order).expect("a header");
        assert_eq!((header.struc_id, header.version), (*b"DLH ", 1));
        assert_eq!(header.reason, Reason::PUT_INHIBITED.0);
        assert_eq!(header.dest_q_name, name_field(&scene.answers_name));
        assert_eq!(header.dest_q_mgr_name, name_field("QM1"));
        assert_eq!(header.format, *b"MQSTR   ");
        assert_eq!(header.put_appl_type, MQAT_QMGR);
        assert_eq!(&got.body[DeadLetterHeader::SIZE..], b"data");
    }
}

/// Source: MQRO_DISCARD_MSG with MQRO_PASS_DISCARD_AND_EXPIRY.
fn a_report_that_is_to_be_discarded_is_not_kept(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let dead_name = trial.queue("DEAD", "");
    trial.mqsc(&format!("ALTER QMGR DEADQ('{dead_name}')"));
    trial.mqsc(&format!(
        "ALTER QLOCAL('{}') PUT(DISABLED)",
        scene.answers_name
    ));
    let report = MQRO_COA | MQRO_DISCARD_MSG | MQRO_PASS_DISCARD_AND_EXPIRY;
    let sent = scene.asking(report, &MsgDescriptor::default());
    scene.app.put_as(scene.queue, &sent, "data");
    assert_eq!(scene.app.depth(&dead_name), 0);
    assert_eq!(scene.app.drain(scene.queue), ["data"]);
}

/// Source: MQRO_PASS_DISCARD_AND_EXPIRY.
fn a_report_passes_discard_and_expiry_on(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let plain = MsgDescriptor {
        expiry: 6_000,
        ..MsgDescriptor::default()
    };
    let passing = MQRO_DISCARD_MSG | MQRO_PASS_DISCARD_AND_EXPIRY;
    let sent = scene.asking(MQRO_COA | MQRO_COD | passing, &plain);
    scene.app.put_as(scene.queue, &sent, "x");
    scene.app.expect(scene.queue, &Get::with(0), "x");
    for _ in 0..2 {
        let got = scene
            .app
            .expect(scene.answers, &Get::with(0), "")
            .descriptor;
        assert_eq!(got.report, MQRO_DISCARD_MSG);
        assert!((1..=6_000).contains(&got.expiry), "{}", got.expiry);
    }
}

/// Goal: the reply queue is elsewhere, so the report stands on the way there. Source: MQXQH.
fn a_report_travels_to_another_queue_manager(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let xmitq = trial.queue("XQ", "USAGE(XMITQ)");
    let way = scene.app.open(&xmitq, BOTH);
    let sent = MsgDescriptor {
        reply_to_q_mgr: name_field(&xmitq),
        ..scene.asking(MQRO_COA, &MsgDescriptor::default())
    };
    let put = scene.app.put_as(scene.queue, &sent, "x");
    let got = scene.app.take(way, &Get::with(0)).expect("under way");
    assert_eq!(got.descriptor.format, *b"MQXMIT  ");
    let order = ByteOrder::from_encoding(got.descriptor.encoding);
    let header = TransmissionHeader::decode(&got.body, order).expect("a header");
    assert_eq!(header.remote_q_name, name_field(&scene.answers_name));
    assert_eq!(header.msg_desc.feedback, MQFB_COA);
    assert_eq!(header.msg_desc.correl_id, put.msg_id);
    assert_eq!(got.descriptor.correl_id, header.msg_desc.msg_id);
}

/// What a report says its data is: format, names of properties, and what is behind them.
#[track_caller]
fn shape(got: &GetReply) -> ([u8; 8], Vec<String>, &[u8]) {
    let format = got.descriptor.format;
    if format != rfh2::FORMAT {
        return (format, Vec::new(), &got.body);
    }
    let described = Described::of(&got.descriptor);
    let properties = Properties::read(format, described, &got.body).expect("headers");
    let names = properties.iter().map(|one| one.name().to_owned());
    let header = rfh2::Rfh2::read(&got.body, described.encoding).expect("a header");
    (header.fixed.format, names.collect(), header.rest)
}

/// Goal: a getter of the report has the properties it is to have, before as much data as was asked for. Source:
/// MQCOPY_REPORT; MQRO_COA, MQRO_COD and the same with data; MQRO_EXPIRATION.
fn a_report_has_the_properties_that_are_copied_to_reports(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let folders = [
        "<mcd><Msd>jms_text</Msd></mcd>",
        "<usr><a>1</a><b copy='forward,publish,reply'>2</b><c copy='report'>3</c></usr>",
    ];
    let data = "x".repeat(150);
    let cases = [
        (MQRO_COA | MQRO_COD, 0),
        (MQRO_COA_WITH_DATA | MQRO_COD_WITH_DATA, 100),
        (MQRO_COA_WITH_FULL_DATA | MQRO_COD_WITH_FULL_DATA, 150),
    ];
    for (report, length) in cases {
        let sent = scene.asking(report, &MsgDescriptor::default());
        put_with_folders(&mut scene.app, scene.queue, &sent, &folders, &data);
        scene.app.take(scene.queue, &Get::with(0)).expect("got");
        for feedback in [MQFB_COA, MQFB_COD] {
            let whole = Get::with(MQGMO_PROPERTIES_FORCE_MQRFH2);
            let got = scene.app.take(scene.answers, &whole).expect("a report");
            assert_eq!(got.descriptor.feedback, feedback);
            let (format, names, rest) = shape(&got);
            assert_eq!((format, rest), (*b"MQSTR   ", &data.as_bytes()[..length]));
            assert_eq!(names, ["mcd.Msd", "a", "c"]);
        }
    }
    // Who wants no properties gets what a report about plain text has.
    let sent = scene.asking(MQRO_COA, &MsgDescriptor::default());
    put_with_folders(&mut scene.app, scene.queue, &sent, &folders, &data);
    let got = scene
        .app
        .expect(scene.answers, &Get::with(MQGMO_NO_PROPERTIES), "");
    assert_eq!(got.descriptor.format, *b"MQSTR   ");
    scene.app.take(scene.queue, &Get::with(0)).expect("got");
    let expiring = MsgDescriptor {
        expiry: 1,
        ..scene.asking(MQRO_EXPIRATION, &MsgDescriptor::default())
    };
    put_with_folders(&mut scene.app, scene.queue, &expiring, &folders, &data);
    trial.pass_ms(250);
    let gone = scene.app.take_fails(scene.queue, &Get::with(0));
    assert_eq!(gone, Reason::NO_MSG_AVAILABLE);
    let whole = Get::with(MQGMO_PROPERTIES_FORCE_MQRFH2).wait_ms(5_000);
    let got = scene.app.take(scene.answers, &whole).expect("a report");
    assert_eq!(got.descriptor.feedback, MQFB_EXPIRATION);
    let (_, names, rest) = shape(&got);
    assert_eq!((names.len(), rest.len()), (3, 0));
}

/// Goal: the format is never that of a header that is not there. Source: MQRO_COA, conversion of report messages.
fn a_report_has_no_header_when_no_property_is_copied(trial: &Trial<'_>) {
    let mut scene = Scene::new(trial);
    let kept_back = "<usr><b copy='none'>2</b></usr>";
    let own = "<mine><x>1</x></mine>";
    let cases = [
        (MQRO_COA, kept_back, ""),
        (MQRO_COA_WITH_DATA, kept_back, "data"),
        (MQRO_COA_WITH_FULL_DATA, kept_back, "data"),
        (MQRO_COA, own, ""),
    ];
    for (report, folder, data) in cases {
        let sent = scene.asking(report, &MsgDescriptor::default());
        put_with_folders(&mut scene.app, scene.queue, &sent, &[folder], "data");
        scene.app.take(scene.queue, &Get::with(0)).expect("got");
        let got = scene.app.expect(scene.answers, &Get::with(0), data);
        assert_eq!(got.descriptor.format, *b"MQSTR   ", "{report} {folder}");
    }
    // Folders of an application's own are its data.
    let sent = scene.asking(MQRO_COA_WITH_DATA, &MsgDescriptor::default());
    put_with_folders(&mut scene.app, scene.queue, &sent, &[own], "data");
    let got = scene
        .app
        .take(scene.answers, &Get::with(0))
        .expect("a report");
    assert_eq!(got.descriptor.format, rfh2::FORMAT);
    let (format, names, rest) = shape(&got);
    assert_eq!((format, names.len(), rest), (*b"MQSTR   ", 0, &b"data"[..]));
    assert!(String::from_utf8_lossy(&got.body).contains(own));
}
