package io.ferromq.mqi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import java.util.Hashtable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The everyday of an application: connect, put, get. */
class PutAndGetTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMPUTGET").with("DEFINE QLOCAL(Q1)");

    private MQQueueManager connection;

    @BeforeEach
    void connect() throws MQException {
        connection = connect(QM);
    }

    static MQQueueManager connect(QueueManager queueManager) throws MQException {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put(CMQC.HOST_NAME_PROPERTY, queueManager.host());
        properties.put(CMQC.PORT_PROPERTY, queueManager.port());
        properties.put(CMQC.CHANNEL_PROPERTY, QueueManager.CHANNEL);
        properties.put(CMQC.TRANSPORT_PROPERTY, CMQC.TRANSPORT_MQSERIES_CLIENT);
        return new MQQueueManager(queueManager.name(), properties);
    }

    @AfterEach
    void disconnect() throws MQException {
        connection.disconnect();
    }

    @Test
    void aMessageComesBackAsItWasPut() throws Exception {
        MQQueue queue = connection.accessQueue("Q1", CMQC.MQOO_OUTPUT | CMQC.MQOO_INPUT_AS_Q_DEF);
        MQMessage sent = new MQMessage();
        sent.format = CMQC.MQFMT_STRING;
        sent.writeString("hello");
        queue.put(sent, new MQPutMessageOptions());

        MQMessage got = new MQMessage();
        queue.get(got, new MQGetMessageOptions());
        assertEquals("hello", got.readStringOfByteLength(got.getMessageLength()));
        assertArrayEquals(sent.messageId, got.messageId);
        queue.close();
    }

    @Test
    void anEmptyQueueAnswers2033() throws Exception {
        MQQueue queue = connection.accessQueue("Q1", CMQC.MQOO_INPUT_AS_Q_DEF);
        MQException failure = assertThrows(MQException.class,
                () -> queue.get(new MQMessage(), new MQGetMessageOptions()));
        assertEquals(CMQC.MQRC_NO_MSG_AVAILABLE, failure.reasonCode);
        queue.close();
    }
}
