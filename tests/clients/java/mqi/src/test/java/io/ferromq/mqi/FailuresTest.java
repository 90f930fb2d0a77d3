package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.assertReason;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.options;
import static io.ferromq.mqi.Clients.put;
import static io.ferromq.mqi.Clients.putOptions;
import static io.ferromq.mqi.Clients.text;

import com.ibm.mq.MQException;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import java.util.Hashtable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The reason codes an application meets when something is wrong. */
class FailuresTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMFAIL").with(
            "DEFINE QLOCAL(Q1)",
            "DEFINE QLOCAL(CLOSED) PUT(DISABLED) GET(DISABLED)",
            "DEFINE QLOCAL(TINY) MAXDEPTH(1) MAXMSGL(10)",
            "DEFINE QLOCAL(ALONE) NOSHARE DEFSOPT(EXCL)",
            "DEFINE QALIAS(NOWHERE) TARGET(NO.SUCH.QUEUE)");

    private MQQueueManager connection;

    @BeforeEach
    void open() throws MQException {
        connection = connect(QM);
    }

    @AfterEach
    void close() throws MQException {
        connection.disconnect();
    }

    @Test
    void anotherQueueManagerIsNotThisOne() {
        assertReason(CMQC.MQRC_Q_MGR_NAME_ERROR, () -> new MQQueueManager("OTHER", Clients.properties(QM)));
    }

    @Test
    void anUnknownChannelIsSaidSo() {
        Hashtable<String, Object> properties = Clients.properties(QM);
        properties.put(CMQC.CHANNEL_PROPERTY, "NO.SUCH.CHANNEL");
        assertReason(CMQC.MQRC_UNKNOWN_CHANNEL_NAME, () -> new MQQueueManager(QM.name(), properties));
    }

    @Test
    void nobodyListensThere() {
        Hashtable<String, Object> properties = Clients.properties(QM);
        properties.put(CMQC.PORT_PROPERTY, 1);
        assertReason(CMQC.MQRC_HOST_NOT_AVAILABLE, () -> new MQQueueManager(QM.name(), properties));
    }

    @Test
    void anUnknownQueueIsSaidSo() {
        assertReason(CMQC.MQRC_UNKNOWN_OBJECT_NAME, () -> connection.accessQueue("NO.SUCH.QUEUE", IN_OUT));
        assertReason(CMQC.MQRC_UNKNOWN_ALIAS_BASE_Q, () -> connection.accessQueue("NOWHERE", IN_OUT));
    }

    @Test
    void closedQueuesTakeAndGiveNothing() throws Exception {
        MQQueue closed = connection.accessQueue("CLOSED", IN_OUT);
        assertReason(CMQC.MQRC_PUT_INHIBITED, () -> put(closed, "x"));
        assertReason(CMQC.MQRC_GET_INHIBITED, () -> get(closed));
        closed.close();
    }

    @Test
    void fullQueuesAndLongMessagesAreRefused() throws Exception {
        MQQueue tiny = connection.accessQueue("TINY", IN_OUT);
        assertReason(CMQC.MQRC_MSG_TOO_BIG_FOR_Q, () -> put(tiny, "more than ten bytes"));
        put(tiny, "x");
        assertReason(CMQC.MQRC_Q_FULL, () -> put(tiny, "y"));
        get(tiny);
        tiny.close();
    }

    @Test
    void oneOwnerKeepsOthersOut() throws Exception {
        MQQueue mine = connection.accessQueue("ALONE", CMQC.MQOO_INPUT_EXCLUSIVE);
        MQQueueManager other = connect(QM);
        assertReason(CMQC.MQRC_OBJECT_IN_USE, () -> other.accessQueue("ALONE", CMQC.MQOO_INPUT_SHARED));
        other.disconnect();
        mine.close();
    }

    @Test
    void handlesDoWhatTheyWereOpenedFor() throws Exception {
        MQQueue out = connection.accessQueue("Q1", CMQC.MQOO_OUTPUT);
        assertReason(CMQC.MQRC_NOT_OPEN_FOR_INPUT, () -> get(out));
        assertReason(CMQC.MQRC_NOT_OPEN_FOR_INQUIRE, out::getCurrentDepth);
        out.close();
        MQQueue in = connection.accessQueue("Q1", CMQC.MQOO_INPUT_SHARED);
        assertReason(CMQC.MQRC_NOT_OPEN_FOR_OUTPUT, () -> put(in, "x"));
        assertReason(CMQC.MQRC_NOT_OPEN_FOR_BROWSE,
                () -> get(in, new MQMessage(), options(CMQC.MQGMO_BROWSE_FIRST)));
        in.close();
    }

    @Test
    void optionsThatDoNotGoTogetherAreRefused() throws Exception {
        MQQueue queue = connection.accessQueue("Q1", IN_OUT);
        int both = CMQC.MQPMO_SYNCPOINT | CMQC.MQPMO_NO_SYNCPOINT;
        assertReason(CMQC.MQRC_OPTIONS_ERROR, () -> queue.put(text("x"), putOptions(both)));
        MQMessage wrong = text("x");
        wrong.priority = 77;
        assertReason(CMQC.MQRC_PRIORITY_EXCEEDS_MAXIMUM, () -> queue.put(wrong, putOptions(0)));
        get(queue);
        wrong.priority = -7;
        assertReason(CMQC.MQRC_PRIORITY_ERROR, () -> queue.put(wrong, putOptions(0)));
        MQMessage expired = text("x");
        expired.expiry = -5;
        assertReason(CMQC.MQRC_EXPIRY_ERROR, () -> queue.put(expired, putOptions(0)));
        queue.close();
    }
}
