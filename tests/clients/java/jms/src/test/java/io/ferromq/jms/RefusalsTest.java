package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import javax.jms.InvalidDestinationRuntimeException;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSRuntimeException;
import javax.jms.MessageFormatRuntimeException;
import javax.jms.InvalidSelectorRuntimeException;
import javax.jms.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Things that go wrong, as JMS names them: the class of the exception and the reason code in it. */
class RefusalsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMJMSNO").with(
            "DEFINE QLOCAL(Q1)",
            "DEFINE QLOCAL(CLOSED) PUT(DISABLED) GET(DISABLED)",
            "DEFINE QLOCAL(TINY) MAXDEPTH(1) MAXMSGL(1000)",
            "DEFINE CHANNEL(STOPPED) CHLTYPE(SVRCONN)",
            "STOP CHANNEL(STOPPED)");

    private static JMSRuntimeException refusal(String property, Object value) throws JMSException {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setObjectProperty(property, value);
        return assertThrows(JMSRuntimeException.class, () -> factory.createContext().close());
    }

    @Test
    void connectionsThatCannotBe() throws JMSException {
        assertEquals(2540, Reasons.of(refusal(WMQConstants.WMQ_CHANNEL, "NO.SUCH.CHANNEL")));
        assertEquals(2537, Reasons.of(refusal(WMQConstants.WMQ_CHANNEL, "STOPPED")));
        assertEquals(2058, Reasons.of(refusal(WMQConstants.WMQ_QUEUE_MANAGER, "OTHER")));
        assertEquals(2538, Reasons.of(refusal(WMQConstants.WMQ_PORT, 1)));
    }

    @Test
    void destinationsThatCannotBeUsed() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue missing = context.createQueue("NO.SUCH.QUEUE");
            assertEquals(2085, Reasons.of(assertThrows(InvalidDestinationRuntimeException.class,
                    () -> context.createProducer().send(missing, "x"))));
            assertEquals(2085, Reasons.of(assertThrows(InvalidDestinationRuntimeException.class,
                    () -> context.createConsumer(missing))));
            Queue closed = context.createQueue("CLOSED");
            assertEquals(2051, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createProducer().send(closed, "x"))));
            Queue tiny = context.createQueue("TINY");
            assertEquals(2030, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createProducer().send(tiny, "x".repeat(2_000)))));
            context.createProducer().send(tiny, "x");
            assertEquals(2053, Reasons.of(assertThrows(JMSRuntimeException.class,
                    () -> context.createProducer().send(tiny, "y"))));
        }
    }

    @Test
    void selectorsThatAreNone() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            for (String selector : new String[] {"color = ", "color = 'red", "= 3", "color IN ()"}) {
                assertThrows(InvalidSelectorRuntimeException.class, () -> context.createConsumer(queue, selector), selector);
            }
        }
    }

    @Test
    void bodiesOfAnotherKind() throws JMSException {
        try (JMSContext context = Factories.of(QM).createContext()) {
            Queue queue = context.createQueue("Q1");
            context.createProducer().send(queue, new byte[] {1});
            var consumer = context.createConsumer(queue);
            assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(String.class, 20_000));
        }
    }
}
