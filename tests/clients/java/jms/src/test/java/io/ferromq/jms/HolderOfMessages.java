package io.ferromq.jms;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.jms.JmsFactoryFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import javax.jms.JMSContext;

/** A program that takes messages in a unit of work, puts one, says so, and then does nothing until it is killed. */
final class HolderOfMessages {
    private static final String HOLDING = "holding";

    private HolderOfMessages() {}

    /** Starts it in a Java process of its own, and returns when it holds {@code count} messages. */
    static Process start(QueueManager queueManager, String queue, int count) throws IOException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp", System.getProperty("java.class.path"), HolderOfMessages.class.getName(),
                        queueManager.name(), Integer.toString(queueManager.port()), queue, Integer.toString(count))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
        if (!HOLDING.equals(said)) {
            process.destroyForcibly();
            throw new IllegalStateException("it says " + said);
        }
        return process;
    }

    public static void main(String[] arguments) throws Exception {
        JmsConnectionFactory factory = JmsFactoryFactory.getInstance(WMQConstants.WMQ_PROVIDER).createConnectionFactory();
        factory.setStringProperty(WMQConstants.WMQ_HOST_NAME, "127.0.0.1");
        factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, arguments[0]);
        factory.setIntProperty(WMQConstants.WMQ_PORT, Integer.parseInt(arguments[1]));
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, QueueManager.CHANNEL);
        factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
        JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        var consumer = context.createConsumer(context.createQueue(arguments[2]));
        for (int n = Integer.parseInt(arguments[3]); n > 0; n--) {
            consumer.receive(20_000);
        }
        context.createProducer().send(context.createQueue("Q2"), "never committed");
        System.out.println(HOLDING);
        Thread.sleep(Long.MAX_VALUE);
    }
}
