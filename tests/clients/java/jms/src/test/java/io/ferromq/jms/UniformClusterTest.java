package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.jms.JmsFactoryFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.jms.Connection;
import javax.jms.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * JMS programs in a uniform cluster: those of one name are spread over its members, and go on when one of these ends. They notice
 * nothing of it.
 */
class UniformClusterTest {
    /** Whose data path the members have as well. */
    @RegisterExtension
    static final QueueManager BESIDE = new QueueManager("QMJMSUNI");

    private static final List<String> MEMBERS = List.of("JUC1", "JUC2");
    private static final String APPLICATION = "jms orders";
    private static final int PROGRAMS = 4;
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(4);
    private static final Pattern ROW = Pattern.compile("ACTIVE\\((\\w+)\\)|COUNT\\((\\d+)\\)");

    @Test
    void programsAreSpreadOverTheMembersAndGoOnWhenOneEnds() throws Exception {
        BESIDE.run("", "ferromq", "cluster", "JUC", "2", "-p", "24340", "-dev");
        // They all begin at one.
        BESIDE.run("", "endmqm", "-i", "JUC2");
        JmsConnectionFactory factory = factory();
        BlockingQueue<String> came = new LinkedBlockingQueue<>();
        List<Connection> connections = new ArrayList<>();
        for (int number = 0; number < PROGRAMS; number++) {
            Connection connection = factory.createConnection();
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createConsumer(session.createQueue("DEV.QUEUE.1"))
                    .setMessageListener(message -> came.add(message.toString()));
            connection.start();
            connections.add(connection);
        }
        BESIDE.run("", "strmqm", "JUC2");
        // A connection and its session are two connections of a queue manager.
        int all = 2 * PROGRAMS;
        awaitCounts(List.of(all / 2, all / 2));
        for (String member : MEMBERS) {
            send(member, came);
        }
        BESIDE.run("", "endmqm", "-i", "JUC2");
        awaitCounts(List.of(all));
        send("JUC1", came);
        for (Connection connection : connections) {
            connection.close();
        }
    }

    @AfterAll
    static void end() {
        for (String member : MEMBERS) {
            try {
                BESIDE.run("", "endmqm", "-i", member);
            } catch (IllegalStateException ended) {
                // It has ended before, or never was.
            }
        }
    }

    private static JmsConnectionFactory factory() throws Exception {
        var factory = JmsFactoryFactory.getInstance(WMQConstants.WMQ_PROVIDER).createConnectionFactory();
        var table = BESIDE.dataPath().resolve("clusters/JUC/ccdt.json").toUri().toURL();
        factory.setStringProperty(WMQConstants.WMQ_CCDTURL, table.toString());
        factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, "*JUC");
        factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
        factory.setIntProperty(WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS, WMQConstants.WMQ_CLIENT_RECONNECT);
        factory.setStringProperty(WMQConstants.WMQ_APPLICATIONNAME, APPLICATION);
        return factory;
    }

    /** What is put at a member is got by a program that is there. */
    private static void send(String member, BlockingQueue<String> came) throws Exception {
        BESIDE.run("to " + member + "\n", "amqsput", "DEV.QUEUE.1", member);
        String got = came.poll(1, TimeUnit.MINUTES);
        assertTrue(got != null && got.contains("to " + member), got);
    }

    /** Waits until the members that are there have so many connections each. The limit is a watchdog, not a promise. */
    private static void awaitCounts(List<Integer> wanted) throws Exception {
        long begun = System.nanoTime();
        List<Integer> found = counts();
        while (!found.equals(wanted) && System.nanoTime() - begun < PATIENCE_NS) {
            Thread.sleep(200);
            found = counts();
        }
        assertEquals(wanted, found);
    }

    /** How many connections members have, as the first one knows it. */
    private static List<Integer> counts() {
        String shown;
        try {
            String command = "DISPLAY APSTATUS('" + APPLICATION + "') TYPE(QMGR) ACTIVE COUNT\n";
            shown = BESIDE.run(command, "runmqsc", "JUC1");
        } catch (IllegalStateException unknown) {
            // Nobody has heard of it yet.
            return List.of();
        }
        List<Integer> counts = new ArrayList<>();
        boolean active = false;
        var fields = ROW.matcher(shown);
        while (fields.find()) {
            if (fields.group(1) != null) {
                active = fields.group(1).equals("YES");
            } else if (fields.group(2) != null && active) {
                counts.add(Integer.valueOf(fields.group(2)));
            }
        }
        return counts;
    }
}
