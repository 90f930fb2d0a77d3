package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.assertReason;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.Certificates;
import io.ferromq.testing.QueueManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Passwords, channel authentication records and authority, as a new queue manager has them, and as they can be set. */
class WhoMayConnectTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMADMIT").with(
            "ALTER QMGR CHLAUTH(ENABLED) CONNAUTH(SYSTEM.DEFAULT.AUTHINFO.IDPWOS)",
            "ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) FAILDLAY(0)",
            "REFRESH SECURITY TYPE(CONNAUTH)",
            "DEFINE QLOCAL(OPEN)",
            "DEFINE QLOCAL(CLOSED)",
            "DEFINE CHANNEL(TLS) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12_OR_HIGHER) SSLCAUTH(OPTIONAL)",
            "DEFINE CHANNEL(PLAIN) CHLTYPE(SVRCONN)",
            "DEFINE CHANNEL(NOBODY) CHLTYPE(SVRCONN)",
            "DEFINE CHANNEL(ADMINS) CHLTYPE(SVRCONN) MCAUSER('" + System.getProperty("user.name") + "')",
            "SET CHLAUTH(NOBODY) TYPE(ADDRESSMAP) ADDRESS('127.0.0.1') USERSRC(NOACCESS)",
            "SET CHLAUTH(PLAIN) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(MAP) MCAUSER('jill') CHCKCLNT(ASQMGR)",
            "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('jill') AUTHADD(CONNECT,INQ)",
            "SET AUTHREC PROFILE(OPEN) OBJTYPE(QUEUE) PRINCIPAL('jill') AUTHADD(PUT,GET,INQ)");

    private static SSLSocketFactory sockets;

    @BeforeAll
    static void giveCertificates() {
        Certificates authority = new Certificates(QM.dataPath().resolve("authority"));
        QM.mqsc("ALTER QMGR SSLKEYR('" + authority.repository("ibmwebspheremqqmadmit") + "')", "REFRESH SECURITY TYPE(SSL)");
        QM.run("right-one\n", "setmqusr", "-m", QM.name(), "-u", "jill");
        sockets = authority.trusting();
    }

    private static MQQueueManager connect(String channel, String user, String password) throws MQException {
        Hashtable<String, Object> properties = Clients.properties(QM);
        properties.put(CMQC.CHANNEL_PROPERTY, channel);
        if (user != null) {
            properties.put(CMQC.USER_ID_PROPERTY, user);
            properties.put(CMQC.PASSWORD_PROPERTY, password);
            properties.put(CMQC.USE_MQCSP_AUTHENTICATION_PROPERTY, true);
        }
        if (channel.equals("TLS")) {
            properties.put(CMQC.SSL_CIPHER_SUITE_PROPERTY, "*TLS12ORHIGHER");
            properties.put(CMQC.SSL_SOCKET_FACTORY_PROPERTY, sockets);
        }
        return new MQQueueManager(QM.name(), properties);
    }

    private static void assertRefused(String notice, String channel, String user, String password) {
        assertReason(CMQC.MQRC_NOT_AUTHORIZED, () -> connect(channel, user, password));
        assertTold(notice);
    }

    /** Lines of the error log wait for the disk for a moment. */
    private static void assertTold(String notice) {
        long began = System.nanoTime();
        while (!errorLog().contains(notice)) {
            assertTrue(System.nanoTime() - began < 60_000_000_000L, () -> notice + " is not in\n" + errorLog());
            Thread.onSpinWait();
        }
    }

    private static String errorLog() {
        try (Stream<Path> files = Files.walk(QM.dataPath())) {
            Path log = files.filter(path -> path.endsWith("AMQERR01.LOG") && path.toString().contains(QM.name()))
                    .findFirst().orElseThrow();
            return Files.readString(log);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    @Test
    void theRightPasswordLetsInWithTheAuthorityOfItsUser() throws Exception {
        MQQueueManager connection = connect("TLS", "jill", "right-one");
        MQQueue queue = connection.accessQueue("OPEN", IN_OUT);
        put(queue, "by jill");
        assertEquals("by jill", get(queue));
        assertReason(CMQC.MQRC_NOT_AUTHORIZED, () -> connection.accessQueue("CLOSED", CMQC.MQOO_OUTPUT));
        assertReason(CMQC.MQRC_NOT_AUTHORIZED, () -> connection.accessQueue("OPEN", CMQC.MQOO_SET));
        queue.close();
        connection.disconnect();
        assertTold("AMQ8077");
    }

    @Test
    void wrongPasswordsAndUnknownUsersAreRefusedAlike() {
        assertRefused("AMQ5534", "TLS", "jill", "wrong");
        assertRefused("AMQ5534", "TLS", "nobody.knows", "right-one");
    }

    @Test
    void aPasswordWithoutTlsIsRefusedWithAWordToTheOperator() {
        assertRefused("FMQ0043", "PLAIN", "jill", "right-one");
    }

    @Test
    void aRecordForTheAddressNamesTheUserOrKeepsOut() throws Exception {
        MQQueueManager connection = connect("PLAIN", null, null);
        connection.accessQueue("OPEN", CMQC.MQOO_OUTPUT).close();
        assertReason(CMQC.MQRC_NOT_AUTHORIZED, () -> connection.accessQueue("CLOSED", CMQC.MQOO_OUTPUT));
        connection.disconnect();
        assertRefused("AMQ9777", "NOBODY", null, null);
    }

    @Test
    void administratorsDoNotComeInFromOutside() {
        assertRefused("AMQ9776", "ADMINS", null, null);
        assertReason(CMQC.MQRC_NOT_AUTHORIZED, () -> connect("SYSTEM.DEF.SVRCONN", null, null));
    }
}
