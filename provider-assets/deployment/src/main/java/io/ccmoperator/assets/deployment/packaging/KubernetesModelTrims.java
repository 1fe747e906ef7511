// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.packaging;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.NeverReached;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.RemovedResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassConditionBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveHierarchyIgnoreWarningBuildItem;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;
import io.quarkus.maven.dependency.Dependency;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Leaves out of the executable what the Kubernetes client and Quarkus' extension for it register for reflection: the model
 * classes of all kinds, of which the operator uses none, since its objects are trees. docs/decisions/trims.md explains what each
 * trim brings.
 *
 * <p>What is kept is what the client itself reads and writes. A class that is missing here is not noticed when the executable is
 * built, but by the integration tests on it.
 */
class KubernetesModelTrims {
    private static final String MODEL = "io.fabric8.kubernetes.api.model.";

    private static final List<String> MODEL_TYPES = List.of(
            MODEL + "KubernetesResource",
            MODEL + "KubernetesResourceList",
            "io.fabric8.kubernetes.api.builder.VisitableBuilder");

    /** Reached by the client's own constructor, which registers operations for all kinds. */
    private static final List<String> CLIENTS = List.of(
            "io.fabric8.kubernetes.client.impl.KubernetesClientImpl",
            "io.fabric8.kubernetes.client.DefaultKubernetesClient");

    private static final Set<String> KEPT = Set.of(
            // Requests, answers and watch events.
            "ListMeta",
            "ListOptions",
            "Status",
            "StatusDetails",
            "StatusCause",
            "WatchEvent",
            "DefaultKubernetesResourceList",
            "RawExtension",
            "GenericKubernetesResource",
            "ObjectMeta",
            "OwnerReference",
            "ManagedFieldsEntry",
            "FieldsV1",
            // Kubeconfig files.
            "Config",
            "NamedCluster",
            "Cluster",
            "NamedContext",
            "Context",
            "NamedAuthInfo",
            "AuthInfo",
            "AuthProviderConfig",
            "ExecConfig",
            "ExecEnvVar",
            "NamedExtension",
            "Preferences");

    @BuildStep
    void withoutReflection(CombinedIndexBuildItem index, BuildProducer<ReflectiveClassConditionBuildItem> conditions) {
        MODEL_TYPES.stream()
                .flatMap(type -> implementors(index.getIndex(), type))
                .filter(name -> name.startsWith("io.fabric8.") && !isKept(name))
                .forEach(name -> conditions.produce(never(name)));
        CLIENTS.forEach(name -> conditions.produce(never(name)));
    }

    /** The client's deserializer instantiates what these files name, as soon as it meets a kind that it does not know. */
    @BuildStep
    void withoutServices(CurateOutcomeBuildItem application, BuildProducer<RemovedResourceBuildItem> removed) {
        application.getApplicationModel().getDependencies().stream()
                .filter(dependency -> dependency.getGroupId().equals("io.fabric8")
                        && dependency.getArtifactId().startsWith("kubernetes-model-"))
                .map(Dependency::getKey)
                .forEach(jar -> removed.produce(new RemovedResourceBuildItem(
                        jar, Set.of("META-INF/services/io.fabric8.kubernetes.api.model.KubernetesResource"))));
    }

    /** Quarkus registers the resources of the reconcilers with their fields, and warns of a tree, which reflection never reads. */
    @BuildStep
    ReflectiveHierarchyIgnoreWarningBuildItem withoutTrees() {
        return new ReflectiveHierarchyIgnoreWarningBuildItem(DotName.createSimple(KubernetesObject.class));
    }

    private static Stream<String> implementors(IndexView index, String type) {
        return index.getAllKnownImplementations(DotName.createSimple(type)).stream()
                .map(implementor -> implementor.name().toString());
    }

    private static boolean isKept(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return name.startsWith(MODEL)
                && name.equals(MODEL + simple)
                && KEPT.contains(simple.replaceFirst("Builder$", ""));
    }

    private static ReflectiveClassConditionBuildItem never(String name) {
        return new ReflectiveClassConditionBuildItem(name, NeverReached.class.getName());
    }
}
