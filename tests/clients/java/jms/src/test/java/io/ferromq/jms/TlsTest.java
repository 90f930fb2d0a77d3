package io.ferromq.jms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.msg.client.jms.JmsConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.ferromq.testing.Certificates;
import io.ferromq.testing.QueueManager;
import java.util.List;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.JMSRuntimeException;
import javax.jms.Queue;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS as a JMS application sees it; the module mqi goes through the CipherSpecs. */
class TlsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMJMSTLS").with("DEFINE QLOCAL(Q1)");

    private static Certificates authority;
    private static Certificates stranger;
    private static SSLSocketFactory app1;

    @BeforeAll
    static void giveCertificates() {
        authority = new Certificates(QM.dataPath().resolve("authority"));
        stranger = new Certificates(QM.dataPath().resolve("stranger"));
        app1 = authority.showing("app1");
        QM.mqsc("ALTER QMGR SSLKEYR('" + authority.repository("ibmwebspheremqqmjmstls") + "')");
        for (String name : List.of("REQUIRED", "OPTIONAL")) {
            QM.mqsc("DEFINE CHANNEL(" + name + ") CHLTYPE(SVRCONN) MCAUSER('" + System.getProperty("user.name")
                    + "') SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(" + name + ")");
        }
        QM.mqsc("REFRESH SECURITY TYPE(SSL)");
    }

    private static JMSContext connect(String channel, String suite, SSLSocketFactory sockets) throws JMSException {
        JmsConnectionFactory factory = Factories.of(QM);
        factory.setStringProperty(WMQConstants.WMQ_CHANNEL, channel);
        if (suite != null) {
            factory.setStringProperty(WMQConstants.WMQ_SSL_CIPHER_SUITE, suite);
            factory.setObjectProperty(WMQConstants.WMQ_SSL_SOCKET_FACTORY, sockets);
        }
        return factory.createContext();
    }

    @ParameterizedTest
    @CsvSource({"REQUIRED, *TLS12", "REQUIRED, *TLS13", "OPTIONAL, *TLS12", "OPTIONAL, *TLS13ORHIGHER"})
    void messagesTravelEncrypted(String channel, String suite) throws JMSException {
        try (JMSContext context = connect(channel, suite, channel.equals("REQUIRED") ? app1 : authority.trusting())) {
            Queue queue = context.createQueue("Q1");
            context.createProducer().send(queue, "secret");
            assertEquals("secret", context.createConsumer(queue).receiveBody(String.class, 20_000));
            String status = QM.mqsc("DISPLAY CHSTATUS(" + channel + ") SECPROT");
            assertTrue(status.contains(suite.equals("*TLS12") ? "SECPROT(TLSV12)" : "SECPROT(TLSV13)"), status);
        }
    }

    @Test
    void strangersAreRefused() {
        for (String suite : List.of("*TLS12", "*TLS13")) {
            assertReason(() -> connect("REQUIRED", suite, authority.trusting()), 2397, 2059, 2009);
            assertReason(() -> connect("REQUIRED", suite, stranger.showing("app1", authority)), 2397, 2059, 2009);
            assertReason(() -> connect("OPTIONAL", suite, stranger.trusting()), 2397);
        }
        assertReason(() -> connect("OPTIONAL", null, null), 2397);
    }

    private static void assertReason(org.junit.jupiter.api.function.Executable call, Integer... reasons) {
        int reason = Reasons.of(assertThrows(JMSRuntimeException.class, call));
        assertTrue(List.of(reasons).contains(reason), () -> "reason " + reason);
    }
}
