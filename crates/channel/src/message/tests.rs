//! Both ends against each other, over a network that delays, splits and cuts, with hosts whose machines fail at any step.

use super::receiving::{self, Receiving};
use super::sending::{self, Outgoing, Patience, Sending, SendingRules};
use super::{Fault, InDoubt, ReceiverRecord, ReceivingRules, SenderRecord};
use crate::host::Peer;
use crate::line::Line;
use bytes::Bytes;
use ferromq_base::random::SplitMix64;
use ferromq_mqi::MsgDescriptor;
use ferromq_mqi::header::ByteOrder;
use ferromq_wire::control::StatusCode;
use ferromq_wire::inbound::Inbound;
use ferromq_wire::initial::Initial;
use ferromq_wire::message_channel::{Envelope, Luwid};
use ferromq_wire::negotiate::MessageAgreed;
use ferromq_wire::text::Text;
use std::collections::VecDeque;

const MS: u64 = 1_000_000;

/// A message by its number, which is also its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Message {
    number: u32,
    persistent: bool,
}

fn agreed(fast: bool) -> MessageAgreed {
    MessageAgreed {
        fap: 17,
        batch_messages_max: 5,
        batches_max: 1,
        transmission_bytes_max: 1024,
        message_bytes_max: 10_000,
        fast,
        lists: true,
        properties: true,
        heartbeat_s: 300,
        requested: false,
        partner_order: ByteOrder::Little,
        partner: Initial::default(),
    }
}

fn line(order: ByteOrder, now_ns: u64, agreed: &MessageAgreed) -> Line {
    let peer = Peer {
        address: "192.0.2.1".to_owned(),
        port: 1,
        tls: None,
    };
    let mut line = Line::new(peer, now_ns);
    line.speak(order, 1208);
    line.agree_on_messages(agreed);
    line
}

/// What is on its way in one direction.
#[derive(Default)]
struct Pipe {
    bytes: VecDeque<u8>,
}

impl Pipe {
    fn take_from(&mut self, line: &mut Line) {
        let chunks: Vec<u8> = line.outbound.chunks().flatten().copied().collect();
        self.bytes.extend(&chunks);
        line.outbound.advance(chunks.len());
    }

    fn give(&mut self, most: usize) -> Vec<u8> {
        let count = most.min(self.bytes.len());
        self.bytes.drain(..count).collect()
    }
}

/// A unit of work of the sender that is promised.
struct Promised {
    promise: InDoubt,
    record: SenderRecord,
    messages: Vec<Message>,
    /// Decided, and not forced: a crash may forget it.
    keeps: Option<bool>,
}

/// The sender's queue manager: what its log has, and what a crash may take.
#[derive(Default)]
struct SenderHost {
    queue: VecDeque<Message>,
    /// Got under syncpoint, not promised.
    got: Vec<Message>,
    /// In the order of the log.
    promised: VecDeque<Promised>,
    record: SenderRecord,
    /// What is being forced.
    forcing: Option<sending::Want>,
}

impl SenderHost {
    /// Whatever was appended is durable.
    fn settle(&mut self) {
        self.settle_some(usize::MAX);
    }

    /// The first so many decisions are durable.
    fn settle_some(&mut self, most: usize) {
        for _ in 0..most {
            let Some(at) = self.promised.iter().position(|it| it.keeps.is_some()) else {
                return;
            };
            let it = self.promised.remove(at).expect("it is there");
            match it.keeps {
                Some(true) if it.record.is_behind(&self.record) => self.record = it.record,
                Some(true) => {}
                _ => self.give_back(it.messages),
            }
        }
    }

    /// Each message has its place on the queue.
    fn give_back(&mut self, messages: Vec<Message>) {
        self.queue.extend(messages);
        self.queue.make_contiguous().sort_by_key(|it| it.number);
    }

    fn back_out(&mut self) {
        let got = std::mem::take(&mut self.got);
        self.give_back(got);
        self.forcing = None;
    }

    fn force(&mut self, want: sending::Want) {
        self.settle();
        match want {
            sending::Want::Promise(promise, record) => self.promised.push_back(Promised {
                promise,
                record,
                messages: std::mem::take(&mut self.got),
                keeps: None,
            }),
            sending::Want::Keep(record) => self.record = record,
            _ => {}
        }
    }

    /// The machine fails. What is being forced may have come to the disk, and what was decided too.
    fn crash(&mut self, random: &mut SplitMix64) {
        if let Some(want) = self.forcing.take()
            && random.chance(50)
        {
            self.force(want);
        }
        self.settle_some(random.below(4) as usize);
        for it in &mut self.promised {
            it.keeps = None;
        }
        self.back_out();
    }

    fn in_doubt(&self) -> Vec<InDoubt> {
        self.promised.iter().map(|it| it.promise).collect()
    }

    fn decide(&mut self, promise: InDoubt, keeps: bool) {
        let mut undecided = self.promised.iter_mut().filter(|it| it.keeps.is_none());
        let found = undecided.find(|it| it.promise == promise);
        found.expect("it is promised").keeps = Some(keeps);
    }
}

#[derive(Default)]
struct ReceiverHost {
    delivered: Vec<Message>,
    put: Vec<Message>,
    record: ReceiverRecord,
    forcing: Option<ReceiverRecord>,
}

impl ReceiverHost {
    fn crash(&mut self, random: &mut SplitMix64) {
        if let Some(record) = self.forcing.take()
            && random.chance(50)
        {
            self.force(record);
        }
        self.put.clear();
    }

    fn force(&mut self, record: ReceiverRecord) {
        self.delivered.append(&mut self.put);
        self.record = record;
    }
}

/// Both ends while one connection lasts.
struct Life {
    now_ns: u64,
    lines: [Line; 2],
    inbound: [Inbound; 2],
    pipes: [Pipe; 2],
    sending: Sending,
    receiving: Receiving,
    /// What an earlier life has left in doubt, and how many of it were taken back and kept.
    doubts: Vec<InDoubt>,
    resolved: [u32; 2],
    /// Most batches that were under way at a time.
    overlapped: u32,
}

fn body(number: u32) -> Bytes {
    // Some messages take several segments.
    let length = if number.is_multiple_of(3) { 3_000 } else { 4 };
    let mut data = vec![0; length];
    data[..4].copy_from_slice(&number.to_be_bytes());
    Bytes::from(data)
}

const WRAP: u32 = 100;

fn rules(interval_ns: u64) -> SendingRules {
    SendingRules {
        batch_messages_max: 5,
        batches_max: 1,
        batch_bytes_max: 8_000,
        batch_interval_ns: interval_ns,
        probe_ns: 0,
        disconnect_ns: 0,
        wrap: WRAP,
    }
}

impl Life {
    fn new(
        orders: [ByteOrder; 2],
        agreed: &MessageAgreed,
        rules: SendingRules,
        sender: &SenderHost,
        receiver: &ReceiverHost,
        now_ns: u64,
    ) -> Self {
        let mut lines = orders.map(|order| line(order, now_ns, agreed));
        let doubts = sender.in_doubt();
        let sending = Sending::begin(&mut lines[0], rules, sender.record, &doubts);
        let rules = ReceivingRules {
            wrap: WRAP,
            is_ours: true,
            any_first: false,
        };
        let receiving = Receiving::begin(&lines[1], agreed, rules, receiver.record);
        Self {
            now_ns,
            lines,
            inbound: [(); 2].map(|()| Inbound::new(agreed.limits())),
            pipes: Default::default(),
            sending,
            receiving,
            doubts,
            resolved: [0; 2],
            overlapped: 0,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.sending.want(), sending::Want::Over)
            || matches!(self.receiving.want(), receiving::Want::Over)
    }

    fn move_bytes(&mut self, from: usize, most: usize) {
        self.pipes[from].take_from(&mut self.lines[from]);
        let bytes = self.pipes[from].give(most);
        let to = 1 - from;
        let mut input = &bytes[..];
        self.lines[to].look_at_clock(self.now_ns);
        while let Some(arrival) = self.inbound[to].next(&mut input).expect("well-formed") {
            let segment = arrival.segment(17).expect("well-formed");
            let (head, line) = (&arrival.head, &mut self.lines[to]);
            if to == 0 {
                if let Err(fault) = self.sending.receive(line, head, &segment) {
                    self.sending.fail(line, fault);
                }
            } else if let Err(fault) =
                self.receiving
                    .receive(line, head, &segment, &arrival.payload)
            {
                self.receiving.fail(line, fault);
            }
        }
    }

    fn step_sender(&mut self, host: &mut SenderHost, fast: bool) {
        let line = &mut self.lines[0];
        line.look_at_clock(self.now_ns);
        // Whatever the host is at.
        if let Some((promise, keeps)) = self.sending.verdict() {
            if self.doubts.contains(&promise) {
                self.resolved[usize::from(keeps)] += 1;
            }
            if host.in_doubt().contains(&promise) {
                host.decide(promise, keeps);
            }
            if !keeps {
                // What is backed out is seen at once.
                host.settle();
            }
            return self.sending.decided(line);
        }
        self.overlapped = self.overlapped.max(self.sending.unanswered() as u32);
        if let Some(want) = host.forcing.take() {
            host.force(want);
            match want {
                sending::Want::Promise(..) => self.sending.promised(line),
                _ => self.sending.kept(line),
            }
            return;
        }
        self.sending.settle(line);
        match self.sending.want() {
            want @ (sending::Want::Promise(..) | sending::Want::Keep(_)) => {
                host.forcing = Some(want);
            }
            sending::Want::Get(patience) => match host.queue.pop_front() {
                Some(message) => {
                    let under_syncpoint = message.persistent || !fast;
                    if under_syncpoint {
                        host.got.push(message);
                    }
                    let message = outgoing(line, message, under_syncpoint);
                    self.sending.got(line, message);
                }
                None => match patience {
                    Patience::None => self.sending.nothing(line),
                    Patience::Until(at_ns) if at_ns <= self.now_ns => self.sending.nothing(line),
                    Patience::Until(_) | Patience::Endless => {}
                },
            },
            sending::Want::Nothing | sending::Want::Over => {}
        }
    }

    fn step_receiver(&mut self, host: &mut ReceiverHost) {
        let line = &mut self.lines[1];
        line.look_at_clock(self.now_ns);
        if let Some(record) = host.forcing.take() {
            host.force(record);
            return self.receiving.committed(line);
        }
        match self.receiving.want() {
            receiving::Want::Put(message) => {
                let number = u32::from_be_bytes(message.data[..4].try_into().expect("four"));
                assert_eq!(message.data, body(number));
                assert_eq!(message.envelope.q_name.name().as_str(), "THERE");
                let persistent = message.envelope.descriptor.persistence != 0;
                let put = Message { number, persistent };
                match message.under_syncpoint {
                    true => host.put.push(put),
                    false => host.delivered.push(put),
                }
                self.receiving.put(line, false);
            }
            receiving::Want::Commit(record) | receiving::Want::Keep(record) => {
                host.forcing = Some(record);
            }
            receiving::Want::Nothing | receiving::Want::Over => {}
        }
    }
}

fn outgoing(line: &Line, message: Message, under_syncpoint: bool) -> Outgoing {
    let envelope = Envelope {
        q_name: Text::of("THERE"),
        q_mgr_name: Text::of("QM2"),
        descriptor: MsgDescriptor {
            version: 1,
            persistence: message.persistent.into(),
            ..MsgDescriptor::default()
        },
    };
    let mut front = Vec::new();
    envelope.encode(line.form(), &mut front);
    Outgoing {
        front,
        data: body(message.number),
        under_syncpoint,
    }
}

struct World {
    random: SplitMix64,
    sender: SenderHost,
    receiver: ReceiverHost,
    sent: Vec<Message>,
    fast: bool,
    interval_ns: u64,
    batches_max: usize,
    orders: [ByteOrder; 2],
    now_ns: u64,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let fast = random.chance(50);
        let order = |random: &mut SplitMix64| match random.chance(50) {
            true => ByteOrder::Big,
            false => ByteOrder::Little,
        };
        Self {
            orders: [order(&mut random), order(&mut random)],
            interval_ns: if random.chance(30) { 5 * MS } else { 0 },
            batches_max: 1 + random.below(5) as usize,
            random,
            sender: SenderHost {
                record: SenderRecord::new(1_700_000_000),
                ..SenderHost::default()
            },
            receiver: ReceiverHost::default(),
            sent: Vec::new(),
            fast,
            now_ns: 1,
        }
    }

    fn put_some(&mut self, most: u64) {
        for _ in 0..self.random.below(most + 1) {
            let message = Message {
                number: self.sent.len() as u32,
                persistent: self.random.chance(60),
            };
            self.sent.push(message);
            self.sender.queue.push_back(message);
        }
    }

    /// One connection: `steps` at most, then it is cut and perhaps more fails. Without a limit it ends when all is quiet.
    fn live(&mut self, steps: Option<u64>) -> Life {
        let mut life = Life::new(
            self.orders,
            &agreed(self.fast),
            SendingRules {
                batches_max: self.batches_max,
                ..rules(self.interval_ns)
            },
            &self.sender,
            &self.receiver,
            self.now_ns,
        );
        let mut quiet = 0;
        for step in 0.. {
            if steps == Some(step) || life.is_over() || quiet > 200 {
                break;
            }
            assert!(step < 100_000, "it does not come to rest");
            let before = (life.sending.messages, self.sender.queue.len());
            match self.random.below(10) {
                0..=2 => life.step_sender(&mut self.sender, self.fast),
                3..=5 => life.step_receiver(&mut self.receiver),
                6 | 7 => {
                    let most = self.random.below(3_000) as usize + 1;
                    life.move_bytes(self.random.below(2) as usize, most);
                }
                8 => life.now_ns += self.random.below(3) * MS,
                _ if steps.is_some() => self.put_some(3),
                _ => {}
            }
            let still = before == (life.sending.messages, self.sender.queue.len())
                && self.sender.queue.is_empty()
                && self.sender.promised.iter().all(|it| it.keeps.is_some())
                && self.receiver.put.is_empty();
            quiet = if still { quiet + 1 } else { 0 };
        }
        self.now_ns = life.now_ns;
        life
    }

    fn fail_somehow(&mut self) {
        match self.random.below(4) {
            0 => self.sender.crash(&mut self.random),
            1 => self.receiver.crash(&mut self.random),
            2 => {
                self.sender.crash(&mut self.random);
                self.receiver.crash(&mut self.random);
            }
            // The network only: what runs goes on to its end.
            _ => {}
        }
        // An end that is cut finishes what it is forcing and backs out the rest.
        if let Some(want) = self.sender.forcing.take() {
            self.sender.force(want);
        }
        self.sender.settle();
        self.sender.back_out();
        if let Some(record) = self.receiver.forcing.take() {
            self.receiver.force(record);
        }
        self.receiver.put.clear();
    }
}

fn numbers(messages: &[Message], which: impl Fn(&&Message) -> bool) -> Vec<u32> {
    let chosen = messages.iter().filter(which);
    chosen.map(|message| message.number).collect()
}

/// What is under syncpoint arrives once and in order, whatever fails; what is not arrives at most once and in order.
#[test]
fn every_message_arrives_once_and_in_order_whatever_fails() {
    let (mut resolved, mut split, mut overlapped) = ([0; 2], 0, 0);
    for seed in 0..1_000 {
        let mut world = World::new(seed);
        world.put_some(20);
        for _ in 0..world.random.below(8) {
            let steps = world.random.below(400);
            let life = world.live(Some(steps));
            assert_eq!(life.sending.fault(), None, "{seed}");
            assert_eq!(life.receiving.fault(), None, "{seed}");
            for (all, here) in resolved.iter_mut().zip(life.resolved) {
                *all += here;
            }
            split += u32::from(!life.resolved.contains(&0));
            overlapped = overlapped.max(life.overlapped);
            world.fail_somehow();
        }
        world.live(None);
        world.sender.settle();
        assert!(
            world.sender.queue.is_empty() && world.sender.promised.is_empty(),
            "{seed}"
        );
        let under_syncpoint = |message: &&Message| message.persistent || !world.fast;
        assert_eq!(
            numbers(&world.receiver.delivered, under_syncpoint),
            numbers(&world.sent, under_syncpoint),
            "{seed}"
        );
        let fast = numbers(&world.receiver.delivered, |message| {
            !under_syncpoint(message)
        });
        assert!(
            fast.is_sorted_by(|one, other| one < other),
            "{seed}: {fast:?}"
        );
    }
    // Both ways a batch in doubt can go were met, and of several that some were there and some not.
    assert!(resolved[0] > 30 && resolved[1] > 30, "{resolved:?}");
    assert!(split > 30 && overlapped > 3, "{split} {overlapped}");
}

/// Without faults nothing is lost, fast or not, and batches are as large as they may be.
#[test]
fn without_faults_nothing_is_lost() {
    for seed in 0..300 {
        let mut world = World::new(seed);
        world.put_some(60);
        let life = world.live(None);
        assert_eq!(life.sending.messages as usize, world.sent.len());
        assert_eq!(life.receiving.messages, life.sending.messages);
        assert_eq!(life.receiving.batches, life.sending.batches);
        let all = |_: &&Message| true;
        let mut delivered = numbers(&world.receiver.delivered, all);
        delivered.sort_unstable();
        assert_eq!(delivered, numbers(&world.sent, all));
    }
}

/// Everything moves until nothing does.
fn run_on(life: &mut Life, sender: &mut SenderHost, receiver: &mut ReceiverHost) {
    for _ in 0..200 {
        life.step_sender(sender, true);
        life.step_receiver(receiver);
        life.move_bytes(0, usize::MAX);
        life.move_bytes(1, usize::MAX);
    }
}

fn pair(sender: &SenderHost, receiver: &ReceiverHost) -> Life {
    let orders = [ByteOrder::Little, ByteOrder::Big];
    Life::new(orders, &agreed(true), rules(0), sender, receiver, 1)
}

fn queued(count: u32) -> SenderHost {
    let messages = (0..count).map(|number| Message {
        number,
        persistent: true,
    });
    SenderHost {
        queue: messages.collect(),
        record: SenderRecord::new(7),
        ..SenderHost::default()
    }
}

#[test]
fn a_receiver_that_expects_another_number_says_which() {
    let (mut sender, mut receiver) = (queued(1), ReceiverHost::default());
    receiver.record.sequence = 41;
    let mut life = pair(&sender, &receiver);
    run_on(&mut life, &mut sender, &mut receiver);
    let Some(Fault::Sequence {
        found: 1,
        expected: 42,
        batch,
        committed,
        ..
    }) = life.receiving.fault()
    else {
        panic!("{:?}", life.receiving.fault());
    };
    assert_ne!(*batch, Luwid::NONE);
    assert_eq!(*committed, receiver.record.committed);
    assert_eq!(life.sending.unconfirmed_batch(), *batch);
    let Some(Fault::Refused(status)) = life.sending.fault() else {
        panic!("{:?}", life.sending.fault());
    };
    assert_eq!(
        (status.code, status.value, status.committed),
        (StatusCode::SEQUENCE, Some(42), Some(*committed))
    );
    // The answer names the batch: it is backed out at both ends.
    assert!(sender.promised.is_empty() && receiver.delivered.is_empty());
    assert_eq!(sender.queue.len(), 1);
}

#[test]
fn a_number_that_is_reset_is_told_before_the_first_message() {
    let (mut sender, mut receiver) = (queued(2), ReceiverHost::default());
    receiver.record.sequence = 41;
    sender.record.reset_to = 9;
    sender.record.sequence = 8;
    let mut life = pair(&sender, &receiver);
    run_on(&mut life, &mut sender, &mut receiver);
    assert_eq!(life.sending.fault(), None);
    assert_eq!(receiver.delivered.len(), 2);
    assert_eq!(receiver.record.sequence, 10);
    sender.settle();
    assert_eq!((sender.record.reset_to, sender.record.sequence), (0, 10));
}

/// It was reset when `SEQWRAP` was higher.
#[test]
fn a_number_beyond_the_last_one_is_taken_the_same_at_both_ends() {
    let (mut sender, mut receiver) = (queued(3), ReceiverHost::default());
    sender.record.reset_to = WRAP + 50;
    let mut life = pair(&sender, &receiver);
    run_on(&mut life, &mut sender, &mut receiver);
    assert_eq!((life.sending.fault(), life.receiving.fault()), (None, None));
    assert_eq!(receiver.delivered.len(), 3);
    // The last one, and then from the first on.
    assert_eq!(receiver.record.sequence, 2);
}

/// A receiver that has lost its record answers as one that never had the batch. Who has sent before does not believe it.
#[test]
fn a_batch_stays_in_doubt_when_the_other_end_has_lost_its_record() {
    let (mut sender, mut receiver) = (queued(1), ReceiverHost::default());
    let mut life = pair(&sender, &receiver);
    run_on(&mut life, &mut sender, &mut receiver);
    sender.settle();
    let batch = Luwid {
        time_s: 7,
        counter: 0x1000_0201,
    };
    let in_doubt = InDoubt {
        batch,
        sequence: 2,
        messages: 1,
    };
    sender.promised.push_back(Promised {
        promise: in_doubt,
        record: sender.record,
        messages: Vec::new(),
        keeps: None,
    });
    let mut forgetful = ReceiverHost::default();
    let mut life = pair(&sender, &forgetful);
    run_on(&mut life, &mut sender, &mut forgetful);
    let expected = Fault::RecordLost {
        in_doubt,
        theirs: Luwid::NONE,
    };
    assert_eq!(life.sending.fault(), Some(&expected));
    assert_eq!(sender.in_doubt(), [in_doubt]);
}

#[test]
fn a_message_that_cannot_be_put_is_backed_out_at_both_ends() {
    let (mut sender, mut receiver) = (queued(3), ReceiverHost::default());
    let mut life = pair(&sender, &receiver);
    for _ in 0..200 {
        life.step_sender(&mut sender, true);
        life.move_bytes(0, usize::MAX);
        if matches!(life.receiving.want(), receiving::Want::Put(_)) && receiver.put.len() == 1 {
            life.receiving
                .refuse(&mut life.lines[1], StatusCode::CANNOT_STORE);
        }
        life.step_receiver(&mut receiver);
        life.move_bytes(1, usize::MAX);
    }
    let Some(Fault::Refused(status)) = life.sending.fault() else {
        panic!("{:?}", life.sending.fault());
    };
    assert_eq!(status.code, StatusCode::CANNOT_STORE);
    assert!(life.is_over());
    sender.settle();
    sender.back_out();
    assert!(sender.promised.is_empty());
    assert_eq!(sender.queue.len(), 3);
}

#[test]
fn a_sender_closes_between_batches_and_the_receiver_takes_it_for_the_end() {
    let (mut sender, mut receiver) = (queued(7), ReceiverHost::default());
    let mut life = pair(&sender, &receiver);
    for _ in 0..6 {
        life.step_sender(&mut sender, true);
    }
    life.sending.close();
    assert!(life.sending.wants_no_message(life.now_ns));
    run_on(&mut life, &mut sender, &mut receiver);
    assert!(matches!(life.sending.want(), sending::Want::Over));
    assert!(matches!(life.receiving.want(), receiving::Want::Over));
    assert_eq!((life.sending.fault(), life.receiving.fault()), (None, None));
    let (delivered, left) = (receiver.delivered.len(), sender.queue.len());
    assert!(delivered > 0 && delivered + left == 7, "{delivered} {left}");
}

#[test]
fn a_receiver_that_is_to_stop_has_the_sender_end_the_channel() {
    let (mut sender, mut receiver) = (queued(2), ReceiverHost::default());
    let mut life = pair(&sender, &receiver);
    run_on(&mut life, &mut sender, &mut receiver);
    life.receiving.close(&mut life.lines[1]);
    run_on(&mut life, &mut sender, &mut receiver);
    assert!(matches!(life.receiving.want(), receiving::Want::Over));
    assert_eq!(life.receiving.fault(), None);
    assert!(matches!(life.sending.want(), sending::Want::Over));
    assert_eq!(life.sending.fault(), None);
}

/// Over a link that is slow a batch takes longer than a sender may that does nothing: it comes to its end. One of which nothing more comes is not waited for.
#[test]
fn a_receiver_that_is_to_stop_lets_a_batch_come_to_its_end_as_long_as_it_moves() {
    for stalls in [false, true] {
        let (mut sender, mut receiver) = (queued(0), ReceiverHost::default());
        sender.queue = (1..=5)
            .map(|number| Message {
                number: 3 * number,
                persistent: true,
            })
            .collect();
        let mut life = pair(&sender, &receiver);
        let mut closes_at = None;
        for step in 0..40 {
            for _ in 0..10 {
                life.step_sender(&mut sender, true);
                life.step_receiver(&mut receiver);
            }
            if closes_at.is_none() || !stalls {
                life.move_bytes(0, 1_024);
            }
            life.move_bytes(1, usize::MAX);
            if step == 3 {
                life.receiving.close(&mut life.lines[1]);
                closes_at = Some(life.now_ns);
            }
            life.now_ns += 5_000 * MS;
            let line = &mut life.lines[1];
            line.look_at_clock(life.now_ns);
            life.receiving.tick(line);
        }
        assert!(matches!(life.receiving.want(), receiving::Want::Over));
        assert_eq!(life.receiving.fault(), None);
        let refused = life.sending.fault().is_some();
        let delivered = receiver.delivered.len();
        assert_eq!(
            (refused, delivered),
            if stalls { (true, 0) } else { (false, 3) }
        );
    }
}

#[test]
fn an_idle_sender_disconnects_when_its_time_is_over() {
    let (mut sender, mut receiver) = (queued(0), ReceiverHost::default());
    let mut life = pair(&sender, &receiver);
    let disconnect = SendingRules {
        disconnect_ns: 50 * MS,
        ..rules(0)
    };
    life.sending = Sending::begin(&mut life.lines[0], disconnect, sender.record, &[]);
    run_on(&mut life, &mut sender, &mut receiver);
    assert!(!life.is_over());
    life.now_ns += 49 * MS;
    run_on(&mut life, &mut sender, &mut receiver);
    assert!(!life.is_over());
    life.now_ns += MS;
    run_on(&mut life, &mut sender, &mut receiver);
    assert!(life.is_over() && life.sending.fault().is_none());
}

#[test]
fn silence_is_asked_about_before_a_batch_is_promised() {
    let (mut sender, mut receiver) = (queued(1), ReceiverHost::default());
    let mut life = pair(&sender, &receiver);
    let probing = SendingRules {
        probe_ns: 10 * MS,
        ..rules(0)
    };
    life.sending = Sending::begin(&mut life.lines[0], probing, sender.record, &[]);
    life.now_ns += 20 * MS;
    for _ in 0..10 {
        life.step_sender(&mut sender, true);
    }
    assert!(
        sender.promised.is_empty(),
        "not before the other end has answered"
    );
    // No answer: nothing is in doubt.
    life.now_ns += 2_000 * MS;
    life.lines[0].look_at_clock(life.now_ns);
    life.sending.tick(&mut life.lines[0]);
    assert_eq!(life.sending.fault(), Some(&Fault::Silence));
    assert!(!life.sending.is_in_doubt());

    let mut life = pair(&sender, &receiver);
    life.sending = Sending::begin(&mut life.lines[0], probing, sender.record, &[]);
    sender.back_out();
    life.now_ns += 20 * MS;
    run_on(&mut life, &mut sender, &mut receiver);
    assert_eq!(receiver.delivered.len(), 1);

    // The time for the answer counts from the question, however long it was quiet before.
    life.now_ns += 60_000 * MS;
    sender.queue = queued(1).queue;
    for _ in 0..10 {
        life.step_sender(&mut sender, true);
    }
    let asked_ns = life.now_ns;
    assert_eq!(
        life.sending.deadline_ns(&life.lines[0]),
        Some(asked_ns + 1_000 * MS)
    );
    life.sending.tick(&mut life.lines[0]);
    assert_eq!(life.sending.fault(), None);
    run_on(&mut life, &mut sender, &mut receiver);
    assert_eq!(receiver.delivered.len(), 2);
}

/// With a network that is slow, messages go on while answers are on their way; a no to one batch is one to those behind it.
#[test]
fn batches_overlap_and_a_no_backs_out_those_behind() {
    for refused in [None, Some(8)] {
        let (mut sender, mut receiver) = (queued(24), ReceiverHost::default());
        let mut life = pair(&sender, &receiver);
        let overlapping = SendingRules {
            batches_max: 4,
            ..rules(0)
        };
        life.sending = Sending::begin(&mut life.lines[0], overlapping, sender.record, &[]);
        for _ in 0..200 {
            life.step_sender(&mut sender, true);
        }
        assert_eq!(life.sending.unanswered(), 4);
        assert!(life.sending.is_in_doubt());
        assert_eq!(sender.queue.len(), 4, "as many batches as may be");
        for _ in 0..200 {
            life.move_bytes(0, usize::MAX);
            if matches!(life.receiving.want(), receiving::Want::Put(_))
                && Some(receiver.delivered.len() + receiver.put.len()) == refused
            {
                let line = &mut life.lines[1];
                life.receiving.refuse(line, StatusCode::CANNOT_STORE);
            }
            life.step_receiver(&mut receiver);
        }
        receiver.put.clear();
        run_on(&mut life, &mut sender, &mut receiver);
        sender.settle();
        sender.back_out();
        assert!(sender.promised.is_empty());
        let delivered = if refused.is_some() { 5 } else { 24 };
        assert_eq!(receiver.delivered.len(), delivered);
        assert_eq!(sender.queue.len(), 24 - delivered);
        assert_eq!(sender.record.sequence, delivered as u32);
        assert_eq!(life.sending.messages, delivered as u64);
    }
}

/// What is put while answers are missing goes along with the rest of its batch, but does not wait long for it.
#[test]
fn a_batch_that_is_not_full_waits_a_moment_while_others_are_unanswered() {
    let (mut sender, mut receiver) = (queued(6), ReceiverHost::default());
    let mut life = pair(&sender, &receiver);
    let overlapping = SendingRules {
        batches_max: 4,
        ..rules(0)
    };
    life.sending = Sending::begin(&mut life.lines[0], overlapping, sender.record, &[]);
    for _ in 0..50 {
        life.step_sender(&mut sender, true);
    }
    assert_eq!(life.sending.unanswered(), 1);
    assert!(!life.sending.wants_no_message(life.now_ns));
    life.now_ns += MS;
    for _ in 0..50 {
        life.step_sender(&mut sender, true);
    }
    assert_eq!(life.sending.unanswered(), 2);
    run_on(&mut life, &mut sender, &mut receiver);
    assert_eq!(receiver.delivered.len(), 6);

    // The last answer ends the wait.
    sender.queue = queued(6).queue;
    for _ in 0..50 {
        life.step_sender(&mut sender, true);
    }
    assert_eq!(life.sending.unanswered(), 1);
    run_on(&mut life, &mut sender, &mut receiver);
    assert_eq!(receiver.delivered.len(), 12);
}

#[test]
fn messages_that_went_elsewhere_fill_the_batch_they_go_with() {
    let one_of = |messages, bytes| {
        let (mut sender, receiver) = (queued(1), ReceiverHost::default());
        let mut life = pair(&sender, &receiver);
        for _ in 0..3 {
            life.step_sender(&mut sender, true);
        }
        assert!(life.sending.will_promise());
        for _ in 0..messages {
            life.sending.settle(&mut life.lines[0]);
            assert!(matches!(life.sending.want(), sending::Want::Get(_)));
            assert!(!life.sending.set_aside(true, bytes));
        }
        life.sending.settle(&mut life.lines[0]);
        life.sending.want()
    };
    // The batch is of five messages, or 8,000 bytes.
    assert!(matches!(one_of(3, 10), sending::Want::Get(_)));
    assert!(matches!(one_of(4, 10), sending::Want::Promise(promise, _) if promise.messages == 1));
    assert!(matches!(one_of(1, 8_000), sending::Want::Promise(..)));
}
