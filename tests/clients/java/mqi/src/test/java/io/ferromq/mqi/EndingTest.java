package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.assertReason;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.options;
import static io.ferromq.mqi.Clients.putOptions;
import static io.ferromq.mqi.Clients.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients see when the queue manager ends: in each way, and when it is killed. */
class EndingTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMENDING").with("DEFINE QLOCAL(Q1)");

    @BeforeEach
    void runs() {
        QM.startIfEnded();
    }

    @Test
    void aControlledEndLetsApplicationsFinishAndTellsThoseThatAsk() throws Exception {
        MQQueueManager connection = connect(QM);
        MQQueue queue = connection.accessQueue("Q1", IN_OUT);
        queue.put(text("before the end"), putOptions(CMQC.MQPMO_SYNCPOINT));
        CompletableFuture<MQException> waiting = getThatWaits(CMQC.MQGMO_FAIL_IF_QUIESCING);
        QM.end("-c");
        assertEquals(CMQC.MQRC_Q_MGR_QUIESCING, waiting.get(30, TimeUnit.SECONDS).reasonCode);

        assertReason(CMQC.MQRC_Q_MGR_QUIESCING,
                () -> queue.put(text("x"), putOptions(CMQC.MQPMO_FAIL_IF_QUIESCING | CMQC.MQPMO_NO_SYNCPOINT)));
        assertReason(CMQC.MQRC_Q_MGR_QUIESCING,
                () -> connection.accessQueue("Q1", CMQC.MQOO_OUTPUT | CMQC.MQOO_FAIL_IF_QUIESCING));
        MQException refused = assertThrows(MQException.class, () -> connect(QM));
        assertTrue(List.of(CMQC.MQRC_Q_MGR_QUIESCING, CMQC.MQRC_Q_MGR_NOT_AVAILABLE, CMQC.MQRC_CONNECTION_QUIESCING,
                CMQC.MQRC_HOST_NOT_AVAILABLE).contains(refused.reasonCode), refused::getMessage);
        // Without the option work goes on until the application has finished.
        connection.commit();
        assertEquals("before the end", get(queue));
        queue.close();
        connection.disconnect();
        QM.awaitEnd();
    }

    @Test
    void anEndThatWaitsHasEndedWhenItReturns() throws Exception {
        CompletableFuture<MQException> waiting = getThatWaits(CMQC.MQGMO_FAIL_IF_QUIESCING);
        QM.end("-w");
        assertEquals(CMQC.MQRC_Q_MGR_QUIESCING, waiting.get(30, TimeUnit.SECONDS).reasonCode);
        assertReason(CMQC.MQRC_HOST_NOT_AVAILABLE, () -> connect(QM));
    }

    @Test
    void anImmediateEndBreaksConnectionsAndBacksTheirWorkOut() throws Exception {
        MQQueueManager connection = connect(QM);
        MQQueue queue = connection.accessQueue("Q1", IN_OUT);
        putAndLeaveOneOpen(queue);
        CompletableFuture<MQException> waiting = getThatWaits(0);
        QM.end("-i");
        int reason = waiting.get(30, TimeUnit.SECONDS).reasonCode;
        assertTrue(List.of(CMQC.MQRC_CONNECTION_BROKEN, CMQC.MQRC_Q_MGR_STOPPING).contains(reason), () -> "reason " + reason);
        assertReason(CMQC.MQRC_CONNECTION_BROKEN, connection::commit);
        QM.awaitEnd();
        QM.start();
        assertOnlyWhatStays();
    }

    @Test
    void aKilledQueueManagerBreaksConnectionsAndBacksTheirWorkOut() throws Exception {
        MQQueueManager connection = connect(QM);
        MQQueue queue = connection.accessQueue("Q1", IN_OUT);
        putAndLeaveOneOpen(queue);
        CompletableFuture<MQException> waiting = getThatWaits(0);
        QM.kill();
        assertEquals(CMQC.MQRC_CONNECTION_BROKEN, waiting.get(30, TimeUnit.SECONDS).reasonCode);
        assertReason(CMQC.MQRC_CONNECTION_BROKEN, connection::commit);
        QM.start();
        assertOnlyWhatStays();
    }

    private static void putAndLeaveOneOpen(MQQueue queue) throws Exception {
        queue.put(persistent("stays"));
        queue.put(persistent("never committed"), putOptions(CMQC.MQPMO_SYNCPOINT));
    }

    private static MQMessage persistent(String body) throws Exception {
        MQMessage message = text(body);
        message.persistence = CMQC.MQPER_PERSISTENT;
        return message;
    }

    /** The message put before the end is there, and nothing of the unit of work that was open. */
    private static void assertOnlyWhatStays() throws Exception {
        MQQueueManager connection = connect(QM);
        MQQueue queue = connection.accessQueue("Q1", IN_OUT);
        assertEquals("stays", get(queue));
        Clients.assertEmpty(queue);
        queue.close();
        connection.disconnect();
    }

    /** Begins to wait for a message that never comes, and gives what the wait ended with. */
    private static CompletableFuture<MQException> getThatWaits(int getOptions) throws Exception {
        MQQueueManager connection = connect(QM);
        MQQueue queue = connection.accessQueue("SYSTEM.DEFAULT.LOCAL.QUEUE", CMQC.MQOO_INPUT_SHARED);
        CompletableFuture<MQException> end = new CompletableFuture<>();
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            MQGetMessageOptions wait = options(CMQC.MQGMO_WAIT | getOptions);
            wait.waitInterval = 60_000;
            begun.countDown();
            try {
                get(queue, new MQMessage(), wait);
                end.completeExceptionally(new IllegalStateException("a message came"));
            } catch (MQException error) {
                end.complete(error);
            } catch (Exception error) {
                end.completeExceptionally(error);
            }
            try {
                connection.disconnect();
            } catch (MQException ignored) {
                // The connection is gone already.
            }
        });
        thread.setDaemon(true);
        thread.start();
        begun.await();
        // The call goes out after the latch; nobody but the queue manager sees that it waits.
        Thread.sleep(300);
        return end;
    }
}
