// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The volume of a Pod with a token and the certificate authority of the API server, as the kubelet writes it: files are links
 * into a folder that is exchanged as a whole.
 *
 * @param folder with ca.crt and token
 */
public record ServiceAccountVolume(Path folder) {
    /** Where programs look for it. */
    private static final String MOUNTED = "/var/run/secrets/kubernetes.io/serviceaccount";

    /** Why a machine may not mount it for a process. */
    public static final String NEEDS =
            "mounting a volume is not permitted; run the tests as root, with unshare and mount";

    /** A volume with some content. */
    public static ServiceAccountVolume create(Path folder, String authorities, String token) {
        ServiceAccountVolume volume = new ServiceAccountVolume(folder);
        try {
            Files.createDirectory(folder);
            volume.write(authorities, token);
            for (String file : List.of("ca.crt", "token")) {
                Files.createSymbolicLink(folder.resolve(file), Path.of("..data", file));
            }
            return volume;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Exchanges both files at once. */
    public void write(String authorities, String token) {
        try {
            Path data = Files.createTempDirectory(folder, "..");
            Files.writeString(data.resolve("ca.crt"), authorities);
            Files.writeString(data.resolve("token"), token);
            Path link = folder.resolve("..data_tmp");
            Files.createSymbolicLink(link, data.getFileName());
            Files.move(
                    link,
                    folder.resolve("..data"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The variables by which a program in a Pod finds an API server. */
    public static Map<String, String> environment(URI server) {
        return Map.of(
                "KUBERNETES_SERVICE_HOST", server.getHost(),
                "KUBERNETES_SERVICE_PORT", String.valueOf(server.getPort()));
    }

    /** True when this machine lets a test mount the volume. */
    public static boolean isMountable() {
        try {
            Process trial = new ProcessBuilder("unshare", "--mount", "mount", "--make-rprivate", "/").start();
            return trial.waitFor(10, TimeUnit.SECONDS) && trial.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A command line that runs a program with the volume where programs look for it; no other process sees that. */
    public List<String> mounted(List<String> command) {
        String script = """
                set -e
                mount --make-rprivate /
                mount -t tmpfs tmpfs "$(readlink -f /var/run)"
                mkdir -p "$(dirname %1$s)"
                ln -s "$0" %1$s
                exec "$@"
                """.formatted(MOUNTED);
        List<String> line = new ArrayList<>(List.of("unshare", "--mount", "bash", "-c", script, folder.toString()));
        line.addAll(command);
        return line;
    }
}
