package io.ferromq.jms;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.jms.JmsFactoryFactory;
import com.ibm.msg.client.jms.JmsPropertyContext;
import com.ibm.msg.client.jms.JmsXAConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import javax.jms.JMSException;

/** Connection factories as an application makes them. */
final class Factories {
    private Factories() {}

    static JmsConnectionFactory of(QueueManager queueManager) throws JMSException {
        return to(queueManager, JmsFactoryFactory.getInstance(WMQConstants.WMQ_PROVIDER).createConnectionFactory());
    }

    /** For a transaction manager. */
    static JmsXAConnectionFactory xaOf(QueueManager queueManager) throws JMSException {
        return to(queueManager, JmsFactoryFactory.getInstance(WMQConstants.WMQ_PROVIDER).createXAConnectionFactory());
    }

    private static <F extends JmsPropertyContext> F to(QueueManager queueManager, F factory) throws JMSException {
        factory.setStringProperty(WMQConstants.WMQ_HOST_NAME, queueManager.host());
        factory.setIntProperty(WMQConstants.WMQ_PORT, queueManager.port());
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, QueueManager.CHANNEL);
        factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
        factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager.name());
        return factory;
    }
}
