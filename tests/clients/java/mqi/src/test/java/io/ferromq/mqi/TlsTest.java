package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.assertReason;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.Certificates;
import io.ferromq.testing.QueueManager;
import java.util.Hashtable;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Channels with CipherSpecs of TLS 1.2 and 1.3, with certificates of clients and without. */
class TlsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMTLS").with("DEFINE QLOCAL(Q1)");

    private static Certificates authority;
    private static Certificates stranger;
    private static SSLSocketFactory app1;

    @BeforeAll
    static void giveCertificates() {
        authority = new Certificates(QM.dataPath().resolve("authority"));
        stranger = new Certificates(QM.dataPath().resolve("stranger"));
        app1 = authority.showing("app1");
        QM.mqsc("ALTER QMGR SSLKEYR('" + authority.repository("ibmwebspheremqqmtls") + "')");
        for (String name : List.of("REQUIRED", "OPTIONAL")) {
            channel(name, "ANY_TLS12_OR_HIGHER", "SSLCAUTH(" + name + ")");
        }
        channel("PAYMENTS", "ANY_TLS12_OR_HIGHER", "SSLCAUTH(REQUIRED) SSLPEER('CN=app*,OU=Payments')");
        QM.mqsc("REFRESH SECURITY TYPE(SSL)");
    }

    private static void channel(String name, String cipherSpec, String rest) {
        QM.mqsc("DEFINE CHANNEL(" + name + ") CHLTYPE(SVRCONN) REPLACE MCAUSER('" + System.getProperty("user.name")
                + "') SSLCIPH(" + cipherSpec + ") " + rest);
    }

    private static MQQueueManager connect(String channel, String suite, SSLSocketFactory sockets) throws MQException {
        Hashtable<String, Object> properties = Clients.properties(QM);
        properties.put(CMQC.CHANNEL_PROPERTY, channel);
        if (suite != null) {
            properties.put(CMQC.SSL_CIPHER_SUITE_PROPERTY, suite);
            properties.put(CMQC.SSL_SOCKET_FACTORY_PROPERTY, sockets);
        }
        return new MQQueueManager(QM.name(), properties);
    }

    private static void assertWorks(MQQueueManager connection) throws Exception {
        MQQueue queue = connection.accessQueue("Q1", IN_OUT);
        String body = "x".repeat(200_000);
        put(queue, body);
        assertEquals(body, get(queue));
        queue.close();
        connection.disconnect();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ANY_TLS12, *TLS12",
        "ANY_TLS13, *TLS13",
        "ANY_TLS12_OR_HIGHER, *TLS12ORHIGHER",
        "ANY_TLS12_OR_HIGHER, *TLS13",
        "ANY_TLS12_OR_HIGHER, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384, TLS_AES_256_GCM_SHA384",
        "TLS_AES_128_GCM_SHA256, TLS_AES_128_GCM_SHA256",
        "TLS_CHACHA20_POLY1305_SHA256, TLS_CHACHA20_POLY1305_SHA256",
        "ECDHE_RSA_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "ECDHE_RSA_AES_128_GCM_SHA256, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "ECDHE_RSA_AES_256_CBC_SHA384, TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384",
        "ECDHE_RSA_AES_128_CBC_SHA256, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        "TLS_RSA_WITH_AES_256_GCM_SHA384, TLS_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_RSA_WITH_AES_128_GCM_SHA256, TLS_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_RSA_WITH_AES_256_CBC_SHA256, TLS_RSA_WITH_AES_256_CBC_SHA256",
        "TLS_RSA_WITH_AES_128_CBC_SHA256, TLS_RSA_WITH_AES_128_CBC_SHA256",
    })
    void aCipherSpecOfTheChannelMeetsTheSuiteOfTheClient(String cipherSpec, String suite) throws Exception {
        channel("ONE", cipherSpec, "SSLCAUTH(REQUIRED)");
        assertWorks(connect("ONE", suite, app1));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ECDHE_ECDSA_AES_256_GCM_SHA384, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "ECDHE_ECDSA_AES_128_GCM_SHA256, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "ECDHE_ECDSA_AES_256_CBC_SHA384, TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384",
        "ECDHE_ECDSA_AES_128_CBC_SHA256, TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
    })
    void aChannelWithALabelShowsThatCertificate(String cipherSpec, String suite) throws Exception {
        channel("CURVE", cipherSpec, "SSLCAUTH(OPTIONAL) CERTLABL('ecdsa')");
        assertWorks(connect("CURVE", suite, authority.trusting()));
    }

    @ParameterizedTest
    @CsvSource({"*TLS12", "*TLS13"})
    void aClientMayShowNothingWhereThatIsOptional(String suite) throws Exception {
        assertWorks(connect("OPTIONAL", suite, authority.trusting()));
    }

    @ParameterizedTest
    @CsvSource({"*TLS12", "*TLS13"})
    void aClientThatShowsNothingIsRefusedWhereItHasTo(String suite) {
        assertRefused("REQUIRED", suite, authority.trusting());
    }

    @ParameterizedTest
    @CsvSource({"*TLS12", "*TLS13"})
    void aCertificateOfAnotherAuthorityIsRefused(String suite) {
        assertRefused("REQUIRED", suite, stranger.showing("app1", authority));
    }

    @ParameterizedTest
    @CsvSource({"*TLS12", "*TLS13"})
    void aClientRefusesAQueueManagerItDoesNotTrust(String suite) {
        assertReason(CMQC.MQRC_JSSE_ERROR, () -> connect("REQUIRED", suite, authority.showing("app1", stranger)));
    }

    @Test
    void onlyNamesThatFitThePeerNameOfTheChannelComeIn() throws Exception {
        assertWorks(connect("PAYMENTS", "*TLS12ORHIGHER", authority.showing("app7")));
        assertReason(CMQC.MQRC_JSSE_ERROR,
                () -> connect("PAYMENTS", "*TLS12ORHIGHER", authority.showing("other")));
    }

    @Test
    void otherCipherSpecsThanThatOfTheChannelAreRefused() {
        channel("ONE", "ECDHE_RSA_AES_256_GCM_SHA384", "SSLCAUTH(OPTIONAL)");
        assertReason(CMQC.MQRC_JSSE_ERROR,
                () -> connect("ONE", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", authority.trusting()));
        assertReason(CMQC.MQRC_JSSE_ERROR, () -> connect("ONE", "*TLS13", authority.trusting()));
    }

    @Test
    void plainTextAndTlsDoNotMeet() {
        assertReason(CMQC.MQRC_JSSE_ERROR, () -> connect("OPTIONAL", null, null));
        assertReason(CMQC.MQRC_JSSE_ERROR, () -> connect(QueueManager.CHANNEL, "*TLS12", authority.trusting()));
    }

    /** With TLS 1.3 a client believes itself connected before the server has looked at its certificate. */
    private static void assertRefused(String channel, String suite, SSLSocketFactory sockets) {
        MQException failure = assertThrows(MQException.class, () -> connect(channel, suite, sockets));
        assertTrue(List.of(CMQC.MQRC_JSSE_ERROR, CMQC.MQRC_Q_MGR_NOT_AVAILABLE, CMQC.MQRC_CONNECTION_BROKEN)
                .contains(failure.reasonCode), failure::getMessage);
    }
}
