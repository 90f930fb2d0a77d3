package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.assertEmpty;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.options;
import static io.ferromq.mqi.Clients.put;
import static io.ferromq.mqi.Clients.putOptions;
import static io.ferromq.mqi.Clients.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.ibm.mq.MQException;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commit, back out, and what a lost connection leaves. */
class UnitOfWorkTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMUOW").with("DEFINE QLOCAL(Q1)");

    private MQQueueManager connection;
    private MQQueue queue;
    private MQQueueManager observer;
    private MQQueue seen;

    @BeforeEach
    void open() throws MQException {
        connection = connect(QM);
        queue = connection.accessQueue("Q1", IN_OUT);
        observer = connect(QM);
        seen = observer.accessQueue("Q1", IN_OUT);
    }

    @AfterEach
    void close() throws MQException {
        connection.disconnect();
        observer.disconnect();
    }

    @Test
    void nothingIsSeenBeforeTheCommit() throws Exception {
        queue.put(text("one"), putOptions(CMQC.MQPMO_SYNCPOINT));
        queue.put(text("two"), putOptions(CMQC.MQPMO_SYNCPOINT));
        assertEmpty(seen);
        connection.commit();
        assertEquals("one", get(seen));
        assertEquals("two", get(seen));
    }

    @Test
    void whatIsBackedOutWasNeverThereAndWhatWasGotComesBack() throws Exception {
        put(seen, "stays");
        queue.put(text("never"), putOptions(CMQC.MQPMO_SYNCPOINT));
        MQMessage got = new MQMessage();
        assertEquals("stays", get(queue, got, options(CMQC.MQGMO_SYNCPOINT)));
        assertEquals(0, got.backoutCount);
        assertEmpty(seen);
        connection.backout();
        MQMessage again = new MQMessage();
        assertEquals("stays", get(seen, again, options(CMQC.MQGMO_NO_SYNCPOINT)));
        assertEquals(1, again.backoutCount);
        assertEmpty(seen);
    }

    @Test
    void disconnectingCommits() throws Exception {
        queue.put(text("kept"), putOptions(CMQC.MQPMO_SYNCPOINT));
        queue.close();
        connection.commit();
        connection.disconnect();
        assertEquals("kept", get(seen));
        connection = connect(QM);
    }

    @Test
    void aMessageOfAKilledQueueManagerIsThereAfterRestart() throws Exception {
        MQMessage persistent = text("persistent");
        persistent.persistence = CMQC.MQPER_PERSISTENT;
        queue.put(persistent, putOptions(CMQC.MQPMO_SYNCPOINT));
        connection.commit();
        MQMessage uncommitted = text("uncommitted");
        uncommitted.persistence = CMQC.MQPER_PERSISTENT;
        queue.put(uncommitted, putOptions(CMQC.MQPMO_SYNCPOINT));
        QM.kill();
        Clients.assertReason(CMQC.MQRC_CONNECTION_BROKEN, () -> get(queue));
        QM.start();
        connection = connect(QM);
        observer = connect(QM);
        queue = connection.accessQueue("Q1", IN_OUT);
        assertEquals("persistent", get(queue));
        assertEmpty(queue);
    }
}
