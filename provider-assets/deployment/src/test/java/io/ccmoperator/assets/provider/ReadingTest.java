// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.IN_DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.ROLES;
import static io.ccmoperator.assets.validation.Fault.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.validation.Fault;
import io.ccmoperator.assets.validation.Judgement;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are not proper YAML, or YAML that parsers read differently. */
public class ReadingTest {
    public static Stream<Fault> faults() {
        return Stream.of(
                fault("a tab")
                        .in(DEPLOYMENT, "      priorityClassName", "\tpriorityClassName")
                        .gives(
                                "providers/fog/assets/10-deployment.yaml: line 26, column 1: a tab cannot be indentation; write blanks"),
                fault("a duplicate key")
                        .in(DEPLOYMENT, "  replicas: 2", "  replicas: 2\n  replicas: 3")
                        .gives(
                                "providers/fog/assets/10-deployment.yaml: line 12, column 3: the key 'replicas' is a duplicate"),
                fault("an empty document")
                        .in(ROLES, "---", "---\n# nothing\n---")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 2 (line 12): is empty; fill the document or leave its '---' out"),
                fault("a list as document")
                        .in(ROLES, "---", "---\n[a]\n---")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 2 (line 11): is not a map; an object begins with 'key: value' lines"),
                fault("a string that YAML 1.1 reads as a boolean")
                        .in(DEPLOYMENT, "value: cluster", "value: yes")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].env[0].value (line 77): YAML 1.1 (kubectl) and YAML 1.2 read yes differently; put a string in quotes, write a number in decimal digits and a boolean as true or false"),
                fault("an octal number")
                        .in(DEPLOYMENT, "containerPort: 10258", "containerPort: 010258")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].ports[0].containerPort (line 80): YAML 1.1 (kubectl) and YAML 1.2 read 010258 differently; put a string in quotes, write a number in decimal digits and a boolean as true or false"),
                fault("a descriptor of two documents")
                        .in(DESCRIPTOR, "platform: Azure", "platform: Azure\n---\nplatform: Azure")
                        .gives(
                                "providers/fog/provider.yaml, document 2 (line 3): a descriptor is one document; leave this one out"),
                fault("a key without a value")
                        .in(DEPLOYMENT, "emptyDir: {}", "emptyDir:")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.volumes[2].emptyDir (line 113): has no value; write \"\", {} or [], or leave it out"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsFaultWithFilePlaceAndRemedy(Fault fault) {
        assertThat(Judgement.of(fault.provider().folder())).containsExactlyElementsOf(fault.findings());
    }
}
