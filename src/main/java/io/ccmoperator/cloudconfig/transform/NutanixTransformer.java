// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration for Nutanix, an object of JSON that is copied. The Secret with the credentials has to be in the namespace of the program's
 * Pods: the program watches Secrets there alone (openshift/cloud-provider-nutanix dc584c6b, setInformers of pkg/provider/manager.go).
 */
@Transformer(NutanixTransformer.NAME)
final class NutanixTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer; the table of words has it, too. */
    public static final String NAME = "nutanix";

    private static final List<String> NAMESPACE = List.of("prismCentral", "credentialRef", "namespace");

    private final CloudConfigTransformer copy = CopyTransformer.ofJson(NAME);

    /**
     * Copies a configuration.
     *
     * @throws InvalidInputException if a value has an effect of which nothing good can come
     */
    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        TransformedConfig copied = copy.transform(source, facts);
        String managed = facts.managedNamespace();
        namespace(source)
                .filter(given -> !given.name().isEmpty() && !given.name().equals(managed))
                .ifPresent(given -> {
                    throw new InvalidInputException(Position.before(
                            JsonReader.position(source, given.path()),
                            WordTable.shown(given.path()) + ": the cloud controller manager reads Secrets of namespace "
                                    + managed + " alone, so nodes stay uninitialized; create the Secret there, and"
                                    + " remove the member"));
                });
        return copied;
    }

    /** Letter case of names does not count. There is none in what is not JSON, about which the program says more. */
    private static Optional<Namespace> namespace(String source) {
        Object value;
        try {
            value = JsonReader.readAsWritten(source);
        } catch (SyntaxException unreadable) {
            return Optional.empty();
        }
        List<Object> path = new ArrayList<>();
        for (String name : NAMESPACE) {
            Optional<String> written = value instanceof Map<?, ?> map
                    ? map.keySet().stream()
                            .map(String.class::cast)
                            .filter(member -> member.equalsIgnoreCase(name))
                            .reduce((former, last) -> last)
                    : Optional.empty();
            if (written.isEmpty()) {
                return Optional.empty();
            }
            path.add(written.get());
            value = ((Map<?, ?>) value).get(written.get());
        }
        return value instanceof String name ? Optional.of(new Namespace(path, name)) : Optional.empty();
    }

    /**
     * The namespace that a configuration names.
     *
     * @param path of its member, as it is written
     */
    private record Namespace(List<Object> path, String name) {}
}
