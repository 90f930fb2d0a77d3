//! The queue against a plain list: thousands of random steps, after each the same answers.

use crate::model::{Item, Model, Random, State, id, message};
use ferromq_queue::{
    Cursor, ExpiryCursor, Filter, HandleId, Holder, Mark, MessageView, Position, PutMeta,
    PutRefusal, Queue, QueueSettings, Selection, Seq, Spill, Take, Unmarked, Verdict, Visibility,
};
use std::sync::Arc;

struct World {
    random: Random,
    queue: Queue,
    model: Model,
    settings: QueueSettings,
    now_us: u64,
    cursors: Vec<(Cursor, (u8, u64))>,
}

const HANDLES: u64 = 3;

impl World {
    fn new(seed: u64) -> Self {
        let settings = QueueSettings {
            max_depth: 60,
            default_priority: 4,
            ..Default::default()
        };
        Self {
            random: Random(seed),
            queue: Queue::new_volatile(settings),
            model: Model::default(),
            settings,
            now_us: 1_000,
            cursors: Vec::new(),
        }
    }

    fn step(&mut self) {
        match self.random.below(100) {
            0..22 => self.put(),
            22..26 => self.reserve_only(),
            26..34 => self.commit_put(),
            34..37 => self.back_out_put(),
            37..55 => self.select(),
            55..66 => self.browse(),
            66..75 => self.finish(),
            75..82 => self.restore(),
            82..85 => self.unlock_or_drop(),
            85..88 => self.unmark(),
            88..91 => self.sweep(),
            91..93 => self.now_us += self.random.below(20),
            93 => self.try_what_is_put_off(),
            94..96 => self.by_token(),
            96..98 => self.change_settings(),
            98 => self.set_backout_count(),
            _ if self.random.one_in(20) => self.purge(),
            _ => {}
        }
        for item in &mut self.model.items {
            item.put_off &= item.state == State::Available;
        }
        self.compare();
    }

    fn compare(&self) {
        let status = self.queue.status();
        assert_eq!(status.depth as usize, self.model.depth());
        let visible = |state| matches!(state, State::Available | State::Locked(_));
        assert_eq!(status.available as usize, self.model.count(visible));
        assert_eq!(
            status.uncommitted_gets as usize,
            self.model.count(|state| state == State::Held)
        );
        let puts = self.model.count(|state| state == State::Uncommitted);
        assert_eq!(
            status.uncommitted_puts as usize,
            puts + self.model.reserved.len()
        );
    }

    fn put(&mut self) {
        let seq = match self.queue.reserve() {
            Ok(seq) => seq,
            Err(refusal) => {
                assert_eq!(refusal, PutRefusal::Full);
                assert!(self.model.depth() >= self.settings.max_depth as usize);
                return;
            }
        };
        assert!(self.model.depth() < self.settings.max_depth as usize);
        let random = &mut self.random;
        let priority = random.below(10) as u8;
        let class = if self.settings.delivery_fifo {
            4
        } else {
            priority
        };
        let (msg_id, correl_id) = (id(random.below(6) as u8), id(random.below(3) as u8));
        let expires_at_us = random.one_in(5).then(|| self.now_us + random.below(30));
        let visibility = if random.one_in(3) {
            Visibility::Held
        } else {
            Visibility::Now
        };
        let state = if visibility == Visibility::Held {
            State::Uncommitted
        } else {
            State::Available
        };
        let meta = PutMeta {
            class: None,
            priority,
            persistent: false,
            expires_at_us,
            put_at_us: self.now_us,
            log: None,
        };
        self.queue
            .insert(seq, message(msg_id, correl_id, 10), &meta, visibility)
            .wake();
        self.model.items.push(Item {
            seq: seq.0,
            class,
            priority,
            persistent: false,
            msg_id,
            correl_id,
            expires_at_us,
            put_off: false,
            backout_count: 0,
            state,
            handle_marks: Vec::new(),
            cooperative_until_us: 0,
            put_at_us: self.now_us,
            body_len: 10,
        });
    }

    fn reserve_only(&mut self) {
        if let Ok(seq) = self.queue.reserve() {
            self.model.reserved.push(seq.0);
        }
        if self.model.reserved.len() > 2 {
            let seq = self.model.reserved.remove(0);
            self.queue.release(Seq(seq));
        }
    }

    fn commit_put(&mut self) {
        if let Some(seq) = self.model.pick(&mut self.random, State::Uncommitted) {
            let before = self.queue.status().available;
            let wakeups = self.queue.make_visible(Seq(seq));
            let transition = wakeups.transition.expect("a message became visible");
            let item = self.model.get(seq);
            item.state = State::Available;
            assert_eq!(
                (transition.priority, transition.available_before),
                (item.priority, before)
            );
            assert_eq!(transition.at_or_above(0), before + 1);
        }
    }

    fn back_out_put(&mut self) {
        if let Some(seq) = self.model.pick(&mut self.random, State::Uncommitted) {
            self.queue.release(Seq(seq));
            self.model.remove(seq);
        }
    }

    /// A selection with random criteria, and the same as a predicate on the model.
    fn criteria(&mut self) -> (Selection<'static>, impl Fn(&Item) -> bool + use<>) {
        let handle = self.random.below(HANDLES);
        let mut selection = Selection {
            handle: HandleId(handle),
            ..Selection::default()
        };
        if self.random.one_in(3) {
            selection.msg_id = Some(id(1 + self.random.below(5) as u8));
        }
        if self.random.one_in(3) {
            selection.correl_id = Some(id(self.random.below(3) as u8));
        }
        let mut after = None;
        if !self.cursors.is_empty() && self.random.one_in(3) {
            let which = self.random.below(self.cursors.len() as u64) as usize;
            let (cursor, rank) = self.cursors[which];
            selection.position = Position::After(cursor);
            after = Some(rank);
        }
        let wanted = (selection.msg_id, selection.correl_id);
        let matches = move |item: &Item| {
            wanted.0.is_none_or(|id| id == item.msg_id)
                && wanted.1.is_none_or(|id| id == item.correl_id)
                && after.is_none_or(|rank| item.rank() > rank)
        };
        (selection, matches)
    }

    /// What the model finds, and what it finds expired on the way.
    fn expected(
        &self,
        handle: u64,
        matches: impl Fn(&Item) -> bool,
        ids: bool,
    ) -> (Option<Item>, Vec<u64>) {
        let mut expired = Vec::new();
        for item in self.model.in_order(handle) {
            // A search by id meets only messages with that id.
            if ids && !matches(&item) {
                continue;
            }
            if item.is_expired(self.now_us) {
                expired.push(item.seq);
            } else if matches(&item) {
                return (Some(item), expired);
            }
        }
        (None, expired)
    }

    fn run(
        &mut self,
        selection: &Selection<'_>,
        take: Take,
        matches: impl Fn(&Item) -> bool,
    ) -> Option<Item> {
        let handle = selection.handle.0;
        let selected = self.queue.select(selection, take, self.now_us);
        for expired in &selected.expired {
            let item = self.model.get(expired.seq.0);
            assert!(item.is_expired(self.now_us));
            item.state = State::Held;
        }
        let (expected, not_expired) = self.expected(handle, matches, true);
        // Expired messages in front must have been met; they are `Held` by now.
        assert!(
            not_expired.is_empty(),
            "expired messages in front were left"
        );
        let found = selected.found.as_ref().map(|found| found.seq.0);
        assert_eq!(found, expected.as_ref().map(|item| item.seq));
        if let (Some(found), Some(item)) = (&selected.found, &expected) {
            assert_eq!(found.backout_count, item.backout_count);
            assert_eq!(
                (found.priority, found.put_at_us),
                (item.priority, item.put_at_us)
            );
            self.cursors.push((found.cursor, item.rank()));
            if self.cursors.len() > 8 {
                self.cursors.remove(0);
            }
        }
        if let Take::Peek { lock, .. } = take {
            if let (Some(_), Some(item)) = (lock, &expected) {
                self.model.get(item.seq).put_off = false;
            }
            let before = selected.found.and_then(|found| found.lock_before);
            let found = expected.as_ref().map(|item| item.seq);
            self.settle_browse(handle, found, lock.is_some(), before);
        }
        expected
    }

    /// A browse that found nothing frees what was locked; one that found something is accepted
    /// or not.
    fn settle_browse(&mut self, handle: u64, found: Option<u64>, locks: bool, before: Option<Seq>) {
        let locked = |item: &&Item| item.state == State::Locked(handle);
        let in_model = self.model.items.iter().find(locked).map(|item| item.seq);
        let Some(found) = found else {
            self.forget_lock(handle, None);
            return;
        };
        assert_eq!(before.map(|seq| seq.0), in_model);
        let accepted = before.is_none() || self.random.one_in(2);
        if let Some(before) = before {
            self.queue
                .settle_lock(HandleId(handle), before, accepted)
                .wake();
        }
        if !accepted {
            return;
        }
        self.forget_lock(handle, None);
        if locks {
            self.model.get(found).state = State::Locked(handle);
        }
    }

    fn forget_lock(&mut self, handle: u64, but: Option<u64>) {
        for item in &mut self.model.items {
            if item.state == State::Locked(handle) && Some(item.seq) != but {
                item.state = State::Available;
            }
        }
    }

    fn select(&mut self) {
        let (selection, matches) = self.criteria();
        let removes = self.random.one_in(3);
        let take = if removes {
            Take::Remove {
                holder: Holder(7),
                body_bytes_max: u32::MAX,
                extension_bytes: 0,
                property_control: None,
            }
        } else {
            Take::Hold(Holder(7))
        };
        if let Some(item) = self.run(&selection, take, matches) {
            if removes {
                self.model.remove(item.seq);
            } else {
                self.model.get(item.seq).state = State::Held;
            }
        }
    }

    fn browse(&mut self) {
        let (mut selection, matches) = self.criteria();
        let handle = selection.handle.0;
        let rule = self.random.below(3);
        selection.unmarked = [
            Unmarked::Ignore,
            Unmarked::ByHandle,
            Unmarked::ByHandleOrCooperative,
        ][rule as usize];
        let now_us = self.now_us;
        let unmarked = move |item: &Item| {
            let by_handle = item.handle_marks.contains(&handle);
            match rule {
                0 => true,
                1 => !by_handle,
                _ => !by_handle && item.cooperative_until_us <= now_us,
            }
        };
        let until_us = self.now_us + self.random.below(15);
        let mark = [Mark::None, Mark::Handle, Mark::Cooperative { until_us }]
            [self.random.below(3) as usize];
        let lock = self.random.one_in(3).then_some(selection.handle);
        let take = Take::Peek {
            lock,
            mark,
            counts: true,
        };
        let found = self.run(&selection, take, |item| matches(item) && unmarked(item));
        let Some(item) = found else { return };
        let item = self.model.get(item.seq);
        match mark {
            Mark::None => {}
            Mark::Handle => item.handle_marks.push(handle),
            Mark::Cooperative { until_us } => item.cooperative_until_us = until_us.max(1),
        }
    }

    fn finish(&mut self) {
        if let Some(seq) = self.model.pick(&mut self.random, State::Held) {
            self.queue.finish(Seq(seq));
            self.model.remove(seq);
        }
    }

    fn restore(&mut self) {
        if let Some(seq) = self.model.pick(&mut self.random, State::Held) {
            let count = self.random.one_in(2);
            self.queue.restore(Seq(seq), count).wake();
            let item = self.model.get(seq);
            item.state = State::Available;
            if count {
                // It was got: that takes marks away for good.
                item.backout_count += 1;
                item.handle_marks.clear();
                item.cooperative_until_us = 0;
            }
        }
    }

    fn unlock_or_drop(&mut self) {
        let handle = self.random.below(HANDLES);
        if self.random.one_in(2) {
            self.queue.unlock(HandleId(handle)).wake();
        } else {
            self.queue.drop_handle(HandleId(handle)).wake();
            self.model
                .items
                .iter_mut()
                .for_each(|item| item.handle_marks.retain(|by| *by != handle));
        }
        self.forget_lock(handle, None);
    }

    fn unmark(&mut self) {
        let handle = self.random.below(HANDLES);
        if self.random.one_in(2) {
            self.queue.unmark(HandleId(handle), None).wake();
            self.model
                .items
                .iter_mut()
                .for_each(|item| item.handle_marks.retain(|by| *by != handle));
        } else {
            self.queue.unmark_cooperative(None).wake();
            self.model
                .items
                .iter_mut()
                .for_each(|item| item.cooperative_until_us = 0);
        }
    }

    /// One walk over what has expired: some of it goes, some is given back.
    fn sweep(&mut self) {
        let now_us = self.now_us;
        let is_due = |item: &&Item| item.state == State::Available && item.is_expired(now_us);
        let due: Vec<u64> = self
            .model
            .items
            .iter()
            .filter(is_due)
            .map(|item| item.seq)
            .collect();
        let mut met = Vec::new();
        let mut after = ExpiryCursor::default();
        loop {
            let expired = self.queue.expire_sweep(&mut after, now_us, 3);
            assert!(expired.len() <= 3);
            if expired.is_empty() {
                break;
            }
            for expired in expired {
                met.push((expired.at_us, expired.seq.0));
                match self.random.below(3) {
                    0 => self.queue.restore_expired(expired.seq),
                    1 => {
                        self.queue.put_off(expired.seq).wake();
                        self.model.get(expired.seq.0).put_off = true;
                    }
                    _ => {
                        self.queue.finish(expired.seq);
                        self.model.remove(expired.seq.0);
                    }
                }
            }
        }
        assert!(met.is_sorted(), "{met:?}");
        let mut met: Vec<u64> = met.into_iter().map(|(_, seq)| seq).collect();
        met.sort_unstable();
        assert_eq!(met, due, "each is met once");
    }

    fn try_what_is_put_off(&mut self) {
        let Some(seq) = self.model.pick(&mut self.random, State::Available) else {
            return;
        };
        let expired = self.queue.expire_put_off(Seq(seq));
        assert_eq!(expired.is_some(), self.model.get(seq).put_off);
        if expired.is_some() {
            self.queue.finish(Seq(seq));
            self.model.remove(seq);
        }
    }

    fn by_token(&mut self) {
        let Some(seq) = self.model.pick(&mut self.random, State::Available) else {
            return;
        };
        let handle = HandleId(0);
        let item = self.model.get(seq).clone();
        // Arrival number and identifiers: both are the same after a restart.
        let words = [item.msg_id, item.correl_id].concat();
        let words = words.chunks_exact(8);
        let words = words.map(|word| u64::from_be_bytes(word.try_into().expect("eight bytes")));
        let of_ids = words.fold(0, |of_ids: u64, word| of_ids.rotate_left(7) ^ word);
        let mut token = [0; 16];
        token[..8].copy_from_slice(&seq.to_be_bytes());
        token[8..].copy_from_slice(&of_ids.to_be_bytes());
        let selection = Selection {
            token: Some(token),
            handle,
            ..Selection::default()
        };
        let found = self.run(&selection, Take::Hold(Holder(1)), |item| item.seq == seq);
        if let Some(item) = found {
            self.model.get(item.seq).state = State::Held;
        }
        token[9] ^= 1;
        let selection = Selection {
            token: Some(token),
            handle,
            ..Selection::default()
        };
        assert!(
            self.queue
                .select(&selection, Take::PEEK, self.now_us)
                .found
                .is_none()
        );
        self.forget_lock(0, None);
    }

    fn change_settings(&mut self) {
        self.settings.delivery_fifo = self.random.one_in(2);
        self.settings.max_depth = 20 + self.random.below(60) as u32;
        self.queue.update_settings(self.settings);
    }

    fn set_backout_count(&mut self) {
        if let Some(seq) = self.model.pick(&mut self.random, State::Held) {
            self.queue.set_backout_count(Seq(seq), 9);
            self.model.get(seq).backout_count = 9;
        }
    }

    fn purge(&mut self) {
        let purged = self.queue.purge(Holder(3));
        assert_eq!(
            purged.len(),
            self.model.count(|state| state == State::Available)
        );
        for gone in purged {
            self.queue.finish(gone);
            self.model.remove(gone.0);
        }
    }
}

#[test]
fn queue_answers_as_a_plain_list_does() {
    for seed in 0..60 {
        let mut world = World::new(seed);
        for _ in 0..2_000 {
            world.step();
        }
    }
}

#[test]
fn many_messages_with_one_correlation_id_come_in_order_and_leave_from_anywhere() {
    let settings = QueueSettings {
        max_depth: 100_000,
        ..QueueSettings::default()
    };
    let queue = Queue::new_volatile(settings);
    let mut random = Random(5);
    let mut expected = std::collections::BTreeSet::new();
    for _ in 0..20_000 {
        let seq = queue.reserve().expect("room");
        let priority = random.below(10) as u8;
        let meta = PutMeta {
            class: None,
            priority,
            persistent: false,
            expires_at_us: None,
            put_at_us: 1,
            log: None,
        };
        queue
            .insert(seq, message(id(1), id(2), 1), &meta, Visibility::Now)
            .wake();
        expected.insert((9 - priority, seq.0));
    }
    let by_correl = Selection {
        correl_id: Some(id(2)),
        ..Selection::default()
    };
    let mut held = Vec::new();
    while let Some(first) = expected.pop_first() {
        let found = queue
            .select(&by_correl, Take::Hold(Holder(1)), 0)
            .found
            .expect("not empty");
        assert_eq!(found.seq.0, first.1);
        if held.len() < 5_000 && random.one_in(2) {
            held.push(first);
        } else {
            queue.finish(found.seq);
        }
        if expected.is_empty() {
            // Those that stayed held did not stand in the way; now they return to their places.
            for back in held.drain(..) {
                queue.restore(Seq(back.1), false).wake();
                expected.insert(back);
            }
            if queue.depth() as usize > expected.len() || expected.len() < 3_000 {
                break;
            }
        }
    }
    let order: Vec<u64> = expected.iter().map(|rank| rank.1).collect();
    let mut seen = Vec::new();
    let mut browse = by_correl;
    while let Some(found) = queue.select(&browse, Take::PEEK, 0).found {
        seen.push(found.seq.0);
        browse.position = Position::After(found.cursor);
    }
    assert_eq!(seen, order);
}

/// Passes all messages but those a consumer left lying.
#[derive(Debug)]
struct NotStuck;

impl Filter for NotStuck {
    fn judge(&self, view: &MessageView<'_>) -> Verdict {
        if *view.correl_id == id(0) {
            Verdict::Passes
        } else {
            Verdict::Fails
        }
    }
}

/// A stuck message here and there, a flood around them: what stays in memory is what stays on
/// the queue.
#[test]
fn deep_queue_keeps_bodies_out_of_memory_and_forgets_what_it_gave_away() {
    let disk = ferromq_base::disk::SimulatedDisk::new(3);
    let settings = QueueSettings {
        max_depth: 1_000_000,
        np_buffer_bytes: 100_000,
        ..QueueSettings::default()
    };
    let queue = Queue::without_files(disk.root(), "Q", settings);
    let meta = PutMeta {
        class: None,
        priority: 0,
        persistent: false,
        expires_at_us: None,
        put_at_us: 1,
        log: None,
    };
    for round in 0..30_u64 {
        for number in 0..1_000 {
            let seq = queue.reserve().expect("room");
            let correl = if number == 500 { id(1) } else { id(0) };
            queue
                .insert(seq, message(id(7), correl, 500), &meta, Visibility::Now)
                .wake();
        }
        while queue.spill() == Spill::More {}
        assert!(queue.status().np_bytes_in_memory <= 100_000);
        let mut filter = Selection::default();
        let not_stuck: Arc<dyn Filter> = Arc::new(NotStuck);
        filter.filter = Some(&not_stuck);
        while let Some(found) = queue.select(&filter, Take::Hold(Holder(1)), 0).found {
            queue.finish(found.seq);
        }
        assert_eq!(u64::from(queue.depth()), round + 1);
    }
    let browse = Selection {
        correl_id: Some(id(1)),
        ..Selection::default()
    };
    assert!(queue.select(&browse, Take::PEEK, 0).found.is_some());
    assert!(queue.status().spilled > 20_000);
}
