package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.BytesMessage;
import javax.jms.Connection;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Session;
import javax.jms.TextMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are backed out again and again: the client moves them, with their context, and goes on. */
class BackoutTest {
    private static final int THRESHOLD = 2;
    private static final int WAIT_MS = 30_000;

    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMBACKOUT")
            .with("DEFINE QLOCAL(DLQ)", "ALTER QMGR DEADQ(DLQ)", "DEFINE QLOCAL(BACKED.OUT)")
            .with("DEFINE QLOCAL(WORK) BOTHRESH(" + THRESHOLD + ") BOQNAME(BACKED.OUT)")
            .with("DEFINE QLOCAL(NOWHERE) BOTHRESH(" + THRESHOLD + ") BOQNAME(NOT.THERE)")
            .with("ALTER QMODEL(SYSTEM.DURABLE.MODEL.QUEUE) BOTHRESH(" + THRESHOLD + ") BOQNAME(BACKED.OUT)")
            .with(channel(1), channel(0));

    private static String channel(int conversations) {
        return "DEFINE CHANNEL(SHARE." + conversations + ") CHLTYPE(SVRCONN) SHARECNV(" + conversations + ") MCAUSER('"
                + System.getProperty("user.name") + "')";
    }

    @BeforeEach
    void empty() {
        QM.mqsc("CLEAR QLOCAL(WORK)", "CLEAR QLOCAL(NOWHERE)", "CLEAR QLOCAL(BACKED.OUT)", "CLEAR QLOCAL(DLQ)");
    }

    private static Connection connect(String channel) throws JMSException {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, channel);
        factory.setStringProperty(WMQConstants.CLIENT_ID, "backout");
        return factory.createConnection();
    }

    private static void send(Session session, Destination to) throws JMSException {
        MessageProducer producer = session.createProducer(to);
        for (String body : List.of("poison", "good")) {
            producer.send(session.createTextMessage(body));
        }
        if (session.getTransacted()) {
            session.commit();
        }
    }

    /** Receives both, and rolls the first back as often as it comes. */
    private static void consume(Session session, MessageConsumer consumer) throws JMSException {
        for (int times = 1; times <= THRESHOLD; times++) {
            TextMessage poison = (TextMessage) consumer.receive(WAIT_MS);
            assertEquals("poison", poison.getText());
            assertEquals(times, poison.getIntProperty("JMSXDeliveryCount"));
            session.rollback();
        }
        assertEquals("good", ((TextMessage) consumer.receive(WAIT_MS)).getText());
        session.commit();
    }

    /** The next message of a queue, which is taken. */
    private static Message take(String queue) throws JMSException {
        try (Connection connection = Factories.of(QM).createConnection()) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            MessageConsumer consumer = session.createConsumer(session.createQueue("queue:///" + queue));
            connection.start();
            return consumer.receive(WAIT_MS);
        }
    }

    private static void assertNone(String queue) {
        assertTrue(QM.mqsc("DISPLAY QLOCAL(" + queue + ") CURDEPTH").contains("CURDEPTH(0)"), queue);
    }

    @ParameterizedTest
    @ValueSource(strings = {QueueManager.CHANNEL, "SHARE.1", "SHARE.0"})
    void whatIsRolledBackTooOftenGoesToTheBackoutQueue(String channel) throws JMSException {
        try (Connection connection = connect(channel)) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Destination work = session.createQueue("WORK");
            send(session, work);
            connection.start();
            consume(session, session.createConsumer(work));
        }
        assertEquals("poison", ((TextMessage) take("BACKED.OUT")).getText());
        assertNone("WORK");
        assertNone("DLQ");
    }

    @ParameterizedTest
    @ValueSource(strings = {QueueManager.CHANNEL, "SHARE.1", "SHARE.0"})
    void aListenerGoesOnBehindWhatItCannotDo(String channel) throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Connection connection = connect(channel)) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Destination work = session.createQueue("WORK");
            send(session, work);
            session.createConsumer(work).setMessageListener(message -> {
                try {
                    String body = ((TextMessage) message).getText();
                    if (body.equals("poison")) {
                        session.rollback();
                    } else {
                        session.commit();
                    }
                    seen.add(body);
                } catch (JMSException failure) {
                    seen.add(failure.toString());
                }
            });
            connection.start();
            for (int times = 0; times < THRESHOLD; times++) {
                assertEquals("poison", seen.poll(WAIT_MS, TimeUnit.MILLISECONDS));
            }
            assertEquals("good", seen.poll(WAIT_MS, TimeUnit.MILLISECONDS));
        }
        assertEquals("poison", ((TextMessage) take("BACKED.OUT")).getText());
        assertNone("WORK");
    }

    /** With automatic acknowledgement it is an exception of the listener that gives a message back. */
    @Test
    void aListenerThatThrowsGivesBackWhatItGot() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Connection connection = connect(QueueManager.CHANNEL)) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Destination work = session.createQueue("WORK");
            send(session, work);
            session.createConsumer(work).setMessageListener(message -> {
                try {
                    String body = ((TextMessage) message).getText();
                    seen.add(body);
                    if (body.equals("poison")) {
                        throw new UnsupportedOperationException(body);
                    }
                } catch (JMSException failure) {
                    seen.add(failure.toString());
                }
            });
            connection.start();
            String first = seen.poll(WAIT_MS, TimeUnit.MILLISECONDS);
            assertEquals("poison", first);
            for (String next = first; !"good".equals(next); next = seen.poll(WAIT_MS, TimeUnit.MILLISECONDS)) {
                assertEquals("poison", next);
            }
        }
        assertEquals("poison", ((TextMessage) take("BACKED.OUT")).getText());
        assertNone("WORK");
    }

    @ParameterizedTest
    @ValueSource(strings = {QueueManager.CHANNEL, "SHARE.0"})
    void withoutABackoutQueueItGoesToTheDeadLetterQueueWithItsHeader(String channel) throws JMSException {
        try (Connection connection = connect(channel)) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Destination work = session.createQueue("NOWHERE");
            send(session, work);
            connection.start();
            consume(session, session.createConsumer(work));
        }
        assertNone("NOWHERE");
        BytesMessage dead = (BytesMessage) take("DLQ");
        assertEquals("MQDEAD  ", dead.getStringProperty("JMS_IBM_Format"));
        byte[] bytes = new byte[(int) dead.getBodyLength()];
        dead.readBytes(bytes);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertTrue(text.startsWith("DLH "), text);
        assertTrue(text.contains("NOWHERE"), text);
        assertTrue(text.endsWith("poison"), text);
    }

    @Test
    void theBackoutQueueHasTheContextOfWhoeverSent() throws JMSException {
        Message sent;
        try (Connection connection = connect(QueueManager.CHANNEL)) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Destination work = session.createQueue("WORK");
            send(session, work);
            connection.start();
            MessageConsumer consumer = session.createConsumer(work);
            sent = consumer.receive(WAIT_MS);
            session.rollback();
            consumer.receive(WAIT_MS);
            session.rollback();
            assertNotNull(consumer.receive(WAIT_MS));
            session.commit();
        }
        Message moved = take("BACKED.OUT");
        for (String property : List.of("JMSXUserID", "JMSXAppID", "JMS_IBM_PutDate", "JMS_IBM_PutTime")) {
            assertEquals(sent.getStringProperty(property), moved.getStringProperty(property), property);
        }
        assertEquals(sent.getJMSMessageID(), moved.getJMSMessageID());
        assertEquals(sent.getJMSTimestamp(), moved.getJMSTimestamp());
    }

    @Test
    void publicationsAreBackedOutAsTheQueueOfTheSubscriptionSays() throws JMSException {
        try (Connection connection = connect(QueueManager.CHANNEL)) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            var topic = session.createTopic("backout/topic");
            MessageConsumer consumer = session.createDurableSubscriber(topic, "backed out");
            connection.start();
            send(session, topic);
            consume(session, consumer);
            assertNull(consumer.receive(200));
            consumer.close();
            session.unsubscribe("backed out");
        }
        assertEquals("poison", ((TextMessage) take("BACKED.OUT")).getText());
    }
}
