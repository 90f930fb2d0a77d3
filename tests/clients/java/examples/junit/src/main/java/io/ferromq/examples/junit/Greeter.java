package io.ferromq.examples.junit;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Answers each message on a queue where the message wants its answer. */
public final class Greeter implements AutoCloseable {
    private final JMSContext context;

    public Greeter(ConnectionFactory factory, String queue) {
        context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        context.createConsumer(context.createQueue(queue)).setMessageListener(this::answer);
    }

    private void answer(Message message) {
        try {
            context.createProducer().setJMSCorrelationID(message.getJMSMessageID())
                    .send(message.getJMSReplyTo(), "hello, " + message.getBody(String.class));
            context.commit();
        } catch (JMSException error) {
            context.rollback();
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
