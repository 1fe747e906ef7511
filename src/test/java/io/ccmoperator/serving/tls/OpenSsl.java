// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Connects with OpenSSL, which speaks versions of TLS and has suites that the JDK forbids. */
public final class OpenSsl {
    private static final Pattern AGREED = Pattern.compile("New, (\\S+), Cipher is (\\S+)");

    private OpenSsl() {}

    /** Whether the program is on the PATH. */
    public static boolean isThere() {
        try {
            return new ProcessBuilder("openssl", "version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Connects, and leaves at once.
     *
     * @param version such as {@code -tls1_1}
     * @param suites of TLS 1.2 and older, by OpenSSL's names
     * @return the suite that was agreed on, by OpenSSL's name, or the alert with which the server refused
     */
    static String connect(int port, String version, String suites) throws IOException, InterruptedException {
        return connect(port, List.of(version, "-cipher", suites + ":@SECLEVEL=0"));
    }

    /**
     * Connects with one group of the key exchange, by OpenSSL's name, and leaves at once.
     *
     * @return as of {@link #connect(int, String, String)}
     */
    public static String connectWithGroup(int port, String group) throws IOException, InterruptedException {
        return connect(port, List.of("-groups", group));
    }

    private static String connect(int port, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("openssl", "s_client", "-connect", "127.0.0.1:" + port));
        command.addAll(options);
        Process client = new ProcessBuilder(command).redirectErrorStream(true).start();
        client.getOutputStream().close();
        String output = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!client.waitFor(20, TimeUnit.SECONDS)) {
            throw new IOException(command + " does not end");
        }
        Matcher agreed = AGREED.matcher(output);
        if (agreed.find() && !agreed.group(2).equals("(NONE)")) {
            return agreed.group(2);
        }
        return output.lines()
                .filter(line -> line.contains("alert"))
                .map(line -> line.replaceFirst(".*:([^:]*alert[^:]*):.*", "$1"))
                .findFirst()
                .orElseThrow(() -> new IOException("no suite and no alert: " + output));
    }
}
