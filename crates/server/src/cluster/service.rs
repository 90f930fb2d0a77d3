//! The thread of the repository.

use super::findings::notice_of;
use super::inbox::{Command, Reach, RepositoryInbox, Wanted};
use super::misled::Misled;
use super::own::{clusters_of, own_clusters, resumed, suspended, used_everywhere};
use super::sending::Addressee;
use crate::balance::balancer::Balancer;
use crate::tcp::{Edge, leads_to};
use bytes::Bytes;
use ferromq::WaitingConnection;
use ferromq_admin::applications::Applications as _;
use ferromq_admin::network::{Network as _, StopChannel, StopMode};
use ferromq_admin::{ClusterError, SuspendMode};
use ferromq_base::calendar::date_and_time;
use ferromq_cluster::balance::message::is_about_applications;
use ferromq_cluster::workload::{Readiness, readiness};
use ferromq_cluster::{
    Action, Answer, CommandError, Member, Name, OwnCluster, Partner, RecordKind,
};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::call::GetReply;
use ferromq_mqi::dead_letter::PutAside;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::generated::notices::{AMQ9410, AMQ9411, FMQ0260, FMQ0269, FMQ0296};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle, PutOptions};
use ferromq_mqi::session::Session;
use ferromq_mqi::{MsgDescriptor, ObjectName, Reason};
use ferromq_qmgr::{AskedName, ChannelPartner, ClusterRecord, Notice, RunState};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::task::{Wake, Waker};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

/// Where members put what they tell.
pub(super) const COMMAND_QUEUE: &str = "SYSTEM.CLUSTER.COMMAND.QUEUE";
/// The longest message of another member: more than any may be.
const MESSAGE_BYTES_MAX: u32 = 4 << 20;
/// How long to wait before what failed is tried again. Whoever has something new to tell does not end it.
const TRY_AGAIN: Duration = Duration::from_secs(5);
/// The time is told to the repository as often while somebody waits for a name.
const SOON: Duration = Duration::from_secs(1);
/// And as often otherwise. Definitions are looked at then as well: programs change some without a command.
const LATER: Duration = Duration::from_secs(10);
/// What many definitions in a row say is looked at together.
const GATHER: Duration = Duration::from_millis(50);
/// How often it is said which names are used.
const USED: Duration = Duration::from_secs(3_600);
/// Messages taken before anything else has its turn.
const TURN: usize = 100;
/// What is told of one event is committed in parts of so many messages and bytes, and of half of what a unit of work may have.
const PART_MESSAGES: usize = 500;
const PART_BYTES: usize = 4 << 20;

/// Why a message of that queue is put aside: documented as the feedback of what is none for the repository.
const NO_REPOSITORY_MESSAGE: i32 = 280;
/// Starts the thread.
pub(crate) fn start(edge: Arc<Edge>) -> io::Result<JoinHandle<()>> {
    let own = edge.engine().q_mgr_definition();
    let inbox = Arc::clone(edge.clusters());
    let mut service = Service {
        qmid: own.text(Attr::Qmid).to_owned(),
        edge,
        inbox,
        failed: None,
        has_started: false,
        unpublished: RefCell::default(),
    };
    std::thread::Builder::new()
        .name("clusters".into())
        .spawn(move || service.run())
}

struct Service {
    edge: Arc<Edge>,
    inbox: Arc<RepositoryInbox>,
    qmid: String,
    /// Why it did not go on last, which the operator was told.
    failed: Option<String>,
    /// The operator was told that it runs.
    has_started: bool,
    /// Receivers nobody is told of, for want of a listener, and since when; none once the operator was told.
    unpublished: RefCell<BTreeMap<String, Option<Instant>>>,
}

/// Why it cannot go on for now.
pub(super) enum Stopped {
    /// The queue manager or the server ends.
    End,
    Failed(String),
}

impl Stopped {
    fn why(self) -> String {
        match self {
            Self::End => "its connection was ended".to_owned(),
            Self::Failed(why) => why,
        }
    }
}

impl From<Reason> for Stopped {
    fn from(reason: Reason) -> Self {
        match reason.ends_service() {
            true => Self::End,
            false => Self::Failed(reason.to_string()),
        }
    }
}

/// A message has come.
struct Arrived(Thread);

impl Wake for Arrived {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Service {
    fn run(&mut self) {
        self.inbox.serve(std::thread::current());
        while !self.inbox.stops() {
            match self.work() {
                Ok(()) => break,
                Err(Stopped::End) if self.edge.engine().state() != RunState::Running => break,
                Err(stopped) => {
                    let why = stopped.why();
                    if self.failed.as_ref() != Some(&why) {
                        self.tell(&FMQ0260, &[&why]);
                        self.failed = Some(why);
                    }
                    let until = Instant::now() + TRY_AGAIN;
                    while !self.inbox.stops() && Instant::now() < until {
                        self.refuse_commands();
                        std::thread::park_timeout(until.saturating_duration_since(Instant::now()));
                    }
                }
            }
        }
        self.inbox.stop();
        self.inbox.ask_no_more(self.edge.engine());
        self.inbox.close();
        self.refuse_commands();
        if self.has_started {
            self.tell(&AMQ9411, &[]);
        }
    }

    /// Nobody can carry them out now.
    fn refuse_commands(&self) {
        for Command { done, turn, .. } in self.inbox.take_commands() {
            turn.take();
            let why = match &self.failed {
                Some(why) => format!("the repository of clusters cannot go on: {why}"),
                None => "the repository of clusters ends".to_owned(),
            };
            // Nobody waits any more if it took too long.
            let _ = done.send(Err(ClusterError::NotPossible(why)));
        }
    }

    /// Begins with what is kept, and goes on until it is to stop or something fails.
    fn work(&mut self) -> Result<(), Stopped> {
        self.inbox.begin();
        let connection = self.edge.connect_agent()?;
        let mut session = WaitingConnection::new(connection).session();
        let options = MQOO_INPUT_SHARED | MQOO_SAVE_ALL_CONTEXT | MQOO_FAIL_IF_QUIESCING;
        let queue = session
            .open(COMMAND_QUEUE, options)
            .map_err(|it| it.reason)?;
        let engine = self.edge.engine();
        let kinds = [RecordKind::QMgr, RecordKind::Queue, RecordKind::Topic];
        let kept: Vec<Definition> = kinds
            .into_iter()
            .flat_map(|kind| engine.cluster_records(kind.object()))
            .map(|record| (*record).clone())
            .collect();
        let suspended = suspended(&kept, &self.qmid);
        let own = self.own(&suspended);
        self.inbox.ask_as_defined(engine);
        let now = self.now();
        let (member, actions) = Member::new(&self.qmid, kept, &own, now);
        let mut at_work = AtWork {
            edge: Arc::clone(&self.edge),
            inbox: Arc::clone(&self.inbox),
            session,
            queue,
            member,
            suspended,
            by_hand: BTreeMap::new(),
            asked: BTreeMap::new(),
            unsent: BTreeMap::new(),
            has_new_members: true,
            misled: Misled::default(),
            balancer: Balancer::of(&self.edge),
        };
        at_work.look_at_senders();
        at_work.note_clusters();
        at_work.carry_out(actions, false)?;
        if !self.has_started {
            self.has_started = true;
            self.tell(&AMQ9410, &[]);
        }
        self.failed = None;
        at_work.serve(self)
    }

    /// What this queue manager is in its clusters.
    fn own(&self, suspended: &BTreeSet<String>) -> BTreeMap<String, OwnCluster> {
        let edge = &self.edge;
        let published = |given: &str| edge.published_connection_name(given);
        let mut unpublished = BTreeSet::new();
        let mut own = own_clusters(edge.engine(), suspended, published, &mut unpublished);
        let mut waiting = self.unpublished.borrow_mut();
        waiting.retain(|channel, _| unpublished.contains(channel));
        for channel in unpublished {
            // A listener often starts a moment later.
            let since = waiting
                .entry(channel.clone())
                .or_insert(Some(Instant::now()));
            if since.is_some_and(|since| since.elapsed() >= LATER) {
                *since = None;
                self.tell(&FMQ0296, &[&channel]);
            }
        }
        let uniform = edge.spread().map(|spread| spread.cluster());
        if let Some(own) = uniform.and_then(|cluster| own.get_mut(&cluster)) {
            own.everybody = true;
        }
        own
    }

    /// Milliseconds since 1970.
    fn now(&self) -> u64 {
        self.edge.engine().wall_us() / 1_000
    }

    fn tell(&self, entry: &'static Entry, values: &[&dyn Display]) {
        self.edge.notice(Notice::of(entry, values));
    }
}

/// The service while nothing has failed: what it knows and what is kept are the same.
pub(super) struct AtWork {
    pub(super) edge: Arc<Edge>,
    inbox: Arc<RepositoryInbox>,
    pub(super) session: Session<WaitingConnection>,
    queue: ObjectHandle,
    member: Member,
    /// Clusters in which this queue manager is suspended.
    suspended: BTreeSet<String>,
    /// CLUSSDRs that were defined by hand, and where they lead.
    by_hand: BTreeMap<String, String>,
    /// Names programs wait for, and what was asked that is not answered.
    asked: BTreeMap<AskedName, Asked>,
    /// What transmission queues did not take, in order.
    pub(super) unsent: BTreeMap<Addressee, VecDeque<Bytes>>,
    /// Senders have to be made anew. Each time all of them are looked at: once for what many messages in a row say.
    has_new_members: bool,
    /// Whom senders of operators lead to.
    misled: Misled,
    /// Who spreads applications, in a uniform cluster.
    pub(super) balancer: Option<Balancer>,
}

#[derive(Default)]
struct Asked {
    left: BTreeSet<Name>,
    /// A full repository did not answer.
    unheard: bool,
}

impl AtWork {
    fn serve(&mut self, service: &Service) -> Result<(), Stopped> {
        let thread = Waker::from(Arc::new(Arrived(std::thread::current())));
        let name = ObjectName::truncated(COMMAND_QUEUE);
        let mut ticked = Instant::now();
        let (mut used, mut balanced) = (None, Instant::now());
        while !self.inbox.stops() {
            let watch = self.edge.engine().watch_messages(&name, None, &thread);
            // Whoever comes behind this wakes the thread.
            let watch = watch.map_err(Stopped::from)?;
            let mut idle = self.hear_of_channels(service)?;
            if self.inbox.take_changed() {
                std::thread::sleep(GATHER);
                self.look_at_own(service)?;
                idle = false;
            }
            idle &= self.ask(service)?;
            for _ in 0..TURN {
                if !self.take_message(service)? {
                    break;
                }
                idle = false;
            }
            if self.balancer.is_some() && balanced.elapsed() >= SOON {
                balanced = Instant::now();
                self.balance()?;
                idle = false;
            }
            if std::mem::take(&mut self.has_new_members) {
                self.edge.look_at_cluster_channels();
            }
            let pause = if self.asked.is_empty() { LATER } else { SOON };
            if ticked.elapsed() >= pause {
                ticked = Instant::now();
                self.pass_time(service, &mut used)?;
                // What it waited for may have taken a wake-up.
                idle = false;
            }
            if idle {
                let mut rest = pause.saturating_sub(ticked.elapsed());
                if self.balancer.is_some() {
                    rest = rest.min(SOON.saturating_sub(balanced.elapsed()));
                }
                std::thread::park_timeout(rest);
            }
            drop(watch);
        }
        Ok(())
    }

    /// What is to be done now and then. `used` is when it was last said which names are used.
    fn pass_time(&mut self, service: &Service, used: &mut Option<Instant>) -> Result<(), Stopped> {
        if used.is_none_or(|at| at.elapsed() >= USED) {
            *used = Some(Instant::now());
            let used = self.edge.engine().take_used_names();
            let names: Vec<Name> = (used.iter())
                .filter_map(|used| match used {
                    AskedName::Queue(name) => Name::new(RecordKind::Queue, name.as_str()),
                    AskedName::QueueManager(name) => Name::new(RecordKind::QMgr, name.as_str()),
                })
                .collect();
            self.member.used(&names);
        }
        self.send_unsent()?;
        let actions = self.member.tick(service.now());
        self.carry_out(actions, false)?;
        self.edge.engine().end_overdue_names();
        self.misled.look(&self.edge);
        self.look_at_own(service)
    }

    /// What definitions say now.
    fn look_at_own(&mut self, service: &Service) -> Result<(), Stopped> {
        let own = service.own(&self.suspended);
        self.inbox.ask_as_defined(self.edge.engine());
        let mut actions = self.member.set_own(&own, service.now());
        self.note_clusters();
        self.look_at_senders();
        let wanted = used_everywhere(self.edge.engine());
        actions.extend(self.member.want(&wanted, service.now()));
        self.carry_out(actions, false)
    }

    /// Whom senders lead to matters in the clusters this one is a member of.
    fn note_clusters(&mut self) {
        self.misled.joined(self.member.clusters(), Instant::now());
    }

    /// Where CLUSSDRs that were defined by hand lead. Those that run already may lead there, or not any more.
    fn look_at_senders(&mut self) {
        let defined = self.edge.engine().definitions(ObjectKind::ClusSdr);
        let led = |it: &Definition| (it.name().to_string(), it.text(Attr::Conname).to_owned());
        let by_hand: BTreeMap<String, String> = defined.iter().map(led).collect();
        let before = std::mem::replace(&mut self.by_hand, by_hand);
        let new = self.by_hand.iter();
        let new = new.filter(|(name, said)| before.get(*name) != Some(*said));
        self.inbox.look_again_at(new.map(|(name, _)| name));
    }

    /// Channels that started or ended, and commands. False if there was something.
    fn hear_of_channels(&mut self, service: &Service) -> Result<bool, Stopped> {
        let (channels, commands) = (self.inbox.take_channels(), self.inbox.take_commands());
        let idle = channels.is_empty() && commands.is_empty();
        for (channel, reach) in channels {
            let now = service.now();
            match reach {
                Reach::Running { qmid, at } => {
                    let said = self.by_hand.get(&channel);
                    let by_hand = said.is_some_and(|said| leads_to(said, &at));
                    if by_hand {
                        self.misled.started(&channel, &qmid, Instant::now());
                    }
                    let actions = self.member.channel_started(&channel, &qmid, by_hand, now);
                    self.carry_out(actions, false)?;
                }
                Reach::Failing => {
                    self.has_new_members |= self.edge.is_sender_withdrawn(&channel);
                    self.give_up(&channel, now)?;
                }
            }
        }
        for Command { wanted, done, turn } in commands {
            if !turn.take() {
                // It took too long, and whoever gave it was told that it is not carried out.
                continue;
            }
            let outcome = self.command(service, wanted)?;
            // Nobody waits any more if it took too long.
            let _ = done.send(outcome);
        }
        Ok(idle)
    }

    fn command(
        &mut self,
        service: &Service,
        wanted: Wanted,
    ) -> Result<Result<(), ClusterError>, Stopped> {
        let now = service.now();
        match wanted {
            Wanted::Suspend(clusters, mode) => {
                self.suspended
                    .extend(clusters.iter().map(ToString::to_string));
                self.look_at_own(service)?;
                if mode == SuspendMode::Force {
                    clusters
                        .iter()
                        .for_each(|cluster| self.end_receivers(cluster.as_str()));
                }
            }
            Wanted::Resume(clusters) => {
                clusters.iter().for_each(|cluster| {
                    self.suspended.remove(cluster.as_str());
                });
                self.look_at_own(service)?;
            }
            Wanted::Refresh {
                clusters,
                repositories,
            } => {
                for cluster in &clusters {
                    match self.member.refresh(cluster.as_str(), repositories, now) {
                        Ok(actions) => self.carry_out(actions, false)?,
                        Err(why) => return Ok(Err(refused(why))),
                    }
                }
            }
            Wanted::ForceRemove {
                cluster,
                qmid,
                queues,
            } => {
                match self
                    .member
                    .force_remove(cluster.as_str(), &qmid, queues, now)
                {
                    Ok(actions) => self.carry_out(actions, false)?,
                    Err(why) => return Ok(Err(refused(why))),
                }
            }
        }
        Ok(Ok(()))
    }

    /// Breaks the connections of members that send to this queue manager in a cluster.
    fn end_receivers(&self, cluster: &str) {
        let engine = self.edge.engine();
        for receiver in engine.definitions(ObjectKind::ClusRcvr) {
            if clusters_of(engine, &receiver)
                .iter()
                .any(|it| it == cluster)
            {
                let stop = StopChannel {
                    channel: receiver.name(),
                    mode: StopMode::Force,
                    connection_name: String::new(),
                    remote_name: String::new(),
                    stays_stopped: false,
                };
                // Nobody may be connected.
                let _ = self.edge.stop_channel(&stop);
            }
        }
    }

    /// Asks for names programs wait for. False if there were some.
    fn ask(&mut self, service: &Service) -> Result<bool, Stopped> {
        let names = self.edge.engine().take_asked();
        let idle = names.is_empty();
        if !idle && self.inbox.take_changed() {
            // This queue manager may have become a member since.
            self.look_at_own(service)?;
        }
        for asked in names {
            let kinds: &[RecordKind] = match asked {
                AskedName::Queue(_) => &[RecordKind::Queue],
                // An alias of a queue manager is a queue.
                AskedName::QueueManager(_) => &[RecordKind::QMgr, RecordKind::Queue],
            };
            let (AskedName::Queue(name) | AskedName::QueueManager(name)) = &asked;
            let name = name.to_string();
            let left: BTreeSet<Name> = (kinds.iter())
                .filter_map(|kind| Name::new(*kind, &name))
                .collect();
            let waiting = self.asked.entry(asked).or_default();
            waiting.left = left.clone();
            for name in left {
                let actions = self.member.ask(&name, service.now());
                self.carry_out(actions, false)?;
            }
            self.answer_those_done();
        }
        Ok(idle)
    }

    fn answered(&mut self, name: &Name, answer: Answer) {
        for waiting in self.asked.values_mut() {
            if waiting.left.remove(name) {
                match answer {
                    // What else was asked for does not matter then.
                    Answer::Known => waiting.left.clear(),
                    Answer::Unknown => {}
                    Answer::Nobody => waiting.unheard = true,
                }
                if answer == Answer::Known {
                    waiting.unheard = false;
                }
            }
        }
        self.answer_those_done();
    }

    fn answer_those_done(&mut self) {
        let engine = self.edge.engine();
        self.asked.retain(|name, waiting| {
            if waiting.left.is_empty() {
                engine.answer_asked(name, !waiting.unheard);
            }
            !waiting.left.is_empty()
        });
    }

    /// Takes a message of another member. False if there is none.
    fn take_message(&mut self, service: &Service) -> Result<bool, Stopped> {
        let options = GetOptions {
            options: MQGMO_SYNCPOINT
                | MQGMO_NO_WAIT
                | MQGMO_ACCEPT_TRUNCATED_MSG
                | MQGMO_FAIL_IF_QUIESCING,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        };
        let wanted = MsgDescriptor::default();
        let got = self
            .session
            .get(self.queue, &wanted, &options, MESSAGE_BYTES_MAX);
        let message = match got {
            Ok(message) => message,
            Err(error) if error.reason == Reason::NO_MSG_AVAILABLE => return Ok(false),
            Err(error) => return Err(error.reason.into()),
        };
        let actions = match ChannelPartner::of(&message.descriptor) {
            Some(from) => {
                let partner = Partner {
                    qmid: from.q_mgr_id.as_str().trim_end(),
                    q_mgr: from.q_mgr_name.as_str().trim_end(),
                };
                if is_about_applications(&message.body) {
                    self.hear_of_applications(partner, &message.body)?;
                    Vec::new()
                } else {
                    self.member.received(partner, &message.body, service.now())
                }
            }
            None => {
                self.put_aside(service, &message)?;
                Vec::new()
            }
        };
        self.carry_out(actions, true)?;
        Ok(true)
    }

    /// A message that came from no member goes on the dead-letter queue, in the unit of work of its get; where that does not take it, it is lost.
    fn put_aside(&mut self, service: &Service, message: &GetReply) -> Result<(), Stopped> {
        service.tell(&FMQ0269, &[]);
        let engine = self.edge.engine();
        let dead = engine.q_mgr_definition();
        let dead = dead.text(Attr::Deadq);
        if dead.is_empty() {
            return Ok(());
        }
        let original = &message.descriptor;
        let aside = PutAside {
            reason: NO_REPOSITORY_MESSAGE,
            to: (ObjectName::truncated(COMMAND_QUEUE), engine.name()),
            appl_type: MQAT_QMGR,
            appl_name: PutAside::appl_name("clusters"),
            put_at: date_and_time(engine.wall_us()),
        };
        let mut descriptor = MsgDescriptor {
            format: *b"MQDEAD  ",
            encoding: MQENC_NATIVE,
            persistence: original.persistence,
            priority: original.priority,
            msg_id: original.msg_id,
            correl_id: original.correl_id,
            ..MsgDescriptor::default()
        };
        let mut options = PutOptions {
            options: MQPMO_SYNCPOINT | MQPMO_FAIL_IF_QUIESCING,
            ..PutOptions::default()
        };
        let whole = [&aside.header(original)[..], &message.body].concat();
        let to = ObjectDescriptor::queue(dead);
        match self.session.put1(&to, &mut descriptor, &mut options, whole) {
            Err(error) if error.reason.ends_service() => Err(error.reason.into()),
            _ => Ok(()),
        }
    }

    /// Does what has come of an event: what is known is kept first, and what members are not told for want of a commit they find when they
    /// compare next. The get of its message is committed with the first part of what is told: all of it may be more than a unit of work
    /// or the log takes, and a message that cannot be done with would come again for ever.
    fn carry_out(&mut self, actions: Vec<Action>, in_work: bool) -> Result<(), Stopped> {
        let mut records = Vec::new();
        let mut sends = Vec::new();
        let mut answers = Vec::new();
        let mut findings = Vec::new();
        let mut has_members = false;
        for action in actions {
            has_members |= concerns_members(&action);
            match action {
                Action::Keep(record) => records.push(ClusterRecord::Keep(record)),
                Action::Drop(kind, name) => records.push(ClusterRecord::Drop(kind, name)),
                Action::Send { cluster, to, bytes } => sends.push(((cluster, to), bytes)),
                Action::Answered { name, answer } => answers.push((name, answer)),
                Action::Notice(finding) => findings.push(finding),
            }
        }
        if !records.is_empty() {
            let resumed = resumed(self.edge.engine(), &records);
            let kept = self.edge.engine().keep_cluster_records(&records);
            kept.map_err(|why| Stopped::Failed(why.to_string()))?;
            self.edge.hurry_senders_to_resumed(&resumed);
        }
        self.has_new_members |= has_members;
        let most = self.edge.engine().q_mgr_int(Attr::Maxumsgs) / 2;
        let most = usize::try_from(most).unwrap_or(0).clamp(1, PART_MESSAGES);
        let mut in_work = in_work;
        let (mut messages, mut length) = (0, 0);
        for (to, data) in sends {
            (messages, length) = (messages + 1, length + data.len());
            in_work |= self.send_in_order(to, data.into())?;
            if in_work && (messages >= most || length >= PART_BYTES) {
                self.session.commit().map_err(|error| error.reason)?;
                (in_work, messages, length) = (false, 0, 0);
            }
        }
        if in_work {
            self.session.commit().map_err(|error| error.reason)?;
        }
        for (name, answer) in answers {
            self.answered(&name, answer);
        }
        for finding in findings {
            self.edge.notice(notice_of(&finding));
        }
        Ok(())
    }

    /// A channel fails: the members it leads to are not reached, unless they have another one in the same cluster.
    fn give_up(&mut self, channel: &str, now: u64) -> Result<(), Stopped> {
        let name = ObjectName::truncated;
        for led in self.edge.board().made().leads_to(channel) {
            let ways = (self.edge.engine()).cluster_ways(&name(&led.cluster), &name(&led.qmid));
            let mut others = ways.iter().filter(|way| way.channel != name(channel));
            if others.any(|way| readiness(way.state) > Readiness::Retrying) {
                continue;
            }
            let (cluster, qmid) = (&led.cluster, &led.qmid);
            let actions = self.member.channel_ended(cluster, qmid, true, now);
            self.carry_out(actions, false)?;
        }
        Ok(())
    }
}

/// Whether senders have to be made anew.
fn concerns_members(action: &Action) -> bool {
    match action {
        Action::Keep(record) => record.kind() == ObjectKind::ClusQMgr,
        Action::Drop(kind, _) => *kind == ObjectKind::ClusQMgr,
        _ => false,
    }
}

fn refused(why: CommandError) -> ClusterError {
    ClusterError::NotPossible(why.to_string())
}
