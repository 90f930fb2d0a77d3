//! The channels that run: who has a place, and whether there is another one.
//!
//! A channel is offered once the negotiation names it, and counts against the limits once somebody has connected over it: a
//! client that has named a channel and not logged on uses up nobody's place. The limits are checked both times. The first check
//! refuses most clients early, with the status the protocol has for that.

use ferromq_admin::network::{ChannelState, ChannelStatus};
use ferromq_channel::Peer;
use ferromq_mqi::name::FixedText;
use ferromq_qmgr::ChannelFigures;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::Waker;

/// What is asked of a channel that runs, whatever its type.
pub(crate) trait Instance: std::fmt::Debug + Send + Sync {
    /// Its definition's name, which limits and `STOP CHANNEL` go by.
    fn channel_name(&self) -> FixedText<20>;
    /// Who is at the other end.
    fn peer(&self) -> &Peer;
    /// The queue manager or the client at the other end, as `STOP CHANNEL` may name it; blank where it has no name.
    fn remote_name(&self) -> &str;
    /// The identifier of the queue manager at the other end; blank where it has none.
    fn remote_id(&self) -> &str {
        ""
    }
    /// How it stands.
    fn state(&self) -> ChannelState {
        ChannelState::Running
    }
    /// An operator wants it to end. Whoever runs it is told apart from that.
    fn request_stop(&self);
    /// What it knows of `DISPLAY CHSTATUS`.
    fn status(&self) -> ChannelStatus;
    /// What it did since this was asked last, if statistics tell of its kind.
    fn take_figures(&self) -> Option<ChannelFigures> {
        None
    }
}

/// Why a message channel cannot begin now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotNow {
    /// There are too many.
    TooMany(TooMany),
    /// An operator has its records changed. Who is to be told of the end of that has said so.
    Held,
}

impl From<TooMany> for NotNow {
    fn from(too_many: TooMany) -> Self {
        Self::TooMany(too_many)
    }
}

/// A channel that runs.
#[derive(Clone, Debug)]
pub(crate) struct RunningChannel {
    pub(crate) instance: Arc<dyn Instance>,
    /// The event loop that has it.
    pub(crate) loop_number: usize,
    /// This end of its socket, once that is known.
    pub(crate) local: Option<SocketAddr>,
}

/// How many channels of a definition may run at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instances {
    /// `MAXINST`.
    pub(crate) most: usize,
    /// `MAXINSTC`: from one address.
    pub(crate) most_of_client: usize,
}

impl Instances {
    /// Any number of them.
    pub(crate) const MANY: Self = Self {
        most: usize::MAX,
        most_of_client: usize::MAX,
    };
}

/// Why there are too many channels for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooMany {
    /// `MaxActiveChannels` of the queue manager.
    QueueManager(usize),
    /// `MAXINST` of the channel.
    Channel(usize),
    /// `MAXINSTC` of the channel, for one address.
    Client(usize),
}

impl TooMany {
    /// The limit, and whose it is, for people.
    pub(crate) fn limit(self) -> (usize, &'static str) {
        match self {
            Self::QueueManager(limit) => (limit, "MaxActiveChannels of the queue manager"),
            Self::Channel(limit) => (limit, "MAXINST of the channel"),
            Self::Client(limit) => (limit, "MAXINSTC of the channel"),
        }
    }
}

#[derive(Debug)]
struct Offered {
    channel: RunningChannel,
    instances: Instances,
    has_place: bool,
}

/// Places taken of one definition.
#[derive(Debug, Default)]
struct Taken {
    in_all: usize,
    of_address: HashMap<String, usize>,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct RunningChannels {
    /// `MaxActiveChannels`.
    most: usize,
    /// By the keys of their sockets, which are given in order.
    channels: BTreeMap<u64, Offered>,
    /// Their keys, by the names of their definitions.
    by_name: HashMap<FixedText<20>, BTreeSet<u64>>,
    places: usize,
    taken: HashMap<FixedText<20>, Taken>,
    /// Who waits for a channel to be gone.
    successors: HashMap<u64, Vec<Waker>>,
    /// Channels whose records an operator has changed just now, and who waits for that to be done. None of them begins meanwhile.
    held: HashMap<FixedText<20>, Vec<Waker>>,
    /// What channels that are gone did since statistics were written.
    ended: Vec<ChannelFigures>,
}

/// Channels that are gone of which statistics tell one by one; what others did since is not told.
const ENDED_MAX: usize = 1_000;

impl RunningChannels {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            channels: BTreeMap::new(),
            by_name: HashMap::new(),
            places: 0,
            taken: HashMap::new(),
            successors: HashMap::new(),
            held: HashMap::new(),
            ended: Vec::new(),
        }
    }

    /// What channels did since this was asked last, those that are gone among them.
    pub(crate) fn take_figures(&mut self) -> Vec<ChannelFigures> {
        let mut taken = std::mem::take(&mut self.ended);
        let running = self.channels.values();
        taken.extend(running.filter_map(|one| one.channel.instance.take_figures()));
        taken
    }

    /// Takes a channel in that is offered to a client, if there is a place for it.
    pub(crate) fn offer(
        &mut self,
        key: u64,
        channel: RunningChannel,
        instances: Instances,
    ) -> Result<(), TooMany> {
        self.check(channel.instance.as_ref(), instances)?;
        let offered = Offered {
            channel,
            instances,
            has_place: false,
        };
        self.insert(key, offered);
        Ok(())
    }

    /// Takes a message channel in that another queue manager has called, and gives it its place.
    pub(crate) fn begin(
        &mut self,
        key: u64,
        channel: RunningChannel,
        waker: &Waker,
    ) -> Result<(), NotNow> {
        if let Some(waiting) = self.held.get_mut(&channel.instance.channel_name()) {
            waiting.push(waker.clone());
            return Err(NotNow::Held);
        }
        self.offer(key, channel, Instances::MANY)?;
        Ok(self.take_place(key)?)
    }

    /// Keeps a channel that does not run from beginning until it is released. False when it runs, or is held.
    pub(crate) fn hold(&mut self, name: &str) -> bool {
        let is_free = self.of(name).next().is_none() && !self.is_held(name);
        if is_free {
            self.held.insert(FixedText::truncated(name), Vec::new());
        }
        is_free
    }

    pub(crate) fn is_held(&self, name: &str) -> bool {
        self.held.contains_key(&FixedText::truncated(name))
    }

    /// It may begin. Answers who waited for that.
    pub(crate) fn release(&mut self, name: &str) -> Vec<Waker> {
        let waiting = self.held.remove(&FixedText::truncated(name));
        waiting.unwrap_or_default()
    }

    /// Takes a channel in and gives it its place, whatever the limits. False while it is held.
    pub(crate) fn admit(&mut self, key: u64, channel: RunningChannel) -> bool {
        if self.held.contains_key(&channel.instance.channel_name()) {
            return false;
        }
        let instance = Arc::clone(&channel.instance);
        let offered = Offered {
            channel,
            instances: Instances::MANY,
            has_place: false,
        };
        self.insert(key, offered);
        self.enter(key, instance.as_ref());
        true
    }

    fn insert(&mut self, key: u64, offered: Offered) {
        let name = offered.channel.instance.channel_name();
        self.by_name.entry(name).or_default().insert(key);
        self.channels.insert(key, offered);
    }

    /// Another instance stands for a channel, of the same name and with the same address at the other end.
    pub(crate) fn renew(&mut self, key: u64, instance: Arc<dyn Instance>) {
        if let Some(offered) = self.channels.get_mut(&key) {
            offered.channel.instance = instance;
        }
    }

    /// Somebody has connected: the channel takes its place, if there still is one.
    pub(crate) fn take_place(&mut self, key: u64) -> Result<(), TooMany> {
        let Some(offered) = self.channels.get(&key).filter(|it| !it.has_place) else {
            return Ok(());
        };
        let instance = Arc::clone(&offered.channel.instance);
        self.check(instance.as_ref(), offered.instances)?;
        self.enter(key, instance.as_ref());
        Ok(())
    }

    fn enter(&mut self, key: u64, instance: &dyn Instance) {
        self.places += 1;
        let taken = self.taken.entry(instance.channel_name()).or_default();
        taken.in_all += 1;
        let address = instance.peer().address.clone();
        *taken.of_address.entry(address).or_default() += 1;
        if let Some(offered) = self.channels.get_mut(&key) {
            offered.has_place = true;
        }
    }

    /// The limit of the queue manager, if with so many more that are on their way there is no place for another one.
    pub(crate) fn lack_place(&self, on_their_way: usize) -> Option<TooMany> {
        let lacks = self.places.saturating_add(on_their_way) >= self.most;
        lacks.then_some(TooMany::QueueManager(self.most))
    }

    /// This end of the socket of a channel.
    pub(crate) fn note_local(&mut self, key: u64, local: SocketAddr) {
        if let Some(offered) = self.channels.get_mut(&key) {
            offered.channel.local = Some(local);
        }
    }

    fn check(&self, instance: &dyn Instance, instances: Instances) -> Result<(), TooMany> {
        if self.places >= self.most {
            return Err(TooMany::QueueManager(self.most));
        }
        let taken = self.taken.get(&instance.channel_name());
        let in_all = taken.map_or(0, |taken| taken.in_all);
        if in_all >= instances.most {
            return Err(TooMany::Channel(instances.most));
        }
        let of_client = taken.and_then(|taken| taken.of_address.get(&instance.peer().address));
        if of_client.copied().unwrap_or(0) >= instances.most_of_client {
            return Err(TooMany::Client(instances.most_of_client));
        }
        Ok(())
    }

    /// Wakes somebody when a socket is gone, at once if it is.
    pub(crate) fn await_end(&mut self, key: u64, waker: &Waker) {
        match self.channels.contains_key(&key) {
            true => self.successors.entry(key).or_default().push(waker.clone()),
            false => waker.wake_by_ref(),
        }
    }

    /// A socket is gone, and its channel with it. Answers who waited for that.
    pub(crate) fn forget(&mut self, key: u64) -> Vec<Waker> {
        let gone = self.channels.remove(&key);
        if let Some(gone) = &gone {
            let name = gone.channel.instance.channel_name();
            if let Some(keys) = self.by_name.get_mut(&name) {
                keys.remove(&key);
                if keys.is_empty() {
                    self.by_name.remove(&name);
                }
            }
        }
        if let Some(gone) = gone.filter(|gone| gone.has_place) {
            self.leave(&gone);
            let did = gone.channel.instance.take_figures();
            let has_room = self.ended.len() < ENDED_MAX;
            self.ended.extend(did.filter(|_| has_room));
        }
        self.successors.remove(&key).unwrap_or_default()
    }

    fn leave(&mut self, gone: &Offered) {
        self.places -= 1;
        let instance = &gone.channel.instance;
        let name = instance.channel_name();
        let Some(taken) = self.taken.get_mut(&name) else {
            return;
        };
        taken.in_all -= 1;
        if taken.in_all == 0 {
            self.taken.remove(&name);
        } else if let Some(of_address) = taken.of_address.get_mut(&instance.peer().address) {
            *of_address -= 1;
            if *of_address == 0 {
                taken.of_address.remove(&instance.peer().address);
            }
        }
    }

    /// The one with this key.
    pub(crate) fn get(&self, key: u64) -> Option<&RunningChannel> {
        self.channels.get(&key).map(|offered| &offered.channel)
    }

    /// Those of a definition, by key, in the order they came.
    pub(crate) fn of(&self, name: &str) -> impl Iterator<Item = (u64, &RunningChannel)> {
        let keys = self.by_name.get(&FixedText::truncated(name));
        let keys = keys.into_iter().flatten();
        keys.filter_map(|key| Some((*key, self.get(*key)?)))
    }

    /// All of them by key, in the order they came.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u64, &RunningChannel)> {
        let all = self.channels.iter();
        all.map(|(key, offered)| (*key, &offered.channel))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_channel::ServerConnection;

    fn channel(name: &str, address: &str) -> RunningChannel {
        let definition = ServerConnection {
            channel_name: FixedText::truncated(name),
            message_bytes_max: 0,
            heartbeat_s: 0,
            conversations_max: 0,
            disconnect_s: 0,
            keep_alive_s: None,
            mca_user: FixedText::BLANK,
            cipher_spec: String::new(),
        };
        let peer = Peer {
            address: address.to_owned(),
            port: 1,
            tls: None,
        };
        RunningChannel {
            instance: Arc::new(ferromq_channel::ChannelStatus::new(
                Arc::new(definition),
                peer,
                0,
                0,
            )),
            loop_number: 0,
            local: None,
        }
    }

    const MANY: Instances = Instances {
        most: 3,
        most_of_client: 2,
    };

    /// Offers and takes.
    fn run(all: &mut RunningChannels, key: u64, name: &str, address: &str) -> Result<(), TooMany> {
        all.offer(key, channel(name, address), MANY)?;
        all.take_place(key)
    }

    /// While an operator changes what is kept of a channel nobody begins it, from either side.
    #[test]
    fn a_channel_that_is_held_does_not_begin() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        struct Woken(AtomicUsize);
        impl std::task::Wake for Woken {
            fn wake(self: Arc<Self>) {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
        }
        let woken = Arc::new(Woken(AtomicUsize::new(0)));
        let waker = Waker::from(Arc::clone(&woken));
        let mut all = RunningChannels::new(4);
        assert!(all.hold("A"));
        assert!(!all.hold("A"), "two operators");
        assert!(all.is_held("A"));
        let begun = all.begin(1, channel("A", "here"), &waker);
        assert_eq!(begun, Err(NotNow::Held));
        assert!(!all.admit(2, channel("A", "here")));
        assert_eq!(all.begin(3, channel("B", "here"), &waker), Ok(()));
        assert!(!all.hold("B"), "it runs");
        all.release("A").into_iter().for_each(Waker::wake);
        assert_eq!(woken.0.load(Ordering::Relaxed), 1);
        assert_eq!(all.begin(1, channel("A", "here"), &waker), Ok(()));
        assert!(!all.hold("A"));
        assert!(all.hold("C"));
    }

    #[test]
    fn each_limit_counts_its_own() {
        let mut all = RunningChannels::new(4);
        assert_eq!(run(&mut all, 1, "A", "here"), Ok(()));
        assert_eq!(run(&mut all, 2, "A", "here"), Ok(()));
        assert_eq!(run(&mut all, 3, "A", "here"), Err(TooMany::Client(2)));
        assert_eq!(run(&mut all, 4, "A", "there"), Ok(()));
        assert_eq!(run(&mut all, 5, "A", "there"), Err(TooMany::Channel(3)));
        assert_eq!(run(&mut all, 6, "B", "here"), Ok(()));
        assert_eq!(run(&mut all, 7, "B", "here"), Err(TooMany::QueueManager(4)));
        for key in 1..=7 {
            all.forget(key);
        }
        assert!(all.places == 0 && all.taken.is_empty() && all.channels.is_empty());
        assert!(all.by_name.is_empty());
    }

    #[test]
    fn what_is_only_offered_takes_no_place() {
        let mut all = RunningChannels::new(1);
        for key in 1..=3 {
            assert_eq!(all.offer(key, channel("A", "here"), MANY), Ok(()));
        }
        assert_eq!(all.all().count(), 3);
        assert_eq!(
            all.of("A").map(|(key, _)| key).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert_eq!(all.of("B").count(), 0);
        all.forget(1);
        assert_eq!(all.of("A").map(|(key, _)| key).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(all.take_place(2), Ok(()));
        assert_eq!(all.take_place(2), Ok(()), "once");
        assert_eq!(all.take_place(3), Err(TooMany::QueueManager(1)));
        all.forget(2);
        assert_eq!(all.take_place(3), Ok(()));
    }
}
