// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.ccmoperator.image.ReleaseScript.Run;
import io.ccmoperator.payload.PayloadFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code release --install} writes, rendered by Helm as a library: the script runs a helm that asks this process. */
public final class InstallFolder {
    /** The version of the release. */
    public static final String VERSION = "1.2.3";

    /** The operator's image, as the release names it. */
    public static final String IMAGE = ReleaseScript.NAME + "@" + ReleaseScript.DIGEST;

    private static final String HELM = """
            [ "$1" = version ] && echo v3.8.0 && exit
            exec 3<>/dev/tcp/127.0.0.1/%d
            printf '%%s\\n' "$*" >&3
            IFS= read -r status <&3
            [ "$status" = 0 ] || exec >&2
            cat <&3
            exit "$status"
            """;

    private InstallFolder() {}

    /**
     * Makes a release with a container engine that only writes down what it is asked for.
     *
     * @param scratch an empty folder
     * @return the folder
     */
    public static Path write(Path scratch) throws IOException {
        ReleaseScript script = new ReleaseScript(Files.createDirectories(scratch));
        script.engine("podman", ReleaseScript.DIGEST);
        Path install = scratch.resolve("install");
        try (ServerSocket renderer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> render(renderer), "helm");
            thread.setDaemon(true);
            thread.start();
            script.tool("helm", HELM.formatted(renderer.getLocalPort()));
            Run run = script.releaseWithManifests(VERSION, "--push", "--install", install.toString());
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output()).contains("\ninstall    " + install + "\n");
        }
        return install;
    }

    private static void render(ServerSocket renderer) {
        while (true) {
            try (Socket socket = renderer.accept()) {
                BufferedReader request =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                socket.getOutputStream().write(answer(request.readLine()).getBytes(StandardCharsets.UTF_8));
            } catch (SocketException e) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String answer(String arguments) {
        try {
            return "0\n" + command(List.of(arguments.split(" "))).call();
        } catch (IllegalArgumentException | IllegalStateException e) {
            return "1\n" + e.getMessage() + "\n";
        }
    }

    /** Without kinds, as Helm's template without --include-crds, and without hooks, which the library never prints. */
    private static TemplateCommand command(List<String> arguments) {
        Path root = PayloadFolder.project();
        assertThat(arguments).startsWith("template").contains("--no-hooks");
        TemplateCommand command = new Helm(root.resolve(arguments.get(2)))
                .template()
                .withName(arguments.get(1))
                .skipCrds();
        for (int i = 3; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case "--namespace" -> command.withNamespace(arguments.get(++i));
                case "--kube-version" -> command.withKubeVersion(arguments.get(++i));
                case "--values" -> command.withValuesFile(root.resolve(arguments.get(++i)));
                case "--no-hooks" -> {}
                default -> throw new IllegalArgumentException("unknown argument " + arguments.get(i));
            }
        }
        return command;
    }
}
