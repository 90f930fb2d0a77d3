//! Triggering: what makes a trigger message.

use crate::app::{App, BOTH, Get, name_field, persistent, priority};
use crate::subject::contracts;
use crate::trial::{Q_MGR, Trial};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::structs::TriggerMessage;
use ferromq_mqi::header::{ByteOrder, blank_filled, field_text};
use ferromq_mqi::options::ObjectHandle;

contracts!("trigger":
    the_trigger_message_says_what_to_start,
    first_triggers_when_the_queue_was_empty,
    every_triggers_for_each_message,
    depth_triggers_once_and_switches_itself_off,
    none_never_triggers,
    without_trigger_control_nothing_triggers,
    a_queue_that_is_being_read_triggers_for_every_only,
    messages_of_low_priority_do_not_trigger,
    messages_of_low_priority_do_not_count,
    a_message_triggers_when_it_is_committed,
);

/// A monitor on an initiation queue.
pub(crate) struct Monitor {
    app: App,
    queue: ObjectHandle,
    pub(crate) name: String,
}

impl Monitor {
    #[track_caller]
    pub(crate) fn new(trial: &Trial<'_>) -> Self {
        let name = trial.queue("INITQ", "");
        let mut app = trial.connect();
        let queue = app.open(&name, MQOO_INPUT_SHARED);
        Self { app, queue, name }
    }

    /// Names of the queues trigger messages on the initiation queue are about.
    #[track_caller]
    pub(crate) fn fired(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        while let Ok(got) = self.app.take(self.queue, &Get::with(0)) {
            let order = ByteOrder::from_encoding(got.descriptor.encoding);
            let message = TriggerMessage::decode(&got.body, order).expect("a trigger message");
            names.push(String::from_utf8_lossy(field_text(&message.q_name)).into_owned());
        }
        names
    }

    pub(crate) fn close(&mut self) {
        self.app.close(self.queue);
    }

    #[track_caller]
    pub(crate) fn open_again(&mut self) {
        self.queue = self.app.open(&self.name, MQOO_INPUT_SHARED);
    }
}

/// A queue with a process and these trigger attributes.
#[track_caller]
pub(crate) fn triggered(trial: &Trial<'_>, initiation: &str, attributes: &str) -> String {
    let process = trial.define("PROCESS", "P", "APPLICID('/bin/start') REPLACE");
    let trigger = if attributes.contains("NOTRIGGER") {
        ""
    } else {
        "TRIGGER"
    };
    let attributes = format!("{trigger} PROCESS('{process}') INITQ('{initiation}') {attributes}");
    trial.queue("Q", &attributes)
}

/// Source: MQTM, and the MQMD that goes with it.
fn the_trigger_message_says_what_to_start(trial: &Trial<'_>) {
    let attributes = "APPLTYPE(UNIX) APPLICID('/bin/start') ENVRDATA('&') USERDATA('user data')";
    let process = trial.define("PROCESS", "P", attributes);
    let initiation = trial.queue("INITQ", "DEFPRTY(4)");
    let attributes = format!(
        "TRIGGER TRIGTYPE(EVERY) PROCESS('{process}') INITQ('{initiation}') TRIGDATA('some data')"
    );
    let name = trial.queue("Q", &attributes);
    let mut app = trial.connect();
    let monitor = app.open(&initiation, BOTH);
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "x");

    let got = app.take(monitor, &Get::with(0)).expect("a trigger message");
    let descriptor = &got.descriptor;
    assert_eq!(
        (descriptor.format, descriptor.msg_type),
        (*b"MQTRIG  ", MQMT_DATAGRAM)
    );
    assert_eq!(
        (descriptor.priority, descriptor.expiry),
        (4, MQEI_UNLIMITED)
    );
    assert_eq!(descriptor.put_appl_type, MQAT_QMGR);
    assert_eq!(descriptor.put_appl_name, blank_filled(Q_MGR));
    assert_eq!(descriptor.reply_to_q_mgr, name_field(Q_MGR));
    assert!(descriptor.msg_id.starts_with(b"AMQ "));
    let order = ByteOrder::from_encoding(descriptor.encoding);
    let message = TriggerMessage::decode(&got.body, order).expect("a trigger message");
    assert_eq!(got.body.len(), TriggerMessage::SIZE);
    assert_eq!((message.struc_id, message.version), (*b"TM  ", 1));
    assert_eq!(message.q_name, name_field(&name));
    assert_eq!(message.process_name, name_field(&process));
    assert_eq!(message.trigger_data, blank_filled("some data"));
    assert_eq!(message.appl_type, MQAT_UNIX);
    assert_eq!(message.appl_id, blank_filled("/bin/start"));
    assert_eq!(message.env_data, blank_filled("&"));
    assert_eq!(message.user_data, blank_filled("user data"));
}

/// Source: MQTT_FIRST.
fn first_triggers_when_the_queue_was_empty(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(FIRST)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    for body in ["1", "2", "3"] {
        app.put(queue, body);
    }
    assert_eq!(monitor.fired(), [name.as_str()]);
    let input = app.open(&name, MQOO_INPUT_SHARED);
    assert_eq!(app.drain(input).len(), 3);
    app.close(input);
    assert_eq!(monitor.fired(), [""; 0]);
    app.put_as(queue, &persistent(), "4");
    assert_eq!(monitor.fired(), [name.as_str()]);
}

/// Source: MQTT_EVERY.
fn every_triggers_for_each_message(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(EVERY)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    for body in ["1", "2", "3"] {
        app.put(queue, body);
    }
    assert_eq!(monitor.fired().len(), 3);
}

/// Source: MQTT_DEPTH.
fn depth_triggers_once_and_switches_itself_off(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(DEPTH) TRIGDPTH(3)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT | MQOO_INQUIRE | MQOO_SET);
    for body in ["1", "2"] {
        app.put(queue, body);
    }
    assert_eq!(monitor.fired(), [""; 0]);
    app.put(queue, "3");
    app.put(queue, "4");
    assert_eq!(monitor.fired(), [name.as_str()]);
    assert_eq!(app.int(queue, MQIA_TRIGGER_CONTROL), MQTC_OFF);
    // Switched on again, the messages that are there are enough.
    app.set(queue, &[MQIA_TRIGGER_CONTROL], &[MQTC_ON], "")
        .expect("set");
    app.put(queue, "5");
    assert!(monitor.fired().contains(&name));
}

/// Source: MQTT_NONE.
fn none_never_triggers(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(NONE)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "x");
    assert_eq!(monitor.fired(), [""; 0]);
}

/// Source: attributes for queues, TriggerControl.
fn without_trigger_control_nothing_triggers(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(EVERY) NOTRIGGER");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put(queue, "x");
    assert_eq!(monitor.fired(), [""; 0]);
}

/// Source: conditions for a trigger event: FIRST and DEPTH need that nobody reads.
fn a_queue_that_is_being_read_triggers_for_every_only(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(FIRST)");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for (kind, count) in [("FIRST", 0), ("DEPTH", 0), ("EVERY", 1)] {
        trial.mqsc(&format!(
            "ALTER QLOCAL('{name}') TRIGTYPE({kind}) TRIGDPTH(1)"
        ));
        app.put(queue, "x");
        assert_eq!(monitor.fired().len(), count, "{kind}");
        app.drain(queue);
    }
}

/// Source: attributes for queues, TriggerMsgPriority.
fn messages_of_low_priority_do_not_trigger(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(FIRST) TRIGMPRI(5)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put_as(queue, &priority(4), "low");
    assert_eq!(monitor.fired(), [""; 0]);
    app.put_as(queue, &priority(5), "high");
    assert_eq!(monitor.fired(), [name.as_str()]);
}

/// Goal: whatever makes the queue manager look at what is there, low messages are not there.
/// Source: TriggerMsgPriority, TriggerType, TriggerDepth.
fn messages_of_low_priority_do_not_count(trial: &Trial<'_>) {
    for attributes in ["TRIGTYPE(FIRST)", "TRIGTYPE(DEPTH) TRIGDPTH(2)"] {
        let mut monitor = Monitor::new(trial);
        let name = triggered(trial, &monitor.name, &format!("{attributes} TRIGMPRI(5)"));
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        for _ in 0..3 {
            app.put_as(queue, &priority(4), "low");
        }
        app.close(queue);
        assert_eq!(monitor.fired(), [""; 0], "closed over low messages");
        trial.mqsc(&format!("ALTER QLOCAL('{name}') NOTRIGGER"));
        trial.mqsc(&format!("ALTER QLOCAL('{name}') TRIGGER"));
        assert_eq!(monitor.fired(), [""; 0], "switched on over low messages");
        monitor.close();
        monitor.open_again();
        assert_eq!(monitor.fired(), [""; 0], "monitored over low messages");
        let queue = app.open(&name, BOTH);
        app.put_as(queue, &priority(5), "high");
        app.put_as(queue, &priority(6), "higher");
        app.close(queue);
        assert_eq!(monitor.fired(), [name.as_str()]);
        trial.mqsc(&format!("DELETE QLOCAL('{name}') PURGE"));
        monitor.close();
        trial.mqsc(&format!("DELETE QLOCAL('{}')", monitor.name));
    }
}

/// Source: conditions for a trigger event: the message must be committed.
fn a_message_triggers_when_it_is_committed(trial: &Trial<'_>) {
    let mut monitor = Monitor::new(trial);
    let name = triggered(trial, &monitor.name, "TRIGTYPE(FIRST)");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    app.put_in_work(queue, &persistent(), "backed out");
    app.back_out();
    app.put_in_work(queue, &persistent(), "committed");
    assert_eq!(monitor.fired(), [""; 0]);
    app.commit();
    assert_eq!(monitor.fired(), [name.as_str()]);
}
