//! Waiting for one of several gets, for whoever consumes from many queues. A verb of ours: the sources are those of
//! the gets.

use crate::app::{App, BOTH, Get};
use crate::subject::contracts;
use crate::trial::Trial;
use ferromq_mqi::Reason;
use ferromq_mqi::call::{AWAITED_MAX, AwaitedGet, Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::ObjectHandle;
use ferromq_mqi::session::Connected;

contracts!("await_any":
    waiting_for_any_ends_with_a_message_on_one_of_them_and_takes_none,
    waiting_for_any_ends_at_once_when_a_message_is_there,
    waiting_for_any_looks_at_what_each_get_selects,
    waiting_for_any_takes_no_wake_up_from_a_get,
    waiting_for_any_ends_when_its_interval_is_over,
    waiting_for_any_ends_when_one_of_them_is_inhibited,
    waiting_for_any_needs_gets_and_an_interval,
);

/// Long enough that a wait begun before has most likely begun. Nothing depends on it.
const SOON_MS: u64 = 30;

fn wait(app: &mut App, gets: &[(ObjectHandle, Get)], wait_interval_ms: i32) -> Result<(), Reason> {
    let gets = gets.iter().map(|(handle, get)| AwaitedGet {
        handle: *handle,
        descriptor: get.descriptor.clone(),
        options: get.options.clone(),
    });
    let request = Request::AwaitAny {
        gets: gets.collect(),
        wait_interval_ms,
    };
    match app.0.road().call(request) {
        Reply::Done(Reason::NONE) => Ok(()),
        Reply::Failed(reason) => Err(reason),
        other => panic!("an answer to another verb: {other:?}"),
    }
}

/// Waits for two queues on a connection of its own while `meanwhile` ends the wait; then what is got of the second.
#[track_caller]
fn while_waiting(
    trial: &Trial<'_>,
    (first, second): (&str, &str),
    get: &Get,
    meanwhile: impl FnOnce(),
) -> (Result<(), Reason>, Vec<String>) {
    std::thread::scope(|scope| {
        let mut app = trial.connect();
        let handles = [first, second].map(|name| app.open(name, BOTH));
        let waiting = scope.spawn(move || {
            let gets = handles.map(|handle| (handle, get.clone()));
            let answer = wait(&mut app, &gets, MQWI_UNLIMITED);
            (answer, app.drain(handles[1]))
        });
        trial.pass_ms(SOON_MS);
        meanwhile();
        waiting.join().expect("who waits does not panic")
    })
}

fn waiting_for_any_ends_with_a_message_on_one_of_them_and_takes_none(trial: &Trial<'_>) {
    let (first, second) = (trial.queue("Q1", ""), trial.queue("Q2", ""));
    let ended = while_waiting(trial, (&first, &second), &Get::with(0), || {
        let mut app = trial.connect();
        let queue = app.open(&second, MQOO_OUTPUT);
        app.put(queue, "wake");
    });
    assert_eq!(ended, (Ok(()), vec!["wake".to_owned()]));
}

fn waiting_for_any_ends_at_once_when_a_message_is_there(trial: &Trial<'_>) {
    let (first, second) = (trial.queue("Q1", ""), trial.queue("Q2", ""));
    let mut app = trial.connect();
    let handles = [&first, &second].map(|name| app.open(name, BOTH));
    app.put(handles[1], "there");
    let gets = handles.map(|handle| (handle, Get::with(MQGMO_SYNCPOINT)));
    assert_eq!(wait(&mut app, &gets, MQWI_UNLIMITED), Ok(()));
    assert_eq!(app.drain(handles[1]), ["there"]);
}

fn waiting_for_any_looks_at_what_each_get_selects(trial: &Trial<'_>) {
    let (first, second) = (trial.queue("Q1", ""), trial.queue("Q2", ""));
    let get = Get::with(0).correl_id([7; 24]);
    let ended = while_waiting(trial, (&first, &second), &get, || {
        let mut app = trial.connect();
        let queue = app.open(&second, MQOO_OUTPUT);
        app.put(queue, "another");
        trial.pass_ms(SOON_MS);
        let wanted = ferromq_mqi::MsgDescriptor {
            correl_id: [7; 24],
            ..Default::default()
        };
        app.put_as(queue, &wanted, "wanted");
    });
    assert_eq!(
        ended,
        (Ok(()), vec!["another".to_owned(), "wanted".to_owned()])
    );
}

/// The one message goes to the get, though the other has waited longer.
fn waiting_for_any_takes_no_wake_up_from_a_get(trial: &Trial<'_>) {
    let (first, second) = (trial.queue("Q1", ""), trial.queue("Q2", ""));
    std::thread::scope(|scope| {
        let (mut watcher, mut getter) = (trial.connect(), trial.connect());
        let watched = [&first, &second].map(|name| watcher.open(name, MQOO_INPUT_SHARED));
        let from = getter.open(&second, MQOO_INPUT_SHARED);
        let watching = scope.spawn(move || {
            let gets = watched.map(|handle| (handle, Get::with(0)));
            wait(&mut watcher, &gets, MQWI_UNLIMITED)
        });
        trial.pass_ms(SOON_MS);
        let getting = scope.spawn(move || {
            getter.expect(from, &Get::with(0).wait_ms(MQWI_UNLIMITED), "one");
        });
        trial.pass_ms(SOON_MS);
        let mut app = trial.connect();
        let queue = app.open(&second, MQOO_OUTPUT);
        app.put(queue, "one");
        getting.join().expect("the getter has it");
        // Whether the other has seen it before it was taken is chance.
        let queue = app.open(&first, MQOO_OUTPUT);
        app.put(queue, "two");
        assert_eq!(watching.join().expect("no panic"), Ok(()));
    });
}

/// Source: MQGMO WaitInterval; 2033.
fn waiting_for_any_ends_when_its_interval_is_over(trial: &Trial<'_>) {
    let (first, second) = (trial.queue("Q1", ""), trial.queue("Q2", ""));
    let mut app = trial.connect();
    let gets = [&first, &second].map(|name| (app.open(name, BOTH), Get::with(0)));
    for wait_interval_ms in [0, 50] {
        let began = std::time::Instant::now();
        let answer = wait(&mut app, &gets, wait_interval_ms);
        assert_eq!(answer, Err(Reason::NO_MSG_AVAILABLE));
        assert!(began.elapsed().as_millis() >= wait_interval_ms as u128);
    }
}

fn waiting_for_any_ends_when_one_of_them_is_inhibited(trial: &Trial<'_>) {
    let (first, second) = (trial.queue("Q1", ""), trial.queue("Q2", ""));
    std::thread::scope(|scope| {
        let mut app = trial.connect();
        let handles = [&first, &second].map(|name| app.open(name, MQOO_INPUT_SHARED));
        let waiting = scope.spawn(move || {
            let gets = handles.map(|handle| (handle, Get::with(0)));
            let answer = wait(&mut app, &gets, MQWI_UNLIMITED);
            (answer, app.take_fails(handles[0], &Get::with(0)))
        });
        trial.pass_ms(SOON_MS);
        let mut app = trial.connect();
        let setter = app.open(&first, MQOO_SET);
        app.set(setter, &[MQIA_INHIBIT_GET], &[MQQA_GET_INHIBITED], "")
            .expect("inhibited");
        let ended = waiting.join().expect("no panic");
        assert_eq!(ended, (Ok(()), Reason::GET_INHIBITED));
    });
}

/// Source: 2090 MQRC_WAIT_INTERVAL_ERROR; 2046 MQRC_OPTIONS_ERROR for what no program can ask for.
fn waiting_for_any_needs_gets_and_an_interval(trial: &Trial<'_>) {
    let name = trial.queue("Q", "");
    let mut app = trial.connect();
    let get = (app.open(&name, BOTH), Get::with(0));
    assert_eq!(wait(&mut app, &[], 0), Err(Reason::OPTIONS_ERROR));
    assert_eq!(
        wait(&mut app, std::slice::from_ref(&get), -2),
        Err(Reason::WAIT_INTERVAL_ERROR)
    );
    let most = vec![get; AWAITED_MAX];
    assert_eq!(wait(&mut app, &most, 0), Err(Reason::NO_MSG_AVAILABLE));
    // What is wrong with a get the get itself tells.
    let unknown = [(ObjectHandle(99), Get::with(0))];
    assert_eq!(wait(&mut app, &unknown, MQWI_UNLIMITED), Ok(()));
}
