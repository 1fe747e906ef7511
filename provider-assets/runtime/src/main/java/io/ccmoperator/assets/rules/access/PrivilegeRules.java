// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
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
        List<RequiredPermission> granted = RequiredPermission.granted(provider.assetManifests(), payload);
        List<Permission> ofRoles = granted.stream()
                .filter(required -> isRole(required.object()))
                .map(RequiredPermission::permission)
                .toList();
        // Resources of a role or of a binding, and the verbs on them.
        Map<Taken, Set<String>> missing = new LinkedHashMap<>();
        for (RequiredPermission required : granted) {
            Permission permission = required.permission();
            boolean isOfOwnRole =
                    !isRole(required.object()) && ofRoles.stream().anyMatch(other -> other.covers(permission));
            if (!isOfOwnRole
                    && held.stream().noneMatch(rule -> rule.covers(permission))
                    && USUAL.stream().noneMatch(usual -> usual.covers(permission))) {
                FieldReader object = provider.assets().stream()
                        .filter(document -> document.manifest() == required.object())
                        .map(ProviderDocument::fields)
                        .findFirst()
                        .orElseThrow();
                String group = permission.group();
                missing.computeIfAbsent(
                                new Taken(
                                        object.field(isRole(required.object()) ? "rules" : "roleRef"),
                                        RBAC + permission.resource() + (group.isEmpty() ? "" : "." + group)),
                                first -> new LinkedHashSet<>())
                        .add(permission.verb());
            }
        }
        List<Taken> taken = new ArrayList<>();
        missing.forEach((resource, verbs) -> taken.add(new Taken(
                resource.field,
                resource.what,
                "the operator does not hold " + String.join(", ", verbs) + " on "
                        + resource.what.substring(RBAC.length()) + ", and so cannot grant "
                        + (verbs.size() == 1 ? "it" : "them"),
                resource.remedy)));
        check(provider, taken, findings);
    }

    private static boolean isRole(KubernetesObject object) {
        return object.kind().endsWith("Role");
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

    private static void ofPod(Pod pod, List<Taken> taken) {
        FieldReader spec = pod.spec();
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
