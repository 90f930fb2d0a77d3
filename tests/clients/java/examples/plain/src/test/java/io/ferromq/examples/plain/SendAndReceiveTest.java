package io.ferromq.examples.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.ferromq.testing.QueueManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SendAndReceiveTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMPLAIN").with("DEFINE QLOCAL(ORDERS)");

    @Test
    void whatIsSentIsReceived() throws Exception {
        assertEquals("hello, world",
                SendAndReceive.run(QM.host(), QM.port(), QueueManager.CHANNEL, QM.name(), "ORDERS"));
    }
}
