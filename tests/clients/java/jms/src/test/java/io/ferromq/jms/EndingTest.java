package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSRuntimeException;
import javax.jms.Message;
import javax.jms.Queue;
import javax.jms.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of one side, as the other sees it. */
class EndingTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMJMSEND").with("DEFINE QLOCAL(Q1)", "DEFINE QLOCAL(Q2)");

    @BeforeEach
    void runsAndIsEmpty() {
        if (!QM.processes().isEmpty()) {
            QM.end("-i");
            QM.awaitEnd();
        }
        QM.start();
        QM.mqsc("CLEAR QLOCAL(Q1)", "CLEAR QLOCAL(Q2)");
    }

    @Test
    void exceptionListenersHearOfTheEnd() throws Exception {
        LinkedBlockingQueue<JMSException> told = new LinkedBlockingQueue<>();
        Connection connection = Factories.of(QM).createConnection();
        connection.setExceptionListener(told::add);
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        CountDownLatch works = new CountDownLatch(1);
        session.createConsumer(session.createQueue("Q1")).setMessageListener(message -> works.countDown());
        connection.start();
        send("listening");
        assertTrue(works.await(30, TimeUnit.SECONDS));
        QM.end("-i");
        JMSException first = told.poll(60, TimeUnit.SECONDS);
        assertNotNull(first);
        assertTrue(List.of(2009, 2162, 2203, 2161, 2202).contains(Reasons.of(first)), first::toString);
        QM.awaitEnd();
    }

    /** Nothing has come to it, and nothing will: what it is told is all there is. */
    @ParameterizedTest
    @ValueSource(strings = {"-c", "-w"})
    void anIdleListenerHearsThatTheQueueManagerEnds(String how) throws Exception {
        LinkedBlockingQueue<JMSException> told = new LinkedBlockingQueue<>();
        Connection connection = Factories.of(QM).createConnection();
        connection.setExceptionListener(told::add);
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(session.createQueue("Q1")).setMessageListener(message -> {});
        connection.start();
        awaitQueue("Q1", "IPPROCS(1)");
        Thread ender = new Thread(() -> QM.end(how));
        ender.start();
        JMSException first = told.poll(60, TimeUnit.SECONDS);
        assertNotNull(first);
        assertTrue(List.of(2009, 2202).contains(Reasons.of(first)), first::toString);
        try {
            connection.close();
        } catch (JMSException closedAlready) {
            // As it was told.
        }
        ender.join();
        QM.awaitEnd();
    }

    @Test
    void anIdleListenerGoesOnWhenGetsAreAllowedAgain() throws Exception {
        Connection connection = Factories.of(QM).createConnection();
        LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(session.createQueue("Q1")).setMessageListener(message -> {
            try {
                got.add(message.getBody(String.class));
            } catch (JMSException error) {
                got.add(error.toString());
            }
        });
        connection.start();
        awaitQueue("Q1", "IPPROCS(1)");
        for (String body : List.of("one", "two")) {
            QM.mqsc("ALTER QLOCAL(Q1) GET(DISABLED)");
            send(body);
            assertNull(got.poll(300, TimeUnit.MILLISECONDS));
            QM.mqsc("ALTER QLOCAL(Q1) GET(ENABLED)");
            assertEquals(body, got.poll(30, TimeUnit.SECONDS));
        }
        connection.close();
    }

    @Test
    void aReceiveThatWaitsEndsWithTheQueueManager() throws Exception {
        JMSContext context = Factories.of(QM).createContext();
        var consumer = context.createConsumer(context.createQueue("Q2"));
        Thread ender = new Thread(() -> QM.end("-w"));
        ender.start();
        JMSRuntimeException end = assertThrows(JMSRuntimeException.class, () -> consumer.receive(60_000));
        assertTrue(List.of(2161, 2202).contains(Reasons.of(end)), end::toString);
        context.close();
        ender.join();
        QM.awaitEnd();
    }

    @Test
    void clientsThatReconnectGoOnAfterAKill() throws Exception {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS, WMQConstants.WMQ_CLIENT_RECONNECT);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_TIMEOUT, 120);
        Connection connection = factory.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Queue queue = session.createQueue("Q1");
        var producer = session.createProducer(queue);
        var consumer = session.createConsumer(queue);
        connection.start();
        producer.send(session.createTextMessage("before"));
        assertEquals("before", consumer.receive(30_000).getBody(String.class));
        QM.kill();
        QM.start();
        // Nothing is opened anew by the application: the calls wait until the client is connected again.
        producer.send(session.createTextMessage("after"));
        assertEquals("after", consumer.receive(60_000).getBody(String.class));
        connection.close();
    }

    /** Several times, for it depends on when messages come: before the client is back, and while it comes back. */
    @RepeatedTest(5)
    void listenersThatReconnectGoOnAfterAKill(RepetitionInfo repetition) throws Exception {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS, WMQConstants.WMQ_CLIENT_RECONNECT);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_TIMEOUT, 120);
        Connection connection = factory.createConnection();
        LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
        boolean transacted = repetition.getCurrentRepetition() % 2 == 0;
        Session session = connection.createSession(transacted, Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(session.createQueue("Q1")).setMessageListener(message -> {
            try {
                got.add(message.getBody(String.class));
                if (transacted) {
                    session.commit();
                }
            } catch (JMSException error) {
                got.add(error.toString());
            }
        });
        connection.start();
        send("before");
        assertEquals("before", got.poll(30, TimeUnit.SECONDS));
        // A commit that a kill interrupts is another story: the client gives up the consumer.
        awaitQueue("Q1", "UNCOM(NO)");
        QM.kill();
        QM.start();
        send("one", "two", "three");
        for (String body : List.of("one", "two", "three")) {
            assertEquals(body, got.poll(60, TimeUnit.SECONDS));
        }
        send("four");
        assertEquals("four", got.poll(60, TimeUnit.SECONDS));
        connection.close();
        assertNull(got.poll());
    }

    @Test
    void aDelayedMessageComesWhenItIsDueAlsoAfterAKill() throws Exception {
        try (JMSContext context = Factories.of(QM).createContext()) {
            context.createProducer().setDeliveryMode(DeliveryMode.PERSISTENT).setDeliveryDelay(4_000)
                    .send(context.createQueue("Q1"), "later");
        }
        QM.kill();
        QM.start();
        try (JMSContext context = Factories.of(QM).createContext()) {
            Message message = context.createConsumer(context.createQueue("Q1")).receive(60_000);
            assertNotNull(message);
            assertEquals("later", message.getBody(String.class));
            assertTrue(System.currentTimeMillis() >= message.getJMSDeliveryTime());
        }
    }

    @Test
    void whatAKilledClientHeldComesBack() throws Exception {
        send("one", "two", "three");
        Process holder = HolderOfMessages.start(QM, "Q1", 2);
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            var consumer = context.createConsumer(queue);
            assertEquals("three", consumer.receiveBody(String.class, 20_000));
            assertNull(consumer.receive(300));
            // As kill -9: no shutdown hooks, no farewell on the socket.
            holder.destroyForcibly().waitFor();
            for (String body : List.of("one", "two")) {
                Message message = consumer.receive(60_000);
                assertNotNull(message, body);
                assertEquals(body, message.getBody(String.class));
                assertTrue(message.getJMSRedelivered());
                assertEquals(2, message.getIntProperty("JMSXDeliveryCount"));
            }
            assertNull(context.createConsumer(context.createQueue("Q2")).receive(300));
        } finally {
            holder.destroyForcibly();
        }
    }

    /** Returns when the status of a queue says so. */
    private static void awaitQueue(String queue, String state) throws InterruptedException {
        for (int tries = 0; !QM.mqsc("DISPLAY QSTATUS(" + queue + ") ALL").contains(state); tries++) {
            assertTrue(tries < 600, state);
            Thread.sleep(50);
        }
    }

    private static void send(String... bodies) throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            for (String body : bodies) {
                context.createProducer().setDeliveryMode(DeliveryMode.PERSISTENT).send(context.createQueue("Q1"), body);
            }
        }
    }
}
