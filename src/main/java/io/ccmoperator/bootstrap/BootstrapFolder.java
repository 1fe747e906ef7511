// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.bootstrap;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.text.Credentials;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.output.AtomicFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The directory that the installer's bootstrap script copies from.
 *
 * @param path the directory
 * @param providers all providers; what an earlier run wrote for another one is removed
 */
record BootstrapFolder(Path path, ProviderIndex providers) {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private static final Set<PosixFilePermission> OWNERS_DIRECTORY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    /** Makes bootstrap/ and config/ in any case and writes all files or, when one cannot be written, none. */
    void write(
            List<KubernetesObject> pods,
            Optional<byte[]> cloudConfig,
            Optional<byte[]> authorities,
            SortedMap<String, byte[]> credentials) {
        AtomicFiles files = new AtomicFiles();
        Path secrets = path.resolve("secrets");
        files.directory(path.resolve("bootstrap"));
        files.directory(path.resolve("config"));
        List<String> names = pods.stream().map(KubernetesObject::name).toList();
        pods.forEach(pod ->
                files.write(file(pod.name()), YamlWriter.write(pod.tree()).getBytes(StandardCharsets.UTF_8)));
        providers.entries().stream()
                .flatMap(BootstrapFolder::podsOfAnyRun)
                .distinct()
                .filter(name -> !names.contains(name))
                .forEach(name -> files.delete(file(name)));
        Path cloudConf = path.resolve("config").resolve("cloud.conf");
        cloudConfig.ifPresentOrElse(
                content -> writeCloudConfig(files, cloudConf, content), () -> files.delete(cloudConf));
        Path bundle = path.resolve("config").resolve("ca-bundle.pem");
        authorities.ifPresentOrElse(content -> files.write(bundle, content), () -> files.delete(bundle));
        if (!credentials.isEmpty()) {
            files.directory(secrets, OWNERS_DIRECTORY);
        }
        credentials.forEach((key, content) -> files.write(secrets.resolve(key), content, OWNER_ONLY));
        files.commit();
    }

    /** A provider without static Pods may have had one, of the name that the build proposes, in an earlier release. */
    private static Stream<String> podsOfAnyRun(ProviderIndex.Entry provider) {
        return provider.bootstrapPods().isEmpty()
                ? Stream.of(provider.name() + "-cloud-controller-manager")
                : provider.bootstrapPods().stream();
    }

    private static void writeCloudConfig(AtomicFiles files, Path file, byte[] content) {
        if (Credentials.areIn(new String(content, StandardCharsets.UTF_8))) {
            files.write(file, content, OWNER_ONLY);
        } else {
            files.write(file, content);
        }
    }

    private Path file(String pod) {
        return path.resolve("bootstrap").resolve(pod + "-pod.yaml");
    }
}
