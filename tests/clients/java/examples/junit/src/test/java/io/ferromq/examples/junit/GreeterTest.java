package io.ferromq.examples.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import jakarta.jms.JMSContext;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The queue manager is made and started before the first test, and ended and deleted after the last. */
class GreeterTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMJUNIT").with("DEFINE QLOCAL(GREETINGS)");

    @Test
    void everybodyIsGreetedByName() throws Exception {
        MQConnectionFactory factory = new MQConnectionFactory();
        factory.setTransportType(WMQConstants.WMQ_CM_CLIENT);
        factory.setHostName(QM.host());
        factory.setPort(QM.port());
        factory.setChannel(QueueManager.CHANNEL);
        factory.setQueueManager(QM.name());
        try (Greeter greeter = new Greeter(factory, "GREETINGS"); JMSContext context = factory.createContext()) {
            TemporaryQueue answers = context.createTemporaryQueue();
            TextMessage message = context.createTextMessage("Ada");
            message.setJMSReplyTo(answers);
            context.createProducer().send(context.createQueue("GREETINGS"), message);
            assertEquals("hello, Ada", context.createConsumer(answers).receiveBody(String.class, 20_000));
        }
    }
}
