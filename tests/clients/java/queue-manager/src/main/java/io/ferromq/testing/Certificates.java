package io.ferromq.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** A certificate authority of a test, made with the openssl command as docs/manual/tls.md says. */
public final class Certificates {
    private static final String PASSWORD = "not-a-secret";

    private final Path directory;

    /** Makes an authority in an empty directory. */
    public Certificates(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        openssl("req", "-x509", "-newkey", "rsa:2048", "-noenc", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2",
                "-subj", "/O=FerroMQ tests/CN=" + directory.getFileName(),
                "-addext", "keyUsage=critical,keyCertSign,cRLSign");
    }

    /** The key repository of a queue manager: an RSA key with the given label, and an elliptic-curve key labelled {@code ecdsa}. */
    public Path repository(String label) {
        issue("server", "CN=" + label, false);
        issue("server-ec", "CN=" + label, true);
        // Several keys in one repository: PEM takes them one after the other.
        Path repository = directory.resolve("key.pem");
        try {
            Files.writeString(repository, labelled("server", label) + labelled("server-ec", "ecdsa") + read("ca.pem"));
            Files.setPosixFilePermissions(repository, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return repository;
    }

    /** What a program uses that trusts this authority and shows no certificate. */
    public SSLSocketFactory trusting() {
        return sockets(this, null);
    }

    /** What a program uses that trusts this authority and shows a certificate of it for {@code name}. */
    public SSLSocketFactory showing(String name) {
        return sockets(this, key(name));
    }

    /** What a program uses that trusts {@code other}, and shows a certificate of this authority. */
    public SSLSocketFactory showing(String name, Certificates other) {
        return sockets(other, key(name));
    }

    private Path key(String name) {
        issue(name, "O=Example/OU=Payments/CN=" + name, false);
        openssl("pkcs12", "-export", "-name", name, "-inkey", name + ".key", "-in", name + ".pem",
                "-certfile", "ca.pem", "-out", name + ".p12", "-passout", "pass:" + PASSWORD);
        return directory.resolve(name + ".p12");
    }

    private void issue(String file, String subject, boolean ellipticCurve) {
        List<String> key = ellipticCurve
                ? List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
                : List.of("-newkey", "rsa:2048");
        openssl(words(List.of("req", "-new"), key, List.of("-noenc", "-keyout", file + ".key", "-out", file + ".csr",
                "-subj", "/" + subject)));
        openssl("x509", "-req", "-in", file + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", "2", "-out", file + ".pem");
    }

    private String labelled(String file, String label) throws IOException {
        return "friendlyName: " + label + "\n" + read(file + ".pem") + "friendlyName: " + label + "\n" + read(file + ".key");
    }

    private String read(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    private static SSLSocketFactory sockets(Certificates trusted, Path key) {
        try {
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, null);
            try (InputStream pem = Files.newInputStream(trusted.directory.resolve("ca.pem"))) {
                trust.setCertificateEntry("authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            }
            TrustManagerFactory trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trustManagers.init(trust);
            KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, null);
            if (key != null) {
                try (InputStream pkcs12 = Files.newInputStream(key)) {
                    keys.load(pkcs12, PASSWORD.toCharArray());
                }
            }
            keyManagers.init(keys, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    private void openssl(String... arguments) {
        String[] command = words(List.of("openssl"), List.of(arguments));
        try {
            Process process = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed:\n" + output);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(error);
        }
    }

    @SafeVarargs
    private static String[] words(List<String>... parts) {
        return java.util.Arrays.stream(parts).flatMap(List::stream).toArray(String[]::new);
    }
}
