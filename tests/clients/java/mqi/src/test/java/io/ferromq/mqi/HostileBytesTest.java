package io.ferromq.mqi;

import static io.ferromq.mqi.Clients.IN_OUT;
import static io.ferromq.mqi.Clients.connect;
import static io.ferromq.mqi.Clients.get;
import static io.ferromq.mqi.Clients.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import io.ferromq.testing.QueueManager;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bytes nobody should send to a port of a queue manager, while a client goes on with its work. */
class HostileBytesTest {
    @RegisterExtension
    static final QueueManager QM = new QueueManager("QMHOSTILE").with("DEFINE QLOCAL(Q1)");

    /** What the queue manager may grow by under all of this. */
    private static final long GROWTH_BYTES = 200L << 20;

    private final List<Socket> sockets = new ArrayList<>();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private Thread client;
    private final CountDownLatch works = new CountDownLatch(1);
    private volatile int roundTrips;
    private ProcessHandle process;
    private long residentBytesBefore;

    @BeforeEach
    void startAClient() throws Exception {
        process = QM.processes().get(0);
        residentBytesBefore = residentBytes();
        client = new Thread(() -> {
            try {
                MQQueueManager connection = connect(QM);
                MQQueue queue = connection.accessQueue("Q1", IN_OUT);
                while (!stop.get()) {
                    put(queue, "still works");
                    assertEquals("still works", get(queue));
                    roundTrips = roundTrips + 1;
                    works.countDown();
                }
                queue.close();
                connection.disconnect();
            } catch (Throwable error) {
                failure.set(error);
            }
        });
        client.start();
        assertTrue(works.await(30, TimeUnit.SECONDS));
    }

    @AfterEach
    void theClientNeverNoticed() throws Exception {
        connect(QM).disconnect();
        assertTrue(residentBytes() - residentBytesBefore < GROWTH_BYTES);
        stop.set(true);
        client.join();
        assertNull(failure.get());
        assertTrue(roundTrips > 0);
        assertTrue(process.isAlive());
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private long residentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10).findFirst().orElseThrow();
    }

    private Socket send(byte[]... parts) throws IOException {
        Socket socket = new Socket(QM.host(), QM.port());
        sockets.add(socket);
        try {
            OutputStream out = socket.getOutputStream();
            for (byte[] part : parts) {
                out.write(part);
                out.flush();
            }
        } catch (IOException refused) {
            // It has hung up already, which is its right.
        }
        return socket;
    }

    /** Reads until the other side hangs up. */
    private static void awaitEnd(Socket socket) {
        try {
            socket.setSoTimeout(60_000);
            while (socket.getInputStream().read(new byte[4096]) >= 0) {}
        } catch (java.net.SocketTimeoutException error) {
            throw new AssertionError("the socket is still open", error);
        } catch (IOException reset) {
            // Also an end.
        }
    }

    private static byte[] random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** The header of a segment: eye-catcher, length, and the beginning of an initial segment. */
    private static byte[] header(int length) {
        ByteBuffer header = ByteBuffer.allocate(28).put("TSH ".getBytes(StandardCharsets.US_ASCII)).putInt(length);
        return header.put(new byte[] {1, 1, 0x31}).array();
    }

    @Test
    void garbageIsHungUpOn() throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            Socket socket = send(random(seed, 1 + seed * 40));
            socket.shutdownOutput();
            awaitEnd(socket);
        }
        awaitEnd(send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        awaitEnd(send(random(99, 1 << 20)));
    }

    @Test
    void lengthsThatCannotBeAreHungUpOn() throws IOException {
        for (int length : new int[] {0, 1, 27, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x40000000, 4_194_305}) {
            awaitEnd(send(header(length), random(length, 100)));
        }
    }

    @Test
    void clientsThatSayHalfAndWaitOrGoAreBorne() throws Exception {
        for (int n = 0; n < 100; n++) {
            // Half a header, and then nothing more; half of them go at once, with a reset.
            Socket socket = send(java.util.Arrays.copyOf(header(268), 3 + n % 20));
            if (n % 2 == 0) {
                socket.setSoLinger(true, 0);
                socket.close();
            }
        }
        for (int n = 0; n < 50; n++) {
            sockets.add(new Socket(QM.host(), QM.port()));
        }
        connect(QM).disconnect();
    }

    @Test
    void aClientThatSendsByteByByteHoldsNobodyUp() throws Exception {
        Socket slow = send();
        byte[] header = header(268);
        for (int at = 0; at < header.length; at++) {
            slow.getOutputStream().write(header[at]);
            slow.getOutputStream().flush();
            MQQueueManager quick = connect(QM);
            quick.disconnect();
        }
    }

    @Test
    void garbageBehindAGoodBeginningIsHungUpOn() throws IOException {
        byte[] initial = ByteBuffer.allocate(268).put(header(268)).position(28).put("ID  ".getBytes(StandardCharsets.US_ASCII))
                .put(new byte[] {13, 0x26, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, (byte) 0xff, 0, 0x40, 0, 0}).array();
        for (int seed = 0; seed < 20; seed++) {
            awaitEnd(send(initial, random(seed, 5_000)));
        }
    }
}
