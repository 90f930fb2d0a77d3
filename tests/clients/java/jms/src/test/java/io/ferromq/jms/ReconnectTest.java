package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.jms.Connection;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that reconnect by themselves, when their queue manager ends: it ends without waiting for them to leave of their own
 * accord, they go on elsewhere or with it, and nothing committed is lost.
 */
class ReconnectTest {
    @RegisterExtension
    static final QueueManager ONE = new QueueManager("QMJMSONE")
            .with("DEFINE QLOCAL(WORK) MAXDEPTH(1000000) DEFPSIST(YES)", "DEFINE QLOCAL(QUIET)");

    @RegisterExtension
    static final QueueManager OTHER = new QueueManager("QMJMSOTHER")
            .with("DEFINE QLOCAL(WORK) MAXDEPTH(1000000) DEFPSIST(YES)", "DEFINE QLOCAL(QUIET)");

    private static final int OF_ONE_UNIT_OF_WORK = 3;

    @ParameterizedTest
    @ValueSource(strings = {"-c", "-w", "-w -r", "-i"})
    void theyGoOnElsewhere(String how) throws Exception {
        ONE.startIfEnded();
        ONE.mqsc("CLEAR QLOCAL(WORK)");
        OTHER.mqsc("CLEAR QLOCAL(WORK)");
        JmsConnectionFactory factory = reconnecting(place(ONE) + "," + place(OTHER));
        Connection idle = factory.createConnection();
        idle.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Worker named = new Worker(factory.createConnection(), false);
        Worker anonymous = new Worker(factory.createConnection(), true);
        Connection waiting = factory.createConnection();
        waiting.start();
        Session session = waiting.createSession(false, Session.AUTO_ACKNOWLEDGE);
        var consumer = session.createConsumer(session.createQueue("QUIET"));
        CompletableFuture<Message> awaited = CompletableFuture.supplyAsync(() -> {
            try {
                return consumer.receive();
            } catch (JMSException error) {
                throw new IllegalStateException(error);
            }
        });
        named.awaitMore(20);
        anonymous.awaitMore(20);
        var before = ONE.processes();
        ONE.end(how.split(" "));
        before.forEach(process -> process.onExit().join());
        named.awaitMore(20);
        anonymous.awaitMore(20);
        named.stop();
        anonymous.stop();
        try (JMSContext context = Factories.of(OTHER).createContext()) {
            context.createProducer().send(context.createQueue("QUIET"), "at last");
        }
        Message message = awaited.get(2, TimeUnit.MINUTES);
        assertNotNull(message);
        assertEquals("at last", message.getBody(String.class));
        for (Connection connection : new Connection[] {idle, named.connection, anonymous.connection, waiting}) {
            connection.close();
        }
        ONE.startIfEnded();
        int there = depth(ONE) + depth(OTHER);
        int certain = OF_ONE_UNIT_OF_WORK * (named.committed.get() + anonymous.committed.get());
        int possible = certain + OF_ONE_UNIT_OF_WORK * (named.unknown.get() + anonymous.unknown.get());
        assertTrue(certain <= there && there <= possible, certain + " <= " + there + " <= " + possible);
    }

    @Test
    void theyWaitForItWhenThereIsNoOther() throws Exception {
        ONE.startIfEnded();
        ONE.mqsc("CLEAR QLOCAL(WORK)");
        Worker worker = new Worker(reconnecting(place(ONE)).createConnection(), false);
        worker.awaitMore(20);
        ONE.end("-w");
        ONE.start();
        worker.awaitMore(20);
        worker.stop();
        worker.connection.close();
        int certain = OF_ONE_UNIT_OF_WORK * worker.committed.get();
        int possible = certain + OF_ONE_UNIT_OF_WORK * worker.unknown.get();
        int there = depth(ONE);
        assertTrue(certain <= there && there <= possible, certain + " <= " + there + " <= " + possible);
    }

    /** Commits units of work of three messages until it is stopped. */
    private static final class Worker {
        final Connection connection;
        final AtomicInteger committed = new AtomicInteger();
        final AtomicInteger unknown = new AtomicInteger();
        private final CompletableFuture<Void> done;
        private volatile boolean stopped;

        Worker(Connection connection, boolean anonymous) throws JMSException {
            this.connection = connection;
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            var queue = session.createQueue("WORK");
            // Without a destination of its own the client does not wait for the answers of its puts.
            var producer = session.createProducer(anonymous ? null : queue);
            done = CompletableFuture.runAsync(() -> {
                while (!stopped) {
                    try {
                        for (int count = 0; count < OF_ONE_UNIT_OF_WORK; count++) {
                            Message message = session.createTextMessage("work");
                            if (anonymous) {
                                producer.send(queue, message);
                            } else {
                                producer.send(message);
                            }
                        }
                        session.commit();
                        committed.incrementAndGet();
                    } catch (JMSException error) {
                        if (Reasons.of(error) == 2549) {
                            unknown.incrementAndGet();
                        }
                        rollBack(session);
                    }
                }
            });
        }

        private static void rollBack(Session session) {
            try {
                session.rollback();
            } catch (JMSException error) {
                // The next unit of work tells whether it goes on.
            }
        }

        void awaitMore(int count) throws InterruptedException {
            int before = committed.get();
            while (committed.get() < before + count) {
                assertTrue(!done.isDone());
                Thread.sleep(20);
            }
        }

        void stop() {
            stopped = true;
            done.join();
        }
    }

    private static JmsConnectionFactory reconnecting(String places) throws JMSException {
        JmsConnectionFactory factory = Factories.of(ONE);
        factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, "");
        factory.setStringProperty(WMQConstants.WMQ_CONNECTION_NAME_LIST, places);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS, WMQConstants.WMQ_CLIENT_RECONNECT);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_TIMEOUT, 300);
        return factory;
    }

    private static String place(QueueManager queueManager) {
        return queueManager.host() + "(" + queueManager.port() + ")";
    }

    private static int depth(QueueManager queueManager) {
        var shown = Pattern.compile("CURDEPTH\\((\\d+)\\)").matcher(queueManager.mqsc("DISPLAY QLOCAL(WORK) CURDEPTH"));
        assertTrue(shown.find());
        return Integer.parseInt(shown.group(1));
    }
}
