package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.assertReason;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.options;
import static io.ferromq.mqi.Clients.put;
import static io.ferromq.mqi.Clients.putOptions;
import static io.ferromq.mqi.Clients.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Inquire, set, dynamic queues, groups. */
class ObjectsTest {
    @RegisterExtension
    static final QueueManager QM =
            new QueueManager("QMOBJ").with("DEFINE QLOCAL(Q1) DESCR('a queue') MAXDEPTH(77)");

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
    void attributesAreInquired() throws Exception {
        MQQueue queue = connection.accessQueue("Q1", IN_OUT | CMQC.MQOO_INQUIRE);
        assertEquals(0, queue.getCurrentDepth());
        put(queue, "x");
        assertEquals(1, queue.getCurrentDepth());
        assertEquals(77, queue.getMaximumDepth());
        assertEquals("a queue", queue.getDescription().trim());
        assertEquals(CMQC.MQQT_LOCAL, queue.getQueueType());
        assertEquals(1, queue.getOpenInputCount());
        get(queue);
        queue.close();
        assertTrue(connection.getCommandLevel() >= 900);
        assertEquals(QM.name(), connection.getName().trim());
    }

    @Test
    void attributesAreSet() throws Exception {
        MQQueue queue = connection.accessQueue("Q1", CMQC.MQOO_OUTPUT | CMQC.MQOO_SET | CMQC.MQOO_INQUIRE);
        queue.setInhibitPut(CMQC.MQQA_PUT_INHIBITED);
        assertReason(CMQC.MQRC_PUT_INHIBITED, () -> put(queue, "x"));
        assertEquals(CMQC.MQQA_PUT_INHIBITED, queue.getInhibitPut());
        queue.setInhibitPut(CMQC.MQQA_PUT_ALLOWED);
        queue.close();
    }

    @Test
    void aTemporaryQueueLivesAsLongAsItIsOpen() throws Exception {
        MQQueue made = connection.accessQueue("SYSTEM.DEFAULT.MODEL.QUEUE", IN_OUT, null, "MY.*", null);
        String name = made.getName().trim();
        assertTrue(name.startsWith("MY."), name);
        assertNotEquals("MY.*", name);
        put(made, "x");
        assertEquals("x", get(made));
        made.close();
        assertReason(CMQC.MQRC_UNKNOWN_OBJECT_NAME, () -> connection.accessQueue(name, CMQC.MQOO_OUTPUT));
    }

    @Test
    void groupsComeInLogicalOrderAndWhole() throws Exception {
        MQQueue queue = connection.accessQueue("Q1", IN_OUT);
        int logical = CMQC.MQPMO_LOGICAL_ORDER | CMQC.MQPMO_SYNCPOINT;
        for (int number = 1; number <= 3; number++) {
            MQMessage part = text("part " + number);
            part.messageFlags = number < 3 ? CMQC.MQMF_MSG_IN_GROUP : CMQC.MQMF_LAST_MSG_IN_GROUP;
            queue.put(part, putOptions(logical));
        }
        connection.commit();
        MQGetMessageOptions inOrder = options(
                CMQC.MQGMO_LOGICAL_ORDER | CMQC.MQGMO_ALL_MSGS_AVAILABLE | CMQC.MQGMO_SYNCPOINT);
        inOrder.matchOptions = CMQC.MQMO_NONE;
        for (int number = 1; number <= 3; number++) {
            MQMessage part = new MQMessage();
            assertEquals("part " + number, get(queue, part, inOrder));
            assertEquals(number, part.messageSequenceNumber);
        }
        connection.commit();
        queue.close();
    }
}
