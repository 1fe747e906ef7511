// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.client.StoredWatches;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.Planner;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.serving.tls.SamplePair;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigHashesTest {
    private static final ObjectKey OF_USER = new ObjectKey(ResourceKind.CONFIG_MAP, "ns", "of-user");
    private static final KubernetesObject CONFIG_MAP =
            manifest("{apiVersion: v1, kind: ConfigMap, metadata: {name: of-user, namespace: ns}, data: {a: '1'}}");
    private static final KubernetesObject WORKLOAD = manifest("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: ccm, namespace: ns}
            spec:
              template:
                spec:
                  containers: [{name: a, image: a}]
                  volumes: [{name: conf, configMap: {name: of-user}}]
            """);

    private final StoredObjects server = new StoredObjects();
    private final StoredWatches watches = new StoredWatches(server);
    private final SteppedClock clock = new SteppedClock();
    private final List<Duration> looks = new ArrayList<>();
    private final Planner<Map<KubernetesObject, String>> planner =
            new Planner<>(watches, clock, this::annotate, () -> {}, looks::add);
    private KubernetesObject workload = WORKLOAD;
    private Set<ObjectKey> kept = Set.of();
    private Map<ObjectKey, String> unusable = Map.of();

    @BeforeEach
    void configure() {
        server.put(CONFIG_MAP);
    }

    private Plan<Map<KubernetesObject, String>> annotate(Snapshot snapshot) {
        ConfigHashes hashes = new ConfigHashes(snapshot, kept);
        List<KubernetesObject> annotated = hashes.annotate(List.of(workload));
        unusable = hashes.unusable();
        return Plan.of(annotated, List.of(), hashes.unhashed());
    }

    private Plan<Map<KubernetesObject, String>> plan() throws Exception {
        return planner.plan();
    }

    private String hash() throws Exception {
        return plan().objects()
                .get(0)
                .fields()
                .string("spec", "template", "metadata", "annotations", ConfigHash.ANNOTATION);
    }

    private String deploy() throws Exception {
        server.put(plan().objects().get(0));
        return hash();
    }

    @Test
    void keepsHashWhenConfigurationReturnsSoon() throws Exception {
        String before = deploy();
        server.remove(OF_USER);

        assertThat(hash()).isEqualTo(before).hasSize(64);
        clock.advanceSeconds(2);
        assertThat(hash()).isEqualTo(before);
        server.put(CONFIG_MAP);
        assertThat(hash()).isEqualTo(before);

        assertThat(plan().details()).isEmpty();
        assertThat(looks).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(1));
    }

    @Test
    void removesHashWhenConfigurationStaysAbsent() throws Exception {
        deploy();
        server.remove(OF_USER);
        hash();
        clock.advanceSeconds(3);

        assertThat(hash()).isEmpty();
        assertThat(plan().details()).containsExactly(Map.entry(WORKLOAD, "missing ConfigMap ns/of-user"));
    }

    /** A failure of the controller names it already. */
    @Test
    void keepsHashWhenAbsentConfigurationIsReportedOtherwise() throws Exception {
        String before = deploy();
        server.remove(OF_USER);
        hash();
        clock.advanceSeconds(3);

        kept = Set.of(OF_USER);

        assertThat(hash()).isEqualTo(before);
        assertThat(plan().details()).isEmpty();
    }

    @Test
    void appliesNewWorkloadWithoutItsConfiguration() throws Exception {
        server.remove(OF_USER);

        assertThat(hash()).isEmpty();
        assertThat(looks).isEmpty();
    }

    private static final ObjectKey CERTIFICATE =
            new ObjectKey(ResourceKind.SECRET, "ns", "cloud-controller-manager-tls");
    private static final SamplePair PAIR = SamplePair.ec("ccm");
    private static final SamplePair RENEWED = SamplePair.ec("ccm");
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

    private void issue(SamplePair pair) {
        issue(pair.secretData());
    }

    private void issue(String data) {
        server.put(manifest("""
                apiVersion: v1
                kind: Secret
                metadata: {name: cloud-controller-manager-tls, namespace: ns}
                data: %s
                """.formatted(data)));
    }

    private KubernetesObject deployServed() throws Exception {
        workload = SERVED;
        KubernetesObject annotated = plan().objects().get(0);
        server.put(annotated);
        return annotated;
    }

    private static List<String> flags(KubernetesObject workload) {
        return FieldReader.of(workload.containers().get(0)).strings("args");
    }

    @Test
    void changesPodTemplateOnceForCertificateAndNotForItsRenewal() throws Exception {
        KubernetesObject without = deployServed();
        assertThat(flags(without)).isEmpty();

        issue("{tls.crt: YQ==, tls.key: ''}");
        assertThat(deployServed()).isEqualTo(without);
        issue(PAIR);
        KubernetesObject with = deployServed();
        issue(RENEWED);
        KubernetesObject renewed = deployServed();

        assertThat(flags(with)).hasSize(2).allMatch(flag -> flag.startsWith("--tls-"));
        assertThat(renewed).isEqualTo(with);
        assertThat(with.fields().at("spec", "template", "metadata", "annotations"))
                .isEqualTo(without.fields().at("spec", "template", "metadata", "annotations"));
    }

    @Test
    void leavesCertificateOutWhenItStaysAbsent() throws Exception {
        issue(PAIR);
        KubernetesObject with = deployServed();

        server.remove(CERTIFICATE);
        assertThat(deployServed()).isEqualTo(with);
        clock.advanceSeconds(2);
        issue(RENEWED);
        assertThat(deployServed()).isEqualTo(with);
        server.remove(CERTIFICATE);
        assertThat(deployServed()).isEqualTo(with);
        clock.advanceSeconds(3);

        assertThat(flags(deployServed())).isEmpty();
        assertThat(looks).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(3));
    }

    /** A program that names files which do not fit ends when it starts; one that runs keeps what it has read. */
    @Test
    void leavesCertificateOutThatDoesNotFitItsKey() throws Exception {
        issue(PAIR);
        KubernetesObject with = deployServed();

        issue(PAIR.secretDataWithKeyOf(RENEWED));
        assertThat(deployServed()).isEqualTo(with);
        assertThat(unusable)
                .containsExactly(Map.entry(
                        CERTIFICATE,
                        "Secret ns/cloud-controller-manager-tls: tls.key is not the key of the first certificate in"
                                + " tls.crt; correct it, until then the program is to sign a certificate itself"));
        clock.advanceSeconds(3);
        assertThat(flags(deployServed())).isEmpty();

        issue(RENEWED);
        assertThat(flags(deployServed())).hasSize(2);
        assertThat(unusable).isEmpty();
    }
}
