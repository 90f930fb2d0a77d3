use super::event::{Event, Source};
use super::{json, text};
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::{Header, Message, Parameter, Value};

fn shown(message: &Message, correl_id: [u8; 24], show: fn(&Event<'_>) -> String) -> String {
    let descriptor = MsgDescriptor {
        put_date: *b"20161021",
        put_time: *b"07112858",
        coded_char_set_id: 1208,
        correl_id,
        ..MsgDescriptor::default()
    };
    let source = Source {
        name: "SYSTEM.ADMIN.PERFM.EVENT",
        is_topic: false,
        q_mgr: "QM1",
    };
    show(&Event {
        source: &source,
        number: 7,
        bytes: 236,
        descriptor: &descriptor,
        message,
    })
}

fn full_queue() -> Message {
    Message {
        header: Header {
            kind: MQCFT_EVENT,
            comp_code: MQCC_WARNING,
            reason: MQRC_Q_FULL,
            ..Header::command(MQCMD_PERFM_EVENT)
        },
        parameters: vec![
            Parameter::padded(MQCA_Q_MGR_NAME, "QM1", 48),
            Parameter::padded(MQCA_BASE_OBJECT_NAME, "FULLEVT", 48),
            Parameter::int(MQIA_TIME_SINCE_RESET, 0),
            Parameter::int(MQIA_HIGH_Q_DEPTH, 4),
            Parameter::int(MQIA_MSG_ENQ_COUNT, 0),
            Parameter::int(MQIA_MSG_DEQ_COUNT, 0),
        ],
    }
}

/// As it is printed in public.
#[test]
fn a_full_queue_is_shown_as_text() {
    let said = shown(&full_queue(), MQCI_NONE, |event| text::shown(event, false));
    let wanted = "\
**** Message #7 (236 Bytes) on Queue SYSTEM.ADMIN.PERFM.EVENT ****
Event Type                     : Perfm Event [45]
Reason                         : Queue Full [2053]
Event created                  : 2016/10/21 07:11:28.58 GMT
  Queue Mgr Name               : QM1
  Base Object Name             : FULLEVT
  Time Since Reset             : 0
  High Queue Depth             : 4
  Msg Enq Count                : 0
  Msg Deq Count                : 0

";
    assert_eq!(said, wanted);
}

#[test]
fn a_full_queue_is_shown_as_an_object_on_one_line() {
    let said = shown(&full_queue(), MQCI_NONE, |event| {
        json::shown(event, false, true)
    });
    let wanted = "{ \"eventSource\" : { \"objectName\" : \"SYSTEM.ADMIN.PERFM.EVENT\", \
        \"objectType\" : \"Queue\", \"queueManager\" : \"QM1\" }, \
        \"eventType\" : { \"name\" : \"Perfm Event\", \"value\" : 45 }, \
        \"eventReason\" : { \"name\" : \"Queue Full\", \"value\" : 2053 }, \
        \"eventCreation\" : { \"timeStamp\" : \"2016-10-21T07:11:28.58Z\", \"epoch\" : 1477033888 }, \
        \"eventData\" : { \"queueMgrName\" : \"QM1\", \"baseObjectName\" : \"FULLEVT\", \
        \"timeSinceReset\" : 0, \"highQueueDepth\" : 4, \"msgEnqCount\" : 0, \"msgDeqCount\" : 0 } }\n";
    assert_eq!(said, wanted);
}

#[test]
fn groups_are_objects_and_values_have_names() {
    let mut message = full_queue();
    message.header.command = MQCMD_COMMAND_EVENT;
    message.header.reason = MQRC_COMMAND_MQSC;
    let group = |id, within| Parameter {
        id,
        value: Value::Group(within),
    };
    message.parameters = vec![
        group(
            MQGACF_COMMAND_CONTEXT,
            vec![
                Parameter::int(MQIACF_EVENT_ORIGIN, MQEVO_CONSOLE),
                Parameter::int(MQIACF_COMMAND, MQCMD_CREATE_Q),
            ],
        ),
        group(
            MQGACF_COMMAND_DATA,
            vec![Parameter::text(
                MQCACF_COMMAND_MQSC,
                "DEFINE QL(A) DESCR(\"\\\")",
            )],
        ),
    ];
    let said = shown(&message, [7; 24], |event| json::shown(event, false, false));
    for part in [
        "  \"correlationID\" : \"0707",
        "    \"commandContext\" : {\n      \"eventOrigin\" : \"Console\",\n      \"command\" : \"Create Queue\"\n    },\n",
        "\"commandMQSC\" : \"DEFINE QL(A) DESCR(\\\"\\\\\\\")\"",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    assert!(said.ends_with("}\n\n"));
    let said = shown(&message, MQCI_NONE, |event| text::shown(event, true));
    for part in [
        "  MQGACF_COMMAND_CONTEXT\n    MQIACF_EVENT_ORIGIN        : MQEVO_CONSOLE [1]\n",
        "Event Type                     : MQCMD_COMMAND_EVENT [99]\n",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
}
