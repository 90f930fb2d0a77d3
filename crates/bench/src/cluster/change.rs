//! What programs notice when a member goes, and how soon one that comes has its share.

use super::traffic::{Came, DEPTH, Putting, QUEUE, Stage, Taking};
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::host::{Host, Road};
use crate::members::{Member, Members, shared_queue};
use crate::remote::Entrance;
use std::collections::HashSet;
use std::time::Duration;

/// Members that have the queue, beside the queue manager that puts.
const TAKERS: usize = 3;
/// Seconds until the channels run and everybody is at work.
const WARM_UP_S: f64 = 2.0;
/// Seconds that are watched behind a change.
const WATCHED_S: f64 = 8.0;
/// `HBINT` of channels whose partner hangs: what they wait for a sign of life is counted from it.
const HEARTBEAT_S: u64 = 2;
/// What a member that comes takes is compared with what is put in as long.
const WINDOW: Duration = Duration::from_millis(250);
/// So much of an even share is an even share, in so many windows in a row.
const EVEN: f64 = 0.8;
const EVEN_WINDOWS: usize = 4;
/// A message that waited longer had been on its way to the member that went.
const DETOUR: Duration = Duration::from_millis(50);

/// How a member goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// Its process is killed: its connections are reset.
    Killed,
    /// Its process stands still: nothing is answered any more.
    Hung,
}

struct Scene {
    host: Host,
    members: Members,
    takers: Vec<Taking>,
    putting: Putting,
    stage: Stage,
}

impl Scene {
    /// So many members at work, each with its own of the queue.
    fn set(arguments: &Arguments, takers: usize, receiver: String) -> Result<Self, Failure> {
        let mut host = Host::start(arguments)?;
        let receiver = move |_| receiver.clone();
        let members =
            Members::start_with(takers + 1, DEPTH, arguments, &mut host, Box::new(receiver))?;
        for member in &members.others {
            member.administer(&[shared_queue(QUEUE, DEPTH)])?;
        }
        members.await_queues(&host, 1)?;
        let stage = Stage::read(arguments)?;
        let takers: Result<Vec<_>, Failure> = (members.others.iter())
            .map(|member| taking(&stage, member))
            .collect();
        let takers = takers?;
        let putting = Putting::start(&stage, &host)?;
        putting.go_on(arguments.duration("warm-up", WARM_UP_S)?)?;
        Ok(Self {
            host,
            members,
            takers,
            putting,
            stage,
        })
    }

    /// Lets it go on and ends it: how many messages were put, and what each has taken.
    fn end(self, time: Duration) -> Result<(u64, Vec<Vec<Came>>), Failure> {
        self.putting.go_on(time)?;
        let put = self.putting.end()?;
        let came: Result<Vec<_>, _> = self.takers.into_iter().map(Taking::end).collect();
        Ok((put, came?))
    }
}

fn taking(stage: &Stage, member: &Member) -> Result<Taking, Failure> {
    match member.entrance(Road::Bindings) {
        Entrance::Bindings(socket) => Taking::start(stage, &socket),
        Entrance::Port(_) => Err(Failure::Wrong("a socket was asked for".into())),
    }
}

/// One of three members goes: how long messages for it wait until others have them.
pub(crate) fn left(arguments: &Arguments, leaves: Leaves) -> Result<Record, Failure> {
    let receiver = match leaves {
        Leaves::Killed => String::new(),
        // So a partner that hangs is noticed within the interval; without BATCHHB it takes twice that.
        Leaves::Hung => format!("HBINT({HEARTBEAT_S}) BATCHHB({})", HEARTBEAT_S * 500),
    };
    let mut scene = Scene::set(arguments, TAKERS, receiver)?;
    let leaver = scene.members.others.pop();
    let leaver = leaver.ok_or_else(|| Failure::Wrong("a member is gone".into()))?;
    // It takes no part in what comes, and is ended when its queue manager is.
    let its_own = scene.takers.pop();
    let gone = scene.stage.now();
    let leaver = match leaves {
        Leaves::Killed => leaver.kill().map(|()| None)?,
        Leaves::Hung => leaver.stop().map(|()| Some(leaver))?,
    };
    let (stage, watched) = (
        scene.stage.clone(),
        arguments.duration("seconds", WATCHED_S)?,
    );
    let (put, came) = scene.end(watched)?;
    if let Some(leaver) = leaver {
        leaver.kill()?;
    }
    let early = its_own.map_or_else(|| Ok(Vec::new()), Taking::end)?;
    let others: Vec<Came> = came.into_iter().flatten().collect();
    let numbers: HashSet<u64> = others
        .iter()
        .chain(&early)
        .map(|came| came.number)
        .collect();
    let doubled = (others.len() + early.len()).saturating_sub(numbers.len());
    let after = others.iter().filter(|came| came.put >= gone);
    let waits: Vec<(Duration, Duration)> = after
        .map(|came| (came.taken.saturating_sub(came.put), came.put))
        .collect();
    let longest = waits
        .iter()
        .map(|(wait, _)| *wait)
        .max()
        .unwrap_or_default();
    let detours = waits.iter().filter(|(wait, _)| *wait > DETOUR);
    let last_detour = detours.clone().map(|(_, put)| *put - gone).max();
    let name = match leaves {
        Leaves::Killed => "a member is killed",
        Leaves::Hung => "a member hangs",
    };
    let mut record = Record::new(name);
    record
        .set("members", Value::Count(TAKERS as u64))
        .set("rate", Value::Count(stage.rate()))
        .set("persistent", Value::Flag(stage.is_persistent()));
    if leaves == Leaves::Hung {
        record.set("heartbeat_s", Value::Count(HEARTBEAT_S));
    }
    record
        .number("longest_wait_s", longest.as_secs_f64())
        .number(
            "last_put_for_it_after_s",
            last_detour.unwrap_or_default().as_secs_f64(),
        )
        .figure("sent_another_way", Value::Count(detours.count() as u64))
        .figure("put", Value::Count(put))
        .figure(
            "not_with_the_others",
            Value::Count(put.saturating_sub(numbers.len() as u64)),
        )
        .figure("came_twice", Value::Count(doubled as u64));
    Ok(record)
}

/// A third member comes: how long until it has its share.
pub(crate) fn joined(arguments: &Arguments) -> Result<Record, Failure> {
    let mut scene = Scene::set(arguments, TAKERS - 1, String::new())?;
    let member = scene
        .members
        .join_another(DEPTH, arguments, &mut scene.host)?;
    member.administer(&[shared_queue(QUEUE, DEPTH)])?;
    let came = scene.stage.now();
    let joiner = taking(&scene.stage, member)?;
    scene.takers.push(joiner);
    let (stage, watched) = (
        scene.stage.clone(),
        arguments.duration("seconds", WATCHED_S)?,
    );
    let (put, mut all) = scene.end(watched)?;
    let own = all.pop().unwrap_or_default();
    let taken = own.len() + all.iter().map(Vec::len).sum::<usize>();
    if taken as u64 != put {
        return Err(Failure::Wrong(format!(
            "{put} messages were put, and {taken} taken"
        )));
    }
    let windows = (watched.as_nanos() / WINDOW.as_nanos()) as usize;
    let count = |messages: &[Came]| {
        let mut counts = vec![0_u64; windows];
        for message in messages {
            let at = message.put.saturating_sub(came).as_nanos() / WINDOW.as_nanos();
            if message.put >= came
                && let Some(count) = counts.get_mut(at as usize)
            {
                *count += 1;
            }
        }
        counts
    };
    let (own_counts, others) = (count(&own), count(&all.concat()));
    let shares = own_counts.iter().zip(&others);
    let even: Vec<bool> = shares
        .map(|(own, others)| {
            let due = (own + others) as f64 / TAKERS as f64;
            due > 0.0 && *own as f64 >= due * EVEN
        })
        .collect();
    let mut rows = even.windows(EVEN_WINDOWS);
    let first = rows.position(|row| row.iter().all(|is_even| *is_even));
    let Some(first) = first else {
        return Err(Failure::Stuck(
            "a member that came never had its share".into(),
        ));
    };
    let first_came = own.iter().map(|message| message.taken).min();
    let mut record = Record::new("a member joins");
    record
        .set("members", Value::Count(TAKERS as u64))
        .set("rate", Value::Count(stage.rate()))
        .set("persistent", Value::Flag(stage.is_persistent()))
        .number("evenly_used_after_s", (WINDOW * first as u32).as_secs_f64())
        .number(
            "first_message_after_s",
            first_came.map_or(0.0, |first| first.saturating_sub(came).as_secs_f64()),
        )
        .figure("messages_checked", Value::Count(put));
    Ok(record)
}
