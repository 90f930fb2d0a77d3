package io.ferromq.examples.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.ferromq.testing.QueueManager;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The application as it is, with the queue manager of the test in place of the one it is configured for. */
@SpringBootTest(properties = {"spring.main.banner-mode=off", "logging.level.root=off"})
@DirtiesContext
class ApplicationTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMSPRING").with("DEFINE QLOCAL(ORDERS)");

    @DynamicPropertySource
    static void connectTo(DynamicPropertyRegistry properties) {
        properties.add("ibm.mq.queueManager", QM::name);
        properties.add("ibm.mq.channel", () -> QueueManager.CHANNEL);
        properties.add("ibm.mq.connName", () -> QM.host() + "(" + QM.port() + ")");
    }

    @Autowired
    JmsTemplate template;

    @Autowired
    Application application;

    @Test
    void theListenerGetsWhatTheTemplateSends() throws InterruptedException {
        template.convertAndSend("ORDERS", "five apples");
        assertEquals("five apples", application.received.poll(30, TimeUnit.SECONDS));
    }
}
