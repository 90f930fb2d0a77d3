package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.BytesMessage;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSRuntimeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are longer than the channel of the getter carries: none is lost. */
class LongMessagesTest {
    private static final int LONG = 200_000;

    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMJMSLONG").with(
            "DEFINE QLOCAL(Q1)",
            "DEFINE CHANNEL(SHORT.10) CHLTYPE(SVRCONN) LIKE(APP.SVRCONN) MAXMSGL(100000)",
            "DEFINE CHANNEL(SHORT.1) CHLTYPE(SVRCONN) LIKE(APP.SVRCONN) MAXMSGL(100000) SHARECNV(1)",
            "DEFINE CHANNEL(SHORT.0) CHLTYPE(SVRCONN) LIKE(APP.SVRCONN) MAXMSGL(100000) SHARECNV(0)");

    @BeforeEach
    void put() throws JMSException {
        QM.mqsc("CLEAR QLOCAL(Q1)");
        try (JMSContext context = Factories.of(QM).createContext()) {
            BytesMessage message = context.createBytesMessage();
            message.writeBytes(new byte[LONG]);
            context.createProducer().send(context.createQueue("Q1"), message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHORT.10", "SHORT.1"})
    void areRefusedToReceiveAndStay(String channel) throws JMSException {
        for (int mode : List.of(JMSContext.AUTO_ACKNOWLEDGE, JMSContext.SESSION_TRANSACTED)) {
            try (JMSContext context = by(channel).createContext(mode)) {
                var consumer = context.createConsumer(context.createQueue("Q1"));
                var refused = assertThrows(JMSRuntimeException.class, () -> consumer.receive(10_000));
                assertTrue(List.of(2010, 2080).contains(Reasons.of(refused)), refused::toString);
            }
        }
        assertStays();
    }

    @Test
    void areRefusedToReceiveWhereNothingIsShared() throws JMSException {
        try (var connection = by("SHORT.0").createConnection()) {
            connection.start();
            var session = connection.createSession(false, JMSContext.AUTO_ACKNOWLEDGE);
            var consumer = session.createConsumer(session.createQueue("Q1"));
            var refused = assertThrows(JMSException.class, () -> consumer.receive(10_000));
            assertEquals(2010, Reasons.of(refused));
        }
        assertStays();
    }

    /** Documented: what a channel carries does not limit what is consumed by a callback. */
    @ParameterizedTest
    @ValueSource(strings = {"SHORT.10", "SHORT.1"})
    void areDeliveredToListeners(String channel) throws Exception {
        LinkedBlockingQueue<Long> lengths = new LinkedBlockingQueue<>();
        try (JMSContext context = by(channel).createContext()) {
            context.createConsumer(context.createQueue("Q1")).setMessageListener(message -> {
                try {
                    lengths.add(((BytesMessage) message).getBodyLength());
                } catch (JMSException error) {
                    lengths.add(-1L);
                }
            });
            assertEquals(LONG, lengths.poll(60, TimeUnit.SECONDS));
        }
    }

    private static JmsConnectionFactory by(String channel) throws JMSException {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, channel);
        return factory;
    }

    private static void assertStays() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            var message = (BytesMessage) context.createConsumer(context.createQueue("Q1")).receive(10_000);
            assertEquals(LONG, message.getBodyLength());
        }
    }
}
