// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.certificates.CertificatePair;
import io.ccmoperator.cluster.Distribution;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The secure port of cloud controller managers and node managers: its number, the label by which the Services of the payload select the
 * Pods, and the Secret with the serving certificate of that Service. The Secret is optional, since the
 * component that makes it may wait for nodes, which wait for the cloud controller manager. A program that names a file which does not
 * exist ends at once, so that the flags come with the Secret ({@link #withFiles}). Until then the program signs a certificate itself.
 *
 * @param closed containers whose program has no secure port
 * @param distribution OpenShift opens only ports 9000 to 9999 of its nodes to one another; elsewhere a program listens on its own port
 */
public record SecurePort(Set<String> closed, Distribution distribution) implements Substitution {
    private static final List<String> CONTAINERS = List.of("cloud-controller-manager", "cloud-node-manager");
    private static final FieldReader PORTS = YamlReader.resource(SecurePort.class, "/ports.yaml");
    private static final String FLAG = "--secure-port=";
    private static final List<String> PROBES = List.of("startupProbe", "readinessProbe", "livenessProbe");
    private static final String LABEL = "infrastructure.openshift.io/secure-port";
    private static final String FOLDER = "/etc/serving-certificate/";
    private static final Map<String, String> FILES =
            Map.of("--tls-cert-file", "tls.crt", "--tls-private-key-file", "tls.key");

    public SecurePort {
        closed = Set.copyOf(closed);
    }

    @Override
    public void apply(KubernetesObject object) {
        if (!object.isWorkload()) {
            return;
        }
        for (Map<String, Object> container : object.containers()) {
            String name = String.valueOf(container.get("name"));
            if (CONTAINERS.contains(name) && !closed.contains(name)) {
                new FieldWriter(object.tree())
                        .map("spec", "template", "metadata", "labels")
                        .putIfAbsent(LABEL, name);
                listen(container, number(name, distribution));
                mount(object, container, secret(name));
            }
        }
    }

    /**
     * The port of the host at which a program is probed and scraped. The resource {@code ports.yaml} has the ports, with their sources.
     *
     * @param container cloud-controller-manager or cloud-node-manager
     */
    public static long number(String container, Distribution distribution) {
        return (Long) PORTS.at(distribution.toString(), container);
    }

    /** Flag, port and probes. A program without the flag listens on the port of Kubernetes. */
    private static void listen(Map<String, Object> container, long port) {
        String name = String.valueOf(container.get("name"));
        FieldReader fields = FieldReader.of(container);
        List<Object> args = new FieldWriter(container).list("args");
        Optional<String> flag = fields.strings("args").stream()
                .filter(argument -> argument.startsWith(FLAG))
                .findFirst();
        String declared = flag.map(argument -> argument.substring(FLAG.length()))
                .orElse(String.valueOf(number(name, Distribution.KUBERNETES)));
        args.replaceAll(argument -> flag.equals(Optional.of(argument)) ? FLAG + port : argument);
        if (flag.isEmpty()) {
            args.add(FLAG + port);
        }
        fields.maps("ports").forEach(open -> replace(open, "containerPort", declared, port));
        PROBES.forEach(probe -> replace(fields.map(probe, "httpGet"), "port", declared, port));
    }

    private static void replace(Map<String, Object> fields, String field, String declared, long port) {
        if (declared.equals(String.valueOf(fields.get(field)))) {
            fields.put(field, port);
        }
    }

    private static void mount(KubernetesObject object, Map<String, Object> container, String secret) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("secretName", secret);
        source.put("optional", true);
        Map<String, Object> volume = new LinkedHashMap<>();
        volume.put("name", secret);
        volume.put("secret", source);
        new FieldWriter(object.podSpec()).list("volumes").add(volume);
        Map<String, Object> mount = new LinkedHashMap<>();
        mount.put("name", secret);
        mount.put("mountPath", FOLDER + container.get("name"));
        mount.put("readOnly", true);
        new FieldWriter(container).list("volumeMounts").add(mount);
    }

    private static String secret(String container) {
        return container + "-tls";
    }

    /** Whether a Secret of that name has a serving certificate. Programs read a changed one without a restart. */
    public static boolean isCertificate(String secret) {
        return CONTAINERS.stream().anyMatch(container -> secret(container).equals(secret));
    }

    /** Whether a Secret has all files that a program reads. */
    public static boolean isComplete(KubernetesObject secret) {
        FieldReader data = secret.fields().field("data");
        return FILES.values().stream().noneMatch(key -> data.string(key).isEmpty());
    }

    /**
     * Why programs cannot serve the certificate of a Secret that {@link #isComplete}: they would end when they start.
     *
     * @return names the file; empty if they can
     */
    public static Optional<String> fault(KubernetesObject secret) {
        return CertificatePair.fault(file(secret, "tls.crt"), file(secret, "tls.key"));
    }

    private static String file(KubernetesObject secret, String key) {
        byte[] content = Base64.getDecoder().decode(secret.fields().string("data", key));
        return new String(content, StandardCharsets.UTF_8);
    }

    /** The Secrets with serving certificates that a workload mounts. */
    public static List<String> certificates(KubernetesObject workload) {
        return served(workload)
                .map(container -> secret((String) container.get("name")))
                .toList();
    }

    /** Whether a workload, as the cluster has it, reads the certificate of a Secret. */
    public static boolean reads(KubernetesObject workload, String secret) {
        return served(workload)
                .filter(container -> secret((String) container.get("name")).equals(secret))
                .anyMatch(container ->
                        flags(container).allMatch(FieldReader.of(container).strings("args")::contains));
    }

    /**
     * A copy of a workload whose programs read the certificates of these Secrets.
     *
     * @param secrets of {@link #certificates}; all of them exist and can be served
     */
    public static KubernetesObject withFiles(KubernetesObject workload, Set<String> secrets) {
        KubernetesObject copy = workload.copy();
        served(copy)
                .filter(container -> secrets.contains(secret((String) container.get("name"))))
                .forEach(container -> flags(container).forEach(new FieldWriter(container).list("args")::add));
        return copy;
    }

    private static Stream<Map<String, Object>> served(KubernetesObject workload) {
        return workload.containers().stream()
                .filter(container -> CONTAINERS.contains(container.get("name"))
                        && FieldReader.of(container).maps("volumeMounts").stream()
                                .anyMatch(mount ->
                                        secret((String) container.get("name")).equals(mount.get("name"))));
    }

    private static Stream<String> flags(Map<String, Object> container) {
        return FILES.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(file -> file.getKey() + "=" + FOLDER + container.get("name") + "/" + file.getValue());
    }
}
