package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.QueueManager;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.Connection;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Queue;
import javax.jms.Session;
import javax.jms.TextMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Channels with attributes that change how client and queue manager talk. */
class ChannelsTest {
    private static final String USER = System.getProperty("user.name");

    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMJMSCHL").with(
            "DEFINE QLOCAL(Q1)",
            "DEFINE CHANNEL(SHARE.0) CHLTYPE(SVRCONN) SHARECNV(0) MCAUSER('" + USER + "')",
            "DEFINE CHANNEL(SHARE.1) CHLTYPE(SVRCONN) SHARECNV(1) KAINT(30) MCAUSER('" + USER + "')",
            "DEFINE CHANNEL(SMALLER) CHLTYPE(SVRCONN) COMPHDR(SYSTEM) COMPMSG(ZLIBFAST,RLE) MONCHL(LOW) MCAUSER('"
                    + USER + "')");

    private static JmsConnectionFactory factory(String channel) throws JMSException {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, channel);
        return factory;
    }

    /** Without shared conversations messages know JMS 1.1 only. */
    private static String textOf(Message message) throws JMSException {
        return ((TextMessage) message).getText();
    }

    /** A message by receive, and one by a listener. */
    private static void useInBothWays(Connection connection) throws Exception {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Queue queue = session.createQueue("Q1");
        var producer = session.createProducer(queue);
        producer.send(session.createTextMessage("one"));
        connection.start();
        try (var consumer = session.createConsumer(queue)) {
            assertEquals("one", textOf(consumer.receive(30_000)));
        }
        LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
        Session listening = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        listening.createConsumer(queue).setMessageListener(message -> {
            try {
                got.add(textOf(message));
            } catch (JMSException error) {
                got.add(error.toString());
            }
        });
        producer.send(session.createTextMessage("two"));
        assertEquals("two", got.poll(30, TimeUnit.SECONDS));
    }

    /** Without shared conversations listeners look for messages now and then. */
    @ParameterizedTest
    @ValueSource(strings = {"SHARE.0", "SHARE.1"})
    void sessionsWorkWithoutSharedConversations(String channel) throws Exception {
        try (Connection connection = factory(channel).createConnection()) {
            useInBothWays(connection);
        }
    }

    @Test
    void compressionThatIsAskedForIsAgreedToBeNone() throws Exception {
        JmsConnectionFactory factory = factory("SMALLER");
        factory.setObjectProperty(WMQConstants.WMQ_HEADER_COMP, List.of(WMQConstants.WMQ_COMPHDR_SYSTEM));
        factory.setObjectProperty(WMQConstants.WMQ_MSG_COMP, List.of(WMQConstants.WMQ_COMPMSG_ZLIBFAST));
        try (Connection connection = factory.createConnection()) {
            useInBothWays(connection);
            String status = QM.mqsc("DISPLAY CHSTATUS(SMALLER) ALL");
            assertTrue(status.contains("COMPMSG(NONE,NONE)") && status.contains("COMPHDR(NONE,NONE)"), status);
            assertTrue(status.contains("MONCHL(LOW)"), status);
        }
    }

    @Test
    void onlyTheClientThatIsNamedIsStopped() throws Exception {
        Connection connection = factory("SHARE.1").createConnection();
        try {
            LinkedBlockingQueue<JMSException> told = new LinkedBlockingQueue<>();
            connection.setExceptionListener(told::add);
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createConsumer(session.createQueue("Q1")).setMessageListener(message -> {});
            connection.start();
            String other = QM.mqsc("STOP CHANNEL(SHARE.1) CONNAME('10.9.8.7') MODE(FORCE) IGNSTATE(YES)");
            assertTrue(other.contains("AMQ8019I"), other);
            connection.createSession(false, Session.AUTO_ACKNOWLEDGE).close();
            QM.mqsc("STOP CHANNEL(SHARE.1) CONNAME('127.0.0.1') MODE(FORCE)");
            assertEquals(2009, Reasons.of(told.poll(60, TimeUnit.SECONDS)));
        } finally {
            try {
                connection.close();
            } catch (JMSException closedAlready) {
                // By the command.
            }
        }
    }
}
