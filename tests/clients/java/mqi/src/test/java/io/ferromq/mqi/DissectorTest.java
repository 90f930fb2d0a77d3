package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.jms.JmsFactoryFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.jms.JMSContext;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An independent witness: tshark takes what goes over the port apart, and finds nothing malformed. */
class DissectorTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMWITNESS").with("DEFINE QLOCAL(Q1)");

    @Test
    void whatGoesOverThePortIsWellFormed() throws Exception {
        Path capture = Files.createTempFile("ferromq-capture-", ".pcap");
        try {
            Process tshark = begin(capture);
            work();
            awaitLastSegment(capture);
            // As a terminal's interrupt does it: what it has is written.
            tshark.destroy();
            tshark.waitFor();
            List<String> types = dissect(capture, "-Y", "mq", "-T", "fields", "-e", "mq.tsh.type");
            assertTrue(types.size() > 30, types::toString);
            String seen = String.join(",", types);
            for (String type : List.of("0x01", "0x81", "0x91", "0x83", "0x86", "0x85", "0x95", "0x0d", "0x0e", "0x82")) {
                assertTrue(seen.toLowerCase().contains(type), () -> type + " is not in " + seen);
            }
            assertEquals(List.of(), dissect(capture, "-Y", "_ws.malformed || _ws.expert.severity == \"Error\""));
        } finally {
            Files.delete(capture);
        }
    }

    /** Begins to capture; skips the test where there is no tshark, or nobody may capture. */
    private static Process begin(Path capture) throws IOException {
        Process tshark;
        try {
            tshark = new ProcessBuilder("tshark", "-i", "lo", "-f", "tcp port " + QM.port(), "-w", capture.toString())
                    .redirectErrorStream(true).start();
        } catch (IOException error) {
            Assumptions.abort("skipped: tshark is not installed");
            throw error;
        }
        BufferedReader said = new BufferedReader(new InputStreamReader(tshark.getInputStream()));
        List<String> lines = new ArrayList<>();
        for (String line; (line = said.readLine()) != null; ) {
            lines.add(line);
            if (line.contains("Capture started")) {
                return tshark;
            }
        }
        Assumptions.abort("skipped: tshark cannot capture here: " + lines);
        return tshark;
    }

    private static void work() throws Exception {
        MQQueueManager connection = connect(QM);
        MQQueue queue = connection.accessQueue("Q1", IN_OUT | CMQC.MQOO_INQUIRE | CMQC.MQOO_BROWSE);
        put(queue, "small");
        put(queue, "x".repeat(100_000));
        queue.getCurrentDepth();
        get(queue);
        get(queue);
        Clients.assertEmpty(queue);
        queue.put(Clients.text("once"), Clients.putOptions(CMQC.MQPMO_SYNCPOINT));
        connection.commit();
        get(queue);
        queue.close();
        connection.disconnect();

        JmsConnectionFactory factory = JmsFactoryFactory.getInstance(WMQConstants.WMQ_PROVIDER).createConnectionFactory();
        factory.setStringProperty(WMQConstants.WMQ_HOST_NAME, QM.host());
        factory.setIntProperty(WMQConstants.WMQ_PORT, QM.port());
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, QueueManager.CHANNEL);
        factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, QM.name());
        factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            var jmsQueue = context.createQueue("Q1");
            context.createProducer().setProperty("color", "red").send(jmsQueue, "hello");
            context.commit();
            context.createConsumer(jmsQueue, "color = 'red'").receive(20_000);
            context.rollback();
            context.createConsumer(jmsQueue).receive(20_000);
            context.commit();
        }
        CountDownLatch delivered = new CountDownLatch(1);
        try (JMSContext context = factory.createContext()) {
            var jmsQueue = context.createQueue("Q1");
            context.createConsumer(jmsQueue).setMessageListener(message -> delivered.countDown());
            try (JMSContext sender = factory.createContext()) {
                sender.createProducer().send(jmsQueue, "delivered");
            }
            assertTrue(delivered.await(20, TimeUnit.SECONDS));
        }
    }

    /** The capture lags behind: more comes as long as the file grows. */
    private static void awaitLastSegment(Path capture) throws Exception {
        long before = -1;
        for (long now; (now = Files.size(capture)) != before || now == 0; before = now) {
            Thread.sleep(1_000);
        }
    }

    private static List<String> dissect(Path capture, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("tshark", "-r", capture.toString(), "-d", "tcp.port==" + QM.port() + ",mq"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return output.lines().filter(line -> !line.isBlank()).toList();
    }
}
