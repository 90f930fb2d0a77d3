package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ferromq.testing.QueueManager;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.Connection;
import javax.jms.JMSConsumer;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSRuntimeException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Session;
import javax.jms.TextMessage;
import javax.jms.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Topics: publishers, and subscribers of every kind. */
class TopicsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMTOPICS");

    private static final long WAIT = 20_000;

    @Test
    void everySubscriberGetsWhatIsPublished() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext();
                JMSContext publisher = Factories.of(QM).createContext()) {
            JMSConsumer one = context.createConsumer(context.createTopic("every/a/b"));
            JMSConsumer wild = context.createConsumer(context.createTopic("every/+/b"));
            JMSConsumer below = context.createConsumer(context.createTopic("every/#"));
            JMSConsumer other = context.createConsumer(context.createTopic("every/b"));
            publisher.createProducer().setProperty("colour", "red").send(publisher.createTopic("every/a/b"), "hello");
            for (JMSConsumer consumer : new JMSConsumer[] {one, wild, below}) {
                Message message = consumer.receive(WAIT);
                assertEquals("hello", message.getBody(String.class));
                assertEquals("red", message.getStringProperty("colour"));
                assertTrue(message.getJMSDestination().toString().contains("every/a/b"));
            }
            assertNull(other.receive(200));
        }
    }

    @Test
    void aListenerHearsPublications() throws Exception {
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
    void aTransactionPublishesAllOrNothing() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext();
                JMSContext publisher = Factories.of(QM).createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSConsumer consumer = context.createConsumer(context.createTopic("work"));
            Topic topic = publisher.createTopic("work");
            publisher.createProducer().send(topic, "never");
            publisher.rollback();
            publisher.createProducer().send(topic, "one").send(topic, "two");
            assertNull(consumer.receive(200));
            publisher.commit();
            assertEquals("one", consumer.receiveBody(String.class, WAIT));
            assertEquals("two", consumer.receiveBody(String.class, WAIT));
        }
    }

    @Test
    void selectorsAndNoLocalLeaveOut() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Topic topic = context.createTopic("chosen");
            JMSConsumer some = context.createConsumer(topic, "n > 1");
            JMSConsumer others = context.createConsumer(topic, null, true);
            for (int n = 1; n <= 2; n++) {
                context.createProducer().setProperty("n", n).send(topic, "m" + n);
            }
            assertEquals("m2", some.receiveBody(String.class, WAIT));
            assertNull(others.receive(200));
        }
    }

    @Test
    void aDurableSubscriptionLastsUntilItIsUnsubscribed() throws JMSException {
        Connection connection = Factories.of(QM).createConnection();
        connection.setClientID("durable");
        connection.start();
        Session session = connection.createSession();
        Topic topic = session.createTopic("lasting");
        MessageConsumer subscriber = session.createDurableSubscriber(topic, "sub");
        session.createProducer(topic).send(session.createTextMessage("one"));
        assertEquals("one", ((TextMessage) subscriber.receive(WAIT)).getText());
        assertThrows(JMSException.class, () -> session.unsubscribe("sub"));
        subscriber.close();
        session.createProducer(topic).send(session.createTextMessage("two"));
        connection.close();
        connection = Factories.of(QM).createConnection();
        connection.setClientID("durable");
        connection.start();
        Session again = connection.createSession();
        subscriber = again.createDurableSubscriber(again.createTopic("lasting"), "sub");
        assertEquals("two", ((TextMessage) subscriber.receive(WAIT)).getText());
        subscriber.close();
        again.unsubscribe("sub");
        assertThrows(JMSException.class, () -> again.unsubscribe("sub"));
        connection.close();
    }

    @Test
    void aDurableSubscriptionWithAnotherSelectorBeginsAnew() throws JMSException {
        try (Connection connection = Factories.of(QM).createConnection()) {
            connection.setClientID("anew");
            connection.start();
            Session session = connection.createSession();
            Topic topic = session.createTopic("anew");
            session.createDurableSubscriber(topic, "sub").close();
            session.createProducer(topic).send(session.createTextMessage("lost"));
            MessageConsumer subscriber = session.createDurableSubscriber(topic, "sub", "n = 1", false);
            assertNull(subscriber.receive(200));
            TextMessage message = session.createTextMessage("kept");
            message.setIntProperty("n", 1);
            session.createProducer(topic).send(message);
            assertEquals("kept", ((TextMessage) subscriber.receive(WAIT)).getText());
            subscriber.close();
            session.unsubscribe("sub");
        }
    }

    @Test
    void sharedSubscriptionsTakeTurns() throws JMSException {
        try (JMSContext one = Factories.of(QM).createContext();
                JMSContext other = Factories.of(QM).createContext();
                JMSContext publisher = Factories.of(QM).createContext()) {
            JMSConsumer first = one.createSharedConsumer(one.createTopic("shared"), "group");
            JMSConsumer second = other.createSharedConsumer(other.createTopic("shared"), "group");
            takeTurns(publisher, "shared", first, second);
        }
    }

    @Test
    void sharedDurableSubscriptionsTakeTurnsAndLast() throws JMSException {
        try (JMSContext one = Factories.of(QM).createContext();
                JMSContext other = Factories.of(QM).createContext();
                JMSContext publisher = Factories.of(QM).createContext()) {
            JMSConsumer first = one.createSharedDurableConsumer(one.createTopic("shared/durable"), "group");
            JMSConsumer second = other.createSharedDurableConsumer(other.createTopic("shared/durable"), "group");
            takeTurns(publisher, "shared/durable", first, second);
            assertThrows(JMSRuntimeException.class, () -> one.unsubscribe("group"));
            first.close();
            second.close();
            publisher.createProducer().send(publisher.createTopic("shared/durable"), "later");
            JMSConsumer third = one.createSharedDurableConsumer(one.createTopic("shared/durable"), "group");
            assertEquals("later", third.receiveBody(String.class, WAIT));
            third.close();
            one.unsubscribe("group");
        }
    }

    private static void takeTurns(JMSContext publisher, String topic, JMSConsumer first, JMSConsumer second) {
        int count = 20;
        for (int i = 0; i < count; i++) {
            publisher.createProducer().send(publisher.createTopic(topic), "m" + i);
        }
        int seen = 0;
        for (int empty = 0; empty < 3; ) {
            Message one = first.receive(200);
            Message other = second.receive(200);
            seen += (one == null ? 0 : 1) + (other == null ? 0 : 1);
            empty = one == null && other == null ? empty + 1 : 0;
        }
        assertEquals(count, seen);
    }

    @Test
    void aTemporaryTopicIsATopic() throws JMSException {
        try (Connection connection = Factories.of(QM).createConnection()) {
            connection.start();
            Session session = connection.createSession();
            Topic topic = session.createTemporaryTopic();
            MessageConsumer consumer = session.createConsumer(topic);
            session.createProducer(topic).send(session.createTextMessage("hello"));
            assertEquals("hello", ((TextMessage) consumer.receive(WAIT)).getText());
        }
    }
}
