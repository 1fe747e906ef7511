// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProgramFlags;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.Quantity;
import io.ccmoperator.assets.text.Credentials;
import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.Overrides.Program;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.substitution.CheckedOverrides.Live;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** One judgement of settings; see {@link CheckedOverrides}. */
final class OverrideCheck {
    /** As the kind has it; an object that was stored before the kind had it may have others. */
    private static final Pattern FLAG_NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

    private static final Pattern VARIABLE_NAME = Pattern.compile("[-._a-zA-Z][-._a-zA-Z0-9]*");

    private static final int MAX_NAME_LENGTH = 128;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\(([^)]+)\\)");

    private final Provider provider;
    private final ClusterFacts facts;
    private final Live live;
    private final boolean described;

    /** What cannot be had of the programs; no setting of theirs is taken then. */
    private final List<String> refused = new ArrayList<>();

    /** What cannot be had of the cluster, and of nodes with Windows: left out by itself. */
    private final List<String> refusedApart = new ArrayList<>();

    private final List<String> warnings = new ArrayList<>();

    OverrideCheck(Provider provider, ClusterFacts facts, Live live) {
        this.provider = provider;
        this.facts = facts;
        this.live = live;
        this.described = facts.distribution() == Distribution.KUBERNETES;
    }

    CheckedOverrides run() {
        Overrides set = facts.overrides();
        if (set.describesCluster() && !described) {
            refuseApart(
                    "cluster",
                    "Infrastructure cluster and the other objects of OpenShift describe the cluster; delete the object, and"
                            + " create it without the field");
        }
        CredentialSettings credentials = new CredentialsCheck(provider, facts, live, this::refuse).effective();
        Map<String, Program> effective = new LinkedHashMap<>();
        set.programs()
                .forEach((name, program) -> workload(name)
                        .ifPresentOrElse(
                                workload -> effective.put(name, effective(name, program, workload)),
                                () -> refuse(
                                        program.field(),
                                        "provider " + provider.descriptor().name() + " has no container " + name
                                                + "; remove the field")));
        Overrides valid =
                new Overrides(set.verbosity(), credentials, effective, windowsNodes(), set.describesCluster());
        Overrides taken = refused.isEmpty() ? valid : before(valid);
        if (!taken.equals(valid)) {
            refused.add(
                    refused.remove(refused.size() - 1) + "; until then the programs keep all settings that they had");
        }
        refused.addAll(refusedApart);
        return new CheckedOverrides(taken, refused, warnings);
    }

    /** What the workloads have been given, as far as there are workloads, but for images and nodes with Windows. */
    private Overrides before(Overrides valid) {
        Map<String, Program> programs = new LinkedHashMap<>(valid.programs());
        Overrides.containers()
                .forEach(container -> before(container).ifPresent(before -> {
                    programs.remove(container);
                    Optional.ofNullable(before.programs().get(container))
                            .ifPresent(program -> programs.put(container, program));
                }));
        Overrides ofAll = before(Overrides.CCM).orElse(valid);
        return new Overrides(
                        ofAll.verbosity(),
                        ofAll.credentials(),
                        programs,
                        valid.windowsNodes(),
                        valid.describesCluster())
                .withImagesOf(valid);
    }

    private Optional<Overrides> before(String container) {
        return live.configured()
                .apply(container)
                .map(configured -> CheckedOverrides.ofRecord(provider, facts, configured));
    }

    private boolean windowsNodes() {
        boolean can = described && provider.assets().stream().anyMatch(KubernetesObject::isForWindows);
        if (facts.overrides().windowsNodes() && !can) {
            String reason = described
                    ? "provider " + provider.descriptor().name() + " has no node manager for nodes with Windows"
                    : "on OpenShift the Windows Machine Config Operator runs that of nodes with Windows";
            refuseApart(Overrides.WINDOWS, reason + "; remove the field");
        }
        return facts.overrides().windowsNodes() && can;
    }

    /** The payload makes the accounts of OpenShift. */
    private Program account(Program program) {
        if (described || program.accountAnnotations().isEmpty()) {
            return program;
        }
        refuse(
                program.field() + ".serviceAccount.annotations",
                "on OpenShift a Secret names the identity that the account takes; remove the field, and let the Cloud"
                        + " Credential Operator or ccoctl make the Secret");
        return program.withoutAccountAnnotations();
    }

    private Program effective(String name, Program program, KubernetesObject workload) {
        Map<String, Object> container = container(name, workload);
        return account(program)
                .with(args(name, program), env(container, program), replicas(program))
                .withResources(resources(program))
                .with(new PodSettingsCheck(workload, facts.distribution(), this::refuse).effective(program));
    }

    private Map<String, Object> args(String container, Program program) {
        Map<String, Object> args = new LinkedHashMap<>();
        program.args().forEach((flag, given) -> {
            String value = String.valueOf(given);
            String field = program.field() + ".args[" + shown(flag) + "]";
            Optional<String> refusal = refusal(container, flag, value).or(() -> withoutNetworks(flag, value));
            if (refusal.isEmpty()) {
                args.put(flag, given);
                warnIfUnknown(container, field, flag, value);
            } else {
                refuse(field, refusal.get());
            }
        });
        LeaseTimes.mismatch(args).ifPresent(reason -> refuseLeaseTimes(program, args, reason));
        return args;
    }

    /** All of them that are set: which one is meant cannot be known. */
    private void refuseLeaseTimes(Program program, Map<String, Object> args, String reason) {
        List<String> set =
                LeaseTimes.FLAGS.keySet().stream().filter(args::containsKey).toList();
        args.keySet().removeAll(set);
        set.forEach(flag -> refuse(program.field() + ".args[" + flag + "]", reason));
    }

    /** Why a flag can have no such value with the provider, whatever the cluster. */
    private Optional<String> refusal(String container, String flag, String value) {
        if (flag.length() > MAX_NAME_LENGTH || !FLAG_NAME.matcher(flag).matches()) {
            return Optional.of(
                    "is not the name of a flag; write it without dashes in front, in lower-case letters, digits"
                            + " and '-', with " + MAX_NAME_LENGTH + " characters at most");
        }
        Optional<RefusedName> known = RefusedName.ofFlag(flag);
        if (known.isPresent()) {
            return known.get().isRefused(facts.distribution()) || isFilled(container, flag) || isOfTls(flag)
                    ? known.get().refusal(value, facts.distribution())
                    : LeaseTimes.refusal(flag, value);
        }
        return provider.descriptor().flags().getOrDefault(container, Map.of()).keySet().stream()
                        .anyMatch(filled -> ContainerFlags.normalized(filled).equals("--" + flag))
                ? Optional.of("the operator sets this flag; remove it")
                : Optional.empty();
    }

    /** Whether the operator passes the groups of TLS by this flag; where it does not, an image may have it all the same. */
    private boolean isOfTls(String flag) {
        return flag.equals("tls-curve-preferences") && provider.descriptor().uses(ClusterFact.TLS_GROUPS);
    }

    /** Whether the arguments of the provider have the flag with a variable that the operator fills in. */
    private boolean isFilled(String name, String flag) {
        Set<String> filled = provider.descriptor().environment().keySet();
        return workload(name)
                .map(workload -> container(name, workload))
                .flatMap(container -> new ContainerFlags(container).value(flag))
                .filter(value ->
                        VARIABLE.matcher(value).results().anyMatch(reference -> filled.contains(reference.group(1))))
                .isPresent();
    }

    private Optional<String> withoutNetworks(String flag, String value) {
        return Program.needsPodNetworks(flag, value)
                        && facts.networks().clusterNetwork().isEmpty()
                ? Optional.of("routes and networks of nodes need the networks of Pods; "
                        + (described ? "set spec.cluster.network.pods" : "Network cluster has none yet"))
                : Optional.empty();
    }

    private void warnIfUnknown(String container, String field, String flag, String value) {
        ProgramFlags known = provider.programFlags().get(container);
        boolean newer = described && Provider.FLAGS_OF_NEWER_LIBRARIES.contains(flag);
        if (known == null) {
            return;
        } else if (known.types().containsKey(flag)) {
            known.objection(flag, value).ifPresent(why -> warnings.add(line(field, why)));
        } else if (!newer) {
            warnings.add(line(
                    field,
                    "the program of provider " + provider.descriptor().name()
                            + " is not known to have this flag, and would end with a flag that it does not"
                            + " have; see its --help"));
        }
    }

    /** All users who may read the object read it, and those who may read Pods. */
    private void warnOfValue(String field, String name, Map<String, Object> variable) {
        if (variable.get("value") instanceof String value
                && Credentials.isKey(name)
                && !Credentials.isHarmless(value)) {
            warnings.add(line(field
                    + ": the value is a credential, and all users with the role view read it; put it into a Secret, and write"
                    + " valueFrom with its secretKeyRef"));
        }
    }

    private List<Map<String, Object>> env(Map<String, Object> container, Program program) {
        List<Map<String, Object>> env = new ArrayList<>();
        for (Map<String, Object> variable : program.env()) {
            String of = String.valueOf(variable.get("name"));
            String field = program.field() + ".env[" + shown(of) + "]";
            Optional<String> refusal = refusal(container, of);
            Optional<String> unresolved = live.unresolved().apply(variable);
            if (refusal.isPresent()) {
                refuse(field, refusal.get());
            } else if (unresolved.isPresent()) {
                refused.add(line(field + "." + unresolved.get()));
            } else {
                warnOfValue(field, of, variable);
                env.add(variable);
            }
        }
        return env;
    }

    private Optional<String> refusal(Map<String, Object> container, String variable) {
        if (!VARIABLE_NAME.matcher(variable).matches()) {
            return Optional.of(
                    "is not the name of a variable; write it in letters, digits, '-', '_' and '.', without a digit in front");
        }
        if (provider.descriptor().environment().containsKey(variable)
                || FieldReader.of(container).strings("args").stream()
                        .flatMap(argument -> VARIABLE.matcher(argument).results())
                        .anyMatch(reference -> reference.group(1).equals(variable))) {
            return Optional.of("the operator sets this variable; remove it");
        }
        return RefusedName.ofVariable(variable).flatMap(known -> known.refusal("", facts.distribution()));
    }

    /** The provider's where the API server would refuse the Pods. */
    private Map<String, Object> resources(Program program) {
        FieldReader given = FieldReader.of(program.resources());
        List<String> excess = given.map("requests").keySet().stream()
                .filter(resource -> Quantity.amount(given.at("requests", resource))
                        .flatMap(requested -> Quantity.amount(given.at("limits", resource))
                                .map(limit -> requested.compareTo(limit) > 0))
                        .orElse(false))
                .toList();
        excess.forEach(resource -> refuse(
                program.field() + ".resources.requests[" + resource + "]",
                "is above the limit of " + given.at("limits", resource) + "; raise the limit, or lower the request"));
        return excess.isEmpty() ? program.resources() : Map.of();
    }

    private Optional<Long> replicas(Program program) {
        return program.replicas().filter(replicas -> {
            boolean tooMany = replicas > 1 && facts.infrastructure().topology() == Topology.SINGLE_REPLICA;
            if (tooMany) {
                refuse(
                        program.field() + ".replicas",
                        "the cluster has one control plane node, so that a second replica could not run; remove it");
            }
            return !tooMany;
        });
    }

    private Optional<KubernetesObject> workload(String container) {
        return provider.assets().stream()
                .filter(asset -> asset.isWorkload() && !asset.isForWindows())
                .filter(workload ->
                        workload.containers().stream().anyMatch(candidate -> container.equals(candidate.get("name"))))
                .findFirst();
    }

    private static Map<String, Object> container(String name, KubernetesObject workload) {
        return workload.containers().stream()
                .filter(candidate -> name.equals(candidate.get("name")))
                .findFirst()
                .orElseThrow();
    }

    private void refuse(String field, String reason) {
        refused.add(line(field, reason));
    }

    private void refuseApart(String field, String reason) {
        refusedApart.add(line(field, reason));
    }

    private static String line(String field, String reason) {
        return line(field + ": " + reason);
    }

    private static String line(String field) {
        return MessageText.of(DescribedCluster.OBJECT + ": spec." + field);
    }

    /** A name of any length, such that the message still says what is wrong with it. */
    private static String shown(String name) {
        return name.length() <= MAX_NAME_LENGTH ? name : name.substring(0, MAX_NAME_LENGTH) + "...";
    }
}
