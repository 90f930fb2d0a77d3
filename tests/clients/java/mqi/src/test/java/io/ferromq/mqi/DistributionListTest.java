package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.assertReason;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.ibm.mq.MQDistributionList;
import com.ibm.mq.MQDistributionListItem;
import com.ibm.mq.MQException;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One put that goes to many queues. */
class DistributionListTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMLIST").with("DEFINE QLOCAL(Q1)", "DEFINE QLOCAL(Q2)",
            "DEFINE QLOCAL(FULL) MAXDEPTH(0)");

    private MQQueueManager connection;

    @BeforeEach
    void open() throws MQException {
        connection = connect(QM);
    }

    @AfterEach
    void close() throws MQException {
        connection.disconnect();
    }

    private static MQDistributionListItem item(String queue) {
        MQDistributionListItem item = new MQDistributionListItem();
        item.queueName = queue;
        return item;
    }

    private MQDistributionList list(MQDistributionListItem... items) throws MQException {
        return connection.accessDistributionList(items, CMQC.MQOO_OUTPUT | CMQC.MQOO_FAIL_IF_QUIESCING);
    }

    private void assertHolds(String name, String body) throws Exception {
        MQQueue queue = connection.accessQueue(name, IN_OUT);
        assertEquals(body, get(queue));
        queue.close();
    }

    @Test
    void oneMessageGoesToEveryQueueOfTheList() throws Exception {
        MQDistributionList list = list(item("Q1"), item("Q2"));
        assertEquals(2, list.getValidDestinationCount());
        MQPutMessageOptions options = new MQPutMessageOptions();
        list.put(text("to both"), options);
        assertEquals(2, options.knownDestCount);
        assertEquals(0, options.invalidDestCount);
        list.close();
        assertHolds("Q1", "to both");
        assertHolds("Q2", "to both");
    }

    @Test
    void eachDestinationSaysHowItWent() throws Exception {
        MQDistributionListItem good = item("Q1");
        MQDistributionListItem unknown = item("NO.SUCH.Q");
        MQDistributionListItem full = item("FULL");
        MQDistributionList list = list(good, unknown, full);
        assertEquals(2, list.getValidDestinationCount());
        assertEquals(1, list.getInvalidDestinationCount());
        assertEquals(CMQC.MQRC_NONE, good.reasonCode);
        assertEquals(CMQC.MQRC_UNKNOWN_OBJECT_NAME, unknown.reasonCode);
        MQPutMessageOptions options = new MQPutMessageOptions();
        MQException mixed = assertReason(CMQC.MQRC_MULTIPLE_REASONS, () -> list.put(text("to one"), options));
        assertEquals(CMQC.MQCC_WARNING, mixed.completionCode);
        assertEquals(1, options.knownDestCount);
        assertEquals(2, options.invalidDestCount);
        list.close();
        assertHolds("Q1", "to one");
    }

    @Test
    void aListOfUnknownQueuesIsNotOpened() {
        assertReason(CMQC.MQRC_UNKNOWN_OBJECT_NAME, () -> list(item("NO.SUCH.Q"), item("NOR.THIS")));
    }
}
