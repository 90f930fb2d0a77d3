package io.ferromq.examples.plain;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.jms.JmsFactoryFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** Sends a message and receives it: host, port, channel, queue manager and queue are the arguments. */
public final class SendAndReceive {
    private SendAndReceive() {}

    public static void main(String[] arguments) throws JMSException {
        System.out.println(run(arguments[0], Integer.parseInt(arguments[1]), arguments[2], arguments[3], arguments[4]));
    }

    static String run(String host, int port, String channel, String queueManager, String queueName) throws JMSException {
        JmsConnectionFactory factory =
                JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
        factory.setStringProperty(WMQConstants.WMQ_HOST_NAME, host);
        factory.setIntProperty(WMQConstants.WMQ_PORT, port);
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, channel);
        factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager);
        factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
        try (JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue(queueName);
            context.createProducer().send(queue, "hello, world");
            return context.createConsumer(queue).receiveBody(String.class, 10_000);
        }
    }
}
