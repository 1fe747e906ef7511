// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What the transformers of Azure's clouds have in common: how they read and write a configuration, and members of both. */
final class AzureCloudConf {
    private static final String CERTIFICATE = "aadClientCertPath";

    private static final List<String> IDENTITIES =
            List.of("useManagedIdentityExtension", "useFederatedWorkloadIdentityExtension");

    private static final List<String> SECRETS = List.of("aadClientSecret", CERTIFICATE);

    private static final String VM_TYPE = "vmType";
    private static final String RESOURCE_GROUP = "resourceGroup";

    private static final WordTable TABLE = WordTable.read("azure");

    private AzureCloudConf() {}

    /**
     * Reads a configuration, JSON or YAML.
     *
     * @throws InvalidInputException if it is not exactly one object
     */
    static JsonObject read(String source) {
        // Without subscription and resource group, which no other source has, the cloud controller manager could do
        // nothing.
        if (source.replace("\uFEFF", "").isBlank()) {
            throw new InvalidInputException(
                    "the configuration is empty, but Azure needs one, an object {...} of JSON; name the ConfigMap that has it,"
                            + " and its key, in spec.cloudConfig of the Infrastructure, or in spec.cluster.cloudConfig of the"
                            + " CloudControllerManager where there is none");
        }
        try {
            return JsonObject.read(source);
        } catch (SyntaxException e) {
            throw new InvalidInputException(
                    Position.before(e.position(), e.reasonWithRemedy("correct the JSON there")));
        }
    }

    /**
     * Whether a configuration names a managed identity, a workload identity, or an application with its secret or certificate: with one of
     * them, the Azure cloud provider needs nothing else.
     *
     * @throws InvalidInputException if it is not exactly one object of JSON
     */
    static boolean hasCredentials(String source) {
        JsonObject conf = read(source);
        return IDENTITIES.stream().anyMatch(name -> isTrue(conf.get(name)))
                || isSet(conf, "aadClientId") && SECRETS.stream().anyMatch(name -> isSet(conf, name));
    }

    private static boolean isTrue(Object value) {
        return Boolean.TRUE.equals(value) || "true".equals(value);
    }

    private static boolean isSet(JsonObject conf, String name) {
        return conf.get(name) instanceof String text && !text.isEmpty();
    }

    /** The configuration with the type of virtual machines that OpenShift makes, where it names none. */
    static JsonObject withVmType(JsonObject conf) {
        // Set again, it has its documented spelling.
        return conf.with(VM_TYPE, text(conf, VM_TYPE).isPresent() ? conf.get(VM_TYPE) : "standard");
    }

    /** A configuration that stays as it is written, but for YAML, which becomes JSON on one line. */
    static String unchanged(String source, JsonObject conf) {
        return conf.isYaml() ? conf.text() : source;
    }

    /** What the cloud controller manager takes for something else than was meant, one line each. */
    static List<String> warnings(JsonObject conf, TransformerFacts facts) {
        Function<List<Object>, String> places = path ->
                Position.before(conf.position(path), WordTable.shown(path).toString());
        List<String> warnings = new ArrayList<>(TABLE.judge(conf.members(), places, facts.release())
                .and(TABLE.judgeNames(conf.members(), places))
                .warnings());
        // On OpenShift the Secret always replaces it.
        text(conf, CERTIFICATE)
                .filter(file -> !facts.isOpenShift() && !PodFolders.mayHave(file, facts))
                .ifPresent(file -> warnings.add(Position.before(conf.position(CERTIFICATE), CERTIFICATE)
                        + ": the Pod of the cloud controller manager does not have the file, and a configuration with no other"
                        + " credentials ends the program; write aadClientSecret instead, or name a Secret in spec.credentials of the"
                        + " CloudControllerManager and remove the member"));
        if (text(conf, RESOURCE_GROUP).isEmpty()) {
            warnings.add(RESOURCE_GROUP
                    + " is missing, so the cloud controller manager finds no virtual machine and nodes stay"
                    + " uninitialized; write it");
        }
        return warnings;
    }

    /** A member as a string; empty if it is missing, null or the empty string, which the CCM does not distinguish. */
    static Optional<String> text(JsonObject conf, String name) {
        return Optional.ofNullable(conf.get(name)).map(Object::toString).filter(given -> !given.isEmpty());
    }
}
