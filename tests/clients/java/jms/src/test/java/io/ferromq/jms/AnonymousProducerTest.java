package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ferromq.testing.QueueManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSProducer;
import javax.jms.MessageProducer;
import javax.jms.Session;
import javax.jms.TransactionRolledBackException;
import javax.jms.TransactionRolledBackRuntimeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Producers that are told with each message where it goes. In a transacted session the client does not wait for such a
 * send: that it failed, the commit must tell.
 */
class AnonymousProducerTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMANON").with("DEFINE QLOCAL(GOOD) MAXDEPTH(999999)",
            "DEFINE QLOCAL(FULL) MAXDEPTH(2)", "DEFINE QLOCAL(INHIBITED) PUT(DISABLED)",
            "DEFINE QLOCAL(DELAYED)", "DEFINE QLOCAL(PUBLISHED) MAXDEPTH(1)",
            "DEFINE TOPIC(NEWS) TOPICSTR('news') PMSGDLV(ALL) USEDLQ(NO)",
            "DEFINE SUB(NEWS) TOPICSTR('news') DEST(PUBLISHED)");

    @BeforeEach
    void runsAndIsEmpty() {
        QM.startIfEnded();
        for (String queue : List.of("GOOD", "FULL", "PUBLISHED")) {
            QM.mqsc("CLEAR QLOCAL(" + queue + ")");
        }
    }

    /** How an application sends in transactions. */
    enum Manner {
        SESSION,
        CONTEXT
    }

    /** A transacted session with an anonymous producer, in either manner. */
    private interface Sender extends AutoCloseable {
        void send(String queue, String body, boolean persistent) throws JMSException;

        void publish(String topic, String body) throws JMSException;

        void commit() throws JMSException;

        void rollback() throws JMSException;

        /** The commit fails: a session says that it was backed out, 2003, and a context why. */
        void assertCommitFails(int because);

        @Override
        void close() throws JMSException;

        static Sender in(Manner manner) throws JMSException {
            return manner == Manner.SESSION ? new OfSession() : new OfContext();
        }
    }

    private static final class OfSession implements Sender {
        private final Connection connection = Factories.of(QM).createConnection();
        private final Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        private final MessageProducer producer = session.createProducer(null);

        OfSession() throws JMSException {}

        @Override
        public void send(String queue, String body, boolean persistent) throws JMSException {
            producer.setDeliveryMode(persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
            producer.send(session.createQueue(queue), session.createTextMessage(body));
        }

        @Override
        public void publish(String topic, String body) throws JMSException {
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            producer.send(session.createTopic(topic), session.createTextMessage(body));
        }

        @Override
        public void commit() throws JMSException {
            session.commit();
        }

        @Override
        public void rollback() throws JMSException {
            session.rollback();
        }

        @Override
        public void assertCommitFails(int because) {
            assertEquals(2003, Reasons.of(assertThrows(TransactionRolledBackException.class, session::commit)));
        }

        @Override
        public void close() throws JMSException {
            connection.close();
        }
    }

    private static final class OfContext implements Sender {
        private final JMSContext context = Factories.of(QM).createContext(JMSContext.SESSION_TRANSACTED);
        private final JMSProducer producer = context.createProducer();

        OfContext() throws JMSException {}

        @Override
        public void send(String queue, String body, boolean persistent) {
            producer.setDeliveryMode(persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
            producer.send(context.createQueue(queue), body);
        }

        @Override
        public void publish(String topic, String body) {
            producer.setDeliveryMode(DeliveryMode.PERSISTENT).send(context.createTopic(topic), body);
        }

        @Override
        public void commit() {
            context.commit();
        }

        @Override
        public void rollback() {
            context.rollback();
        }

        @Override
        public void assertCommitFails(int because) {
            Exception failure = assertThrows(TransactionRolledBackRuntimeException.class, context::commit);
            assertEquals(because, Reasons.of(failure));
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private static int depth(String queue) {
        Matcher shown = Pattern.compile("CURDEPTH\\((\\d+)\\)").matcher(QM.mqsc("DISPLAY QLOCAL(" + queue + ") CURDEPTH"));
        assertTrue(shown.find());
        return Integer.parseInt(shown.group(1));
    }

    @ParameterizedTest
    @EnumSource
    void aFullQueueFailsTheCommit(Manner manner) throws Exception {
        try (Sender sender = Sender.in(manner)) {
            sender.send("GOOD", "with them", true);
            for (int n = 0; n < 5; n++) {
                sender.send("FULL", "message " + n, true);
            }
            sender.assertCommitFails(2053);
            assertEquals(0, depth("GOOD"));
            assertEquals(0, depth("FULL"));
            // The session goes on.
            sender.send("GOOD", "again", true);
            sender.send("FULL", "once", true);
            sender.commit();
            assertEquals(1, depth("GOOD"));
            assertEquals(1, depth("FULL"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInhibitedQueueFailsTheCommit(Manner manner) throws Exception {
        try (Sender sender = Sender.in(manner)) {
            for (int n = 0; n < 2; n++) {
                sender.send("INHIBITED", "nowhere", true);
                sender.send("GOOD", "after it", true);
                sender.assertCommitFails(2051);
            }
            assertEquals(0, depth("GOOD"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownQueueFailsTheCommitOfNothingElse(Manner manner) throws Exception {
        try (Sender sender = Sender.in(manner)) {
            sender.send("NO.SUCH.QUEUE", "nowhere", true);
            sender.assertCommitFails(2085);
            sender.commit();
            sender.send("NO.SUCH.QUEUE", "nowhere", true);
            sender.rollback();
            sender.send("GOOD", "somewhere", true);
            sender.commit();
            assertEquals(1, depth("GOOD"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTopicThatDoesNotDeliverFailsTheCommit(Manner manner) throws Exception {
        try (Sender sender = Sender.in(manner)) {
            sender.publish("news", "one");
            sender.publish("news", "too many");
            sender.assertCommitFails(2502);
            assertEquals(0, depth("PUBLISHED"));
        }
    }

    /** As documented: the application is not told of messages that are not persistent. */
    @ParameterizedTest
    @EnumSource
    void messagesThatAreNotPersistentMayBeLost(Manner manner) throws Exception {
        try (Sender sender = Sender.in(manner)) {
            sender.send("GOOD", "with them", true);
            for (int n = 0; n < 5; n++) {
                sender.send("FULL", "message " + n, false);
            }
            sender.commit();
            assertEquals(1, depth("GOOD"));
            assertEquals(2, depth("FULL"));
        }
    }

    /** A delayed message stands on another queue until it is due, and takes another way there. */
    @Test
    void aDelayedMessageForAQueueThatRefusesItFailsTheCommit() throws Exception {
        try (JMSContext context = Factories.of(QM).createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSProducer producer = context.createProducer().setDeliveryDelay(100);
            for (String queue : List.of("INHIBITED", "NO.SUCH.QUEUE")) {
                context.createProducer().send(context.createQueue("GOOD"), "with it");
                int reason = 0;
                try {
                    producer.send(context.createQueue(queue), "later");
                    context.commit();
                } catch (RuntimeException failure) {
                    reason = Reasons.of(failure);
                    context.rollback();
                }
                assertTrue(List.of(2003, 2051, 2085).contains(reason), queue + ": " + reason);
            }
            producer.send(context.createQueue("DELAYED"), "later");
            context.commit();
            assertEquals("later", context.createConsumer(context.createQueue("DELAYED")).receiveBody(String.class, 60_000));
            context.commit();
            assertEquals(0, depth("GOOD"));
        }
    }

    /** What an application of {@link #aControlledEndLosesNothingThatIsCommitted} was told. */
    private static final class Told {
        int committed;
        int refused;
    }

    private static Told produce(Manner manner, CountDownLatch working, AtomicBoolean ends) throws JMSException {
        Told told = new Told();
        try (Sender sender = Sender.in(manner)) {
            for (int late = 0; late < 10; late += ends.get() ? 1 : 0) {
                try {
                    for (int n = 0; n < 3; n++) {
                        sender.send("GOOD", "message", true);
                    }
                    sender.commit();
                    told.committed += 3;
                } catch (JMSException | RuntimeException failure) {
                    told.refused++;
                    int reason = failure instanceof JMSException said ? Reasons.of(said) : Reasons.of(failure);
                    assertTrue(List.of(2003, 2161, 2202).contains(reason), failure::toString);
                }
                working.countDown();
            }
        } catch (JMSException closing) {
            // It has been told already.
        }
        return told;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c", "-w"})
    void aControlledEndLosesNothingThatIsCommitted(String how) throws Exception {
        CountDownLatch working = new CountDownLatch(200);
        AtomicBoolean ends = new AtomicBoolean();
        ExecutorService producers = Executors.newCachedThreadPool();
        List<Future<Told>> all = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            Manner manner = Manner.values()[n % 2];
            all.add(producers.submit(() -> produce(manner, working, ends)));
        }
        assertTrue(working.await(60, TimeUnit.SECONDS));
        Thread ender = new Thread(() -> QM.end(how));
        ender.start();
        while (!QM.run("", "dspmq", "-m", QM.name()).contains("Quiescing")) {
            Thread.sleep(5);
        }
        ends.set(true);
        int committed = 0;
        for (Future<Told> one : all) {
            Told told = one.get(60, TimeUnit.SECONDS);
            committed += told.committed;
            assertTrue(told.refused > 0);
        }
        producers.shutdown();
        ender.join();
        QM.awaitEnd();
        QM.start();
        assertEquals(committed, depth("GOOD"));
    }
}
