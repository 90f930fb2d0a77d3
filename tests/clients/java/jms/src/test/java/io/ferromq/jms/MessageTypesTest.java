package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ferromq.testing.QueueManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.jms.BytesMessage;
import javax.jms.DeliveryMode;
import javax.jms.JMSConsumer;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.MapMessage;
import javax.jms.Message;
import javax.jms.ObjectMessage;
import javax.jms.Queue;
import javax.jms.StreamMessage;
import javax.jms.TextMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every kind of message, with its properties and header fields. */
class MessageTypesTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMTYPES").with("DEFINE QLOCAL(Q1)");

    private JMSContext context;
    private Queue queue;

    @BeforeEach
    void open() throws JMSException {
        context = Factories.of(QM).createContext();
        queue = context.createQueue("queue:///Q1");
    }

    @AfterEach
    void close() {
        context.close();
    }

    private Message roundTrip(Message message) {
        context.createProducer().send(queue, message);
        try (JMSConsumer consumer = context.createConsumer(queue)) {
            return consumer.receive(20_000);
        }
    }

    @Test
    void text() throws JMSException {
        for (String body : new String[] {"hello", "", "äöü € \uD83D\uDE00", "x".repeat(100_000)}) {
            assertEquals(body, assertInstanceOf(TextMessage.class, roundTrip(context.createTextMessage(body))).getText());
        }
    }

    @Test
    void bytes() throws JMSException {
        BytesMessage message = context.createBytesMessage();
        message.writeInt(42);
        message.writeUTF("utf");
        message.writeBytes(new byte[] {1, 2, 3});
        BytesMessage got = assertInstanceOf(BytesMessage.class, roundTrip(message));
        assertEquals(42, got.readInt());
        assertEquals("utf", got.readUTF());
        byte[] rest = new byte[3];
        assertEquals(3, got.readBytes(rest));
        assertArrayEquals(new byte[] {1, 2, 3}, rest);
    }

    @Test
    void map() throws JMSException {
        MapMessage message = context.createMapMessage();
        message.setString("name", "<a & b>");
        message.setLong("long", Long.MIN_VALUE);
        message.setDouble("double", 2.5);
        message.setBytes("bytes", new byte[] {9, 8});
        MapMessage got = assertInstanceOf(MapMessage.class, roundTrip(message));
        assertEquals("<a & b>", got.getString("name"));
        assertEquals(Long.MIN_VALUE, got.getLong("long"));
        assertEquals(2.5, got.getDouble("double"));
        assertArrayEquals(new byte[] {9, 8}, got.getBytes("bytes"));
    }

    @Test
    void stream() throws JMSException {
        StreamMessage message = context.createStreamMessage();
        message.writeString("one");
        message.writeBoolean(true);
        message.writeFloat(1.5f);
        StreamMessage got = assertInstanceOf(StreamMessage.class, roundTrip(message));
        assertEquals("one", got.readString());
        assertTrue(got.readBoolean());
        assertEquals(1.5f, got.readFloat());
    }

    @Test
    void object() throws JMSException {
        ObjectMessage message = context.createObjectMessage(new ArrayList<>(List.of("a", "b")));
        ObjectMessage got = assertInstanceOf(ObjectMessage.class, roundTrip(message));
        assertEquals(List.of("a", "b"), got.getObject());
    }

    @Test
    void nothingButProperties() throws JMSException {
        Message message = context.createMessage();
        message.setStringProperty("string", "s");
        message.setBooleanProperty("boolean", true);
        message.setByteProperty("byte", (byte) 1);
        message.setShortProperty("short", (short) 2);
        message.setIntProperty("int", 3);
        message.setLongProperty("long", 4L);
        message.setFloatProperty("float", 5.5f);
        message.setDoubleProperty("double", 6.5);
        message.setJMSType("type");
        message.setJMSCorrelationID("correlation");
        message.setJMSReplyTo(context.createQueue("queue:///ANSWERS"));
        Message got = roundTrip(message);
        Map<String, Object> expected = Map.of("string", "s", "boolean", true, "byte", (byte) 1, "short", (short) 2,
                "int", 3, "long", 4L, "float", 5.5f, "double", 6.5);
        for (var property : expected.entrySet()) {
            assertEquals(property.getValue(), got.getObjectProperty(property.getKey()), property.getKey());
        }
        assertEquals("type", got.getJMSType());
        assertEquals("correlation", got.getJMSCorrelationID());
        assertEquals("ANSWERS", ((Queue) got.getJMSReplyTo()).getQueueName().replace("queue:///", "").replaceAll("^.*/", ""));
        assertEquals(message.getJMSMessageID(), got.getJMSMessageID());
        assertEquals(1, got.getIntProperty("JMSXDeliveryCount"));
    }

    @Test
    void priorityAndPersistenceAndTime() throws JMSException {
        long before = System.currentTimeMillis() - 10_000;
        TextMessage message = context.createTextMessage("x");
        context.createProducer().setPriority(8).setDeliveryMode(DeliveryMode.NON_PERSISTENT).setTimeToLive(60_000).send(queue, message);
        try (JMSConsumer consumer = context.createConsumer(queue)) {
            Message got = consumer.receive(20_000);
            assertEquals(8, got.getJMSPriority());
            assertEquals(DeliveryMode.NON_PERSISTENT, got.getJMSDeliveryMode());
            assertTrue(got.getJMSTimestamp() >= before);
            assertTrue(got.getJMSExpiration() > got.getJMSTimestamp());
        }
    }

    @Test
    void anEmptyQueueGivesNothing() {
        try (JMSConsumer consumer = context.createConsumer(queue)) {
            assertNull(consumer.receiveNoWait());
            assertNull(consumer.receive(300));
        }
    }
}
