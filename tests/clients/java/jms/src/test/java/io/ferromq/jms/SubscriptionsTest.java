package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.jms.Connection;
import javax.jms.IllegalStateRuntimeException;
import javax.jms.InvalidDestinationRuntimeException;
import javax.jms.InvalidSelectorRuntimeException;
import javax.jms.JMSConsumer;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSRuntimeException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Session;
import javax.jms.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions with names: durable, shared, both, and what is refused. */
class SubscriptionsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMSUBS").with(
            "DEFINE TOPIC(NOSUB) TOPICSTR('nosub') SUB(DISABLED)",
            "DEFINE TOPIC(NODUR) TOPICSTR('nodur') DURSUB(NO)");

    private static final long WAIT = 20_000;

    private static JMSContext context(String clientId) throws JMSException {
        JMSContext context = Factories.of(QM).createContext();
        context.setClientID(clientId);
        return context;
    }

    private static void publish(String topic, String... bodies) throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            for (String body : bodies) {
                context.createProducer().send(context.createTopic(topic), body);
            }
        }
    }

    /** Subscriptions and their queues go when the tests have unsubscribed. */
    @AfterEach
    void nothingIsLeft() {
        String left = QM.mqsc("DISPLAY QLOCAL(*) CURDEPTH");
        assertTrue(!left.contains("SYSTEM.MANAGED."), left);
    }

    @Test
    void aDurableSubscriptionLastsUntilItIsUnsubscribed() throws JMSException {
        try (JMSContext context = context("lasting")) {
            context.createDurableConsumer(context.createTopic("lasting"), "sub").close();
        }
        publish("lasting", "while away");
        QM.kill();
        QM.start();
        try (JMSContext context = context("lasting")) {
            JMSConsumer consumer = context.createDurableConsumer(context.createTopic("lasting"), "sub");
            assertEquals("while away", consumer.receiveBody(String.class, WAIT));
            consumer.close();
            context.unsubscribe("sub");
            assertEquals(2428, Reasons.of(assertThrows(InvalidDestinationRuntimeException.class,
                    () -> context.unsubscribe("sub"))));
        }
    }

    @Test
    void aDurableSubscriptionInUseIsNeitherTakenNorUnsubscribed() throws JMSException {
        try (JMSContext context = context("held"); JMSContext other = Factories.of(QM).createContext()) {
            Topic topic = context.createTopic("held");
            JMSConsumer consumer = context.createDurableConsumer(topic, "sub");
            assertEquals(2429, Reasons.of(assertThrows(IllegalStateRuntimeException.class,
                    () -> context.createDurableConsumer(topic, "sub"))));
            assertEquals(2429, Reasons.of(assertThrows(IllegalStateRuntimeException.class,
                    () -> context.unsubscribe("sub"))));
            other.createProducer().send(other.createTopic("held"), "still there");
            assertEquals("still there", consumer.receiveBody(String.class, WAIT));
            consumer.close();
            context.unsubscribe("sub");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"another topic", "a selector", "no local"})
    void aDurableSubscriptionThatBecomesAnotherBeginsAnew(String what) throws JMSException {
        try (JMSContext context = context("anew")) {
            Topic topic = context.createTopic("anew");
            context.createDurableConsumer(topic, "sub").close();
            publish("anew", "lost");
            Topic wanted = what.equals("another topic") ? context.createTopic("anew/other") : topic;
            String selector = what.equals("a selector") ? "JMSPriority = 4" : null;
            JMSConsumer consumer = context.createDurableConsumer(wanted, "sub", selector, what.equals("no local"));
            assertNull(consumer.receive(200));
            publish(wanted.getTopicName(), "kept");
            assertEquals("kept", consumer.receiveBody(String.class, WAIT));
            consumer.close();
            context.unsubscribe("sub");
        }
    }

    /** Each publication once, to one of the two. */
    private static void share(String topic, JMSConsumer first, JMSConsumer second) throws JMSException {
        int count = 20;
        String[] bodies = new String[count];
        for (int i = 0; i < count; i++) {
            bodies[i] = "m" + i;
        }
        publish(topic, bodies);
        Set<String> seen = new HashSet<>();
        for (int idle = 0; seen.size() < count; ) {
            Message one = first.receive(100);
            Message other = second.receive(100);
            for (Message message : new Message[] {one, other}) {
                assertTrue(message == null || seen.add(message.getBody(String.class)), "twice");
            }
            idle = one == null && other == null ? idle + 1 : 0;
            assertTrue(idle < 100, () -> "only " + seen);
        }
        assertNull(first.receive(100));
        assertNull(second.receive(100));
    }

    @Test
    void consumersOfDifferentConnectionsShareASubscription() throws JMSException {
        try (JMSContext one = Factories.of(QM).createContext(); JMSContext other = Factories.of(QM).createContext()) {
            JMSConsumer first = one.createSharedConsumer(one.createTopic("shared"), "group");
            JMSConsumer second = other.createSharedConsumer(other.createTopic("shared"), "group");
            share("shared", first, second);
            first.close();
            publish("shared", "the other goes on");
            assertEquals("the other goes on", second.receiveBody(String.class, WAIT));
            second.close();
            publish("shared", "nobody");
            JMSConsumer third = one.createSharedConsumer(one.createTopic("shared"), "group");
            assertNull(third.receive(200));
        }
    }

    @Test
    void consumersShareADurableSubscriptionThatOutlivesThem() throws JMSException {
        try (JMSContext one = Factories.of(QM).createContext(); JMSContext other = Factories.of(QM).createContext()) {
            Topic topic = one.createTopic("shared/durable");
            JMSConsumer first = one.createSharedDurableConsumer(topic, "group");
            JMSConsumer second = other.createSharedDurableConsumer(topic, "group");
            share("shared/durable", first, second);
            assertEquals(2429, Reasons.of(assertThrows(IllegalStateRuntimeException.class,
                    () -> one.unsubscribe("group"))));
            first.close();
            second.close();
            publish("shared/durable", "later");
            JMSConsumer third = one.createSharedDurableConsumer(topic, "group");
            assertEquals("later", third.receiveBody(String.class, WAIT));
            third.close();
            one.unsubscribe("group");
        }
    }

    /** The queue manager says 29440, which the client reports as a subscription that exists already. */
    @Test
    void aSharedSubscriptionIsNotUsedAloneNorTheOtherWayRound() throws JMSException {
        try (JMSContext context = context("either")) {
            Topic topic = context.createTopic("either");
            context.createSharedDurableConsumer(topic, "shared").close();
            context.createDurableConsumer(topic, "alone").close();
            QM.kill();
            QM.start();
        } catch (JMSRuntimeException connectionIsGone) {
            // As the queue manager was.
        }
        try (JMSContext context = context("either")) {
            Topic topic = context.createTopic("either");
            assertEquals(2432, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createDurableConsumer(topic, "shared"))));
            assertEquals(2432, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createSharedDurableConsumer(topic, "alone"))));
            context.unsubscribe("shared");
            context.unsubscribe("alone");
        }
    }

    @Test
    void whoSharesASubscriptionCannotChangeIt() throws JMSException {
        try (JMSContext context = context("fixed")) {
            Topic topic = context.createTopic("fixed");
            JMSConsumer consumer = context.createSharedConsumer(topic, "group");
            assertEquals(2524, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createSharedConsumer(topic, "group", "n = 1"))));
            assertEquals(2510, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createSharedConsumer(context.createTopic("fixed/other"), "group"))));
            consumer.close();
        }
    }

    @Test
    void subscriptionsThatCannotBe() throws JMSException {
        try (JMSContext context = context("cannot")) {
            assertEquals(2503, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createConsumer(context.createTopic("nosub/a")))));
            assertEquals(2436, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createDurableConsumer(context.createTopic("nodur/a"), "sub"))));
            assertEquals(2459, Reasons.of(assertThrows(InvalidSelectorRuntimeException.class,
                    () -> context.createConsumer(context.createTopic("a"), "n >"))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "durable", "shared", "shared durable"})
    void listenersThatReconnectHearWhatIsPublishedAfterAKill(String kind) throws Exception {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS, WMQConstants.WMQ_CLIENT_RECONNECT);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_TIMEOUT, 120);
        Connection connection = factory.createConnection();
        connection.setClientID("again");
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Topic topic = session.createTopic("again/" + kind);
        MessageConsumer consumer = switch (kind) {
            case "durable" -> session.createDurableConsumer(topic, kind);
            case "shared" -> session.createSharedConsumer(topic, kind);
            case "shared durable" -> session.createSharedDurableConsumer(topic, kind);
            default -> session.createConsumer(topic);
        };
        LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
        consumer.setMessageListener(message -> {
            try {
                heard.add(message.getBody(String.class));
            } catch (JMSException error) {
                heard.add(error.toString());
            }
        });
        connection.start();
        publish(topic.getTopicName(), "before");
        assertEquals("before", heard.poll(WAIT, TimeUnit.MILLISECONDS));
        // A commit that a kill interrupts is another story: the client gives up the consumer.
        await(() -> !QM.mqsc("DISPLAY QSTATUS(*) UNCOM").contains("UNCOM(YES)"));
        QM.kill();
        QM.start();
        await(() -> QM.mqsc("DISPLAY CONN(*) TYPE(HANDLE)").contains("SYSTEM.MANAGED."));
        publish(topic.getTopicName(), "after");
        assertEquals("after", heard.poll(60, TimeUnit.SECONDS));
        consumer.close();
        if (kind.endsWith("durable")) {
            session.unsubscribe(kind);
        }
        connection.close();
    }

    private static void await(BooleanSupplier done) throws InterruptedException {
        for (int tries = 0; !done.getAsBoolean(); tries++) {
            assertTrue(tries < 600);
            Thread.sleep(50);
        }
    }
}
