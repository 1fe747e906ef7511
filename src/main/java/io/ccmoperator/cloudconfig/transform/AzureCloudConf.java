// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.cloudconfig.transform.azure.CloudProviderReader;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cloudconfig.transform.azure.YamlForm;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the transformers of Azure's clouds have in common: how they read and write a configuration, and members of both. */
final class AzureCloudConf {
    private static final List<String> IDENTITIES =
            List.of("useManagedIdentityExtension", "useFederatedWorkloadIdentityExtension");

    private static final List<String> SECRETS = List.of("aadClientSecret", "aadClientCertPath");

    private static final String VM_TYPE = "vmType";
    private static final String SCALE_SETS = "vmss";
    private static final String NO_AVAILABILITY_SETS = "disableAvailabilitySetNodes";

    private AzureCloudConf() {}

    /**
     * Reads a configuration: JSON, on Kubernetes also YAML, as some tools write it.
     *
     * @throws InvalidInputException if it is not exactly one object
     */
    static JsonObject read(String source, boolean onOpenShift) {
        // Without subscription and resource group, which no other source has, the cloud controller manager could do
        // nothing.
        if (source.replace("\uFEFF", "").isBlank()) {
            throw new InvalidInputException(
                    "the configuration is empty, but Azure needs one, an object {...} of JSON; name the ConfigMap that has it,"
                            + " and its key, in spec.cloudConfig of the Infrastructure, or in spec.cluster.cloudConfig of the"
                            + " CloudControllerManager where there is none");
        }
        try {
            return onOpenShift || isMeantAsJson(source) ? JsonObject.read(source) : YamlForm.read(source);
        } catch (SyntaxException e) {
            throw new InvalidInputException(
                    Position.before(e.position(), e.reasonWithRemedy("correct the JSON there")));
        }
    }

    /** What begins so is more likely JSON with a mistake than YAML in this form, and the reader of JSON has the better place. */
    private static boolean isMeantAsJson(String source) {
        return source.replace("\uFEFF", "").stripLeading().startsWith("{");
    }

    /**
     * Whether a configuration names a managed identity, a workload identity, or an application with its secret or certificate: with one of
     * them, the Azure cloud provider needs nothing else.
     *
     * @throws InvalidInputException if it is not exactly one object of JSON
     */
    static boolean hasCredentials(String source) {
        JsonObject conf = read(source, false);
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
        return conf.with(VM_TYPE, text(conf, VM_TYPE).orElse("standard"));
    }

    /**
     * The result of a transformation on OpenShift.
     *
     * @param written the configuration with what the user has written, as far as it counts; its words are judged
     * @throws InvalidInputException if the Azure cloud provider could not read it
     */
    static TransformedConfig result(JsonObject conf, JsonObject written, List<String> warnings) {
        return new TransformedConfig(conf.text(), all(warnings, CloudProviderReader.require(written)));
    }

    /**
     * A configuration that stays as it is written, but for YAML, which becomes JSON: the init container that adds credentials reads that.
     *
     * @throws InvalidInputException if the Azure cloud provider could not read it, or would end with it
     */
    static TransformedConfig unchanged(String source, JsonObject conf, List<String> warnings) {
        List<String> words = CloudProviderReader.require(conf);
        requireScaleSets(conf);
        return new TransformedConfig(conf.isYaml() ? conf.text() : source, all(warnings, words));
    }

    private static List<String> all(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /**
     * The type of a configuration without one is that of scale sets; its letter case counts here. A configuration that is tried could not be taken
     * back: the program reads it when it becomes the leader, and the rollout may be complete by then.
     */
    private static void requireScaleSets(JsonObject conf) {
        String type = text(conf, VM_TYPE).orElse(SCALE_SETS);
        if (Boolean.TRUE.equals(conf.get(NO_AVAILABILITY_SETS)) && !type.equals(SCALE_SETS)) {
            throw new InvalidInputException(line(
                    conf,
                    NO_AVAILABILITY_SETS,
                    "the cloud controller manager does not start with it and another vmType than " + SCALE_SETS
                            + "; remove it, or correct vmType"));
        }
    }

    /**
     * The string of a member; empty if it is missing, null or the empty string, which the CCM does not distinguish.
     *
     * @throws InvalidInputException if it is something else
     */
    static Optional<String> text(JsonObject conf, String name) {
        Object value = conf.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof String text) {
            return Optional.of(text).filter(given -> !given.isEmpty());
        }
        throw new InvalidInputException(line(conf, name, "must be a string; put it in quotes"));
    }

    /** An error's line about a member. */
    static String line(JsonObject conf, String name, String reason) {
        return Position.before(conf.position(name), name + ": " + reason);
    }
}
