package io.ferromq.mqi;

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
import java.io.IOException;
import java.util.Hashtable;
import org.junit.jupiter.api.function.Executable;

/** What the tests of the base classes have in common. */
final class Clients {
    static final int IN_OUT = CMQC.MQOO_INPUT_AS_Q_DEF | CMQC.MQOO_OUTPUT;

    private Clients() {}

    static Hashtable<String, Object> properties(QueueManager queueManager) {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put(CMQC.HOST_NAME_PROPERTY, queueManager.host());
        properties.put(CMQC.PORT_PROPERTY, queueManager.port());
        properties.put(CMQC.CHANNEL_PROPERTY, QueueManager.CHANNEL);
        properties.put(CMQC.TRANSPORT_PROPERTY, CMQC.TRANSPORT_MQSERIES_CLIENT);
        return properties;
    }

    static MQQueueManager connect(QueueManager queueManager) throws MQException {
        return new MQQueueManager(queueManager.name(), properties(queueManager));
    }

    static MQMessage text(String body) throws IOException {
        MQMessage message = new MQMessage();
        message.format = CMQC.MQFMT_STRING;
        message.characterSet = 1208;
        message.writeString(body);
        return message;
    }

    static MQMessage put(MQQueue queue, String body) throws MQException, IOException {
        MQMessage message = text(body);
        queue.put(message, new MQPutMessageOptions());
        return message;
    }

    static String get(MQQueue queue) throws MQException, IOException {
        return get(queue, new MQMessage(), new MQGetMessageOptions());
    }

    static String get(MQQueue queue, MQMessage wanted, MQGetMessageOptions options) throws MQException, IOException {
        queue.get(wanted, options);
        return wanted.readStringOfByteLength(wanted.getMessageLength());
    }

    static MQGetMessageOptions options(int options) {
        MQGetMessageOptions made = new MQGetMessageOptions();
        made.options = options;
        return made;
    }

    static MQPutMessageOptions putOptions(int options) {
        MQPutMessageOptions made = new MQPutMessageOptions();
        made.options = options;
        return made;
    }

    static MQException assertReason(int reason, Executable call) {
        MQException failure = assertThrows(MQException.class, call);
        assertEquals(reason, failure.reasonCode, failure::getMessage);
        return failure;
    }

    static void assertEmpty(MQQueue queue) {
        assertReason(CMQC.MQRC_NO_MSG_AVAILABLE, () -> get(queue));
    }
}
