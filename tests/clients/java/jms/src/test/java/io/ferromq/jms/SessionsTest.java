package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ferromq.testing.QueueManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.JMSConsumer;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSProducer;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Queue;
import javax.jms.QueueBrowser;
import javax.jms.Session;
import javax.jms.TemporaryQueue;
import javax.jms.TextMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sessions of every kind, consumers of every kind. */
class SessionsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMSESSIONS").with("DEFINE QLOCAL(Q1)", "DEFINE QLOCAL(Q2)");

    @BeforeEach
    void empty() {
        QM.mqsc("CLEAR QLOCAL(Q1)", "CLEAR QLOCAL(Q2)");
    }

    private static void send(JMSContext context, String... bodies) {
        for (String body : bodies) {
            context.createProducer().send(context.createQueue("Q1"), body);
        }
    }

    @Test
    void aTransactedSessionCommitsAndRollsBack() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext(JMSContext.SESSION_TRANSACTED);
                JMSContext observer = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            send(context, "one", "two");
            JMSConsumer seen = observer.createConsumer(observer.createQueue("Q1"));
            assertNull(seen.receive(200));
            context.commit();
            seen.close();
            JMSConsumer consumer = context.createConsumer(queue);
            assertEquals("one", consumer.receiveBody(String.class, 20_000));
            context.rollback();
            Message again = consumer.receive(20_000);
            assertEquals("one", again.getBody(String.class));
            assertTrue(again.getJMSRedelivered());
            assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
            assertEquals("two", consumer.receiveBody(String.class, 20_000));
            context.commit();
            assertNull(consumer.receive(200));
        }
    }

    /** The client counts up message ids it is given in blocks, within two bytes. */
    @Test
    void aTransactedSessionSendsMoreMessagesThanTwoBytesCount() throws JMSException {
        QM.mqsc("DEFINE QLOCAL(MANY) MAXDEPTH(100000)");
        try (JMSContext context = Factories.of(QM).createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = context.createQueue("MANY");
            JMSProducer producer = context.createProducer().setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            for (int sent = 1; sent <= 67_000; sent++) {
                producer.send(queue, "one");
                if (sent % 500 == 0) {
                    context.commit();
                }
            }
        }
    }

    @Test
    void clientAcknowledgeKeepsWhatIsNotAcknowledged() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            send(context, "one", "two");
            JMSConsumer consumer = context.createConsumer(context.createQueue("Q1"));
            assertEquals("one", consumer.receiveBody(String.class, 20_000));
            context.recover();
            Message again = consumer.receive(20_000);
            assertEquals("one", again.getBody(String.class));
            again.acknowledge();
            consumer.receive(20_000);
        }
        try (JMSContext context = Factories.of(QM).createContext()) {
            JMSConsumer consumer = context.createConsumer(context.createQueue("Q1"));
            assertEquals("two", consumer.receiveBody(String.class, 20_000));
        }
    }

    @Test
    void selectorsChoose() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            for (int n = 1; n <= 6; n++) {
                context.createProducer().setProperty("n", n).setProperty("color", n % 2 == 0 ? "red" : "blue")
                        .send(queue, "message " + n);
            }
            try (JMSConsumer consumer = context.createConsumer(queue, "color = 'red' AND n > 3")) {
                assertEquals("message 4", consumer.receiveBody(String.class, 20_000));
                assertEquals("message 6", consumer.receiveBody(String.class, 20_000));
                assertNull(consumer.receive(200));
            }
            try (JMSConsumer consumer = context.createConsumer(queue, "color LIKE 'b%' OR n BETWEEN 2 AND 3 AND missing IS NULL")) {
                List<String> got = new ArrayList<>();
                for (String body; (body = consumer.receiveBody(String.class, 500)) != null; ) {
                    got.add(body);
                }
                assertEquals(List.of("message 1", "message 2", "message 3", "message 5"), got);
            }
        }
    }

    @Test
    void aSelectorByIdsFindsItsMessage() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            send(context, "before");
            TextMessage wanted = context.createTextMessage("wanted");
            context.createProducer().send(queue, wanted);
            try (JMSConsumer consumer = context.createConsumer(queue, "JMSMessageID = '" + wanted.getJMSMessageID() + "'")) {
                // Not receiveBody: the client looks at the next message first, and leaves the id out of that call.
                assertEquals("wanted", consumer.receive(20_000).getBody(String.class));
            }
        }
    }

    @Test
    void browsersShowWithoutTaking() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            send(context, "one", "two", "three");
            try (QueueBrowser browser = context.createBrowser(queue)) {
                List<String> seen = new ArrayList<>();
                for (Enumeration<?> messages = browser.getEnumeration(); messages.hasMoreElements(); ) {
                    seen.add(((TextMessage) messages.nextElement()).getText());
                }
                assertEquals(List.of("one", "two", "three"), seen);
            }
            try (JMSConsumer consumer = context.createConsumer(queue)) {
                assertEquals("one", consumer.receiveBody(String.class, 20_000));
            }
        }
    }

    @Test
    void higherPrioritiesComeFirst() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            for (int priority : new int[] {1, 9, 5}) {
                context.createProducer().setPriority(priority).send(queue, "priority " + priority);
            }
            try (JMSConsumer consumer = context.createConsumer(queue)) {
                for (int priority : new int[] {9, 5, 1}) {
                    assertEquals("priority " + priority, consumer.receiveBody(String.class, 20_000));
                }
            }
        }
    }

    @Test
    void expiredMessagesAreNotDelivered() throws Exception {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            context.createProducer().setTimeToLive(150).send(queue, "short");
            send(context, "long");
            Thread.sleep(400);
            try (JMSConsumer consumer = context.createConsumer(queue)) {
                assertEquals("long", consumer.receiveBody(String.class, 20_000));
                assertNull(consumer.receive(200));
            }
        }
    }

    @Test
    void delayedMessagesComeWhenTheyAreDue() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            long sent = System.currentTimeMillis();
            context.createProducer().setDeliveryDelay(1_500).send(queue, "later");
            try (JMSConsumer consumer = context.createConsumer(queue)) {
                assertNull(consumer.receive(300));
                assertEquals("later", consumer.receiveBody(String.class, 30_000));
                assertTrue(System.currentTimeMillis() - sent >= 1_400);
            }
        }
    }

    @Test
    void aRequestIsAnsweredToATemporaryQueue() throws Exception {
        try (JMSContext requester = Factories.of(QM).createContext(); JMSContext responder = Factories.of(QM).createContext()) {
            TemporaryQueue answers = requester.createTemporaryQueue();
            TextMessage request = requester.createTextMessage("question");
            request.setJMSReplyTo(answers);
            requester.createProducer().send(requester.createQueue("Q1"), request);

            JMSConsumer requests = responder.createConsumer(responder.createQueue("Q1"));
            Message got = requests.receive(20_000);
            TextMessage answer = responder.createTextMessage("answer to " + got.getBody(String.class));
            answer.setJMSCorrelationID(got.getJMSMessageID());
            responder.createProducer().send(got.getJMSReplyTo(), answer);

            try (JMSConsumer consumer = requester.createConsumer(answers, "JMSCorrelationID = '" + request.getJMSMessageID() + "'")) {
                assertEquals("answer to question", consumer.receiveBody(String.class, 20_000));
            }
            answers.delete();
        }
    }

    @Test
    void aListenerGetsEveryMessageInOrder() throws Exception {
        Connection connection = Factories.of(QM).createConnection();
        try {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
            session.createConsumer(session.createQueue("Q1")).setMessageListener(message -> {
                try {
                    got.add(((TextMessage) message).getText());
                } catch (JMSException error) {
                    got.add(error.toString());
                }
            });
            connection.start();
            try (JMSContext sender = Factories.of(QM).createContext()) {
                for (int n = 0; n < 50; n++) {
                    send(sender, "message " + n);
                }
            }
            for (int n = 0; n < 50; n++) {
                assertEquals("message " + n, got.poll(20, TimeUnit.SECONDS));
            }
            connection.stop();
            try (JMSContext sender = Factories.of(QM).createContext()) {
                send(sender, "while stopped");
            }
            assertNull(got.poll(300, TimeUnit.MILLISECONDS));
            connection.start();
            assertEquals("while stopped", got.poll(20, TimeUnit.SECONDS));
        } finally {
            connection.close();
        }
    }

    @Test
    void aListenerInATransactionSeesARollbackAgain() throws Exception {
        Connection connection = Factories.of(QM).createConnection();
        try {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            List<Integer> counts = Collections.synchronizedList(new ArrayList<>());
            CountDownLatch done = new CountDownLatch(3);
            session.createConsumer(session.createQueue("Q1")).setMessageListener(message -> {
                try {
                    counts.add(message.getIntProperty("JMSXDeliveryCount"));
                    if (counts.size() < 3) {
                        session.rollback();
                    } else {
                        session.commit();
                    }
                } catch (JMSException error) {
                    counts.add(-1);
                }
                done.countDown();
            });
            connection.start();
            try (JMSContext sender = Factories.of(QM).createContext()) {
                send(sender, "stubborn");
            }
            assertTrue(done.await(30, TimeUnit.SECONDS));
            assertEquals(List.of(1, 2, 3), counts);
        } finally {
            connection.close();
        }
    }

    @Test
    void closingEndsAReceiveThatWaits() throws Exception {
        Connection connection = Factories.of(QM).createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue("Q2"));
        connection.start();
        CountDownLatch over = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                assertNull(consumer.receive());
            } catch (JMSException expected) {
                // Closed underneath: also an end.
            }
            over.countDown();
        });
        waiter.start();
        Thread.sleep(300);
        connection.close();
        assertTrue(over.await(30, TimeUnit.SECONDS));
    }

    @Test
    void manySessionsOfOneConnectionWorkAtOnce() throws Exception {
        Connection connection = Factories.of(QM).createConnection();
        try {
            connection.start();
            int sessions = 25;
            CountDownLatch done = new CountDownLatch(sessions);
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            for (int number = 0; number < sessions; number++) {
                String id = "session-" + number;
                new Thread(() -> {
                    try {
                        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                        Queue queue = session.createQueue("Q1");
                        MessageProducer producer = session.createProducer(queue);
                        MessageConsumer consumer = session.createConsumer(queue, "who = '" + id + "'");
                        for (int n = 0; n < 10; n++) {
                            TextMessage message = session.createTextMessage(id + n);
                            message.setStringProperty("who", id);
                            producer.send(message);
                            TextMessage got = (TextMessage) consumer.receive(30_000);
                            assertNotNull(got, id);
                            assertEquals(id + n, got.getText());
                        }
                        session.close();
                    } catch (Throwable failure) {
                        failures.add(new AssertionError("reason " + Reasons.of(failure), failure));
                    }
                    done.countDown();
                }).start();
            }
            assertTrue(done.await(90, TimeUnit.SECONDS));
            assertTrue(failures.isEmpty(), failures::toString);
        } finally {
            connection.close();
        }
    }

    @Test
    void theExceptionListenerHearsThatTheQueueManagerIsGone() throws Exception {
        Connection connection = Factories.of(QM).createConnection();
        CountDownLatch told = new CountDownLatch(1);
        connection.setExceptionListener(error -> told.countDown());
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(session.createQueue("Q2")).setMessageListener(message -> {});
        connection.start();
        QM.kill();
        assertTrue(told.await(60, TimeUnit.SECONDS));
        QM.start();
        assertFalse(Thread.currentThread().isInterrupted());
        try (JMSContext context = Factories.of(QM).createContext()) {
            send(context, "back again");
        }
    }
}
