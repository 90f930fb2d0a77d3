//! Gets the log refuses: nothing is done of them, and the handle stands where it stood.

use crate::full_log::home::{Application, Home, makes_room};
use bytes::Bytes;
use ferromq_log::Urgency;
use ferromq_mqi::call::{GetReply, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, PutOptions};
use ferromq_mqi::xa::XaCode;
use ferromq_mqi::{MsgDescriptor, Reason};
use ferromq_qmgr::record::{RecordKind, numbers};

const PARTS: usize = 200;

/// Parts of one segmented message on Q2, or messages of a group, and a branch in doubt behind them.
fn with_parts(parts: usize, (flag, last_flag): (i32, i32)) -> Home {
    let home = Home::new();
    let mut application = home.connect();
    for part in 0..parts {
        let put = Request::Put {
            handle: application.queues[1],
            descriptor: MsgDescriptor {
                version: MQMD_VERSION_2,
                msg_flags: if part + 1 == parts { last_flag } else { flag },
                ..MsgDescriptor::default()
            },
            options: PutOptions {
                options: MQPMO_LOGICAL_ORDER | MQPMO_SYNCPOINT,
                ..PutOptions::default()
            },
            body: Bytes::from(vec![part as u8; 10]),
        };
        application.verb(put).expect("put");
    }
    application.verb(Request::Commit).expect("committed");
    let mut other = home.connect();
    // It has nothing to do with Q2.
    other.queues.swap(0, 1);
    assert_eq!(other.prepare(1), XaCode::OK);
    home
}

/// Fills the log with records as long as removals, so many at most. Answers how many there were.
fn fill_up(home: &Home, most: usize) -> usize {
    let log = home.manager().log();
    let record = numbers(&[0, 0, 0]);
    let append = || {
        let appended = log.append(RecordKind::Checkpoint as u8, &[&record], Urgency::Removing);
        appended.is_ok() || {
            log.lead();
            let again = log.append(RecordKind::Checkpoint as u8, &[&record], Urgency::Removing);
            again.is_ok()
        }
    };
    let count = (0..most).take_while(|_| append()).count();
    log.lead();
    count
}

fn get(application: &mut Application, options: i32) -> Result<Box<GetReply>, Reason> {
    let got = application.verb(Request::Get {
        handle: application.queues[1],
        descriptor: MsgDescriptor {
            version: MQMD_VERSION_2,
            ..MsgDescriptor::default()
        },
        options: GetOptions {
            version: MQGMO_VERSION_2,
            options,
            ..GetOptions::default()
        },
        buffer_len: u32::MAX,
    })?;
    match got {
        Reply::Got(reply) => Ok(reply),
        other => panic!("{other:?}"),
    }
}

/// Goal: of a whole message the log takes all parts or none. Method: there is room for some of 200 removals, by pages. A unit of work that has a part of it is
/// backed out.
#[test]
fn a_whole_message_that_is_refused_half_way_is_whole_afterwards() {
    let flags = (MQMF_SEGMENT, MQMF_LAST_SEGMENT);
    let most = fill_up(&with_parts(PARTS, flags), usize::MAX);
    for syncpoint in [MQGMO_SYNCPOINT, MQGMO_NO_SYNCPOINT] {
        let options = MQGMO_COMPLETE_MSG | syncpoint;
        let mut half_way = 0;
        for room in (50..250).step_by(25) {
            let home = with_parts(PARTS, flags);
            fill_up(&home, most - room);
            let mut application = home.connect();
            let got = get(&mut application, options).map(|got| got.body.len());
            let Err(reason) = got else {
                continue;
            };
            half_way += usize::from(reason == Reason::BACKED_OUT);
            makes_room(&home);
            let committed = application.verb(Request::Commit);
            committed.expect("nothing to commit");
            let mut fresh = home.connect();
            let whole = get(&mut fresh, options).expect("it is there");
            assert_eq!(whole.body.len(), 10 * PARTS);
            if syncpoint == MQGMO_NO_SYNCPOINT {
                assert_eq!(whole.descriptor.backout_count, 0, "nobody backed it out");
            }
        }
        assert!(half_way > 0 || syncpoint == MQGMO_NO_SYNCPOINT);
    }
}

/// Goal: the handle goes on in a group only behind what was got.
#[test]
fn a_message_of_a_group_that_is_refused_comes_first_when_it_is_tried_again() {
    for syncpoint in [MQGMO_NO_SYNCPOINT, MQGMO_SYNCPOINT] {
        let home = with_parts(2, (MQMF_MSG_IN_GROUP, MQMF_LAST_MSG_IN_GROUP));
        fill_up(&home, usize::MAX);
        let mut application = home.connect();
        let options = MQGMO_LOGICAL_ORDER | syncpoint;
        let refused = get(&mut application, options).map(|got| got.body.len());
        assert_eq!(refused, Err(Reason::RESOURCE_PROBLEM));
        makes_room(&home);
        for number in 1..=2 {
            let got = get(&mut application, options).expect("it is there");
            assert_eq!(got.descriptor.msg_seq_number, number);
        }
    }
}
