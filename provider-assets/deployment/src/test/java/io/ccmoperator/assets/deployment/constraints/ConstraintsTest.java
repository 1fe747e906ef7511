// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file of constraints may say, and how it is evaluated. */
class ConstraintsTest {
    private static final FieldReader SERVICE = yaml("""
            apiVersion: v1
            kind: Service
            spec:
              type: NodePort
              ports: [{name: a, port: 1}, {name: a, port: 70000}, {name: '', port: 2.5}]
            """);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HTTPGetActions: {port: port}                                     | the schema of Kubernetes has no HTTPGetActions.port
            HTTPGetAction: {prot: port}                                      | the schema of Kubernetes has no HTTPGetAction.prot
            'PodSpec: {"hostAliases[].hostname[]": port}'                    | the schema of Kubernetes has no PodSpec.hostAliases[].hostname[]
            'PodSpec: {"nodeSelector[]": port}'                              | the schema of Kubernetes has no PodSpec.nodeSelector[]
            'PodSpec: {self: {rule: a, at: prot, cel: "true", message: a}}'  | the schema of Kubernetes has no PodSpec.prot
            GRPCAction: {port: prt}                                          | there is no format prt; is port meant?
            'GRPCAction: {port: {rule: a, minimun: 1}}'                      | GRPCAction.port: minimun is not a keyword; is minimum meant?
            'GRPCAction: {port: {minimum: 1}}'                               | GRPCAction.port: rule is missing; name the id of the rule
            'GRPCAction: {port: {rule: a, cel: "true"}}'                     | GRPCAction.port: message is missing; say what to write
            """)
    void rejectsDefinition(String file, String message) {
        assertThatThrownBy(() -> new Constraints(yaml(file)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void reportsPlaceReasonRuleAndDecisiveness() {
        Constraints constraints = new Constraints(yaml("""
                ServicePort:
                  port: port
                ServiceSpec:
                  rule: of-type
                  ports[].name: {rule: of-field, unique: true, message: '{shown} is the name of two'}
                  self: {at: clusterIP, cel: has(self.clusterIP), message: 'is missing for {self.type} {{port}}'}
                """));

        List<Violation> violations = constraints.violations(SERVICE, part -> false);

        assertThat(violations)
                .extracting(
                        Violation::rule,
                        violation -> violation.place().location(),
                        Violation::reason,
                        Violation::decisive)
                .containsExactly(
                        tuple("range", "spec.ports[1].port", "is 70000 but has to be from 1 to 65535", true),
                        tuple("of-field", "spec.ports[1].name", "'a' is the name of two", true),
                        tuple("of-type", "spec.clusterIP", "is missing for NodePort {port}", false));
    }

    @ParameterizedTest
    @CsvSource({"self.nodePort == 1", "self.type > 1", "self.type", "value", "self.ports[7].port == 1"})
    void failsWhereExpressionHasNoResult(String expression) {
        Constraints constraints = constraint("cel: '" + expression + "'");

        assertThatThrownBy(() -> constraints.violations(SERVICE, part -> false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("internal error in ccm-operator; please report it: spec cannot be judged by a constraint on"
                        + " ServiceSpec: rule a, the expression " + expression + " has no result of its type");
        assertThatCode(() -> constraints.violations(SERVICE, part -> true)).doesNotThrowAnyException();
    }

    @Test
    void failsWhereMessageHasNoResult() {
        Constraints constraints = constraint("cel: 'false', message: '{self.nodePort}'");

        assertThatThrownBy(() -> constraints.violations(SERVICE, part -> false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("the expression self.nodePort has no result of its type");
    }

    @Test
    void failsWhereExpressionDoesNotCompile() {
        Constraints constraints = constraint("cel: self..type");

        assertThatThrownBy(() -> constraints.violations(SERVICE, part -> true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the expression self..type does not compile");
    }

    private static Constraints constraint(String keywords) {
        return new Constraints(yaml("ServiceSpec: {self: {rule: a, "
                + (keywords.contains("message") ? "" : "message: a, ") + keywords + "}}"));
    }

    private static FieldReader yaml(String text) {
        return FieldReader.of(YamlReader.read(text).get(0).value());
    }
}
