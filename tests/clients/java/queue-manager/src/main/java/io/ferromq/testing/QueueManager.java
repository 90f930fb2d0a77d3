package io.ferromq.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A queue manager of a test class: made in an empty directory before the first test, listening on a free port of this
 * machine, ended and deleted after the last one.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final QueueManager QM = new QueueManager("QMTEST").with("DEFINE QLOCAL(ORDERS)");
 * }</pre>
 */
public final class QueueManager implements BeforeAllCallback, AfterAllCallback {
    /** The channel every test may use: clients run as the user the queue manager runs as. */
    public static final String CHANNEL = "APP.SVRCONN";

    private final String name;
    private final List<String> definitions = new ArrayList<>();
    private Path dataPath;
    private int port;

    public QueueManager(String name) {
        this.name = name;
    }

    /** Adds MQSC commands to run when the queue manager has started. */
    public QueueManager with(String... mqsc) {
        definitions.addAll(List.of(mqsc));
        return this;
    }

    public String name() {
        return name;
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /** The directory everything of it lies in. */
    public Path dataPath() {
        return dataPath;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        try {
            dataPath = Files.createTempDirectory("ferromq-test-");
            try (ServerSocket probe = new ServerSocket(0)) {
                port = probe.getLocalPort();
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        run("", "crtmqm", name);
        start();
        String user = System.getProperty("user.name");
        mqsc("ALTER QMGR CHLAUTH(DISABLED) CONNAUTH(' ')", "REFRESH SECURITY TYPE(CONNAUTH)");
        mqsc("DEFINE CHANNEL(" + CHANNEL + ") CHLTYPE(SVRCONN) MCAUSER('" + user + "')");
        mqsc("DEFINE LISTENER(TEST) TRPTYPE(TCP) PORT(" + port + ") IPADDR('127.0.0.1') CONTROL(QMGR)");
        mqsc("START LISTENER(TEST)");
        definitions.forEach(this::mqsc);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        try {
            if (!processes().isEmpty()) {
                run("", "endmqm", "-i", name);
            }
        } finally {
            try (var files = Files.walk(dataPath)) {
                files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
            }
        }
    }

    /** Starts it, when it was ended or killed. */
    public void start() {
        run("", "strmqm", name);
    }

    /** Starts it, unless it runs. */
    public void startIfEnded() {
        if (processes().isEmpty()) {
            start();
        }
    }

    /** Returns when its process has ended. */
    public void awaitEnd() {
        processes().forEach(process -> process.onExit().join());
    }

    /** Ends it: {@code -c}, {@code -w}, {@code -i} or {@code -p}, and what goes with them. */
    public void end(String... how) {
        List<String> words = new ArrayList<>(List.of("endmqm"));
        words.addAll(List.of(how));
        words.add(name);
        run("", words.toArray(String[]::new));
    }

    /** Kills the process: nothing is saved, nobody is told. */
    public void kill() {
        processes().forEach(process -> {
            process.destroyForcibly();
            process.onExit().join();
        });
    }

    /** The process it runs in: none when it has ended. Queue managers of tests have names of their own. */
    public List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().arguments().map(List::of).orElse(List.of()).contains(name))
                .filter(process -> process.info().command().orElse("").contains("ferromq"))
                .toList();
    }

    /** Runs MQSC commands and returns what they print. Fails when one of them does. */
    public String mqsc(String... commands) {
        return run(String.join("\n", commands) + "\n", "runmqsc", name);
    }

    /** Runs a command with this queue manager's data path, and returns what it prints. Fails when it does. */
    public String run(String input, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.set(0, Path.of(System.getProperty("ferromq.bin"), command[0]).toString());
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("MQ_DATA_PATH", dataPath.toString());
        try {
            Process process = builder.start();
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed:\n" + input + output);
            }
            return output;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(error);
        }
    }
}
