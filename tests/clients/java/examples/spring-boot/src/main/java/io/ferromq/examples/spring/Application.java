package io.ferromq.examples.spring;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jms.annotation.EnableJms;
import org.springframework.jms.annotation.JmsListener;

/** Listens to a queue. Where the queue manager is stands in application.properties. */
@SpringBootApplication
@EnableJms
public class Application {
    final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    public static void main(String[] arguments) {
        SpringApplication.run(Application.class, arguments);
    }

    @JmsListener(destination = "ORDERS")
    void order(String body) {
        received.add(body);
    }
}
