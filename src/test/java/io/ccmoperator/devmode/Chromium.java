// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devmode;

import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.monitoring.OnPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A headless Chromium with one page, driven by its DevTools protocol. */
final class Chromium implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final LocalProcess process;
    private final DevToolsConnection page;

    private Chromium(LocalProcess process, DevToolsConnection page) {
        this.process = process;
        this.page = page;
    }

    /** Starts the browser; the test is skipped where there is none. */
    static Chromium assumed(Path folder, int width, int height) throws IOException, InterruptedException {
        Path profile = folder.resolve("profile");
        LocalProcess process = LocalProcess.start(
                folder,
                "chromium.log",
                List.of(
                        OnPath.assumed("chromium", "chromium"),
                        "--headless=new",
                        // The tests may run as root, in a container, with a small /dev/shm.
                        "--no-sandbox",
                        "--disable-dev-shm-usage",
                        "--disable-gpu",
                        "--hide-scrollbars",
                        "--no-first-run",
                        "--window-size=" + width + "," + height,
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank"));
        Path port = profile.resolve("DevToolsActivePort");
        process.await(START, () -> Files.exists(port) && lines(port).size() > 1);
        return new Chromium(process, DevToolsConnection.open(pageOf(lines(port).get(0))));
    }

    /** Opens an address in the page. Returns when the browser has begun to load it. */
    void open(String address) {
        page.call("Page.navigate", Map.of("url", address));
    }

    /**
     * The value of an expression of JavaScript in the page, as a JSON value.
     *
     * @throws IllegalStateException if the expression throws
     */
    Object evaluate(String expression) {
        FieldReader answer = page.call(
                "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (!answer.map("exceptionDetails").isEmpty()) {
            throw new IllegalStateException(expression + ": " + answer.map("exceptionDetails"));
        }
        return answer.map("result").get("value");
    }

    /** Writes what the page shows as PNG. */
    void screenshot(Path file) throws IOException {
        FieldReader answer = page.call("Page.captureScreenshot", Map.of("format", "png"));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(answer.string("data")));
    }

    @Override
    public void close() {
        page.close();
        process.close();
    }

    private static URI pageOf(String port) throws IOException, InterruptedException {
        URI targets = URI.create("http://127.0.0.1:" + port + "/json/list");
        HttpClient client = HttpClient.newHttpClient();
        return await("the page of the browser")
                .atMost(START)
                .until(() -> page(client, targets), found -> found != null);
    }

    private static URI page(HttpClient client, URI targets) throws IOException, InterruptedException {
        String list = client.send(HttpRequest.newBuilder(targets).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        return FieldReader.of(Map.of("targets", JsonReader.read(list))).maps("targets").stream()
                .map(FieldReader::of)
                .filter(target -> target.string("type").equals("page"))
                .map(target -> URI.create(target.string("webSocketDebuggerUrl")))
                .findFirst()
                .orElse(null);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
