import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.jms.JmsFactoryFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.jms.BytesMessage;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Session;
import javax.jms.TemporaryQueue;

/**
 * Requests and answers with the JMS client: as many threads that ask as threads that answer, 2 KiB, not persistent.
 * Arguments: host, port, channel, queue manager, queue, threads, seconds, process id of the queue manager.
 */
public final class RequestReply {
    private static final int BODY_BYTES = 2048;
    private static final long PROCESSOR_TICKS_PER_S = 100;

    public static void main(String[] arguments) throws Exception {
        JmsConnectionFactory factory = JmsFactoryFactory.getInstance(WMQConstants.WMQ_PROVIDER).createConnectionFactory();
        factory.setStringProperty(WMQConstants.WMQ_HOST_NAME, arguments[0]);
        factory.setIntProperty(WMQConstants.WMQ_PORT, Integer.parseInt(arguments[1]));
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, arguments[2]);
        factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, arguments[3]);
        factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
        int threads = Integer.parseInt(arguments[5]);
        long seconds = Long.parseLong(arguments[6]);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicBoolean allAsked = new AtomicBoolean();
        AtomicLong roundTrips = new AtomicLong();
        List<Thread> answering = new ArrayList<>();
        List<Thread> asking = new ArrayList<>();
        for (int n = 0; n < threads; n++) {
            answering.add(start(() -> answer(factory, arguments[4], allAsked)));
            asking.add(start(() -> ask(factory, arguments[4], stop, roundTrips)));
        }
        Thread.sleep(3_000);
        String server = "/proc/" + arguments[7] + "/stat";
        long before = roundTrips.get();
        long began = System.nanoTime();
        double serverBefore = processorSeconds(server);
        double clientBefore = processorSeconds("/proc/self/stat");
        Thread.sleep(seconds * 1_000);
        double elapsed = (System.nanoTime() - began) / 1e9;
        double count = roundTrips.get() - before;
        System.out.printf("%d requesters: %.0f round trips/s; processor per round trip: server %.0f us, clients %.0f us%n", threads,
                count / elapsed, (processorSeconds(server) - serverBefore) / count * 1e6,
                (processorSeconds("/proc/self/stat") - clientBefore) / count * 1e6);
        stop.set(true);
        join(asking);
        // Who asked last is answered first.
        allAsked.set(true);
        join(answering);
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private interface Work {
        void run() throws JMSException;
    }

    private static Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (JMSException error) {
                error.printStackTrace();
                System.exit(1);
            }
        });
        thread.start();
        return thread;
    }

    private static void ask(JmsConnectionFactory factory, String queue, AtomicBoolean stop, AtomicLong roundTrips)
            throws JMSException {
        Connection connection = factory.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        TemporaryQueue answers = session.createTemporaryQueue();
        MessageProducer producer = session.createProducer(session.createQueue(queue));
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        MessageConsumer consumer = session.createConsumer(answers);
        connection.start();
        BytesMessage request = session.createBytesMessage();
        request.writeBytes(new byte[BODY_BYTES]);
        request.setJMSReplyTo(answers);
        while (!stop.get()) {
            producer.send(request);
            if (consumer.receive(10_000) == null) {
                throw new JMSException("no answer came within 10 s");
            }
            roundTrips.incrementAndGet();
        }
        connection.close();
    }

    private static void answer(JmsConnectionFactory factory, String queue, AtomicBoolean stop) throws JMSException {
        Connection connection = factory.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
        MessageProducer producer = session.createProducer(null);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        connection.start();
        while (!stop.get()) {
            Message request = consumer.receive(500);
            if (request != null) {
                request.setJMSCorrelationID(request.getJMSMessageID());
                producer.send(request.getJMSReplyTo(), request);
            }
        }
        connection.close();
    }

    private static double processorSeconds(String stat) throws java.io.IOException {
        String text = Files.readString(Path.of(stat));
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / (double) PROCESSOR_TICKS_PER_S;
    }
}
