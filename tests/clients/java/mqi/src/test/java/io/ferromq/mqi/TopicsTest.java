package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.assertReason;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.putOptions;
import static io.ferromq.mqi.Clients.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQDestination;
import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.MQTopic;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Topics by the base classes. */
class TopicsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMMQITOP").with(
            "DEFINE QLOCAL(Q1)",
            "DEFINE TOPIC(NEWS) TOPICSTR('news')",
            "DEFINE TOPIC(NOSUB) TOPICSTR('nosub') SUB(DISABLED)",
            "DEFINE TOPIC(NOPUB) TOPICSTR('nopub') PUB(DISABLED)",
            "DEFINE TOPIC(NODUR) TOPICSTR('nodur') DURSUB(NO)");

    private MQQueueManager queueManager;

    @BeforeEach
    void connected() throws MQException {
        queueManager = connect(QM);
    }

    @AfterEach
    void disconnected() throws MQException {
        queueManager.disconnect();
    }

    private MQTopic subscribe(String topic, int options) throws MQException {
        return queueManager.accessTopic(topic, null, CMQC.MQTOPIC_OPEN_AS_SUBSCRIPTION, CMQC.MQSO_CREATE | options);
    }

    private MQTopic durable(int options) throws MQException {
        return queueManager.accessTopic("durable", null, options | CMQC.MQSO_DURABLE, null, "MY.SUB");
    }

    private void publish(String topic, String body, int options) throws MQException, IOException {
        queueManager.put(CMQC.MQOT_TOPIC, null, null, topic, text(body), putOptions(options));
    }

    private static MQMessage got(MQDestination from, int waitMs) throws MQException {
        MQGetMessageOptions options = new MQGetMessageOptions();
        options.options = CMQC.MQGMO_WAIT | CMQC.MQGMO_PROPERTIES_IN_HANDLE | CMQC.MQGMO_NO_SYNCPOINT;
        options.waitInterval = waitMs;
        MQMessage message = new MQMessage();
        from.get(message, options);
        return message;
    }

    private static String body(MQMessage message) throws IOException {
        return message.readStringOfByteLength(message.getDataLength());
    }

    private static String get(MQDestination from) throws MQException, IOException {
        return body(got(from, 20_000));
    }

    private static void assertNothing(MQDestination from) {
        assertReason(CMQC.MQRC_NO_MSG_AVAILABLE, () -> got(from, 200));
    }

    @Test
    void aSubscriberGetsPublicationsWithTheirTopicAndProperties() throws Exception {
        MQTopic subscriber = subscribe("news/#", CMQC.MQSO_FAIL_IF_QUIESCING);
        MQTopic publisher = queueManager.accessTopic(
                "sport", "NEWS", CMQC.MQTOPIC_OPEN_AS_PUBLICATION, CMQC.MQOO_OUTPUT);
        MQMessage sent = text("goal");
        sent.setStringProperty("colour", "red");
        publisher.put(sent, new MQPutMessageOptions());
        MQMessage message = got(subscriber, 20_000);
        assertEquals("goal", body(message));
        assertEquals("red", message.getStringProperty("colour"));
        assertEquals("news/sport", message.getStringProperty("mqps.Top"));
        assertNothing(subscriber);
        publisher.close();
        subscriber.close();
    }

    @Test
    void aDurableSubscriptionIsResumedAndRemoved() throws Exception {
        MQTopic first = durable(CMQC.MQSO_CREATE | CMQC.MQSO_RESUME);
        assertReason(CMQC.MQRC_SUBSCRIPTION_IN_USE, () -> durable(CMQC.MQSO_RESUME));
        assertReason(CMQC.MQRC_SUB_ALREADY_EXISTS, () -> durable(CMQC.MQSO_CREATE));
        first.close();
        publish("durable", "while away", CMQC.MQPMO_NO_SYNCPOINT);
        MQTopic again = durable(CMQC.MQSO_RESUME);
        assertEquals("while away", get(again));
        again.getSubscriptionReference().setCloseOptions(CMQC.MQCO_REMOVE_SUB);
        again.close();
        assertReason(CMQC.MQRC_NO_SUBSCRIPTION, () -> durable(CMQC.MQSO_RESUME));
    }

    @Test
    void publicationsGoToAQueueOfTheProgram() throws Exception {
        MQQueue queue = queueManager.accessQueue("Q1", CMQC.MQOO_INPUT_AS_Q_DEF | CMQC.MQOO_OUTPUT);
        MQTopic subscriber = queueManager.accessTopic(queue, "provided", null, CMQC.MQSO_CREATE);
        publish("provided", "to Q1", CMQC.MQPMO_NO_SYNCPOINT);
        assertEquals("to Q1", get(queue));
        // Closes the queue with the subscription: the classes do.
        subscriber.close();
        publish("provided", "to nobody", CMQC.MQPMO_NO_SYNCPOINT);
        MQQueue later = queueManager.accessQueue("Q1", CMQC.MQOO_INPUT_AS_Q_DEF);
        assertNothing(later);
        later.close();
    }

    @Test
    void aRetainedPublicationIsSentWhenItIsAskedFor() throws Exception {
        publish("retained", "kept", CMQC.MQPMO_RETAIN);
        MQTopic subscriber = subscribe("retained", CMQC.MQSO_PUBLICATIONS_ON_REQUEST);
        assertNothing(subscriber);
        assertEquals(1, subscriber.getSubscriptionReference().requestPublicationUpdate(CMQC.MQSRO_FAIL_IF_QUIESCING));
        MQMessage message = got(subscriber, 20_000);
        assertEquals("kept", body(message));
        assertTrue(message.getBooleanProperty("mqps.Ret"));
        subscriber.close();
        MQTopic other = subscribe("retained/not", CMQC.MQSO_PUBLICATIONS_ON_REQUEST);
        assertReason(CMQC.MQRC_NO_RETAINED_MSG,
                () -> other.getSubscriptionReference().requestPublicationUpdate(CMQC.MQSRO_FAIL_IF_QUIESCING));
        other.close();
    }

    @Test
    void aUnitOfWorkPublishesAllOrNothing() throws Exception {
        MQTopic subscriber = subscribe("work", 0);
        publish("work", "never", CMQC.MQPMO_SYNCPOINT);
        queueManager.backout();
        publish("work", "one", CMQC.MQPMO_SYNCPOINT);
        assertNothing(subscriber);
        queueManager.commit();
        assertEquals("one", get(subscriber));
        subscriber.close();
    }

    @Test
    void reasonsArePrecise() throws Exception {
        assertReason(CMQC.MQRC_NO_SUBS_MATCHED, () -> publish("nobody", "x", CMQC.MQPMO_WARN_IF_NO_SUBS_MATCHED));
        assertReason(CMQC.MQRC_SUB_INHIBITED, () -> subscribe("nosub/a", 0));
        assertReason(CMQC.MQRC_PUT_INHIBITED, () -> publish("nopub/a", "x", CMQC.MQPMO_NO_SYNCPOINT));
        assertReason(CMQC.MQRC_NOT_AUTHORIZED, () -> publish("$SYS/MQ/a", "x", CMQC.MQPMO_NO_SYNCPOINT));
        assertReason(CMQC.MQRC_UNKNOWN_OBJECT_NAME, () -> queueManager.accessTopic(
                "a", "NO.SUCH.TOPIC", CMQC.MQTOPIC_OPEN_AS_SUBSCRIPTION, CMQC.MQSO_CREATE));
        assertReason(CMQC.MQRC_DURABILITY_NOT_ALLOWED, () -> queueManager.accessTopic(
                "nodur/a", null, CMQC.MQSO_CREATE | CMQC.MQSO_DURABLE, null, "NO"));
        assertReason(CMQC.MQRC_SUB_NAME_ERROR, () -> queueManager.accessTopic(
                "a", null, CMQC.MQSO_CREATE | CMQC.MQSO_DURABLE, null, ""));
    }
}
