// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.rbac.OperatorRule;
import io.ccmoperator.assets.rbac.Permission;
import io.ccmoperator.assets.rbac.RequiredPermission;
import io.ccmoperator.assets.rbac.RoleRules;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules on what a provider takes of the host and of the cluster: only what a cloud controller manager needs, unless its descriptor
 * lists more under privileges, with a reason. What Kubernetes gives by default is taken, too, unless a container renounces it.
 */
public final class PrivilegeRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES =
            List.of(rule("undeclared-privilege", PrivilegeRules::ofPods));

    /** A name that begins so is of a permission, as opposed to a privilege of a Pod. */
    private static final String RBAC = "rbac ";

    /** What a provider may grant although the operator of the payload does not hold it. */
    private static final List<Permission> USUAL = RoleRules.of(
            new KubernetesObject(YamlReader.resource(PrivilegeRules.class, "usual-permissions.yaml")
                    .map()),
            "");

    private static final String SECRETS = "secrets";

    /** More than ten times what the largest provider needs, so that what is written as a product of lists is not judged one by one. */
    private static final int MAX_PERMISSIONS = 2000;

    private static final Set<String> JUDGED = Set.of("services", "services/status", "nodes", "nodes/status");

    private static final Set<String> LOOPBACK = Set.of("", "127.0.0.1", "::1", "localhost");

    private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";

    /** The file that sets the address of the API server, the files of the bootstrap VM, and certificate authorities. */
    private static final List<Path> HOST_PATHS =
            List.of(Path.of("/etc/kubernetes"), Path.of("/etc/pki"), Path.of("/etc/ssl"));

    private PrivilegeRules() {}

    /** A privilege where it is taken, and what an author writes there instead. */
    private record Taken(FieldReader field, String what, String why, String remedy) {
        Taken(FieldReader field, String what, String remedy) {
            this(
                    field,
                    what,
                    "takes the privilege '" + what + "', which a cloud controller manager does not need",
                    remedy);
        }

        Taken(FieldReader field, String what) {
            this(field, what, "leave it out");
        }
    }

    /** Rules that compare a provider with the payload. */
    public static List<Rule<ParsedProvider>> to(List<ProviderDocument> payload) {
        List<KubernetesObject> objects =
                payload.stream().map(ProviderDocument::manifest).toList();
        List<OperatorRule> held = OperatorRule.of(objects);
        return List.of(
                rule("grant-of-operator", (provider, findings) -> permissions(provider, objects, held, findings)));
    }

    private static void ofPods(ParsedProvider provider, Findings findings) {
        List<Taken> taken = new ArrayList<>();
        provider.pods().forEach(pod -> ofPod(pod, taken));
        Optional<String> audience = provider.validDescriptor().flatMap(ProviderDescriptor::tokenAudience);
        provider.pods().stream()
                .flatMap(pod -> pod.volumes().stream())
                .flatMap(volume -> volume.items("projected", "sources").stream())
                .map(source -> source.field("serviceAccountToken", "audience"))
                // Clouds exchange tokens of these audiences for credentials, the first one on OpenShift.
                .filter(field -> field.exists()
                        && !field.is("openshift")
                        && audience.filter(field::is).isEmpty())
                .forEach(field -> taken.add(new Taken(field, "token for " + field.string())));
        provider.assetsOf("ValidatingAdmissionPolicy").stream()
                .map(policy -> policy.field("spec"))
                .filter(spec -> !AdmissionScopeRules.isOfOwnAccounts(spec))
                .flatMap(spec -> spec.items("matchConstraints", "resourceRules").stream())
                .forEach(rule -> ofAdmission(rule, taken));
        check(provider, taken, findings);
    }

    private static void permissions(
            ParsedProvider provider, List<KubernetesObject> payload, List<OperatorRule> held, Findings findings) {
        if (!provider.complete()
                || provider.validDescriptor()
                        .filter(descriptor -> !descriptor.payload())
                        .isEmpty()) {
            return;
        }
        long granted =
                provider.assetManifests().stream().mapToLong(RoleRules::count).sum();
        if (granted > MAX_PERMISSIONS) {
            findings.add(
                    provider.folder().descriptorPath(),
                    "the roles of the provider have " + granted
                            + " permissions, each a verb on a resource; name those that it needs, at most "
                            + MAX_PERMISSIONS);
            return;
        }
        List<Taken> taken = new ArrayList<>();
        provider.assets().forEach(document -> permissions(document, provider, payload, held, taken));
        check(provider, taken, findings);
    }

    private static void permissions(
            ProviderDocument document,
            ParsedProvider provider,
            List<KubernetesObject> payload,
            List<OperatorRule> held,
            List<Taken> taken) {
        Optional<String> ownSecret = provider.validDescriptor().flatMap(ProviderDescriptor::credentialsSecret);
        // Resources, and the verbs on them.
        Map<String, Set<String>> missing = new LinkedHashMap<>();
        boolean givesSecrets = false;
        for (Permission permission : RequiredPermission.granted(document.manifest(), payload)) {
            String resource = permission.resource() + (permission.group().isEmpty() ? "" : "." + permission.group());
            // A wildcard is a finding of its own, and no resource.
            boolean named = !(resource + permission.verb()).contains("*");
            if (named
                    && held.stream().noneMatch(rule -> rule.covers(permission))
                    && USUAL.stream().noneMatch(usual -> usual.covers(permission))) {
                missing.computeIfAbsent(resource, first -> new LinkedHashSet<>())
                        .add(permission.verb());
            } else if (resource.equals(SECRETS)
                    && ownSecret.filter(permission.name()::equals).isEmpty()) {
                givesSecrets = true;
            }
        }
        FieldReader field = document.fields().field(document.manifest().kind().endsWith("Role") ? "rules" : "roleRef");
        missing.forEach((resource, verbs) -> taken.add(new Taken(
                field,
                RBAC + resource,
                "the operator does not hold " + String.join(", ", verbs) + " on " + resource + ", and so cannot grant "
                        + (verbs.size() == 1 ? "it" : "them"),
                "leave it out")));
        if (givesSecrets && !missing.containsKey(SECRETS)) {
            taken.add(new Taken(
                    field,
                    RBAC + SECRETS,
                    "gives Secrets of other accounts, too",
                    "write resourceNames with the credentialsSecret of the descriptor"));
        }
    }

    private static void check(ParsedProvider provider, List<Taken> taken, Findings findings) {
        if (provider.validDescriptor().isEmpty()) {
            return;
        }
        Set<String> known = provider.descriptorFields().field("privileges").items().stream()
                .map(item -> item.string("what"))
                .collect(Collectors.toSet());
        taken.stream()
                .filter(privilege -> !known.contains(privilege.what))
                .forEach(privilege -> findings.add(privilege.field, reason(privilege, provider)));
    }

    private static String reason(Taken privilege, ParsedProvider provider) {
        return privilege.why + "; " + privilege.remedy + ", or add {what: " + privilege.what
                + ", reason: ...} to privileges of "
                + provider.folder().descriptorPath();
    }

    /** A cloud is concerned with Services and Nodes as they are written; who may not delete one cannot repair it. */
    private static void ofAdmission(FieldReader rule, List<Taken> taken) {
        rule.items("resources").stream()
                .filter(resource -> !JUDGED.contains(resource.string())
                        || rule.strings("apiGroups").stream().anyMatch(group -> group.contains(".")))
                .forEach(resource -> taken.add(new Taken(resource, "admission of " + resource.string())));
        rule.items("operations").stream()
                .filter(operation -> !operation.is("CREATE") && !operation.is("UPDATE"))
                .forEach(operation -> taken.add(new Taken(operation, "admission of " + operation.string())));
    }

    private static void ofPod(Pod pod, List<Taken> taken) {
        FieldReader spec = pod.spec();
        spec.items("securityContext", "sysctls").stream()
                .map(sysctl -> sysctl.field("name"))
                .forEach(name -> taken.add(new Taken(name, "sysctl " + name.string())));
        // The kubelet sends these requests, from the host, whatever the container may do.
        pod.allContainers().stream()
                .map(Container::fields)
                .flatMap(container -> Stream.of(
                        container.field("lifecycle", "postStart"),
                        container.field("lifecycle", "preStop"),
                        container.field("livenessProbe"),
                        container.field("readinessProbe"),
                        container.field("startupProbe")))
                .flatMap(handler -> Stream.of(handler.field("httpGet", "host"), handler.field("tcpSocket", "host")))
                .filter(host -> host.exists() && !LOOPBACK.contains(host.string()))
                .forEach(host -> taken.add(new Taken(host, "request to " + host.string())));
        Stream.of("hostPID", "hostIPC")
                .map(spec::field)
                .filter(field -> field.is(true))
                .forEach(field ->
                        taken.add(new Taken(field, field.path().toString().replaceAll(".*\\.", ""))));
        pod.template().field("metadata", "annotations").members().stream()
                .filter(annotation -> annotation.path().name().startsWith(APP_ARMOR) && annotation.is("unconfined"))
                .forEach(annotation -> taken.add(new Taken(annotation, "appArmorProfile Unconfined")));
        ofContext(spec.field("securityContext"), taken);
        pod.allContainers().forEach(container -> {
            ofContext(container.fields().field("securityContext"), taken);
            // Windows has none of these, and the API server refuses them in its Pods.
            if (!pod.isForWindows()) {
                ofContainer(container.fields().field("securityContext"), taken);
            }
        });
        if (!pod.isForWindows()) {
            unconfined(pod).ifPresent(taken::add);
        }
        pod.volumes().stream()
                .map(volume -> volume.field("hostPath", "path"))
                .filter(path -> path.exists() && !isNeeded(path.string()))
                .forEach(path -> taken.add(new Taken(path, "hostPath " + path.string())));
    }

    private static void ofContext(FieldReader context, List<Taken> taken) {
        add(context.field("privileged"), true, "privileged", taken);
        add(context.field("runAsUser"), 0L, "runAsUser 0", taken);
        add(context.field("procMount"), "Unmasked", "procMount Unmasked", taken);
        add(context.field("seccompProfile", "type"), "Unconfined", "seccompProfile Unconfined", taken);
        add(context.field("appArmorProfile", "type"), "Unconfined", "appArmorProfile Unconfined", taken);
        add(context.field("windowsOptions", "hostProcess"), true, "hostProcess", taken);
        context.field("capabilities", "add")
                .items()
                .forEach(capability -> taken.add(new Taken(capability, "capability " + capability.string())));
        if (context.field("seLinuxOptions").exists()) {
            taken.add(new Taken(context.field("seLinuxOptions"), "seLinuxOptions"));
        }
    }

    /** What Kubernetes gives to a container that does not renounce it; one that is privileged has all of it. */
    private static void ofContainer(FieldReader context, List<Taken> taken) {
        if (context.field("privileged").is(true)) {
            return;
        }
        FieldReader escalation = context.field("allowPrivilegeEscalation");
        if (!escalation.is(false)) {
            taken.add(new Taken(escalation, "allowPrivilegeEscalation", "write false"));
        }
        FieldReader readOnly = context.field("readOnlyRootFilesystem");
        if (!readOnly.is(true)) {
            taken.add(new Taken(readOnly, "writable root file system", "write true"));
        }
        FieldReader dropped = context.field("capabilities", "drop");
        if (!dropped.strings().contains("ALL")) {
            taken.add(new Taken(dropped, "default capabilities", "write [ALL]"));
        }
    }

    /** A container without a seccomp profile, of its own or of its Pod, may use every system call. */
    private static Optional<Taken> unconfined(Pod pod) {
        FieldReader profile = pod.spec().field("securityContext", "seccompProfile", "type");
        boolean confined = profile.exists()
                || pod.allContainers().stream()
                        .allMatch(container -> container
                                .fields()
                                .field("securityContext", "seccompProfile", "type")
                                .exists());
        return confined
                ? Optional.empty()
                : Optional.of(new Taken(profile, "seccompProfile Unconfined", "write RuntimeDefault"));
    }

    private static void add(FieldReader field, Object value, String what, List<Taken> taken) {
        if (field.is(value)) {
            taken.add(new Taken(field, what));
        }
    }

    private static boolean isNeeded(String path) {
        return HOST_PATHS.stream().anyMatch(Path.of(path).normalize()::startsWith);
    }
}
