package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import io.ferromq.testing.QueueManager;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Channels that let nobody in, or only so many. */
class RefusedChannelsTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMREFUSE").with(
            svrconn("STOPPED", ""),
            svrconn("FEW", "MAXINST(2) SHARECNV(1)"),
            svrconn("FEW.EACH", "MAXINSTC(2) SHARECNV(1)"),
            "DEFINE CHANNEL(OUTWARD) CHLTYPE(CLNTCONN) CONNAME('localhost(1414)')");

    private static String svrconn(String name, String rest) {
        return "DEFINE CHANNEL(" + name + ") CHLTYPE(SVRCONN) MCAUSER('" + System.getProperty("user.name") + "') " + rest;
    }

    private static MQQueueManager connect(String channel) throws MQException {
        Hashtable<String, Object> properties = Clients.properties(QM);
        properties.put(CMQC.CHANNEL_PROPERTY, channel);
        return new MQQueueManager(QM.name(), properties);
    }

    @Test
    void aChannelNobodyDefined() {
        assertReason(CMQC.MQRC_UNKNOWN_CHANNEL_NAME, () -> connect("NO.SUCH.CHANNEL"));
    }

    @Test
    void aChannelForTheOtherEnd() {
        MQException failure = org.junit.jupiter.api.Assertions.assertThrows(MQException.class, () -> connect("OUTWARD"));
        assertTrue(List.of(CMQC.MQRC_UNKNOWN_CHANNEL_NAME, CMQC.MQRC_CHANNEL_CONFIG_ERROR).contains(failure.reasonCode),
                failure::getMessage);
    }

    @Test
    void aChannelThatIsStoppedUntilItIsStarted() throws MQException {
        MQQueueManager before = connect("STOPPED");
        QM.mqsc("STOP CHANNEL(STOPPED) MODE(FORCE)");
        assertReason(CMQC.MQRC_CONNECTION_BROKEN, () -> before.accessQueue("SYSTEM.DEFAULT.LOCAL.QUEUE", CMQC.MQOO_OUTPUT));
        assertReason(CMQC.MQRC_CHANNEL_NOT_AVAILABLE, () -> connect("STOPPED"));
        QM.mqsc("START CHANNEL(STOPPED)");
        connect("STOPPED").disconnect();
    }

    @Test
    void aChannelThatIsFull() throws MQException {
        assertRoomForTwo("FEW");
    }

    @Test
    void aChannelThatIsFullForOneAddress() throws MQException {
        assertRoomForTwo("FEW.EACH");
    }

    private static void assertRoomForTwo(String channel) throws MQException {
        List<MQQueueManager> connections = new ArrayList<>();
        for (int n = 0; n < 2; n++) {
            connections.add(connect(channel));
        }
        assertReason(CMQC.MQRC_CHANNEL_NOT_AVAILABLE, () -> connect(channel));
        assertEquals(2, QM.mqsc("DISPLAY CHSTATUS(" + channel + ")").split("STATUS\\(RUNNING\\)", -1).length - 1);
        for (MQQueueManager connection : connections) {
            connection.disconnect();
        }
    }
}
