//! Figures of calls and of queues: what connections and queues have counted, added up.

use crate::core::figures::Figure;
use crate::core::figures::table::Figures;
use crate::store::local_queue::LocalQueue;
use crate::verbs::Engine;
use std::sync::atomic::Ordering;

/// What programs called.
pub(crate) fn calls(engine: &Engine) -> Figures {
    let mut figures = Figures::default();
    {
        // A connection that ends adds its cells to those of all under this lock, so it is counted once.
        let connections = engine.connections();
        engine.tally.collect(&mut figures);
        for connection in connections.values() {
            connection.tally.collect(&mut figures);
        }
    }
    let most = engine.connections_most.load(Ordering::Relaxed);
    figures.set(Figure::ConnectionsMost, most as u64);
    let marks = engine.topics.marks();
    for (figure, value) in [
        (Figure::DurableMost, marks[1].most),
        (Figure::DurableLeast, marks[1].least),
        (Figure::NonDurableMost, marks[0].most),
        (Figure::NonDurableLeast, marks[0].least),
    ] {
        figures.set(figure, value);
    }
    sum(&mut figures);
    figures
}

/// Sets the figures of calls that are sums of others.
fn sum(figures: &mut Figures) {
    use Figure as F;
    figures.sum(
        F::PutsAll,
        &[
            F::PutsNonPersistent,
            F::PutsPersistent,
            F::Put1sNonPersistent,
            F::Put1sPersistent,
        ],
    );
    figures.sum(
        F::PutBytesAll,
        &[F::PutBytesNonPersistent, F::PutBytesPersistent],
    );
    figures.sum(F::GetsAll, &[F::GetsNonPersistent, F::GetsPersistent]);
    figures.sum(
        F::GetBytesAll,
        &[F::GetBytesNonPersistent, F::GetBytesPersistent],
    );
    for (sum, of) in [
        (
            F::PublishesNonPersistent,
            [F::TopicPutsNonPersistent, F::TopicPut1sNonPersistent],
        ),
        (
            F::PublishesPersistent,
            [F::TopicPutsPersistent, F::TopicPut1sPersistent],
        ),
        (
            F::PublishesAll,
            [F::PublishesNonPersistent, F::PublishesPersistent],
        ),
        (
            F::PublishBytesAll,
            [F::TopicPutBytesNonPersistent, F::TopicPutBytesPersistent],
        ),
        (
            F::PublishesFailed,
            [F::TopicPutsFailed, F::TopicPut1sFailed],
        ),
        (
            F::Delivered,
            [F::DeliveredNonPersistent, F::DeliveredPersistent],
        ),
        (
            F::DeliveredBytes,
            [F::DeliveredBytesNonPersistent, F::DeliveredBytesPersistent],
        ),
    ] {
        figures.sum(sum, &of);
    }
}

/// What went on about a queue.
pub(crate) fn queue_figures(queue: &LocalQueue) -> Figures {
    use Figure as F;
    let mut figures = Figures::default();
    queue.tally.collect(&mut figures);
    let status = queue.queue.status();
    let traffic = status.traffic;
    let put1s = |figure| figures.get(figure).unwrap_or(0);
    let (put1s_np, put1s_p) = (
        put1s(F::QueuePut1sNonPersistent),
        put1s(F::QueuePut1sPersistent),
    );
    let [np, p] = traffic.puts;
    let puts = [
        (F::QueuePutsAll, np.messages + p.messages),
        (F::QueuePutBytesAll, np.bytes + p.bytes),
        (
            F::QueuePutsNonPersistent,
            np.messages.saturating_sub(put1s_np),
        ),
        (F::QueuePutsPersistent, p.messages.saturating_sub(put1s_p)),
        (F::QueuePutBytesNonPersistent, np.bytes),
        (F::QueuePutBytesPersistent, p.bytes),
        (F::QueuePutsBackedOut, traffic.puts_backed_out),
    ];
    let ([np, p], [browsed_np, browsed_p]) = (traffic.gets, traffic.browses);
    let gets = [
        (F::QueueGetsNonPersistent, np.messages),
        (F::QueueGetsPersistent, p.messages),
        (F::QueueGetBytesNonPersistent, np.bytes),
        (F::QueueGetBytesPersistent, p.bytes),
        (F::QueueBrowsesNonPersistent, browsed_np.messages),
        (F::QueueBrowsesPersistent, browsed_p.messages),
        (F::QueueBrowseBytesNonPersistent, browsed_np.bytes),
        (F::QueueBrowseBytesPersistent, browsed_p.bytes),
        (F::QueueGetsBackedOut, traffic.gets_backed_out),
        (F::QueueExpired, status.expired),
        (F::QueueTime, status.time_on_queue_us.0),
        (F::QueueDepth, u64::from(status.depth)),
        (F::QueueTimeNonPersistent, traffic.time_us[0]),
        (F::QueueTimePersistent, traffic.time_us[1]),
    ];
    for (figure, value) in puts.into_iter().chain(gets) {
        figures.set(figure, value);
    }
    // Of the calls, those that browsed count as well.
    figures.sum(
        F::QueueGetsAll,
        &[
            F::QueueGetsNonPersistent,
            F::QueueGetsPersistent,
            F::QueueBrowsesNonPersistent,
            F::QueueBrowsesPersistent,
        ],
    );
    figures.sum(
        F::QueueGetBytesAll,
        &[
            F::QueueGetBytesNonPersistent,
            F::QueueGetBytesPersistent,
            F::QueueBrowseBytesNonPersistent,
            F::QueueBrowseBytesPersistent,
        ],
    );
    figures
}
