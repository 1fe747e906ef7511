// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an administrator sets of the cloud controller manager: the spec of the CloudControllerManager {@code cluster}
 * (ccmoperator.io/v1beta1). What is not set stays as the provider has it.
 *
 * @param verbosity the value of the flag {@code -v}
 * @param credentials where the credentials of the cloud come from
 * @param programs by the name of the container: what is set of the cloud controller manager, and of the node manager
 * @param windowsNodes whether the node manager runs on nodes with Windows, too
 * @param describesCluster whether the object also has spec.cluster, for {@link DescribedCluster}
 */
public record Overrides(
        Optional<Integer> verbosity,
        CredentialSettings credentials,
        Map<String, Program> programs,
        boolean windowsNodes,
        boolean describesCluster) {
    /** Nothing is set. */
    public static final Overrides NONE =
            new Overrides(Optional.empty(), CredentialSettings.OF_PROVIDER, Map.of(), false, false);

    /** The container of the cloud controller manager. */
    public static final String CCM = "cloud-controller-manager";

    /** The words of OpenShift's operators. */
    private static final Map<String, Integer> VERBOSITY = Map.of("Normal", 2, "Debug", 4, "Trace", 6, "TraceAll", 8);

    /** The field of {@link #windowsNodes}. */
    public static final String WINDOWS = "nodeManager.windows";

    /** The container of a program, and the field of the spec. */
    private static final Map<String, String> FIELDS = Ordered.copy(fields());

    /** Leaves out programs of which nothing is set. */
    public Overrides {
        Map<String, Program> set = new LinkedHashMap<>(programs);
        set.values().removeIf(program -> program.set().isEmpty());
        programs = Ordered.copy(set);
    }

    /**
     * What is set of one program.
     *
     * @param field its field in the spec, such as {@code controllerManager}
     * @param args flag without dashes to value
     * @param env environment variables as a container has them
     * @param resources as a container has them; empty: those of the provider
     * @param nodeSelector labels that its nodes have, too
     * @param tolerations further ones, as a Pod has them
     * @param replicas of the Deployment
     * @param pod what is set of its Pods
     * @param accountAnnotations of the account of its Pods, on Kubernetes
     */
    public record Program(
            String field,
            Map<String, Object> args,
            List<Map<String, Object>> env,
            Map<String, Object> resources,
            Map<String, Object> nodeSelector,
            List<Map<String, Object>> tolerations,
            Optional<Long> replicas,
            PodSettings pod,
            Map<String, Object> accountAnnotations) {
        /** Copies what can be changed. */
        public Program {
            args = Ordered.copy(args);
            env = List.copyOf(env);
            accountAnnotations = Ordered.copy(accountAnnotations);
        }

        private static Program of(String field, FieldReader spec) {
            return new Program(
                    field,
                    args(spec),
                    spec.maps("env"),
                    Ordered.copy(spec.map("resources")),
                    Ordered.copy(spec.map("nodePlacement", "nodeSelector")),
                    spec.maps("nodePlacement", "tolerations"),
                    spec.number("replicas"),
                    PodSettings.of(spec),
                    spec.map("serviceAccount", "annotations"));
        }

        private static Map<String, Object> args(FieldReader spec) {
            Map<String, Object> args = new LinkedHashMap<>();
            spec.items("args").forEach(arg -> args.put(arg.string("name"), arg.string("value")));
            return args;
        }

        /** Whether the program works with the networks of Pods: it makes routes for them, or assigns them to nodes. */
        public boolean needsPodNetworks() {
            return args.entrySet().stream().anyMatch(arg -> needsPodNetworks(arg.getKey(), arg.getValue()));
        }

        /** Whether the program works with the networks of Pods because of this flag. */
        public static boolean needsPodNetworks(String flag, Object value) {
            return "true".equals(value)
                    && (flag.equals("configure-cloud-routes") || flag.equals("allocate-node-cidrs"));
        }

        /** The same with other flags and variables, and a number of Pods. */
        public Program with(Map<String, Object> flags, List<Map<String, Object>> variables, Optional<Long> pods) {
            return new Program(
                    field, flags, variables, resources, nodeSelector, tolerations, pods, pod, accountAnnotations);
        }

        /** The same with other settings of its Pods. */
        public Program with(PodSettings ofPods) {
            return new Program(
                    field, args, env, resources, nodeSelector, tolerations, replicas, ofPods, accountAnnotations);
        }

        /** The same with other resources. */
        public Program withResources(Map<String, Object> other) {
            return new Program(
                    field,
                    args,
                    env,
                    Ordered.copy(other),
                    nodeSelector,
                    tolerations,
                    replicas,
                    pod,
                    accountAnnotations);
        }

        /** The same without annotations of the account. */
        public Program withoutAccountAnnotations() {
            return new Program(field, args, env, resources, nodeSelector, tolerations, replicas, pod, Map.of());
        }

        private Map<String, Object> tree() {
            Map<String, Object> placement = new LinkedHashMap<>();
            put(placement, "nodeSelector", nodeSelector, nodeSelector.isEmpty());
            put(placement, "tolerations", tolerations, tolerations.isEmpty());
            Map<String, Object> tree = new LinkedHashMap<>();
            List<Map<String, Object>> flags = new ArrayList<>();
            args.forEach((name, value) -> {
                // Pods have a hash of it: an order of its own in each process would be a rollout at each start.
                Map<String, Object> flag = new LinkedHashMap<>();
                flag.put("name", name);
                flag.put("value", value);
                flags.add(flag);
            });
            put(tree, "args", flags, flags.isEmpty());
            put(tree, "env", env, env.isEmpty());
            put(tree, "resources", resources, resources.isEmpty());
            put(tree, "nodePlacement", placement, placement.isEmpty());
            replicas.ifPresent(pods -> tree.put("replicas", pods));
            tree.putAll(pod.tree());
            put(tree, "serviceAccount", Map.of("annotations", accountAnnotations), accountAnnotations.isEmpty());
            return tree;
        }

        private static void put(Map<String, Object> tree, String name, Object value, boolean isEmpty) {
            if (!isEmpty) {
                tree.put(name, value);
            }
        }

        private Set<String> set() {
            Set<String> set = new LinkedHashSet<>();
            tree().keySet().forEach(name -> set.add(field + "." + name));
            return set;
        }
    }

    /** Reads the object's tree; the schema of the kind says what is valid. */
    public static Overrides of(Map<String, Object> tree) {
        FieldReader spec = FieldReader.of(tree).field("spec");
        Map<String, Program> programs = new LinkedHashMap<>();
        FIELDS.forEach((container, field) -> programs.put(container, Program.of(field, spec.field(field))));
        return new Overrides(
                Optional.ofNullable(VERBOSITY.get(spec.string("logLevel"))),
                CredentialSettings.of(spec.field("credentials")),
                programs,
                spec.field("nodeManager", "windows").is(true),
                spec.field("cluster").exists());
    }

    /** The fields of the spec that are set, in their order: {@code logLevel}, {@code controllerManager.args} and so on. */
    public Set<String> set() {
        Set<String> set = new LinkedHashSet<>();
        verbosity.ifPresent(level -> set.add("logLevel"));
        set.addAll(credentials.set());
        programs.values().forEach(program -> set.addAll(program.set()));
        if (windowsNodes) {
            set.add(WINDOWS);
        }
        return set;
    }

    /** The image that is set for the program of a container. */
    public Optional<String> image(String container) {
        return Optional.ofNullable(programs.get(container))
                .flatMap(program -> program.pod().image());
    }

    /**
     * What is set of the programs of these containers, and for all programs, but for images: those are always the present ones, also where
     * all else is taken back.
     */
    public Overrides only(Collection<String> containers) {
        Map<String, Program> only = new LinkedHashMap<>(programs);
        only.keySet().retainAll(containers);
        only.replaceAll((container, program) -> program.with(program.pod().withImage(Optional.empty())));
        return containers.stream().anyMatch(Overrides::isProgram)
                ? of(verbosity, credentials, only)
                : of(Optional.empty(), CredentialSettings.OF_PROVIDER, only);
    }

    /** The same with the images of others, and for the nodes for which the others are: neither is taken back. */
    public Overrides withImagesOf(Overrides others) {
        Map<String, Program> all = new LinkedHashMap<>(programs);
        others.programs.forEach((container, other) -> other.pod().image().ifPresent(image -> {
            Program program = all.getOrDefault(container, Program.of(other.field(), FieldReader.of(Map.of())));
            all.put(container, program.with(program.pod().withImage(Optional.of(image))));
        }));
        return new Overrides(verbosity, credentials, all, others.windowsNodes, describesCluster);
    }

    /** The same without the numbers of Pods: all that can be seen in a Pod. */
    public Overrides ofPods() {
        Map<String, Program> ofPods = new LinkedHashMap<>(programs);
        ofPods.replaceAll((container, program) -> program.with(program.args(), program.env(), Optional.empty()));
        return of(verbosity, credentials, ofPods);
    }

    /** The same with other credentials. */
    public Overrides with(CredentialSettings others) {
        return new Overrides(verbosity, others, programs, windowsNodes, describesCluster);
    }

    private static Overrides of(
            Optional<Integer> verbosity, CredentialSettings credentials, Map<String, Program> programs) {
        return new Overrides(verbosity, credentials, programs, false, false);
    }

    /** A tree from which {@link #of} reads what is set of all programs and of each; empty if nothing is. */
    public Map<String, Object> tree() {
        Map<String, Object> spec = new LinkedHashMap<>();
        VERBOSITY.forEach((word, level) -> {
            if (verbosity.equals(Optional.of(level))) {
                spec.put("logLevel", word);
            }
        });
        if (!credentials.equals(CredentialSettings.OF_PROVIDER)) {
            spec.put("credentials", credentials.tree());
        }
        programs.values().forEach(program -> spec.put(program.field(), program.tree()));
        return spec.isEmpty() ? Map.of() : Map.of("spec", spec);
    }

    /** Whether a container runs a program that can be set. */
    public static boolean isProgram(String container) {
        return FIELDS.containsKey(container);
    }

    /** The containers of the programs that can be set. */
    public static Set<String> containers() {
        return FIELDS.keySet();
    }

    /** The field of the program of a container, such as {@code controllerManager}; empty if it cannot be set. */
    public static Optional<String> field(String container) {
        return Optional.ofNullable(FIELDS.get(container));
    }

    private static Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(CCM, "controllerManager");
        fields.put("cloud-node-manager", "nodeManager");
        return fields;
    }
}
