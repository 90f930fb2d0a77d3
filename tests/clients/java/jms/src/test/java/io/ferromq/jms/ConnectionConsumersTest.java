package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.Connection;
import javax.jms.ConnectionConsumer;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.MessageProducer;
import javax.jms.ServerSession;
import javax.jms.ServerSessionPool;
import javax.jms.Session;
import javax.jms.TextMessage;
import javax.jms.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Consumers of application servers: one connection looks for messages, the sessions of a pool get them. */
class ConnectionConsumersTest {
    private static final int MESSAGES = 20;
    private static final int WAIT_MS = 30_000;

    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMSERVERS")
            .with("DEFINE QLOCAL(WORK)")
            .with("DEFINE QLOCAL(BACKED.OUT)")
            .with("ALTER QMODEL(SYSTEM.DURABLE.MODEL.QUEUE) BOTHRESH(2) BOQNAME(BACKED.OUT)");

    /** What the sessions of the pools got. */
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    /** As an application server has it: sessions that are lent to whoever has work for them. */
    private final class Pool implements ServerSessionPool {
        private final BlockingQueue<ServerSession> free = new LinkedBlockingQueue<>();

        Pool(Connection connection, int sessions, boolean transacted) throws JMSException {
            for (int made = 0; made < sessions; made++) {
                Session session = connection.createSession(
                        transacted, transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
                session.setMessageListener(message -> {
                    try {
                        String body = ((TextMessage) message).getText();
                        if (transacted && body.equals("poison")) {
                            session.rollback();
                        } else if (transacted) {
                            session.commit();
                        }
                        seen.add(body);
                    } catch (JMSException failure) {
                        seen.add(failure.toString());
                    }
                });
                free.add(new Lent(session));
            }
        }

        @Override
        public ServerSession getServerSession() throws JMSException {
            try {
                return free.take();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new JMSException(interrupted.toString());
            }
        }

        private final class Lent implements ServerSession {
            private final Session session;

            Lent(Session session) {
                this.session = session;
            }

            @Override
            public Session getSession() {
                return session;
            }

            @Override
            public void start() {
                new Thread(() -> {
                    try {
                        session.run();
                    } catch (RuntimeException failure) {
                        seen.add(failure.toString());
                    } finally {
                        free.add(this);
                    }
                }).start();
            }
        }
    }

    /** Makes a connection consumer. */
    private interface Maker {
        ConnectionConsumer make(Connection connection, Topic topic, Pool pool) throws JMSException;
    }

    private static Connection connect() throws JMSException {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setStringProperty(WMQConstants.CLIENT_ID, "server");
        return factory.createConnection();
    }

    private static void send(Session session, Destination to, String prefix) throws JMSException {
        MessageProducer producer = session.createProducer(to);
        for (int sent = 0; sent < MESSAGES; sent++) {
            producer.send(session.createTextMessage(prefix + sent));
        }
    }

    /** Every message of one sending came, once. */
    private void assertAll(String prefix) throws InterruptedException {
        Set<String> expected = new TreeSet<>();
        Set<String> came = new TreeSet<>();
        for (int number = 0; number < MESSAGES; number++) {
            expected.add(prefix + number);
            came.add(String.valueOf(seen.poll(WAIT_MS, TimeUnit.MILLISECONDS)));
        }
        assertEquals(expected, came);
        assertTrue(seen.isEmpty(), seen::toString);
    }

    private void serves(Maker maker) throws Exception {
        try (Connection connection = connect()) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic topic = session.createTopic("servers/news");
            ConnectionConsumer consumer = maker.make(connection, topic, new Pool(connection, 3, false));
            connection.start();
            send(session, topic, "a");
            assertAll("a");
            send(session, topic, "b");
            assertAll("b");
            consumer.close();
        }
    }

    @Test
    void sessionsGetWhatIsOnAQueue() throws Exception {
        try (Connection connection = connect()) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Destination work = session.createQueue("WORK");
            ConnectionConsumer consumer =
                    connection.createConnectionConsumer(work, null, new Pool(connection, 3, false), 5);
            connection.start();
            send(session, work, "q");
            assertAll("q");
            consumer.close();
        }
    }

    @Test
    void sessionsGetWhatIsPublished() throws Exception {
        serves((connection, topic, pool) -> connection.createConnectionConsumer(topic, null, pool, 5));
        // Nobody publishes or subscribes there any more.
        assertThrows(IllegalStateException.class, () -> QM.mqsc("DISPLAY TPSTATUS('servers/news')"));
    }

    @Test
    void sessionsGetWhatWasPublishedForADurableConsumerThatWasAway() throws Exception {
        Maker durable = (connection, topic, pool) ->
                connection.createDurableConnectionConsumer(topic, "durable", null, pool, 5);
        serves(durable);
        try (Connection connection = Factories.of(QM).createConnection()) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            send(session, session.createTopic("servers/news"), "away");
        }
        try (Connection connection = connect()) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic topic = session.createTopic("servers/news");
            ConnectionConsumer consumer = durable.make(connection, topic, new Pool(connection, 3, false));
            connection.start();
            assertAll("away");
            consumer.close();
            session.unsubscribe("durable");
        }
    }

    @Test
    void sessionsGetWhatIsPublishedToSharedConsumers() throws Exception {
        serves((connection, topic, pool) ->
                connection.createSharedConnectionConsumer(topic, "shared", null, pool, 5));
        serves((connection, topic, pool) ->
                connection.createSharedDurableConnectionConsumer(topic, "shared durable", null, pool, 5));
    }

    @Test
    void aSelectorChoosesAmongPublications() throws Exception {
        try (Connection connection = connect()) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic topic = session.createTopic("servers/chosen");
            ConnectionConsumer consumer =
                    connection.createConnectionConsumer(topic, "kind = 'b'", new Pool(connection, 2, false), 5);
            connection.start();
            MessageProducer producer = session.createProducer(topic);
            for (String kind : new String[] {"a", "b"}) {
                TextMessage message = session.createTextMessage(kind);
                message.setStringProperty("kind", kind);
                producer.send(message);
            }
            assertEquals("b", seen.poll(WAIT_MS, TimeUnit.MILLISECONDS));
            consumer.close();
            assertTrue(seen.isEmpty(), seen::toString);
        }
    }

    @Test
    void whatASessionRollsBackComesAgainAndAtLastIsMoved() throws Exception {
        try (Connection connection = connect()) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            Topic topic = session.createTopic("servers/poison");
            ConnectionConsumer consumer = connection.createDurableConnectionConsumer(
                    topic, "poison", null, new Pool(connection, 1, true), 1);
            connection.start();
            MessageProducer producer = session.createProducer(topic);
            producer.send(session.createTextMessage("poison"));
            producer.send(session.createTextMessage("good"));
            Set<String> came = new TreeSet<>();
            while (!came.contains("good")) {
                came.add(String.valueOf(seen.poll(WAIT_MS, TimeUnit.MILLISECONDS)));
            }
            assertEquals(Set.of("good", "poison"), came);
            Destination moved = session.createQueue("BACKED.OUT");
            TextMessage poison = (TextMessage) session.createConsumer(moved).receive(WAIT_MS);
            assertEquals("poison", poison.getText());
            consumer.close();
            session.unsubscribe("poison");
        }
    }
}
