package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.assertEmpty;
import static io.ferromq.mqi.Clients.assertReason;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.options;
import static io.ferromq.mqi.Clients.put;
import static io.ferromq.mqi.Clients.putOptions;
import static io.ferromq.mqi.Clients.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The everyday of an application: connect, put, get. */
class PutAndGetTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMPUTGET").with("DEFINE QLOCAL(Q1)", "DEFINE QLOCAL(BIG) MAXMSGL(104857600)",
            "ALTER QMGR MAXMSGL(104857600)", "ALTER CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MAXMSGL(104857600)");

    private MQQueueManager connection;
    private MQQueue queue;

    @BeforeEach
    void open() throws MQException {
        connection = connect(QM);
        queue = connection.accessQueue("Q1", IN_OUT | CMQC.MQOO_BROWSE);
    }

    @AfterEach
    void close() throws MQException {
        QM.mqsc("CLEAR QLOCAL(BIG)");
        queue.close();
        connection.disconnect();
    }

    @Test
    void aMessageComesBackAsItWasPut() throws Exception {
        MQMessage sent = text("hello, world: äöü €");
        sent.correlationId = "correlation".getBytes();
        sent.priority = 7;
        sent.persistence = CMQC.MQPER_PERSISTENT;
        sent.replyToQueueName = "ANSWERS";
        sent.messageType = CMQC.MQMT_REQUEST;
        queue.put(sent, new MQPutMessageOptions());

        MQMessage got = new MQMessage();
        queue.get(got, new MQGetMessageOptions());
        assertEquals("hello, world: äöü €", got.readStringOfByteLength(got.getMessageLength()));
        assertArrayEquals(sent.messageId, got.messageId);
        assertEquals("correlation", new String(got.correlationId).trim().replace("\0", ""));
        assertEquals(7, got.priority);
        assertEquals(CMQC.MQPER_PERSISTENT, got.persistence);
        assertEquals("ANSWERS", got.replyToQueueName.trim());
        assertEquals(QM.name(), got.replyToQueueManagerName.trim());
        assertEquals(CMQC.MQMT_REQUEST, got.messageType);
        assertEquals(CMQC.MQFMT_STRING, got.format);
        assertEquals(1208, got.characterSet);
        assertFalse(got.putApplicationName.isBlank());
        assertTrue(Math.abs(got.putDateTime.getTimeInMillis() - System.currentTimeMillis()) < 3_600_000);
        assertEmpty(queue);
    }

    @Test
    void messagesAreGotByMessageIdAndByCorrelationId() throws Exception {
        MQMessage first = put(queue, "first");
        MQMessage second = text("second");
        second.correlationId = "0123456789abcdef01234567".getBytes();
        queue.put(second, new MQPutMessageOptions());
        put(queue, "third");

        MQMessage wanted = new MQMessage();
        wanted.correlationId = second.correlationId;
        MQGetMessageOptions byCorrelation = options(CMQC.MQGMO_NO_WAIT);
        byCorrelation.matchOptions = CMQC.MQMO_MATCH_CORREL_ID;
        assertEquals("second", get(queue, wanted, byCorrelation));
        MQMessage again = new MQMessage();
        again.correlationId = second.correlationId;
        assertReason(CMQC.MQRC_NO_MSG_AVAILABLE, () -> get(queue, again, byCorrelation));

        assertEquals("first", get(queue));
        MQMessage gone = new MQMessage();
        gone.messageId = first.messageId;
        MQGetMessageOptions byMessage = options(CMQC.MQGMO_NO_WAIT);
        byMessage.matchOptions = CMQC.MQMO_MATCH_MSG_ID;
        assertReason(CMQC.MQRC_NO_MSG_AVAILABLE, () -> get(queue, gone, byMessage));
        assertEquals("third", get(queue));
    }

    @Test
    void aGetWaitsForItsMessage() throws Exception {
        MQQueueManager other = connect(QM);
        MQQueue producer = other.accessQueue("Q1", CMQC.MQOO_OUTPUT);
        Thread late = new Thread(() -> {
            try {
                Thread.sleep(300);
                put(producer, "late");
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
        });
        late.start();
        MQGetMessageOptions wait = options(CMQC.MQGMO_WAIT);
        wait.waitInterval = 60_000;
        assertEquals("late", get(queue, new MQMessage(), wait));
        late.join();
        producer.close();
        other.disconnect();
    }

    @Test
    void aWaitEndsWithItsInterval() {
        MQGetMessageOptions wait = options(CMQC.MQGMO_WAIT);
        wait.waitInterval = 400;
        long began = System.nanoTime();
        assertReason(CMQC.MQRC_NO_MSG_AVAILABLE, () -> get(queue, new MQMessage(), wait));
        assertTrue(System.nanoTime() - began >= 390_000_000L);
    }

    @Test
    void browsingShowsEveryMessageInOrderAndTakesNone() throws Exception {
        for (String body : new String[] {"a", "b", "c"}) {
            put(queue, body);
        }
        assertEquals("a", get(queue, new MQMessage(), options(CMQC.MQGMO_BROWSE_FIRST)));
        assertEquals("b", get(queue, new MQMessage(), options(CMQC.MQGMO_BROWSE_NEXT)));
        assertEquals("b", get(queue, new MQMessage(), options(CMQC.MQGMO_BROWSE_MSG_UNDER_CURSOR)));
        assertEquals("b", get(queue, new MQMessage(), options(CMQC.MQGMO_MSG_UNDER_CURSOR)));
        assertEquals("c", get(queue, new MQMessage(), options(CMQC.MQGMO_BROWSE_NEXT)));
        assertReason(CMQC.MQRC_NO_MSG_AVAILABLE,
                () -> get(queue, new MQMessage(), options(CMQC.MQGMO_BROWSE_NEXT)));
        assertEquals("a", get(queue));
        assertEquals("c", get(queue));
        assertEmpty(queue);
    }

    @Test
    void aMessageThatIsTooLongStaysOrIsCut() throws Exception {
        put(queue, "0123456789");
        MQMessage small = new MQMessage();
        MQException failure = assertReason(CMQC.MQRC_TRUNCATED_MSG_FAILED,
                () -> queue.get(small, options(CMQC.MQGMO_NO_WAIT), 4));
        assertEquals(CMQC.MQCC_WARNING, failure.completionCode);
        MQMessage cut = new MQMessage();
        assertReason(CMQC.MQRC_TRUNCATED_MSG_ACCEPTED,
                () -> queue.get(cut, options(CMQC.MQGMO_ACCEPT_TRUNCATED_MSG), 4));
        assertEquals("0123", cut.readStringOfByteLength(4));
        assertEquals(10, cut.getTotalMessageLength());
        assertEmpty(queue);
    }

    @Test
    void largeMessagesComeBackWhole() throws Exception {
        MQQueue big = connection.accessQueue("BIG", IN_OUT);
        Random random = new Random(7);
        for (int bytes : new int[] {4095, 4096, 4097, 32_000, 32_748, 100_000, 4_194_304, 20_000_000}) {
            byte[] body = new byte[bytes];
            random.nextBytes(body);
            MQMessage sent = new MQMessage();
            sent.write(body);
            big.put(sent, new MQPutMessageOptions());
            MQMessage got = new MQMessage();
            big.get(got, new MQGetMessageOptions());
            byte[] back = new byte[got.getMessageLength()];
            got.readFully(back);
            assertArrayEquals(body, back, bytes + " bytes");
        }
        big.close();
    }

    @Test
    void propertiesTravelWithTheMessage() throws Exception {
        MQMessage sent = text("with properties");
        sent.setStringProperty("colour", "red");
        sent.setIntProperty("size", 42);
        sent.setBooleanProperty("fresh", true);
        queue.put(sent, new MQPutMessageOptions());
        MQMessage got = new MQMessage();
        queue.get(got, options(CMQC.MQGMO_PROPERTIES_IN_HANDLE));
        assertEquals("red", got.getStringProperty("colour"));
        assertEquals(42, got.getIntProperty("size"));
        assertTrue(got.getBooleanProperty("fresh"));
        assertEquals("with properties", got.readStringOfByteLength(got.getDataLength()));
    }

    @Test
    void putsWithoutAnswerAreCountedInTheStatus() throws Exception {
        MQQueue target = connection.accessQueue("Q1", CMQC.MQOO_OUTPUT);
        for (int number = 0; number < 20; number++) {
            target.put(text("async " + number), putOptions(CMQC.MQPMO_ASYNC_RESPONSE));
        }
        var status = connection.getAsyncStatus();
        assertEquals(20, status.putSuccessCount);
        assertEquals(0, status.putFailureCount);
        for (int number = 0; number < 20; number++) {
            assertEquals("async " + number, get(queue));
        }
        target.close();
    }

    @Test
    void oneMessageIsPutWithoutOpeningItsQueue() throws Exception {
        connection.put("Q1", text("put1"), new MQPutMessageOptions());
        assertEquals("put1", get(queue));
    }
}
