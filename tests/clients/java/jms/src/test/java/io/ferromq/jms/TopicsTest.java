package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.jms.MQDestination;
import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.JMSConsumer;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSRuntimeException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Session;
import javax.jms.TemporaryTopic;
import javax.jms.TextMessage;
import javax.jms.Topic;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Topics: publishers, and subscribers without a name. */
class TopicsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMTOPICS").with(
            "DEFINE TOPIC(NOPUB) TOPICSTR('nopub') PUB(DISABLED)");

    private static final long WAIT = 20_000;

    @Test
    void everySubscriberGetsWhatIsPublished() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext();
                JMSContext publisher = Factories.of(QM).createContext()) {
            JMSConsumer one = context.createConsumer(context.createTopic("every/a/b"));
            JMSConsumer wild = context.createConsumer(context.createTopic("every/+/b"));
            JMSConsumer below = context.createConsumer(context.createTopic("every/#"));
            JMSConsumer other = context.createConsumer(context.createTopic("every/b"));
            publisher.createProducer().send(publisher.createTopic("every/a/b"), "hello");
            for (JMSConsumer consumer : new JMSConsumer[] {one, wild, below}) {
                assertEquals("hello", consumer.receiveBody(String.class, WAIT));
            }
            assertNull(other.receive(200));
        }
    }

    @Test
    void delayedMessagesComeToThoseWhoHadSubscribed() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext();
                JMSContext publisher = Factories.of(QM).createContext()) {
            Topic topic = context.createTopic("delayed/a");
            JMSConsumer before = context.createConsumer(topic);
            long sent = System.currentTimeMillis();
            publisher.createProducer().setDeliveryDelay(1_500).send(topic, "later");
            JMSConsumer after = context.createConsumer(topic);
            assertNull(before.receive(300));
            Message message = before.receive(WAIT);
            assertEquals("later", message.getBody(String.class));
            assertTrue(System.currentTimeMillis() - sent >= 1_400);
            assertTrue(message.getJMSDeliveryTime() >= sent + 1_500);
            assertNull(after.receive(200));
        }
    }

    @Test
    void wildcardsMayBeOfCharacters() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Topic topic = context.createTopic("chars/*x");
            ((MQDestination) topic).setIntProperty(
                    WMQConstants.WMQ_WILDCARD_FORMAT, WMQConstants.WMQ_WILDCARD_CHAR_ONLY);
            JMSConsumer consumer = context.createConsumer(topic);
            context.createProducer().send(context.createTopic("chars/a/b"), "no");
            context.createProducer().send(context.createTopic("chars/a/bx"), "yes");
            assertEquals("yes", consumer.receiveBody(String.class, WAIT));
        }
    }

    @Test
    void aSubscriberFindsHeadersAndPropertiesAsTheyWerePublished() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            JMSConsumer consumer = context.createConsumer(context.createTopic("headers/#"));
            Topic reply = context.createTopic("headers/reply");
            TextMessage sent = context.createTextMessage("hello");
            context.createProducer().setJMSReplyTo(reply).setJMSCorrelationID("correlation").setJMSType("type")
                    .setPriority(7).setTimeToLive(60_000).setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                    .setProperty("colour", "red").setProperty("count", 5).send(context.createTopic("headers/a"), sent);
            Message message = consumer.receive(WAIT);
            assertEquals("hello", message.getBody(String.class));
            assertEquals("topic://headers/a", message.getJMSDestination().toString());
            assertEquals("topic://headers/reply", message.getJMSReplyTo().toString());
            assertEquals("correlation", message.getJMSCorrelationID());
            assertEquals("type", message.getJMSType());
            assertEquals(sent.getJMSMessageID(), message.getJMSMessageID());
            assertEquals(sent.getJMSTimestamp(), message.getJMSTimestamp());
            assertEquals(sent.getJMSExpiration(), message.getJMSExpiration());
            assertEquals(7, message.getJMSPriority());
            assertEquals(DeliveryMode.NON_PERSISTENT, message.getJMSDeliveryMode());
            assertFalse(message.getJMSRedelivered());
            assertEquals("red", message.getStringProperty("colour"));
            assertEquals(5, message.getIntProperty("count"));
            assertFalse(message.propertyExists(WMQConstants.JMS_IBM_RETAIN));
        }
    }

    /** More than once: a client that connects again sends other bytes than one that connects first. */
    @RepeatedTest(3)
    void aListenerHearsPublicationsInOrder() throws Exception {
        try (JMSContext context = Factories.of(QM).createContext();
                JMSContext publisher = Factories.of(QM).createContext()) {
            LinkedBlockingQueue<Message> heard = new LinkedBlockingQueue<>();
            context.createConsumer(context.createTopic("listen")).setMessageListener(heard::add);
            context.start();
            for (int i = 0; i < 50; i++) {
                publisher.createProducer().send(publisher.createTopic("listen"), "m" + i);
            }
            for (int i = 0; i < 50; i++) {
                Message message = heard.poll(WAIT, TimeUnit.MILLISECONDS);
                assertNotNull(message);
                assertEquals("m" + i, message.getBody(String.class));
            }
        }
    }

    @Test
    void readAheadAndPutsWithoutAnswerKeepTheOrder() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext();
                Connection connection = Factories.of(QM).createConnection()) {
            Topic ahead = context.createTopic("ahead");
            ((MQDestination) ahead).setIntProperty(
                    WMQConstants.WMQ_READ_AHEAD_ALLOWED, WMQConstants.WMQ_READ_AHEAD_ALLOWED_ENABLED);
            JMSConsumer consumer = context.createConsumer(ahead);
            Session session = connection.createSession();
            Topic quiet = session.createTopic("ahead");
            ((MQDestination) quiet).setIntProperty(
                    WMQConstants.WMQ_PUT_ASYNC_ALLOWED, WMQConstants.WMQ_PUT_ASYNC_ALLOWED_ENABLED);
            MessageProducer producer = session.createProducer(quiet);
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            for (int i = 0; i < 500; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
            for (int i = 0; i < 500; i++) {
                assertEquals("m" + i, consumer.receiveBody(String.class, WAIT));
            }
        }
    }

    @Test
    void aTransactionPublishesAllOrNothing() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext();
                JMSContext publisher = Factories.of(QM).createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSConsumer one = context.createConsumer(context.createTopic("work"));
            JMSConsumer two = context.createConsumer(context.createTopic("work/#"));
            Topic topic = publisher.createTopic("work");
            publisher.createProducer().send(topic, "never");
            publisher.rollback();
            publisher.createProducer().send(topic, "one").send(topic, "two");
            assertNull(one.receive(200));
            publisher.commit();
            for (JMSConsumer consumer : new JMSConsumer[] {one, two}) {
                assertEquals("one", consumer.receiveBody(String.class, WAIT));
                assertEquals("two", consumer.receiveBody(String.class, WAIT));
            }
        }
    }

    @Test
    void whatIsRolledBackComesAgain() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext(JMSContext.SESSION_TRANSACTED);
                JMSContext publisher = Factories.of(QM).createContext()) {
            JMSConsumer consumer = context.createConsumer(context.createTopic("again"));
            publisher.createProducer().send(publisher.createTopic("again"), "m");
            assertFalse(consumer.receive(WAIT).getJMSRedelivered());
            context.rollback();
            Message message = consumer.receive(WAIT);
            assertTrue(message.getJMSRedelivered());
            assertEquals(2, message.getIntProperty("JMSXDeliveryCount"));
            context.commit();
            assertNull(consumer.receive(200));
        }
    }

    @Test
    void theLastRetainedPublicationIsGivenToSubscribersToCome() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Topic topic = context.createTopic("kept");
            JMSConsumer before = context.createConsumer(topic);
            for (String body : new String[] {"first", "last"}) {
                context.createProducer().setProperty(WMQConstants.JMS_IBM_RETAIN, WMQConstants.RETAIN_PUBLICATION)
                        .send(topic, body);
            }
            for (String body : new String[] {"first", "last"}) {
                Message message = before.receive(WAIT);
                assertEquals(body, message.getBody(String.class));
                assertFalse(message.propertyExists(WMQConstants.JMS_IBM_RETAIN));
            }
            JMSConsumer after = context.createConsumer(topic);
            Message message = after.receive(WAIT);
            assertEquals("last", message.getBody(String.class));
            assertEquals(WMQConstants.RETAIN_PUBLICATION, message.getIntProperty(WMQConstants.JMS_IBM_RETAIN));
            assertNull(after.receive(200));
        }
    }

    @Test
    void selectorsLeaveOut() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Topic topic = context.createTopic("chosen");
            JMSConsumer some = context.createConsumer(topic, "n > 1 AND JMSPriority = 6");
            for (int n = 1; n <= 2; n++) {
                context.createProducer().setPriority(4).setProperty("n", n).send(topic, "low" + n);
                context.createProducer().setPriority(6).setProperty("n", n).send(topic, "high" + n);
            }
            assertEquals("high2", some.receiveBody(String.class, WAIT));
            assertNull(some.receive(200));
        }
    }

    /** With a client id the queue manager leaves them out, without one the client does. */
    @Test
    void whatAConnectionPublishesItselfIsLeftOutWhenItAsksForThat() throws JMSException {
        for (String clientId : new String[] {null, "own"}) {
            try (JMSContext context = Factories.of(QM).createContext();
                    JMSContext other = Factories.of(QM).createContext()) {
                if (clientId != null) {
                    context.setClientID(clientId);
                }
                Topic topic = context.createTopic("own");
                JMSConsumer consumer = context.createConsumer(topic, null, true);
                context.createProducer().send(topic, "own");
                other.createProducer().send(other.createTopic("own"), "other");
                assertEquals("other", consumer.receive(WAIT).getBody(String.class));
                assertNull(consumer.receive(200));
            }
        }
    }

    @Test
    void aTemporaryTopicIsOfItsConnection() throws JMSException {
        try (Connection connection = Factories.of(QM).createConnection();
                Connection others = Factories.of(QM).createConnection()) {
            connection.start();
            Session session = connection.createSession();
            Session other = others.createSession();
            TemporaryTopic topic = session.createTemporaryTopic();
            MessageConsumer consumer = session.createConsumer(topic);
            assertThrows(JMSException.class, () -> other.createConsumer(topic));
            other.createProducer(topic).send(other.createTextMessage("hello"));
            assertEquals("hello", ((TextMessage) consumer.receive(WAIT)).getText());
            assertThrows(JMSException.class, topic::delete);
            consumer.close();
            topic.delete();
        }
    }

    @Test
    void whoSubscribesNoMoreGetsNothingAndLeavesNothing() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Topic topic = context.createTopic("gone");
            for (int i = 0; i < 20; i++) {
                JMSConsumer consumer = context.createConsumer(topic);
                context.createProducer().send(topic, "m" + i);
                if (i % 2 == 0) {
                    assertEquals("m" + i, consumer.receiveBody(String.class, WAIT));
                }
                consumer.close();
            }
        }
        String queues = QM.mqsc("DISPLAY QLOCAL(*) CURDEPTH");
        assertFalse(queues.contains("SYSTEM.MANAGED."), queues);
    }

    @Test
    void requestsOfTopicsAreAnswered() throws Exception {
        JmsConnectionFactory factory = Factories.of(QM);
        try (Connection service = factory.createConnection(); Connection client = factory.createConnection()) {
            service.start();
            client.start();
            Session answering = service.createSession();
            answering.createConsumer(answering.createTopic("service")).setMessageListener(request -> {
                try {
                    TextMessage answer = answering.createTextMessage("re " + ((TextMessage) request).getText());
                    answer.setJMSCorrelationID(request.getJMSMessageID());
                    answering.createProducer(null).send(request.getJMSReplyTo(), answer);
                } catch (JMSException error) {
                    throw new IllegalStateException(error);
                }
            });
            Session session = client.createSession();
            TemporaryTopic replies = session.createTemporaryTopic();
            MessageConsumer consumer = session.createConsumer(replies);
            TextMessage request = session.createTextMessage("question");
            request.setJMSReplyTo(replies);
            session.createProducer(session.createTopic("service")).send(request);
            TextMessage answer = (TextMessage) consumer.receive(WAIT);
            assertEquals("re question", answer.getText());
            assertEquals(request.getJMSMessageID(), answer.getJMSCorrelationID());
        }
    }

    @Test
    void publicationsThatCannotBe() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            assertEquals(2051, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createProducer().send(context.createTopic("nopub/a"), "x"))));
            assertEquals(2035, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createProducer().send(context.createTopic("$SYS/MQ/a"), "x"))));
        }
    }
}
