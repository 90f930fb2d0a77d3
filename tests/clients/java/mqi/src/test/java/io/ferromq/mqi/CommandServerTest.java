package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.connect;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.MQDataException;
import com.ibm.mq.headers.pcf.PCFException;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFMessageAgent;
import io.ferromq.testing.QueueManager;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Administration by messages: the agent of the client's library asks, the command server answers. */
class CommandServerTest {
    @RegisterExtension
    static final QueueManager QM =
            new QueueManager("QMPCF").with("DEFINE QLOCAL(PCF.ONE) MAXDEPTH(7)", "DEFINE QALIAS(PCF.TWO) TARGET(PCF.ONE)");

    private MQQueueManager connection;
    private PCFMessageAgent agent;

    @BeforeEach
    void open() throws MQException, MQDataException {
        connection = connect(QM);
        agent = new PCFMessageAgent(connection);
    }

    @AfterEach
    void close() throws MQException, MQDataException {
        agent.disconnect();
        connection.disconnect();
    }

    @Test
    void theAgentLearnsWhichQueueManagerItIs() {
        assertEquals(QM.name(), agent.getQManagerName().trim());
        assertTrue(agent.getCommandLevel() >= 900);
    }

    @Test
    void queuesAreInquired() throws Exception {
        PCFMessage request = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q);
        request.addParameter(CMQC.MQCA_Q_NAME, "PCF.*");
        request.addParameter(CMQC.MQIA_Q_TYPE, CMQC.MQQT_ALL);
        PCFMessage[] answers = agent.send(request);
        assertEquals(2, answers.length);
        assertEquals("PCF.ONE", answers[0].getStringParameterValue(CMQC.MQCA_Q_NAME).trim());
        assertEquals(7, answers[0].getIntParameterValue(CMQC.MQIA_MAX_Q_DEPTH));
        assertEquals(CMQC.MQQT_ALIAS, answers[1].getIntParameterValue(CMQC.MQIA_Q_TYPE));

        PCFMessage names = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_NAMES);
        names.addParameter(CMQC.MQCA_Q_NAME, "PCF.*");
        names.addParameter(CMQC.MQIA_Q_TYPE, CMQC.MQQT_ALL);
        String[] found = agent.send(names)[0].getStringListParameterValue(CMQCFC.MQCACF_Q_NAMES);
        assertEquals(List.of("PCF.ONE", "PCF.TWO"), Arrays.stream(found).map(String::trim).toList());
    }

    @Test
    void aQueueIsCreatedAndDeletedOnce() throws Exception {
        PCFMessage create = new PCFMessage(CMQCFC.MQCMD_CREATE_Q);
        create.addParameter(CMQC.MQCA_Q_NAME, "PCF.MADE");
        create.addParameter(CMQC.MQIA_Q_TYPE, CMQC.MQQT_LOCAL);
        create.addParameter(CMQC.MQCA_Q_DESC, "made by message");
        agent.send(create);
        assertReason(CMQCFC.MQRCCF_OBJECT_ALREADY_EXISTS, create);
        assertTrue(QM.mqsc("DISPLAY QLOCAL(PCF.MADE) DESCR").contains("DESCR(made by message)"));
        PCFMessage delete = new PCFMessage(CMQCFC.MQCMD_DELETE_Q);
        delete.addParameter(CMQC.MQCA_Q_NAME, "PCF.MADE");
        agent.send(delete);
        assertReason(CMQC.MQRC_UNKNOWN_OBJECT_NAME, delete);
    }

    @Test
    void theChannelTheAgentCameByIsShown() throws Exception {
        PCFMessage request = new PCFMessage(CMQCFC.MQCMD_INQUIRE_CHANNEL_STATUS);
        request.addParameter(CMQCFC.MQCACH_CHANNEL_NAME, QueueManager.CHANNEL);
        PCFMessage[] answers = agent.send(request);
        assertTrue(answers.length >= 1);
        assertEquals(CMQCFC.MQCHS_RUNNING, answers[0].getIntParameterValue(CMQCFC.MQIACH_CHANNEL_STATUS));
        PCFMessage connections = new PCFMessage(CMQCFC.MQCMD_INQUIRE_CONNECTION);
        connections.addParameter(CMQCFC.MQBACF_GENERIC_CONNECTION_ID, new byte[0]);
        assertTrue(agent.send(connections).length >= 2);
    }

    @Test
    void mqscIsRunInAnEscape() throws Exception {
        PCFMessage escape = new PCFMessage(CMQCFC.MQCMD_ESCAPE);
        escape.addParameter(CMQCFC.MQIACF_ESCAPE_TYPE, CMQCFC.MQET_MQSC);
        escape.addParameter(CMQCFC.MQCACF_ESCAPE_TEXT, "DISPLAY QLOCAL(PCF.ONE) MAXDEPTH");
        String text = agent.send(escape)[0].getStringParameterValue(CMQCFC.MQCACF_ESCAPE_TEXT);
        assertTrue(text.contains("MAXDEPTH(7)"), text);
    }

    @Test
    void anUnknownCommandIsRefused() {
        assertReason(CMQCFC.MQRCCF_CFH_COMMAND_ERROR, new PCFMessage(CMQCFC.MQCMD_BACKUP_CF_STRUC));
    }

    private void assertReason(int reason, PCFMessage request) {
        PCFException failure = assertThrows(PCFException.class, () -> agent.send(request));
        assertEquals(reason, failure.reasonCode, failure::getMessage);
    }
}
