// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.LogLines;
import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.apiserver.ServiceAccountVolume;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.faults.ServerIdentity;
import io.ccmoperator.status.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Tokens and certificate authorities that are replaced while the program runs. */
@RequiresApiServer
class CredentialsIT extends WatchesOfProcess {
    private final SteppedClock clock = new SteppedClock();

    @Test
    void usesReplacedTokenForRequestsAndWatches() throws Exception {
        Path token = Files.writeString(folder.resolve(name), "token-of-admin");
        Path kubeconfig = edit(proxy.kubeconfig(), "token: \"token-of-admin\"", "tokenFile: \"" + token + "\"");
        try (ApiConnection replaced = open(kubeconfig)) {
            replaced.objects().watch(key, listener);
            assertThat(replaced.objects().awaitSynced(List.of(key), SOON)).isTrue();

            Files.writeString(token, "unknown");
            clock.advanceSeconds(11);
            assertThatThrownBy(() -> replaced.server().get(key)).hasMessageContaining("Unauthorized");
            proxy.endWatches(watches);
            await().until(() -> proxy.count(watches.and(sent("unknown"))) > 0);
            Files.writeString(token, "token-of-admin");
            clock.advanceSeconds(11);

            assertThat(replaced.server().get(key)).isEmpty();
            var written = write("a");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(replaced.objects().state(key)).isEqualTo(new CacheState.Present(written)));
        }
    }

    @Test
    void actsAsUserThatTheKubeconfigNamesInEveryRequest() throws Exception {
        Path kubeconfig = edit(
                proxy.kubeconfig(),
                "token: \"token-of-admin\"",
                "token: \"token-of-admin\", as: jane, as-uid: u-1, as-groups: [\"system:masters\", b],"
                        + " as-user-extra: {\"example.com/ß%\": [x, y]}");
        try (ApiConnection acting = open(kubeconfig)) {
            acting.objects().watch(key, listener);
            assertThat(acting.objects().awaitSynced(List.of(key), SOON)).isTrue();
            acting.server().get(key);
            acting.server().create(configMap("a"), ApiServer.DryRun.ALL);
            acting.lists().list(ResourceKind.CONFIG_MAP, "default", "", Optional::of);
            acting.review(YamlText.manifest("""
                    apiVersion: authorization.k8s.io/v1
                    kind: SubjectAccessReview
                    spec: {user: a, nonResourceAttributes: {path: /a, verb: get}}
                    """));
        }

        await().untilAsserted(() -> assertThat(process.audit().actingAs("jane"))
                .extracting(event ->
                        event.fields().string("verb") + " " + event.fields().string("objectRef", "resource"))
                .contains(
                        "watch configmaps",
                        "get configmaps",
                        "create configmaps",
                        "list configmaps",
                        "create subjectaccessreviews"));
        assertThat(process.audit().actingAs("jane"))
                .extracting(event -> event.fields().map("impersonatedUser"))
                .allSatisfy(user -> {
                    assertThat(user).containsEntry("uid", "u-1");
                    assertThat(user).containsEntry("extra", Map.of("example.com/ß%", List.of("x", "y")));
                    assertThat(String.valueOf(user.get("groups"))).contains("system:masters", "b");
                });
    }

    @Test
    void trustsReplacedCertificateAuthority() throws Exception {
        ServerIdentity next = ServerIdentity.create(folder, name);
        Path authorities = Files.copy(process.certificate(), folder.resolve(name + "-ca.crt"));
        Path kubeconfig = edit(proxy.kubeconfig(), process.certificate().toString(), authorities.toString());
        try (ApiConnection rotated = open(kubeconfig);
                LogLines log = LogLines.of(ApiServerConnectivity.class)) {
            rotated.objects().watch(key, listener);
            assertThat(rotated.objects().awaitSynced(List.of(key), SOON)).isTrue();

            proxy.identify(next);
            assertThatThrownBy(() -> rotated.server().get(key)).hasMessageContaining("because TLS failed: ");
            // The first warning may be that the connection was closed.
            await().untilAsserted(() -> assertThat(log.warnings()).anyMatch(line -> line.contains("TLS failed: ")));
            Files.copy(next.certificate(), authorities, StandardCopyOption.REPLACE_EXISTING);
            clock.advanceSeconds(2);

            assertThat(rotated.server().get(key)).isEmpty();
            var written = write("a");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(rotated.objects().state(key)).isEqualTo(new CacheState.Present(written)));
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("unreachable, retrying: TLS failed: "))
                    .hasSize(1);
        }
    }

    @Test
    void followsServiceAccountOfPodAsTheKubeletReplacesIt() throws Exception {
        ServerIdentity next = ServerIdentity.create(folder, name);
        ServiceAccountVolume volume = ServiceAccountVolume.create(
                folder.resolve(name), Files.readString(process.certificate()), "token-of-admin");
        try (ApiConnection pod = Connections.openInPod(
                ServiceAccountVolume.environment(proxy.address()), volume.folder(), vertx, clock)) {
            pod.objects().watch(key, listener);
            assertThat(pod.objects().awaitSynced(List.of(key), SOON)).isTrue();

            proxy.identify(next);
            assertThatThrownBy(() -> pod.server().get(key)).hasMessageContaining("because TLS failed: ");
            String authorities = Files.readString(next.certificate());
            volume.write(authorities, "unknown");
            clock.advanceSeconds(2);
            assertThatThrownBy(() -> pod.server().get(key)).hasMessageContaining("Unauthorized");
            volume.write(authorities, "token-of-admin");
            clock.advanceSeconds(2);

            assertThat(pod.server().get(key)).isEmpty();
            var written = write("a");
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(pod.objects().state(key)).isEqualTo(new CacheState.Present(written)));
        }
    }

    private ApiConnection open(Path kubeconfig) {
        return Connections.open(kubeconfig, vertx, ClientTimings.USUAL, clock, (verb, code) -> {});
    }

    private static Path edit(Path file, String present, String expected) throws IOException {
        String content = Files.readString(file);
        assertThat(content).contains(present);
        return Files.writeString(file, content.replace(present, expected));
    }

    private static Predicate<SeenRequest> sent(String token) {
        return request -> request.authorization().equals("Bearer " + token);
    }
}
