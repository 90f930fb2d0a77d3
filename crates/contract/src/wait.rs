//! Gets that wait.

use crate::app::{ALL, BOTH, Get, id, persistent, text};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::{MsgDescriptor, Reason};
use std::time::{Duration, Instant};

contracts!("wait":
    a_wait_ends_when_its_interval_is_over,
    a_wait_is_ended_by_a_message,
    a_wait_for_ever_is_ended_by_a_message,
    a_wait_is_ended_by_a_committed_message_only,
    a_wait_for_an_id_is_not_ended_by_another_message,
    a_waiting_browse_is_ended_by_a_message,
    a_wait_is_ended_by_a_message_that_is_backed_out,
    each_of_many_waiting_getters_gets_one_message,
    a_wait_ends_when_gets_are_inhibited,
    a_wait_through_an_alias_ends_when_the_alias_is_inhibited,
    a_wait_on_a_temporary_queue_ends_when_the_queue_goes,
    a_wait_ends_when_the_queue_manager_quiesces_if_asked_for [Own, Quiesce],
    a_wait_ends_when_the_queue_manager_stops [Own, Quiesce],
    a_wait_ends_when_the_connection_is_stopped,
    wait_intervals_must_be_possible,
    a_get_under_the_cursor_does_not_wait,
);

/// Long enough that a get begun before has most likely begun to wait. Nothing depends on it.
const SOON_MS: u64 = 30;
/// A wait that is to be ended by something else.
const LONG_MS: i32 = 30_000;

/// Source: MQGMO_WAIT; 2033.
fn a_wait_ends_when_its_interval_is_over(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for wait_ms in [0, 50] {
        let began = Instant::now();
        let get = Get::with(0).wait_ms(wait_ms);
        assert_eq!(app.take_fails(queue, &get), Reason::NO_MSG_AVAILABLE);
        assert!(began.elapsed() >= Duration::from_millis(wait_ms as u64));
    }
}

/// Runs `get` on its own connection while `meanwhile` does something that ends its wait.
#[track_caller]
fn while_waiting(
    trial: &Trial<'_>,
    queue: &str,
    get: &Get,
    meanwhile: impl FnOnce(),
) -> Result<String, Reason> {
    std::thread::scope(|scope| {
        let mut app = trial.connect();
        let handle = app.open(queue, MQOO_INPUT_SHARED | MQOO_BROWSE);
        let waiting =
            scope.spawn(move || app.take(handle, get).map(|reply| text(&reply).to_owned()));
        trial.pass_ms(SOON_MS);
        meanwhile();
        waiting.join().expect("the getter does not panic")
    })
}

/// Source: MQGMO_WAIT.
fn a_wait_is_ended_by_a_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    for sent in [MsgDescriptor::default(), persistent()] {
        let got = while_waiting(trial, &name, &Get::with(0).wait_ms(LONG_MS), || {
            let mut app = trial.connect();
            let queue = app.open(&name, MQOO_OUTPUT);
            app.put_as(queue, &sent, "wake");
        });
        assert_eq!(got.as_deref(), Ok("wake"));
    }
}

/// Source: MQWI_UNLIMITED.
fn a_wait_for_ever_is_ended_by_a_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let got = while_waiting(trial, &name, &Get::with(0).wait_ms(MQWI_UNLIMITED), || {
        let mut app = trial.connect();
        let queue = app.open(&name, MQOO_OUTPUT);
        app.put(queue, "wake");
    });
    assert_eq!(got.as_deref(), Ok("wake"));
}

/// Source: MQPMO_SYNCPOINT: not visible before the commit.
fn a_wait_is_ended_by_a_committed_message_only(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let got = while_waiting(trial, &name, &Get::with(0).wait_ms(LONG_MS), || {
        let mut app = trial.connect();
        let queue = app.open(&name, MQOO_OUTPUT);
        app.put_in_work(queue, &persistent(), "backed out");
        app.back_out();
        app.put_in_work(queue, &persistent(), "committed");
        trial.pass_ms(SOON_MS);
        app.commit();
    });
    assert_eq!(got.as_deref(), Ok("committed"));
}

/// Source: MQGMO_WAIT: for a message that matches.
fn a_wait_for_an_id_is_not_ended_by_another_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let gets = [
        Get::with(0).wait_ms(LONG_MS).correl_id(id(2)),
        Get::with(0).wait_ms(LONG_MS).msg_id(id(2)),
        Get::with(0).wait_ms(LONG_MS).msg_id(id(2)).correl_id(id(2)),
    ];
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    for get in gets {
        let got = while_waiting(trial, &name, &get, || {
            for number in [1, 2] {
                let sent = MsgDescriptor {
                    msg_id: id(number),
                    correl_id: id(number),
                    ..MsgDescriptor::default()
                };
                app.put_as(queue, &sent, &format!("{number}"));
            }
        });
        assert_eq!(got.as_deref(), Ok("2"));
    }
    assert_eq!(app.drain(queue), ["1", "1", "1"]);
}

/// Source: MQGMO_WAIT with MQGMO_BROWSE_FIRST.
fn a_waiting_browse_is_ended_by_a_message(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    for options in [MQGMO_BROWSE_FIRST, MQGMO_BROWSE_NEXT] {
        let mut app = trial.connect();
        let queue = app.open(&name, BOTH);
        let got = while_waiting(trial, &name, &Get::with(options).wait_ms(LONG_MS), || {
            app.put(queue, "seen");
        });
        assert_eq!(got.as_deref(), Ok("seen"));
        assert_eq!(app.drain(queue), ["seen"]);
    }
}

/// Source: MQBACK: messages are available again.
fn a_wait_is_ended_by_a_message_that_is_backed_out(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    app.put(queue, "again");
    app.expect(queue, &Get::with(MQGMO_SYNCPOINT), "again");
    let got = while_waiting(trial, &name, &Get::with(0).wait_ms(LONG_MS), || {
        app.back_out()
    });
    assert_eq!(got.as_deref(), Ok("again"));
}

/// Goal: no message wakes two for one, no wake-up is lost. Source: MQGMO_WAIT.
fn each_of_many_waiting_getters_gets_one_message(trial: &Trial<'_>) {
    const GETTERS: usize = 8;
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let mut bodies = std::thread::scope(|scope| {
        let getters: Vec<_> = (0..GETTERS)
            .map(|_| {
                let mut getter = trial.connect();
                let handle = getter.open(&name, MQOO_INPUT_SHARED);
                scope.spawn(move || {
                    let got = getter.take(handle, &Get::with(0).wait_ms(LONG_MS));
                    text(&got.expect("a message")).to_owned()
                })
            })
            .collect();
        for number in 0..GETTERS {
            app.put(queue, &number.to_string());
        }
        let joined = getters
            .into_iter()
            .map(|getter| getter.join().expect("no panic"));
        joined.collect::<Vec<_>>()
    });
    bodies.sort();
    assert_eq!(bodies, ["0", "1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(app.drain(queue), [""; 0]);
}

/// Source: 2016.
fn a_wait_ends_when_gets_are_inhibited(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let got = while_waiting(trial, &name, &Get::with(0).wait_ms(LONG_MS), || {
        trial.mqsc(&format!("ALTER QLOCAL('{name}') GET(DISABLED)"));
    });
    assert_eq!(got, Err(Reason::GET_INHIBITED));
}

/// Source: 2016, of alias queues.
fn a_wait_through_an_alias_ends_when_the_alias_is_inhibited(trial: &Trial<'_>) {
    let base = trial.queue("BASE", "");
    let alias = trial.define("QALIAS", "ALIAS", &format!("TARGET('{base}')"));
    let got = while_waiting(trial, &alias, &Get::with(0).wait_ms(LONG_MS), || {
        trial.mqsc(&format!("ALTER QALIAS('{alias}') GET(DISABLED)"));
    });
    assert_eq!(got, Err(Reason::GET_INHIBITED));
}

/// Source: 2052.
fn a_wait_on_a_temporary_queue_ends_when_the_queue_goes(trial: &Trial<'_>) {
    let model = trial.define("QMODEL", "M", "DEFTYPE(TEMPDYN) SHARE DEFSOPT(SHARED)");
    let mut maker = trial.connect();
    let mut object = ferromq_mqi::options::ObjectDescriptor::queue(&model);
    let handle = maker.open_object(&mut object, BOTH).expect("made");
    let made = object.object_name;
    let got = while_waiting(trial, made.as_str(), &Get::with(0).wait_ms(LONG_MS), || {
        maker.close(handle);
    });
    assert_eq!(got, Err(Reason::Q_DELETED));
}

/// Source: MQGMO_FAIL_IF_QUIESCING; 2161.
fn a_wait_ends_when_the_queue_manager_quiesces_if_asked_for(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, MQOO_OUTPUT);
    let unmoved = Get::with(0).wait_ms(LONG_MS);
    let got = while_waiting(trial, &name, &unmoved, || {
        let get = Get::with(MQGMO_FAIL_IF_QUIESCING).wait_ms(LONG_MS);
        let cut = while_waiting(trial, &name, &get, || trial.subject().quiesce());
        assert_eq!(cut, Err(Reason::Q_MGR_QUIESCING));
        app.put(queue, "still served");
    });
    assert_eq!(got.as_deref(), Ok("still served"));
}

/// Source: endmqm -i; 2162, or 2009 when the queue manager is gone before the answer is read.
fn a_wait_ends_when_the_queue_manager_stops(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let got = while_waiting(trial, &name, &Get::with(0).wait_ms(LONG_MS), || {
        trial.subject().stop();
    });
    let cut = got.expect_err("cut short");
    assert!(
        cut == Reason::Q_MGR_STOPPING || cut == Reason::CONNECTION_BROKEN,
        "{cut:?}"
    );
}

/// Source: STOP CONN; 2009.
fn a_wait_ends_when_the_connection_is_stopped(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let victim = trial.name("waits");
    let mut app = trial.connect_as(&victim);
    let queue = app.open(&name, BOTH);
    let got = std::thread::scope(|scope| {
        let get = Get::with(0).wait_ms(LONG_MS);
        let waiting = scope.spawn(move || app.take(queue, &get).err());
        trial.pass_ms(SOON_MS);
        let shown = trial.mqsc(&format!("DISPLAY CONN(*) WHERE(APPLTAG EQ '{victim}')"));
        let id = shown
            .split("CONN(")
            .nth(1)
            .and_then(|rest| rest.split(')').next());
        trial.mqsc(&format!("STOP CONN({})", id.expect("a connection id")));
        waiting.join().expect("the getter does not panic")
    });
    assert_eq!(got, Some(Reason::CONNECTION_BROKEN));
}

/// Source: 2090.
fn wait_intervals_must_be_possible(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, BOTH);
    let get = Get::with(0).wait_ms(-2);
    assert_eq!(app.take_fails(queue, &get), Reason::WAIT_INTERVAL_ERROR);
}

/// Source: MQGMO_MSG_UNDER_CURSOR: a wait is ignored; 2034.
fn a_get_under_the_cursor_does_not_wait(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let queue = app.open(&name, ALL);
    app.put(queue, "gone");
    app.expect(queue, &Get::with(MQGMO_BROWSE_FIRST), "gone");
    app.expect(queue, &Get::with(0), "gone");
    for options in [MQGMO_MSG_UNDER_CURSOR, MQGMO_BROWSE_MSG_UNDER_CURSOR] {
        let get = Get::with(options).wait_ms(MQWI_UNLIMITED);
        assert_eq!(app.take_fails(queue, &get), Reason::NO_MSG_UNDER_CURSOR);
    }
}
