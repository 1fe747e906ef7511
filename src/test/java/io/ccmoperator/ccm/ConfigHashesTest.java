// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apply.RecordedEvents;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.client.StoredWatches;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigHashesTest {
    private static final ObjectKey CLOUD_CONF = new ObjectKey(ResourceKind.CONFIG_MAP, "ns", "cloud-conf");
    private static final KubernetesObject CONFIG_MAP =
            manifest("{apiVersion: v1, kind: ConfigMap, metadata: {name: cloud-conf, namespace: ns}, data: {a: '1'}}");
    private static final KubernetesObject WORKLOAD = manifest("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: ccm, namespace: ns}
            spec:
              template:
                spec:
                  containers: [{name: a, image: a}]
                  volumes: [{name: conf, configMap: {name: cloud-conf}}]
            """);

    private final StoredObjects server = new StoredObjects();
    private final StoredWatches watches = new StoredWatches(server);
    private final RecordedEvents events = new RecordedEvents();
    private final SteppedClock clock = new SteppedClock();
    private final List<Duration> looks = new ArrayList<>();
    private final ConfigHashes hashes = new ConfigHashes(watches, events, clock, looks::add);

    @BeforeEach
    void configure() {
        watches.watch(CLOUD_CONF, () -> {});
        watches.watch(ObjectKey.of(WORKLOAD), () -> {});
        server.put(CONFIG_MAP);
    }

    private String hash() {
        return hashes.annotate(List.of(WORKLOAD), CredentialsUse.ALWAYS, Set.of())
                .get(0)
                .fields()
                .string("spec", "template", "metadata", "annotations", ConfigHash.ANNOTATION);
    }

    private String deploy() {
        List<KubernetesObject> annotated = hashes.annotate(List.of(WORKLOAD), CredentialsUse.ALWAYS, Set.of());
        server.put(annotated.get(0));
        return hash();
    }

    @Test
    void keepsHashWhenConfigurationReturnsSoon() {
        String before = deploy();
        server.remove(CLOUD_CONF);

        assertThat(hash()).isEqualTo(before).hasSize(64);
        clock.advanceSeconds(2);
        assertThat(hash()).isEqualTo(before);
        server.put(CONFIG_MAP);
        assertThat(hash()).isEqualTo(before);

        assertThat(events.lines()).isEmpty();
        assertThat(looks).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void removesHashWhenConfigurationStaysAbsent() {
        deploy();
        server.remove(CLOUD_CONF);
        hash();
        clock.advanceSeconds(3);

        assertThat(hash()).isEmpty();
        assertThat(events.lines()).singleElement().asString().contains("missing ConfigMap ns/cloud-conf");
    }

    /** A failure of the controller names it already. */
    @Test
    void keepsHashWhenAbsentConfigurationIsReportedOtherwise() {
        String before = deploy();
        server.remove(CLOUD_CONF);
        hash();
        clock.advanceSeconds(3);

        KubernetesObject annotated = hashes.annotate(List.of(WORKLOAD), CredentialsUse.ALWAYS, Set.of(CLOUD_CONF))
                .get(0);

        assertThat(annotated.fields().string("spec", "template", "metadata", "annotations", ConfigHash.ANNOTATION))
                .isEqualTo(before);
        assertThat(events.lines()).isEmpty();
    }

    private void configure(String content) {
        KubernetesObject changed = CONFIG_MAP.copy();
        changed.tree().put("data", Map.of("a", content));
        server.put(changed);
    }

    @Test
    void changesHashSeldomWhileConfigurationIsContested() {
        Set<String> carried = new HashSet<>();

        for (int tenths = 0; tenths < 1200; tenths++) {
            configure("content " + tenths);
            carried.add(deploy());
            clock.advance(Duration.ofMillis(100));
        }

        // The first one, 11 changes at once, then after 5, 10, 20 and 40 s.
        assertThat(carried).hasSize(16);
        assertThat(looks)
                .containsExactly(
                        Duration.ofMillis(4900),
                        Duration.ofMillis(9900),
                        Duration.ofMillis(19900),
                        Duration.ofMillis(39900),
                        Duration.ofMillis(59900));
    }

    @Test
    void followsConfigurationAfterItsContest() {
        for (int change = 0; change <= 12; change++) {
            configure("content " + change);
            deploy();
        }
        String contested = hash();

        configure("1");
        assertThat(hash()).isEqualTo(contested);
        clock.advanceSeconds(5);
        String newest = hash();

        assertThat(newest).isNotEqualTo(contested);
        assertThat(looks).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void appliesNewWorkloadWithoutItsConfiguration() {
        server.remove(CLOUD_CONF);

        assertThat(hash()).isEmpty();
        assertThat(looks).isEmpty();
    }

    private static final ObjectKey CERTIFICATE =
            new ObjectKey(ResourceKind.SECRET, "ns", "cloud-controller-manager-tls");
    private static final KubernetesObject SERVED = manifest("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: ccm, namespace: ns}
            spec:
              template:
                spec:
                  containers:
                  - name: cloud-controller-manager
                    image: a
                    volumeMounts: [{name: cloud-controller-manager-tls, mountPath: /tls}]
                  volumes:
                  - {name: conf, configMap: {name: cloud-conf}}
                  - {name: cloud-controller-manager-tls, secret: {secretName: cloud-controller-manager-tls, optional: true}}
            """);

    private void issue(String key) {
        server.put(manifest("""
                apiVersion: v1
                kind: Secret
                metadata: {name: cloud-controller-manager-tls, namespace: ns}
                data: {tls.crt: YQ==, tls.key: "%s"}
                """.formatted(key)));
    }

    private KubernetesObject deployServed() {
        KubernetesObject annotated = hashes.annotate(List.of(SERVED), CredentialsUse.ALWAYS, Set.of())
                .get(0);
        server.put(annotated);
        return annotated;
    }

    private static List<String> flags(KubernetesObject workload) {
        return FieldReader.of(workload.containers().get(0)).strings("args");
    }

    @Test
    void changesPodTemplateOnceForCertificateAndNotForItsRenewal() {
        watches.watch(CERTIFICATE, () -> {});
        KubernetesObject without = deployServed();
        assertThat(flags(without)).isEmpty();

        issue("");
        assertThat(deployServed()).isEqualTo(without);
        issue("Yg==");
        KubernetesObject with = deployServed();
        issue("Yw==");
        KubernetesObject renewed = deployServed();

        assertThat(flags(with)).hasSize(2).allMatch(flag -> flag.startsWith("--tls-"));
        assertThat(renewed).isSameAs(with);
        assertThat(with.fields().at("spec", "template", "metadata", "annotations"))
                .isEqualTo(without.fields().at("spec", "template", "metadata", "annotations"));
    }

    @Test
    void leavesCertificateOutWhenItStaysAbsent() {
        watches.watch(CERTIFICATE, () -> {});
        issue("Yg==");
        KubernetesObject with = deployServed();

        server.remove(CERTIFICATE);
        assertThat(deployServed()).isEqualTo(with);
        clock.advanceSeconds(2);
        issue("Yw==");
        assertThat(deployServed()).isEqualTo(with);
        server.remove(CERTIFICATE);
        assertThat(deployServed()).isEqualTo(with);
        clock.advanceSeconds(3);

        assertThat(flags(deployServed())).isEmpty();
        assertThat(looks).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(3));
    }
}
